# Generated from rpc/MetadataResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.metadata_response import (
    MetadataResponse,
    MetadataResponseBroker,
    MetadataResponsePartition,
    MetadataResponseTopic,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    ZERO_UUID,
    absent,
    compact_groups,
    compact_numbers,
    legacy_groups,
    legacy_numbers,
    long_string,
    long_string_or_null,
    make_uuid,
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

pack_Bhx = Packer(">Bhx").pack
pack_Bix = Packer(">Bix").pack
pack_Bx = Packer(">Bx").pack
pack_hx = Packer(">hx").pack
pack_i = Packer(">i").pack
pack_ii = Packer(">ii").pack
pack_ix = Packer(">ix").pack
rows_metadata_response_broker_v0 = Rows("i Y1 i")
rows_metadata_response_broker_v1 = Rows("i Y1 i Y1")
rows_metadata_response_broker_v9 = Rows("i P1 i P1 T")
rows_metadata_response_partition_v0 = Rows("hii G2")
rows_metadata_response_partition_v5 = Rows("hii G3")
rows_metadata_response_partition_v7 = Rows("hiii G3")
rows_metadata_response_partition_v9 = Rows("hiii g3 T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsi")
shapes_10 = Shapes("iS%dsiS%dsx")
shapes_11 = Shapes("hS%ds?")
shapes_12 = Shapes("hS%ds?Bix")
shapes_13 = Shapes("hS%ds16s?")
shapes_14 = Shapes("hS%ds16s?Bix")
shapes_15 = Shapes("hiii%dii%di")
shapes_16 = Shapes("hiii%dii%dii%di")
shapes_17 = Shapes("hiiii%dii%dii%di")
shapes_18 = Shapes("hiiiP%diP%diP%dix")
shapes_2 = Shapes("ih%dsi")
shapes_3 = Shapes("iih%dsi")
shapes_4 = Shapes("S%dsi")
shapes_5 = Shapes("iBS%dsi")
shapes_6 = Shapes("hh%dsi")
shapes_7 = Shapes("ih%dsih%ds")
shapes_8 = Shapes("hh%ds?i")
shapes_9 = Shapes("hh%ds?ii")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hh = Packer(">hh").unpack_from
unpack_hiii = Packer(">hiii").unpack_from
unpack_hiiiB = Packer(">hiiiB").unpack_from
unpack_hiiii = Packer(">hiiii").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_tB = Packer(">?B").unpack_from
unpack_ti = Packer(">?i").unpack_from
unpack_utB = Packer(">16s?B").unpack_from


def some_metadata_response_partition_v9(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponsePartition], int, Key]:
    out = many(MetadataResponsePartition, count)
    for o in out:
        o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n1 = unpack_hiiiB(buf, pos)
        if 0 < n1 < 128:
            o.replica_nodes = runs_i[n1 - 1](buf, pos + 15)
            pos += n1 * 4 + 11
        else:
            o.replica_nodes, pos = compact_numbers(buf, pos + 15, end, n1, "i", ctx)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.isr_nodes = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            o.isr_nodes, pos = compact_numbers(buf, pos + 1, end, n2, "i", ctx)
        n3 = buf[pos]
        if 0 < n3 < 128:
            o.offline_replicas = runs_i[n3 - 1](buf, pos + 1)
            pos += n3 * 4 - 3
        else:
            o.offline_replicas, pos = compact_numbers(buf, pos + 1, end, n3, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, t)


def fill_metadata_response_partition_v9(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[MetadataResponsePartition]:
    groups = compact_groups(ctx)
    out = many(MetadataResponsePartition, count)
    o: MetadataResponsePartition
    try:
        for o, row in zip(out, rows):
            o.error_code, o.partition_index, o.leader_id, o.leader_epoch, v4 = row
            o.replica_nodes, o.isr_nodes, o.offline_replicas = groups[v4]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_metadata_response_partition_v7(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponsePartition], int, Key]:
    out = many(MetadataResponsePartition, count)
    for o in out:
        o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n1 = unpack_hiiii(buf, pos)
        if 0 <= n1 < 128:
            o.replica_nodes = runs_i[n1](buf, pos + 18)
            pos += n1 * 4 + 18
        else:
            o.replica_nodes, pos = legacy_numbers(buf, pos + 18, end, n1, "i", ctx)
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.isr_nodes = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.isr_nodes, pos = legacy_numbers(buf, pos + 4, end, n2, "i", ctx)
        (n3,) = unpack_i(buf, pos)
        if 0 <= n3 < 128:
            o.offline_replicas = runs_i[n3](buf, pos + 4)
            pos += n3 * 4 + 4
        else:
            o.offline_replicas, pos = legacy_numbers(buf, pos + 4, end, n3, "i", ctx)
        o.unknown_tags = None
    return out, pos, (n1, n2, n3)


def fill_metadata_response_partition_v7(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[MetadataResponsePartition]:
    groups = legacy_groups(ctx)
    out = many(MetadataResponsePartition, count)
    o: MetadataResponsePartition
    try:
        for o, row in zip(out, rows):
            o.error_code, o.partition_index, o.leader_id, o.leader_epoch, v4 = row
            o.replica_nodes, o.isr_nodes, o.offline_replicas = groups[v4]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_metadata_response_partition_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponsePartition], int, Key]:
    out = many(MetadataResponsePartition, count)
    for o in out:
        o.error_code, o.partition_index, o.leader_id, n1 = unpack_hiii(buf, pos)
        if 0 <= n1 < 128:
            o.replica_nodes = runs_i[n1](buf, pos + 14)
            pos += n1 * 4 + 14
        else:
            o.replica_nodes, pos = legacy_numbers(buf, pos + 14, end, n1, "i", ctx)
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.isr_nodes = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.isr_nodes, pos = legacy_numbers(buf, pos + 4, end, n2, "i", ctx)
        (n3,) = unpack_i(buf, pos)
        if 0 <= n3 < 128:
            o.offline_replicas = runs_i[n3](buf, pos + 4)
            pos += n3 * 4 + 4
        else:
            o.offline_replicas, pos = legacy_numbers(buf, pos + 4, end, n3, "i", ctx)
        o.leader_epoch = -1
        o.unknown_tags = None
    return out, pos, (n1, n2, n3)


def fill_metadata_response_partition_v5(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[MetadataResponsePartition]:
    groups = legacy_groups(ctx)
    out = many(MetadataResponsePartition, count)
    o: MetadataResponsePartition
    try:
        for o, row in zip(out, rows):
            o.error_code, o.partition_index, o.leader_id, v3 = row
            o.replica_nodes, o.isr_nodes, o.offline_replicas = groups[v3]
            o.leader_epoch = -1
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_metadata_response_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponsePartition], int, Key]:
    out = many(MetadataResponsePartition, count)
    for o in out:
        o.error_code, o.partition_index, o.leader_id, n1 = unpack_hiii(buf, pos)
        if 0 <= n1 < 128:
            o.replica_nodes = runs_i[n1](buf, pos + 14)
            pos += n1 * 4 + 14
        else:
            o.replica_nodes, pos = legacy_numbers(buf, pos + 14, end, n1, "i", ctx)
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.isr_nodes = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.isr_nodes, pos = legacy_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.leader_epoch = -1
        o.offline_replicas = ()
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_metadata_response_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[MetadataResponsePartition]:
    groups = legacy_groups(ctx)
    out = many(MetadataResponsePartition, count)
    o: MetadataResponsePartition
    try:
        for o, row in zip(out, rows):
            o.error_code, o.partition_index, o.leader_id, v3 = row
            o.replica_nodes, o.isr_nodes = groups[v3]
            o.leader_epoch = -1
            o.offline_replicas = ()
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_metadata_response_partition_v9_array(items: Iterable[MetadataResponsePartition], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_18[0, 0, 0]
    for o in items:
        v1 = o.replica_nodes
        n2 = len(v1)
        v3 = o.isr_nodes
        n4 = len(v3)
        v5 = o.offline_replicas
        n6 = len(v5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_18[last8, last9, last10]
        data = pack7(
            o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n2 + 1, *v1, n4 + 1, *v3, n6 + 1, *v5
        )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_metadata_response_partition_v7_array(items: Iterable[MetadataResponsePartition], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_17[0, 0, 0]
    for o in items:
        v1 = o.replica_nodes
        n2 = len(v1)
        v3 = o.isr_nodes
        n4 = len(v3)
        v5 = o.offline_replicas
        n6 = len(v5)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_17[last8, last9, last10]
        put(pack7(o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n2, *v1, n4, *v3, n6, *v5))


def write_metadata_response_partition_v5_array(items: Iterable[MetadataResponsePartition], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_16[0, 0, 0]
    for o in items:
        v1 = o.replica_nodes
        n2 = len(v1)
        v3 = o.isr_nodes
        n4 = len(v3)
        v5 = o.offline_replicas
        n6 = len(v5)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_16[last8, last9, last10]
        put(pack7(o.error_code, o.partition_index, o.leader_id, n2, *v1, n4, *v3, n6, *v5))


def write_metadata_response_partition_v0_array(items: Iterable[MetadataResponsePartition], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_15[0, 0]
    for o in items:
        v1 = o.replica_nodes
        n2 = len(v1)
        v3 = o.isr_nodes
        n4 = len(v3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_15[last6, last7]
        put(pack5(o.error_code, o.partition_index, o.leader_id, n2, *v1, n4, *v3))


def read_metadata_response_topic_v12_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponseTopic], int]:
    out = many(MetadataResponseTopic, count)
    key_metadata_response_partition_v9: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.name = buf[pos + 3 : p].decode()
            pos = p
        elif n1 == 0:
            o.name = None
            pos = pos + 3
        else:
            o.name, pos = long_string_or_null(buf, pos + 3, n1)
        u2, o.is_internal, n3 = unpack_utB(buf, pos)
        o.topic_id = make_uuid(u2)
        pos += 18
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.partitions = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 * 18 > end - pos or n3 > ctx.left:
                refuse_count(n3, 18, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_metadata_response_partition_v9 is None:
                o.partitions, pos, _ = some_metadata_response_partition_v9(buf, pos, end, n3, ctx)
            else:
                o.partitions, pos, key_metadata_response_partition_v9 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_metadata_response_partition_v9,
                    fill_metadata_response_partition_v9,
                    rows_metadata_response_partition_v9,
                    key_metadata_response_partition_v9,
                )
        o.topic_authorized_operations, t = unpack_iB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_metadata_response_topic_v10_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponseTopic], int]:
    out = many(MetadataResponseTopic, count)
    key_metadata_response_partition_v9: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.name = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 3, n1)
        u2, o.is_internal, n3 = unpack_utB(buf, pos)
        o.topic_id = make_uuid(u2)
        pos += 18
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.partitions = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 * 18 > end - pos or n3 > ctx.left:
                refuse_count(n3, 18, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_metadata_response_partition_v9 is None:
                o.partitions, pos, _ = some_metadata_response_partition_v9(buf, pos, end, n3, ctx)
            else:
                o.partitions, pos, key_metadata_response_partition_v9 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_metadata_response_partition_v9,
                    fill_metadata_response_partition_v9,
                    rows_metadata_response_partition_v9,
                    key_metadata_response_partition_v9,
                )
        o.topic_authorized_operations, t = unpack_iB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_metadata_response_topic_v9_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponseTopic], int]:
    out = many(MetadataResponseTopic, count)
    key_metadata_response_partition_v9: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.name = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 3, n1)
        o.is_internal, n2 = unpack_tB(buf, pos)
        pos += 2
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 18 > end - pos or n2 > ctx.left:
                refuse_count(n2, 18, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_metadata_response_partition_v9 is None:
                o.partitions, pos, _ = some_metadata_response_partition_v9(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_metadata_response_partition_v9 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_metadata_response_partition_v9,
                    fill_metadata_response_partition_v9,
                    rows_metadata_response_partition_v9,
                    key_metadata_response_partition_v9,
                )
        o.topic_authorized_operations, t = unpack_iB(buf, pos)
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def some_metadata_response_broker_v9(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponseBroker], int, Key]:
    out = many(MetadataResponseBroker, count)
    for o in out:
        o.node_id, n1 = unpack_iB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 4
            o.host = buf[pos + 5 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 5, n1)
        o.port, n2 = unpack_iB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 4
            o.rack = buf[pos + 5 : p].decode()
            pos = p
        elif n2 == 0:
            o.rack = None
            pos = pos + 5
        else:
            o.rack, pos = long_string_or_null(buf, pos + 5, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_metadata_response_broker_v9(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[MetadataResponseBroker]:
    k0, k1, _ = key
    out = many(MetadataResponseBroker, count)
    o: MetadataResponseBroker
    for o, row in zip(out, rows):
        o.node_id, v1, o.port, v3 = row
        o.host = v1.decode()
        o.rack = v3.decode() if k1 else None
        o.unknown_tags = None
    return out


def read_metadata_response_topic_v8_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponseTopic], int]:
    out = many(MetadataResponseTopic, count)
    key_metadata_response_partition_v7: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.name = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 4
        o.is_internal, n2 = unpack_ti(buf, pos)
        pos += 5
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 26 > end - pos or n2 > ctx.left:
                refuse_count(n2, 26, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_metadata_response_partition_v7 is None:
                o.partitions, pos, _ = some_metadata_response_partition_v7(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_metadata_response_partition_v7 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_metadata_response_partition_v7,
                    fill_metadata_response_partition_v7,
                    rows_metadata_response_partition_v7,
                    key_metadata_response_partition_v7,
                )
        (o.topic_authorized_operations,) = unpack_i(buf, pos)
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 4
    return out, pos


def read_metadata_response_topic_v7_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponseTopic], int]:
    out = many(MetadataResponseTopic, count)
    key_metadata_response_partition_v7: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.name = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 4
        o.is_internal, n2 = unpack_ti(buf, pos)
        pos += 5
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 26 > end - pos or n2 > ctx.left:
                refuse_count(n2, 26, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_metadata_response_partition_v7 is None:
                o.partitions, pos, _ = some_metadata_response_partition_v7(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_metadata_response_partition_v7 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_metadata_response_partition_v7,
                    fill_metadata_response_partition_v7,
                    rows_metadata_response_partition_v7,
                    key_metadata_response_partition_v7,
                )
        o.topic_id = ZERO_UUID
        o.topic_authorized_operations = -2147483648
        o.unknown_tags = None
    return out, pos


def read_metadata_response_topic_v5_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponseTopic], int]:
    out = many(MetadataResponseTopic, count)
    key_metadata_response_partition_v5: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.name = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 4
        o.is_internal, n2 = unpack_ti(buf, pos)
        pos += 5
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 22 > end - pos or n2 > ctx.left:
                refuse_count(n2, 22, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_metadata_response_partition_v5 is None:
                o.partitions, pos, _ = some_metadata_response_partition_v5(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_metadata_response_partition_v5 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_metadata_response_partition_v5,
                    fill_metadata_response_partition_v5,
                    rows_metadata_response_partition_v5,
                    key_metadata_response_partition_v5,
                )
        o.topic_id = ZERO_UUID
        o.topic_authorized_operations = -2147483648
        o.unknown_tags = None
    return out, pos


def read_metadata_response_topic_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponseTopic], int]:
    out = many(MetadataResponseTopic, count)
    key_metadata_response_partition_v0: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.name = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 4
        o.is_internal, n2 = unpack_ti(buf, pos)
        pos += 5
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 18 > end - pos or n2 > ctx.left:
                refuse_count(n2, 18, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_metadata_response_partition_v0 is None:
                o.partitions, pos, _ = some_metadata_response_partition_v0(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_metadata_response_partition_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_metadata_response_partition_v0,
                    fill_metadata_response_partition_v0,
                    rows_metadata_response_partition_v0,
                    key_metadata_response_partition_v0,
                )
        o.topic_id = ZERO_UUID
        o.topic_authorized_operations = -2147483648
        o.unknown_tags = None
    return out, pos


def some_metadata_response_broker_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponseBroker], int, Key]:
    out = many(MetadataResponseBroker, count)
    for o in out:
        o.node_id, n1 = unpack_ih(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 6
            o.host = buf[pos + 6 : p].decode()
            pos = p
        else:
            o.host = refuse_length(n1)
            pos = pos + 6
        o.port, n2 = unpack_ih(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 6
            o.rack = buf[pos + 6 : p].decode()
            pos = p
        else:
            o.rack = null_or_refuse(n2)
            pos = pos + 6
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_metadata_response_broker_v1(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[MetadataResponseBroker]:
    k0, k1 = key
    out = many(MetadataResponseBroker, count)
    o: MetadataResponseBroker
    for o, row in zip(out, rows):
        o.node_id, v1, o.port, v3 = row
        o.host = v1.decode()
        o.rack = v3.decode() if k1 >= 0 else None
        o.unknown_tags = None
    return out


def read_metadata_response_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponseTopic], int]:
    out = many(MetadataResponseTopic, count)
    key_metadata_response_partition_v0: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.name = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 4
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 18 > end - pos or n2 > ctx.left:
                refuse_count(n2, 18, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_metadata_response_partition_v0 is None:
                o.partitions, pos, _ = some_metadata_response_partition_v0(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_metadata_response_partition_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_metadata_response_partition_v0,
                    fill_metadata_response_partition_v0,
                    rows_metadata_response_partition_v0,
                    key_metadata_response_partition_v0,
                )
        o.topic_id = ZERO_UUID
        o.is_internal = False
        o.topic_authorized_operations = -2147483648
        o.unknown_tags = None
    return out, pos


def some_metadata_response_broker_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataResponseBroker], int, Key]:
    out = many(MetadataResponseBroker, count)
    for o in out:
        o.node_id, n1 = unpack_ih(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 6
            o.host = buf[pos + 6 : p].decode()
            pos = p
        else:
            o.host = refuse_length(n1)
            pos = pos + 6
        (o.port,) = unpack_i(buf, pos)
        o.rack = None
        o.unknown_tags = None
        pos += 4
    return out, pos, (n1,)


def fill_metadata_response_broker_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[MetadataResponseBroker]:
    out = many(MetadataResponseBroker, count)
    o: MetadataResponseBroker
    for o, row in zip(out, rows):
        o.node_id, v1, o.port = row
        o.host = v1.decode()
        o.rack = None
        o.unknown_tags = None
    return out


def write_metadata_response_topic_v12_array(items: Iterable[MetadataResponseTopic], put: Put) -> None:
    for o in items:
        v3 = o.name
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        v4 = o.partitions
        if v4:
            put(shapes_13[len(s1)](o.error_code, n2, s1, o.topic_id.bytes, o.is_internal))
            put(COUNTS[len(v4)])
            write_metadata_response_partition_v9_array(v4, put)
        elif v4 is None:
            refuse_null()
        if v4:
            data = pack_ix(o.topic_authorized_operations)
        else:
            data = shapes_14[len(s1)](
                o.error_code, n2, s1, o.topic_id.bytes, o.is_internal, 1, o.topic_authorized_operations
            )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_metadata_response_topic_v10_array(items: Iterable[MetadataResponseTopic], put: Put) -> None:
    for o in items:
        v3: Any = o.name
        s1 = v3.encode()
        n2 = len(s1)
        v4 = o.partitions
        if v4:
            put(shapes_13[n2](o.error_code, n2 + 1, s1, o.topic_id.bytes, o.is_internal))
            put(COUNTS[len(v4)])
            write_metadata_response_partition_v9_array(v4, put)
        elif v4 is None:
            refuse_null()
        if v4:
            data = pack_ix(o.topic_authorized_operations)
        else:
            data = shapes_14[n2](
                o.error_code, n2 + 1, s1, o.topic_id.bytes, o.is_internal, 1, o.topic_authorized_operations
            )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_metadata_response_topic_v9_array(items: Iterable[MetadataResponseTopic], put: Put) -> None:
    for o in items:
        v3: Any = o.name
        s1 = v3.encode()
        n2 = len(s1)
        v4 = o.partitions
        if v4:
            put(shapes_11[n2](o.error_code, n2 + 1, s1, o.is_internal))
            put(COUNTS[len(v4)])
            write_metadata_response_partition_v9_array(v4, put)
        elif v4 is None:
            refuse_null()
        if v4:
            data = pack_ix(o.topic_authorized_operations)
        else:
            data = shapes_12[n2](o.error_code, n2 + 1, s1, o.is_internal, 1, o.topic_authorized_operations)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_metadata_response_broker_v9_array(items: Iterable[MetadataResponseBroker], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_10[0, 0]
    for o in items:
        s1 = o.host.encode()
        n2 = len(s1)
        v5 = o.rack
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_10[last7, last8]
        data = pack6(o.node_id, n2 + 1, s1, o.port, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_metadata_response_topic_v8_array(items: Iterable[MetadataResponseTopic], put: Put) -> None:
    for o in items:
        v3: Any = o.name
        s1 = v3.encode()
        n2 = len(s1)
        v4 = o.partitions
        if v4:
            put(shapes_8[n2](o.error_code, n2, s1, o.is_internal, len(v4)))
            write_metadata_response_partition_v7_array(v4, put)
        elif v4 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if v4:
            put(pack_i(o.topic_authorized_operations))
        else:
            put(shapes_9[n2](o.error_code, n2, s1, o.is_internal, 0, o.topic_authorized_operations))


def write_metadata_response_topic_v7_array(items: Iterable[MetadataResponseTopic], put: Put) -> None:
    for o in items:
        if o.topic_authorized_operations != -2147483648:
            absent(o, "topic_authorized_operations")
        v3: Any = o.name
        s1 = v3.encode()
        n2 = len(s1)
        v4 = o.partitions
        if v4:
            put(shapes_8[n2](o.error_code, n2, s1, o.is_internal, len(v4)))
            write_metadata_response_partition_v7_array(v4, put)
        elif v4 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v4:
            put(shapes_8[n2](o.error_code, n2, s1, o.is_internal, 0))


def write_metadata_response_topic_v5_array(items: Iterable[MetadataResponseTopic], put: Put) -> None:
    for o in items:
        if o.topic_authorized_operations != -2147483648:
            absent(o, "topic_authorized_operations")
        v3: Any = o.name
        s1 = v3.encode()
        n2 = len(s1)
        v4 = o.partitions
        if v4:
            put(shapes_8[n2](o.error_code, n2, s1, o.is_internal, len(v4)))
            write_metadata_response_partition_v5_array(v4, put)
        elif v4 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v4:
            put(shapes_8[n2](o.error_code, n2, s1, o.is_internal, 0))


def write_metadata_response_topic_v1_array(items: Iterable[MetadataResponseTopic], put: Put) -> None:
    for o in items:
        if o.topic_authorized_operations != -2147483648:
            absent(o, "topic_authorized_operations")
        v3: Any = o.name
        s1 = v3.encode()
        n2 = len(s1)
        v4 = o.partitions
        if v4:
            put(shapes_8[n2](o.error_code, n2, s1, o.is_internal, len(v4)))
            write_metadata_response_partition_v0_array(v4, put)
        elif v4 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v4:
            put(shapes_8[n2](o.error_code, n2, s1, o.is_internal, 0))


def write_metadata_response_broker_v1_array(items: Iterable[MetadataResponseBroker], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_7[0, 0]
    for o in items:
        s1 = o.host.encode()
        n2 = len(s1)
        v5 = o.rack
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
            pack6 = shapes_7[last7, last8]
        put(pack6(o.node_id, n2, s1, o.port, n4, s3))


def write_metadata_response_topic_v0_array(items: Iterable[MetadataResponseTopic], put: Put) -> None:
    for o in items:
        if o.topic_authorized_operations != -2147483648:
            absent(o, "topic_authorized_operations")
        v3: Any = o.name
        s1 = v3.encode()
        n2 = len(s1)
        v4 = o.partitions
        if v4:
            put(shapes_6[n2](o.error_code, n2, s1, len(v4)))
            write_metadata_response_partition_v0_array(v4, put)
        elif v4 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v4:
            put(shapes_6[n2](o.error_code, n2, s1, 0))


def write_metadata_response_broker_v0_array(items: Iterable[MetadataResponseBroker], put: Put) -> None:
    for o in items:
        s1 = o.host.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_2[n2](o.node_id, n2, s1, o.port))


def read_metadata_response_v13(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataResponse, int]:
    key_metadata_response_broker_v9: Key | None = None
    o = new(MetadataResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.brokers = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 11 > end - pos or n1 > ctx.left:
            refuse_count(n1, 11, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_response_broker_v9 is None:
            o.brokers, pos, _ = some_metadata_response_broker_v9(buf, pos, end, n1, ctx)
        else:
            o.brokers, pos, key_metadata_response_broker_v9 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_response_broker_v9,
                fill_metadata_response_broker_v9,
                rows_metadata_response_broker_v9,
                key_metadata_response_broker_v9,
            )
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.cluster_id = buf[pos + 1 : p].decode()
        pos = p
    elif n2 == 0:
        o.cluster_id = None
        pos = pos + 1
    else:
        o.cluster_id, pos = long_string_or_null(buf, pos + 1, n2)
    o.controller_id, n3 = unpack_iB(buf, pos)
    pos += 5
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.topics = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 26 > end - pos or n3 > ctx.left:
            refuse_count(n3, 26, end - pos)
        ctx.left -= n3
        o.topics, pos = read_metadata_response_topic_v12_array(buf, pos, end, n3, ctx)
    o.error_code, t = unpack_hB(buf, pos)
    o.cluster_authorized_operations = -2147483648
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_metadata_response_v12(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataResponse, int]:
    key_metadata_response_broker_v9: Key | None = None
    o = new(MetadataResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.brokers = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 11 > end - pos or n1 > ctx.left:
            refuse_count(n1, 11, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_response_broker_v9 is None:
            o.brokers, pos, _ = some_metadata_response_broker_v9(buf, pos, end, n1, ctx)
        else:
            o.brokers, pos, key_metadata_response_broker_v9 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_response_broker_v9,
                fill_metadata_response_broker_v9,
                rows_metadata_response_broker_v9,
                key_metadata_response_broker_v9,
            )
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.cluster_id = buf[pos + 1 : p].decode()
        pos = p
    elif n2 == 0:
        o.cluster_id = None
        pos = pos + 1
    else:
        o.cluster_id, pos = long_string_or_null(buf, pos + 1, n2)
    o.controller_id, n3 = unpack_iB(buf, pos)
    pos += 5
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.topics = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 26 > end - pos or n3 > ctx.left:
            refuse_count(n3, 26, end - pos)
        ctx.left -= n3
        o.topics, pos = read_metadata_response_topic_v12_array(buf, pos, end, n3, ctx)
    t = buf[pos]
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_metadata_response_v11(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataResponse, int]:
    key_metadata_response_broker_v9: Key | None = None
    o = new(MetadataResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.brokers = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 11 > end - pos or n1 > ctx.left:
            refuse_count(n1, 11, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_response_broker_v9 is None:
            o.brokers, pos, _ = some_metadata_response_broker_v9(buf, pos, end, n1, ctx)
        else:
            o.brokers, pos, key_metadata_response_broker_v9 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_response_broker_v9,
                fill_metadata_response_broker_v9,
                rows_metadata_response_broker_v9,
                key_metadata_response_broker_v9,
            )
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.cluster_id = buf[pos + 1 : p].decode()
        pos = p
    elif n2 == 0:
        o.cluster_id = None
        pos = pos + 1
    else:
        o.cluster_id, pos = long_string_or_null(buf, pos + 1, n2)
    o.controller_id, n3 = unpack_iB(buf, pos)
    pos += 5
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.topics = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 26 > end - pos or n3 > ctx.left:
            refuse_count(n3, 26, end - pos)
        ctx.left -= n3
        o.topics, pos = read_metadata_response_topic_v10_array(buf, pos, end, n3, ctx)
    t = buf[pos]
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_metadata_response_v10(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataResponse, int]:
    key_metadata_response_broker_v9: Key | None = None
    o = new(MetadataResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.brokers = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 11 > end - pos or n1 > ctx.left:
            refuse_count(n1, 11, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_response_broker_v9 is None:
            o.brokers, pos, _ = some_metadata_response_broker_v9(buf, pos, end, n1, ctx)
        else:
            o.brokers, pos, key_metadata_response_broker_v9 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_response_broker_v9,
                fill_metadata_response_broker_v9,
                rows_metadata_response_broker_v9,
                key_metadata_response_broker_v9,
            )
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.cluster_id = buf[pos + 1 : p].decode()
        pos = p
    elif n2 == 0:
        o.cluster_id = None
        pos = pos + 1
    else:
        o.cluster_id, pos = long_string_or_null(buf, pos + 1, n2)
    o.controller_id, n3 = unpack_iB(buf, pos)
    pos += 5
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.topics = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 26 > end - pos or n3 > ctx.left:
            refuse_count(n3, 26, end - pos)
        ctx.left -= n3
        o.topics, pos = read_metadata_response_topic_v10_array(buf, pos, end, n3, ctx)
    o.cluster_authorized_operations, t = unpack_iB(buf, pos)
    o.error_code = 0
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_metadata_response_v9(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataResponse, int]:
    key_metadata_response_broker_v9: Key | None = None
    o = new(MetadataResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.brokers = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 11 > end - pos or n1 > ctx.left:
            refuse_count(n1, 11, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_response_broker_v9 is None:
            o.brokers, pos, _ = some_metadata_response_broker_v9(buf, pos, end, n1, ctx)
        else:
            o.brokers, pos, key_metadata_response_broker_v9 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_response_broker_v9,
                fill_metadata_response_broker_v9,
                rows_metadata_response_broker_v9,
                key_metadata_response_broker_v9,
            )
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.cluster_id = buf[pos + 1 : p].decode()
        pos = p
    elif n2 == 0:
        o.cluster_id = None
        pos = pos + 1
    else:
        o.cluster_id, pos = long_string_or_null(buf, pos + 1, n2)
    o.controller_id, n3 = unpack_iB(buf, pos)
    pos += 5
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.topics = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 10 > end - pos or n3 > ctx.left:
            refuse_count(n3, 10, end - pos)
        ctx.left -= n3
        o.topics, pos = read_metadata_response_topic_v9_array(buf, pos, end, n3, ctx)
    o.cluster_authorized_operations, t = unpack_iB(buf, pos)
    o.error_code = 0
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_metadata_response_v8(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataResponse, int]:
    key_metadata_response_broker_v1: Key | None = None
    o = new(MetadataResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.brokers = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 12 > end - pos or n1 > ctx.left:
            refuse_count(n1, 12, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_response_broker_v1 is None:
            o.brokers, pos, _ = some_metadata_response_broker_v1(buf, pos, end, n1, ctx)
        else:
            o.brokers, pos, key_metadata_response_broker_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_response_broker_v1,
                fill_metadata_response_broker_v1,
                rows_metadata_response_broker_v1,
                key_metadata_response_broker_v1,
            )
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.cluster_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.cluster_id = null_or_refuse(n2)
        pos = pos + 2
    o.controller_id, n3 = unpack_ii(buf, pos)
    pos += 8
    if n3 < 1:
        o.topics = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 13 > end - pos or n3 > ctx.left:
            refuse_count(n3, 13, end - pos)
        ctx.left -= n3
        o.topics, pos = read_metadata_response_topic_v8_array(buf, pos, end, n3, ctx)
    (o.cluster_authorized_operations,) = unpack_i(buf, pos)
    o.error_code = 0
    o.unknown_tags = None
    return o, pos + 4


def read_metadata_response_v7(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataResponse, int]:
    key_metadata_response_broker_v1: Key | None = None
    o = new(MetadataResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.brokers = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 12 > end - pos or n1 > ctx.left:
            refuse_count(n1, 12, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_response_broker_v1 is None:
            o.brokers, pos, _ = some_metadata_response_broker_v1(buf, pos, end, n1, ctx)
        else:
            o.brokers, pos, key_metadata_response_broker_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_response_broker_v1,
                fill_metadata_response_broker_v1,
                rows_metadata_response_broker_v1,
                key_metadata_response_broker_v1,
            )
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.cluster_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.cluster_id = null_or_refuse(n2)
        pos = pos + 2
    o.controller_id, n3 = unpack_ii(buf, pos)
    pos += 8
    if n3 < 1:
        o.topics = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 9 > end - pos or n3 > ctx.left:
            refuse_count(n3, 9, end - pos)
        ctx.left -= n3
        o.topics, pos = read_metadata_response_topic_v7_array(buf, pos, end, n3, ctx)
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def read_metadata_response_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataResponse, int]:
    key_metadata_response_broker_v1: Key | None = None
    o = new(MetadataResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.brokers = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 12 > end - pos or n1 > ctx.left:
            refuse_count(n1, 12, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_response_broker_v1 is None:
            o.brokers, pos, _ = some_metadata_response_broker_v1(buf, pos, end, n1, ctx)
        else:
            o.brokers, pos, key_metadata_response_broker_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_response_broker_v1,
                fill_metadata_response_broker_v1,
                rows_metadata_response_broker_v1,
                key_metadata_response_broker_v1,
            )
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.cluster_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.cluster_id = null_or_refuse(n2)
        pos = pos + 2
    o.controller_id, n3 = unpack_ii(buf, pos)
    pos += 8
    if n3 < 1:
        o.topics = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 9 > end - pos or n3 > ctx.left:
            refuse_count(n3, 9, end - pos)
        ctx.left -= n3
        o.topics, pos = read_metadata_response_topic_v5_array(buf, pos, end, n3, ctx)
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def read_metadata_response_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataResponse, int]:
    key_metadata_response_broker_v1: Key | None = None
    o = new(MetadataResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.brokers = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 12 > end - pos or n1 > ctx.left:
            refuse_count(n1, 12, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_response_broker_v1 is None:
            o.brokers, pos, _ = some_metadata_response_broker_v1(buf, pos, end, n1, ctx)
        else:
            o.brokers, pos, key_metadata_response_broker_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_response_broker_v1,
                fill_metadata_response_broker_v1,
                rows_metadata_response_broker_v1,
                key_metadata_response_broker_v1,
            )
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.cluster_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.cluster_id = null_or_refuse(n2)
        pos = pos + 2
    o.controller_id, n3 = unpack_ii(buf, pos)
    pos += 8
    if n3 < 1:
        o.topics = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 9 > end - pos or n3 > ctx.left:
            refuse_count(n3, 9, end - pos)
        ctx.left -= n3
        o.topics, pos = read_metadata_response_topic_v1_array(buf, pos, end, n3, ctx)
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def read_metadata_response_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataResponse, int]:
    key_metadata_response_broker_v1: Key | None = None
    o = new(MetadataResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.brokers = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 12 > end - pos or n1 > ctx.left:
            refuse_count(n1, 12, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_response_broker_v1 is None:
            o.brokers, pos, _ = some_metadata_response_broker_v1(buf, pos, end, n1, ctx)
        else:
            o.brokers, pos, key_metadata_response_broker_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_response_broker_v1,
                fill_metadata_response_broker_v1,
                rows_metadata_response_broker_v1,
                key_metadata_response_broker_v1,
            )
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.cluster_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.cluster_id = null_or_refuse(n2)
        pos = pos + 2
    o.controller_id, n3 = unpack_ii(buf, pos)
    pos += 8
    if n3 < 1:
        o.topics = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 9 > end - pos or n3 > ctx.left:
            refuse_count(n3, 9, end - pos)
        ctx.left -= n3
        o.topics, pos = read_metadata_response_topic_v1_array(buf, pos, end, n3, ctx)
    o.throttle_time_ms = 0
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def read_metadata_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataResponse, int]:
    key_metadata_response_broker_v1: Key | None = None
    o = new(MetadataResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.brokers = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 12 > end - pos or n1 > ctx.left:
            refuse_count(n1, 12, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_response_broker_v1 is None:
            o.brokers, pos, _ = some_metadata_response_broker_v1(buf, pos, end, n1, ctx)
        else:
            o.brokers, pos, key_metadata_response_broker_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_response_broker_v1,
                fill_metadata_response_broker_v1,
                rows_metadata_response_broker_v1,
                key_metadata_response_broker_v1,
            )
    o.controller_id, n2 = unpack_ii(buf, pos)
    pos += 8
    if n2 < 1:
        o.topics = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 9 > end - pos or n2 > ctx.left:
            refuse_count(n2, 9, end - pos)
        ctx.left -= n2
        o.topics, pos = read_metadata_response_topic_v1_array(buf, pos, end, n2, ctx)
    o.throttle_time_ms = 0
    o.cluster_id = None
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def read_metadata_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataResponse, int]:
    key_metadata_response_broker_v0: Key | None = None
    o = new(MetadataResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.brokers = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 10 > end - pos or n1 > ctx.left:
            refuse_count(n1, 10, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_response_broker_v0 is None:
            o.brokers, pos, _ = some_metadata_response_broker_v0(buf, pos, end, n1, ctx)
        else:
            o.brokers, pos, key_metadata_response_broker_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_response_broker_v0,
                fill_metadata_response_broker_v0,
                rows_metadata_response_broker_v0,
                key_metadata_response_broker_v0,
            )
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.topics = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 8 > end - pos or n2 > ctx.left:
            refuse_count(n2, 8, end - pos)
        ctx.left -= n2
        o.topics, pos = read_metadata_response_topic_v0_array(buf, pos, end, n2, ctx)
    o.throttle_time_ms = 0
    o.cluster_id = None
    o.controller_id = -1
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def encode_metadata_response_v13(o: MetadataResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.cluster_authorized_operations != -2147483648:
        absent(o, "cluster_authorized_operations")
    v1 = o.brokers
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_metadata_response_broker_v9_array(v1, put)
    elif v1 is None:
        refuse_null()
    v4 = o.cluster_id
    if v4 is None:
        s2 = b""
        n3 = 0
    else:
        s2 = v4.encode()
        n3 = len(s2) + 1
    v5 = o.topics
    if v1:
        put(shapes_4[len(s2)](n3, s2, o.controller_id))
    else:
        put(shapes_5[len(s2)](o.throttle_time_ms, 1, n3, s2, o.controller_id))
    if v5:
        put(COUNTS[len(v5)])
        write_metadata_response_topic_v12_array(v5, put)
    elif v5 is None:
        refuse_null()
    if v5:
        data = pack_hx(o.error_code)
    else:
        data = pack_Bhx(1, o.error_code)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_metadata_response_v12(o: MetadataResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.cluster_authorized_operations != -2147483648:
        absent(o, "cluster_authorized_operations")
    v1 = o.brokers
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_metadata_response_broker_v9_array(v1, put)
    elif v1 is None:
        refuse_null()
    v4 = o.cluster_id
    if v4 is None:
        s2 = b""
        n3 = 0
    else:
        s2 = v4.encode()
        n3 = len(s2) + 1
    v5 = o.topics
    if v1:
        put(shapes_4[len(s2)](n3, s2, o.controller_id))
    else:
        put(shapes_5[len(s2)](o.throttle_time_ms, 1, n3, s2, o.controller_id))
    if v5:
        put(COUNTS[len(v5)])
        write_metadata_response_topic_v12_array(v5, put)
    elif v5 is None:
        refuse_null()
    if v5:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_metadata_response_v11(o: MetadataResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.cluster_authorized_operations != -2147483648:
        absent(o, "cluster_authorized_operations")
    v1 = o.brokers
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_metadata_response_broker_v9_array(v1, put)
    elif v1 is None:
        refuse_null()
    v4 = o.cluster_id
    if v4 is None:
        s2 = b""
        n3 = 0
    else:
        s2 = v4.encode()
        n3 = len(s2) + 1
    v5 = o.topics
    if v1:
        put(shapes_4[len(s2)](n3, s2, o.controller_id))
    else:
        put(shapes_5[len(s2)](o.throttle_time_ms, 1, n3, s2, o.controller_id))
    if v5:
        put(COUNTS[len(v5)])
        write_metadata_response_topic_v10_array(v5, put)
    elif v5 is None:
        refuse_null()
    if v5:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_metadata_response_v10(o: MetadataResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.brokers
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_metadata_response_broker_v9_array(v1, put)
    elif v1 is None:
        refuse_null()
    v4 = o.cluster_id
    if v4 is None:
        s2 = b""
        n3 = 0
    else:
        s2 = v4.encode()
        n3 = len(s2) + 1
    v5 = o.topics
    if v1:
        put(shapes_4[len(s2)](n3, s2, o.controller_id))
    else:
        put(shapes_5[len(s2)](o.throttle_time_ms, 1, n3, s2, o.controller_id))
    if v5:
        put(COUNTS[len(v5)])
        write_metadata_response_topic_v10_array(v5, put)
    elif v5 is None:
        refuse_null()
    if v5:
        data = pack_ix(o.cluster_authorized_operations)
    else:
        data = pack_Bix(1, o.cluster_authorized_operations)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_metadata_response_v9(o: MetadataResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.brokers
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_metadata_response_broker_v9_array(v1, put)
    elif v1 is None:
        refuse_null()
    v4 = o.cluster_id
    if v4 is None:
        s2 = b""
        n3 = 0
    else:
        s2 = v4.encode()
        n3 = len(s2) + 1
    v5 = o.topics
    if v1:
        put(shapes_4[len(s2)](n3, s2, o.controller_id))
    else:
        put(shapes_5[len(s2)](o.throttle_time_ms, 1, n3, s2, o.controller_id))
    if v5:
        put(COUNTS[len(v5)])
        write_metadata_response_topic_v9_array(v5, put)
    elif v5 is None:
        refuse_null()
    if v5:
        data = pack_ix(o.cluster_authorized_operations)
    else:
        data = pack_Bix(1, o.cluster_authorized_operations)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_metadata_response_v8(o: MetadataResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.brokers
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_metadata_response_broker_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    v4 = o.cluster_id
    if v4 is None:
        s2 = b""
        n3 = -1
    else:
        s2 = v4.encode()
        n3 = len(s2)
    v5 = o.topics
    if v1:
        put(shapes_1[len(s2)](n3, s2, o.controller_id))
    else:
        put(shapes_3[len(s2)](o.throttle_time_ms, 0, n3, s2, o.controller_id))
    if v5:
        put(pack_i(len(v5)))
        write_metadata_response_topic_v8_array(v5, put)
    elif v5 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v5:
        put(pack_i(o.cluster_authorized_operations))
    else:
        put(pack_ii(0, o.cluster_authorized_operations))
    return b"".join(parts)


def encode_metadata_response_v7(o: MetadataResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.cluster_authorized_operations != -2147483648:
        absent(o, "cluster_authorized_operations")
    v1 = o.brokers
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_metadata_response_broker_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    v4 = o.cluster_id
    if v4 is None:
        s2 = b""
        n3 = -1
    else:
        s2 = v4.encode()
        n3 = len(s2)
    v5 = o.topics
    if v1:
        put(shapes_1[len(s2)](n3, s2, o.controller_id))
    else:
        put(shapes_3[len(s2)](o.throttle_time_ms, 0, n3, s2, o.controller_id))
    if v5:
        put(pack_i(len(v5)))
        write_metadata_response_topic_v7_array(v5, put)
    elif v5 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v5:
        put(pack_i(0))
    return b"".join(parts)


def encode_metadata_response_v5(o: MetadataResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.cluster_authorized_operations != -2147483648:
        absent(o, "cluster_authorized_operations")
    v1 = o.brokers
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_metadata_response_broker_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    v4 = o.cluster_id
    if v4 is None:
        s2 = b""
        n3 = -1
    else:
        s2 = v4.encode()
        n3 = len(s2)
    v5 = o.topics
    if v1:
        put(shapes_1[len(s2)](n3, s2, o.controller_id))
    else:
        put(shapes_3[len(s2)](o.throttle_time_ms, 0, n3, s2, o.controller_id))
    if v5:
        put(pack_i(len(v5)))
        write_metadata_response_topic_v5_array(v5, put)
    elif v5 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v5:
        put(pack_i(0))
    return b"".join(parts)


def encode_metadata_response_v3(o: MetadataResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.cluster_authorized_operations != -2147483648:
        absent(o, "cluster_authorized_operations")
    v1 = o.brokers
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_metadata_response_broker_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    v4 = o.cluster_id
    if v4 is None:
        s2 = b""
        n3 = -1
    else:
        s2 = v4.encode()
        n3 = len(s2)
    v5 = o.topics
    if v1:
        put(shapes_1[len(s2)](n3, s2, o.controller_id))
    else:
        put(shapes_3[len(s2)](o.throttle_time_ms, 0, n3, s2, o.controller_id))
    if v5:
        put(pack_i(len(v5)))
        write_metadata_response_topic_v1_array(v5, put)
    elif v5 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v5:
        put(pack_i(0))
    return b"".join(parts)


def encode_metadata_response_v2(o: MetadataResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.cluster_authorized_operations != -2147483648:
        absent(o, "cluster_authorized_operations")
    v1 = o.brokers
    if v1:
        put(pack_i(len(v1)))
        write_metadata_response_broker_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    v4 = o.cluster_id
    if v4 is None:
        s2 = b""
        n3 = -1
    else:
        s2 = v4.encode()
        n3 = len(s2)
    v5 = o.topics
    if v1:
        put(shapes_1[len(s2)](n3, s2, o.controller_id))
    else:
        put(shapes_2[len(s2)](0, n3, s2, o.controller_id))
    if v5:
        put(pack_i(len(v5)))
        write_metadata_response_topic_v1_array(v5, put)
    elif v5 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v5:
        put(pack_i(0))
    return b"".join(parts)


def encode_metadata_response_v1(o: MetadataResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.cluster_authorized_operations != -2147483648:
        absent(o, "cluster_authorized_operations")
    v1 = o.brokers
    if v1:
        put(pack_i(len(v1)))
        write_metadata_response_broker_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.topics
    if v1:
        put(pack_i(o.controller_id))
    else:
        put(pack_ii(0, o.controller_id))
    if v2:
        put(pack_i(len(v2)))
        write_metadata_response_topic_v1_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


def encode_metadata_response_v0(o: MetadataResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.cluster_authorized_operations != -2147483648:
        absent(o, "cluster_authorized_operations")
    v1 = o.brokers
    if v1:
        put(pack_i(len(v1)))
        write_metadata_response_broker_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.topics
    if not v1:
        put(pack_i(0))
    if v2:
        put(pack_i(len(v2)))
        write_metadata_response_topic_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[MetadataResponse], bytes]] = {
    0: encode_metadata_response_v0,
    1: encode_metadata_response_v1,
    2: encode_metadata_response_v2,
    3: encode_metadata_response_v3,
    4: encode_metadata_response_v3,
    5: encode_metadata_response_v5,
    6: encode_metadata_response_v5,
    7: encode_metadata_response_v7,
    8: encode_metadata_response_v8,
    9: encode_metadata_response_v9,
    10: encode_metadata_response_v10,
    11: encode_metadata_response_v11,
    12: encode_metadata_response_v12,
    13: encode_metadata_response_v13,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[MetadataResponse, int]]] = {
    0: read_metadata_response_v0,
    1: read_metadata_response_v1,
    2: read_metadata_response_v2,
    3: read_metadata_response_v3,
    4: read_metadata_response_v3,
    5: read_metadata_response_v5,
    6: read_metadata_response_v5,
    7: read_metadata_response_v7,
    8: read_metadata_response_v8,
    9: read_metadata_response_v9,
    10: read_metadata_response_v10,
    11: read_metadata_response_v11,
    12: read_metadata_response_v12,
    13: read_metadata_response_v13,
}
NEEDS_CONTEXT = True
SPEC = """\
MetadataResponse response 0-13 flexible=9+
 ThrottleTimeMs int32 3+ ignorable
 Brokers []MetadataResponseBroker 0+
  NodeId int32 0+
  Host string 0+
  Port int32 0+
  Rack string 1+ null=1+ ignorable default=null
 ClusterId string 2+ null=2+ ignorable default=null
 ControllerId int32 1+ ignorable default=-1
 Topics []MetadataResponseTopic 0+
  ErrorCode int16 0+
  Name string 0+ null=12+
  TopicId uuid 10+ ignorable
  IsInternal bool 1+ ignorable default=false
  Partitions []MetadataResponsePartition 0+
   ErrorCode int16 0+
   PartitionIndex int32 0+
   LeaderId int32 0+
   LeaderEpoch int32 7+ ignorable default=-1
   ReplicaNodes []int32 0+
   IsrNodes []int32 0+
   OfflineReplicas []int32 5+ ignorable
  TopicAuthorizedOperations int32 8+ default=-2147483648
 ClusterAuthorizedOperations int32 8-10 default=-2147483648
 ErrorCode int16 13+ ignorable
"""
