# Generated from rpc/UpdateMetadataRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.update_metadata_request import (
    UpdateMetadataBroker,
    UpdateMetadataEndpoint,
    UpdateMetadataPartitionState,
    UpdateMetadataRequest,
    UpdateMetadataTopicState,
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
    check_tag_size,
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
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_B = Packer(">B").pack
pack_Bx = Packer(">Bx").pack
pack_b = Packer(">b").pack
pack_i = Packer(">i").pack
pack_ii = Packer(">ii").pack
pack_iii = Packer(">iii").pack
pack_iiq = Packer(">iiq").pack
pack_iiqB = Packer(">iiqB").pack
pack_iiqi = Packer(">iiqi").pack
pack_itiq = Packer(">i?iq").pack
pack_itiqB = Packer(">i?iqB").pack
rows_update_metadata_broker_v0 = Rows("i Y1 i")
rows_update_metadata_endpoint_v1 = Rows("i Y1 h")
rows_update_metadata_endpoint_v3 = Rows("i Y1 Y1 h")
rows_update_metadata_endpoint_v6 = Rows("i P1 P1 h T")
rows_update_metadata_partition_state_v0 = Rows("Y1 iiii G1 i G1")
rows_update_metadata_partition_state_v4 = Rows("Y1 iiii G1 i G2")
rows_update_metadata_partition_state_v5 = Rows("iiii G1 i G2")
rows_update_metadata_partition_state_v6 = Rows("iiii g1 i g2 T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsiiiii%diii%di")
shapes_10 = Shapes("iBS%dsx")
shapes_11 = Shapes("S%ds16s")
shapes_12 = Shapes("S%ds16sBx")
shapes_13 = Shapes("ih%dsh")
shapes_14 = Shapes("ih%dsh%dsh")
shapes_15 = Shapes("iiiii%diii%dii%di")
shapes_16 = Shapes("iiiiP%diiP%diP%dix")
shapes_17 = Shapes("iS%dsS%dshx")
shapes_2 = Shapes("ih%dsi")
shapes_3 = Shapes("h%ds")
shapes_4 = Shapes("iih%ds")
shapes_5 = Shapes("i%di")
shapes_6 = Shapes("h%dsi")
shapes_7 = Shapes("S%ds")
shapes_8 = Shapes("S%dsBx")
shapes_9 = Shapes("S%dsx")
unpack_b = Packer(">b").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_iii = Packer(">iii").unpack_from
unpack_iiiiB = Packer(">iiiiB").unpack_from
unpack_iiiii = Packer(">iiiii").unpack_from
unpack_iiqB = Packer(">iiqB").unpack_from
unpack_iiqi = Packer(">iiqi").unpack_from
unpack_itiqB = Packer(">i?iqB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_update_metadata_endpoint_v6(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataEndpoint], int, Key]:
    out = many(UpdateMetadataEndpoint, count)
    for o in out:
        o.port, n1 = unpack_iB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 4
            o.host = buf[pos + 5 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 5, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.listener = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.listener, pos = long_string(buf, pos + 1, n2)
        o.security_protocol, t = unpack_hB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_update_metadata_endpoint_v6(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[UpdateMetadataEndpoint]:
    out = many(UpdateMetadataEndpoint, count)
    o: UpdateMetadataEndpoint
    for o, row in zip(out, rows):
        o.port, v1, v2, o.security_protocol = row
        o.host = v1.decode()
        o.listener = v2.decode()
        o.unknown_tags = None
    return out


def some_update_metadata_partition_state_v6(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataPartitionState], int, Key]:
    out = many(UpdateMetadataPartitionState, count)
    for o in out:
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n1 = unpack_iiiiB(buf, pos)
        if 0 < n1 < 128:
            o.isr = runs_i[n1 - 1](buf, pos + 17)
            pos += n1 * 4 + 13
        else:
            o.isr, pos = compact_numbers(buf, pos + 17, end, n1, "i", ctx)
        o.zk_version, n2 = unpack_iB(buf, pos)
        if 0 < n2 < 128:
            o.replicas = runs_i[n2 - 1](buf, pos + 5)
            pos += n2 * 4 + 1
        else:
            o.replicas, pos = compact_numbers(buf, pos + 5, end, n2, "i", ctx)
        n3 = buf[pos]
        if 0 < n3 < 128:
            o.offline_replicas = runs_i[n3 - 1](buf, pos + 1)
            pos += n3 * 4 - 3
        else:
            o.offline_replicas, pos = compact_numbers(buf, pos + 1, end, n3, "i", ctx)
        t = buf[pos]
        o.topic_name = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, t)


def fill_update_metadata_partition_state_v6(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[UpdateMetadataPartitionState]:
    groups = compact_groups(ctx)
    out = many(UpdateMetadataPartitionState, count)
    o: UpdateMetadataPartitionState
    try:
        for o, row in zip(out, rows):
            o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, v4, o.zk_version, v6 = row
            (o.isr,) = groups[v4]
            o.replicas, o.offline_replicas = groups[v6]
            o.topic_name = ""
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_update_metadata_partition_state_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataPartitionState], int, Key]:
    out = many(UpdateMetadataPartitionState, count)
    for o in out:
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n1 = unpack_iiiii(buf, pos)
        if 0 <= n1 < 128:
            o.isr = runs_i[n1](buf, pos + 20)
            pos += n1 * 4 + 20
        else:
            o.isr, pos = legacy_numbers(buf, pos + 20, end, n1, "i", ctx)
        o.zk_version, n2 = unpack_ii(buf, pos)
        if 0 <= n2 < 128:
            o.replicas = runs_i[n2](buf, pos + 8)
            pos += n2 * 4 + 8
        else:
            o.replicas, pos = legacy_numbers(buf, pos + 8, end, n2, "i", ctx)
        (n3,) = unpack_i(buf, pos)
        if 0 <= n3 < 128:
            o.offline_replicas = runs_i[n3](buf, pos + 4)
            pos += n3 * 4 + 4
        else:
            o.offline_replicas, pos = legacy_numbers(buf, pos + 4, end, n3, "i", ctx)
        o.topic_name = ""
        o.unknown_tags = None
    return out, pos, (n1, n2, n3)


def fill_update_metadata_partition_state_v5(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[UpdateMetadataPartitionState]:
    groups = legacy_groups(ctx)
    out = many(UpdateMetadataPartitionState, count)
    o: UpdateMetadataPartitionState
    try:
        for o, row in zip(out, rows):
            o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, v4, o.zk_version, v6 = row
            (o.isr,) = groups[v4]
            o.replicas, o.offline_replicas = groups[v6]
            o.topic_name = ""
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_update_metadata_endpoint_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataEndpoint], int, Key]:
    out = many(UpdateMetadataEndpoint, count)
    for o in out:
        o.port, n1 = unpack_ih(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 6
            o.host = buf[pos + 6 : p].decode()
            pos = p
        else:
            o.host = refuse_length(n1)
            pos = pos + 6
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.listener = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.listener = refuse_length(n2)
            pos = pos + 2
        (o.security_protocol,) = unpack_h(buf, pos)
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1, n2)


def fill_update_metadata_endpoint_v3(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[UpdateMetadataEndpoint]:
    out = many(UpdateMetadataEndpoint, count)
    o: UpdateMetadataEndpoint
    for o, row in zip(out, rows):
        o.port, v1, v2, o.security_protocol = row
        o.host = v1.decode()
        o.listener = v2.decode()
        o.unknown_tags = None
    return out


def some_update_metadata_endpoint_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataEndpoint], int, Key]:
    out = many(UpdateMetadataEndpoint, count)
    for o in out:
        o.port, n1 = unpack_ih(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 6
            o.host = buf[pos + 6 : p].decode()
            pos = p
        else:
            o.host = refuse_length(n1)
            pos = pos + 6
        (o.security_protocol,) = unpack_h(buf, pos)
        o.listener = ""
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1,)


def fill_update_metadata_endpoint_v1(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[UpdateMetadataEndpoint]:
    out = many(UpdateMetadataEndpoint, count)
    o: UpdateMetadataEndpoint
    for o, row in zip(out, rows):
        o.port, v1, o.security_protocol = row
        o.host = v1.decode()
        o.listener = ""
        o.unknown_tags = None
    return out


def write_update_metadata_endpoint_v6_array(items: Iterable[UpdateMetadataEndpoint], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_17[0, 0]
    for o in items:
        s1 = o.host.encode()
        n2 = len(s1)
        s3 = o.listener.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_17[last6, last7]
        data = pack5(o.port, n2 + 1, s1, n4 + 1, s3, o.security_protocol)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_update_metadata_partition_state_v6_array(items: Iterable[UpdateMetadataPartitionState], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_16[0, 0, 0]
    for o in items:
        v1 = o.isr
        n2 = len(v1)
        v3 = o.replicas
        n4 = len(v3)
        v5 = o.offline_replicas
        n6 = len(v5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_16[last8, last9, last10]
        data = pack7(
            o.partition_index,
            o.controller_epoch,
            o.leader,
            o.leader_epoch,
            n2 + 1,
            *v1,
            o.zk_version,
            n4 + 1,
            *v3,
            n6 + 1,
            *v5,
        )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_update_metadata_partition_state_v5_array(items: Iterable[UpdateMetadataPartitionState], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_15[0, 0, 0]
    for o in items:
        v1 = o.isr
        n2 = len(v1)
        v3 = o.replicas
        n4 = len(v3)
        v5 = o.offline_replicas
        n6 = len(v5)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_15[last8, last9, last10]
        put(
            pack7(
                o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n2, *v1, o.zk_version, n4, *v3, n6, *v5
            )
        )


def write_update_metadata_endpoint_v3_array(items: Iterable[UpdateMetadataEndpoint], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_14[0, 0]
    for o in items:
        s1 = o.host.encode()
        n2 = len(s1)
        s3 = o.listener.encode()
        n4 = len(s3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_14[last6, last7]
        put(pack5(o.port, n2, s1, n4, s3, o.security_protocol))


def write_update_metadata_endpoint_v1_array(items: Iterable[UpdateMetadataEndpoint], put: Put) -> None:
    for o in items:
        s1 = o.host.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_13[n2](o.port, n2, s1, o.security_protocol))


def read_update_metadata_topic_state_v7_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataTopicState], int]:
    out = many(UpdateMetadataTopicState, count)
    key_update_metadata_partition_state_v6: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
        u2, n3 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u2)
        pos += 17
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.partition_states = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 * 24 > end - pos or n3 > ctx.left:
                refuse_count(n3, 24, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_update_metadata_partition_state_v6 is None:
                o.partition_states, pos, _ = some_update_metadata_partition_state_v6(buf, pos, end, n3, ctx)
            else:
                o.partition_states, pos, key_update_metadata_partition_state_v6 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_update_metadata_partition_state_v6,
                    fill_update_metadata_partition_state_v6,
                    rows_update_metadata_partition_state_v6,
                    key_update_metadata_partition_state_v6,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_update_metadata_broker_v6_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataBroker], int]:
    out = many(UpdateMetadataBroker, count)
    key_update_metadata_endpoint_v6: Key | None = None
    for o in out:
        o.id, n1 = unpack_iB(buf, pos)
        pos += 5
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.endpoints = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 9 > end - pos or n1 > ctx.left:
                refuse_count(n1, 9, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_update_metadata_endpoint_v6 is None:
                o.endpoints, pos, _ = some_update_metadata_endpoint_v6(buf, pos, end, n1, ctx)
            else:
                o.endpoints, pos, key_update_metadata_endpoint_v6 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_update_metadata_endpoint_v6,
                    fill_update_metadata_endpoint_v6,
                    rows_update_metadata_endpoint_v6,
                    key_update_metadata_endpoint_v6,
                )
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.rack = buf[pos + 1 : p].decode()
            pos = p
        elif n2 == 0:
            o.rack = None
            pos = pos + 1
        else:
            o.rack, pos = long_string_or_null(buf, pos + 1, n2)
        t = buf[pos]
        o.v0_host = ""
        o.v0_port = 0
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_update_metadata_topic_state_v6_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataTopicState], int]:
    out = many(UpdateMetadataTopicState, count)
    key_update_metadata_partition_state_v6: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partition_states = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 24 > end - pos or n2 > ctx.left:
                refuse_count(n2, 24, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_update_metadata_partition_state_v6 is None:
                o.partition_states, pos, _ = some_update_metadata_partition_state_v6(buf, pos, end, n2, ctx)
            else:
                o.partition_states, pos, key_update_metadata_partition_state_v6 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_update_metadata_partition_state_v6,
                    fill_update_metadata_partition_state_v6,
                    rows_update_metadata_partition_state_v6,
                    key_update_metadata_partition_state_v6,
                )
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_update_metadata_topic_state_v5_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataTopicState], int]:
    out = many(UpdateMetadataTopicState, count)
    key_update_metadata_partition_state_v5: Key | None = None
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic_name = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partition_states = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 32 > end - pos or n2 > ctx.left:
                refuse_count(n2, 32, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_update_metadata_partition_state_v5 is None:
                o.partition_states, pos, _ = some_update_metadata_partition_state_v5(buf, pos, end, n2, ctx)
            else:
                o.partition_states, pos, key_update_metadata_partition_state_v5 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_update_metadata_partition_state_v5,
                    fill_update_metadata_partition_state_v5,
                    rows_update_metadata_partition_state_v5,
                    key_update_metadata_partition_state_v5,
                )
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def some_update_metadata_partition_state_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataPartitionState], int, Key]:
    out = many(UpdateMetadataPartitionState, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic_name = refuse_length(n1)
            pos = pos + 2
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n2 = unpack_iiiii(buf, pos)
        if 0 <= n2 < 128:
            o.isr = runs_i[n2](buf, pos + 20)
            pos += n2 * 4 + 20
        else:
            o.isr, pos = legacy_numbers(buf, pos + 20, end, n2, "i", ctx)
        o.zk_version, n3 = unpack_ii(buf, pos)
        if 0 <= n3 < 128:
            o.replicas = runs_i[n3](buf, pos + 8)
            pos += n3 * 4 + 8
        else:
            o.replicas, pos = legacy_numbers(buf, pos + 8, end, n3, "i", ctx)
        (n4,) = unpack_i(buf, pos)
        if 0 <= n4 < 128:
            o.offline_replicas = runs_i[n4](buf, pos + 4)
            pos += n4 * 4 + 4
        else:
            o.offline_replicas, pos = legacy_numbers(buf, pos + 4, end, n4, "i", ctx)
        o.unknown_tags = None
    return out, pos, (n1, n2, n3, n4)


def fill_update_metadata_partition_state_v4(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[UpdateMetadataPartitionState]:
    groups = legacy_groups(ctx)
    out = many(UpdateMetadataPartitionState, count)
    o: UpdateMetadataPartitionState
    try:
        for o, row in zip(out, rows):
            v0, o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, v5, o.zk_version, v7 = row
            o.topic_name = v0.decode()
            (o.isr,) = groups[v5]
            o.replicas, o.offline_replicas = groups[v7]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def read_update_metadata_broker_v3_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataBroker], int]:
    out = many(UpdateMetadataBroker, count)
    key_update_metadata_endpoint_v3: Key | None = None
    for o in out:
        o.id, n1 = unpack_ii(buf, pos)
        pos += 8
        if n1 < 1:
            o.endpoints = [] if n1 == 0 else refuse_length(n1)
        else:
            if n1 * 10 > end - pos or n1 > ctx.left:
                refuse_count(n1, 10, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_update_metadata_endpoint_v3 is None:
                o.endpoints, pos, _ = some_update_metadata_endpoint_v3(buf, pos, end, n1, ctx)
            else:
                o.endpoints, pos, key_update_metadata_endpoint_v3 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_update_metadata_endpoint_v3,
                    fill_update_metadata_endpoint_v3,
                    rows_update_metadata_endpoint_v3,
                    key_update_metadata_endpoint_v3,
                )
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.rack = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.rack = null_or_refuse(n2)
            pos = pos + 2
        o.v0_host = ""
        o.v0_port = 0
        o.unknown_tags = None
    return out, pos


def read_update_metadata_broker_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataBroker], int]:
    out = many(UpdateMetadataBroker, count)
    key_update_metadata_endpoint_v1: Key | None = None
    for o in out:
        o.id, n1 = unpack_ii(buf, pos)
        pos += 8
        if n1 < 1:
            o.endpoints = [] if n1 == 0 else refuse_length(n1)
        else:
            if n1 * 8 > end - pos or n1 > ctx.left:
                refuse_count(n1, 8, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_update_metadata_endpoint_v1 is None:
                o.endpoints, pos, _ = some_update_metadata_endpoint_v1(buf, pos, end, n1, ctx)
            else:
                o.endpoints, pos, key_update_metadata_endpoint_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_update_metadata_endpoint_v1,
                    fill_update_metadata_endpoint_v1,
                    rows_update_metadata_endpoint_v1,
                    key_update_metadata_endpoint_v1,
                )
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.rack = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.rack = null_or_refuse(n2)
            pos = pos + 2
        o.v0_host = ""
        o.v0_port = 0
        o.unknown_tags = None
    return out, pos


def read_update_metadata_broker_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataBroker], int]:
    out = many(UpdateMetadataBroker, count)
    key_update_metadata_endpoint_v1: Key | None = None
    for o in out:
        o.id, n1 = unpack_ii(buf, pos)
        pos += 8
        if n1 < 1:
            o.endpoints = [] if n1 == 0 else refuse_length(n1)
        else:
            if n1 * 8 > end - pos or n1 > ctx.left:
                refuse_count(n1, 8, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_update_metadata_endpoint_v1 is None:
                o.endpoints, pos, _ = some_update_metadata_endpoint_v1(buf, pos, end, n1, ctx)
            else:
                o.endpoints, pos, key_update_metadata_endpoint_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_update_metadata_endpoint_v1,
                    fill_update_metadata_endpoint_v1,
                    rows_update_metadata_endpoint_v1,
                    key_update_metadata_endpoint_v1,
                )
        o.v0_host = ""
        o.v0_port = 0
        o.rack = ""
        o.unknown_tags = None
    return out, pos


def some_update_metadata_broker_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataBroker], int, Key]:
    out = many(UpdateMetadataBroker, count)
    for o in out:
        o.id, n1 = unpack_ih(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 6
            o.v0_host = buf[pos + 6 : p].decode()
            pos = p
        else:
            o.v0_host = refuse_length(n1)
            pos = pos + 6
        (o.v0_port,) = unpack_i(buf, pos)
        o.endpoints = []
        o.rack = ""
        o.unknown_tags = None
        pos += 4
    return out, pos, (n1,)


def fill_update_metadata_broker_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[UpdateMetadataBroker]:
    out = many(UpdateMetadataBroker, count)
    o: UpdateMetadataBroker
    for o, row in zip(out, rows):
        o.id, v1, o.v0_port = row
        o.v0_host = v1.decode()
        o.endpoints = []
        o.rack = ""
        o.unknown_tags = None
    return out


def some_update_metadata_partition_state_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdateMetadataPartitionState], int, Key]:
    out = many(UpdateMetadataPartitionState, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic_name = refuse_length(n1)
            pos = pos + 2
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n2 = unpack_iiiii(buf, pos)
        if 0 <= n2 < 128:
            o.isr = runs_i[n2](buf, pos + 20)
            pos += n2 * 4 + 20
        else:
            o.isr, pos = legacy_numbers(buf, pos + 20, end, n2, "i", ctx)
        o.zk_version, n3 = unpack_ii(buf, pos)
        if 0 <= n3 < 128:
            o.replicas = runs_i[n3](buf, pos + 8)
            pos += n3 * 4 + 8
        else:
            o.replicas, pos = legacy_numbers(buf, pos + 8, end, n3, "i", ctx)
        o.offline_replicas = ()
        o.unknown_tags = None
    return out, pos, (n1, n2, n3)


def fill_update_metadata_partition_state_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[UpdateMetadataPartitionState]:
    groups = legacy_groups(ctx)
    out = many(UpdateMetadataPartitionState, count)
    o: UpdateMetadataPartitionState
    try:
        for o, row in zip(out, rows):
            v0, o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, v5, o.zk_version, v7 = row
            o.topic_name = v0.decode()
            (o.isr,) = groups[v5]
            (o.replicas,) = groups[v7]
            o.offline_replicas = ()
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_update_metadata_topic_state_v7_array(items: Iterable[UpdateMetadataTopicState], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partition_states
        if v3:
            put(shapes_11[n2](n2 + 1, s1, o.topic_id.bytes))
            put(COUNTS[len(v3)])
            write_update_metadata_partition_state_v6_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_12[n2](n2 + 1, s1, o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_update_metadata_broker_v6_array(items: Iterable[UpdateMetadataBroker], put: Put) -> None:
    for o in items:
        v1 = o.endpoints
        if v1:
            put(pack_i(o.id))
            put(COUNTS[len(v1)])
            write_update_metadata_endpoint_v6_array(v1, put)
        elif v1 is None:
            refuse_null()
        v4 = o.rack
        if v4 is None:
            s2 = b""
            n3 = 0
        else:
            s2 = v4.encode()
            n3 = len(s2) + 1
        if v1:
            data = shapes_9[len(s2)](n3, s2)
        else:
            data = shapes_10[len(s2)](o.id, 1, n3, s2)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_update_metadata_topic_state_v6_array(items: Iterable[UpdateMetadataTopicState], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partition_states
        if v3:
            put(shapes_7[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_update_metadata_partition_state_v6_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_8[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_update_metadata_topic_state_v5_array(items: Iterable[UpdateMetadataTopicState], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partition_states
        if v3:
            put(shapes_6[n2](n2, s1, len(v3)))
            write_update_metadata_partition_state_v5_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_6[n2](n2, s1, 0))


def write_update_metadata_partition_state_v4_array(items: Iterable[UpdateMetadataPartitionState], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_1[0, 0, 0]
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.isr
        n4 = len(v3)
        v5 = o.replicas
        n6 = len(v5)
        v7 = o.offline_replicas
        if last9 != n2 or last10 != n4 or last11 != n6:
            last9, last10, last11 = n2, n4, n6
            pack8 = shapes_1[last9, last10, last11]
        put(
            pack8(
                n2, s1, o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n4, *v3, o.zk_version, n6, *v5
            )
        )
        n12 = len(v7)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_5[n12](n12, *v7))


def write_update_metadata_broker_v3_array(items: Iterable[UpdateMetadataBroker], put: Put) -> None:
    for o in items:
        v1 = o.endpoints
        if v1:
            put(pack_ii(o.id, len(v1)))
            write_update_metadata_endpoint_v3_array(v1, put)
        elif v1 is None:
            refuse_null()
        v4 = o.rack
        if v4 is None:
            s2 = b""
            n3 = -1
        else:
            s2 = v4.encode()
            n3 = len(s2)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if v1:
            put(shapes_3[len(s2)](n3, s2))
        else:
            put(shapes_4[len(s2)](o.id, 0, n3, s2))


def write_update_metadata_broker_v2_array(items: Iterable[UpdateMetadataBroker], put: Put) -> None:
    for o in items:
        v1 = o.endpoints
        if v1:
            put(pack_ii(o.id, len(v1)))
            write_update_metadata_endpoint_v1_array(v1, put)
        elif v1 is None:
            refuse_null()
        v4 = o.rack
        if v4 is None:
            s2 = b""
            n3 = -1
        else:
            s2 = v4.encode()
            n3 = len(s2)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if v1:
            put(shapes_3[len(s2)](n3, s2))
        else:
            put(shapes_4[len(s2)](o.id, 0, n3, s2))


def write_update_metadata_broker_v1_array(items: Iterable[UpdateMetadataBroker], put: Put) -> None:
    for o in items:
        v1 = o.endpoints
        if v1:
            put(pack_ii(o.id, len(v1)))
            write_update_metadata_endpoint_v1_array(v1, put)
        elif v1 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v1:
            put(pack_ii(o.id, 0))


def write_update_metadata_broker_v0_array(items: Iterable[UpdateMetadataBroker], put: Put) -> None:
    for o in items:
        s1 = o.v0_host.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_2[n2](o.id, n2, s1, o.v0_port))


def write_update_metadata_partition_state_v0_array(items: Iterable[UpdateMetadataPartitionState], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_1[0, 0, 0]
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.isr
        n4 = len(v3)
        v5 = o.replicas
        n6 = len(v5)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_1[last8, last9, last10]
        put(
            pack7(
                n2, s1, o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n4, *v3, o.zk_version, n6, *v5
            )
        )


def read_update_metadata_request_v8(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[UpdateMetadataRequest, int]:
    o = new(UpdateMetadataRequest)
    o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch, n1 = unpack_itiqB(buf, pos)
    pos += 18
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topic_states = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 19 > end - pos or n1 > ctx.left:
            refuse_count(n1, 19, end - pos)
        ctx.left -= n1
        o.topic_states, pos = read_update_metadata_topic_state_v7_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.live_brokers = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 7 > end - pos or n2 > ctx.left:
            refuse_count(n2, 7, end - pos)
        ctx.left -= n2
        o.live_brokers, pos = read_update_metadata_broker_v6_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.ungrouped_partition_states = []
    o.type = 0
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_update_metadata_request_v8(o, buf, pos, end, t, ctx)
    return o, pos


def read_update_metadata_request_v7(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[UpdateMetadataRequest, int]:
    o = new(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, n1 = unpack_iiqB(buf, pos)
    pos += 17
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topic_states = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 19 > end - pos or n1 > ctx.left:
            refuse_count(n1, 19, end - pos)
        ctx.left -= n1
        o.topic_states, pos = read_update_metadata_topic_state_v7_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.live_brokers = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 7 > end - pos or n2 > ctx.left:
            refuse_count(n2, 7, end - pos)
        ctx.left -= n2
        o.live_brokers, pos = read_update_metadata_broker_v6_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0,))
    return o, pos


def read_update_metadata_request_v6(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[UpdateMetadataRequest, int]:
    o = new(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, n1 = unpack_iiqB(buf, pos)
    pos += 17
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topic_states = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topic_states, pos = read_update_metadata_topic_state_v6_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.live_brokers = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 7 > end - pos or n2 > ctx.left:
            refuse_count(n2, 7, end - pos)
        ctx.left -= n2
        o.live_brokers, pos = read_update_metadata_broker_v6_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0,))
    return o, pos


def read_update_metadata_request_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[UpdateMetadataRequest, int]:
    o = new(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, n1 = unpack_iiqi(buf, pos)
    pos += 20
    if n1 < 1:
        o.topic_states = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topic_states, pos = read_update_metadata_topic_state_v5_array(buf, pos, end, n1, ctx)
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.live_brokers = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 10 > end - pos or n2 > ctx.left:
            refuse_count(n2, 10, end - pos)
        ctx.left -= n2
        o.live_brokers, pos = read_update_metadata_broker_v3_array(buf, pos, end, n2, ctx)
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    return o, pos


def read_update_metadata_request_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[UpdateMetadataRequest, int]:
    key_update_metadata_partition_state_v4: Key | None = None
    o = new(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, n1 = unpack_iii(buf, pos)
    pos += 12
    if n1 < 1:
        o.ungrouped_partition_states = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 34 > end - pos or n1 > ctx.left:
            refuse_count(n1, 34, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_update_metadata_partition_state_v4 is None:
            o.ungrouped_partition_states, pos, _ = some_update_metadata_partition_state_v4(buf, pos, end, n1, ctx)
        else:
            o.ungrouped_partition_states, pos, key_update_metadata_partition_state_v4 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_update_metadata_partition_state_v4,
                fill_update_metadata_partition_state_v4,
                rows_update_metadata_partition_state_v4,
                key_update_metadata_partition_state_v4,
            )
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.live_brokers = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 10 > end - pos or n2 > ctx.left:
            refuse_count(n2, 10, end - pos)
        ctx.left -= n2
        o.live_brokers, pos = read_update_metadata_broker_v3_array(buf, pos, end, n2, ctx)
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def read_update_metadata_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[UpdateMetadataRequest, int]:
    key_update_metadata_partition_state_v0: Key | None = None
    o = new(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, n1 = unpack_iii(buf, pos)
    pos += 12
    if n1 < 1:
        o.ungrouped_partition_states = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 30 > end - pos or n1 > ctx.left:
            refuse_count(n1, 30, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_update_metadata_partition_state_v0 is None:
            o.ungrouped_partition_states, pos, _ = some_update_metadata_partition_state_v0(buf, pos, end, n1, ctx)
        else:
            o.ungrouped_partition_states, pos, key_update_metadata_partition_state_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_update_metadata_partition_state_v0,
                fill_update_metadata_partition_state_v0,
                rows_update_metadata_partition_state_v0,
                key_update_metadata_partition_state_v0,
            )
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.live_brokers = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 10 > end - pos or n2 > ctx.left:
            refuse_count(n2, 10, end - pos)
        ctx.left -= n2
        o.live_brokers, pos = read_update_metadata_broker_v3_array(buf, pos, end, n2, ctx)
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def read_update_metadata_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[UpdateMetadataRequest, int]:
    key_update_metadata_partition_state_v0: Key | None = None
    o = new(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, n1 = unpack_iii(buf, pos)
    pos += 12
    if n1 < 1:
        o.ungrouped_partition_states = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 30 > end - pos or n1 > ctx.left:
            refuse_count(n1, 30, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_update_metadata_partition_state_v0 is None:
            o.ungrouped_partition_states, pos, _ = some_update_metadata_partition_state_v0(buf, pos, end, n1, ctx)
        else:
            o.ungrouped_partition_states, pos, key_update_metadata_partition_state_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_update_metadata_partition_state_v0,
                fill_update_metadata_partition_state_v0,
                rows_update_metadata_partition_state_v0,
                key_update_metadata_partition_state_v0,
            )
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.live_brokers = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 10 > end - pos or n2 > ctx.left:
            refuse_count(n2, 10, end - pos)
        ctx.left -= n2
        o.live_brokers, pos = read_update_metadata_broker_v2_array(buf, pos, end, n2, ctx)
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def read_update_metadata_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[UpdateMetadataRequest, int]:
    key_update_metadata_partition_state_v0: Key | None = None
    o = new(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, n1 = unpack_iii(buf, pos)
    pos += 12
    if n1 < 1:
        o.ungrouped_partition_states = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 30 > end - pos or n1 > ctx.left:
            refuse_count(n1, 30, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_update_metadata_partition_state_v0 is None:
            o.ungrouped_partition_states, pos, _ = some_update_metadata_partition_state_v0(buf, pos, end, n1, ctx)
        else:
            o.ungrouped_partition_states, pos, key_update_metadata_partition_state_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_update_metadata_partition_state_v0,
                fill_update_metadata_partition_state_v0,
                rows_update_metadata_partition_state_v0,
                key_update_metadata_partition_state_v0,
            )
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.live_brokers = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 8 > end - pos or n2 > ctx.left:
            refuse_count(n2, 8, end - pos)
        ctx.left -= n2
        o.live_brokers, pos = read_update_metadata_broker_v1_array(buf, pos, end, n2, ctx)
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def read_update_metadata_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[UpdateMetadataRequest, int]:
    key_update_metadata_partition_state_v0: Key | None = None
    key_update_metadata_broker_v0: Key | None = None
    o = new(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, n1 = unpack_iii(buf, pos)
    pos += 12
    if n1 < 1:
        o.ungrouped_partition_states = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 30 > end - pos or n1 > ctx.left:
            refuse_count(n1, 30, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_update_metadata_partition_state_v0 is None:
            o.ungrouped_partition_states, pos, _ = some_update_metadata_partition_state_v0(buf, pos, end, n1, ctx)
        else:
            o.ungrouped_partition_states, pos, key_update_metadata_partition_state_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_update_metadata_partition_state_v0,
                fill_update_metadata_partition_state_v0,
                rows_update_metadata_partition_state_v0,
                key_update_metadata_partition_state_v0,
            )
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.live_brokers = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 10 > end - pos or n2 > ctx.left:
            refuse_count(n2, 10, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_update_metadata_broker_v0 is None:
            o.live_brokers, pos, _ = some_update_metadata_broker_v0(buf, pos, end, n2, ctx)
        else:
            o.live_brokers, pos, key_update_metadata_broker_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_update_metadata_broker_v0,
                fill_update_metadata_broker_v0,
                rows_update_metadata_broker_v0,
                key_update_metadata_broker_v0,
            )
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def tags_update_metadata_request_v8(
    o: UpdateMetadataRequest, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            (o.type,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_update_metadata_request_v8(o: UpdateMetadataRequest) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.type != 0:
        parts = []
        put = parts.append
        put(pack_b(o.type))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_update_metadata_request_v8(o: UpdateMetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.ungrouped_partition_states:
        absent(o, "ungrouped_partition_states")
    v1 = o.topic_states
    if v1:
        put(pack_itiq(o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_update_metadata_topic_state_v7_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_brokers
    if not v1:
        put(pack_itiqB(o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_update_metadata_broker_v6_array(v2, put)
    elif v2 is None:
        refuse_null()
    if not v2:
        put(pack_B(1))
    if o.type != 0 or o.unknown_tags:
        put(tagged_update_metadata_request_v8(o))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_update_metadata_request_v7(o: UpdateMetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.type != 0:
        absent(o, "type")
    if o.ungrouped_partition_states:
        absent(o, "ungrouped_partition_states")
    v1 = o.topic_states
    if v1:
        put(pack_iiq(o.controller_id, o.controller_epoch, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_update_metadata_topic_state_v7_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_brokers
    if not v1:
        put(pack_iiqB(o.controller_id, o.controller_epoch, o.broker_epoch, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_update_metadata_broker_v6_array(v2, put)
    elif v2 is None:
        refuse_null()
    if v2:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, (0,))
    put(data)
    return b"".join(parts)


def encode_update_metadata_request_v6(o: UpdateMetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.type != 0:
        absent(o, "type")
    if o.ungrouped_partition_states:
        absent(o, "ungrouped_partition_states")
    v1 = o.topic_states
    if v1:
        put(pack_iiq(o.controller_id, o.controller_epoch, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_update_metadata_topic_state_v6_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_brokers
    if not v1:
        put(pack_iiqB(o.controller_id, o.controller_epoch, o.broker_epoch, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_update_metadata_broker_v6_array(v2, put)
    elif v2 is None:
        refuse_null()
    if v2:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, (0,))
    put(data)
    return b"".join(parts)


def encode_update_metadata_request_v5(o: UpdateMetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.type != 0:
        absent(o, "type")
    if o.ungrouped_partition_states:
        absent(o, "ungrouped_partition_states")
    v1 = o.topic_states
    if v1:
        put(pack_iiqi(o.controller_id, o.controller_epoch, o.broker_epoch, len(v1)))
        write_update_metadata_topic_state_v5_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_brokers
    if not v1:
        put(pack_iiqi(o.controller_id, o.controller_epoch, o.broker_epoch, 0))
    if v2:
        put(pack_i(len(v2)))
        write_update_metadata_broker_v3_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


def encode_update_metadata_request_v4(o: UpdateMetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.type != 0:
        absent(o, "type")
    if o.topic_states:
        absent(o, "topic_states")
    v1 = o.ungrouped_partition_states
    if v1:
        put(pack_iii(o.controller_id, o.controller_epoch, len(v1)))
        write_update_metadata_partition_state_v4_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_brokers
    if not v1:
        put(pack_iii(o.controller_id, o.controller_epoch, 0))
    if v2:
        put(pack_i(len(v2)))
        write_update_metadata_broker_v3_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


def encode_update_metadata_request_v3(o: UpdateMetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.type != 0:
        absent(o, "type")
    if o.topic_states:
        absent(o, "topic_states")
    v1 = o.ungrouped_partition_states
    if v1:
        put(pack_iii(o.controller_id, o.controller_epoch, len(v1)))
        write_update_metadata_partition_state_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_brokers
    if not v1:
        put(pack_iii(o.controller_id, o.controller_epoch, 0))
    if v2:
        put(pack_i(len(v2)))
        write_update_metadata_broker_v3_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


def encode_update_metadata_request_v2(o: UpdateMetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.type != 0:
        absent(o, "type")
    if o.topic_states:
        absent(o, "topic_states")
    v1 = o.ungrouped_partition_states
    if v1:
        put(pack_iii(o.controller_id, o.controller_epoch, len(v1)))
        write_update_metadata_partition_state_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_brokers
    if not v1:
        put(pack_iii(o.controller_id, o.controller_epoch, 0))
    if v2:
        put(pack_i(len(v2)))
        write_update_metadata_broker_v2_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


def encode_update_metadata_request_v1(o: UpdateMetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.type != 0:
        absent(o, "type")
    if o.topic_states:
        absent(o, "topic_states")
    v1 = o.ungrouped_partition_states
    if v1:
        put(pack_iii(o.controller_id, o.controller_epoch, len(v1)))
        write_update_metadata_partition_state_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_brokers
    if not v1:
        put(pack_iii(o.controller_id, o.controller_epoch, 0))
    if v2:
        put(pack_i(len(v2)))
        write_update_metadata_broker_v1_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


def encode_update_metadata_request_v0(o: UpdateMetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.type != 0:
        absent(o, "type")
    if o.topic_states:
        absent(o, "topic_states")
    v1 = o.ungrouped_partition_states
    if v1:
        put(pack_iii(o.controller_id, o.controller_epoch, len(v1)))
        write_update_metadata_partition_state_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_brokers
    if not v1:
        put(pack_iii(o.controller_id, o.controller_epoch, 0))
    if v2:
        put(pack_i(len(v2)))
        write_update_metadata_broker_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[UpdateMetadataRequest], bytes]] = {
    0: encode_update_metadata_request_v0,
    1: encode_update_metadata_request_v1,
    2: encode_update_metadata_request_v2,
    3: encode_update_metadata_request_v3,
    4: encode_update_metadata_request_v4,
    5: encode_update_metadata_request_v5,
    6: encode_update_metadata_request_v6,
    7: encode_update_metadata_request_v7,
    8: encode_update_metadata_request_v8,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[UpdateMetadataRequest, int]]] = {
    0: read_update_metadata_request_v0,
    1: read_update_metadata_request_v1,
    2: read_update_metadata_request_v2,
    3: read_update_metadata_request_v3,
    4: read_update_metadata_request_v4,
    5: read_update_metadata_request_v5,
    6: read_update_metadata_request_v6,
    7: read_update_metadata_request_v7,
    8: read_update_metadata_request_v8,
}
NEEDS_CONTEXT = True
SPEC = """\
UpdateMetadataRequest request 0-8 flexible=6+
 ControllerId int32 0+
 IsKRaftController bool 8+ default=false
 Type int8 8+ tag=0@8+ default=0
 ControllerEpoch int32 0+
 BrokerEpoch int64 5+ ignorable default=-1
 UngroupedPartitionStates []UpdateMetadataPartitionState 0-4
 TopicStates []UpdateMetadataTopicState 5+
  TopicName string 5+
  TopicId uuid 7+ ignorable
  PartitionStates []UpdateMetadataPartitionState 5+
 LiveBrokers []UpdateMetadataBroker 0+
  Id int32 0+
  V0Host string 0 ignorable
  V0Port int32 0 ignorable
  Endpoints []UpdateMetadataEndpoint 1+ ignorable
   Port int32 1+
   Host string 1+
   Listener string 3+ ignorable
   SecurityProtocol int16 1+
  Rack string 2+ null=2+ ignorable
struct UpdateMetadataPartitionState
 TopicName string 0-4 ignorable
 PartitionIndex int32 0+
 ControllerEpoch int32 0+
 Leader int32 0+
 LeaderEpoch int32 0+
 Isr []int32 0+
 ZkVersion int32 0+
 Replicas []int32 0+
 OfflineReplicas []int32 4+ ignorable
"""
