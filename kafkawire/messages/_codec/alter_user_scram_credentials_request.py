# Generated from rpc/AlterUserScramCredentialsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.alter_user_scram_credentials_request import (
    AlterUserScramCredentialsRequest,
    ScramCredentialDeletion,
    ScramCredentialUpsertion,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
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

pack_B = Packer(">B").pack
pack_Bx = Packer(">Bx").pack
rows_scram_credential_deletion_v0 = Rows("P1 b T")
rows_scram_credential_upsertion_v0 = Rows("P1 bi P1 P1 T")
shapes_1 = Shapes("S%dsbx")
shapes_2 = Shapes("S%dsbiP%dsP%dsx")
unpack_bB = Packer(">bB").unpack_from
unpack_biB = Packer(">biB").unpack_from


def some_scram_credential_upsertion_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ScramCredentialUpsertion], int, Key]:
    out = many(ScramCredentialUpsertion, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.mechanism, o.iterations, n2 = unpack_biB(buf, pos)
        pos += 6
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2:
            p = pos + n2 - 1
            o.salt = buf[pos:p]
            pos = p
        else:
            o.salt = refuse_length(-1)
        n3 = buf[pos]
        pos += 1
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3:
            p = pos + n3 - 1
            o.salted_password = buf[pos:p]
            pos = p
        else:
            o.salted_password = refuse_length(-1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, t)


def fill_scram_credential_upsertion_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[ScramCredentialUpsertion]:
    out = many(ScramCredentialUpsertion, count)
    o: ScramCredentialUpsertion
    for o, row in zip(out, rows):
        v0, o.mechanism, o.iterations, o.salt, o.salted_password = row
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def some_scram_credential_deletion_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ScramCredentialDeletion], int, Key]:
    out = many(ScramCredentialDeletion, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.mechanism, t = unpack_bB(buf, pos)
        o.unknown_tags = None
        pos += 2
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_scram_credential_deletion_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[ScramCredentialDeletion]:
    out = many(ScramCredentialDeletion, count)
    o: ScramCredentialDeletion
    for o, row in zip(out, rows):
        v0, o.mechanism = row
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def write_scram_credential_upsertion_v0_array(items: Iterable[ScramCredentialUpsertion], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_2[0, 0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        b3 = o.salt
        n4 = len(b3)
        b5 = o.salted_password
        n6 = len(b5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_2[last8, last9, last10]
        data = pack7(n2 + 1, s1, o.mechanism, o.iterations, n4 + 1, b3, n6 + 1, b5)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_scram_credential_deletion_v0_array(items: Iterable[ScramCredentialDeletion], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        data = shapes_1[n2](n2 + 1, s1, o.mechanism)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_alter_user_scram_credentials_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AlterUserScramCredentialsRequest, int]:
    key_scram_credential_deletion_v0: Key | None = None
    key_scram_credential_upsertion_v0: Key | None = None
    o = new(AlterUserScramCredentialsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.deletions = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_scram_credential_deletion_v0 is None:
            o.deletions, pos, _ = some_scram_credential_deletion_v0(buf, pos, end, n1, ctx)
        else:
            o.deletions, pos, key_scram_credential_deletion_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_scram_credential_deletion_v0,
                fill_scram_credential_deletion_v0,
                rows_scram_credential_deletion_v0,
                key_scram_credential_deletion_v0,
            )
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.upsertions = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 9 > end - pos or n2 > ctx.left:
            refuse_count(n2, 9, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_scram_credential_upsertion_v0 is None:
            o.upsertions, pos, _ = some_scram_credential_upsertion_v0(buf, pos, end, n2, ctx)
        else:
            o.upsertions, pos, key_scram_credential_upsertion_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_scram_credential_upsertion_v0,
                fill_scram_credential_upsertion_v0,
                rows_scram_credential_upsertion_v0,
                key_scram_credential_upsertion_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_alter_user_scram_credentials_request_v0(o: AlterUserScramCredentialsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.deletions
    if v1:
        put(COUNTS[len(v1)])
        write_scram_credential_deletion_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.upsertions
    if not v1:
        put(pack_B(1))
    if v2:
        put(COUNTS[len(v2)])
        write_scram_credential_upsertion_v0_array(v2, put)
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


ENCODERS: dict[int, Callable[[AlterUserScramCredentialsRequest], bytes]] = {
    0: encode_alter_user_scram_credentials_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AlterUserScramCredentialsRequest, int]]] = {
    0: read_alter_user_scram_credentials_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
AlterUserScramCredentialsRequest request 0 flexible=0+
 Deletions []ScramCredentialDeletion 0+
  Name string 0+
  Mechanism int8 0+
 Upsertions []ScramCredentialUpsertion 0+
  Name string 0+
  Mechanism int8 0+
  Iterations int32 0+
  Salt bytes 0+
  SaltedPassword bytes 0+
"""
