# Generated from records-group/StreamsGroupMemberMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.streams_group_member_metadata_value import Endpoint, KeyValue, StreamsGroupMemberMetadataValue
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    long_string,
    long_string_or_null,
    many,
    merge_tags,
    new,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_Bx = Packer(">Bx").pack
rows_key_value_v0 = Rows("P1 P1 T")
shapes_1 = Shapes("S%dsS%dsS%ds")
shapes_2 = Shapes("S%dsiiS%ds")
shapes_3 = Shapes("S%dsHx")
shapes_4 = Shapes("S%dsS%dsx")
unpack_HB = Packer(">HB").unpack_from
unpack_b = Packer(">b").unpack_from
unpack_iiB = Packer(">iiB").unpack_from


def read_endpoint_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[Endpoint, int]:
    o = new(Endpoint)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.host = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.host, pos = long_string(buf, pos + 1, n1)
    o.port, t = unpack_HB(buf, pos)
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def some_key_value_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[KeyValue], int, Key]:
    out = many(KeyValue, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.key = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.key, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.value = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.value, pos = long_string(buf, pos + 1, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_key_value_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[KeyValue]:
    out = many(KeyValue, count)
    o: KeyValue
    for o, row in zip(out, rows):
        v0, v1 = row
        o.key = v0.decode()
        o.value = v1.decode()
        o.unknown_tags = None
    return out


def write_key_value_v0_array(items: Iterable[KeyValue], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_4[0, 0]
    for o in items:
        s1 = o.key.encode()
        n2 = len(s1)
        s3 = o.value.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_4[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_endpoint_v0(o: Endpoint, put: Put) -> None:
    s1 = o.host.encode()
    n2 = len(s1)
    data = shapes_3[n2](n2 + 1, s1, o.port)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_streams_group_member_metadata_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[StreamsGroupMemberMetadataValue, int]:
    key_key_value_v0: Key | None = None
    o = new(StreamsGroupMemberMetadataValue)
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
    o.rebalance_timeout_ms, o.topology_epoch, n5 = unpack_iiB(buf, pos)
    if 0 < n5 < 128:
        p = pos + n5 + 8
        o.process_id = buf[pos + 9 : p].decode()
        pos = p
    else:
        o.process_id, pos = long_string(buf, pos + 9, n5)
    (n6,) = unpack_b(buf, pos)
    pos += 1
    if n6 >= 0:
        o.user_endpoint, pos = read_endpoint_v0(buf, pos, end, ctx)
    else:
        o.user_endpoint = None
    n7 = buf[pos]
    pos += 1
    if n7 > 127:
        n7, pos = uvarint_rest(buf, pos, n7)
    if n7 < 2:
        o.client_tags = [] if n7 else refuse_length(-1)
    else:
        n7 -= 1
        if n7 * 3 > end - pos or n7 > ctx.left:
            refuse_count(n7, 3, end - pos)
        ctx.left -= n7
        if n7 < 8 and key_key_value_v0 is None:
            o.client_tags, pos, _ = some_key_value_v0(buf, pos, end, n7, ctx)
        else:
            o.client_tags, pos, key_key_value_v0 = read_rows(
                buf, pos, end, n7, ctx, some_key_value_v0, fill_key_value_v0, rows_key_value_v0, key_key_value_v0
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_streams_group_member_metadata_value_v0(o: StreamsGroupMemberMetadataValue) -> bytes:
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
    s11 = o.process_id.encode()
    n12 = len(s11)
    put(shapes_2[n10, n12](n10 + 1, s9, o.rebalance_timeout_ms, o.topology_epoch, n12 + 1, s11))
    v13 = o.user_endpoint
    if v13 is None:
        put(b"\xff")
    else:
        put(b"\1")
        write_endpoint_v0(v13, put)
    v14 = o.client_tags
    if v14:
        put(COUNTS[len(v14)])
        write_key_value_v0_array(v14, put)
    elif v14 is None:
        refuse_null()
    if v14:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[StreamsGroupMemberMetadataValue], bytes]] = {
    0: encode_streams_group_member_metadata_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[StreamsGroupMemberMetadataValue, int]]] = {
    0: read_streams_group_member_metadata_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
StreamsGroupMemberMetadataValue coordinator-value 0 flexible=0+
 InstanceId string 0+ null=0+
 RackId string 0+ null=0+
 ClientId string 0+
 ClientHost string 0+
 RebalanceTimeoutMs int32 0+ default=-1
 TopologyEpoch int32 0+
 ProcessId string 0+
 UserEndpoint Endpoint 0+ null=0+ default=null
 ClientTags []KeyValue 0+
struct Endpoint
 Host string 0+
 Port uint16 0+
struct KeyValue
 Key string 0+
 Value string 0+
"""
