"""Accounts and privileges: CREATE, ALTER, RENAME and DROP USER, GRANT and REVOKE.

Part of the strict reader. Roles, dynamic privileges and the account options of later versions are refused where they
stand. No password that stands in a statement goes anywhere from here.
"""

from __future__ import annotations

from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.queries import name_list
from specproof.ddl.script import TokenKind
from specproof.ddl.syntax import Other

_PLAIN_PRIVILEGES = (
    "DELETE",
    "USAGE",
    "INDEX",
    "DROP",
    "EXECUTE",
    "RELOAD",
    "SHUTDOWN",
    "PROCESS",
    "FILE",
    "SUPER",
    "EVENT",
    "TRIGGER",
)
_COLUMN_PRIVILEGES = ("SELECT", "INSERT", "UPDATE", "REFERENCES")
_SECOND_WORDS = {
    "CREATE": ("TEMPORARY", "VIEW", "ROUTINE", "USER", "TABLESPACE"),
    "ALTER": ("ROUTINE",),
    "SHOW": ("DATABASES", "VIEW"),
    "LOCK": ("TABLES",),
    "REPLICATION": ("SLAVE", "CLIENT"),
    "GRANT": ("OPTION",),
}
_ALONE_AS_WELL = ("CREATE", "ALTER")
_LIMITS = ("MAX_QUERIES_PER_HOUR", "MAX_UPDATES_PER_HOUR", "MAX_CONNECTIONS_PER_HOUR", "MAX_USER_CONNECTIONS")


def user(c: Cursor) -> None:
    if c.take("CURRENT_USER"):
        if c.take("("):
            c.expect(")")
        return
    c.name_or_string("a user")
    if c.kind() is TokenKind.VARIABLE:  # @host, glued together
        c.i += 1


def read_account(c: Cursor, verb: str) -> Other:
    """CREATE, ALTER or DROP USER; the current token is the first user."""
    c.area = "account"
    done = Other(f"{verb} user", ddl=True, complete=True)
    if verb == "drop":
        _users(c)
        return done
    if verb == "alter" and c.take("USER"):
        c.expect_all("(", ")", "IDENTIFIED", "BY")
        c.string()
        return done
    _authenticated_users(c)
    _requirements(c)
    if c.take("WITH"):
        _limits(c)
    while c.key in ("PASSWORD", "ACCOUNT"):
        _account_option(c)
    return done


def read_rename_user(c: Cursor) -> Other:
    while True:
        user(c)
        c.expect("TO")
        user(c)
        if not c.take(","):
            return Other("rename user", ddl=True, complete=True)


def _users(c: Cursor) -> None:
    user(c)
    while c.take(","):
        user(c)


def _authenticated_users(c: Cursor) -> None:
    while True:
        user(c)
        if c.take("IDENTIFIED"):
            if c.expect("BY", "WITH") == "BY":
                c.take("PASSWORD")
                c.string()
            else:
                c.name_or_string("the name of a plugin")
                if c.take("AS", "BY"):
                    c.string()
        if not c.take(","):
            return


def _requirements(c: Cursor) -> None:
    if not c.take("REQUIRE") or c.take("SSL", "X509", "NONE"):
        return
    c.expect("SUBJECT", "ISSUER", "CIPHER", "SSL", "X509", "NONE")
    c.string()
    while c.take("AND") or c.key in ("SUBJECT", "ISSUER", "CIPHER"):
        c.expect("SUBJECT", "ISSUER", "CIPHER")
        c.string()


def _limits(c: Cursor, *others: str) -> None:
    word = c.expect(*_LIMITS, *others)
    while word:
        if word in _LIMITS:
            c.integer()
        elif word == "GRANT":
            c.expect("OPTION")
        word = c.take(*_LIMITS, *others)


def _account_option(c: Cursor) -> None:
    if c.take("ACCOUNT"):
        c.expect("LOCK", "UNLOCK")
        return
    c.expect_all("PASSWORD", "EXPIRE")
    if c.take("INTERVAL"):
        c.number("int", "long", "hex")
        c.expect("DAY")
    else:
        c.take("NEVER", "DEFAULT")


# --- privileges -------------------------------------------------------------------------------------------------------


def read_grant(c: Cursor) -> Other:
    if c.take("PROXY"):
        c.expect("ON")
        user(c)
        c.expect("TO")
        _authenticated_users(c)
        if c.take("WITH"):
            c.expect_all("GRANT", "OPTION")
        return Other("grant", complete=True)
    _privileges(c)
    c.need("ON", ",")
    _object(c)
    c.expect("TO")
    _authenticated_users(c)
    _requirements(c)
    if c.take("WITH"):
        _limits(c, "GRANT")
    return Other("grant", complete=True)


def read_revoke(c: Cursor) -> Other:
    if c.take("PROXY"):
        c.expect("ON")
        user(c)
    else:
        every = c.key == "ALL"
        _privileges(c)
        if every and c.take(","):
            c.expect_all("GRANT", "OPTION")
        else:
            c.need("ON", ",")
            _object(c)
    c.expect("FROM")
    _users(c)
    return Other("revoke", complete=True)


def _privileges(c: Cursor) -> None:
    if c.take("ALL"):
        c.take("PRIVILEGES")
        return
    while True:
        _privilege(c)
        if not c.take(","):
            return


def _privilege(c: Cursor) -> None:
    if c.take(*_COLUMN_PRIVILEGES):
        if c.key == "(":
            name_list(c)
        return
    if c.take(*_PLAIN_PRIVILEGES):
        return
    word = c.take(*_SECOND_WORDS)
    if not word:
        c.refuse("a privilege")
    if word in _ALONE_AS_WELL and c.key not in _SECOND_WORDS[word]:
        return
    if c.expect(*_SECOND_WORDS[word]) == "TEMPORARY":
        c.expect("TABLES")


def _object(c: Cursor) -> None:
    c.take("TABLE", "FUNCTION", "PROCEDURE")
    if c.take("*"):
        if c.take("."):
            c.expect("*")
        return
    if c.is_name() and c.ahead(1) == "." and c.ahead(2) == "*":
        c.i += 3
        return
    c.table()
