# Generated from rpc/AllocateProducerIdsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.allocate_producer_ids_response import AllocateProducerIdsResponse
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_ihqix = Packer(">ihqix").pack
unpack_ihqiB = Packer(">ihqiB").unpack_from


def read_allocate_producer_ids_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AllocateProducerIdsResponse, int]:
    o = new(AllocateProducerIdsResponse)
    o.throttle_time_ms, o.error_code, o.producer_id_start, o.producer_id_len, t = unpack_ihqiB(buf, pos)
    o.unknown_tags = None
    pos += 19
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_allocate_producer_ids_response_v0(o: AllocateProducerIdsResponse) -> bytes:
    data = pack_ihqix(o.throttle_time_ms, o.error_code, o.producer_id_start, o.producer_id_len)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[AllocateProducerIdsResponse], bytes]] = {
    0: encode_allocate_producer_ids_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AllocateProducerIdsResponse, int]]] = {
    0: read_allocate_producer_ids_response_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
AllocateProducerIdsResponse response 0 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ProducerIdStart int64 0+
 ProducerIdLen int32 0+
"""
