# Generated from records-metadata/ProducerIdsRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.producer_ids_record import ProducerIdsRecord
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_iqqx = Packer(">iqqx").pack
unpack_iqqB = Packer(">iqqB").unpack_from


def read_producer_ids_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProducerIdsRecord, int]:
    o = new(ProducerIdsRecord)
    o.broker_id, o.broker_epoch, o.next_producer_id, t = unpack_iqqB(buf, pos)
    o.unknown_tags = None
    pos += 21
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_producer_ids_record_v0(o: ProducerIdsRecord) -> bytes:
    data = pack_iqqx(o.broker_id, o.broker_epoch, o.next_producer_id)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[ProducerIdsRecord], bytes]] = {
    0: encode_producer_ids_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ProducerIdsRecord, int]]] = {
    0: read_producer_ids_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
ProducerIdsRecord metadata 0 flexible=0+
 BrokerId int32 0+
 BrokerEpoch int64 0+ default=-1
 NextProducerId int64 0+
"""
