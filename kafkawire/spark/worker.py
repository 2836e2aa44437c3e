"""What is different in the Python processes that Spark starts, and uses for one task after the other."""

from __future__ import annotations

import gc
import os
import sys
from functools import cache

from kafkawire.limits import MIB

__all__ = ["in_worker", "settle_in"]

_SET_BY_SPARK = "SPARK_BUFFER_SIZE"
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # of glibc's mallopt
_OBJECTS = 50_000  # more than there are when a task begins, before Python looks for garbage by itself
_LARGE = 32 * MIB  # what a piece of a topic takes, fetched, decompressed or as Arrow, is less


def in_worker() -> bool:
    """Whether this process is a Python worker of Spark."""
    return _SET_BY_SPARK in os.environ


@cache
def settle_in() -> None:
    """Prepare a worker for all its tasks, when its first begins. Elsewhere nothing is done."""
    if in_worker():
        # Spark searches for garbage after each task. Among the objects of modules, which live as long as the worker,
        # that takes 30 ms, several times what a small task does. Only once: what tasks leave behind is to be found.
        gc.freeze()
        # Nor is there anything to be found while a task runs: thousands of batches are objects, but in no circles.
        gc.set_threshold(_OBJECTS)
        _keep_memory()


def _keep_memory() -> None:
    """Have blocks of some megabytes used again, instead of given back: each page anew costs more than a copy of it."""
    if sys.platform != "linux":
        return
    import ctypes

    set_option = getattr(ctypes.CDLL(None), "mallopt", None)  # glibc has it, other libraries do not
    if set_option is not None:
        set_option(_MMAP_THRESHOLD, _LARGE)
        set_option(_TRIM_THRESHOLD, 2 * _LARGE)
