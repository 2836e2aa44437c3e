"""Spark's own Python daemon, for `spark.python.daemon.module`, with pyspark as it is installed instead of out of a zip.

Spark has its workers import pyspark from `pyspark.zip`. Nothing in there is compiled, so the daemon from which they are
forked compiles it first, which takes half a second. Where pyspark was installed by pip, the zip lies inside the very
package that it is a copy of, and that is compiled. For the processes in which it plans, Spark takes its own daemon.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import PurePath

__all__ = ["without_copies"]

_INSIDE = ("pyspark", "python", "lib", "pyspark.zip")


def without_copies(path: Sequence[str]) -> list[str]:
    """The places to import from, without a `pyspark.zip` whose original is among them, too."""
    return [place for place in path if not _is_copy(PurePath(place), path)]


def _is_copy(place: PurePath, path: Sequence[str]) -> bool:
    return place.parts[-len(_INSIDE) :] == _INSIDE and str(place.parents[len(_INSIDE) - 1]) in path


if __name__ == "__main__":
    sys.path[:] = without_copies(sys.path)
    from pyspark.daemon import manager

    manager()
