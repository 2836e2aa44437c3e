"""Files of the operating system, of which any number may be in use while few descriptors are.

A broker with thousands of partitions has a file for each, and a process may have perhaps 1,024 descriptors. So a file
is opened when something is read from it or written to it, and the ones that were not used for longest are let go of
when there are too many. Nobody has to know: a descriptor stays open as long as anybody refers to its `Descriptor`.

This takes a POSIX system: locks that Java knows, positioned reads and writes, owners. The module loads on others, too,
and says so when files are asked for. It is the one place that asks for all that; files in memory need none of it.
"""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections.abc import Callable, Sequence
from weakref import WeakValueDictionary

__all__ = ["Descriptor", "LockedFile", "OpenFiles", "RealFile", "open_private", "raise_limit"]

try:
    import fcntl
    import resource
    from os import O_CLOEXEC, O_NOFOLLOW, fchmod, geteuid, pread, pwrite, pwritev  # noqa: F401 - asked for once
except ImportError as exc:
    _LACKING, _FLAGS = str(exc), os.O_RDWR
else:
    _LACKING, _FLAGS = "", os.O_RDWR | O_CLOEXEC | O_NOFOLLOW

Buffer = bytes | bytearray | memoryview
_SHARE = 4  # of the descriptors that the process may have, one in so many; connections need the others
_LEAST, _MOST = 16, 4096
_locked: WeakValueDictionary[tuple[int, int], LockedFile] = WeakValueDictionary()
"""What this process has locked, by device and number of the file; what nobody refers to any more is free."""
_locking = threading.Lock()


def open_private(path: str, flags: int) -> int:
    """A descriptor of a file, which from then on is its owner's alone: some hold keys, and others what people write.

    This is the one place that decides so, for new files and for those that an earlier version, or Apache Kafka, has
    left open to all. Files of another owner stay as they are. Raises `OSError`.
    """
    fd = os.open(path, flags, 0o600)
    status = os.fstat(fd)
    mode = stat.S_IMODE(status.st_mode)
    if mode & 0o077 and status.st_uid == os.geteuid():
        os.fchmod(fd, mode & 0o700)
    return fd


def raise_limit() -> None:
    """Let this process have as many descriptors as it may have at all; not every system starts one with that many."""
    _need_posix()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


class Descriptor:
    """An open descriptor, `fd`. It is closed when the last reference to this object is gone."""

    __slots__ = ("fd", "is_used")

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.is_used = False

    def __del__(self, close: Callable[[int], None] = os.close) -> None:
        close(self.fd)


class OpenFiles:
    """The files that have a descriptor, about `most` of them. Threads may share it. Raises `OSError` without POSIX."""

    def __init__(self, most: int | None = None) -> None:
        _need_posix()
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._most = most or (max(_LEAST, min(soft // _SHARE, _MOST)) if soft >= 0 else _MOST)
        self._files: dict[RealFile, None] = {}  # in the order in which they were opened
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._files)

    def open(self, file: RealFile, flags: int) -> Descriptor:
        """The descriptor of a file, opened if it has none. Raises `OSError`."""
        with self._lock:
            if file.descriptor is None:
                while len(self._files) >= self._most:
                    self._let_go()
                file.descriptor = Descriptor(self._open(file.path, flags))
                self._files[file] = None
            return file.descriptor

    def forget(self, file: RealFile) -> None:
        """The file is closed."""
        with self._lock:
            self._files.pop(file, None)
            file.descriptor = None

    def _open(self, path: str, flags: int) -> int:
        try:
            return open_private(path, flags)
        except OSError as exc:
            if exc.errno != errno.EMFILE or not self._files:
                raise
        self._most = max(_LEAST, len(self._files) // 2)  # connections have taken theirs
        while len(self._files) > self._most // 2:
            self._let_go()
        return open_private(path, flags)

    def _let_go(self) -> None:
        """Let go of a file that was not used since this was last asked of it."""
        while True:
            file = next(iter(self._files))
            del self._files[file]
            if file.descriptor is None or not file.descriptor.is_used:
                file.descriptor = None
                return
            file.descriptor.is_used = False
            self._files[file] = None


class RealFile:
    """A file of the operating system, read and written without a buffer of ours in between."""

    def __init__(self, path: str, pool: OpenFiles | None = None) -> None:
        self.path = path
        self.descriptor: Descriptor | None = None
        """For the pool."""
        self._pool = pool = OpenFiles(1) if pool is None else pool
        self._is_closed = False
        try:
            status = os.lstat(path)
        except FileNotFoundError:
            status = os.fstat(pool.open(self, _FLAGS | os.O_CREAT).fd)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.ELOOP, "not a file of its own: symbolic links are not followed", path)
        self._size = status.st_size

    @property
    def size(self) -> int:
        """Bytes in the file."""
        return self._size

    def hold(self) -> Descriptor:
        """A descriptor of the file that stays open as long as the caller refers to it, whatever becomes of the file.

        Raises `OSError`.
        """
        held = self.descriptor
        if held is None:
            if self._is_closed:
                raise OSError(errno.EBADF, f"{self.path} is closed")
            return self._pool.open(self, _FLAGS)
        held.is_used = True
        return held

    def append(self, parts: Sequence[Buffer]) -> None:
        """Write the parts at the end, all or none."""
        held = self.hold()
        total = sum(map(len, parts))
        try:
            written = os.pwritev(held.fd, parts, self._size)
            if written < total:
                self._write_rest(held, b"".join(parts), written)
        except OSError:
            os.ftruncate(held.fd, self._size)  # a half-written batch must not be found there later
            raise
        self._size += total

    def _write_rest(self, held: Descriptor, data: bytes, done: int) -> None:
        # A short write is how a disk that has just become full looks; the next one then says so with ENOSPC.
        while done < len(data):
            done += os.pwrite(held.fd, memoryview(data)[done:], self._size + done)

    def read(self, position: int, size: int) -> bytes:
        """At most `size` bytes from `position`."""
        held = self.hold()
        return os.pread(held.fd, min(size, max(self._size - position, 0)), position)

    def truncate(self, size: int) -> None:
        """Cut the file to `size` bytes."""
        held = self.hold()
        os.ftruncate(held.fd, size)
        self._size = size

    def sync(self) -> None:
        """Return when everything written is on the disk."""
        held = self.hold()
        os.fsync(held.fd)

    def close(self) -> None:
        """Let go of the file; closing twice is fine."""
        self._is_closed = True
        self._pool.forget(self)


class LockedFile(RealFile):
    """A file, made if it is not there, that nobody else has until it is closed; `BlockingIOError` if somebody has it.

    Java's lock is the one of POSIX, which counts for a process as a whole and is lost as soon as the process closes any
    descriptor of the file. So a file that is locked here already is not even opened. `flock` keeps out what knows only
    that.
    """

    def __init__(self, path: str) -> None:
        with _locking:
            if os.path.exists(path) and _identity(os.stat(path)) in _locked:
                raise BlockingIOError(errno.EAGAIN, "this process has locked it", path)
            super().__init__(path)
            self._held: Descriptor | None = self.hold()
            try:
                fcntl.lockf(self._held.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                fcntl.flock(self._held.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._held = None
                super().close()
                raise
            self._identity = _identity(os.fstat(self._held.fd))
            _locked[self._identity] = self

    def close(self) -> None:
        """Let go of the lock; closing twice is fine."""
        with _locking:
            if self._held is not None:
                self._held = None
                super().close()
                _locked.pop(self._identity, None)


def _need_posix() -> None:
    if _LACKING:
        raise OSError(errno.ENOSYS, f"files on disk need a POSIX system ({_LACKING}): use MemoryFiles()")


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
