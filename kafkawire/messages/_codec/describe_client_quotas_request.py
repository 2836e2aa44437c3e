# Generated from rpc/DescribeClientQuotasRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_client_quotas_request import ComponentData, DescribeClientQuotasRequest
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

pack_Btx = Packer(">B?x").pack
pack_i = Packer(">i").pack
pack_it = Packer(">i?").pack
pack_t = Packer(">?").pack
pack_tx = Packer(">?x").pack
rows_component_data_v0 = Rows("Y1 b Y1")
rows_component_data_v1 = Rows("P1 b P1 T")
shapes_1 = Shapes("h%dsbh%ds")
shapes_2 = Shapes("S%dsbS%dsx")
unpack_bB = Packer(">bB").unpack_from
unpack_bh = Packer(">bh").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_t = Packer(">?").unpack_from
unpack_tB = Packer(">?B").unpack_from


def some_component_data_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ComponentData], int, Key]:
    out = many(ComponentData, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.entity_type = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.entity_type, pos = long_string(buf, pos + 1, n1)
        o.match_type, n2 = unpack_bB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 1
            o.match = buf[pos + 2 : p].decode()
            pos = p
        elif n2 == 0:
            o.match = None
            pos = pos + 2
        else:
            o.match, pos = long_string_or_null(buf, pos + 2, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_component_data_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ComponentData]:
    k0, k1, _ = key
    out = many(ComponentData, count)
    o: ComponentData
    for o, row in zip(out, rows):
        v0, o.match_type, v2 = row
        o.entity_type = v0.decode()
        o.match = v2.decode() if k1 else None
        o.unknown_tags = None
    return out


def some_component_data_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ComponentData], int, Key]:
    out = many(ComponentData, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.entity_type = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.entity_type = refuse_length(n1)
            pos = pos + 2
        o.match_type, n2 = unpack_bh(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 3
            o.match = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.match = null_or_refuse(n2)
            pos = pos + 3
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_component_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ComponentData]:
    k0, k1 = key
    out = many(ComponentData, count)
    o: ComponentData
    for o, row in zip(out, rows):
        v0, o.match_type, v2 = row
        o.entity_type = v0.decode()
        o.match = v2.decode() if k1 >= 0 else None
        o.unknown_tags = None
    return out


def write_component_data_v1_array(items: Iterable[ComponentData], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_2[0, 0]
    for o in items:
        s1 = o.entity_type.encode()
        n2 = len(s1)
        v5 = o.match
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_2[last7, last8]
        data = pack6(n2 + 1, s1, o.match_type, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_component_data_v0_array(items: Iterable[ComponentData], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_1[0, 0]
    for o in items:
        s1 = o.entity_type.encode()
        n2 = len(s1)
        v5 = o.match
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
        put(pack6(n2, s1, o.match_type, n4, s3))


def read_describe_client_quotas_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeClientQuotasRequest, int]:
    key_component_data_v1: Key | None = None
    o = new(DescribeClientQuotasRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.components = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_component_data_v1 is None:
            o.components, pos, _ = some_component_data_v1(buf, pos, end, n1, ctx)
        else:
            o.components, pos, key_component_data_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_component_data_v1,
                fill_component_data_v1,
                rows_component_data_v1,
                key_component_data_v1,
            )
    o.strict, t = unpack_tB(buf, pos)
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_client_quotas_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeClientQuotasRequest, int]:
    key_component_data_v0: Key | None = None
    o = new(DescribeClientQuotasRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.components = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_component_data_v0 is None:
            o.components, pos, _ = some_component_data_v0(buf, pos, end, n1, ctx)
        else:
            o.components, pos, key_component_data_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_component_data_v0,
                fill_component_data_v0,
                rows_component_data_v0,
                key_component_data_v0,
            )
    (o.strict,) = unpack_t(buf, pos)
    o.unknown_tags = None
    return o, pos + 1


def encode_describe_client_quotas_request_v1(o: DescribeClientQuotasRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.components
    if v1:
        put(COUNTS[len(v1)])
        write_component_data_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_tx(o.strict)
    else:
        data = pack_Btx(1, o.strict)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_client_quotas_request_v0(o: DescribeClientQuotasRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.components
    if v1:
        put(pack_i(len(v1)))
        write_component_data_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_t(o.strict))
    else:
        put(pack_it(0, o.strict))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeClientQuotasRequest], bytes]] = {
    0: encode_describe_client_quotas_request_v0,
    1: encode_describe_client_quotas_request_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeClientQuotasRequest, int]]] = {
    0: read_describe_client_quotas_request_v0,
    1: read_describe_client_quotas_request_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeClientQuotasRequest request 0-1 flexible=1+
 Components []ComponentData 0+
  EntityType string 0+
  MatchType int8 0+
  Match string 0+ null=0+
 Strict bool 0+
"""
