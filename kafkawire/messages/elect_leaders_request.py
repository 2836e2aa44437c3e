# Generated from rpc/ElectLeadersRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopicPartitions(Struct):
    """Part of ElectLeadersRequest."""

    topic: str = ""
    """Name of the topic."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ElectLeadersRequest(Request):
    """Request of ELECT_LEADERS (43). Versions 0-2, flexible from 2.

    Has leaders elected for partitions (KIP-183, KIP-460).

    Its structs, in this module: TopicPartitions.
    """

    API_KEY = 43
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    election_type: int = 0  # 1+
    """0 the preferred replica if it is in sync, 1 any live replica if none in sync is left: records may be lost."""
    topic_partitions: list[TopicPartitions] | None = field(default_factory=list)
    """Partitions that need a leader, by topic; null for all."""
    timeout_ms: int = 60000
    """How long the broker may wait for the election, in ms."""
    unknown_tags: dict[int, bytes] | None = None
