"""Looking through the records of a batch without making anything of them, as a broker does before it stores one.

What is looked at is structure: sizes that add up, timestamps, offset deltas. A run of records that are built alike is
judged by strided slices (see `_runs.py`), any other record by a few bytes; `walk` is the careful reader, which the loop
hands over to at anything that it did not expect.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kafkawire.errors import InvalidLength, InvalidVarint, LimitExceeded, Truncated
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.records._runs import _alike, _offsets, _sums, width_at
from kafkawire.varint import read_varint, read_varlong

__all__ = ["RecordShape", "Skimmed", "skim_records", "walk"]

_SHORTEST_RUN, _FIRST_WINDOW, _WINDOW = 8, 256, 4096
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


class RecordShape(NamedTuple):
    """One record without its contents. A size of -1 is null."""

    timestamp_delta: int
    offset_delta: int
    key_size: int
    value_size: int
    headers: int
    stop: int


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
            delta, offset, key, _, headers, pos = _read_shape(buf, start, end, most_headers)
            most_headers -= headers
            if key < 0:
                lacks_key = True
            if offset != number:
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
            run = _Run(buf, start, pos)
            taken = run.follow(end, stop_number - number, number)
            if taken:
                smallest, largest = min(smallest, run.smallest), max(largest, run.largest)
                is_in_order = is_in_order and run.is_in_order
                number += taken
                pos += taken * last_size
            else:
                patience *= 2
    if pos != end:
        raise InvalidLength(f"{end - pos} bytes are left after the last of {count} records")
    return Skimmed(first or 0, smallest, largest, is_in_order, lacks_key)


def _read_shape(buf: bytes, pos: int, end: int, most_headers: int = _NEVER) -> RecordShape:
    if pos >= end:
        raise Truncated("the records end early")
    size, pos = read_varint(buf, pos)
    if not 0 <= size <= end - pos:
        raise InvalidLength(f"a record of {size} bytes where {end - pos} are left")
    try:
        return _read_fields(buf, pos, pos + size, most_headers)
    except InvalidVarint as exc:
        raise InvalidLength(str(exc)) from exc


def _read_fields(buf: bytes, pos: int, stop: int, most_headers: int) -> RecordShape:
    delta, pos = read_varlong(buf, pos + 1)
    offset_delta, pos = read_varint(buf, pos)
    key_size, pos = _skip_blob(buf, pos, stop)
    value_size, pos = _skip_blob(buf, pos, stop)
    headers, pos = read_varint(buf, pos)
    if not 0 <= headers <= stop - pos:
        raise InvalidLength(f"{headers} headers")
    if headers > min(most_headers, _MOST_HEADERS):
        raise LimitExceeded(f"{headers} headers in a record")
    for _ in range(headers):
        name_size, pos = _skip_blob(buf, pos, stop)
        if name_size < 0:
            raise InvalidLength("a header name is null")
        _, pos = _skip_blob(buf, pos, stop)
    if pos != stop:
        raise InvalidLength(f"the fields of a record end {stop - pos} bytes early")
    return RecordShape(delta, offset_delta, key_size, value_size, headers, stop)


def _skip_blob(buf: bytes, pos: int, stop: int) -> tuple[int, int]:
    size, pos = read_varint(buf, pos)
    if not -1 <= size <= stop - pos:
        raise InvalidLength(f"a field of {size} bytes where {stop - pos} are left")
    return size, pos + max(size, 0)


class _Run:
    """The records behind a model, as long as only their contents, timestamps and offsets differ from it."""

    __slots__ = ("_buf", "_model", "_stop", "fixed", "is_in_order", "largest", "offset", "smallest", "time")

    def __init__(self, buf: bytes, model: int, stop: int) -> None:
        """`model` is where a good record begins and `stop` where it ends."""
        self._buf, self._model, self._stop = buf, model, stop
        self.fixed: list[int] = []
        self._fix(model)
        pos = model + width_at(buf, model) + 1
        self.time = range(pos - model, pos - model + width_at(buf, pos))
        pos += len(self.time)
        self.offset = range(pos - model, pos - model + width_at(buf, pos))
        pos = self._fix_blob(self._fix_blob(pos + len(self.offset)))
        headers, pos = self._fix(pos)
        for _ in range(2 * headers):
            pos = self._fix_blob(pos)
        self.is_in_order = True
        self.smallest = self.largest = 0

    def _fix(self, pos: int) -> tuple[int, int]:
        value, after = read_varint(self._buf, pos)
        self.fixed.extend(range(pos - self._model, after - self._model))
        return value, after

    def _fix_blob(self, pos: int) -> int:
        size, pos = self._fix(pos)
        return pos + max(size, 0)

    def follow(self, end: int, most: int, number: int) -> int:
        """How many records the run has, at most `most`; the first of them should have the offset delta `number`."""
        if len(self.offset) > 4 or len(self.time) > 8:  # bits to drop, perhaps
            return 0
        stride, taken, window = self._stop - self._model, 0, _FIRST_WINDOW
        deltas: list[int] = []
        while True:
            pos = self._stop + taken * stride
            n = min(most - taken, (end - pos) // stride, window)
            good = _alike(self._buf, self._model, pos, stride, n, self) if n >= _SHORTEST_RUN else 0
            if good:
                deltas += self._look_at(pos, pos + good * stride, stride, number + taken)
                taken += good
            if good < window:
                break
            window = _WINDOW
        if deltas:
            self.smallest, self.largest = min(deltas), max(deltas)
        return taken

    def _look_at(self, pos: int, stop: int, stride: int, number: int) -> tuple[int, int]:
        buf = self._buf
        n = (stop - pos) // stride
        offsets = _offsets([buf[pos + at : stop : stride] for at in self.offset], 0)
        expected = range(number, number + n)
        if offsets != expected and list(offsets) != list(expected):
            self.is_in_order = False
        times = list(_sums([buf[pos + at : stop : stride] for at in self.time], 0))
        return min(times), max(times)
