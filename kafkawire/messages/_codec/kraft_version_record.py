# Generated from records-control/KRaftVersionRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.kraft_version_record import KRaftVersionRecord
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_hhx = Packer(">hhx").pack
unpack_hhB = Packer(">hhB").unpack_from


def read_kraft_version_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[KRaftVersionRecord, int]:
    o = new(KRaftVersionRecord)
    o.version, o.kraft_version, t = unpack_hhB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_kraft_version_record_v0(o: KRaftVersionRecord) -> bytes:
    data = pack_hhx(o.version, o.kraft_version)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[KRaftVersionRecord], bytes]] = {
    0: encode_kraft_version_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[KRaftVersionRecord, int]]] = {
    0: read_kraft_version_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
KRaftVersionRecord data 0 flexible=0+
 Version int16 0+
 KRaftVersion int16 0+
"""
