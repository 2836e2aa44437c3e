"""Tasks of about one size in bytes (`maxBytesPerPartition`), where offsets say little: records of a partition differ.

How many bytes lie between two offsets is estimated from small fetches at places spread over the range. Each cut is then
moved to where the batch there begins, so that no batch is fetched and decompressed by two tasks.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import accumulate, pairwise

from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.spark.offsets import OffsetRange

__all__ = ["split_by_bytes"]

_SAMPLES = 16  # places of a range that are looked at
_WORTH_IT = 64 * 1024  # bytes that come with a look anyway: no task need be smaller

Look = Callable[[OffsetRange, int], FetchedRange]
"""A small piece of a range, from an offset on. May raise what a fetch raises."""


def split_by_bytes(whole: OffsetRange, most: int, look: Look) -> list[OffsetRange]:
    """Cut a range so that each part has about `most` bytes, as they are stored, or less; cuts are between batches."""
    edges = _places(whole)
    sizes = [_density(look(whole, a)) * (b - a) for a, b in pairwise(edges)]
    count = math.ceil(sum(sizes) / max(most, _WORTH_IT))
    wanted = [_offset_at(edges, sizes, sum(sizes) * part / count) for part in range(1, count)]
    aligned = {_begin_of_batch(look(whole, offset), offset) for offset in wanted}
    cuts = sorted({whole.start, whole.end, *(cut for cut in aligned if whole.start < cut < whole.end)})
    return [OffsetRange(whole.tp, a, b) for a, b in pairwise(cuts)]


def _places(whole: OffsetRange) -> list[int]:
    count = min(_SAMPLES, len(whole))
    return [whole.start + len(whole) * part // count for part in range(count + 1)]


def _density(piece: FetchedRange) -> float:
    """Bytes for each offset."""
    first, last = piece.batches[0], piece.batches[-1]
    begin = piece.start if first.source is None else min(first.source.base_offset, piece.start)
    return piece.size / (last.last_offset + 1 - begin)


def _offset_at(edges: list[int], sizes: list[float], wanted: float) -> int:
    """The offset before which there are about `wanted` bytes."""
    for (a, b), size, end in zip(pairwise(edges), sizes, accumulate(sizes), strict=True):
        if wanted <= end:
            return b - round((b - a) * (end - wanted) / size)
    return edges[-1]


def _begin_of_batch(piece: FetchedRange, offset: int) -> int:
    """Where the batch with this offset begins; batches that are not to be seen do not say, and may be cut."""
    source = piece.batches[0].source
    return offset if source is None else source.base_offset
