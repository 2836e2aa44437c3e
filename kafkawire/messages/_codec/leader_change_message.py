# Generated from records-control/LeaderChangeMessage.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.leader_change_message import LeaderChangeMessage, Voter
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    ZERO_UUID,
    absent,
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

iter_voter_v0 = Packer(">ix").iter_unpack
iter_voter_v1 = Packer(">i16sx").iter_unpack
pack_Bx = Packer(">Bx").pack
pack_hi = Packer(">hi").pack
pack_hiB = Packer(">hiB").pack
pack_iux = Packer(">i16sx").pack
pack_ix = Packer(">ix").pack
rows_voter_v0 = Rows("i T")
rows_voter_v1 = Rows("i16s T")
unpack_hiB = Packer(">hiB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_iuB = Packer(">i16sB").unpack_from


def some_voter_v1(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Voter], int, Key]:
    out = many(Voter, count)
    for o in out:
        o.voter_id, u1, t = unpack_iuB(buf, pos)
        o.voter_directory_id = make_uuid(u1)
        o.unknown_tags = None
        pos += 21
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_voter_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[Voter]:
    out = many(Voter, count)
    o: Voter
    for o, row in zip(out, rows):
        o.voter_id, v1 = row
        o.voter_directory_id = make_uuid(v1)
        o.unknown_tags = None
    return out


def some_voter_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Voter], int, Key]:
    out = many(Voter, count)
    for o in out:
        o.voter_id, t = unpack_iB(buf, pos)
        o.voter_directory_id = ZERO_UUID
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
        o.voter_directory_id = ZERO_UUID
        o.unknown_tags = None
    return out


def write_voter_v1_array(items: Iterable[Voter], put: Put) -> None:
    for o in items:
        data = pack_iux(o.voter_id, o.voter_directory_id.bytes)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_voter_v0_array(items: Iterable[Voter], put: Put) -> None:
    for o in items:
        if o.voter_directory_id != ZERO_UUID:
            absent(o, "voter_directory_id")
        data = pack_ix(o.voter_id)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_leader_change_message_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderChangeMessage, int]:
    key_voter_v1: Key | None = None
    o = new(LeaderChangeMessage)
    o.version, o.leader_id, n1 = unpack_hiB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.voters = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 21 > end - pos or n1 > ctx.left:
            refuse_count(n1, 21, end - pos)
        ctx.left -= n1
        p = pos + n1 * 21
        if p > end or any(buf[pos + 20 : p : 21]):
            if n1 < 8 and key_voter_v1 is None:
                o.voters, pos, _ = some_voter_v1(buf, pos, end, n1, ctx)
            else:
                o.voters, pos, key_voter_v1 = read_rows(
                    buf, pos, end, n1, ctx, some_voter_v1, fill_voter_v1, rows_voter_v1, key_voter_v1
                )
        else:
            o.voters = fill_voter_v1(iter_voter_v1(buf[pos:p]), n1, (), ctx)
            pos = p
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.granting_voters = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 21 > end - pos or n2 > ctx.left:
            refuse_count(n2, 21, end - pos)
        ctx.left -= n2
        p = pos + n2 * 21
        if p > end or any(buf[pos + 20 : p : 21]):
            if n2 < 8 and key_voter_v1 is None:
                o.granting_voters, pos, _ = some_voter_v1(buf, pos, end, n2, ctx)
            else:
                o.granting_voters, pos, key_voter_v1 = read_rows(
                    buf, pos, end, n2, ctx, some_voter_v1, fill_voter_v1, rows_voter_v1, key_voter_v1
                )
        else:
            o.granting_voters = fill_voter_v1(iter_voter_v1(buf[pos:p]), n2, (), ctx)
            pos = p
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_leader_change_message_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderChangeMessage, int]:
    key_voter_v0: Key | None = None
    o = new(LeaderChangeMessage)
    o.version, o.leader_id, n1 = unpack_hiB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.voters = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        p = pos + n1 * 5
        if p > end or any(buf[pos + 4 : p : 5]):
            if n1 < 8 and key_voter_v0 is None:
                o.voters, pos, _ = some_voter_v0(buf, pos, end, n1, ctx)
            else:
                o.voters, pos, key_voter_v0 = read_rows(
                    buf, pos, end, n1, ctx, some_voter_v0, fill_voter_v0, rows_voter_v0, key_voter_v0
                )
        else:
            o.voters = fill_voter_v0(iter_voter_v0(buf[pos:p]), n1, (), ctx)
            pos = p
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.granting_voters = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 5 > end - pos or n2 > ctx.left:
            refuse_count(n2, 5, end - pos)
        ctx.left -= n2
        p = pos + n2 * 5
        if p > end or any(buf[pos + 4 : p : 5]):
            if n2 < 8 and key_voter_v0 is None:
                o.granting_voters, pos, _ = some_voter_v0(buf, pos, end, n2, ctx)
            else:
                o.granting_voters, pos, key_voter_v0 = read_rows(
                    buf, pos, end, n2, ctx, some_voter_v0, fill_voter_v0, rows_voter_v0, key_voter_v0
                )
        else:
            o.granting_voters = fill_voter_v0(iter_voter_v0(buf[pos:p]), n2, (), ctx)
            pos = p
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_leader_change_message_v1(o: LeaderChangeMessage) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.voters
    if v1:
        put(pack_hi(o.version, o.leader_id))
        put(COUNTS[len(v1)])
        write_voter_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.granting_voters
    if not v1:
        put(pack_hiB(o.version, o.leader_id, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_voter_v1_array(v2, put)
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


def encode_leader_change_message_v0(o: LeaderChangeMessage) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.voters
    if v1:
        put(pack_hi(o.version, o.leader_id))
        put(COUNTS[len(v1)])
        write_voter_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.granting_voters
    if not v1:
        put(pack_hiB(o.version, o.leader_id, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_voter_v0_array(v2, put)
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


ENCODERS: dict[int, Callable[[LeaderChangeMessage], bytes]] = {
    0: encode_leader_change_message_v0,
    1: encode_leader_change_message_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[LeaderChangeMessage, int]]] = {
    0: read_leader_change_message_v0,
    1: read_leader_change_message_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
LeaderChangeMessage data 0-1 flexible=0+
 Version int16 0+
 LeaderId int32 0+
 Voters []Voter 0+
 GrantingVoters []Voter 0+
struct Voter
 VoterId int32 0+
 VoterDirectoryId uuid 1+
"""
