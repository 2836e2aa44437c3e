"""Record batches and message sets: reading, writing and converting all three record formats.

```python
for batch in read_batches(data):
    for record in batch:
        print(record.offset, record.key, record.value)
data = write_batch([(0, 1700000000000, b"key", b"value", [("name", b"header")])], compression="zstd")
```

Names load on first use: the writing half costs a reader nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kafkawire.records.batch import RecordBatch, patch_batch
    from kafkawire.records.builder import BatchBuilder, RecordLike, seal_batch, write_batch, write_end_txn_marker
    from kafkawire.records.columns import Columns
    from kafkawire.records.control import (
        ControlRecord,
        ControlRecordType,
        EndTxnMarker,
        control_key,
        decode_control_record,
        read_control_record,
    )
    from kafkawire.records.conversion import convert
    from kafkawire.records.legacy import LegacyBatch
    from kafkawire.records.reader import BatchReader, read_batches, split_batches
    from kafkawire.records.record import Header, Record, TimestampType

__all__ = [
    "BatchBuilder",
    "BatchReader",
    "Columns",
    "ControlRecord",
    "ControlRecordType",
    "EndTxnMarker",
    "Header",
    "LegacyBatch",
    "Record",
    "RecordBatch",
    "RecordLike",
    "TimestampType",
    "control_key",
    "convert",
    "decode_control_record",
    "patch_batch",
    "read_batches",
    "read_control_record",
    "seal_batch",
    "split_batches",
    "write_batch",
    "write_end_txn_marker",
]

_HOMES = {
    "batch": ("RecordBatch", "patch_batch"),
    "builder": ("BatchBuilder", "RecordLike", "seal_batch", "write_batch", "write_end_txn_marker"),
    "columns": ("Columns",),
    "control": (
        "ControlRecord",
        "ControlRecordType",
        "EndTxnMarker",
        "control_key",
        "decode_control_record",
        "read_control_record",
    ),
    "conversion": ("convert",),
    "legacy": ("LegacyBatch",),
    "reader": ("BatchReader", "read_batches", "split_batches"),
    "record": ("Header", "Record", "TimestampType"),
}
_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
