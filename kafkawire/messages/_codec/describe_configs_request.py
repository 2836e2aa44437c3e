# Generated from rpc/DescribeConfigsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable
from struct import Struct as Packer

from kafkawire.messages.describe_configs_request import DescribeConfigsRequest, DescribeConfigsResource
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Shapes,
    absent,
    compact_strings,
    legacy_strings,
    long_string,
    many,
    merge_tags,
    new,
    null_or_refuse,
    put_compact_strings,
    put_legacy_strings,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

pack_Bttx = Packer(">B??x").pack
pack_i = Packer(">i").pack
pack_it = Packer(">i?").pack
pack_itt = Packer(">i??").pack
pack_t = Packer(">?").pack
pack_tt = Packer(">??").pack
pack_ttx = Packer(">??x").pack
shapes_1 = Shapes("bh%dsi")
shapes_2 = Shapes("bS%ds")
shapes_3 = Shapes("bS%dsBx")
unpack_bB = Packer(">bB").unpack_from
unpack_bh = Packer(">bh").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_t = Packer(">?").unpack_from
unpack_tt = Packer(">??").unpack_from
unpack_ttB = Packer(">??B").unpack_from


def read_describe_configs_resource_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeConfigsResource], int]:
    out = many(DescribeConfigsResource, count)
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
            o.configuration_keys = [] if n2 else None
        else:
            n2 -= 1
            if n2 > end - pos or n2 > ctx.left:
                refuse_count(n2, 1, end - pos)
            ctx.left -= n2
            o.configuration_keys, pos = compact_strings(buf, pos, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_describe_configs_resource_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeConfigsResource], int]:
    out = many(DescribeConfigsResource, count)
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
            o.configuration_keys = [] if n2 == 0 else null_or_refuse(n2)
        else:
            if n2 * 2 > end - pos or n2 > ctx.left:
                refuse_count(n2, 2, end - pos)
            ctx.left -= n2
            o.configuration_keys, pos = legacy_strings(buf, pos, n2)
        o.unknown_tags = None
    return out, pos


def write_describe_configs_resource_v4_array(items: Iterable[DescribeConfigsResource], put: Put) -> None:
    for o in items:
        s1 = o.resource_name.encode()
        n2 = len(s1)
        v3 = o.configuration_keys
        if v3:
            put(shapes_2[n2](o.resource_type, n2 + 1, s1))
            put(COUNTS[len(v3)])
            put_compact_strings(put, v3)
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](o.resource_type, n2 + 1, s1, v3 is not None)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_configs_resource_v0_array(items: Iterable[DescribeConfigsResource], put: Put) -> None:
    for o in items:
        s1 = o.resource_name.encode()
        n2 = len(s1)
        v3 = o.configuration_keys
        if v3:
            put(shapes_1[n2](o.resource_type, n2, s1, len(v3)))
            put_legacy_strings(put, v3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](o.resource_type, n2, s1, -(v3 is None)))


def read_describe_configs_request_v4(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeConfigsRequest, int]:
    o = new(DescribeConfigsRequest)
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
        o.resources, pos = read_describe_configs_resource_v4_array(buf, pos, end, n1, ctx)
    o.include_synonyms, o.include_documentation, t = unpack_ttB(buf, pos)
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_configs_request_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeConfigsRequest, int]:
    o = new(DescribeConfigsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.resources = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 7 > end - pos or n1 > ctx.left:
            refuse_count(n1, 7, end - pos)
        ctx.left -= n1
        o.resources, pos = read_describe_configs_resource_v0_array(buf, pos, end, n1, ctx)
    o.include_synonyms, o.include_documentation = unpack_tt(buf, pos)
    o.unknown_tags = None
    return o, pos + 2


def read_describe_configs_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeConfigsRequest, int]:
    o = new(DescribeConfigsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.resources = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 7 > end - pos or n1 > ctx.left:
            refuse_count(n1, 7, end - pos)
        ctx.left -= n1
        o.resources, pos = read_describe_configs_resource_v0_array(buf, pos, end, n1, ctx)
    (o.include_synonyms,) = unpack_t(buf, pos)
    o.include_documentation = False
    o.unknown_tags = None
    return o, pos + 1


def read_describe_configs_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeConfigsRequest, int]:
    o = new(DescribeConfigsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.resources = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 7 > end - pos or n1 > ctx.left:
            refuse_count(n1, 7, end - pos)
        ctx.left -= n1
        o.resources, pos = read_describe_configs_resource_v0_array(buf, pos, end, n1, ctx)
    o.include_synonyms = False
    o.include_documentation = False
    o.unknown_tags = None
    return o, pos


def encode_describe_configs_request_v4(o: DescribeConfigsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.resources
    if v1:
        put(COUNTS[len(v1)])
        write_describe_configs_resource_v4_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_ttx(o.include_synonyms, o.include_documentation)
    else:
        data = pack_Bttx(1, o.include_synonyms, o.include_documentation)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_configs_request_v3(o: DescribeConfigsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.resources
    if v1:
        put(pack_i(len(v1)))
        write_describe_configs_resource_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_tt(o.include_synonyms, o.include_documentation))
    else:
        put(pack_itt(0, o.include_synonyms, o.include_documentation))
    return b"".join(parts)


def encode_describe_configs_request_v1(o: DescribeConfigsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.include_documentation:
        absent(o, "include_documentation")
    v1 = o.resources
    if v1:
        put(pack_i(len(v1)))
        write_describe_configs_resource_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_t(o.include_synonyms))
    else:
        put(pack_it(0, o.include_synonyms))
    return b"".join(parts)


def encode_describe_configs_request_v0(o: DescribeConfigsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.include_synonyms:
        absent(o, "include_synonyms")
    if o.include_documentation:
        absent(o, "include_documentation")
    v1 = o.resources
    if v1:
        put(pack_i(len(v1)))
        write_describe_configs_resource_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeConfigsRequest], bytes]] = {
    0: encode_describe_configs_request_v0,
    1: encode_describe_configs_request_v1,
    2: encode_describe_configs_request_v1,
    3: encode_describe_configs_request_v3,
    4: encode_describe_configs_request_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeConfigsRequest, int]]] = {
    0: read_describe_configs_request_v0,
    1: read_describe_configs_request_v1,
    2: read_describe_configs_request_v1,
    3: read_describe_configs_request_v3,
    4: read_describe_configs_request_v4,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeConfigsRequest request 0-4 flexible=4+
 Resources []DescribeConfigsResource 0+
  ResourceType int8 0+
  ResourceName string 0+
  ConfigurationKeys []string 0+ null=0+
 IncludeSynonyms bool 1+ default=false
 IncludeDocumentation bool 3+ default=false
"""
