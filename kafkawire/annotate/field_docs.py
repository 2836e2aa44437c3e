"""What fields are for: read from the source of their modules, where the text stands below each field."""

from __future__ import annotations

import ast
import inspect
import sys
from itertools import pairwise

from kafkawire.message import Message
from kafkawire.spec import StructSpec, spec_of

__all__ = ["BATCH_DOCS", "field_docs", "texts_below_fields"]

_DEEPEST = 20  # structs in structs

BATCH_DOCS = {
    "base_offset": "Offset of the first record.",
    "length": "Bytes that follow this field.",
    "batch_length": "Bytes that follow this field.",
    "partition_leader_epoch": "Epoch of the leader that took the batch; the checksum leaves it out.",
    "magic": "Format of the batch: 2, or 0 and 1 for message sets of old clients.",
    "crc": "Checksum of all that follows: CRC-32C, in formats 0 and 1 CRC-32.",
    "attributes": "Bits: compression, kind of timestamp, transactional, control, delete horizon.",
    "last_offset_delta": "Offset of the last record, counted from the base offset; compaction does not change it.",
    "base_timestamp": "Timestamp of the first record, in ms since 1970.",
    "max_timestamp": "Largest timestamp of a record, in ms since 1970.",
    "producer_id": "Id of an idempotent or transactional producer, -1 for others.",
    "producer_epoch": "Epoch of the producer; an older one is fenced.",
    "base_sequence": "Sequence number of the first record, by which a broker finds duplicates and gaps.",
    "record_count": "How many records there are.",
    "records": "The records, compressed together.",
    "timestamp": "In ms since 1970.",
    "timestamp_delta": "Timestamp, counted from the base timestamp.",
    "offset_delta": "Offset, counted from the base offset.",
    "key": "Chooses the partition, and what a compacted topic keeps.",
    "value": "What the record says; null deletes the key in a compacted topic.",
    "header_count": "How many headers there are.",
    "name": "Name of a header.",
}
"""Name -> text, for batches and the records in them."""


_DOCS: dict[type[Message], dict[str, str]] = {}


def field_docs(cls: type[Message]) -> dict[str, str]:
    """Path -> text, for all fields that have one. `[]` stands for each element: `topics[].name`."""
    if cls not in _DOCS:
        found: dict[str, str] = {}
        _fill(found, spec_of(cls).root, "", texts_below_fields(cls.__module__), _DEEPEST)
        _DOCS[cls] = found
    return _DOCS[cls]


def _fill(
    found: dict[str, str], struct: StructSpec, prefix: str, texts: dict[tuple[str, str], str], depth: int
) -> None:
    for field in struct.fields:
        path = f"{prefix}{field.attr}{'[]' * field.is_array}"
        if text := texts.get((struct.cls.__name__, field.attr)):
            found[path.removesuffix("[]")] = text
        if field.struct is not None and depth:
            _fill(found, field.struct, f"{path}.", texts, depth - 1)


def texts_below_fields(module: str) -> dict[tuple[str, str], str]:
    """(Class, field) -> the text below the field, for all classes of a module; nothing where there is no source."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except OSError:
        return {}
    found = {}
    for cls in tree.body:
        body = cls.body if isinstance(cls, ast.ClassDef) else []
        for field, below in pairwise(body):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    assert isinstance(cls, ast.ClassDef)
                    found[cls.name, name] = text
    return found
