# Generated from rpc/BrokerHeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.broker_heartbeat_request import BrokerHeartbeatRequest
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
pack_iqqtt = Packer(">iqq??").pack
pack_iqqttx = Packer(">iqq??x").pack
unpack_iqqttB = Packer(">iqq??B").unpack_from


def read_broker_heartbeat_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BrokerHeartbeatRequest, int]:
    o = new(BrokerHeartbeatRequest)
    o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down, t = unpack_iqqttB(buf, pos)
    o.offline_log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    pos += 23
    if t:
        pos = tags_broker_heartbeat_request_v2(o, buf, pos, end, t, ctx)
    return o, pos


def read_broker_heartbeat_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BrokerHeartbeatRequest, int]:
    o = new(BrokerHeartbeatRequest)
    o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down, t = unpack_iqqttB(buf, pos)
    o.cordoned_log_dirs = None
    o.offline_log_dirs = []
    o.unknown_tags = None
    pos += 23
    if t:
        pos = tags_broker_heartbeat_request_v1(o, buf, pos, end, t, ctx)
    return o, pos


def read_broker_heartbeat_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BrokerHeartbeatRequest, int]:
    o = new(BrokerHeartbeatRequest)
    o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down, t = unpack_iqqttB(buf, pos)
    o.offline_log_dirs = []
    o.cordoned_log_dirs = None
    o.unknown_tags = None
    pos += 23
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0, 1))
    return o, pos


def tags_broker_heartbeat_request_v2(
    o: BrokerHeartbeatRequest, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.offline_log_dirs = [] if n1 else refuse_length(-1)
            else:
                n1 -= 1
                if n1 * 16 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 16, end - pos)
                ctx.left -= n1
                o.offline_log_dirs, pos = read_uuids(buf, pos, n1)
            check_tag_size(tag, pos, stop)
        elif tag == 1:
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


def tagged_broker_heartbeat_request_v2(o: BrokerHeartbeatRequest) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.offline_log_dirs:
        parts = []
        put = parts.append
        v1 = o.offline_log_dirs
        if v1:
            put(COUNTS[len(v1)])
            put_uuids(put, v1)
        elif v1 is None:
            refuse_null()
        if not v1:
            put(pack_B(1))
        known[0] = b"".join(parts)
    if o.cordoned_log_dirs is not None:
        parts = []
        put = parts.append
        v2 = o.cordoned_log_dirs
        if v2:
            put(COUNTS[len(v2)])
            put_uuids(put, v2)
        if not v2:
            put(pack_B(v2 is not None))
        known[1] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1))


def encode_broker_heartbeat_request_v2(o: BrokerHeartbeatRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    put(pack_iqqtt(o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down))
    if o.offline_log_dirs or o.cordoned_log_dirs is not None or o.unknown_tags:
        put(tagged_broker_heartbeat_request_v2(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_broker_heartbeat_request_v1(
    o: BrokerHeartbeatRequest, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits, (1,))
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.offline_log_dirs = [] if n1 else refuse_length(-1)
            else:
                n1 -= 1
                if n1 * 16 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 16, end - pos)
                ctx.left -= n1
                o.offline_log_dirs, pos = read_uuids(buf, pos, n1)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_broker_heartbeat_request_v1(o: BrokerHeartbeatRequest) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.offline_log_dirs:
        parts = []
        put = parts.append
        v1 = o.offline_log_dirs
        if v1:
            put(COUNTS[len(v1)])
            put_uuids(put, v1)
        elif v1 is None:
            refuse_null()
        if not v1:
            put(pack_B(1))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1))


def encode_broker_heartbeat_request_v1(o: BrokerHeartbeatRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.cordoned_log_dirs is not None:
        absent(o, "cordoned_log_dirs")
    put(pack_iqqtt(o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down))
    if o.offline_log_dirs or o.unknown_tags:
        put(tagged_broker_heartbeat_request_v1(o))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_broker_heartbeat_request_v0(o: BrokerHeartbeatRequest) -> bytes:
    if o.offline_log_dirs:
        absent(o, "offline_log_dirs")
    if o.cordoned_log_dirs is not None:
        absent(o, "cordoned_log_dirs")
    data = pack_iqqttx(o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, (0, 1))
    return data


ENCODERS: dict[int, Callable[[BrokerHeartbeatRequest], bytes]] = {
    0: encode_broker_heartbeat_request_v0,
    1: encode_broker_heartbeat_request_v1,
    2: encode_broker_heartbeat_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[BrokerHeartbeatRequest, int]]] = {
    0: read_broker_heartbeat_request_v0,
    1: read_broker_heartbeat_request_v1,
    2: read_broker_heartbeat_request_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
BrokerHeartbeatRequest request 0-2 flexible=0+
 BrokerId int32 0+
 BrokerEpoch int64 0+ default=-1
 CurrentMetadataOffset int64 0+
 WantFence bool 0+
 WantShutDown bool 0+
 OfflineLogDirs []uuid 1+ tag=0@1+
 CordonedLogDirs []uuid 2+ null=2+ tag=1@2+ default=null
"""
