# Generated from records-group/ConsumerGroupRegularExpressionValue.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import field, slotted


@slotted
class ConsumerGroupRegularExpressionValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0."""

    API_KEY = 16
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    topics: list[str] = field(default_factory=list)
    version: int = 0
    timestamp: int = 0
    unknown_tags: dict[int, bytes] | None = None
