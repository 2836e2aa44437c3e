# Generated from rpc/EndQuorumEpochResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.end_quorum_epoch_response import EndQuorumEpochResponse, NodeEndpoint, PartitionData, TopicData
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    check_tag_size,
    long_string,
    many,
    merge_tags,
    new,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

iter_partition_data_v0 = Packer(">ihii").iter_unpack
iter_partition_data_v1 = Packer(">ihiix").iter_unpack
pack_B = Packer(">B").pack
pack_h = Packer(">h").pack
pack_hB = Packer(">hB").pack
pack_hi = Packer(">hi").pack
pack_ihii = Packer(">ihii").pack
pack_ihiix = Packer(">ihiix").pack
rows_node_endpoint_v1 = Rows("i P1 H T")
rows_partition_data_v0 = Rows("ihii")
rows_partition_data_v1 = Rows("ihii T")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
shapes_4 = Shapes("iS%dsHx")
unpack_HB = Packer(">HB").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hi = Packer(">hi").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ihii = Packer(">ihii").unpack_from
unpack_ihiiB = Packer(">ihiiB").unpack_from


def some_partition_data_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int, Key]:
    out = many(PartitionData, count)
    for o in out:
        o.partition_index, o.error_code, o.leader_id, o.leader_epoch, t = unpack_ihiiB(buf, pos)
        o.unknown_tags = None
        pos += 15
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_partition_data_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionData]:
    out = many(PartitionData, count)
    o: PartitionData
    for o, row in zip(out, rows):
        o.partition_index, o.error_code, o.leader_id, o.leader_epoch = row
        o.unknown_tags = None
    return out


def some_partition_data_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int, Key]:
    out = many(PartitionData, count)
    for o in out:
        o.partition_index, o.error_code, o.leader_id, o.leader_epoch = unpack_ihii(buf, pos)
        o.unknown_tags = None
        pos += 14
    return out, pos, ()


def fill_partition_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionData]:
    out = many(PartitionData, count)
    o: PartitionData
    for o, row in zip(out, rows):
        o.partition_index, o.error_code, o.leader_id, o.leader_epoch = row
        o.unknown_tags = None
    return out


def write_partition_data_v1_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        data = pack_ihiix(o.partition_index, o.error_code, o.leader_id, o.leader_epoch)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_data_v0_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_ihii(o.partition_index, o.error_code, o.leader_id, o.leader_epoch))


def read_topic_data_v1_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int]:
    out = many(TopicData, count)
    key_partition_data_v1: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 15 > end - pos or n2 > ctx.left:
                refuse_count(n2, 15, end - pos)
            ctx.left -= n2
            p = pos + n2 * 15
            if p > end or any(buf[pos + 14 : p : 15]):
                if n2 < 8 and key_partition_data_v1 is None:
                    o.partitions, pos, _ = some_partition_data_v1(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_partition_data_v1 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_partition_data_v1,
                        fill_partition_data_v1,
                        rows_partition_data_v1,
                        key_partition_data_v1,
                    )
            else:
                o.partitions = fill_partition_data_v1(iter_partition_data_v1(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topic_data_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int]:
    out = many(TopicData, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic_name = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 14 > end - pos or n2 > ctx.left:
                refuse_count(n2, 14, end - pos)
            ctx.left -= n2
            p = pos + n2 * 14
            o.partitions = fill_partition_data_v0(iter_partition_data_v0(buf[pos:p]), n2, (), ctx)
            pos = p
        o.unknown_tags = None
    return out, pos


def some_node_endpoint_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[NodeEndpoint], int, Key]:
    out = many(NodeEndpoint, count)
    for o in out:
        o.node_id, n1 = unpack_iB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 4
            o.host = buf[pos + 5 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 5, n1)
        o.port, t = unpack_HB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_node_endpoint_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[NodeEndpoint]:
    out = many(NodeEndpoint, count)
    o: NodeEndpoint
    for o, row in zip(out, rows):
        o.node_id, v1, o.port = row
        o.host = v1.decode()
        o.unknown_tags = None
    return out


def write_node_endpoint_v1_array(items: Iterable[NodeEndpoint], put: Put) -> None:
    for o in items:
        s1 = o.host.encode()
        n2 = len(s1)
        data = shapes_4[n2](o.node_id, n2 + 1, s1, o.port)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_data_v1_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_data_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_data_v0_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_partition_data_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_end_quorum_epoch_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[EndQuorumEpochResponse, int]:
    o = new(EndQuorumEpochResponse)
    o.error_code, n1 = unpack_hB(buf, pos)
    pos += 3
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_topic_data_v1_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.node_endpoints = []
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_end_quorum_epoch_response_v1(o, buf, pos, end, t, ctx)
    return o, pos


def read_end_quorum_epoch_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[EndQuorumEpochResponse, int]:
    o = new(EndQuorumEpochResponse)
    o.error_code, n1 = unpack_hi(buf, pos)
    pos += 6
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_topic_data_v0_array(buf, pos, end, n1, ctx)
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def tags_end_quorum_epoch_response_v1(
    o: EndQuorumEpochResponse, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        key_node_endpoint_v1: Key | None = None
        if tag == 0:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.node_endpoints = [] if n1 else refuse_length(-1)
            else:
                n1 -= 1
                if n1 * 8 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 8, end - pos)
                ctx.left -= n1
                if n1 < 8 and key_node_endpoint_v1 is None:
                    o.node_endpoints, pos, _ = some_node_endpoint_v1(buf, pos, end, n1, ctx)
                else:
                    o.node_endpoints, pos, key_node_endpoint_v1 = read_rows(
                        buf,
                        pos,
                        end,
                        n1,
                        ctx,
                        some_node_endpoint_v1,
                        fill_node_endpoint_v1,
                        rows_node_endpoint_v1,
                        key_node_endpoint_v1,
                    )
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_end_quorum_epoch_response_v1(o: EndQuorumEpochResponse) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.node_endpoints:
        parts = []
        put = parts.append
        v1 = o.node_endpoints
        if v1:
            put(COUNTS[len(v1)])
            write_node_endpoint_v1_array(v1, put)
        elif v1 is None:
            refuse_null()
        if not v1:
            put(pack_B(1))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_end_quorum_epoch_response_v1(o: EndQuorumEpochResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_h(o.error_code))
        put(COUNTS[len(v1)])
        write_topic_data_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if not v1:
        put(pack_hB(o.error_code, 1))
    if o.node_endpoints or o.unknown_tags:
        put(tagged_end_quorum_epoch_response_v1(o))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_end_quorum_epoch_response_v0(o: EndQuorumEpochResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.topics
    if v1:
        put(pack_hi(o.error_code, len(v1)))
        write_topic_data_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_hi(o.error_code, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[EndQuorumEpochResponse], bytes]] = {
    0: encode_end_quorum_epoch_response_v0,
    1: encode_end_quorum_epoch_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[EndQuorumEpochResponse, int]]] = {
    0: read_end_quorum_epoch_response_v0,
    1: read_end_quorum_epoch_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
EndQuorumEpochResponse response 0-1 flexible=1+
 ErrorCode int16 0+
 Topics []TopicData 0+
  TopicName string 0+
  Partitions []PartitionData 0+
   PartitionIndex int32 0+
   ErrorCode int16 0+
   LeaderId int32 0+
   LeaderEpoch int32 0+
 NodeEndpoints []NodeEndpoint 1+ tag=0@1+
  NodeId int32 1+
  Host string 1+
  Port uint16 1+
"""
