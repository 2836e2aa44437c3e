# Generated from rpc/AlterClientQuotasResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.alter_client_quotas_response import AlterClientQuotasResponse, EntityData, EntryData
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
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ii = Packer(">ii").pack
rows_entity_data_v0 = Rows("Y1 Y1")
rows_entity_data_v1 = Rows("P1 P1 T")
shapes_1 = Shapes("hh%dsi")
shapes_2 = Shapes("hS%ds")
shapes_3 = Shapes("hS%dsBx")
shapes_4 = Shapes("h%dsh%ds")
shapes_5 = Shapes("S%dsS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hh = Packer(">hh").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from


def some_entity_data_v1(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[EntityData], int, Key]:
    out = many(EntityData, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.entity_type = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.entity_type, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.entity_name = buf[pos + 1 : p].decode()
            pos = p
        elif n2 == 0:
            o.entity_name = None
            pos = pos + 1
        else:
            o.entity_name, pos = long_string_or_null(buf, pos + 1, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_entity_data_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[EntityData]:
    k0, k1, _ = key
    out = many(EntityData, count)
    o: EntityData
    for o, row in zip(out, rows):
        v0, v1 = row
        o.entity_type = v0.decode()
        o.entity_name = v1.decode() if k1 else None
        o.unknown_tags = None
    return out


def some_entity_data_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[EntityData], int, Key]:
    out = many(EntityData, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.entity_type = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.entity_type = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.entity_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.entity_name = null_or_refuse(n2)
            pos = pos + 2
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_entity_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[EntityData]:
    k0, k1 = key
    out = many(EntityData, count)
    o: EntityData
    for o, row in zip(out, rows):
        v0, v1 = row
        o.entity_type = v0.decode()
        o.entity_name = v1.decode() if k1 >= 0 else None
        o.unknown_tags = None
    return out


def write_entity_data_v1_array(items: Iterable[EntityData], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_5[0, 0]
    for o in items:
        s1 = o.entity_type.encode()
        n2 = len(s1)
        v5 = o.entity_name
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_5[last7, last8]
        data = pack6(n2 + 1, s1, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_entity_data_v0_array(items: Iterable[EntityData], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_4[0, 0]
    for o in items:
        s1 = o.entity_type.encode()
        n2 = len(s1)
        v5 = o.entity_name
        if v5 is None:
            s3 = b""
            n4 = -1
        else:
            s3 = v5.encode()
            n4 = len(s3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_4[last7, last8]
        put(pack6(n2, s1, n4, s3))


def read_entry_data_v1_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[EntryData], int]:
    out = many(EntryData, count)
    key_entity_data_v1: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.error_message = buf[pos + 3 : p].decode()
            pos = p
        elif n1 == 0:
            o.error_message = None
            pos = pos + 3
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 3, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.entity = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 3 > end - pos or n2 > ctx.left:
                refuse_count(n2, 3, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_entity_data_v1 is None:
                o.entity, pos, _ = some_entity_data_v1(buf, pos, end, n2, ctx)
            else:
                o.entity, pos, key_entity_data_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_entity_data_v1,
                    fill_entity_data_v1,
                    rows_entity_data_v1,
                    key_entity_data_v1,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_entry_data_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[EntryData], int]:
    out = many(EntryData, count)
    key_entity_data_v0: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.error_message = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n1)
            pos = pos + 4
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.entity = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 4 > end - pos or n2 > ctx.left:
                refuse_count(n2, 4, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_entity_data_v0 is None:
                o.entity, pos, _ = some_entity_data_v0(buf, pos, end, n2, ctx)
            else:
                o.entity, pos, key_entity_data_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_entity_data_v0,
                    fill_entity_data_v0,
                    rows_entity_data_v0,
                    key_entity_data_v0,
                )
        o.unknown_tags = None
    return out, pos


def write_entry_data_v1_array(items: Iterable[EntryData], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        v4 = o.entity
        if v4:
            put(shapes_2[len(s1)](o.error_code, n2, s1))
            put(COUNTS[len(v4)])
            write_entity_data_v1_array(v4, put)
        elif v4 is None:
            refuse_null()
        if v4:
            data = b"\0"
        else:
            data = shapes_3[len(s1)](o.error_code, n2, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_entry_data_v0_array(items: Iterable[EntryData], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        v4 = o.entity
        if v4:
            put(shapes_1[len(s1)](o.error_code, n2, s1, len(v4)))
            write_entity_data_v0_array(v4, put)
        elif v4 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v4:
            put(shapes_1[len(s1)](o.error_code, n2, s1, 0))


def read_alter_client_quotas_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AlterClientQuotasResponse, int]:
    o = new(AlterClientQuotasResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.entries = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        o.entries, pos = read_entry_data_v1_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_alter_client_quotas_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AlterClientQuotasResponse, int]:
    o = new(AlterClientQuotasResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.entries = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        o.entries, pos = read_entry_data_v0_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def encode_alter_client_quotas_response_v1(o: AlterClientQuotasResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.entries
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_entry_data_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.throttle_time_ms, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_alter_client_quotas_response_v0(o: AlterClientQuotasResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.entries
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_entry_data_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[AlterClientQuotasResponse], bytes]] = {
    0: encode_alter_client_quotas_response_v0,
    1: encode_alter_client_quotas_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AlterClientQuotasResponse, int]]] = {
    0: read_alter_client_quotas_response_v0,
    1: read_alter_client_quotas_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
AlterClientQuotasResponse response 0-1 flexible=1+
 ThrottleTimeMs int32 0+
 Entries []EntryData 0+
  ErrorCode int16 0+
  ErrorMessage string 0+ null=0+
  Entity []EntityData 0+
   EntityType string 0+
   EntityName string 0+ null=0+
"""
