# Generated from rpc/GetTelemetrySubscriptionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.get_telemetry_subscriptions_response import GetTelemetrySubscriptionsResponse
from kafkawire.wire import (
    COUNTS,
    Context,
    Runs,
    Shapes,
    compact_numbers,
    compact_strings,
    make_uuid,
    merge_tags,
    new,
    put_compact_strings,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

runs_b = Runs("b")
shapes_1 = Shapes("ih16siP%dbii?")
shapes_2 = Shapes("ih16siP%dbii?Bx")
unpack_ihuiB = Packer(">ih16siB").unpack_from
unpack_iitB = Packer(">ii?B").unpack_from


def read_get_telemetry_subscriptions_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[GetTelemetrySubscriptionsResponse, int]:
    o = new(GetTelemetrySubscriptionsResponse)
    o.throttle_time_ms, o.error_code, u1, o.subscription_id, n2 = unpack_ihuiB(buf, pos)
    o.client_instance_id = make_uuid(u1)
    if 0 < n2 < 128:
        o.accepted_compression_types = runs_b[n2 - 1](buf, pos + 27)
        pos += n2 * 1 + 26
    else:
        o.accepted_compression_types, pos = compact_numbers(buf, pos + 27, end, n2, "b", ctx)
    o.push_interval_ms, o.telemetry_max_bytes, o.delta_temporality, n3 = unpack_iitB(buf, pos)
    pos += 10
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.requested_metrics = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 > end - pos or n3 > ctx.left:
            refuse_count(n3, 1, end - pos)
        ctx.left -= n3
        o.requested_metrics, pos = compact_strings(buf, pos, n3)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_get_telemetry_subscriptions_response_v0(o: GetTelemetrySubscriptionsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.accepted_compression_types
    n2 = len(v1)
    v3 = o.requested_metrics
    if v3:
        put(
            shapes_1[n2](
                o.throttle_time_ms,
                o.error_code,
                o.client_instance_id.bytes,
                o.subscription_id,
                n2 + 1,
                *v1,
                o.push_interval_ms,
                o.telemetry_max_bytes,
                o.delta_temporality,
            )
        )
        put(COUNTS[len(v3)])
        put_compact_strings(put, v3)
    elif v3 is None:
        refuse_null()
    if v3:
        data = b"\0"
    else:
        data = shapes_2[n2](
            o.throttle_time_ms,
            o.error_code,
            o.client_instance_id.bytes,
            o.subscription_id,
            n2 + 1,
            *v1,
            o.push_interval_ms,
            o.telemetry_max_bytes,
            o.delta_temporality,
            1,
        )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[GetTelemetrySubscriptionsResponse], bytes]] = {
    0: encode_get_telemetry_subscriptions_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[GetTelemetrySubscriptionsResponse, int]]] = {
    0: read_get_telemetry_subscriptions_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
GetTelemetrySubscriptionsResponse response 0 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ClientInstanceId uuid 0+
 SubscriptionId int32 0+
 AcceptedCompressionTypes []int8 0+
 PushIntervalMs int32 0+
 TelemetryMaxBytes int32 0+
 DeltaTemporality bool 0+
 RequestedMetrics []string 0+
"""
