# Generated from rpc/SyncGroupRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.sync_group_request import SyncGroupRequest, SyncGroupRequestAssignment
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

rows_sync_group_request_assignment_v0 = Rows("Y1 Z1")
rows_sync_group_request_assignment_v4 = Rows("P1 P1 T")
shapes_1 = Shapes("h%dsih%dsi")
shapes_2 = Shapes("h%dsih%dsh%dsi")
shapes_3 = Shapes("S%dsiS%dsS%ds")
shapes_4 = Shapes("S%dsiS%dsS%dsBx")
shapes_5 = Shapes("S%dsS%ds")
shapes_6 = Shapes("S%dsS%dsBx")
shapes_7 = Shapes("h%dsi%ds")
shapes_8 = Shapes("S%dsP%dsx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ih = Packer(">ih").unpack_from


def some_sync_group_request_assignment_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[SyncGroupRequestAssignment], int, Key]:
    out = many(SyncGroupRequestAssignment, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.member_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.member_id, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2:
            p = pos + n2 - 1
            o.assignment = buf[pos:p]
            pos = p
        else:
            o.assignment = refuse_length(-1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_sync_group_request_assignment_v4(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[SyncGroupRequestAssignment]:
    out = many(SyncGroupRequestAssignment, count)
    o: SyncGroupRequestAssignment
    for o, row in zip(out, rows):
        v0, o.assignment = row
        o.member_id = v0.decode()
        o.unknown_tags = None
    return out


def some_sync_group_request_assignment_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[SyncGroupRequestAssignment], int, Key]:
    out = many(SyncGroupRequestAssignment, count)
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
            o.assignment = buf[pos + 4 : p]
            pos = p
        else:
            o.assignment = refuse_length(n2)
            pos = pos + 4
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_sync_group_request_assignment_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[SyncGroupRequestAssignment]:
    out = many(SyncGroupRequestAssignment, count)
    o: SyncGroupRequestAssignment
    for o, row in zip(out, rows):
        v0, o.assignment = row
        o.member_id = v0.decode()
        o.unknown_tags = None
    return out


def write_sync_group_request_assignment_v4_array(items: Iterable[SyncGroupRequestAssignment], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_8[0, 0]
    for o in items:
        s1 = o.member_id.encode()
        n2 = len(s1)
        b3 = o.assignment
        n4 = len(b3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_8[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, b3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_sync_group_request_assignment_v0_array(items: Iterable[SyncGroupRequestAssignment], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_7[0, 0]
    for o in items:
        s1 = o.member_id.encode()
        n2 = len(s1)
        b3 = o.assignment
        n4 = len(b3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_7[last6, last7]
        put(pack5(n2, s1, n4, b3))


def read_sync_group_request_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SyncGroupRequest, int]:
    key_sync_group_request_assignment_v4: Key | None = None
    o = new(SyncGroupRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    o.generation_id, n2 = unpack_iB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 4
        o.member_id = buf[pos + 5 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 5, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.group_instance_id = buf[pos + 1 : p].decode()
        pos = p
    elif n3 == 0:
        o.group_instance_id = None
        pos = pos + 1
    else:
        o.group_instance_id, pos = long_string_or_null(buf, pos + 1, n3)
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.protocol_type = buf[pos + 1 : p].decode()
        pos = p
    elif n4 == 0:
        o.protocol_type = None
        pos = pos + 1
    else:
        o.protocol_type, pos = long_string_or_null(buf, pos + 1, n4)
    n5 = buf[pos]
    if 0 < n5 < 128:
        p = pos + n5
        o.protocol_name = buf[pos + 1 : p].decode()
        pos = p
    elif n5 == 0:
        o.protocol_name = None
        pos = pos + 1
    else:
        o.protocol_name, pos = long_string_or_null(buf, pos + 1, n5)
    n6 = buf[pos]
    pos += 1
    if n6 > 127:
        n6, pos = uvarint_rest(buf, pos, n6)
    if n6 < 2:
        o.assignments = [] if n6 else refuse_length(-1)
    else:
        n6 -= 1
        if n6 * 3 > end - pos or n6 > ctx.left:
            refuse_count(n6, 3, end - pos)
        ctx.left -= n6
        if n6 < 8 and key_sync_group_request_assignment_v4 is None:
            o.assignments, pos, _ = some_sync_group_request_assignment_v4(buf, pos, end, n6, ctx)
        else:
            o.assignments, pos, key_sync_group_request_assignment_v4 = read_rows(
                buf,
                pos,
                end,
                n6,
                ctx,
                some_sync_group_request_assignment_v4,
                fill_sync_group_request_assignment_v4,
                rows_sync_group_request_assignment_v4,
                key_sync_group_request_assignment_v4,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_sync_group_request_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SyncGroupRequest, int]:
    key_sync_group_request_assignment_v4: Key | None = None
    o = new(SyncGroupRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    o.generation_id, n2 = unpack_iB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 4
        o.member_id = buf[pos + 5 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 5, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.group_instance_id = buf[pos + 1 : p].decode()
        pos = p
    elif n3 == 0:
        o.group_instance_id = None
        pos = pos + 1
    else:
        o.group_instance_id, pos = long_string_or_null(buf, pos + 1, n3)
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.assignments = [] if n4 else refuse_length(-1)
    else:
        n4 -= 1
        if n4 * 3 > end - pos or n4 > ctx.left:
            refuse_count(n4, 3, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_sync_group_request_assignment_v4 is None:
            o.assignments, pos, _ = some_sync_group_request_assignment_v4(buf, pos, end, n4, ctx)
        else:
            o.assignments, pos, key_sync_group_request_assignment_v4 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_sync_group_request_assignment_v4,
                fill_sync_group_request_assignment_v4,
                rows_sync_group_request_assignment_v4,
                key_sync_group_request_assignment_v4,
            )
    t = buf[pos]
    o.protocol_type = None
    o.protocol_name = None
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_sync_group_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SyncGroupRequest, int]:
    key_sync_group_request_assignment_v0: Key | None = None
    o = new(SyncGroupRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    o.generation_id, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.member_id = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n2)
        pos = pos + 6
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.group_instance_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_instance_id = null_or_refuse(n3)
        pos = pos + 2
    (n4,) = unpack_i(buf, pos)
    pos += 4
    if n4 < 1:
        o.assignments = [] if n4 == 0 else refuse_length(n4)
    else:
        if n4 * 6 > end - pos or n4 > ctx.left:
            refuse_count(n4, 6, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_sync_group_request_assignment_v0 is None:
            o.assignments, pos, _ = some_sync_group_request_assignment_v0(buf, pos, end, n4, ctx)
        else:
            o.assignments, pos, key_sync_group_request_assignment_v0 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_sync_group_request_assignment_v0,
                fill_sync_group_request_assignment_v0,
                rows_sync_group_request_assignment_v0,
                key_sync_group_request_assignment_v0,
            )
    o.protocol_type = None
    o.protocol_name = None
    o.unknown_tags = None
    return o, pos


def read_sync_group_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SyncGroupRequest, int]:
    key_sync_group_request_assignment_v0: Key | None = None
    o = new(SyncGroupRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    o.generation_id, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.member_id = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n2)
        pos = pos + 6
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.assignments = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 6 > end - pos or n3 > ctx.left:
            refuse_count(n3, 6, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_sync_group_request_assignment_v0 is None:
            o.assignments, pos, _ = some_sync_group_request_assignment_v0(buf, pos, end, n3, ctx)
        else:
            o.assignments, pos, key_sync_group_request_assignment_v0 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_sync_group_request_assignment_v0,
                fill_sync_group_request_assignment_v0,
                rows_sync_group_request_assignment_v0,
                key_sync_group_request_assignment_v0,
            )
    o.group_instance_id = None
    o.protocol_type = None
    o.protocol_name = None
    o.unknown_tags = None
    return o, pos


def encode_sync_group_request_v5(o: SyncGroupRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v7 = o.group_instance_id
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    put(shapes_3[n2, n4, len(s5)](n2 + 1, s1, o.generation_id, n4 + 1, s3, n6, s5))
    v10 = o.protocol_type
    if v10 is None:
        s8 = b""
        n9 = 0
    else:
        s8 = v10.encode()
        n9 = len(s8) + 1
    v13 = o.protocol_name
    if v13 is None:
        s11 = b""
        n12 = 0
    else:
        s11 = v13.encode()
        n12 = len(s11) + 1
    v14 = o.assignments
    if v14:
        put(shapes_5[len(s8), len(s11)](n9, s8, n12, s11))
        put(COUNTS[len(v14)])
        write_sync_group_request_assignment_v4_array(v14, put)
    elif v14 is None:
        refuse_null()
    if v14:
        data = b"\0"
    else:
        data = shapes_6[len(s8), len(s11)](n9, s8, n12, s11, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_sync_group_request_v4(o: SyncGroupRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v7 = o.group_instance_id
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    v8 = o.assignments
    if v8:
        put(shapes_3[n2, n4, len(s5)](n2 + 1, s1, o.generation_id, n4 + 1, s3, n6, s5))
        put(COUNTS[len(v8)])
        write_sync_group_request_assignment_v4_array(v8, put)
    elif v8 is None:
        refuse_null()
    if v8:
        data = b"\0"
    else:
        data = shapes_4[n2, n4, len(s5)](n2 + 1, s1, o.generation_id, n4 + 1, s3, n6, s5, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_sync_group_request_v3(o: SyncGroupRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v7 = o.group_instance_id
    if v7 is None:
        s5 = b""
        n6 = -1
    else:
        s5 = v7.encode()
        n6 = len(s5)
    v8 = o.assignments
    if v8:
        put(shapes_2[n2, n4, len(s5)](n2, s1, o.generation_id, n4, s3, n6, s5, len(v8)))
        write_sync_group_request_assignment_v0_array(v8, put)
    elif v8 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v8:
        put(shapes_2[n2, n4, len(s5)](n2, s1, o.generation_id, n4, s3, n6, s5, 0))
    return b"".join(parts)


def encode_sync_group_request_v0(o: SyncGroupRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.group_instance_id is not None:
        absent(o, "group_instance_id")
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v5 = o.assignments
    if v5:
        put(shapes_1[n2, n4](n2, s1, o.generation_id, n4, s3, len(v5)))
        write_sync_group_request_assignment_v0_array(v5, put)
    elif v5 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v5:
        put(shapes_1[n2, n4](n2, s1, o.generation_id, n4, s3, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[SyncGroupRequest], bytes]] = {
    0: encode_sync_group_request_v0,
    1: encode_sync_group_request_v0,
    2: encode_sync_group_request_v0,
    3: encode_sync_group_request_v3,
    4: encode_sync_group_request_v4,
    5: encode_sync_group_request_v5,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[SyncGroupRequest, int]]] = {
    0: read_sync_group_request_v0,
    1: read_sync_group_request_v0,
    2: read_sync_group_request_v0,
    3: read_sync_group_request_v3,
    4: read_sync_group_request_v4,
    5: read_sync_group_request_v5,
}
NEEDS_CONTEXT = True
SPEC = """\
SyncGroupRequest request 0-5 flexible=4+
 GroupId string 0+
 GenerationId int32 0+
 MemberId string 0+
 GroupInstanceId string 3+ null=3+ default=null
 ProtocolType string 5+ null=5+ ignorable default=null
 ProtocolName string 5+ null=5+ ignorable default=null
 Assignments []SyncGroupRequestAssignment 0+
  MemberId string 0+
  Assignment bytes 0+
"""
