# Generated from rpc/OffsetFetchRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class OffsetFetchRequestTopic(Struct):
    """Part of OffsetFetchRequest, 0-7."""

    name: str = ""  # 0-7
    """Name of the topic."""
    partition_indexes: Sequence[int] = ()  # 0-7
    """Numbers of the partitions within the topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchRequestTopics(Struct):
    """Part of OffsetFetchRequest, 8+."""

    name: str = ""  # 8-9
    """Name of the topic; versions 10+ have its id."""
    topic_id: UUID = ZERO_UUID  # 10+
    """Id of the topic; versions below 10 have its name."""
    partition_indexes: Sequence[int] = ()  # 8+
    """Numbers of the partitions within the topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchRequestGroup(Struct):
    """Part of OffsetFetchRequest, 8+."""

    group_id: str = ""  # 8+
    """Group to ask about."""
    member_id: str | None = None  # 9+
    """Id of the member that asks, null for who is none; checked for groups of KIP-848."""
    member_epoch: int = -1  # 9+
    """Member epoch of the member that asks, -1 for no check."""
    topics: list[OffsetFetchRequestTopics] | None = field(default_factory=list)  # 8+
    """Partitions to ask about, by topic; null for all that the group committed."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchRequest(Request):
    """Request of OFFSET_FETCH (9). Versions 0-10, flexible from 6.

    Asks how far groups have read. Versions 8+ ask for several groups at once.

    Its structs, in this module: OffsetFetchRequestTopic, OffsetFetchRequestGroup, OffsetFetchRequestTopics.
    """

    API_KEY = 9
    VERSIONS = range(0, 11)
    FLEXIBLE_VERSIONS = range(6, 11)
    LATEST_STABLE_VERSION = 10
    DEPRECATED_VERSIONS = range(0, 1)

    group_id: str = ""  # 0-7
    """Group to ask about; versions 8+ have `groups`."""
    topics: list[OffsetFetchRequestTopic] | None = field(default_factory=list)  # 0-7
    """Partitions to ask about, by topic; null from version 2 on for all that the group committed."""
    groups: list[OffsetFetchRequestGroup] = field(default_factory=list)  # 8+
    """Groups to ask about, each with its partitions."""
    require_stable: bool = False  # 7+
    """Answer UNSTABLE_OFFSET_COMMIT where a transaction with newer offsets is still open (KIP-447)."""
    unknown_tags: dict[int, bytes] | None = None
