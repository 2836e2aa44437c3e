# Generated from records-group/StreamsGroupTopologyValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopicConfig(Struct):
    """Part of StreamsGroupTopologyValue."""

    key: str = ""
    value: str = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicInfo(Struct):
    """Part of StreamsGroupTopologyValue."""

    name: str = ""
    partitions: int = 0
    replication_factor: int = 0
    topic_configs: list[TopicConfig] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CopartitionGroup(Struct):
    """Part of StreamsGroupTopologyValue."""

    source_topics: Sequence[int] = ()
    source_topic_regex: Sequence[int] = ()
    repartition_source_topics: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Subtopology(Struct):
    """Part of StreamsGroupTopologyValue."""

    subtopology_id: str = ""
    source_topics: list[str] = field(default_factory=list)
    source_topic_regex: list[str] = field(default_factory=list)
    state_changelog_topics: list[TopicInfo] = field(default_factory=list)
    repartition_sink_topics: list[str] = field(default_factory=list)
    repartition_source_topics: list[TopicInfo] = field(default_factory=list)
    copartition_groups: list[CopartitionGroup] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StreamsGroupTopologyValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0.

    Its structs, in this module: Subtopology, TopicInfo, TopicConfig, CopartitionGroup.
    """

    API_KEY = 23
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    epoch: int = 0
    subtopologies: list[Subtopology] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
