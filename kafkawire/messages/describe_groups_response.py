# Generated from rpc/DescribeGroupsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribedGroupMember(Struct):
    """Part of DescribeGroupsResponse."""

    member_id: str = ""
    """Id of the member within its group."""
    group_instance_id: str | None = None  # 4+
    """`group.instance.id` of a static member (KIP-345), null for a dynamic one."""
    client_id: str = ""
    """`client.id` of the member."""
    client_host: str = ""
    """Address that the member joined from, such as `/127.0.0.1`."""
    member_metadata: bytes = b""
    """What the member told when it joined; for consumers a version and a `ConsumerProtocolSubscription`."""
    member_assignment: bytes = b""
    """What the member got; for consumers a version and a `ConsumerProtocolAssignment`."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribedGroup(Struct):
    """Part of DescribeGroupsResponse."""

    error_code: int = 0
    """0, or NOT_COORDINATOR, GROUP_AUTHORIZATION_FAILED, from version 6 on GROUP_ID_NOT_FOUND."""
    error_message: str | None = None  # 6+
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    group_id: str = ""
    """Name of the group."""
    group_state: str = ""
    """Empty, PreparingRebalance, CompletingRebalance, Stable, or Dead: before version 6 also for no such group."""
    protocol_type: str = ""
    """Kind of the group, such as `consumer`; empty if it has none."""
    protocol_data: str = ""
    """Protocol of the generation, for consumers the assignor; empty unless the group is stable."""
    members: list[DescribedGroupMember] = field(default_factory=list)
    """Members of the group."""
    authorized_operations: int = -2147483648  # 3+
    """Bit n is set if the client may do `AclOperation` n on the group; -2147483648 if not asked for."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeGroupsResponse(Response):
    """Response of DESCRIBE_GROUPS (15). Versions 0-6, flexible from 5.

    State and members of classic groups.

    Its structs, in this module: DescribedGroup, DescribedGroupMember.
    """

    API_KEY = 15
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(5, 7)
    LATEST_STABLE_VERSION = 6

    throttle_time_ms: int = 0  # 1+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    groups: list[DescribedGroup] = field(default_factory=list)
    """The groups that were asked for."""
    unknown_tags: dict[int, bytes] | None = None
