# Generated from rpc/LeaveGroupResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.leave_group_response import LeaveGroupResponse, MemberResponse
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

pack_h = Packer(">h").pack
pack_ih = Packer(">ih").pack
pack_ihBx = Packer(">ihBx").pack
pack_ihi = Packer(">ihi").pack
rows_member_response_v3 = Rows("Y1 Y1 h")
rows_member_response_v4 = Rows("P1 P1 h T")
shapes_1 = Shapes("h%dsh%dsh")
shapes_2 = Shapes("S%dsS%dshx")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ihi = Packer(">ihi").unpack_from


def some_member_response_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MemberResponse], int, Key]:
    out = many(MemberResponse, count)
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
        o.error_code, t = unpack_hB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_member_response_v4(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[MemberResponse]:
    k0, k1, _ = key
    out = many(MemberResponse, count)
    o: MemberResponse
    for o, row in zip(out, rows):
        v0, v1, o.error_code = row
        o.member_id = v0.decode()
        o.group_instance_id = v1.decode() if k1 else None
        o.unknown_tags = None
    return out


def some_member_response_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MemberResponse], int, Key]:
    out = many(MemberResponse, count)
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
        (o.error_code,) = unpack_h(buf, pos)
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1, n2)


def fill_member_response_v3(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[MemberResponse]:
    k0, k1 = key
    out = many(MemberResponse, count)
    o: MemberResponse
    for o, row in zip(out, rows):
        v0, v1, o.error_code = row
        o.member_id = v0.decode()
        o.group_instance_id = v1.decode() if k1 >= 0 else None
        o.unknown_tags = None
    return out


def write_member_response_v4_array(items: Iterable[MemberResponse], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_2[0, 0]
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
            pack6 = shapes_2[last7, last8]
        data = pack6(n2 + 1, s1, n4, s3, o.error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_member_response_v3_array(items: Iterable[MemberResponse], put: Put) -> None:
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
        put(pack6(n2, s1, n4, s3, o.error_code))


def read_leave_group_response_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaveGroupResponse, int]:
    key_member_response_v4: Key | None = None
    o = new(LeaveGroupResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.members = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_member_response_v4 is None:
            o.members, pos, _ = some_member_response_v4(buf, pos, end, n1, ctx)
        else:
            o.members, pos, key_member_response_v4 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_member_response_v4,
                fill_member_response_v4,
                rows_member_response_v4,
                key_member_response_v4,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_leave_group_response_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaveGroupResponse, int]:
    key_member_response_v3: Key | None = None
    o = new(LeaveGroupResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihi(buf, pos)
    pos += 10
    if n1 < 1:
        o.members = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_member_response_v3 is None:
            o.members, pos, _ = some_member_response_v3(buf, pos, end, n1, ctx)
        else:
            o.members, pos, key_member_response_v3 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_member_response_v3,
                fill_member_response_v3,
                rows_member_response_v3,
                key_member_response_v3,
            )
    o.unknown_tags = None
    return o, pos


def read_leave_group_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaveGroupResponse, int]:
    o = new(LeaveGroupResponse)
    o.throttle_time_ms, o.error_code = unpack_ih(buf, pos)
    o.members = []
    o.unknown_tags = None
    return o, pos + 6


def read_leave_group_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaveGroupResponse, int]:
    o = new(LeaveGroupResponse)
    (o.error_code,) = unpack_h(buf, pos)
    o.throttle_time_ms = 0
    o.members = []
    o.unknown_tags = None
    return o, pos + 2


def encode_leave_group_response_v4(o: LeaveGroupResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.members
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        write_member_response_v4_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_ihBx(o.throttle_time_ms, o.error_code, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_leave_group_response_v3(o: LeaveGroupResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.members
    if v1:
        put(pack_ihi(o.throttle_time_ms, o.error_code, len(v1)))
        write_member_response_v3_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ihi(o.throttle_time_ms, o.error_code, 0))
    return b"".join(parts)


def encode_leave_group_response_v1(o: LeaveGroupResponse) -> bytes:
    if o.members:
        absent(o, "members")
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_ih(o.throttle_time_ms, o.error_code)


def encode_leave_group_response_v0(o: LeaveGroupResponse) -> bytes:
    if o.members:
        absent(o, "members")
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_h(o.error_code)


ENCODERS: dict[int, Callable[[LeaveGroupResponse], bytes]] = {
    0: encode_leave_group_response_v0,
    1: encode_leave_group_response_v1,
    2: encode_leave_group_response_v1,
    3: encode_leave_group_response_v3,
    4: encode_leave_group_response_v4,
    5: encode_leave_group_response_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[LeaveGroupResponse, int]]] = {
    0: read_leave_group_response_v0,
    1: read_leave_group_response_v1,
    2: read_leave_group_response_v1,
    3: read_leave_group_response_v3,
    4: read_leave_group_response_v4,
    5: read_leave_group_response_v4,
}
NEEDS_CONTEXT = True
SPEC = """\
LeaveGroupResponse response 0-5 flexible=4+
 ThrottleTimeMs int32 1+ ignorable
 ErrorCode int16 0+
 Members []MemberResponse 3+
  MemberId string 3+
  GroupInstanceId string 3+ null=3+
  ErrorCode int16 3+
"""
