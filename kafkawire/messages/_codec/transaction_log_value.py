# Generated from records-transaction/TransactionLogValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.transaction_log_value import PartitionsSchema, TransactionLogValue
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
    check_tag_size,
    compact_groups,
    compact_numbers,
    legacy_groups,
    legacy_numbers,
    long_string,
    many,
    merge_tags,
    new,
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_h = Packer(">h").pack
pack_q = Packer(">q").pack
pack_qhib = Packer(">qhib").pack
pack_qhibBqq = Packer(">qhibBqq").pack
pack_qhibi = Packer(">qhibi").pack
pack_qhibiqq = Packer(">qhibiqq").pack
pack_qq = Packer(">qq").pack
rows_partitions_schema_v0 = Rows("Y1 G1")
rows_partitions_schema_v1 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsi%di")
shapes_2 = Shapes("S%dsP%dix")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_q = Packer(">q").unpack_from
unpack_qhibBqq = Packer(">qhibBqq").unpack_from
unpack_qhibiqq = Packer(">qhibiqq").unpack_from
unpack_qq = Packer(">qq").unpack_from


def some_partitions_schema_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionsSchema], int, Key]:
    out = many(PartitionsSchema, count)
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
            o.partition_ids = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            o.partition_ids, pos = compact_numbers(buf, pos + 1, end, n2, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_partitions_schema_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionsSchema]:
    groups = compact_groups(ctx)
    out = many(PartitionsSchema, count)
    o: PartitionsSchema
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic = v0.decode()
            (o.partition_ids,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_partitions_schema_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionsSchema], int, Key]:
    out = many(PartitionsSchema, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.partition_ids = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.partition_ids, pos = legacy_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_partitions_schema_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionsSchema]:
    groups = legacy_groups(ctx)
    out = many(PartitionsSchema, count)
    o: PartitionsSchema
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic = v0.decode()
            (o.partition_ids,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_partitions_schema_v1_array(items: Iterable[PartitionsSchema], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_2[0, 0]
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partition_ids
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_2[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partitions_schema_v0_array(items: Iterable[PartitionsSchema], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_1[0, 0]
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partition_ids
        n4 = len(v3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_1[last6, last7]
        put(pack5(n2, s1, n4, *v3))


def read_transaction_log_value_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[TransactionLogValue, int]:
    key_partitions_schema_v1: Key | None = None
    o = new(TransactionLogValue)
    (
        o.producer_id,
        o.producer_epoch,
        o.transaction_timeout_ms,
        o.transaction_status,
        n1,
        o.transaction_last_update_timestamp_ms,
        o.transaction_start_timestamp_ms,
    ) = unpack_qhibBqq(buf, pos)
    if n1 < 2:
        o.transaction_partitions = [] if n1 else None
        pos += 32
    else:
        pos += 16
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.transaction_partitions = [] if n1 else None
        else:
            n1 -= 1
            if n1 * 3 > end - pos or n1 > ctx.left:
                refuse_count(n1, 3, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_partitions_schema_v1 is None:
                o.transaction_partitions, pos, _ = some_partitions_schema_v1(buf, pos, end, n1, ctx)
            else:
                o.transaction_partitions, pos, key_partitions_schema_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_partitions_schema_v1,
                    fill_partitions_schema_v1,
                    rows_partitions_schema_v1,
                    key_partitions_schema_v1,
                )
        o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms = unpack_qq(buf, pos)
        pos += 16
    t = buf[pos]
    o.previous_producer_id = -1
    o.next_producer_id = -1
    o.client_transaction_version = 0
    o.next_producer_epoch = -1
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_transaction_log_value_v1(o, buf, pos, end, t, ctx)
    return o, pos


def read_transaction_log_value_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[TransactionLogValue, int]:
    key_partitions_schema_v0: Key | None = None
    o = new(TransactionLogValue)
    (
        o.producer_id,
        o.producer_epoch,
        o.transaction_timeout_ms,
        o.transaction_status,
        n1,
        o.transaction_last_update_timestamp_ms,
        o.transaction_start_timestamp_ms,
    ) = unpack_qhibiqq(buf, pos)
    if n1 < 1:
        o.transaction_partitions = [] if n1 == 0 else null_or_refuse(n1)
        pos += 35
    else:
        pos += 19
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_partitions_schema_v0 is None:
            o.transaction_partitions, pos, _ = some_partitions_schema_v0(buf, pos, end, n1, ctx)
        else:
            o.transaction_partitions, pos, key_partitions_schema_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_partitions_schema_v0,
                fill_partitions_schema_v0,
                rows_partitions_schema_v0,
                key_partitions_schema_v0,
            )
        o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms = unpack_qq(buf, pos)
        pos += 16
    o.previous_producer_id = -1
    o.next_producer_id = -1
    o.next_producer_epoch = -1
    o.client_transaction_version = 0
    o.unknown_tags = None
    return o, pos


def tags_transaction_log_value_v1(o: TransactionLogValue, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            (o.previous_producer_id,) = unpack_q(buf, pos)
            pos += 8
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            (o.next_producer_id,) = unpack_q(buf, pos)
            pos += 8
            check_tag_size(tag, pos, stop)
        elif tag == 2:
            (o.client_transaction_version,) = unpack_h(buf, pos)
            pos += 2
            check_tag_size(tag, pos, stop)
        elif tag == 3:
            (o.next_producer_epoch,) = unpack_h(buf, pos)
            pos += 2
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_transaction_log_value_v1(o: TransactionLogValue) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.previous_producer_id != -1:
        parts = []
        put = parts.append
        put(pack_q(o.previous_producer_id))
        known[0] = b"".join(parts)
    if o.next_producer_id != -1:
        parts = []
        put = parts.append
        put(pack_q(o.next_producer_id))
        known[1] = b"".join(parts)
    if o.client_transaction_version != 0:
        parts = []
        put = parts.append
        put(pack_h(o.client_transaction_version))
        known[2] = b"".join(parts)
    if o.next_producer_epoch != -1:
        parts = []
        put = parts.append
        put(pack_h(o.next_producer_epoch))
        known[3] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2, 3))


def encode_transaction_log_value_v1(o: TransactionLogValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.transaction_partitions
    if v1:
        put(pack_qhib(o.producer_id, o.producer_epoch, o.transaction_timeout_ms, o.transaction_status))
        put(COUNTS[len(v1)])
        write_partitions_schema_v1_array(v1, put)
    if v1:
        put(pack_qq(o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms))
    else:
        put(
            pack_qhibBqq(
                o.producer_id,
                o.producer_epoch,
                o.transaction_timeout_ms,
                o.transaction_status,
                v1 is not None,
                o.transaction_last_update_timestamp_ms,
                o.transaction_start_timestamp_ms,
            )
        )
    if (
        o.previous_producer_id != -1
        or o.next_producer_id != -1
        or o.client_transaction_version != 0
        or o.next_producer_epoch != -1
        or o.unknown_tags
    ):
        put(tagged_transaction_log_value_v1(o))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_transaction_log_value_v0(o: TransactionLogValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.previous_producer_id != -1:
        absent(o, "previous_producer_id")
    if o.next_producer_id != -1:
        absent(o, "next_producer_id")
    if o.next_producer_epoch != -1:
        absent(o, "next_producer_epoch")
    if o.client_transaction_version != 0:
        absent(o, "client_transaction_version")
    v1 = o.transaction_partitions
    if v1:
        put(pack_qhibi(o.producer_id, o.producer_epoch, o.transaction_timeout_ms, o.transaction_status, len(v1)))
        write_partitions_schema_v0_array(v1, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_qq(o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms))
    else:
        put(
            pack_qhibiqq(
                o.producer_id,
                o.producer_epoch,
                o.transaction_timeout_ms,
                o.transaction_status,
                -(v1 is None),
                o.transaction_last_update_timestamp_ms,
                o.transaction_start_timestamp_ms,
            )
        )
    return b"".join(parts)


ENCODERS: dict[int, Callable[[TransactionLogValue], bytes]] = {
    0: encode_transaction_log_value_v0,
    1: encode_transaction_log_value_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[TransactionLogValue, int]]] = {
    0: read_transaction_log_value_v0,
    1: read_transaction_log_value_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
TransactionLogValue coordinator-value 0-1 flexible=1+
 ProducerId int64 0+
 PreviousProducerId int64 1+ tag=0@1+ default=-1
 NextProducerId int64 1+ tag=1@1+ default=-1
 ProducerEpoch int16 0+
 NextProducerEpoch int16 1+ tag=3@1+ default=-1
 TransactionTimeoutMs int32 0+
 TransactionStatus int8 0+
 TransactionPartitions []PartitionsSchema 0+ null=0+
  Topic string 0+
  PartitionIds []int32 0+
 TransactionLastUpdateTimestampMs int64 0+
 TransactionStartTimestampMs int64 0+
 ClientTransactionVersion int16 1+ tag=2@1+ default=0
"""
