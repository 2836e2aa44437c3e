# Generated from rpc/ListTransactionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.list_transactions_request import ListTransactionsRequest
from kafkawire.wire import (
    COUNTS,
    Context,
    Runs,
    Shapes,
    absent,
    compact_numbers,
    compact_strings,
    long_string_or_null,
    merge_tags,
    new,
    put_compact_strings,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

runs_q = Runs("q")
shapes_1 = Shapes("P%dqx")
shapes_2 = Shapes("BP%dqx")
shapes_3 = Shapes("P%dqqx")
shapes_4 = Shapes("BP%dqqx")
shapes_5 = Shapes("P%dqqS%dsx")
shapes_6 = Shapes("BP%dqqS%dsx")
unpack_qB = Packer(">qB").unpack_from


def read_list_transactions_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ListTransactionsRequest, int]:
    o = new(ListTransactionsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.state_filters = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 > end - pos or n1 > ctx.left:
            refuse_count(n1, 1, end - pos)
        ctx.left -= n1
        o.state_filters, pos = compact_strings(buf, pos, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        o.producer_id_filters = runs_q[n2 - 1](buf, pos + 1)
        pos += n2 * 8 - 7
    else:
        o.producer_id_filters, pos = compact_numbers(buf, pos + 1, end, n2, "q", ctx)
    o.duration_filter, n3 = unpack_qB(buf, pos)
    if 0 < n3 < 128:
        p = pos + n3 + 8
        o.transactional_id_pattern = buf[pos + 9 : p].decode()
        pos = p
    elif n3 == 0:
        o.transactional_id_pattern = None
        pos = pos + 9
    else:
        o.transactional_id_pattern, pos = long_string_or_null(buf, pos + 9, n3)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_list_transactions_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ListTransactionsRequest, int]:
    o = new(ListTransactionsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.state_filters = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 > end - pos or n1 > ctx.left:
            refuse_count(n1, 1, end - pos)
        ctx.left -= n1
        o.state_filters, pos = compact_strings(buf, pos, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        o.producer_id_filters = runs_q[n2 - 1](buf, pos + 1)
        pos += n2 * 8 - 7
    else:
        o.producer_id_filters, pos = compact_numbers(buf, pos + 1, end, n2, "q", ctx)
    o.duration_filter, t = unpack_qB(buf, pos)
    o.transactional_id_pattern = None
    o.unknown_tags = None
    pos += 9
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_list_transactions_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ListTransactionsRequest, int]:
    o = new(ListTransactionsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.state_filters = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 > end - pos or n1 > ctx.left:
            refuse_count(n1, 1, end - pos)
        ctx.left -= n1
        o.state_filters, pos = compact_strings(buf, pos, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        o.producer_id_filters = runs_q[n2 - 1](buf, pos + 1)
        pos += n2 * 8 - 7
    else:
        o.producer_id_filters, pos = compact_numbers(buf, pos + 1, end, n2, "q", ctx)
    t = buf[pos]
    o.duration_filter = -1
    o.transactional_id_pattern = None
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_list_transactions_request_v2(o: ListTransactionsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.state_filters
    if v1:
        put(COUNTS[len(v1)])
        put_compact_strings(put, v1)
    elif v1 is None:
        refuse_null()
    v2 = o.producer_id_filters
    n3 = len(v2)
    v6 = o.transactional_id_pattern
    if v6 is None:
        s4 = b""
        n5 = 0
    else:
        s4 = v6.encode()
        n5 = len(s4) + 1
    if v1:
        data = shapes_5[n3, len(s4)](n3 + 1, *v2, o.duration_filter, n5, s4)
    else:
        data = shapes_6[n3, len(s4)](1, n3 + 1, *v2, o.duration_filter, n5, s4)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_list_transactions_request_v1(o: ListTransactionsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.transactional_id_pattern is not None:
        absent(o, "transactional_id_pattern")
    v1 = o.state_filters
    if v1:
        put(COUNTS[len(v1)])
        put_compact_strings(put, v1)
    elif v1 is None:
        refuse_null()
    v2 = o.producer_id_filters
    n3 = len(v2)
    if v1:
        data = shapes_3[n3](n3 + 1, *v2, o.duration_filter)
    else:
        data = shapes_4[n3](1, n3 + 1, *v2, o.duration_filter)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_list_transactions_request_v0(o: ListTransactionsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.duration_filter != -1:
        absent(o, "duration_filter")
    if o.transactional_id_pattern is not None:
        absent(o, "transactional_id_pattern")
    v1 = o.state_filters
    if v1:
        put(COUNTS[len(v1)])
        put_compact_strings(put, v1)
    elif v1 is None:
        refuse_null()
    v2 = o.producer_id_filters
    n3 = len(v2)
    if v1:
        data = shapes_1[n3](n3 + 1, *v2)
    else:
        data = shapes_2[n3](1, n3 + 1, *v2)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ListTransactionsRequest], bytes]] = {
    0: encode_list_transactions_request_v0,
    1: encode_list_transactions_request_v1,
    2: encode_list_transactions_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ListTransactionsRequest, int]]] = {
    0: read_list_transactions_request_v0,
    1: read_list_transactions_request_v1,
    2: read_list_transactions_request_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
ListTransactionsRequest request 0-2 flexible=0+
 StateFilters []string 0+
 ProducerIdFilters []int64 0+
 DurationFilter int64 1+ default=-1
 TransactionalIdPattern string 2+ null=2+ default=null
"""
