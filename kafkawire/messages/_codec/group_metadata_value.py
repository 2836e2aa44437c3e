# Generated from records-group/GroupMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.group_metadata_value import GroupMetadataValue, MemberMetadata
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    long_string,
    long_string_or_null,
    many,
    merge_tags,
    new,
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

rows_member_metadata_v0 = Rows("Y1 Y1 Y1 i Z1 Z1")
rows_member_metadata_v1 = Rows("Y1 Y1 Y1 ii Z1 Z1")
rows_member_metadata_v3 = Rows("Y1 Y1 Y1 Y1 ii Z1 Z1")
rows_member_metadata_v4 = Rows("P1 P1 P1 P1 ii P1 P1 T")
shapes_1 = Shapes("h%dsih%dsh%dsi")
shapes_10 = Shapes("S%dsS%dsS%ds")
shapes_11 = Shapes("S%dsiiP%dsP%dsx")
shapes_2 = Shapes("h%dsih%dsh%dsqi")
shapes_3 = Shapes("S%dsiS%dsS%dsq")
shapes_4 = Shapes("S%dsiS%dsS%dsqBx")
shapes_5 = Shapes("h%dsh%dsh%dsi")
shapes_6 = Shapes("i%dsi%ds")
shapes_7 = Shapes("h%dsh%dsh%dsii")
shapes_8 = Shapes("h%dsh%dsh%ds")
shapes_9 = Shapes("h%dsiii%dsi%ds")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_iiB = Packer(">iiB").unpack_from
unpack_iii = Packer(">iii").unpack_from
unpack_qB = Packer(">qB").unpack_from
unpack_qi = Packer(">qi").unpack_from


def some_member_metadata_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MemberMetadata], int, Key]:
    out = many(MemberMetadata, count)
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
            o.group_instance_id = buf[pos + 1 : p].decode()
            pos = p
        elif n2 == 0:
            o.group_instance_id = None
            pos = pos + 1
        else:
            o.group_instance_id, pos = long_string_or_null(buf, pos + 1, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            p = pos + n3
            o.client_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.client_id, pos = long_string(buf, pos + 1, n3)
        n4 = buf[pos]
        if 0 < n4 < 128:
            p = pos + n4
            o.client_host = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.client_host, pos = long_string(buf, pos + 1, n4)
        o.rebalance_timeout, o.session_timeout, n5 = unpack_iiB(buf, pos)
        pos += 9
        if n5 > 127:
            n5, pos = uvarint_rest(buf, pos, n5)
        if n5:
            p = pos + n5 - 1
            o.subscription = buf[pos:p]
            pos = p
        else:
            o.subscription = refuse_length(-1)
        n6 = buf[pos]
        pos += 1
        if n6 > 127:
            n6, pos = uvarint_rest(buf, pos, n6)
        if n6:
            p = pos + n6 - 1
            o.assignment = buf[pos:p]
            pos = p
        else:
            o.assignment = refuse_length(-1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, n4, n5, n6, t)


def fill_member_metadata_v4(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[MemberMetadata]:
    k0, k1, k2, k3, k4, k5, _ = key
    out = many(MemberMetadata, count)
    o: MemberMetadata
    for o, row in zip(out, rows):
        v0, v1, v2, v3, o.rebalance_timeout, o.session_timeout, o.subscription, o.assignment = row
        o.member_id = v0.decode()
        o.group_instance_id = v1.decode() if k1 else None
        o.client_id = v2.decode()
        o.client_host = v3.decode()
        o.unknown_tags = None
    return out


def some_member_metadata_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MemberMetadata], int, Key]:
    out = many(MemberMetadata, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.member_id = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.member_id = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.group_instance_id = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.group_instance_id = null_or_refuse(n2)
            pos = pos + 2
        (n3,) = unpack_h(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 2
            o.client_id = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.client_id = refuse_length(n3)
            pos = pos + 2
        (n4,) = unpack_h(buf, pos)
        if n4 >= 0:
            p = pos + n4 + 2
            o.client_host = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.client_host = refuse_length(n4)
            pos = pos + 2
        o.rebalance_timeout, o.session_timeout, n5 = unpack_iii(buf, pos)
        if n5 >= 0:
            p = pos + n5 + 12
            o.subscription = buf[pos + 12 : p]
            pos = p
        else:
            o.subscription = refuse_length(n5)
            pos = pos + 12
        (n6,) = unpack_i(buf, pos)
        if n6 >= 0:
            p = pos + n6 + 4
            o.assignment = buf[pos + 4 : p]
            pos = p
        else:
            o.assignment = refuse_length(n6)
            pos = pos + 4
        o.unknown_tags = None
    return out, pos, (n1, n2, n3, n4, n5, n6)


def fill_member_metadata_v3(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[MemberMetadata]:
    k0, k1, k2, k3, k4, k5 = key
    out = many(MemberMetadata, count)
    o: MemberMetadata
    for o, row in zip(out, rows):
        v0, v1, v2, v3, o.rebalance_timeout, o.session_timeout, o.subscription, o.assignment = row
        o.member_id = v0.decode()
        o.group_instance_id = v1.decode() if k1 >= 0 else None
        o.client_id = v2.decode()
        o.client_host = v3.decode()
        o.unknown_tags = None
    return out


def some_member_metadata_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MemberMetadata], int, Key]:
    out = many(MemberMetadata, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.member_id = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.member_id = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.client_id = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.client_id = refuse_length(n2)
            pos = pos + 2
        (n3,) = unpack_h(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 2
            o.client_host = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.client_host = refuse_length(n3)
            pos = pos + 2
        o.rebalance_timeout, o.session_timeout, n4 = unpack_iii(buf, pos)
        if n4 >= 0:
            p = pos + n4 + 12
            o.subscription = buf[pos + 12 : p]
            pos = p
        else:
            o.subscription = refuse_length(n4)
            pos = pos + 12
        (n5,) = unpack_i(buf, pos)
        if n5 >= 0:
            p = pos + n5 + 4
            o.assignment = buf[pos + 4 : p]
            pos = p
        else:
            o.assignment = refuse_length(n5)
            pos = pos + 4
        o.group_instance_id = None
        o.unknown_tags = None
    return out, pos, (n1, n2, n3, n4, n5)


def fill_member_metadata_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[MemberMetadata]:
    out = many(MemberMetadata, count)
    o: MemberMetadata
    for o, row in zip(out, rows):
        v0, v1, v2, o.rebalance_timeout, o.session_timeout, o.subscription, o.assignment = row
        o.member_id = v0.decode()
        o.client_id = v1.decode()
        o.client_host = v2.decode()
        o.group_instance_id = None
        o.unknown_tags = None
    return out


def some_member_metadata_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MemberMetadata], int, Key]:
    out = many(MemberMetadata, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.member_id = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.member_id = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.client_id = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.client_id = refuse_length(n2)
            pos = pos + 2
        (n3,) = unpack_h(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 2
            o.client_host = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.client_host = refuse_length(n3)
            pos = pos + 2
        o.session_timeout, n4 = unpack_ii(buf, pos)
        if n4 >= 0:
            p = pos + n4 + 8
            o.subscription = buf[pos + 8 : p]
            pos = p
        else:
            o.subscription = refuse_length(n4)
            pos = pos + 8
        (n5,) = unpack_i(buf, pos)
        if n5 >= 0:
            p = pos + n5 + 4
            o.assignment = buf[pos + 4 : p]
            pos = p
        else:
            o.assignment = refuse_length(n5)
            pos = pos + 4
        o.group_instance_id = None
        o.rebalance_timeout = -1
        o.unknown_tags = None
    return out, pos, (n1, n2, n3, n4, n5)


def fill_member_metadata_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[MemberMetadata]:
    out = many(MemberMetadata, count)
    o: MemberMetadata
    for o, row in zip(out, rows):
        v0, v1, v2, o.session_timeout, o.subscription, o.assignment = row
        o.member_id = v0.decode()
        o.client_id = v1.decode()
        o.client_host = v2.decode()
        o.group_instance_id = None
        o.rebalance_timeout = -1
        o.unknown_tags = None
    return out


def write_member_metadata_v4_array(items: Iterable[MemberMetadata], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_10[0, 0, 0]
    last19 = last20 = last21 = -1
    pack18 = shapes_11[0, 0, 0]
    for o in items:
        s1 = o.member_id.encode()
        n2 = len(s1)
        v5 = o.group_instance_id
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
            pack8 = shapes_10[last9, last10, last11]
        put(pack8(n2 + 1, s1, n4, s3, n7 + 1, s6))
        s12 = o.client_host.encode()
        n13 = len(s12)
        b14 = o.subscription
        n15 = len(b14)
        b16 = o.assignment
        n17 = len(b16)
        if last19 != n13 or last20 != n15 or last21 != n17:
            last19, last20, last21 = n13, n15, n17
            pack18 = shapes_11[last19, last20, last21]
        data = pack18(n13 + 1, s12, o.rebalance_timeout, o.session_timeout, n15 + 1, b14, n17 + 1, b16)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_member_metadata_v3_array(items: Iterable[MemberMetadata], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_8[0, 0, 0]
    last19 = last20 = last21 = -1
    pack18 = shapes_9[0, 0, 0]
    for o in items:
        s1 = o.member_id.encode()
        n2 = len(s1)
        v5 = o.group_instance_id
        if v5 is None:
            s3 = b""
            n4 = -1
        else:
            s3 = v5.encode()
            n4 = len(s3)
        s6 = o.client_id.encode()
        n7 = len(s6)
        if last9 != n2 or last10 != len(s3) or last11 != n7:
            last9, last10, last11 = n2, len(s3), n7
            pack8 = shapes_8[last9, last10, last11]
        put(pack8(n2, s1, n4, s3, n7, s6))
        s12 = o.client_host.encode()
        n13 = len(s12)
        b14 = o.subscription
        n15 = len(b14)
        b16 = o.assignment
        n17 = len(b16)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last19 != n13 or last20 != n15 or last21 != n17:
            last19, last20, last21 = n13, n15, n17
            pack18 = shapes_9[last19, last20, last21]
        put(pack18(n13, s12, o.rebalance_timeout, o.session_timeout, n15, b14, n17, b16))


def write_member_metadata_v1_array(items: Iterable[MemberMetadata], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_7[0, 0, 0]
    last16 = last17 = -1
    pack15 = shapes_6[0, 0]
    for o in items:
        s1 = o.member_id.encode()
        n2 = len(s1)
        s3 = o.client_id.encode()
        n4 = len(s3)
        s5 = o.client_host.encode()
        n6 = len(s5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_7[last8, last9, last10]
        put(pack7(n2, s1, n4, s3, n6, s5, o.rebalance_timeout, o.session_timeout))
        b11 = o.subscription
        n12 = len(b11)
        b13 = o.assignment
        n14 = len(b13)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last16 != n12 or last17 != n14:
            last16, last17 = n12, n14
            pack15 = shapes_6[last16, last17]
        put(pack15(n12, b11, n14, b13))


def write_member_metadata_v0_array(items: Iterable[MemberMetadata], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_5[0, 0, 0]
    last16 = last17 = -1
    pack15 = shapes_6[0, 0]
    for o in items:
        s1 = o.member_id.encode()
        n2 = len(s1)
        s3 = o.client_id.encode()
        n4 = len(s3)
        s5 = o.client_host.encode()
        n6 = len(s5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_5[last8, last9, last10]
        put(pack7(n2, s1, n4, s3, n6, s5, o.session_timeout))
        b11 = o.subscription
        n12 = len(b11)
        b13 = o.assignment
        n14 = len(b13)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last16 != n12 or last17 != n14:
            last16, last17 = n12, n14
            pack15 = shapes_6[last16, last17]
        put(pack15(n12, b11, n14, b13))


def read_group_metadata_value_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[GroupMetadataValue, int]:
    key_member_metadata_v4: Key | None = None
    o = new(GroupMetadataValue)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.protocol_type = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.protocol_type, pos = long_string(buf, pos + 1, n1)
    o.generation, n2 = unpack_iB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 4
        o.protocol = buf[pos + 5 : p].decode()
        pos = p
    elif n2 == 0:
        o.protocol = None
        pos = pos + 5
    else:
        o.protocol, pos = long_string_or_null(buf, pos + 5, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.leader = buf[pos + 1 : p].decode()
        pos = p
    elif n3 == 0:
        o.leader = None
        pos = pos + 1
    else:
        o.leader, pos = long_string_or_null(buf, pos + 1, n3)
    o.current_state_timestamp, n4 = unpack_qB(buf, pos)
    pos += 9
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.members = [] if n4 else refuse_length(-1)
    else:
        n4 -= 1
        if n4 * 15 > end - pos or n4 > ctx.left:
            refuse_count(n4, 15, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_member_metadata_v4 is None:
            o.members, pos, _ = some_member_metadata_v4(buf, pos, end, n4, ctx)
        else:
            o.members, pos, key_member_metadata_v4 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_member_metadata_v4,
                fill_member_metadata_v4,
                rows_member_metadata_v4,
                key_member_metadata_v4,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_group_metadata_value_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[GroupMetadataValue, int]:
    key_member_metadata_v3: Key | None = None
    o = new(GroupMetadataValue)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.protocol_type = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.protocol_type = refuse_length(n1)
        pos = pos + 2
    o.generation, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.protocol = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.protocol = null_or_refuse(n2)
        pos = pos + 6
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.leader = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.leader = null_or_refuse(n3)
        pos = pos + 2
    o.current_state_timestamp, n4 = unpack_qi(buf, pos)
    pos += 12
    if n4 < 1:
        o.members = [] if n4 == 0 else refuse_length(n4)
    else:
        if n4 * 24 > end - pos or n4 > ctx.left:
            refuse_count(n4, 24, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_member_metadata_v3 is None:
            o.members, pos, _ = some_member_metadata_v3(buf, pos, end, n4, ctx)
        else:
            o.members, pos, key_member_metadata_v3 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_member_metadata_v3,
                fill_member_metadata_v3,
                rows_member_metadata_v3,
                key_member_metadata_v3,
            )
    o.unknown_tags = None
    return o, pos


def read_group_metadata_value_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[GroupMetadataValue, int]:
    key_member_metadata_v1: Key | None = None
    o = new(GroupMetadataValue)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.protocol_type = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.protocol_type = refuse_length(n1)
        pos = pos + 2
    o.generation, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.protocol = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.protocol = null_or_refuse(n2)
        pos = pos + 6
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.leader = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.leader = null_or_refuse(n3)
        pos = pos + 2
    o.current_state_timestamp, n4 = unpack_qi(buf, pos)
    pos += 12
    if n4 < 1:
        o.members = [] if n4 == 0 else refuse_length(n4)
    else:
        if n4 * 22 > end - pos or n4 > ctx.left:
            refuse_count(n4, 22, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_member_metadata_v1 is None:
            o.members, pos, _ = some_member_metadata_v1(buf, pos, end, n4, ctx)
        else:
            o.members, pos, key_member_metadata_v1 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_member_metadata_v1,
                fill_member_metadata_v1,
                rows_member_metadata_v1,
                key_member_metadata_v1,
            )
    o.unknown_tags = None
    return o, pos


def read_group_metadata_value_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[GroupMetadataValue, int]:
    key_member_metadata_v1: Key | None = None
    o = new(GroupMetadataValue)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.protocol_type = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.protocol_type = refuse_length(n1)
        pos = pos + 2
    o.generation, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.protocol = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.protocol = null_or_refuse(n2)
        pos = pos + 6
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.leader = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.leader = null_or_refuse(n3)
        pos = pos + 2
    (n4,) = unpack_i(buf, pos)
    pos += 4
    if n4 < 1:
        o.members = [] if n4 == 0 else refuse_length(n4)
    else:
        if n4 * 22 > end - pos or n4 > ctx.left:
            refuse_count(n4, 22, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_member_metadata_v1 is None:
            o.members, pos, _ = some_member_metadata_v1(buf, pos, end, n4, ctx)
        else:
            o.members, pos, key_member_metadata_v1 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_member_metadata_v1,
                fill_member_metadata_v1,
                rows_member_metadata_v1,
                key_member_metadata_v1,
            )
    o.current_state_timestamp = -1
    o.unknown_tags = None
    return o, pos


def read_group_metadata_value_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[GroupMetadataValue, int]:
    key_member_metadata_v0: Key | None = None
    o = new(GroupMetadataValue)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.protocol_type = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.protocol_type = refuse_length(n1)
        pos = pos + 2
    o.generation, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.protocol = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.protocol = null_or_refuse(n2)
        pos = pos + 6
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.leader = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.leader = null_or_refuse(n3)
        pos = pos + 2
    (n4,) = unpack_i(buf, pos)
    pos += 4
    if n4 < 1:
        o.members = [] if n4 == 0 else refuse_length(n4)
    else:
        if n4 * 18 > end - pos or n4 > ctx.left:
            refuse_count(n4, 18, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_member_metadata_v0 is None:
            o.members, pos, _ = some_member_metadata_v0(buf, pos, end, n4, ctx)
        else:
            o.members, pos, key_member_metadata_v0 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_member_metadata_v0,
                fill_member_metadata_v0,
                rows_member_metadata_v0,
                key_member_metadata_v0,
            )
    o.current_state_timestamp = -1
    o.unknown_tags = None
    return o, pos


def encode_group_metadata_value_v4(o: GroupMetadataValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.protocol_type.encode()
    n2 = len(s1)
    v5 = o.protocol
    if v5 is None:
        s3 = b""
        n4 = 0
    else:
        s3 = v5.encode()
        n4 = len(s3) + 1
    v8 = o.leader
    if v8 is None:
        s6 = b""
        n7 = 0
    else:
        s6 = v8.encode()
        n7 = len(s6) + 1
    v9 = o.members
    if v9:
        put(shapes_3[n2, len(s3), len(s6)](n2 + 1, s1, o.generation, n4, s3, n7, s6, o.current_state_timestamp))
        put(COUNTS[len(v9)])
        write_member_metadata_v4_array(v9, put)
    elif v9 is None:
        refuse_null()
    if v9:
        data = b"\0"
    else:
        data = shapes_4[n2, len(s3), len(s6)](n2 + 1, s1, o.generation, n4, s3, n7, s6, o.current_state_timestamp, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_group_metadata_value_v3(o: GroupMetadataValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.protocol_type.encode()
    n2 = len(s1)
    v5 = o.protocol
    if v5 is None:
        s3 = b""
        n4 = -1
    else:
        s3 = v5.encode()
        n4 = len(s3)
    v8 = o.leader
    if v8 is None:
        s6 = b""
        n7 = -1
    else:
        s6 = v8.encode()
        n7 = len(s6)
    v9 = o.members
    if v9:
        put(shapes_2[n2, len(s3), len(s6)](n2, s1, o.generation, n4, s3, n7, s6, o.current_state_timestamp, len(v9)))
        write_member_metadata_v3_array(v9, put)
    elif v9 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v9:
        put(shapes_2[n2, len(s3), len(s6)](n2, s1, o.generation, n4, s3, n7, s6, o.current_state_timestamp, 0))
    return b"".join(parts)


def encode_group_metadata_value_v2(o: GroupMetadataValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.protocol_type.encode()
    n2 = len(s1)
    v5 = o.protocol
    if v5 is None:
        s3 = b""
        n4 = -1
    else:
        s3 = v5.encode()
        n4 = len(s3)
    v8 = o.leader
    if v8 is None:
        s6 = b""
        n7 = -1
    else:
        s6 = v8.encode()
        n7 = len(s6)
    v9 = o.members
    if v9:
        put(shapes_2[n2, len(s3), len(s6)](n2, s1, o.generation, n4, s3, n7, s6, o.current_state_timestamp, len(v9)))
        write_member_metadata_v1_array(v9, put)
    elif v9 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v9:
        put(shapes_2[n2, len(s3), len(s6)](n2, s1, o.generation, n4, s3, n7, s6, o.current_state_timestamp, 0))
    return b"".join(parts)


def encode_group_metadata_value_v1(o: GroupMetadataValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.protocol_type.encode()
    n2 = len(s1)
    v5 = o.protocol
    if v5 is None:
        s3 = b""
        n4 = -1
    else:
        s3 = v5.encode()
        n4 = len(s3)
    v8 = o.leader
    if v8 is None:
        s6 = b""
        n7 = -1
    else:
        s6 = v8.encode()
        n7 = len(s6)
    v9 = o.members
    if v9:
        put(shapes_1[n2, len(s3), len(s6)](n2, s1, o.generation, n4, s3, n7, s6, len(v9)))
        write_member_metadata_v1_array(v9, put)
    elif v9 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v9:
        put(shapes_1[n2, len(s3), len(s6)](n2, s1, o.generation, n4, s3, n7, s6, 0))
    return b"".join(parts)


def encode_group_metadata_value_v0(o: GroupMetadataValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.protocol_type.encode()
    n2 = len(s1)
    v5 = o.protocol
    if v5 is None:
        s3 = b""
        n4 = -1
    else:
        s3 = v5.encode()
        n4 = len(s3)
    v8 = o.leader
    if v8 is None:
        s6 = b""
        n7 = -1
    else:
        s6 = v8.encode()
        n7 = len(s6)
    v9 = o.members
    if v9:
        put(shapes_1[n2, len(s3), len(s6)](n2, s1, o.generation, n4, s3, n7, s6, len(v9)))
        write_member_metadata_v0_array(v9, put)
    elif v9 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v9:
        put(shapes_1[n2, len(s3), len(s6)](n2, s1, o.generation, n4, s3, n7, s6, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[GroupMetadataValue], bytes]] = {
    0: encode_group_metadata_value_v0,
    1: encode_group_metadata_value_v1,
    2: encode_group_metadata_value_v2,
    3: encode_group_metadata_value_v3,
    4: encode_group_metadata_value_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[GroupMetadataValue, int]]] = {
    0: read_group_metadata_value_v0,
    1: read_group_metadata_value_v1,
    2: read_group_metadata_value_v2,
    3: read_group_metadata_value_v3,
    4: read_group_metadata_value_v4,
}
NEEDS_CONTEXT = True
SPEC = """\
GroupMetadataValue coordinator-value 0-4 flexible=4+
 ProtocolType string 0+
 Generation int32 0+
 Protocol string 0+ null=0+
 Leader string 0+ null=0+
 CurrentStateTimestamp int64 2+ ignorable default=-1
 Members []MemberMetadata 0+
struct MemberMetadata
 MemberId string 0+
 GroupInstanceId string 3+ null=3+ ignorable default=null
 ClientId string 0+
 ClientHost string 0+
 RebalanceTimeout int32 1+ ignorable default=-1
 SessionTimeout int32 0+
 Subscription bytes 0+
 Assignment bytes 0+
"""
