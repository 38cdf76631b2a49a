"""The mirror of the unresolved fields of an observation graph, in the order of the document.

It refuses to add a reason of its own: what it names stands in the fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from specproof.reference.qbd.index import Index
from specproof.reference.qbd.law import Law


def unresolved(law: Law, observations: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """One unresolved_field for each."""
    names = [one["name"] for one in law.observation["objects"]["unresolved_field"]["members"]]
    for field in Index(observations).fields():
        if field["status"] == law.observation["unresolved_fields"]["mirrors"]["status"]:
            yield {name: field[name] for name in names}
