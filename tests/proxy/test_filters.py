"""What filters see, what they may return, and what becomes of it, without sockets."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from kafkawire.error_code import ErrorCode
from kafkawire.message import Request, Response
from kafkawire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    DeleteTopicsRequest,
    DeleteTopicsResponse,
    HeartbeatRequest,
    HeartbeatResponse,
    ListOffsetsRequest,
    MetadataRequest,
    MetadataResponse,
    ProduceRequest,
    RequestHeader,
)
from kafkawire.messages.api_versions_response import ApiVersion
from kafkawire.messages.delete_topics_response import DeletableTopicResult
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.messages.metadata_response import MetadataResponseBroker, MetadataResponseTopic
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.protocol import encode_request, encode_response
from kafkawire.proxy import CLOSE, DROP, Chain, Context, Filter, Result, versions
from kafkawire.proxy.link import Link
from kafkawire.proxy.testing import FilterTest
from kafkawire.records import Record, read_batches, write_batch

ID = UUID(bytes=b"i" * 16)


class Prefix(Filter):
    """Puts a word before the names of topics, and takes it off again."""

    def __init__(self, word: str = "a-") -> None:
        self._word = word

    def on_metadata_request(self, ctx: Context, header: RequestHeader, request: MetadataRequest) -> Result:
        for topic in request.topics or ():
            topic.name = f"{self._word}{topic.name}"
        return request

    def on_metadata_response(self, ctx: Context, header: Any, response: MetadataResponse) -> Result:
        for topic in response.topics:
            topic.name = (topic.name or "").removeprefix(self._word)
        return response


def asks(name: str) -> MetadataRequest:
    return MetadataRequest(topics=[MetadataRequestTopic(name=name)])


def says(name: str) -> MetadataResponse:
    return MetadataResponse(topics=[MetadataResponseTopic(name=name)])


def test_a_filter_replaces_requests_and_responses() -> None:
    with FilterTest(Prefix()) as test:
        assert test.request(asks("t"), 12).topics[0].name == "a-t"
        assert test.response(says("a-t")).topics[0].name == "t"


def test_requests_pass_from_the_first_filter_to_the_last_and_responses_back() -> None:
    with FilterTest(Prefix("a-"), Prefix("b-")) as test:
        assert test.request(asks("t"), 12).topics[0].name == "b-a-t"
        assert test.response(says("b-a-t")).topics[0].name == "t"


class Answers(Filter):
    """Answers what it is asked."""

    def __init__(self, result: Any) -> None:
        self._result = result

    def on_heartbeat_request(self, ctx: Context, header: RequestHeader, request: HeartbeatRequest) -> Result:
        return self._result  # type: ignore[no-any-return]


class Waits(Answers):
    """Does so later."""

    async def on_heartbeat_request(  # type: ignore[override]
        self, ctx: Context, header: RequestHeader, request: HeartbeatRequest
    ) -> Result:
        await ctx.sleep(3)
        return self._result  # type: ignore[no-any-return]


class Counts(Filter):
    """Sees all messages."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def on_request(self, ctx: Context, header: RequestHeader, request: Request | None) -> None:
        self.seen.append(request)

    def on_response(self, ctx: Context, header: Any, response: Response | None) -> None:
        self.seen.append(response)


@pytest.mark.parametrize("kind", [Answers, Waits])
def test_an_answer_passes_the_filters_before_the_one_that_gives_it(kind: type[Answers]) -> None:
    before, behind = Counts(), Counts()
    with FilterTest(before, kind(HeartbeatResponse(error_code=27)), behind) as test:
        assert test.request(HeartbeatRequest(), 4).error_code == 27
        assert [type(one) for one in before.seen] == [HeartbeatRequest, HeartbeatResponse]
        assert behind.seen == []
        assert test.slept == ([3] if kind is Waits else [])


@pytest.mark.parametrize("kind", [Answers, Waits])
def test_a_request_may_be_dropped_or_end_the_connection(kind: type[Answers]) -> None:
    with FilterTest(kind(DROP)) as test:
        assert (test.request(HeartbeatRequest(), 4), test.closed) == (None, False)
    with FilterTest(kind(CLOSE)) as test:
        assert (test.request(HeartbeatRequest(), 4), test.closed) == (None, True)


class Fails(Filter):
    """Does not know how."""

    def on_heartbeat_request(self, ctx: Context, header: RequestHeader, request: HeartbeatRequest) -> Result:
        raise ZeroDivisionError("oops")

    def on_delete_topics_request(self, ctx: Context, header: RequestHeader, request: DeleteTopicsRequest) -> Result:
        raise ZeroDivisionError("oops")

    async def on_api_versions_response(self, ctx: Context, header: Any, response: ApiVersionsResponse) -> Result:
        raise ZeroDivisionError("oops")


class Wires:
    """A link without sockets or a harness."""

    name, random, shared, topic_names = "", None, {}, {}  # type: ignore[var-annotated]

    def __init__(self, *filters: Filter, **options: Any) -> None:
        self.to_client = self.to_broker = b""
        self.ended: list[Exception | None] = []
        self.link = Link(Chain(filters), self, self, **options)  # type: ignore[arg-type]

    def flush(self) -> None:
        self.to_client += b"".join(self.link.session.data_to_client())
        self.to_broker += b"".join(self.link.session.data_to_broker())

    def close(self, error: Exception | None) -> None:
        self.ended.append(error)


def test_a_filter_that_raises_is_answered_for_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    wires = Wires(Fails())
    wires.link.client_data(encode_request(HeartbeatRequest(), version=4, correlation_id=7, client_id="bob"))
    assert wires.to_client == encode_response(
        HeartbeatResponse(error_code=ErrorCode.UNKNOWN_SERVER_ERROR), version=4, correlation_id=7
    )
    assert "Fails failed at HEARTBEAT (12) v4 of client 'bob': ZeroDivisionError('oops')" in caplog.text


def test_each_topic_of_a_request_is_answered_for(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    wires = Wires(Fails())
    asked = DeleteTopicsRequest(topic_names=["t"])
    wires.link.client_data(encode_request(asked, version=3, correlation_id=7))
    failed = DeletableTopicResult(name="t", error_code=ErrorCode.UNKNOWN_SERVER_ERROR)
    assert wires.to_client == encode_response(DeleteTopicsResponse(responses=[failed]), version=3, correlation_id=7)


def test_a_filter_that_raises_closes_where_that_is_wanted(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    wires = Wires(Fails(), closes_on_error=True)
    wires.link.client_data(encode_request(HeartbeatRequest(), version=4, correlation_id=7))
    assert (wires.to_client, wires.to_broker, wires.ended) == (b"", b"", [None])


@pytest.mark.parametrize(("version", "is_told"), [(9, False), (13, True)])
def test_a_filter_that_raises_at_a_response_closes_where_its_top_has_no_place_for_an_error(
    version: int, is_told: bool, caplog: pytest.LogCaptureFixture
) -> None:
    class FailsLate(Filter):
        def on_metadata_response(self, ctx: Context, header: Any, response: MetadataResponse) -> Result:
            raise ZeroDivisionError("oops")

    caplog.set_level(logging.CRITICAL)
    wires = Wires(FailsLate())
    wires.link.client_data(encode_request(asks("t"), version=version, correlation_id=7))
    wires.link.broker_data(encode_response(says("t"), version=version, correlation_id=7))
    assert bool(wires.to_client) is is_told
    assert wires.ended == ([] if is_told else [None])


def test_the_harness_raises_what_a_filter_raises() -> None:
    with FilterTest(Fails()) as test, pytest.raises(ZeroDivisionError):
        test.request(HeartbeatRequest(), 4)
    with FilterTest(Answers(17)) as test:
        assert test.request(HeartbeatRequest(), 4).error_code == ErrorCode.UNKNOWN_SERVER_ERROR


def test_the_harness_finds_a_change_that_is_not_returned() -> None:
    class Forgets(Filter):
        def on_metadata_request(self, ctx: Context, header: RequestHeader, request: MetadataRequest) -> None:
            request.topics = None

    with FilterTest(Forgets()) as test, pytest.raises(AssertionError, match="changed the message and returned None"):
        test.request(asks("t"), 12)


def test_what_a_filter_leaves_alone_passes_byte_for_byte() -> None:
    wires = Wires(Counts())
    odd = encode_request(asks("t"), version=1, correlation_id=1) + b"\0\0\0"
    odd = (len(odd) - 4).to_bytes(4, "big") + odd[4:]  # librdkafka leaves three bytes behind a Metadata request
    unknown = b"\0\0\0\x0c" + b"\x03\xe7\0\1\0\0\0\2\xff\xff\0\0"
    wires.link.client_data(odd + unknown)
    assert wires.to_broker == odd + unknown
    answered = encode_response(says("t"), version=1, correlation_id=1) + b"\0\0\0\x06\0\0\0\2zz"
    wires.link.broker_data(answered)
    assert wires.to_client == answered
    assert [type(one).__name__ for one in wires.link._chain.filters[0].seen] == [  # type: ignore[attr-defined]
        *("MetadataRequest", "NoneType", "MetadataResponse", "NoneType")
    ]


def test_a_hook_whose_name_is_none_is_an_error_with_the_nearest_that_is() -> None:
    class Wrong(Filter):
        def on_meta_data_request(self, ctx: Context, header: Any, request: Any) -> None: ...

    with pytest.raises(TypeError, match=r"Wrong\.on_meta_data_request: .*did you mean on_metadata_request"):
        Chain([Wrong()])


# ------------------------------------------------------------------------------------------------------------- versions


class Old(Filter):
    """Knows ListOffsets up to version 4."""

    @versions(range(5))
    def on_list_offsets_request(self, ctx: Context, header: RequestHeader, request: ListOffsetsRequest) -> None: ...


def offer(*apis: tuple[int, int, int]) -> ApiVersionsResponse:
    return ApiVersionsResponse(api_keys=[ApiVersion(api_key=k, min_version=a, max_version=b) for k, a, b in apis])


def offered(response: ApiVersionsResponse) -> list[tuple[int, int, int]]:
    return [(api.api_key, api.min_version, api.max_version) for api in response.api_keys]


def test_clients_are_offered_what_broker_and_filters_understand() -> None:
    with FilterTest(Old(), Prefix()) as test:
        asked = ApiVersionsRequest(client_software_name="librdkafka", client_software_version="2.16")
        test.request(asked, 4)
        found = offered(test.response(offer((2, 1, 10), (3, 4, 90), (12, 0, 99), (999, 0, 7), (18, 0, 9))))
        newest = MetadataRequest.LATEST_STABLE_VERSION
        assert found == [(2, 1, 4), (3, 4, newest), (12, 0, 99), (999, 0, 7), (18, 0, 9)]
        assert test._link is not None
        assert test._link.connection.software_name == "librdkafka"


def test_an_api_without_a_version_in_common_is_not_offered() -> None:
    with FilterTest(Old()) as test:
        test.request(ApiVersionsRequest(), 3)
        assert offered(test.response(offer((2, 5, 10), (18, 0, 4)))) == [(18, 0, 4)]


def test_the_refusal_of_a_version_of_api_versions_is_read_and_written_in_version_0() -> None:
    wires = Wires(Prefix())
    newer = b"\0\0\0\x0c\0\x12\0\x63\0\0\0\5\xff\xff\0\0"
    wires.link.client_data(newer)
    assert wires.to_broker == newer
    refusal = offer((3, 4, 90), (18, 0, 4))
    refusal.error_code = 35
    wires.link.broker_data(encode_response(refusal, version=0, correlation_id=5))
    refusal.api_keys[0].max_version = MetadataRequest.LATEST_STABLE_VERSION
    assert wires.to_client == encode_response(refusal, version=0, correlation_id=5)


@pytest.mark.parametrize("version", [5, 77, -1])
def test_no_version_gets_past_a_filter_that_does_not_understand_it(version: int) -> None:
    wires = Wires(Old())
    wires.link.client_data(b"\0\0\0\x0a\0\2" + version.to_bytes(2, "big", signed=True) + b"\0\0\0\1\xff\xff")
    assert wires.to_broker == b""
    assert [str(error) for error in wires.ended] == [f"LIST_OFFSETS (2) v{version} is not served here"]


def test_a_strict_filter_lets_nothing_pass_that_cannot_be_decoded() -> None:
    class Strict(Counts):
        strict = True

    wires = Wires(Strict())
    wires.link.client_data(b"\0\0\0\x0c\x03\xe7\0\1\0\0\0\2\xff\xff\0\0")
    assert wires.to_broker == b""
    assert len(wires.ended) == 1
    with FilterTest(Strict()) as test:
        test.request(ApiVersionsRequest(), 3)
        assert offered(test.response(offer((999, 0, 1), (18, 0, 4)))) == [(18, 0, 4)]


def test_a_filter_may_send_another_version_than_the_client_did() -> None:
    class Newer(Filter):
        def on_metadata_request(self, ctx: Context, header: RequestHeader, request: MetadataRequest) -> Result:
            header.request_api_version = 12
            return request

    with FilterTest(Newer()) as test:
        request = asks("t")
        assert test.request(request, 1).topics[0].topic_id == UUID(int=0)  # version 1 has none
        assert test.response(says("t"), version=12).topics[0].name == "t"


# -------------------------------------------------------------------------------------------------- requests of its own


def test_a_filter_asks_the_broker_of_the_connection_or_another() -> None:
    class Asks(Filter):
        async def on_heartbeat_request(self, ctx: Context, header: RequestHeader, request: Any) -> Result:
            name = await ctx.topic_name(ID)
            response = await ctx.send(asks(name or ""), version=9)
            other = await ctx.send(asks("elsewhere"), node_id=5)
            assert isinstance(response, MetadataResponse)
            assert isinstance(other, MetadataResponse)
            return HeartbeatRequest(group_id=f"{response.topics[0].name} {other.topics[0].name}")

    def broker(request: Request, version: int) -> Response:
        assert isinstance(request, MetadataRequest)
        assert request.topics
        topic = request.topics[0]
        name = "found" if topic.topic_id == ID else f"{topic.name} v{version}"
        return MetadataResponse(topics=[MetadataResponseTopic(name=name, topic_id=topic.topic_id)])

    with FilterTest(Asks(), broker=broker) as test:
        newest = MetadataRequest.LATEST_STABLE_VERSION
        assert test.request(HeartbeatRequest(), 4).group_id == f"found v9 elsewhere v{newest}"
        assert test.topic_names == {ID: "found"}


# -------------------------------------------------------------------------------------------------------------- records


class Shout(Filter):
    """Writes values in capitals."""

    def on_produce_request(self, ctx: Context, header: RequestHeader, request: ProduceRequest) -> Result:
        for batch in ctx.records(request):
            if batch.topic == "loud":
                batch.rewrite(self._shout)
        return request

    def _shout(self, record: Record) -> Record:
        record.value = record.value and record.value.upper()
        return record


@pytest.mark.parametrize("codec", ["none", "gzip", "zstd", "lz4", "snappy"])
def test_records_are_rewritten_and_all_else_of_their_batch_stays(codec: str) -> None:
    records = [(n, 1_700_000_000_000 + n * 7, b"key", f"value {n}".encode(), [("h", b"x")]) for n in range(5)]
    data = write_batch(
        records, compression=codec, producer_id=4, producer_epoch=2, base_sequence=17, is_transactional=True
    )

    def produced(name: str, records: bytes) -> TopicProduceData:
        return TopicProduceData(name=name, partition_data=[PartitionProduceData(index=3, records=records)])

    with FilterTest(Shout()) as test:
        request = ProduceRequest(acks=-1, topic_data=[produced("loud", data), produced("soft", data)])
        loud, soft = (topic.partition_data[0].records for topic in test.request(request, 9).topic_data)
    assert soft == data
    [before], [after] = read_batches(data), read_batches(loud)
    assert [(r.offset, r.timestamp, r.key, r.value, list(r.headers)) for r in after] == [
        (offset, stamp, key, value.upper(), headers) for offset, stamp, key, value, headers in records
    ]
    same = ("codec", "attributes", "producer_id", "producer_epoch", "base_sequence", "base_timestamp", "max_timestamp")
    assert [getattr(after, name) for name in same] == [getattr(before, name) for name in same]


# ------------------------------------------------------------------------------------------------------------ hostility


@pytest.mark.parametrize("make", [Prefix, Counts], ids=["named", "all"])
def test_a_broken_message_of_either_side_ends_the_connection(make: Callable[[], Filter]) -> None:
    wires = Wires(make())
    wires.link.client_data(b"\0\0\0\x0b\0\3\0\x0c\0\0\0\1\xff\xff\0")
    assert wires.to_broker == b""
    assert len(wires.ended) == 1
    wires = Wires(make())
    wires.link.client_data(encode_request(asks("t"), version=12, correlation_id=1))
    wires.link.broker_data(b"\0\0\0\x05\0\0\0\1\0")
    assert wires.to_client == b""
    assert len(wires.ended) == 1


def test_the_filters_are_told_of_connections() -> None:
    class Told(Filter):
        def __init__(self) -> None:
            self.told: list[str] = []

        def opened(self, connection: Any) -> None:
            self.told.append(f"opened {connection.principal}")

        def closed(self, connection: Any) -> None:
            self.told.append(f"closed {connection.principal}")

    told = Told()
    with FilterTest(told, principal="User:alice") as test:
        test.request(HeartbeatRequest(), 4)
    assert told.told == ["opened User:alice", "closed User:alice"]


def test_a_filter_that_fails_at_a_connection_keeps_no_other_from_it(caplog: pytest.LogCaptureFixture) -> None:
    class Fragile(Filter):
        def opened(self, connection: Any) -> None:
            raise ZeroDivisionError

    wires = Wires(Fragile(), Prefix())
    wires.link.client_data(encode_request(HeartbeatRequest(), version=4, correlation_id=1))
    assert wires.to_broker
    assert "Fragile failed at a connection" in caplog.text


def test_a_version_that_nobody_knows_fails_the_filter_that_sets_it(caplog: pytest.LogCaptureFixture) -> None:
    class Wrong(Filter):
        def on_heartbeat_request(self, ctx: Context, header: RequestHeader, request: HeartbeatRequest) -> Result:
            header.request_api_version = 77
            return request

    with FilterTest(Wrong()) as test:
        assert test.request(HeartbeatRequest(), 4).error_code == ErrorCode.UNKNOWN_SERVER_ERROR
    assert "has no version 77" in caplog.text


def test_a_broker_is_among_what_metadata_says() -> None:
    with FilterTest(Prefix()) as test:
        test.request(asks("t"), 12)
        broker = MetadataResponseBroker(node_id=1, host="h", port=9)
        assert test.response(MetadataResponse(brokers=[broker])).brokers == [broker]
