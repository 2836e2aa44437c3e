# Generated from rpc/SaslAuthenticateRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.wire import Context, Shapes, absent, merge_tags, new, refuse_length, unknown_tags, uvarint_rest

shapes_1 = Shapes("i%ds")
shapes_2 = Shapes("P%dsx")
unpack_i = Packer(">i").unpack_from


def read_sasl_authenticate_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[SaslAuthenticateRequest, int]:
    o = new(SaslAuthenticateRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1:
        p = pos + n1 - 1
        o.auth_bytes = buf[pos:p]
        pos = p
    else:
        o.auth_bytes = refuse_length(-1)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_sasl_authenticate_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[SaslAuthenticateRequest, int]:
    o = new(SaslAuthenticateRequest)
    (n1,) = unpack_i(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 4
        o.auth_bytes = buf[pos + 4 : p]
        pos = p
    else:
        o.auth_bytes = refuse_length(n1)
        pos = pos + 4
    o.unknown_tags = None
    return o, pos


def encode_sasl_authenticate_request_v2(o: SaslAuthenticateRequest) -> bytes:
    b1 = o.auth_bytes
    n2 = len(b1)
    data = shapes_2[n2](n2 + 1, b1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_sasl_authenticate_request_v0(o: SaslAuthenticateRequest) -> bytes:
    b1 = o.auth_bytes
    n2 = len(b1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](n2, b1)


ENCODERS: dict[int, Callable[[SaslAuthenticateRequest], bytes]] = {
    0: encode_sasl_authenticate_request_v0,
    1: encode_sasl_authenticate_request_v0,
    2: encode_sasl_authenticate_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[SaslAuthenticateRequest, int]]] = {
    0: read_sasl_authenticate_request_v0,
    1: read_sasl_authenticate_request_v0,
    2: read_sasl_authenticate_request_v2,
}
NEEDS_CONTEXT = False
SPEC = """\
SaslAuthenticateRequest request 0-2 flexible=2+
 AuthBytes bytes 0+
"""
