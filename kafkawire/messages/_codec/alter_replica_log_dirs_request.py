# Generated from rpc/AlterReplicaLogDirsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.alter_replica_log_dirs_request import (
    AlterReplicaLogDir,
    AlterReplicaLogDirTopic,
    AlterReplicaLogDirsRequest,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
    compact_groups,
    compact_numbers,
    legacy_groups,
    legacy_numbers,
    long_string,
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
rows_alter_replica_log_dir_topic_v0 = Rows("Y1 G1")
rows_alter_replica_log_dir_topic_v2 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
shapes_4 = Shapes("h%dsi%di")
shapes_5 = Shapes("S%dsP%dix")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from


def some_alter_replica_log_dir_topic_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AlterReplicaLogDirTopic], int, Key]:
    out = many(AlterReplicaLogDirTopic, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partitions = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            o.partitions, pos = compact_numbers(buf, pos + 1, end, n2, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_alter_replica_log_dir_topic_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[AlterReplicaLogDirTopic]:
    groups = compact_groups(ctx)
    out = many(AlterReplicaLogDirTopic, count)
    o: AlterReplicaLogDirTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.name = v0.decode()
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_alter_replica_log_dir_topic_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AlterReplicaLogDirTopic], int, Key]:
    out = many(AlterReplicaLogDirTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.partitions = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.partitions, pos = legacy_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_alter_replica_log_dir_topic_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[AlterReplicaLogDirTopic]:
    groups = legacy_groups(ctx)
    out = many(AlterReplicaLogDirTopic, count)
    o: AlterReplicaLogDirTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.name = v0.decode()
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_alter_replica_log_dir_topic_v2_array(items: Iterable[AlterReplicaLogDirTopic], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_5[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_5[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_alter_replica_log_dir_topic_v0_array(items: Iterable[AlterReplicaLogDirTopic], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_4[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_4[last6, last7]
        put(pack5(n2, s1, n4, *v3))


def read_alter_replica_log_dir_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AlterReplicaLogDir], int]:
    out = many(AlterReplicaLogDir, count)
    key_alter_replica_log_dir_topic_v2: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.path = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.path, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.topics = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 3 > end - pos or n2 > ctx.left:
                refuse_count(n2, 3, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_alter_replica_log_dir_topic_v2 is None:
                o.topics, pos, _ = some_alter_replica_log_dir_topic_v2(buf, pos, end, n2, ctx)
            else:
                o.topics, pos, key_alter_replica_log_dir_topic_v2 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_alter_replica_log_dir_topic_v2,
                    fill_alter_replica_log_dir_topic_v2,
                    rows_alter_replica_log_dir_topic_v2,
                    key_alter_replica_log_dir_topic_v2,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_alter_replica_log_dir_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AlterReplicaLogDir], int]:
    out = many(AlterReplicaLogDir, count)
    key_alter_replica_log_dir_topic_v0: Key | None = None
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.path = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.path = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.topics = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 6 > end - pos or n2 > ctx.left:
                refuse_count(n2, 6, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_alter_replica_log_dir_topic_v0 is None:
                o.topics, pos, _ = some_alter_replica_log_dir_topic_v0(buf, pos, end, n2, ctx)
            else:
                o.topics, pos, key_alter_replica_log_dir_topic_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_alter_replica_log_dir_topic_v0,
                    fill_alter_replica_log_dir_topic_v0,
                    rows_alter_replica_log_dir_topic_v0,
                    key_alter_replica_log_dir_topic_v0,
                )
        o.unknown_tags = None
    return out, pos


def write_alter_replica_log_dir_v2_array(items: Iterable[AlterReplicaLogDir], put: Put) -> None:
    for o in items:
        s1 = o.path.encode()
        n2 = len(s1)
        v3 = o.topics
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_alter_replica_log_dir_topic_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_alter_replica_log_dir_v0_array(items: Iterable[AlterReplicaLogDir], put: Put) -> None:
    for o in items:
        s1 = o.path.encode()
        n2 = len(s1)
        v3 = o.topics
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_alter_replica_log_dir_topic_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_alter_replica_log_dirs_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AlterReplicaLogDirsRequest, int]:
    o = new(AlterReplicaLogDirsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.dirs = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.dirs, pos = read_alter_replica_log_dir_v2_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_alter_replica_log_dirs_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AlterReplicaLogDirsRequest, int]:
    o = new(AlterReplicaLogDirsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.dirs = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.dirs, pos = read_alter_replica_log_dir_v0_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def encode_alter_replica_log_dirs_request_v2(o: AlterReplicaLogDirsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.dirs
    if v1:
        put(COUNTS[len(v1)])
        write_alter_replica_log_dir_v2_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_alter_replica_log_dirs_request_v0(o: AlterReplicaLogDirsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.dirs
    if v1:
        put(pack_i(len(v1)))
        write_alter_replica_log_dir_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[AlterReplicaLogDirsRequest], bytes]] = {
    0: encode_alter_replica_log_dirs_request_v0,
    1: encode_alter_replica_log_dirs_request_v0,
    2: encode_alter_replica_log_dirs_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AlterReplicaLogDirsRequest, int]]] = {
    0: read_alter_replica_log_dirs_request_v0,
    1: read_alter_replica_log_dirs_request_v0,
    2: read_alter_replica_log_dirs_request_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
AlterReplicaLogDirsRequest request 0-2 flexible=2+
 Dirs []AlterReplicaLogDir 0+
  Path string 0+
  Topics []AlterReplicaLogDirTopic 0+
   Name string 0+
   Partitions []int32 0+
"""
