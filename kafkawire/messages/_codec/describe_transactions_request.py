# Generated from rpc/DescribeTransactionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.describe_transactions_request import DescribeTransactionsRequest
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

pack_Bx = Packer(">Bx").pack


def read_describe_transactions_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeTransactionsRequest, int]:
    o = new(DescribeTransactionsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.transactional_ids = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 > end - pos or n1 > ctx.left:
            refuse_count(n1, 1, end - pos)
        ctx.left -= n1
        o.transactional_ids, pos = compact_strings(buf, pos, n1)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_transactions_request_v0(o: DescribeTransactionsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.transactional_ids
    if v1:
        put(COUNTS[len(v1)])
        put_compact_strings(put, v1)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeTransactionsRequest], bytes]] = {
    0: encode_describe_transactions_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeTransactionsRequest, int]]] = {
    0: read_describe_transactions_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeTransactionsRequest request 0 flexible=0+
 TransactionalIds []string 0+
"""
