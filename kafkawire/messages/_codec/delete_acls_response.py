# Generated from rpc/DeleteAclsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.delete_acls_response import DeleteAclsFilterResult, DeleteAclsMatchingAcl, DeleteAclsResponse
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
rows_delete_acls_matching_acl_v0 = Rows("h Y1 b Y1 Y1 Y1 bb")
rows_delete_acls_matching_acl_v1 = Rows("h Y1 b Y1 b Y1 Y1 bb")
rows_delete_acls_matching_acl_v2 = Rows("h P1 b P1 b P1 P1 bb T")
shapes_1 = Shapes("hh%dsi")
shapes_2 = Shapes("hS%ds")
shapes_3 = Shapes("hS%dsBx")
shapes_4 = Shapes("hh%dsbh%dsh%ds")
shapes_5 = Shapes("h%dsbb")
shapes_6 = Shapes("hh%dsbh%dsbh%ds")
shapes_7 = Shapes("hS%dsbS%dsbS%ds")
shapes_8 = Shapes("S%dsbbx")
unpack_bB = Packer(">bB").unpack_from
unpack_bb = Packer(">bb").unpack_from
unpack_bbB = Packer(">bbB").unpack_from
unpack_bh = Packer(">bh").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hh = Packer(">hh").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from


def some_delete_acls_matching_acl_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteAclsMatchingAcl], int, Key]:
    out = many(DeleteAclsMatchingAcl, count)
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
        o.resource_type, n2 = unpack_bB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 1
            o.resource_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.resource_name, pos = long_string(buf, pos + 2, n2)
        o.pattern_type, n3 = unpack_bB(buf, pos)
        if 0 < n3 < 128:
            p = pos + n3 + 1
            o.principal = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.principal, pos = long_string(buf, pos + 2, n3)
        n4 = buf[pos]
        if 0 < n4 < 128:
            p = pos + n4
            o.host = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 1, n4)
        o.operation, o.permission_type, t = unpack_bbB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, n4, t)


def fill_delete_acls_matching_acl_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeleteAclsMatchingAcl]:
    k0, k1, k2, k3, _ = key
    out = many(DeleteAclsMatchingAcl, count)
    o: DeleteAclsMatchingAcl
    for o, row in zip(out, rows):
        o.error_code, v1, o.resource_type, v3, o.pattern_type, v5, v6, o.operation, o.permission_type = row
        o.error_message = v1.decode() if k0 else None
        o.resource_name = v3.decode()
        o.principal = v5.decode()
        o.host = v6.decode()
        o.unknown_tags = None
    return out


def some_delete_acls_matching_acl_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteAclsMatchingAcl], int, Key]:
    out = many(DeleteAclsMatchingAcl, count)
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.error_message = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n1)
            pos = pos + 4
        o.resource_type, n2 = unpack_bh(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 3
            o.resource_name = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.resource_name = refuse_length(n2)
            pos = pos + 3
        o.pattern_type, n3 = unpack_bh(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 3
            o.principal = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.principal = refuse_length(n3)
            pos = pos + 3
        (n4,) = unpack_h(buf, pos)
        if n4 >= 0:
            p = pos + n4 + 2
            o.host = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.host = refuse_length(n4)
            pos = pos + 2
        o.operation, o.permission_type = unpack_bb(buf, pos)
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1, n2, n3, n4)


def fill_delete_acls_matching_acl_v1(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeleteAclsMatchingAcl]:
    k0, k1, k2, k3 = key
    out = many(DeleteAclsMatchingAcl, count)
    o: DeleteAclsMatchingAcl
    for o, row in zip(out, rows):
        o.error_code, v1, o.resource_type, v3, o.pattern_type, v5, v6, o.operation, o.permission_type = row
        o.error_message = v1.decode() if k0 >= 0 else None
        o.resource_name = v3.decode()
        o.principal = v5.decode()
        o.host = v6.decode()
        o.unknown_tags = None
    return out


def some_delete_acls_matching_acl_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteAclsMatchingAcl], int, Key]:
    out = many(DeleteAclsMatchingAcl, count)
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.error_message = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n1)
            pos = pos + 4
        o.resource_type, n2 = unpack_bh(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 3
            o.resource_name = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.resource_name = refuse_length(n2)
            pos = pos + 3
        (n3,) = unpack_h(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 2
            o.principal = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.principal = refuse_length(n3)
            pos = pos + 2
        (n4,) = unpack_h(buf, pos)
        if n4 >= 0:
            p = pos + n4 + 2
            o.host = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.host = refuse_length(n4)
            pos = pos + 2
        o.operation, o.permission_type = unpack_bb(buf, pos)
        o.pattern_type = 3
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1, n2, n3, n4)


def fill_delete_acls_matching_acl_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeleteAclsMatchingAcl]:
    k0, k1, k2, k3 = key
    out = many(DeleteAclsMatchingAcl, count)
    o: DeleteAclsMatchingAcl
    for o, row in zip(out, rows):
        o.error_code, v1, o.resource_type, v3, v4, v5, o.operation, o.permission_type = row
        o.error_message = v1.decode() if k0 >= 0 else None
        o.resource_name = v3.decode()
        o.principal = v4.decode()
        o.host = v5.decode()
        o.pattern_type = 3
        o.unknown_tags = None
    return out


def write_delete_acls_matching_acl_v2_array(items: Iterable[DeleteAclsMatchingAcl], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_7[0, 0, 0]
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        s4 = o.resource_name.encode()
        n5 = len(s4)
        s6 = o.principal.encode()
        n7 = len(s6)
        if last9 != len(s1) or last10 != n5 or last11 != n7:
            last9, last10, last11 = len(s1), n5, n7
            pack8 = shapes_7[last9, last10, last11]
        put(pack8(o.error_code, n2, s1, o.resource_type, n5 + 1, s4, o.pattern_type, n7 + 1, s6))
        s12 = o.host.encode()
        n13 = len(s12)
        data = shapes_8[n13](n13 + 1, s12, o.operation, o.permission_type)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_delete_acls_matching_acl_v1_array(items: Iterable[DeleteAclsMatchingAcl], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_6[0, 0, 0]
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        s4 = o.resource_name.encode()
        n5 = len(s4)
        s6 = o.principal.encode()
        n7 = len(s6)
        if last9 != len(s1) or last10 != n5 or last11 != n7:
            last9, last10, last11 = len(s1), n5, n7
            pack8 = shapes_6[last9, last10, last11]
        put(pack8(o.error_code, n2, s1, o.resource_type, n5, s4, o.pattern_type, n7, s6))
        s12 = o.host.encode()
        n13 = len(s12)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_5[n13](n13, s12, o.operation, o.permission_type))


def write_delete_acls_matching_acl_v0_array(items: Iterable[DeleteAclsMatchingAcl], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_4[0, 0, 0]
    for o in items:
        if o.pattern_type != 3:
            absent(o, "pattern_type")
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        s4 = o.resource_name.encode()
        n5 = len(s4)
        s6 = o.principal.encode()
        n7 = len(s6)
        if last9 != len(s1) or last10 != n5 or last11 != n7:
            last9, last10, last11 = len(s1), n5, n7
            pack8 = shapes_4[last9, last10, last11]
        put(pack8(o.error_code, n2, s1, o.resource_type, n5, s4, n7, s6))
        s12 = o.host.encode()
        n13 = len(s12)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_5[n13](n13, s12, o.operation, o.permission_type))


def read_delete_acls_filter_result_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteAclsFilterResult], int]:
    out = many(DeleteAclsFilterResult, count)
    key_delete_acls_matching_acl_v2: Key | None = None
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
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.matching_acls = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 11 > end - pos or n2 > ctx.left:
                refuse_count(n2, 11, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_delete_acls_matching_acl_v2 is None:
                o.matching_acls, pos, _ = some_delete_acls_matching_acl_v2(buf, pos, end, n2, ctx)
            else:
                o.matching_acls, pos, key_delete_acls_matching_acl_v2 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_delete_acls_matching_acl_v2,
                    fill_delete_acls_matching_acl_v2,
                    rows_delete_acls_matching_acl_v2,
                    key_delete_acls_matching_acl_v2,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_delete_acls_filter_result_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteAclsFilterResult], int]:
    out = many(DeleteAclsFilterResult, count)
    key_delete_acls_matching_acl_v1: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.error_message = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n1)
            pos = pos + 4
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.matching_acls = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 14 > end - pos or n2 > ctx.left:
                refuse_count(n2, 14, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_delete_acls_matching_acl_v1 is None:
                o.matching_acls, pos, _ = some_delete_acls_matching_acl_v1(buf, pos, end, n2, ctx)
            else:
                o.matching_acls, pos, key_delete_acls_matching_acl_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_delete_acls_matching_acl_v1,
                    fill_delete_acls_matching_acl_v1,
                    rows_delete_acls_matching_acl_v1,
                    key_delete_acls_matching_acl_v1,
                )
        o.unknown_tags = None
    return out, pos


def read_delete_acls_filter_result_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteAclsFilterResult], int]:
    out = many(DeleteAclsFilterResult, count)
    key_delete_acls_matching_acl_v0: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.error_message = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n1)
            pos = pos + 4
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.matching_acls = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 13 > end - pos or n2 > ctx.left:
                refuse_count(n2, 13, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_delete_acls_matching_acl_v0 is None:
                o.matching_acls, pos, _ = some_delete_acls_matching_acl_v0(buf, pos, end, n2, ctx)
            else:
                o.matching_acls, pos, key_delete_acls_matching_acl_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_delete_acls_matching_acl_v0,
                    fill_delete_acls_matching_acl_v0,
                    rows_delete_acls_matching_acl_v0,
                    key_delete_acls_matching_acl_v0,
                )
        o.unknown_tags = None
    return out, pos


def write_delete_acls_filter_result_v2_array(items: Iterable[DeleteAclsFilterResult], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        v4 = o.matching_acls
        if v4:
            put(shapes_2[len(s1)](o.error_code, n2, s1))
            put(COUNTS[len(v4)])
            write_delete_acls_matching_acl_v2_array(v4, put)
        elif v4 is None:
            refuse_null()
        if v4:
            data = b"\0"
        else:
            data = shapes_3[len(s1)](o.error_code, n2, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_delete_acls_filter_result_v1_array(items: Iterable[DeleteAclsFilterResult], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        v4 = o.matching_acls
        if v4:
            put(shapes_1[len(s1)](o.error_code, n2, s1, len(v4)))
            write_delete_acls_matching_acl_v1_array(v4, put)
        elif v4 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v4:
            put(shapes_1[len(s1)](o.error_code, n2, s1, 0))


def write_delete_acls_filter_result_v0_array(items: Iterable[DeleteAclsFilterResult], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        v4 = o.matching_acls
        if v4:
            put(shapes_1[len(s1)](o.error_code, n2, s1, len(v4)))
            write_delete_acls_matching_acl_v0_array(v4, put)
        elif v4 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v4:
            put(shapes_1[len(s1)](o.error_code, n2, s1, 0))


def read_delete_acls_response_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteAclsResponse, int]:
    o = new(DeleteAclsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.filter_results = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        o.filter_results, pos = read_delete_acls_filter_result_v2_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_delete_acls_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteAclsResponse, int]:
    o = new(DeleteAclsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.filter_results = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        o.filter_results, pos = read_delete_acls_filter_result_v1_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def read_delete_acls_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteAclsResponse, int]:
    o = new(DeleteAclsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.filter_results = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        o.filter_results, pos = read_delete_acls_filter_result_v0_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def encode_delete_acls_response_v2(o: DeleteAclsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.filter_results
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_delete_acls_filter_result_v2_array(v1, put)
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


def encode_delete_acls_response_v1(o: DeleteAclsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.filter_results
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_delete_acls_filter_result_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_delete_acls_response_v0(o: DeleteAclsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.filter_results
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_delete_acls_filter_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DeleteAclsResponse], bytes]] = {
    0: encode_delete_acls_response_v0,
    1: encode_delete_acls_response_v1,
    2: encode_delete_acls_response_v2,
    3: encode_delete_acls_response_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DeleteAclsResponse, int]]] = {
    0: read_delete_acls_response_v0,
    1: read_delete_acls_response_v1,
    2: read_delete_acls_response_v2,
    3: read_delete_acls_response_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
DeleteAclsResponse response 0-3 flexible=2+
 ThrottleTimeMs int32 0+
 FilterResults []DeleteAclsFilterResult 0+
  ErrorCode int16 0+
  ErrorMessage string 0+ null=0+
  MatchingAcls []DeleteAclsMatchingAcl 0+
   ErrorCode int16 0+
   ErrorMessage string 0+ null=0+
   ResourceType int8 0+
   ResourceName string 0+
   PatternType int8 1+ default=3
   Principal string 0+
   Host string 0+
   Operation int8 0+
   PermissionType int8 0+
"""
