# Generated from headers/RequestHeader.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.request_header import RequestHeader
from kafkawire.wire import Context, Shapes, absent, merge_tags, new, null_or_refuse, unknown_tags

pack_hhi = Packer(">hhi").pack
shapes_1 = Shapes("hhih%ds")
shapes_2 = Shapes("hhih%dsx")
unpack_hhi = Packer(">hhi").unpack_from
unpack_hhih = Packer(">hhih").unpack_from


def read_request_header_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[RequestHeader, int]:
    o = new(RequestHeader)
    o.request_api_key, o.request_api_version, o.correlation_id, n1 = unpack_hhih(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 10
        o.client_id = buf[pos + 10 : p].decode()
        pos = p
    else:
        o.client_id = null_or_refuse(n1)
        pos = pos + 10
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_request_header_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[RequestHeader, int]:
    o = new(RequestHeader)
    o.request_api_key, o.request_api_version, o.correlation_id, n1 = unpack_hhih(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 10
        o.client_id = buf[pos + 10 : p].decode()
        pos = p
    else:
        o.client_id = null_or_refuse(n1)
        pos = pos + 10
    o.unknown_tags = None
    return o, pos


def read_request_header_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[RequestHeader, int]:
    o = new(RequestHeader)
    o.request_api_key, o.request_api_version, o.correlation_id = unpack_hhi(buf, pos)
    o.client_id = ""
    o.unknown_tags = None
    return o, pos + 8


def encode_request_header_v2(o: RequestHeader) -> bytes:
    v3 = o.client_id
    if v3 is None:
        s1 = b""
        n2 = -1
    else:
        s1 = v3.encode()
        n2 = len(s1)
    data = shapes_2[len(s1)](o.request_api_key, o.request_api_version, o.correlation_id, n2, s1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_request_header_v1(o: RequestHeader) -> bytes:
    v3 = o.client_id
    if v3 is None:
        s1 = b""
        n2 = -1
    else:
        s1 = v3.encode()
        n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[len(s1)](o.request_api_key, o.request_api_version, o.correlation_id, n2, s1)


def encode_request_header_v0(o: RequestHeader) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_hhi(o.request_api_key, o.request_api_version, o.correlation_id)


ENCODERS: dict[int, Callable[[RequestHeader], bytes]] = {
    0: encode_request_header_v0,
    1: encode_request_header_v1,
    2: encode_request_header_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[RequestHeader, int]]] = {
    0: read_request_header_v0,
    1: read_request_header_v1,
    2: read_request_header_v2,
}
NEEDS_CONTEXT = False
SPEC = """\
RequestHeader header 0-2 flexible=2+
 RequestApiKey int16 0+
 RequestApiVersion int16 0+
 CorrelationId int32 0+
 ClientId string 1+ null=1+ flexible=none ignorable
"""
