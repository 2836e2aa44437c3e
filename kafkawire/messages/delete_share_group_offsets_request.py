# Generated from rpc/DeleteShareGroupOffsetsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class DeleteShareGroupOffsetsRequestTopic(Struct):
    """Part of DeleteShareGroupOffsetsRequest."""

    topic_name: str = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteShareGroupOffsetsRequest(Request):
    """Request of DELETE_SHARE_GROUP_OFFSETS (92). Version 0, flexible from 0.

    Forgets how far a share group has read topics; the group must have no members (KIP-932).

    Its structs, in this module: DeleteShareGroupOffsetsRequestTopic.
    """

    API_KEY = 92
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    group_id: str = ""
    """Name of the group."""
    topics: list[DeleteShareGroupOffsetsRequestTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
