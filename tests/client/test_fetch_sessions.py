"""Fetch sessions (KIP-227): what is said, what is left out, and how they begin anew."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

import pytest

from kafkawire import ApiKey
from kafkawire.client.consumer.fetch import FetchSession, Position
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.client.options import ConsumerOptions
from kafkawire.errors import KafkaError, RemoteProtocolError
from kafkawire.messages import FetchResponse
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from tests.client.scripted import LOSE_ANSWER, LOSE_REQUEST
from tests.client.scripted_fetch import FetchCluster
from tests.client.test_consumer import consumer, fill, read
from tests.client.virtual_time import run

A, B = UUID(int=1), UUID(int=2)
T0, T1 = TP("t", 0), TP("t", 1)


def ask(session: FetchSession, version: int = 18) -> Any:
    return session.request(version, ConsumerOptions(), 1000)


def answer(session_id: int, *tps: TP, topic_id: UUID = A, **fields: Any) -> FetchResponse:
    topics = [
        FetchableTopicResponse(topic="", topic_id=topic_id, partitions=[PartitionData(partition_index=tp.partition)])
        for tp in tps
    ]
    return FetchResponse(session_id=session_id, responses=topics, **fields)


def named(topics: Any) -> list[tuple[UUID, list[int]]]:
    return [(topic.topic_id, [getattr(part, "partition", part) for part in topic.partitions]) for topic in topics]


def begun(*tps: TP) -> FetchSession:
    session = FetchSession()
    for tp in tps:
        session.want(tp, Position(0, 100, topic_id=A))
    request = ask(session)
    assert (request.session_id, request.session_epoch) == (0, 0)
    session.received(answer(7, *tps))
    return session


def test_a_session_names_all_partitions_once_and_then_what_has_changed() -> None:
    session = begun(T0, T1)
    request = ask(session)
    assert (request.session_id, request.session_epoch, request.topics) == (7, 1, [])
    session.received(answer(7))
    session.want(T1, Position(5, 100, topic_id=A))
    request = ask(session)
    assert (request.session_epoch, named(request.topics), request.forgotten_topics_data) == (2, [(A, [1])], [])
    assert request.topics[0].partitions[0].fetch_offset == 5


def test_what_is_not_wanted_any_more_is_forgotten_and_may_come_back() -> None:
    session = begun(T0, T1)
    session.want(T0, None)
    request = ask(session)
    assert (request.topics, named(request.forgotten_topics_data)) == ([], [(A, [0])])
    session.received(answer(7))
    session.want(T0, Position(0, 100, topic_id=A))
    session.want(T1, None)
    session.want(T1, Position(0, 100, topic_id=A))  # back before anybody was told
    request = ask(session)
    assert (named(request.topics), request.forgotten_topics_data) == ([(A, [0])], [])


def test_a_topic_made_anew_replaces_the_one_of_that_name() -> None:
    session = begun(T0)
    session.want(T0, Position(0, 100, topic_id=B))
    request = ask(session)
    assert (named(request.topics), named(request.forgotten_topics_data)) == ([(B, [0])], [(A, [0])])
    assert session.received(answer(7, T0, topic_id=B))[0][0] == T0


@pytest.mark.parametrize(("code", "session_id"), [(70, 0), (71, 7), (106, 7), (103, 7), (29, 7)])
def test_an_error_begins_a_new_session_and_closes_the_one_that_may_be_there(code: int, session_id: int) -> None:
    session = begun(T0)
    ask(session)
    with pytest.raises(KafkaError):
        session.received(FetchResponse(error_code=code))
    request = ask(session)
    assert (request.session_id, request.session_epoch, named(request.topics)) == (session_id, 0, [(A, [0])])


def test_a_lost_answer_begins_a_new_session() -> None:
    session = begun(T0)
    ask(session)
    session.failed()
    request = ask(session)
    assert (request.session_id, request.session_epoch, named(request.topics)) == (7, 0, [(A, [0])])


def test_a_broker_without_room_for_sessions_is_told_everything_each_time() -> None:
    session = FetchSession()
    session.want(T0, Position(0, 100, topic_id=A))
    for _ in range(3):
        request = ask(session)
        assert (request.session_id, request.session_epoch, named(request.topics)) == (0, 0, [(A, [0])])
        session.received(answer(0, T0))


def test_a_session_that_the_broker_has_closed_is_over() -> None:
    session = begun(T0)
    ask(session)
    session.received(answer(0))
    request = ask(session)
    assert (request.session_id, request.session_epoch, named(request.topics)) == (0, 0, [(A, [0])])


def test_between_names_and_ids_a_session_begins_anew() -> None:
    session = begun(T0)
    request = ask(session, 12)
    assert (request.session_epoch, [topic.topic for topic in request.topics]) == (0, ["t"])


def test_before_version_7_there_is_no_session() -> None:
    session = FetchSession()
    session.want(T0, Position(0, 100, topic_id=A))
    for _ in range(2):
        request = ask(session, 6)
        assert (request.session_id, request.session_epoch, len(request.topics)) == (0, -1, 1)
        session.received(
            FetchResponse(responses=[FetchableTopicResponse(topic="t", partitions=[PartitionData(partition_index=0)])])
        )


def test_the_epoch_goes_on_with_1_after_the_last_one() -> None:
    session = begun(T0)
    session._epoch = 2**31 - 1
    ask(session)
    session.received(answer(7))
    assert ask(session).session_epoch == 1


@pytest.mark.parametrize("tps", [(), (T1,), (T0, T1)])
def test_an_answer_about_other_partitions_is_refused(tps: tuple[TP, ...]) -> None:
    session = FetchSession()
    session.want(T0, Position(0, 100, topic_id=A))
    ask(session)
    with pytest.raises(RemoteProtocolError, match="other partitions"):
        session.received(answer(7, *tps))
    assert ask(session).session_epoch == 0


def test_a_throttled_client_gets_nothing_and_begins_anew() -> None:
    session = FetchSession()
    session.want(T0, Position(0, 100, topic_id=A))
    ask(session)
    assert session.received(FetchResponse(throttle_time_ms=100)) == ()
    assert ask(session).session_epoch == 0


def test_ten_thousand_silent_partitions_are_named_once() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 10_000})
        async with consumer(cluster, topics=["t"]) as c:
            assert await c.fetch(timeout=5) == []
            requests: list[Any] = [request for *_, request in cluster.seen(ApiKey.FETCH)]
            assert sum(len(topic.partitions) for topic in requests[0].topics) == 10_000
            assert len(requests) > 5
            assert not any(request.topics or request.forgotten_topics_data for request in requests[1:])
            fill(cluster, "t", 1234, 10)
            assert await read(c, 10) == {TP("t", 1234): list(range(10))}
            await c.fetch(timeout=1)
            last: Any = cluster.seen(ApiKey.FETCH)[-1][-1]
            assert last.topics == []

    run(main())


@pytest.mark.parametrize("fault", [70, 71, 103, 106, LOSE_REQUEST, LOSE_ANSWER])
def test_reading_goes_on_whatever_happens_to_the_session(fault: object) -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 3})
        async with consumer(cluster, topics=["t"]) as c:
            got: list[int] = []
            for turn in range(5):
                fill(cluster, "t", 1, 10)
                if turn == 2:
                    cluster.faults[ApiKey.FETCH] = [fault]
                got += (await read(c, 10))[TP("t", 1)]
            assert got == list(range(50))

    run(main())


def test_a_session_that_the_broker_has_evicted_costs_no_pause() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        async with consumer(cluster, topics=["t"]) as c:
            await c.fetch(timeout=2)
            cluster.sessions.clear()
            fill(cluster, "t", 0, 10)
            before = asyncio.get_running_loop().time()
            await read(c, 10)
            assert asyncio.get_running_loop().time() - before < 0.6  # the poll that was under way, and no backoff

    run(main())


def test_a_broker_that_refuses_every_session_is_not_asked_without_a_pause() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 1})
        cluster.faults[ApiKey.FETCH] = [71] * 1000
        async with consumer(cluster, topics=["t"]) as c:
            await c.fetch(timeout=10)
            assert len(cluster.seen(ApiKey.FETCH)) < 40

    run(main())
