# Generated from rpc/FetchSnapshotResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.fetch_snapshot_response import (
    FetchSnapshotResponse,
    LeaderIdAndEpoch,
    NodeEndpoint,
    PartitionSnapshot,
    SnapshotId,
    TopicSnapshot,
)
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

pack_B = Packer(">B").pack
pack_ih = Packer(">ih").pack
pack_ihB = Packer(">ihB").pack
pack_ihBx = Packer(">ihBx").pack
pack_iix = Packer(">iix").pack
pack_qix = Packer(">qix").pack
pack_qq = Packer(">qq").pack
rows_node_endpoint_v1 = Rows("i P1 H T")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsBx")
shapes_3 = Shapes("iS%dsHx")
unpack_HB = Packer(">HB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_iiB = Packer(">iiB").unpack_from
unpack_qiB = Packer(">qiB").unpack_from
unpack_qqBB = Packer(">qqBB").unpack_from


def write_leader_id_and_epoch_v0(o: LeaderIdAndEpoch, put: Put) -> None:
    data = pack_iix(o.leader_id, o.leader_epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def write_snapshot_id_v0(o: SnapshotId, put: Put) -> None:
    data = pack_qix(o.end_offset, o.epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_snapshot_id_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SnapshotId, int]:
    o = new(SnapshotId)
    o.end_offset, o.epoch, t = unpack_qiB(buf, pos)
    o.unknown_tags = None
    pos += 13
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_leader_id_and_epoch_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderIdAndEpoch, int]:
    o = new(LeaderIdAndEpoch)
    o.leader_id, o.leader_epoch, t = unpack_iiB(buf, pos)
    o.unknown_tags = None
    pos += 9
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_partition_snapshot_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionSnapshot], int]:
    out = many(PartitionSnapshot, count)
    blob = ctx.blob
    for o in out:
        o.index, o.error_code = unpack_ih(buf, pos)
        pos += 6
        o.snapshot_id, pos = read_snapshot_id_v0(buf, pos, end, ctx)
        o.size, o.position, n1, b = unpack_qqBB(buf, pos)
        if n1 < 128:
            pos += 17
        elif b < 128:
            n1 += (b << 7) - 128
            pos += 18
        else:
            n1, pos = uvarint_rest(buf, pos + 17, n1)
        if n1:
            p = pos + n1 - 1
            o.unaligned_records = blob[pos:p]
            pos = p
        else:
            o.unaligned_records = refuse_length(-1)
        t = buf[pos]
        o.current_leader = None
        o.unknown_tags = None
        pos += 1
        if t:
            pos = tags_partition_snapshot_v0(o, buf, pos, end, t, ctx)
    return out, pos


def tags_partition_snapshot_v0(o: PartitionSnapshot, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            o.current_leader, pos = read_leader_id_and_epoch_v0(buf, pos, end, ctx)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_partition_snapshot_v0(o: PartitionSnapshot) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.current_leader is not None and o.current_leader != LeaderIdAndEpoch():
        parts = []
        put = parts.append
        write_leader_id_and_epoch_v0(o.current_leader, put)
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def write_partition_snapshot_v0_array(items: Iterable[PartitionSnapshot], put: Put) -> None:
    for o in items:
        put(pack_ih(o.index, o.error_code))
        write_snapshot_id_v0(o.snapshot_id, put)
        v1: Any = o.unaligned_records
        put(pack_qq(o.size, o.position))
        put(COUNTS[len(v1)])
        put(v1)
        if o.current_leader is not None or o.unknown_tags:
            put(tagged_partition_snapshot_v0(o))
        else:
            put(b"\0")


def read_topic_snapshot_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicSnapshot], int]:
    out = many(TopicSnapshot, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 37 > end - pos or n2 > ctx.left:
                refuse_count(n2, 37, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_snapshot_v0_array(buf, pos, end, n2, ctx)
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


def write_topic_snapshot_v0_array(items: Iterable[TopicSnapshot], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_snapshot_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_2[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_fetch_snapshot_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchSnapshotResponse, int]:
    o = new(FetchSnapshotResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_topic_snapshot_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.node_endpoints = []
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_fetch_snapshot_response_v1(o, buf, pos, end, t, ctx)
    return o, pos


def read_fetch_snapshot_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchSnapshotResponse, int]:
    o = new(FetchSnapshotResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_topic_snapshot_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.node_endpoints = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0,))
    return o, pos


def tags_fetch_snapshot_response_v1(
    o: FetchSnapshotResponse, buf: bytes, pos: int, end: int, t: int, ctx: Context
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


def tagged_fetch_snapshot_response_v1(o: FetchSnapshotResponse) -> bytes:
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


def encode_fetch_snapshot_response_v1(o: FetchSnapshotResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        write_topic_snapshot_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if not v1:
        put(pack_ihB(o.throttle_time_ms, o.error_code, 1))
    if o.node_endpoints or o.unknown_tags:
        put(tagged_fetch_snapshot_response_v1(o))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_fetch_snapshot_response_v0(o: FetchSnapshotResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.topics
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        write_topic_snapshot_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_ihBx(o.throttle_time_ms, o.error_code, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, (0,))
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[FetchSnapshotResponse], bytes]] = {
    0: encode_fetch_snapshot_response_v0,
    1: encode_fetch_snapshot_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[FetchSnapshotResponse, int]]] = {
    0: read_fetch_snapshot_response_v0,
    1: read_fetch_snapshot_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
FetchSnapshotResponse response 0-1 flexible=0+
 ThrottleTimeMs int32 0+ ignorable
 ErrorCode int16 0+
 Topics []TopicSnapshot 0+
  Name string 0+
  Partitions []PartitionSnapshot 0+
   Index int32 0+
   ErrorCode int16 0+
   SnapshotId SnapshotId 0+
    EndOffset int64 0+
    Epoch int32 0+
   CurrentLeader LeaderIdAndEpoch 0+ tag=0@0+
    LeaderId int32 0+
    LeaderEpoch int32 0+
   Size int64 0+
   Position int64 0+
   UnalignedRecords records 0+
 NodeEndpoints []NodeEndpoint 1+ tag=0@1+
  NodeId int32 1+
  Host string 1+
  Port uint16 1+
"""
