# Generated from rpc/DescribeClientQuotasResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_client_quotas_response import (
    DescribeClientQuotasResponse,
    EntityData,
    EntryData,
    ValueData,
)
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

pack_B = Packer(">B").pack
pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
rows_entity_data_v0 = Rows("Y1 Y1")
rows_entity_data_v1 = Rows("P1 P1 T")
rows_value_data_v0 = Rows("Y1 d")
rows_value_data_v1 = Rows("P1 d T")
shapes_1 = Shapes("ihh%dsi")
shapes_2 = Shapes("ihS%ds")
shapes_3 = Shapes("ihS%dsBx")
shapes_4 = Shapes("h%dsh%ds")
shapes_5 = Shapes("h%dsd")
shapes_6 = Shapes("S%dsS%dsx")
shapes_7 = Shapes("S%dsdx")
unpack_d = Packer(">d").unpack_from
unpack_dB = Packer(">dB").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ihh = Packer(">ihh").unpack_from


def some_value_data_v1(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[ValueData], int, Key]:
    out = many(ValueData, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.key = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.key, pos = long_string(buf, pos + 1, n1)
        o.value, t = unpack_dB(buf, pos)
        o.unknown_tags = None
        pos += 9
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_value_data_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ValueData]:
    out = many(ValueData, count)
    o: ValueData
    for o, row in zip(out, rows):
        v0, o.value = row
        o.key = v0.decode()
        o.unknown_tags = None
    return out


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


def some_value_data_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[ValueData], int, Key]:
    out = many(ValueData, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.key = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.key = refuse_length(n1)
            pos = pos + 2
        (o.value,) = unpack_d(buf, pos)
        o.unknown_tags = None
        pos += 8
    return out, pos, (n1,)


def fill_value_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ValueData]:
    out = many(ValueData, count)
    o: ValueData
    for o, row in zip(out, rows):
        v0, o.value = row
        o.key = v0.decode()
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


def write_value_data_v1_array(items: Iterable[ValueData], put: Put) -> None:
    for o in items:
        s1 = o.key.encode()
        n2 = len(s1)
        data = shapes_7[n2](n2 + 1, s1, o.value)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_entity_data_v1_array(items: Iterable[EntityData], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_6[0, 0]
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
            pack6 = shapes_6[last7, last8]
        data = pack6(n2 + 1, s1, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_value_data_v0_array(items: Iterable[ValueData], put: Put) -> None:
    for o in items:
        s1 = o.key.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_5[n2](n2, s1, o.value))


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
    key_value_data_v1: Key | None = None
    for o in out:
        n1 = buf[pos]
        pos += 1
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.entity = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 3 > end - pos or n1 > ctx.left:
                refuse_count(n1, 3, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_entity_data_v1 is None:
                o.entity, pos, _ = some_entity_data_v1(buf, pos, end, n1, ctx)
            else:
                o.entity, pos, key_entity_data_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_entity_data_v1,
                    fill_entity_data_v1,
                    rows_entity_data_v1,
                    key_entity_data_v1,
                )
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.values = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 10 > end - pos or n2 > ctx.left:
                refuse_count(n2, 10, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_value_data_v1 is None:
                o.values, pos, _ = some_value_data_v1(buf, pos, end, n2, ctx)
            else:
                o.values, pos, key_value_data_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_value_data_v1,
                    fill_value_data_v1,
                    rows_value_data_v1,
                    key_value_data_v1,
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
    key_value_data_v0: Key | None = None
    for o in out:
        (n1,) = unpack_i(buf, pos)
        pos += 4
        if n1 < 1:
            o.entity = [] if n1 == 0 else refuse_length(n1)
        else:
            if n1 * 4 > end - pos or n1 > ctx.left:
                refuse_count(n1, 4, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_entity_data_v0 is None:
                o.entity, pos, _ = some_entity_data_v0(buf, pos, end, n1, ctx)
            else:
                o.entity, pos, key_entity_data_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_entity_data_v0,
                    fill_entity_data_v0,
                    rows_entity_data_v0,
                    key_entity_data_v0,
                )
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.values = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 10 > end - pos or n2 > ctx.left:
                refuse_count(n2, 10, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_value_data_v0 is None:
                o.values, pos, _ = some_value_data_v0(buf, pos, end, n2, ctx)
            else:
                o.values, pos, key_value_data_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_value_data_v0,
                    fill_value_data_v0,
                    rows_value_data_v0,
                    key_value_data_v0,
                )
        o.unknown_tags = None
    return out, pos


def write_entry_data_v1_array(items: Iterable[EntryData], put: Put) -> None:
    for o in items:
        v1 = o.entity
        if v1:
            put(COUNTS[len(v1)])
            write_entity_data_v1_array(v1, put)
        elif v1 is None:
            refuse_null()
        v2 = o.values
        if not v1:
            put(pack_B(1))
        if v2:
            put(COUNTS[len(v2)])
            write_value_data_v1_array(v2, put)
        elif v2 is None:
            refuse_null()
        if v2:
            data = b"\0"
        else:
            data = pack_Bx(1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_entry_data_v0_array(items: Iterable[EntryData], put: Put) -> None:
    for o in items:
        v1 = o.entity
        if v1:
            put(pack_i(len(v1)))
            write_entity_data_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        v2 = o.values
        if not v1:
            put(pack_i(0))
        if v2:
            put(pack_i(len(v2)))
            write_value_data_v0_array(v2, put)
        elif v2 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v2:
            put(pack_i(0))


def read_describe_client_quotas_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeClientQuotasResponse, int]:
    o = new(DescribeClientQuotasResponse)
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
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.entries = [] if n2 else None
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        o.entries, pos = read_entry_data_v1_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_client_quotas_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeClientQuotasResponse, int]:
    o = new(DescribeClientQuotasResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihh(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 8
        o.error_message = buf[pos + 8 : p].decode()
        pos = p
    else:
        o.error_message = null_or_refuse(n1)
        pos = pos + 8
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.entries = [] if n2 == 0 else null_or_refuse(n2)
    else:
        if n2 * 8 > end - pos or n2 > ctx.left:
            refuse_count(n2, 8, end - pos)
        ctx.left -= n2
        o.entries, pos = read_entry_data_v0_array(buf, pos, end, n2, ctx)
    o.unknown_tags = None
    return o, pos


def encode_describe_client_quotas_response_v1(o: DescribeClientQuotasResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v4 = o.entries
    if v4:
        put(shapes_2[len(s1)](o.throttle_time_ms, o.error_code, n2, s1))
        put(COUNTS[len(v4)])
        write_entry_data_v1_array(v4, put)
    if v4:
        data = b"\0"
    else:
        data = shapes_3[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, v4 is not None)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_client_quotas_response_v0(o: DescribeClientQuotasResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = -1
    else:
        s1 = v3.encode()
        n2 = len(s1)
    v4 = o.entries
    if v4:
        put(shapes_1[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, len(v4)))
        write_entry_data_v0_array(v4, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v4:
        put(shapes_1[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, -(v4 is None)))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeClientQuotasResponse], bytes]] = {
    0: encode_describe_client_quotas_response_v0,
    1: encode_describe_client_quotas_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeClientQuotasResponse, int]]] = {
    0: read_describe_client_quotas_response_v0,
    1: read_describe_client_quotas_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeClientQuotasResponse response 0-1 flexible=1+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ErrorMessage string 0+ null=0+
 Entries []EntryData 0+ null=0+
  Entity []EntityData 0+
   EntityType string 0+
   EntityName string 0+ null=0+
  Values []ValueData 0+
   Key string 0+
   Value float64 0+
"""
