# Generated from rpc/DescribeClusterResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_cluster_response import DescribeClusterBroker, DescribeClusterResponse
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
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

pack_ix = Packer(">ix").pack
rows_describe_cluster_broker_v0 = Rows("i P1 i P1 T")
rows_describe_cluster_broker_v2 = Rows("i P1 i P1 ? T")
shapes_1 = Shapes("ihS%dsS%dsi")
shapes_2 = Shapes("ihS%dsS%dsiBix")
shapes_3 = Shapes("ihS%dsbS%dsi")
shapes_4 = Shapes("ihS%dsbS%dsiBix")
shapes_5 = Shapes("iS%dsiS%dsx")
shapes_6 = Shapes("iS%dsiS%ds?x")
unpack_bB = Packer(">bB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_tB = Packer(">?B").unpack_from


def some_describe_cluster_broker_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeClusterBroker], int, Key]:
    out = many(DescribeClusterBroker, count)
    for o in out:
        o.broker_id, n1 = unpack_iB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 4
            o.host = buf[pos + 5 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 5, n1)
        o.port, n2 = unpack_iB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 4
            o.rack = buf[pos + 5 : p].decode()
            pos = p
        elif n2 == 0:
            o.rack = None
            pos = pos + 5
        else:
            o.rack, pos = long_string_or_null(buf, pos + 5, n2)
        o.is_fenced, t = unpack_tB(buf, pos)
        o.unknown_tags = None
        pos += 2
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_describe_cluster_broker_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribeClusterBroker]:
    k0, k1, _ = key
    out = many(DescribeClusterBroker, count)
    o: DescribeClusterBroker
    for o, row in zip(out, rows):
        o.broker_id, v1, o.port, v3, o.is_fenced = row
        o.host = v1.decode()
        o.rack = v3.decode() if k1 else None
        o.unknown_tags = None
    return out


def some_describe_cluster_broker_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeClusterBroker], int, Key]:
    out = many(DescribeClusterBroker, count)
    for o in out:
        o.broker_id, n1 = unpack_iB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 4
            o.host = buf[pos + 5 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 5, n1)
        o.port, n2 = unpack_iB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 4
            o.rack = buf[pos + 5 : p].decode()
            pos = p
        elif n2 == 0:
            o.rack = None
            pos = pos + 5
        else:
            o.rack, pos = long_string_or_null(buf, pos + 5, n2)
        t = buf[pos]
        o.is_fenced = False
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_describe_cluster_broker_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribeClusterBroker]:
    k0, k1, _ = key
    out = many(DescribeClusterBroker, count)
    o: DescribeClusterBroker
    for o, row in zip(out, rows):
        o.broker_id, v1, o.port, v3 = row
        o.host = v1.decode()
        o.rack = v3.decode() if k1 else None
        o.is_fenced = False
        o.unknown_tags = None
    return out


def write_describe_cluster_broker_v2_array(items: Iterable[DescribeClusterBroker], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_6[0, 0]
    for o in items:
        s1 = o.host.encode()
        n2 = len(s1)
        v5 = o.rack
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_6[last7, last8]
        data = pack6(o.broker_id, n2 + 1, s1, o.port, n4, s3, o.is_fenced)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_cluster_broker_v0_array(items: Iterable[DescribeClusterBroker], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_5[0, 0]
    for o in items:
        if o.is_fenced:
            absent(o, "is_fenced")
        s1 = o.host.encode()
        n2 = len(s1)
        v5 = o.rack
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_5[last7, last8]
        data = pack6(o.broker_id, n2 + 1, s1, o.port, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_describe_cluster_response_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeClusterResponse, int]:
    key_describe_cluster_broker_v2: Key | None = None
    o = new(DescribeClusterResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 7
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    o.endpoint_type, n2 = unpack_bB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 1
        o.cluster_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.cluster_id, pos = long_string(buf, pos + 2, n2)
    o.controller_id, n3 = unpack_iB(buf, pos)
    pos += 5
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.brokers = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 12 > end - pos or n3 > ctx.left:
            refuse_count(n3, 12, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_describe_cluster_broker_v2 is None:
            o.brokers, pos, _ = some_describe_cluster_broker_v2(buf, pos, end, n3, ctx)
        else:
            o.brokers, pos, key_describe_cluster_broker_v2 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_describe_cluster_broker_v2,
                fill_describe_cluster_broker_v2,
                rows_describe_cluster_broker_v2,
                key_describe_cluster_broker_v2,
            )
    o.cluster_authorized_operations, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_cluster_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeClusterResponse, int]:
    key_describe_cluster_broker_v0: Key | None = None
    o = new(DescribeClusterResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 7
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    o.endpoint_type, n2 = unpack_bB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 1
        o.cluster_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.cluster_id, pos = long_string(buf, pos + 2, n2)
    o.controller_id, n3 = unpack_iB(buf, pos)
    pos += 5
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.brokers = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 11 > end - pos or n3 > ctx.left:
            refuse_count(n3, 11, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_describe_cluster_broker_v0 is None:
            o.brokers, pos, _ = some_describe_cluster_broker_v0(buf, pos, end, n3, ctx)
        else:
            o.brokers, pos, key_describe_cluster_broker_v0 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_describe_cluster_broker_v0,
                fill_describe_cluster_broker_v0,
                rows_describe_cluster_broker_v0,
                key_describe_cluster_broker_v0,
            )
    o.cluster_authorized_operations, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_cluster_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeClusterResponse, int]:
    key_describe_cluster_broker_v0: Key | None = None
    o = new(DescribeClusterResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 7
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.cluster_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.cluster_id, pos = long_string(buf, pos + 1, n2)
    o.controller_id, n3 = unpack_iB(buf, pos)
    pos += 5
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.brokers = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 11 > end - pos or n3 > ctx.left:
            refuse_count(n3, 11, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_describe_cluster_broker_v0 is None:
            o.brokers, pos, _ = some_describe_cluster_broker_v0(buf, pos, end, n3, ctx)
        else:
            o.brokers, pos, key_describe_cluster_broker_v0 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_describe_cluster_broker_v0,
                fill_describe_cluster_broker_v0,
                rows_describe_cluster_broker_v0,
                key_describe_cluster_broker_v0,
            )
    o.cluster_authorized_operations, t = unpack_iB(buf, pos)
    o.endpoint_type = 1
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_cluster_response_v2(o: DescribeClusterResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    s4 = o.cluster_id.encode()
    n5 = len(s4)
    v6 = o.brokers
    if v6:
        put(
            shapes_3[len(s1), n5](
                o.throttle_time_ms, o.error_code, n2, s1, o.endpoint_type, n5 + 1, s4, o.controller_id
            )
        )
        put(COUNTS[len(v6)])
        write_describe_cluster_broker_v2_array(v6, put)
    elif v6 is None:
        refuse_null()
    if v6:
        data = pack_ix(o.cluster_authorized_operations)
    else:
        data = shapes_4[len(s1), n5](
            o.throttle_time_ms,
            o.error_code,
            n2,
            s1,
            o.endpoint_type,
            n5 + 1,
            s4,
            o.controller_id,
            1,
            o.cluster_authorized_operations,
        )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_cluster_response_v1(o: DescribeClusterResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    s4 = o.cluster_id.encode()
    n5 = len(s4)
    v6 = o.brokers
    if v6:
        put(
            shapes_3[len(s1), n5](
                o.throttle_time_ms, o.error_code, n2, s1, o.endpoint_type, n5 + 1, s4, o.controller_id
            )
        )
        put(COUNTS[len(v6)])
        write_describe_cluster_broker_v0_array(v6, put)
    elif v6 is None:
        refuse_null()
    if v6:
        data = pack_ix(o.cluster_authorized_operations)
    else:
        data = shapes_4[len(s1), n5](
            o.throttle_time_ms,
            o.error_code,
            n2,
            s1,
            o.endpoint_type,
            n5 + 1,
            s4,
            o.controller_id,
            1,
            o.cluster_authorized_operations,
        )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_cluster_response_v0(o: DescribeClusterResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.endpoint_type != 1:
        absent(o, "endpoint_type")
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    s4 = o.cluster_id.encode()
    n5 = len(s4)
    v6 = o.brokers
    if v6:
        put(shapes_1[len(s1), n5](o.throttle_time_ms, o.error_code, n2, s1, n5 + 1, s4, o.controller_id))
        put(COUNTS[len(v6)])
        write_describe_cluster_broker_v0_array(v6, put)
    elif v6 is None:
        refuse_null()
    if v6:
        data = pack_ix(o.cluster_authorized_operations)
    else:
        data = shapes_2[len(s1), n5](
            o.throttle_time_ms, o.error_code, n2, s1, n5 + 1, s4, o.controller_id, 1, o.cluster_authorized_operations
        )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeClusterResponse], bytes]] = {
    0: encode_describe_cluster_response_v0,
    1: encode_describe_cluster_response_v1,
    2: encode_describe_cluster_response_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeClusterResponse, int]]] = {
    0: read_describe_cluster_response_v0,
    1: read_describe_cluster_response_v1,
    2: read_describe_cluster_response_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeClusterResponse response 0-2 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ErrorMessage string 0+ null=0+ default=null
 EndpointType int8 1+ default=1
 ClusterId string 0+
 ControllerId int32 0+ default=-1
 Brokers []DescribeClusterBroker 0+
  BrokerId int32 0+
  Host string 0+
  Port int32 0+
  Rack string 0+ null=0+ default=null
  IsFenced bool 2+
 ClusterAuthorizedOperations int32 0+ default=-2147483648
"""
