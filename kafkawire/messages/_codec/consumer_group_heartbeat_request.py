# Generated from rpc/ConsumerGroupHeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.consumer_group_heartbeat_request import ConsumerGroupHeartbeatRequest, TopicPartitions
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
    compact_groups,
    compact_numbers,
    compact_strings,
    long_string,
    long_string_or_null,
    make_uuid,
    many,
    merge_tags,
    new,
    put_compact_strings,
    read_rows,
    refuse_count,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_Bx = Packer(">Bx").pack
rows_topic_partitions_v0 = Rows("16s g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("S%dsS%dsiS%ds")
shapes_2 = Shapes("S%dsi")
shapes_3 = Shapes("S%ds")
shapes_4 = Shapes("S%dsiBS%ds")
shapes_5 = Shapes("S%dsS%ds")
shapes_6 = Shapes("S%dsiBS%dsS%ds")
shapes_7 = Shapes("16sP%dix")
unpack_iB = Packer(">iB").unpack_from
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


def write_topic_partitions_v0_array(items: Iterable[TopicPartitions], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        n2 = len(v1)
        data = shapes_7[n2](o.topic_id.bytes, n2 + 1, *v1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_consumer_group_heartbeat_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerGroupHeartbeatRequest, int]:
    key_topic_partitions_v0: Key | None = None
    o = new(ConsumerGroupHeartbeatRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.member_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 1, n2)
    o.member_epoch, n3 = unpack_iB(buf, pos)
    if 0 < n3 < 128:
        p = pos + n3 + 4
        o.instance_id = buf[pos + 5 : p].decode()
        pos = p
    elif n3 == 0:
        o.instance_id = None
        pos = pos + 5
    else:
        o.instance_id, pos = long_string_or_null(buf, pos + 5, n3)
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.rack_id = buf[pos + 1 : p].decode()
        pos = p
    elif n4 == 0:
        o.rack_id = None
        pos = pos + 1
    else:
        o.rack_id, pos = long_string_or_null(buf, pos + 1, n4)
    o.rebalance_timeout_ms, n5 = unpack_iB(buf, pos)
    pos += 5
    if n5 > 127:
        n5, pos = uvarint_rest(buf, pos, n5)
    if n5 < 2:
        o.subscribed_topic_names = [] if n5 else None
    else:
        n5 -= 1
        if n5 > end - pos or n5 > ctx.left:
            refuse_count(n5, 1, end - pos)
        ctx.left -= n5
        o.subscribed_topic_names, pos = compact_strings(buf, pos, n5)
    n6 = buf[pos]
    if 0 < n6 < 128:
        p = pos + n6
        o.subscribed_topic_regex = buf[pos + 1 : p].decode()
        pos = p
    elif n6 == 0:
        o.subscribed_topic_regex = None
        pos = pos + 1
    else:
        o.subscribed_topic_regex, pos = long_string_or_null(buf, pos + 1, n6)
    n7 = buf[pos]
    if 0 < n7 < 128:
        p = pos + n7
        o.server_assignor = buf[pos + 1 : p].decode()
        pos = p
    elif n7 == 0:
        o.server_assignor = None
        pos = pos + 1
    else:
        o.server_assignor, pos = long_string_or_null(buf, pos + 1, n7)
    n8 = buf[pos]
    pos += 1
    if n8 > 127:
        n8, pos = uvarint_rest(buf, pos, n8)
    if n8 < 2:
        o.topic_partitions = [] if n8 else None
    else:
        n8 -= 1
        if n8 * 18 > end - pos or n8 > ctx.left:
            refuse_count(n8, 18, end - pos)
        ctx.left -= n8
        if n8 < 8 and key_topic_partitions_v0 is None:
            o.topic_partitions, pos, _ = some_topic_partitions_v0(buf, pos, end, n8, ctx)
        else:
            o.topic_partitions, pos, key_topic_partitions_v0 = read_rows(
                buf,
                pos,
                end,
                n8,
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


def read_consumer_group_heartbeat_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerGroupHeartbeatRequest, int]:
    key_topic_partitions_v0: Key | None = None
    o = new(ConsumerGroupHeartbeatRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.member_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 1, n2)
    o.member_epoch, n3 = unpack_iB(buf, pos)
    if 0 < n3 < 128:
        p = pos + n3 + 4
        o.instance_id = buf[pos + 5 : p].decode()
        pos = p
    elif n3 == 0:
        o.instance_id = None
        pos = pos + 5
    else:
        o.instance_id, pos = long_string_or_null(buf, pos + 5, n3)
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.rack_id = buf[pos + 1 : p].decode()
        pos = p
    elif n4 == 0:
        o.rack_id = None
        pos = pos + 1
    else:
        o.rack_id, pos = long_string_or_null(buf, pos + 1, n4)
    o.rebalance_timeout_ms, n5 = unpack_iB(buf, pos)
    pos += 5
    if n5 > 127:
        n5, pos = uvarint_rest(buf, pos, n5)
    if n5 < 2:
        o.subscribed_topic_names = [] if n5 else None
    else:
        n5 -= 1
        if n5 > end - pos or n5 > ctx.left:
            refuse_count(n5, 1, end - pos)
        ctx.left -= n5
        o.subscribed_topic_names, pos = compact_strings(buf, pos, n5)
    n6 = buf[pos]
    if 0 < n6 < 128:
        p = pos + n6
        o.server_assignor = buf[pos + 1 : p].decode()
        pos = p
    elif n6 == 0:
        o.server_assignor = None
        pos = pos + 1
    else:
        o.server_assignor, pos = long_string_or_null(buf, pos + 1, n6)
    n7 = buf[pos]
    pos += 1
    if n7 > 127:
        n7, pos = uvarint_rest(buf, pos, n7)
    if n7 < 2:
        o.topic_partitions = [] if n7 else None
    else:
        n7 -= 1
        if n7 * 18 > end - pos or n7 > ctx.left:
            refuse_count(n7, 18, end - pos)
        ctx.left -= n7
        if n7 < 8 and key_topic_partitions_v0 is None:
            o.topic_partitions, pos, _ = some_topic_partitions_v0(buf, pos, end, n7, ctx)
        else:
            o.topic_partitions, pos, key_topic_partitions_v0 = read_rows(
                buf,
                pos,
                end,
                n7,
                ctx,
                some_topic_partitions_v0,
                fill_topic_partitions_v0,
                rows_topic_partitions_v0,
                key_topic_partitions_v0,
            )
    t = buf[pos]
    o.subscribed_topic_regex = None
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_consumer_group_heartbeat_request_v1(o: ConsumerGroupHeartbeatRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v7 = o.instance_id
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    put(shapes_1[n2, n4, len(s5)](n2 + 1, s1, n4 + 1, s3, o.member_epoch, n6, s5))
    v10 = o.rack_id
    if v10 is None:
        s8 = b""
        n9 = 0
    else:
        s8 = v10.encode()
        n9 = len(s8) + 1
    v11 = o.subscribed_topic_names
    if v11:
        put(shapes_2[len(s8)](n9, s8, o.rebalance_timeout_ms))
        put(COUNTS[len(v11)])
        put_compact_strings(put, v11)
    v14 = o.subscribed_topic_regex
    if v14 is None:
        s12 = b""
        n13 = 0
    else:
        s12 = v14.encode()
        n13 = len(s12) + 1
    v17 = o.server_assignor
    if v17 is None:
        s15 = b""
        n16 = 0
    else:
        s15 = v17.encode()
        n16 = len(s15) + 1
    v18 = o.topic_partitions
    if v11:
        put(shapes_5[len(s12), len(s15)](n13, s12, n16, s15))
    else:
        put(shapes_6[len(s8), len(s12), len(s15)](n9, s8, o.rebalance_timeout_ms, v11 is not None, n13, s12, n16, s15))
    if v18:
        put(COUNTS[len(v18)])
        write_topic_partitions_v0_array(v18, put)
    if v18:
        data = b"\0"
    else:
        data = pack_Bx(v18 is not None)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_consumer_group_heartbeat_request_v0(o: ConsumerGroupHeartbeatRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.subscribed_topic_regex is not None:
        absent(o, "subscribed_topic_regex")
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v7 = o.instance_id
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    put(shapes_1[n2, n4, len(s5)](n2 + 1, s1, n4 + 1, s3, o.member_epoch, n6, s5))
    v10 = o.rack_id
    if v10 is None:
        s8 = b""
        n9 = 0
    else:
        s8 = v10.encode()
        n9 = len(s8) + 1
    v11 = o.subscribed_topic_names
    if v11:
        put(shapes_2[len(s8)](n9, s8, o.rebalance_timeout_ms))
        put(COUNTS[len(v11)])
        put_compact_strings(put, v11)
    v14 = o.server_assignor
    if v14 is None:
        s12 = b""
        n13 = 0
    else:
        s12 = v14.encode()
        n13 = len(s12) + 1
    v15 = o.topic_partitions
    if v11:
        put(shapes_3[len(s12)](n13, s12))
    else:
        put(shapes_4[len(s8), len(s12)](n9, s8, o.rebalance_timeout_ms, v11 is not None, n13, s12))
    if v15:
        put(COUNTS[len(v15)])
        write_topic_partitions_v0_array(v15, put)
    if v15:
        data = b"\0"
    else:
        data = pack_Bx(v15 is not None)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ConsumerGroupHeartbeatRequest], bytes]] = {
    0: encode_consumer_group_heartbeat_request_v0,
    1: encode_consumer_group_heartbeat_request_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ConsumerGroupHeartbeatRequest, int]]] = {
    0: read_consumer_group_heartbeat_request_v0,
    1: read_consumer_group_heartbeat_request_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
ConsumerGroupHeartbeatRequest request 0-1 flexible=0+
 GroupId string 0+
 MemberId string 0+
 MemberEpoch int32 0+
 InstanceId string 0+ null=0+ default=null
 RackId string 0+ null=0+ default=null
 RebalanceTimeoutMs int32 0+ default=-1
 SubscribedTopicNames []string 0+ null=0+ default=null
 SubscribedTopicRegex string 1+ null=1+ default=null
 ServerAssignor string 0+ null=0+ default=null
 TopicPartitions []TopicPartitions 0+ null=0+ default=null
  TopicId uuid 0+
  Partitions []int32 0+
"""
