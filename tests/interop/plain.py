"""Answers as plain trees of dicts, lists, numbers and texts, so that they can be compared, printed and kept as JSON.

Ids, addresses and paths are different on every broker. `Names` knows what such a value stands for; in the tree the name
takes its place, so that "the id of topic t" is compared and not sixteen random bytes.
"""

from __future__ import annotations

import base64
from typing import Any

from kafkawire.errors import KafkaWireError
from kafkawire.records import read_batches

__all__ = ["Names", "Tree", "plain"]

Tree = Any
_SHORTEST = 8  # a text that is looked for inside of other texts must not be there by accident


class Names:
    """What the values of one broker stand for."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._numbers: dict[tuple[str, int], str] = {}

    def text(self, value: str, name: str) -> None:
        """Let a text be known by a name, also inside of longer ones."""
        if value.strip("A"):  # neither nothing nor an id of zeros
            self._texts[value] = f"<{name}>"

    def number(self, field: str, value: int, name: str) -> None:
        """Let a number be known by a name where it stands in that field."""
        self._numbers[field, value] = f"<{name}>"

    def put_into(self, tree: Tree, field: str = "") -> Tree:
        """The tree with names in the place of values."""
        if isinstance(tree, dict):
            return {key: self.put_into(value, key) for key, value in tree.items()}
        if isinstance(tree, list):
            return [self.put_into(value, field) for value in tree]
        if isinstance(tree, str):
            return self._named(tree)
        return self._numbers.get((field, tree), tree) if isinstance(tree, int) else tree

    def _named(self, text: str) -> str:
        if text in self._texts:
            return self._texts[text]
        for value in sorted(self._texts, key=len, reverse=True):
            if len(value) >= _SHORTEST:
                text = text.replace(value, self._texts[value])
        return text


def plain(message: Any, version: int) -> Tree:
    """A message as a tree, with the fields of its version. Record fields are shown as batches."""
    return _with_batches(message.to_json(version))


def _with_batches(tree: Tree) -> Tree:
    if isinstance(tree, dict):
        return {
            key: _batches(base64.b64decode(value))
            if key == "records" and isinstance(value, str)
            else _with_batches(value)
            for key, value in tree.items()
        }
    return [_with_batches(value) for value in tree] if isinstance(tree, list) else tree


def _batches(data: bytes) -> Tree:
    try:
        found = [_batch(batch) for batch in read_batches(data)]
    except KafkaWireError as exc:
        return {"unreadable": str(exc), "bytes": data.hex()}
    return {"bytes": len(data), "batches": found}


def _batch(batch: Any) -> Tree:
    return {
        "baseOffset": batch.base_offset,
        "magic": batch.magic,
        "attributes": batch.attributes,
        "leaderEpoch": batch.partition_leader_epoch,
        "producerId": batch.producer_id,
        "baseSequence": batch.base_sequence,
        "records": [
            [record.offset, record.timestamp, _text(record.key), _text(record.value), len(record.headers)]
            for record in batch
        ],
    }


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode("latin-1")
