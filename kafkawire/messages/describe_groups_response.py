# Generated from rpc/DescribeGroupsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribedGroupMember(Struct):
    """Part of DescribeGroupsResponse."""

    member_id: str = ""
    group_instance_id: str | None = None  # 4+
    client_id: str = ""
    client_host: str = ""
    member_metadata: bytes = b""
    member_assignment: bytes = b""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribedGroup(Struct):
    """Part of DescribeGroupsResponse."""

    error_code: int = 0
    error_message: str | None = None  # 6+
    group_id: str = ""
    group_state: str = ""
    protocol_type: str = ""
    protocol_data: str = ""
    members: list[DescribedGroupMember] = field(default_factory=list)
    authorized_operations: int = -2147483648  # 3+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeGroupsResponse(Response):
    """Response of DESCRIBE_GROUPS (15). Versions 0-6, flexible from 5.

    Its structs, in this module: DescribedGroup, DescribedGroupMember.
    """

    API_KEY = 15
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(5, 7)
    LATEST_STABLE_VERSION = 6

    throttle_time_ms: int = 0  # 1+
    groups: list[DescribedGroup] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
