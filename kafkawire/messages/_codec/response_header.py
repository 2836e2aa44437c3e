# Generated from headers/ResponseHeader.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.response_header import ResponseHeader
from kafkawire.wire import Context, absent, merge_tags, new, unknown_tags

pack_i = Packer(">i").pack
pack_ix = Packer(">ix").pack
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from


def read_response_header_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ResponseHeader, int]:
    o = new(ResponseHeader)
    o.correlation_id, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_response_header_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ResponseHeader, int]:
    o = new(ResponseHeader)
    (o.correlation_id,) = unpack_i(buf, pos)
    o.unknown_tags = None
    return o, pos + 4


def encode_response_header_v1(o: ResponseHeader) -> bytes:
    data = pack_ix(o.correlation_id)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_response_header_v0(o: ResponseHeader) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_i(o.correlation_id)


ENCODERS: dict[int, Callable[[ResponseHeader], bytes]] = {
    0: encode_response_header_v0,
    1: encode_response_header_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ResponseHeader, int]]] = {
    0: read_response_header_v0,
    1: read_response_header_v1,
}
NEEDS_CONTEXT = False
SPEC = """\
ResponseHeader header 0-1 flexible=1+
 CorrelationId int32 0+
"""
