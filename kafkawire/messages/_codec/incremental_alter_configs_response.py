# Generated from rpc/IncrementalAlterConfigsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.incremental_alter_configs_response import (
    AlterConfigsResourceResponse,
    IncrementalAlterConfigsResponse,
)
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
rows_alter_configs_resource_response_v0 = Rows("h Y1 b Y1")
rows_alter_configs_resource_response_v1 = Rows("h P1 b P1 T")
shapes_1 = Shapes("hh%dsbh%ds")
shapes_2 = Shapes("hS%dsbS%dsx")
unpack_bB = Packer(">bB").unpack_from
unpack_bh = Packer(">bh").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hh = Packer(">hh").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from


def some_alter_configs_resource_response_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AlterConfigsResourceResponse], int, Key]:
    out = many(AlterConfigsResourceResponse, count)
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
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_alter_configs_resource_response_v1(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[AlterConfigsResourceResponse]:
    k0, k1, _ = key
    out = many(AlterConfigsResourceResponse, count)
    o: AlterConfigsResourceResponse
    for o, row in zip(out, rows):
        o.error_code, v1, o.resource_type, v3 = row
        o.error_message = v1.decode() if k0 else None
        o.resource_name = v3.decode()
        o.unknown_tags = None
    return out


def some_alter_configs_resource_response_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AlterConfigsResourceResponse], int, Key]:
    out = many(AlterConfigsResourceResponse, count)
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
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_alter_configs_resource_response_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[AlterConfigsResourceResponse]:
    k0, k1 = key
    out = many(AlterConfigsResourceResponse, count)
    o: AlterConfigsResourceResponse
    for o, row in zip(out, rows):
        o.error_code, v1, o.resource_type, v3 = row
        o.error_message = v1.decode() if k0 >= 0 else None
        o.resource_name = v3.decode()
        o.unknown_tags = None
    return out


def write_alter_configs_resource_response_v1_array(items: Iterable[AlterConfigsResourceResponse], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_2[0, 0]
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
        if last7 != len(s1) or last8 != n5:
            last7, last8 = len(s1), n5
            pack6 = shapes_2[last7, last8]
        data = pack6(o.error_code, n2, s1, o.resource_type, n5 + 1, s4)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_alter_configs_resource_response_v0_array(items: Iterable[AlterConfigsResourceResponse], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_1[0, 0]
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
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last7 != len(s1) or last8 != n5:
            last7, last8 = len(s1), n5
            pack6 = shapes_1[last7, last8]
        put(pack6(o.error_code, n2, s1, o.resource_type, n5, s4))


def read_incremental_alter_configs_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[IncrementalAlterConfigsResponse, int]:
    key_alter_configs_resource_response_v1: Key | None = None
    o = new(IncrementalAlterConfigsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.responses = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_alter_configs_resource_response_v1 is None:
            o.responses, pos, _ = some_alter_configs_resource_response_v1(buf, pos, end, n1, ctx)
        else:
            o.responses, pos, key_alter_configs_resource_response_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_alter_configs_resource_response_v1,
                fill_alter_configs_resource_response_v1,
                rows_alter_configs_resource_response_v1,
                key_alter_configs_resource_response_v1,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_incremental_alter_configs_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[IncrementalAlterConfigsResponse, int]:
    key_alter_configs_resource_response_v0: Key | None = None
    o = new(IncrementalAlterConfigsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 7 > end - pos or n1 > ctx.left:
            refuse_count(n1, 7, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_alter_configs_resource_response_v0 is None:
            o.responses, pos, _ = some_alter_configs_resource_response_v0(buf, pos, end, n1, ctx)
        else:
            o.responses, pos, key_alter_configs_resource_response_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_alter_configs_resource_response_v0,
                fill_alter_configs_resource_response_v0,
                rows_alter_configs_resource_response_v0,
                key_alter_configs_resource_response_v0,
            )
    o.unknown_tags = None
    return o, pos


def encode_incremental_alter_configs_response_v1(o: IncrementalAlterConfigsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.responses
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_alter_configs_resource_response_v1_array(v1, put)
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


def encode_incremental_alter_configs_response_v0(o: IncrementalAlterConfigsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.responses
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_alter_configs_resource_response_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[IncrementalAlterConfigsResponse], bytes]] = {
    0: encode_incremental_alter_configs_response_v0,
    1: encode_incremental_alter_configs_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[IncrementalAlterConfigsResponse, int]]] = {
    0: read_incremental_alter_configs_response_v0,
    1: read_incremental_alter_configs_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
IncrementalAlterConfigsResponse response 0-1 flexible=1+
 ThrottleTimeMs int32 0+
 Responses []AlterConfigsResourceResponse 0+
  ErrorCode int16 0+
  ErrorMessage string 0+ null=0+
  ResourceType int8 0+
  ResourceName string 0+
"""
