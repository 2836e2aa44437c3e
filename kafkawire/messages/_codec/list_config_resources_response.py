# Generated from rpc/ListConfigResourcesResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.list_config_resources_response import ConfigResource, ListConfigResourcesResponse
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
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

pack_ih = Packer(">ih").pack
pack_ihBx = Packer(">ihBx").pack
rows_config_resource_v0 = Rows("P1 T")
rows_config_resource_v1 = Rows("P1 b T")
shapes_1 = Shapes("S%dsx")
shapes_2 = Shapes("S%dsbx")
unpack_bB = Packer(">bB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from


def some_config_resource_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ConfigResource], int, Key]:
    out = many(ConfigResource, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.resource_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.resource_name, pos = long_string(buf, pos + 1, n1)
        o.resource_type, t = unpack_bB(buf, pos)
        o.unknown_tags = None
        pos += 2
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_config_resource_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ConfigResource]:
    out = many(ConfigResource, count)
    o: ConfigResource
    for o, row in zip(out, rows):
        v0, o.resource_type = row
        o.resource_name = v0.decode()
        o.unknown_tags = None
    return out


def some_config_resource_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ConfigResource], int, Key]:
    out = many(ConfigResource, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.resource_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.resource_name, pos = long_string(buf, pos + 1, n1)
        t = buf[pos]
        o.resource_type = 16
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_config_resource_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ConfigResource]:
    out = many(ConfigResource, count)
    o: ConfigResource
    for o, row in zip(out, rows):
        (v0,) = row
        o.resource_name = v0.decode()
        o.resource_type = 16
        o.unknown_tags = None
    return out


def write_config_resource_v1_array(items: Iterable[ConfigResource], put: Put) -> None:
    for o in items:
        s1 = o.resource_name.encode()
        n2 = len(s1)
        data = shapes_2[n2](n2 + 1, s1, o.resource_type)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_config_resource_v0_array(items: Iterable[ConfigResource], put: Put) -> None:
    for o in items:
        s1 = o.resource_name.encode()
        n2 = len(s1)
        data = shapes_1[n2](n2 + 1, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_list_config_resources_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ListConfigResourcesResponse, int]:
    key_config_resource_v1: Key | None = None
    o = new(ListConfigResourcesResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.config_resources = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_config_resource_v1 is None:
            o.config_resources, pos, _ = some_config_resource_v1(buf, pos, end, n1, ctx)
        else:
            o.config_resources, pos, key_config_resource_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_config_resource_v1,
                fill_config_resource_v1,
                rows_config_resource_v1,
                key_config_resource_v1,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_list_config_resources_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ListConfigResourcesResponse, int]:
    key_config_resource_v0: Key | None = None
    o = new(ListConfigResourcesResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.config_resources = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_config_resource_v0 is None:
            o.config_resources, pos, _ = some_config_resource_v0(buf, pos, end, n1, ctx)
        else:
            o.config_resources, pos, key_config_resource_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_config_resource_v0,
                fill_config_resource_v0,
                rows_config_resource_v0,
                key_config_resource_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_list_config_resources_response_v1(o: ListConfigResourcesResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.config_resources
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        write_config_resource_v1_array(v1, put)
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


def encode_list_config_resources_response_v0(o: ListConfigResourcesResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.config_resources
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        write_config_resource_v0_array(v1, put)
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


ENCODERS: dict[int, Callable[[ListConfigResourcesResponse], bytes]] = {
    0: encode_list_config_resources_response_v0,
    1: encode_list_config_resources_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ListConfigResourcesResponse, int]]] = {
    0: read_list_config_resources_response_v0,
    1: read_list_config_resources_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
ListConfigResourcesResponse response 0-1 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ConfigResources []ConfigResource 0+
  ResourceName string 0+
  ResourceType int8 1+ ignorable default=16
"""
