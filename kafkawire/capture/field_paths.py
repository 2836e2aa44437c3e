"""Which fields the messages of a set have, by their paths: `topics.name`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Literal

from kafkawire.message import Message
from kafkawire.message_set import MessageSet
from kafkawire.spec import StructSpec, spec_of

__all__ = ["has_field", "nearest_field"]

Part = Literal["request", "response"]
_LONGEST = 200  # characters that are compared


def has_field(messages: MessageSet, part: Part, steps: Sequence[str]) -> bool:
    """Whether a request, or a response, of the set has such a field. `steps` are names in Python."""
    return any(_leads(spec_of(cls).root, steps) for cls in _classes(messages, part))


def nearest_field(messages: MessageSet, part: Part, path: str) -> str | None:
    """The path that is most like one that there is not."""
    there = {known for cls in _classes(messages, part) for known in _paths(spec_of(cls).root)}
    return next(iter(get_close_matches(path[:_LONGEST], there, n=1)), None)


def _classes(messages: MessageSet, part: Part) -> Iterator[type[Message]]:
    for key in messages:
        yield from dict.fromkeys(messages.message_class(key, part, version) for version in messages.versions(key))


def _leads(struct: StructSpec, steps: Sequence[str]) -> bool:
    found = next((field for field in struct.fields if field.attr == steps[0]), None)
    if found is None or len(steps) == 1:
        return found is not None
    return found.struct is not None and _leads(found.struct, steps[1:])


def _paths(struct: StructSpec, above: str = "") -> Iterator[str]:
    for field in struct.fields:
        yield above + field.attr
        if field.struct is not None:
            yield from _paths(field.struct, f"{above}{field.attr}.")
