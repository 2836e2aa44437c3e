# Generated from records-metadata/RegisterBrokerRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.register_broker_record import BrokerEndpoint, BrokerFeature, RegisterBrokerRecord
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    check_tag_size,
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
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_B = Packer(">B").pack
pack_ituq = Packer(">i?16sq").pack
pack_ituqB = Packer(">i?16sqB").pack
pack_iuq = Packer(">i16sq").pack
pack_iuqB = Packer(">i16sqB").pack
rows_broker_endpoint_v0 = Rows("P1 P1 Hh T")
rows_broker_feature_v0 = Rows("P1 hh T")
shapes_1 = Shapes("S%ds?x")
shapes_2 = Shapes("BS%ds?x")
shapes_3 = Shapes("S%ds??x")
shapes_4 = Shapes("BS%ds??x")
shapes_5 = Shapes("S%ds??")
shapes_6 = Shapes("BS%ds??")
shapes_7 = Shapes("S%dsS%dsHhx")
shapes_8 = Shapes("S%dshhx")
unpack_HhB = Packer(">HhB").unpack_from
unpack_hhB = Packer(">hhB").unpack_from
unpack_ituqB = Packer(">i?16sqB").unpack_from
unpack_iuqB = Packer(">i16sqB").unpack_from
unpack_tB = Packer(">?B").unpack_from
unpack_ttB = Packer(">??B").unpack_from


def some_broker_feature_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[BrokerFeature], int, Key]:
    out = many(BrokerFeature, count)
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


def fill_broker_feature_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[BrokerFeature]:
    out = many(BrokerFeature, count)
    o: BrokerFeature
    for o, row in zip(out, rows):
        v0, o.min_supported_version, o.max_supported_version = row
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def some_broker_endpoint_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[BrokerEndpoint], int, Key]:
    out = many(BrokerEndpoint, count)
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


def fill_broker_endpoint_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[BrokerEndpoint]:
    out = many(BrokerEndpoint, count)
    o: BrokerEndpoint
    for o, row in zip(out, rows):
        v0, v1, o.port, o.security_protocol = row
        o.name = v0.decode()
        o.host = v1.decode()
        o.unknown_tags = None
    return out


def write_broker_feature_v0_array(items: Iterable[BrokerFeature], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        data = shapes_8[n2](n2 + 1, s1, o.min_supported_version, o.max_supported_version)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_broker_endpoint_v0_array(items: Iterable[BrokerEndpoint], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_7[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        s3 = o.host.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_7[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3, o.port, o.security_protocol)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_register_broker_record_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[RegisterBrokerRecord, int]:
    key_broker_endpoint_v0: Key | None = None
    key_broker_feature_v0: Key | None = None
    o = new(RegisterBrokerRecord)
    o.broker_id, o.is_migrating_zk_broker, u1, o.broker_epoch, n2 = unpack_ituqB(buf, pos)
    o.incarnation_id = make_uuid(u1)
    pos += 30
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.end_points = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 7 > end - pos or n2 > ctx.left:
            refuse_count(n2, 7, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_broker_endpoint_v0 is None:
            o.end_points, pos, _ = some_broker_endpoint_v0(buf, pos, end, n2, ctx)
        else:
            o.end_points, pos, key_broker_endpoint_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_broker_endpoint_v0,
                fill_broker_endpoint_v0,
                rows_broker_endpoint_v0,
                key_broker_endpoint_v0,
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
        if n3 < 8 and key_broker_feature_v0 is None:
            o.features, pos, _ = some_broker_feature_v0(buf, pos, end, n3, ctx)
        else:
            o.features, pos, key_broker_feature_v0 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_broker_feature_v0,
                fill_broker_feature_v0,
                rows_broker_feature_v0,
                key_broker_feature_v0,
            )
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.rack = buf[pos + 1 : p].decode()
        pos = p
    elif n4 == 0:
        o.rack = None
        pos = pos + 1
    else:
        o.rack, pos = long_string_or_null(buf, pos + 1, n4)
    o.fenced, o.in_controlled_shutdown, t = unpack_ttB(buf, pos)
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    pos += 3
    if t:
        pos = tags_register_broker_record_v4(o, buf, pos, end, t, ctx)
    return o, pos


def read_register_broker_record_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[RegisterBrokerRecord, int]:
    key_broker_endpoint_v0: Key | None = None
    key_broker_feature_v0: Key | None = None
    o = new(RegisterBrokerRecord)
    o.broker_id, o.is_migrating_zk_broker, u1, o.broker_epoch, n2 = unpack_ituqB(buf, pos)
    o.incarnation_id = make_uuid(u1)
    pos += 30
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.end_points = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 7 > end - pos or n2 > ctx.left:
            refuse_count(n2, 7, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_broker_endpoint_v0 is None:
            o.end_points, pos, _ = some_broker_endpoint_v0(buf, pos, end, n2, ctx)
        else:
            o.end_points, pos, key_broker_endpoint_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_broker_endpoint_v0,
                fill_broker_endpoint_v0,
                rows_broker_endpoint_v0,
                key_broker_endpoint_v0,
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
        if n3 < 8 and key_broker_feature_v0 is None:
            o.features, pos, _ = some_broker_feature_v0(buf, pos, end, n3, ctx)
        else:
            o.features, pos, key_broker_feature_v0 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_broker_feature_v0,
                fill_broker_feature_v0,
                rows_broker_feature_v0,
                key_broker_feature_v0,
            )
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.rack = buf[pos + 1 : p].decode()
        pos = p
    elif n4 == 0:
        o.rack = None
        pos = pos + 1
    else:
        o.rack, pos = long_string_or_null(buf, pos + 1, n4)
    o.fenced, o.in_controlled_shutdown, t = unpack_ttB(buf, pos)
    o.cordoned_log_dirs = None
    o.log_dirs = []
    o.unknown_tags = None
    pos += 3
    if t:
        pos = tags_register_broker_record_v3(o, buf, pos, end, t, ctx)
    return o, pos


def read_register_broker_record_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[RegisterBrokerRecord, int]:
    key_broker_endpoint_v0: Key | None = None
    key_broker_feature_v0: Key | None = None
    o = new(RegisterBrokerRecord)
    o.broker_id, o.is_migrating_zk_broker, u1, o.broker_epoch, n2 = unpack_ituqB(buf, pos)
    o.incarnation_id = make_uuid(u1)
    pos += 30
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.end_points = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 7 > end - pos or n2 > ctx.left:
            refuse_count(n2, 7, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_broker_endpoint_v0 is None:
            o.end_points, pos, _ = some_broker_endpoint_v0(buf, pos, end, n2, ctx)
        else:
            o.end_points, pos, key_broker_endpoint_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_broker_endpoint_v0,
                fill_broker_endpoint_v0,
                rows_broker_endpoint_v0,
                key_broker_endpoint_v0,
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
        if n3 < 8 and key_broker_feature_v0 is None:
            o.features, pos, _ = some_broker_feature_v0(buf, pos, end, n3, ctx)
        else:
            o.features, pos, key_broker_feature_v0 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_broker_feature_v0,
                fill_broker_feature_v0,
                rows_broker_feature_v0,
                key_broker_feature_v0,
            )
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.rack = buf[pos + 1 : p].decode()
        pos = p
    elif n4 == 0:
        o.rack = None
        pos = pos + 1
    else:
        o.rack, pos = long_string_or_null(buf, pos + 1, n4)
    o.fenced, o.in_controlled_shutdown, t = unpack_ttB(buf, pos)
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0, 1))
    return o, pos


def read_register_broker_record_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[RegisterBrokerRecord, int]:
    key_broker_endpoint_v0: Key | None = None
    key_broker_feature_v0: Key | None = None
    o = new(RegisterBrokerRecord)
    o.broker_id, u1, o.broker_epoch, n2 = unpack_iuqB(buf, pos)
    o.incarnation_id = make_uuid(u1)
    pos += 29
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.end_points = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 7 > end - pos or n2 > ctx.left:
            refuse_count(n2, 7, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_broker_endpoint_v0 is None:
            o.end_points, pos, _ = some_broker_endpoint_v0(buf, pos, end, n2, ctx)
        else:
            o.end_points, pos, key_broker_endpoint_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_broker_endpoint_v0,
                fill_broker_endpoint_v0,
                rows_broker_endpoint_v0,
                key_broker_endpoint_v0,
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
        if n3 < 8 and key_broker_feature_v0 is None:
            o.features, pos, _ = some_broker_feature_v0(buf, pos, end, n3, ctx)
        else:
            o.features, pos, key_broker_feature_v0 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_broker_feature_v0,
                fill_broker_feature_v0,
                rows_broker_feature_v0,
                key_broker_feature_v0,
            )
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.rack = buf[pos + 1 : p].decode()
        pos = p
    elif n4 == 0:
        o.rack = None
        pos = pos + 1
    else:
        o.rack, pos = long_string_or_null(buf, pos + 1, n4)
    o.fenced, o.in_controlled_shutdown, t = unpack_ttB(buf, pos)
    o.is_migrating_zk_broker = False
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0, 1))
    return o, pos


def read_register_broker_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[RegisterBrokerRecord, int]:
    key_broker_endpoint_v0: Key | None = None
    key_broker_feature_v0: Key | None = None
    o = new(RegisterBrokerRecord)
    o.broker_id, u1, o.broker_epoch, n2 = unpack_iuqB(buf, pos)
    o.incarnation_id = make_uuid(u1)
    pos += 29
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.end_points = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 7 > end - pos or n2 > ctx.left:
            refuse_count(n2, 7, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_broker_endpoint_v0 is None:
            o.end_points, pos, _ = some_broker_endpoint_v0(buf, pos, end, n2, ctx)
        else:
            o.end_points, pos, key_broker_endpoint_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_broker_endpoint_v0,
                fill_broker_endpoint_v0,
                rows_broker_endpoint_v0,
                key_broker_endpoint_v0,
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
        if n3 < 8 and key_broker_feature_v0 is None:
            o.features, pos, _ = some_broker_feature_v0(buf, pos, end, n3, ctx)
        else:
            o.features, pos, key_broker_feature_v0 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_broker_feature_v0,
                fill_broker_feature_v0,
                rows_broker_feature_v0,
                key_broker_feature_v0,
            )
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.rack = buf[pos + 1 : p].decode()
        pos = p
    elif n4 == 0:
        o.rack = None
        pos = pos + 1
    else:
        o.rack, pos = long_string_or_null(buf, pos + 1, n4)
    o.fenced, t = unpack_tB(buf, pos)
    o.is_migrating_zk_broker = False
    o.in_controlled_shutdown = False
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0, 1))
    return o, pos


def tags_register_broker_record_v4(
    o: RegisterBrokerRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.log_dirs = [] if n1 else refuse_length(-1)
            else:
                n1 -= 1
                if n1 * 16 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 16, end - pos)
                ctx.left -= n1
                o.log_dirs, pos = read_uuids(buf, pos, n1)
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.cordoned_log_dirs = [] if n1 else None
            else:
                n1 -= 1
                if n1 * 16 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 16, end - pos)
                ctx.left -= n1
                o.cordoned_log_dirs, pos = read_uuids(buf, pos, n1)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_register_broker_record_v4(o: RegisterBrokerRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.log_dirs:
        parts = []
        put = parts.append
        v1 = o.log_dirs
        if v1:
            put(COUNTS[len(v1)])
            put_uuids(put, v1)
        elif v1 is None:
            refuse_null()
        if not v1:
            put(pack_B(1))
        known[0] = b"".join(parts)
    if o.cordoned_log_dirs is not None:
        parts = []
        put = parts.append
        v2 = o.cordoned_log_dirs
        if v2:
            put(COUNTS[len(v2)])
            put_uuids(put, v2)
        if not v2:
            put(pack_B(v2 is not None))
        known[1] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1))


def encode_register_broker_record_v4(o: RegisterBrokerRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.end_points
    if v1:
        put(pack_ituq(o.broker_id, o.is_migrating_zk_broker, o.incarnation_id.bytes, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_broker_endpoint_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.features
    if not v1:
        put(pack_ituqB(o.broker_id, o.is_migrating_zk_broker, o.incarnation_id.bytes, o.broker_epoch, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_broker_feature_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    v5 = o.rack
    if v5 is None:
        s3 = b""
        n4 = 0
    else:
        s3 = v5.encode()
        n4 = len(s3) + 1
    if v2:
        put(shapes_5[len(s3)](n4, s3, o.fenced, o.in_controlled_shutdown))
    else:
        put(shapes_6[len(s3)](1, n4, s3, o.fenced, o.in_controlled_shutdown))
    if o.log_dirs or o.cordoned_log_dirs is not None or o.unknown_tags:
        put(tagged_register_broker_record_v4(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_register_broker_record_v3(
    o: RegisterBrokerRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits, (1,))
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.log_dirs = [] if n1 else refuse_length(-1)
            else:
                n1 -= 1
                if n1 * 16 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 16, end - pos)
                ctx.left -= n1
                o.log_dirs, pos = read_uuids(buf, pos, n1)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_register_broker_record_v3(o: RegisterBrokerRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.log_dirs:
        parts = []
        put = parts.append
        v1 = o.log_dirs
        if v1:
            put(COUNTS[len(v1)])
            put_uuids(put, v1)
        elif v1 is None:
            refuse_null()
        if not v1:
            put(pack_B(1))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1))


def encode_register_broker_record_v3(o: RegisterBrokerRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.cordoned_log_dirs is not None:
        absent(o, "cordoned_log_dirs")
    v1 = o.end_points
    if v1:
        put(pack_ituq(o.broker_id, o.is_migrating_zk_broker, o.incarnation_id.bytes, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_broker_endpoint_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.features
    if not v1:
        put(pack_ituqB(o.broker_id, o.is_migrating_zk_broker, o.incarnation_id.bytes, o.broker_epoch, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_broker_feature_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    v5 = o.rack
    if v5 is None:
        s3 = b""
        n4 = 0
    else:
        s3 = v5.encode()
        n4 = len(s3) + 1
    if v2:
        put(shapes_5[len(s3)](n4, s3, o.fenced, o.in_controlled_shutdown))
    else:
        put(shapes_6[len(s3)](1, n4, s3, o.fenced, o.in_controlled_shutdown))
    if o.log_dirs or o.unknown_tags:
        put(tagged_register_broker_record_v3(o))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_register_broker_record_v2(o: RegisterBrokerRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.log_dirs:
        absent(o, "log_dirs")
    if o.cordoned_log_dirs is not None:
        absent(o, "cordoned_log_dirs")
    v1 = o.end_points
    if v1:
        put(pack_ituq(o.broker_id, o.is_migrating_zk_broker, o.incarnation_id.bytes, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_broker_endpoint_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.features
    if not v1:
        put(pack_ituqB(o.broker_id, o.is_migrating_zk_broker, o.incarnation_id.bytes, o.broker_epoch, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_broker_feature_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    v5 = o.rack
    if v5 is None:
        s3 = b""
        n4 = 0
    else:
        s3 = v5.encode()
        n4 = len(s3) + 1
    if v2:
        data = shapes_3[len(s3)](n4, s3, o.fenced, o.in_controlled_shutdown)
    else:
        data = shapes_4[len(s3)](1, n4, s3, o.fenced, o.in_controlled_shutdown)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, (0, 1))
    put(data)
    return b"".join(parts)


def encode_register_broker_record_v1(o: RegisterBrokerRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_migrating_zk_broker:
        absent(o, "is_migrating_zk_broker")
    if o.log_dirs:
        absent(o, "log_dirs")
    if o.cordoned_log_dirs is not None:
        absent(o, "cordoned_log_dirs")
    v1 = o.end_points
    if v1:
        put(pack_iuq(o.broker_id, o.incarnation_id.bytes, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_broker_endpoint_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.features
    if not v1:
        put(pack_iuqB(o.broker_id, o.incarnation_id.bytes, o.broker_epoch, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_broker_feature_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    v5 = o.rack
    if v5 is None:
        s3 = b""
        n4 = 0
    else:
        s3 = v5.encode()
        n4 = len(s3) + 1
    if v2:
        data = shapes_3[len(s3)](n4, s3, o.fenced, o.in_controlled_shutdown)
    else:
        data = shapes_4[len(s3)](1, n4, s3, o.fenced, o.in_controlled_shutdown)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, (0, 1))
    put(data)
    return b"".join(parts)


def encode_register_broker_record_v0(o: RegisterBrokerRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_migrating_zk_broker:
        absent(o, "is_migrating_zk_broker")
    if o.in_controlled_shutdown:
        absent(o, "in_controlled_shutdown")
    if o.log_dirs:
        absent(o, "log_dirs")
    if o.cordoned_log_dirs is not None:
        absent(o, "cordoned_log_dirs")
    v1 = o.end_points
    if v1:
        put(pack_iuq(o.broker_id, o.incarnation_id.bytes, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_broker_endpoint_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.features
    if not v1:
        put(pack_iuqB(o.broker_id, o.incarnation_id.bytes, o.broker_epoch, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_broker_feature_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    v5 = o.rack
    if v5 is None:
        s3 = b""
        n4 = 0
    else:
        s3 = v5.encode()
        n4 = len(s3) + 1
    if v2:
        data = shapes_1[len(s3)](n4, s3, o.fenced)
    else:
        data = shapes_2[len(s3)](1, n4, s3, o.fenced)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, (0, 1))
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[RegisterBrokerRecord], bytes]] = {
    0: encode_register_broker_record_v0,
    1: encode_register_broker_record_v1,
    2: encode_register_broker_record_v2,
    3: encode_register_broker_record_v3,
    4: encode_register_broker_record_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[RegisterBrokerRecord, int]]] = {
    0: read_register_broker_record_v0,
    1: read_register_broker_record_v1,
    2: read_register_broker_record_v2,
    3: read_register_broker_record_v3,
    4: read_register_broker_record_v4,
}
NEEDS_CONTEXT = True
SPEC = """\
RegisterBrokerRecord metadata 0-4 flexible=0+
 BrokerId int32 0+
 IsMigratingZkBroker bool 2+ default=false
 IncarnationId uuid 0+
 BrokerEpoch int64 0+
 EndPoints []BrokerEndpoint 0+
  Name string 0+
  Host string 0+
  Port uint16 0+
  SecurityProtocol int16 0+
 Features []BrokerFeature 0+
  Name string 0+
  MinSupportedVersion int16 0+
  MaxSupportedVersion int16 0+
 Rack string 0+ null=0+
 Fenced bool 0+ default=true
 InControlledShutdown bool 1+ default=false
 LogDirs []uuid 3+ tag=0@3+
 CordonedLogDirs []uuid 4+ null=4+ tag=1@4+ default=null
"""
