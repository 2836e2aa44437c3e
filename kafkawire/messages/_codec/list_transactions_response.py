# Generated from rpc/ListTransactionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.list_transactions_response import ListTransactionsResponse, TransactionState
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    compact_strings,
    long_string,
    many,
    merge_tags,
    new,
    put_compact_strings,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_Bx = Packer(">Bx").pack
pack_ih = Packer(">ih").pack
pack_ihB = Packer(">ihB").pack
rows_transaction_state_v0 = Rows("P1 q P1 T")
shapes_1 = Shapes("S%dsqS%dsx")
unpack_ihB = Packer(">ihB").unpack_from
unpack_qB = Packer(">qB").unpack_from


def some_transaction_state_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TransactionState], int, Key]:
    out = many(TransactionState, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.transactional_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.transactional_id, pos = long_string(buf, pos + 1, n1)
        o.producer_id, n2 = unpack_qB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 8
            o.transaction_state = buf[pos + 9 : p].decode()
            pos = p
        else:
            o.transaction_state, pos = long_string(buf, pos + 9, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_transaction_state_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TransactionState]:
    out = many(TransactionState, count)
    o: TransactionState
    for o, row in zip(out, rows):
        v0, o.producer_id, v2 = row
        o.transactional_id = v0.decode()
        o.transaction_state = v2.decode()
        o.unknown_tags = None
    return out


def write_transaction_state_v0_array(items: Iterable[TransactionState], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_1[0, 0]
    for o in items:
        s1 = o.transactional_id.encode()
        n2 = len(s1)
        s3 = o.transaction_state.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_1[last6, last7]
        data = pack5(n2 + 1, s1, o.producer_id, n4 + 1, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_list_transactions_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ListTransactionsResponse, int]:
    key_transaction_state_v0: Key | None = None
    o = new(ListTransactionsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.unknown_state_filters = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 > end - pos or n1 > ctx.left:
            refuse_count(n1, 1, end - pos)
        ctx.left -= n1
        o.unknown_state_filters, pos = compact_strings(buf, pos, n1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.transaction_states = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 11 > end - pos or n2 > ctx.left:
            refuse_count(n2, 11, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_transaction_state_v0 is None:
            o.transaction_states, pos, _ = some_transaction_state_v0(buf, pos, end, n2, ctx)
        else:
            o.transaction_states, pos, key_transaction_state_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_transaction_state_v0,
                fill_transaction_state_v0,
                rows_transaction_state_v0,
                key_transaction_state_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_list_transactions_response_v0(o: ListTransactionsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.unknown_state_filters
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        put_compact_strings(put, v1)
    elif v1 is None:
        refuse_null()
    v2 = o.transaction_states
    if not v1:
        put(pack_ihB(o.throttle_time_ms, o.error_code, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_transaction_state_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    if v2:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ListTransactionsResponse], bytes]] = {
    0: encode_list_transactions_response_v0,
    1: encode_list_transactions_response_v0,
    2: encode_list_transactions_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ListTransactionsResponse, int]]] = {
    0: read_list_transactions_response_v0,
    1: read_list_transactions_response_v0,
    2: read_list_transactions_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ListTransactionsResponse response 0-2 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 UnknownStateFilters []string 0+
 TransactionStates []TransactionState 0+
  TransactionalId string 0+
  ProducerId int64 0+
  TransactionState string 0+
"""
