# Generated from rpc/OffsetForLeaderEpochRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.offset_for_leader_epoch_request import (
    OffsetForLeaderEpochRequest,
    OffsetForLeaderPartition,
    OffsetForLeaderTopic,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    long_string,
    many,
    merge_tags,
    new,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

iter_offset_for_leader_partition_v0 = Packer(">ii").iter_unpack
iter_offset_for_leader_partition_v2 = Packer(">iii").iter_unpack
iter_offset_for_leader_partition_v4 = Packer(">iiix").iter_unpack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ii = Packer(">ii").pack
pack_iii = Packer(">iii").pack
pack_iiix = Packer(">iiix").pack
rows_offset_for_leader_partition_v0 = Rows("ii")
rows_offset_for_leader_partition_v2 = Rows("iii")
rows_offset_for_leader_partition_v4 = Rows("iii T")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_iii = Packer(">iii").unpack_from
unpack_iiiB = Packer(">iiiB").unpack_from


def some_offset_for_leader_partition_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetForLeaderPartition], int, Key]:
    out = many(OffsetForLeaderPartition, count)
    for o in out:
        o.partition, o.current_leader_epoch, o.leader_epoch, t = unpack_iiiB(buf, pos)
        o.unknown_tags = None
        pos += 13
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_offset_for_leader_partition_v4(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetForLeaderPartition]:
    out = many(OffsetForLeaderPartition, count)
    o: OffsetForLeaderPartition
    for o, row in zip(out, rows):
        o.partition, o.current_leader_epoch, o.leader_epoch = row
        o.unknown_tags = None
    return out


def some_offset_for_leader_partition_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetForLeaderPartition], int, Key]:
    out = many(OffsetForLeaderPartition, count)
    for o in out:
        o.partition, o.current_leader_epoch, o.leader_epoch = unpack_iii(buf, pos)
        o.unknown_tags = None
        pos += 12
    return out, pos, ()


def fill_offset_for_leader_partition_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetForLeaderPartition]:
    out = many(OffsetForLeaderPartition, count)
    o: OffsetForLeaderPartition
    for o, row in zip(out, rows):
        o.partition, o.current_leader_epoch, o.leader_epoch = row
        o.unknown_tags = None
    return out


def some_offset_for_leader_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetForLeaderPartition], int, Key]:
    out = many(OffsetForLeaderPartition, count)
    for o in out:
        o.partition, o.leader_epoch = unpack_ii(buf, pos)
        o.current_leader_epoch = -1
        o.unknown_tags = None
        pos += 8
    return out, pos, ()


def fill_offset_for_leader_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetForLeaderPartition]:
    out = many(OffsetForLeaderPartition, count)
    o: OffsetForLeaderPartition
    for o, row in zip(out, rows):
        o.partition, o.leader_epoch = row
        o.current_leader_epoch = -1
        o.unknown_tags = None
    return out


def write_offset_for_leader_partition_v4_array(items: Iterable[OffsetForLeaderPartition], put: Put) -> None:
    for o in items:
        data = pack_iiix(o.partition, o.current_leader_epoch, o.leader_epoch)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_for_leader_partition_v2_array(items: Iterable[OffsetForLeaderPartition], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_iii(o.partition, o.current_leader_epoch, o.leader_epoch))


def write_offset_for_leader_partition_v0_array(items: Iterable[OffsetForLeaderPartition], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_ii(o.partition, o.leader_epoch))


def read_offset_for_leader_topic_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetForLeaderTopic], int]:
    out = many(OffsetForLeaderTopic, count)
    key_offset_for_leader_partition_v4: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 13 > end - pos or n2 > ctx.left:
                refuse_count(n2, 13, end - pos)
            ctx.left -= n2
            p = pos + n2 * 13
            if p > end or any(buf[pos + 12 : p : 13]):
                if n2 < 8 and key_offset_for_leader_partition_v4 is None:
                    o.partitions, pos, _ = some_offset_for_leader_partition_v4(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_offset_for_leader_partition_v4 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_offset_for_leader_partition_v4,
                        fill_offset_for_leader_partition_v4,
                        rows_offset_for_leader_partition_v4,
                        key_offset_for_leader_partition_v4,
                    )
            else:
                o.partitions = fill_offset_for_leader_partition_v4(
                    iter_offset_for_leader_partition_v4(buf[pos:p]), n2, (), ctx
                )
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_offset_for_leader_topic_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetForLeaderTopic], int]:
    out = many(OffsetForLeaderTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 12 > end - pos or n2 > ctx.left:
                refuse_count(n2, 12, end - pos)
            ctx.left -= n2
            p = pos + n2 * 12
            o.partitions = fill_offset_for_leader_partition_v2(
                iter_offset_for_leader_partition_v2(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.unknown_tags = None
    return out, pos


def read_offset_for_leader_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetForLeaderTopic], int]:
    out = many(OffsetForLeaderTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 8 > end - pos or n2 > ctx.left:
                refuse_count(n2, 8, end - pos)
            ctx.left -= n2
            p = pos + n2 * 8
            o.partitions = fill_offset_for_leader_partition_v0(
                iter_offset_for_leader_partition_v0(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.unknown_tags = None
    return out, pos


def write_offset_for_leader_topic_v4_array(items: Iterable[OffsetForLeaderTopic], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_offset_for_leader_partition_v4_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_for_leader_topic_v2_array(items: Iterable[OffsetForLeaderTopic], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_offset_for_leader_partition_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_offset_for_leader_topic_v0_array(items: Iterable[OffsetForLeaderTopic], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_offset_for_leader_partition_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_offset_for_leader_epoch_request_v4(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[OffsetForLeaderEpochRequest, int]:
    o = new(OffsetForLeaderEpochRequest)
    o.replica_id, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_offset_for_leader_topic_v4_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_offset_for_leader_epoch_request_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[OffsetForLeaderEpochRequest, int]:
    o = new(OffsetForLeaderEpochRequest)
    o.replica_id, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_offset_for_leader_topic_v2_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def read_offset_for_leader_epoch_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[OffsetForLeaderEpochRequest, int]:
    o = new(OffsetForLeaderEpochRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_offset_for_leader_topic_v2_array(buf, pos, end, n1, ctx)
    o.replica_id = -2
    o.unknown_tags = None
    return o, pos


def read_offset_for_leader_epoch_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[OffsetForLeaderEpochRequest, int]:
    o = new(OffsetForLeaderEpochRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_offset_for_leader_topic_v0_array(buf, pos, end, n1, ctx)
    o.replica_id = -2
    o.unknown_tags = None
    return o, pos


def encode_offset_for_leader_epoch_request_v4(o: OffsetForLeaderEpochRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(o.replica_id))
        put(COUNTS[len(v1)])
        write_offset_for_leader_topic_v4_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.replica_id, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_offset_for_leader_epoch_request_v3(o: OffsetForLeaderEpochRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ii(o.replica_id, len(v1)))
        write_offset_for_leader_topic_v2_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.replica_id, 0))
    return b"".join(parts)


def encode_offset_for_leader_epoch_request_v2(o: OffsetForLeaderEpochRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_offset_for_leader_topic_v2_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


def encode_offset_for_leader_epoch_request_v0(o: OffsetForLeaderEpochRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_offset_for_leader_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[OffsetForLeaderEpochRequest], bytes]] = {
    0: encode_offset_for_leader_epoch_request_v0,
    1: encode_offset_for_leader_epoch_request_v0,
    2: encode_offset_for_leader_epoch_request_v2,
    3: encode_offset_for_leader_epoch_request_v3,
    4: encode_offset_for_leader_epoch_request_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[OffsetForLeaderEpochRequest, int]]] = {
    0: read_offset_for_leader_epoch_request_v0,
    1: read_offset_for_leader_epoch_request_v0,
    2: read_offset_for_leader_epoch_request_v2,
    3: read_offset_for_leader_epoch_request_v3,
    4: read_offset_for_leader_epoch_request_v4,
}
NEEDS_CONTEXT = True
SPEC = """\
OffsetForLeaderEpochRequest request 0-4 flexible=4+
 ReplicaId int32 3+ ignorable default=-2
 Topics []OffsetForLeaderTopic 0+
  Topic string 0+
  Partitions []OffsetForLeaderPartition 0+
   Partition int32 0+
   CurrentLeaderEpoch int32 2+ ignorable default=-1
   LeaderEpoch int32 0+
"""
