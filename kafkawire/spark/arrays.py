"""Arrow arrays over numpy's memory.

`pyarrow.array` and `pyarrow.scalar` look whether they are given something of pandas, and import it to see. That takes
longer than all else that a Python worker does for a first query, so arrays are made of their buffers here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

__all__ = ["bits", "gather", "numbers", "repeated"]

_LARGE = 256  # bytes of a slice, on average, from which on copying it costs more than looking at it


def numbers(values: Any, kind: pa.DataType, *, null: Any = None) -> pa.Array:
    """The numbers of an array whose items are as wide as those of `kind`; where `null` is true there is none."""
    valid = None if null is None else _packed(~null)
    return pa.Array.from_buffers(kind, len(values), [valid, pa.py_buffer(np.ascontiguousarray(values))])


def bits(values: Any) -> pa.Array:
    """An array of booleans."""
    return pa.Array.from_buffers(pa.bool_(), len(values), [None, _packed(values)])


def repeated(text: str, count: int) -> pa.Array:
    """One string, `count` times."""
    data = text.encode()
    ends = np.arange(count + 1, dtype=np.int32) * len(data)
    return pa.Array.from_buffers(pa.string(), count, [None, pa.py_buffer(ends), pa.py_buffer(data * count)])


def gather(data: pa.Buffer, starts: Any, lengths: Any) -> pa.Array:
    """A binary array of the slices of `data`, in order of their position; a length of -1 makes a null.

    A binary array of Arrow is bytes plus offsets into them, each element ending where the next begins. So `data` serves
    as the bytes, and the offsets go gap, key, gap, key ...: every second element is a key, and one `take` in Arrow
    copies those out.
    """
    count = len(starts)
    null = lengths < 0
    edges = np.zeros(2 * count + 2, np.int32)
    edges[1:-1:2] = starts
    edges[2:-1:2] = starts + lengths
    mask = None
    if null.any():
        # A null's start means nothing: let it begin where its predecessor ends, since offsets must not decrease.
        edges[1:-1:2][null] = edges[2:-1:2][null] = 0
        np.maximum.accumulate(edges[:-1], out=edges[:-1])
        mask = null
    edges[-1] = edges[-2]
    slices = pa.Array.from_buffers(pa.binary(), 2 * count + 1, [None, pa.py_buffer(edges), data])
    if mask is None and int(edges[-1]) - int(edges[0]) > _LARGE * count:
        return slices.take(numbers(_with_empty_ones(count), pa.int32())).slice(0, count)
    return slices.take(numbers(np.arange(1, 2 * count, 2, dtype=np.int32), pa.int32(), null=mask))


def _with_empty_ones(count: int) -> Any:
    """Every second slice, and as often the empty one at the end.

    Arrow makes room for as many bytes as that number of slices has on average. For every second slice alone that is
    half of what large values need, and it would copy them all once more to make it larger.
    """
    indices = np.full(2 * count, 2 * count, np.int32)
    indices[:count] = np.arange(1, 2 * count, 2)
    return indices


def _packed(values: Any) -> pa.Buffer:
    return pa.py_buffer(np.packbits(values, bitorder="little"))
