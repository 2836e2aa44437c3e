# Generated from rpc/AddPartitionsToTxnRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.add_partitions_to_txn_request import (
    AddPartitionsToTxnRequest,
    AddPartitionsToTxnTopic,
    AddPartitionsToTxnTransaction,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
    compact_groups,
    compact_numbers,
    legacy_groups,
    legacy_numbers,
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

pack_Bx = Packer(">Bx").pack
rows_add_partitions_to_txn_topic_v0 = Rows("Y1 G1")
rows_add_partitions_to_txn_topic_v3 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsqhi")
shapes_2 = Shapes("S%dsqh")
shapes_3 = Shapes("S%dsqhBx")
shapes_4 = Shapes("h%dsi%di")
shapes_5 = Shapes("S%dsP%dix")
shapes_6 = Shapes("S%dsqh?")
shapes_7 = Shapes("S%dsqh?Bx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_qhB = Packer(">qhB").unpack_from
unpack_qhi = Packer(">qhi").unpack_from
unpack_qhtB = Packer(">qh?B").unpack_from


def read_add_partitions_to_txn_transaction_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AddPartitionsToTxnTransaction], int]:
    out = many(AddPartitionsToTxnTransaction, count)
    key_add_partitions_to_txn_topic_v3: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.transactional_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.transactional_id, pos = long_string(buf, pos + 1, n1)
        o.producer_id, o.producer_epoch, o.verify_only, n2 = unpack_qhtB(buf, pos)
        pos += 12
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.topics = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 3 > end - pos or n2 > ctx.left:
                refuse_count(n2, 3, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_add_partitions_to_txn_topic_v3 is None:
                o.topics, pos, _ = some_add_partitions_to_txn_topic_v3(buf, pos, end, n2, ctx)
            else:
                o.topics, pos, key_add_partitions_to_txn_topic_v3 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_add_partitions_to_txn_topic_v3,
                    fill_add_partitions_to_txn_topic_v3,
                    rows_add_partitions_to_txn_topic_v3,
                    key_add_partitions_to_txn_topic_v3,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def some_add_partitions_to_txn_topic_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AddPartitionsToTxnTopic], int, Key]:
    out = many(AddPartitionsToTxnTopic, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
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


def fill_add_partitions_to_txn_topic_v3(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[AddPartitionsToTxnTopic]:
    groups = compact_groups(ctx)
    out = many(AddPartitionsToTxnTopic, count)
    o: AddPartitionsToTxnTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.name = v0.decode()
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_add_partitions_to_txn_topic_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AddPartitionsToTxnTopic], int, Key]:
    out = many(AddPartitionsToTxnTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.partitions = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.partitions, pos = legacy_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_add_partitions_to_txn_topic_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[AddPartitionsToTxnTopic]:
    groups = legacy_groups(ctx)
    out = many(AddPartitionsToTxnTopic, count)
    o: AddPartitionsToTxnTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.name = v0.decode()
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_add_partitions_to_txn_transaction_v4_array(items: Iterable[AddPartitionsToTxnTransaction], put: Put) -> None:
    for o in items:
        s1 = o.transactional_id.encode()
        n2 = len(s1)
        v3 = o.topics
        if v3:
            put(shapes_6[n2](n2 + 1, s1, o.producer_id, o.producer_epoch, o.verify_only))
            put(COUNTS[len(v3)])
            write_add_partitions_to_txn_topic_v3_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_7[n2](n2 + 1, s1, o.producer_id, o.producer_epoch, o.verify_only, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_add_partitions_to_txn_topic_v3_array(items: Iterable[AddPartitionsToTxnTopic], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_5[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_5[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_add_partitions_to_txn_topic_v0_array(items: Iterable[AddPartitionsToTxnTopic], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_4[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_4[last6, last7]
        put(pack5(n2, s1, n4, *v3))


def read_add_partitions_to_txn_request_v4(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AddPartitionsToTxnRequest, int]:
    o = new(AddPartitionsToTxnRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.transactions = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 14 > end - pos or n1 > ctx.left:
            refuse_count(n1, 14, end - pos)
        ctx.left -= n1
        o.transactions, pos = read_add_partitions_to_txn_transaction_v4_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.v3_and_below_transactional_id = ""
    o.v3_and_below_producer_id = 0
    o.v3_and_below_producer_epoch = 0
    o.v3_and_below_topics = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_add_partitions_to_txn_request_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AddPartitionsToTxnRequest, int]:
    key_add_partitions_to_txn_topic_v3: Key | None = None
    o = new(AddPartitionsToTxnRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.v3_and_below_transactional_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.v3_and_below_transactional_id, pos = long_string(buf, pos + 1, n1)
    o.v3_and_below_producer_id, o.v3_and_below_producer_epoch, n2 = unpack_qhB(buf, pos)
    pos += 11
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.v3_and_below_topics = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_add_partitions_to_txn_topic_v3 is None:
            o.v3_and_below_topics, pos, _ = some_add_partitions_to_txn_topic_v3(buf, pos, end, n2, ctx)
        else:
            o.v3_and_below_topics, pos, key_add_partitions_to_txn_topic_v3 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_add_partitions_to_txn_topic_v3,
                fill_add_partitions_to_txn_topic_v3,
                rows_add_partitions_to_txn_topic_v3,
                key_add_partitions_to_txn_topic_v3,
            )
    t = buf[pos]
    o.transactions = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_add_partitions_to_txn_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AddPartitionsToTxnRequest, int]:
    key_add_partitions_to_txn_topic_v0: Key | None = None
    o = new(AddPartitionsToTxnRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.v3_and_below_transactional_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.v3_and_below_transactional_id = refuse_length(n1)
        pos = pos + 2
    o.v3_and_below_producer_id, o.v3_and_below_producer_epoch, n2 = unpack_qhi(buf, pos)
    pos += 14
    if n2 < 1:
        o.v3_and_below_topics = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 6 > end - pos or n2 > ctx.left:
            refuse_count(n2, 6, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_add_partitions_to_txn_topic_v0 is None:
            o.v3_and_below_topics, pos, _ = some_add_partitions_to_txn_topic_v0(buf, pos, end, n2, ctx)
        else:
            o.v3_and_below_topics, pos, key_add_partitions_to_txn_topic_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_add_partitions_to_txn_topic_v0,
                fill_add_partitions_to_txn_topic_v0,
                rows_add_partitions_to_txn_topic_v0,
                key_add_partitions_to_txn_topic_v0,
            )
    o.transactions = []
    o.unknown_tags = None
    return o, pos


def encode_add_partitions_to_txn_request_v4(o: AddPartitionsToTxnRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.v3_and_below_transactional_id != "":
        absent(o, "v3_and_below_transactional_id")
    if o.v3_and_below_producer_id != 0:
        absent(o, "v3_and_below_producer_id")
    if o.v3_and_below_producer_epoch != 0:
        absent(o, "v3_and_below_producer_epoch")
    if o.v3_and_below_topics:
        absent(o, "v3_and_below_topics")
    v1 = o.transactions
    if v1:
        put(COUNTS[len(v1)])
        write_add_partitions_to_txn_transaction_v4_array(v1, put)
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


def encode_add_partitions_to_txn_request_v3(o: AddPartitionsToTxnRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.transactions:
        absent(o, "transactions")
    s1 = o.v3_and_below_transactional_id.encode()
    n2 = len(s1)
    v3 = o.v3_and_below_topics
    if v3:
        put(shapes_2[n2](n2 + 1, s1, o.v3_and_below_producer_id, o.v3_and_below_producer_epoch))
        put(COUNTS[len(v3)])
        write_add_partitions_to_txn_topic_v3_array(v3, put)
    elif v3 is None:
        refuse_null()
    if v3:
        data = b"\0"
    else:
        data = shapes_3[n2](n2 + 1, s1, o.v3_and_below_producer_id, o.v3_and_below_producer_epoch, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_add_partitions_to_txn_request_v0(o: AddPartitionsToTxnRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.transactions:
        absent(o, "transactions")
    s1 = o.v3_and_below_transactional_id.encode()
    n2 = len(s1)
    v3 = o.v3_and_below_topics
    if v3:
        put(shapes_1[n2](n2, s1, o.v3_and_below_producer_id, o.v3_and_below_producer_epoch, len(v3)))
        write_add_partitions_to_txn_topic_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v3:
        put(shapes_1[n2](n2, s1, o.v3_and_below_producer_id, o.v3_and_below_producer_epoch, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[AddPartitionsToTxnRequest], bytes]] = {
    0: encode_add_partitions_to_txn_request_v0,
    1: encode_add_partitions_to_txn_request_v0,
    2: encode_add_partitions_to_txn_request_v0,
    3: encode_add_partitions_to_txn_request_v3,
    4: encode_add_partitions_to_txn_request_v4,
    5: encode_add_partitions_to_txn_request_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AddPartitionsToTxnRequest, int]]] = {
    0: read_add_partitions_to_txn_request_v0,
    1: read_add_partitions_to_txn_request_v0,
    2: read_add_partitions_to_txn_request_v0,
    3: read_add_partitions_to_txn_request_v3,
    4: read_add_partitions_to_txn_request_v4,
    5: read_add_partitions_to_txn_request_v4,
}
NEEDS_CONTEXT = True
SPEC = """\
AddPartitionsToTxnRequest request 0-5 flexible=3+
 Transactions []AddPartitionsToTxnTransaction 4+
  TransactionalId string 4+
  ProducerId int64 4+
  ProducerEpoch int16 4+
  VerifyOnly bool 4+ default=false
  Topics []AddPartitionsToTxnTopic 4+
 V3AndBelowTransactionalId string 0-3
 V3AndBelowProducerId int64 0-3
 V3AndBelowProducerEpoch int16 0-3
 V3AndBelowTopics []AddPartitionsToTxnTopic 0-3
struct AddPartitionsToTxnTopic
 Name string 0+
 Partitions []int32 0+
"""
