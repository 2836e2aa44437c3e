# Generated from rpc/ControllerRegistrationRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.controller_registration_request import ControllerRegistrationRequest, Feature, Listener
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    long_string,
    make_uuid,
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
pack_iut = Packer(">i16s?").pack
pack_iutB = Packer(">i16s?B").pack
rows_feature_v0 = Rows("P1 hh T")
rows_listener_v0 = Rows("P1 P1 Hh T")
shapes_1 = Shapes("S%dsS%dsHhx")
shapes_2 = Shapes("S%dshhx")
unpack_HhB = Packer(">HhB").unpack_from
unpack_hhB = Packer(">hhB").unpack_from
unpack_iutB = Packer(">i16s?B").unpack_from


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
        data = shapes_2[n2](n2 + 1, s1, o.min_supported_version, o.max_supported_version)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_listener_v0_array(items: Iterable[Listener], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_1[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        s3 = o.host.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_1[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3, o.port, o.security_protocol)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_controller_registration_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ControllerRegistrationRequest, int]:
    key_listener_v0: Key | None = None
    key_feature_v0: Key | None = None
    o = new(ControllerRegistrationRequest)
    o.controller_id, u1, o.zk_migration_ready, n2 = unpack_iutB(buf, pos)
    o.incarnation_id = make_uuid(u1)
    pos += 22
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.listeners = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 7 > end - pos or n2 > ctx.left:
            refuse_count(n2, 7, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_listener_v0 is None:
            o.listeners, pos, _ = some_listener_v0(buf, pos, end, n2, ctx)
        else:
            o.listeners, pos, key_listener_v0 = read_rows(
                buf, pos, end, n2, ctx, some_listener_v0, fill_listener_v0, rows_listener_v0, key_listener_v0
            )
    n3 = buf[pos]
    pos += 1
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.features = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 6 > end - pos or n3 > ctx.left:
            refuse_count(n3, 6, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_feature_v0 is None:
            o.features, pos, _ = some_feature_v0(buf, pos, end, n3, ctx)
        else:
            o.features, pos, key_feature_v0 = read_rows(
                buf, pos, end, n3, ctx, some_feature_v0, fill_feature_v0, rows_feature_v0, key_feature_v0
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_controller_registration_request_v0(o: ControllerRegistrationRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.listeners
    if v1:
        put(pack_iut(o.controller_id, o.incarnation_id.bytes, o.zk_migration_ready))
        put(COUNTS[len(v1)])
        write_listener_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.features
    if not v1:
        put(pack_iutB(o.controller_id, o.incarnation_id.bytes, o.zk_migration_ready, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_feature_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    if v2:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ControllerRegistrationRequest], bytes]] = {
    0: encode_controller_registration_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ControllerRegistrationRequest, int]]] = {
    0: read_controller_registration_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ControllerRegistrationRequest request 0 flexible=0+
 ControllerId int32 0+
 IncarnationId uuid 0+
 ZkMigrationReady bool 0+
 Listeners []Listener 0+
  Name string 0+
  Host string 0+
  Port uint16 0+
  SecurityProtocol int16 0+
 Features []Feature 0+
  Name string 0+
  MinSupportedVersion int16 0+
  MaxSupportedVersion int16 0+
"""
