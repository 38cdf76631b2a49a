"""A change refers to scripts, changes, tables and a system that exist, and does not depend on itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from specproof.specs.content import Content
from specproof.specs.load import Document
from specproof.specs.problem import Problem
from specproof.specs.sentences import nearest, problem


def check(path: str, content: Content) -> Iterator[Problem]:
    document = content.documents[path]
    value = document.value
    folder = PurePosixPath(path).parent
    if value["id"] != folder.name:
        what = f"The change is '{value['id']}', but its folder is called '{folder.name}'."
        yield problem(document, ("id",), "spec.wrong-name", what, "Make the two equal.")
    for role, script in value["scripts"].items():
        if not content.has(f"{folder}/{script}"):
            what = f"There is no file {script} beside the change."
            yield problem(document, ("scripts", role), "spec.dangling", what, "Add the script, or correct its name.")
    yield from _depends(document, folder.parent, content)
    yield from _expected(document, content)


def _depends(document: Document, changes: PurePosixPath, content: Content) -> Iterator[Problem]:
    for index, other in enumerate(document.value["depends"]):
        if not content.has(f"{changes}/{other}/change.yaml"):
            what = f"There is no change '{other}'."
            yield problem(document, ("depends", index), "spec.dangling", what, "Name a change of ddl/changes.")
        elif other >= document.value["id"]:
            # Numbers grow, so a change that depends on lower ones only can be in no cycle.
            what = f"The change depends on '{other}', which does not come before it."
            yield problem(
                document, ("depends", index), "spec.cycle", what, "Depend on changes with a lower number only."
            )


def _expected(document: Document, content: Content) -> Iterator[Problem]:
    value = document.value
    path = f"specs/{value['system']}/schema.yaml"
    if not content.has(path):
        what = f"The system '{value['system']}' has no {path}."
        yield problem(document, ("system",), "spec.dangling", what, "Name a system that declares tables.")
        return
    schema = content.documents.get(path)
    declared = schema.value.get("tables") if schema and isinstance(schema.value, dict) else None
    if not isinstance(declared, list):
        return  # the file has problems of its own
    tables = [str(table.get("name")) for table in declared if isinstance(table, dict)]
    for index, name in enumerate(value["expected"]["tables"]):
        if name not in tables:
            what = f"{path} declares no table '{name}'.{nearest(name, tables)}"
            yield problem(document, ("expected", "tables", index), "spec.dangling", what, "Name a table of that file.")
