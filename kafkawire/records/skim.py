"""Looking through the records of a batch without making anything of them, as a broker does before it stores one.

What is looked at is structure: sizes that add up, timestamps, offset deltas. A run of records that are built alike is
judged by strided slices (`runs.py`), many records of other kinds by arrays (`vectors.py`) if numpy is loaded, any other
record by a straight loop, and whatever these did not expect is left to the careful reader, which `walk` is for all
records. Who falls back to whom is on one page, `docs/design/records.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from kafkawire.errors import InvalidLength, InvalidVarint, LimitExceeded, Truncated
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.records.careful import RecordShape, read_fields, read_span
from kafkawire.records.runs import Structure, stretches
from kafkawire.records.tables import BLOB_SPAN, LENGTH_1, SIGNED_1, SIGNED_2, SIGNED_3, SPAN
from kafkawire.records.vectors import edges_of, numpy_at_hand, parse_all
from kafkawire.varint import read_varlong

__all__ = ["WORTH_VECTORS", "Skimmed", "join", "skim_records", "walk"]

WORTH_VECTORS = 250
"""Records of a batch; fewer are looked through sooner by the loop than numpy is called."""

_SHORTEST_RUN, _FIRST_WINDOW = 8, 256
_FIRST_LOOK = 3  # records before a look for a run
_MISSED = (TypeError, IndexError, InvalidVarint, Truncated)  # how a record shows that is not for the loop
_MOST_HEADERS = DEFAULT_LIMITS.max_headers_per_record  # of one record; with more of them readers refuse it
_NEVER = 1 << 62


class Skimmed(NamedTuple):
    """What the records of a batch have in common. Deltas are those of the timestamps, in ms."""

    first_delta: int
    smallest_delta: int
    largest_delta: int
    is_in_order: bool
    """Whether the offset deltas are 0, 1, 2 and so on."""
    lacks_key: bool
    """Whether the key of any record is null."""


def join(found: Sequence[Skimmed]) -> Skimmed:
    """What records have in common that were looked through some by some."""
    return Skimmed(
        found[0].first_delta,
        min(one.smallest_delta for one in found),
        max(one.largest_delta for one in found),
        all(one.is_in_order for one in found),
        any(one.lacks_key for one in found),
    )


def walk(buf: bytes, pos: int, end: int, count: int) -> Iterator[RecordShape]:
    """The shapes of `count` records that fill `buf[pos:end]` exactly.

    Raises `InvalidVarint` where the size of a record cannot be read, and `InvalidLength` or `Truncated` for anything
    else that does not fit.
    """
    for _ in range(count):
        shape = _read_shape(buf, pos, end)
        pos = shape.stop
        yield shape
    if pos != end:
        raise InvalidLength(f"{end - pos} bytes are left after the last of {count} records")


def skim_records(  # noqa: C901 - the hot loop, without calls
    buf: bytes, pos: int, end: int, count: int, number: int = 0, most_headers: int = _NEVER
) -> Skimmed:
    """Look through `count` records, at least one, that fill `buf[pos:end]` exactly. Raises as `walk` does.

    The first of them should have the offset delta `number`. `LimitExceeded`: they have more than `most_headers`.
    """
    first, smallest, largest = None, 1 << 63, -(1 << 63)
    is_in_order, lacks_key = True, False
    signed_1, signed_2, signed_3, length_1, span, blob_span = SIGNED_1, SIGNED_2, SIGNED_3, LENGTH_1, SPAN, BLOB_SPAN
    look = _FIRST_LOOK if count >= _SHORTEST_RUN else count
    may_try_vectors = count >= WORTH_VECTORS
    start = pos
    stop_number = number + count
    while number < stop_number:
        try:
            for _ in repeat(None, min(look, stop_number - number)):
                previous, start = start, pos
                low = buf[pos]
                if low < 0x80:
                    stop = pos + span[low][0]
                    pos += 2
                elif (second := buf[pos + 1]) < 0x80:
                    stop = pos + span[low][second]
                    pos += 3
                else:
                    stop = pos + 3 + signed_2[low][second] + signed_3[low][buf[pos + 2]]
                    pos += 4

                low = buf[pos]
                if low < 0x80:
                    delta = signed_1[low]
                    pos += 1
                elif (second := buf[pos + 1]) < 0x80:
                    delta = signed_2[low][second]
                    pos += 2
                elif (third := buf[pos + 2]) < 0x80:
                    delta = signed_2[low][second] + signed_3[low][third]
                    pos += 3
                else:
                    delta, pos = read_varlong(buf, pos)

                low = buf[pos]
                if low < 0x80:
                    if signed_1[low] != number:
                        is_in_order = False
                    pos += 1
                elif (second := buf[pos + 1]) < 0x80:
                    if signed_2[low][second] != number:
                        is_in_order = False
                    pos += 2
                else:
                    if signed_2[low][second] + signed_3[low][buf[pos + 2]] != number:
                        is_in_order = False
                    pos += 3

                low = buf[pos]
                if low == 1:
                    lacks_key = True
                pos += blob_span[low][buf[pos + 1]]

                low = buf[pos]
                size = blob_span[low][second := buf[pos + 1]]
                if size is None:
                    size = 3 + signed_2[low][second] + signed_3[low][buf[pos + 2]]
                    if size < 3:
                        break
                pos += size

                headers = buf[pos]
                pos += 1
                if headers:
                    for _ in repeat(None, length_1[headers]):
                        pos += 1 + length_1[buf[pos]]
                        pos += blob_span[buf[pos]][buf[pos + 1]]
                if pos != stop or stop > end:
                    break
                if delta < smallest:
                    smallest = delta
                if delta > largest:
                    largest = delta
                if first is None:
                    first = delta
                number += 1
                if headers:
                    most_headers -= headers >> 1
                    if most_headers < 0:
                        raise LimitExceeded("the records have many headers")
            else:
                left = stop_number - number
                if left >= _SHORTEST_RUN and pos - start == start - previous:
                    taken, low, high, is_run_in_order = _skim_run(buf, start, pos, end, left, number)
                    if taken:
                        smallest, largest = min(smallest, low), max(largest, high)
                        is_in_order = is_in_order and is_run_in_order
                        number += taken
                        pos += taken * (pos - start)
                        look = _FIRST_LOOK
                        continue
                if may_try_vectors and left >= WORTH_VECTORS and look > _FIRST_LOOK:
                    rest = _skim_by_vectors(buf, pos, end, left, number, most_headers)
                    may_try_vectors = False  # it is tried once
                    if rest is not None:
                        return join([Skimmed(first or 0, smallest, largest, is_in_order, lacks_key), rest])
                look *= 2
                continue
        except _MISSED:
            pass
        shape = _read_shape(buf, start, end, min(most_headers, _MOST_HEADERS))
        delta, pos = shape.timestamp_delta, shape.stop
        smallest, largest = min(smallest, delta), max(largest, delta)
        if first is None:
            first = delta
        if shape.key_size < 0:
            lacks_key = True
        if shape.offset_delta != number:
            is_in_order = False
        most_headers -= shape.headers
        number += 1
    if pos != end:
        raise InvalidLength(f"{end - pos} bytes are left after the last of {count} records")
    return Skimmed(first or 0, smallest, largest, is_in_order, lacks_key)


def _read_shape(buf: bytes, pos: int, end: int, most_headers: int = _MOST_HEADERS) -> RecordShape:
    start, stop = read_span(buf, pos, end)
    try:
        return read_fields(buf, start, stop, most_headers)
    except InvalidVarint as exc:
        raise InvalidLength(str(exc)) from exc


def _skim_by_vectors(buf: bytes, pos: int, end: int, count: int, number: int, most_headers: int) -> Skimmed | None:
    """Look through all records that are left at once. None without numpy, and if they are not as they should be."""
    numpy = numpy_at_hand()
    edges = edges_of(numpy, buf, pos, end, count) if numpy else None
    found = parse_all(numpy, buf, *edges, DEFAULT_LIMITS) if edges else None
    if found is None:
        return None
    offset, timestamp, _, key_length, *_, headers = found
    if headers.sum() > most_headers:
        raise LimitExceeded("the records have many headers")
    return Skimmed(
        int(timestamp[0]),
        int(timestamp.min()),
        int(timestamp.max()),
        bool((offset == numpy.arange(number, number + count)).all()),
        bool((key_length < 0).any()),
    )


def _skim_run(buf: bytes, model: int, pos: int, end: int, most: int, number: int) -> tuple[int, int, int, bool]:
    """Look at up to `most` records built like the one at `model`; the first should have the offset delta `number`.

    Returns how many there are, their smallest and largest timestamp delta, and whether they are in order.
    """
    structure = Structure(buf, model)
    stride, taken, is_in_order = pos - model, 0, True
    smallest = largest = 0
    for at, n in stretches(buf, model, pos, end, most, structure, _FIRST_WINDOW, _SHORTEST_RUN):
        stop = at + n * stride
        offsets = structure.offsets(buf, at, stop, stride, 0)
        expected = range(number + taken, number + taken + n)
        if offsets != expected and list(offsets) != list(expected):
            is_in_order = False
        times = list(structure.times(buf, at, stop, stride, 0))
        low, high = min(times), max(times)
        if not taken or low < smallest:
            smallest = low
        if not taken or high > largest:
            largest = high
        taken += n
    return taken, smallest, largest, is_in_order
