# Generated from rpc/JoinGroupResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.join_group_response import JoinGroupResponse, JoinGroupResponseMember
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

rows_join_group_response_member_v0 = Rows("Y1 Z1")
rows_join_group_response_member_v5 = Rows("Y1 Y1 Z1")
rows_join_group_response_member_v6 = Rows("P1 P1 P1 T")
shapes_1 = Shapes("hih%dsh%dsh%dsi")
shapes_10 = Shapes("S%dsS%dsP%dsx")
shapes_2 = Shapes("ihih%dsh%dsh%dsi")
shapes_3 = Shapes("ihiS%dsS%dsS%ds")
shapes_4 = Shapes("ihiS%dsS%dsS%dsBx")
shapes_5 = Shapes("S%ds")
shapes_6 = Shapes("S%dsBx")
shapes_7 = Shapes("ihiS%dsS%dsS%ds?")
shapes_8 = Shapes("h%dsi%ds")
shapes_9 = Shapes("h%dsh%dsi%ds")
unpack_h = Packer(">h").unpack_from
unpack_hih = Packer(">hih").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_ihiB = Packer(">ihiB").unpack_from
unpack_ihih = Packer(">ihih").unpack_from
unpack_tB = Packer(">?B").unpack_from


def some_join_group_response_member_v6(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[JoinGroupResponseMember], int, Key]:
    out = many(JoinGroupResponseMember, count)
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
        pos += 1
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3:
            p = pos + n3 - 1
            o.metadata = buf[pos:p]
            pos = p
        else:
            o.metadata = refuse_length(-1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, t)


def fill_join_group_response_member_v6(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[JoinGroupResponseMember]:
    k0, k1, k2, _ = key
    out = many(JoinGroupResponseMember, count)
    o: JoinGroupResponseMember
    for o, row in zip(out, rows):
        v0, v1, o.metadata = row
        o.member_id = v0.decode()
        o.group_instance_id = v1.decode() if k1 else None
        o.unknown_tags = None
    return out


def some_join_group_response_member_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[JoinGroupResponseMember], int, Key]:
    out = many(JoinGroupResponseMember, count)
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
        (n3,) = unpack_i(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 4
            o.metadata = buf[pos + 4 : p]
            pos = p
        else:
            o.metadata = refuse_length(n3)
            pos = pos + 4
        o.unknown_tags = None
    return out, pos, (n1, n2, n3)


def fill_join_group_response_member_v5(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[JoinGroupResponseMember]:
    k0, k1, k2 = key
    out = many(JoinGroupResponseMember, count)
    o: JoinGroupResponseMember
    for o, row in zip(out, rows):
        v0, v1, o.metadata = row
        o.member_id = v0.decode()
        o.group_instance_id = v1.decode() if k1 >= 0 else None
        o.unknown_tags = None
    return out


def some_join_group_response_member_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[JoinGroupResponseMember], int, Key]:
    out = many(JoinGroupResponseMember, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.member_id = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.member_id = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 4
            o.metadata = buf[pos + 4 : p]
            pos = p
        else:
            o.metadata = refuse_length(n2)
            pos = pos + 4
        o.group_instance_id = None
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_join_group_response_member_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[JoinGroupResponseMember]:
    out = many(JoinGroupResponseMember, count)
    o: JoinGroupResponseMember
    for o, row in zip(out, rows):
        v0, o.metadata = row
        o.member_id = v0.decode()
        o.group_instance_id = None
        o.unknown_tags = None
    return out


def write_join_group_response_member_v6_array(items: Iterable[JoinGroupResponseMember], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_10[0, 0, 0]
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
        b6 = o.metadata
        n7 = len(b6)
        if last9 != n2 or last10 != len(s3) or last11 != n7:
            last9, last10, last11 = n2, len(s3), n7
            pack8 = shapes_10[last9, last10, last11]
        data = pack8(n2 + 1, s1, n4, s3, n7 + 1, b6)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_join_group_response_member_v5_array(items: Iterable[JoinGroupResponseMember], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_9[0, 0, 0]
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
        b6 = o.metadata
        n7 = len(b6)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last9 != n2 or last10 != len(s3) or last11 != n7:
            last9, last10, last11 = n2, len(s3), n7
            pack8 = shapes_9[last9, last10, last11]
        put(pack8(n2, s1, n4, s3, n7, b6))


def write_join_group_response_member_v0_array(items: Iterable[JoinGroupResponseMember], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_8[0, 0]
    for o in items:
        s1 = o.member_id.encode()
        n2 = len(s1)
        b3 = o.metadata
        n4 = len(b3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_8[last6, last7]
        put(pack5(n2, s1, n4, b3))


def read_join_group_response_v9(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[JoinGroupResponse, int]:
    key_join_group_response_member_v6: Key | None = None
    o = new(JoinGroupResponse)
    o.throttle_time_ms, o.error_code, o.generation_id, n1 = unpack_ihiB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 10
        o.protocol_type = buf[pos + 11 : p].decode()
        pos = p
    elif n1 == 0:
        o.protocol_type = None
        pos = pos + 11
    else:
        o.protocol_type, pos = long_string_or_null(buf, pos + 11, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.protocol_name = buf[pos + 1 : p].decode()
        pos = p
    elif n2 == 0:
        o.protocol_name = None
        pos = pos + 1
    else:
        o.protocol_name, pos = long_string_or_null(buf, pos + 1, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.leader = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.leader, pos = long_string(buf, pos + 1, n3)
    o.skip_assignment, n4 = unpack_tB(buf, pos)
    if 0 < n4 < 128:
        p = pos + n4 + 1
        o.member_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 2, n4)
    n5 = buf[pos]
    pos += 1
    if n5 > 127:
        n5, pos = uvarint_rest(buf, pos, n5)
    if n5 < 2:
        o.members = [] if n5 else refuse_length(-1)
    else:
        n5 -= 1
        if n5 * 4 > end - pos or n5 > ctx.left:
            refuse_count(n5, 4, end - pos)
        ctx.left -= n5
        if n5 < 8 and key_join_group_response_member_v6 is None:
            o.members, pos, _ = some_join_group_response_member_v6(buf, pos, end, n5, ctx)
        else:
            o.members, pos, key_join_group_response_member_v6 = read_rows(
                buf,
                pos,
                end,
                n5,
                ctx,
                some_join_group_response_member_v6,
                fill_join_group_response_member_v6,
                rows_join_group_response_member_v6,
                key_join_group_response_member_v6,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_join_group_response_v7(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[JoinGroupResponse, int]:
    key_join_group_response_member_v6: Key | None = None
    o = new(JoinGroupResponse)
    o.throttle_time_ms, o.error_code, o.generation_id, n1 = unpack_ihiB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 10
        o.protocol_type = buf[pos + 11 : p].decode()
        pos = p
    elif n1 == 0:
        o.protocol_type = None
        pos = pos + 11
    else:
        o.protocol_type, pos = long_string_or_null(buf, pos + 11, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.protocol_name = buf[pos + 1 : p].decode()
        pos = p
    elif n2 == 0:
        o.protocol_name = None
        pos = pos + 1
    else:
        o.protocol_name, pos = long_string_or_null(buf, pos + 1, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.leader = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.leader, pos = long_string(buf, pos + 1, n3)
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.member_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 1, n4)
    n5 = buf[pos]
    pos += 1
    if n5 > 127:
        n5, pos = uvarint_rest(buf, pos, n5)
    if n5 < 2:
        o.members = [] if n5 else refuse_length(-1)
    else:
        n5 -= 1
        if n5 * 4 > end - pos or n5 > ctx.left:
            refuse_count(n5, 4, end - pos)
        ctx.left -= n5
        if n5 < 8 and key_join_group_response_member_v6 is None:
            o.members, pos, _ = some_join_group_response_member_v6(buf, pos, end, n5, ctx)
        else:
            o.members, pos, key_join_group_response_member_v6 = read_rows(
                buf,
                pos,
                end,
                n5,
                ctx,
                some_join_group_response_member_v6,
                fill_join_group_response_member_v6,
                rows_join_group_response_member_v6,
                key_join_group_response_member_v6,
            )
    t = buf[pos]
    o.skip_assignment = False
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_join_group_response_v6(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[JoinGroupResponse, int]:
    key_join_group_response_member_v6: Key | None = None
    o = new(JoinGroupResponse)
    o.throttle_time_ms, o.error_code, o.generation_id, n1 = unpack_ihiB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 10
        o.protocol_name = buf[pos + 11 : p].decode()
        pos = p
    else:
        o.protocol_name, pos = long_string(buf, pos + 11, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.leader = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.leader, pos = long_string(buf, pos + 1, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.member_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 1, n3)
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.members = [] if n4 else refuse_length(-1)
    else:
        n4 -= 1
        if n4 * 4 > end - pos or n4 > ctx.left:
            refuse_count(n4, 4, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_join_group_response_member_v6 is None:
            o.members, pos, _ = some_join_group_response_member_v6(buf, pos, end, n4, ctx)
        else:
            o.members, pos, key_join_group_response_member_v6 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_join_group_response_member_v6,
                fill_join_group_response_member_v6,
                rows_join_group_response_member_v6,
                key_join_group_response_member_v6,
            )
    t = buf[pos]
    o.protocol_type = None
    o.skip_assignment = False
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_join_group_response_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[JoinGroupResponse, int]:
    key_join_group_response_member_v5: Key | None = None
    o = new(JoinGroupResponse)
    o.throttle_time_ms, o.error_code, o.generation_id, n1 = unpack_ihih(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 12
        o.protocol_name = buf[pos + 12 : p].decode()
        pos = p
    else:
        o.protocol_name = refuse_length(n1)
        pos = pos + 12
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.leader = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.leader = refuse_length(n2)
        pos = pos + 2
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.member_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n3)
        pos = pos + 2
    (n4,) = unpack_i(buf, pos)
    pos += 4
    if n4 < 1:
        o.members = [] if n4 == 0 else refuse_length(n4)
    else:
        if n4 * 8 > end - pos or n4 > ctx.left:
            refuse_count(n4, 8, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_join_group_response_member_v5 is None:
            o.members, pos, _ = some_join_group_response_member_v5(buf, pos, end, n4, ctx)
        else:
            o.members, pos, key_join_group_response_member_v5 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_join_group_response_member_v5,
                fill_join_group_response_member_v5,
                rows_join_group_response_member_v5,
                key_join_group_response_member_v5,
            )
    o.protocol_type = None
    o.skip_assignment = False
    o.unknown_tags = None
    return o, pos


def read_join_group_response_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[JoinGroupResponse, int]:
    key_join_group_response_member_v0: Key | None = None
    o = new(JoinGroupResponse)
    o.throttle_time_ms, o.error_code, o.generation_id, n1 = unpack_ihih(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 12
        o.protocol_name = buf[pos + 12 : p].decode()
        pos = p
    else:
        o.protocol_name = refuse_length(n1)
        pos = pos + 12
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.leader = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.leader = refuse_length(n2)
        pos = pos + 2
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.member_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n3)
        pos = pos + 2
    (n4,) = unpack_i(buf, pos)
    pos += 4
    if n4 < 1:
        o.members = [] if n4 == 0 else refuse_length(n4)
    else:
        if n4 * 6 > end - pos or n4 > ctx.left:
            refuse_count(n4, 6, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_join_group_response_member_v0 is None:
            o.members, pos, _ = some_join_group_response_member_v0(buf, pos, end, n4, ctx)
        else:
            o.members, pos, key_join_group_response_member_v0 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_join_group_response_member_v0,
                fill_join_group_response_member_v0,
                rows_join_group_response_member_v0,
                key_join_group_response_member_v0,
            )
    o.protocol_type = None
    o.skip_assignment = False
    o.unknown_tags = None
    return o, pos


def read_join_group_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[JoinGroupResponse, int]:
    key_join_group_response_member_v0: Key | None = None
    o = new(JoinGroupResponse)
    o.error_code, o.generation_id, n1 = unpack_hih(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 8
        o.protocol_name = buf[pos + 8 : p].decode()
        pos = p
    else:
        o.protocol_name = refuse_length(n1)
        pos = pos + 8
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.leader = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.leader = refuse_length(n2)
        pos = pos + 2
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.member_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n3)
        pos = pos + 2
    (n4,) = unpack_i(buf, pos)
    pos += 4
    if n4 < 1:
        o.members = [] if n4 == 0 else refuse_length(n4)
    else:
        if n4 * 6 > end - pos or n4 > ctx.left:
            refuse_count(n4, 6, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_join_group_response_member_v0 is None:
            o.members, pos, _ = some_join_group_response_member_v0(buf, pos, end, n4, ctx)
        else:
            o.members, pos, key_join_group_response_member_v0 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_join_group_response_member_v0,
                fill_join_group_response_member_v0,
                rows_join_group_response_member_v0,
                key_join_group_response_member_v0,
            )
    o.throttle_time_ms = 0
    o.protocol_type = None
    o.skip_assignment = False
    o.unknown_tags = None
    return o, pos


def encode_join_group_response_v9(o: JoinGroupResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.protocol_type
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v6 = o.protocol_name
    if v6 is None:
        s4 = b""
        n5 = 0
    else:
        s4 = v6.encode()
        n5 = len(s4) + 1
    s7 = o.leader.encode()
    n8 = len(s7)
    put(
        shapes_7[len(s1), len(s4), n8](
            o.throttle_time_ms, o.error_code, o.generation_id, n2, s1, n5, s4, n8 + 1, s7, o.skip_assignment
        )
    )
    s9 = o.member_id.encode()
    n10 = len(s9)
    v11 = o.members
    if v11:
        put(shapes_5[n10](n10 + 1, s9))
        put(COUNTS[len(v11)])
        write_join_group_response_member_v6_array(v11, put)
    elif v11 is None:
        refuse_null()
    if v11:
        data = b"\0"
    else:
        data = shapes_6[n10](n10 + 1, s9, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_join_group_response_v7(o: JoinGroupResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.skip_assignment:
        absent(o, "skip_assignment")
    v3 = o.protocol_type
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v6 = o.protocol_name
    if v6 is None:
        s4 = b""
        n5 = 0
    else:
        s4 = v6.encode()
        n5 = len(s4) + 1
    s7 = o.leader.encode()
    n8 = len(s7)
    put(shapes_3[len(s1), len(s4), n8](o.throttle_time_ms, o.error_code, o.generation_id, n2, s1, n5, s4, n8 + 1, s7))
    s9 = o.member_id.encode()
    n10 = len(s9)
    v11 = o.members
    if v11:
        put(shapes_5[n10](n10 + 1, s9))
        put(COUNTS[len(v11)])
        write_join_group_response_member_v6_array(v11, put)
    elif v11 is None:
        refuse_null()
    if v11:
        data = b"\0"
    else:
        data = shapes_6[n10](n10 + 1, s9, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_join_group_response_v6(o: JoinGroupResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.skip_assignment:
        absent(o, "skip_assignment")
    v3: Any = o.protocol_name
    s1 = v3.encode()
    n2 = len(s1)
    s4 = o.leader.encode()
    n5 = len(s4)
    s6 = o.member_id.encode()
    n7 = len(s6)
    v8 = o.members
    if v8:
        put(shapes_3[n2, n5, n7](o.throttle_time_ms, o.error_code, o.generation_id, n2 + 1, s1, n5 + 1, s4, n7 + 1, s6))
        put(COUNTS[len(v8)])
        write_join_group_response_member_v6_array(v8, put)
    elif v8 is None:
        refuse_null()
    if v8:
        data = b"\0"
    else:
        data = shapes_4[n2, n5, n7](
            o.throttle_time_ms, o.error_code, o.generation_id, n2 + 1, s1, n5 + 1, s4, n7 + 1, s6, 1
        )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_join_group_response_v5(o: JoinGroupResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.skip_assignment:
        absent(o, "skip_assignment")
    v3: Any = o.protocol_name
    s1 = v3.encode()
    n2 = len(s1)
    s4 = o.leader.encode()
    n5 = len(s4)
    s6 = o.member_id.encode()
    n7 = len(s6)
    v8 = o.members
    if v8:
        put(shapes_2[n2, n5, n7](o.throttle_time_ms, o.error_code, o.generation_id, n2, s1, n5, s4, n7, s6, len(v8)))
        write_join_group_response_member_v5_array(v8, put)
    elif v8 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v8:
        put(shapes_2[n2, n5, n7](o.throttle_time_ms, o.error_code, o.generation_id, n2, s1, n5, s4, n7, s6, 0))
    return b"".join(parts)


def encode_join_group_response_v2(o: JoinGroupResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.skip_assignment:
        absent(o, "skip_assignment")
    v3: Any = o.protocol_name
    s1 = v3.encode()
    n2 = len(s1)
    s4 = o.leader.encode()
    n5 = len(s4)
    s6 = o.member_id.encode()
    n7 = len(s6)
    v8 = o.members
    if v8:
        put(shapes_2[n2, n5, n7](o.throttle_time_ms, o.error_code, o.generation_id, n2, s1, n5, s4, n7, s6, len(v8)))
        write_join_group_response_member_v0_array(v8, put)
    elif v8 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v8:
        put(shapes_2[n2, n5, n7](o.throttle_time_ms, o.error_code, o.generation_id, n2, s1, n5, s4, n7, s6, 0))
    return b"".join(parts)


def encode_join_group_response_v0(o: JoinGroupResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.skip_assignment:
        absent(o, "skip_assignment")
    v3: Any = o.protocol_name
    s1 = v3.encode()
    n2 = len(s1)
    s4 = o.leader.encode()
    n5 = len(s4)
    s6 = o.member_id.encode()
    n7 = len(s6)
    v8 = o.members
    if v8:
        put(shapes_1[n2, n5, n7](o.error_code, o.generation_id, n2, s1, n5, s4, n7, s6, len(v8)))
        write_join_group_response_member_v0_array(v8, put)
    elif v8 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v8:
        put(shapes_1[n2, n5, n7](o.error_code, o.generation_id, n2, s1, n5, s4, n7, s6, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[JoinGroupResponse], bytes]] = {
    0: encode_join_group_response_v0,
    1: encode_join_group_response_v0,
    2: encode_join_group_response_v2,
    3: encode_join_group_response_v2,
    4: encode_join_group_response_v2,
    5: encode_join_group_response_v5,
    6: encode_join_group_response_v6,
    7: encode_join_group_response_v7,
    8: encode_join_group_response_v7,
    9: encode_join_group_response_v9,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[JoinGroupResponse, int]]] = {
    0: read_join_group_response_v0,
    1: read_join_group_response_v0,
    2: read_join_group_response_v2,
    3: read_join_group_response_v2,
    4: read_join_group_response_v2,
    5: read_join_group_response_v5,
    6: read_join_group_response_v6,
    7: read_join_group_response_v7,
    8: read_join_group_response_v7,
    9: read_join_group_response_v9,
}
NEEDS_CONTEXT = True
SPEC = """\
JoinGroupResponse response 0-9 flexible=6+
 ThrottleTimeMs int32 2+ ignorable
 ErrorCode int16 0+
 GenerationId int32 0+ default=-1
 ProtocolType string 7+ null=7+ ignorable default=null
 ProtocolName string 0+ null=7+
 Leader string 0+
 SkipAssignment bool 9+ default=false
 MemberId string 0+
 Members []JoinGroupResponseMember 0+
  MemberId string 0+
  GroupInstanceId string 5+ null=5+ ignorable default=null
  Metadata bytes 0+
"""
