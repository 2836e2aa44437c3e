# Generated from rpc/DescribeClientQuotasResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Shapes, absent, long_count, long_count_or_null, long_string, long_string_or_null, many, merge_tags, new, null_or_refuse, read_rows, refuse_count, refuse_length, unknown_tags
from kafkawire.messages.describe_client_quotas_response import DescribeClientQuotasResponse, EntityData, EntryData, ValueData

Put = Callable[[bytes], object]
Key = tuple[int, ...]
pack_i = Packer(">i").pack
rows_entity_data_v0 = Rows("Y%dsY%ds", (1, 1,), 0)
rows_entity_data_v1 = Rows("P%dsP%dsT", (1, 1,), 1)
rows_value_data_v0 = Rows("Y%dsd", (1,), 0)
rows_value_data_v1 = Rows("P%dsdT", (1,), 1)
shapes_1 = Shapes("ihh%ds")
shapes_2 = Shapes("ihS%ds")
shapes_3 = Shapes("h%dsh%ds")
shapes_4 = Shapes("h%dsd")
shapes_5 = Shapes("S%dsS%dsx")
shapes_6 = Shapes("S%dsdx")
unpack_d = Packer(">d").unpack_from
unpack_dB = Packer(">dB").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ihh = Packer(">ihh").unpack_from

def some_value_data_v1(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[ValueData]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(ValueData)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.key = buf[pos + 1:p].decode()
            pos = p
        else:
            o.key, pos = long_string(buf, pos + 1, n1)
        o.value, t = unpack_dB(buf, pos)
        o.unknown_tags = None
        pos += 9
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1,) if not t and n1 < 128 else None


def fill_value_data_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ValueData]:
    out = many(ValueData, count)
    o: ValueData
    for o, (v0, o.value) in zip(out, rows):
        o.key = v0.decode()
        o.unknown_tags = None
    return out


def some_entity_data_v1(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[EntityData]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(EntityData)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.entity_type = buf[pos + 1:p].decode()
            pos = p
        else:
            o.entity_type, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.entity_name = buf[pos + 1:p].decode()
            pos = p
        else:
            o.entity_name, pos = long_string_or_null(buf, pos + 1, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1, n2) if not t and max(n1, n2) < 128 else None


def fill_entity_data_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[EntityData]:
    k0, k1 = key
    out = many(EntityData, count)
    o: EntityData
    for o, (v0, v1) in zip(out, rows):
        o.entity_type = v0.decode()
        o.entity_name = v1.decode() if k1 else None
        o.unknown_tags = None
    return out


def some_value_data_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[ValueData]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(ValueData)
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.key = buf[pos + 2:p].decode()
            pos = p
        else:
            o.key = refuse_length(n1)
            pos = pos + 2
        (o.value,) = unpack_d(buf, pos)
        o.unknown_tags = None
        pos += 8
        out.append(o)
    return pos, (n1,) if n1 < 128 else None


def fill_value_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ValueData]:
    out = many(ValueData, count)
    o: ValueData
    for o, (v0, o.value) in zip(out, rows):
        o.key = v0.decode()
        o.unknown_tags = None
    return out


def some_entity_data_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[EntityData]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(EntityData)
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.entity_type = buf[pos + 2:p].decode()
            pos = p
        else:
            o.entity_type = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.entity_name = buf[pos + 2:p].decode()
            pos = p
        else:
            o.entity_name = null_or_refuse(n2)
            pos = pos + 2
        o.unknown_tags = None
        out.append(o)
    return pos, (n1, n2) if max(n1, n2) < 128 else None


def fill_entity_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[EntityData]:
    k0, k1 = key
    out = many(EntityData, count)
    o: EntityData
    for o, (v0, v1) in zip(out, rows):
        o.entity_type = v0.decode()
        o.entity_name = v1.decode() if k1 >= 0 else None
        o.unknown_tags = None
    return out


def write_value_data_v1_array(items: Iterable[ValueData], put: Put) -> None:
    for o in items:
        s1 = o.key.encode()
        n2 = len(s1)
        if o.unknown_tags:
            put(shapes_6[n2](n2 + 1, s1, o.value)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_6[n2](n2 + 1, s1, o.value))


def write_entity_data_v1_array(items: Iterable[EntityData], put: Put) -> None:
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
        if o.unknown_tags:
            put(shapes_5[n2, len(s3)](n2 + 1, s1, n4, s3)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_5[n2, len(s3)](n2 + 1, s1, n4, s3))


def write_value_data_v0_array(items: Iterable[ValueData], put: Put) -> None:
    for o in items:
        s1 = o.key.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_4[n2](n2, s1, o.value))


def write_entity_data_v0_array(items: Iterable[EntityData], put: Put) -> None:
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
        put(shapes_3[n2, len(s3)](n2, s1, n4, s3))


def read_entry_data_v1_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[EntryData], int]:
    out: list[EntryData] = []
    key_entity_data_v1: Key | None = None
    key_value_data_v1: Key | None = None
    for _ in range(count):
        o = new(EntryData)
        n1 = buf[pos]
        pos += 1
        if not 0 < n1 < 128:
            n1, pos = long_count(buf, pos, n1)
        if n1 == 1:
            o.entity = []
        else:
            n1 -= 1
            if n1 * 3 > end - pos or n1 > ctx.left:
                refuse_count(n1, 3, end - pos)
            ctx.left -= n1
            o.entity, pos, key_entity_data_v1 = read_rows(buf, pos, end, n1, ctx, some_entity_data_v1, fill_entity_data_v1, rows_entity_data_v1, key_entity_data_v1)
        n2 = buf[pos]
        pos += 1
        if not 0 < n2 < 128:
            n2, pos = long_count(buf, pos, n2)
        if n2 == 1:
            o.values = []
        else:
            n2 -= 1
            if n2 * 10 > end - pos or n2 > ctx.left:
                refuse_count(n2, 10, end - pos)
            ctx.left -= n2
            o.values, pos, key_value_data_v1 = read_rows(buf, pos, end, n2, ctx, some_value_data_v1, fill_value_data_v1, rows_value_data_v1, key_value_data_v1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return out, pos


def read_entry_data_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[EntryData], int]:
    out: list[EntryData] = []
    key_entity_data_v0: Key | None = None
    key_value_data_v0: Key | None = None
    for _ in range(count):
        o = new(EntryData)
        (n1,) = unpack_i(buf, pos)
        pos += 4
        if n1 == 0:
            o.entity = []
        elif n1 > 0:
            if n1 * 4 > end - pos or n1 > ctx.left:
                refuse_count(n1, 4, end - pos)
            ctx.left -= n1
            o.entity, pos, key_entity_data_v0 = read_rows(buf, pos, end, n1, ctx, some_entity_data_v0, fill_entity_data_v0, rows_entity_data_v0, key_entity_data_v0)
        else:
            o.entity = refuse_length(n1)
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 == 0:
            o.values = []
        elif n2 > 0:
            if n2 * 10 > end - pos or n2 > ctx.left:
                refuse_count(n2, 10, end - pos)
            ctx.left -= n2
            o.values, pos, key_value_data_v0 = read_rows(buf, pos, end, n2, ctx, some_value_data_v0, fill_value_data_v0, rows_value_data_v0, key_value_data_v0)
        else:
            o.values = refuse_length(n2)
        o.unknown_tags = None
        out.append(o)
    return out, pos


def write_entry_data_v1_array(items: Iterable[EntryData], put: Put) -> None:
    for o in items:
        a1 = o.entity
        put(COUNTS[len(a1)])
        write_entity_data_v1_array(a1, put)
        a2 = o.values
        put(COUNTS[len(a2)])
        write_value_data_v1_array(a2, put)
        if o.unknown_tags:
            put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(b"\0")


def write_entry_data_v0_array(items: Iterable[EntryData], put: Put) -> None:
    for o in items:
        a1 = o.entity
        put(pack_i(len(a1)))
        write_entity_data_v0_array(a1, put)
        a2 = o.values
        put(pack_i(len(a2)))
        write_value_data_v0_array(a2, put)
        if o.unknown_tags:
            absent(o, "unknown_tags")


def read_describe_client_quotas_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeClientQuotasResponse, int]:
    o = new(DescribeClientQuotasResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7:p].decode()
        pos = p
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    n2 = buf[pos]
    pos += 1
    if not 0 < n2 < 128:
        n2, pos = long_count_or_null(buf, pos, n2)
    if n2 == 1:
        o.entries = []
    elif n2 > 1:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        o.entries, pos = read_entry_data_v1_array(buf, pos, end, n2, ctx)
    else:
        o.entries = None
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_client_quotas_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeClientQuotasResponse, int]:
    o = new(DescribeClientQuotasResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihh(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 8
        o.error_message = buf[pos + 8:p].decode()
        pos = p
    else:
        o.error_message = null_or_refuse(n1)
        pos = pos + 8
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 == 0:
        o.entries = []
    elif n2 > 0:
        if n2 * 8 > end - pos or n2 > ctx.left:
            refuse_count(n2, 8, end - pos)
        ctx.left -= n2
        o.entries, pos = read_entry_data_v0_array(buf, pos, end, n2, ctx)
    else:
        o.entries = null_or_refuse(n2)
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
    a4 = o.entries
    put(shapes_2[len(s1)](o.throttle_time_ms, o.error_code, n2, s1))
    if a4 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a4)])
        write_entry_data_v1_array(a4, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
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
    a4 = o.entries
    put(shapes_1[len(s1)](o.throttle_time_ms, o.error_code, n2, s1))
    if a4 is None:
        put(b"\xff\xff\xff\xff")
    else:
        put(pack_i(len(a4)))
        write_entry_data_v0_array(a4, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
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
