# Generated from data/DefaultPrincipalData.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.default_principal_data import DefaultPrincipalData
from kafkawire.wire import Context, Shapes, long_string, merge_tags, new, unknown_tags

shapes_1 = Shapes("S%dsS%ds?x")
unpack_tB = Packer(">?B").unpack_from


def read_default_principal_data_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DefaultPrincipalData, int]:
    o = new(DefaultPrincipalData)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.type = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.type, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.name, pos = long_string(buf, pos + 1, n2)
    o.token_authenticated, t = unpack_tB(buf, pos)
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_default_principal_data_v0(o: DefaultPrincipalData) -> bytes:
    s1 = o.type.encode()
    n2 = len(s1)
    s3 = o.name.encode()
    n4 = len(s3)
    data = shapes_1[n2, n4](n2 + 1, s1, n4 + 1, s3, o.token_authenticated)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[DefaultPrincipalData], bytes]] = {
    0: encode_default_principal_data_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DefaultPrincipalData, int]]] = {
    0: read_default_principal_data_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
DefaultPrincipalData data 0 flexible=0+
 Type string 0+
 Name string 0+
 TokenAuthenticated bool 0+
"""
