"""The event stream of PyYAML: its C parser where the extension exists, its Python parser elsewhere.

The loader sees events only. Nothing here constructs values, so no tag of a file can reach a Python type.
"""

from __future__ import annotations

from typing import Any

import yaml

try:
    from yaml.cyaml import CParser  # type: ignore[attr-defined]  # - the stubs leave it out
except ImportError:  # PyYAML without libyaml: same events, some ten times slower
    CParser = None  # type: ignore[misc,assignment]  # - tells the two cases apart

SCALAR = yaml.ScalarEvent
ALIAS = yaml.AliasEvent
MAPPING_START = yaml.MappingStartEvent
MAPPING_END = yaml.MappingEndEvent
SEQUENCE_END = yaml.SequenceEndEvent


class Events:
    """The events of one text, in order. `next` raises one of `errors` on text that is not YAML."""

    errors = (yaml.YAMLError,)

    def __init__(self, text: str) -> None:
        parser: Any = CParser(text) if CParser is not None else yaml.SafeLoader(text)
        self.next = parser.get_event
        self._started = False

    def start_document(self) -> Any:
        """The event that opens the next document, or None at the end of the text."""
        if not self._started:
            self.next()
            self._started = True
        event = self.next()
        return event if isinstance(event, yaml.DocumentStartEvent) else None
