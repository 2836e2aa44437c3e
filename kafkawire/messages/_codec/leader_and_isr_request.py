# Generated from rpc/LeaderAndIsrRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.leader_and_isr_request import (
    LeaderAndIsrLiveLeader,
    LeaderAndIsrPartitionState,
    LeaderAndIsrRequest,
    LeaderAndIsrTopicState,
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
pack_i = Packer(">i").pack
pack_iii = Packer(">iii").pack
pack_iiq = Packer(">iiq").pack
pack_iiqB = Packer(">iiqB").pack
pack_iiqb = Packer(">iiqb").pack
pack_iiqbB = Packer(">iiqbB").pack
pack_iiqi = Packer(">iiqi").pack
pack_itiqb = Packer(">i?iqb").pack
pack_itiqbB = Packer(">i?iqbB").pack
rows_leader_and_isr_live_leader_v0 = Rows("i Y1 i")
rows_leader_and_isr_live_leader_v4 = Rows("i P1 i T")
rows_leader_and_isr_partition_state_v0 = Rows("Y1 iiii G1 i G1")
rows_leader_and_isr_partition_state_v1 = Rows("Y1 iiii G1 i G1 ?")
rows_leader_and_isr_partition_state_v2 = Rows("iiii G1 i G1 ?")
rows_leader_and_isr_partition_state_v3 = Rows("iiii G1 i G3 ?")
rows_leader_and_isr_partition_state_v4 = Rows("iiii g1 i g3 ? T")
rows_leader_and_isr_partition_state_v6 = Rows("iiii g1 i g3 ?b T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsiiiii%diii%di")
shapes_10 = Shapes("iiiii%diii%di?")
shapes_11 = Shapes("iiiii%diii%dii%di")
shapes_12 = Shapes("i%di?")
shapes_13 = Shapes("iiiiP%diiP%diP%di")
shapes_14 = Shapes("P%di?x")
shapes_15 = Shapes("P%di?bx")
shapes_2 = Shapes("ih%dsi")
shapes_3 = Shapes("h%dsiiiii%diii%di?")
shapes_4 = Shapes("h%dsi")
shapes_5 = Shapes("S%ds")
shapes_6 = Shapes("S%dsBx")
shapes_7 = Shapes("iS%dsix")
shapes_8 = Shapes("S%ds16s")
shapes_9 = Shapes("S%ds16sBx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_iii = Packer(">iii").unpack_from
unpack_iiiiB = Packer(">iiiiB").unpack_from
unpack_iiiii = Packer(">iiiii").unpack_from
unpack_iiqB = Packer(">iiqB").unpack_from
unpack_iiqbB = Packer(">iiqbB").unpack_from
unpack_iiqi = Packer(">iiqi").unpack_from
unpack_itiqbB = Packer(">i?iqbB").unpack_from
unpack_t = Packer(">?").unpack_from
unpack_tB = Packer(">?B").unpack_from
unpack_tbB = Packer(">?bB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_leader_and_isr_partition_state_v6(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrPartitionState], int, Key]:
    out = many(LeaderAndIsrPartitionState, count)
    for o in out:
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n1 = unpack_iiiiB(buf, pos)
        if 0 < n1 < 128:
            o.isr = runs_i[n1 - 1](buf, pos + 17)
            pos += n1 * 4 + 13
        else:
            o.isr, pos = compact_numbers(buf, pos + 17, end, n1, "i", ctx)
        o.partition_epoch, n2 = unpack_iB(buf, pos)
        if 0 < n2 < 128:
            o.replicas = runs_i[n2 - 1](buf, pos + 5)
            pos += n2 * 4 + 1
        else:
            o.replicas, pos = compact_numbers(buf, pos + 5, end, n2, "i", ctx)
        n3 = buf[pos]
        if 0 < n3 < 128:
            o.adding_replicas = runs_i[n3 - 1](buf, pos + 1)
            pos += n3 * 4 - 3
        else:
            o.adding_replicas, pos = compact_numbers(buf, pos + 1, end, n3, "i", ctx)
        n4 = buf[pos]
        if 0 < n4 < 128:
            o.removing_replicas = runs_i[n4 - 1](buf, pos + 1)
            pos += n4 * 4 - 3
        else:
            o.removing_replicas, pos = compact_numbers(buf, pos + 1, end, n4, "i", ctx)
        o.is_new, o.leader_recovery_state, t = unpack_tbB(buf, pos)
        o.topic_name = ""
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, n4, t)


def fill_leader_and_isr_partition_state_v6(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[LeaderAndIsrPartitionState]:
    groups = compact_groups(ctx)
    out = many(LeaderAndIsrPartitionState, count)
    o: LeaderAndIsrPartitionState
    try:
        for o, row in zip(out, rows):
            (
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                v4,
                o.partition_epoch,
                v6,
                o.is_new,
                o.leader_recovery_state,
            ) = row
            (o.isr,) = groups[v4]
            o.replicas, o.adding_replicas, o.removing_replicas = groups[v6]
            o.topic_name = ""
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_leader_and_isr_partition_state_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrPartitionState], int, Key]:
    out = many(LeaderAndIsrPartitionState, count)
    for o in out:
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n1 = unpack_iiiiB(buf, pos)
        if 0 < n1 < 128:
            o.isr = runs_i[n1 - 1](buf, pos + 17)
            pos += n1 * 4 + 13
        else:
            o.isr, pos = compact_numbers(buf, pos + 17, end, n1, "i", ctx)
        o.partition_epoch, n2 = unpack_iB(buf, pos)
        if 0 < n2 < 128:
            o.replicas = runs_i[n2 - 1](buf, pos + 5)
            pos += n2 * 4 + 1
        else:
            o.replicas, pos = compact_numbers(buf, pos + 5, end, n2, "i", ctx)
        n3 = buf[pos]
        if 0 < n3 < 128:
            o.adding_replicas = runs_i[n3 - 1](buf, pos + 1)
            pos += n3 * 4 - 3
        else:
            o.adding_replicas, pos = compact_numbers(buf, pos + 1, end, n3, "i", ctx)
        n4 = buf[pos]
        if 0 < n4 < 128:
            o.removing_replicas = runs_i[n4 - 1](buf, pos + 1)
            pos += n4 * 4 - 3
        else:
            o.removing_replicas, pos = compact_numbers(buf, pos + 1, end, n4, "i", ctx)
        o.is_new, t = unpack_tB(buf, pos)
        o.topic_name = ""
        o.leader_recovery_state = 0
        o.unknown_tags = None
        pos += 2
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, n4, t)


def fill_leader_and_isr_partition_state_v4(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[LeaderAndIsrPartitionState]:
    groups = compact_groups(ctx)
    out = many(LeaderAndIsrPartitionState, count)
    o: LeaderAndIsrPartitionState
    try:
        for o, row in zip(out, rows):
            o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, v4, o.partition_epoch, v6, o.is_new = row
            (o.isr,) = groups[v4]
            o.replicas, o.adding_replicas, o.removing_replicas = groups[v6]
            o.topic_name = ""
            o.leader_recovery_state = 0
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_leader_and_isr_partition_state_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrPartitionState], int, Key]:
    out = many(LeaderAndIsrPartitionState, count)
    for o in out:
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n1 = unpack_iiiii(buf, pos)
        if 0 <= n1 < 128:
            o.isr = runs_i[n1](buf, pos + 20)
            pos += n1 * 4 + 20
        else:
            o.isr, pos = legacy_numbers(buf, pos + 20, end, n1, "i", ctx)
        o.partition_epoch, n2 = unpack_ii(buf, pos)
        if 0 <= n2 < 128:
            o.replicas = runs_i[n2](buf, pos + 8)
            pos += n2 * 4 + 8
        else:
            o.replicas, pos = legacy_numbers(buf, pos + 8, end, n2, "i", ctx)
        (n3,) = unpack_i(buf, pos)
        if 0 <= n3 < 128:
            o.adding_replicas = runs_i[n3](buf, pos + 4)
            pos += n3 * 4 + 4
        else:
            o.adding_replicas, pos = legacy_numbers(buf, pos + 4, end, n3, "i", ctx)
        (n4,) = unpack_i(buf, pos)
        if 0 <= n4 < 128:
            o.removing_replicas = runs_i[n4](buf, pos + 4)
            pos += n4 * 4 + 4
        else:
            o.removing_replicas, pos = legacy_numbers(buf, pos + 4, end, n4, "i", ctx)
        (o.is_new,) = unpack_t(buf, pos)
        o.topic_name = ""
        o.leader_recovery_state = 0
        o.unknown_tags = None
        pos += 1
    return out, pos, (n1, n2, n3, n4)


def fill_leader_and_isr_partition_state_v3(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[LeaderAndIsrPartitionState]:
    groups = legacy_groups(ctx)
    out = many(LeaderAndIsrPartitionState, count)
    o: LeaderAndIsrPartitionState
    try:
        for o, row in zip(out, rows):
            o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, v4, o.partition_epoch, v6, o.is_new = row
            (o.isr,) = groups[v4]
            o.replicas, o.adding_replicas, o.removing_replicas = groups[v6]
            o.topic_name = ""
            o.leader_recovery_state = 0
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_leader_and_isr_partition_state_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrPartitionState], int, Key]:
    out = many(LeaderAndIsrPartitionState, count)
    for o in out:
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n1 = unpack_iiiii(buf, pos)
        if 0 <= n1 < 128:
            o.isr = runs_i[n1](buf, pos + 20)
            pos += n1 * 4 + 20
        else:
            o.isr, pos = legacy_numbers(buf, pos + 20, end, n1, "i", ctx)
        o.partition_epoch, n2 = unpack_ii(buf, pos)
        if 0 <= n2 < 128:
            o.replicas = runs_i[n2](buf, pos + 8)
            pos += n2 * 4 + 8
        else:
            o.replicas, pos = legacy_numbers(buf, pos + 8, end, n2, "i", ctx)
        (o.is_new,) = unpack_t(buf, pos)
        o.topic_name = ""
        o.adding_replicas = ()
        o.removing_replicas = ()
        o.leader_recovery_state = 0
        o.unknown_tags = None
        pos += 1
    return out, pos, (n1, n2)


def fill_leader_and_isr_partition_state_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[LeaderAndIsrPartitionState]:
    groups = legacy_groups(ctx)
    out = many(LeaderAndIsrPartitionState, count)
    o: LeaderAndIsrPartitionState
    try:
        for o, row in zip(out, rows):
            o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, v4, o.partition_epoch, v6, o.is_new = row
            (o.isr,) = groups[v4]
            (o.replicas,) = groups[v6]
            o.topic_name = ""
            o.adding_replicas = ()
            o.removing_replicas = ()
            o.leader_recovery_state = 0
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_leader_and_isr_partition_state_v6_array(items: Iterable[LeaderAndIsrPartitionState], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_13[0, 0, 0]
    for o in items:
        v1 = o.isr
        n2 = len(v1)
        v3 = o.replicas
        n4 = len(v3)
        v5 = o.adding_replicas
        n6 = len(v5)
        v7 = o.removing_replicas
        if last9 != n2 or last10 != n4 or last11 != n6:
            last9, last10, last11 = n2, n4, n6
            pack8 = shapes_13[last9, last10, last11]
        put(
            pack8(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                n2 + 1,
                *v1,
                o.partition_epoch,
                n4 + 1,
                *v3,
                n6 + 1,
                *v5,
            )
        )
        n12 = len(v7)
        data = shapes_15[n12](n12 + 1, *v7, o.is_new, o.leader_recovery_state)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_leader_and_isr_partition_state_v4_array(items: Iterable[LeaderAndIsrPartitionState], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_13[0, 0, 0]
    for o in items:
        if o.leader_recovery_state != 0:
            absent(o, "leader_recovery_state")
        v1 = o.isr
        n2 = len(v1)
        v3 = o.replicas
        n4 = len(v3)
        v5 = o.adding_replicas
        n6 = len(v5)
        v7 = o.removing_replicas
        if last9 != n2 or last10 != n4 or last11 != n6:
            last9, last10, last11 = n2, n4, n6
            pack8 = shapes_13[last9, last10, last11]
        put(
            pack8(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                n2 + 1,
                *v1,
                o.partition_epoch,
                n4 + 1,
                *v3,
                n6 + 1,
                *v5,
            )
        )
        n12 = len(v7)
        data = shapes_14[n12](n12 + 1, *v7, o.is_new)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_leader_and_isr_partition_state_v3_array(items: Iterable[LeaderAndIsrPartitionState], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_11[0, 0, 0]
    for o in items:
        if o.leader_recovery_state != 0:
            absent(o, "leader_recovery_state")
        v1 = o.isr
        n2 = len(v1)
        v3 = o.replicas
        n4 = len(v3)
        v5 = o.adding_replicas
        n6 = len(v5)
        v7 = o.removing_replicas
        if last9 != n2 or last10 != n4 or last11 != n6:
            last9, last10, last11 = n2, n4, n6
            pack8 = shapes_11[last9, last10, last11]
        put(
            pack8(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                n2,
                *v1,
                o.partition_epoch,
                n4,
                *v3,
                n6,
                *v5,
            )
        )
        n12 = len(v7)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_12[n12](n12, *v7, o.is_new))


def write_leader_and_isr_partition_state_v2_array(items: Iterable[LeaderAndIsrPartitionState], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_10[0, 0]
    for o in items:
        if o.leader_recovery_state != 0:
            absent(o, "leader_recovery_state")
        v1 = o.isr
        n2 = len(v1)
        v3 = o.replicas
        n4 = len(v3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_10[last6, last7]
        put(
            pack5(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                n2,
                *v1,
                o.partition_epoch,
                n4,
                *v3,
                o.is_new,
            )
        )


def read_leader_and_isr_topic_state_v6_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrTopicState], int]:
    out = many(LeaderAndIsrTopicState, count)
    key_leader_and_isr_partition_state_v6: Key | None = None
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
            if n3 * 27 > end - pos or n3 > ctx.left:
                refuse_count(n3, 27, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_leader_and_isr_partition_state_v6 is None:
                o.partition_states, pos, _ = some_leader_and_isr_partition_state_v6(buf, pos, end, n3, ctx)
            else:
                o.partition_states, pos, key_leader_and_isr_partition_state_v6 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_leader_and_isr_partition_state_v6,
                    fill_leader_and_isr_partition_state_v6,
                    rows_leader_and_isr_partition_state_v6,
                    key_leader_and_isr_partition_state_v6,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_leader_and_isr_topic_state_v5_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrTopicState], int]:
    out = many(LeaderAndIsrTopicState, count)
    key_leader_and_isr_partition_state_v4: Key | None = None
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
            if n3 * 26 > end - pos or n3 > ctx.left:
                refuse_count(n3, 26, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_leader_and_isr_partition_state_v4 is None:
                o.partition_states, pos, _ = some_leader_and_isr_partition_state_v4(buf, pos, end, n3, ctx)
            else:
                o.partition_states, pos, key_leader_and_isr_partition_state_v4 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_leader_and_isr_partition_state_v4,
                    fill_leader_and_isr_partition_state_v4,
                    rows_leader_and_isr_partition_state_v4,
                    key_leader_and_isr_partition_state_v4,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def some_leader_and_isr_live_leader_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrLiveLeader], int, Key]:
    out = many(LeaderAndIsrLiveLeader, count)
    for o in out:
        o.broker_id, n1 = unpack_iB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 4
            o.host_name = buf[pos + 5 : p].decode()
            pos = p
        else:
            o.host_name, pos = long_string(buf, pos + 5, n1)
        o.port, t = unpack_iB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_leader_and_isr_live_leader_v4(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[LeaderAndIsrLiveLeader]:
    out = many(LeaderAndIsrLiveLeader, count)
    o: LeaderAndIsrLiveLeader
    for o, row in zip(out, rows):
        o.broker_id, v1, o.port = row
        o.host_name = v1.decode()
        o.unknown_tags = None
    return out


def read_leader_and_isr_topic_state_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrTopicState], int]:
    out = many(LeaderAndIsrTopicState, count)
    key_leader_and_isr_partition_state_v4: Key | None = None
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
            if n2 * 26 > end - pos or n2 > ctx.left:
                refuse_count(n2, 26, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_leader_and_isr_partition_state_v4 is None:
                o.partition_states, pos, _ = some_leader_and_isr_partition_state_v4(buf, pos, end, n2, ctx)
            else:
                o.partition_states, pos, key_leader_and_isr_partition_state_v4 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_leader_and_isr_partition_state_v4,
                    fill_leader_and_isr_partition_state_v4,
                    rows_leader_and_isr_partition_state_v4,
                    key_leader_and_isr_partition_state_v4,
                )
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_leader_and_isr_topic_state_v3_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrTopicState], int]:
    out = many(LeaderAndIsrTopicState, count)
    key_leader_and_isr_partition_state_v3: Key | None = None
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
            if n2 * 37 > end - pos or n2 > ctx.left:
                refuse_count(n2, 37, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_leader_and_isr_partition_state_v3 is None:
                o.partition_states, pos, _ = some_leader_and_isr_partition_state_v3(buf, pos, end, n2, ctx)
            else:
                o.partition_states, pos, key_leader_and_isr_partition_state_v3 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_leader_and_isr_partition_state_v3,
                    fill_leader_and_isr_partition_state_v3,
                    rows_leader_and_isr_partition_state_v3,
                    key_leader_and_isr_partition_state_v3,
                )
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def read_leader_and_isr_topic_state_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrTopicState], int]:
    out = many(LeaderAndIsrTopicState, count)
    key_leader_and_isr_partition_state_v2: Key | None = None
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
            if n2 * 29 > end - pos or n2 > ctx.left:
                refuse_count(n2, 29, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_leader_and_isr_partition_state_v2 is None:
                o.partition_states, pos, _ = some_leader_and_isr_partition_state_v2(buf, pos, end, n2, ctx)
            else:
                o.partition_states, pos, key_leader_and_isr_partition_state_v2 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_leader_and_isr_partition_state_v2,
                    fill_leader_and_isr_partition_state_v2,
                    rows_leader_and_isr_partition_state_v2,
                    key_leader_and_isr_partition_state_v2,
                )
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def some_leader_and_isr_partition_state_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrPartitionState], int, Key]:
    out = many(LeaderAndIsrPartitionState, count)
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
        o.partition_epoch, n3 = unpack_ii(buf, pos)
        if 0 <= n3 < 128:
            o.replicas = runs_i[n3](buf, pos + 8)
            pos += n3 * 4 + 8
        else:
            o.replicas, pos = legacy_numbers(buf, pos + 8, end, n3, "i", ctx)
        (o.is_new,) = unpack_t(buf, pos)
        o.adding_replicas = ()
        o.removing_replicas = ()
        o.leader_recovery_state = 0
        o.unknown_tags = None
        pos += 1
    return out, pos, (n1, n2, n3)


def fill_leader_and_isr_partition_state_v1(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[LeaderAndIsrPartitionState]:
    groups = legacy_groups(ctx)
    out = many(LeaderAndIsrPartitionState, count)
    o: LeaderAndIsrPartitionState
    try:
        for o, row in zip(out, rows):
            (
                v0,
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                v5,
                o.partition_epoch,
                v7,
                o.is_new,
            ) = row
            o.topic_name = v0.decode()
            (o.isr,) = groups[v5]
            (o.replicas,) = groups[v7]
            o.adding_replicas = ()
            o.removing_replicas = ()
            o.leader_recovery_state = 0
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_leader_and_isr_live_leader_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrLiveLeader], int, Key]:
    out = many(LeaderAndIsrLiveLeader, count)
    for o in out:
        o.broker_id, n1 = unpack_ih(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 6
            o.host_name = buf[pos + 6 : p].decode()
            pos = p
        else:
            o.host_name = refuse_length(n1)
            pos = pos + 6
        (o.port,) = unpack_i(buf, pos)
        o.unknown_tags = None
        pos += 4
    return out, pos, (n1,)


def fill_leader_and_isr_live_leader_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[LeaderAndIsrLiveLeader]:
    out = many(LeaderAndIsrLiveLeader, count)
    o: LeaderAndIsrLiveLeader
    for o, row in zip(out, rows):
        o.broker_id, v1, o.port = row
        o.host_name = v1.decode()
        o.unknown_tags = None
    return out


def some_leader_and_isr_partition_state_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrPartitionState], int, Key]:
    out = many(LeaderAndIsrPartitionState, count)
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
        o.partition_epoch, n3 = unpack_ii(buf, pos)
        if 0 <= n3 < 128:
            o.replicas = runs_i[n3](buf, pos + 8)
            pos += n3 * 4 + 8
        else:
            o.replicas, pos = legacy_numbers(buf, pos + 8, end, n3, "i", ctx)
        o.adding_replicas = ()
        o.removing_replicas = ()
        o.is_new = False
        o.leader_recovery_state = 0
        o.unknown_tags = None
    return out, pos, (n1, n2, n3)


def fill_leader_and_isr_partition_state_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[LeaderAndIsrPartitionState]:
    groups = legacy_groups(ctx)
    out = many(LeaderAndIsrPartitionState, count)
    o: LeaderAndIsrPartitionState
    try:
        for o, row in zip(out, rows):
            v0, o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, v5, o.partition_epoch, v7 = row
            o.topic_name = v0.decode()
            (o.isr,) = groups[v5]
            (o.replicas,) = groups[v7]
            o.adding_replicas = ()
            o.removing_replicas = ()
            o.is_new = False
            o.leader_recovery_state = 0
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_leader_and_isr_topic_state_v6_array(items: Iterable[LeaderAndIsrTopicState], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partition_states
        if v3:
            put(shapes_8[n2](n2 + 1, s1, o.topic_id.bytes))
            put(COUNTS[len(v3)])
            write_leader_and_isr_partition_state_v6_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_9[n2](n2 + 1, s1, o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_leader_and_isr_topic_state_v5_array(items: Iterable[LeaderAndIsrTopicState], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partition_states
        if v3:
            put(shapes_8[n2](n2 + 1, s1, o.topic_id.bytes))
            put(COUNTS[len(v3)])
            write_leader_and_isr_partition_state_v4_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_9[n2](n2 + 1, s1, o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_leader_and_isr_live_leader_v4_array(items: Iterable[LeaderAndIsrLiveLeader], put: Put) -> None:
    for o in items:
        s1 = o.host_name.encode()
        n2 = len(s1)
        data = shapes_7[n2](o.broker_id, n2 + 1, s1, o.port)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_leader_and_isr_topic_state_v4_array(items: Iterable[LeaderAndIsrTopicState], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partition_states
        if v3:
            put(shapes_5[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_leader_and_isr_partition_state_v4_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_6[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_leader_and_isr_topic_state_v3_array(items: Iterable[LeaderAndIsrTopicState], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partition_states
        if v3:
            put(shapes_4[n2](n2, s1, len(v3)))
            write_leader_and_isr_partition_state_v3_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_4[n2](n2, s1, 0))


def write_leader_and_isr_topic_state_v2_array(items: Iterable[LeaderAndIsrTopicState], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partition_states
        if v3:
            put(shapes_4[n2](n2, s1, len(v3)))
            write_leader_and_isr_partition_state_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_4[n2](n2, s1, 0))


def write_leader_and_isr_partition_state_v1_array(items: Iterable[LeaderAndIsrPartitionState], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_3[0, 0, 0]
    for o in items:
        if o.leader_recovery_state != 0:
            absent(o, "leader_recovery_state")
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
            pack7 = shapes_3[last8, last9, last10]
        put(
            pack7(
                n2,
                s1,
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                n4,
                *v3,
                o.partition_epoch,
                n6,
                *v5,
                o.is_new,
            )
        )


def write_leader_and_isr_live_leader_v0_array(items: Iterable[LeaderAndIsrLiveLeader], put: Put) -> None:
    for o in items:
        s1 = o.host_name.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_2[n2](o.broker_id, n2, s1, o.port))


def write_leader_and_isr_partition_state_v0_array(items: Iterable[LeaderAndIsrPartitionState], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_1[0, 0, 0]
    for o in items:
        if o.leader_recovery_state != 0:
            absent(o, "leader_recovery_state")
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
                n2,
                s1,
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                n4,
                *v3,
                o.partition_epoch,
                n6,
                *v5,
            )
        )


def read_leader_and_isr_request_v7(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderAndIsrRequest, int]:
    key_leader_and_isr_live_leader_v4: Key | None = None
    o = new(LeaderAndIsrRequest)
    o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch, o.type, n1 = unpack_itiqbB(buf, pos)
    pos += 19
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topic_states = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 19 > end - pos or n1 > ctx.left:
            refuse_count(n1, 19, end - pos)
        ctx.left -= n1
        o.topic_states, pos = read_leader_and_isr_topic_state_v6_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.live_leaders = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 10 > end - pos or n2 > ctx.left:
            refuse_count(n2, 10, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_leader_and_isr_live_leader_v4 is None:
            o.live_leaders, pos, _ = some_leader_and_isr_live_leader_v4(buf, pos, end, n2, ctx)
        else:
            o.live_leaders, pos, key_leader_and_isr_live_leader_v4 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_leader_and_isr_live_leader_v4,
                fill_leader_and_isr_live_leader_v4,
                rows_leader_and_isr_live_leader_v4,
                key_leader_and_isr_live_leader_v4,
            )
    t = buf[pos]
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_leader_and_isr_request_v6(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderAndIsrRequest, int]:
    key_leader_and_isr_live_leader_v4: Key | None = None
    o = new(LeaderAndIsrRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, o.type, n1 = unpack_iiqbB(buf, pos)
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
        o.topic_states, pos = read_leader_and_isr_topic_state_v6_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.live_leaders = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 10 > end - pos or n2 > ctx.left:
            refuse_count(n2, 10, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_leader_and_isr_live_leader_v4 is None:
            o.live_leaders, pos, _ = some_leader_and_isr_live_leader_v4(buf, pos, end, n2, ctx)
        else:
            o.live_leaders, pos, key_leader_and_isr_live_leader_v4 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_leader_and_isr_live_leader_v4,
                fill_leader_and_isr_live_leader_v4,
                rows_leader_and_isr_live_leader_v4,
                key_leader_and_isr_live_leader_v4,
            )
    t = buf[pos]
    o.is_kraft_controller = False
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_leader_and_isr_request_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderAndIsrRequest, int]:
    key_leader_and_isr_live_leader_v4: Key | None = None
    o = new(LeaderAndIsrRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, o.type, n1 = unpack_iiqbB(buf, pos)
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
        o.topic_states, pos = read_leader_and_isr_topic_state_v5_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.live_leaders = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 10 > end - pos or n2 > ctx.left:
            refuse_count(n2, 10, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_leader_and_isr_live_leader_v4 is None:
            o.live_leaders, pos, _ = some_leader_and_isr_live_leader_v4(buf, pos, end, n2, ctx)
        else:
            o.live_leaders, pos, key_leader_and_isr_live_leader_v4 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_leader_and_isr_live_leader_v4,
                fill_leader_and_isr_live_leader_v4,
                rows_leader_and_isr_live_leader_v4,
                key_leader_and_isr_live_leader_v4,
            )
    t = buf[pos]
    o.is_kraft_controller = False
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_leader_and_isr_request_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderAndIsrRequest, int]:
    key_leader_and_isr_live_leader_v4: Key | None = None
    o = new(LeaderAndIsrRequest)
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
        o.topic_states, pos = read_leader_and_isr_topic_state_v4_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.live_leaders = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 10 > end - pos or n2 > ctx.left:
            refuse_count(n2, 10, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_leader_and_isr_live_leader_v4 is None:
            o.live_leaders, pos, _ = some_leader_and_isr_live_leader_v4(buf, pos, end, n2, ctx)
        else:
            o.live_leaders, pos, key_leader_and_isr_live_leader_v4 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_leader_and_isr_live_leader_v4,
                fill_leader_and_isr_live_leader_v4,
                rows_leader_and_isr_live_leader_v4,
                key_leader_and_isr_live_leader_v4,
            )
    t = buf[pos]
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_leader_and_isr_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderAndIsrRequest, int]:
    key_leader_and_isr_live_leader_v0: Key | None = None
    o = new(LeaderAndIsrRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, n1 = unpack_iiqi(buf, pos)
    pos += 20
    if n1 < 1:
        o.topic_states = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topic_states, pos = read_leader_and_isr_topic_state_v3_array(buf, pos, end, n1, ctx)
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.live_leaders = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 10 > end - pos or n2 > ctx.left:
            refuse_count(n2, 10, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_leader_and_isr_live_leader_v0 is None:
            o.live_leaders, pos, _ = some_leader_and_isr_live_leader_v0(buf, pos, end, n2, ctx)
        else:
            o.live_leaders, pos, key_leader_and_isr_live_leader_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_leader_and_isr_live_leader_v0,
                fill_leader_and_isr_live_leader_v0,
                rows_leader_and_isr_live_leader_v0,
                key_leader_and_isr_live_leader_v0,
            )
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    return o, pos


def read_leader_and_isr_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderAndIsrRequest, int]:
    key_leader_and_isr_live_leader_v0: Key | None = None
    o = new(LeaderAndIsrRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, n1 = unpack_iiqi(buf, pos)
    pos += 20
    if n1 < 1:
        o.topic_states = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topic_states, pos = read_leader_and_isr_topic_state_v2_array(buf, pos, end, n1, ctx)
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.live_leaders = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 10 > end - pos or n2 > ctx.left:
            refuse_count(n2, 10, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_leader_and_isr_live_leader_v0 is None:
            o.live_leaders, pos, _ = some_leader_and_isr_live_leader_v0(buf, pos, end, n2, ctx)
        else:
            o.live_leaders, pos, key_leader_and_isr_live_leader_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_leader_and_isr_live_leader_v0,
                fill_leader_and_isr_live_leader_v0,
                rows_leader_and_isr_live_leader_v0,
                key_leader_and_isr_live_leader_v0,
            )
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    return o, pos


def read_leader_and_isr_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderAndIsrRequest, int]:
    key_leader_and_isr_partition_state_v1: Key | None = None
    key_leader_and_isr_live_leader_v0: Key | None = None
    o = new(LeaderAndIsrRequest)
    o.controller_id, o.controller_epoch, n1 = unpack_iii(buf, pos)
    pos += 12
    if n1 < 1:
        o.ungrouped_partition_states = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 31 > end - pos or n1 > ctx.left:
            refuse_count(n1, 31, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_leader_and_isr_partition_state_v1 is None:
            o.ungrouped_partition_states, pos, _ = some_leader_and_isr_partition_state_v1(buf, pos, end, n1, ctx)
        else:
            o.ungrouped_partition_states, pos, key_leader_and_isr_partition_state_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_leader_and_isr_partition_state_v1,
                fill_leader_and_isr_partition_state_v1,
                rows_leader_and_isr_partition_state_v1,
                key_leader_and_isr_partition_state_v1,
            )
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.live_leaders = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 10 > end - pos or n2 > ctx.left:
            refuse_count(n2, 10, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_leader_and_isr_live_leader_v0 is None:
            o.live_leaders, pos, _ = some_leader_and_isr_live_leader_v0(buf, pos, end, n2, ctx)
        else:
            o.live_leaders, pos, key_leader_and_isr_live_leader_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_leader_and_isr_live_leader_v0,
                fill_leader_and_isr_live_leader_v0,
                rows_leader_and_isr_live_leader_v0,
                key_leader_and_isr_live_leader_v0,
            )
    o.is_kraft_controller = False
    o.broker_epoch = -1
    o.type = 0
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def read_leader_and_isr_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderAndIsrRequest, int]:
    key_leader_and_isr_partition_state_v0: Key | None = None
    key_leader_and_isr_live_leader_v0: Key | None = None
    o = new(LeaderAndIsrRequest)
    o.controller_id, o.controller_epoch, n1 = unpack_iii(buf, pos)
    pos += 12
    if n1 < 1:
        o.ungrouped_partition_states = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 30 > end - pos or n1 > ctx.left:
            refuse_count(n1, 30, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_leader_and_isr_partition_state_v0 is None:
            o.ungrouped_partition_states, pos, _ = some_leader_and_isr_partition_state_v0(buf, pos, end, n1, ctx)
        else:
            o.ungrouped_partition_states, pos, key_leader_and_isr_partition_state_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_leader_and_isr_partition_state_v0,
                fill_leader_and_isr_partition_state_v0,
                rows_leader_and_isr_partition_state_v0,
                key_leader_and_isr_partition_state_v0,
            )
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.live_leaders = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 10 > end - pos or n2 > ctx.left:
            refuse_count(n2, 10, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_leader_and_isr_live_leader_v0 is None:
            o.live_leaders, pos, _ = some_leader_and_isr_live_leader_v0(buf, pos, end, n2, ctx)
        else:
            o.live_leaders, pos, key_leader_and_isr_live_leader_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_leader_and_isr_live_leader_v0,
                fill_leader_and_isr_live_leader_v0,
                rows_leader_and_isr_live_leader_v0,
                key_leader_and_isr_live_leader_v0,
            )
    o.is_kraft_controller = False
    o.broker_epoch = -1
    o.type = 0
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def encode_leader_and_isr_request_v7(o: LeaderAndIsrRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.ungrouped_partition_states:
        absent(o, "ungrouped_partition_states")
    v1 = o.topic_states
    if v1:
        put(pack_itiqb(o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch, o.type))
        put(COUNTS[len(v1)])
        write_leader_and_isr_topic_state_v6_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_leaders
    if not v1:
        put(pack_itiqbB(o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch, o.type, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_leader_and_isr_live_leader_v4_array(v2, put)
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


def encode_leader_and_isr_request_v6(o: LeaderAndIsrRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.ungrouped_partition_states:
        absent(o, "ungrouped_partition_states")
    v1 = o.topic_states
    if v1:
        put(pack_iiqb(o.controller_id, o.controller_epoch, o.broker_epoch, o.type))
        put(COUNTS[len(v1)])
        write_leader_and_isr_topic_state_v6_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_leaders
    if not v1:
        put(pack_iiqbB(o.controller_id, o.controller_epoch, o.broker_epoch, o.type, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_leader_and_isr_live_leader_v4_array(v2, put)
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


def encode_leader_and_isr_request_v5(o: LeaderAndIsrRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.ungrouped_partition_states:
        absent(o, "ungrouped_partition_states")
    v1 = o.topic_states
    if v1:
        put(pack_iiqb(o.controller_id, o.controller_epoch, o.broker_epoch, o.type))
        put(COUNTS[len(v1)])
        write_leader_and_isr_topic_state_v5_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_leaders
    if not v1:
        put(pack_iiqbB(o.controller_id, o.controller_epoch, o.broker_epoch, o.type, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_leader_and_isr_live_leader_v4_array(v2, put)
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


def encode_leader_and_isr_request_v4(o: LeaderAndIsrRequest) -> bytes:
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
        write_leader_and_isr_topic_state_v4_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_leaders
    if not v1:
        put(pack_iiqB(o.controller_id, o.controller_epoch, o.broker_epoch, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_leader_and_isr_live_leader_v4_array(v2, put)
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


def encode_leader_and_isr_request_v3(o: LeaderAndIsrRequest) -> bytes:
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
        write_leader_and_isr_topic_state_v3_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_leaders
    if not v1:
        put(pack_iiqi(o.controller_id, o.controller_epoch, o.broker_epoch, 0))
    if v2:
        put(pack_i(len(v2)))
        write_leader_and_isr_live_leader_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


def encode_leader_and_isr_request_v2(o: LeaderAndIsrRequest) -> bytes:
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
        write_leader_and_isr_topic_state_v2_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_leaders
    if not v1:
        put(pack_iiqi(o.controller_id, o.controller_epoch, o.broker_epoch, 0))
    if v2:
        put(pack_i(len(v2)))
        write_leader_and_isr_live_leader_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


def encode_leader_and_isr_request_v1(o: LeaderAndIsrRequest) -> bytes:
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
        write_leader_and_isr_partition_state_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_leaders
    if not v1:
        put(pack_iii(o.controller_id, o.controller_epoch, 0))
    if v2:
        put(pack_i(len(v2)))
        write_leader_and_isr_live_leader_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


def encode_leader_and_isr_request_v0(o: LeaderAndIsrRequest) -> bytes:
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
        write_leader_and_isr_partition_state_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.live_leaders
    if not v1:
        put(pack_iii(o.controller_id, o.controller_epoch, 0))
    if v2:
        put(pack_i(len(v2)))
        write_leader_and_isr_live_leader_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[LeaderAndIsrRequest], bytes]] = {
    0: encode_leader_and_isr_request_v0,
    1: encode_leader_and_isr_request_v1,
    2: encode_leader_and_isr_request_v2,
    3: encode_leader_and_isr_request_v3,
    4: encode_leader_and_isr_request_v4,
    5: encode_leader_and_isr_request_v5,
    6: encode_leader_and_isr_request_v6,
    7: encode_leader_and_isr_request_v7,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[LeaderAndIsrRequest, int]]] = {
    0: read_leader_and_isr_request_v0,
    1: read_leader_and_isr_request_v1,
    2: read_leader_and_isr_request_v2,
    3: read_leader_and_isr_request_v3,
    4: read_leader_and_isr_request_v4,
    5: read_leader_and_isr_request_v5,
    6: read_leader_and_isr_request_v6,
    7: read_leader_and_isr_request_v7,
}
NEEDS_CONTEXT = True
SPEC = """\
LeaderAndIsrRequest request 0-7 flexible=4+
 ControllerId int32 0+
 IsKRaftController bool 7+ default=false
 ControllerEpoch int32 0+
 BrokerEpoch int64 2+ ignorable default=-1
 Type int8 5+
 UngroupedPartitionStates []LeaderAndIsrPartitionState 0-1
 TopicStates []LeaderAndIsrTopicState 2+
  TopicName string 2+
  TopicId uuid 5+ ignorable
  PartitionStates []LeaderAndIsrPartitionState 2+
 LiveLeaders []LeaderAndIsrLiveLeader 0+
  BrokerId int32 0+
  HostName string 0+
  Port int32 0+
struct LeaderAndIsrPartitionState
 TopicName string 0-1 ignorable
 PartitionIndex int32 0+
 ControllerEpoch int32 0+
 Leader int32 0+
 LeaderEpoch int32 0+
 Isr []int32 0+
 PartitionEpoch int32 0+
 Replicas []int32 0+
 AddingReplicas []int32 3+ ignorable
 RemovingReplicas []int32 3+ ignorable
 IsNew bool 1+ ignorable default=false
 LeaderRecoveryState int8 6+ default=0
"""
