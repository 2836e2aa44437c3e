# Generated from rpc/ReadShareGroupStateSummaryRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionData(Struct):
    """Part of ReadShareGroupStateSummaryRequest."""

    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    leader_epoch: int = 0
    """Leader epoch of the partition that the asking broker knows."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadStateSummaryData(Struct):
    """Part of ReadShareGroupStateSummaryRequest."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadShareGroupStateSummaryRequest(Request):
    """Request of READ_SHARE_GROUP_STATE_SUMMARY (87). Versions 0-1, flexible from 0.

    Reads where share partitions stand from the share coordinator, without single records (KIP-932).

    Its structs, in this module: ReadStateSummaryData, PartitionData.
    """

    API_KEY = 87
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    group_id: str = ""
    """Name of the group."""
    topics: list[ReadStateSummaryData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
