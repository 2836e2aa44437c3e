# Generated from rpc/ListConfigResourcesRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable

from kafkawire.messages.list_config_resources_request import ListConfigResourcesRequest
from kafkawire.wire import Context, Runs, Shapes, absent, compact_numbers, merge_tags, new, unknown_tags

runs_b = Runs("b")
shapes_1 = Shapes("P%dbx")


def read_list_config_resources_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ListConfigResourcesRequest, int]:
    o = new(ListConfigResourcesRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        o.resource_types = runs_b[n1 - 1](buf, pos + 1)
        pos += n1 * 1
    else:
        o.resource_types, pos = compact_numbers(buf, pos + 1, end, n1, "b", ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_list_config_resources_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ListConfigResourcesRequest, int]:
    o = new(ListConfigResourcesRequest)
    t = buf[pos]
    o.resource_types = ()
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_list_config_resources_request_v1(o: ListConfigResourcesRequest) -> bytes:
    v1 = o.resource_types
    n2 = len(v1)
    data = shapes_1[n2](n2 + 1, *v1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_list_config_resources_request_v0(o: ListConfigResourcesRequest) -> bytes:
    if o.resource_types:
        absent(o, "resource_types")
    data = b"\0"
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[ListConfigResourcesRequest], bytes]] = {
    0: encode_list_config_resources_request_v0,
    1: encode_list_config_resources_request_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ListConfigResourcesRequest, int]]] = {
    0: read_list_config_resources_request_v0,
    1: read_list_config_resources_request_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
ListConfigResourcesRequest request 0-1 flexible=0+
 ResourceTypes []int8 1+
"""
