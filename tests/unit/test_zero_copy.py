"""Frames of megabytes, read without a copy: measured by the peak of what Python allocates."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from kafkawire import decode_request, decode_response, encode_request, encode_response
from kafkawire.messages import FetchResponse, ProduceRequest
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.protocol import decode_request_header

_LARGE = 10 * 1024 * 1024
_PRODUCE = ProduceRequest(
    topic_data=[
        TopicProduceData(name="t", partition_data=[PartitionProduceData(index=0, records=bytes(_LARGE))]),
    ]
)
_FETCHED = FetchResponse(
    responses=[
        FetchableTopicResponse(topic="t", partitions=[PartitionData(partition_index=0, records=bytes(_LARGE))]),
    ]
)
REQUEST = encode_request(_PRODUCE, version=9, correlation_id=1, client_id="c")
RESPONSE = encode_response(_FETCHED, version=11, correlation_id=1)


def peak(function: Callable[[], object]) -> int:
    function()  # what is loaded on first touch counts once
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "read",
    [
        lambda: decode_request(REQUEST, zero_copy=True),
        lambda: decode_response(RESPONSE, 1, 11, zero_copy=True),
        lambda: decode_request_header(memoryview(REQUEST)[4:]),
        lambda: decode_request_header(bytearray(REQUEST[4:2000]) + bytes(100)),
    ],
)
def test_nothing_of_the_frame_is_copied(read: Callable[[], object]) -> None:
    assert peak(read) < 64 * 1024


def test_records_are_views_into_the_frame() -> None:
    _, message = decode_request(REQUEST, zero_copy=True)
    assert isinstance(message, ProduceRequest)
    records = message.topic_data[0].partition_data[0].records
    assert isinstance(records, memoryview)
    assert (records.obj is REQUEST, len(records)) == (True, _LARGE)


def test_a_header_that_is_longer_than_usual_is_read_whole() -> None:
    header, start = decode_request_header(memoryview(REQUEST)[4:])
    long = encode_request(_PRODUCE, version=9, correlation_id=1, client_id="c" * 32_000)
    header.unknown_tags = {7: bytes(20_000)}
    header.client_id = "c" * 32_000
    tagged = encode_request(_PRODUCE, header=header)
    for frame, tags in ((long, None), (tagged, {7: bytes(20_000)})):
        found, start = decode_request_header(memoryview(frame)[4:])
        assert (found.client_id, found.unknown_tags) == ("c" * 32_000, tags)
        assert frame[4 + start :] == REQUEST[-len(frame) + 4 + start :]
