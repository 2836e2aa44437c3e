# Generated from rpc/SaslHandshakeResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.sasl_handshake_response import SaslHandshakeResponse
from kafkawire.wire import (
    Context,
    absent,
    legacy_strings,
    new,
    put_legacy_strings,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
)

pack_hi = Packer(">hi").pack
unpack_hi = Packer(">hi").unpack_from


def read_sasl_handshake_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SaslHandshakeResponse, int]:
    o = new(SaslHandshakeResponse)
    o.error_code, n1 = unpack_hi(buf, pos)
    pos += 6
    if n1 < 1:
        o.mechanisms = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        o.mechanisms, pos = legacy_strings(buf, pos, n1)
    o.unknown_tags = None
    return o, pos


def encode_sasl_handshake_response_v0(o: SaslHandshakeResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.mechanisms
    if v1:
        put(pack_hi(o.error_code, len(v1)))
        put_legacy_strings(put, v1)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_hi(o.error_code, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[SaslHandshakeResponse], bytes]] = {
    0: encode_sasl_handshake_response_v0,
    1: encode_sasl_handshake_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[SaslHandshakeResponse, int]]] = {
    0: read_sasl_handshake_response_v0,
    1: read_sasl_handshake_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
SaslHandshakeResponse response 0-1 flexible=none
 ErrorCode int16 0+
 Mechanisms []string 0+
"""
