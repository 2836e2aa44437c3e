# Generated from rpc/HeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.heartbeat_response import HeartbeatResponse
from kafkawire.wire import Context, absent, merge_tags, new, unknown_tags

pack_h = Packer(">h").pack
pack_ih = Packer(">ih").pack
pack_ihx = Packer(">ihx").pack
unpack_h = Packer(">h").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ihB = Packer(">ihB").unpack_from


def read_heartbeat_response_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[HeartbeatResponse, int]:
    o = new(HeartbeatResponse)
    o.throttle_time_ms, o.error_code, t = unpack_ihB(buf, pos)
    o.unknown_tags = None
    pos += 7
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_heartbeat_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[HeartbeatResponse, int]:
    o = new(HeartbeatResponse)
    o.throttle_time_ms, o.error_code = unpack_ih(buf, pos)
    o.unknown_tags = None
    return o, pos + 6


def read_heartbeat_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[HeartbeatResponse, int]:
    o = new(HeartbeatResponse)
    (o.error_code,) = unpack_h(buf, pos)
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos + 2


def encode_heartbeat_response_v4(o: HeartbeatResponse) -> bytes:
    data = pack_ihx(o.throttle_time_ms, o.error_code)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_heartbeat_response_v1(o: HeartbeatResponse) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_ih(o.throttle_time_ms, o.error_code)


def encode_heartbeat_response_v0(o: HeartbeatResponse) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_h(o.error_code)


ENCODERS: dict[int, Callable[[HeartbeatResponse], bytes]] = {
    0: encode_heartbeat_response_v0,
    1: encode_heartbeat_response_v1,
    2: encode_heartbeat_response_v1,
    3: encode_heartbeat_response_v1,
    4: encode_heartbeat_response_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[HeartbeatResponse, int]]] = {
    0: read_heartbeat_response_v0,
    1: read_heartbeat_response_v1,
    2: read_heartbeat_response_v1,
    3: read_heartbeat_response_v1,
    4: read_heartbeat_response_v4,
}
NEEDS_CONTEXT = False
SPEC = """\
HeartbeatResponse response 0-4 flexible=4+
 ThrottleTimeMs int32 1+ ignorable
 ErrorCode int16 0+
"""
