# Generated from rpc/GetTelemetrySubscriptionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.get_telemetry_subscriptions_request import GetTelemetrySubscriptionsRequest
from kafkawire.wire import Context, make_uuid, merge_tags, new, unknown_tags

pack_ux = Packer(">16sx").pack
unpack_uB = Packer(">16sB").unpack_from


def read_get_telemetry_subscriptions_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[GetTelemetrySubscriptionsRequest, int]:
    o = new(GetTelemetrySubscriptionsRequest)
    u1, t = unpack_uB(buf, pos)
    o.client_instance_id = make_uuid(u1)
    o.unknown_tags = None
    pos += 17
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_get_telemetry_subscriptions_request_v0(o: GetTelemetrySubscriptionsRequest) -> bytes:
    data = pack_ux(o.client_instance_id.bytes)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[GetTelemetrySubscriptionsRequest], bytes]] = {
    0: encode_get_telemetry_subscriptions_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[GetTelemetrySubscriptionsRequest, int]]] = {
    0: read_get_telemetry_subscriptions_request_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
GetTelemetrySubscriptionsRequest request 0 flexible=0+
 ClientInstanceId uuid 0+
"""
