# Generated from rpc/DescribeTransactionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_transactions_response import DescribeTransactionsResponse, TopicData, TransactionState
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    compact_groups,
    compact_numbers,
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

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
rows_topic_data_v0 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("hS%dsS%dsiqqh")
shapes_2 = Shapes("hS%dsS%dsiqqhBx")
shapes_3 = Shapes("S%dsP%dix")
unpack_hB = Packer(">hB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_iqqhB = Packer(">iqqhB").unpack_from


def some_topic_data_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int, Key]:
    out = many(TopicData, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partitions = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            o.partitions, pos = compact_numbers(buf, pos + 1, end, n2, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_topic_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicData]:
    groups = compact_groups(ctx)
    out = many(TopicData, count)
    o: TopicData
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic = v0.decode()
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_topic_data_v0_array(items: Iterable[TopicData], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_3[0, 0]
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_3[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_transaction_state_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TransactionState], int]:
    out = many(TransactionState, count)
    key_topic_data_v0: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.transactional_id = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.transactional_id, pos = long_string(buf, pos + 3, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.transaction_state = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.transaction_state, pos = long_string(buf, pos + 1, n2)
        o.transaction_timeout_ms, o.transaction_start_time_ms, o.producer_id, o.producer_epoch, n3 = unpack_iqqhB(
            buf, pos
        )
        pos += 23
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.topics = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 * 3 > end - pos or n3 > ctx.left:
                refuse_count(n3, 3, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_topic_data_v0 is None:
                o.topics, pos, _ = some_topic_data_v0(buf, pos, end, n3, ctx)
            else:
                o.topics, pos, key_topic_data_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_topic_data_v0,
                    fill_topic_data_v0,
                    rows_topic_data_v0,
                    key_topic_data_v0,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_transaction_state_v0_array(items: Iterable[TransactionState], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_1[0, 0]
    last10 = last11 = -1
    pack9 = shapes_2[0, 0]
    for o in items:
        s1 = o.transactional_id.encode()
        n2 = len(s1)
        s3 = o.transaction_state.encode()
        n4 = len(s3)
        v5 = o.topics
        if v5:
            if last7 != n2 or last8 != n4:
                last7, last8 = n2, n4
                pack6 = shapes_1[last7, last8]
            put(
                pack6(
                    o.error_code,
                    n2 + 1,
                    s1,
                    n4 + 1,
                    s3,
                    o.transaction_timeout_ms,
                    o.transaction_start_time_ms,
                    o.producer_id,
                    o.producer_epoch,
                )
            )
            put(COUNTS[len(v5)])
            write_topic_data_v0_array(v5, put)
        elif v5 is None:
            refuse_null()
        if v5:
            data = b"\0"
        else:
            if last10 != n2 or last11 != n4:
                last10, last11 = n2, n4
                pack9 = shapes_2[last10, last11]
            data = pack9(
                o.error_code,
                n2 + 1,
                s1,
                n4 + 1,
                s3,
                o.transaction_timeout_ms,
                o.transaction_start_time_ms,
                o.producer_id,
                o.producer_epoch,
                1,
            )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_describe_transactions_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeTransactionsResponse, int]:
    o = new(DescribeTransactionsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.transaction_states = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 28 > end - pos or n1 > ctx.left:
            refuse_count(n1, 28, end - pos)
        ctx.left -= n1
        o.transaction_states, pos = read_transaction_state_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_transactions_response_v0(o: DescribeTransactionsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.transaction_states
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_transaction_state_v0_array(v1, put)
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


ENCODERS: dict[int, Callable[[DescribeTransactionsResponse], bytes]] = {
    0: encode_describe_transactions_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeTransactionsResponse, int]]] = {
    0: read_describe_transactions_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeTransactionsResponse response 0 flexible=0+
 ThrottleTimeMs int32 0+
 TransactionStates []TransactionState 0+
  ErrorCode int16 0+
  TransactionalId string 0+
  TransactionState string 0+
  TransactionTimeoutMs int32 0+
  TransactionStartTimeMs int64 0+
  ProducerId int64 0+
  ProducerEpoch int16 0+
  Topics []TopicData 0+
   Topic string 0+
   Partitions []int32 0+
"""
