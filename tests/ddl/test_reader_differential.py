"""The strict reader against a real 5.7: statements drawn from a grammar, whole and broken, refused by both or none."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from specproof import engines
from specproof.ddl.reader import read
from specproof.ddl.splitter import read_script
from specproof.ddl.syntax import Reading
from specproof.engines.base import Address, Session, SqlError

SYNTAX_ERROR = 1064
SEED = 57
DRAWN = 600
GRAMMAR = Path(__file__).parent.parent / "golden" / "ddl-reader" / "grammar.txt"
STRANGERS = [
    *",()=*-",
    "NOT",
    "NULL",
    "KEY",
    "INT",
    "a",
    "1",
    "'x'",
    "DEFAULT",
    "TABLE",
    "COLUMN",
    "CHECK",
    "IF",
    "AS",
    "IN",
]
DEEPEST = 7


class Grammar:
    """Draws sentences; the same seed gives the same sentences."""

    def __init__(self, text: str, seed: int) -> None:
        self.rules: dict[str, list[list[str]]] = {}
        self.random = random.Random(seed)
        for line in text.splitlines():
            if line and not line.startswith("#"):
                name, _, alternatives = line.partition(" = ")
                self.rules[name] = [alternative.split() for alternative in re.split(r" (?<!\\)\| ", alternatives)]

    def draw(self, rule: str = "statement", depth: int = 0) -> list[str]:
        alternatives = self.rules[rule]
        if depth > DEEPEST:
            # Deep inside, only alternatives that lead no further, where there are any.
            flat = [words for words in alternatives if not any(self.reference(word) for word in words)]
            alternatives = flat or alternatives[:1]
        return [token for word in self.random.choice(alternatives) for token in self.expand(word, depth)]

    def expand(self, word: str, depth: int) -> Iterator[str]:
        reference = self.reference(word)
        if reference is None:
            yield from () if word == "_" else (self.literal(word, depth),)
            return
        name, mark = reference
        if mark == "?" and self.random.random() > 0.35:
            return
        count = {"+": self.random.randint(1, 3), "*": self.random.randint(0, 2)}.get(mark, 1)
        for i in range(count):
            if i and mark == "+":
                yield ","
            yield from self.draw(name, depth + 1)

    @staticmethod
    def reference(word: str) -> tuple[str, str] | None:
        found = re.fullmatch(r"<([a-z]+)([?+*]?)>", word)
        return (found[1], found[2]) if found else None

    def literal(self, word: str, depth: int) -> str:
        """A word as it stands; rules inside it (`lower(<expr>)`) are drawn and glued."""
        return re.sub(r"<([a-z]+)>", lambda found: " ".join(self.draw(found[1], depth + 1)), word)

    def broken(self, tokens: list[str]) -> list[str]:
        """The same with a token dropped, doubled, swapped, replaced, or one put in."""
        tokens = list(tokens)
        i = self.random.randrange(len(tokens))
        match self.random.randrange(5):
            case 0 if len(tokens) > 1:
                del tokens[i]
            case 1:
                tokens.insert(i, tokens[i])
            case 2 if i + 1 < len(tokens):
                tokens[i], tokens[i + 1] = tokens[i + 1], tokens[i]
            case 3:
                tokens[i] = self.random.choice(STRANGERS)
            case _:
                tokens.insert(i, self.random.choice(STRANGERS))
        return tokens


def statements() -> Iterator[str]:
    grammar = Grammar(GRAMMAR.read_text(encoding="utf-8"), SEED)
    for _ in range(DRAWN):
        tokens = grammar.draw()
        yield " ".join(tokens)
        yield " ".join(grammar.broken(tokens))


def reading(sql: str) -> Reading | None:
    script = read_script(sql.encode(), "drawn.sql")
    return read(script.statements[0], script) if len(script.statements) == 1 else None


def server_errno(session: Session, sql: str) -> int:
    """What the server says when it only parses: PREPARE runs nothing."""
    try:
        session.query("PREPARE drawn FROM %s", (sql,))
    except SqlError as refused:
        return refused.errno
    return 0


@pytest.fixture
def session(mysql57_database: Address) -> Iterator[Session]:
    session = engines.find("mysql-5.7").connect(mysql57_database)
    yield session
    session.close()


def disagrees(ours: Reading, server: int) -> bool:
    mine = ours.problem.errno if ours.problem else 0
    if ours.problem and ours.problem.construct == "subquery-in-generated-column":
        return False  # met when the server reads its own definition again, which PREPARE does not do
    if mine == SYNTAX_ERROR and server not in (0, SYNTAX_ERROR):
        return False  # the server stopped earlier, at a name or a value
    return (mine == SYNTAX_ERROR) != (server == SYNTAX_ERROR)


@pytest.mark.engine
def test_reader_and_server_refuse_the_same(session: Session):
    differences: list[tuple[str, int, str]] = []
    refused = accepted = 0
    for sql in statements():
        ours = reading(sql)
        if ours is None:
            continue
        server = server_errno(session, sql)
        refused += server == SYNTAX_ERROR
        accepted += server != SYNTAX_ERROR
        if disagrees(ours, server):
            differences.append((sql, server, ours.problem.message if ours.problem else "accepted"))
    assert differences == []
    assert refused > DRAWN // 3
    assert accepted > DRAWN // 3


def test_the_grammar_is_closed():
    grammar = Grammar(GRAMMAR.read_text(encoding="utf-8"), SEED)
    used = {
        name
        for rule in grammar.rules.values()
        for words in rule
        for word in words
        for name in re.findall(r"<([a-z]+)[?+*]?>", word)
    }
    assert used | {"statement"} == set(grammar.rules)


def test_whole_statements_are_mostly_read():
    """Without a server: what is drawn from the grammar and not broken is read, but for what is wrong on purpose."""
    grammar = Grammar(GRAMMAR.read_text(encoding="utf-8"), SEED + 1)
    verdicts = [reading(" ".join(grammar.draw())) for _ in range(300)]
    read_well = [found for found in verdicts if found is not None and found.problem is None]
    assert len(read_well) > 240
