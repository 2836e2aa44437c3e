"""Varints of whole columns, with numpy: the small pieces that lie between keys and values in a record.

A piece is built as a matrix with one row for each record and one column for each byte that it may take, and a mask of
those that it does take. Flattened through the mask, the rows lie one behind the other, which is what a binary array of
Arrow is made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

__all__ = ["binary_from_offsets", "pieces", "varint_sizes", "zigzag"]

Array = Any  # numpy.ndarray


def zigzag(values: Array) -> Array:
    """Signed numbers as the unsigned ones that a varint carries: 0, -1, 1, -2 ... become 0, 1, 2, 3 ..."""
    signed = values.astype(np.int64, copy=False)
    return ((signed << 1) ^ (signed >> 63)).view(np.uint64)


def varint_sizes(encoded: Array) -> Array:
    """How many bytes the varints of unsigned numbers take."""
    sizes = np.ones(len(encoded), np.int64)
    highest = int(encoded.max()) if len(encoded) else 0
    limit = 1 << 7
    while limit <= highest:
        sizes += encoded >= np.uint64(limit)
        limit <<= 7
    return sizes


def pieces(fields: Sequence[Array | int]) -> pa.Array:
    """For each record the varints of `fields` one behind the other, as a binary array.

    A field is an array of unsigned numbers (`zigzag`), or one byte that all records have.
    """
    rows = next(len(field) for field in fields if not isinstance(field, int))
    columns: list[tuple[Array | int, Array | None]] = []
    for field in fields:
        columns += [(field, None)] if isinstance(field, int) else _bytes_of(field)
    matrix = np.empty((rows, len(columns)), np.uint8)
    taken = np.ones((rows, len(columns)), bool)
    for at, (values, mask) in enumerate(columns):
        matrix[:, at] = values
        if mask is not None:
            taken[:, at] = mask
    if all(mask is None for _, mask in columns):
        ends = np.arange(rows + 1, dtype=np.int32) * len(columns)
        return binary_from_offsets(ends, matrix)
    ends = np.zeros(rows + 1, np.int32)
    np.cumsum(taken.sum(axis=1), out=ends[1:])
    return binary_from_offsets(ends, matrix[taken])


def _bytes_of(encoded: Array) -> list[tuple[Array, Array | None]]:
    """The bytes of varints, lowest first, each with a mask of the records that have it; None where all do."""
    found: list[tuple[Array, Array | None]] = []
    rest, mask = encoded, None
    while True:
        low, rest = rest & np.uint64(0x7F), rest >> np.uint64(7)
        more = rest > 0
        found.append((low | (more.astype(np.uint64) << np.uint64(7)), mask))
        if not more.any():
            return found
        mask = None if more.all() else more


def binary_from_offsets(offsets: Array, data: Array | pa.Buffer) -> pa.Array:
    """A binary array without nulls, over `data`; element i reaches from offset i to offset i + 1."""
    buffer = data if isinstance(data, pa.Buffer) else pa.py_buffer(np.ascontiguousarray(data))
    return pa.Array.from_buffers(
        pa.binary(), len(offsets) - 1, [None, pa.py_buffer(offsets.astype(np.int32, copy=False)), buffer]
    )
