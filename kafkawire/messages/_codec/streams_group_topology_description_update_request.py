# Generated from rpc/StreamsGroupTopologyDescriptionUpdateRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable
from struct import Struct as Packer

from kafkawire.messages.streams_group_topology_description_update_request import (
    StreamsGroupTopologyDescriptionUpdateRequest,
    TopologyDescription,
    TopologyDescriptionGlobalStore,
    TopologyDescriptionNode,
    TopologyDescriptionSubtopology,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Shapes,
    compact_strings,
    long_string,
    long_string_or_null,
    many,
    merge_tags,
    new,
    put_compact_strings,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

pack_B = Packer(">B").pack
pack_Bx = Packer(">Bx").pack
shapes_1 = Shapes("S%dsS%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
shapes_4 = Shapes("S%dsb")
shapes_5 = Shapes("S%dsbBS%ds")
unpack_bB = Packer(">bB").unpack_from
unpack_i = Packer(">i").unpack_from


def read_topology_description_node_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopologyDescriptionNode], int]:
    out = many(TopologyDescriptionNode, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.node_type, n2 = unpack_bB(buf, pos)
        pos += 2
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.source_topics = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 > end - pos or n2 > ctx.left:
                refuse_count(n2, 1, end - pos)
            ctx.left -= n2
            o.source_topics, pos = compact_strings(buf, pos, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            p = pos + n3
            o.sink_topic = buf[pos + 1 : p].decode()
            pos = p
        elif n3 == 0:
            o.sink_topic = None
            pos = pos + 1
        else:
            o.sink_topic, pos = long_string_or_null(buf, pos + 1, n3)
        n4 = buf[pos]
        pos += 1
        if n4 > 127:
            n4, pos = uvarint_rest(buf, pos, n4)
        if n4 < 2:
            o.stores = [] if n4 else refuse_length(-1)
        else:
            n4 -= 1
            if n4 > end - pos or n4 > ctx.left:
                refuse_count(n4, 1, end - pos)
            ctx.left -= n4
            o.stores, pos = compact_strings(buf, pos, n4)
        n5 = buf[pos]
        pos += 1
        if n5 > 127:
            n5, pos = uvarint_rest(buf, pos, n5)
        if n5 < 2:
            o.successors = [] if n5 else refuse_length(-1)
        else:
            n5 -= 1
            if n5 > end - pos or n5 > ctx.left:
                refuse_count(n5, 1, end - pos)
            ctx.left -= n5
            o.successors, pos = compact_strings(buf, pos, n5)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topology_description_node_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[TopologyDescriptionNode, int]:
    o = new(TopologyDescriptionNode)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.name, pos = long_string(buf, pos + 1, n1)
    o.node_type, n2 = unpack_bB(buf, pos)
    pos += 2
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.source_topics = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 > end - pos or n2 > ctx.left:
            refuse_count(n2, 1, end - pos)
        ctx.left -= n2
        o.source_topics, pos = compact_strings(buf, pos, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.sink_topic = buf[pos + 1 : p].decode()
        pos = p
    elif n3 == 0:
        o.sink_topic = None
        pos = pos + 1
    else:
        o.sink_topic, pos = long_string_or_null(buf, pos + 1, n3)
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.stores = [] if n4 else refuse_length(-1)
    else:
        n4 -= 1
        if n4 > end - pos or n4 > ctx.left:
            refuse_count(n4, 1, end - pos)
        ctx.left -= n4
        o.stores, pos = compact_strings(buf, pos, n4)
    n5 = buf[pos]
    pos += 1
    if n5 > 127:
        n5, pos = uvarint_rest(buf, pos, n5)
    if n5 < 2:
        o.successors = [] if n5 else refuse_length(-1)
    else:
        n5 -= 1
        if n5 > end - pos or n5 > ctx.left:
            refuse_count(n5, 1, end - pos)
        ctx.left -= n5
        o.successors, pos = compact_strings(buf, pos, n5)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_topology_description_global_store_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopologyDescriptionGlobalStore], int]:
    out = many(TopologyDescriptionGlobalStore, count)
    for o in out:
        o.source, pos = read_topology_description_node_v0(buf, pos, end, ctx)
        o.processor, pos = read_topology_description_node_v0(buf, pos, end, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topology_description_subtopology_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopologyDescriptionSubtopology], int]:
    out = many(TopologyDescriptionSubtopology, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.subtopology_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.subtopology_id, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.nodes = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 7 > end - pos or n2 > ctx.left:
                refuse_count(n2, 7, end - pos)
            ctx.left -= n2
            o.nodes, pos = read_topology_description_node_v0_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_topology_description_node_v0_array(items: Iterable[TopologyDescriptionNode], put: Put) -> None:
    last9 = last10 = -1
    pack8 = shapes_5[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.source_topics
        if v3:
            put(shapes_4[n2](n2 + 1, s1, o.node_type))
            put(COUNTS[len(v3)])
            put_compact_strings(put, v3)
        elif v3 is None:
            refuse_null()
        v6 = o.sink_topic
        if v6 is None:
            s4 = b""
            n5 = 0
        else:
            s4 = v6.encode()
            n5 = len(s4) + 1
        v7 = o.stores
        if v3:
            put(shapes_2[len(s4)](n5, s4))
        else:
            if last9 != n2 or last10 != len(s4):
                last9, last10 = n2, len(s4)
                pack8 = shapes_5[last9, last10]
            put(pack8(n2 + 1, s1, o.node_type, 1, n5, s4))
        if v7:
            put(COUNTS[len(v7)])
            put_compact_strings(put, v7)
        elif v7 is None:
            refuse_null()
        v11 = o.successors
        if not v7:
            put(pack_B(1))
        if v11:
            put(COUNTS[len(v11)])
            put_compact_strings(put, v11)
        elif v11 is None:
            refuse_null()
        if v11:
            data = b"\0"
        else:
            data = pack_Bx(1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topology_description_node_v0(o: TopologyDescriptionNode, put: Put) -> None:
    s1 = o.name.encode()
    n2 = len(s1)
    v3 = o.source_topics
    if v3:
        put(shapes_4[n2](n2 + 1, s1, o.node_type))
        put(COUNTS[len(v3)])
        put_compact_strings(put, v3)
    elif v3 is None:
        refuse_null()
    v6 = o.sink_topic
    if v6 is None:
        s4 = b""
        n5 = 0
    else:
        s4 = v6.encode()
        n5 = len(s4) + 1
    v7 = o.stores
    if v3:
        put(shapes_2[len(s4)](n5, s4))
    else:
        put(shapes_5[n2, len(s4)](n2 + 1, s1, o.node_type, 1, n5, s4))
    if v7:
        put(COUNTS[len(v7)])
        put_compact_strings(put, v7)
    elif v7 is None:
        refuse_null()
    v8 = o.successors
    if not v7:
        put(pack_B(1))
    if v8:
        put(COUNTS[len(v8)])
        put_compact_strings(put, v8)
    elif v8 is None:
        refuse_null()
    if v8:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_topology_description_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[TopologyDescription, int]:
    o = new(TopologyDescription)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.subtopologies = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.subtopologies, pos = read_topology_description_subtopology_v0_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.global_stores = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 15 > end - pos or n2 > ctx.left:
            refuse_count(n2, 15, end - pos)
        ctx.left -= n2
        o.global_stores, pos = read_topology_description_global_store_v0_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def write_topology_description_global_store_v0_array(items: Iterable[TopologyDescriptionGlobalStore], put: Put) -> None:
    for o in items:
        write_topology_description_node_v0(o.source, put)
        write_topology_description_node_v0(o.processor, put)
        data = b"\0"
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topology_description_subtopology_v0_array(items: Iterable[TopologyDescriptionSubtopology], put: Put) -> None:
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        v3 = o.nodes
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_topology_description_node_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topology_description_v0(o: TopologyDescription, put: Put) -> None:
    v1 = o.subtopologies
    if v1:
        put(COUNTS[len(v1)])
        write_topology_description_subtopology_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.global_stores
    if not v1:
        put(pack_B(1))
    if v2:
        put(COUNTS[len(v2)])
        write_topology_description_global_store_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    if v2:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_streams_group_topology_description_update_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[StreamsGroupTopologyDescriptionUpdateRequest, int]:
    o = new(StreamsGroupTopologyDescriptionUpdateRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.member_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 1, n2)
    (o.topology_epoch,) = unpack_i(buf, pos)
    pos += 4
    o.topology_description, pos = read_topology_description_v0(buf, pos, end, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_streams_group_topology_description_update_request_v0(
    o: StreamsGroupTopologyDescriptionUpdateRequest,
) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    put(shapes_1[n2, n4](n2 + 1, s1, n4 + 1, s3, o.topology_epoch))
    write_topology_description_v0(o.topology_description, put)
    data = b"\0"
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[StreamsGroupTopologyDescriptionUpdateRequest], bytes]] = {
    0: encode_streams_group_topology_description_update_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[StreamsGroupTopologyDescriptionUpdateRequest, int]]] = {
    0: read_streams_group_topology_description_update_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
StreamsGroupTopologyDescriptionUpdateRequest request 0 flexible=0+
 GroupId string 0+
 MemberId string 0+
 TopologyEpoch int32 0+
 TopologyDescription TopologyDescription 0+
struct TopologyDescription
 Subtopologies []TopologyDescriptionSubtopology 0+
 GlobalStores []TopologyDescriptionGlobalStore 0+
struct TopologyDescriptionSubtopology
 SubtopologyId string 0+
 Nodes []TopologyDescriptionNode 0+
struct TopologyDescriptionNode
 Name string 0+
 NodeType int8 0+
 SourceTopics []string 0+
 SinkTopic string 0+ null=0+ default=null
 Stores []string 0+
 Successors []string 0+
struct TopologyDescriptionGlobalStore
 Source TopologyDescriptionNode 0+
 Processor TopologyDescriptionNode 0+
"""
