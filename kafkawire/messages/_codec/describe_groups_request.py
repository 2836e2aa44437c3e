# Generated from rpc/DescribeGroupsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.describe_groups_request import DescribeGroupsRequest
from kafkawire.wire import (
    COUNTS,
    Context,
    absent,
    compact_strings,
    legacy_strings,
    merge_tags,
    new,
    put_compact_strings,
    put_legacy_strings,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

pack_Btx = Packer(">B?x").pack
pack_i = Packer(">i").pack
pack_it = Packer(">i?").pack
pack_t = Packer(">?").pack
pack_tx = Packer(">?x").pack
unpack_i = Packer(">i").unpack_from
unpack_t = Packer(">?").unpack_from
unpack_tB = Packer(">?B").unpack_from


def read_describe_groups_request_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeGroupsRequest, int]:
    o = new(DescribeGroupsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 > end - pos or n1 > ctx.left:
            refuse_count(n1, 1, end - pos)
        ctx.left -= n1
        o.groups, pos = compact_strings(buf, pos, n1)
    o.include_authorized_operations, t = unpack_tB(buf, pos)
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_groups_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeGroupsRequest, int]:
    o = new(DescribeGroupsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.groups = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        o.groups, pos = legacy_strings(buf, pos, n1)
    (o.include_authorized_operations,) = unpack_t(buf, pos)
    o.unknown_tags = None
    return o, pos + 1


def read_describe_groups_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeGroupsRequest, int]:
    o = new(DescribeGroupsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.groups = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        o.groups, pos = legacy_strings(buf, pos, n1)
    o.include_authorized_operations = False
    o.unknown_tags = None
    return o, pos


def encode_describe_groups_request_v5(o: DescribeGroupsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(COUNTS[len(v1)])
        put_compact_strings(put, v1)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_tx(o.include_authorized_operations)
    else:
        data = pack_Btx(1, o.include_authorized_operations)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_groups_request_v3(o: DescribeGroupsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_i(len(v1)))
        put_legacy_strings(put, v1)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_t(o.include_authorized_operations))
    else:
        put(pack_it(0, o.include_authorized_operations))
    return b"".join(parts)


def encode_describe_groups_request_v0(o: DescribeGroupsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.include_authorized_operations:
        absent(o, "include_authorized_operations")
    v1 = o.groups
    if v1:
        put(pack_i(len(v1)))
        put_legacy_strings(put, v1)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeGroupsRequest], bytes]] = {
    0: encode_describe_groups_request_v0,
    1: encode_describe_groups_request_v0,
    2: encode_describe_groups_request_v0,
    3: encode_describe_groups_request_v3,
    4: encode_describe_groups_request_v3,
    5: encode_describe_groups_request_v5,
    6: encode_describe_groups_request_v5,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeGroupsRequest, int]]] = {
    0: read_describe_groups_request_v0,
    1: read_describe_groups_request_v0,
    2: read_describe_groups_request_v0,
    3: read_describe_groups_request_v3,
    4: read_describe_groups_request_v3,
    5: read_describe_groups_request_v5,
    6: read_describe_groups_request_v5,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeGroupsRequest request 0-6 flexible=5+
 Groups []string 0+
 IncludeAuthorizedOperations bool 3+
"""
