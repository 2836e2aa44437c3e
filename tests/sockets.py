"""Whether servers and clients close what they opened."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_sockets_left() -> Iterator[None]:
    """Fail if what ran within has forgotten a socket or a transport before closing it."""
    gc.collect()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always", ResourceWarning)
        yield
        gc.collect()
    assert [str(each.message) for each in seen] == []
