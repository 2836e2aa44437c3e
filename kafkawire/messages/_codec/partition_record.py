# Generated from records-metadata/PartitionRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.partition_record import PartitionRecord
from kafkawire.wire import (
    COUNTS,
    Context,
    Runs,
    Shapes,
    absent,
    check_tag_size,
    compact_numbers,
    make_uuid,
    merge_tags,
    new,
    put_uuids,
    read_uuids,
    refuse_count,
    refuse_length,
    refuse_null,
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

pack_b = Packer(">b").pack
runs_i = Runs("i")
shapes_1 = Shapes("i16sP%diP%diP%di")
shapes_2 = Shapes("P%diiii")
shapes_3 = Shapes("P%diiiiB")
shapes_4 = Shapes("P%di")
unpack_b = Packer(">b").unpack_from
unpack_iiiB = Packer(">iiiB").unpack_from
unpack_iuB = Packer(">i16sB").unpack_from


def read_partition_record_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[PartitionRecord, int]:
    o = new(PartitionRecord)
    o.partition_id, u1, n2 = unpack_iuB(buf, pos)
    o.topic_id = make_uuid(u1)
    if 0 < n2 < 128:
        o.replicas = runs_i[n2 - 1](buf, pos + 21)
        pos += n2 * 4 + 17
    else:
        o.replicas, pos = compact_numbers(buf, pos + 21, end, n2, "i", ctx)
    n3 = buf[pos]
    if 0 < n3 < 128:
        o.isr = runs_i[n3 - 1](buf, pos + 1)
        pos += n3 * 4 - 3
    else:
        o.isr, pos = compact_numbers(buf, pos + 1, end, n3, "i", ctx)
    n4 = buf[pos]
    if 0 < n4 < 128:
        o.removing_replicas = runs_i[n4 - 1](buf, pos + 1)
        pos += n4 * 4 - 3
    else:
        o.removing_replicas, pos = compact_numbers(buf, pos + 1, end, n4, "i", ctx)
    n5 = buf[pos]
    if 0 < n5 < 128:
        o.adding_replicas = runs_i[n5 - 1](buf, pos + 1)
        pos += n5 * 4 - 3
    else:
        o.adding_replicas, pos = compact_numbers(buf, pos + 1, end, n5, "i", ctx)
    o.leader, o.leader_epoch, o.partition_epoch, n6 = unpack_iiiB(buf, pos)
    pos += 13
    if n6 > 127:
        n6, pos = uvarint_rest(buf, pos, n6)
    if n6 < 2:
        o.directories = [] if n6 else refuse_length(-1)
    else:
        n6 -= 1
        if n6 * 16 > end - pos or n6 > ctx.left:
            refuse_count(n6, 16, end - pos)
        ctx.left -= n6
        o.directories, pos = read_uuids(buf, pos, n6)
    t = buf[pos]
    o.leader_recovery_state = 0
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_partition_record_v2(o, buf, pos, end, t, ctx)
    return o, pos


def read_partition_record_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[PartitionRecord, int]:
    o = new(PartitionRecord)
    o.partition_id, u1, n2 = unpack_iuB(buf, pos)
    o.topic_id = make_uuid(u1)
    if 0 < n2 < 128:
        o.replicas = runs_i[n2 - 1](buf, pos + 21)
        pos += n2 * 4 + 17
    else:
        o.replicas, pos = compact_numbers(buf, pos + 21, end, n2, "i", ctx)
    n3 = buf[pos]
    if 0 < n3 < 128:
        o.isr = runs_i[n3 - 1](buf, pos + 1)
        pos += n3 * 4 - 3
    else:
        o.isr, pos = compact_numbers(buf, pos + 1, end, n3, "i", ctx)
    n4 = buf[pos]
    if 0 < n4 < 128:
        o.removing_replicas = runs_i[n4 - 1](buf, pos + 1)
        pos += n4 * 4 - 3
    else:
        o.removing_replicas, pos = compact_numbers(buf, pos + 1, end, n4, "i", ctx)
    n5 = buf[pos]
    if 0 < n5 < 128:
        o.adding_replicas = runs_i[n5 - 1](buf, pos + 1)
        pos += n5 * 4 - 3
    else:
        o.adding_replicas, pos = compact_numbers(buf, pos + 1, end, n5, "i", ctx)
    o.leader, o.leader_epoch, o.partition_epoch, n6 = unpack_iiiB(buf, pos)
    pos += 13
    if n6 > 127:
        n6, pos = uvarint_rest(buf, pos, n6)
    if n6 < 2:
        o.directories = [] if n6 else refuse_length(-1)
    else:
        n6 -= 1
        if n6 * 16 > end - pos or n6 > ctx.left:
            refuse_count(n6, 16, end - pos)
        ctx.left -= n6
        o.directories, pos = read_uuids(buf, pos, n6)
    t = buf[pos]
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.leader_recovery_state = 0
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_partition_record_v1(o, buf, pos, end, t, ctx)
    return o, pos


def read_partition_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[PartitionRecord, int]:
    o = new(PartitionRecord)
    o.partition_id, u1, n2 = unpack_iuB(buf, pos)
    o.topic_id = make_uuid(u1)
    if 0 < n2 < 128:
        o.replicas = runs_i[n2 - 1](buf, pos + 21)
        pos += n2 * 4 + 17
    else:
        o.replicas, pos = compact_numbers(buf, pos + 21, end, n2, "i", ctx)
    n3 = buf[pos]
    if 0 < n3 < 128:
        o.isr = runs_i[n3 - 1](buf, pos + 1)
        pos += n3 * 4 - 3
    else:
        o.isr, pos = compact_numbers(buf, pos + 1, end, n3, "i", ctx)
    n4 = buf[pos]
    if 0 < n4 < 128:
        o.removing_replicas = runs_i[n4 - 1](buf, pos + 1)
        pos += n4 * 4 - 3
    else:
        o.removing_replicas, pos = compact_numbers(buf, pos + 1, end, n4, "i", ctx)
    n5 = buf[pos]
    if 0 < n5 < 128:
        o.adding_replicas = runs_i[n5 - 1](buf, pos + 1)
        pos += n5 * 4 - 3
    else:
        o.adding_replicas, pos = compact_numbers(buf, pos + 1, end, n5, "i", ctx)
    o.leader, o.leader_epoch, o.partition_epoch, t = unpack_iiiB(buf, pos)
    o.directories = []
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.leader_recovery_state = 0
    o.unknown_tags = None
    pos += 13
    if t:
        pos = tags_partition_record_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_partition_record_v2(o: PartitionRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            (o.leader_recovery_state,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.eligible_leader_replicas = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.eligible_leader_replicas = None
                pos = pos + 1
            else:
                o.eligible_leader_replicas, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 2:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.last_known_elr = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.last_known_elr = None
                pos = pos + 1
            else:
                o.last_known_elr, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_partition_record_v2(o: PartitionRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.leader_recovery_state != 0:
        parts = []
        put = parts.append
        put(pack_b(o.leader_recovery_state))
        known[0] = b"".join(parts)
    if o.eligible_leader_replicas is not None:
        parts = []
        put = parts.append
        v1 = o.eligible_leader_replicas
        if v1 is None:
            v1 = ()
            n2 = 0
        else:
            n2 = len(v1) + 1
        put(shapes_4[len(v1)](n2, *v1))
        known[1] = b"".join(parts)
    if o.last_known_elr is not None:
        parts = []
        put = parts.append
        v3 = o.last_known_elr
        if v3 is None:
            v3 = ()
            n4 = 0
        else:
            n4 = len(v3) + 1
        put(shapes_4[len(v3)](n4, *v3))
        known[2] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2))


def encode_partition_record_v2(o: PartitionRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.replicas
    n2 = len(v1)
    v3 = o.isr
    n4 = len(v3)
    v5 = o.removing_replicas
    n6 = len(v5)
    v7 = o.adding_replicas
    put(shapes_1[n2, n4, n6](o.partition_id, o.topic_id.bytes, n2 + 1, *v1, n4 + 1, *v3, n6 + 1, *v5))
    n8 = len(v7)
    v9 = o.directories
    if v9:
        put(shapes_2[n8](n8 + 1, *v7, o.leader, o.leader_epoch, o.partition_epoch))
        put(COUNTS[len(v9)])
        put_uuids(put, v9)
    elif v9 is None:
        refuse_null()
    if not v9:
        put(shapes_3[n8](n8 + 1, *v7, o.leader, o.leader_epoch, o.partition_epoch, 1))
    if (
        o.leader_recovery_state != 0
        or o.eligible_leader_replicas is not None
        or o.last_known_elr is not None
        or o.unknown_tags
    ):
        put(tagged_partition_record_v2(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_partition_record_v1(o: PartitionRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits, (1, 2))
    for tag, pos, stop in sections:
        if tag == 0:
            (o.leader_recovery_state,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_partition_record_v1(o: PartitionRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.leader_recovery_state != 0:
        parts = []
        put = parts.append
        put(pack_b(o.leader_recovery_state))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2))


def encode_partition_record_v1(o: PartitionRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.eligible_leader_replicas is not None:
        absent(o, "eligible_leader_replicas")
    if o.last_known_elr is not None:
        absent(o, "last_known_elr")
    v1 = o.replicas
    n2 = len(v1)
    v3 = o.isr
    n4 = len(v3)
    v5 = o.removing_replicas
    n6 = len(v5)
    v7 = o.adding_replicas
    put(shapes_1[n2, n4, n6](o.partition_id, o.topic_id.bytes, n2 + 1, *v1, n4 + 1, *v3, n6 + 1, *v5))
    n8 = len(v7)
    v9 = o.directories
    if v9:
        put(shapes_2[n8](n8 + 1, *v7, o.leader, o.leader_epoch, o.partition_epoch))
        put(COUNTS[len(v9)])
        put_uuids(put, v9)
    elif v9 is None:
        refuse_null()
    if not v9:
        put(shapes_3[n8](n8 + 1, *v7, o.leader, o.leader_epoch, o.partition_epoch, 1))
    if o.leader_recovery_state != 0 or o.unknown_tags:
        put(tagged_partition_record_v1(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_partition_record_v0(o: PartitionRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits, (1, 2))
    for tag, pos, stop in sections:
        if tag == 0:
            (o.leader_recovery_state,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_partition_record_v0(o: PartitionRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.leader_recovery_state != 0:
        parts = []
        put = parts.append
        put(pack_b(o.leader_recovery_state))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2))


def encode_partition_record_v0(o: PartitionRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.directories:
        absent(o, "directories")
    if o.eligible_leader_replicas is not None:
        absent(o, "eligible_leader_replicas")
    if o.last_known_elr is not None:
        absent(o, "last_known_elr")
    v1 = o.replicas
    n2 = len(v1)
    v3 = o.isr
    n4 = len(v3)
    v5 = o.removing_replicas
    n6 = len(v5)
    v7 = o.adding_replicas
    put(shapes_1[n2, n4, n6](o.partition_id, o.topic_id.bytes, n2 + 1, *v1, n4 + 1, *v3, n6 + 1, *v5))
    n8 = len(v7)
    put(shapes_2[n8](n8 + 1, *v7, o.leader, o.leader_epoch, o.partition_epoch))
    if o.leader_recovery_state != 0 or o.unknown_tags:
        put(tagged_partition_record_v0(o))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[PartitionRecord], bytes]] = {
    0: encode_partition_record_v0,
    1: encode_partition_record_v1,
    2: encode_partition_record_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[PartitionRecord, int]]] = {
    0: read_partition_record_v0,
    1: read_partition_record_v1,
    2: read_partition_record_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
PartitionRecord metadata 0-2 flexible=0+
 PartitionId int32 0+ default=-1
 TopicId uuid 0+
 Replicas []int32 0+
 Isr []int32 0+
 RemovingReplicas []int32 0+
 AddingReplicas []int32 0+
 Leader int32 0+ default=-1
 LeaderRecoveryState int8 0+ tag=0@0+ default=0
 LeaderEpoch int32 0+ default=-1
 PartitionEpoch int32 0+ default=-1
 Directories []uuid 1+
 EligibleLeaderReplicas []int32 2+ null=2+ tag=1@2+ default=null
 LastKnownElr []int32 2+ null=2+ tag=2@2+ default=null
"""
