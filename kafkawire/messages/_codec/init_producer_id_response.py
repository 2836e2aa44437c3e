# Generated from rpc/InitProducerIdResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.wire import Context, absent, merge_tags, new, unknown_tags

pack_ihqh = Packer(">ihqh").pack
pack_ihqhqhx = Packer(">ihqhqhx").pack
pack_ihqhx = Packer(">ihqhx").pack
unpack_ihqh = Packer(">ihqh").unpack_from
unpack_ihqhB = Packer(">ihqhB").unpack_from
unpack_ihqhqhB = Packer(">ihqhqhB").unpack_from


def read_init_producer_id_response_v6(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[InitProducerIdResponse, int]:
    o = new(InitProducerIdResponse)
    (
        o.throttle_time_ms,
        o.error_code,
        o.producer_id,
        o.producer_epoch,
        o.ongoing_txn_producer_id,
        o.ongoing_txn_producer_epoch,
        t,
    ) = unpack_ihqhqhB(buf, pos)
    o.unknown_tags = None
    pos += 27
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_init_producer_id_response_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[InitProducerIdResponse, int]:
    o = new(InitProducerIdResponse)
    o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch, t = unpack_ihqhB(buf, pos)
    o.ongoing_txn_producer_id = -1
    o.ongoing_txn_producer_epoch = -1
    o.unknown_tags = None
    pos += 17
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_init_producer_id_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[InitProducerIdResponse, int]:
    o = new(InitProducerIdResponse)
    o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch = unpack_ihqh(buf, pos)
    o.ongoing_txn_producer_id = -1
    o.ongoing_txn_producer_epoch = -1
    o.unknown_tags = None
    return o, pos + 16


def encode_init_producer_id_response_v6(o: InitProducerIdResponse) -> bytes:
    data = pack_ihqhqhx(
        o.throttle_time_ms,
        o.error_code,
        o.producer_id,
        o.producer_epoch,
        o.ongoing_txn_producer_id,
        o.ongoing_txn_producer_epoch,
    )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_init_producer_id_response_v2(o: InitProducerIdResponse) -> bytes:
    if o.ongoing_txn_producer_id != -1:
        absent(o, "ongoing_txn_producer_id")
    if o.ongoing_txn_producer_epoch != -1:
        absent(o, "ongoing_txn_producer_epoch")
    data = pack_ihqhx(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_init_producer_id_response_v0(o: InitProducerIdResponse) -> bytes:
    if o.ongoing_txn_producer_id != -1:
        absent(o, "ongoing_txn_producer_id")
    if o.ongoing_txn_producer_epoch != -1:
        absent(o, "ongoing_txn_producer_epoch")
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_ihqh(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch)


ENCODERS: dict[int, Callable[[InitProducerIdResponse], bytes]] = {
    0: encode_init_producer_id_response_v0,
    1: encode_init_producer_id_response_v0,
    2: encode_init_producer_id_response_v2,
    3: encode_init_producer_id_response_v2,
    4: encode_init_producer_id_response_v2,
    5: encode_init_producer_id_response_v2,
    6: encode_init_producer_id_response_v6,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[InitProducerIdResponse, int]]] = {
    0: read_init_producer_id_response_v0,
    1: read_init_producer_id_response_v0,
    2: read_init_producer_id_response_v2,
    3: read_init_producer_id_response_v2,
    4: read_init_producer_id_response_v2,
    5: read_init_producer_id_response_v2,
    6: read_init_producer_id_response_v6,
}
NEEDS_CONTEXT = False
SPEC = """\
InitProducerIdResponse response 0-6 flexible=2+
 ThrottleTimeMs int32 0+ ignorable
 ErrorCode int16 0+
 ProducerId int64 0+ default=-1
 ProducerEpoch int16 0+
 OngoingTxnProducerId int64 6+ default=-1
 OngoingTxnProducerEpoch int16 6+ default=-1
"""
