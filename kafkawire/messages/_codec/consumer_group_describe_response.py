# Generated from rpc/ConsumerGroupDescribeResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.consumer_group_describe_response import (
    Assignment,
    ConsumerGroupDescribeResponse,
    DescribedGroup,
    Member,
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
pack_bx = Packer(">bx").pack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ix = Packer(">ix").pack
rows_topic_partitions_v0 = Rows("16s P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("hS%dsS%dsS%dsii")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBix")
shapes_4 = Shapes("S%dsS%dsS%dsi")
shapes_5 = Shapes("S%dsS%ds")
shapes_6 = Shapes("S%dsS%dsBS%ds")
shapes_7 = Shapes("16sS%dsP%dix")
unpack_bB = Packer(">bB").unpack_from
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
    pack5 = shapes_7[0, 0]
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_7[last6, last7]
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


def read_member_v1_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Member], int]:
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
            o.instance_id = buf[pos + 1 : p].decode()
            pos = p
        elif n2 == 0:
            o.instance_id = None
            pos = pos + 1
        else:
            o.instance_id, pos = long_string_or_null(buf, pos + 1, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            p = pos + n3
            o.rack_id = buf[pos + 1 : p].decode()
            pos = p
        elif n3 == 0:
            o.rack_id = None
            pos = pos + 1
        else:
            o.rack_id, pos = long_string_or_null(buf, pos + 1, n3)
        o.member_epoch, n4 = unpack_iB(buf, pos)
        if 0 < n4 < 128:
            p = pos + n4 + 4
            o.client_id = buf[pos + 5 : p].decode()
            pos = p
        else:
            o.client_id, pos = long_string(buf, pos + 5, n4)
        n5 = buf[pos]
        if 0 < n5 < 128:
            p = pos + n5
            o.client_host = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.client_host, pos = long_string(buf, pos + 1, n5)
        n6 = buf[pos]
        pos += 1
        if n6 > 127:
            n6, pos = uvarint_rest(buf, pos, n6)
        if n6 < 2:
            o.subscribed_topic_names = [] if n6 else refuse_length(-1)
        else:
            n6 -= 1
            if n6 > end - pos or n6 > ctx.left:
                refuse_count(n6, 1, end - pos)
            ctx.left -= n6
            o.subscribed_topic_names, pos = compact_strings(buf, pos, n6)
        n7 = buf[pos]
        if 0 < n7 < 128:
            p = pos + n7
            o.subscribed_topic_regex = buf[pos + 1 : p].decode()
            pos = p
        elif n7 == 0:
            o.subscribed_topic_regex = None
            pos = pos + 1
        else:
            o.subscribed_topic_regex, pos = long_string_or_null(buf, pos + 1, n7)
        o.assignment, pos = read_assignment_v0(buf, pos, end, ctx)
        o.target_assignment, pos = read_assignment_v0(buf, pos, end, ctx)
        o.member_type, t = unpack_bB(buf, pos)
        o.unknown_tags = None
        pos += 2
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


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
            o.instance_id = buf[pos + 1 : p].decode()
            pos = p
        elif n2 == 0:
            o.instance_id = None
            pos = pos + 1
        else:
            o.instance_id, pos = long_string_or_null(buf, pos + 1, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            p = pos + n3
            o.rack_id = buf[pos + 1 : p].decode()
            pos = p
        elif n3 == 0:
            o.rack_id = None
            pos = pos + 1
        else:
            o.rack_id, pos = long_string_or_null(buf, pos + 1, n3)
        o.member_epoch, n4 = unpack_iB(buf, pos)
        if 0 < n4 < 128:
            p = pos + n4 + 4
            o.client_id = buf[pos + 5 : p].decode()
            pos = p
        else:
            o.client_id, pos = long_string(buf, pos + 5, n4)
        n5 = buf[pos]
        if 0 < n5 < 128:
            p = pos + n5
            o.client_host = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.client_host, pos = long_string(buf, pos + 1, n5)
        n6 = buf[pos]
        pos += 1
        if n6 > 127:
            n6, pos = uvarint_rest(buf, pos, n6)
        if n6 < 2:
            o.subscribed_topic_names = [] if n6 else refuse_length(-1)
        else:
            n6 -= 1
            if n6 > end - pos or n6 > ctx.left:
                refuse_count(n6, 1, end - pos)
            ctx.left -= n6
            o.subscribed_topic_names, pos = compact_strings(buf, pos, n6)
        n7 = buf[pos]
        if 0 < n7 < 128:
            p = pos + n7
            o.subscribed_topic_regex = buf[pos + 1 : p].decode()
            pos = p
        elif n7 == 0:
            o.subscribed_topic_regex = None
            pos = pos + 1
        else:
            o.subscribed_topic_regex, pos = long_string_or_null(buf, pos + 1, n7)
        o.assignment, pos = read_assignment_v0(buf, pos, end, ctx)
        o.target_assignment, pos = read_assignment_v0(buf, pos, end, ctx)
        t = buf[pos]
        o.member_type = -1
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_member_v1_array(items: Iterable[Member], put: Put) -> None:
    last10 = last11 = last12 = -1
    pack9 = shapes_4[0, 0, 0]
    last19 = last20 = -1
    pack18 = shapes_5[0, 0]
    last25 = last26 = last27 = -1
    pack24 = shapes_6[0, 0, 0]
    for o in items:
        s1 = o.member_id.encode()
        n2 = len(s1)
        v5 = o.instance_id
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        v8 = o.rack_id
        if v8 is None:
            s6 = b""
            n7 = 0
        else:
            s6 = v8.encode()
            n7 = len(s6) + 1
        if last10 != n2 or last11 != len(s3) or last12 != len(s6):
            last10, last11, last12 = n2, len(s3), len(s6)
            pack9 = shapes_4[last10, last11, last12]
        put(pack9(n2 + 1, s1, n4, s3, n7, s6, o.member_epoch))
        s13 = o.client_id.encode()
        n14 = len(s13)
        s15 = o.client_host.encode()
        n16 = len(s15)
        v17 = o.subscribed_topic_names
        if v17:
            if last19 != n14 or last20 != n16:
                last19, last20 = n14, n16
                pack18 = shapes_5[last19, last20]
            put(pack18(n14 + 1, s13, n16 + 1, s15))
            put(COUNTS[len(v17)])
            put_compact_strings(put, v17)
        elif v17 is None:
            refuse_null()
        v23 = o.subscribed_topic_regex
        if v23 is None:
            s21 = b""
            n22 = 0
        else:
            s21 = v23.encode()
            n22 = len(s21) + 1
        if v17:
            put(shapes_2[len(s21)](n22, s21))
        else:
            if last25 != n14 or last26 != n16 or last27 != len(s21):
                last25, last26, last27 = n14, n16, len(s21)
                pack24 = shapes_6[last25, last26, last27]
            put(pack24(n14 + 1, s13, n16 + 1, s15, 1, n22, s21))
        write_assignment_v0(o.assignment, put)
        write_assignment_v0(o.target_assignment, put)
        data = pack_bx(o.member_type)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_member_v0_array(items: Iterable[Member], put: Put) -> None:
    last10 = last11 = last12 = -1
    pack9 = shapes_4[0, 0, 0]
    last19 = last20 = -1
    pack18 = shapes_5[0, 0]
    last25 = last26 = last27 = -1
    pack24 = shapes_6[0, 0, 0]
    for o in items:
        s1 = o.member_id.encode()
        n2 = len(s1)
        v5 = o.instance_id
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        v8 = o.rack_id
        if v8 is None:
            s6 = b""
            n7 = 0
        else:
            s6 = v8.encode()
            n7 = len(s6) + 1
        if last10 != n2 or last11 != len(s3) or last12 != len(s6):
            last10, last11, last12 = n2, len(s3), len(s6)
            pack9 = shapes_4[last10, last11, last12]
        put(pack9(n2 + 1, s1, n4, s3, n7, s6, o.member_epoch))
        s13 = o.client_id.encode()
        n14 = len(s13)
        s15 = o.client_host.encode()
        n16 = len(s15)
        v17 = o.subscribed_topic_names
        if v17:
            if last19 != n14 or last20 != n16:
                last19, last20 = n14, n16
                pack18 = shapes_5[last19, last20]
            put(pack18(n14 + 1, s13, n16 + 1, s15))
            put(COUNTS[len(v17)])
            put_compact_strings(put, v17)
        elif v17 is None:
            refuse_null()
        v23 = o.subscribed_topic_regex
        if v23 is None:
            s21 = b""
            n22 = 0
        else:
            s21 = v23.encode()
            n22 = len(s21) + 1
        if v17:
            put(shapes_2[len(s21)](n22, s21))
        else:
            if last25 != n14 or last26 != n16 or last27 != len(s21):
                last25, last26, last27 = n14, n16, len(s21)
                pack24 = shapes_6[last25, last26, last27]
            put(pack24(n14 + 1, s13, n16 + 1, s15, 1, n22, s21))
        write_assignment_v0(o.assignment, put)
        write_assignment_v0(o.target_assignment, put)
        data = b"\0"
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_described_group_v1_array(
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
            if n5 * 17 > end - pos or n5 > ctx.left:
                refuse_count(n5, 17, end - pos)
            ctx.left -= n5
            o.members, pos = read_member_v1_array(buf, pos, end, n5, ctx)
        o.authorized_operations, t = unpack_iB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


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
            if n5 * 16 > end - pos or n5 > ctx.left:
                refuse_count(n5, 16, end - pos)
            ctx.left -= n5
            o.members, pos = read_member_v0_array(buf, pos, end, n5, ctx)
        o.authorized_operations, t = unpack_iB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_described_group_v1_array(items: Iterable[DescribedGroup], put: Put) -> None:
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
            write_member_v1_array(v14, put)
        elif v14 is None:
            refuse_null()
        if v14:
            data = pack_ix(o.authorized_operations)
        else:
            data = shapes_3[n13](n13 + 1, s12, 1, o.authorized_operations)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


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


def read_consumer_group_describe_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerGroupDescribeResponse, int]:
    o = new(ConsumerGroupDescribeResponse)
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
        o.groups, pos = read_described_group_v1_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_consumer_group_describe_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerGroupDescribeResponse, int]:
    o = new(ConsumerGroupDescribeResponse)
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


def encode_consumer_group_describe_response_v1(o: ConsumerGroupDescribeResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_described_group_v1_array(v1, put)
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


def encode_consumer_group_describe_response_v0(o: ConsumerGroupDescribeResponse) -> bytes:
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


ENCODERS: dict[int, Callable[[ConsumerGroupDescribeResponse], bytes]] = {
    0: encode_consumer_group_describe_response_v0,
    1: encode_consumer_group_describe_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ConsumerGroupDescribeResponse, int]]] = {
    0: read_consumer_group_describe_response_v0,
    1: read_consumer_group_describe_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
ConsumerGroupDescribeResponse response 0-1 flexible=0+
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
   InstanceId string 0+ null=0+ default=null
   RackId string 0+ null=0+ default=null
   MemberEpoch int32 0+
   ClientId string 0+
   ClientHost string 0+
   SubscribedTopicNames []string 0+
   SubscribedTopicRegex string 0+ null=0+ default=null
   Assignment Assignment 0+
   TargetAssignment Assignment 0+
   MemberType int8 1+ ignorable default=-1
  AuthorizedOperations int32 0+ default=-2147483648
struct Assignment
 TopicPartitions []TopicPartitions 0+
struct TopicPartitions
 TopicId uuid 0+
 TopicName string 0+
 Partitions []int32 0+
"""
