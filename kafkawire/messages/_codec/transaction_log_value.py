# Generated from records-transaction/TransactionLogValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Runs, Shapes, absent, check_tag_size, first_ints, long_count, long_count_or_null, long_numbers, long_string, many, merge_tags, new, null_or_refuse, read_rows, refuse_count, refuse_length, tag_sections, unknown_tags
from kafkawire.messages.transaction_log_value import PartitionsSchema, TransactionLogValue

Put = Callable[[bytes], object]
Key = tuple[int, ...]
pack_h = Packer(">h").pack
pack_i = Packer(">i").pack
pack_q = Packer(">q").pack
pack_qhib = Packer(">qhib").pack
pack_qq = Packer(">qq").pack
rows_partitions_schema_v0 = Rows("Y%dsZ%ds", (1, 4,), 0)
rows_partitions_schema_v1 = Rows("P%dsP%dsT", (1, 4,), 1)
runs_i = Runs("i")
shapes_1 = Shapes("h%dsi%di")
shapes_2 = Shapes("S%dsP%dix")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_q = Packer(">q").unpack_from
unpack_qhibB = Packer(">qhibB").unpack_from
unpack_qhibi = Packer(">qhibi").unpack_from
unpack_qq = Packer(">qq").unpack_from
unpack_qqB = Packer(">qqB").unpack_from

def some_partitions_schema_v1(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[PartitionsSchema]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(PartitionsSchema)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic = buf[pos + 1:p].decode()
            pos = p
        else:
            o.topic, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partition_ids = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            n2, pos = long_count(buf, pos + 1, n2)
            o.partition_ids, pos = long_numbers(buf, pos, end, n2 - 1, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1, n2) if not t and max(n1, n2) < 128 else None


def fill_partitions_schema_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionsSchema]:
    ints = ctx.ints or first_ints(ctx)
    out = many(PartitionsSchema, count)
    o: PartitionsSchema
    for o, (v0, v1) in zip(out, rows):
        o.topic = v0.decode()
        o.partition_ids = ints[v1]
        o.unknown_tags = None
    return out


def some_partitions_schema_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[PartitionsSchema]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(PartitionsSchema)
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2:p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.partition_ids = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.partition_ids, pos = long_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.unknown_tags = None
        out.append(o)
    return pos, (n1, n2) if max(n1, n2) < 128 else None


def fill_partitions_schema_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionsSchema]:
    ints = ctx.ints or first_ints(ctx)
    out = many(PartitionsSchema, count)
    o: PartitionsSchema
    for o, (v0, v1) in zip(out, rows):
        o.topic = v0.decode()
        o.partition_ids = ints[v1]
        o.unknown_tags = None
    return out


def write_partitions_schema_v1_array(items: Iterable[PartitionsSchema], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        a3 = o.partition_ids
        n4 = len(a3)
        if o.unknown_tags:
            put(shapes_2[n2, n4](n2 + 1, s1, n4 + 1, *a3)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_2[n2, n4](n2 + 1, s1, n4 + 1, *a3))


def write_partitions_schema_v0_array(items: Iterable[PartitionsSchema], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        a3 = o.partition_ids
        n4 = len(a3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_1[n2, n4](n2, s1, n4, *a3))


def read_transaction_log_value_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[TransactionLogValue, int]:
    key_partitions_schema_v1: Key | None = None
    o = new(TransactionLogValue)
    o.producer_id, o.producer_epoch, o.transaction_timeout_ms, o.transaction_status, n1 = unpack_qhibB(buf, pos)
    pos += 16
    if not 0 < n1 < 128:
        n1, pos = long_count_or_null(buf, pos, n1)
    if n1 == 1:
        o.transaction_partitions = []
    elif n1 > 1:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.transaction_partitions, pos, key_partitions_schema_v1 = read_rows(buf, pos, end, n1, ctx, some_partitions_schema_v1, fill_partitions_schema_v1, rows_partitions_schema_v1, key_partitions_schema_v1)
    else:
        o.transaction_partitions = None
    o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms, t = unpack_qqB(buf, pos)
    o.previous_producer_id = -1
    o.next_producer_id = -1
    o.client_transaction_version = 0
    o.next_producer_epoch = -1
    o.unknown_tags = None
    pos += 17
    if t:
        pos = tags_transaction_log_value_v1(o, buf, pos, end, t, ctx)
    return o, pos


def read_transaction_log_value_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[TransactionLogValue, int]:
    key_partitions_schema_v0: Key | None = None
    o = new(TransactionLogValue)
    o.producer_id, o.producer_epoch, o.transaction_timeout_ms, o.transaction_status, n1 = unpack_qhibi(buf, pos)
    pos += 19
    if n1 == 0:
        o.transaction_partitions = []
    elif n1 > 0:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.transaction_partitions, pos, key_partitions_schema_v0 = read_rows(buf, pos, end, n1, ctx, some_partitions_schema_v0, fill_partitions_schema_v0, rows_partitions_schema_v0, key_partitions_schema_v0)
    else:
        o.transaction_partitions = null_or_refuse(n1)
    o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms = unpack_qq(buf, pos)
    o.previous_producer_id = -1
    o.next_producer_id = -1
    o.next_producer_epoch = -1
    o.client_transaction_version = 0
    o.unknown_tags = None
    return o, pos + 16


def tags_transaction_log_value_v1(o: TransactionLogValue, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.max_tags)
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
    if o.previous_producer_id != -1:
        parts: list[bytes] = []
        put = parts.append
        put(pack_q(o.previous_producer_id))
        known[0] = b"".join(parts)
    if o.next_producer_id != -1:
        parts: list[bytes] = []
        put = parts.append
        put(pack_q(o.next_producer_id))
        known[1] = b"".join(parts)
    if o.client_transaction_version != 0:
        parts: list[bytes] = []
        put = parts.append
        put(pack_h(o.client_transaction_version))
        known[2] = b"".join(parts)
    if o.next_producer_epoch != -1:
        parts: list[bytes] = []
        put = parts.append
        put(pack_h(o.next_producer_epoch))
        known[3] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2, 3))


def encode_transaction_log_value_v1(o: TransactionLogValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.transaction_partitions
    put(pack_qhib(o.producer_id, o.producer_epoch, o.transaction_timeout_ms, o.transaction_status))
    if a1 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a1)])
        write_partitions_schema_v1_array(a1, put)
    put(pack_qq(o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms))
    put(b"\0" if not (o.previous_producer_id != -1) and not (o.next_producer_id != -1) and not (o.client_transaction_version != 0) and not (o.next_producer_epoch != -1) and not o.unknown_tags else tagged_transaction_log_value_v1(o))
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
    a1 = o.transaction_partitions
    put(pack_qhib(o.producer_id, o.producer_epoch, o.transaction_timeout_ms, o.transaction_status))
    if a1 is None:
        put(b"\xff\xff\xff\xff")
    else:
        put(pack_i(len(a1)))
        write_partitions_schema_v0_array(a1, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    put(pack_qq(o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms))
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
