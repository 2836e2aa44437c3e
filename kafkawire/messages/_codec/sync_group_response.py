# Generated from rpc/SyncGroupResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.sync_group_response import SyncGroupResponse
from kafkawire.wire import (
    Context,
    Shapes,
    absent,
    long_string_or_null,
    merge_tags,
    new,
    refuse_length,
    unknown_tags,
    uvarint_rest,
)

shapes_1 = Shapes("hi%ds")
shapes_2 = Shapes("ihi%ds")
shapes_3 = Shapes("ihP%dsx")
shapes_4 = Shapes("ihS%dsS%dsP%dsx")
unpack_hi = Packer(">hi").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ihi = Packer(">ihi").unpack_from


def read_sync_group_response_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SyncGroupResponse, int]:
    o = new(SyncGroupResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.protocol_type = buf[pos + 7 : p].decode()
        pos = p
    elif n1 == 0:
        o.protocol_type = None
        pos = pos + 7
    else:
        o.protocol_type, pos = long_string_or_null(buf, pos + 7, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.protocol_name = buf[pos + 1 : p].decode()
        pos = p
    elif n2 == 0:
        o.protocol_name = None
        pos = pos + 1
    else:
        o.protocol_name, pos = long_string_or_null(buf, pos + 1, n2)
    n3 = buf[pos]
    pos += 1
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3:
        p = pos + n3 - 1
        o.assignment = buf[pos:p]
        pos = p
    else:
        o.assignment = refuse_length(-1)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_sync_group_response_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SyncGroupResponse, int]:
    o = new(SyncGroupResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1:
        p = pos + n1 - 1
        o.assignment = buf[pos:p]
        pos = p
    else:
        o.assignment = refuse_length(-1)
    t = buf[pos]
    o.protocol_type = None
    o.protocol_name = None
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_sync_group_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SyncGroupResponse, int]:
    o = new(SyncGroupResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihi(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 10
        o.assignment = buf[pos + 10 : p]
        pos = p
    else:
        o.assignment = refuse_length(n1)
        pos = pos + 10
    o.protocol_type = None
    o.protocol_name = None
    o.unknown_tags = None
    return o, pos


def read_sync_group_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SyncGroupResponse, int]:
    o = new(SyncGroupResponse)
    o.error_code, n1 = unpack_hi(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 6
        o.assignment = buf[pos + 6 : p]
        pos = p
    else:
        o.assignment = refuse_length(n1)
        pos = pos + 6
    o.throttle_time_ms = 0
    o.protocol_type = None
    o.protocol_name = None
    o.unknown_tags = None
    return o, pos


def encode_sync_group_response_v5(o: SyncGroupResponse) -> bytes:
    v3 = o.protocol_type
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v6 = o.protocol_name
    if v6 is None:
        s4 = b""
        n5 = 0
    else:
        s4 = v6.encode()
        n5 = len(s4) + 1
    b7 = o.assignment
    n8 = len(b7)
    data = shapes_4[len(s1), len(s4), n8](o.throttle_time_ms, o.error_code, n2, s1, n5, s4, n8 + 1, b7)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_sync_group_response_v4(o: SyncGroupResponse) -> bytes:
    b1 = o.assignment
    n2 = len(b1)
    data = shapes_3[n2](o.throttle_time_ms, o.error_code, n2 + 1, b1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_sync_group_response_v1(o: SyncGroupResponse) -> bytes:
    b1 = o.assignment
    n2 = len(b1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_2[n2](o.throttle_time_ms, o.error_code, n2, b1)


def encode_sync_group_response_v0(o: SyncGroupResponse) -> bytes:
    b1 = o.assignment
    n2 = len(b1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](o.error_code, n2, b1)


ENCODERS: dict[int, Callable[[SyncGroupResponse], bytes]] = {
    0: encode_sync_group_response_v0,
    1: encode_sync_group_response_v1,
    2: encode_sync_group_response_v1,
    3: encode_sync_group_response_v1,
    4: encode_sync_group_response_v4,
    5: encode_sync_group_response_v5,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[SyncGroupResponse, int]]] = {
    0: read_sync_group_response_v0,
    1: read_sync_group_response_v1,
    2: read_sync_group_response_v1,
    3: read_sync_group_response_v1,
    4: read_sync_group_response_v4,
    5: read_sync_group_response_v5,
}
NEEDS_CONTEXT = False
SPEC = """\
SyncGroupResponse response 0-5 flexible=4+
 ThrottleTimeMs int32 1+ ignorable
 ErrorCode int16 0+
 ProtocolType string 5+ null=5+ ignorable default=null
 ProtocolName string 5+ null=5+ ignorable default=null
 Assignment bytes 0+
"""
