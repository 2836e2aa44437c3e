# Generated from rpc/RenewDelegationTokenRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.renew_delegation_token_request import RenewDelegationTokenRequest
from kafkawire.wire import Context, Shapes, absent, merge_tags, new, refuse_length, unknown_tags, uvarint_rest

shapes_1 = Shapes("i%dsq")
shapes_2 = Shapes("P%dsqx")
unpack_i = Packer(">i").unpack_from
unpack_q = Packer(">q").unpack_from
unpack_qB = Packer(">qB").unpack_from


def read_renew_delegation_token_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[RenewDelegationTokenRequest, int]:
    o = new(RenewDelegationTokenRequest)
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
    o.renew_period_ms, t = unpack_qB(buf, pos)
    o.unknown_tags = None
    pos += 9
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_renew_delegation_token_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[RenewDelegationTokenRequest, int]:
    o = new(RenewDelegationTokenRequest)
    (n1,) = unpack_i(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 4
        o.hmac = buf[pos + 4 : p]
        pos = p
    else:
        o.hmac = refuse_length(n1)
        pos = pos + 4
    (o.renew_period_ms,) = unpack_q(buf, pos)
    o.unknown_tags = None
    return o, pos + 8


def encode_renew_delegation_token_request_v2(o: RenewDelegationTokenRequest) -> bytes:
    b1 = o.hmac
    n2 = len(b1)
    data = shapes_2[n2](n2 + 1, b1, o.renew_period_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_renew_delegation_token_request_v0(o: RenewDelegationTokenRequest) -> bytes:
    b1 = o.hmac
    n2 = len(b1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](n2, b1, o.renew_period_ms)


ENCODERS: dict[int, Callable[[RenewDelegationTokenRequest], bytes]] = {
    0: encode_renew_delegation_token_request_v0,
    1: encode_renew_delegation_token_request_v0,
    2: encode_renew_delegation_token_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[RenewDelegationTokenRequest, int]]] = {
    0: read_renew_delegation_token_request_v0,
    1: read_renew_delegation_token_request_v0,
    2: read_renew_delegation_token_request_v2,
}
NEEDS_CONTEXT = False
SPEC = """\
RenewDelegationTokenRequest request 0-2 flexible=2+
 Hmac bytes 0+
 RenewPeriodMs int64 0+
"""
