# Generated from rpc/LeaveGroupRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.leave_group_request import LeaveGroupRequest, MemberIdentity
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

rows_member_identity_v3 = Rows("Y1 Y1")
rows_member_identity_v4 = Rows("P1 P1 T")
rows_member_identity_v5 = Rows("P1 P1 P1 T")
shapes_1 = Shapes("h%dsh%ds")
shapes_2 = Shapes("h%dsi")
shapes_3 = Shapes("S%ds")
shapes_4 = Shapes("S%dsBx")
shapes_5 = Shapes("S%dsS%dsx")
shapes_6 = Shapes("S%dsS%dsS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from


def some_member_identity_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MemberIdentity], int, Key]:
    out = many(MemberIdentity, count)
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
            o.reason = buf[pos + 1 : p].decode()
            pos = p
        elif n3 == 0:
            o.reason = None
            pos = pos + 1
        else:
            o.reason, pos = long_string_or_null(buf, pos + 1, n3)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, t)


def fill_member_identity_v5(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[MemberIdentity]:
    k0, k1, k2, _ = key
    out = many(MemberIdentity, count)
    o: MemberIdentity
    for o, row in zip(out, rows):
        v0, v1, v2 = row
        o.member_id = v0.decode()
        o.group_instance_id = v1.decode() if k1 else None
        o.reason = v2.decode() if k2 else None
        o.unknown_tags = None
    return out


def some_member_identity_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MemberIdentity], int, Key]:
    out = many(MemberIdentity, count)
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
        t = buf[pos]
        o.reason = None
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_member_identity_v4(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[MemberIdentity]:
    k0, k1, _ = key
    out = many(MemberIdentity, count)
    o: MemberIdentity
    for o, row in zip(out, rows):
        v0, v1 = row
        o.member_id = v0.decode()
        o.group_instance_id = v1.decode() if k1 else None
        o.reason = None
        o.unknown_tags = None
    return out


def some_member_identity_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MemberIdentity], int, Key]:
    out = many(MemberIdentity, count)
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
        o.reason = None
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_member_identity_v3(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[MemberIdentity]:
    k0, k1 = key
    out = many(MemberIdentity, count)
    o: MemberIdentity
    for o, row in zip(out, rows):
        v0, v1 = row
        o.member_id = v0.decode()
        o.group_instance_id = v1.decode() if k1 >= 0 else None
        o.reason = None
        o.unknown_tags = None
    return out


def write_member_identity_v5_array(items: Iterable[MemberIdentity], put: Put) -> None:
    last10 = last11 = last12 = -1
    pack9 = shapes_6[0, 0, 0]
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
        v8 = o.reason
        if v8 is None:
            s6 = b""
            n7 = 0
        else:
            s6 = v8.encode()
            n7 = len(s6) + 1
        if last10 != n2 or last11 != len(s3) or last12 != len(s6):
            last10, last11, last12 = n2, len(s3), len(s6)
            pack9 = shapes_6[last10, last11, last12]
        data = pack9(n2 + 1, s1, n4, s3, n7, s6)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_member_identity_v4_array(items: Iterable[MemberIdentity], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_5[0, 0]
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
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_5[last7, last8]
        data = pack6(n2 + 1, s1, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_member_identity_v3_array(items: Iterable[MemberIdentity], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_1[0, 0]
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
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_1[last7, last8]
        put(pack6(n2, s1, n4, s3))


def read_leave_group_request_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaveGroupRequest, int]:
    key_member_identity_v5: Key | None = None
    o = new(LeaveGroupRequest)
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
        o.members = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 4 > end - pos or n2 > ctx.left:
            refuse_count(n2, 4, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_member_identity_v5 is None:
            o.members, pos, _ = some_member_identity_v5(buf, pos, end, n2, ctx)
        else:
            o.members, pos, key_member_identity_v5 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_member_identity_v5,
                fill_member_identity_v5,
                rows_member_identity_v5,
                key_member_identity_v5,
            )
    t = buf[pos]
    o.member_id = ""
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_leave_group_request_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaveGroupRequest, int]:
    key_member_identity_v4: Key | None = None
    o = new(LeaveGroupRequest)
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
        o.members = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_member_identity_v4 is None:
            o.members, pos, _ = some_member_identity_v4(buf, pos, end, n2, ctx)
        else:
            o.members, pos, key_member_identity_v4 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_member_identity_v4,
                fill_member_identity_v4,
                rows_member_identity_v4,
                key_member_identity_v4,
            )
    t = buf[pos]
    o.member_id = ""
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_leave_group_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaveGroupRequest, int]:
    key_member_identity_v3: Key | None = None
    o = new(LeaveGroupRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.members = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 4 > end - pos or n2 > ctx.left:
            refuse_count(n2, 4, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_member_identity_v3 is None:
            o.members, pos, _ = some_member_identity_v3(buf, pos, end, n2, ctx)
        else:
            o.members, pos, key_member_identity_v3 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_member_identity_v3,
                fill_member_identity_v3,
                rows_member_identity_v3,
                key_member_identity_v3,
            )
    o.member_id = ""
    o.unknown_tags = None
    return o, pos


def read_leave_group_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaveGroupRequest, int]:
    o = new(LeaveGroupRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.member_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n2)
        pos = pos + 2
    o.members = []
    o.unknown_tags = None
    return o, pos


def encode_leave_group_request_v5(o: LeaveGroupRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.member_id != "":
        absent(o, "member_id")
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3 = o.members
    if v3:
        put(shapes_3[n2](n2 + 1, s1))
        put(COUNTS[len(v3)])
        write_member_identity_v5_array(v3, put)
    elif v3 is None:
        refuse_null()
    if v3:
        data = b"\0"
    else:
        data = shapes_4[n2](n2 + 1, s1, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_leave_group_request_v4(o: LeaveGroupRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.member_id != "":
        absent(o, "member_id")
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3 = o.members
    if v3:
        put(shapes_3[n2](n2 + 1, s1))
        put(COUNTS[len(v3)])
        write_member_identity_v4_array(v3, put)
    elif v3 is None:
        refuse_null()
    if v3:
        data = b"\0"
    else:
        data = shapes_4[n2](n2 + 1, s1, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_leave_group_request_v3(o: LeaveGroupRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.member_id != "":
        absent(o, "member_id")
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3 = o.members
    if v3:
        put(shapes_2[n2](n2, s1, len(v3)))
        write_member_identity_v3_array(v3, put)
    elif v3 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v3:
        put(shapes_2[n2](n2, s1, 0))
    return b"".join(parts)


def encode_leave_group_request_v0(o: LeaveGroupRequest) -> bytes:
    if o.members:
        absent(o, "members")
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2, n4](n2, s1, n4, s3)


ENCODERS: dict[int, Callable[[LeaveGroupRequest], bytes]] = {
    0: encode_leave_group_request_v0,
    1: encode_leave_group_request_v0,
    2: encode_leave_group_request_v0,
    3: encode_leave_group_request_v3,
    4: encode_leave_group_request_v4,
    5: encode_leave_group_request_v5,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[LeaveGroupRequest, int]]] = {
    0: read_leave_group_request_v0,
    1: read_leave_group_request_v0,
    2: read_leave_group_request_v0,
    3: read_leave_group_request_v3,
    4: read_leave_group_request_v4,
    5: read_leave_group_request_v5,
}
NEEDS_CONTEXT = True
SPEC = """\
LeaveGroupRequest request 0-5 flexible=4+
 GroupId string 0+
 MemberId string 0-2
 Members []MemberIdentity 3+
  MemberId string 3+
  GroupInstanceId string 3+ null=3+ default=null
  Reason string 5+ null=5+ ignorable default=null
"""
