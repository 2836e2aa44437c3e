# Generated from rpc/OffsetForLeaderEpochResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.offset_for_leader_epoch_response import (
    EpochEndOffset,
    OffsetForLeaderEpochResponse,
    OffsetForLeaderTopicResult,
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

iter_epoch_end_offset_v0 = Packer(">hiq").iter_unpack
iter_epoch_end_offset_v1 = Packer(">hiiq").iter_unpack
iter_epoch_end_offset_v4 = Packer(">hiiqx").iter_unpack
pack_hiiq = Packer(">hiiq").pack
pack_hiiqx = Packer(">hiiqx").pack
pack_hiq = Packer(">hiq").pack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ii = Packer(">ii").pack
rows_epoch_end_offset_v0 = Rows("hiq")
rows_epoch_end_offset_v1 = Rows("hiiq")
rows_epoch_end_offset_v4 = Rows("hiiq T")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
unpack_h = Packer(">h").unpack_from
unpack_hiiq = Packer(">hiiq").unpack_from
unpack_hiiqB = Packer(">hiiqB").unpack_from
unpack_hiq = Packer(">hiq").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from


def some_epoch_end_offset_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[EpochEndOffset], int, Key]:
    out = many(EpochEndOffset, count)
    for o in out:
        o.error_code, o.partition, o.leader_epoch, o.end_offset, t = unpack_hiiqB(buf, pos)
        o.unknown_tags = None
        pos += 19
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_epoch_end_offset_v4(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[EpochEndOffset]:
    out = many(EpochEndOffset, count)
    o: EpochEndOffset
    for o, row in zip(out, rows):
        o.error_code, o.partition, o.leader_epoch, o.end_offset = row
        o.unknown_tags = None
    return out


def some_epoch_end_offset_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[EpochEndOffset], int, Key]:
    out = many(EpochEndOffset, count)
    for o in out:
        o.error_code, o.partition, o.leader_epoch, o.end_offset = unpack_hiiq(buf, pos)
        o.unknown_tags = None
        pos += 18
    return out, pos, ()


def fill_epoch_end_offset_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[EpochEndOffset]:
    out = many(EpochEndOffset, count)
    o: EpochEndOffset
    for o, row in zip(out, rows):
        o.error_code, o.partition, o.leader_epoch, o.end_offset = row
        o.unknown_tags = None
    return out


def some_epoch_end_offset_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[EpochEndOffset], int, Key]:
    out = many(EpochEndOffset, count)
    for o in out:
        o.error_code, o.partition, o.end_offset = unpack_hiq(buf, pos)
        o.leader_epoch = -1
        o.unknown_tags = None
        pos += 14
    return out, pos, ()


def fill_epoch_end_offset_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[EpochEndOffset]:
    out = many(EpochEndOffset, count)
    o: EpochEndOffset
    for o, row in zip(out, rows):
        o.error_code, o.partition, o.end_offset = row
        o.leader_epoch = -1
        o.unknown_tags = None
    return out


def write_epoch_end_offset_v4_array(items: Iterable[EpochEndOffset], put: Put) -> None:
    for o in items:
        data = pack_hiiqx(o.error_code, o.partition, o.leader_epoch, o.end_offset)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_epoch_end_offset_v1_array(items: Iterable[EpochEndOffset], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_hiiq(o.error_code, o.partition, o.leader_epoch, o.end_offset))


def write_epoch_end_offset_v0_array(items: Iterable[EpochEndOffset], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_hiq(o.error_code, o.partition, o.end_offset))


def read_offset_for_leader_topic_result_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetForLeaderTopicResult], int]:
    out = many(OffsetForLeaderTopicResult, count)
    key_epoch_end_offset_v4: Key | None = None
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
            if n2 * 19 > end - pos or n2 > ctx.left:
                refuse_count(n2, 19, end - pos)
            ctx.left -= n2
            p = pos + n2 * 19
            if p > end or any(buf[pos + 18 : p : 19]):
                if n2 < 8 and key_epoch_end_offset_v4 is None:
                    o.partitions, pos, _ = some_epoch_end_offset_v4(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_epoch_end_offset_v4 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_epoch_end_offset_v4,
                        fill_epoch_end_offset_v4,
                        rows_epoch_end_offset_v4,
                        key_epoch_end_offset_v4,
                    )
            else:
                o.partitions = fill_epoch_end_offset_v4(iter_epoch_end_offset_v4(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_offset_for_leader_topic_result_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetForLeaderTopicResult], int]:
    out = many(OffsetForLeaderTopicResult, count)
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
            if n2 * 18 > end - pos or n2 > ctx.left:
                refuse_count(n2, 18, end - pos)
            ctx.left -= n2
            p = pos + n2 * 18
            o.partitions = fill_epoch_end_offset_v1(iter_epoch_end_offset_v1(buf[pos:p]), n2, (), ctx)
            pos = p
        o.unknown_tags = None
    return out, pos


def read_offset_for_leader_topic_result_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetForLeaderTopicResult], int]:
    out = many(OffsetForLeaderTopicResult, count)
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
            if n2 * 14 > end - pos or n2 > ctx.left:
                refuse_count(n2, 14, end - pos)
            ctx.left -= n2
            p = pos + n2 * 14
            o.partitions = fill_epoch_end_offset_v0(iter_epoch_end_offset_v0(buf[pos:p]), n2, (), ctx)
            pos = p
        o.unknown_tags = None
    return out, pos


def write_offset_for_leader_topic_result_v4_array(items: Iterable[OffsetForLeaderTopicResult], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_epoch_end_offset_v4_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_for_leader_topic_result_v1_array(items: Iterable[OffsetForLeaderTopicResult], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_epoch_end_offset_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_offset_for_leader_topic_result_v0_array(items: Iterable[OffsetForLeaderTopicResult], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_epoch_end_offset_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_offset_for_leader_epoch_response_v4(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[OffsetForLeaderEpochResponse, int]:
    o = new(OffsetForLeaderEpochResponse)
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
        o.topics, pos = read_offset_for_leader_topic_result_v4_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_offset_for_leader_epoch_response_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[OffsetForLeaderEpochResponse, int]:
    o = new(OffsetForLeaderEpochResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_offset_for_leader_topic_result_v1_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def read_offset_for_leader_epoch_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[OffsetForLeaderEpochResponse, int]:
    o = new(OffsetForLeaderEpochResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_offset_for_leader_topic_result_v1_array(buf, pos, end, n1, ctx)
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def read_offset_for_leader_epoch_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[OffsetForLeaderEpochResponse, int]:
    o = new(OffsetForLeaderEpochResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_offset_for_leader_topic_result_v0_array(buf, pos, end, n1, ctx)
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def encode_offset_for_leader_epoch_response_v4(o: OffsetForLeaderEpochResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_offset_for_leader_topic_result_v4_array(v1, put)
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


def encode_offset_for_leader_epoch_response_v2(o: OffsetForLeaderEpochResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_offset_for_leader_topic_result_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_offset_for_leader_epoch_response_v1(o: OffsetForLeaderEpochResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_offset_for_leader_topic_result_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


def encode_offset_for_leader_epoch_response_v0(o: OffsetForLeaderEpochResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_offset_for_leader_topic_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[OffsetForLeaderEpochResponse], bytes]] = {
    0: encode_offset_for_leader_epoch_response_v0,
    1: encode_offset_for_leader_epoch_response_v1,
    2: encode_offset_for_leader_epoch_response_v2,
    3: encode_offset_for_leader_epoch_response_v2,
    4: encode_offset_for_leader_epoch_response_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[OffsetForLeaderEpochResponse, int]]] = {
    0: read_offset_for_leader_epoch_response_v0,
    1: read_offset_for_leader_epoch_response_v1,
    2: read_offset_for_leader_epoch_response_v2,
    3: read_offset_for_leader_epoch_response_v2,
    4: read_offset_for_leader_epoch_response_v4,
}
NEEDS_CONTEXT = True
SPEC = """\
OffsetForLeaderEpochResponse response 0-4 flexible=4+
 ThrottleTimeMs int32 2+ ignorable
 Topics []OffsetForLeaderTopicResult 0+
  Topic string 0+
  Partitions []EpochEndOffset 0+
   ErrorCode int16 0+
   Partition int32 0+
   LeaderEpoch int32 1+ ignorable default=-1
   EndOffset int64 0+ default=-1
"""
