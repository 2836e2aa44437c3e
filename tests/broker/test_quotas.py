"""Quotas: which one holds, how rates are counted, and how a client over its quota is held back. Kafka's rules."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kafkawire import messages
from kafkawire.broker import Broker, MemoryFiles
from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.quotas.rate import Rate
from kafkawire.broker.quotas.store import CLIENT_ID, PRODUCER_RATE, USER, Quotas
from kafkawire.broker.quotas.throttling import Throttling
from kafkawire.error_code import ErrorCode
from kafkawire.messages.alter_client_quotas_request import EntityData, EntryData, OpData
from kafkawire.messages.alter_user_scram_credentials_request import ScramCredentialUpsertion
from kafkawire.messages.client_quota_record import EntityData as RecordEntity
from kafkawire.messages.describe_client_quotas_request import ComponentData
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.messages.share_fetch_response import PartitionData, ShareFetchableTopicResponse
from tests.broker.wire import NOW_MS, Wire, batch_of, fetch_request, new_broker, produce


def quotas(*limits: tuple[dict[str, str | None], float], key: str = PRODUCER_RATE) -> Quotas:
    found = Quotas()
    for entity, limit in limits:
        parts = [RecordEntity(entity_type=kind, entity_name=name) for kind, name in entity.items()]
        found.replay(messages.ClientQuotaRecord(entity=parts, key=key, value=limit))
    return found


ORDER: list[tuple[dict[str, str | None], tuple[str, str]]] = [
    ({USER: "u", CLIENT_ID: "c"}, ("u", "c")),
    ({USER: "u", CLIENT_ID: None}, ("u", "c")),
    ({USER: "u"}, ("u", "")),
    ({USER: None, CLIENT_ID: "c"}, ("u", "c")),
    ({USER: None, CLIENT_ID: None}, ("u", "c")),
    ({USER: None}, ("u", "")),
    ({CLIENT_ID: "c"}, ("", "c")),
    ({CLIENT_ID: None}, ("", "c")),
]


@pytest.mark.parametrize("first", range(len(ORDER)))
def test_the_most_special_quota_counts(first: int) -> None:
    there = [(entity, float(number)) for number, (entity, _) in enumerate(ORDER)][first:]
    assert quotas(*reversed(there)).find(PRODUCER_RATE, "u", "c") == (float(first), ORDER[first][1])
    assert quotas(*there).find("consumer_byte_rate", "u", "c") is None


def test_quotas_of_others_do_not_count() -> None:
    there = quotas(({USER: "x"}, 1.0), ({CLIENT_ID: "x"}, 1.0), ({USER: "u", CLIENT_ID: "x"}, 1.0))
    assert there.find(PRODUCER_RATE, "u", "c") is None


def test_a_rate_begins_with_a_burst_and_then_has_to_wait() -> None:
    rate = Rate()
    rate.record(1000, 0.0)
    assert rate.delay(100, 0.0) == 0  # 1000 bytes over the ten seconds that a young rate is spread over
    rate.record(500, 0.0)
    assert rate.delay(100, 0.0) == pytest.approx(5.0)  # (150 - 100) / 100 of ten seconds
    assert rate.delay(100, 5.0) == pytest.approx(5.0)
    assert not rate.is_idle(10.9)
    assert rate.is_idle(11.0)
    assert rate.delay(100, 11.0) == 0


def test_a_rate_forgets_what_is_older_than_eleven_seconds() -> None:
    rate = Rate()
    for second in range(30):
        rate.record(100, float(second))
        assert rate.delay(100, float(second)) <= 1.0
    rate.record(10_000, 30.0)
    assert rate.delay(100, 30.0) > 90


def test_only_bytes_wait_for_long() -> None:
    share = Throttling(quotas(({USER: "u"}, 1.0), key="request_percentage"))
    request = messages.MetadataRequest()
    assert share.delay("u", "c", request, None, 0.05, 0.0) == 0
    assert share.delay("u", "c", request, None, 5.0, 0.0) == 1.0
    assert share.delay("other", "c", request, None, 5.0, 0.0) == 0
    assert share.delay("u", "c", messages.SaslAuthenticateRequest(), None, 5.0, 0.0) == 0


def test_rates_that_are_over_are_forgotten() -> None:
    throttling = Throttling(quotas(({CLIENT_ID: None}, 1.0), key="request_percentage"))
    for number in range(5000):
        throttling.delay("u", f"c{number}", messages.MetadataRequest(), None, 0.001, number / 10)
    assert len(throttling._rates) < 1200


def test_very_many_clients_do_not_cost_a_sweep_each(monkeypatch: pytest.MonkeyPatch) -> None:
    looked, is_idle = [], Rate.is_idle

    def look(rate: Rate, now: float) -> bool:
        looked.append(rate)
        return is_idle(rate, now)

    monkeypatch.setattr(Rate, "is_idle", look)
    throttling = Throttling(quotas(({CLIENT_ID: None}, 1.0), key="request_percentage"))
    for number in range(5000):
        throttling.delay("u", f"c{number}", messages.MetadataRequest(), None, 0.001, 0.0)
    assert len(looked) < 10_000


def test_bytes_of_share_groups_count_too() -> None:
    throttling = Throttling(quotas(({USER: "u"}, 10.0), key="consumer_byte_rate"))
    topics = [ShareFetchableTopicResponse(partitions=[PartitionData(records=b"x" * 200)])]
    answer = messages.ShareFetchResponse(responses=topics)
    assert throttling.delay("u", "c", messages.ShareFetchRequest(), answer, 0.0, 0.0) == pytest.approx(10.0)


def run(body: Callable[[Broker, Wire], Awaitable[None]], files: MemoryFiles | None = None) -> MemoryFiles:
    files = files or MemoryFiles()

    async def main() -> None:
        async with new_broker(files) as broker, asyncio.timeout(20):
            if broker.node.topics.get("t") is None:
                broker.node.controller.create("t", 1, {}, NOW_MS)
            try:
                await body(broker, await Wire.to(broker))
            finally:
                await Wire.close_all()

    asyncio.run(main())
    return files


async def alter(
    wire: Wire, entity: dict[str, str | None], version: int = 1, dry: bool = False, **ops: float | None
) -> Any:
    parts = [EntityData(entity_type=kind, entity_name=name) for kind, name in entity.items()]
    changes = [OpData(key=key, value=value or 0.0, remove=value is None) for key, value in ops.items()]
    request = messages.AlterClientQuotasRequest(entries=[EntryData(entity=parts, ops=changes)], validate_only=dry)
    return (await wire.ask(request, version)).entries[0]


async def describe(wire: Wire, *components: tuple[str, int, str | None], strict: bool = False) -> Any:
    answer = await wire.ask(
        messages.DescribeClientQuotasRequest(
            components=[ComponentData(entity_type=kind, match_type=how, match=name) for kind, how, name in components],
            strict=strict,
        ),
        1,
    )
    assert answer.error_code == 0
    return [({e.entity_type: e.entity_name for e in one.entity}, {v.key: v.value for v in one.values})
            for one in answer.entries]  # fmt: skip


def test_quotas_are_set_found_and_taken_back_and_outlive_a_restart() -> None:
    async def make(_broker: Broker, wire: Wire) -> None:
        assert (await alter(wire, {USER: "u"}, dry=True, producer_byte_rate=5.0)).error_code == 0
        assert await describe(wire) == []
        assert (await alter(wire, {USER: "u"}, 0, producer_byte_rate=5.0, consumer_byte_rate=6.0)).error_code == 0
        await alter(wire, {CLIENT_ID: None}, request_percentage=0.5)
        await alter(wire, {USER: "u"}, consumer_byte_rate=None)

    async def look(_broker: Broker, wire: Wire) -> None:
        of_user, of_clients = (
            ({"user": "u"}, {"producer_byte_rate": 5.0}),
            ({"client-id": None}, {"request_percentage": 0.5}),
        )
        assert await describe(wire) == [of_user, of_clients]
        assert await describe(wire, (USER, 0, "u")) == [of_user]
        assert await describe(wire, (CLIENT_ID, 1, None)) == [of_clients]
        assert await describe(wire, (USER, 2, None), strict=True) == [of_user]
        assert await describe(wire, strict=True) == []

    run(look, run(make))


@pytest.mark.parametrize(
    ("entity", "ops", "said"),
    [
        ({}, {"producer_byte_rate": 1.0}, "Invalid empty client quota entity"),
        ({"group": "g"}, {"producer_byte_rate": 1.0}, "Unhandled client quota entity type: group"),
        ({USER: ""}, {"producer_byte_rate": 1.0}, "Empty user not supported"),
        ({USER: "u"}, {"speed": 1.0}, "Invalid configuration key speed"),
        ({USER: "u"}, {"producer_byte_rate": 0.0}, "Quota producer_byte_rate must be greater than 0"),
        ({USER: "u"}, {"producer_byte_rate": float("nan")}, "must be greater than 0"),
        ({USER: "u"}, {"producer_byte_rate": 1.5}, "producer_byte_rate cannot be a fractional value."),
        ({USER: "u"}, {"producer_byte_rate": 1e19}, "is too large for a LONG."),
        ({USER: "u"}, {"controller_mutation_rate": 0.0}, "Quota controller_mutation_rate must be greater than 0"),
        ({"ip": "10.0.0.1"}, {"controller_mutation_rate": 1.0}, "Invalid configuration key controller_mutation_rate"),
        ({USER: "u"}, {"connection_creation_rate": 1.0}, "Invalid configuration key connection_creation_rate"),
        ({"ip": None}, {"connection_creation_rate": 0.5}, "connection_creation_rate cannot be a fractional value."),
        ({"ip": None}, {"connection_creation_rate": 3e9}, "connection_creation_rate is too large for an INT."),
        ({"ip": "no.such.host.invalid"}, {"connection_creation_rate": 1.0}, "is not a valid IP or resolvable host."),
        ({"ip": "999.1.1.1"}, {"connection_creation_rate": None}, "999.1.1.1 is not a valid IP or resolvable host."),
        ({"ip": "10.0.0.1"}, {"producer_byte_rate": 1.0}, "Invalid configuration key producer_byte_rate"),
    ],
)
def test_what_is_no_quota_is_refused(entity: dict[str, str | None], ops: dict[str, Any], said: str) -> None:
    async def body(_broker: Broker, wire: Wire) -> None:
        answer = await alter(wire, entity, **ops)
        assert answer.error_code == ErrorCode.INVALID_REQUEST
        assert said in answer.error_message
        assert await describe(wire) == []

    run(body)


def test_a_producer_over_its_quota_is_told_and_held_back() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await alter(wire, {USER: None}, producer_byte_rate=10_000.0)
        assert (await produce(wire, "t", [b"x" * 50_000])).error_code == 0
        part = produce(wire, "t", [b"x" * 51_000])
        loop = asyncio.get_running_loop()
        assert (await part).error_code == 0
        began = loop.time()
        await wire.ask(messages.DescribeClusterRequest(), 0)
        assert 0.05 < loop.time() - began < 1.5  # some 1300 bytes above 100,000 in ten seconds: 0.13 s
        other = await Wire.to(broker)
        assert (await other.ask(messages.DescribeClusterRequest(), 0)).error_code == 0

    run(body)


def test_a_time_longer_than_can_be_said_is_the_longest_that_can() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await alter(wire, {CLIENT_ID: "wire"}, producer_byte_rate=1.0)
        said = []
        for _ in range(3):
            line = await Wire.to(broker)
            part = PartitionProduceData(index=0, records=batch_of(b"x" * 900_000))
            request = messages.ProduceRequest(acks=1, topic_data=[TopicProduceData(name="t", partition_data=[part])])
            said.append((await line.ask(request, 9)).throttle_time_ms)
        assert said[0] < said[1] < said[2] == 2**31 - 1

    run(body)


@pytest.mark.parametrize("ask", ["quotas", "users"])
def test_a_change_too_large_for_the_metadata_log_is_refused(monkeypatch: pytest.MonkeyPatch, ask: str) -> None:
    monkeypatch.setattr("kafkawire.broker.log.metadata._CONFIG", LogConfig(max_message_bytes=1000))

    async def body(_broker: Broker, wire: Wire) -> None:
        name = "u" * 2000
        if ask == "quotas":
            code = (await alter(wire, {USER: name}, producer_byte_rate=1.0)).error_code
        else:
            user = ScramCredentialUpsertion(
                name=name, mechanism=1, iterations=4096, salt=b"salt", salted_password=b"salted"
            )
            request = messages.AlterUserScramCredentialsRequest(upsertions=[user])
            code = (await wire.ask(request, 0)).results[0].error_code
        assert code == ErrorCode.KAFKA_STORAGE_ERROR
        assert await describe(wire) == []

    run(body)


def fetched(answer: Any) -> int:
    return sum(len(part.records) for topic in answer.responses for part in topic.partitions)


def test_a_fetch_that_would_be_too_much_gets_nothing_and_does_not_count() -> None:
    throttling = Throttling(quotas(({USER: "u"}, 100.0), key="consumer_byte_rate"))
    assert throttling.most_fetched("u", "c") == 1000
    assert throttling.most_fetched("other", "c") == 2**31 - 1
    assert throttling.fetched("u", "c", 1000, 0.0) is None
    for _ in range(20):
        assert throttling.fetched("u", "c", 500, 0.0) == (5000, False)
    assert throttling.fetched("other", "c", 500, 0.0) is None
    assert throttling.is_over("u", "c", 0.0) is False
    assert throttling.fetched("u", "c", 500, 12.0) is None


def test_a_batch_larger_than_any_burst_is_given_to_who_has_had_nothing() -> None:
    throttling = Throttling(quotas(({USER: "u"}, 100.0), key="consumer_byte_rate"))
    assert throttling.fetched("u", "c", 5000, 0.0) == (40_000, True)
    assert throttling.fetched("u", "c", 10, 1.0) == (40_100, False)
    assert throttling.fetched("u", "c", 5000, 40.0) == (40_000, True)


def test_connections_of_one_user_have_no_more_than_one() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await produce(wire, "t", [b"x" * 9_000])
        await alter(wire, {USER: None}, consumer_byte_rate=1000.0)
        answers = [await (await Wire.to(broker)).ask(fetch_request("t", 0), 11) for _ in range(20)]
        assert [fetched(answer) > 0 for answer in answers] == [True] + [False] * 19
        assert [answer.throttle_time_ms > 0 for answer in answers] == [False] + [True] * 19

    run(body)


def test_an_answer_has_no_more_than_the_quota_has_at_once() -> None:
    async def body(_broker: Broker, wire: Wire) -> None:
        for _ in range(20):
            await produce(wire, "t", [b"x" * 1_000])
        await alter(wire, {USER: None}, consumer_byte_rate=500.0)
        answer = await wire.ask(fetch_request("t", 0), 11)
        assert 3_000 < fetched(answer) <= 5_000
        assert answer.throttle_time_ms == 0

    run(body)


def test_a_session_goes_on_after_an_answer_of_nothing() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await produce(wire, "t", [b"x" * 9_000])
        begun = await wire.ask(fetch_request("t", 1, session_epoch=0), 11)
        await produce(wire, "t", [b"y" * 2_000])
        await alter(wire, {USER: None}, consumer_byte_rate=1000.0)
        await (await Wire.to(broker)).ask(fetch_request("t", 0), 11)
        held = await wire.ask(messages.FetchRequest(session_id=begun.session_id, session_epoch=1, max_wait_ms=0), 11)
        assert (held.error_code, held.session_id, fetched(held)) == (0, begun.session_id, 0)
        assert held.throttle_time_ms > 0
        await alter(wire, {USER: None}, consumer_byte_rate=None)
        line = await Wire.to(broker)
        after = await line.ask(messages.FetchRequest(session_id=begun.session_id, session_epoch=2, max_wait_ms=0), 11)
        assert fetched(after) > 2_000

    run(body)
