# Generated from rpc/ShareGroupDescribeResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicPartitions(Struct):
    """Part of ShareGroupDescribeResponse.

    A topic and some of its partitions.
    """

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    topic_name: str = ""
    """Name of the topic, beside its id."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Assignment(Struct):
    """Part of ShareGroupDescribeResponse.

    Partitions of a member.
    """

    topic_partitions: list[TopicPartitions] = field(default_factory=list)
    """Partitions by topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Member(Struct):
    """Part of ShareGroupDescribeResponse."""

    member_id: str = ""
    """Id of the member within its group."""
    rack_id: str | None = None
    """Rack of the member, null if it has none."""
    member_epoch: int = 0
    """Epoch of the assignment that the member has reached."""
    client_id: str = ""
    """`client.id` of the member."""
    client_host: str = ""
    """Address that the member sends from, such as `/127.0.0.1`."""
    subscribed_topic_names: list[str] = field(default_factory=list)
    """Names of the topics that the member subscribes to."""
    assignment: Assignment = field(default_factory=Assignment)
    """Partitions that the member may fetch from; several members share a partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribedGroup(Struct):
    """Part of ShareGroupDescribeResponse."""

    error_code: int = 0
    """0, or GROUP_ID_NOT_FOUND (also for a group of another type), NOT_COORDINATOR, GROUP_AUTHORIZATION_FAILED."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    group_id: str = ""
    """Name of the group."""
    group_state: str = ""
    """Empty, Stable or Dead."""
    group_epoch: int = 0
    """Counts changes of members and subscriptions; the target assignment follows it."""
    assignment_epoch: int = 0
    """Group epoch for which the target assignment was made."""
    assignor_name: str = ""
    """Assignor that the broker uses for the group, such as `simple`."""
    members: list[Member] = field(default_factory=list)
    authorized_operations: int = -2147483648
    """Bit n is set if the client may do `AclOperation` n on the group; -2147483648 if not asked for."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareGroupDescribeResponse(Response):
    """Response of SHARE_GROUP_DESCRIBE (77). Versions 0-1, flexible from 0.

    State and members of share groups (KIP-932).

    Its structs, in this module: DescribedGroup, Member, Assignment, TopicPartitions.
    """

    API_KEY = 77
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    groups: list[DescribedGroup] = field(default_factory=list)
    """The groups that were asked for."""
    unknown_tags: dict[int, bytes] | None = None
