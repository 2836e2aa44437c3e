# Generated from rpc/DescribeTransactionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Runs, Shapes, first_ints, long_count, long_numbers, long_string, many, merge_tags, new, read_rows, refuse_count, unknown_tags
from kafkawire.messages.describe_transactions_response import DescribeTransactionsResponse, TopicData, TransactionState

Put = Callable[[bytes], object]
Key = tuple[int, ...]
pack_i = Packer(">i").pack
rows_topic_data_v0 = Rows("P%dsP%dsT", (1, 4,), 1)
runs_i = Runs("i")
shapes_1 = Shapes("hS%dsS%dsiqqh")
shapes_2 = Shapes("S%dsP%dix")
unpack_hB = Packer(">hB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_iqqhB = Packer(">iqqhB").unpack_from

def some_topic_data_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[TopicData]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(TopicData)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic = buf[pos + 1:p].decode()
            pos = p
        else:
            o.topic, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partitions = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            n2, pos = long_count(buf, pos + 1, n2)
            o.partitions, pos = long_numbers(buf, pos, end, n2 - 1, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1, n2) if not t and max(n1, n2) < 128 else None


def fill_topic_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicData]:
    ints = ctx.ints or first_ints(ctx)
    out = many(TopicData, count)
    o: TopicData
    for o, (v0, v1) in zip(out, rows):
        o.topic = v0.decode()
        o.partitions = ints[v1]
        o.unknown_tags = None
    return out


def write_topic_data_v0_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        a3 = o.partitions
        n4 = len(a3)
        if o.unknown_tags:
            put(shapes_2[n2, n4](n2 + 1, s1, n4 + 1, *a3)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_2[n2, n4](n2 + 1, s1, n4 + 1, *a3))


def read_transaction_state_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TransactionState], int]:
    out: list[TransactionState] = []
    key_topic_data_v0: Key | None = None
    for _ in range(count):
        o = new(TransactionState)
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.transactional_id = buf[pos + 3:p].decode()
            pos = p
        else:
            o.transactional_id, pos = long_string(buf, pos + 3, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.transaction_state = buf[pos + 1:p].decode()
            pos = p
        else:
            o.transaction_state, pos = long_string(buf, pos + 1, n2)
        o.transaction_timeout_ms, o.transaction_start_time_ms, o.producer_id, o.producer_epoch, n3 = unpack_iqqhB(buf, pos)
        pos += 23
        if not 0 < n3 < 128:
            n3, pos = long_count(buf, pos, n3)
        if n3 == 1:
            o.topics = []
        else:
            n3 -= 1
            if n3 * 3 > end - pos or n3 > ctx.left:
                refuse_count(n3, 3, end - pos)
            ctx.left -= n3
            o.topics, pos, key_topic_data_v0 = read_rows(buf, pos, end, n3, ctx, some_topic_data_v0, fill_topic_data_v0, rows_topic_data_v0, key_topic_data_v0)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return out, pos


def write_transaction_state_v0_array(items: Iterable[TransactionState], put: Put) -> None:
    for o in items:
        s1 = o.transactional_id.encode()
        n2 = len(s1)
        s3 = o.transaction_state.encode()
        n4 = len(s3)
        a5 = o.topics
        put(shapes_1[n2, n4](o.error_code, n2 + 1, s1, n4 + 1, s3, o.transaction_timeout_ms, o.transaction_start_time_ms, o.producer_id, o.producer_epoch))
        put(COUNTS[len(a5)])
        write_topic_data_v0_array(a5, put)
        if o.unknown_tags:
            put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(b"\0")


def read_describe_transactions_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeTransactionsResponse, int]:
    o = new(DescribeTransactionsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if not 0 < n1 < 128:
        n1, pos = long_count(buf, pos, n1)
    if n1 == 1:
        o.transaction_states = []
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
    a1 = o.transaction_states
    put(pack_i(o.throttle_time_ms))
    put(COUNTS[len(a1)])
    write_transaction_state_v0_array(a1, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
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
