"""Looking through the records of a batch without making anything of them, as a broker does before it stores one.

What is looked at is structure: sizes that add up, timestamps, offset deltas. A run of records that are built alike is
judged by strided slices (`runs.py`), any other record by a few bytes, and whatever the loop did not expect is left to
the careful reader, which `walk` is for all records. Who falls back to whom is on one page, `docs/design/records.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import NamedTuple

from kafkawire.errors import InvalidLength, InvalidVarint, LimitExceeded
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.records.careful import RecordShape, read_fields, read_span
from kafkawire.records.guess import MISSED, Widths, widths_at
from kafkawire.records.runs import Structure, stretches
from kafkawire.records.tables import SIGNED_1, SIGNED_2
from kafkawire.varint import read_varint

__all__ = ["Skimmed", "skim_records", "walk"]

_SHORTEST_RUN, _FIRST_WINDOW = 8, 256
_MOST_GUESSED = 126  # headers of a record, twice: what one byte of a varint holds
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
    widths: Widths | None = None
    last_size = -1  # the raw size of the record before, and how often in a row it was that
    alike = 0
    patience = 1  # how often before a run is tried; grows with every try in vain
    stop_number = number + count
    while number < stop_number:
        if widths is not None:
            unpack, sizes, times, offsets, keys, size_width, head_width = widths
            try:
                for _ in repeat(None, stop_number - number):
                    raw_size, raw_time, raw_offset, raw_key = unpack(buf, pos)
                    stop = pos + size_width + sizes[raw_size]
                    delta = times[raw_time]
                    ahead = offsets[raw_offset] - number  # no varint of that width is None, which shows here
                    key = keys[raw_key]
                    there = pos + head_width
                    if key > 0:
                        there += key
                    elif key < -1:
                        break
                    length = buf[there]
                    if length < 0x80:
                        length = SIGNED_1[length]
                        there += 1
                    elif buf[there + 1] < 0x80:
                        length = SIGNED_2[length << 8 | buf[there + 1]]
                        there += 2
                    else:
                        length, there = read_varint(buf, there)
                    if length > 0:
                        there += length
                    elif length < -1:
                        break
                    headers = buf[there]
                    there += 1
                    if headers:
                        if headers & 1 or headers > _MOST_GUESSED:
                            break
                        for _ in repeat(None, headers >> 1):
                            length = SIGNED_1[buf[there]]
                            if length < 0:
                                there = -1  # never where a record stops
                                break
                            there += 1 + length
                            length = buf[there]
                            if length < 0x80:
                                length = SIGNED_1[length]
                                there += 1
                            else:
                                length = SIGNED_2[length << 8 | buf[there + 1]]
                                there += 2
                            if length > 0:
                                there += length
                            elif length < -1:
                                there = -1
                                break
                    if there != stop or stop > end:
                        break
                    if delta < smallest:  # and here, before anything is noted
                        smallest = delta
                    if delta > largest:
                        largest = delta
                    if first is None:
                        first = delta
                    if key < 0:
                        lacks_key = True
                    if ahead:
                        is_in_order = False
                    number += 1
                    previous, pos = pos, stop
                    if headers:
                        most_headers -= headers >> 1
                        if most_headers < 0:
                            break
                    if raw_size != last_size:
                        last_size = raw_size
                        alike = 0
                    else:
                        alike += 1
                        if alike >= patience and stop_number - number >= _SHORTEST_RUN:
                            alike = 0
                            taken, low, high, is_run_in_order = _skim_run(
                                buf, previous, pos, end, stop_number - number, number
                            )
                            if taken:
                                smallest, largest = min(smallest, low), max(largest, high)
                                is_in_order = is_in_order and is_run_in_order
                                number += taken
                                pos += taken * (pos - previous)
                                widths = None  # the next record is another kind
                                break
                            patience *= 2
            except MISSED:
                pass
            if most_headers < 0:
                raise LimitExceeded("the records have many headers")
            if number == stop_number:
                break
        found = widths_at(buf, pos)
        if found is not widths and found is not None:
            widths = found
            continue
        shape = _read_shape(buf, pos, end, min(most_headers, _MOST_HEADERS))
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
