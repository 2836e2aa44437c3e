# Generated from rpc/ShareGroupDescribeResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.share_group_describe_response import (
    Assignment,
    DescribedGroup,
    Member,
    ShareGroupDescribeResponse,
    TopicPartitions,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
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
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ix = Packer(">ix").pack
rows_topic_partitions_v0 = Rows("16s P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("hS%dsS%dsS%dsii")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBix")
shapes_4 = Shapes("S%dsS%dsiS%ds")
shapes_5 = Shapes("S%dsB")
shapes_6 = Shapes("16sS%dsP%dix")
unpack_hB = Packer(">hB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_iiB = Packer(">iiB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_topic_partitions_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicPartitions], int, Key]:
    out = many(TopicPartitions, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        if 0 < n2 < 128:
            p = pos + n2 + 16
            o.topic_name = buf[pos + 17 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 17, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            o.partitions = runs_i[n3 - 1](buf, pos + 1)
            pos += n3 * 4 - 3
        else:
            o.partitions, pos = compact_numbers(buf, pos + 1, end, n3, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n2, n3, t)


def fill_topic_partitions_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicPartitions]:
    groups = compact_groups(ctx)
    out = many(TopicPartitions, count)
    o: TopicPartitions
    try:
        for o, row in zip(out, rows):
            v0, v1, v2 = row
            o.topic_id = make_uuid(v0)
            o.topic_name = v1.decode()
            (o.partitions,) = groups[v2]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_topic_partitions_v0_array(items: Iterable[TopicPartitions], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_6[0, 0]
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_6[last6, last7]
        data = pack5(o.topic_id.bytes, n2 + 1, s1, n4 + 1, *v3)
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
        if n1 * 19 > end - pos or n1 > ctx.left:
            refuse_count(n1, 19, end - pos)
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


def read_member_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Member], int]:
    out = many(Member, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.member_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.member_id, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.rack_id = buf[pos + 1 : p].decode()
            pos = p
        elif n2 == 0:
            o.rack_id = None
            pos = pos + 1
        else:
            o.rack_id, pos = long_string_or_null(buf, pos + 1, n2)
        o.member_epoch, n3 = unpack_iB(buf, pos)
        if 0 < n3 < 128:
            p = pos + n3 + 4
            o.client_id = buf[pos + 5 : p].decode()
            pos = p
        else:
            o.client_id, pos = long_string(buf, pos + 5, n3)
        n4 = buf[pos]
        if 0 < n4 < 128:
            p = pos + n4
            o.client_host = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.client_host, pos = long_string(buf, pos + 1, n4)
        n5 = buf[pos]
        pos += 1
        if n5 > 127:
            n5, pos = uvarint_rest(buf, pos, n5)
        if n5 < 2:
            o.subscribed_topic_names = [] if n5 else refuse_length(-1)
        else:
            n5 -= 1
            if n5 > end - pos or n5 > ctx.left:
                refuse_count(n5, 1, end - pos)
            ctx.left -= n5
            o.subscribed_topic_names, pos = compact_strings(buf, pos, n5)
        o.assignment, pos = read_assignment_v0(buf, pos, end, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_member_v0_array(items: Iterable[Member], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_4[0, 0, 0]
    for o in items:
        s1 = o.member_id.encode()
        n2 = len(s1)
        v5 = o.rack_id
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        s6 = o.client_id.encode()
        n7 = len(s6)
        if last9 != n2 or last10 != len(s3) or last11 != n7:
            last9, last10, last11 = n2, len(s3), n7
            pack8 = shapes_4[last9, last10, last11]
        put(pack8(n2 + 1, s1, n4, s3, o.member_epoch, n7 + 1, s6))
        s12 = o.client_host.encode()
        n13 = len(s12)
        v14 = o.subscribed_topic_names
        if v14:
            put(shapes_2[n13](n13 + 1, s12))
            put(COUNTS[len(v14)])
            put_compact_strings(put, v14)
        elif v14 is None:
            refuse_null()
        if not v14:
            put(shapes_5[n13](n13 + 1, s12, 1))
        write_assignment_v0(o.assignment, put)
        data = b"\0"
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_described_group_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedGroup], int]:
    out = many(DescribedGroup, count)
    for o in out:
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.error_message = buf[pos + 3 : p].decode()
            pos = p
        elif n1 == 0:
            o.error_message = None
            pos = pos + 3
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 3, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.group_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_id, pos = long_string(buf, pos + 1, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            p = pos + n3
            o.group_state = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_state, pos = long_string(buf, pos + 1, n3)
        o.group_epoch, o.assignment_epoch, n4 = unpack_iiB(buf, pos)
        if 0 < n4 < 128:
            p = pos + n4 + 8
            o.assignor_name = buf[pos + 9 : p].decode()
            pos = p
        else:
            o.assignor_name, pos = long_string(buf, pos + 9, n4)
        n5 = buf[pos]
        pos += 1
        if n5 > 127:
            n5, pos = uvarint_rest(buf, pos, n5)
        if n5 < 2:
            o.members = [] if n5 else refuse_length(-1)
        else:
            n5 -= 1
            if n5 * 12 > end - pos or n5 > ctx.left:
                refuse_count(n5, 12, end - pos)
            ctx.left -= n5
            o.members, pos = read_member_v0_array(buf, pos, end, n5, ctx)
        o.authorized_operations, t = unpack_iB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_described_group_v0_array(items: Iterable[DescribedGroup], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_1[0, 0, 0]
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        s4 = o.group_id.encode()
        n5 = len(s4)
        s6 = o.group_state.encode()
        n7 = len(s6)
        if last9 != len(s1) or last10 != n5 or last11 != n7:
            last9, last10, last11 = len(s1), n5, n7
            pack8 = shapes_1[last9, last10, last11]
        put(pack8(o.error_code, n2, s1, n5 + 1, s4, n7 + 1, s6, o.group_epoch, o.assignment_epoch))
        s12 = o.assignor_name.encode()
        n13 = len(s12)
        v14 = o.members
        if v14:
            put(shapes_2[n13](n13 + 1, s12))
            put(COUNTS[len(v14)])
            write_member_v0_array(v14, put)
        elif v14 is None:
            refuse_null()
        if v14:
            data = pack_ix(o.authorized_operations)
        else:
            data = shapes_3[n13](n13 + 1, s12, 1, o.authorized_operations)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_share_group_describe_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ShareGroupDescribeResponse, int]:
    o = new(ShareGroupDescribeResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 20 > end - pos or n1 > ctx.left:
            refuse_count(n1, 20, end - pos)
        ctx.left -= n1
        o.groups, pos = read_described_group_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_share_group_describe_response_v0(o: ShareGroupDescribeResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_described_group_v0_array(v1, put)
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


ENCODERS: dict[int, Callable[[ShareGroupDescribeResponse], bytes]] = {
    0: encode_share_group_describe_response_v0,
    1: encode_share_group_describe_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareGroupDescribeResponse, int]]] = {
    0: read_share_group_describe_response_v0,
    1: read_share_group_describe_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ShareGroupDescribeResponse response 0-1 flexible=0+
 ThrottleTimeMs int32 0+
 Groups []DescribedGroup 0+
  ErrorCode int16 0+
  ErrorMessage string 0+ null=0+ default=null
  GroupId string 0+
  GroupState string 0+
  GroupEpoch int32 0+
  AssignmentEpoch int32 0+
  AssignorName string 0+
  Members []Member 0+
   MemberId string 0+
   RackId string 0+ null=0+ default=null
   MemberEpoch int32 0+
   ClientId string 0+
   ClientHost string 0+
   SubscribedTopicNames []string 0+
   Assignment Assignment 0+
  AuthorizedOperations int32 0+ default=-2147483648
struct Assignment
 TopicPartitions []TopicPartitions 0+
struct TopicPartitions
 TopicId uuid 0+
 TopicName string 0+
 Partitions []int32 0+
"""
