"""A file system in memory that can lose its power: what was not synced may be gone then.

The rules are those of a journaling file system. The bytes of a file are safe once the file has been synced; of what was
written after that, any part may be there, and instead of the rest zeros or garbage. Names (making, renaming, removing)
reach the disk directory by directory in the order in which they were done, and up to any point, unless the directory
has been synced. Syncing a file says nothing about its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from kafkawire.broker.log.files import File

Buffer = bytes | bytearray | memoryview


class PowerLost(BaseException):
    """Nothing can be done any more, by anyone, and no handler of errors sees it."""


@dataclass(eq=False)
class Inode:
    """The bytes of a file: as the system sees them, and as they are on the disk for certain."""

    data: bytearray = field(default_factory=bytearray)
    safe: bytes = b""

    def after_loss(self, random: Random) -> None:
        """Become what the disk has."""
        common = len(self.safe)
        if self.data[:common] != self.safe:  # it was cut, and perhaps grew again
            self.data = bytearray(self.safe if random.random() < 0.5 else self.data)
        else:
            end = random.randint(common, len(self.data))
            lost = len(self.data) - end if random.random() < 0.3 else 0
            tail = bytes(lost) if random.random() < 0.5 else random.randbytes(lost)
            self.data = self.data[:end] + tail
        self.safe = bytes(self.data)


@dataclass(eq=False)
class Directory:
    """Names, as the system sees them and as they are on the disk for certain, and the changes between."""

    names: dict[str, Node] = field(default_factory=dict)
    safe: dict[str, Node] = field(default_factory=dict)
    changes: list[tuple[str, Node | None]] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)

    def change(self, *changes: tuple[str, Node | None]) -> None:
        """Names that change together; None is for one that goes."""
        for name, node in changes:
            if node is None:
                self.names.pop(name, None)
            else:
                self.names[name] = node
        self.changes += changes
        self.steps.append(len(self.changes))

    def sync(self) -> None:
        self.safe, self.changes, self.steps = dict(self.names), [], []

    def after_loss(self, random: Random) -> None:
        """Become what the disk has, with all below."""
        until = random.choice([0, *self.steps])
        self.names = dict(self.safe)
        for name, node in self.changes[:until]:
            if node is None:
                self.names.pop(name, None)
            else:
                self.names[name] = node
        self.sync()
        for node in self.names.values():
            node.after_loss(random)


Node = Inode | Directory


class ForgetfulFile:
    """An open file of `ForgetfulFiles`."""

    def __init__(self, disk: ForgetfulFiles, inode: Inode) -> None:
        self._disk = disk
        self._inode = inode

    @property
    def size(self) -> int:
        return len(self._inode.data)

    def append(self, parts: Sequence[Buffer]) -> None:
        self._disk.use()
        for part in parts:
            self._inode.data += part

    def read(self, position: int, size: int) -> bytes:
        return bytes(self._inode.data[position : position + size])

    def truncate(self, size: int) -> None:
        self._disk.use()
        del self._inode.data[size:]

    def sync(self) -> None:
        self._disk.use()
        self._inode.safe = bytes(self._inode.data)

    def close(self) -> None:
        """Nothing to let go of."""


class ForgetfulFiles:
    """The file system. `left`: how many changes it still makes before the power goes; None: any number."""

    def __init__(self) -> None:
        self._root = Directory()
        self.left: int | None = None

    def use(self) -> None:
        """A change is about to be made. Raises `PowerLost` if it is not made any more."""
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise PowerLost

    def lose_power(self, random: Random) -> None:
        """Forget what was not safe, and have power again."""
        self.left = None
        self._root.after_loss(random)

    def open(self, path: str) -> File:
        found = self._find(path)
        if not isinstance(found, Inode):
            self.use()
            parent, name = self._parent(path)
            found = Inode()
            parent.change((name, found))
        return ForgetfulFile(self, found)

    def read(self, path: str) -> bytes:
        found = self._find(path)
        if not isinstance(found, Inode):
            raise FileNotFoundError(path)
        return bytes(found.data)

    def replace(self, path: str, data: bytes, *, sync: bool = True) -> None:
        self.use()
        parent, name = self._parent(path)
        new = Inode(bytearray(data), data if sync else b"")
        parent.change((name, new))

    def list(self, path: str) -> list[str]:
        return sorted(self._directory(path).names)

    def links(self, path: str) -> frozenset[str]:
        return frozenset()

    def exists(self, path: str) -> bool:
        return self._find(path) is not None

    def make_directory(self, path: str) -> None:
        at = self._root
        for name in path.split("/"):
            if name not in at.names:
                self.use()
                at.change((name, Directory()))
            found = at.names[name]
            assert isinstance(found, Directory)
            at = found

    def rename(self, old: str, new: str) -> None:
        self.use()
        (parent, name), (target, new_name) = self._parent(old), self._parent(new)
        assert parent is target
        if name not in parent.names:
            raise FileNotFoundError(old)
        parent.change((new_name, parent.names[name]), (name, None))

    def remove(self, path: str) -> None:
        parent, name = self._parent(path)
        if name in parent.names:
            self.use()
            parent.change((name, None))

    def remove_directory(self, path: str) -> None:
        directory = self._directory(path)
        for name in list(directory.names):
            self.use()
            directory.change((name, None))
        self.use()
        parent, name = self._parent(path)
        parent.change((name, None))

    def sync_directory(self, path: str) -> None:
        self.use()
        self._directory(path).sync()

    def lock(self, path: str) -> File:
        return self.open(path)

    def _find(self, path: str) -> Node | None:
        at: Node | None = self._root
        for name in path.split("/"):
            at = at.names.get(name) if isinstance(at, Directory) else None
        return at

    def _directory(self, path: str) -> Directory:
        found = self._find(path) if path else self._root
        if not isinstance(found, Directory):
            raise FileNotFoundError(path)
        return found

    def _parent(self, path: str) -> tuple[Directory, str]:
        parent, _, name = path.rpartition("/")
        return (self._directory(parent) if parent else self._root), name
