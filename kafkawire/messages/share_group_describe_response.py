# Generated from rpc/ShareGroupDescribeResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicPartitions(Struct):
    """Part of ShareGroupDescribeResponse."""

    topic_id: UUID = ZERO_UUID
    topic_name: str = ""
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Assignment(Struct):
    """Part of ShareGroupDescribeResponse."""

    topic_partitions: list[TopicPartitions] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Member(Struct):
    """Part of ShareGroupDescribeResponse."""

    member_id: str = ""
    rack_id: str | None = None
    member_epoch: int = 0
    client_id: str = ""
    client_host: str = ""
    subscribed_topic_names: list[str] = field(default_factory=list)
    assignment: Assignment = field(default_factory=Assignment)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribedGroup(Struct):
    """Part of ShareGroupDescribeResponse."""

    error_code: int = 0
    error_message: str | None = None
    group_id: str = ""
    group_state: str = ""
    group_epoch: int = 0
    assignment_epoch: int = 0
    assignor_name: str = ""
    members: list[Member] = field(default_factory=list)
    authorized_operations: int = -2147483648
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareGroupDescribeResponse(Response):
    """Response of SHARE_GROUP_DESCRIBE (77). Versions 0-1, flexible from 0.

    Its structs, in this module: DescribedGroup, Member, Assignment, TopicPartitions.
    """

    API_KEY = 77
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    groups: list[DescribedGroup] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
