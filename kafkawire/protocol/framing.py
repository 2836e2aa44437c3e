"""A stream of bytes cut into frames.

A frame is an int32 size and that many bytes. A stream arrives in pieces that know nothing of frames, so `FrameReader`
keeps what is unfinished and hands out payloads (without their size) as they become whole. It never trusts an announced
size: nothing is allocated before the bytes are there, and a size out of bounds ends the stream with one error.
"""

from __future__ import annotations

from struct import Struct

from kafkawire.errors import RemoteProtocolError
from kafkawire.limits import DEFAULT_LIMITS

__all__ = ["FrameReader"]

_SIZE = 4
_WORTH_A_PART = 64 * 1024  # bytes of a read that is kept as it came; less is put together with its neighbours
_ALL = 1 << 62
_read_size = Struct(">i").unpack_from


class FrameReader:
    """Collects the bytes of one direction of one connection. `max_size`: bytes of the largest payload allowed.

    The frames that come out do not depend on how the stream was cut. That holds for a bad size too: frames that were
    whole before it are handed out first, and the error is raised by the call that has nothing else to give.
    """

    __slots__ = ("_error", "_kept", "_max_size", "_needed", "_parts", "_uncut")

    def __init__(self, max_size: int = DEFAULT_LIMITS.max_frame_size) -> None:
        self._max_size = max_size
        self._parts: list[bytes | bytearray] = []
        self._kept = 0
        self._needed = _SIZE
        self._uncut: bytes | memoryview = b""  # what comes behind as many frames as were asked for
        self._error: RemoteProtocolError | None = None

    @property
    def buffered(self) -> int:
        """Bytes that are not handed out, size fields included; at the end of a stream anything but 0 is a loss."""
        return self._kept + len(self._uncut)

    @property
    def has_more(self) -> bool:
        """Whether bytes are left behind the frames that the last call was to return at most."""
        return bool(self._uncut)

    @property
    def missing(self) -> int:
        """Bytes up to the end of what is being read: a size field, or with that known, a payload.

        Who reads no more than these at a time saves the copy of a payload.
        """
        return self._needed - self._kept

    @property
    def has_failed(self) -> bool:
        """Whether the stream has ended with an error, which `check` raises."""
        return self._error is not None

    def receive_data(self, data: bytes | bytearray | memoryview, most: int = _ALL) -> list[bytes]:
        """Take the next bytes of the stream; return the payloads that are whole now.

        One read may bring 20,000 small frames, which take 7 ms to cut. Who has others to serve asks for `most` of them,
        and with b"" for the next ones while there `has_more`. With new bytes all that are left come.

        Raises `RemoteProtocolError` for a negative size or one above the limit, and again on every later call. If
        frames came before it they are returned now, and the error waits for `check` or the next call.
        """
        if self._error is not None:
            raise self._error
        if self._uncut:
            data, most = (b"".join((self._uncut, data)), _ALL) if data else (self._uncut, most)
            self._uncut = b""
        if not self._kept and _SIZE <= len(data) == _SIZE + _read_size(data)[0] <= _SIZE + self._max_size:
            return [bytes(data[_SIZE:])]  # one whole frame, as nearly always
        if self._kept == _SIZE and len(data) == self._needed - _SIZE:
            self._forget()
            self._needed = _SIZE
            return [bytes(data)]  # a payload without its size, which for bytes is no copy
        return self._collect(data, most)

    def _collect(self, data: bytes | bytearray | memoryview, most: int) -> list[bytes]:
        # What is unfinished is kept in parts, and put together once, when the last of it is there: a large frame is
        # copied once, and in small pieces stays linear.
        frames: list[bytes] = []
        if self._kept + len(data) < self._needed:
            self._keep(data)
            return frames
        if self._kept >= _SIZE:  # so its size is known, and it ends in these bytes
            used = self._needed - self._kept
            frames.append(self._finish(memoryview(data)[:used]))
            data = memoryview(data)[used:]
        elif self._kept:
            data = b"".join(self._parts) + data
            self._forget()
        room = most - len(frames)
        more, used = self._cut(data, room)
        frames += more
        if len(more) == room:
            self._uncut = memoryview(data)[used:]
        elif used < len(data):
            self._keep(memoryview(data)[used:])
        if not frames:
            self.check()
        return frames

    def _keep(self, data: bytes | bytearray | memoryview) -> None:
        self._kept += len(data)
        if not data:
            return  # a part without a byte would be taken for the one that begins with the size
        if len(data) >= _WORTH_A_PART:
            self._parts.append(bytes(data))
            return
        if not self._parts or not isinstance(self._parts[-1], bytearray):
            self._parts.append(bytearray())
        self._parts[-1] += data

    def _finish(self, last: memoryview) -> bytes:
        """The payload that is whole with `last`."""
        first = memoryview(self._parts[0])[_SIZE:]
        payload = b"".join([first, *self._parts[1:], last])
        self._forget()
        return payload

    def _forget(self) -> None:
        self._parts = []
        self._kept = 0

    def check(self) -> None:
        """Raise the error that ended the stream, if one did."""
        if self._error is not None:
            raise self._error

    def _cut(self, data: bytes | bytearray | memoryview, most: int) -> tuple[list[bytes], int]:
        """The whole payloads in `data`, so many at most, and how many bytes they used up."""
        frames: list[bytes] = []
        pos, end = 0, len(data)
        with memoryview(data) as view:
            while end - pos >= _SIZE and len(frames) < most:
                (size,) = _read_size(view, pos)
                if not 0 <= size <= self._max_size:
                    self._error = self._bad_size(size, bytes(view[pos : pos + _SIZE]))
                    return frames, end  # what follows cannot be told apart any more
                if end - pos - _SIZE < size:
                    self._needed = _SIZE + size
                    return frames, pos
                frames.append(bytes(view[pos + _SIZE : pos + _SIZE + size]))
                pos += _SIZE + size
        self._needed = _SIZE
        return frames, pos

    def _bad_size(self, size: int, raw: bytes) -> RemoteProtocolError:
        return RemoteProtocolError(
            f"frame announces {size} bytes (0 to {self._max_size} are allowed); its first bytes are {raw!r}"
        )
