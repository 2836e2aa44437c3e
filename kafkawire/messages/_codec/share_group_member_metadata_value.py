# Generated from records-group/ShareGroupMemberMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable

from kafkawire.messages.share_group_member_metadata_value import ShareGroupMemberMetadataValue
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
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

shapes_1 = Shapes("S%dsS%dsS%ds")
shapes_2 = Shapes("S%dsS%dsS%dsBx")


def read_share_group_member_metadata_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ShareGroupMemberMetadataValue, int]:
    o = new(ShareGroupMemberMetadataValue)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.rack_id = buf[pos + 1 : p].decode()
        pos = p
    elif n1 == 0:
        o.rack_id = None
        pos = pos + 1
    else:
        o.rack_id, pos = long_string_or_null(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.client_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.client_id, pos = long_string(buf, pos + 1, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.client_host = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.client_host, pos = long_string(buf, pos + 1, n3)
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.subscribed_topic_names = [] if n4 else refuse_length(-1)
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


def encode_share_group_member_metadata_value_v0(o: ShareGroupMemberMetadataValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.rack_id
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    s4 = o.client_id.encode()
    n5 = len(s4)
    s6 = o.client_host.encode()
    n7 = len(s6)
    v8 = o.subscribed_topic_names
    if v8:
        put(shapes_1[len(s1), n5, n7](n2, s1, n5 + 1, s4, n7 + 1, s6))
        put(COUNTS[len(v8)])
        put_compact_strings(put, v8)
    elif v8 is None:
        refuse_null()
    if v8:
        data = b"\0"
    else:
        data = shapes_2[len(s1), n5, n7](n2, s1, n5 + 1, s4, n7 + 1, s6, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ShareGroupMemberMetadataValue], bytes]] = {
    0: encode_share_group_member_metadata_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareGroupMemberMetadataValue, int]]] = {
    0: read_share_group_member_metadata_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ShareGroupMemberMetadataValue coordinator-value 0 flexible=0+
 RackId string 0+ null=0+
 ClientId string 0+
 ClientHost string 0+
 SubscribedTopicNames []string 0+
"""
