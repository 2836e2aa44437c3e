# Generated from records-control/SnapshotHeaderRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.snapshot_header_record import SnapshotHeaderRecord
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_hqx = Packer(">hqx").pack
unpack_hqB = Packer(">hqB").unpack_from


def read_snapshot_header_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SnapshotHeaderRecord, int]:
    o = new(SnapshotHeaderRecord)
    o.version, o.last_contained_log_timestamp, t = unpack_hqB(buf, pos)
    o.unknown_tags = None
    pos += 11
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_snapshot_header_record_v0(o: SnapshotHeaderRecord) -> bytes:
    data = pack_hqx(o.version, o.last_contained_log_timestamp)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[SnapshotHeaderRecord], bytes]] = {
    0: encode_snapshot_header_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[SnapshotHeaderRecord, int]]] = {
    0: read_snapshot_header_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
SnapshotHeaderRecord data 0 flexible=0+
 Version int16 0+
 LastContainedLogTimestamp int64 0+
"""
