# Generated from records-storage/RemoteLogSegmentMetadataSnapshotRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.remote_log_segment_metadata_snapshot_record import (
    RemoteLogSegmentMetadataSnapshotRecord,
    SegmentLeaderEpochEntry,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    check_tag_size,
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

iter_segment_leader_epoch_entry_v0 = Packer(">iqx").iter_unpack
pack_iqx = Packer(">iqx").pack
pack_t = Packer(">?").pack
pack_uqqiqq = Packer(">16sqqiqq").pack
rows_segment_leader_epoch_entry_v0 = Rows("iq T")
shapes_1 = Shapes("iP%dsb")
shapes_2 = Shapes("16sqqiqqBiP%dsb")
unpack_bB = Packer(">bB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_iqB = Packer(">iqB").unpack_from
unpack_t = Packer(">?").unpack_from
unpack_uqqiqqB = Packer(">16sqqiqqB").unpack_from


def some_segment_leader_epoch_entry_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[SegmentLeaderEpochEntry], int, Key]:
    out = many(SegmentLeaderEpochEntry, count)
    for o in out:
        o.leader_epoch, o.offset, t = unpack_iqB(buf, pos)
        o.unknown_tags = None
        pos += 13
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_segment_leader_epoch_entry_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[SegmentLeaderEpochEntry]:
    out = many(SegmentLeaderEpochEntry, count)
    o: SegmentLeaderEpochEntry
    for o, row in zip(out, rows):
        o.leader_epoch, o.offset = row
        o.unknown_tags = None
    return out


def write_segment_leader_epoch_entry_v0_array(items: Iterable[SegmentLeaderEpochEntry], put: Put) -> None:
    for o in items:
        data = pack_iqx(o.leader_epoch, o.offset)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_remote_log_segment_metadata_snapshot_record_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[RemoteLogSegmentMetadataSnapshotRecord, int]:
    key_segment_leader_epoch_entry_v0: Key | None = None
    o = new(RemoteLogSegmentMetadataSnapshotRecord)
    u1, o.start_offset, o.end_offset, o.broker_id, o.max_timestamp_ms, o.event_timestamp_ms, n2 = unpack_uqqiqqB(
        buf, pos
    )
    o.segment_id = make_uuid(u1)
    pos += 53
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.segment_leader_epochs = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 13 > end - pos or n2 > ctx.left:
            refuse_count(n2, 13, end - pos)
        ctx.left -= n2
        p = pos + n2 * 13
        if p > end or any(buf[pos + 12 : p : 13]):
            if n2 < 8 and key_segment_leader_epoch_entry_v0 is None:
                o.segment_leader_epochs, pos, _ = some_segment_leader_epoch_entry_v0(buf, pos, end, n2, ctx)
            else:
                o.segment_leader_epochs, pos, key_segment_leader_epoch_entry_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_segment_leader_epoch_entry_v0,
                    fill_segment_leader_epoch_entry_v0,
                    rows_segment_leader_epoch_entry_v0,
                    key_segment_leader_epoch_entry_v0,
                )
        else:
            o.segment_leader_epochs = fill_segment_leader_epoch_entry_v0(
                iter_segment_leader_epoch_entry_v0(buf[pos:p]), n2, (), ctx
            )
            pos = p
    o.segment_size_in_bytes, n3 = unpack_iB(buf, pos)
    pos += 5
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3:
        p = pos + n3 - 1
        o.custom_metadata = buf[pos:p]
        pos = p
    else:
        o.custom_metadata = null_or_refuse(-1)
    o.remote_log_segment_state, t = unpack_bB(buf, pos)
    o.txn_index_empty = False
    o.unknown_tags = None
    pos += 2
    if t:
        pos = tags_remote_log_segment_metadata_snapshot_record_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_remote_log_segment_metadata_snapshot_record_v0(
    o: RemoteLogSegmentMetadataSnapshotRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            (o.txn_index_empty,) = unpack_t(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_remote_log_segment_metadata_snapshot_record_v0(o: RemoteLogSegmentMetadataSnapshotRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.txn_index_empty:
        parts = []
        put = parts.append
        put(pack_t(o.txn_index_empty))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_remote_log_segment_metadata_snapshot_record_v0(o: RemoteLogSegmentMetadataSnapshotRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.segment_leader_epochs
    if v1:
        put(
            pack_uqqiqq(
                o.segment_id.bytes, o.start_offset, o.end_offset, o.broker_id, o.max_timestamp_ms, o.event_timestamp_ms
            )
        )
        put(COUNTS[len(v1)])
        write_segment_leader_epoch_entry_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    b2 = o.custom_metadata
    if b2 is None:
        b2 = b""
        n3 = 0
    else:
        n3 = len(b2) + 1
    if v1:
        put(shapes_1[len(b2)](o.segment_size_in_bytes, n3, b2, o.remote_log_segment_state))
    else:
        put(
            shapes_2[len(b2)](
                o.segment_id.bytes,
                o.start_offset,
                o.end_offset,
                o.broker_id,
                o.max_timestamp_ms,
                o.event_timestamp_ms,
                1,
                o.segment_size_in_bytes,
                n3,
                b2,
                o.remote_log_segment_state,
            )
        )
    if o.txn_index_empty or o.unknown_tags:
        put(tagged_remote_log_segment_metadata_snapshot_record_v0(o))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[RemoteLogSegmentMetadataSnapshotRecord], bytes]] = {
    0: encode_remote_log_segment_metadata_snapshot_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[RemoteLogSegmentMetadataSnapshotRecord, int]]] = {
    0: read_remote_log_segment_metadata_snapshot_record_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
RemoteLogSegmentMetadataSnapshotRecord metadata 0 flexible=0+
 SegmentId uuid 0+
 StartOffset int64 0+
 EndOffset int64 0+
 BrokerId int32 0+
 MaxTimestampMs int64 0+
 EventTimestampMs int64 0+
 SegmentLeaderEpochs []SegmentLeaderEpochEntry 0+
  LeaderEpoch int32 0+
  Offset int64 0+
 SegmentSizeInBytes int32 0+
 CustomMetadata bytes 0+ null=0+ default=null
 RemoteLogSegmentState int8 0+
 TxnIndexEmpty bool 0+ tag=0@0+
"""
