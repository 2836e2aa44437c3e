# Generated from rpc/DeleteTopicsRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class DeleteTopicState(Struct):
    """Part of DeleteTopicsRequest, 6+."""

    name: str | None = None  # 6+
    """Name of the topic, null to name it by id."""
    topic_id: UUID = ZERO_UUID  # 6+
    """Id of the topic, all zeros to name it by name."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteTopicsRequest(Request):
    """Request of DELETE_TOPICS (20). Versions 0-6, flexible from 4.

    Deletes topics and all that is in them.

    Its structs, in this module: DeleteTopicState.
    """

    API_KEY = 20
    VERSIONS = range(0, 7)
    FLEXIBLE_VERSIONS = range(4, 7)
    LATEST_STABLE_VERSION = 6
    DEPRECATED_VERSIONS = range(0, 1)

    topics: list[DeleteTopicState] = field(default_factory=list)  # 6+
    """Topics to delete, each by name or by id."""
    topic_names: list[str] = field(default_factory=list)  # 0-5
    """Names of the topics to delete; versions 6+ have `topics`."""
    timeout_ms: int = 0
    """How long the broker may wait until the topics are gone, in ms."""
    unknown_tags: dict[int, bytes] | None = None
