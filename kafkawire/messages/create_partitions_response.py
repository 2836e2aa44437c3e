# Generated from rpc/CreatePartitionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class CreatePartitionsTopicResult(Struct):
    """Part of CreatePartitionsResponse."""

    name: str = ""
    """Name of the topic."""
    error_code: int = 0
    """0, or INVALID_PARTITIONS, INVALID_REPLICA_ASSIGNMENT, UNKNOWN_TOPIC_OR_PARTITION, ..."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreatePartitionsResponse(Response):
    """Response of CREATE_PARTITIONS (37). Versions 0-3, flexible from 2.

    Says for each topic whether it has more partitions.

    Its structs, in this module: CreatePartitionsTopicResult.
    """

    API_KEY = 37
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    results: list[CreatePartitionsTopicResult] = field(default_factory=list)
    """Outcome for each topic."""
    unknown_tags: dict[int, bytes] | None = None
