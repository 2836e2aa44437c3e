# Generated from rpc/FetchResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.fetch_response import (
    AbortedTransaction,
    EpochEndOffset,
    FetchResponse,
    FetchableTopicResponse,
    LeaderIdAndEpoch,
    NodeEndpoint,
    PartitionData,
    SnapshotId,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    ZERO_UUID,
    absent,
    check_tag_size,
    long_string,
    long_string_or_null,
    make_uuid,
    many,
    merge_tags,
    new,
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

iter_aborted_transaction_v12 = Packer(">qqx").iter_unpack
iter_aborted_transaction_v4 = Packer(">qq").iter_unpack
pack_B = Packer(">B").pack
pack_i = Packer(">i").pack
pack_ihi = Packer(">ihi").pack
pack_ihiB = Packer(">ihiB").pack
pack_ihiBx = Packer(">ihiBx").pack
pack_ihii = Packer(">ihii").pack
pack_ihqi = Packer(">ihqi").pack
pack_ihqqi = Packer(">ihqqi").pack
pack_ihqqii = Packer(">ihqqii").pack
pack_ihqqq = Packer(">ihqqq").pack
pack_ihqqqBi = Packer(">ihqqqBi").pack
pack_ihqqqi = Packer(">ihqqqi").pack
pack_ihqqqii = Packer(">ihqqqii").pack
pack_ihqqqiii = Packer(">ihqqqiii").pack
pack_ii = Packer(">ii").pack
pack_iix = Packer(">iix").pack
pack_iqx = Packer(">iqx").pack
pack_qix = Packer(">qix").pack
pack_qq = Packer(">qq").pack
pack_qqx = Packer(">qqx").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_aborted_transaction_v12 = Rows("qq T")
rows_aborted_transaction_v4 = Rows("qq")
rows_node_endpoint_v16 = Rows("i P1 i P1 T")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
shapes_4 = Shapes("iS%dsiS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_iBB = Packer(">iBB").unpack_from
unpack_ihiB = Packer(">ihiB").unpack_from
unpack_ihii = Packer(">ihii").unpack_from
unpack_ihqi = Packer(">ihqi").unpack_from
unpack_ihqqii = Packer(">ihqqii").unpack_from
unpack_ihqqqBiBB = Packer(">ihqqqBiBB").unpack_from
unpack_ihqqqii = Packer(">ihqqqii").unpack_from
unpack_ihqqqiii = Packer(">ihqqqiii").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_iiB = Packer(">iiB").unpack_from
unpack_iqB = Packer(">iqB").unpack_from
unpack_qiB = Packer(">qiB").unpack_from
unpack_qq = Packer(">qq").unpack_from
unpack_qqB = Packer(">qqB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_aborted_transaction_v12(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AbortedTransaction], int, Key]:
    out = many(AbortedTransaction, count)
    for o in out:
        o.producer_id, o.first_offset, t = unpack_qqB(buf, pos)
        o.unknown_tags = None
        pos += 17
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_aborted_transaction_v12(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[AbortedTransaction]:
    out = many(AbortedTransaction, count)
    o: AbortedTransaction
    for o, row in zip(out, rows):
        o.producer_id, o.first_offset = row
        o.unknown_tags = None
    return out


def some_aborted_transaction_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AbortedTransaction], int, Key]:
    out = many(AbortedTransaction, count)
    for o in out:
        o.producer_id, o.first_offset = unpack_qq(buf, pos)
        o.unknown_tags = None
        pos += 16
    return out, pos, ()


def fill_aborted_transaction_v4(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[AbortedTransaction]:
    out = many(AbortedTransaction, count)
    o: AbortedTransaction
    for o, row in zip(out, rows):
        o.producer_id, o.first_offset = row
        o.unknown_tags = None
    return out


def write_aborted_transaction_v12_array(items: Iterable[AbortedTransaction], put: Put) -> None:
    for o in items:
        data = pack_qqx(o.producer_id, o.first_offset)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_aborted_transaction_v4_array(items: Iterable[AbortedTransaction], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_qq(o.producer_id, o.first_offset))


def write_snapshot_id_v12(o: SnapshotId, put: Put) -> None:
    data = pack_qix(o.end_offset, o.epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def write_leader_id_and_epoch_v12(o: LeaderIdAndEpoch, put: Put) -> None:
    data = pack_iix(o.leader_id, o.leader_epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def write_epoch_end_offset_v12(o: EpochEndOffset, put: Put) -> None:
    data = pack_iqx(o.epoch, o.end_offset)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_snapshot_id_v12(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SnapshotId, int]:
    o = new(SnapshotId)
    o.end_offset, o.epoch, t = unpack_qiB(buf, pos)
    o.unknown_tags = None
    pos += 13
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_leader_id_and_epoch_v12(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderIdAndEpoch, int]:
    o = new(LeaderIdAndEpoch)
    o.leader_id, o.leader_epoch, t = unpack_iiB(buf, pos)
    o.unknown_tags = None
    pos += 9
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_epoch_end_offset_v12(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[EpochEndOffset, int]:
    o = new(EpochEndOffset)
    o.epoch, o.end_offset, t = unpack_iqB(buf, pos)
    o.unknown_tags = None
    pos += 13
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_partition_data_v12_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    blob = ctx.blob
    key_aborted_transaction_v12: Key | None = None
    for o in out:
        (
            o.partition_index,
            o.error_code,
            o.high_watermark,
            o.last_stable_offset,
            o.log_start_offset,
            n1,
            o.preferred_read_replica,
            n2,
            b,
        ) = unpack_ihqqqBiBB(buf, pos)
        if n1 < 2:
            o.aborted_transactions = [] if n1 else None
            pos += 37
        else:
            pos += 31
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.aborted_transactions = [] if n1 else None
            else:
                n1 -= 1
                if n1 * 17 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 17, end - pos)
                ctx.left -= n1
                p = pos + n1 * 17
                if p > end or any(buf[pos + 16 : p : 17]):
                    if n1 < 8 and key_aborted_transaction_v12 is None:
                        o.aborted_transactions, pos, _ = some_aborted_transaction_v12(buf, pos, end, n1, ctx)
                    else:
                        o.aborted_transactions, pos, key_aborted_transaction_v12 = read_rows(
                            buf,
                            pos,
                            end,
                            n1,
                            ctx,
                            some_aborted_transaction_v12,
                            fill_aborted_transaction_v12,
                            rows_aborted_transaction_v12,
                            key_aborted_transaction_v12,
                        )
                else:
                    o.aborted_transactions = fill_aborted_transaction_v12(
                        iter_aborted_transaction_v12(buf[pos:p]), n1, (), ctx
                    )
                    pos = p
            o.preferred_read_replica, n2, b = unpack_iBB(buf, pos)
            pos += 6
        if n2 < 128:
            pos -= 1
        elif b < 128:
            n2 += (b << 7) - 128
        else:
            n2, pos = uvarint_rest(buf, pos - 1, n2)
        if n2:
            p = pos + n2 - 1
            o.records = blob[pos:p]
            pos = p
        else:
            o.records = null_or_refuse(-1)
        t = buf[pos]
        o.diverging_epoch = None
        o.current_leader = None
        o.snapshot_id = None
        o.unknown_tags = None
        pos += 1
        if t:
            pos = tags_partition_data_v12(o, buf, pos, end, t, ctx)
    return out, pos


def read_partition_data_v11_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    blob = ctx.blob
    for o in out:
        (
            o.partition_index,
            o.error_code,
            o.high_watermark,
            o.last_stable_offset,
            o.log_start_offset,
            n1,
            o.preferred_read_replica,
            n2,
        ) = unpack_ihqqqiii(buf, pos)
        if n1 < 1:
            o.aborted_transactions = [] if n1 == 0 else null_or_refuse(n1)
            pos += 42
        else:
            pos += 34
            if n1 * 16 > end - pos or n1 > ctx.left:
                refuse_count(n1, 16, end - pos)
            ctx.left -= n1
            p = pos + n1 * 16
            o.aborted_transactions = fill_aborted_transaction_v4(iter_aborted_transaction_v4(buf[pos:p]), n1, (), ctx)
            pos = p
            o.preferred_read_replica, n2 = unpack_ii(buf, pos)
            pos += 8
        if n2 >= 0:
            p = pos + n2
            o.records = blob[pos:p]
            pos = p
        else:
            o.records = null_or_refuse(n2)
        o.diverging_epoch = None
        o.current_leader = None
        o.snapshot_id = None
        o.unknown_tags = None
    return out, pos


def read_partition_data_v5_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    blob = ctx.blob
    for o in out:
        (
            o.partition_index,
            o.error_code,
            o.high_watermark,
            o.last_stable_offset,
            o.log_start_offset,
            n1,
            n2,
        ) = unpack_ihqqqii(buf, pos)
        if n1 < 1:
            o.aborted_transactions = [] if n1 == 0 else null_or_refuse(n1)
            pos += 38
        else:
            pos += 34
            if n1 * 16 > end - pos or n1 > ctx.left:
                refuse_count(n1, 16, end - pos)
            ctx.left -= n1
            p = pos + n1 * 16
            o.aborted_transactions = fill_aborted_transaction_v4(iter_aborted_transaction_v4(buf[pos:p]), n1, (), ctx)
            pos = p
            (n2,) = unpack_i(buf, pos)
            pos += 4
        if n2 >= 0:
            p = pos + n2
            o.records = blob[pos:p]
            pos = p
        else:
            o.records = null_or_refuse(n2)
        o.diverging_epoch = None
        o.current_leader = None
        o.snapshot_id = None
        o.preferred_read_replica = -1
        o.unknown_tags = None
    return out, pos


def read_partition_data_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    blob = ctx.blob
    for o in out:
        o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, n1, n2 = unpack_ihqqii(buf, pos)
        if n1 < 1:
            o.aborted_transactions = [] if n1 == 0 else null_or_refuse(n1)
            pos += 30
        else:
            pos += 26
            if n1 * 16 > end - pos or n1 > ctx.left:
                refuse_count(n1, 16, end - pos)
            ctx.left -= n1
            p = pos + n1 * 16
            o.aborted_transactions = fill_aborted_transaction_v4(iter_aborted_transaction_v4(buf[pos:p]), n1, (), ctx)
            pos = p
            (n2,) = unpack_i(buf, pos)
            pos += 4
        if n2 >= 0:
            p = pos + n2
            o.records = blob[pos:p]
            pos = p
        else:
            o.records = null_or_refuse(n2)
        o.log_start_offset = -1
        o.diverging_epoch = None
        o.current_leader = None
        o.snapshot_id = None
        o.preferred_read_replica = -1
        o.unknown_tags = None
    return out, pos


def read_partition_data_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    blob = ctx.blob
    for o in out:
        o.partition_index, o.error_code, o.high_watermark, n1 = unpack_ihqi(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 18
            o.records = blob[pos + 18 : p]
            pos = p
        else:
            o.records = null_or_refuse(n1)
            pos = pos + 18
        o.last_stable_offset = -1
        o.log_start_offset = -1
        o.diverging_epoch = None
        o.current_leader = None
        o.snapshot_id = None
        o.aborted_transactions = []
        o.preferred_read_replica = -1
        o.unknown_tags = None
    return out, pos


def tags_partition_data_v12(o: PartitionData, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            o.diverging_epoch, pos = read_epoch_end_offset_v12(buf, pos, end, ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            o.current_leader, pos = read_leader_id_and_epoch_v12(buf, pos, end, ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 2:
            o.snapshot_id, pos = read_snapshot_id_v12(buf, pos, end, ctx)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_partition_data_v12(o: PartitionData) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.diverging_epoch is not None and o.diverging_epoch != EpochEndOffset():
        parts = []
        put = parts.append
        write_epoch_end_offset_v12(o.diverging_epoch, put)
        known[0] = b"".join(parts)
    if o.current_leader is not None and o.current_leader != LeaderIdAndEpoch():
        parts = []
        put = parts.append
        write_leader_id_and_epoch_v12(o.current_leader, put)
        known[1] = b"".join(parts)
    if o.snapshot_id is not None and o.snapshot_id != SnapshotId():
        parts = []
        put = parts.append
        write_snapshot_id_v12(o.snapshot_id, put)
        known[2] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2))


def write_partition_data_v12_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        v1 = o.aborted_transactions
        if v1:
            put(pack_ihqqq(o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset))
            put(COUNTS[len(v1)])
            write_aborted_transaction_v12_array(v1, put)
        v2 = o.records
        if v1:
            put(pack_i(o.preferred_read_replica))
        else:
            put(
                pack_ihqqqBi(
                    o.partition_index,
                    o.error_code,
                    o.high_watermark,
                    o.last_stable_offset,
                    o.log_start_offset,
                    v1 is not None,
                    o.preferred_read_replica,
                )
            )
        put(b"\0" if v2 is None else COUNTS[len(v2)])
        if v2 is not None:
            put(v2)
        if o.diverging_epoch is not None or o.current_leader is not None or o.snapshot_id is not None or o.unknown_tags:
            put(tagged_partition_data_v12(o))
        else:
            put(b"\0")


def write_partition_data_v11_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        if o.diverging_epoch is not None and o.diverging_epoch != EpochEndOffset():
            absent(o, "diverging_epoch")
        if o.current_leader is not None and o.current_leader != LeaderIdAndEpoch():
            absent(o, "current_leader")
        if o.snapshot_id is not None and o.snapshot_id != SnapshotId():
            absent(o, "snapshot_id")
        v1 = o.aborted_transactions
        if v1:
            put(
                pack_ihqqqi(
                    o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset, len(v1)
                )
            )
            write_aborted_transaction_v4_array(v1, put)
        v2 = o.records
        if v1:
            put(pack_ii(o.preferred_read_replica, -1 if v2 is None else len(v2)))
        else:
            put(
                pack_ihqqqiii(
                    o.partition_index,
                    o.error_code,
                    o.high_watermark,
                    o.last_stable_offset,
                    o.log_start_offset,
                    -(v1 is None),
                    o.preferred_read_replica,
                    -1 if v2 is None else len(v2),
                )
            )
        if v2 is not None:
            put(v2)
        if o.unknown_tags:
            absent(o, "unknown_tags")


def write_partition_data_v5_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        if o.diverging_epoch is not None and o.diverging_epoch != EpochEndOffset():
            absent(o, "diverging_epoch")
        if o.current_leader is not None and o.current_leader != LeaderIdAndEpoch():
            absent(o, "current_leader")
        if o.snapshot_id is not None and o.snapshot_id != SnapshotId():
            absent(o, "snapshot_id")
        if o.preferred_read_replica != -1:
            absent(o, "preferred_read_replica")
        v1 = o.aborted_transactions
        if v1:
            put(
                pack_ihqqqi(
                    o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, o.log_start_offset, len(v1)
                )
            )
            write_aborted_transaction_v4_array(v1, put)
        v2 = o.records
        if v1:
            put(pack_i(-1 if v2 is None else len(v2)))
        else:
            put(
                pack_ihqqqii(
                    o.partition_index,
                    o.error_code,
                    o.high_watermark,
                    o.last_stable_offset,
                    o.log_start_offset,
                    -(v1 is None),
                    -1 if v2 is None else len(v2),
                )
            )
        if v2 is not None:
            put(v2)
        if o.unknown_tags:
            absent(o, "unknown_tags")


def write_partition_data_v4_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        if o.diverging_epoch is not None and o.diverging_epoch != EpochEndOffset():
            absent(o, "diverging_epoch")
        if o.current_leader is not None and o.current_leader != LeaderIdAndEpoch():
            absent(o, "current_leader")
        if o.snapshot_id is not None and o.snapshot_id != SnapshotId():
            absent(o, "snapshot_id")
        if o.preferred_read_replica != -1:
            absent(o, "preferred_read_replica")
        v1 = o.aborted_transactions
        if v1:
            put(pack_ihqqi(o.partition_index, o.error_code, o.high_watermark, o.last_stable_offset, len(v1)))
            write_aborted_transaction_v4_array(v1, put)
        v2 = o.records
        if v1:
            put(pack_i(-1 if v2 is None else len(v2)))
        else:
            put(
                pack_ihqqii(
                    o.partition_index,
                    o.error_code,
                    o.high_watermark,
                    o.last_stable_offset,
                    -(v1 is None),
                    -1 if v2 is None else len(v2),
                )
            )
        if v2 is not None:
            put(v2)
        if o.unknown_tags:
            absent(o, "unknown_tags")


def write_partition_data_v0_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        if o.diverging_epoch is not None and o.diverging_epoch != EpochEndOffset():
            absent(o, "diverging_epoch")
        if o.current_leader is not None and o.current_leader != LeaderIdAndEpoch():
            absent(o, "current_leader")
        if o.snapshot_id is not None and o.snapshot_id != SnapshotId():
            absent(o, "snapshot_id")
        if o.preferred_read_replica != -1:
            absent(o, "preferred_read_replica")
        v1 = o.records
        put(pack_ihqi(o.partition_index, o.error_code, o.high_watermark, -1 if v1 is None else len(v1)))
        if v1 is not None:
            put(v1)
        if o.unknown_tags:
            absent(o, "unknown_tags")


def read_fetchable_topic_response_v13_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchableTopicResponse], int]:
    out = many(FetchableTopicResponse, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        pos += 17
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 37 > end - pos or n2 > ctx.left:
                refuse_count(n2, 37, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v12_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.topic = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_fetchable_topic_response_v12_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchableTopicResponse], int]:
    out = many(FetchableTopicResponse, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 37 > end - pos or n2 > ctx.left:
                refuse_count(n2, 37, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v12_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_fetchable_topic_response_v11_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchableTopicResponse], int]:
    out = many(FetchableTopicResponse, count)
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
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 42 > end - pos or n2 > ctx.left:
                refuse_count(n2, 42, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v11_array(buf, pos, end, n2, ctx)
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def read_fetchable_topic_response_v5_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchableTopicResponse], int]:
    out = many(FetchableTopicResponse, count)
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
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 38 > end - pos or n2 > ctx.left:
                refuse_count(n2, 38, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v5_array(buf, pos, end, n2, ctx)
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def read_fetchable_topic_response_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchableTopicResponse], int]:
    out = many(FetchableTopicResponse, count)
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
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 30 > end - pos or n2 > ctx.left:
                refuse_count(n2, 30, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v4_array(buf, pos, end, n2, ctx)
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def read_fetchable_topic_response_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchableTopicResponse], int]:
    out = many(FetchableTopicResponse, count)
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
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 18 > end - pos or n2 > ctx.left:
                refuse_count(n2, 18, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v0_array(buf, pos, end, n2, ctx)
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def some_node_endpoint_v16(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[NodeEndpoint], int, Key]:
    out = many(NodeEndpoint, count)
    for o in out:
        o.node_id, n1 = unpack_iB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 4
            o.host = buf[pos + 5 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 5, n1)
        o.port, n2 = unpack_iB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 4
            o.rack = buf[pos + 5 : p].decode()
            pos = p
        elif n2 == 0:
            o.rack = None
            pos = pos + 5
        else:
            o.rack, pos = long_string_or_null(buf, pos + 5, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_node_endpoint_v16(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[NodeEndpoint]:
    k0, k1, _ = key
    out = many(NodeEndpoint, count)
    o: NodeEndpoint
    for o, row in zip(out, rows):
        o.node_id, v1, o.port, v3 = row
        o.host = v1.decode()
        o.rack = v3.decode() if k1 else None
        o.unknown_tags = None
    return out


def write_node_endpoint_v16_array(items: Iterable[NodeEndpoint], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_4[0, 0]
    for o in items:
        s1 = o.host.encode()
        n2 = len(s1)
        v5 = o.rack
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_4[last7, last8]
        data = pack6(o.node_id, n2 + 1, s1, o.port, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_fetchable_topic_response_v13_array(items: Iterable[FetchableTopicResponse], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_partition_data_v12_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_fetchable_topic_response_v12_array(items: Iterable[FetchableTopicResponse], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_data_v12_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_fetchable_topic_response_v11_array(items: Iterable[FetchableTopicResponse], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_partition_data_v11_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_fetchable_topic_response_v5_array(items: Iterable[FetchableTopicResponse], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_partition_data_v5_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_fetchable_topic_response_v4_array(items: Iterable[FetchableTopicResponse], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_partition_data_v4_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_fetchable_topic_response_v0_array(items: Iterable[FetchableTopicResponse], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_partition_data_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_fetch_response_v16(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchResponse, int]:
    o = new(FetchResponse)
    o.throttle_time_ms, o.error_code, o.session_id, n1 = unpack_ihiB(buf, pos)
    pos += 11
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.responses = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.responses, pos = read_fetchable_topic_response_v13_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.node_endpoints = []
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_fetch_response_v16(o, buf, pos, end, t, ctx)
    return o, pos


def read_fetch_response_v13(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchResponse, int]:
    o = new(FetchResponse)
    o.throttle_time_ms, o.error_code, o.session_id, n1 = unpack_ihiB(buf, pos)
    pos += 11
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.responses = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.responses, pos = read_fetchable_topic_response_v13_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.node_endpoints = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0,))
    return o, pos


def read_fetch_response_v12(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchResponse, int]:
    o = new(FetchResponse)
    o.throttle_time_ms, o.error_code, o.session_id, n1 = unpack_ihiB(buf, pos)
    pos += 11
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.responses = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.responses, pos = read_fetchable_topic_response_v12_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.node_endpoints = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0,))
    return o, pos


def read_fetch_response_v11(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchResponse, int]:
    o = new(FetchResponse)
    o.throttle_time_ms, o.error_code, o.session_id, n1 = unpack_ihii(buf, pos)
    pos += 14
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.responses, pos = read_fetchable_topic_response_v11_array(buf, pos, end, n1, ctx)
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def read_fetch_response_v7(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchResponse, int]:
    o = new(FetchResponse)
    o.throttle_time_ms, o.error_code, o.session_id, n1 = unpack_ihii(buf, pos)
    pos += 14
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.responses, pos = read_fetchable_topic_response_v5_array(buf, pos, end, n1, ctx)
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def read_fetch_response_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchResponse, int]:
    o = new(FetchResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.responses, pos = read_fetchable_topic_response_v5_array(buf, pos, end, n1, ctx)
    o.error_code = 0
    o.session_id = 0
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def read_fetch_response_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchResponse, int]:
    o = new(FetchResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.responses, pos = read_fetchable_topic_response_v4_array(buf, pos, end, n1, ctx)
    o.error_code = 0
    o.session_id = 0
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def read_fetch_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchResponse, int]:
    o = new(FetchResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.responses, pos = read_fetchable_topic_response_v0_array(buf, pos, end, n1, ctx)
    o.error_code = 0
    o.session_id = 0
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def read_fetch_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchResponse, int]:
    o = new(FetchResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.responses, pos = read_fetchable_topic_response_v0_array(buf, pos, end, n1, ctx)
    o.throttle_time_ms = 0
    o.error_code = 0
    o.session_id = 0
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def tags_fetch_response_v16(o: FetchResponse, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        key_node_endpoint_v16: Key | None = None
        if tag == 0:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.node_endpoints = [] if n1 else refuse_length(-1)
            else:
                n1 -= 1
                if n1 * 11 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 11, end - pos)
                ctx.left -= n1
                if n1 < 8 and key_node_endpoint_v16 is None:
                    o.node_endpoints, pos, _ = some_node_endpoint_v16(buf, pos, end, n1, ctx)
                else:
                    o.node_endpoints, pos, key_node_endpoint_v16 = read_rows(
                        buf,
                        pos,
                        end,
                        n1,
                        ctx,
                        some_node_endpoint_v16,
                        fill_node_endpoint_v16,
                        rows_node_endpoint_v16,
                        key_node_endpoint_v16,
                    )
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_fetch_response_v16(o: FetchResponse) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.node_endpoints:
        parts = []
        put = parts.append
        v1 = o.node_endpoints
        if v1:
            put(COUNTS[len(v1)])
            write_node_endpoint_v16_array(v1, put)
        elif v1 is None:
            refuse_null()
        if not v1:
            put(pack_B(1))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_fetch_response_v16(o: FetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.responses
    if v1:
        put(pack_ihi(o.throttle_time_ms, o.error_code, o.session_id))
        put(COUNTS[len(v1)])
        write_fetchable_topic_response_v13_array(v1, put)
    elif v1 is None:
        refuse_null()
    if not v1:
        put(pack_ihiB(o.throttle_time_ms, o.error_code, o.session_id, 1))
    if o.node_endpoints or o.unknown_tags:
        put(tagged_fetch_response_v16(o))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_fetch_response_v13(o: FetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(pack_ihi(o.throttle_time_ms, o.error_code, o.session_id))
        put(COUNTS[len(v1)])
        write_fetchable_topic_response_v13_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_ihiBx(o.throttle_time_ms, o.error_code, o.session_id, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, (0,))
    put(data)
    return b"".join(parts)


def encode_fetch_response_v12(o: FetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(pack_ihi(o.throttle_time_ms, o.error_code, o.session_id))
        put(COUNTS[len(v1)])
        write_fetchable_topic_response_v12_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_ihiBx(o.throttle_time_ms, o.error_code, o.session_id, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, (0,))
    put(data)
    return b"".join(parts)


def encode_fetch_response_v11(o: FetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(pack_ihii(o.throttle_time_ms, o.error_code, o.session_id, len(v1)))
        write_fetchable_topic_response_v11_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ihii(o.throttle_time_ms, o.error_code, o.session_id, 0))
    return b"".join(parts)


def encode_fetch_response_v7(o: FetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(pack_ihii(o.throttle_time_ms, o.error_code, o.session_id, len(v1)))
        write_fetchable_topic_response_v5_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ihii(o.throttle_time_ms, o.error_code, o.session_id, 0))
    return b"".join(parts)


def encode_fetch_response_v5(o: FetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.session_id != 0:
        absent(o, "session_id")
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_fetchable_topic_response_v5_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_fetch_response_v4(o: FetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.session_id != 0:
        absent(o, "session_id")
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_fetchable_topic_response_v4_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_fetch_response_v1(o: FetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.session_id != 0:
        absent(o, "session_id")
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_fetchable_topic_response_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_fetch_response_v0(o: FetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.session_id != 0:
        absent(o, "session_id")
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(pack_i(len(v1)))
        write_fetchable_topic_response_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[FetchResponse], bytes]] = {
    0: encode_fetch_response_v0,
    1: encode_fetch_response_v1,
    2: encode_fetch_response_v1,
    3: encode_fetch_response_v1,
    4: encode_fetch_response_v4,
    5: encode_fetch_response_v5,
    6: encode_fetch_response_v5,
    7: encode_fetch_response_v7,
    8: encode_fetch_response_v7,
    9: encode_fetch_response_v7,
    10: encode_fetch_response_v7,
    11: encode_fetch_response_v11,
    12: encode_fetch_response_v12,
    13: encode_fetch_response_v13,
    14: encode_fetch_response_v13,
    15: encode_fetch_response_v13,
    16: encode_fetch_response_v16,
    17: encode_fetch_response_v16,
    18: encode_fetch_response_v16,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[FetchResponse, int]]] = {
    0: read_fetch_response_v0,
    1: read_fetch_response_v1,
    2: read_fetch_response_v1,
    3: read_fetch_response_v1,
    4: read_fetch_response_v4,
    5: read_fetch_response_v5,
    6: read_fetch_response_v5,
    7: read_fetch_response_v7,
    8: read_fetch_response_v7,
    9: read_fetch_response_v7,
    10: read_fetch_response_v7,
    11: read_fetch_response_v11,
    12: read_fetch_response_v12,
    13: read_fetch_response_v13,
    14: read_fetch_response_v13,
    15: read_fetch_response_v13,
    16: read_fetch_response_v16,
    17: read_fetch_response_v16,
    18: read_fetch_response_v16,
}
NEEDS_CONTEXT = True
SPEC = """\
FetchResponse response 0-18 flexible=12+
 ThrottleTimeMs int32 1+ ignorable
 ErrorCode int16 7+ ignorable
 SessionId int32 7+ default=0
 Responses []FetchableTopicResponse 0+
  Topic string 0-12 ignorable
  TopicId uuid 13+ ignorable
  Partitions []PartitionData 0+
   PartitionIndex int32 0+
   ErrorCode int16 0+
   HighWatermark int64 0+
   LastStableOffset int64 4+ ignorable default=-1
   LogStartOffset int64 5+ ignorable default=-1
   DivergingEpoch EpochEndOffset 12+ tag=0@12+
    Epoch int32 12+ default=-1
    EndOffset int64 12+ default=-1
   CurrentLeader LeaderIdAndEpoch 12+ tag=1@12+
    LeaderId int32 12+ default=-1
    LeaderEpoch int32 12+ default=-1
   SnapshotId SnapshotId 12+ tag=2@12+
    EndOffset int64 0+ default=-1
    Epoch int32 0+ default=-1
   AbortedTransactions []AbortedTransaction 4+ null=4+ ignorable
    ProducerId int64 4+
    FirstOffset int64 4+
   PreferredReadReplica int32 11+ default=-1
   Records records 0+ null=0+
 NodeEndpoints []NodeEndpoint 16+ tag=0@16+
  NodeId int32 16+
  Host string 16+
  Port int32 16+
  Rack string 16+ null=16+ default=null
"""
