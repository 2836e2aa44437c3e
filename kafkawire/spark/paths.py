"""Files and directories by path or pattern, local or in another file system.

Paths go to `pyarrow.fs`: a plain one is local; `hdfs://`, `s3://` and `gs://` are what Arrow makes of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from kafkawire.client.errors import InvalidOption
from kafkawire.errors import DecodeError, KafkaWireError

__all__ = [
    "FileFailed",
    "PathPattern",
    "file_system",
    "is_directory",
    "naming",
    "open_file",
    "paths_of",
    "read_file",
    "words",
]


class FileFailed(KafkaWireError, OSError):
    """A file cannot be read; which one is what the message begins with."""


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Have errors of whoever reads a file say which one it is."""
    try:
        yield
    except OSError as exc:
        raise FileFailed(f"{path}: {exc}") from exc
    except DecodeError as exc:
        raise DecodeError(f"{path}: {exc}") from exc


_WILD = re.compile(r"[*?\[]")


def words(text: str) -> tuple[str, ...]:
    """The parts of a list with commas, each once."""
    return tuple(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))


def paths_of(options: Mapping[str, str]) -> tuple[str, ...]:
    """From `load("a,b")`, or `load(["a", "b"])`, which Spark hands over as JSON in `paths`. Raises `InvalidOption`."""
    try:
        many = json.loads(options.get("paths", "[]"))
    except (ValueError, RecursionError) as exc:
        raise InvalidOption(f"option 'paths' must be a list in JSON: {exc}") from exc
    if not isinstance(many, list):
        raise InvalidOption("option 'paths' must be a list in JSON")
    paths = (*words(options.get("path", "")), *map(str, many))
    if not paths:
        raise InvalidOption("option 'path' is missing: what to read, as a path or pattern; several with commas")
    return paths


class PathPattern:
    """What a path means, which may hold `*`, `?` and `[...]`. Raises `InvalidOption` for an unknown file system."""

    def __init__(self, path: str) -> None:
        fixed, self._patterns = _fixed_part(path)
        self._files, self._root = file_system(fixed)
        self._prefix = fixed.removesuffix(self._root) if "://" in path else ""

    def found(self) -> list[Any]:
        """What is there: a `pyarrow.fs.FileInfo` each; one that says so where there is nothing."""
        entries = [self._files.get_file_info(self._root)]
        for pattern in self._patterns:
            inside = [info for entry in entries if is_directory(entry) for info in self.inside(entry)]
            entries = [info for info in inside if fnmatchcase(info.base_name, pattern)]
        return entries

    def inside(self, directory: Any) -> list[Any]:
        """What is in a directory, by name."""
        from pyarrow.fs import FileSelector

        return sorted(self._files.get_file_info(FileSelector(directory.path)), key=lambda info: str(info.base_name))

    def path(self, info: Any) -> str:
        """The path by which `open_file` finds it."""
        return f"{self._prefix}{info.path}"


def is_directory(info: Any) -> bool:
    """Whether it is one."""
    from pyarrow.fs import FileType

    return bool(info.type == FileType.Directory)


def _fixed_part(path: str) -> tuple[str, list[str]]:
    """The part of a path without wildcards, and the patterns of the directories below it."""
    if not _WILD.search(path) or ("://" not in path and Path(path).exists()):
        return path.rstrip("/") or "/", []
    parts = path.rstrip("/").split("/")
    first = next(number for number, part in enumerate(parts) if _WILD.search(part))
    fixed = "/".join(parts[:first])
    return fixed or ("/" if path.startswith("/") else "."), parts[first:]


def file_system(path: str) -> tuple[Any, str]:
    """A file system and the path in it. Raises `InvalidOption` for one that Arrow cannot open."""
    from pyarrow.fs import FileSystem, LocalFileSystem

    if "://" not in path:  # file:/a b is how Spark's catalog writes a path: no URI, nothing is escaped in it
        return LocalFileSystem(), str(Path(path.removeprefix("file:")).absolute())
    try:
        files, root = FileSystem.from_uri(path)
    except (ValueError, OSError) as exc:
        raise InvalidOption(f"{path}: Arrow cannot open this file system: {str(exc).splitlines()[0]}") from exc
    return files, root.rstrip("/") or "/"


def open_file(path: str) -> Any:
    """A file of Arrow for reads at positions (`read_at`). Raises `OSError`."""
    files, inside = file_system(path)
    return files.open_input_file(inside)


def read_file(path: str) -> bytes:
    """A whole small file; nothing if it is not there."""
    try:
        with open_file(path) as file:
            content: bytes = file.read()
    except FileNotFoundError:
        return b""
    return content
