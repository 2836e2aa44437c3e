# Generated from records-control/SnapshotFooterRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.snapshot_footer_record import SnapshotFooterRecord
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_hx = Packer(">hx").pack
unpack_hB = Packer(">hB").unpack_from


def read_snapshot_footer_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SnapshotFooterRecord, int]:
    o = new(SnapshotFooterRecord)
    o.version, t = unpack_hB(buf, pos)
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_snapshot_footer_record_v0(o: SnapshotFooterRecord) -> bytes:
    data = pack_hx(o.version)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[SnapshotFooterRecord], bytes]] = {
    0: encode_snapshot_footer_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[SnapshotFooterRecord, int]]] = {
    0: read_snapshot_footer_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
SnapshotFooterRecord data 0 flexible=0+
 Version int16 0+
"""
