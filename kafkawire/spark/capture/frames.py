"""Streams to frames. Where a stream begins in its middle, or bytes are missing, the next beginning has to be found.

A frame nearly always begins where a packet does. What may be one is tried there: a request says so by its API, version
and client id; a response only by a correlation id that a request had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from struct import unpack_from

from kafkawire.errors import KafkaWireError
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL, RequestHeader
from kafkawire.protocol.frames import decode_request_header
from kafkawire.spark.capture.tcp import Run, Side

__all__ = ["Frame", "frames", "is_answer_to", "is_request", "request_header", "requests_of"]

_SIZE = 4
_HEADER = 1024  # bytes that the header of a request takes at most, unless its client id is absurd
_EFFORT = 20  # times the size of a stream: bytes that are decoded in vain at most, so that no capture takes for ever

Looks = Callable[[bytes | memoryview], bool]


@dataclass(slots=True)
class Frame:
    """A frame without its size field. Times in ns: when its last byte was there."""

    size: int
    data: bytes
    time: int

    @property
    def is_whole(self) -> bool:
        """Whether all of it was captured."""
        return len(self.data) == self.size


def frames(side: Side, looks_right: Looks) -> Iterator[Frame]:
    """The frames of one direction. A size that cannot be ends it; that frame is given, too, without bytes."""
    position = 0 if side.has_start else None
    latest = None
    for run in side.runs():
        if position is None or position < run.start:
            position = _beginning(run, looks_right)
        while position is not None and position < run.end:
            if run.end - position < _SIZE:
                position = None
                break
            at = position - run.start
            (size,) = unpack_from(">i", run.data, at)
            # 0 is an empty SASL token, of which there are no two in a row. A stream of zeros is none of ours.
            if not 0 <= size <= DEFAULT_LIMITS.max_frame_size or size == latest == 0:
                yield Frame(size, b"", run.time(position + _SIZE))
                return
            latest = size
            position += _SIZE + size
            data = run.data[at + _SIZE : at + _SIZE + size]
            yield Frame(size, data, run.time(min(position, run.end)))


def _beginning(run: Run, looks_right: Looks) -> int | None:
    """The first packet of a run with which a frame seems to begin."""
    whole = memoryview(run.data)
    for position, _ in run.marks:
        at = position - run.start
        if len(run.data) - at < _SIZE:
            break
        (size,) = unpack_from(">i", run.data, at)
        data = whole[at + _SIZE : at + _SIZE + max(size, 0)]
        if 0 < size <= DEFAULT_LIMITS.max_frame_size and looks_right(data):
            return position
    return None


def request_header(data: bytes, messages: MessageSet = PROTOCOL) -> RequestHeader | None:
    """The header of a request; None if these bytes do not begin with one that we know."""
    try:
        return decode_request_header(data, messages=messages)[0]
    except KafkaWireError:
        return None


def is_request(data: bytes | memoryview, messages: MessageSet = PROTOCOL) -> bool:
    """Whether bytes are a request: decoded to the end, since the beginnings of many responses look like one, too."""
    if request_header(bytes(data[:_HEADER]), messages) is None:  # what is none should not be copied
        return False
    try:
        header, start = decode_request_header(data, messages=messages)
        version = header.request_api_version
        messages.request(header.request_api_key, version)[0].decode_prefix(data, version, start)
    except KafkaWireError:
        return False
    return True


def requests_of(side: Side, messages: MessageSet = PROTOCOL) -> Looks:
    """`is_request` for the frames of one direction, until too much of it has turned out to be none."""
    left = _EFFORT * side.size

    def looks_right(data: bytes | memoryview) -> bool:
        nonlocal left
        if left < 0 or request_header(bytes(data[:_HEADER]), messages) is None:
            return False
        found = is_request(data, messages)
        left -= 0 if found else len(data)
        return found

    return looks_right


def is_answer_to(correlation_ids: Iterable[int]) -> Looks:
    """Whether bytes begin with one of these ids."""
    known = frozenset(correlation_ids)
    return lambda data: len(data) >= _SIZE and unpack_from(">i", data)[0] in known
