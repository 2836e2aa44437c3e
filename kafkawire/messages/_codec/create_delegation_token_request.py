# Generated from rpc/CreateDelegationTokenRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.create_delegation_token_request import CreatableRenewers, CreateDelegationTokenRequest
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
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_Bqx = Packer(">Bqx").pack
pack_i = Packer(">i").pack
pack_iq = Packer(">iq").pack
pack_q = Packer(">q").pack
pack_qx = Packer(">qx").pack
rows_creatable_renewers_v0 = Rows("Y1 Y1")
rows_creatable_renewers_v2 = Rows("P1 P1 T")
shapes_1 = Shapes("S%dsS%ds")
shapes_2 = Shapes("S%dsS%dsBqx")
shapes_3 = Shapes("h%dsh%ds")
shapes_4 = Shapes("S%dsS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_q = Packer(">q").unpack_from
unpack_qB = Packer(">qB").unpack_from


def some_creatable_renewers_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatableRenewers], int, Key]:
    out = many(CreatableRenewers, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.principal_type = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.principal_type, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.principal_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.principal_name, pos = long_string(buf, pos + 1, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_creatable_renewers_v2(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[CreatableRenewers]:
    out = many(CreatableRenewers, count)
    o: CreatableRenewers
    for o, row in zip(out, rows):
        v0, v1 = row
        o.principal_type = v0.decode()
        o.principal_name = v1.decode()
        o.unknown_tags = None
    return out


def some_creatable_renewers_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatableRenewers], int, Key]:
    out = many(CreatableRenewers, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.principal_type = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.principal_type = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.principal_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.principal_name = refuse_length(n2)
            pos = pos + 2
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_creatable_renewers_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[CreatableRenewers]:
    out = many(CreatableRenewers, count)
    o: CreatableRenewers
    for o, row in zip(out, rows):
        v0, v1 = row
        o.principal_type = v0.decode()
        o.principal_name = v1.decode()
        o.unknown_tags = None
    return out


def write_creatable_renewers_v2_array(items: Iterable[CreatableRenewers], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_4[0, 0]
    for o in items:
        s1 = o.principal_type.encode()
        n2 = len(s1)
        s3 = o.principal_name.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_4[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_creatable_renewers_v0_array(items: Iterable[CreatableRenewers], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_3[0, 0]
    for o in items:
        s1 = o.principal_type.encode()
        n2 = len(s1)
        s3 = o.principal_name.encode()
        n4 = len(s3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_3[last6, last7]
        put(pack5(n2, s1, n4, s3))


def read_create_delegation_token_request_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[CreateDelegationTokenRequest, int]:
    key_creatable_renewers_v2: Key | None = None
    o = new(CreateDelegationTokenRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.owner_principal_type = buf[pos + 1 : p].decode()
        pos = p
    elif n1 == 0:
        o.owner_principal_type = None
        pos = pos + 1
    else:
        o.owner_principal_type, pos = long_string_or_null(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.owner_principal_name = buf[pos + 1 : p].decode()
        pos = p
    elif n2 == 0:
        o.owner_principal_name = None
        pos = pos + 1
    else:
        o.owner_principal_name, pos = long_string_or_null(buf, pos + 1, n2)
    n3 = buf[pos]
    pos += 1
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.renewers = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 3 > end - pos or n3 > ctx.left:
            refuse_count(n3, 3, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_creatable_renewers_v2 is None:
            o.renewers, pos, _ = some_creatable_renewers_v2(buf, pos, end, n3, ctx)
        else:
            o.renewers, pos, key_creatable_renewers_v2 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_creatable_renewers_v2,
                fill_creatable_renewers_v2,
                rows_creatable_renewers_v2,
                key_creatable_renewers_v2,
            )
    o.max_lifetime_ms, t = unpack_qB(buf, pos)
    o.unknown_tags = None
    pos += 9
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_create_delegation_token_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[CreateDelegationTokenRequest, int]:
    key_creatable_renewers_v2: Key | None = None
    o = new(CreateDelegationTokenRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.renewers = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_creatable_renewers_v2 is None:
            o.renewers, pos, _ = some_creatable_renewers_v2(buf, pos, end, n1, ctx)
        else:
            o.renewers, pos, key_creatable_renewers_v2 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_creatable_renewers_v2,
                fill_creatable_renewers_v2,
                rows_creatable_renewers_v2,
                key_creatable_renewers_v2,
            )
    o.max_lifetime_ms, t = unpack_qB(buf, pos)
    o.owner_principal_type = ""
    o.owner_principal_name = ""
    o.unknown_tags = None
    pos += 9
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_create_delegation_token_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[CreateDelegationTokenRequest, int]:
    key_creatable_renewers_v0: Key | None = None
    o = new(CreateDelegationTokenRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.renewers = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_creatable_renewers_v0 is None:
            o.renewers, pos, _ = some_creatable_renewers_v0(buf, pos, end, n1, ctx)
        else:
            o.renewers, pos, key_creatable_renewers_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_creatable_renewers_v0,
                fill_creatable_renewers_v0,
                rows_creatable_renewers_v0,
                key_creatable_renewers_v0,
            )
    (o.max_lifetime_ms,) = unpack_q(buf, pos)
    o.owner_principal_type = ""
    o.owner_principal_name = ""
    o.unknown_tags = None
    return o, pos + 8


def encode_create_delegation_token_request_v3(o: CreateDelegationTokenRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.owner_principal_type
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v6 = o.owner_principal_name
    if v6 is None:
        s4 = b""
        n5 = 0
    else:
        s4 = v6.encode()
        n5 = len(s4) + 1
    v7 = o.renewers
    if v7:
        put(shapes_1[len(s1), len(s4)](n2, s1, n5, s4))
        put(COUNTS[len(v7)])
        write_creatable_renewers_v2_array(v7, put)
    elif v7 is None:
        refuse_null()
    if v7:
        data = pack_qx(o.max_lifetime_ms)
    else:
        data = shapes_2[len(s1), len(s4)](n2, s1, n5, s4, 1, o.max_lifetime_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_create_delegation_token_request_v2(o: CreateDelegationTokenRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.owner_principal_type != "":
        absent(o, "owner_principal_type")
    if o.owner_principal_name != "":
        absent(o, "owner_principal_name")
    v1 = o.renewers
    if v1:
        put(COUNTS[len(v1)])
        write_creatable_renewers_v2_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_qx(o.max_lifetime_ms)
    else:
        data = pack_Bqx(1, o.max_lifetime_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_create_delegation_token_request_v0(o: CreateDelegationTokenRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.owner_principal_type != "":
        absent(o, "owner_principal_type")
    if o.owner_principal_name != "":
        absent(o, "owner_principal_name")
    v1 = o.renewers
    if v1:
        put(pack_i(len(v1)))
        write_creatable_renewers_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_q(o.max_lifetime_ms))
    else:
        put(pack_iq(0, o.max_lifetime_ms))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[CreateDelegationTokenRequest], bytes]] = {
    0: encode_create_delegation_token_request_v0,
    1: encode_create_delegation_token_request_v0,
    2: encode_create_delegation_token_request_v2,
    3: encode_create_delegation_token_request_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[CreateDelegationTokenRequest, int]]] = {
    0: read_create_delegation_token_request_v0,
    1: read_create_delegation_token_request_v0,
    2: read_create_delegation_token_request_v2,
    3: read_create_delegation_token_request_v3,
}
NEEDS_CONTEXT = True
SPEC = """\
CreateDelegationTokenRequest request 0-3 flexible=2+
 OwnerPrincipalType string 3+ null=3+
 OwnerPrincipalName string 3+ null=3+
 Renewers []CreatableRenewers 0+
  PrincipalType string 0+
  PrincipalName string 0+
 MaxLifetimeMs int64 0+
"""
