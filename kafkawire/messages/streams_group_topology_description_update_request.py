# Generated from rpc/StreamsGroupTopologyDescriptionUpdateRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopologyDescriptionNode(Struct):
    """Part of StreamsGroupTopologyDescriptionUpdateRequest."""

    name: str = ""
    node_type: int = 0
    source_topics: list[str] = field(default_factory=list)
    sink_topic: str | None = None
    stores: list[str] = field(default_factory=list)
    successors: list[str] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopologyDescriptionSubtopology(Struct):
    """Part of StreamsGroupTopologyDescriptionUpdateRequest."""

    subtopology_id: str = ""
    nodes: list[TopologyDescriptionNode] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopologyDescriptionGlobalStore(Struct):
    """Part of StreamsGroupTopologyDescriptionUpdateRequest."""

    source: TopologyDescriptionNode = field(default_factory=TopologyDescriptionNode)
    processor: TopologyDescriptionNode = field(default_factory=TopologyDescriptionNode)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopologyDescription(Struct):
    """Part of StreamsGroupTopologyDescriptionUpdateRequest."""

    subtopologies: list[TopologyDescriptionSubtopology] = field(default_factory=list)
    global_stores: list[TopologyDescriptionGlobalStore] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StreamsGroupTopologyDescriptionUpdateRequest(Request):
    """Request of STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE (93). Version 0, flexible from 0.

    Sends the broker a topology, for StreamsGroupDescribe to show.

    Its structs, in this module: TopologyDescription, TopologyDescriptionSubtopology, TopologyDescriptionNode,
    TopologyDescriptionGlobalStore.
    """

    API_KEY = 93
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    group_id: str = ""
    """Name of the group."""
    member_id: str = ""
    """Id of the member within its group."""
    topology_epoch: int = 0
    """Version of the topology that is described."""
    topology_description: TopologyDescription = field(default_factory=TopologyDescription)
    unknown_tags: dict[int, bytes] | None = None
