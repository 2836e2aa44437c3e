# Generated from records-metadata/BrokerRegistrationChangeRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.broker_registration_change_record import BrokerRegistrationChangeRecord
from kafkawire.wire import (
    COUNTS,
    Context,
    absent,
    check_tag_size,
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

pack_B = Packer(">B").pack
pack_b = Packer(">b").pack
pack_iq = Packer(">iq").pack
unpack_b = Packer(">b").unpack_from
unpack_iqB = Packer(">iqB").unpack_from


def read_broker_registration_change_record_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BrokerRegistrationChangeRecord, int]:
    o = new(BrokerRegistrationChangeRecord)
    o.broker_id, o.broker_epoch, t = unpack_iqB(buf, pos)
    o.fenced = 0
    o.in_controlled_shutdown = 0
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    pos += 13
    if t:
        pos = tags_broker_registration_change_record_v3(o, buf, pos, end, t, ctx)
    return o, pos


def read_broker_registration_change_record_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BrokerRegistrationChangeRecord, int]:
    o = new(BrokerRegistrationChangeRecord)
    o.broker_id, o.broker_epoch, t = unpack_iqB(buf, pos)
    o.cordoned_log_dirs = None
    o.fenced = 0
    o.in_controlled_shutdown = 0
    o.log_dirs = []
    o.unknown_tags = None
    pos += 13
    if t:
        pos = tags_broker_registration_change_record_v2(o, buf, pos, end, t, ctx)
    return o, pos


def read_broker_registration_change_record_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BrokerRegistrationChangeRecord, int]:
    o = new(BrokerRegistrationChangeRecord)
    o.broker_id, o.broker_epoch, t = unpack_iqB(buf, pos)
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.fenced = 0
    o.in_controlled_shutdown = 0
    o.unknown_tags = None
    pos += 13
    if t:
        pos = tags_broker_registration_change_record_v1(o, buf, pos, end, t, ctx)
    return o, pos


def read_broker_registration_change_record_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BrokerRegistrationChangeRecord, int]:
    o = new(BrokerRegistrationChangeRecord)
    o.broker_id, o.broker_epoch, t = unpack_iqB(buf, pos)
    o.in_controlled_shutdown = 0
    o.log_dirs = []
    o.cordoned_log_dirs = None
    o.fenced = 0
    o.unknown_tags = None
    pos += 13
    if t:
        pos = tags_broker_registration_change_record_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_broker_registration_change_record_v3(
    o: BrokerRegistrationChangeRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            (o.fenced,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            (o.in_controlled_shutdown,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        elif tag == 2:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.log_dirs = [] if n1 else refuse_length(-1)
            else:
                n1 -= 1
                if n1 * 16 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 16, end - pos)
                ctx.left -= n1
                o.log_dirs, pos = read_uuids(buf, pos, n1)
            check_tag_size(tag, pos, stop)
        elif tag == 3:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.cordoned_log_dirs = [] if n1 else None
            else:
                n1 -= 1
                if n1 * 16 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 16, end - pos)
                ctx.left -= n1
                o.cordoned_log_dirs, pos = read_uuids(buf, pos, n1)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_broker_registration_change_record_v3(o: BrokerRegistrationChangeRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.fenced != 0:
        parts = []
        put = parts.append
        put(pack_b(o.fenced))
        known[0] = b"".join(parts)
    if o.in_controlled_shutdown != 0:
        parts = []
        put = parts.append
        put(pack_b(o.in_controlled_shutdown))
        known[1] = b"".join(parts)
    if o.log_dirs:
        parts = []
        put = parts.append
        v1 = o.log_dirs
        if v1:
            put(COUNTS[len(v1)])
            put_uuids(put, v1)
        elif v1 is None:
            refuse_null()
        if not v1:
            put(pack_B(1))
        known[2] = b"".join(parts)
    if o.cordoned_log_dirs is not None:
        parts = []
        put = parts.append
        v2 = o.cordoned_log_dirs
        if v2:
            put(COUNTS[len(v2)])
            put_uuids(put, v2)
        if not v2:
            put(pack_B(v2 is not None))
        known[3] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2, 3))


def encode_broker_registration_change_record_v3(o: BrokerRegistrationChangeRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    put(pack_iq(o.broker_id, o.broker_epoch))
    if (
        o.fenced != 0
        or o.in_controlled_shutdown != 0
        or o.log_dirs
        or o.cordoned_log_dirs is not None
        or o.unknown_tags
    ):
        put(tagged_broker_registration_change_record_v3(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_broker_registration_change_record_v2(
    o: BrokerRegistrationChangeRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits, (3,))
    for tag, pos, stop in sections:
        if tag == 0:
            (o.fenced,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            (o.in_controlled_shutdown,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        elif tag == 2:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.log_dirs = [] if n1 else refuse_length(-1)
            else:
                n1 -= 1
                if n1 * 16 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 16, end - pos)
                ctx.left -= n1
                o.log_dirs, pos = read_uuids(buf, pos, n1)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_broker_registration_change_record_v2(o: BrokerRegistrationChangeRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.fenced != 0:
        parts = []
        put = parts.append
        put(pack_b(o.fenced))
        known[0] = b"".join(parts)
    if o.in_controlled_shutdown != 0:
        parts = []
        put = parts.append
        put(pack_b(o.in_controlled_shutdown))
        known[1] = b"".join(parts)
    if o.log_dirs:
        parts = []
        put = parts.append
        v1 = o.log_dirs
        if v1:
            put(COUNTS[len(v1)])
            put_uuids(put, v1)
        elif v1 is None:
            refuse_null()
        if not v1:
            put(pack_B(1))
        known[2] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2, 3))


def encode_broker_registration_change_record_v2(o: BrokerRegistrationChangeRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.cordoned_log_dirs is not None:
        absent(o, "cordoned_log_dirs")
    put(pack_iq(o.broker_id, o.broker_epoch))
    if o.fenced != 0 or o.in_controlled_shutdown != 0 or o.log_dirs or o.unknown_tags:
        put(tagged_broker_registration_change_record_v2(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_broker_registration_change_record_v1(
    o: BrokerRegistrationChangeRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits, (2, 3))
    for tag, pos, stop in sections:
        if tag == 0:
            (o.fenced,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            (o.in_controlled_shutdown,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_broker_registration_change_record_v1(o: BrokerRegistrationChangeRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.fenced != 0:
        parts = []
        put = parts.append
        put(pack_b(o.fenced))
        known[0] = b"".join(parts)
    if o.in_controlled_shutdown != 0:
        parts = []
        put = parts.append
        put(pack_b(o.in_controlled_shutdown))
        known[1] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2, 3))


def encode_broker_registration_change_record_v1(o: BrokerRegistrationChangeRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.log_dirs:
        absent(o, "log_dirs")
    if o.cordoned_log_dirs is not None:
        absent(o, "cordoned_log_dirs")
    put(pack_iq(o.broker_id, o.broker_epoch))
    if o.fenced != 0 or o.in_controlled_shutdown != 0 or o.unknown_tags:
        put(tagged_broker_registration_change_record_v1(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_broker_registration_change_record_v0(
    o: BrokerRegistrationChangeRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits, (1, 2, 3))
    for tag, pos, stop in sections:
        if tag == 0:
            (o.fenced,) = unpack_b(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_broker_registration_change_record_v0(o: BrokerRegistrationChangeRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.fenced != 0:
        parts = []
        put = parts.append
        put(pack_b(o.fenced))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2, 3))


def encode_broker_registration_change_record_v0(o: BrokerRegistrationChangeRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.in_controlled_shutdown != 0:
        absent(o, "in_controlled_shutdown")
    if o.log_dirs:
        absent(o, "log_dirs")
    if o.cordoned_log_dirs is not None:
        absent(o, "cordoned_log_dirs")
    put(pack_iq(o.broker_id, o.broker_epoch))
    if o.fenced != 0 or o.unknown_tags:
        put(tagged_broker_registration_change_record_v0(o))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[BrokerRegistrationChangeRecord], bytes]] = {
    0: encode_broker_registration_change_record_v0,
    1: encode_broker_registration_change_record_v1,
    2: encode_broker_registration_change_record_v2,
    3: encode_broker_registration_change_record_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[BrokerRegistrationChangeRecord, int]]] = {
    0: read_broker_registration_change_record_v0,
    1: read_broker_registration_change_record_v1,
    2: read_broker_registration_change_record_v2,
    3: read_broker_registration_change_record_v3,
}
NEEDS_CONTEXT = True
SPEC = """\
BrokerRegistrationChangeRecord metadata 0-3 flexible=0+
 BrokerId int32 0+
 BrokerEpoch int64 0+
 Fenced int8 0+ tag=0@0+
 InControlledShutdown int8 1+ tag=1@1+
 LogDirs []uuid 2+ tag=2@2+
 CordonedLogDirs []uuid 3+ null=3+ tag=3@3+ default=null
"""
