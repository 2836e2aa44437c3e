# Generated from rpc/ListOffsetsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
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

iter_list_offsets_partition_v0 = Packer(">iqi").iter_unpack
iter_list_offsets_partition_v1 = Packer(">iq").iter_unpack
iter_list_offsets_partition_v4 = Packer(">iiq").iter_unpack
iter_list_offsets_partition_v6 = Packer(">iiqx").iter_unpack
pack_ib = Packer(">ib").pack
pack_ibBix = Packer(">ibBix").pack
pack_ibBx = Packer(">ibBx").pack
pack_ibi = Packer(">ibi").pack
pack_ii = Packer(">ii").pack
pack_iiq = Packer(">iiq").pack
pack_iiqx = Packer(">iiqx").pack
pack_iq = Packer(">iq").pack
pack_iqi = Packer(">iqi").pack
pack_ix = Packer(">ix").pack
rows_list_offsets_partition_v0 = Rows("iqi")
rows_list_offsets_partition_v1 = Rows("iq")
rows_list_offsets_partition_v4 = Rows("iiq")
rows_list_offsets_partition_v6 = Rows("iiq T")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ibB = Packer(">ibB").unpack_from
unpack_ibi = Packer(">ibi").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_iiq = Packer(">iiq").unpack_from
unpack_iiqB = Packer(">iiqB").unpack_from
unpack_iq = Packer(">iq").unpack_from
unpack_iqi = Packer(">iqi").unpack_from


def some_list_offsets_partition_v6(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsPartition], int, Key]:
    out = many(ListOffsetsPartition, count)
    for o in out:
        o.partition_index, o.current_leader_epoch, o.timestamp, t = unpack_iiqB(buf, pos)
        o.max_num_offsets = 1
        o.unknown_tags = None
        pos += 17
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_list_offsets_partition_v6(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[ListOffsetsPartition]:
    out = many(ListOffsetsPartition, count)
    o: ListOffsetsPartition
    for o, row in zip(out, rows):
        o.partition_index, o.current_leader_epoch, o.timestamp = row
        o.max_num_offsets = 1
        o.unknown_tags = None
    return out


def some_list_offsets_partition_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsPartition], int, Key]:
    out = many(ListOffsetsPartition, count)
    for o in out:
        o.partition_index, o.current_leader_epoch, o.timestamp = unpack_iiq(buf, pos)
        o.max_num_offsets = 1
        o.unknown_tags = None
        pos += 16
    return out, pos, ()


def fill_list_offsets_partition_v4(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[ListOffsetsPartition]:
    out = many(ListOffsetsPartition, count)
    o: ListOffsetsPartition
    for o, row in zip(out, rows):
        o.partition_index, o.current_leader_epoch, o.timestamp = row
        o.max_num_offsets = 1
        o.unknown_tags = None
    return out


def some_list_offsets_partition_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsPartition], int, Key]:
    out = many(ListOffsetsPartition, count)
    for o in out:
        o.partition_index, o.timestamp = unpack_iq(buf, pos)
        o.current_leader_epoch = -1
        o.max_num_offsets = 1
        o.unknown_tags = None
        pos += 12
    return out, pos, ()


def fill_list_offsets_partition_v1(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[ListOffsetsPartition]:
    out = many(ListOffsetsPartition, count)
    o: ListOffsetsPartition
    for o, row in zip(out, rows):
        o.partition_index, o.timestamp = row
        o.current_leader_epoch = -1
        o.max_num_offsets = 1
        o.unknown_tags = None
    return out


def some_list_offsets_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsPartition], int, Key]:
    out = many(ListOffsetsPartition, count)
    for o in out:
        o.partition_index, o.timestamp, o.max_num_offsets = unpack_iqi(buf, pos)
        o.current_leader_epoch = -1
        o.unknown_tags = None
        pos += 16
    return out, pos, ()


def fill_list_offsets_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[ListOffsetsPartition]:
    out = many(ListOffsetsPartition, count)
    o: ListOffsetsPartition
    for o, row in zip(out, rows):
        o.partition_index, o.timestamp, o.max_num_offsets = row
        o.current_leader_epoch = -1
        o.unknown_tags = None
    return out


def write_list_offsets_partition_v6_array(items: Iterable[ListOffsetsPartition], put: Put) -> None:
    for o in items:
        if o.max_num_offsets != 1:
            absent(o, "max_num_offsets")
        data = pack_iiqx(o.partition_index, o.current_leader_epoch, o.timestamp)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_list_offsets_partition_v4_array(items: Iterable[ListOffsetsPartition], put: Put) -> None:
    for o in items:
        if o.max_num_offsets != 1:
            absent(o, "max_num_offsets")
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_iiq(o.partition_index, o.current_leader_epoch, o.timestamp))


def write_list_offsets_partition_v1_array(items: Iterable[ListOffsetsPartition], put: Put) -> None:
    for o in items:
        if o.max_num_offsets != 1:
            absent(o, "max_num_offsets")
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_iq(o.partition_index, o.timestamp))


def write_list_offsets_partition_v0_array(items: Iterable[ListOffsetsPartition], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_iqi(o.partition_index, o.timestamp, o.max_num_offsets))


def read_list_offsets_topic_v6_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsTopic], int]:
    out = many(ListOffsetsTopic, count)
    key_list_offsets_partition_v6: Key | None = None
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
            if n2 * 17 > end - pos or n2 > ctx.left:
                refuse_count(n2, 17, end - pos)
            ctx.left -= n2
            p = pos + n2 * 17
            if p > end or any(buf[pos + 16 : p : 17]):
                if n2 < 8 and key_list_offsets_partition_v6 is None:
                    o.partitions, pos, _ = some_list_offsets_partition_v6(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_list_offsets_partition_v6 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_list_offsets_partition_v6,
                        fill_list_offsets_partition_v6,
                        rows_list_offsets_partition_v6,
                        key_list_offsets_partition_v6,
                    )
            else:
                o.partitions = fill_list_offsets_partition_v6(iter_list_offsets_partition_v6(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_list_offsets_topic_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsTopic], int]:
    out = many(ListOffsetsTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 16 > end - pos or n2 > ctx.left:
                refuse_count(n2, 16, end - pos)
            ctx.left -= n2
            p = pos + n2 * 16
            o.partitions = fill_list_offsets_partition_v4(iter_list_offsets_partition_v4(buf[pos:p]), n2, (), ctx)
            pos = p
        o.unknown_tags = None
    return out, pos


def read_list_offsets_topic_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsTopic], int]:
    out = many(ListOffsetsTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
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
            o.partitions = fill_list_offsets_partition_v1(iter_list_offsets_partition_v1(buf[pos:p]), n2, (), ctx)
            pos = p
        o.unknown_tags = None
    return out, pos


def read_list_offsets_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsTopic], int]:
    out = many(ListOffsetsTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 16 > end - pos or n2 > ctx.left:
                refuse_count(n2, 16, end - pos)
            ctx.left -= n2
            p = pos + n2 * 16
            o.partitions = fill_list_offsets_partition_v0(iter_list_offsets_partition_v0(buf[pos:p]), n2, (), ctx)
            pos = p
        o.unknown_tags = None
    return out, pos


def write_list_offsets_topic_v6_array(items: Iterable[ListOffsetsTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_list_offsets_partition_v6_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_list_offsets_topic_v4_array(items: Iterable[ListOffsetsTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_list_offsets_partition_v4_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_list_offsets_topic_v1_array(items: Iterable[ListOffsetsTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_list_offsets_partition_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_list_offsets_topic_v0_array(items: Iterable[ListOffsetsTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_list_offsets_partition_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_list_offsets_request_v10(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListOffsetsRequest, int]:
    o = new(ListOffsetsRequest)
    o.replica_id, o.isolation_level, n1 = unpack_ibB(buf, pos)
    pos += 6
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_list_offsets_topic_v6_array(buf, pos, end, n1, ctx)
    o.timeout_ms, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_list_offsets_request_v6(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListOffsetsRequest, int]:
    o = new(ListOffsetsRequest)
    o.replica_id, o.isolation_level, n1 = unpack_ibB(buf, pos)
    pos += 6
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_list_offsets_topic_v6_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.timeout_ms = 0
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_list_offsets_request_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListOffsetsRequest, int]:
    o = new(ListOffsetsRequest)
    o.replica_id, o.isolation_level, n1 = unpack_ibi(buf, pos)
    pos += 9
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_list_offsets_topic_v4_array(buf, pos, end, n1, ctx)
    o.timeout_ms = 0
    o.unknown_tags = None
    return o, pos


def read_list_offsets_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListOffsetsRequest, int]:
    o = new(ListOffsetsRequest)
    o.replica_id, o.isolation_level, n1 = unpack_ibi(buf, pos)
    pos += 9
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_list_offsets_topic_v1_array(buf, pos, end, n1, ctx)
    o.timeout_ms = 0
    o.unknown_tags = None
    return o, pos


def read_list_offsets_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListOffsetsRequest, int]:
    o = new(ListOffsetsRequest)
    o.replica_id, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_list_offsets_topic_v1_array(buf, pos, end, n1, ctx)
    o.isolation_level = 0
    o.timeout_ms = 0
    o.unknown_tags = None
    return o, pos


def read_list_offsets_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListOffsetsRequest, int]:
    o = new(ListOffsetsRequest)
    o.replica_id, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_list_offsets_topic_v0_array(buf, pos, end, n1, ctx)
    o.isolation_level = 0
    o.timeout_ms = 0
    o.unknown_tags = None
    return o, pos


def encode_list_offsets_request_v10(o: ListOffsetsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ib(o.replica_id, o.isolation_level))
        put(COUNTS[len(v1)])
        write_list_offsets_topic_v6_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_ix(o.timeout_ms)
    else:
        data = pack_ibBix(o.replica_id, o.isolation_level, 1, o.timeout_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_list_offsets_request_v6(o: ListOffsetsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ib(o.replica_id, o.isolation_level))
        put(COUNTS[len(v1)])
        write_list_offsets_topic_v6_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_ibBx(o.replica_id, o.isolation_level, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_list_offsets_request_v4(o: ListOffsetsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ibi(o.replica_id, o.isolation_level, len(v1)))
        write_list_offsets_topic_v4_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ibi(o.replica_id, o.isolation_level, 0))
    return b"".join(parts)


def encode_list_offsets_request_v2(o: ListOffsetsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ibi(o.replica_id, o.isolation_level, len(v1)))
        write_list_offsets_topic_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ibi(o.replica_id, o.isolation_level, 0))
    return b"".join(parts)


def encode_list_offsets_request_v1(o: ListOffsetsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.isolation_level != 0:
        absent(o, "isolation_level")
    v1 = o.topics
    if v1:
        put(pack_ii(o.replica_id, len(v1)))
        write_list_offsets_topic_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.replica_id, 0))
    return b"".join(parts)


def encode_list_offsets_request_v0(o: ListOffsetsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.isolation_level != 0:
        absent(o, "isolation_level")
    v1 = o.topics
    if v1:
        put(pack_ii(o.replica_id, len(v1)))
        write_list_offsets_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.replica_id, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ListOffsetsRequest], bytes]] = {
    0: encode_list_offsets_request_v0,
    1: encode_list_offsets_request_v1,
    2: encode_list_offsets_request_v2,
    3: encode_list_offsets_request_v2,
    4: encode_list_offsets_request_v4,
    5: encode_list_offsets_request_v4,
    6: encode_list_offsets_request_v6,
    7: encode_list_offsets_request_v6,
    8: encode_list_offsets_request_v6,
    9: encode_list_offsets_request_v6,
    10: encode_list_offsets_request_v10,
    11: encode_list_offsets_request_v10,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ListOffsetsRequest, int]]] = {
    0: read_list_offsets_request_v0,
    1: read_list_offsets_request_v1,
    2: read_list_offsets_request_v2,
    3: read_list_offsets_request_v2,
    4: read_list_offsets_request_v4,
    5: read_list_offsets_request_v4,
    6: read_list_offsets_request_v6,
    7: read_list_offsets_request_v6,
    8: read_list_offsets_request_v6,
    9: read_list_offsets_request_v6,
    10: read_list_offsets_request_v10,
    11: read_list_offsets_request_v10,
}
NEEDS_CONTEXT = True
SPEC = """\
ListOffsetsRequest request 0-11 flexible=6+
 ReplicaId int32 0+
 IsolationLevel int8 2+
 Topics []ListOffsetsTopic 0+
  Name string 0+
  Partitions []ListOffsetsPartition 0+
   PartitionIndex int32 0+
   CurrentLeaderEpoch int32 4+ ignorable default=-1
   Timestamp int64 0+
   MaxNumOffsets int32 0 default=1
 TimeoutMs int32 10+ ignorable
"""
