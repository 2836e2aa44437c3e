"""The share consumer against brokers in memory: membership, sessions, and what happens on errors."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client.errors import AcknowledgeFailed
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import KafkaError, KafkaWireError, UnsupportedVersion
from tests.client.scripted import LOSE_ANSWER, LOSE_REQUEST
from tests.client.share_script import ShareCluster, values
from tests.client.virtual_time import run

EXPLICIT: Any = {"share_acknowledgement_mode": "explicit"}
FETCH, ACKNOWLEDGE, HEARTBEAT = ApiKey.SHARE_FETCH, ApiKey.SHARE_ACKNOWLEDGE, ApiKey.SHARE_GROUP_HEARTBEAT
ACCEPT = 1


# --- membership -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [25, 110])
def test_a_member_that_was_forgotten_joins_again(code: int) -> None:
    async def main() -> None:
        cluster = ShareCluster()
        async with cluster.consumer() as consumer:
            assert await consumer.fetch() == []
            cluster.heartbeat_codes = [code]
            await asyncio.sleep(3)
            cluster.put([b"a"])
            assert values(await consumer.fetch()) == [b"a"]
        epochs = [request.member_epoch for _, _, _, request in cluster.seen(HEARTBEAT)]  # type: ignore[attr-defined]
        assert epochs.count(0) == 2
        assert len({request.member_id for _, _, _, request in cluster.seen(HEARTBEAT)}) == 1  # type: ignore[attr-defined]

    run(main())


def test_a_group_that_may_not_be_joined_is_an_error_of_the_next_call() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.heartbeat_codes = [30]
        async with cluster.consumer() as consumer:
            with pytest.raises(KafkaError, match="GROUP_AUTHORIZATION_FAILED"):
                await consumer.fetch(timeout=10)

    run(main())


def test_a_broker_without_share_groups_is_an_error() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.apis -= {HEARTBEAT, FETCH, ACKNOWLEDGE}
        async with cluster.consumer() as consumer:
            with pytest.raises(UnsupportedVersion):
                await consumer.fetch(timeout=10)

    run(main())


def test_a_coordinator_that_loads_is_asked_again() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        cluster.heartbeat_codes = [14, 15, 16]
        async with cluster.consumer() as consumer:
            assert values(await consumer.fetch(timeout=10)) == [b"a"]
            cluster.heartbeat_codes = [14]
            await asyncio.sleep(5)
            assert await consumer.fetch() == []

    run(main())


def test_a_member_whose_application_is_away_leaves_until_it_is_back() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        async with cluster.consumer(max_poll_interval_ms=10_000) as consumer:
            assert await consumer.fetch(timeout=30) == []  # a call that waits is no absence
            assert cluster.gone == []
            await asyncio.sleep(15)
            assert len(cluster.gone) == 1
            assert cluster.members == {}
            cluster.put([b"a"])
            assert values(await consumer.fetch(timeout=5)) == [b"a"]

    run(main())


# --- sessions and errors ----------------------------------------------------------------------------------------


def test_a_session_names_partitions_once() -> None:
    async def main() -> None:
        cluster = ShareCluster(3)
        async with cluster.consumer() as consumer:
            await consumer.fetch(timeout=3)
        sent = [request for _, _, _, request in cluster.seen(FETCH)]
        assert [len(request.topics) for request in sent] == [1] + [0] * (len(sent) - 1)  # type: ignore[attr-defined]
        assert [request.share_session_epoch for request in sent] == list(range(len(sent)))  # type: ignore[attr-defined]

    run(main())


def test_a_session_that_is_gone_is_opened_anew_and_its_acknowledgements_fail() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        told: list[tuple[TopicPartition, list[int], KafkaWireError | None]] = []
        async with cluster.consumer(on_acknowledged=lambda *args: told.append(args)) as consumer:
            assert values(await consumer.fetch()) == [b"a"]
            cluster.close_sessions()
            (again,) = await consumer.fetch()
            assert again.delivery_count == 2
            await consumer.commit()
        (first, second) = told
        assert first[:2] == second[:2] == (TopicPartition("t", 0), [0])
        assert isinstance(first[2], KafkaError)
        assert first[2].name == "NETWORK_EXCEPTION"
        assert second[2] is None

    run(main())


@pytest.mark.parametrize("fault", [LOSE_REQUEST, LOSE_ANSWER, 133, 123])
def test_a_fetch_that_fails_is_made_again_in_a_new_session(fault: object) -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.faults[FETCH].append(fault)
        async with cluster.consumer() as consumer:
            assert await consumer.fetch() == []
            cluster.close_sessions()  # as a broker does when a connection ends
            cluster.put([b"a"])
            assert values(await consumer.fetch(timeout=5)) == [b"a"]

    run(main())


def test_an_acknowledgement_that_a_broker_cannot_take_now_is_sent_again() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        async with cluster.consumer() as consumer:
            await consumer.fetch()
            cluster.acknowledge_codes = [15, 15]
            await consumer.commit()
            assert cluster.state().done == {0: ACCEPT}

    run(main())


def test_an_acknowledgement_is_given_up_when_its_time_is_over() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        async with cluster.consumer(default_api_timeout_ms=2_000) as consumer:
            await consumer.fetch()
            cluster.acknowledge_codes = [15] * 1_000
            with pytest.raises(AcknowledgeFailed, match="COORDINATOR_NOT_AVAILABLE"):
                await consumer.commit()

    run(main())


@pytest.mark.parametrize("code", [3, 6, 74, 121])
def test_an_acknowledgement_in_vain_is_not_sent_again(code: int) -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        async with cluster.consumer() as consumer:
            await consumer.fetch()
            cluster.acknowledge_codes = [code]
            with pytest.raises(AcknowledgeFailed) as failed:
                await consumer.commit()
            (error,) = failed.value.errors.values()
            assert isinstance(error, KafkaError)
            assert error.code == code

    run(main())


@pytest.mark.parametrize("tells", [True, False])
def test_records_are_asked_of_the_new_leader(tells: bool) -> None:
    async def main() -> None:
        cluster = ShareCluster(brokers=2)
        cluster.tells_leaders = tells
        async with cluster.consumer() as consumer:
            assert await consumer.fetch() == []
            asked = len(cluster.seen(ApiKey.METADATA))
            log = cluster.logs["t", 0]
            log.leader, log.leader_epoch = 2, 1
            cluster.put([b"a"])
            assert values(await consumer.fetch(timeout=5)) == [b"a"]
            assert (len(cluster.seen(ApiKey.METADATA)) == asked) == tells
            await consumer.commit()
            assert cluster.state().done == {0: ACCEPT}

    run(main())


def test_acknowledgements_are_not_sent_to_whoever_leads_no_more() -> None:
    async def main() -> None:
        cluster = ShareCluster(2, brokers=2)
        cluster.put([b"a"], 0)
        async with cluster.consumer(**EXPLICIT) as consumer:
            (record,) = await consumer.fetch()
            log = cluster.logs["t", 0]
            log.leader, log.leader_epoch = 2, 1
            consumer.acknowledge(record)
            cluster.acknowledge_codes = [6]
            cluster.tells_leaders = True
            with pytest.raises(AcknowledgeFailed, match="NOT_LEADER_OR_FOLLOWER"):
                await consumer.commit()
            cluster.close_sessions()
            assert [(r.value, r.delivery_count) for r in await consumer.fetch(timeout=5)] == [(b"a", 2)]

    run(main())


@pytest.mark.parametrize("code", [3, 5, 6, 9, 56, 75, 100, 103, -1])
def test_errors_of_a_partition_that_may_pass_are_waited_for(code: int) -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        cluster.fetch_codes = [code] * 3
        async with cluster.consumer() as consumer:
            assert values(await consumer.fetch(timeout=30)) == [b"a"]

    run(main())


@pytest.mark.parametrize("code", [2, 29, 42])
def test_errors_of_a_partition_that_stay_are_raised_once_each_time(code: int) -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        cluster.fetch_codes = [code]
        async with cluster.consumer() as consumer:
            with pytest.raises(KafkaError) as raised:
                await consumer.fetch()
            assert raised.value.code == code
            assert values(await consumer.fetch()) == [b"a"]

    run(main())


def test_with_a_record_limit_one_broker_is_asked_at_a_time_in_turn() -> None:
    async def main() -> None:
        cluster = ShareCluster(2, brokers=2)
        for partition in (0, 1):
            cluster.put([b"%d" % n for n in range(10)], partition)
        async with cluster.consumer(share_acquire_mode="record_limit", max_poll_records=3) as consumer:
            partitions = []
            for _ in range(4):
                records = await consumer.fetch()
                assert len(records) <= 3
                partitions.append(records[0].partition)
            assert sorted(partitions[:2]) == [0, 1]
            assert sum(len(cluster.state(index).locked) for index in (0, 1)) <= 3
        assert all(request.share_acquire_mode == 1 for _, _, _, request in cluster.seen(FETCH))  # type: ignore[attr-defined]

    run(main())


def test_a_call_that_is_cancelled_loses_nothing() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        async with cluster.consumer() as consumer:
            assert await consumer.fetch() == []
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await anext(consumer)
            cluster.put([b"a"])
            await asyncio.sleep(1)
            assert values(await consumer.fetch()) == [b"a"]

    run(main())


def test_nothing_is_locked_while_nobody_asks() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        async with cluster.consumer() as consumer:
            assert await consumer.fetch() == []
            await asyncio.sleep(1)
            cluster.put([b"a"])
            await asyncio.sleep(5)
            assert cluster.state().locked == {}
            assert values(await consumer.fetch()) == [b"a"]

    run(main())


def test_what_a_callback_raises_reaches_the_application() -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        consumer = cluster.consumer(on_acknowledged=fail)
        await consumer.start()
        await consumer.fetch()
        with pytest.raises(ZeroDivisionError):
            await consumer.commit()
        await consumer.close()

    run(main())


def test_a_member_waits_for_brokers_that_are_all_away() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        async with cluster.consumer() as consumer:
            await consumer.fetch(timeout=2)
            cluster.stop(1)
            assert await consumer.fetch(timeout=10) == []
            cluster.start(1)
            cluster.put([b"a"])
            assert values(await consumer.fetch(timeout=20)) == [b"a"]
            cluster.stop(1)
            await asyncio.sleep(10)  # and may be closed while they are

    run(main())


def test_a_broker_that_is_down_at_the_end_does_not_keep_the_consumer() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        async with cluster.consumer(**EXPLICIT) as consumer:
            (record,) = await consumer.fetch()
            consumer.acknowledge(record)
            cluster.stop(1)

    run(main())


@pytest.mark.parametrize(("mode", "on_the_wire"), [("batch_optimized", 0), ("record_limit", 1)])
def test_how_records_are_acquired_is_what_was_asked_for(mode: Any, on_the_wire: int) -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        async with cluster.consumer(share_acquire_mode=mode) as consumer:
            assert values(await consumer.fetch()) == [b"a"]
        asked = [request for _, _, _, request in cluster.seen(FETCH)]
        assert {request.share_acquire_mode for request in asked} == {on_the_wire}  # type: ignore[attr-defined]

    run(main())
