# Generated from records-group/GroupMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class MemberMetadata(Struct):
    """Part of GroupMetadataValue.

    A member of a classic group.
    """

    member_id: str = ""
    """Id of the member within its group."""
    group_instance_id: str | None = None  # 3+
    """`group.instance.id` of a static member (KIP-345), null for a dynamic one."""
    client_id: str = ""
    """`client.id` of the member."""
    client_host: str = ""
    """Address that the member sends from, such as `/127.0.0.1`."""
    rebalance_timeout: int = -1  # 1+
    """How long the group waits for this member in a rebalance, in ms; -1: the session timeout."""
    session_timeout: int = 0
    """Without a heartbeat for this long, in ms, the member is taken for dead."""
    subscription: bytes = b""
    """What the member told when it joined; for consumers a version and a `ConsumerProtocolSubscription`."""
    assignment: bytes = b""
    """What the member got; for consumers a version and a `ConsumerProtocolAssignment`."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class GroupMetadataValue(Message):
    """Value of a coordinator record. Versions 0-4, flexible from 4.

    The state of a classic group after a rebalance, in `__consumer_offsets`.

    Its structs, in this module: MemberMetadata.
    """

    API_KEY = 2
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4

    protocol_type: str = ""
    """Kind of the group, such as `consumer`; empty if it has none."""
    generation: int = 0
    """Number of the generation."""
    protocol: str | None = ""
    """Protocol of the generation, for consumers the assignor; null if there are no members."""
    leader: str | None = ""
    """Member id of the leader, null if there are no members."""
    current_state_timestamp: int = -1  # 2+
    """When the group came into its state, in ms since the epoch; -1 if it is not known."""
    members: list[MemberMetadata] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
