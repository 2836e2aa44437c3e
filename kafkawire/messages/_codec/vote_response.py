# Generated from rpc/VoteResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.vote_response import NodeEndpoint, PartitionData, TopicData, VoteResponse
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

iter_partition_data_v0 = Packer(">ihii?x").iter_unpack
pack_B = Packer(">B").pack
pack_h = Packer(">h").pack
pack_hB = Packer(">hB").pack
pack_hBx = Packer(">hBx").pack
pack_ihiitx = Packer(">ihii?x").pack
rows_node_endpoint_v1 = Rows("i P1 H T")
rows_partition_data_v0 = Rows("ihii? T")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsBx")
shapes_3 = Shapes("iS%dsHx")
unpack_HB = Packer(">HB").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ihiitB = Packer(">ihii?B").unpack_from


def some_partition_data_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int, Key]:
    out = many(PartitionData, count)
    for o in out:
        o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.vote_granted, t = unpack_ihiitB(buf, pos)
        o.unknown_tags = None
        pos += 16
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_partition_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionData]:
    out = many(PartitionData, count)
    o: PartitionData
    for o, row in zip(out, rows):
        o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.vote_granted = row
        o.unknown_tags = None
    return out


def write_partition_data_v0_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        data = pack_ihiitx(o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.vote_granted)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_topic_data_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int]:
    out = many(TopicData, count)
    key_partition_data_v0: Key | None = None
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
            if n2 * 16 > end - pos or n2 > ctx.left:
                refuse_count(n2, 16, end - pos)
            ctx.left -= n2
            p = pos + n2 * 16
            if p > end or any(buf[pos + 15 : p : 16]):
                if n2 < 8 and key_partition_data_v0 is None:
                    o.partitions, pos, _ = some_partition_data_v0(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_partition_data_v0 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_partition_data_v0,
                        fill_partition_data_v0,
                        rows_partition_data_v0,
                        key_partition_data_v0,
                    )
            else:
                o.partitions = fill_partition_data_v0(iter_partition_data_v0(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
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
        data = shapes_3[n2](o.node_id, n2 + 1, s1, o.port)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_data_v0_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_data_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_2[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_vote_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[VoteResponse, int]:
    o = new(VoteResponse)
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
        o.topics, pos = read_topic_data_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.node_endpoints = []
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_vote_response_v1(o, buf, pos, end, t, ctx)
    return o, pos


def read_vote_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[VoteResponse, int]:
    o = new(VoteResponse)
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
        o.topics, pos = read_topic_data_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.node_endpoints = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0,))
    return o, pos


def tags_vote_response_v1(o: VoteResponse, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
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


def tagged_vote_response_v1(o: VoteResponse) -> bytes:
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


def encode_vote_response_v1(o: VoteResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_h(o.error_code))
        put(COUNTS[len(v1)])
        write_topic_data_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if not v1:
        put(pack_hB(o.error_code, 1))
    if o.node_endpoints or o.unknown_tags:
        put(tagged_vote_response_v1(o))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_vote_response_v0(o: VoteResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.topics
    if v1:
        put(pack_h(o.error_code))
        put(COUNTS[len(v1)])
        write_topic_data_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_hBx(o.error_code, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, (0,))
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[VoteResponse], bytes]] = {
    0: encode_vote_response_v0,
    1: encode_vote_response_v1,
    2: encode_vote_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[VoteResponse, int]]] = {
    0: read_vote_response_v0,
    1: read_vote_response_v1,
    2: read_vote_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
VoteResponse response 0-2 flexible=0+
 ErrorCode int16 0+
 Topics []TopicData 0+
  TopicName string 0+
  Partitions []PartitionData 0+
   PartitionIndex int32 0+
   ErrorCode int16 0+
   LeaderId int32 0+
   LeaderEpoch int32 0+
   VoteGranted bool 0+
 NodeEndpoints []NodeEndpoint 1+ tag=0@1+
  NodeId int32 1+
  Host string 1+
  Port uint16 1+
"""
