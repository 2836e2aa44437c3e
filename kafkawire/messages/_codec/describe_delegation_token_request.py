# Generated from rpc/DescribeDelegationTokenRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_delegation_token_request import (
    DescribeDelegationTokenOwner,
    DescribeDelegationTokenRequest,
)
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
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
rows_describe_delegation_token_owner_v0 = Rows("Y1 Y1")
rows_describe_delegation_token_owner_v2 = Rows("P1 P1 T")
shapes_1 = Shapes("h%dsh%ds")
shapes_2 = Shapes("S%dsS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from


def some_describe_delegation_token_owner_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeDelegationTokenOwner], int, Key]:
    out = many(DescribeDelegationTokenOwner, count)
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


def fill_describe_delegation_token_owner_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribeDelegationTokenOwner]:
    out = many(DescribeDelegationTokenOwner, count)
    o: DescribeDelegationTokenOwner
    for o, row in zip(out, rows):
        v0, v1 = row
        o.principal_type = v0.decode()
        o.principal_name = v1.decode()
        o.unknown_tags = None
    return out


def some_describe_delegation_token_owner_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeDelegationTokenOwner], int, Key]:
    out = many(DescribeDelegationTokenOwner, count)
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


def fill_describe_delegation_token_owner_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribeDelegationTokenOwner]:
    out = many(DescribeDelegationTokenOwner, count)
    o: DescribeDelegationTokenOwner
    for o, row in zip(out, rows):
        v0, v1 = row
        o.principal_type = v0.decode()
        o.principal_name = v1.decode()
        o.unknown_tags = None
    return out


def write_describe_delegation_token_owner_v2_array(items: Iterable[DescribeDelegationTokenOwner], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_2[0, 0]
    for o in items:
        s1 = o.principal_type.encode()
        n2 = len(s1)
        s3 = o.principal_name.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_2[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_delegation_token_owner_v0_array(items: Iterable[DescribeDelegationTokenOwner], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_1[0, 0]
    for o in items:
        s1 = o.principal_type.encode()
        n2 = len(s1)
        s3 = o.principal_name.encode()
        n4 = len(s3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_1[last6, last7]
        put(pack5(n2, s1, n4, s3))


def read_describe_delegation_token_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeDelegationTokenRequest, int]:
    key_describe_delegation_token_owner_v2: Key | None = None
    o = new(DescribeDelegationTokenRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.owners = [] if n1 else None
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_describe_delegation_token_owner_v2 is None:
            o.owners, pos, _ = some_describe_delegation_token_owner_v2(buf, pos, end, n1, ctx)
        else:
            o.owners, pos, key_describe_delegation_token_owner_v2 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_describe_delegation_token_owner_v2,
                fill_describe_delegation_token_owner_v2,
                rows_describe_delegation_token_owner_v2,
                key_describe_delegation_token_owner_v2,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_delegation_token_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeDelegationTokenRequest, int]:
    key_describe_delegation_token_owner_v0: Key | None = None
    o = new(DescribeDelegationTokenRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.owners = [] if n1 == 0 else null_or_refuse(n1)
    else:
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_describe_delegation_token_owner_v0 is None:
            o.owners, pos, _ = some_describe_delegation_token_owner_v0(buf, pos, end, n1, ctx)
        else:
            o.owners, pos, key_describe_delegation_token_owner_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_describe_delegation_token_owner_v0,
                fill_describe_delegation_token_owner_v0,
                rows_describe_delegation_token_owner_v0,
                key_describe_delegation_token_owner_v0,
            )
    o.unknown_tags = None
    return o, pos


def encode_describe_delegation_token_request_v2(o: DescribeDelegationTokenRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.owners
    if v1:
        put(COUNTS[len(v1)])
        write_describe_delegation_token_owner_v2_array(v1, put)
    if v1:
        data = b"\0"
    else:
        data = pack_Bx(v1 is not None)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_delegation_token_request_v0(o: DescribeDelegationTokenRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.owners
    if v1:
        put(pack_i(len(v1)))
        write_describe_delegation_token_owner_v0_array(v1, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(-(v1 is None)))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeDelegationTokenRequest], bytes]] = {
    0: encode_describe_delegation_token_request_v0,
    1: encode_describe_delegation_token_request_v0,
    2: encode_describe_delegation_token_request_v2,
    3: encode_describe_delegation_token_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeDelegationTokenRequest, int]]] = {
    0: read_describe_delegation_token_request_v0,
    1: read_describe_delegation_token_request_v0,
    2: read_describe_delegation_token_request_v2,
    3: read_describe_delegation_token_request_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeDelegationTokenRequest request 0-3 flexible=2+
 Owners []DescribeDelegationTokenOwner 0+ null=0+
  PrincipalType string 0+
  PrincipalName string 0+
"""
