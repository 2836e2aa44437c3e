# Generated from records-metadata/RegisterControllerRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.register_controller_record import (
    ControllerEndpoint,
    ControllerFeature,
    RegisterControllerRecord,
)
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
rows_controller_endpoint_v0 = Rows("P1 P1 Hh T")
rows_controller_feature_v0 = Rows("P1 hh T")
shapes_1 = Shapes("S%dsS%dsHhx")
shapes_2 = Shapes("S%dshhx")
unpack_HhB = Packer(">HhB").unpack_from
unpack_hhB = Packer(">hhB").unpack_from
unpack_iutB = Packer(">i16s?B").unpack_from


def some_controller_feature_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ControllerFeature], int, Key]:
    out = many(ControllerFeature, count)
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


def fill_controller_feature_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ControllerFeature]:
    out = many(ControllerFeature, count)
    o: ControllerFeature
    for o, row in zip(out, rows):
        v0, o.min_supported_version, o.max_supported_version = row
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def some_controller_endpoint_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ControllerEndpoint], int, Key]:
    out = many(ControllerEndpoint, count)
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


def fill_controller_endpoint_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ControllerEndpoint]:
    out = many(ControllerEndpoint, count)
    o: ControllerEndpoint
    for o, row in zip(out, rows):
        v0, v1, o.port, o.security_protocol = row
        o.name = v0.decode()
        o.host = v1.decode()
        o.unknown_tags = None
    return out


def write_controller_feature_v0_array(items: Iterable[ControllerFeature], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        data = shapes_2[n2](n2 + 1, s1, o.min_supported_version, o.max_supported_version)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_controller_endpoint_v0_array(items: Iterable[ControllerEndpoint], put: Put) -> None:
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


def read_register_controller_record_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[RegisterControllerRecord, int]:
    key_controller_endpoint_v0: Key | None = None
    key_controller_feature_v0: Key | None = None
    o = new(RegisterControllerRecord)
    o.controller_id, u1, o.zk_migration_ready, n2 = unpack_iutB(buf, pos)
    o.incarnation_id = make_uuid(u1)
    pos += 22
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.end_points = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 7 > end - pos or n2 > ctx.left:
            refuse_count(n2, 7, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_controller_endpoint_v0 is None:
            o.end_points, pos, _ = some_controller_endpoint_v0(buf, pos, end, n2, ctx)
        else:
            o.end_points, pos, key_controller_endpoint_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_controller_endpoint_v0,
                fill_controller_endpoint_v0,
                rows_controller_endpoint_v0,
                key_controller_endpoint_v0,
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
        if n3 < 8 and key_controller_feature_v0 is None:
            o.features, pos, _ = some_controller_feature_v0(buf, pos, end, n3, ctx)
        else:
            o.features, pos, key_controller_feature_v0 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_controller_feature_v0,
                fill_controller_feature_v0,
                rows_controller_feature_v0,
                key_controller_feature_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_register_controller_record_v0(o: RegisterControllerRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.end_points
    if v1:
        put(pack_iut(o.controller_id, o.incarnation_id.bytes, o.zk_migration_ready))
        put(COUNTS[len(v1)])
        write_controller_endpoint_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.features
    if not v1:
        put(pack_iutB(o.controller_id, o.incarnation_id.bytes, o.zk_migration_ready, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_controller_feature_v0_array(v2, put)
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


ENCODERS: dict[int, Callable[[RegisterControllerRecord], bytes]] = {
    0: encode_register_controller_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[RegisterControllerRecord, int]]] = {
    0: read_register_controller_record_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
RegisterControllerRecord metadata 0 flexible=0+
 ControllerId int32 0+
 IncarnationId uuid 0+
 ZkMigrationReady bool 0+
 EndPoints []ControllerEndpoint 0+
  Name string 0+
  Host string 0+
  Port uint16 0+
  SecurityProtocol int16 0+
 Features []ControllerFeature 0+
  Name string 0+
  MinSupportedVersion int16 0+
  MaxSupportedVersion int16 0+
"""
