# Generated from rpc/ElectLeadersRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopicPartitions(Struct):
    """Part of ElectLeadersRequest."""

    topic: str = ""
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ElectLeadersRequest(Request):
    """Request of ELECT_LEADERS (43). Versions 0-2, flexible from 2.

    Its structs, in this module: TopicPartitions.
    """

    API_KEY = 43
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    election_type: int = 0  # 1+
    topic_partitions: list[TopicPartitions] | None = field(default_factory=list)
    timeout_ms: int = 60000
    unknown_tags: dict[int, bytes] | None = None
