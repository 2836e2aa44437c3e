"""What went wrong in a query, without the pages around it.

An error of the source reaches the driver as text: Python's traceback, inside an error of Spark, inside a stack trace of
Java. What a person needs of that is the last line of the innermost Python traceback. `plainly` leaves the traceback
out where the error is one of ours, which says what and where by itself.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

from kafkawire.errors import KafkaWireError
from kafkawire.spark.worker import in_worker

__all__ = ["cause_of", "plainly"]

_OURS = re.compile(r"^(?:.*?[:\s])?\s*kafkawire\.[\w.]+: (.+)$", re.MULTILINE)
_HIDE = "SPARK_HIDE_TRACEBACK"

_log = logging.getLogger("kafkawire.spark")


def cause_of(error: BaseException) -> str:
    """One line: what the source raised if it was the source, else the first line of the error."""
    text = str(error)
    found: list[str] = _OURS.findall(text)
    return found[-1] if found else text.strip().partition("\n")[0]


@contextmanager
def plainly() -> Iterator[None]:
    """Let our own errors leave a worker of Spark as one line; the traceback goes to the log.

    A worker that reports an error ends, so what is set here affects nothing else.
    """
    try:
        yield
    except KafkaWireError as exc:
        if in_worker():
            _log.debug("in a worker of Spark", exc_info=exc)
            os.environ[_HIDE] = "1"
        raise
