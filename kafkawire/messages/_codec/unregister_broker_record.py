# Generated from records-metadata/UnregisterBrokerRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.unregister_broker_record import UnregisterBrokerRecord
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_iqx = Packer(">iqx").pack
unpack_iqB = Packer(">iqB").unpack_from


def read_unregister_broker_record_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[UnregisterBrokerRecord, int]:
    o = new(UnregisterBrokerRecord)
    o.broker_id, o.broker_epoch, t = unpack_iqB(buf, pos)
    o.unknown_tags = None
    pos += 13
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_unregister_broker_record_v0(o: UnregisterBrokerRecord) -> bytes:
    data = pack_iqx(o.broker_id, o.broker_epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[UnregisterBrokerRecord], bytes]] = {
    0: encode_unregister_broker_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[UnregisterBrokerRecord, int]]] = {
    0: read_unregister_broker_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
UnregisterBrokerRecord metadata 0 flexible=0+
 BrokerId int32 0+
 BrokerEpoch int64 0+
"""
