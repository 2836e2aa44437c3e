# Generated from records-metadata/ClientQuotaRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.client_quota_record import ClientQuotaRecord, EntityData
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
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

rows_entity_data_v0 = Rows("P1 P1 T")
shapes_1 = Shapes("S%dsd?x")
shapes_2 = Shapes("BS%dsd?x")
shapes_3 = Shapes("S%dsS%dsx")
unpack_dtB = Packer(">d?B").unpack_from


def some_entity_data_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[EntityData], int, Key]:
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


def fill_entity_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[EntityData]:
    k0, k1, _ = key
    out = many(EntityData, count)
    o: EntityData
    for o, row in zip(out, rows):
        v0, v1 = row
        o.entity_type = v0.decode()
        o.entity_name = v1.decode() if k1 else None
        o.unknown_tags = None
    return out


def write_entity_data_v0_array(items: Iterable[EntityData], put: Put) -> None:
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


def read_client_quota_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ClientQuotaRecord, int]:
    key_entity_data_v0: Key | None = None
    o = new(ClientQuotaRecord)
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
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.key = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.key, pos = long_string(buf, pos + 1, n2)
    o.value, o.remove, t = unpack_dtB(buf, pos)
    o.unknown_tags = None
    pos += 10
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_client_quota_record_v0(o: ClientQuotaRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.entity
    if v1:
        put(COUNTS[len(v1)])
        write_entity_data_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    s2 = o.key.encode()
    n3 = len(s2)
    if v1:
        data = shapes_1[n3](n3 + 1, s2, o.value, o.remove)
    else:
        data = shapes_2[n3](1, n3 + 1, s2, o.value, o.remove)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ClientQuotaRecord], bytes]] = {
    0: encode_client_quota_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ClientQuotaRecord, int]]] = {
    0: read_client_quota_record_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ClientQuotaRecord metadata 0 flexible=0+
 Entity []EntityData 0+
  EntityType string 0+
  EntityName string 0+ null=0+
 Key string 0+
 Value float64 0+
 Remove bool 0+
"""
