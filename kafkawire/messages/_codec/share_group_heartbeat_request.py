# Generated from rpc/ShareGroupHeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.share_group_heartbeat_request import ShareGroupHeartbeatRequest
from kafkawire.wire import (
    COUNTS,
    Context,
    Shapes,
    compact_strings,
    long_string,
    long_string_or_null,
    merge_tags,
    new,
    put_compact_strings,
    refuse_count,
    unknown_tags,
    uvarint_rest,
)

shapes_1 = Shapes("S%dsS%dsiS%ds")
shapes_2 = Shapes("S%dsS%dsiS%dsBx")
unpack_iB = Packer(">iB").unpack_from


def read_share_group_heartbeat_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ShareGroupHeartbeatRequest, int]:
    o = new(ShareGroupHeartbeatRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.member_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 1, n2)
    o.member_epoch, n3 = unpack_iB(buf, pos)
    if 0 < n3 < 128:
        p = pos + n3 + 4
        o.rack_id = buf[pos + 5 : p].decode()
        pos = p
    elif n3 == 0:
        o.rack_id = None
        pos = pos + 5
    else:
        o.rack_id, pos = long_string_or_null(buf, pos + 5, n3)
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.subscribed_topic_names = [] if n4 else None
    else:
        n4 -= 1
        if n4 > end - pos or n4 > ctx.left:
            refuse_count(n4, 1, end - pos)
        ctx.left -= n4
        o.subscribed_topic_names, pos = compact_strings(buf, pos, n4)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_share_group_heartbeat_request_v0(o: ShareGroupHeartbeatRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v7 = o.rack_id
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    v8 = o.subscribed_topic_names
    if v8:
        put(shapes_1[n2, n4, len(s5)](n2 + 1, s1, n4 + 1, s3, o.member_epoch, n6, s5))
        put(COUNTS[len(v8)])
        put_compact_strings(put, v8)
    if v8:
        data = b"\0"
    else:
        data = shapes_2[n2, n4, len(s5)](n2 + 1, s1, n4 + 1, s3, o.member_epoch, n6, s5, v8 is not None)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ShareGroupHeartbeatRequest], bytes]] = {
    0: encode_share_group_heartbeat_request_v0,
    1: encode_share_group_heartbeat_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareGroupHeartbeatRequest, int]]] = {
    0: read_share_group_heartbeat_request_v0,
    1: read_share_group_heartbeat_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ShareGroupHeartbeatRequest request 0-1 flexible=0+
 GroupId string 0+
 MemberId string 0+
 MemberEpoch int32 0+
 RackId string 0+ null=0+ default=null
 SubscribedTopicNames []string 0+ null=0+ default=null
"""
