"""Which changes are tried: so many of each area, drawn by a seed, no two in one line."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

from tests.mutate.changes import Change, changes
from tests.mutate.trees import TOP

__all__ = ["AREAS", "draw", "state_of", "where_tested"]

AREAS = {  # what is changed, and whose work it is to notice
    "kafkawire/protocol": ("tests/unit/protocol", "tests/protocol"),
    "kafkawire/records": ("tests/unit/records", "tests/unit/compression", "tests/golden/test_records.py"),
    "codegen": ("tests/unit/codegen",),
    "kafkawire/broker": ("tests/broker",),
    "kafkawire/client": ("tests/client",),
}


def draw(paths: Sequence[str], count: int, seed: int) -> list[Change]:
    """As many of each path, give or take one."""
    each, more = divmod(count, len(paths))
    return [
        change for place, path in enumerate(paths) for change in _drawn(path, each + (place < more), f"{seed} {path}")
    ]


def _drawn(path: str, count: int, seed: str) -> list[Change]:
    found = [change for file in _files(TOP / path) for change in changes(str(file.relative_to(TOP)), file.read_bytes())]
    Random(seed).shuffle(found)
    lines = {(change.path, change.line): change for change in reversed(found)}
    return [change for change in found if lines[change.path, change.line] is change][:count]


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def where_tested(paths: Sequence[str]) -> list[str]:
    """The tests to record for these paths, each once."""
    areas = [area for area in AREAS if any(path.startswith(area) or area.startswith(path) for path in paths)]
    return list(dict.fromkeys(test for area in areas for test in AREAS[area]))


def state_of(paths: Sequence[str]) -> str:
    """A digest of all code below these paths."""
    files = [file for path in paths for file in _files(TOP / path)]
    return sha256(b"".join(str(file).encode() + file.read_bytes() for file in files)).hexdigest()
