# Generated from rpc/AlterClientQuotasResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Shapes, absent, long_count, long_string, long_string_or_null, many, merge_tags, new, null_or_refuse, read_rows, refuse_count, refuse_length, unknown_tags
from kafkawire.messages.alter_client_quotas_response import AlterClientQuotasResponse, EntityData, EntryData

Put = Callable[[bytes], object]
Key = tuple[int, ...]
pack_i = Packer(">i").pack
pack_ii = Packer(">ii").pack
rows_entity_data_v0 = Rows("Y%dsY%ds", (1, 1,), 0)
rows_entity_data_v1 = Rows("P%dsP%dsT", (1, 1,), 1)
shapes_1 = Shapes("hh%dsi")
shapes_2 = Shapes("hS%ds")
shapes_3 = Shapes("h%dsh%ds")
shapes_4 = Shapes("S%dsS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hh = Packer(">hh").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from

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
            put(shapes_4[n2, len(s3)](n2 + 1, s1, n4, s3)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_4[n2, len(s3)](n2 + 1, s1, n4, s3))


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
    for _ in range(count):
        o = new(EntryData)
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.error_message = buf[pos + 3:p].decode()
            pos = p
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 3, n1)
        n2 = buf[pos]
        pos += 1
        if not 0 < n2 < 128:
            n2, pos = long_count(buf, pos, n2)
        if n2 == 1:
            o.entity = []
        else:
            n2 -= 1
            if n2 * 3 > end - pos or n2 > ctx.left:
                refuse_count(n2, 3, end - pos)
            ctx.left -= n2
            o.entity, pos, key_entity_data_v1 = read_rows(buf, pos, end, n2, ctx, some_entity_data_v1, fill_entity_data_v1, rows_entity_data_v1, key_entity_data_v1)
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
    for _ in range(count):
        o = new(EntryData)
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.error_message = buf[pos + 4:p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n1)
            pos = pos + 4
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 == 0:
            o.entity = []
        elif n2 > 0:
            if n2 * 4 > end - pos or n2 > ctx.left:
                refuse_count(n2, 4, end - pos)
            ctx.left -= n2
            o.entity, pos, key_entity_data_v0 = read_rows(buf, pos, end, n2, ctx, some_entity_data_v0, fill_entity_data_v0, rows_entity_data_v0, key_entity_data_v0)
        else:
            o.entity = refuse_length(n2)
        o.unknown_tags = None
        out.append(o)
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
        a4 = o.entity
        put(shapes_2[len(s1)](o.error_code, n2, s1))
        put(COUNTS[len(a4)])
        write_entity_data_v1_array(a4, put)
        if o.unknown_tags:
            put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(b"\0")


def write_entry_data_v0_array(items: Iterable[EntryData], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        a4 = o.entity
        put(shapes_1[len(s1)](o.error_code, n2, s1, len(a4)))
        write_entity_data_v0_array(a4, put)
        if o.unknown_tags:
            absent(o, "unknown_tags")


def read_alter_client_quotas_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[AlterClientQuotasResponse, int]:
    o = new(AlterClientQuotasResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if not 0 < n1 < 128:
        n1, pos = long_count(buf, pos, n1)
    if n1 == 1:
        o.entries = []
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


def read_alter_client_quotas_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[AlterClientQuotasResponse, int]:
    o = new(AlterClientQuotasResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 == 0:
        o.entries = []
    elif n1 > 0:
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        o.entries, pos = read_entry_data_v0_array(buf, pos, end, n1, ctx)
    else:
        o.entries = refuse_length(n1)
    o.unknown_tags = None
    return o, pos


def encode_alter_client_quotas_response_v1(o: AlterClientQuotasResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.entries
    put(pack_i(o.throttle_time_ms))
    put(COUNTS[len(a1)])
    write_entry_data_v1_array(a1, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_alter_client_quotas_response_v0(o: AlterClientQuotasResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.entries
    put(pack_ii(o.throttle_time_ms, len(a1)))
    write_entry_data_v0_array(a1, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
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
