# Generated from rpc/InitProducerIdRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.wire import Context, Shapes, absent, long_string_or_null, merge_tags, new, null_or_refuse, unknown_tags

shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%dsix")
shapes_3 = Shapes("S%dsiqhx")
shapes_4 = Shapes("S%dsiqh??x")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_iqhB = Packer(">iqhB").unpack_from
unpack_iqhttB = Packer(">iqh??B").unpack_from


def read_init_producer_id_request_v6(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[InitProducerIdRequest, int]:
    o = new(InitProducerIdRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.transactional_id = buf[pos + 1 : p].decode()
        pos = p
    elif n1 == 0:
        o.transactional_id = None
        pos = pos + 1
    else:
        o.transactional_id, pos = long_string_or_null(buf, pos + 1, n1)
    o.transaction_timeout_ms, o.producer_id, o.producer_epoch, o.enable_2pc, o.keep_prepared_txn, t = unpack_iqhttB(
        buf, pos
    )
    o.unknown_tags = None
    pos += 17
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_init_producer_id_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[InitProducerIdRequest, int]:
    o = new(InitProducerIdRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.transactional_id = buf[pos + 1 : p].decode()
        pos = p
    elif n1 == 0:
        o.transactional_id = None
        pos = pos + 1
    else:
        o.transactional_id, pos = long_string_or_null(buf, pos + 1, n1)
    o.transaction_timeout_ms, o.producer_id, o.producer_epoch, t = unpack_iqhB(buf, pos)
    o.enable_2pc = False
    o.keep_prepared_txn = False
    o.unknown_tags = None
    pos += 15
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_init_producer_id_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[InitProducerIdRequest, int]:
    o = new(InitProducerIdRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.transactional_id = buf[pos + 1 : p].decode()
        pos = p
    elif n1 == 0:
        o.transactional_id = None
        pos = pos + 1
    else:
        o.transactional_id, pos = long_string_or_null(buf, pos + 1, n1)
    o.transaction_timeout_ms, t = unpack_iB(buf, pos)
    o.producer_id = -1
    o.producer_epoch = -1
    o.enable_2pc = False
    o.keep_prepared_txn = False
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_init_producer_id_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[InitProducerIdRequest, int]:
    o = new(InitProducerIdRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.transactional_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.transactional_id = null_or_refuse(n1)
        pos = pos + 2
    (o.transaction_timeout_ms,) = unpack_i(buf, pos)
    o.producer_id = -1
    o.producer_epoch = -1
    o.enable_2pc = False
    o.keep_prepared_txn = False
    o.unknown_tags = None
    return o, pos + 4


def encode_init_producer_id_request_v6(o: InitProducerIdRequest) -> bytes:
    v3 = o.transactional_id
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    data = shapes_4[len(s1)](
        n2, s1, o.transaction_timeout_ms, o.producer_id, o.producer_epoch, o.enable_2pc, o.keep_prepared_txn
    )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_init_producer_id_request_v3(o: InitProducerIdRequest) -> bytes:
    if o.enable_2pc:
        absent(o, "enable_2pc")
    if o.keep_prepared_txn:
        absent(o, "keep_prepared_txn")
    v3 = o.transactional_id
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    data = shapes_3[len(s1)](n2, s1, o.transaction_timeout_ms, o.producer_id, o.producer_epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_init_producer_id_request_v2(o: InitProducerIdRequest) -> bytes:
    if o.producer_id != -1:
        absent(o, "producer_id")
    if o.producer_epoch != -1:
        absent(o, "producer_epoch")
    if o.enable_2pc:
        absent(o, "enable_2pc")
    if o.keep_prepared_txn:
        absent(o, "keep_prepared_txn")
    v3 = o.transactional_id
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    data = shapes_2[len(s1)](n2, s1, o.transaction_timeout_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_init_producer_id_request_v0(o: InitProducerIdRequest) -> bytes:
    if o.producer_id != -1:
        absent(o, "producer_id")
    if o.producer_epoch != -1:
        absent(o, "producer_epoch")
    if o.enable_2pc:
        absent(o, "enable_2pc")
    if o.keep_prepared_txn:
        absent(o, "keep_prepared_txn")
    v3 = o.transactional_id
    if v3 is None:
        s1 = b""
        n2 = -1
    else:
        s1 = v3.encode()
        n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[len(s1)](n2, s1, o.transaction_timeout_ms)


ENCODERS: dict[int, Callable[[InitProducerIdRequest], bytes]] = {
    0: encode_init_producer_id_request_v0,
    1: encode_init_producer_id_request_v0,
    2: encode_init_producer_id_request_v2,
    3: encode_init_producer_id_request_v3,
    4: encode_init_producer_id_request_v3,
    5: encode_init_producer_id_request_v3,
    6: encode_init_producer_id_request_v6,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[InitProducerIdRequest, int]]] = {
    0: read_init_producer_id_request_v0,
    1: read_init_producer_id_request_v0,
    2: read_init_producer_id_request_v2,
    3: read_init_producer_id_request_v3,
    4: read_init_producer_id_request_v3,
    5: read_init_producer_id_request_v3,
    6: read_init_producer_id_request_v6,
}
NEEDS_CONTEXT = False
SPEC = """\
InitProducerIdRequest request 0-6 flexible=2+
 TransactionalId string 0+ null=0+
 TransactionTimeoutMs int32 0+
 ProducerId int64 3+ default=-1
 ProducerEpoch int16 3+ default=-1
 Enable2Pc bool 6+ default=false
 KeepPreparedTxn bool 6+ default=false
"""
