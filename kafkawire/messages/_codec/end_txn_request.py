# Generated from rpc/EndTxnRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.end_txn_request import EndTxnRequest
from kafkawire.wire import Context, Shapes, absent, long_string, merge_tags, new, refuse_length, unknown_tags

shapes_1 = Shapes("h%dsqh?")
shapes_2 = Shapes("S%dsqh?x")
unpack_h = Packer(">h").unpack_from
unpack_qht = Packer(">qh?").unpack_from
unpack_qhtB = Packer(">qh?B").unpack_from


def read_end_txn_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[EndTxnRequest, int]:
    o = new(EndTxnRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.transactional_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.transactional_id, pos = long_string(buf, pos + 1, n1)
    o.producer_id, o.producer_epoch, o.committed, t = unpack_qhtB(buf, pos)
    o.unknown_tags = None
    pos += 12
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_end_txn_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[EndTxnRequest, int]:
    o = new(EndTxnRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.transactional_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.transactional_id = refuse_length(n1)
        pos = pos + 2
    o.producer_id, o.producer_epoch, o.committed = unpack_qht(buf, pos)
    o.unknown_tags = None
    return o, pos + 11


def encode_end_txn_request_v3(o: EndTxnRequest) -> bytes:
    s1 = o.transactional_id.encode()
    n2 = len(s1)
    data = shapes_2[n2](n2 + 1, s1, o.producer_id, o.producer_epoch, o.committed)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_end_txn_request_v0(o: EndTxnRequest) -> bytes:
    s1 = o.transactional_id.encode()
    n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](n2, s1, o.producer_id, o.producer_epoch, o.committed)


ENCODERS: dict[int, Callable[[EndTxnRequest], bytes]] = {
    0: encode_end_txn_request_v0,
    1: encode_end_txn_request_v0,
    2: encode_end_txn_request_v0,
    3: encode_end_txn_request_v3,
    4: encode_end_txn_request_v3,
    5: encode_end_txn_request_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[EndTxnRequest, int]]] = {
    0: read_end_txn_request_v0,
    1: read_end_txn_request_v0,
    2: read_end_txn_request_v0,
    3: read_end_txn_request_v3,
    4: read_end_txn_request_v3,
    5: read_end_txn_request_v3,
}
NEEDS_CONTEXT = False
SPEC = """\
EndTxnRequest request 0-5 flexible=3+
 TransactionalId string 0+
 ProducerId int64 0+
 ProducerEpoch int16 0+
 Committed bool 0+
"""
