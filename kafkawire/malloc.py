"""glibc's allocator: whether memory that was given back to it goes back to the system at once."""

from __future__ import annotations

import sys
from collections.abc import Callable

__all__ = ["USUAL", "keep_memory"]

USUAL = 128 * 1024
"""What both thresholds are when a process begins."""
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # of glibc's mallopt


def keep_memory(mmap_threshold: int, trim_threshold: int) -> None:
    """Have blocks below `mmap_threshold` bytes used again, instead of given back: a page anew costs more than a copy.

    `trim_threshold` bytes may lie unused at the end of the heap. glibc moves both thresholds by itself until they are
    set once, and not again after that. For a process of one's own; with another C library nothing is done.
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
