# Generated from rpc/DescribeShareGroupOffsetsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Shapes, long_count, long_string, long_string_or_null, make_uuid, many, merge_tags, new, read_rows, refuse_count, unknown_tags
from kafkawire.messages.describe_share_group_offsets_response import DescribeShareGroupOffsetsResponse, DescribeShareGroupOffsetsResponseGroup, DescribeShareGroupOffsetsResponsePartition, DescribeShareGroupOffsetsResponseTopic

Put = Callable[[bytes], object]
Key = tuple[int, ...]
pack_i = Packer(">i").pack
rows_describe_share_group_offsets_response_partition_v0 = Rows("iqihP%dsT", (1,), 1)
rows_describe_share_group_offsets_response_partition_v1 = Rows("iqiqhP%dsT", (1,), 1)
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("hS%dsx")
shapes_3 = Shapes("S%ds16s")
shapes_4 = Shapes("iqihS%dsx")
shapes_5 = Shapes("iqiqhS%dsx")
unpack_hB = Packer(">hB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_iqihB = Packer(">iqihB").unpack_from
unpack_iqiqhB = Packer(">iqiqhB").unpack_from
unpack_uB = Packer(">16sB").unpack_from

def some_describe_share_group_offsets_response_partition_v1(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[DescribeShareGroupOffsetsResponsePartition]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(DescribeShareGroupOffsetsResponsePartition)
        o.partition_index, o.start_offset, o.leader_epoch, o.lag, o.error_code, n1 = unpack_iqiqhB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 26
            o.error_message = buf[pos + 27:p].decode()
            pos = p
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 27, n1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1,) if not t and n1 < 128 else None


def fill_describe_share_group_offsets_response_partition_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[DescribeShareGroupOffsetsResponsePartition]:
    k0, = key
    out = many(DescribeShareGroupOffsetsResponsePartition, count)
    o: DescribeShareGroupOffsetsResponsePartition
    for o, (o.partition_index, o.start_offset, o.leader_epoch, o.lag, o.error_code, v5) in zip(out, rows):
        o.error_message = v5.decode() if k0 else None
        o.unknown_tags = None
    return out


def some_describe_share_group_offsets_response_partition_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[DescribeShareGroupOffsetsResponsePartition]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(DescribeShareGroupOffsetsResponsePartition)
        o.partition_index, o.start_offset, o.leader_epoch, o.error_code, n1 = unpack_iqihB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 18
            o.error_message = buf[pos + 19:p].decode()
            pos = p
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 19, n1)
        t = buf[pos]
        o.lag = -1
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1,) if not t and n1 < 128 else None


def fill_describe_share_group_offsets_response_partition_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[DescribeShareGroupOffsetsResponsePartition]:
    k0, = key
    out = many(DescribeShareGroupOffsetsResponsePartition, count)
    o: DescribeShareGroupOffsetsResponsePartition
    for o, (o.partition_index, o.start_offset, o.leader_epoch, o.error_code, v4) in zip(out, rows):
        o.error_message = v4.decode() if k0 else None
        o.lag = -1
        o.unknown_tags = None
    return out


def write_describe_share_group_offsets_response_partition_v1_array(items: Iterable[DescribeShareGroupOffsetsResponsePartition], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        if o.unknown_tags:
            put(shapes_5[len(s1)](o.partition_index, o.start_offset, o.leader_epoch, o.lag, o.error_code, n2, s1)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_5[len(s1)](o.partition_index, o.start_offset, o.leader_epoch, o.lag, o.error_code, n2, s1))


def write_describe_share_group_offsets_response_partition_v0_array(items: Iterable[DescribeShareGroupOffsetsResponsePartition], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        if o.unknown_tags:
            put(shapes_4[len(s1)](o.partition_index, o.start_offset, o.leader_epoch, o.error_code, n2, s1)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_4[len(s1)](o.partition_index, o.start_offset, o.leader_epoch, o.error_code, n2, s1))


def read_describe_share_group_offsets_response_topic_v1_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[DescribeShareGroupOffsetsResponseTopic], int]:
    out: list[DescribeShareGroupOffsetsResponseTopic] = []
    key_describe_share_group_offsets_response_partition_v1: Key | None = None
    for _ in range(count):
        o = new(DescribeShareGroupOffsetsResponseTopic)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1:p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
        u2, n3 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u2)
        pos += 17
        if not 0 < n3 < 128:
            n3, pos = long_count(buf, pos, n3)
        if n3 == 1:
            o.partitions = []
        else:
            n3 -= 1
            if n3 * 28 > end - pos or n3 > ctx.left:
                refuse_count(n3, 28, end - pos)
            ctx.left -= n3
            o.partitions, pos, key_describe_share_group_offsets_response_partition_v1 = read_rows(buf, pos, end, n3, ctx, some_describe_share_group_offsets_response_partition_v1, fill_describe_share_group_offsets_response_partition_v1, rows_describe_share_group_offsets_response_partition_v1, key_describe_share_group_offsets_response_partition_v1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return out, pos


def read_describe_share_group_offsets_response_topic_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[DescribeShareGroupOffsetsResponseTopic], int]:
    out: list[DescribeShareGroupOffsetsResponseTopic] = []
    key_describe_share_group_offsets_response_partition_v0: Key | None = None
    for _ in range(count):
        o = new(DescribeShareGroupOffsetsResponseTopic)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1:p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
        u2, n3 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u2)
        pos += 17
        if not 0 < n3 < 128:
            n3, pos = long_count(buf, pos, n3)
        if n3 == 1:
            o.partitions = []
        else:
            n3 -= 1
            if n3 * 20 > end - pos or n3 > ctx.left:
                refuse_count(n3, 20, end - pos)
            ctx.left -= n3
            o.partitions, pos, key_describe_share_group_offsets_response_partition_v0 = read_rows(buf, pos, end, n3, ctx, some_describe_share_group_offsets_response_partition_v0, fill_describe_share_group_offsets_response_partition_v0, rows_describe_share_group_offsets_response_partition_v0, key_describe_share_group_offsets_response_partition_v0)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return out, pos


def write_describe_share_group_offsets_response_topic_v1_array(items: Iterable[DescribeShareGroupOffsetsResponseTopic], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        a3 = o.partitions
        put(shapes_3[n2](n2 + 1, s1, o.topic_id.bytes))
        put(COUNTS[len(a3)])
        write_describe_share_group_offsets_response_partition_v1_array(a3, put)
        if o.unknown_tags:
            put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(b"\0")


def write_describe_share_group_offsets_response_topic_v0_array(items: Iterable[DescribeShareGroupOffsetsResponseTopic], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        a3 = o.partitions
        put(shapes_3[n2](n2 + 1, s1, o.topic_id.bytes))
        put(COUNTS[len(a3)])
        write_describe_share_group_offsets_response_partition_v0_array(a3, put)
        if o.unknown_tags:
            put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(b"\0")


def read_describe_share_group_offsets_response_group_v1_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[DescribeShareGroupOffsetsResponseGroup], int]:
    out: list[DescribeShareGroupOffsetsResponseGroup] = []
    for _ in range(count):
        o = new(DescribeShareGroupOffsetsResponseGroup)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.group_id = buf[pos + 1:p].decode()
            pos = p
        else:
            o.group_id, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if not 0 < n2 < 128:
            n2, pos = long_count(buf, pos, n2)
        if n2 == 1:
            o.topics = []
        else:
            n2 -= 1
            if n2 * 19 > end - pos or n2 > ctx.left:
                refuse_count(n2, 19, end - pos)
            ctx.left -= n2
            o.topics, pos = read_describe_share_group_offsets_response_topic_v1_array(buf, pos, end, n2, ctx)
        o.error_code, n3 = unpack_hB(buf, pos)
        if 0 < n3 < 128:
            p = pos + n3 + 2
            o.error_message = buf[pos + 3:p].decode()
            pos = p
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 3, n3)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return out, pos


def read_describe_share_group_offsets_response_group_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[DescribeShareGroupOffsetsResponseGroup], int]:
    out: list[DescribeShareGroupOffsetsResponseGroup] = []
    for _ in range(count):
        o = new(DescribeShareGroupOffsetsResponseGroup)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.group_id = buf[pos + 1:p].decode()
            pos = p
        else:
            o.group_id, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if not 0 < n2 < 128:
            n2, pos = long_count(buf, pos, n2)
        if n2 == 1:
            o.topics = []
        else:
            n2 -= 1
            if n2 * 19 > end - pos or n2 > ctx.left:
                refuse_count(n2, 19, end - pos)
            ctx.left -= n2
            o.topics, pos = read_describe_share_group_offsets_response_topic_v0_array(buf, pos, end, n2, ctx)
        o.error_code, n3 = unpack_hB(buf, pos)
        if 0 < n3 < 128:
            p = pos + n3 + 2
            o.error_message = buf[pos + 3:p].decode()
            pos = p
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 3, n3)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return out, pos


def write_describe_share_group_offsets_response_group_v1_array(items: Iterable[DescribeShareGroupOffsetsResponseGroup], put: Put) -> None:
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        a3 = o.topics
        put(shapes_1[n2](n2 + 1, s1))
        put(COUNTS[len(a3)])
        write_describe_share_group_offsets_response_topic_v1_array(a3, put)
        v6 = o.error_message
        if v6 is None:
            s4 = b""
            n5 = 0
        else:
            s4 = v6.encode()
            n5 = len(s4) + 1
        if o.unknown_tags:
            put(shapes_2[len(s4)](o.error_code, n5, s4)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_2[len(s4)](o.error_code, n5, s4))


def write_describe_share_group_offsets_response_group_v0_array(items: Iterable[DescribeShareGroupOffsetsResponseGroup], put: Put) -> None:
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        a3 = o.topics
        put(shapes_1[n2](n2 + 1, s1))
        put(COUNTS[len(a3)])
        write_describe_share_group_offsets_response_topic_v0_array(a3, put)
        v6 = o.error_message
        if v6 is None:
            s4 = b""
            n5 = 0
        else:
            s4 = v6.encode()
            n5 = len(s4) + 1
        if o.unknown_tags:
            put(shapes_2[len(s4)](o.error_code, n5, s4)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_2[len(s4)](o.error_code, n5, s4))


def read_describe_share_group_offsets_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeShareGroupOffsetsResponse, int]:
    o = new(DescribeShareGroupOffsetsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if not 0 < n1 < 128:
        n1, pos = long_count(buf, pos, n1)
    if n1 == 1:
        o.groups = []
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


def read_describe_share_group_offsets_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeShareGroupOffsetsResponse, int]:
    o = new(DescribeShareGroupOffsetsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if not 0 < n1 < 128:
        n1, pos = long_count(buf, pos, n1)
    if n1 == 1:
        o.groups = []
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
    a1 = o.groups
    put(pack_i(o.throttle_time_ms))
    put(COUNTS[len(a1)])
    write_describe_share_group_offsets_response_group_v1_array(a1, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_describe_share_group_offsets_response_v0(o: DescribeShareGroupOffsetsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.groups
    put(pack_i(o.throttle_time_ms))
    put(COUNTS[len(a1)])
    write_describe_share_group_offsets_response_group_v0_array(a1, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
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
