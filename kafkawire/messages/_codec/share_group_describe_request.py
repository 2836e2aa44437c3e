# Generated from rpc/ShareGroupDescribeRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.share_group_describe_request import ShareGroupDescribeRequest
from kafkawire.wire import (
    COUNTS,
    Context,
    compact_strings,
    merge_tags,
    new,
    put_compact_strings,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

pack_Btx = Packer(">B?x").pack
pack_tx = Packer(">?x").pack
unpack_tB = Packer(">?B").unpack_from


def read_share_group_describe_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ShareGroupDescribeRequest, int]:
    o = new(ShareGroupDescribeRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.group_ids = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 > end - pos or n1 > ctx.left:
            refuse_count(n1, 1, end - pos)
        ctx.left -= n1
        o.group_ids, pos = compact_strings(buf, pos, n1)
    o.include_authorized_operations, t = unpack_tB(buf, pos)
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_share_group_describe_request_v0(o: ShareGroupDescribeRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.group_ids
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


ENCODERS: dict[int, Callable[[ShareGroupDescribeRequest], bytes]] = {
    0: encode_share_group_describe_request_v0,
    1: encode_share_group_describe_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareGroupDescribeRequest, int]]] = {
    0: read_share_group_describe_request_v0,
    1: read_share_group_describe_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ShareGroupDescribeRequest request 0-1 flexible=0+
 GroupIds []string 0+
 IncludeAuthorizedOperations bool 0+
"""
