"""Which captures there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kafkawire.client.errors import InvalidOption
from kafkawire.spark.places import Places, is_directory

__all__ = ["find_captures"]

_ENDINGS = (".pcap", ".pcapng", ".cap")


def find_captures(paths: Iterable[str]) -> list[str]:
    """The files that are named, and in directories those that end as captures do. Raises `InvalidOption` for none."""
    found: dict[str, None] = {}
    for path in paths:
        places = Places(path)
        here = [places.path(info) for place in places.found() for info in _captures(places, place)]
        if not here:
            raise InvalidOption(f"{path}: no capture there; in directories, their names end in {', '.join(_ENDINGS)}")
        found |= dict.fromkeys(here)
    return list(found)


def _captures(places: Places, place: Any) -> list[Any]:
    from pyarrow.fs import FileType

    if is_directory(place):
        return [info for info in places.inside(place) if info.base_name.endswith(_ENDINGS) and not is_directory(info)]
    return [] if place.type == FileType.NotFound else [place]
