# Generated from rpc/DeleteAclsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.delete_acls_request import DeleteAclsFilter, DeleteAclsRequest
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
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

pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
rows_delete_acls_filter_v0 = Rows("b Y1 Y1 Y1 bb")
rows_delete_acls_filter_v1 = Rows("b Y1 b Y1 Y1 bb")
rows_delete_acls_filter_v2 = Rows("b P1 b P1 P1 bb T")
shapes_1 = Shapes("bh%dsh%dsh%dsbb")
shapes_2 = Shapes("bh%dsbh%dsh%dsbb")
shapes_3 = Shapes("bS%dsbS%dsS%dsbbx")
unpack_bB = Packer(">bB").unpack_from
unpack_bb = Packer(">bb").unpack_from
unpack_bbB = Packer(">bbB").unpack_from
unpack_bh = Packer(">bh").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from


def some_delete_acls_filter_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteAclsFilter], int, Key]:
    out = many(DeleteAclsFilter, count)
    for o in out:
        o.resource_type_filter, n1 = unpack_bB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 1
            o.resource_name_filter = buf[pos + 2 : p].decode()
            pos = p
        elif n1 == 0:
            o.resource_name_filter = None
            pos = pos + 2
        else:
            o.resource_name_filter, pos = long_string_or_null(buf, pos + 2, n1)
        o.pattern_type_filter, n2 = unpack_bB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 1
            o.principal_filter = buf[pos + 2 : p].decode()
            pos = p
        elif n2 == 0:
            o.principal_filter = None
            pos = pos + 2
        else:
            o.principal_filter, pos = long_string_or_null(buf, pos + 2, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            p = pos + n3
            o.host_filter = buf[pos + 1 : p].decode()
            pos = p
        elif n3 == 0:
            o.host_filter = None
            pos = pos + 1
        else:
            o.host_filter, pos = long_string_or_null(buf, pos + 1, n3)
        o.operation, o.permission_type, t = unpack_bbB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, t)


def fill_delete_acls_filter_v2(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[DeleteAclsFilter]:
    k0, k1, k2, _ = key
    out = many(DeleteAclsFilter, count)
    o: DeleteAclsFilter
    for o, row in zip(out, rows):
        o.resource_type_filter, v1, o.pattern_type_filter, v3, v4, o.operation, o.permission_type = row
        o.resource_name_filter = v1.decode() if k0 else None
        o.principal_filter = v3.decode() if k1 else None
        o.host_filter = v4.decode() if k2 else None
        o.unknown_tags = None
    return out


def some_delete_acls_filter_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteAclsFilter], int, Key]:
    out = many(DeleteAclsFilter, count)
    for o in out:
        o.resource_type_filter, n1 = unpack_bh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 3
            o.resource_name_filter = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.resource_name_filter = null_or_refuse(n1)
            pos = pos + 3
        o.pattern_type_filter, n2 = unpack_bh(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 3
            o.principal_filter = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.principal_filter = null_or_refuse(n2)
            pos = pos + 3
        (n3,) = unpack_h(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 2
            o.host_filter = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.host_filter = null_or_refuse(n3)
            pos = pos + 2
        o.operation, o.permission_type = unpack_bb(buf, pos)
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1, n2, n3)


def fill_delete_acls_filter_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[DeleteAclsFilter]:
    k0, k1, k2 = key
    out = many(DeleteAclsFilter, count)
    o: DeleteAclsFilter
    for o, row in zip(out, rows):
        o.resource_type_filter, v1, o.pattern_type_filter, v3, v4, o.operation, o.permission_type = row
        o.resource_name_filter = v1.decode() if k0 >= 0 else None
        o.principal_filter = v3.decode() if k1 >= 0 else None
        o.host_filter = v4.decode() if k2 >= 0 else None
        o.unknown_tags = None
    return out


def some_delete_acls_filter_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteAclsFilter], int, Key]:
    out = many(DeleteAclsFilter, count)
    for o in out:
        o.resource_type_filter, n1 = unpack_bh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 3
            o.resource_name_filter = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.resource_name_filter = null_or_refuse(n1)
            pos = pos + 3
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.principal_filter = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.principal_filter = null_or_refuse(n2)
            pos = pos + 2
        (n3,) = unpack_h(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 2
            o.host_filter = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.host_filter = null_or_refuse(n3)
            pos = pos + 2
        o.operation, o.permission_type = unpack_bb(buf, pos)
        o.pattern_type_filter = 3
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1, n2, n3)


def fill_delete_acls_filter_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[DeleteAclsFilter]:
    k0, k1, k2 = key
    out = many(DeleteAclsFilter, count)
    o: DeleteAclsFilter
    for o, row in zip(out, rows):
        o.resource_type_filter, v1, v2, v3, o.operation, o.permission_type = row
        o.resource_name_filter = v1.decode() if k0 >= 0 else None
        o.principal_filter = v2.decode() if k1 >= 0 else None
        o.host_filter = v3.decode() if k2 >= 0 else None
        o.pattern_type_filter = 3
        o.unknown_tags = None
    return out


def write_delete_acls_filter_v2_array(items: Iterable[DeleteAclsFilter], put: Put) -> None:
    last11 = last12 = last13 = -1
    pack10 = shapes_3[0, 0, 0]
    for o in items:
        v3 = o.resource_name_filter
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        v6 = o.principal_filter
        if v6 is None:
            s4 = b""
            n5 = 0
        else:
            s4 = v6.encode()
            n5 = len(s4) + 1
        v9 = o.host_filter
        if v9 is None:
            s7 = b""
            n8 = 0
        else:
            s7 = v9.encode()
            n8 = len(s7) + 1
        if last11 != len(s1) or last12 != len(s4) or last13 != len(s7):
            last11, last12, last13 = len(s1), len(s4), len(s7)
            pack10 = shapes_3[last11, last12, last13]
        data = pack10(
            o.resource_type_filter, n2, s1, o.pattern_type_filter, n5, s4, n8, s7, o.operation, o.permission_type
        )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_delete_acls_filter_v1_array(items: Iterable[DeleteAclsFilter], put: Put) -> None:
    last11 = last12 = last13 = -1
    pack10 = shapes_2[0, 0, 0]
    for o in items:
        v3 = o.resource_name_filter
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        v6 = o.principal_filter
        if v6 is None:
            s4 = b""
            n5 = -1
        else:
            s4 = v6.encode()
            n5 = len(s4)
        v9 = o.host_filter
        if v9 is None:
            s7 = b""
            n8 = -1
        else:
            s7 = v9.encode()
            n8 = len(s7)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last11 != len(s1) or last12 != len(s4) or last13 != len(s7):
            last11, last12, last13 = len(s1), len(s4), len(s7)
            pack10 = shapes_2[last11, last12, last13]
        put(
            pack10(
                o.resource_type_filter, n2, s1, o.pattern_type_filter, n5, s4, n8, s7, o.operation, o.permission_type
            )
        )


def write_delete_acls_filter_v0_array(items: Iterable[DeleteAclsFilter], put: Put) -> None:
    last11 = last12 = last13 = -1
    pack10 = shapes_1[0, 0, 0]
    for o in items:
        if o.pattern_type_filter != 3:
            absent(o, "pattern_type_filter")
        v3 = o.resource_name_filter
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        v6 = o.principal_filter
        if v6 is None:
            s4 = b""
            n5 = -1
        else:
            s4 = v6.encode()
            n5 = len(s4)
        v9 = o.host_filter
        if v9 is None:
            s7 = b""
            n8 = -1
        else:
            s7 = v9.encode()
            n8 = len(s7)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last11 != len(s1) or last12 != len(s4) or last13 != len(s7):
            last11, last12, last13 = len(s1), len(s4), len(s7)
            pack10 = shapes_1[last11, last12, last13]
        put(pack10(o.resource_type_filter, n2, s1, n5, s4, n8, s7, o.operation, o.permission_type))


def read_delete_acls_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteAclsRequest, int]:
    key_delete_acls_filter_v2: Key | None = None
    o = new(DeleteAclsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.filters = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_delete_acls_filter_v2 is None:
            o.filters, pos, _ = some_delete_acls_filter_v2(buf, pos, end, n1, ctx)
        else:
            o.filters, pos, key_delete_acls_filter_v2 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_delete_acls_filter_v2,
                fill_delete_acls_filter_v2,
                rows_delete_acls_filter_v2,
                key_delete_acls_filter_v2,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_delete_acls_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteAclsRequest, int]:
    key_delete_acls_filter_v1: Key | None = None
    o = new(DeleteAclsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.filters = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 10 > end - pos or n1 > ctx.left:
            refuse_count(n1, 10, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_delete_acls_filter_v1 is None:
            o.filters, pos, _ = some_delete_acls_filter_v1(buf, pos, end, n1, ctx)
        else:
            o.filters, pos, key_delete_acls_filter_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_delete_acls_filter_v1,
                fill_delete_acls_filter_v1,
                rows_delete_acls_filter_v1,
                key_delete_acls_filter_v1,
            )
    o.unknown_tags = None
    return o, pos


def read_delete_acls_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteAclsRequest, int]:
    key_delete_acls_filter_v0: Key | None = None
    o = new(DeleteAclsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.filters = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 9 > end - pos or n1 > ctx.left:
            refuse_count(n1, 9, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_delete_acls_filter_v0 is None:
            o.filters, pos, _ = some_delete_acls_filter_v0(buf, pos, end, n1, ctx)
        else:
            o.filters, pos, key_delete_acls_filter_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_delete_acls_filter_v0,
                fill_delete_acls_filter_v0,
                rows_delete_acls_filter_v0,
                key_delete_acls_filter_v0,
            )
    o.unknown_tags = None
    return o, pos


def encode_delete_acls_request_v2(o: DeleteAclsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.filters
    if v1:
        put(COUNTS[len(v1)])
        write_delete_acls_filter_v2_array(v1, put)
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


def encode_delete_acls_request_v1(o: DeleteAclsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.filters
    if v1:
        put(pack_i(len(v1)))
        write_delete_acls_filter_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


def encode_delete_acls_request_v0(o: DeleteAclsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.filters
    if v1:
        put(pack_i(len(v1)))
        write_delete_acls_filter_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DeleteAclsRequest], bytes]] = {
    0: encode_delete_acls_request_v0,
    1: encode_delete_acls_request_v1,
    2: encode_delete_acls_request_v2,
    3: encode_delete_acls_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DeleteAclsRequest, int]]] = {
    0: read_delete_acls_request_v0,
    1: read_delete_acls_request_v1,
    2: read_delete_acls_request_v2,
    3: read_delete_acls_request_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
DeleteAclsRequest request 0-3 flexible=2+
 Filters []DeleteAclsFilter 0+
  ResourceTypeFilter int8 0+
  ResourceNameFilter string 0+ null=0+
  PatternTypeFilter int8 1+ default=3
  PrincipalFilter string 0+ null=0+
  HostFilter string 0+ null=0+
  Operation int8 0+
  PermissionType int8 0+
"""
