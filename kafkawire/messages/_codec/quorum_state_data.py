# Generated from records-raft/QuorumStateData.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.quorum_state_data import QuorumStateData, Voter
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    ZERO_UUID,
    absent,
    long_string,
    make_uuid,
    many,
    merge_tags,
    new,
    read_rows,
    refuse_count,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

iter_voter_v0 = Packer(">ix").iter_unpack
pack_iiiux = Packer(">iii16sx").pack
pack_ix = Packer(">ix").pack
rows_voter_v0 = Rows("i T")
shapes_1 = Shapes("S%dsiiiq")
shapes_2 = Shapes("S%dsiiiqBx")
unpack_iB = Packer(">iB").unpack_from
unpack_iiiqB = Packer(">iiiqB").unpack_from
unpack_iiiuB = Packer(">iii16sB").unpack_from


def some_voter_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Voter], int, Key]:
    out = many(Voter, count)
    for o in out:
        o.voter_id, t = unpack_iB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_voter_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[Voter]:
    out = many(Voter, count)
    o: Voter
    for o, row in zip(out, rows):
        (o.voter_id,) = row
        o.unknown_tags = None
    return out


def write_voter_v0_array(items: Iterable[Voter], put: Put) -> None:
    for o in items:
        data = pack_ix(o.voter_id)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_quorum_state_data_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[QuorumStateData, int]:
    o = new(QuorumStateData)
    o.leader_id, o.leader_epoch, o.voted_id, u1, t = unpack_iiiuB(buf, pos)
    o.voted_directory_id = make_uuid(u1)
    o.cluster_id = ""
    o.applied_offset = 0
    o.current_voters = []
    o.unknown_tags = None
    pos += 29
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_quorum_state_data_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[QuorumStateData, int]:
    key_voter_v0: Key | None = None
    o = new(QuorumStateData)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.cluster_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.cluster_id, pos = long_string(buf, pos + 1, n1)
    o.leader_id, o.leader_epoch, o.voted_id, o.applied_offset, n2 = unpack_iiiqB(buf, pos)
    pos += 21
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.current_voters = [] if n2 else None
    else:
        n2 -= 1
        if n2 * 5 > end - pos or n2 > ctx.left:
            refuse_count(n2, 5, end - pos)
        ctx.left -= n2
        p = pos + n2 * 5
        if p > end or any(buf[pos + 4 : p : 5]):
            if n2 < 8 and key_voter_v0 is None:
                o.current_voters, pos, _ = some_voter_v0(buf, pos, end, n2, ctx)
            else:
                o.current_voters, pos, key_voter_v0 = read_rows(
                    buf, pos, end, n2, ctx, some_voter_v0, fill_voter_v0, rows_voter_v0, key_voter_v0
                )
        else:
            o.current_voters = fill_voter_v0(iter_voter_v0(buf[pos:p]), n2, (), ctx)
            pos = p
    t = buf[pos]
    o.voted_directory_id = ZERO_UUID
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_quorum_state_data_v1(o: QuorumStateData) -> bytes:
    if o.cluster_id != "":
        absent(o, "cluster_id")
    if o.applied_offset != 0:
        absent(o, "applied_offset")
    if o.current_voters is None or o.current_voters:
        absent(o, "current_voters")
    data = pack_iiiux(o.leader_id, o.leader_epoch, o.voted_id, o.voted_directory_id.bytes)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_quorum_state_data_v0(o: QuorumStateData) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.voted_directory_id != ZERO_UUID:
        absent(o, "voted_directory_id")
    s1 = o.cluster_id.encode()
    n2 = len(s1)
    v3 = o.current_voters
    if v3:
        put(shapes_1[n2](n2 + 1, s1, o.leader_id, o.leader_epoch, o.voted_id, o.applied_offset))
        put(COUNTS[len(v3)])
        write_voter_v0_array(v3, put)
    if v3:
        data = b"\0"
    else:
        data = shapes_2[n2](n2 + 1, s1, o.leader_id, o.leader_epoch, o.voted_id, o.applied_offset, v3 is not None)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[QuorumStateData], bytes]] = {
    0: encode_quorum_state_data_v0,
    1: encode_quorum_state_data_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[QuorumStateData, int]]] = {
    0: read_quorum_state_data_v0,
    1: read_quorum_state_data_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
QuorumStateData data 0-1 flexible=0+
 ClusterId string 0
 LeaderId int32 0+ default=-1
 LeaderEpoch int32 0+ default=-1
 VotedId int32 0+ default=-1
 VotedDirectoryId uuid 1+
 AppliedOffset int64 0
 CurrentVoters []Voter 0 null=0
  VoterId int32 0
"""
