"""Streams to frames. Where a stream begins in its middle, or bytes are missing, the next beginning has to be found.

A frame nearly always begins where a packet does. What may be one is tried there: a request says so by its API, version
and client id; a response only by a correlation id that a request had.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container
from struct import Struct, unpack_from
from typing import NamedTuple

from kafkawire.errors import KafkaWireError
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.frames import decode_request_header

__all__ = ["Cutter", "Frame", "Looks", "body_at", "is_request", "requests", "responses_to"]

_SIZE = 4
_new = tuple.__new__  # a named tuple in a third of the time
_HEADER_FIELDS = Struct(">hh4xh")  # key, version, length of the client id
_HEADER = 1024  # bytes that the header of a request takes at most, unless its client id is absurd
_EFFORT = 20  # times the size of a stream: bytes that are decoded in vain at most, so that no capture takes for ever
_MOST_TRIED = 1 << 20  # bytes of a stream: so many are tried in any case
_LARGEST = DEFAULT_LIMITS.max_frame_size


class Frame(NamedTuple):
    """A frame without its size field. Time in ns: when its last byte was there."""

    size: int
    data: bytes
    time: int

    @property
    def is_whole(self) -> bool:
        """Whether all of it was captured."""
        return len(self.data) == self.size


class Looks(NamedTuple):
    """How a frame is told from other bytes."""

    begins: Callable[[bytes], bool]
    """By its first bytes, without the size."""
    is_one: Callable[[bytes], bool] | None = None
    """By all of them, where that is needed."""


class Cutter:
    """Takes the bytes of one direction and gives its frames to `give`.

    A size that cannot be ends it; that frame is given, too, without bytes.
    """

    __slots__ = (
        *("_await", "_chunks", "_give", "_have", "_is_in_step", "_latest", "_looks", "_need", "_parts", "_skip"),
        *("_time", "_tried", "is_over", "skipped"),
    )

    def __init__(self, looks: Looks, give: Callable[[Frame], None], *, has_start: bool) -> None:
        self._looks, self._give, self._is_in_step = looks, give, has_start
        self._parts: list[bytes] = []  # of a frame that is not whole yet: `_have` of `_need` bytes
        self._have = self._need = 0
        self._skip = 0  # bytes of a frame that lost some, and was given
        self._latest: int | None = None  # size of the last frame
        self._time = 0
        self._chunks: deque[tuple[bytes, int]] = deque()  # where the next frame may begin
        self._await = 0  # bytes in `_chunks` that are needed to tell
        self._tried = 0  # bytes that were decoded in vain, less those that came
        self.is_over = False
        self.skipped = 0
        """Bytes that belong to no frame."""

    @property
    def held(self) -> int:
        """Bytes that wait for more."""
        return self._have

    def data(self, data: bytes, time: int) -> None:
        """The next bytes."""
        self._time = time
        if self._is_in_step and not (self._have or self._skip or self.is_over):
            size = int.from_bytes(data[:_SIZE], "big", signed=True)
            if size == len(data) - _SIZE and size > 0:  # mostly a packet is a frame
                self._latest = size
                self._give(_new(Frame, (size, data[_SIZE:], time)))
                return
        if self.is_over:
            self.skipped += len(data)
            return
        if not self._is_in_step:
            self._chunks.append((data, time))
            self._have += len(data)
            self._tried -= _EFFORT * len(data)
            self._search(is_end=False)
            return
        if self._skip:
            passed = min(self._skip, len(data))
            self._skip -= passed
            data = data[passed:]
        if self._parts:
            self._parts.append(data)
            self._have += len(data)
            if self._have < self._need:
                return
            data = b"".join(self._parts)
            self._parts = []
        self._cut(data, time)

    def gap(self, size: int) -> None:
        """So many bytes are missing. A frame that they are in is given as far as it is there."""
        if not self._is_in_step:
            self._search(is_end=True)
            if not self._is_in_step:
                return
        rest = self._skip
        if self._parts:
            rest = self._need - self._have if self._have >= _SIZE else 0
            self._give_rest()
        self._skip = max(0, rest - size)
        self._is_in_step = size <= rest

    def end(self) -> None:
        """Nothing follows."""
        if not self._is_in_step:
            self._search(is_end=True)
        self._give_rest()

    def _cut(self, data: bytes, time: int) -> None:
        pos, end = 0, len(data)
        self._need = _SIZE
        while end - pos >= _SIZE:
            size = int.from_bytes(data[pos : pos + _SIZE], "big", signed=True)
            # 0 is an empty SASL token, of which there are no two in a row. A stream of zeros is none of ours.
            if not 0 <= size <= _LARGEST or size == self._latest == 0:
                self._give(Frame(size, b"", time))
                self.is_over = True
                self.skipped += end - pos - _SIZE
                self._have = 0
                return
            stop = pos + _SIZE + size
            if stop > end:
                self._need = _SIZE + size
                break
            self._latest = size
            self._give(Frame(size, data[pos + _SIZE : stop], time))
            pos = stop
        self._have = end - pos
        if pos < end:
            self._parts = [data[pos:] if pos else data]

    def _give_rest(self) -> None:
        """The frame that is not whole, as far as it is there."""
        if not self._parts:
            return
        data = b"".join(self._parts)
        self._parts, self._have = [], 0
        if len(data) >= _SIZE:
            (size,) = unpack_from(">i", data)
            self._give(Frame(size, data[_SIZE:], self._time))
        else:
            self.skipped += len(data)

    # ------------------------------------------------------------------------------------------------ finding the start

    def _search(self, *, is_end: bool) -> None:
        """Go to the first packet with which a frame seems to begin."""
        while self._chunks and (is_end or self._have >= self._await):
            found = self._is_beginning(is_end)
            if found is None:
                return
            self._await = 0
            if found:
                chunks, self._chunks, self._have, self._is_in_step = self._chunks, deque(), 0, True
                for data, time in chunks:
                    self.data(data, time)
                return
            size = len(self._chunks.popleft()[0])
            self._have -= size
            self.skipped += size

    def _is_beginning(self, is_end: bool) -> bool | None:
        """Whether a frame begins with the first chunk; None if more bytes are needed to say."""
        if self._have < _SIZE + 1:
            return False if is_end else None
        head = self._first(_SIZE + _HEADER)
        (size,) = unpack_from(">i", head)
        if not 0 < size <= _LARGEST or self._tried > _MOST_TRIED or not self._looks.begins(head[_SIZE : _SIZE + size]):
            return False
        if self._looks.is_one is None:
            return True
        if self._have < _SIZE + size:
            self._await = _SIZE + size
            return False if is_end else None
        found = self._looks.is_one(self._first(_SIZE + size)[_SIZE:])
        self._tried += 0 if found else size
        return found

    def _first(self, size: int) -> bytes:
        """The first bytes of what waits."""
        parts: list[bytes] = []
        left = size
        for data, _ in self._chunks:
            parts.append(data)
            left -= len(data)
            if left <= 0:
                break
        return b"".join(parts)[:size]


def body_at(data: bytes, messages: MessageSet = PROTOCOL) -> int:
    """Where the body of a request begins; 0 if these bytes do not begin with a header that we know.

    Most headers are told by their fixed fields; the codec, five times as slow, reads those with tags and odd names.
    """
    if len(data) >= _HEADER_FIELDS.size + 1:
        key, version, size = _HEADER_FIELDS.unpack_from(data)
        try:
            header_version = messages.request(key, version)[1]
        except KafkaWireError:
            return 0
        end: int = _HEADER_FIELDS.size + max(size, 0)
        if size >= -1 and data[_HEADER_FIELDS.size : end].isascii() and len(data) > end:
            if header_version == 1:
                return end
            if header_version == 2 and data[end] == 0:
                return end + 1
    try:
        return decode_request_header(data, messages=messages)[1]
    except KafkaWireError:
        return 0


def is_request(data: bytes, messages: MessageSet = PROTOCOL) -> bool:
    """Whether bytes are a request: decoded to the end, since the beginnings of many responses look like one, too."""
    start = body_at(data, messages)
    if not start:
        return False
    key, version, _ = _HEADER_FIELDS.unpack_from(data)
    try:
        messages.request(key, version)[0].decode_prefix(data, version, start)
    except KafkaWireError:
        return False
    return True


def requests(messages: MessageSet = PROTOCOL) -> Looks:
    """How requests are known."""
    return Looks(lambda data: body_at(data, messages) > 0, lambda data: is_request(data, messages))


def responses_to(correlation_ids: Container[int | None]) -> Looks:
    """How responses are known, by the ids of requests."""
    return Looks(lambda data: len(data) >= _SIZE and unpack_from(">i", data)[0] in correlation_ids)
