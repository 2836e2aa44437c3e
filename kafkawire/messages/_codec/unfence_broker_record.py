# Generated from records-metadata/UnfenceBrokerRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.unfence_broker_record import UnfenceBrokerRecord
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_iqx = Packer(">iqx").pack
unpack_iqB = Packer(">iqB").unpack_from


def read_unfence_broker_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[UnfenceBrokerRecord, int]:
    o = new(UnfenceBrokerRecord)
    o.id, o.epoch, t = unpack_iqB(buf, pos)
    o.unknown_tags = None
    pos += 13
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_unfence_broker_record_v0(o: UnfenceBrokerRecord) -> bytes:
    data = pack_iqx(o.id, o.epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[UnfenceBrokerRecord], bytes]] = {
    0: encode_unfence_broker_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[UnfenceBrokerRecord, int]]] = {
    0: read_unfence_broker_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
UnfenceBrokerRecord metadata 0 flexible=0+
 Id int32 0+
 Epoch int64 0+
"""
