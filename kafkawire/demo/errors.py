"""What the demo has to say when something is not as it should be."""

from __future__ import annotations

from kafkawire.errors import KafkaWireError

__all__ = ["DemoFailed", "RecordDiffers", "ResultsDiffer"]


class DemoFailed(KafkaWireError):
    """A step could not be done; the text says which and why."""


class RecordDiffers(DemoFailed):
    """A record is not what was sent, or one is missing, or there is one too many."""


class ResultsDiffer(DemoFailed):
    """Two ways to compute the same thing disagree."""
