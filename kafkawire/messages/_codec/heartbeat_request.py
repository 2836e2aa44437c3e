# Generated from rpc/HeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.heartbeat_request import HeartbeatRequest
from kafkawire.wire import (
    Context,
    Shapes,
    absent,
    long_string,
    long_string_or_null,
    merge_tags,
    new,
    null_or_refuse,
    refuse_length,
    unknown_tags,
)

shapes_1 = Shapes("h%dsih%ds")
shapes_2 = Shapes("h%dsih%dsh%ds")
shapes_3 = Shapes("S%dsiS%dsS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ih = Packer(">ih").unpack_from


def read_heartbeat_request_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[HeartbeatRequest, int]:
    o = new(HeartbeatRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    o.generation_id, n2 = unpack_iB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 4
        o.member_id = buf[pos + 5 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 5, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.group_instance_id = buf[pos + 1 : p].decode()
        pos = p
    elif n3 == 0:
        o.group_instance_id = None
        pos = pos + 1
    else:
        o.group_instance_id, pos = long_string_or_null(buf, pos + 1, n3)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_heartbeat_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[HeartbeatRequest, int]:
    o = new(HeartbeatRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    o.generation_id, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.member_id = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n2)
        pos = pos + 6
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.group_instance_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_instance_id = null_or_refuse(n3)
        pos = pos + 2
    o.unknown_tags = None
    return o, pos


def read_heartbeat_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[HeartbeatRequest, int]:
    o = new(HeartbeatRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    o.generation_id, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.member_id = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n2)
        pos = pos + 6
    o.group_instance_id = None
    o.unknown_tags = None
    return o, pos


def encode_heartbeat_request_v4(o: HeartbeatRequest) -> bytes:
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v7 = o.group_instance_id
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    data = shapes_3[n2, n4, len(s5)](n2 + 1, s1, o.generation_id, n4 + 1, s3, n6, s5)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_heartbeat_request_v3(o: HeartbeatRequest) -> bytes:
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v7 = o.group_instance_id
    if v7 is None:
        s5 = b""
        n6 = -1
    else:
        s5 = v7.encode()
        n6 = len(s5)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_2[n2, n4, len(s5)](n2, s1, o.generation_id, n4, s3, n6, s5)


def encode_heartbeat_request_v0(o: HeartbeatRequest) -> bytes:
    if o.group_instance_id is not None:
        absent(o, "group_instance_id")
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2, n4](n2, s1, o.generation_id, n4, s3)


ENCODERS: dict[int, Callable[[HeartbeatRequest], bytes]] = {
    0: encode_heartbeat_request_v0,
    1: encode_heartbeat_request_v0,
    2: encode_heartbeat_request_v0,
    3: encode_heartbeat_request_v3,
    4: encode_heartbeat_request_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[HeartbeatRequest, int]]] = {
    0: read_heartbeat_request_v0,
    1: read_heartbeat_request_v0,
    2: read_heartbeat_request_v0,
    3: read_heartbeat_request_v3,
    4: read_heartbeat_request_v4,
}
NEEDS_CONTEXT = False
SPEC = """\
HeartbeatRequest request 0-4 flexible=4+
 GroupId string 0+
 GenerationId int32 0+
 MemberId string 0+
 GroupInstanceId string 3+ null=3+ default=null
"""
