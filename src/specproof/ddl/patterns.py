"""The regular expressions of the lexer: tokens as a 5.7 server cuts them, and data that may be passed over.

Compiled when first needed. They only describe what stands in the text; what becomes of it is the lexer's affair.
Source: MySQL 5.7 reference manual, chapter 9 "Language Structure"; odd corners were run on a 5.7.22 server.
"""

from __future__ import annotations

import re
from functools import lru_cache

# A server takes every character from U+0080 up as part of an identifier, punctuation and blanks included.
_START = r"A-Za-z_$\x80-\U0010FFFF"
_PART = r"0-9A-Za-z_$\x80-\U0010FFFF"
_SINGLE = r"'(?:[^'\\]++|\\.|'')*+'"
_DOUBLE = r'"(?:[^"\\]++|\\.|"")*+"'
_BACK = r"`(?:[^`]++|``)*+`"
# The same under NO_BACKSLASH_ESCAPES.
_PLAIN = ((_SINGLE, r"'(?:[^']++|'')*+'"), (_DOUBLE, r'"(?:[^"]++|"")*+"'))
_EXPONENT = r"(?:[eE][+-]?+\d++)"

# The first alternative that fits is taken. Quantifiers are possessive: a string that never ends fails at once.
# Comparison operators are as greedy as on the server, so `==` and `<>!` are no tokens at all.
_TOKEN = rf"""
  (?P<blank>[ \t\n\v\f\r]++)
| (?P<bits>[xX]'(?:[0-9A-Fa-f]{{2}})*+' | [bB]'[01]*+')
| (?P<national>[nN]{_SINGLE})
| (?P<badbits>[xXbB](?:{_SINGLE}))
| (?P<word>[{_START}][{_PART}]*+)
| (?P<number>(?:0x[0-9A-Fa-f]++|0b[01]++)(?![{_PART}])
           | (?:\d++{_EXPONENT} | \.\d++{_EXPONENT}?+ | \d++(?![{_PART}])(?:\.\d*+{_EXPONENT}?+)?+))
| (?P<digits>\d++[{_PART}]++)
| (?P<string>{_SINGLE}|{_DOUBLE})
| (?P<quoted>{_BACK})
| (?P<line>\#[^\n]*+ | --(?:(?=[\x00-\x20\x7f])[^\n]*+|\Z))
| (?P<opened>/\*!)
| (?P<closed>\*/)
| (?P<block>/\*)
| (?P<variable>@(?:@(?:{_BACK}|[{_PART}]++)(?:\.(?:{_BACK}|[{_PART}]++))*+
                 |[0-9A-Za-z_$.]++|{_SINGLE}|{_DOUBLE}|{_BACK}))
| (?P<null>\\N)
| (?P<punct>->>|->|<=>|(?:<=|<>|<<)(?![=>!])|>=|!=|>>|:=|&&|\|\||[-+*/%(),;.{{}}:~^|&?@]|[=<>!](?![=<>!]))
"""
_NAME = rf"(?:[{_START}][{_PART}]*+|{_BACK})"
_BULK_HEAD = (
    r"(INSERT|REPLACE)((?:[ \t\r\n]++(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE))*+)(?:[ \t\r\n]++(INTO))?+"
    rf"(?:[ \t\r\n]++|(?=`))((?:{_NAME}\.)?{_NAME})[ \t\r\n]*+"
)
_BULK_VALUES = rf"(?:\((?:[^()'\"`/#;-]++|{_BACK})*+\)[ \t\r\n]*+)?+VALUES?+(?=[ \t\r\n(])"

# Rows of literals, as dumps have them: what fits is right, and nothing more needs to be known of it.
_GAP = r"[ \t\r\n]*+"
_SMALL_EXPONENT = r"(?:[eE][+-]?+\d{1,2}+)"  # a number with a larger one may be more than a DOUBLE holds
_END_OF_WORD = rf"(?![{_PART}.(])"
_LITERAL = (
    rf"(?:{_SINGLE}|[-+]?+(?:\d++(?:\.\d*+)?+|\.\d++){_SMALL_EXPONENT}?+(?![{_PART}])|(?i:NULL|DEFAULT|TRUE|FALSE){_END_OF_WORD}"
    rf"|0x[0-9A-Fa-f]++(?![{_PART}])|[xX]'(?:[0-9A-Fa-f]{{2}})*+'|[bB]'[01]*+'|[nN]{_SINGLE}"
    rf"|(?i:_binary|_utf8|_utf8mb4|_latin1)[ ]?+{_SINGLE}|{_DOUBLE})"
)
_ROW = rf"\({_GAP}(?:{_LITERAL}{_GAP}(?:,{_GAP}{_LITERAL}{_GAP})*+)?+\)"
_ROWS = rf"{_GAP}{_ROW}(?:{_GAP},{_GAP}{_ROW})*+"


@lru_cache(maxsize=2)
def token_pattern(*, backslash: bool = True) -> re.Pattern[str]:
    """The pattern of one token. `backslash`: whether one escapes inside a string, as it does by default."""
    return re.compile(_strings(_TOKEN, backslash=backslash), re.VERBOSE | re.DOTALL)


@lru_cache(maxsize=1)
def name_pattern() -> re.Pattern[str]:
    return re.compile(rf"[{_PART}]++")


@lru_cache(maxsize=1)
def escape_pattern() -> re.Pattern[str]:
    return re.compile(r"\\(.)|''|\"\"", re.DOTALL)


@lru_cache(maxsize=1)
def bulk_head_pattern() -> re.Pattern[str]:
    return re.compile(rf"{_BULK_HEAD}(?={_BULK_VALUES}(?P<values>))", re.IGNORECASE)


@lru_cache(maxsize=2)
def rows_pattern(*, backslash: bool = True) -> re.Pattern[str]:
    return re.compile(_strings(_ROWS, backslash=backslash), re.DOTALL)


@lru_cache(maxsize=8)
def bulk_pattern(delimiter: str, *, backslash: bool = True) -> re.Pattern[str]:
    """Everything of a statement up to its delimiter, a comment, a backslash or a quote that is never closed."""
    first = re.escape(delimiter[0])
    strings = _strings(f"{_SINGLE}|{_DOUBLE}", backslash=backslash)
    return re.compile(
        rf"(?:[^'\"`#/\\*{first}-]++|{strings}|`[^`]*+`|/(?!\*)|\*(?!/)"
        rf"|-(?!-)|(?!{re.escape(delimiter)})(?!['\"`#/\\*-]){first})*+",
        re.DOTALL,
    )


def _strings(pattern: str, *, backslash: bool) -> str:
    for usual, plain in () if backslash else _PLAIN:
        pattern = pattern.replace(usual, plain)
    return pattern
