"""What the records of consumer groups and of share groups have in common: one state of a group turned into the next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from struct import Struct
from typing import TypeVar
from uuid import UUID

from kafkawire.broker.metadata.internal_topic import Entry
from kafkawire.message import Message

__all__ = ["by_topic", "changed", "entry"]

_INT16 = Struct(">h")
_VERSION = 0
T = TypeVar("T")


def entry(kind: int, key: Message, value: Message | None) -> Entry:
    """The record of that type with a key and a value, or the one (None) that removes it."""
    stored = None if value is None else _INT16.pack(_VERSION) + value.encode(_VERSION)
    return _INT16.pack(kind) + key.encode(_VERSION), stored


def changed(before: Mapping[str, T], after: Mapping[str, T]) -> dict[str, T]:
    """The entries of `after` that are new or different."""
    return {name: value for name, value in after.items() if before.get(name) != value}


def by_topic(places: Iterable[tuple[UUID, int]]) -> list[tuple[UUID, list[int]]]:
    """Partitions by the id of their topic, in order."""
    topics: defaultdict[UUID, list[int]] = defaultdict(list)
    for topic, index in sorted(places):
        topics[topic].append(index)
    return list(topics.items())
