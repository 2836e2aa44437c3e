# Generated from rpc/ListGroupsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.list_groups_response import ListGroupsResponse, ListedGroup
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    long_string,
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

pack_hi = Packer(">hi").pack
pack_ih = Packer(">ih").pack
pack_ihBx = Packer(">ihBx").pack
pack_ihi = Packer(">ihi").pack
rows_listed_group_v0 = Rows("Y1 Y1")
rows_listed_group_v3 = Rows("P1 P1 T")
rows_listed_group_v4 = Rows("P1 P1 P1 T")
rows_listed_group_v5 = Rows("P1 P1 P1 P1 T")
shapes_1 = Shapes("h%dsh%ds")
shapes_2 = Shapes("S%dsS%dsx")
shapes_3 = Shapes("S%dsS%dsS%dsx")
shapes_4 = Shapes("S%dsS%dsS%ds")
shapes_5 = Shapes("S%dsx")
unpack_h = Packer(">h").unpack_from
unpack_hi = Packer(">hi").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ihi = Packer(">ihi").unpack_from


def some_listed_group_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListedGroup], int, Key]:
    out = many(ListedGroup, count)
    for o in out:
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
            o.protocol_type = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.protocol_type, pos = long_string(buf, pos + 1, n2)
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
            o.group_type = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_type, pos = long_string(buf, pos + 1, n4)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, n4, t)


def fill_listed_group_v5(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ListedGroup]:
    out = many(ListedGroup, count)
    o: ListedGroup
    for o, row in zip(out, rows):
        v0, v1, v2, v3 = row
        o.group_id = v0.decode()
        o.protocol_type = v1.decode()
        o.group_state = v2.decode()
        o.group_type = v3.decode()
        o.unknown_tags = None
    return out


def some_listed_group_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListedGroup], int, Key]:
    out = many(ListedGroup, count)
    for o in out:
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
            o.protocol_type = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.protocol_type, pos = long_string(buf, pos + 1, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            p = pos + n3
            o.group_state = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_state, pos = long_string(buf, pos + 1, n3)
        t = buf[pos]
        o.group_type = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, t)


def fill_listed_group_v4(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ListedGroup]:
    out = many(ListedGroup, count)
    o: ListedGroup
    for o, row in zip(out, rows):
        v0, v1, v2 = row
        o.group_id = v0.decode()
        o.protocol_type = v1.decode()
        o.group_state = v2.decode()
        o.group_type = ""
        o.unknown_tags = None
    return out


def some_listed_group_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListedGroup], int, Key]:
    out = many(ListedGroup, count)
    for o in out:
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
            o.protocol_type = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.protocol_type, pos = long_string(buf, pos + 1, n2)
        t = buf[pos]
        o.group_state = ""
        o.group_type = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_listed_group_v3(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ListedGroup]:
    out = many(ListedGroup, count)
    o: ListedGroup
    for o, row in zip(out, rows):
        v0, v1 = row
        o.group_id = v0.decode()
        o.protocol_type = v1.decode()
        o.group_state = ""
        o.group_type = ""
        o.unknown_tags = None
    return out


def some_listed_group_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListedGroup], int, Key]:
    out = many(ListedGroup, count)
    for o in out:
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
            o.protocol_type = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.protocol_type = refuse_length(n2)
            pos = pos + 2
        o.group_state = ""
        o.group_type = ""
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_listed_group_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ListedGroup]:
    out = many(ListedGroup, count)
    o: ListedGroup
    for o, row in zip(out, rows):
        v0, v1 = row
        o.group_id = v0.decode()
        o.protocol_type = v1.decode()
        o.group_state = ""
        o.group_type = ""
        o.unknown_tags = None
    return out


def write_listed_group_v5_array(items: Iterable[ListedGroup], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_4[0, 0, 0]
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        s3 = o.protocol_type.encode()
        n4 = len(s3)
        s5 = o.group_state.encode()
        n6 = len(s5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_4[last8, last9, last10]
        put(pack7(n2 + 1, s1, n4 + 1, s3, n6 + 1, s5))
        s11 = o.group_type.encode()
        n12 = len(s11)
        data = shapes_5[n12](n12 + 1, s11)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_listed_group_v4_array(items: Iterable[ListedGroup], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_3[0, 0, 0]
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        s3 = o.protocol_type.encode()
        n4 = len(s3)
        s5 = o.group_state.encode()
        n6 = len(s5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_3[last8, last9, last10]
        data = pack7(n2 + 1, s1, n4 + 1, s3, n6 + 1, s5)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_listed_group_v3_array(items: Iterable[ListedGroup], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_2[0, 0]
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        s3 = o.protocol_type.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_2[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_listed_group_v0_array(items: Iterable[ListedGroup], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_1[0, 0]
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        s3 = o.protocol_type.encode()
        n4 = len(s3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_1[last6, last7]
        put(pack5(n2, s1, n4, s3))


def read_list_groups_response_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListGroupsResponse, int]:
    key_listed_group_v5: Key | None = None
    o = new(ListGroupsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_listed_group_v5 is None:
            o.groups, pos, _ = some_listed_group_v5(buf, pos, end, n1, ctx)
        else:
            o.groups, pos, key_listed_group_v5 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_listed_group_v5,
                fill_listed_group_v5,
                rows_listed_group_v5,
                key_listed_group_v5,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_list_groups_response_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListGroupsResponse, int]:
    key_listed_group_v4: Key | None = None
    o = new(ListGroupsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_listed_group_v4 is None:
            o.groups, pos, _ = some_listed_group_v4(buf, pos, end, n1, ctx)
        else:
            o.groups, pos, key_listed_group_v4 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_listed_group_v4,
                fill_listed_group_v4,
                rows_listed_group_v4,
                key_listed_group_v4,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_list_groups_response_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListGroupsResponse, int]:
    key_listed_group_v3: Key | None = None
    o = new(ListGroupsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_listed_group_v3 is None:
            o.groups, pos, _ = some_listed_group_v3(buf, pos, end, n1, ctx)
        else:
            o.groups, pos, key_listed_group_v3 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_listed_group_v3,
                fill_listed_group_v3,
                rows_listed_group_v3,
                key_listed_group_v3,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_list_groups_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListGroupsResponse, int]:
    key_listed_group_v0: Key | None = None
    o = new(ListGroupsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihi(buf, pos)
    pos += 10
    if n1 < 1:
        o.groups = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_listed_group_v0 is None:
            o.groups, pos, _ = some_listed_group_v0(buf, pos, end, n1, ctx)
        else:
            o.groups, pos, key_listed_group_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_listed_group_v0,
                fill_listed_group_v0,
                rows_listed_group_v0,
                key_listed_group_v0,
            )
    o.unknown_tags = None
    return o, pos


def read_list_groups_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListGroupsResponse, int]:
    key_listed_group_v0: Key | None = None
    o = new(ListGroupsResponse)
    o.error_code, n1 = unpack_hi(buf, pos)
    pos += 6
    if n1 < 1:
        o.groups = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_listed_group_v0 is None:
            o.groups, pos, _ = some_listed_group_v0(buf, pos, end, n1, ctx)
        else:
            o.groups, pos, key_listed_group_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_listed_group_v0,
                fill_listed_group_v0,
                rows_listed_group_v0,
                key_listed_group_v0,
            )
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def encode_list_groups_response_v5(o: ListGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        write_listed_group_v5_array(v1, put)
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


def encode_list_groups_response_v4(o: ListGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        write_listed_group_v4_array(v1, put)
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


def encode_list_groups_response_v3(o: ListGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        write_listed_group_v3_array(v1, put)
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


def encode_list_groups_response_v1(o: ListGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_ihi(o.throttle_time_ms, o.error_code, len(v1)))
        write_listed_group_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ihi(o.throttle_time_ms, o.error_code, 0))
    return b"".join(parts)


def encode_list_groups_response_v0(o: ListGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_hi(o.error_code, len(v1)))
        write_listed_group_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_hi(o.error_code, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ListGroupsResponse], bytes]] = {
    0: encode_list_groups_response_v0,
    1: encode_list_groups_response_v1,
    2: encode_list_groups_response_v1,
    3: encode_list_groups_response_v3,
    4: encode_list_groups_response_v4,
    5: encode_list_groups_response_v5,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ListGroupsResponse, int]]] = {
    0: read_list_groups_response_v0,
    1: read_list_groups_response_v1,
    2: read_list_groups_response_v1,
    3: read_list_groups_response_v3,
    4: read_list_groups_response_v4,
    5: read_list_groups_response_v5,
}
NEEDS_CONTEXT = True
SPEC = """\
ListGroupsResponse response 0-5 flexible=3+
 ThrottleTimeMs int32 1+ ignorable
 ErrorCode int16 0+
 Groups []ListedGroup 0+
  GroupId string 0+
  ProtocolType string 0+
  GroupState string 4+ ignorable
  GroupType string 5+ ignorable
"""
