# Generated from records-metadata/UserScramCredentialRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.user_scram_credential_record import UserScramCredentialRecord
from kafkawire.wire import Context, Shapes, long_string, merge_tags, new, refuse_length, unknown_tags, uvarint_rest

shapes_1 = Shapes("S%dsbP%dsP%ds")
shapes_2 = Shapes("P%dsix")
unpack_bB = Packer(">bB").unpack_from
unpack_iB = Packer(">iB").unpack_from


def read_user_scram_credential_record_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[UserScramCredentialRecord, int]:
    o = new(UserScramCredentialRecord)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.name, pos = long_string(buf, pos + 1, n1)
    o.mechanism, n2 = unpack_bB(buf, pos)
    pos += 2
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
        o.stored_key = buf[pos:p]
        pos = p
    else:
        o.stored_key = refuse_length(-1)
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4:
        p = pos + n4 - 1
        o.server_key = buf[pos:p]
        pos = p
    else:
        o.server_key = refuse_length(-1)
    o.iterations, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_user_scram_credential_record_v0(o: UserScramCredentialRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.name.encode()
    n2 = len(s1)
    b3 = o.salt
    n4 = len(b3)
    b5 = o.stored_key
    n6 = len(b5)
    put(shapes_1[n2, n4, n6](n2 + 1, s1, o.mechanism, n4 + 1, b3, n6 + 1, b5))
    b7 = o.server_key
    n8 = len(b7)
    data = shapes_2[n8](n8 + 1, b7, o.iterations)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[UserScramCredentialRecord], bytes]] = {
    0: encode_user_scram_credential_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[UserScramCredentialRecord, int]]] = {
    0: read_user_scram_credential_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
UserScramCredentialRecord metadata 0 flexible=0+
 Name string 0+
 Mechanism int8 0+
 Salt bytes 0+
 StoredKey bytes 0+
 ServerKey bytes 0+
 Iterations int32 0+
"""
