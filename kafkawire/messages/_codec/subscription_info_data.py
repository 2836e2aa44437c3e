# Generated from streams/SubscriptionInfoData.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.subscription_info_data import (
    ClientTag,
    PartitionToOffsetSum,
    SubscriptionInfoData,
    TaskId,
    TaskOffsetSum,
)
from kafkawire.wire import (
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    make_uuid,
    many,
    new,
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
)

Key = tuple[int, ...]

iter_partition_to_offset_sum_v7 = Packer(">iq").iter_unpack
iter_task_id_v1 = Packer(">ii").iter_unpack
pack_b = Packer(">b").pack
pack_bi = Packer(">bi").pack
pack_i = Packer(">i").pack
pack_ii = Packer(">ii").pack
pack_iiui = Packer(">ii16si").pack
pack_iq = Packer(">iq").pack
pack_iui = Packer(">i16si").pack
rows_client_tag_v11 = Rows("Z1 Z1")
rows_partition_to_offset_sum_v7 = Rows("iq")
rows_task_id_v1 = Rows("ii")
rows_task_offset_sum_v10 = Rows("iiq Y1")
shapes_1 = Shapes("i%ds")
shapes_2 = Shapes("ii%ds")
shapes_3 = Shapes("ii16si%dsi")
shapes_4 = Shapes("ii16si%dsib")
shapes_5 = Shapes("ii16si%dsibi")
shapes_6 = Shapes("iiqh%ds")
shapes_7 = Shapes("i%dsi%ds")
unpack_b = Packer(">b").unpack_from
unpack_bi = Packer(">bi").unpack_from
unpack_bii = Packer(">bii").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_iiqh = Packer(">iiqh").unpack_from
unpack_iiui = Packer(">ii16si").unpack_from
unpack_iq = Packer(">iq").unpack_from
unpack_iui = Packer(">i16si").unpack_from


def some_partition_to_offset_sum_v7(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionToOffsetSum], int, Key]:
    out = many(PartitionToOffsetSum, count)
    for o in out:
        o.partition, o.offset_sum = unpack_iq(buf, pos)
        o.unknown_tags = None
        pos += 12
    return out, pos, ()


def fill_partition_to_offset_sum_v7(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[PartitionToOffsetSum]:
    out = many(PartitionToOffsetSum, count)
    o: PartitionToOffsetSum
    for o, row in zip(out, rows):
        o.partition, o.offset_sum = row
        o.unknown_tags = None
    return out


def write_partition_to_offset_sum_v7_array(items: Iterable[PartitionToOffsetSum], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_iq(o.partition, o.offset_sum))


def some_client_tag_v11(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[ClientTag], int, Key]:
    out = many(ClientTag, count)
    for o in out:
        (n1,) = unpack_i(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.key = buf[pos + 4 : p]
            pos = p
        else:
            o.key = refuse_length(n1)
            pos = pos + 4
        (n2,) = unpack_i(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 4
            o.value = buf[pos + 4 : p]
            pos = p
        else:
            o.value = refuse_length(n2)
            pos = pos + 4
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_client_tag_v11(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ClientTag]:
    out = many(ClientTag, count)
    o: ClientTag
    for o, row in zip(out, rows):
        o.key, o.value = row
        o.unknown_tags = None
    return out


def some_task_offset_sum_v10(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TaskOffsetSum], int, Key]:
    out = many(TaskOffsetSum, count)
    for o in out:
        o.topic_group_id, o.partition, o.offset_sum, n1 = unpack_iiqh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 18
            o.named_topology = buf[pos + 18 : p].decode()
            pos = p
        else:
            o.named_topology = null_or_refuse(n1)
            pos = pos + 18
        o.partition_to_offset_sum = []
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_task_offset_sum_v10(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TaskOffsetSum]:
    (k0,) = key
    out = many(TaskOffsetSum, count)
    o: TaskOffsetSum
    for o, row in zip(out, rows):
        o.topic_group_id, o.partition, o.offset_sum, v3 = row
        o.named_topology = v3.decode() if k0 >= 0 else None
        o.partition_to_offset_sum = []
        o.unknown_tags = None
    return out


def read_task_offset_sum_v7_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TaskOffsetSum], int]:
    out = many(TaskOffsetSum, count)
    for o in out:
        o.topic_group_id, n1 = unpack_ii(buf, pos)
        pos += 8
        if n1 < 1:
            o.partition_to_offset_sum = [] if n1 == 0 else refuse_length(n1)
        else:
            if n1 * 12 > end - pos or n1 > ctx.left:
                refuse_count(n1, 12, end - pos)
            ctx.left -= n1
            p = pos + n1 * 12
            o.partition_to_offset_sum = fill_partition_to_offset_sum_v7(
                iter_partition_to_offset_sum_v7(buf[pos:p]), n1, (), ctx
            )
            pos = p
        o.partition = 0
        o.offset_sum = 0
        o.named_topology = ""
        o.unknown_tags = None
    return out, pos


def some_task_id_v1(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TaskId], int, Key]:
    out = many(TaskId, count)
    for o in out:
        o.topic_group_id, o.partition = unpack_ii(buf, pos)
        o.unknown_tags = None
        pos += 8
    return out, pos, ()


def fill_task_id_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TaskId]:
    out = many(TaskId, count)
    o: TaskId
    for o, row in zip(out, rows):
        o.topic_group_id, o.partition = row
        o.unknown_tags = None
    return out


def write_client_tag_v11_array(items: Iterable[ClientTag], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_7[0, 0]
    for o in items:
        b1 = o.key
        n2 = len(b1)
        b3 = o.value
        n4 = len(b3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_7[last6, last7]
        put(pack5(n2, b1, n4, b3))


def write_task_offset_sum_v10_array(items: Iterable[TaskOffsetSum], put: Put) -> None:
    for o in items:
        if o.partition_to_offset_sum:
            absent(o, "partition_to_offset_sum")
        v3 = o.named_topology
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_6[len(s1)](o.topic_group_id, o.partition, o.offset_sum, n2, s1))


def write_task_offset_sum_v7_array(items: Iterable[TaskOffsetSum], put: Put) -> None:
    for o in items:
        if o.partition != 0:
            absent(o, "partition")
        if o.offset_sum != 0:
            absent(o, "offset_sum")
        if o.named_topology != "":
            absent(o, "named_topology")
        v1 = o.partition_to_offset_sum
        if v1:
            put(pack_ii(o.topic_group_id, len(v1)))
            write_partition_to_offset_sum_v7_array(v1, put)
        elif v1 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v1:
            put(pack_ii(o.topic_group_id, 0))


def write_task_id_v1_array(items: Iterable[TaskId], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_ii(o.topic_group_id, o.partition))


def read_subscription_info_data_v11(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SubscriptionInfoData, int]:
    key_task_offset_sum_v10: Key | None = None
    key_client_tag_v11: Key | None = None
    o = new(SubscriptionInfoData)
    o.version, o.latest_supported_version, u1, n2 = unpack_iiui(buf, pos)
    o.process_id = make_uuid(u1)
    if n2 >= 0:
        p = pos + n2 + 28
        o.user_end_point = buf[pos + 28 : p]
        pos = p
    else:
        o.user_end_point = refuse_length(n2)
        pos = pos + 28
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.task_offset_sums = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 18 > end - pos or n3 > ctx.left:
            refuse_count(n3, 18, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_task_offset_sum_v10 is None:
            o.task_offset_sums, pos, _ = some_task_offset_sum_v10(buf, pos, end, n3, ctx)
        else:
            o.task_offset_sums, pos, key_task_offset_sum_v10 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_task_offset_sum_v10,
                fill_task_offset_sum_v10,
                rows_task_offset_sum_v10,
                key_task_offset_sum_v10,
            )
    o.unique_field, o.error_code, n4 = unpack_bii(buf, pos)
    pos += 9
    if n4 < 1:
        o.client_tags = [] if n4 == 0 else refuse_length(n4)
    else:
        if n4 * 8 > end - pos or n4 > ctx.left:
            refuse_count(n4, 8, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_client_tag_v11 is None:
            o.client_tags, pos, _ = some_client_tag_v11(buf, pos, end, n4, ctx)
        else:
            o.client_tags, pos, key_client_tag_v11 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_client_tag_v11,
                fill_client_tag_v11,
                rows_client_tag_v11,
                key_client_tag_v11,
            )
    o.prev_tasks = []
    o.standby_tasks = []
    o.unknown_tags = None
    return o, pos


def read_subscription_info_data_v10(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SubscriptionInfoData, int]:
    key_task_offset_sum_v10: Key | None = None
    o = new(SubscriptionInfoData)
    o.version, o.latest_supported_version, u1, n2 = unpack_iiui(buf, pos)
    o.process_id = make_uuid(u1)
    if n2 >= 0:
        p = pos + n2 + 28
        o.user_end_point = buf[pos + 28 : p]
        pos = p
    else:
        o.user_end_point = refuse_length(n2)
        pos = pos + 28
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.task_offset_sums = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 18 > end - pos or n3 > ctx.left:
            refuse_count(n3, 18, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_task_offset_sum_v10 is None:
            o.task_offset_sums, pos, _ = some_task_offset_sum_v10(buf, pos, end, n3, ctx)
        else:
            o.task_offset_sums, pos, key_task_offset_sum_v10 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_task_offset_sum_v10,
                fill_task_offset_sum_v10,
                rows_task_offset_sum_v10,
                key_task_offset_sum_v10,
            )
    o.unique_field, o.error_code = unpack_bi(buf, pos)
    o.prev_tasks = []
    o.standby_tasks = []
    o.client_tags = []
    o.unknown_tags = None
    return o, pos + 5


def read_subscription_info_data_v9(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SubscriptionInfoData, int]:
    o = new(SubscriptionInfoData)
    o.version, o.latest_supported_version, u1, n2 = unpack_iiui(buf, pos)
    o.process_id = make_uuid(u1)
    if n2 >= 0:
        p = pos + n2 + 28
        o.user_end_point = buf[pos + 28 : p]
        pos = p
    else:
        o.user_end_point = refuse_length(n2)
        pos = pos + 28
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.task_offset_sums = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 8 > end - pos or n3 > ctx.left:
            refuse_count(n3, 8, end - pos)
        ctx.left -= n3
        o.task_offset_sums, pos = read_task_offset_sum_v7_array(buf, pos, end, n3, ctx)
    o.unique_field, o.error_code = unpack_bi(buf, pos)
    o.prev_tasks = []
    o.standby_tasks = []
    o.client_tags = []
    o.unknown_tags = None
    return o, pos + 5


def read_subscription_info_data_v8(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SubscriptionInfoData, int]:
    o = new(SubscriptionInfoData)
    o.version, o.latest_supported_version, u1, n2 = unpack_iiui(buf, pos)
    o.process_id = make_uuid(u1)
    if n2 >= 0:
        p = pos + n2 + 28
        o.user_end_point = buf[pos + 28 : p]
        pos = p
    else:
        o.user_end_point = refuse_length(n2)
        pos = pos + 28
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.task_offset_sums = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 8 > end - pos or n3 > ctx.left:
            refuse_count(n3, 8, end - pos)
        ctx.left -= n3
        o.task_offset_sums, pos = read_task_offset_sum_v7_array(buf, pos, end, n3, ctx)
    (o.unique_field,) = unpack_b(buf, pos)
    o.prev_tasks = []
    o.standby_tasks = []
    o.error_code = 0
    o.client_tags = []
    o.unknown_tags = None
    return o, pos + 1


def read_subscription_info_data_v7(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SubscriptionInfoData, int]:
    o = new(SubscriptionInfoData)
    o.version, o.latest_supported_version, u1, n2 = unpack_iiui(buf, pos)
    o.process_id = make_uuid(u1)
    if n2 >= 0:
        p = pos + n2 + 28
        o.user_end_point = buf[pos + 28 : p]
        pos = p
    else:
        o.user_end_point = refuse_length(n2)
        pos = pos + 28
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.task_offset_sums = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 8 > end - pos or n3 > ctx.left:
            refuse_count(n3, 8, end - pos)
        ctx.left -= n3
        o.task_offset_sums, pos = read_task_offset_sum_v7_array(buf, pos, end, n3, ctx)
    o.prev_tasks = []
    o.standby_tasks = []
    o.unique_field = 0
    o.error_code = 0
    o.client_tags = []
    o.unknown_tags = None
    return o, pos


def read_subscription_info_data_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SubscriptionInfoData, int]:
    o = new(SubscriptionInfoData)
    o.version, o.latest_supported_version, u1, n2 = unpack_iiui(buf, pos)
    o.process_id = make_uuid(u1)
    pos += 28
    if n2 < 1:
        o.prev_tasks = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 8 > end - pos or n2 > ctx.left:
            refuse_count(n2, 8, end - pos)
        ctx.left -= n2
        p = pos + n2 * 8
        o.prev_tasks = fill_task_id_v1(iter_task_id_v1(buf[pos:p]), n2, (), ctx)
        pos = p
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.standby_tasks = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 8 > end - pos or n3 > ctx.left:
            refuse_count(n3, 8, end - pos)
        ctx.left -= n3
        p = pos + n3 * 8
        o.standby_tasks = fill_task_id_v1(iter_task_id_v1(buf[pos:p]), n3, (), ctx)
        pos = p
    (n4,) = unpack_i(buf, pos)
    if n4 >= 0:
        p = pos + n4 + 4
        o.user_end_point = buf[pos + 4 : p]
        pos = p
    else:
        o.user_end_point = refuse_length(n4)
        pos = pos + 4
    o.task_offset_sums = []
    o.unique_field = 0
    o.error_code = 0
    o.client_tags = []
    o.unknown_tags = None
    return o, pos


def read_subscription_info_data_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SubscriptionInfoData, int]:
    o = new(SubscriptionInfoData)
    o.version, u1, n2 = unpack_iui(buf, pos)
    o.process_id = make_uuid(u1)
    pos += 24
    if n2 < 1:
        o.prev_tasks = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 8 > end - pos or n2 > ctx.left:
            refuse_count(n2, 8, end - pos)
        ctx.left -= n2
        p = pos + n2 * 8
        o.prev_tasks = fill_task_id_v1(iter_task_id_v1(buf[pos:p]), n2, (), ctx)
        pos = p
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.standby_tasks = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 8 > end - pos or n3 > ctx.left:
            refuse_count(n3, 8, end - pos)
        ctx.left -= n3
        p = pos + n3 * 8
        o.standby_tasks = fill_task_id_v1(iter_task_id_v1(buf[pos:p]), n3, (), ctx)
        pos = p
    (n4,) = unpack_i(buf, pos)
    if n4 >= 0:
        p = pos + n4 + 4
        o.user_end_point = buf[pos + 4 : p]
        pos = p
    else:
        o.user_end_point = refuse_length(n4)
        pos = pos + 4
    o.latest_supported_version = -1
    o.task_offset_sums = []
    o.unique_field = 0
    o.error_code = 0
    o.client_tags = []
    o.unknown_tags = None
    return o, pos


def read_subscription_info_data_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[SubscriptionInfoData, int]:
    o = new(SubscriptionInfoData)
    o.version, u1, n2 = unpack_iui(buf, pos)
    o.process_id = make_uuid(u1)
    pos += 24
    if n2 < 1:
        o.prev_tasks = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 8 > end - pos or n2 > ctx.left:
            refuse_count(n2, 8, end - pos)
        ctx.left -= n2
        p = pos + n2 * 8
        o.prev_tasks = fill_task_id_v1(iter_task_id_v1(buf[pos:p]), n2, (), ctx)
        pos = p
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.standby_tasks = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 8 > end - pos or n3 > ctx.left:
            refuse_count(n3, 8, end - pos)
        ctx.left -= n3
        p = pos + n3 * 8
        o.standby_tasks = fill_task_id_v1(iter_task_id_v1(buf[pos:p]), n3, (), ctx)
        pos = p
    o.latest_supported_version = -1
    o.user_end_point = b""
    o.task_offset_sums = []
    o.unique_field = 0
    o.error_code = 0
    o.client_tags = []
    o.unknown_tags = None
    return o, pos


def encode_subscription_info_data_v11(o: SubscriptionInfoData) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.prev_tasks:
        absent(o, "prev_tasks")
    if o.standby_tasks:
        absent(o, "standby_tasks")
    b1 = o.user_end_point
    n2 = len(b1)
    v3 = o.task_offset_sums
    if v3:
        put(shapes_3[n2](o.version, o.latest_supported_version, o.process_id.bytes, n2, b1, len(v3)))
        write_task_offset_sum_v10_array(v3, put)
    elif v3 is None:
        refuse_null()
    v4 = o.client_tags
    if v3:
        put(pack_bi(o.unique_field, o.error_code))
    else:
        put(
            shapes_5[n2](
                o.version, o.latest_supported_version, o.process_id.bytes, n2, b1, 0, o.unique_field, o.error_code
            )
        )
    if v4:
        put(pack_i(len(v4)))
        write_client_tag_v11_array(v4, put)
    elif v4 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v4:
        put(pack_i(0))
    return b"".join(parts)


def encode_subscription_info_data_v10(o: SubscriptionInfoData) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.prev_tasks:
        absent(o, "prev_tasks")
    if o.standby_tasks:
        absent(o, "standby_tasks")
    if o.client_tags:
        absent(o, "client_tags")
    b1 = o.user_end_point
    n2 = len(b1)
    v3 = o.task_offset_sums
    if v3:
        put(shapes_3[n2](o.version, o.latest_supported_version, o.process_id.bytes, n2, b1, len(v3)))
        write_task_offset_sum_v10_array(v3, put)
    elif v3 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v3:
        put(pack_bi(o.unique_field, o.error_code))
    else:
        put(
            shapes_5[n2](
                o.version, o.latest_supported_version, o.process_id.bytes, n2, b1, 0, o.unique_field, o.error_code
            )
        )
    return b"".join(parts)


def encode_subscription_info_data_v9(o: SubscriptionInfoData) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.prev_tasks:
        absent(o, "prev_tasks")
    if o.standby_tasks:
        absent(o, "standby_tasks")
    if o.client_tags:
        absent(o, "client_tags")
    b1 = o.user_end_point
    n2 = len(b1)
    v3 = o.task_offset_sums
    if v3:
        put(shapes_3[n2](o.version, o.latest_supported_version, o.process_id.bytes, n2, b1, len(v3)))
        write_task_offset_sum_v7_array(v3, put)
    elif v3 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v3:
        put(pack_bi(o.unique_field, o.error_code))
    else:
        put(
            shapes_5[n2](
                o.version, o.latest_supported_version, o.process_id.bytes, n2, b1, 0, o.unique_field, o.error_code
            )
        )
    return b"".join(parts)


def encode_subscription_info_data_v8(o: SubscriptionInfoData) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.prev_tasks:
        absent(o, "prev_tasks")
    if o.standby_tasks:
        absent(o, "standby_tasks")
    if o.error_code != 0:
        absent(o, "error_code")
    if o.client_tags:
        absent(o, "client_tags")
    b1 = o.user_end_point
    n2 = len(b1)
    v3 = o.task_offset_sums
    if v3:
        put(shapes_3[n2](o.version, o.latest_supported_version, o.process_id.bytes, n2, b1, len(v3)))
        write_task_offset_sum_v7_array(v3, put)
    elif v3 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v3:
        put(pack_b(o.unique_field))
    else:
        put(shapes_4[n2](o.version, o.latest_supported_version, o.process_id.bytes, n2, b1, 0, o.unique_field))
    return b"".join(parts)


def encode_subscription_info_data_v7(o: SubscriptionInfoData) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.prev_tasks:
        absent(o, "prev_tasks")
    if o.standby_tasks:
        absent(o, "standby_tasks")
    if o.unique_field != 0:
        absent(o, "unique_field")
    if o.error_code != 0:
        absent(o, "error_code")
    if o.client_tags:
        absent(o, "client_tags")
    b1 = o.user_end_point
    n2 = len(b1)
    v3 = o.task_offset_sums
    if v3:
        put(shapes_3[n2](o.version, o.latest_supported_version, o.process_id.bytes, n2, b1, len(v3)))
        write_task_offset_sum_v7_array(v3, put)
    elif v3 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v3:
        put(shapes_3[n2](o.version, o.latest_supported_version, o.process_id.bytes, n2, b1, 0))
    return b"".join(parts)


def encode_subscription_info_data_v3(o: SubscriptionInfoData) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.task_offset_sums:
        absent(o, "task_offset_sums")
    if o.unique_field != 0:
        absent(o, "unique_field")
    if o.error_code != 0:
        absent(o, "error_code")
    if o.client_tags:
        absent(o, "client_tags")
    v1 = o.prev_tasks
    if v1:
        put(pack_iiui(o.version, o.latest_supported_version, o.process_id.bytes, len(v1)))
        write_task_id_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.standby_tasks
    if not v1:
        put(pack_iiui(o.version, o.latest_supported_version, o.process_id.bytes, 0))
    if v2:
        put(pack_i(len(v2)))
        write_task_id_v1_array(v2, put)
    elif v2 is None:
        refuse_null()
    b3 = o.user_end_point
    n4 = len(b3)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v2:
        put(shapes_1[n4](n4, b3))
    else:
        put(shapes_2[n4](0, n4, b3))
    return b"".join(parts)


def encode_subscription_info_data_v2(o: SubscriptionInfoData) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.latest_supported_version != -1:
        absent(o, "latest_supported_version")
    if o.task_offset_sums:
        absent(o, "task_offset_sums")
    if o.unique_field != 0:
        absent(o, "unique_field")
    if o.error_code != 0:
        absent(o, "error_code")
    if o.client_tags:
        absent(o, "client_tags")
    v1 = o.prev_tasks
    if v1:
        put(pack_iui(o.version, o.process_id.bytes, len(v1)))
        write_task_id_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.standby_tasks
    if not v1:
        put(pack_iui(o.version, o.process_id.bytes, 0))
    if v2:
        put(pack_i(len(v2)))
        write_task_id_v1_array(v2, put)
    elif v2 is None:
        refuse_null()
    b3 = o.user_end_point
    n4 = len(b3)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v2:
        put(shapes_1[n4](n4, b3))
    else:
        put(shapes_2[n4](0, n4, b3))
    return b"".join(parts)


def encode_subscription_info_data_v1(o: SubscriptionInfoData) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.latest_supported_version != -1:
        absent(o, "latest_supported_version")
    if o.user_end_point != b"":
        absent(o, "user_end_point")
    if o.task_offset_sums:
        absent(o, "task_offset_sums")
    if o.unique_field != 0:
        absent(o, "unique_field")
    if o.error_code != 0:
        absent(o, "error_code")
    if o.client_tags:
        absent(o, "client_tags")
    v1 = o.prev_tasks
    if v1:
        put(pack_iui(o.version, o.process_id.bytes, len(v1)))
        write_task_id_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.standby_tasks
    if not v1:
        put(pack_iui(o.version, o.process_id.bytes, 0))
    if v2:
        put(pack_i(len(v2)))
        write_task_id_v1_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[SubscriptionInfoData], bytes]] = {
    1: encode_subscription_info_data_v1,
    2: encode_subscription_info_data_v2,
    3: encode_subscription_info_data_v3,
    4: encode_subscription_info_data_v3,
    5: encode_subscription_info_data_v3,
    6: encode_subscription_info_data_v3,
    7: encode_subscription_info_data_v7,
    8: encode_subscription_info_data_v8,
    9: encode_subscription_info_data_v9,
    10: encode_subscription_info_data_v10,
    11: encode_subscription_info_data_v11,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[SubscriptionInfoData, int]]] = {
    1: read_subscription_info_data_v1,
    2: read_subscription_info_data_v2,
    3: read_subscription_info_data_v3,
    4: read_subscription_info_data_v3,
    5: read_subscription_info_data_v3,
    6: read_subscription_info_data_v3,
    7: read_subscription_info_data_v7,
    8: read_subscription_info_data_v8,
    9: read_subscription_info_data_v9,
    10: read_subscription_info_data_v10,
    11: read_subscription_info_data_v11,
}
NEEDS_CONTEXT = True
SPEC = """\
SubscriptionInfoData data 1-11 flexible=none
 Version int32 1+
 LatestSupportedVersion int32 3+ default=-1
 ProcessId uuid 1+
 PrevTasks []TaskId 1-6
 StandbyTasks []TaskId 1-6
 UserEndPoint bytes 2+
 TaskOffsetSums []TaskOffsetSum 7+
 UniqueField int8 8+
 ErrorCode int32 9+
 ClientTags []ClientTag 11+
struct TaskId
 TopicGroupId int32 1-6
 Partition int32 1-6
struct TaskOffsetSum
 TopicGroupId int32 7+
 Partition int32 10+
 OffsetSum int64 10+
 NamedTopology string 10+ null=10+
 PartitionToOffsetSum []PartitionToOffsetSum 7-9
struct PartitionToOffsetSum
 Partition int32 7-9
 OffsetSum int64 7-9
struct ClientTag
 Key bytes 11+
 Value bytes 11+
"""
