"""Looking through the records of a batch without making anything of them, as a broker does before it stores one.

What is looked at is structure: sizes that add up, timestamps, offset deltas. A run of records that are built alike is
judged by strided slices (`runs.py`), any other record by a few bytes, and whatever the loop did not expect is left to
the careful reader, which `walk` is for all records. Who falls back to whom is on one page, `docs/design/records.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kafkawire.errors import InvalidLength, InvalidVarint, LimitExceeded
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.records.careful import RecordShape, read_fields, read_span
from kafkawire.records.runs import Structure, stretches

__all__ = ["Skimmed", "skim_records", "walk"]

_SHORTEST_RUN, _FIRST_WINDOW = 8, 256
_TWO_BYTES, _THREE_BYTES = 1 << 14, 1 << 21
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
    last_size = alike = 0
    stop_number = number + count
    patience = 1  # how often in a row a size must come before a run is tried; grows with every try in vain
    while number < stop_number:
        start = pos
        try:  # the usual record: short varints, no null value; anything else is for the careful reader
            size = buf[pos]
            pos += 1
            if size > 0x7F:
                size += (buf[pos] - 1) << 7
                pos += 1
            stop = pos + (size >> 1)
            delta = buf[pos + 1]  # the attributes before it have no meaning yet
            pos += 2
            if delta > 0x7F:
                delta += (buf[pos] - 1) << 7
                pos += 1
            offset = buf[pos]
            pos += 1
            if offset > 0x7F:
                offset += (buf[pos] - 1) << 7
                pos += 1
                if offset >= _TWO_BYTES:  # that one is not the last
                    offset += (buf[pos] - 1) << 14
                    pos += 1
                    if offset >= _THREE_BYTES:
                        stop = -1
            key = buf[pos]
            pos += 1
            if key != 1:
                pos += key >> 1
            value = buf[pos]
            pos += 1
            if value > 0x7F:
                value += (buf[pos] - 1) << 7
                pos += 1
            pos += value >> 1
            headers = buf[pos]
            pos += 1
            if headers:
                for _ in range(headers & 0xFE):  # a name and a value each
                    field = buf[pos]
                    pos += 1 + (field >> 1)
                    headers |= field & 0x81
            is_usual = (
                pos == stop <= end
                and not (size | value) & 1
                and size | delta | value < _TWO_BYTES
                and (key == 1 or not key & 0x81)
                and not headers & 0x81
            )
        except IndexError:
            is_usual = False
        if is_usual:
            delta = (delta >> 1) ^ -(delta & 1)
            if key == 1:
                lacks_key = True
            if headers:
                most_headers -= headers >> 1
                if most_headers < 0:
                    raise LimitExceeded("the records have many headers")
            if offset != number << 1:
                is_in_order = False
        else:
            shape = _read_shape(buf, start, end, min(most_headers, _MOST_HEADERS))
            delta, pos = shape.timestamp_delta, shape.stop
            most_headers -= shape.headers
            if shape.key_size < 0:
                lacks_key = True
            if shape.offset_delta != number:
                is_in_order = False
        if delta < smallest:
            smallest = delta
        if delta > largest:
            largest = delta
        if first is None:
            first = delta
        number += 1
        alike = alike + 1 if pos - start == last_size else 0
        last_size = pos - start
        if alike >= patience and stop_number - number >= _SHORTEST_RUN:
            alike = 0
            run = _skim_run(buf, start, pos, end, stop_number - number, number)
            if run.taken:
                smallest, largest = min(smallest, run.smallest), max(largest, run.largest)
                is_in_order = is_in_order and run.is_in_order
                number += run.taken
                pos += run.taken * last_size
            else:
                patience *= 2
    if pos != end:
        raise InvalidLength(f"{end - pos} bytes are left after the last of {count} records")
    return Skimmed(first or 0, smallest, largest, is_in_order, lacks_key)


def _read_shape(buf: bytes, pos: int, end: int, most_headers: int = _MOST_HEADERS) -> RecordShape:
    start, stop = read_span(buf, pos, end)
    try:
        return read_fields(buf, start, stop, most_headers)
    except InvalidVarint as exc:
        raise InvalidLength(str(exc)) from exc


class _Run(NamedTuple):
    """What the records of a run have in common, as `Skimmed` says it, and how many there are."""

    taken: int = 0
    smallest: int = 0
    largest: int = 0
    is_in_order: bool = True


def _skim_run(buf: bytes, model: int, pos: int, end: int, most: int, number: int) -> _Run:
    """Look at up to `most` records built like the one at `model`; the first should have the offset delta `number`."""
    structure = Structure(buf, model)
    if not structure.is_short:
        return _Run()
    stride, taken, is_in_order = pos - model, 0, True
    bounds: list[int] = []
    for at, n in stretches(buf, model, pos, end, most, structure, _FIRST_WINDOW, _SHORTEST_RUN):
        stop = at + n * stride
        offsets = structure.offsets(buf, at, stop, stride, 0)
        expected = range(number + taken, number + taken + n)
        if offsets != expected and list(offsets) != list(expected):
            is_in_order = False
        times = list(structure.times(buf, at, stop, stride, 0))
        bounds += (min(times), max(times))
        taken += n
    return _Run(taken, min(bounds), max(bounds), is_in_order) if taken else _Run()
