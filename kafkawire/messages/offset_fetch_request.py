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
    partition_indexes: Sequence[int] = ()  # 0-7
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchRequestTopics(Struct):
    """Part of OffsetFetchRequest, 8+."""

    name: str = ""  # 8-9
    topic_id: UUID = ZERO_UUID  # 10+
    partition_indexes: Sequence[int] = ()  # 8+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchRequestGroup(Struct):
    """Part of OffsetFetchRequest, 8+."""

    group_id: str = ""  # 8+
    member_id: str | None = None  # 9+
    member_epoch: int = -1  # 9+
    topics: list[OffsetFetchRequestTopics] | None = field(default_factory=list)  # 8+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetFetchRequest(Request):
    """Request of OFFSET_FETCH (9). Versions 0-10, flexible from 6.

    Its structs, in this module: OffsetFetchRequestTopic, OffsetFetchRequestGroup, OffsetFetchRequestTopics.
    """

    API_KEY = 9
    VERSIONS = range(0, 11)
    FLEXIBLE_VERSIONS = range(6, 11)
    LATEST_STABLE_VERSION = 10
    DEPRECATED_VERSIONS = range(0, 1)

    group_id: str = ""  # 0-7
    topics: list[OffsetFetchRequestTopic] | None = field(default_factory=list)  # 0-7
    groups: list[OffsetFetchRequestGroup] = field(default_factory=list)  # 8+
    require_stable: bool = False  # 7+
    unknown_tags: dict[int, bytes] | None = None
