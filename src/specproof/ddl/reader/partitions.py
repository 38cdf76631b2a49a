"""PARTITION BY and lists of partition definitions, with the counts and shapes that the 5.7 parser checks itself.

Part of the strict reader; used by CREATE TABLE and ALTER TABLE. It refuses what the parser refuses, with its number;
values, types and functions are judged later.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.expressions import expression_text, read_bit_expression
from specproof.ddl.reader.numbers import number_value
from specproof.ddl.syntax import Expression, Name, Partition

VALUES_MISSING = 1479
VALUES_OF_OTHER_METHOD = 1480
DEFINITIONS_MISSING = 1492
NO_PARTITIONS = 1504
COLUMN_LIST_DIFFERS = 1653
TOO_MANY_FIELDS = 1655
TOO_MANY_VALUES = 1657
_MOST_FIELDS = 16


@dataclass(slots=True)
class _State:
    """What the parser keeps while it reads partitions.

    `method` is range, list or hash (which stands for key, too); `managed` tells that ALTER TABLE adds partitions, where
    the method is not known and each definition sets it.
    """

    method: str = "hash"
    managed: bool = False
    column_list: bool = False
    fields: int = 0
    partitions: int = 0
    subpartitions: int = 0
    default_subpartitions: bool = True
    defined: int = 0
    names: list[Name] = field(default_factory=list)


def read_partition_by(c: Cursor) -> Partition:
    """`PARTITION BY ...`; the current token is PARTITION."""
    start = c.start()
    c.expect_all("PARTITION", "BY")
    state = _State()
    method, expression, columns = _method(c, state)
    if c.take("PARTITIONS"):
        state.partitions = _count(c)
    subpartition = _subpartition_by(c, state) if c.key == "SUBPARTITION" else None
    if c.key == "(":
        _definitions(c, state)
    elif state.method in ("range", "list"):
        c.refuse("the definitions of the partitions", errno=DEFINITIONS_MISSING)
    count = state.partitions or None
    return Partition(method, c.place(start), tuple(state.names), expression, count, columns, subpartition)


def read_definitions(c: Cursor) -> tuple[Name, ...]:
    """Definitions in parentheses, as ADD PARTITION and REORGANIZE PARTITION take them."""
    state = _State(managed=True)
    _definitions(c, state)
    return tuple(state.names)


def _method(c: Cursor, state: _State) -> tuple[str, Expression | None, tuple[Name, ...]]:
    linear = "linear " if c.take("LINEAR") else ""
    key = c.expect("HASH", "KEY") if linear else c.expect("RANGE", "LIST", "HASH", "KEY")
    if key == "KEY":
        _key_algorithm(c)
        return linear + "key", None, _fields(c, state, optional=True)
    if key == "HASH":
        return linear + "hash", _function(c, state), ()
    state.method = key.lower()
    if c.take("COLUMNS", "FIELDS"):
        state.column_list = True
        return f"{state.method} columns", None, _fields(c, state, optional=True)
    return state.method, _function(c, state), ()


def _key_algorithm(c: Cursor) -> None:
    if c.take("ALGORITHM"):
        c.expect("=")
        if _count_value(c) not in (1, 2):
            c.refuse("1", "2", at=c.i - 1)


def _fields(c: Cursor, state: _State, *, optional: bool) -> tuple[Name, ...]:
    c.expect("(")
    if optional and c.take(")"):
        return ()
    names = [_field(c, 0)]
    while c.take(","):
        names.append(_field(c, len(names)))
    c.need(")", ",")
    state.fields = len(names)
    return tuple(names)


def _field(c: Cursor, before: int) -> Name:
    name = c.name("a column name")
    if before >= _MOST_FIELDS:
        c.refuse("at most 16 columns", errno=TOO_MANY_FIELDS, at=c.i - 1)
    return name


def _function(c: Cursor, state: _State) -> Expression:
    c.expect("(")
    first, start = c.i, c.start()
    _stable_expression(c)
    found = expression_text(c, first, start)
    c.expect(")")
    state.fields = 1
    return found


def _stable_expression(c: Cursor) -> None:
    """An expression of columns and constants.

    The parser refuses one that calls NOW(), RAND(), a stored function or the like. It asks whether any expression of
    the statement so far did, so a CHECK in front of the partitions counts, too.
    """
    read_bit_expression(c)
    if c.unstable:
        c.refuse("an expression of columns and constants", construct="unstable-partitioning-expression")


def _count_value(c: Cursor) -> int:
    return number_value(c.number("int", "long", "hex").text)


def _count(c: Cursor) -> int:
    index = c.i
    value = _count_value(c)
    if value == 0:
        c.refuse("a number above 0", errno=NO_PARTITIONS, at=index)
    return value


def _subpartition_by(c: Cursor, state: _State) -> str:
    c.expect_all("SUBPARTITION", "BY")
    linear = "linear " if c.take("LINEAR") else ""
    key = c.expect("HASH", "KEY")
    if key == "HASH":
        c.expect("(")
        _stable_expression(c)
        c.expect(")")
    else:
        _key_algorithm(c)
        _fields(c, _State(), optional=False)
    if c.take("SUBPARTITIONS"):
        state.subpartitions = _count(c)
    return linear + key.lower()


# --- definitions ------------------------------------------------------------------------------------------------------


def _definitions(c: Cursor, state: _State) -> None:
    c.expect("(")
    while True:
        _definition(c, state)
        if not c.take(","):
            break
    c.need(")", ",")
    if state.partitions and not state.managed and state.partitions != state.defined:
        c.refuse("as many definitions as PARTITIONS says", at=c.i - 1)
    state.partitions = state.defined


def _definition(c: Cursor, state: _State) -> None:
    c.expect("PARTITION")
    state.defined += 1
    state.names.append(c.name("the name of a partition"))
    if c.take("VALUES"):
        _values(c, state)
    elif state.managed:
        state.method = "hash"
    elif state.method in ("range", "list"):
        c.refuse("VALUES", errno=VALUES_MISSING)
    _options(c)
    _subpartitions(c, state)


def _values(c: Cursor, state: _State) -> None:
    key = c.expect("LESS", "IN")
    if key == "LESS":
        c.expect("THAN")
    method = "range" if key == "LESS" else "list"
    if state.managed:
        state.method = method
    elif state.method != method:
        wanted = {"range": "LESS THAN", "list": "IN"}.get(state.method, "no VALUES")
        c.refuse(wanted, errno=VALUES_OF_OTHER_METHOD, at=c.i - 1)
    if method == "range":
        _less_than(c, state)
    else:
        _in(c, state)


def _less_than(c: Cursor, state: _State) -> None:
    if c.take("MAXVALUE"):
        if state.fields > 1:
            c.refuse("a value for each column", at=c.i - 1)
        state.fields = 1
        return
    _value_list(c, state)


def _in(c: Cursor, state: _State) -> None:
    if c.key == "(" and c.ahead(1) == "(":
        c.i += 1
        _value_list(c, state)
        while c.take(","):
            _value_list(c, state)
        c.need(")", ",")
        if state.fields <= 1:
            c.refuse("single values for a single column", at=c.i - 1)
        return
    _value_list(c, state)
    if state.fields != 1:
        if not state.managed:
            c.refuse("a list of values for each column", at=c.i - 1)
        state.fields = 1  # ALTER TABLE does not know the columns, and takes the list for values of one


def _value_list(c: Cursor, state: _State) -> None:
    """`(value, ...)`: as many as there are columns; a list for one column takes any number."""
    c.expect("(")
    count = 0
    any_number = state.method == "list" and state.fields == 1
    while True:
        if c.key == "MAXVALUE":
            if state.method == "list":
                c.refuse("a value")
            c.i += 1
        else:
            _stable_expression(c)
        count += 1
        if state.fields and count > state.fields and not any_number:
            errno = COLUMN_LIST_DIFFERS if state.column_list else TOO_MANY_VALUES
            c.refuse("no more values than columns", errno=errno, at=c.i - 1)
        if not c.take(","):
            break
    c.need(")", ",")
    if state.fields == 0:
        state.fields = count
    if count != state.fields and not any_number:
        c.refuse("a value for each column", at=c.i - 1)


def _options(c: Cursor) -> None:
    while True:
        key = c.key
        if key == "STORAGE":
            c.i += 1
            c.expect("ENGINE")
            c.equal()
            c.name_or_string("a storage engine")
        elif key in ("DATA", "INDEX"):
            c.i += 1
            c.expect("DIRECTORY")
            c.equal()
            c.string("a path")
        elif key in ("TABLESPACE", "ENGINE", "NODEGROUP", "MAX_ROWS", "MIN_ROWS", "COMMENT"):
            c.i += 1
            c.equal()
            _option_value(c, key)
        else:
            return


def _option_value(c: Cursor, key: str) -> None:
    if key == "TABLESPACE":
        c.name("a tablespace")
    elif key == "ENGINE":
        c.name_or_string("a storage engine")
    elif key == "COMMENT":
        c.string()
    elif key == "NODEGROUP":
        c.number("int", "long", "hex")
    else:
        c.number("int", "long")


def _subpartitions(c: Cursor, state: _State) -> None:
    if c.key != "(":
        if state.subpartitions and not state.default_subpartitions:
            c.refuse("the subpartitions")
        return
    c.i += 1
    count = 0
    while True:
        c.expect("SUBPARTITION")
        if state.default_subpartitions and state.defined > 1:
            c.refuse("the same subpartitions for each partition", at=c.i - 1)
        state.default_subpartitions = False
        count += 1
        c.name_or_string("the name of a subpartition")
        _options(c)
        if not c.take(","):
            break
    c.need(")", ",")
    if state.subpartitions == 0:
        state.subpartitions = count
    elif state.subpartitions != count:
        c.refuse("as many subpartitions as before", at=c.i - 1)
