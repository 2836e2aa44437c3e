# Generated from rpc/IncrementalAlterConfigsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.incremental_alter_configs_request import (
    AlterConfigsResource,
    AlterableConfig,
    IncrementalAlterConfigsRequest,
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

pack_Btx = Packer(">B?x").pack
pack_i = Packer(">i").pack
pack_it = Packer(">i?").pack
pack_t = Packer(">?").pack
pack_tx = Packer(">?x").pack
rows_alterable_config_v0 = Rows("Y1 b Y1")
rows_alterable_config_v1 = Rows("P1 b P1 T")
shapes_1 = Shapes("bh%dsi")
shapes_2 = Shapes("bS%ds")
shapes_3 = Shapes("bS%dsBx")
shapes_4 = Shapes("h%dsbh%ds")
shapes_5 = Shapes("S%dsbS%dsx")
unpack_bB = Packer(">bB").unpack_from
unpack_bh = Packer(">bh").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_t = Packer(">?").unpack_from
unpack_tB = Packer(">?B").unpack_from


def some_alterable_config_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AlterableConfig], int, Key]:
    out = many(AlterableConfig, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.config_operation, n2 = unpack_bB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 1
            o.value = buf[pos + 2 : p].decode()
            pos = p
        elif n2 == 0:
            o.value = None
            pos = pos + 2
        else:
            o.value, pos = long_string_or_null(buf, pos + 2, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_alterable_config_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[AlterableConfig]:
    k0, k1, _ = key
    out = many(AlterableConfig, count)
    o: AlterableConfig
    for o, row in zip(out, rows):
        v0, o.config_operation, v2 = row
        o.name = v0.decode()
        o.value = v2.decode() if k1 else None
        o.unknown_tags = None
    return out


def some_alterable_config_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AlterableConfig], int, Key]:
    out = many(AlterableConfig, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        o.config_operation, n2 = unpack_bh(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 3
            o.value = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.value = null_or_refuse(n2)
            pos = pos + 3
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_alterable_config_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[AlterableConfig]:
    k0, k1 = key
    out = many(AlterableConfig, count)
    o: AlterableConfig
    for o, row in zip(out, rows):
        v0, o.config_operation, v2 = row
        o.name = v0.decode()
        o.value = v2.decode() if k1 >= 0 else None
        o.unknown_tags = None
    return out


def write_alterable_config_v1_array(items: Iterable[AlterableConfig], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_5[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v5 = o.value
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_5[last7, last8]
        data = pack6(n2 + 1, s1, o.config_operation, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_alterable_config_v0_array(items: Iterable[AlterableConfig], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_4[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v5 = o.value
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
            pack6 = shapes_4[last7, last8]
        put(pack6(n2, s1, o.config_operation, n4, s3))


def read_alter_configs_resource_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AlterConfigsResource], int]:
    out = many(AlterConfigsResource, count)
    key_alterable_config_v1: Key | None = None
    for o in out:
        o.resource_type, n1 = unpack_bB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 1
            o.resource_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.resource_name, pos = long_string(buf, pos + 2, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.configs = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 4 > end - pos or n2 > ctx.left:
                refuse_count(n2, 4, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_alterable_config_v1 is None:
                o.configs, pos, _ = some_alterable_config_v1(buf, pos, end, n2, ctx)
            else:
                o.configs, pos, key_alterable_config_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_alterable_config_v1,
                    fill_alterable_config_v1,
                    rows_alterable_config_v1,
                    key_alterable_config_v1,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_alter_configs_resource_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AlterConfigsResource], int]:
    out = many(AlterConfigsResource, count)
    key_alterable_config_v0: Key | None = None
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
            o.configs = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 5 > end - pos or n2 > ctx.left:
                refuse_count(n2, 5, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_alterable_config_v0 is None:
                o.configs, pos, _ = some_alterable_config_v0(buf, pos, end, n2, ctx)
            else:
                o.configs, pos, key_alterable_config_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_alterable_config_v0,
                    fill_alterable_config_v0,
                    rows_alterable_config_v0,
                    key_alterable_config_v0,
                )
        o.unknown_tags = None
    return out, pos


def write_alter_configs_resource_v1_array(items: Iterable[AlterConfigsResource], put: Put) -> None:
    for o in items:
        s1 = o.resource_name.encode()
        n2 = len(s1)
        v3 = o.configs
        if v3:
            put(shapes_2[n2](o.resource_type, n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_alterable_config_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](o.resource_type, n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_alter_configs_resource_v0_array(items: Iterable[AlterConfigsResource], put: Put) -> None:
    for o in items:
        s1 = o.resource_name.encode()
        n2 = len(s1)
        v3 = o.configs
        if v3:
            put(shapes_1[n2](o.resource_type, n2, s1, len(v3)))
            write_alterable_config_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](o.resource_type, n2, s1, 0))


def read_incremental_alter_configs_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[IncrementalAlterConfigsRequest, int]:
    o = new(IncrementalAlterConfigsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.resources = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        o.resources, pos = read_alter_configs_resource_v1_array(buf, pos, end, n1, ctx)
    o.validate_only, t = unpack_tB(buf, pos)
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_incremental_alter_configs_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[IncrementalAlterConfigsRequest, int]:
    o = new(IncrementalAlterConfigsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.resources = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 7 > end - pos or n1 > ctx.left:
            refuse_count(n1, 7, end - pos)
        ctx.left -= n1
        o.resources, pos = read_alter_configs_resource_v0_array(buf, pos, end, n1, ctx)
    (o.validate_only,) = unpack_t(buf, pos)
    o.unknown_tags = None
    return o, pos + 1


def encode_incremental_alter_configs_request_v1(o: IncrementalAlterConfigsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.resources
    if v1:
        put(COUNTS[len(v1)])
        write_alter_configs_resource_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_tx(o.validate_only)
    else:
        data = pack_Btx(1, o.validate_only)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_incremental_alter_configs_request_v0(o: IncrementalAlterConfigsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.resources
    if v1:
        put(pack_i(len(v1)))
        write_alter_configs_resource_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_t(o.validate_only))
    else:
        put(pack_it(0, o.validate_only))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[IncrementalAlterConfigsRequest], bytes]] = {
    0: encode_incremental_alter_configs_request_v0,
    1: encode_incremental_alter_configs_request_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[IncrementalAlterConfigsRequest, int]]] = {
    0: read_incremental_alter_configs_request_v0,
    1: read_incremental_alter_configs_request_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
IncrementalAlterConfigsRequest request 0-1 flexible=1+
 Resources []AlterConfigsResource 0+
  ResourceType int8 0+
  ResourceName string 0+
  Configs []AlterableConfig 0+
   Name string 0+
   ConfigOperation int8 0+
   Value string 0+ null=0+
 ValidateOnly bool 0+
"""
