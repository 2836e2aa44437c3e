# Generated from rpc/PushTelemetryResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.push_telemetry_response import PushTelemetryResponse
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_ihx = Packer(">ihx").pack
unpack_ihB = Packer(">ihB").unpack_from


def read_push_telemetry_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[PushTelemetryResponse, int]:
    o = new(PushTelemetryResponse)
    o.throttle_time_ms, o.error_code, t = unpack_ihB(buf, pos)
    o.unknown_tags = None
    pos += 7
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_push_telemetry_response_v0(o: PushTelemetryResponse) -> bytes:
    data = pack_ihx(o.throttle_time_ms, o.error_code)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[PushTelemetryResponse], bytes]] = {
    0: encode_push_telemetry_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[PushTelemetryResponse, int]]] = {
    0: read_push_telemetry_response_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
PushTelemetryResponse response 0 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
"""
