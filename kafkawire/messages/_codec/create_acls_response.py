# Generated from rpc/CreateAclsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.create_acls_response import AclCreationResult, CreateAclsResponse
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

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ii = Packer(">ii").pack
rows_acl_creation_result_v0 = Rows("h Y1")
rows_acl_creation_result_v2 = Rows("h P1 T")
shapes_1 = Shapes("hh%ds")
shapes_2 = Shapes("hS%dsx")
unpack_hB = Packer(">hB").unpack_from
unpack_hh = Packer(">hh").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from


def some_acl_creation_result_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AclCreationResult], int, Key]:
    out = many(AclCreationResult, count)
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
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_acl_creation_result_v2(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[AclCreationResult]:
    k0, _ = key
    out = many(AclCreationResult, count)
    o: AclCreationResult
    for o, row in zip(out, rows):
        o.error_code, v1 = row
        o.error_message = v1.decode() if k0 else None
        o.unknown_tags = None
    return out


def some_acl_creation_result_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AclCreationResult], int, Key]:
    out = many(AclCreationResult, count)
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.error_message = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n1)
            pos = pos + 4
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_acl_creation_result_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[AclCreationResult]:
    (k0,) = key
    out = many(AclCreationResult, count)
    o: AclCreationResult
    for o, row in zip(out, rows):
        o.error_code, v1 = row
        o.error_message = v1.decode() if k0 >= 0 else None
        o.unknown_tags = None
    return out


def write_acl_creation_result_v2_array(items: Iterable[AclCreationResult], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_2[len(s1)](o.error_code, n2, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_acl_creation_result_v0_array(items: Iterable[AclCreationResult], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_1[len(s1)](o.error_code, n2, s1))


def read_create_acls_response_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CreateAclsResponse, int]:
    key_acl_creation_result_v2: Key | None = None
    o = new(CreateAclsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.results = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_acl_creation_result_v2 is None:
            o.results, pos, _ = some_acl_creation_result_v2(buf, pos, end, n1, ctx)
        else:
            o.results, pos, key_acl_creation_result_v2 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_acl_creation_result_v2,
                fill_acl_creation_result_v2,
                rows_acl_creation_result_v2,
                key_acl_creation_result_v2,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_create_acls_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CreateAclsResponse, int]:
    key_acl_creation_result_v0: Key | None = None
    o = new(CreateAclsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.results = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_acl_creation_result_v0 is None:
            o.results, pos, _ = some_acl_creation_result_v0(buf, pos, end, n1, ctx)
        else:
            o.results, pos, key_acl_creation_result_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_acl_creation_result_v0,
                fill_acl_creation_result_v0,
                rows_acl_creation_result_v0,
                key_acl_creation_result_v0,
            )
    o.unknown_tags = None
    return o, pos


def encode_create_acls_response_v2(o: CreateAclsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_acl_creation_result_v2_array(v1, put)
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


def encode_create_acls_response_v0(o: CreateAclsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_acl_creation_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[CreateAclsResponse], bytes]] = {
    0: encode_create_acls_response_v0,
    1: encode_create_acls_response_v0,
    2: encode_create_acls_response_v2,
    3: encode_create_acls_response_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[CreateAclsResponse, int]]] = {
    0: read_create_acls_response_v0,
    1: read_create_acls_response_v0,
    2: read_create_acls_response_v2,
    3: read_create_acls_response_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
CreateAclsResponse response 0-3 flexible=2+
 ThrottleTimeMs int32 0+
 Results []AclCreationResult 0+
  ErrorCode int16 0+
  ErrorMessage string 0+ null=0+
"""
