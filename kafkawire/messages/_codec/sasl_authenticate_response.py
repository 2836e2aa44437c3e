# Generated from rpc/SaslAuthenticateResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.wire import (
    Context,
    Shapes,
    absent,
    long_string_or_null,
    merge_tags,
    new,
    null_or_refuse,
    refuse_length,
    unknown_tags,
    uvarint_rest,
)

shapes_1 = Shapes("hh%dsi%ds")
shapes_2 = Shapes("hh%dsi%dsq")
shapes_3 = Shapes("hS%dsP%dsqx")
unpack_hB = Packer(">hB").unpack_from
unpack_hh = Packer(">hh").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_q = Packer(">q").unpack_from
unpack_qB = Packer(">qB").unpack_from


def read_sasl_authenticate_response_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[SaslAuthenticateResponse, int]:
    o = new(SaslAuthenticateResponse)
    o.error_code, n1 = unpack_hB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 2
        o.error_message = buf[pos + 3 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 3
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 3, n1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2:
        p = pos + n2 - 1
        o.auth_bytes = buf[pos:p]
        pos = p
    else:
        o.auth_bytes = refuse_length(-1)
    o.session_lifetime_ms, t = unpack_qB(buf, pos)
    o.unknown_tags = None
    pos += 9
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_sasl_authenticate_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[SaslAuthenticateResponse, int]:
    o = new(SaslAuthenticateResponse)
    o.error_code, n1 = unpack_hh(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 4
        o.error_message = buf[pos + 4 : p].decode()
        pos = p
    else:
        o.error_message = null_or_refuse(n1)
        pos = pos + 4
    (n2,) = unpack_i(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 4
        o.auth_bytes = buf[pos + 4 : p]
        pos = p
    else:
        o.auth_bytes = refuse_length(n2)
        pos = pos + 4
    (o.session_lifetime_ms,) = unpack_q(buf, pos)
    o.unknown_tags = None
    return o, pos + 8


def read_sasl_authenticate_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[SaslAuthenticateResponse, int]:
    o = new(SaslAuthenticateResponse)
    o.error_code, n1 = unpack_hh(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 4
        o.error_message = buf[pos + 4 : p].decode()
        pos = p
    else:
        o.error_message = null_or_refuse(n1)
        pos = pos + 4
    (n2,) = unpack_i(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 4
        o.auth_bytes = buf[pos + 4 : p]
        pos = p
    else:
        o.auth_bytes = refuse_length(n2)
        pos = pos + 4
    o.session_lifetime_ms = 0
    o.unknown_tags = None
    return o, pos


def encode_sasl_authenticate_response_v2(o: SaslAuthenticateResponse) -> bytes:
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    b4 = o.auth_bytes
    n5 = len(b4)
    data = shapes_3[len(s1), n5](o.error_code, n2, s1, n5 + 1, b4, o.session_lifetime_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_sasl_authenticate_response_v1(o: SaslAuthenticateResponse) -> bytes:
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = -1
    else:
        s1 = v3.encode()
        n2 = len(s1)
    b4 = o.auth_bytes
    n5 = len(b4)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_2[len(s1), n5](o.error_code, n2, s1, n5, b4, o.session_lifetime_ms)


def encode_sasl_authenticate_response_v0(o: SaslAuthenticateResponse) -> bytes:
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = -1
    else:
        s1 = v3.encode()
        n2 = len(s1)
    b4 = o.auth_bytes
    n5 = len(b4)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[len(s1), n5](o.error_code, n2, s1, n5, b4)


ENCODERS: dict[int, Callable[[SaslAuthenticateResponse], bytes]] = {
    0: encode_sasl_authenticate_response_v0,
    1: encode_sasl_authenticate_response_v1,
    2: encode_sasl_authenticate_response_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[SaslAuthenticateResponse, int]]] = {
    0: read_sasl_authenticate_response_v0,
    1: read_sasl_authenticate_response_v1,
    2: read_sasl_authenticate_response_v2,
}
NEEDS_CONTEXT = False
SPEC = """\
SaslAuthenticateResponse response 0-2 flexible=2+
 ErrorCode int16 0+
 ErrorMessage string 0+ null=0+
 AuthBytes bytes 0+
 SessionLifetimeMs int64 1+ ignorable default=0
"""
