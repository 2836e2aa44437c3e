# Generated from rpc/BrokerRegistrationRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.broker_registration_request import BrokerRegistrationRequest, Feature, Listener
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    long_string,
    long_string_or_null,
    make_uuid,
    many,
    merge_tags,
    new,
    put_uuids,
    read_rows,
    read_uuids,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_Bqx = Packer(">Bqx").pack
pack_Bx = Packer(">Bx").pack
pack_qx = Packer(">qx").pack
rows_feature_v0 = Rows("P1 hh T")
rows_listener_v0 = Rows("P1 P1 Hh T")
shapes_1 = Shapes("iS%ds16s")
shapes_10 = Shapes("S%dshhx")
shapes_2 = Shapes("iS%ds16sB")
shapes_3 = Shapes("S%dsx")
shapes_4 = Shapes("BS%dsx")
shapes_5 = Shapes("S%ds?x")
shapes_6 = Shapes("BS%ds?x")
shapes_7 = Shapes("S%ds?")
shapes_8 = Shapes("BS%ds?")
shapes_9 = Shapes("S%dsS%dsHhx")
unpack_HhB = Packer(">HhB").unpack_from
unpack_hhB = Packer(">hhB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_qB = Packer(">qB").unpack_from
unpack_tB = Packer(">?B").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_feature_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Feature], int, Key]:
    out = many(Feature, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.min_supported_version, o.max_supported_version, t = unpack_hhB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_feature_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[Feature]:
    out = many(Feature, count)
    o: Feature
    for o, row in zip(out, rows):
        v0, o.min_supported_version, o.max_supported_version = row
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def some_listener_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Listener], int, Key]:
    out = many(Listener, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.host = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 1, n2)
        o.port, o.security_protocol, t = unpack_HhB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_listener_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[Listener]:
    out = many(Listener, count)
    o: Listener
    for o, row in zip(out, rows):
        v0, v1, o.port, o.security_protocol = row
        o.name = v0.decode()
        o.host = v1.decode()
        o.unknown_tags = None
    return out


def write_feature_v0_array(items: Iterable[Feature], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        data = shapes_10[n2](n2 + 1, s1, o.min_supported_version, o.max_supported_version)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_listener_v0_array(items: Iterable[Listener], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_9[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        s3 = o.host.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_9[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3, o.port, o.security_protocol)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_broker_registration_request_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BrokerRegistrationRequest, int]:
    key_listener_v0: Key | None = None
    key_feature_v0: Key | None = None
    o = new(BrokerRegistrationRequest)
    o.broker_id, n1 = unpack_iB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 4
        o.cluster_id = buf[pos + 5 : p].decode()
        pos = p
    else:
        o.cluster_id, pos = long_string(buf, pos + 5, n1)
    u2, n3 = unpack_uB(buf, pos)
    o.incarnation_id = make_uuid(u2)
    pos += 17
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.listeners = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 7 > end - pos or n3 > ctx.left:
            refuse_count(n3, 7, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_listener_v0 is None:
            o.listeners, pos, _ = some_listener_v0(buf, pos, end, n3, ctx)
        else:
            o.listeners, pos, key_listener_v0 = read_rows(
                buf, pos, end, n3, ctx, some_listener_v0, fill_listener_v0, rows_listener_v0, key_listener_v0
            )
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.features = [] if n4 else refuse_length(-1)
    else:
        n4 -= 1
        if n4 * 6 > end - pos or n4 > ctx.left:
            refuse_count(n4, 6, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_feature_v0 is None:
            o.features, pos, _ = some_feature_v0(buf, pos, end, n4, ctx)
        else:
            o.features, pos, key_feature_v0 = read_rows(
                buf, pos, end, n4, ctx, some_feature_v0, fill_feature_v0, rows_feature_v0, key_feature_v0
            )
    n5 = buf[pos]
    if 0 < n5 < 128:
        p = pos + n5
        o.rack = buf[pos + 1 : p].decode()
        pos = p
    elif n5 == 0:
        o.rack = None
        pos = pos + 1
    else:
        o.rack, pos = long_string_or_null(buf, pos + 1, n5)
    o.is_migrating_zk_broker, n6 = unpack_tB(buf, pos)
    pos += 2
    if n6 > 127:
        n6, pos = uvarint_rest(buf, pos, n6)
    if n6 < 2:
        o.log_dirs = [] if n6 else refuse_length(-1)
    else:
        n6 -= 1
        if n6 * 16 > end - pos or n6 > ctx.left:
            refuse_count(n6, 16, end - pos)
        ctx.left -= n6
        o.log_dirs, pos = read_uuids(buf, pos, n6)
    o.previous_broker_epoch, t = unpack_qB(buf, pos)
    o.unknown_tags = None
    pos += 9
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_broker_registration_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BrokerRegistrationRequest, int]:
    key_listener_v0: Key | None = None
    key_feature_v0: Key | None = None
    o = new(BrokerRegistrationRequest)
    o.broker_id, n1 = unpack_iB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 4
        o.cluster_id = buf[pos + 5 : p].decode()
        pos = p
    else:
        o.cluster_id, pos = long_string(buf, pos + 5, n1)
    u2, n3 = unpack_uB(buf, pos)
    o.incarnation_id = make_uuid(u2)
    pos += 17
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.listeners = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 7 > end - pos or n3 > ctx.left:
            refuse_count(n3, 7, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_listener_v0 is None:
            o.listeners, pos, _ = some_listener_v0(buf, pos, end, n3, ctx)
        else:
            o.listeners, pos, key_listener_v0 = read_rows(
                buf, pos, end, n3, ctx, some_listener_v0, fill_listener_v0, rows_listener_v0, key_listener_v0
            )
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.features = [] if n4 else refuse_length(-1)
    else:
        n4 -= 1
        if n4 * 6 > end - pos or n4 > ctx.left:
            refuse_count(n4, 6, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_feature_v0 is None:
            o.features, pos, _ = some_feature_v0(buf, pos, end, n4, ctx)
        else:
            o.features, pos, key_feature_v0 = read_rows(
                buf, pos, end, n4, ctx, some_feature_v0, fill_feature_v0, rows_feature_v0, key_feature_v0
            )
    n5 = buf[pos]
    if 0 < n5 < 128:
        p = pos + n5
        o.rack = buf[pos + 1 : p].decode()
        pos = p
    elif n5 == 0:
        o.rack = None
        pos = pos + 1
    else:
        o.rack, pos = long_string_or_null(buf, pos + 1, n5)
    o.is_migrating_zk_broker, n6 = unpack_tB(buf, pos)
    pos += 2
    if n6 > 127:
        n6, pos = uvarint_rest(buf, pos, n6)
    if n6 < 2:
        o.log_dirs = [] if n6 else refuse_length(-1)
    else:
        n6 -= 1
        if n6 * 16 > end - pos or n6 > ctx.left:
            refuse_count(n6, 16, end - pos)
        ctx.left -= n6
        o.log_dirs, pos = read_uuids(buf, pos, n6)
    t = buf[pos]
    o.previous_broker_epoch = -1
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_broker_registration_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BrokerRegistrationRequest, int]:
    key_listener_v0: Key | None = None
    key_feature_v0: Key | None = None
    o = new(BrokerRegistrationRequest)
    o.broker_id, n1 = unpack_iB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 4
        o.cluster_id = buf[pos + 5 : p].decode()
        pos = p
    else:
        o.cluster_id, pos = long_string(buf, pos + 5, n1)
    u2, n3 = unpack_uB(buf, pos)
    o.incarnation_id = make_uuid(u2)
    pos += 17
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.listeners = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 7 > end - pos or n3 > ctx.left:
            refuse_count(n3, 7, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_listener_v0 is None:
            o.listeners, pos, _ = some_listener_v0(buf, pos, end, n3, ctx)
        else:
            o.listeners, pos, key_listener_v0 = read_rows(
                buf, pos, end, n3, ctx, some_listener_v0, fill_listener_v0, rows_listener_v0, key_listener_v0
            )
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.features = [] if n4 else refuse_length(-1)
    else:
        n4 -= 1
        if n4 * 6 > end - pos or n4 > ctx.left:
            refuse_count(n4, 6, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_feature_v0 is None:
            o.features, pos, _ = some_feature_v0(buf, pos, end, n4, ctx)
        else:
            o.features, pos, key_feature_v0 = read_rows(
                buf, pos, end, n4, ctx, some_feature_v0, fill_feature_v0, rows_feature_v0, key_feature_v0
            )
    n5 = buf[pos]
    if 0 < n5 < 128:
        p = pos + n5
        o.rack = buf[pos + 1 : p].decode()
        pos = p
    elif n5 == 0:
        o.rack = None
        pos = pos + 1
    else:
        o.rack, pos = long_string_or_null(buf, pos + 1, n5)
    o.is_migrating_zk_broker, t = unpack_tB(buf, pos)
    o.log_dirs = []
    o.previous_broker_epoch = -1
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_broker_registration_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BrokerRegistrationRequest, int]:
    key_listener_v0: Key | None = None
    key_feature_v0: Key | None = None
    o = new(BrokerRegistrationRequest)
    o.broker_id, n1 = unpack_iB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 4
        o.cluster_id = buf[pos + 5 : p].decode()
        pos = p
    else:
        o.cluster_id, pos = long_string(buf, pos + 5, n1)
    u2, n3 = unpack_uB(buf, pos)
    o.incarnation_id = make_uuid(u2)
    pos += 17
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.listeners = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 7 > end - pos or n3 > ctx.left:
            refuse_count(n3, 7, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_listener_v0 is None:
            o.listeners, pos, _ = some_listener_v0(buf, pos, end, n3, ctx)
        else:
            o.listeners, pos, key_listener_v0 = read_rows(
                buf, pos, end, n3, ctx, some_listener_v0, fill_listener_v0, rows_listener_v0, key_listener_v0
            )
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.features = [] if n4 else refuse_length(-1)
    else:
        n4 -= 1
        if n4 * 6 > end - pos or n4 > ctx.left:
            refuse_count(n4, 6, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_feature_v0 is None:
            o.features, pos, _ = some_feature_v0(buf, pos, end, n4, ctx)
        else:
            o.features, pos, key_feature_v0 = read_rows(
                buf, pos, end, n4, ctx, some_feature_v0, fill_feature_v0, rows_feature_v0, key_feature_v0
            )
    n5 = buf[pos]
    if 0 < n5 < 128:
        p = pos + n5
        o.rack = buf[pos + 1 : p].decode()
        pos = p
    elif n5 == 0:
        o.rack = None
        pos = pos + 1
    else:
        o.rack, pos = long_string_or_null(buf, pos + 1, n5)
    t = buf[pos]
    o.is_migrating_zk_broker = False
    o.log_dirs = []
    o.previous_broker_epoch = -1
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_broker_registration_request_v3(o: BrokerRegistrationRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.cluster_id.encode()
    n2 = len(s1)
    v3 = o.listeners
    if v3:
        put(shapes_1[n2](o.broker_id, n2 + 1, s1, o.incarnation_id.bytes))
        put(COUNTS[len(v3)])
        write_listener_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    v4 = o.features
    if not v3:
        put(shapes_2[n2](o.broker_id, n2 + 1, s1, o.incarnation_id.bytes, 1))
    if v4:
        put(COUNTS[len(v4)])
        write_feature_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    v7 = o.rack
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    v8 = o.log_dirs
    if v4:
        put(shapes_7[len(s5)](n6, s5, o.is_migrating_zk_broker))
    else:
        put(shapes_8[len(s5)](1, n6, s5, o.is_migrating_zk_broker))
    if v8:
        put(COUNTS[len(v8)])
        put_uuids(put, v8)
    elif v8 is None:
        refuse_null()
    if v8:
        data = pack_qx(o.previous_broker_epoch)
    else:
        data = pack_Bqx(1, o.previous_broker_epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_broker_registration_request_v2(o: BrokerRegistrationRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.cluster_id.encode()
    n2 = len(s1)
    v3 = o.listeners
    if v3:
        put(shapes_1[n2](o.broker_id, n2 + 1, s1, o.incarnation_id.bytes))
        put(COUNTS[len(v3)])
        write_listener_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    v4 = o.features
    if not v3:
        put(shapes_2[n2](o.broker_id, n2 + 1, s1, o.incarnation_id.bytes, 1))
    if v4:
        put(COUNTS[len(v4)])
        write_feature_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    v7 = o.rack
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    v8 = o.log_dirs
    if v4:
        put(shapes_7[len(s5)](n6, s5, o.is_migrating_zk_broker))
    else:
        put(shapes_8[len(s5)](1, n6, s5, o.is_migrating_zk_broker))
    if v8:
        put(COUNTS[len(v8)])
        put_uuids(put, v8)
    elif v8 is None:
        refuse_null()
    if v8:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_broker_registration_request_v1(o: BrokerRegistrationRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.cluster_id.encode()
    n2 = len(s1)
    v3 = o.listeners
    if v3:
        put(shapes_1[n2](o.broker_id, n2 + 1, s1, o.incarnation_id.bytes))
        put(COUNTS[len(v3)])
        write_listener_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    v4 = o.features
    if not v3:
        put(shapes_2[n2](o.broker_id, n2 + 1, s1, o.incarnation_id.bytes, 1))
    if v4:
        put(COUNTS[len(v4)])
        write_feature_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    v7 = o.rack
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    if v4:
        data = shapes_5[len(s5)](n6, s5, o.is_migrating_zk_broker)
    else:
        data = shapes_6[len(s5)](1, n6, s5, o.is_migrating_zk_broker)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_broker_registration_request_v0(o: BrokerRegistrationRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_migrating_zk_broker:
        absent(o, "is_migrating_zk_broker")
    s1 = o.cluster_id.encode()
    n2 = len(s1)
    v3 = o.listeners
    if v3:
        put(shapes_1[n2](o.broker_id, n2 + 1, s1, o.incarnation_id.bytes))
        put(COUNTS[len(v3)])
        write_listener_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    v4 = o.features
    if not v3:
        put(shapes_2[n2](o.broker_id, n2 + 1, s1, o.incarnation_id.bytes, 1))
    if v4:
        put(COUNTS[len(v4)])
        write_feature_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    v7 = o.rack
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    if v4:
        data = shapes_3[len(s5)](n6, s5)
    else:
        data = shapes_4[len(s5)](1, n6, s5)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[BrokerRegistrationRequest], bytes]] = {
    0: encode_broker_registration_request_v0,
    1: encode_broker_registration_request_v1,
    2: encode_broker_registration_request_v2,
    3: encode_broker_registration_request_v3,
    4: encode_broker_registration_request_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[BrokerRegistrationRequest, int]]] = {
    0: read_broker_registration_request_v0,
    1: read_broker_registration_request_v1,
    2: read_broker_registration_request_v2,
    3: read_broker_registration_request_v3,
    4: read_broker_registration_request_v3,
}
NEEDS_CONTEXT = True
SPEC = """\
BrokerRegistrationRequest request 0-4 flexible=0+
 BrokerId int32 0+
 ClusterId string 0+
 IncarnationId uuid 0+
 Listeners []Listener 0+
  Name string 0+
  Host string 0+
  Port uint16 0+
  SecurityProtocol int16 0+
 Features []Feature 0+
  Name string 0+
  MinSupportedVersion int16 0+
  MaxSupportedVersion int16 0+
 Rack string 0+ null=0+
 IsMigratingZkBroker bool 1+ default=false
 LogDirs []uuid 2+ ignorable
 PreviousBrokerEpoch int64 3+ ignorable default=-1
"""
