# Generated from rpc/AlterClientQuotasRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.alter_client_quotas_request import AlterClientQuotasRequest, EntityData, EntryData, OpData
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
pack_Btx = Packer(">B?x").pack
pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
pack_it = Packer(">i?").pack
pack_t = Packer(">?").pack
pack_tx = Packer(">?x").pack
rows_entity_data_v0 = Rows("Y1 Y1")
rows_entity_data_v1 = Rows("P1 P1 T")
rows_op_data_v0 = Rows("Y1 d?")
rows_op_data_v1 = Rows("P1 d? T")
shapes_1 = Shapes("h%dsh%ds")
shapes_2 = Shapes("h%dsd?")
shapes_3 = Shapes("S%dsS%dsx")
shapes_4 = Shapes("S%dsd?x")
unpack_dt = Packer(">d?").unpack_from
unpack_dtB = Packer(">d?B").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_t = Packer(">?").unpack_from
unpack_tB = Packer(">?B").unpack_from


def some_op_data_v1(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[OpData], int, Key]:
    out = many(OpData, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.key = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.key, pos = long_string(buf, pos + 1, n1)
        o.value, o.remove, t = unpack_dtB(buf, pos)
        o.unknown_tags = None
        pos += 10
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_op_data_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[OpData]:
    out = many(OpData, count)
    o: OpData
    for o, row in zip(out, rows):
        v0, o.value, o.remove = row
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


def some_op_data_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[OpData], int, Key]:
    out = many(OpData, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.key = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.key = refuse_length(n1)
            pos = pos + 2
        o.value, o.remove = unpack_dt(buf, pos)
        o.unknown_tags = None
        pos += 9
    return out, pos, (n1,)


def fill_op_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[OpData]:
    out = many(OpData, count)
    o: OpData
    for o, row in zip(out, rows):
        v0, o.value, o.remove = row
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


def write_op_data_v1_array(items: Iterable[OpData], put: Put) -> None:
    for o in items:
        s1 = o.key.encode()
        n2 = len(s1)
        data = shapes_4[n2](n2 + 1, s1, o.value, o.remove)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_entity_data_v1_array(items: Iterable[EntityData], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_3[0, 0]
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
            pack6 = shapes_3[last7, last8]
        data = pack6(n2 + 1, s1, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_op_data_v0_array(items: Iterable[OpData], put: Put) -> None:
    for o in items:
        s1 = o.key.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_2[n2](n2, s1, o.value, o.remove))


def write_entity_data_v0_array(items: Iterable[EntityData], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_1[0, 0]
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
            pack6 = shapes_1[last7, last8]
        put(pack6(n2, s1, n4, s3))


def read_entry_data_v1_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[EntryData], int]:
    out = many(EntryData, count)
    key_entity_data_v1: Key | None = None
    key_op_data_v1: Key | None = None
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
            o.ops = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 11 > end - pos or n2 > ctx.left:
                refuse_count(n2, 11, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_op_data_v1 is None:
                o.ops, pos, _ = some_op_data_v1(buf, pos, end, n2, ctx)
            else:
                o.ops, pos, key_op_data_v1 = read_rows(
                    buf, pos, end, n2, ctx, some_op_data_v1, fill_op_data_v1, rows_op_data_v1, key_op_data_v1
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
    key_op_data_v0: Key | None = None
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
            o.ops = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 11 > end - pos or n2 > ctx.left:
                refuse_count(n2, 11, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_op_data_v0 is None:
                o.ops, pos, _ = some_op_data_v0(buf, pos, end, n2, ctx)
            else:
                o.ops, pos, key_op_data_v0 = read_rows(
                    buf, pos, end, n2, ctx, some_op_data_v0, fill_op_data_v0, rows_op_data_v0, key_op_data_v0
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
        v2 = o.ops
        if not v1:
            put(pack_B(1))
        if v2:
            put(COUNTS[len(v2)])
            write_op_data_v1_array(v2, put)
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
        v2 = o.ops
        if not v1:
            put(pack_i(0))
        if v2:
            put(pack_i(len(v2)))
            write_op_data_v0_array(v2, put)
        elif v2 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v2:
            put(pack_i(0))


def read_alter_client_quotas_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AlterClientQuotasRequest, int]:
    o = new(AlterClientQuotasRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.entries = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.entries, pos = read_entry_data_v1_array(buf, pos, end, n1, ctx)
    o.validate_only, t = unpack_tB(buf, pos)
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_alter_client_quotas_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AlterClientQuotasRequest, int]:
    o = new(AlterClientQuotasRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.entries = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        o.entries, pos = read_entry_data_v0_array(buf, pos, end, n1, ctx)
    (o.validate_only,) = unpack_t(buf, pos)
    o.unknown_tags = None
    return o, pos + 1


def encode_alter_client_quotas_request_v1(o: AlterClientQuotasRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.entries
    if v1:
        put(COUNTS[len(v1)])
        write_entry_data_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_tx(o.validate_only)
    else:
        data = pack_Btx(1, o.validate_only)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_alter_client_quotas_request_v0(o: AlterClientQuotasRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.entries
    if v1:
        put(pack_i(len(v1)))
        write_entry_data_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_t(o.validate_only))
    else:
        put(pack_it(0, o.validate_only))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[AlterClientQuotasRequest], bytes]] = {
    0: encode_alter_client_quotas_request_v0,
    1: encode_alter_client_quotas_request_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AlterClientQuotasRequest, int]]] = {
    0: read_alter_client_quotas_request_v0,
    1: read_alter_client_quotas_request_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
AlterClientQuotasRequest request 0-1 flexible=1+
 Entries []EntryData 0+
  Entity []EntityData 0+
   EntityType string 0+
   EntityName string 0+ null=0+
  Ops []OpData 0+
   Key string 0+
   Value float64 0+
   Remove bool 0+
 ValidateOnly bool 0+
"""
