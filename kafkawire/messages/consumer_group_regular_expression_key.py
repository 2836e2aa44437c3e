# Generated from records-group/ConsumerGroupRegularExpressionKey.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class ConsumerGroupRegularExpressionKey(Message):
    """Key of a coordinator record. Version 0, never flexible."""

    API_KEY = 16
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    group_id: str = ""
    regular_expression: str = ""
    unknown_tags: dict[int, bytes] | None = None
