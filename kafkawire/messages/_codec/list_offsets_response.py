# Generated from rpc/ListOffsetsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.list_offsets_response import (
    ListOffsetsPartitionResponse,
    ListOffsetsResponse,
    ListOffsetsTopicResponse,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
    legacy_numbers,
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

iter_list_offsets_partition_response_v1 = Packer(">ihqq").iter_unpack
iter_list_offsets_partition_response_v4 = Packer(">ihqqi").iter_unpack
iter_list_offsets_partition_response_v6 = Packer(">ihqqix").iter_unpack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ihqq = Packer(">ihqq").pack
pack_ihqqi = Packer(">ihqqi").pack
pack_ihqqix = Packer(">ihqqix").pack
pack_ii = Packer(">ii").pack
rows_list_offsets_partition_response_v0 = Rows("ih Z8")
rows_list_offsets_partition_response_v1 = Rows("ihqq")
rows_list_offsets_partition_response_v4 = Rows("ihqqi")
rows_list_offsets_partition_response_v6 = Rows("ihqqi T")
runs_q = Runs("q")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
shapes_4 = Shapes("ihi%dq")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ihi = Packer(">ihi").unpack_from
unpack_ihqq = Packer(">ihqq").unpack_from
unpack_ihqqi = Packer(">ihqqi").unpack_from
unpack_ihqqiB = Packer(">ihqqiB").unpack_from
unpack_ii = Packer(">ii").unpack_from


def some_list_offsets_partition_response_v6(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsPartitionResponse], int, Key]:
    out = many(ListOffsetsPartitionResponse, count)
    for o in out:
        o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch, t = unpack_ihqqiB(buf, pos)
        o.old_style_offsets = ()
        o.unknown_tags = None
        pos += 27
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_list_offsets_partition_response_v6(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[ListOffsetsPartitionResponse]:
    out = many(ListOffsetsPartitionResponse, count)
    o: ListOffsetsPartitionResponse
    for o, row in zip(out, rows):
        o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch = row
        o.old_style_offsets = ()
        o.unknown_tags = None
    return out


def some_list_offsets_partition_response_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsPartitionResponse], int, Key]:
    out = many(ListOffsetsPartitionResponse, count)
    for o in out:
        o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch = unpack_ihqqi(buf, pos)
        o.old_style_offsets = ()
        o.unknown_tags = None
        pos += 26
    return out, pos, ()


def fill_list_offsets_partition_response_v4(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[ListOffsetsPartitionResponse]:
    out = many(ListOffsetsPartitionResponse, count)
    o: ListOffsetsPartitionResponse
    for o, row in zip(out, rows):
        o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch = row
        o.old_style_offsets = ()
        o.unknown_tags = None
    return out


def some_list_offsets_partition_response_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsPartitionResponse], int, Key]:
    out = many(ListOffsetsPartitionResponse, count)
    for o in out:
        o.partition_index, o.error_code, o.timestamp, o.offset = unpack_ihqq(buf, pos)
        o.old_style_offsets = ()
        o.leader_epoch = -1
        o.unknown_tags = None
        pos += 22
    return out, pos, ()


def fill_list_offsets_partition_response_v1(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[ListOffsetsPartitionResponse]:
    out = many(ListOffsetsPartitionResponse, count)
    o: ListOffsetsPartitionResponse
    for o, row in zip(out, rows):
        o.partition_index, o.error_code, o.timestamp, o.offset = row
        o.old_style_offsets = ()
        o.leader_epoch = -1
        o.unknown_tags = None
    return out


def some_list_offsets_partition_response_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsPartitionResponse], int, Key]:
    out = many(ListOffsetsPartitionResponse, count)
    for o in out:
        o.partition_index, o.error_code, n1 = unpack_ihi(buf, pos)
        if 0 <= n1 < 128:
            o.old_style_offsets = runs_q[n1](buf, pos + 10)
            pos += n1 * 8 + 10
        else:
            o.old_style_offsets, pos = legacy_numbers(buf, pos + 10, end, n1, "q", ctx)
        o.timestamp = -1
        o.offset = -1
        o.leader_epoch = -1
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_list_offsets_partition_response_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[ListOffsetsPartitionResponse]:
    (k0,) = key
    out = many(ListOffsetsPartitionResponse, count)
    o: ListOffsetsPartitionResponse
    for o, row in zip(out, rows):
        o.partition_index, o.error_code, v2 = row
        o.old_style_offsets = runs_q[k0](v2, 0)
        o.timestamp = -1
        o.offset = -1
        o.leader_epoch = -1
        o.unknown_tags = None
    return out


def write_list_offsets_partition_response_v6_array(items: Iterable[ListOffsetsPartitionResponse], put: Put) -> None:
    for o in items:
        if o.old_style_offsets:
            absent(o, "old_style_offsets")
        data = pack_ihqqix(o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_list_offsets_partition_response_v4_array(items: Iterable[ListOffsetsPartitionResponse], put: Put) -> None:
    for o in items:
        if o.old_style_offsets:
            absent(o, "old_style_offsets")
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_ihqqi(o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch))


def write_list_offsets_partition_response_v1_array(items: Iterable[ListOffsetsPartitionResponse], put: Put) -> None:
    for o in items:
        if o.old_style_offsets:
            absent(o, "old_style_offsets")
        if o.leader_epoch != -1:
            absent(o, "leader_epoch")
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_ihqq(o.partition_index, o.error_code, o.timestamp, o.offset))


def write_list_offsets_partition_response_v0_array(items: Iterable[ListOffsetsPartitionResponse], put: Put) -> None:
    for o in items:
        if o.timestamp != -1:
            absent(o, "timestamp")
        if o.offset != -1:
            absent(o, "offset")
        if o.leader_epoch != -1:
            absent(o, "leader_epoch")
        v1 = o.old_style_offsets
        n2 = len(v1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_4[n2](o.partition_index, o.error_code, n2, *v1))


def read_list_offsets_topic_response_v6_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsTopicResponse], int]:
    out = many(ListOffsetsTopicResponse, count)
    key_list_offsets_partition_response_v6: Key | None = None
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
            if n2 * 27 > end - pos or n2 > ctx.left:
                refuse_count(n2, 27, end - pos)
            ctx.left -= n2
            p = pos + n2 * 27
            if p > end or any(buf[pos + 26 : p : 27]):
                if n2 < 8 and key_list_offsets_partition_response_v6 is None:
                    o.partitions, pos, _ = some_list_offsets_partition_response_v6(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_list_offsets_partition_response_v6 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_list_offsets_partition_response_v6,
                        fill_list_offsets_partition_response_v6,
                        rows_list_offsets_partition_response_v6,
                        key_list_offsets_partition_response_v6,
                    )
            else:
                o.partitions = fill_list_offsets_partition_response_v6(
                    iter_list_offsets_partition_response_v6(buf[pos:p]), n2, (), ctx
                )
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_list_offsets_topic_response_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsTopicResponse], int]:
    out = many(ListOffsetsTopicResponse, count)
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
            if n2 * 26 > end - pos or n2 > ctx.left:
                refuse_count(n2, 26, end - pos)
            ctx.left -= n2
            p = pos + n2 * 26
            o.partitions = fill_list_offsets_partition_response_v4(
                iter_list_offsets_partition_response_v4(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.unknown_tags = None
    return out, pos


def read_list_offsets_topic_response_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsTopicResponse], int]:
    out = many(ListOffsetsTopicResponse, count)
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
            if n2 * 22 > end - pos or n2 > ctx.left:
                refuse_count(n2, 22, end - pos)
            ctx.left -= n2
            p = pos + n2 * 22
            o.partitions = fill_list_offsets_partition_response_v1(
                iter_list_offsets_partition_response_v1(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.unknown_tags = None
    return out, pos


def read_list_offsets_topic_response_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListOffsetsTopicResponse], int]:
    out = many(ListOffsetsTopicResponse, count)
    key_list_offsets_partition_response_v0: Key | None = None
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
            if n2 * 10 > end - pos or n2 > ctx.left:
                refuse_count(n2, 10, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_list_offsets_partition_response_v0 is None:
                o.partitions, pos, _ = some_list_offsets_partition_response_v0(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_list_offsets_partition_response_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_list_offsets_partition_response_v0,
                    fill_list_offsets_partition_response_v0,
                    rows_list_offsets_partition_response_v0,
                    key_list_offsets_partition_response_v0,
                )
        o.unknown_tags = None
    return out, pos


def write_list_offsets_topic_response_v6_array(items: Iterable[ListOffsetsTopicResponse], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_list_offsets_partition_response_v6_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_list_offsets_topic_response_v4_array(items: Iterable[ListOffsetsTopicResponse], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_list_offsets_partition_response_v4_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_list_offsets_topic_response_v1_array(items: Iterable[ListOffsetsTopicResponse], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_list_offsets_partition_response_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_list_offsets_topic_response_v0_array(items: Iterable[ListOffsetsTopicResponse], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_list_offsets_partition_response_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_list_offsets_response_v6(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListOffsetsResponse, int]:
    o = new(ListOffsetsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
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
        o.topics, pos = read_list_offsets_topic_response_v6_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_list_offsets_response_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListOffsetsResponse, int]:
    o = new(ListOffsetsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_list_offsets_topic_response_v4_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def read_list_offsets_response_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListOffsetsResponse, int]:
    o = new(ListOffsetsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_list_offsets_topic_response_v1_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def read_list_offsets_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListOffsetsResponse, int]:
    o = new(ListOffsetsResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_list_offsets_topic_response_v1_array(buf, pos, end, n1, ctx)
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def read_list_offsets_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListOffsetsResponse, int]:
    o = new(ListOffsetsResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_list_offsets_topic_response_v0_array(buf, pos, end, n1, ctx)
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def encode_list_offsets_response_v6(o: ListOffsetsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_list_offsets_topic_response_v6_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.throttle_time_ms, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_list_offsets_response_v4(o: ListOffsetsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_list_offsets_topic_response_v4_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_list_offsets_response_v2(o: ListOffsetsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_list_offsets_topic_response_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_list_offsets_response_v1(o: ListOffsetsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_list_offsets_topic_response_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


def encode_list_offsets_response_v0(o: ListOffsetsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_list_offsets_topic_response_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ListOffsetsResponse], bytes]] = {
    0: encode_list_offsets_response_v0,
    1: encode_list_offsets_response_v1,
    2: encode_list_offsets_response_v2,
    3: encode_list_offsets_response_v2,
    4: encode_list_offsets_response_v4,
    5: encode_list_offsets_response_v4,
    6: encode_list_offsets_response_v6,
    7: encode_list_offsets_response_v6,
    8: encode_list_offsets_response_v6,
    9: encode_list_offsets_response_v6,
    10: encode_list_offsets_response_v6,
    11: encode_list_offsets_response_v6,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ListOffsetsResponse, int]]] = {
    0: read_list_offsets_response_v0,
    1: read_list_offsets_response_v1,
    2: read_list_offsets_response_v2,
    3: read_list_offsets_response_v2,
    4: read_list_offsets_response_v4,
    5: read_list_offsets_response_v4,
    6: read_list_offsets_response_v6,
    7: read_list_offsets_response_v6,
    8: read_list_offsets_response_v6,
    9: read_list_offsets_response_v6,
    10: read_list_offsets_response_v6,
    11: read_list_offsets_response_v6,
}
NEEDS_CONTEXT = True
SPEC = """\
ListOffsetsResponse response 0-11 flexible=6+
 ThrottleTimeMs int32 2+ ignorable
 Topics []ListOffsetsTopicResponse 0+
  Name string 0+
  Partitions []ListOffsetsPartitionResponse 0+
   PartitionIndex int32 0+
   ErrorCode int16 0+
   OldStyleOffsets []int64 0
   Timestamp int64 1+ default=-1
   Offset int64 1+ default=-1
   LeaderEpoch int32 4+ default=-1
"""
