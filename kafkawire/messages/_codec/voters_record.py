# Generated from records-control/VotersRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.voters_record import Endpoint, KRaftVersionFeature, Voter, VotersRecord
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
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

pack_h = Packer(">h").pack
pack_hBx = Packer(">hBx").pack
pack_hhx = Packer(">hhx").pack
pack_iu = Packer(">i16s").pack
pack_iuB = Packer(">i16sB").pack
rows_endpoint_v0 = Rows("P1 P1 H T")
shapes_1 = Shapes("S%dsS%dsHx")
unpack_HB = Packer(">HB").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hhB = Packer(">hhB").unpack_from
unpack_iuB = Packer(">i16sB").unpack_from


def some_endpoint_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Endpoint], int, Key]:
    out = many(Endpoint, count)
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


def fill_endpoint_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[Endpoint]:
    out = many(Endpoint, count)
    o: Endpoint
    for o, row in zip(out, rows):
        v0, v1, o.port = row
        o.name = v0.decode()
        o.host = v1.decode()
        o.unknown_tags = None
    return out


def write_endpoint_v0_array(items: Iterable[Endpoint], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_1[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        s3 = o.host.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_1[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3, o.port)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_kraft_version_feature_v0(o: KRaftVersionFeature, put: Put) -> None:
    data = pack_hhx(o.min_supported_version, o.max_supported_version)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_kraft_version_feature_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[KRaftVersionFeature, int]:
    o = new(KRaftVersionFeature)
    o.min_supported_version, o.max_supported_version, t = unpack_hhB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_voter_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Voter], int]:
    out = many(Voter, count)
    key_endpoint_v0: Key | None = None
    for o in out:
        o.voter_id, u1, n2 = unpack_iuB(buf, pos)
        o.voter_directory_id = make_uuid(u1)
        pos += 21
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.endpoints = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 5 > end - pos or n2 > ctx.left:
                refuse_count(n2, 5, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_endpoint_v0 is None:
                o.endpoints, pos, _ = some_endpoint_v0(buf, pos, end, n2, ctx)
            else:
                o.endpoints, pos, key_endpoint_v0 = read_rows(
                    buf, pos, end, n2, ctx, some_endpoint_v0, fill_endpoint_v0, rows_endpoint_v0, key_endpoint_v0
                )
        o.kraft_version_feature, pos = read_kraft_version_feature_v0(buf, pos, end, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_voter_v0_array(items: Iterable[Voter], put: Put) -> None:
    for o in items:
        v1 = o.endpoints
        if v1:
            put(pack_iu(o.voter_id, o.voter_directory_id.bytes))
            put(COUNTS[len(v1)])
            write_endpoint_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        if not v1:
            put(pack_iuB(o.voter_id, o.voter_directory_id.bytes, 1))
        write_kraft_version_feature_v0(o.kraft_version_feature, put)
        data = b"\0"
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_voters_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[VotersRecord, int]:
    o = new(VotersRecord)
    o.version, n1 = unpack_hB(buf, pos)
    pos += 3
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.voters = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 27 > end - pos or n1 > ctx.left:
            refuse_count(n1, 27, end - pos)
        ctx.left -= n1
        o.voters, pos = read_voter_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_voters_record_v0(o: VotersRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.voters
    if v1:
        put(pack_h(o.version))
        put(COUNTS[len(v1)])
        write_voter_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_hBx(o.version, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[VotersRecord], bytes]] = {
    0: encode_voters_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[VotersRecord, int]]] = {
    0: read_voters_record_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
VotersRecord data 0 flexible=0+
 Version int16 0+
 Voters []Voter 0+
  VoterId int32 0+
  VoterDirectoryId uuid 0+
  Endpoints []Endpoint 0+
   Name string 0+
   Host string 0+
   Port uint16 0+
  KRaftVersionFeature KRaftVersionFeature 0+
   MinSupportedVersion int16 0+
   MaxSupportedVersion int16 0+
"""
