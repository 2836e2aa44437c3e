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

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.records.batch import RecordBatch
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
    from kafkawire.records.header import patch_batch
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
    "BatchBuilder": ".builder",
    "BatchReader": ".reader",
    "Columns": ".columns",
    "ControlRecord": ".control",
    "ControlRecordType": ".control",
    "EndTxnMarker": ".control",
    "Header": ".record",
    "LegacyBatch": ".legacy",
    "Record": ".record",
    "RecordBatch": ".batch",
    "RecordLike": ".builder",
    "TimestampType": ".record",
    "control_key": ".control",
    "convert": ".conversion",
    "decode_control_record": ".control",
    "patch_batch": ".header",
    "read_batches": ".reader",
    "read_control_record": ".control",
    "seal_batch": ".builder",
    "split_batches": ".reader",
    "write_batch": ".builder",
    "write_end_txn_marker": ".builder",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOMES)
