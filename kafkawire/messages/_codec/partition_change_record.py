# Generated from records-metadata/PartitionChangeRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.partition_change_record import PartitionChangeRecord
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
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

pack_B = Packer(">B").pack
pack_b = Packer(">b").pack
pack_i = Packer(">i").pack
pack_iu = Packer(">i16s").pack
runs_i = Runs("i")
shapes_1 = Shapes("P%di")
unpack_b = Packer(">b").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iuB = Packer(">i16sB").unpack_from


def read_partition_change_record_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[PartitionChangeRecord, int]:
    o = new(PartitionChangeRecord)
    o.partition_id, u1, t = unpack_iuB(buf, pos)
    o.topic_id = make_uuid(u1)
    o.isr = None
    o.leader = -2
    o.replicas = None
    o.removing_replicas = None
    o.adding_replicas = None
    o.leader_recovery_state = -1
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.directories = None
    o.unknown_tags = None
    pos += 21
    if t:
        pos = tags_partition_change_record_v2(o, buf, pos, end, t, ctx)
    return o, pos


def read_partition_change_record_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[PartitionChangeRecord, int]:
    o = new(PartitionChangeRecord)
    o.partition_id, u1, t = unpack_iuB(buf, pos)
    o.topic_id = make_uuid(u1)
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.isr = None
    o.leader = -2
    o.replicas = None
    o.removing_replicas = None
    o.adding_replicas = None
    o.leader_recovery_state = -1
    o.directories = None
    o.unknown_tags = None
    pos += 21
    if t:
        pos = tags_partition_change_record_v1(o, buf, pos, end, t, ctx)
    return o, pos


def read_partition_change_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[PartitionChangeRecord, int]:
    o = new(PartitionChangeRecord)
    o.partition_id, u1, t = unpack_iuB(buf, pos)
    o.topic_id = make_uuid(u1)
    o.directories = None
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.isr = None
    o.leader = -2
    o.replicas = None
    o.removing_replicas = None
    o.adding_replicas = None
    o.leader_recovery_state = -1
    o.unknown_tags = None
    pos += 21
    if t:
        pos = tags_partition_change_record_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_partition_change_record_v2(
    o: PartitionChangeRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.isr = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.isr = None
                pos = pos + 1
            else:
                o.isr, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            (o.leader,) = unpack_i(buf, pos)
            pos += 4
            check_tag_size(tag, pos, stop)
        elif tag == 2:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.replicas = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.replicas = None
                pos = pos + 1
            else:
                o.replicas, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 3:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.removing_replicas = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.removing_replicas = None
                pos = pos + 1
            else:
                o.removing_replicas, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 4:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.adding_replicas = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.adding_replicas = None
                pos = pos + 1
            else:
                o.adding_replicas, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 5:
            (o.leader_recovery_state,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        elif tag == 6:
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
        elif tag == 7:
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
        elif tag == 8:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.directories = [] if n1 else None
            else:
                n1 -= 1
                if n1 * 16 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 16, end - pos)
                ctx.left -= n1
                o.directories, pos = read_uuids(buf, pos, n1)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_partition_change_record_v2(o: PartitionChangeRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.isr is not None:
        parts = []
        put = parts.append
        v1 = o.isr
        if v1 is None:
            v1 = ()
            n2 = 0
        else:
            n2 = len(v1) + 1
        put(shapes_1[len(v1)](n2, *v1))
        known[0] = b"".join(parts)
    if o.leader != -2:
        parts = []
        put = parts.append
        put(pack_i(o.leader))
        known[1] = b"".join(parts)
    if o.replicas is not None:
        parts = []
        put = parts.append
        v3 = o.replicas
        if v3 is None:
            v3 = ()
            n4 = 0
        else:
            n4 = len(v3) + 1
        put(shapes_1[len(v3)](n4, *v3))
        known[2] = b"".join(parts)
    if o.removing_replicas is not None:
        parts = []
        put = parts.append
        v5 = o.removing_replicas
        if v5 is None:
            v5 = ()
            n6 = 0
        else:
            n6 = len(v5) + 1
        put(shapes_1[len(v5)](n6, *v5))
        known[3] = b"".join(parts)
    if o.adding_replicas is not None:
        parts = []
        put = parts.append
        v7 = o.adding_replicas
        if v7 is None:
            v7 = ()
            n8 = 0
        else:
            n8 = len(v7) + 1
        put(shapes_1[len(v7)](n8, *v7))
        known[4] = b"".join(parts)
    if o.leader_recovery_state != -1:
        parts = []
        put = parts.append
        put(pack_b(o.leader_recovery_state))
        known[5] = b"".join(parts)
    if o.eligible_leader_replicas is not None:
        parts = []
        put = parts.append
        v9 = o.eligible_leader_replicas
        if v9 is None:
            v9 = ()
            n10 = 0
        else:
            n10 = len(v9) + 1
        put(shapes_1[len(v9)](n10, *v9))
        known[6] = b"".join(parts)
    if o.last_known_elr is not None:
        parts = []
        put = parts.append
        v11 = o.last_known_elr
        if v11 is None:
            v11 = ()
            n12 = 0
        else:
            n12 = len(v11) + 1
        put(shapes_1[len(v11)](n12, *v11))
        known[7] = b"".join(parts)
    if o.directories is not None:
        parts = []
        put = parts.append
        v13 = o.directories
        if v13:
            put(COUNTS[len(v13)])
            put_uuids(put, v13)
        if not v13:
            put(pack_B(v13 is not None))
        known[8] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2, 3, 4, 5, 6, 7, 8))


def encode_partition_change_record_v2(o: PartitionChangeRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    put(pack_iu(o.partition_id, o.topic_id.bytes))
    if (
        o.isr is not None
        or o.leader != -2
        or o.replicas is not None
        or o.removing_replicas is not None
        or o.adding_replicas is not None
        or o.leader_recovery_state != -1
        or o.eligible_leader_replicas is not None
        or o.last_known_elr is not None
        or o.directories is not None
        or o.unknown_tags
    ):
        put(tagged_partition_change_record_v2(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_partition_change_record_v1(
    o: PartitionChangeRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits, (6, 7))
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.isr = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.isr = None
                pos = pos + 1
            else:
                o.isr, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            (o.leader,) = unpack_i(buf, pos)
            pos += 4
            check_tag_size(tag, pos, stop)
        elif tag == 2:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.replicas = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.replicas = None
                pos = pos + 1
            else:
                o.replicas, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 3:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.removing_replicas = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.removing_replicas = None
                pos = pos + 1
            else:
                o.removing_replicas, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 4:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.adding_replicas = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.adding_replicas = None
                pos = pos + 1
            else:
                o.adding_replicas, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 5:
            (o.leader_recovery_state,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        elif tag == 8:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.directories = [] if n1 else None
            else:
                n1 -= 1
                if n1 * 16 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 16, end - pos)
                ctx.left -= n1
                o.directories, pos = read_uuids(buf, pos, n1)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_partition_change_record_v1(o: PartitionChangeRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.isr is not None:
        parts = []
        put = parts.append
        v1 = o.isr
        if v1 is None:
            v1 = ()
            n2 = 0
        else:
            n2 = len(v1) + 1
        put(shapes_1[len(v1)](n2, *v1))
        known[0] = b"".join(parts)
    if o.leader != -2:
        parts = []
        put = parts.append
        put(pack_i(o.leader))
        known[1] = b"".join(parts)
    if o.replicas is not None:
        parts = []
        put = parts.append
        v3 = o.replicas
        if v3 is None:
            v3 = ()
            n4 = 0
        else:
            n4 = len(v3) + 1
        put(shapes_1[len(v3)](n4, *v3))
        known[2] = b"".join(parts)
    if o.removing_replicas is not None:
        parts = []
        put = parts.append
        v5 = o.removing_replicas
        if v5 is None:
            v5 = ()
            n6 = 0
        else:
            n6 = len(v5) + 1
        put(shapes_1[len(v5)](n6, *v5))
        known[3] = b"".join(parts)
    if o.adding_replicas is not None:
        parts = []
        put = parts.append
        v7 = o.adding_replicas
        if v7 is None:
            v7 = ()
            n8 = 0
        else:
            n8 = len(v7) + 1
        put(shapes_1[len(v7)](n8, *v7))
        known[4] = b"".join(parts)
    if o.leader_recovery_state != -1:
        parts = []
        put = parts.append
        put(pack_b(o.leader_recovery_state))
        known[5] = b"".join(parts)
    if o.directories is not None:
        parts = []
        put = parts.append
        v9 = o.directories
        if v9:
            put(COUNTS[len(v9)])
            put_uuids(put, v9)
        if not v9:
            put(pack_B(v9 is not None))
        known[8] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2, 3, 4, 5, 6, 7, 8))


def encode_partition_change_record_v1(o: PartitionChangeRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.eligible_leader_replicas is not None:
        absent(o, "eligible_leader_replicas")
    if o.last_known_elr is not None:
        absent(o, "last_known_elr")
    put(pack_iu(o.partition_id, o.topic_id.bytes))
    if (
        o.isr is not None
        or o.leader != -2
        or o.replicas is not None
        or o.removing_replicas is not None
        or o.adding_replicas is not None
        or o.leader_recovery_state != -1
        or o.directories is not None
        or o.unknown_tags
    ):
        put(tagged_partition_change_record_v1(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_partition_change_record_v0(
    o: PartitionChangeRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits, (6, 7, 8))
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.isr = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.isr = None
                pos = pos + 1
            else:
                o.isr, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            (o.leader,) = unpack_i(buf, pos)
            pos += 4
            check_tag_size(tag, pos, stop)
        elif tag == 2:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.replicas = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.replicas = None
                pos = pos + 1
            else:
                o.replicas, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 3:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.removing_replicas = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.removing_replicas = None
                pos = pos + 1
            else:
                o.removing_replicas, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 4:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.adding_replicas = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.adding_replicas = None
                pos = pos + 1
            else:
                o.adding_replicas, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        elif tag == 5:
            (o.leader_recovery_state,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_partition_change_record_v0(o: PartitionChangeRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.isr is not None:
        parts = []
        put = parts.append
        v1 = o.isr
        if v1 is None:
            v1 = ()
            n2 = 0
        else:
            n2 = len(v1) + 1
        put(shapes_1[len(v1)](n2, *v1))
        known[0] = b"".join(parts)
    if o.leader != -2:
        parts = []
        put = parts.append
        put(pack_i(o.leader))
        known[1] = b"".join(parts)
    if o.replicas is not None:
        parts = []
        put = parts.append
        v3 = o.replicas
        if v3 is None:
            v3 = ()
            n4 = 0
        else:
            n4 = len(v3) + 1
        put(shapes_1[len(v3)](n4, *v3))
        known[2] = b"".join(parts)
    if o.removing_replicas is not None:
        parts = []
        put = parts.append
        v5 = o.removing_replicas
        if v5 is None:
            v5 = ()
            n6 = 0
        else:
            n6 = len(v5) + 1
        put(shapes_1[len(v5)](n6, *v5))
        known[3] = b"".join(parts)
    if o.adding_replicas is not None:
        parts = []
        put = parts.append
        v7 = o.adding_replicas
        if v7 is None:
            v7 = ()
            n8 = 0
        else:
            n8 = len(v7) + 1
        put(shapes_1[len(v7)](n8, *v7))
        known[4] = b"".join(parts)
    if o.leader_recovery_state != -1:
        parts = []
        put = parts.append
        put(pack_b(o.leader_recovery_state))
        known[5] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2, 3, 4, 5, 6, 7, 8))


def encode_partition_change_record_v0(o: PartitionChangeRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.directories is not None:
        absent(o, "directories")
    if o.eligible_leader_replicas is not None:
        absent(o, "eligible_leader_replicas")
    if o.last_known_elr is not None:
        absent(o, "last_known_elr")
    put(pack_iu(o.partition_id, o.topic_id.bytes))
    if (
        o.isr is not None
        or o.leader != -2
        or o.replicas is not None
        or o.removing_replicas is not None
        or o.adding_replicas is not None
        or o.leader_recovery_state != -1
        or o.unknown_tags
    ):
        put(tagged_partition_change_record_v0(o))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[PartitionChangeRecord], bytes]] = {
    0: encode_partition_change_record_v0,
    1: encode_partition_change_record_v1,
    2: encode_partition_change_record_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[PartitionChangeRecord, int]]] = {
    0: read_partition_change_record_v0,
    1: read_partition_change_record_v1,
    2: read_partition_change_record_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
PartitionChangeRecord metadata 0-2 flexible=0+
 PartitionId int32 0+ default=-1
 TopicId uuid 0+
 Isr []int32 0+ null=0+ tag=0@0+ default=null
 Leader int32 0+ tag=1@0+ default=-2
 Replicas []int32 0+ null=0+ tag=2@0+ default=null
 RemovingReplicas []int32 0+ null=0+ tag=3@0+ default=null
 AddingReplicas []int32 0+ null=0+ tag=4@0+ default=null
 LeaderRecoveryState int8 0+ tag=5@0+ default=-1
 Directories []uuid 1+ null=1+ tag=8@1+ default=null
 EligibleLeaderReplicas []int32 2+ null=2+ tag=6@2+ default=null
 LastKnownElr []int32 2+ null=2+ tag=7@2+ default=null
"""
