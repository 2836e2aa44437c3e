# Generated from rpc/DescribeGroupsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_groups_response import DescribeGroupsResponse, DescribedGroup, DescribedGroupMember
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

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ii = Packer(">ii").pack
pack_ix = Packer(">ix").pack
rows_described_group_member_v0 = Rows("Y1 Y1 Y1 Z1 Z1")
rows_described_group_member_v4 = Rows("Y1 Y1 Y1 Y1 Z1 Z1")
rows_described_group_member_v5 = Rows("P1 P1 P1 P1 P1 P1 T")
shapes_1 = Shapes("hh%dsh%dsh%ds")
shapes_10 = Shapes("i%dsi%ds")
shapes_11 = Shapes("h%dsi%dsi%ds")
shapes_12 = Shapes("S%dsS%dsS%ds")
shapes_13 = Shapes("S%dsP%dsP%dsx")
shapes_2 = Shapes("h%dsi")
shapes_3 = Shapes("h%dsii")
shapes_4 = Shapes("hS%dsS%dsS%ds")
shapes_5 = Shapes("S%ds")
shapes_6 = Shapes("S%dsBix")
shapes_7 = Shapes("S%dsS%ds")
shapes_8 = Shapes("S%dsS%dsBix")
shapes_9 = Shapes("h%dsh%dsh%ds")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hh = Packer(">hh").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from


def some_described_group_member_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedGroupMember], int, Key]:
    out = many(DescribedGroupMember, count)
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
        n5 = buf[pos]
        pos += 1
        if n5 > 127:
            n5, pos = uvarint_rest(buf, pos, n5)
        if n5:
            p = pos + n5 - 1
            o.member_metadata = buf[pos:p]
            pos = p
        else:
            o.member_metadata = refuse_length(-1)
        n6 = buf[pos]
        pos += 1
        if n6 > 127:
            n6, pos = uvarint_rest(buf, pos, n6)
        if n6:
            p = pos + n6 - 1
            o.member_assignment = buf[pos:p]
            pos = p
        else:
            o.member_assignment = refuse_length(-1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, n4, n5, n6, t)


def fill_described_group_member_v5(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribedGroupMember]:
    k0, k1, k2, k3, k4, k5, _ = key
    out = many(DescribedGroupMember, count)
    o: DescribedGroupMember
    for o, row in zip(out, rows):
        v0, v1, v2, v3, o.member_metadata, o.member_assignment = row
        o.member_id = v0.decode()
        o.group_instance_id = v1.decode() if k1 else None
        o.client_id = v2.decode()
        o.client_host = v3.decode()
        o.unknown_tags = None
    return out


def some_described_group_member_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedGroupMember], int, Key]:
    out = many(DescribedGroupMember, count)
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
        (n5,) = unpack_i(buf, pos)
        if n5 >= 0:
            p = pos + n5 + 4
            o.member_metadata = buf[pos + 4 : p]
            pos = p
        else:
            o.member_metadata = refuse_length(n5)
            pos = pos + 4
        (n6,) = unpack_i(buf, pos)
        if n6 >= 0:
            p = pos + n6 + 4
            o.member_assignment = buf[pos + 4 : p]
            pos = p
        else:
            o.member_assignment = refuse_length(n6)
            pos = pos + 4
        o.unknown_tags = None
    return out, pos, (n1, n2, n3, n4, n5, n6)


def fill_described_group_member_v4(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribedGroupMember]:
    k0, k1, k2, k3, k4, k5 = key
    out = many(DescribedGroupMember, count)
    o: DescribedGroupMember
    for o, row in zip(out, rows):
        v0, v1, v2, v3, o.member_metadata, o.member_assignment = row
        o.member_id = v0.decode()
        o.group_instance_id = v1.decode() if k1 >= 0 else None
        o.client_id = v2.decode()
        o.client_host = v3.decode()
        o.unknown_tags = None
    return out


def some_described_group_member_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedGroupMember], int, Key]:
    out = many(DescribedGroupMember, count)
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
        (n4,) = unpack_i(buf, pos)
        if n4 >= 0:
            p = pos + n4 + 4
            o.member_metadata = buf[pos + 4 : p]
            pos = p
        else:
            o.member_metadata = refuse_length(n4)
            pos = pos + 4
        (n5,) = unpack_i(buf, pos)
        if n5 >= 0:
            p = pos + n5 + 4
            o.member_assignment = buf[pos + 4 : p]
            pos = p
        else:
            o.member_assignment = refuse_length(n5)
            pos = pos + 4
        o.group_instance_id = None
        o.unknown_tags = None
    return out, pos, (n1, n2, n3, n4, n5)


def fill_described_group_member_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribedGroupMember]:
    out = many(DescribedGroupMember, count)
    o: DescribedGroupMember
    for o, row in zip(out, rows):
        v0, v1, v2, o.member_metadata, o.member_assignment = row
        o.member_id = v0.decode()
        o.client_id = v1.decode()
        o.client_host = v2.decode()
        o.group_instance_id = None
        o.unknown_tags = None
    return out


def write_described_group_member_v5_array(items: Iterable[DescribedGroupMember], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_12[0, 0, 0]
    last19 = last20 = last21 = -1
    pack18 = shapes_13[0, 0, 0]
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
            pack8 = shapes_12[last9, last10, last11]
        put(pack8(n2 + 1, s1, n4, s3, n7 + 1, s6))
        s12 = o.client_host.encode()
        n13 = len(s12)
        b14 = o.member_metadata
        n15 = len(b14)
        b16 = o.member_assignment
        n17 = len(b16)
        if last19 != n13 or last20 != n15 or last21 != n17:
            last19, last20, last21 = n13, n15, n17
            pack18 = shapes_13[last19, last20, last21]
        data = pack18(n13 + 1, s12, n15 + 1, b14, n17 + 1, b16)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_described_group_member_v4_array(items: Iterable[DescribedGroupMember], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_9[0, 0, 0]
    last19 = last20 = last21 = -1
    pack18 = shapes_11[0, 0, 0]
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
            pack8 = shapes_9[last9, last10, last11]
        put(pack8(n2, s1, n4, s3, n7, s6))
        s12 = o.client_host.encode()
        n13 = len(s12)
        b14 = o.member_metadata
        n15 = len(b14)
        b16 = o.member_assignment
        n17 = len(b16)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last19 != n13 or last20 != n15 or last21 != n17:
            last19, last20, last21 = n13, n15, n17
            pack18 = shapes_11[last19, last20, last21]
        put(pack18(n13, s12, n15, b14, n17, b16))


def write_described_group_member_v0_array(items: Iterable[DescribedGroupMember], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_9[0, 0, 0]
    last16 = last17 = -1
    pack15 = shapes_10[0, 0]
    for o in items:
        s1 = o.member_id.encode()
        n2 = len(s1)
        s3 = o.client_id.encode()
        n4 = len(s3)
        s5 = o.client_host.encode()
        n6 = len(s5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_9[last8, last9, last10]
        put(pack7(n2, s1, n4, s3, n6, s5))
        b11 = o.member_metadata
        n12 = len(b11)
        b13 = o.member_assignment
        n14 = len(b13)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last16 != n12 or last17 != n14:
            last16, last17 = n12, n14
            pack15 = shapes_10[last16, last17]
        put(pack15(n12, b11, n14, b13))


def read_described_group_v6_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedGroup], int]:
    out = many(DescribedGroup, count)
    key_described_group_member_v5: Key | None = None
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
        n4 = buf[pos]
        if 0 < n4 < 128:
            p = pos + n4
            o.protocol_type = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.protocol_type, pos = long_string(buf, pos + 1, n4)
        n5 = buf[pos]
        if 0 < n5 < 128:
            p = pos + n5
            o.protocol_data = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.protocol_data, pos = long_string(buf, pos + 1, n5)
        n6 = buf[pos]
        pos += 1
        if n6 > 127:
            n6, pos = uvarint_rest(buf, pos, n6)
        if n6 < 2:
            o.members = [] if n6 else refuse_length(-1)
        else:
            n6 -= 1
            if n6 * 7 > end - pos or n6 > ctx.left:
                refuse_count(n6, 7, end - pos)
            ctx.left -= n6
            if n6 < 8 and key_described_group_member_v5 is None:
                o.members, pos, _ = some_described_group_member_v5(buf, pos, end, n6, ctx)
            else:
                o.members, pos, key_described_group_member_v5 = read_rows(
                    buf,
                    pos,
                    end,
                    n6,
                    ctx,
                    some_described_group_member_v5,
                    fill_described_group_member_v5,
                    rows_described_group_member_v5,
                    key_described_group_member_v5,
                )
        o.authorized_operations, t = unpack_iB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_described_group_v5_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedGroup], int]:
    out = many(DescribedGroup, count)
    key_described_group_member_v5: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.group_id = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.group_id, pos = long_string(buf, pos + 3, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.group_state = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_state, pos = long_string(buf, pos + 1, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            p = pos + n3
            o.protocol_type = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.protocol_type, pos = long_string(buf, pos + 1, n3)
        n4 = buf[pos]
        if 0 < n4 < 128:
            p = pos + n4
            o.protocol_data = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.protocol_data, pos = long_string(buf, pos + 1, n4)
        n5 = buf[pos]
        pos += 1
        if n5 > 127:
            n5, pos = uvarint_rest(buf, pos, n5)
        if n5 < 2:
            o.members = [] if n5 else refuse_length(-1)
        else:
            n5 -= 1
            if n5 * 7 > end - pos or n5 > ctx.left:
                refuse_count(n5, 7, end - pos)
            ctx.left -= n5
            if n5 < 8 and key_described_group_member_v5 is None:
                o.members, pos, _ = some_described_group_member_v5(buf, pos, end, n5, ctx)
            else:
                o.members, pos, key_described_group_member_v5 = read_rows(
                    buf,
                    pos,
                    end,
                    n5,
                    ctx,
                    some_described_group_member_v5,
                    fill_described_group_member_v5,
                    rows_described_group_member_v5,
                    key_described_group_member_v5,
                )
        o.authorized_operations, t = unpack_iB(buf, pos)
        o.error_message = None
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_described_group_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedGroup], int]:
    out = many(DescribedGroup, count)
    key_described_group_member_v4: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.group_id = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.group_id = refuse_length(n1)
            pos = pos + 4
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.group_state = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.group_state = refuse_length(n2)
            pos = pos + 2
        (n3,) = unpack_h(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 2
            o.protocol_type = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.protocol_type = refuse_length(n3)
            pos = pos + 2
        (n4,) = unpack_h(buf, pos)
        if n4 >= 0:
            p = pos + n4 + 2
            o.protocol_data = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.protocol_data = refuse_length(n4)
            pos = pos + 2
        (n5,) = unpack_i(buf, pos)
        pos += 4
        if n5 < 1:
            o.members = [] if n5 == 0 else refuse_length(n5)
        else:
            if n5 * 16 > end - pos or n5 > ctx.left:
                refuse_count(n5, 16, end - pos)
            ctx.left -= n5
            if n5 < 8 and key_described_group_member_v4 is None:
                o.members, pos, _ = some_described_group_member_v4(buf, pos, end, n5, ctx)
            else:
                o.members, pos, key_described_group_member_v4 = read_rows(
                    buf,
                    pos,
                    end,
                    n5,
                    ctx,
                    some_described_group_member_v4,
                    fill_described_group_member_v4,
                    rows_described_group_member_v4,
                    key_described_group_member_v4,
                )
        (o.authorized_operations,) = unpack_i(buf, pos)
        o.error_message = None
        o.unknown_tags = None
        pos += 4
    return out, pos


def read_described_group_v3_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedGroup], int]:
    out = many(DescribedGroup, count)
    key_described_group_member_v0: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.group_id = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.group_id = refuse_length(n1)
            pos = pos + 4
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.group_state = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.group_state = refuse_length(n2)
            pos = pos + 2
        (n3,) = unpack_h(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 2
            o.protocol_type = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.protocol_type = refuse_length(n3)
            pos = pos + 2
        (n4,) = unpack_h(buf, pos)
        if n4 >= 0:
            p = pos + n4 + 2
            o.protocol_data = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.protocol_data = refuse_length(n4)
            pos = pos + 2
        (n5,) = unpack_i(buf, pos)
        pos += 4
        if n5 < 1:
            o.members = [] if n5 == 0 else refuse_length(n5)
        else:
            if n5 * 14 > end - pos or n5 > ctx.left:
                refuse_count(n5, 14, end - pos)
            ctx.left -= n5
            if n5 < 8 and key_described_group_member_v0 is None:
                o.members, pos, _ = some_described_group_member_v0(buf, pos, end, n5, ctx)
            else:
                o.members, pos, key_described_group_member_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n5,
                    ctx,
                    some_described_group_member_v0,
                    fill_described_group_member_v0,
                    rows_described_group_member_v0,
                    key_described_group_member_v0,
                )
        (o.authorized_operations,) = unpack_i(buf, pos)
        o.error_message = None
        o.unknown_tags = None
        pos += 4
    return out, pos


def read_described_group_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedGroup], int]:
    out = many(DescribedGroup, count)
    key_described_group_member_v0: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.group_id = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.group_id = refuse_length(n1)
            pos = pos + 4
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.group_state = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.group_state = refuse_length(n2)
            pos = pos + 2
        (n3,) = unpack_h(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 2
            o.protocol_type = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.protocol_type = refuse_length(n3)
            pos = pos + 2
        (n4,) = unpack_h(buf, pos)
        if n4 >= 0:
            p = pos + n4 + 2
            o.protocol_data = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.protocol_data = refuse_length(n4)
            pos = pos + 2
        (n5,) = unpack_i(buf, pos)
        pos += 4
        if n5 < 1:
            o.members = [] if n5 == 0 else refuse_length(n5)
        else:
            if n5 * 14 > end - pos or n5 > ctx.left:
                refuse_count(n5, 14, end - pos)
            ctx.left -= n5
            if n5 < 8 and key_described_group_member_v0 is None:
                o.members, pos, _ = some_described_group_member_v0(buf, pos, end, n5, ctx)
            else:
                o.members, pos, key_described_group_member_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n5,
                    ctx,
                    some_described_group_member_v0,
                    fill_described_group_member_v0,
                    rows_described_group_member_v0,
                    key_described_group_member_v0,
                )
        o.error_message = None
        o.authorized_operations = -2147483648
        o.unknown_tags = None
    return out, pos


def write_described_group_v6_array(items: Iterable[DescribedGroup], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_4[0, 0, 0]
    last18 = last19 = -1
    pack17 = shapes_7[0, 0]
    last21 = last22 = -1
    pack20 = shapes_8[0, 0]
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
            pack8 = shapes_4[last9, last10, last11]
        put(pack8(o.error_code, n2, s1, n5 + 1, s4, n7 + 1, s6))
        s12 = o.protocol_type.encode()
        n13 = len(s12)
        s14 = o.protocol_data.encode()
        n15 = len(s14)
        v16 = o.members
        if v16:
            if last18 != n13 or last19 != n15:
                last18, last19 = n13, n15
                pack17 = shapes_7[last18, last19]
            put(pack17(n13 + 1, s12, n15 + 1, s14))
            put(COUNTS[len(v16)])
            write_described_group_member_v5_array(v16, put)
        elif v16 is None:
            refuse_null()
        if v16:
            data = pack_ix(o.authorized_operations)
        else:
            if last21 != n13 or last22 != n15:
                last21, last22 = n13, n15
                pack20 = shapes_8[last21, last22]
            data = pack20(n13 + 1, s12, n15 + 1, s14, 1, o.authorized_operations)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_described_group_v5_array(items: Iterable[DescribedGroup], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_4[0, 0, 0]
    for o in items:
        if o.error_message is not None:
            absent(o, "error_message")
        s1 = o.group_id.encode()
        n2 = len(s1)
        s3 = o.group_state.encode()
        n4 = len(s3)
        s5 = o.protocol_type.encode()
        n6 = len(s5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_4[last8, last9, last10]
        put(pack7(o.error_code, n2 + 1, s1, n4 + 1, s3, n6 + 1, s5))
        s11 = o.protocol_data.encode()
        n12 = len(s11)
        v13 = o.members
        if v13:
            put(shapes_5[n12](n12 + 1, s11))
            put(COUNTS[len(v13)])
            write_described_group_member_v5_array(v13, put)
        elif v13 is None:
            refuse_null()
        if v13:
            data = pack_ix(o.authorized_operations)
        else:
            data = shapes_6[n12](n12 + 1, s11, 1, o.authorized_operations)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_described_group_v4_array(items: Iterable[DescribedGroup], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_1[0, 0, 0]
    for o in items:
        if o.error_message is not None:
            absent(o, "error_message")
        s1 = o.group_id.encode()
        n2 = len(s1)
        s3 = o.group_state.encode()
        n4 = len(s3)
        s5 = o.protocol_type.encode()
        n6 = len(s5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_1[last8, last9, last10]
        put(pack7(o.error_code, n2, s1, n4, s3, n6, s5))
        s11 = o.protocol_data.encode()
        n12 = len(s11)
        v13 = o.members
        if v13:
            put(shapes_2[n12](n12, s11, len(v13)))
            write_described_group_member_v4_array(v13, put)
        elif v13 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if v13:
            put(pack_i(o.authorized_operations))
        else:
            put(shapes_3[n12](n12, s11, 0, o.authorized_operations))


def write_described_group_v3_array(items: Iterable[DescribedGroup], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_1[0, 0, 0]
    for o in items:
        if o.error_message is not None:
            absent(o, "error_message")
        s1 = o.group_id.encode()
        n2 = len(s1)
        s3 = o.group_state.encode()
        n4 = len(s3)
        s5 = o.protocol_type.encode()
        n6 = len(s5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_1[last8, last9, last10]
        put(pack7(o.error_code, n2, s1, n4, s3, n6, s5))
        s11 = o.protocol_data.encode()
        n12 = len(s11)
        v13 = o.members
        if v13:
            put(shapes_2[n12](n12, s11, len(v13)))
            write_described_group_member_v0_array(v13, put)
        elif v13 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if v13:
            put(pack_i(o.authorized_operations))
        else:
            put(shapes_3[n12](n12, s11, 0, o.authorized_operations))


def write_described_group_v0_array(items: Iterable[DescribedGroup], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_1[0, 0, 0]
    for o in items:
        if o.error_message is not None:
            absent(o, "error_message")
        if o.authorized_operations != -2147483648:
            absent(o, "authorized_operations")
        s1 = o.group_id.encode()
        n2 = len(s1)
        s3 = o.group_state.encode()
        n4 = len(s3)
        s5 = o.protocol_type.encode()
        n6 = len(s5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_1[last8, last9, last10]
        put(pack7(o.error_code, n2, s1, n4, s3, n6, s5))
        s11 = o.protocol_data.encode()
        n12 = len(s11)
        v13 = o.members
        if v13:
            put(shapes_2[n12](n12, s11, len(v13)))
            write_described_group_member_v0_array(v13, put)
        elif v13 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v13:
            put(shapes_2[n12](n12, s11, 0))


def read_describe_groups_response_v6(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeGroupsResponse, int]:
    o = new(DescribeGroupsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 13 > end - pos or n1 > ctx.left:
            refuse_count(n1, 13, end - pos)
        ctx.left -= n1
        o.groups, pos = read_described_group_v6_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_groups_response_v5(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeGroupsResponse, int]:
    o = new(DescribeGroupsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 12 > end - pos or n1 > ctx.left:
            refuse_count(n1, 12, end - pos)
        ctx.left -= n1
        o.groups, pos = read_described_group_v5_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_groups_response_v4(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeGroupsResponse, int]:
    o = new(DescribeGroupsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.groups = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.groups, pos = read_described_group_v4_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def read_describe_groups_response_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeGroupsResponse, int]:
    o = new(DescribeGroupsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.groups = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.groups, pos = read_described_group_v3_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def read_describe_groups_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeGroupsResponse, int]:
    o = new(DescribeGroupsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.groups = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 14 > end - pos or n1 > ctx.left:
            refuse_count(n1, 14, end - pos)
        ctx.left -= n1
        o.groups, pos = read_described_group_v0_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def read_describe_groups_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeGroupsResponse, int]:
    o = new(DescribeGroupsResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.groups = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 14 > end - pos or n1 > ctx.left:
            refuse_count(n1, 14, end - pos)
        ctx.left -= n1
        o.groups, pos = read_described_group_v0_array(buf, pos, end, n1, ctx)
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def encode_describe_groups_response_v6(o: DescribeGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_described_group_v6_array(v1, put)
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


def encode_describe_groups_response_v5(o: DescribeGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_described_group_v5_array(v1, put)
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


def encode_describe_groups_response_v4(o: DescribeGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_described_group_v4_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_describe_groups_response_v3(o: DescribeGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_described_group_v3_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_describe_groups_response_v1(o: DescribeGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_described_group_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_describe_groups_response_v0(o: DescribeGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_i(len(v1)))
        write_described_group_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeGroupsResponse], bytes]] = {
    0: encode_describe_groups_response_v0,
    1: encode_describe_groups_response_v1,
    2: encode_describe_groups_response_v1,
    3: encode_describe_groups_response_v3,
    4: encode_describe_groups_response_v4,
    5: encode_describe_groups_response_v5,
    6: encode_describe_groups_response_v6,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeGroupsResponse, int]]] = {
    0: read_describe_groups_response_v0,
    1: read_describe_groups_response_v1,
    2: read_describe_groups_response_v1,
    3: read_describe_groups_response_v3,
    4: read_describe_groups_response_v4,
    5: read_describe_groups_response_v5,
    6: read_describe_groups_response_v6,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeGroupsResponse response 0-6 flexible=5+
 ThrottleTimeMs int32 1+ ignorable
 Groups []DescribedGroup 0+
  ErrorCode int16 0+
  ErrorMessage string 6+ null=6+ default=null
  GroupId string 0+
  GroupState string 0+
  ProtocolType string 0+
  ProtocolData string 0+
  Members []DescribedGroupMember 0+
   MemberId string 0+
   GroupInstanceId string 4+ null=4+ ignorable default=null
   ClientId string 0+
   ClientHost string 0+
   MemberMetadata bytes 0+
   MemberAssignment bytes 0+
  AuthorizedOperations int32 3+ default=-2147483648
"""
