# Generated from rpc/FetchSnapshotRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable
from struct import Struct as Packer

from kafkawire.messages.fetch_snapshot_request import FetchSnapshotRequest, PartitionSnapshot, SnapshotId, TopicSnapshot
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Shapes,
    ZERO_UUID,
    check_tag_size,
    long_string,
    long_string_or_null,
    make_uuid,
    many,
    merge_tags,
    new,
    refuse_count,
    refuse_length,
    refuse_null,
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

pack_ii = Packer(">ii").pack
pack_iiB = Packer(">iiB").pack
pack_q = Packer(">q").pack
pack_qix = Packer(">qix").pack
pack_qx = Packer(">qx").pack
pack_u = Packer(">16s").pack
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsBx")
unpack_ii = Packer(">ii").unpack_from
unpack_iiB = Packer(">iiB").unpack_from
unpack_qB = Packer(">qB").unpack_from
unpack_qiB = Packer(">qiB").unpack_from
unpack_u = Packer(">16s").unpack_from


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


def read_partition_snapshot_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionSnapshot], int]:
    out = many(PartitionSnapshot, count)
    for o in out:
        o.partition, o.current_leader_epoch = unpack_ii(buf, pos)
        pos += 8
        o.snapshot_id, pos = read_snapshot_id_v0(buf, pos, end, ctx)
        o.position, t = unpack_qB(buf, pos)
        o.replica_directory_id = ZERO_UUID
        o.unknown_tags = None
        pos += 9
        if t:
            pos = tags_partition_snapshot_v1(o, buf, pos, end, t, ctx)
    return out, pos


def read_partition_snapshot_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionSnapshot], int]:
    out = many(PartitionSnapshot, count)
    for o in out:
        o.partition, o.current_leader_epoch = unpack_ii(buf, pos)
        pos += 8
        o.snapshot_id, pos = read_snapshot_id_v0(buf, pos, end, ctx)
        o.position, t = unpack_qB(buf, pos)
        o.replica_directory_id = ZERO_UUID
        o.unknown_tags = None
        pos += 9
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0,))
    return out, pos


def tags_partition_snapshot_v1(o: PartitionSnapshot, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            (u1,) = unpack_u(buf, pos)
            o.replica_directory_id = make_uuid(u1)
            pos += 16
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_partition_snapshot_v1(o: PartitionSnapshot) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.replica_directory_id != ZERO_UUID:
        parts = []
        put = parts.append
        put(pack_u(o.replica_directory_id.bytes))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def write_partition_snapshot_v1_array(items: Iterable[PartitionSnapshot], put: Put) -> None:
    for o in items:
        put(pack_ii(o.partition, o.current_leader_epoch))
        write_snapshot_id_v0(o.snapshot_id, put)
        put(pack_q(o.position))
        if o.replica_directory_id != ZERO_UUID or o.unknown_tags:
            put(tagged_partition_snapshot_v1(o))
        else:
            put(b"\0")


def write_partition_snapshot_v0_array(items: Iterable[PartitionSnapshot], put: Put) -> None:
    for o in items:
        put(pack_ii(o.partition, o.current_leader_epoch))
        write_snapshot_id_v0(o.snapshot_id, put)
        data = pack_qx(o.position)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, (0,))
        put(data)


def read_topic_snapshot_v1_array(
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
            if n2 * 30 > end - pos or n2 > ctx.left:
                refuse_count(n2, 30, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_snapshot_v1_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


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
            if n2 * 30 > end - pos or n2 > ctx.left:
                refuse_count(n2, 30, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_snapshot_v0_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_topic_snapshot_v1_array(items: Iterable[TopicSnapshot], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_snapshot_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_2[n2](n2 + 1, s1, 1)
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


def read_fetch_snapshot_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchSnapshotRequest, int]:
    o = new(FetchSnapshotRequest)
    o.replica_id, o.max_bytes, n1 = unpack_iiB(buf, pos)
    pos += 9
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_topic_snapshot_v1_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.cluster_id = None
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_fetch_snapshot_request_v1(o, buf, pos, end, t, ctx)
    return o, pos


def read_fetch_snapshot_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchSnapshotRequest, int]:
    o = new(FetchSnapshotRequest)
    o.replica_id, o.max_bytes, n1 = unpack_iiB(buf, pos)
    pos += 9
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
    o.cluster_id = None
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_fetch_snapshot_request_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_fetch_snapshot_request_v1(
    o: FetchSnapshotRequest, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            if 0 < n1 < 128:
                p = pos + n1
                o.cluster_id = buf[pos + 1 : p].decode()
                pos = p
            elif n1 == 0:
                o.cluster_id = None
                pos = pos + 1
            else:
                o.cluster_id, pos = long_string_or_null(buf, pos + 1, n1)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_fetch_snapshot_request_v1(o: FetchSnapshotRequest) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.cluster_id is not None:
        parts = []
        put = parts.append
        v3 = o.cluster_id
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        put(shapes_1[len(s1)](n2, s1))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_fetch_snapshot_request_v1(o: FetchSnapshotRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ii(o.replica_id, o.max_bytes))
        put(COUNTS[len(v1)])
        write_topic_snapshot_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if not v1:
        put(pack_iiB(o.replica_id, o.max_bytes, 1))
    if o.cluster_id is not None or o.unknown_tags:
        put(tagged_fetch_snapshot_request_v1(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_fetch_snapshot_request_v0(
    o: FetchSnapshotRequest, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            if 0 < n1 < 128:
                p = pos + n1
                o.cluster_id = buf[pos + 1 : p].decode()
                pos = p
            elif n1 == 0:
                o.cluster_id = None
                pos = pos + 1
            else:
                o.cluster_id, pos = long_string_or_null(buf, pos + 1, n1)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_fetch_snapshot_request_v0(o: FetchSnapshotRequest) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.cluster_id is not None:
        parts = []
        put = parts.append
        v3 = o.cluster_id
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        put(shapes_1[len(s1)](n2, s1))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_fetch_snapshot_request_v0(o: FetchSnapshotRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ii(o.replica_id, o.max_bytes))
        put(COUNTS[len(v1)])
        write_topic_snapshot_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if not v1:
        put(pack_iiB(o.replica_id, o.max_bytes, 1))
    if o.cluster_id is not None or o.unknown_tags:
        put(tagged_fetch_snapshot_request_v0(o))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[FetchSnapshotRequest], bytes]] = {
    0: encode_fetch_snapshot_request_v0,
    1: encode_fetch_snapshot_request_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[FetchSnapshotRequest, int]]] = {
    0: read_fetch_snapshot_request_v0,
    1: read_fetch_snapshot_request_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
FetchSnapshotRequest request 0-1 flexible=0+
 ClusterId string 0+ null=0+ tag=0@0+ default=null
 ReplicaId int32 0+ default=-1
 MaxBytes int32 0+ default=0x7fffffff
 Topics []TopicSnapshot 0+
  Name string 0+
  Partitions []PartitionSnapshot 0+
   Partition int32 0+
   CurrentLeaderEpoch int32 0+
   SnapshotId SnapshotId 0+
    EndOffset int64 0+
    Epoch int32 0+
   Position int64 0+
   ReplicaDirectoryId uuid 1+ tag=0@1+ ignorable
"""
