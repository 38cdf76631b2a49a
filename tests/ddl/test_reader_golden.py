"""Readings of whole scripts, written out and compared with golden files that a person has read."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from specproof import resources
from specproof.ddl.reader import read
from specproof.ddl.script import Script
from specproof.ddl.splitter import read_script
from specproof.ddl.syntax import AlterTable, CreateTable, Expression, Name, SyntaxProblem, TableName, Word

CORPUS = Path(__file__).parent.parent / "golden" / "ddl-reader"
SCRIPTS = sorted(file.stem for file in CORPUS.glob("*.sql"))


def script_of(name: str) -> Script:
    file = CORPUS / f"{name}.sql"
    return read_script(file.read_bytes(), file.name)


def described(script: Script) -> Iterator[str]:
    for statement in script.statements:
        reading = read(statement, script)
        span = script.span(statement.start, statement.end)
        client = " client" if statement.client else ""
        yield f"{statement.number}: {span.line}:{span.column}-{span.end_line}:{span.end_column}{client}"
        for problem in (*([reading.problem] if reading.problem else []), *reading.notes):
            yield from refusal(script, problem)
        yield from tree(reading.structure, "  ")
    for problem in script.problems:
        line, column = script.position(problem.start)
        yield f"! {line}:{column} {problem.code}: {problem.message}"


def refusal(script: Script, problem: SyntaxProblem) -> Iterator[str]:
    line, column = script.position(problem.place[0])
    construct = f" [{problem.construct} {problem.since or '-'}]" if problem.construct else ""
    yield f"  ! {line}:{column} {problem.errno}{construct} {problem.message}"


def tree(value: object, indent: str) -> Iterator[str]:
    """One line a field that says something; places are left to the tests of positions."""
    if not is_dataclass(value):
        return
    yield f"{indent}{type(value).__name__}"
    for field in fields(value):
        content = getattr(value, field.name)
        if field.name == "place" or content in (None, (), "", False):
            continue
        if isinstance(content, tuple) and content and is_dataclass(content[0]) and not short(content[0]):
            yield f"{indent}  {field.name}:"
            for item in content:
                yield from tree(item, indent + "    ")
        elif is_dataclass(content) and not short(content):
            yield f"{indent}  {field.name}:"
            yield from tree(content, indent + "    ")
        else:
            yield f"{indent}  {field.name}: {shown(content)}"


def short(value: object) -> bool:
    return isinstance(value, Name | TableName | Word | Expression)


def shown(value: object) -> str:
    match value:
        case Name(value=text, quoted=quoted):
            return f"`{text}`" if quoted else text
        case TableName() | Word():
            return str(value) if isinstance(value, TableName) else value.value
        case Expression(text=text):
            return text
        case tuple() if all(isinstance(i, int) for i in value) and len(value) == 2:
            return str(value)
        case tuple():
            return "[" + ", ".join(shown(item) for item in value) + "]"
        case _:
            return str(value)


@pytest.mark.parametrize("name", SCRIPTS)
def test_reading(name: str, golden: Callable[[str, str], None]):
    golden(f"ddl-reader/{name}.txt", "\n".join(described(script_of(name))) + "\n")


def test_the_corpus_is_there():
    assert SCRIPTS == ["alter", "dump", "elsewhere", "partitions", "routines", "table", "types"]


def test_the_answer_delivery_change_is_understood_completely():
    file = resources.path("ddl", "changes", "0001-answer-delivery", "up.sql")
    script = read_script(file.read_bytes(), file.name)
    readings = [read(statement, script) for statement in script.statements]
    assert [type(reading.statement) for reading in readings] == [AlterTable, CreateTable, CreateTable]
    assert script.problems == ()
    outbox, context = readings[1].statement, readings[2].statement
    assert isinstance(outbox, CreateTable)
    assert isinstance(context, CreateTable)
    assert (len(outbox.elements), len(context.elements)) == (34, 25)
    assert [option.name for option in outbox.options] == ["engine", "charset", "collate", "comment"]
