# Generated from rpc/ShareGroupHeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.share_group_heartbeat_response import Assignment, ShareGroupHeartbeatResponse, TopicPartitions
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    compact_groups,
    compact_numbers,
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

pack_Bx = Packer(">Bx").pack
rows_topic_partitions_v0 = Rows("16s g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("ihS%dsS%dsii")
shapes_2 = Shapes("16sP%dix")
unpack_ihB = Packer(">ihB").unpack_from
unpack_iib = Packer(">iib").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_topic_partitions_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicPartitions], int, Key]:
    out = many(TopicPartitions, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        if 0 < n2 < 128:
            o.partitions = runs_i[n2 - 1](buf, pos + 17)
            pos += n2 * 4 + 13
        else:
            o.partitions, pos = compact_numbers(buf, pos + 17, end, n2, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n2, t)


def fill_topic_partitions_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicPartitions]:
    groups = compact_groups(ctx)
    out = many(TopicPartitions, count)
    o: TopicPartitions
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic_id = make_uuid(v0)
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def read_assignment_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[Assignment, int]:
    key_topic_partitions_v0: Key | None = None
    o = new(Assignment)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topic_partitions = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_topic_partitions_v0 is None:
            o.topic_partitions, pos, _ = some_topic_partitions_v0(buf, pos, end, n1, ctx)
        else:
            o.topic_partitions, pos, key_topic_partitions_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_topic_partitions_v0,
                fill_topic_partitions_v0,
                rows_topic_partitions_v0,
                key_topic_partitions_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def write_topic_partitions_v0_array(items: Iterable[TopicPartitions], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        n2 = len(v1)
        data = shapes_2[n2](o.topic_id.bytes, n2 + 1, *v1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_assignment_v0(o: Assignment, put: Put) -> None:
    v1 = o.topic_partitions
    if v1:
        put(COUNTS[len(v1)])
        write_topic_partitions_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_share_group_heartbeat_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ShareGroupHeartbeatResponse, int]:
    o = new(ShareGroupHeartbeatResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 7
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.member_id = buf[pos + 1 : p].decode()
        pos = p
    elif n2 == 0:
        o.member_id = None
        pos = pos + 1
    else:
        o.member_id, pos = long_string_or_null(buf, pos + 1, n2)
    o.member_epoch, o.heartbeat_interval_ms, n3 = unpack_iib(buf, pos)
    pos += 9
    if n3 >= 0:
        o.assignment, pos = read_assignment_v0(buf, pos, end, ctx)
    else:
        o.assignment = None
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_share_group_heartbeat_response_v0(o: ShareGroupHeartbeatResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v6 = o.member_id
    if v6 is None:
        s4 = b""
        n5 = 0
    else:
        s4 = v6.encode()
        n5 = len(s4) + 1
    put(
        shapes_1[len(s1), len(s4)](
            o.throttle_time_ms, o.error_code, n2, s1, n5, s4, o.member_epoch, o.heartbeat_interval_ms
        )
    )
    v7 = o.assignment
    if v7 is None:
        put(b"\xff")
    else:
        put(b"\1")
        write_assignment_v0(v7, put)
    data = b"\0"
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ShareGroupHeartbeatResponse], bytes]] = {
    0: encode_share_group_heartbeat_response_v0,
    1: encode_share_group_heartbeat_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareGroupHeartbeatResponse, int]]] = {
    0: read_share_group_heartbeat_response_v0,
    1: read_share_group_heartbeat_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ShareGroupHeartbeatResponse response 0-1 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ErrorMessage string 0+ null=0+ default=null
 MemberId string 0+ null=0+ default=null
 MemberEpoch int32 0+
 HeartbeatIntervalMs int32 0+
 Assignment Assignment 0+ null=0+ default=null
  TopicPartitions []TopicPartitions 0+
struct TopicPartitions
 TopicId uuid 0+
 Partitions []int32 0+
"""
