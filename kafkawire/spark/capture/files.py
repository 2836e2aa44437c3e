"""Which captures there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kafkawire.client.errors import InvalidOption
from kafkawire.spark.paths import PathPattern, is_directory

__all__ = ["find_captures"]

_ENDINGS = tuple(name + zipped for name in (".pcap", ".pcapng", ".cap") for zipped in ("", ".gz"))


def find_captures(paths: Iterable[str]) -> list[str]:
    """The files that are named, and in directories those that end as captures do. Raises `InvalidOption` for none."""
    found: dict[str, None] = {}
    for path in paths:
        pattern = PathPattern(path)
        here = [pattern.path(info) for entry in pattern.found() for info in _captures(pattern, entry)]
        if not here:
            raise InvalidOption(f"{path}: no capture there; in directories, their names end in {', '.join(_ENDINGS)}")
        found |= dict.fromkeys(here)
    return list(found)


def _captures(pattern: PathPattern, entry: Any) -> list[Any]:
    from pyarrow.fs import FileType

    if is_directory(entry):
        return [info for info in pattern.inside(entry) if info.base_name.endswith(_ENDINGS) and not is_directory(info)]
    return [] if entry.type == FileType.NotFound else [entry]
