# Generated from rpc/SaslHandshakeRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.wire import Context, Shapes, absent, new, refuse_length, unknown_tags

shapes_1 = Shapes("h%ds")
unpack_h = Packer(">h").unpack_from


def read_sasl_handshake_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SaslHandshakeRequest, int]:
    o = new(SaslHandshakeRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.mechanism = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.mechanism = refuse_length(n1)
        pos = pos + 2
    o.unknown_tags = None
    return o, pos


def encode_sasl_handshake_request_v0(o: SaslHandshakeRequest) -> bytes:
    s1 = o.mechanism.encode()
    n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](n2, s1)


ENCODERS: dict[int, Callable[[SaslHandshakeRequest], bytes]] = {
    0: encode_sasl_handshake_request_v0,
    1: encode_sasl_handshake_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[SaslHandshakeRequest, int]]] = {
    0: read_sasl_handshake_request_v0,
    1: read_sasl_handshake_request_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
SaslHandshakeRequest request 0-1 flexible=none
 Mechanism string 0+
"""
