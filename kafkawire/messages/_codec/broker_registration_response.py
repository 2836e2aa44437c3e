# Generated from rpc/BrokerRegistrationResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.broker_registration_response import BrokerRegistrationResponse
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_ihqx = Packer(">ihqx").pack
unpack_ihqB = Packer(">ihqB").unpack_from


def read_broker_registration_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BrokerRegistrationResponse, int]:
    o = new(BrokerRegistrationResponse)
    o.throttle_time_ms, o.error_code, o.broker_epoch, t = unpack_ihqB(buf, pos)
    o.unknown_tags = None
    pos += 15
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_broker_registration_response_v0(o: BrokerRegistrationResponse) -> bytes:
    data = pack_ihqx(o.throttle_time_ms, o.error_code, o.broker_epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[BrokerRegistrationResponse], bytes]] = {
    0: encode_broker_registration_response_v0,
    1: encode_broker_registration_response_v0,
    2: encode_broker_registration_response_v0,
    3: encode_broker_registration_response_v0,
    4: encode_broker_registration_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[BrokerRegistrationResponse, int]]] = {
    0: read_broker_registration_response_v0,
    1: read_broker_registration_response_v0,
    2: read_broker_registration_response_v0,
    3: read_broker_registration_response_v0,
    4: read_broker_registration_response_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
BrokerRegistrationResponse response 0-4 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 BrokerEpoch int64 0+ default=-1
"""
