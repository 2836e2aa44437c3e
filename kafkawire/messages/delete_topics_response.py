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
    """Name of the topic; null if it was named by an id that is unknown or that the client may not see."""
    topic_id: UUID = ZERO_UUID  # 6+
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    error_code: int = 0
    """0, or UNKNOWN_TOPIC_OR_PARTITION, UNKNOWN_TOPIC_ID, TOPIC_DELETION_DISABLED, TOPIC_AUTHORIZATION_FAILED."""
    error_message: str | None = None  # 5+
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteTopicsResponse(Response):
    """Response of DELETE_TOPICS (20). Versions 0-6, flexible from 4.

    Says for each topic whether it is deleted.

    Its structs, in this module: DeletableTopicResult.
    """

    API_KEY = 20
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(4, 7)
    LATEST_STABLE_VERSION = 6

    throttle_time_ms: int = 0  # 1+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    responses: list[DeletableTopicResult] = field(default_factory=list)
    """Outcome for each topic."""
    unknown_tags: dict[int, bytes] | None = None
