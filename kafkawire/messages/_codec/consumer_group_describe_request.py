# Generated from rpc/ConsumerGroupDescribeRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.wire import COUNTS, Context, compact_strings, long_count, merge_tags, new, put_compact_strings, refuse_count, unknown_tags
from kafkawire.messages.consumer_group_describe_request import ConsumerGroupDescribeRequest

pack_tx = Packer(">?x").pack
unpack_tB = Packer(">?B").unpack_from

def read_consumer_group_describe_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ConsumerGroupDescribeRequest, int]:
    o = new(ConsumerGroupDescribeRequest)
    n1 = buf[pos]
    pos += 1
    if not 0 < n1 < 128:
        n1, pos = long_count(buf, pos, n1)
    if n1 == 1:
        o.group_ids = []
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


def encode_consumer_group_describe_request_v0(o: ConsumerGroupDescribeRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.group_ids
    put(COUNTS[len(a1)])
    put_compact_strings(put, a1)
    if o.unknown_tags:
        put(pack_tx(o.include_authorized_operations)[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(pack_tx(o.include_authorized_operations))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ConsumerGroupDescribeRequest], bytes]] = {
    0: encode_consumer_group_describe_request_v0,
    1: encode_consumer_group_describe_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ConsumerGroupDescribeRequest, int]]] = {
    0: read_consumer_group_describe_request_v0,
    1: read_consumer_group_describe_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ConsumerGroupDescribeRequest request 0-1 flexible=0+
 GroupIds []string 0+
 IncludeAuthorizedOperations bool 0+
"""
