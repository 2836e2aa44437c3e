# Generated from rpc/EnvelopeRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.envelope_request import EnvelopeRequest
from kafkawire.wire import (
    COUNTS,
    Context,
    Shapes,
    merge_tags,
    new,
    null_or_refuse,
    refuse_length,
    unknown_tags,
    uvarint_rest,
)

shapes_1 = Shapes("P%dsP%dsx")
unpack_BB = Packer(">BB").unpack_from


def read_envelope_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[EnvelopeRequest, int]:
    o = new(EnvelopeRequest)
    n1, b = unpack_BB(buf, pos)
    if n1 < 128:
        pos += 1
    elif b < 128:
        n1 += (b << 7) - 128
        pos += 2
    else:
        n1, pos = uvarint_rest(buf, pos + 1, n1)
    if n1:
        p = pos + n1 - 1
        o.request_data = ctx.blob[pos:p]
        pos = p
    else:
        o.request_data = refuse_length(-1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2:
        p = pos + n2 - 1
        o.request_principal = buf[pos:p]
        pos = p
    else:
        o.request_principal = null_or_refuse(-1)
    n3 = buf[pos]
    pos += 1
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3:
        p = pos + n3 - 1
        o.client_host_address = buf[pos:p]
        pos = p
    else:
        o.client_host_address = refuse_length(-1)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_envelope_request_v0(o: EnvelopeRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.request_data
    put(COUNTS[len(v1)])
    put(v1)
    b2 = o.request_principal
    if b2 is None:
        b2 = b""
        n3 = 0
    else:
        n3 = len(b2) + 1
    b4 = o.client_host_address
    n5 = len(b4)
    data = shapes_1[len(b2), n5](n3, b2, n5 + 1, b4)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[EnvelopeRequest], bytes]] = {
    0: encode_envelope_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[EnvelopeRequest, int]]] = {
    0: read_envelope_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
EnvelopeRequest request 0 flexible=0+
 RequestData bytes 0+ zerocopy
 RequestPrincipal bytes 0+ null=0+
 ClientHostAddress bytes 0+
"""
