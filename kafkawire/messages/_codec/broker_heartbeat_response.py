# Generated from rpc/BrokerHeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.broker_heartbeat_response import BrokerHeartbeatResponse
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_ihtttx = Packer(">ih???x").pack
unpack_ihtttB = Packer(">ih???B").unpack_from


def read_broker_heartbeat_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BrokerHeartbeatResponse, int]:
    o = new(BrokerHeartbeatResponse)
    o.throttle_time_ms, o.error_code, o.is_caught_up, o.is_fenced, o.should_shut_down, t = unpack_ihtttB(buf, pos)
    o.unknown_tags = None
    pos += 10
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_broker_heartbeat_response_v0(o: BrokerHeartbeatResponse) -> bytes:
    data = pack_ihtttx(o.throttle_time_ms, o.error_code, o.is_caught_up, o.is_fenced, o.should_shut_down)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[BrokerHeartbeatResponse], bytes]] = {
    0: encode_broker_heartbeat_response_v0,
    1: encode_broker_heartbeat_response_v0,
    2: encode_broker_heartbeat_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[BrokerHeartbeatResponse, int]]] = {
    0: read_broker_heartbeat_response_v0,
    1: read_broker_heartbeat_response_v0,
    2: read_broker_heartbeat_response_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
BrokerHeartbeatResponse response 0-2 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 IsCaughtUp bool 0+ default=false
 IsFenced bool 0+ default=true
 ShouldShutDown bool 0+
"""
