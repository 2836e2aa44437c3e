# Generated from rpc/EnvelopeResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.envelope_response import EnvelopeResponse
from kafkawire.wire import COUNTS, Context, merge_tags, new, null_or_refuse, unknown_tags, uvarint_rest

pack_hx = Packer(">hx").pack
unpack_BB = Packer(">BB").unpack_from
unpack_hB = Packer(">hB").unpack_from


def read_envelope_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[EnvelopeResponse, int]:
    o = new(EnvelopeResponse)
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
        o.response_data = ctx.blob[pos:p]
        pos = p
    else:
        o.response_data = null_or_refuse(-1)
    o.error_code, t = unpack_hB(buf, pos)
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_envelope_response_v0(o: EnvelopeResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.response_data
    put(b"\0" if v1 is None else COUNTS[len(v1)])
    if v1 is not None:
        put(v1)
    data = pack_hx(o.error_code)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[EnvelopeResponse], bytes]] = {
    0: encode_envelope_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[EnvelopeResponse, int]]] = {
    0: read_envelope_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
EnvelopeResponse response 0 flexible=0+
 ResponseData bytes 0+ null=0+ zerocopy default=null
 ErrorCode int16 0+
"""
