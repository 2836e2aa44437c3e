# Generated from rpc/DeleteShareGroupOffsetsResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class DeleteShareGroupOffsetsResponseTopic(Struct):
    """Part of DeleteShareGroupOffsetsResponse."""

    topic_name: str = ""
    topic_id: UUID = ZERO_UUID
    error_code: int = 0
    error_message: str | None = None
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteShareGroupOffsetsResponse(Response):
    """Response of DELETE_SHARE_GROUP_OFFSETS (92). Version 0, flexible from 0.

    Its structs, in this module: DeleteShareGroupOffsetsResponseTopic.
    """

    API_KEY = 92
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = None
    responses: list[DeleteShareGroupOffsetsResponseTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
