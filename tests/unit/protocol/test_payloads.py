"""Frames without their size: what is copied unless a caller asks for views."""

from __future__ import annotations

from typing import Any, cast

import pytest

from kafkawire import DecodeError, encode_request, encode_response
from kafkawire.messages import FetchResponse, ProduceRequest
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.protocol.frames import decode_request_header, decode_request_payload, decode_response_payload

RECORDS = b"r" * 100


def test_a_request_holds_bytes_of_its_own_unless_views_are_asked_for() -> None:
    topic = TopicProduceData(name="t", partition_data=[PartitionProduceData(records=RECORDS)])
    payload = encode_request(ProduceRequest(topic_data=[topic]), version=9, correlation_id=1)[4:]
    for wanted, kind in ((None, bytes), (False, bytes), (True, memoryview)):
        options: dict[str, Any] = {} if wanted is None else {"zero_copy": wanted}
        message = cast("ProduceRequest", decode_request_payload(payload, **options)[1])
        assert type(message.topic_data[0].partition_data[0].records) is kind
        assert message.topic_data[0].partition_data[0].records == RECORDS


def test_a_response_holds_bytes_of_its_own_unless_views_are_asked_for() -> None:
    topic = FetchableTopicResponse(topic="t", partitions=[PartitionData(records=RECORDS)])
    payload = encode_response(FetchResponse(responses=[topic]), version=12, correlation_id=1)[4:]
    for wanted, kind in ((None, bytes), (False, bytes), (True, memoryview)):
        options: dict[str, Any] = {} if wanted is None else {"zero_copy": wanted}
        message = cast("FetchResponse", decode_response_payload(payload, 1, 12, **options)[1])
        assert type(message.responses[0].partitions[0].records) is kind
        assert message.responses[0].partitions[0].records == RECORDS


@pytest.mark.parametrize("api_key", [3, 3000])
def test_a_header_that_no_guess_fits_is_an_error(api_key: int) -> None:
    head = api_key.to_bytes(2, "big") + b"\x00\x01" + b"\0\0\0\7" + b"\x7f\xff"  # a client id of 32,767 bytes
    with pytest.raises(DecodeError, match="client_id"):
        decode_request_header(head, lenient=True)
