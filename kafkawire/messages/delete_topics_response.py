# Generated from rpc/DeleteTopicsResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class DeletableTopicResult(Struct):
    """Part of DeleteTopicsResponse."""

    name: str | None = ""
    topic_id: UUID = ZERO_UUID  # 6+
    error_code: int = 0
    error_message: str | None = None  # 5+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteTopicsResponse(Response):
    """Response of DELETE_TOPICS (20). Versions 0-6, flexible from 4.

    Its structs, in this module: DeletableTopicResult.
    """

    API_KEY = 20
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(4, 7)
    LATEST_STABLE_VERSION = 6

    throttle_time_ms: int = 0  # 1+
    responses: list[DeletableTopicResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
