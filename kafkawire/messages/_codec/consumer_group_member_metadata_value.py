# Generated from records-group/ConsumerGroupMemberMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.consumer_group_member_metadata_value import (
    ClassicMemberMetadata,
    ClassicProtocol,
    ConsumerGroupMemberMetadataValue,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    check_tag_size,
    compact_strings,
    long_string,
    long_string_or_null,
    many,
    merge_tags,
    new,
    put_compact_strings,
    read_rows,
    read_uvarint,
    refuse_count,
    refuse_length,
    refuse_null,
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
rows_classic_protocol_v0 = Rows("P1 P1 T")
shapes_1 = Shapes("S%dsS%dsS%ds")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsiS%ds")
shapes_4 = Shapes("S%dsBS%dsiS%ds")
shapes_5 = Shapes("S%dsP%dsx")
unpack_iB = Packer(">iB").unpack_from


def some_classic_protocol_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ClassicProtocol], int, Key]:
    out = many(ClassicProtocol, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2:
            p = pos + n2 - 1
            o.metadata = buf[pos:p]
            pos = p
        else:
            o.metadata = refuse_length(-1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_classic_protocol_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ClassicProtocol]:
    out = many(ClassicProtocol, count)
    o: ClassicProtocol
    for o, row in zip(out, rows):
        v0, o.metadata = row
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def write_classic_protocol_v0_array(items: Iterable[ClassicProtocol], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_5[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        b3 = o.metadata
        n4 = len(b3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_5[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, b3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_classic_member_metadata_v0(o: ClassicMemberMetadata, put: Put) -> None:
    v1 = o.supported_protocols
    if v1:
        put(pack_i(o.session_timeout_ms))
        put(COUNTS[len(v1)])
        write_classic_protocol_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.session_timeout_ms, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_classic_member_metadata_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ClassicMemberMetadata, int]:
    key_classic_protocol_v0: Key | None = None
    o = new(ClassicMemberMetadata)
    o.session_timeout_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.supported_protocols = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_classic_protocol_v0 is None:
            o.supported_protocols, pos, _ = some_classic_protocol_v0(buf, pos, end, n1, ctx)
        else:
            o.supported_protocols, pos, key_classic_protocol_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_classic_protocol_v0,
                fill_classic_protocol_v0,
                rows_classic_protocol_v0,
                key_classic_protocol_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_consumer_group_member_metadata_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerGroupMemberMetadataValue, int]:
    o = new(ConsumerGroupMemberMetadataValue)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.instance_id = buf[pos + 1 : p].decode()
        pos = p
    elif n1 == 0:
        o.instance_id = None
        pos = pos + 1
    else:
        o.instance_id, pos = long_string_or_null(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.rack_id = buf[pos + 1 : p].decode()
        pos = p
    elif n2 == 0:
        o.rack_id = None
        pos = pos + 1
    else:
        o.rack_id, pos = long_string_or_null(buf, pos + 1, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.client_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.client_id, pos = long_string(buf, pos + 1, n3)
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.client_host = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.client_host, pos = long_string(buf, pos + 1, n4)
    n5 = buf[pos]
    pos += 1
    if n5 > 127:
        n5, pos = uvarint_rest(buf, pos, n5)
    if n5 < 2:
        o.subscribed_topic_names = [] if n5 else refuse_length(-1)
    else:
        n5 -= 1
        if n5 > end - pos or n5 > ctx.left:
            refuse_count(n5, 1, end - pos)
        ctx.left -= n5
        o.subscribed_topic_names, pos = compact_strings(buf, pos, n5)
    n6 = buf[pos]
    if 0 < n6 < 128:
        p = pos + n6
        o.subscribed_topic_regex = buf[pos + 1 : p].decode()
        pos = p
    elif n6 == 0:
        o.subscribed_topic_regex = None
        pos = pos + 1
    else:
        o.subscribed_topic_regex, pos = long_string_or_null(buf, pos + 1, n6)
    o.rebalance_timeout_ms, n7 = unpack_iB(buf, pos)
    if 0 < n7 < 128:
        p = pos + n7 + 4
        o.server_assignor = buf[pos + 5 : p].decode()
        pos = p
    elif n7 == 0:
        o.server_assignor = None
        pos = pos + 5
    else:
        o.server_assignor, pos = long_string_or_null(buf, pos + 5, n7)
    t = buf[pos]
    o.classic_member_metadata = ClassicMemberMetadata()
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_consumer_group_member_metadata_value_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_consumer_group_member_metadata_value_v0(
    o: ConsumerGroupMemberMetadataValue, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            mark, pos = read_uvarint(buf, pos)
            if mark:
                o.classic_member_metadata, pos = read_classic_member_metadata_v0(buf, pos, end, ctx)
            else:
                o.classic_member_metadata = None
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_consumer_group_member_metadata_value_v0(o: ConsumerGroupMemberMetadataValue) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.classic_member_metadata != ClassicMemberMetadata():
        parts = []
        put = parts.append
        if o.classic_member_metadata is None:
            put(b"\0")
        else:
            put(b"\1")
            write_classic_member_metadata_v0(o.classic_member_metadata, put)
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_consumer_group_member_metadata_value_v0(o: ConsumerGroupMemberMetadataValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.instance_id
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v6 = o.rack_id
    if v6 is None:
        s4 = b""
        n5 = 0
    else:
        s4 = v6.encode()
        n5 = len(s4) + 1
    s7 = o.client_id.encode()
    n8 = len(s7)
    put(shapes_1[len(s1), len(s4), n8](n2, s1, n5, s4, n8 + 1, s7))
    s9 = o.client_host.encode()
    n10 = len(s9)
    v11 = o.subscribed_topic_names
    if v11:
        put(shapes_2[n10](n10 + 1, s9))
        put(COUNTS[len(v11)])
        put_compact_strings(put, v11)
    elif v11 is None:
        refuse_null()
    v14 = o.subscribed_topic_regex
    if v14 is None:
        s12 = b""
        n13 = 0
    else:
        s12 = v14.encode()
        n13 = len(s12) + 1
    v17 = o.server_assignor
    if v17 is None:
        s15 = b""
        n16 = 0
    else:
        s15 = v17.encode()
        n16 = len(s15) + 1
    if v11:
        put(shapes_3[len(s12), len(s15)](n13, s12, o.rebalance_timeout_ms, n16, s15))
    else:
        put(shapes_4[n10, len(s12), len(s15)](n10 + 1, s9, 1, n13, s12, o.rebalance_timeout_ms, n16, s15))
    if o.classic_member_metadata != ClassicMemberMetadata() or o.unknown_tags:
        put(tagged_consumer_group_member_metadata_value_v0(o))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ConsumerGroupMemberMetadataValue], bytes]] = {
    0: encode_consumer_group_member_metadata_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ConsumerGroupMemberMetadataValue, int]]] = {
    0: read_consumer_group_member_metadata_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ConsumerGroupMemberMetadataValue coordinator-value 0 flexible=0+
 InstanceId string 0+ null=0+
 RackId string 0+ null=0+
 ClientId string 0+
 ClientHost string 0+
 SubscribedTopicNames []string 0+
 SubscribedTopicRegex string 0+ null=0+
 RebalanceTimeoutMs int32 0+ default=-1
 ServerAssignor string 0+ null=0+
 ClassicMemberMetadata ClassicMemberMetadata 0+ null=0+ tag=0@0+
  SessionTimeoutMs int32 0+
  SupportedProtocols []ClassicProtocol 0+
   Name string 0+
   Metadata bytes 0+
"""
