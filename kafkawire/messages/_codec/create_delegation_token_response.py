# Generated from rpc/CreateDelegationTokenResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.create_delegation_token_response import CreateDelegationTokenResponse
from kafkawire.wire import (
    Context,
    Shapes,
    absent,
    long_string,
    merge_tags,
    new,
    refuse_length,
    unknown_tags,
    uvarint_rest,
)

shapes_1 = Shapes("hh%dsh%dsqqqh%ds")
shapes_2 = Shapes("i%dsi")
shapes_3 = Shapes("hS%dsS%dsqqqS%ds")
shapes_4 = Shapes("P%dsix")
shapes_5 = Shapes("hS%dsS%dsS%ds")
shapes_6 = Shapes("S%dsqqqS%dsP%dsix")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hh = Packer(">hh").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_qqqB = Packer(">qqqB").unpack_from
unpack_qqqh = Packer(">qqqh").unpack_from


def read_create_delegation_token_response_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[CreateDelegationTokenResponse, int]:
    o = new(CreateDelegationTokenResponse)
    o.error_code, n1 = unpack_hB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 2
        o.principal_type = buf[pos + 3 : p].decode()
        pos = p
    else:
        o.principal_type, pos = long_string(buf, pos + 3, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.principal_name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.principal_name, pos = long_string(buf, pos + 1, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.token_requester_principal_type = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.token_requester_principal_type, pos = long_string(buf, pos + 1, n3)
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.token_requester_principal_name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.token_requester_principal_name, pos = long_string(buf, pos + 1, n4)
    o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n5 = unpack_qqqB(buf, pos)
    if 0 < n5 < 128:
        p = pos + n5 + 24
        o.token_id = buf[pos + 25 : p].decode()
        pos = p
    else:
        o.token_id, pos = long_string(buf, pos + 25, n5)
    n6 = buf[pos]
    pos += 1
    if n6 > 127:
        n6, pos = uvarint_rest(buf, pos, n6)
    if n6:
        p = pos + n6 - 1
        o.hmac = buf[pos:p]
        pos = p
    else:
        o.hmac = refuse_length(-1)
    o.throttle_time_ms, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_create_delegation_token_response_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[CreateDelegationTokenResponse, int]:
    o = new(CreateDelegationTokenResponse)
    o.error_code, n1 = unpack_hB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 2
        o.principal_type = buf[pos + 3 : p].decode()
        pos = p
    else:
        o.principal_type, pos = long_string(buf, pos + 3, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.principal_name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.principal_name, pos = long_string(buf, pos + 1, n2)
    o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n3 = unpack_qqqB(buf, pos)
    if 0 < n3 < 128:
        p = pos + n3 + 24
        o.token_id = buf[pos + 25 : p].decode()
        pos = p
    else:
        o.token_id, pos = long_string(buf, pos + 25, n3)
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4:
        p = pos + n4 - 1
        o.hmac = buf[pos:p]
        pos = p
    else:
        o.hmac = refuse_length(-1)
    o.throttle_time_ms, t = unpack_iB(buf, pos)
    o.token_requester_principal_type = ""
    o.token_requester_principal_name = ""
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_create_delegation_token_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[CreateDelegationTokenResponse, int]:
    o = new(CreateDelegationTokenResponse)
    o.error_code, n1 = unpack_hh(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 4
        o.principal_type = buf[pos + 4 : p].decode()
        pos = p
    else:
        o.principal_type = refuse_length(n1)
        pos = pos + 4
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.principal_name = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.principal_name = refuse_length(n2)
        pos = pos + 2
    o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n3 = unpack_qqqh(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 26
        o.token_id = buf[pos + 26 : p].decode()
        pos = p
    else:
        o.token_id = refuse_length(n3)
        pos = pos + 26
    (n4,) = unpack_i(buf, pos)
    if n4 >= 0:
        p = pos + n4 + 4
        o.hmac = buf[pos + 4 : p]
        pos = p
    else:
        o.hmac = refuse_length(n4)
        pos = pos + 4
    (o.throttle_time_ms,) = unpack_i(buf, pos)
    o.token_requester_principal_type = ""
    o.token_requester_principal_name = ""
    o.unknown_tags = None
    return o, pos + 4


def encode_create_delegation_token_response_v3(o: CreateDelegationTokenResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.principal_type.encode()
    n2 = len(s1)
    s3 = o.principal_name.encode()
    n4 = len(s3)
    s5 = o.token_requester_principal_type.encode()
    n6 = len(s5)
    put(shapes_5[n2, n4, n6](o.error_code, n2 + 1, s1, n4 + 1, s3, n6 + 1, s5))
    s7 = o.token_requester_principal_name.encode()
    n8 = len(s7)
    s9 = o.token_id.encode()
    n10 = len(s9)
    b11 = o.hmac
    n12 = len(b11)
    data = shapes_6[n8, n10, n12](
        n8 + 1,
        s7,
        o.issue_timestamp_ms,
        o.expiry_timestamp_ms,
        o.max_timestamp_ms,
        n10 + 1,
        s9,
        n12 + 1,
        b11,
        o.throttle_time_ms,
    )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_create_delegation_token_response_v2(o: CreateDelegationTokenResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.token_requester_principal_type != "":
        absent(o, "token_requester_principal_type")
    if o.token_requester_principal_name != "":
        absent(o, "token_requester_principal_name")
    s1 = o.principal_type.encode()
    n2 = len(s1)
    s3 = o.principal_name.encode()
    n4 = len(s3)
    s5 = o.token_id.encode()
    n6 = len(s5)
    put(
        shapes_3[n2, n4, n6](
            o.error_code,
            n2 + 1,
            s1,
            n4 + 1,
            s3,
            o.issue_timestamp_ms,
            o.expiry_timestamp_ms,
            o.max_timestamp_ms,
            n6 + 1,
            s5,
        )
    )
    b7 = o.hmac
    n8 = len(b7)
    data = shapes_4[n8](n8 + 1, b7, o.throttle_time_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_create_delegation_token_response_v0(o: CreateDelegationTokenResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.token_requester_principal_type != "":
        absent(o, "token_requester_principal_type")
    if o.token_requester_principal_name != "":
        absent(o, "token_requester_principal_name")
    s1 = o.principal_type.encode()
    n2 = len(s1)
    s3 = o.principal_name.encode()
    n4 = len(s3)
    s5 = o.token_id.encode()
    n6 = len(s5)
    put(
        shapes_1[n2, n4, n6](
            o.error_code, n2, s1, n4, s3, o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n6, s5
        )
    )
    b7 = o.hmac
    n8 = len(b7)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    put(shapes_2[n8](n8, b7, o.throttle_time_ms))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[CreateDelegationTokenResponse], bytes]] = {
    0: encode_create_delegation_token_response_v0,
    1: encode_create_delegation_token_response_v0,
    2: encode_create_delegation_token_response_v2,
    3: encode_create_delegation_token_response_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[CreateDelegationTokenResponse, int]]] = {
    0: read_create_delegation_token_response_v0,
    1: read_create_delegation_token_response_v0,
    2: read_create_delegation_token_response_v2,
    3: read_create_delegation_token_response_v3,
}
NEEDS_CONTEXT = False
SPEC = """\
CreateDelegationTokenResponse response 0-3 flexible=2+
 ErrorCode int16 0+
 PrincipalType string 0+
 PrincipalName string 0+
 TokenRequesterPrincipalType string 3+
 TokenRequesterPrincipalName string 3+
 IssueTimestampMs int64 0+
 ExpiryTimestampMs int64 0+
 MaxTimestampMs int64 0+
 TokenId string 0+
 Hmac bytes 0+
 ThrottleTimeMs int32 0+
"""
