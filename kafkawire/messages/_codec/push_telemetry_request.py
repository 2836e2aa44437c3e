# Generated from rpc/PushTelemetryRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.push_telemetry_request import PushTelemetryRequest
from kafkawire.wire import COUNTS, Context, make_uuid, merge_tags, new, refuse_length, unknown_tags, uvarint_rest

pack_uitb = Packer(">16si?b").pack
unpack_uitbBB = Packer(">16si?bBB").unpack_from


def read_push_telemetry_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[PushTelemetryRequest, int]:
    o = new(PushTelemetryRequest)
    u1, o.subscription_id, o.terminating, o.compression_type, n2, b = unpack_uitbBB(buf, pos)
    o.client_instance_id = make_uuid(u1)
    if n2 < 128:
        pos += 23
    elif b < 128:
        n2 += (b << 7) - 128
        pos += 24
    else:
        n2, pos = uvarint_rest(buf, pos + 23, n2)
    if n2:
        p = pos + n2 - 1
        o.metrics = ctx.blob[pos:p]
        pos = p
    else:
        o.metrics = refuse_length(-1)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_push_telemetry_request_v0(o: PushTelemetryRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.metrics
    put(pack_uitb(o.client_instance_id.bytes, o.subscription_id, o.terminating, o.compression_type))
    put(COUNTS[len(v1)])
    put(v1)
    data = b"\0"
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[PushTelemetryRequest], bytes]] = {
    0: encode_push_telemetry_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[PushTelemetryRequest, int]]] = {
    0: read_push_telemetry_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
PushTelemetryRequest request 0 flexible=0+
 ClientInstanceId uuid 0+
 SubscriptionId int32 0+
 Terminating bool 0+
 CompressionType int8 0+
 Metrics bytes 0+ zerocopy
"""
