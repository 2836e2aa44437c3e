# Generated from rpc/ConsumerGroupDescribeResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicPartitions(Struct):
    """Part of ConsumerGroupDescribeResponse.

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
    """Part of ConsumerGroupDescribeResponse.

    Partitions of a member.
    """

    topic_partitions: list[TopicPartitions] = field(default_factory=list)
    """Partitions by topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Member(Struct):
    """Part of ConsumerGroupDescribeResponse."""

    member_id: str = ""
    """Id of the member within its group."""
    instance_id: str | None = None
    """`group.instance.id` of a static member, null for a dynamic one."""
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
    subscribed_topic_regex: str | None = None
    """Pattern of topic names that the member subscribes to, null if it has none."""
    assignment: Assignment = field(default_factory=Assignment)
    """Partitions that the member has."""
    target_assignment: Assignment = field(default_factory=Assignment)
    """Partitions that the member is to have once all others have given theirs up."""
    member_type: int = -1  # 1+
    """0 for a member that still uses the classic protocol, 1 for the consumer protocol, -1 if it is not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribedGroup(Struct):
    """Part of ConsumerGroupDescribeResponse."""

    error_code: int = 0
    """0, or GROUP_ID_NOT_FOUND (also for a group of another type), NOT_COORDINATOR, GROUP_AUTHORIZATION_FAILED."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    group_id: str = ""
    """Name of the group."""
    group_state: str = ""
    """Empty, Assigning, Reconciling, Stable or Dead."""
    group_epoch: int = 0
    """Counts changes of members and subscriptions; the target assignment follows it."""
    assignment_epoch: int = 0
    """Group epoch for which the target assignment was made."""
    assignor_name: str = ""
    """Assignor that the broker uses for the group, such as `uniform`."""
    members: list[Member] = field(default_factory=list)
    """Members of the group."""
    authorized_operations: int = -2147483648
    """Bit n is set if the client may do `AclOperation` n on the group; -2147483648 if not asked for."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ConsumerGroupDescribeResponse(Response):
    """Response of CONSUMER_GROUP_DESCRIBE (69). Versions 0-1, flexible from 0.

    State and members of consumer groups (KIP-848).

    Its structs, in this module: DescribedGroup, Member, Assignment, TopicPartitions.
    """

    API_KEY = 69
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    groups: list[DescribedGroup] = field(default_factory=list)
    """The groups that were asked for."""
    unknown_tags: dict[int, bytes] | None = None
