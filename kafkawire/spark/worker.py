"""What is different in the Python processes that Spark starts, and uses for one task after the other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from kafkawire.limits import MIB
from kafkawire.malloc import USUAL, keep_memory

__all__ = ["in_worker", "tuned"]

_SET_BY_SPARK = "SPARK_BUFFER_SIZE"
_LARGE = 32 * MIB  # what a piece of a topic takes, fetched, decompressed or as Arrow, is less


def in_worker() -> bool:
    """Whether this process is a Python worker of Spark."""
    return _SET_BY_SPARK in os.environ


@contextmanager
def tuned(wanted: bool) -> Iterator[None]:
    """Have memory kept while one task reads, as option `tuneWorkers` says. Outside of workers nothing is done.

    It is the user's process, and others' tasks run in it, too: both thresholds are put back.
    """
    if not wanted or not in_worker():
        yield
        return
    keep_memory(_LARGE, 2 * _LARGE)
    try:
        yield
    finally:
        keep_memory(USUAL, USUAL)
