"""From columns to Arrow, without a Python object per record; loaded when somebody asks for it.

A binary array of Arrow is bytes plus offsets into them, each element ending where the next begins. So the bytes of the
columns serve as they are, with offsets that go gap, key, gap, key ...: every second element is a key, and one `take`
copies those out.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from kafkawire.records import Columns

__all__ = ["record_batch"]

_SCHEMA = pa.schema(
    [
        pa.field("offset", pa.int64(), nullable=False),
        pa.field("timestamp", pa.timestamp("ms", tz="UTC")),
        pa.field("key", pa.binary()),
        pa.field("value", pa.binary()),
    ]
)


def record_batch(columns: Columns) -> pa.RecordBatch:
    """Columns offset, timestamp (null for -1), key and value."""
    data = pa.py_buffer(columns.data)
    timestamps = np.asarray(columns.timestamps)
    arrays = [
        pa.array(np.asarray(columns.offsets)),
        pa.array(timestamps, pa.int64(), mask=timestamps == -1).cast(pa.timestamp("ms", tz="UTC")),
        _gather(data, np.asarray(columns.key_starts), np.asarray(columns.key_lengths)),
        _gather(data, np.asarray(columns.value_starts), np.asarray(columns.value_lengths)),
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=_SCHEMA)


def _gather(data: pa.Buffer, starts: Any, lengths: Any) -> pa.Array:
    """The slices of `data`, in order of their position; a length of -1 makes a null."""
    count = len(starts)
    null = lengths < 0
    edges = np.zeros(2 * count + 1, np.int64)
    edges[1::2] = np.where(null, 0, starts)
    edges[2::2] = np.where(null, 0, starts + lengths)
    np.maximum.accumulate(edges, out=edges)  # a null lies where its predecessor ends
    slices = pa.Array.from_buffers(pa.large_binary(), 2 * count, [None, pa.py_buffer(edges), data])
    return slices.take(pa.array(np.arange(1, 2 * count, 2), mask=null)).cast(pa.binary())
