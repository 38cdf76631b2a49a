"""Table options: what the server keeps of them, how it prints them, and which InnoDB refuses.

Part of the simulator. CREATE_OPTIONS is printed in the server's fixed order; options that leave no trace in
information_schema (DATA DIRECTORY, AUTO_INCREMENT, CONNECTION, ...) are read and dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from specproof.ddl import types, words
from specproof.ddl.simulator import charsets
from specproof.ddl.simulator.names import stored_text
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.syntax import ConvertCharset, Option, Place
from specproof.schema import Column, Table

# Option of the script: name that information_schema prints. The order is the server's.
_PRINTED = {
    "min_rows": "min_rows",
    "max_rows": "max_rows",
    "avg_row_length": "avg_row_length",
    "pack_keys": "pack_keys",
    "stats_persistent": "stats_persistent",
    "stats_auto_recalc": "stats_auto_recalc",
    "stats_sample_pages": "stats_sample_pages",
    "checksum": "checksum",
    "delay_key_write": "delay_key_write",
    "row_format": "row_format",
    "key_block_size": "KEY_BLOCK_SIZE",
    "compression": "COMPRESSION",
    "encryption": "ENCRYPTION",
}
_ALIASES = {"table_checksum": "checksum", "storage_engine": "engine", "type": "engine", "character_set": "charset"}
_GONE_WHEN_ZERO = frozenset({"min_rows", "max_rows", "avg_row_length", "key_block_size", "checksum", "delay_key_write"})
_PARTITIONED = "partitioned"
_BLOCK_SIZES = frozenset({"1", "2", "4", "8", "16"})
_COMPRESSIONS = frozenset({"zlib", "lz4", "none", ""})
_FORMATS = frozenset({"DYNAMIC", "COMPACT", "REDUNDANT", "COMPRESSED"})
_OWN_TABLESPACES = frozenset({"innodb_system", "innodb_file_per_table", "innodb_temporary"})
_OTHER_ENGINES = {"ARCHIVE": "Compressed"}  # all the rest is Fixed


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one table. `values` are printed options by the script's name, texts as printed."""

    engine: str
    collation: str | None
    comment: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    charset_given: bool = False  # a character set was named in this statement
    places: Mapping[str, Place] = field(default_factory=dict)
    tablespace: str = ""  # as this statement names it

    def create_options(self, *, partitioned: bool) -> str:
        texts = [
            f'{name}="{self.values[key]}"' if key in {"compression", "encryption"} else f"{name}={self.values[key]}"
            for key, name in _PRINTED.items()
            if key in self.values
        ]
        return " ".join([*texts, *([_PARTITIONED] if partitioned else [])])


def of(table: Table) -> Options:
    """The options of a table as it stands."""
    keys = {name: key for key, name in _PRINTED.items()}
    found = re.findall(r'(\w+)=(?:"([^"]*)"|(\S+))', table.create_options)
    values = {keys[name]: quoted or plain for name, quoted, plain in found if name in keys}
    return Options(table.engine, table.collation, table.comment, values)


def begin(start: Options) -> Options:
    """The options at the start of a statement: none of them named yet."""
    return replace(start, charset_given=False, places={})


def step(trial: Trial, option: Option | ConvertCharset, options: Options) -> Options:
    """The options after one more of a statement. Records unknown engines, character sets and collations.

    CHARSET and COLLATE must come in the order of the text, because the server's parser looks at them as they come.
    """
    if isinstance(option, ConvertCharset):
        return _convert(trial, option, options)
    name = _ALIASES.get(option.name, option.name)
    options = replace(options, places={**options.places, name: option.place})
    if name == "engine":
        return _engine(trial, option, options)
    if name == "charset":
        return _charset(trial, option, options)
    if name == "collate":
        return _collate(trial, option, options)
    if name == "comment":
        return replace(options, comment=stored_text(option.value.value))
    if name == "tablespace":
        return replace(options, tablespace=option.value.value)
    return _printed(name, option.value.value, options) if name in _PRINTED else options


def _engine(trial: Trial, option: Option, options: Options) -> Options:
    known = words.engine(option.value.value)
    if known is not None:
        return replace(options, engine=known)
    if "NO_ENGINE_SUBSTITUTION" in trial.session.modes:
        sure = not trial.session.unsure("sql_mode")
        trial.refuse("unknown-engine", option.value.place, 1286, certain=sure, engine=option.value.value)
    else:
        trial.note("engine-substituted", option.value.place, engine=option.value.value)
    return options


def _charset(trial: Trial, option: Option, options: Options) -> Options:
    if option.value.value.lower() == "default":
        return replace(options, charset_given=False, collation=None)
    collation = charsets.default_collation(option.value.value)
    if collation is None:
        trial.refuse("unknown-charset", option.value.place, 1115, charset=option.value.value)
        return options
    before, after = charsets.charset_name(options.collation), charsets.charset_name(collation)
    if options.charset_given and before != after:
        trial.refuse("charset-conflict", option.value.place, 1302, charset=before or "", other=after or "")
    return replace(options, collation=collation, charset_given=True)


def _collate(trial: Trial, option: Option, options: Options) -> Options:
    if option.value.value.lower() == "default":
        return options
    given = options.collation if options.charset_given else None
    collation = charsets.resolve(trial, None, option.value)
    if collation is None:
        return options
    if given is not None and charsets.charset_name(given) != charsets.charset_name(collation):
        trial.refuse(
            "collation-charset-mismatch",
            option.value.place,
            1253,
            collation=option.value.value,
            charset=charsets.charset_name(given) or "",
        )
        return options
    return replace(options, collation=collation, charset_given=True)


def _convert(trial: Trial, clause: ConvertCharset, options: Options) -> Options:
    charset = Option("charset", clause.charset, clause.place)
    options = _charset(trial, charset, replace(options, charset_given=False))
    if clause.collation is not None:
        options = _collate(trial, Option("collate", clause.collation, clause.place), options)
    return options


def _printed(name: str, value: str, options: Options) -> Options:
    values = dict(options.values)
    text = value.upper() if name == "row_format" else value
    if text.upper() == "DEFAULT" or (name in _GONE_WHEN_ZERO and text.strip("0") == ""):
        values.pop(name, None)
    else:
        values[name] = text if name in {"row_format", "compression", "encryption"} else _number(text)
    return replace(options, values=values)


def _number(text: str) -> str:
    """Numbers of options are kept in four bytes."""
    enough = text.lstrip("0")[: len("4294967295") + 1] or "0"  # digits to tell whether it fits
    return str(min(int(enough), 4294967295)) if text.isdecimal() else text


def row_format(options: Options, columns: Iterable[Column], default: str) -> str:
    """ROW_FORMAT as information_schema prints it; `default` is `innodb_default_row_format`."""
    wanted = options.values.get("row_format", "")
    if options.engine == "InnoDB":
        return innodb_format(options, default).capitalize()
    if options.engine == "MyISAM":
        kinds = [types.parse(c.type) for c in columns]
        blobs = any(k.blob for k in kinds)
        varying = blobs or any(k.name in {"varchar", "varbinary"} for k in kinds)
        return "Dynamic" if wanted == "DYNAMIC" or (varying and (blobs or wanted != "FIXED")) else "Fixed"
    return _OTHER_ENGINES.get(options.engine, "Fixed")


def innodb_format(options: Options, default: str) -> str:
    """DYNAMIC, COMPACT, REDUNDANT or COMPRESSED: the format that InnoDB uses."""
    wanted = options.values.get("row_format")
    if wanted is None:
        size = options.values.get("key_block_size")
        return "COMPRESSED" if size in _BLOCK_SIZES else default
    return wanted if wanted in _FORMATS else "DYNAMIC"


def check_innodb(trial: Trial, options: Options, place: Place) -> None:
    """The combinations that InnoDB refuses in strict mode (`innodb_strict_mode`); records 1031 and others."""
    if options.engine != "InnoDB":
        return
    wanted, size = options.values.get("row_format"), options.values.get("key_block_size")
    compression = options.values.get("compression", "")
    strict = trial.session.on("innodb_strict_mode")
    wrong: str | None = None
    if (size is not None and size not in _BLOCK_SIZES) or (size is not None and wanted not in {None, "COMPRESSED"}):
        wrong = "key_block_size"
    elif wanted is not None and wanted not in _FORMATS:
        wrong = "row_format"
    elif compression.lower() not in {"none", ""} and (wanted == "COMPRESSED" or size is not None):
        wrong = "compression"
    if wrong and strict:
        at = options.places.get(wrong, place)
        trial.refuse("option-not-supported", at, 1031, option=_PRINTED[wrong], value=options.values[wrong])
    elif compression.lower() not in _COMPRESSIONS:
        at = options.places.get("compression", place)
        trial.refuse("option-not-supported", at, 1031, option="COMPRESSION", value=compression)
    if options.values.get("encryption", "N").upper() == "Y":
        at = options.places.get("encryption", place)
        trial.refuse("encryption-not-set-up", at, 3185)


def check_tablespace(trial: Trial, options: Options) -> None:
    """A general tablespace must exist, which only the server knows; records 1812 as a doubt."""
    name = options.tablespace
    if name and name.lower() not in _OWN_TABLESPACES and options.engine == "InnoDB":
        at = options.places.get("tablespace", (0, 0))
        trial.refuse("unknown-tablespace", at, 1812, certain=False, tablespace=name)


def check_comment(trial: Trial, options: Options, place: Place) -> None:
    most = words.limits()["comment_characters"]["table"]
    if len(options.comment) > most and trial.session.strict:
        trial.refuse(
            "comment-too-long", options.places.get("comment", place), 1628, length=len(options.comment), most=most
        )
