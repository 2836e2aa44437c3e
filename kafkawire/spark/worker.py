"""What is different in the Python processes that Spark starts, and uses for one task after the other."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kafkawire.limits import MIB

__all__ = ["in_worker", "tuned"]

_SET_BY_SPARK = "SPARK_BUFFER_SIZE"
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # of glibc's mallopt
_USUAL = 128 * 1024  # what both are when a process begins
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
    _keep_memory(_LARGE, 2 * _LARGE)
    try:
        yield
    finally:
        _keep_memory(_USUAL, _USUAL)


def _keep_memory(mmap_threshold: int, trim_threshold: int) -> None:
    """Have blocks of some megabytes used again, instead of given back: each page anew costs more than a copy of it.

    glibc moves both thresholds by itself until they are set once, and not again after that.
    """
    set_option = _mallopt()
    if set_option is not None:
        set_option(_MMAP_THRESHOLD, mmap_threshold)
        set_option(_TRIM_THRESHOLD, trim_threshold)


def _mallopt() -> Callable[[int, int], int] | None:
    """glibc's; other libraries have none."""
    if sys.platform != "linux":
        return None
    import ctypes

    return getattr(ctypes.CDLL(None), "mallopt", None)
