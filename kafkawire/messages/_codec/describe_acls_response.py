# Generated from rpc/DescribeAclsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_acls_response import AclDescription, DescribeAclsResource, DescribeAclsResponse
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

rows_acl_description_v0 = Rows("Y1 Y1 bb")
rows_acl_description_v2 = Rows("P1 P1 bb T")
shapes_1 = Shapes("ihh%dsi")
shapes_2 = Shapes("ihS%ds")
shapes_3 = Shapes("ihS%dsBx")
shapes_4 = Shapes("bh%dsi")
shapes_5 = Shapes("bh%dsbi")
shapes_6 = Shapes("bS%dsb")
shapes_7 = Shapes("bS%dsbBx")
shapes_8 = Shapes("h%dsh%dsbb")
shapes_9 = Shapes("S%dsS%dsbbx")
unpack_bB = Packer(">bB").unpack_from
unpack_bb = Packer(">bb").unpack_from
unpack_bbB = Packer(">bbB").unpack_from
unpack_bh = Packer(">bh").unpack_from
unpack_bi = Packer(">bi").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ihh = Packer(">ihh").unpack_from


def some_acl_description_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AclDescription], int, Key]:
    out = many(AclDescription, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.principal = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.principal, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.host = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 1, n2)
        o.operation, o.permission_type, t = unpack_bbB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_acl_description_v2(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[AclDescription]:
    out = many(AclDescription, count)
    o: AclDescription
    for o, row in zip(out, rows):
        v0, v1, o.operation, o.permission_type = row
        o.principal = v0.decode()
        o.host = v1.decode()
        o.unknown_tags = None
    return out


def some_acl_description_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AclDescription], int, Key]:
    out = many(AclDescription, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.principal = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.principal = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.host = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.host = refuse_length(n2)
            pos = pos + 2
        o.operation, o.permission_type = unpack_bb(buf, pos)
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1, n2)


def fill_acl_description_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[AclDescription]:
    out = many(AclDescription, count)
    o: AclDescription
    for o, row in zip(out, rows):
        v0, v1, o.operation, o.permission_type = row
        o.principal = v0.decode()
        o.host = v1.decode()
        o.unknown_tags = None
    return out


def write_acl_description_v2_array(items: Iterable[AclDescription], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_9[0, 0]
    for o in items:
        s1 = o.principal.encode()
        n2 = len(s1)
        s3 = o.host.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_9[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3, o.operation, o.permission_type)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_acl_description_v0_array(items: Iterable[AclDescription], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_8[0, 0]
    for o in items:
        s1 = o.principal.encode()
        n2 = len(s1)
        s3 = o.host.encode()
        n4 = len(s3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_8[last6, last7]
        put(pack5(n2, s1, n4, s3, o.operation, o.permission_type))


def read_describe_acls_resource_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeAclsResource], int]:
    out = many(DescribeAclsResource, count)
    key_acl_description_v2: Key | None = None
    for o in out:
        o.resource_type, n1 = unpack_bB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 1
            o.resource_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.resource_name, pos = long_string(buf, pos + 2, n1)
        o.pattern_type, n2 = unpack_bB(buf, pos)
        pos += 2
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.acls = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 5 > end - pos or n2 > ctx.left:
                refuse_count(n2, 5, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_acl_description_v2 is None:
                o.acls, pos, _ = some_acl_description_v2(buf, pos, end, n2, ctx)
            else:
                o.acls, pos, key_acl_description_v2 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_acl_description_v2,
                    fill_acl_description_v2,
                    rows_acl_description_v2,
                    key_acl_description_v2,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_describe_acls_resource_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeAclsResource], int]:
    out = many(DescribeAclsResource, count)
    key_acl_description_v0: Key | None = None
    for o in out:
        o.resource_type, n1 = unpack_bh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 3
            o.resource_name = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.resource_name = refuse_length(n1)
            pos = pos + 3
        o.pattern_type, n2 = unpack_bi(buf, pos)
        pos += 5
        if n2 < 1:
            o.acls = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 6 > end - pos or n2 > ctx.left:
                refuse_count(n2, 6, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_acl_description_v0 is None:
                o.acls, pos, _ = some_acl_description_v0(buf, pos, end, n2, ctx)
            else:
                o.acls, pos, key_acl_description_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_acl_description_v0,
                    fill_acl_description_v0,
                    rows_acl_description_v0,
                    key_acl_description_v0,
                )
        o.unknown_tags = None
    return out, pos


def read_describe_acls_resource_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeAclsResource], int]:
    out = many(DescribeAclsResource, count)
    key_acl_description_v0: Key | None = None
    for o in out:
        o.resource_type, n1 = unpack_bh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 3
            o.resource_name = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.resource_name = refuse_length(n1)
            pos = pos + 3
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.acls = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 6 > end - pos or n2 > ctx.left:
                refuse_count(n2, 6, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_acl_description_v0 is None:
                o.acls, pos, _ = some_acl_description_v0(buf, pos, end, n2, ctx)
            else:
                o.acls, pos, key_acl_description_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_acl_description_v0,
                    fill_acl_description_v0,
                    rows_acl_description_v0,
                    key_acl_description_v0,
                )
        o.pattern_type = 3
        o.unknown_tags = None
    return out, pos


def write_describe_acls_resource_v2_array(items: Iterable[DescribeAclsResource], put: Put) -> None:
    for o in items:
        s1 = o.resource_name.encode()
        n2 = len(s1)
        v3 = o.acls
        if v3:
            put(shapes_6[n2](o.resource_type, n2 + 1, s1, o.pattern_type))
            put(COUNTS[len(v3)])
            write_acl_description_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_7[n2](o.resource_type, n2 + 1, s1, o.pattern_type, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_acls_resource_v1_array(items: Iterable[DescribeAclsResource], put: Put) -> None:
    for o in items:
        s1 = o.resource_name.encode()
        n2 = len(s1)
        v3 = o.acls
        if v3:
            put(shapes_5[n2](o.resource_type, n2, s1, o.pattern_type, len(v3)))
            write_acl_description_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_5[n2](o.resource_type, n2, s1, o.pattern_type, 0))


def write_describe_acls_resource_v0_array(items: Iterable[DescribeAclsResource], put: Put) -> None:
    for o in items:
        if o.pattern_type != 3:
            absent(o, "pattern_type")
        s1 = o.resource_name.encode()
        n2 = len(s1)
        v3 = o.acls
        if v3:
            put(shapes_4[n2](o.resource_type, n2, s1, len(v3)))
            write_acl_description_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_4[n2](o.resource_type, n2, s1, 0))


def read_describe_acls_response_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeAclsResponse, int]:
    o = new(DescribeAclsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 7
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.resources = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 5 > end - pos or n2 > ctx.left:
            refuse_count(n2, 5, end - pos)
        ctx.left -= n2
        o.resources, pos = read_describe_acls_resource_v2_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_acls_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeAclsResponse, int]:
    o = new(DescribeAclsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihh(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 8
        o.error_message = buf[pos + 8 : p].decode()
        pos = p
    else:
        o.error_message = null_or_refuse(n1)
        pos = pos + 8
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.resources = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 8 > end - pos or n2 > ctx.left:
            refuse_count(n2, 8, end - pos)
        ctx.left -= n2
        o.resources, pos = read_describe_acls_resource_v1_array(buf, pos, end, n2, ctx)
    o.unknown_tags = None
    return o, pos


def read_describe_acls_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeAclsResponse, int]:
    o = new(DescribeAclsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihh(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 8
        o.error_message = buf[pos + 8 : p].decode()
        pos = p
    else:
        o.error_message = null_or_refuse(n1)
        pos = pos + 8
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.resources = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 7 > end - pos or n2 > ctx.left:
            refuse_count(n2, 7, end - pos)
        ctx.left -= n2
        o.resources, pos = read_describe_acls_resource_v0_array(buf, pos, end, n2, ctx)
    o.unknown_tags = None
    return o, pos


def encode_describe_acls_response_v2(o: DescribeAclsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v4 = o.resources
    if v4:
        put(shapes_2[len(s1)](o.throttle_time_ms, o.error_code, n2, s1))
        put(COUNTS[len(v4)])
        write_describe_acls_resource_v2_array(v4, put)
    elif v4 is None:
        refuse_null()
    if v4:
        data = b"\0"
    else:
        data = shapes_3[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_acls_response_v1(o: DescribeAclsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = -1
    else:
        s1 = v3.encode()
        n2 = len(s1)
    v4 = o.resources
    if v4:
        put(shapes_1[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, len(v4)))
        write_describe_acls_resource_v1_array(v4, put)
    elif v4 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v4:
        put(shapes_1[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, 0))
    return b"".join(parts)


def encode_describe_acls_response_v0(o: DescribeAclsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = -1
    else:
        s1 = v3.encode()
        n2 = len(s1)
    v4 = o.resources
    if v4:
        put(shapes_1[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, len(v4)))
        write_describe_acls_resource_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v4:
        put(shapes_1[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeAclsResponse], bytes]] = {
    0: encode_describe_acls_response_v0,
    1: encode_describe_acls_response_v1,
    2: encode_describe_acls_response_v2,
    3: encode_describe_acls_response_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeAclsResponse, int]]] = {
    0: read_describe_acls_response_v0,
    1: read_describe_acls_response_v1,
    2: read_describe_acls_response_v2,
    3: read_describe_acls_response_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeAclsResponse response 0-3 flexible=2+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ErrorMessage string 0+ null=0+
 Resources []DescribeAclsResource 0+
  ResourceType int8 0+
  ResourceName string 0+
  PatternType int8 1+ default=3
  Acls []AclDescription 0+
   Principal string 0+
   Host string 0+
   Operation int8 0+
   PermissionType int8 0+
"""
