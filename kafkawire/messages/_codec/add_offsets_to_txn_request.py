# Generated from rpc/AddOffsetsToTxnRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.add_offsets_to_txn_request import AddOffsetsToTxnRequest
from kafkawire.wire import Context, Shapes, absent, long_string, merge_tags, new, refuse_length, unknown_tags

shapes_1 = Shapes("h%dsqhh%ds")
shapes_2 = Shapes("S%dsqhS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_qhB = Packer(">qhB").unpack_from
unpack_qhh = Packer(">qhh").unpack_from


def read_add_offsets_to_txn_request_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AddOffsetsToTxnRequest, int]:
    o = new(AddOffsetsToTxnRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.transactional_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.transactional_id, pos = long_string(buf, pos + 1, n1)
    o.producer_id, o.producer_epoch, n2 = unpack_qhB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 10
        o.group_id = buf[pos + 11 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 11, n2)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_add_offsets_to_txn_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AddOffsetsToTxnRequest, int]:
    o = new(AddOffsetsToTxnRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.transactional_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.transactional_id = refuse_length(n1)
        pos = pos + 2
    o.producer_id, o.producer_epoch, n2 = unpack_qhh(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 12
        o.group_id = buf[pos + 12 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n2)
        pos = pos + 12
    o.unknown_tags = None
    return o, pos


def encode_add_offsets_to_txn_request_v3(o: AddOffsetsToTxnRequest) -> bytes:
    s1 = o.transactional_id.encode()
    n2 = len(s1)
    s3 = o.group_id.encode()
    n4 = len(s3)
    data = shapes_2[n2, n4](n2 + 1, s1, o.producer_id, o.producer_epoch, n4 + 1, s3)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_add_offsets_to_txn_request_v0(o: AddOffsetsToTxnRequest) -> bytes:
    s1 = o.transactional_id.encode()
    n2 = len(s1)
    s3 = o.group_id.encode()
    n4 = len(s3)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2, n4](n2, s1, o.producer_id, o.producer_epoch, n4, s3)


ENCODERS: dict[int, Callable[[AddOffsetsToTxnRequest], bytes]] = {
    0: encode_add_offsets_to_txn_request_v0,
    1: encode_add_offsets_to_txn_request_v0,
    2: encode_add_offsets_to_txn_request_v0,
    3: encode_add_offsets_to_txn_request_v3,
    4: encode_add_offsets_to_txn_request_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AddOffsetsToTxnRequest, int]]] = {
    0: read_add_offsets_to_txn_request_v0,
    1: read_add_offsets_to_txn_request_v0,
    2: read_add_offsets_to_txn_request_v0,
    3: read_add_offsets_to_txn_request_v3,
    4: read_add_offsets_to_txn_request_v3,
}
NEEDS_CONTEXT = False
SPEC = """\
AddOffsetsToTxnRequest request 0-4 flexible=3+
 TransactionalId string 0+
 ProducerId int64 0+
 ProducerEpoch int16 0+
 GroupId string 0+
"""
