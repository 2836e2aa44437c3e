# Generated from rpc/ExpireDelegationTokenRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.expire_delegation_token_request import ExpireDelegationTokenRequest
from kafkawire.wire import Context, Shapes, absent, merge_tags, new, refuse_length, unknown_tags, uvarint_rest

shapes_1 = Shapes("i%dsq")
shapes_2 = Shapes("P%dsqx")
unpack_i = Packer(">i").unpack_from
unpack_q = Packer(">q").unpack_from
unpack_qB = Packer(">qB").unpack_from


def read_expire_delegation_token_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ExpireDelegationTokenRequest, int]:
    o = new(ExpireDelegationTokenRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1:
        p = pos + n1 - 1
        o.hmac = buf[pos:p]
        pos = p
    else:
        o.hmac = refuse_length(-1)
    o.expiry_time_period_ms, t = unpack_qB(buf, pos)
    o.unknown_tags = None
    pos += 9
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_expire_delegation_token_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ExpireDelegationTokenRequest, int]:
    o = new(ExpireDelegationTokenRequest)
    (n1,) = unpack_i(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 4
        o.hmac = buf[pos + 4 : p]
        pos = p
    else:
        o.hmac = refuse_length(n1)
        pos = pos + 4
    (o.expiry_time_period_ms,) = unpack_q(buf, pos)
    o.unknown_tags = None
    return o, pos + 8


def encode_expire_delegation_token_request_v2(o: ExpireDelegationTokenRequest) -> bytes:
    b1 = o.hmac
    n2 = len(b1)
    data = shapes_2[n2](n2 + 1, b1, o.expiry_time_period_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_expire_delegation_token_request_v0(o: ExpireDelegationTokenRequest) -> bytes:
    b1 = o.hmac
    n2 = len(b1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](n2, b1, o.expiry_time_period_ms)


ENCODERS: dict[int, Callable[[ExpireDelegationTokenRequest], bytes]] = {
    0: encode_expire_delegation_token_request_v0,
    1: encode_expire_delegation_token_request_v0,
    2: encode_expire_delegation_token_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ExpireDelegationTokenRequest, int]]] = {
    0: read_expire_delegation_token_request_v0,
    1: read_expire_delegation_token_request_v0,
    2: read_expire_delegation_token_request_v2,
}
NEEDS_CONTEXT = False
SPEC = """\
ExpireDelegationTokenRequest request 0-2 flexible=2+
 Hmac bytes 0+
 ExpiryTimePeriodMs int64 0+
"""
