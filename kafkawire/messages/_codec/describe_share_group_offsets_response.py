# Generated from rpc/DescribeShareGroupOffsetsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_share_group_offsets_response import (
    DescribeShareGroupOffsetsResponse,
    DescribeShareGroupOffsetsResponseGroup,
    DescribeShareGroupOffsetsResponsePartition,
    DescribeShareGroupOffsetsResponseTopic,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    long_string,
    long_string_or_null,
    make_uuid,
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

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
rows_describe_share_group_offsets_response_partition_v0 = Rows("iqih P1 T")
rows_describe_share_group_offsets_response_partition_v1 = Rows("iqiqh P1 T")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("hS%dsx")
shapes_3 = Shapes("S%dsBhS%dsx")
shapes_4 = Shapes("S%ds16s")
shapes_5 = Shapes("S%ds16sBx")
shapes_6 = Shapes("iqihS%dsx")
shapes_7 = Shapes("iqiqhS%dsx")
unpack_hB = Packer(">hB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_iqihB = Packer(">iqihB").unpack_from
unpack_iqiqhB = Packer(">iqiqhB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_describe_share_group_offsets_response_partition_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeShareGroupOffsetsResponsePartition], int, Key]:
    out = many(DescribeShareGroupOffsetsResponsePartition, count)
    for o in out:
        o.partition_index, o.start_offset, o.leader_epoch, o.lag, o.error_code, n1 = unpack_iqiqhB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 26
            o.error_message = buf[pos + 27 : p].decode()
            pos = p
        elif n1 == 0:
            o.error_message = None
            pos = pos + 27
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 27, n1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_describe_share_group_offsets_response_partition_v1(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribeShareGroupOffsetsResponsePartition]:
    k0, _ = key
    out = many(DescribeShareGroupOffsetsResponsePartition, count)
    o: DescribeShareGroupOffsetsResponsePartition
    for o, row in zip(out, rows):
        o.partition_index, o.start_offset, o.leader_epoch, o.lag, o.error_code, v5 = row
        o.error_message = v5.decode() if k0 else None
        o.unknown_tags = None
    return out


def some_describe_share_group_offsets_response_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeShareGroupOffsetsResponsePartition], int, Key]:
    out = many(DescribeShareGroupOffsetsResponsePartition, count)
    for o in out:
        o.partition_index, o.start_offset, o.leader_epoch, o.error_code, n1 = unpack_iqihB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 18
            o.error_message = buf[pos + 19 : p].decode()
            pos = p
        elif n1 == 0:
            o.error_message = None
            pos = pos + 19
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 19, n1)
        t = buf[pos]
        o.lag = -1
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_describe_share_group_offsets_response_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribeShareGroupOffsetsResponsePartition]:
    k0, _ = key
    out = many(DescribeShareGroupOffsetsResponsePartition, count)
    o: DescribeShareGroupOffsetsResponsePartition
    for o, row in zip(out, rows):
        o.partition_index, o.start_offset, o.leader_epoch, o.error_code, v4 = row
        o.error_message = v4.decode() if k0 else None
        o.lag = -1
        o.unknown_tags = None
    return out


def write_describe_share_group_offsets_response_partition_v1_array(
    items: Iterable[DescribeShareGroupOffsetsResponsePartition], put: Put
) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_7[len(s1)](o.partition_index, o.start_offset, o.leader_epoch, o.lag, o.error_code, n2, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_share_group_offsets_response_partition_v0_array(
    items: Iterable[DescribeShareGroupOffsetsResponsePartition], put: Put
) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_6[len(s1)](o.partition_index, o.start_offset, o.leader_epoch, o.error_code, n2, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_describe_share_group_offsets_response_topic_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeShareGroupOffsetsResponseTopic], int]:
    out = many(DescribeShareGroupOffsetsResponseTopic, count)
    key_describe_share_group_offsets_response_partition_v1: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
        u2, n3 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u2)
        pos += 17
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.partitions = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 * 28 > end - pos or n3 > ctx.left:
                refuse_count(n3, 28, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_describe_share_group_offsets_response_partition_v1 is None:
                o.partitions, pos, _ = some_describe_share_group_offsets_response_partition_v1(buf, pos, end, n3, ctx)
            else:
                o.partitions, pos, key_describe_share_group_offsets_response_partition_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_describe_share_group_offsets_response_partition_v1,
                    fill_describe_share_group_offsets_response_partition_v1,
                    rows_describe_share_group_offsets_response_partition_v1,
                    key_describe_share_group_offsets_response_partition_v1,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_describe_share_group_offsets_response_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeShareGroupOffsetsResponseTopic], int]:
    out = many(DescribeShareGroupOffsetsResponseTopic, count)
    key_describe_share_group_offsets_response_partition_v0: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
        u2, n3 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u2)
        pos += 17
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.partitions = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 * 20 > end - pos or n3 > ctx.left:
                refuse_count(n3, 20, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_describe_share_group_offsets_response_partition_v0 is None:
                o.partitions, pos, _ = some_describe_share_group_offsets_response_partition_v0(buf, pos, end, n3, ctx)
            else:
                o.partitions, pos, key_describe_share_group_offsets_response_partition_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_describe_share_group_offsets_response_partition_v0,
                    fill_describe_share_group_offsets_response_partition_v0,
                    rows_describe_share_group_offsets_response_partition_v0,
                    key_describe_share_group_offsets_response_partition_v0,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_describe_share_group_offsets_response_topic_v1_array(
    items: Iterable[DescribeShareGroupOffsetsResponseTopic], put: Put
) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_4[n2](n2 + 1, s1, o.topic_id.bytes))
            put(COUNTS[len(v3)])
            write_describe_share_group_offsets_response_partition_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_5[n2](n2 + 1, s1, o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_share_group_offsets_response_topic_v0_array(
    items: Iterable[DescribeShareGroupOffsetsResponseTopic], put: Put
) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_4[n2](n2 + 1, s1, o.topic_id.bytes))
            put(COUNTS[len(v3)])
            write_describe_share_group_offsets_response_partition_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_5[n2](n2 + 1, s1, o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_describe_share_group_offsets_response_group_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeShareGroupOffsetsResponseGroup], int]:
    out = many(DescribeShareGroupOffsetsResponseGroup, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.group_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_id, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.topics = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 19 > end - pos or n2 > ctx.left:
                refuse_count(n2, 19, end - pos)
            ctx.left -= n2
            o.topics, pos = read_describe_share_group_offsets_response_topic_v1_array(buf, pos, end, n2, ctx)
        o.error_code, n3 = unpack_hB(buf, pos)
        if 0 < n3 < 128:
            p = pos + n3 + 2
            o.error_message = buf[pos + 3 : p].decode()
            pos = p
        elif n3 == 0:
            o.error_message = None
            pos = pos + 3
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 3, n3)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_describe_share_group_offsets_response_group_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeShareGroupOffsetsResponseGroup], int]:
    out = many(DescribeShareGroupOffsetsResponseGroup, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.group_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_id, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.topics = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 19 > end - pos or n2 > ctx.left:
                refuse_count(n2, 19, end - pos)
            ctx.left -= n2
            o.topics, pos = read_describe_share_group_offsets_response_topic_v0_array(buf, pos, end, n2, ctx)
        o.error_code, n3 = unpack_hB(buf, pos)
        if 0 < n3 < 128:
            p = pos + n3 + 2
            o.error_message = buf[pos + 3 : p].decode()
            pos = p
        elif n3 == 0:
            o.error_message = None
            pos = pos + 3
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 3, n3)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_describe_share_group_offsets_response_group_v1_array(
    items: Iterable[DescribeShareGroupOffsetsResponseGroup], put: Put
) -> None:
    last8 = last9 = -1
    pack7 = shapes_3[0, 0]
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        v3 = o.topics
        if v3:
            put(shapes_1[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_describe_share_group_offsets_response_topic_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        v6 = o.error_message
        if v6 is None:
            s4 = b""
            n5 = 0
        else:
            s4 = v6.encode()
            n5 = len(s4) + 1
        if v3:
            data = shapes_2[len(s4)](o.error_code, n5, s4)
        else:
            if last8 != n2 or last9 != len(s4):
                last8, last9 = n2, len(s4)
                pack7 = shapes_3[last8, last9]
            data = pack7(n2 + 1, s1, 1, o.error_code, n5, s4)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_share_group_offsets_response_group_v0_array(
    items: Iterable[DescribeShareGroupOffsetsResponseGroup], put: Put
) -> None:
    last8 = last9 = -1
    pack7 = shapes_3[0, 0]
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        v3 = o.topics
        if v3:
            put(shapes_1[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_describe_share_group_offsets_response_topic_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        v6 = o.error_message
        if v6 is None:
            s4 = b""
            n5 = 0
        else:
            s4 = v6.encode()
            n5 = len(s4) + 1
        if v3:
            data = shapes_2[len(s4)](o.error_code, n5, s4)
        else:
            if last8 != n2 or last9 != len(s4):
                last8, last9 = n2, len(s4)
                pack7 = shapes_3[last8, last9]
            data = pack7(n2 + 1, s1, 1, o.error_code, n5, s4)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_describe_share_group_offsets_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeShareGroupOffsetsResponse, int]:
    o = new(DescribeShareGroupOffsetsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.groups, pos = read_describe_share_group_offsets_response_group_v1_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_share_group_offsets_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeShareGroupOffsetsResponse, int]:
    o = new(DescribeShareGroupOffsetsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.groups, pos = read_describe_share_group_offsets_response_group_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_share_group_offsets_response_v1(o: DescribeShareGroupOffsetsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_describe_share_group_offsets_response_group_v1_array(v1, put)
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


def encode_describe_share_group_offsets_response_v0(o: DescribeShareGroupOffsetsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_describe_share_group_offsets_response_group_v0_array(v1, put)
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


ENCODERS: dict[int, Callable[[DescribeShareGroupOffsetsResponse], bytes]] = {
    0: encode_describe_share_group_offsets_response_v0,
    1: encode_describe_share_group_offsets_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeShareGroupOffsetsResponse, int]]] = {
    0: read_describe_share_group_offsets_response_v0,
    1: read_describe_share_group_offsets_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeShareGroupOffsetsResponse response 0-1 flexible=0+
 ThrottleTimeMs int32 0+
 Groups []DescribeShareGroupOffsetsResponseGroup 0+
  GroupId string 0+
  Topics []DescribeShareGroupOffsetsResponseTopic 0+
   TopicName string 0+
   TopicId uuid 0+
   Partitions []DescribeShareGroupOffsetsResponsePartition 0+
    PartitionIndex int32 0+
    StartOffset int64 0+
    LeaderEpoch int32 0+
    Lag int64 1+ ignorable default=-1
    ErrorCode int16 0+
    ErrorMessage string 0+ null=0+ default=null
  ErrorCode int16 0+
  ErrorMessage string 0+ null=0+ default=null
"""
