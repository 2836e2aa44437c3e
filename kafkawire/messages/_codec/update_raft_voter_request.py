# Generated from rpc/UpdateRaftVoterRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.update_raft_voter_request import KRaftVersionFeature, Listener, UpdateRaftVoterRequest
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    long_string,
    long_string_or_null,
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

pack_hhx = Packer(">hhx").pack
rows_listener_v0 = Rows("P1 P1 H T")
shapes_1 = Shapes("S%dsii16s")
shapes_2 = Shapes("S%dsii16sB")
shapes_3 = Shapes("S%dsS%dsHx")
unpack_HB = Packer(">HB").unpack_from
unpack_hhB = Packer(">hhB").unpack_from
unpack_iiuB = Packer(">ii16sB").unpack_from


def read_kraft_version_feature_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[KRaftVersionFeature, int]:
    o = new(KRaftVersionFeature)
    o.min_supported_version, o.max_supported_version, t = unpack_hhB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def some_listener_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Listener], int, Key]:
    out = many(Listener, count)
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
            p = pos + n2
            o.host = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 1, n2)
        o.port, t = unpack_HB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_listener_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[Listener]:
    out = many(Listener, count)
    o: Listener
    for o, row in zip(out, rows):
        v0, v1, o.port = row
        o.name = v0.decode()
        o.host = v1.decode()
        o.unknown_tags = None
    return out


def write_listener_v0_array(items: Iterable[Listener], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_3[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        s3 = o.host.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_3[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3, o.port)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_kraft_version_feature_v0(o: KRaftVersionFeature, put: Put) -> None:
    data = pack_hhx(o.min_supported_version, o.max_supported_version)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_update_raft_voter_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[UpdateRaftVoterRequest, int]:
    key_listener_v0: Key | None = None
    o = new(UpdateRaftVoterRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.cluster_id = buf[pos + 1 : p].decode()
        pos = p
    elif n1 == 0:
        o.cluster_id = None
        pos = pos + 1
    else:
        o.cluster_id, pos = long_string_or_null(buf, pos + 1, n1)
    o.current_leader_epoch, o.voter_id, u2, n3 = unpack_iiuB(buf, pos)
    o.voter_directory_id = make_uuid(u2)
    pos += 25
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.listeners = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 5 > end - pos or n3 > ctx.left:
            refuse_count(n3, 5, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_listener_v0 is None:
            o.listeners, pos, _ = some_listener_v0(buf, pos, end, n3, ctx)
        else:
            o.listeners, pos, key_listener_v0 = read_rows(
                buf, pos, end, n3, ctx, some_listener_v0, fill_listener_v0, rows_listener_v0, key_listener_v0
            )
    o.kraft_version_feature, pos = read_kraft_version_feature_v0(buf, pos, end, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_update_raft_voter_request_v0(o: UpdateRaftVoterRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.cluster_id
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v4 = o.listeners
    if v4:
        put(shapes_1[len(s1)](n2, s1, o.current_leader_epoch, o.voter_id, o.voter_directory_id.bytes))
        put(COUNTS[len(v4)])
        write_listener_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    if not v4:
        put(shapes_2[len(s1)](n2, s1, o.current_leader_epoch, o.voter_id, o.voter_directory_id.bytes, 1))
    write_kraft_version_feature_v0(o.kraft_version_feature, put)
    data = b"\0"
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[UpdateRaftVoterRequest], bytes]] = {
    0: encode_update_raft_voter_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[UpdateRaftVoterRequest, int]]] = {
    0: read_update_raft_voter_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
UpdateRaftVoterRequest request 0 flexible=0+
 ClusterId string 0+ null=0+
 CurrentLeaderEpoch int32 0+
 VoterId int32 0+
 VoterDirectoryId uuid 0+
 Listeners []Listener 0+
  Name string 0+
  Host string 0+
  Port uint16 0+
 KRaftVersionFeature KRaftVersionFeature 0+
  MinSupportedVersion int16 0+
  MaxSupportedVersion int16 0+
"""
