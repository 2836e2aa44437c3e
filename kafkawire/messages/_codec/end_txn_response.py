# Generated from rpc/EndTxnResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.end_txn_response import EndTxnResponse
from kafkawire.wire import Context, absent, merge_tags, new, unknown_tags

pack_ih = Packer(">ih").pack
pack_ihqhx = Packer(">ihqhx").pack
pack_ihx = Packer(">ihx").pack
unpack_ih = Packer(">ih").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ihqhB = Packer(">ihqhB").unpack_from


def read_end_txn_response_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[EndTxnResponse, int]:
    o = new(EndTxnResponse)
    o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch, t = unpack_ihqhB(buf, pos)
    o.unknown_tags = None
    pos += 17
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_end_txn_response_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[EndTxnResponse, int]:
    o = new(EndTxnResponse)
    o.throttle_time_ms, o.error_code, t = unpack_ihB(buf, pos)
    o.producer_id = -1
    o.producer_epoch = -1
    o.unknown_tags = None
    pos += 7
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_end_txn_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[EndTxnResponse, int]:
    o = new(EndTxnResponse)
    o.throttle_time_ms, o.error_code = unpack_ih(buf, pos)
    o.producer_id = -1
    o.producer_epoch = -1
    o.unknown_tags = None
    return o, pos + 6


def encode_end_txn_response_v5(o: EndTxnResponse) -> bytes:
    data = pack_ihqhx(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_end_txn_response_v3(o: EndTxnResponse) -> bytes:
    data = pack_ihx(o.throttle_time_ms, o.error_code)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_end_txn_response_v0(o: EndTxnResponse) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_ih(o.throttle_time_ms, o.error_code)


ENCODERS: dict[int, Callable[[EndTxnResponse], bytes]] = {
    0: encode_end_txn_response_v0,
    1: encode_end_txn_response_v0,
    2: encode_end_txn_response_v0,
    3: encode_end_txn_response_v3,
    4: encode_end_txn_response_v3,
    5: encode_end_txn_response_v5,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[EndTxnResponse, int]]] = {
    0: read_end_txn_response_v0,
    1: read_end_txn_response_v0,
    2: read_end_txn_response_v0,
    3: read_end_txn_response_v3,
    4: read_end_txn_response_v3,
    5: read_end_txn_response_v5,
}
NEEDS_CONTEXT = False
SPEC = """\
EndTxnResponse response 0-5 flexible=3+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ProducerId int64 5+ ignorable default=-1
 ProducerEpoch int16 5+ ignorable default=-1
"""
