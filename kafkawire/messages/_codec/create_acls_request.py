# Generated from rpc/CreateAclsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.create_acls_request import AclCreation, CreateAclsRequest
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

pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
rows_acl_creation_v0 = Rows("b Y1 Y1 Y1 bb")
rows_acl_creation_v1 = Rows("b Y1 b Y1 Y1 bb")
rows_acl_creation_v2 = Rows("b P1 b P1 P1 bb T")
shapes_1 = Shapes("bh%dsh%dsh%dsbb")
shapes_2 = Shapes("bh%dsbh%dsh%dsbb")
shapes_3 = Shapes("bS%dsbS%dsS%dsbbx")
unpack_bB = Packer(">bB").unpack_from
unpack_bb = Packer(">bb").unpack_from
unpack_bbB = Packer(">bbB").unpack_from
unpack_bh = Packer(">bh").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from


def some_acl_creation_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AclCreation], int, Key]:
    out = many(AclCreation, count)
    for o in out:
        o.resource_type, n1 = unpack_bB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 1
            o.resource_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.resource_name, pos = long_string(buf, pos + 2, n1)
        o.resource_pattern_type, n2 = unpack_bB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 1
            o.principal = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.principal, pos = long_string(buf, pos + 2, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            p = pos + n3
            o.host = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 1, n3)
        o.operation, o.permission_type, t = unpack_bbB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, t)


def fill_acl_creation_v2(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[AclCreation]:
    out = many(AclCreation, count)
    o: AclCreation
    for o, row in zip(out, rows):
        o.resource_type, v1, o.resource_pattern_type, v3, v4, o.operation, o.permission_type = row
        o.resource_name = v1.decode()
        o.principal = v3.decode()
        o.host = v4.decode()
        o.unknown_tags = None
    return out


def some_acl_creation_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AclCreation], int, Key]:
    out = many(AclCreation, count)
    for o in out:
        o.resource_type, n1 = unpack_bh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 3
            o.resource_name = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.resource_name = refuse_length(n1)
            pos = pos + 3
        o.resource_pattern_type, n2 = unpack_bh(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 3
            o.principal = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.principal = refuse_length(n2)
            pos = pos + 3
        (n3,) = unpack_h(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 2
            o.host = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.host = refuse_length(n3)
            pos = pos + 2
        o.operation, o.permission_type = unpack_bb(buf, pos)
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1, n2, n3)


def fill_acl_creation_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[AclCreation]:
    out = many(AclCreation, count)
    o: AclCreation
    for o, row in zip(out, rows):
        o.resource_type, v1, o.resource_pattern_type, v3, v4, o.operation, o.permission_type = row
        o.resource_name = v1.decode()
        o.principal = v3.decode()
        o.host = v4.decode()
        o.unknown_tags = None
    return out


def some_acl_creation_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AclCreation], int, Key]:
    out = many(AclCreation, count)
    for o in out:
        o.resource_type, n1 = unpack_bh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 3
            o.resource_name = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.resource_name = refuse_length(n1)
            pos = pos + 3
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.principal = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.principal = refuse_length(n2)
            pos = pos + 2
        (n3,) = unpack_h(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 2
            o.host = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.host = refuse_length(n3)
            pos = pos + 2
        o.operation, o.permission_type = unpack_bb(buf, pos)
        o.resource_pattern_type = 3
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1, n2, n3)


def fill_acl_creation_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[AclCreation]:
    out = many(AclCreation, count)
    o: AclCreation
    for o, row in zip(out, rows):
        o.resource_type, v1, v2, v3, o.operation, o.permission_type = row
        o.resource_name = v1.decode()
        o.principal = v2.decode()
        o.host = v3.decode()
        o.resource_pattern_type = 3
        o.unknown_tags = None
    return out


def write_acl_creation_v2_array(items: Iterable[AclCreation], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_3[0, 0, 0]
    for o in items:
        s1 = o.resource_name.encode()
        n2 = len(s1)
        s3 = o.principal.encode()
        n4 = len(s3)
        s5 = o.host.encode()
        n6 = len(s5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_3[last8, last9, last10]
        data = pack7(
            o.resource_type, n2 + 1, s1, o.resource_pattern_type, n4 + 1, s3, n6 + 1, s5, o.operation, o.permission_type
        )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_acl_creation_v1_array(items: Iterable[AclCreation], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_2[0, 0, 0]
    for o in items:
        s1 = o.resource_name.encode()
        n2 = len(s1)
        s3 = o.principal.encode()
        n4 = len(s3)
        s5 = o.host.encode()
        n6 = len(s5)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_2[last8, last9, last10]
        put(pack7(o.resource_type, n2, s1, o.resource_pattern_type, n4, s3, n6, s5, o.operation, o.permission_type))


def write_acl_creation_v0_array(items: Iterable[AclCreation], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_1[0, 0, 0]
    for o in items:
        if o.resource_pattern_type != 3:
            absent(o, "resource_pattern_type")
        s1 = o.resource_name.encode()
        n2 = len(s1)
        s3 = o.principal.encode()
        n4 = len(s3)
        s5 = o.host.encode()
        n6 = len(s5)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_1[last8, last9, last10]
        put(pack7(o.resource_type, n2, s1, n4, s3, n6, s5, o.operation, o.permission_type))


def read_create_acls_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CreateAclsRequest, int]:
    key_acl_creation_v2: Key | None = None
    o = new(CreateAclsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.creations = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_acl_creation_v2 is None:
            o.creations, pos, _ = some_acl_creation_v2(buf, pos, end, n1, ctx)
        else:
            o.creations, pos, key_acl_creation_v2 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_acl_creation_v2,
                fill_acl_creation_v2,
                rows_acl_creation_v2,
                key_acl_creation_v2,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_create_acls_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CreateAclsRequest, int]:
    key_acl_creation_v1: Key | None = None
    o = new(CreateAclsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.creations = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 10 > end - pos or n1 > ctx.left:
            refuse_count(n1, 10, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_acl_creation_v1 is None:
            o.creations, pos, _ = some_acl_creation_v1(buf, pos, end, n1, ctx)
        else:
            o.creations, pos, key_acl_creation_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_acl_creation_v1,
                fill_acl_creation_v1,
                rows_acl_creation_v1,
                key_acl_creation_v1,
            )
    o.unknown_tags = None
    return o, pos


def read_create_acls_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CreateAclsRequest, int]:
    key_acl_creation_v0: Key | None = None
    o = new(CreateAclsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.creations = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 9 > end - pos or n1 > ctx.left:
            refuse_count(n1, 9, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_acl_creation_v0 is None:
            o.creations, pos, _ = some_acl_creation_v0(buf, pos, end, n1, ctx)
        else:
            o.creations, pos, key_acl_creation_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_acl_creation_v0,
                fill_acl_creation_v0,
                rows_acl_creation_v0,
                key_acl_creation_v0,
            )
    o.unknown_tags = None
    return o, pos


def encode_create_acls_request_v2(o: CreateAclsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.creations
    if v1:
        put(COUNTS[len(v1)])
        write_acl_creation_v2_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_create_acls_request_v1(o: CreateAclsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.creations
    if v1:
        put(pack_i(len(v1)))
        write_acl_creation_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


def encode_create_acls_request_v0(o: CreateAclsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.creations
    if v1:
        put(pack_i(len(v1)))
        write_acl_creation_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[CreateAclsRequest], bytes]] = {
    0: encode_create_acls_request_v0,
    1: encode_create_acls_request_v1,
    2: encode_create_acls_request_v2,
    3: encode_create_acls_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[CreateAclsRequest, int]]] = {
    0: read_create_acls_request_v0,
    1: read_create_acls_request_v1,
    2: read_create_acls_request_v2,
    3: read_create_acls_request_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
CreateAclsRequest request 0-3 flexible=2+
 Creations []AclCreation 0+
  ResourceType int8 0+
  ResourceName string 0+
  ResourcePatternType int8 1+ default=3
  Principal string 0+
  Host string 0+
  Operation int8 0+
  PermissionType int8 0+
"""
