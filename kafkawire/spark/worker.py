"""What is different in the Python processes that Spark starts, and uses for one task after the other."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kafkawire.limits import MIB

__all__ = ["in_worker", "tuned"]

_SET_BY_SPARK = "SPARK_BUFFER_SIZE"
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # of glibc's mallopt
_USUAL = 128 * 1024  # what both are when a process begins
_OBJECTS = 50_000  # more than there are when a task begins, before Python looks for garbage by itself
_LARGE = 32 * MIB  # what a piece of a topic takes, fetched, decompressed or as Arrow, is less


def in_worker() -> bool:
    """Whether this process is a Python worker of Spark."""
    return _SET_BY_SPARK in os.environ


@contextmanager
def tuned(wanted: bool) -> Iterator[None]:
    """Have garbage looked for seldom and memory kept while one task reads; `wanted`: what option `tuneWorkers` says.

    It is the user's process, and others' tasks run in it, too: all is put back, but that modules, which live as long as
    the worker, are left out when Spark looks for garbage behind each task. Outside of workers nothing is done.
    """
    if not wanted or not in_worker():
        yield
        return
    if not gc.get_freeze_count():  # once: what tasks leave behind is to be found
        gc.freeze()
    thresholds = gc.get_threshold()
    # Nothing is to be found while a task runs: thousands of batches are objects, but in no circles.
    gc.set_threshold(_OBJECTS, *thresholds[1:])
    _keep_memory(_LARGE, 2 * _LARGE)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
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
