"""`kafkawire-python`: the interpreter for Spark's Python processes, with pyspark as it is installed, not out of a zip.

Spark has its Python processes import pyspark from `pyspark.zip`. Nothing in there is compiled, so each that is started
and not forked, three to plan a query and one to fork tasks from, compiles it first, which takes some 0.3 s. Where
pyspark was installed by pip, the zip lies inside the very package that it is a copy of, and that is compiled.

Spark takes what `spark.pyspark.python` names and starts it as `python -m MODULE`; that is what this command can do.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path, PurePath

__all__ = ["interpreter", "main", "without_copies"]

_INSIDE = ("pyspark", "python", "lib", "pyspark.zip")


def interpreter() -> str:
    """What Spark is to start its Python processes with: this command, or Python itself where it is not installed."""
    command = Path(sysconfig.get_path("scripts"), "kafkawire-python")
    return str(command) if os.access(command, os.X_OK) else sys.executable


def main() -> None:
    """Run a module as `python -m` does. All else is left to Python."""
    arguments = sys.argv[1:]
    if arguments[:1] != ["-m"] or len(arguments) == 1:
        os.execv(sys.executable, [sys.executable, *arguments])  # noqa: S606 - nothing is to be made of them by a shell
    import runpy

    if not sys.flags.safe_path:
        sys.path[0] = os.getcwd()  # where `python -m` looks first; now it is where this command lies
    sys.path[:] = without_copies(sys.path)
    sys.argv[:] = arguments[1:]
    runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)


def without_copies(path: Sequence[str]) -> list[str]:
    """The places to import from, without a `pyspark.zip` whose original is among them, too."""
    return [place for place in path if not _is_copy(PurePath(place), path)]


def _is_copy(place: PurePath, path: Sequence[str]) -> bool:
    return place.parts[-len(_INSIDE) :] == _INSIDE and str(place.parents[len(_INSIDE) - 1]) in path
