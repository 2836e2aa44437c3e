# Generated from rpc/AllocateProducerIdsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.allocate_producer_ids_request import AllocateProducerIdsRequest
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_iqx = Packer(">iqx").pack
unpack_iqB = Packer(">iqB").unpack_from


def read_allocate_producer_ids_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AllocateProducerIdsRequest, int]:
    o = new(AllocateProducerIdsRequest)
    o.broker_id, o.broker_epoch, t = unpack_iqB(buf, pos)
    o.unknown_tags = None
    pos += 13
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_allocate_producer_ids_request_v0(o: AllocateProducerIdsRequest) -> bytes:
    data = pack_iqx(o.broker_id, o.broker_epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[AllocateProducerIdsRequest], bytes]] = {
    0: encode_allocate_producer_ids_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AllocateProducerIdsRequest, int]]] = {
    0: read_allocate_producer_ids_request_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
AllocateProducerIdsRequest request 0 flexible=0+
 BrokerId int32 0+
 BrokerEpoch int64 0+ default=-1
"""
