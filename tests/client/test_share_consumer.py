"""The share consumer against brokers in memory: what it is given, what it says of it, and what happens on errors."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterable
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client import blocking
from kafkawire.client.errors import AcknowledgeFailed, ClientClosed, InvalidOption, NotAcknowledged, NotHeld
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.runtime import AioRuntime
from kafkawire.client.share import ShareRecord
from kafkawire.errors import CorruptBatch, KafkaError, KafkaWireError, UnsupportedVersion
from kafkawire.records import ControlRecordType, EndTxnMarker, write_batch, write_end_txn_marker
from tests.client.scripted import LOSE_ANSWER, LOSE_REQUEST
from tests.client.share_script import LOCK_MS, ShareCluster
from tests.client.virtual_time import run

EXPLICIT: Any = {"share_acknowledgement_mode": "explicit"}
FETCH, ACKNOWLEDGE, HEARTBEAT = ApiKey.SHARE_FETCH, ApiKey.SHARE_ACKNOWLEDGE, ApiKey.SHARE_GROUP_HEARTBEAT
ACCEPT, RELEASE, REJECT = 1, 2, 3


def values(records: Iterable[ShareRecord]) -> list[bytes | None]:
    return [record.value for record in records]


def test_records_are_accepted_when_the_application_comes_back() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a", b"b"])
        async with cluster.consumer() as consumer:
            records = await consumer.fetch()
            assert records[1] == ShareRecord("t", 0, 1, 0, None, b"b", (), 1)
            assert consumer.acquisition_lock_timeout_ms == LOCK_MS
            assert consumer.assignment == [TopicPartition("t", 0)]
            assert cluster.state().done == {}
            assert await consumer.fetch() == []
            assert cluster.state().done == {0: ACCEPT, 1: ACCEPT}
        assert cluster.seen(ACKNOWLEDGE)[-1][3].share_session_epoch == -1  # type: ignore[attr-defined]
        assert len(cluster.gone) == 1

    run(main())


def test_what_the_last_call_gave_is_given_back_at_the_end() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a", b"b", b"c"])
        async with cluster.consumer() as consumer:
            async for record in consumer:
                if record.value == b"b":
                    break
        assert cluster.state().done == {0: ACCEPT}
        assert cluster.state().available == {1, 2}

    run(main())


def test_a_commit_accepts_what_was_handed_out_and_no_more() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a", b"b", b"c"])
        async with cluster.consumer() as consumer:
            assert (await anext(consumer)).value == b"a"
            assert (await anext(consumer)).value == b"b"
            await consumer.commit()
            assert cluster.state().done == {0: ACCEPT, 1: ACCEPT}
            await consumer.commit()  # nothing to be said
            assert (await anext(consumer)).value == b"c"

    run(main())


def test_acknowledgements_are_sent_while_a_loop_works_on_records_it_has() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"%d" % n for n in range(10)])
        async with cluster.consumer() as consumer:
            for _ in range(5):
                await anext(consumer)
                await asyncio.sleep(0.6)
            assert set(cluster.state().done) >= {0, 1, 2}
            assert len(cluster.seen(FETCH)) == 1

    run(main())


def test_each_type_of_acknowledgement_arrives() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a", b"b", b"c", b"d"])
        async with cluster.consumer(**EXPLICIT) as consumer:
            records = await consumer.fetch()
            for record, kind in zip(records, ("accept", "release", "reject", "accept"), strict=True):
                consumer.acknowledge(record, kind)
            assert cluster.state().done == {}
            (again,) = await consumer.fetch()
            assert cluster.state().done == {0: ACCEPT, 2: REJECT, 3: ACCEPT}
            assert (again.value, again.delivery_count) == (b"b", 2)
            consumer.acknowledge(again, "release")
            consumer.acknowledge(again, "reject")  # the last word counts
            await consumer.commit()
            assert cluster.state().done[1] == REJECT

    run(main())


def test_every_record_is_acknowledged_before_more_are_asked_for() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a", b"b"])
        async with cluster.consumer(**EXPLICIT) as consumer:
            first, second = await consumer.fetch()
            consumer.acknowledge(first)
            with pytest.raises(NotAcknowledged):
                await consumer.fetch()
            with pytest.raises(NotHeld):
                consumer.acknowledge(first)  # that is said, and sent
            consumer.acknowledge(second)
            with pytest.raises(ValueError, match="accept, release, reject, renew, not 'gap'"):
                consumer.acknowledge(second, "gap")
            await consumer.commit()

    run(main())


def test_acknowledging_needs_the_explicit_mode_and_a_consumer_that_runs() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        async with cluster.consumer() as consumer:
            (record,) = await consumer.fetch()
            with pytest.raises(InvalidOption, match="explicit"):
                consumer.acknowledge(record)
        with pytest.raises(ClientClosed):
            await consumer.fetch()
        with pytest.raises(ClientClosed):
            await consumer.commit()

    run(main())


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"group_id": ""}, "group_id"),
        ({"topics": []}, "needs topics"),
        ({"topics": "t"}, "list of names"),
        ({"share_acquire_mod": "x"}, "did you mean 'share_acquire_mode'"),
        ({"share_acquire_mode": "x"}, "'batch_optimized', 'record_limit'"),
    ],
)
def test_options_are_checked(given: Any, text: str) -> None:
    async def main() -> None:
        with pytest.raises(InvalidOption, match=text):
            ShareCluster().consumer(**given)

    run(main())


def test_no_more_records_are_handed_out_than_asked_for() -> None:
    async def main() -> None:
        cluster = ShareCluster(2)
        cluster.put([b"a", b"b", b"c"], 0)
        cluster.put([b"d"], 1)
        async with cluster.consumer(max_poll_records=3) as consumer:
            assert [values(await consumer.fetch(2)) for _ in range(2)] == [[b"a", b"b"], [b"d"]]
            assert values(await consumer.fetch(2)) == [b"c"]
            with pytest.raises(InvalidOption):
                await consumer.fetch(0)
        assert {request.max_records for _, _, _, request in cluster.seen(FETCH)} == {2}  # type: ignore[attr-defined]

    run(main())


# --- renewals ---------------------------------------------------------------------------------------------------


def test_a_renewed_record_comes_again_before_any_other() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a", b"b"])
        async with cluster.consumer(**EXPLICIT) as consumer:
            slow, quick = await consumer.fetch()
            cluster.put([b"c"])
            consumer.acknowledge(slow, "renew")
            consumer.acknowledge(quick)
            assert await consumer.fetch() == [slow]
            assert cluster.seen(ACKNOWLEDGE)[0][3].is_renew_ack  # type: ignore[attr-defined]
            assert cluster.state().locked.keys() == {0}
            consumer.acknowledge(slow)
            assert values(await consumer.fetch()) == [b"c"]
            assert cluster.state().done == {0: ACCEPT, 1: ACCEPT}

    run(main())


def test_a_renewed_record_can_be_acknowledged_without_being_handed_out_again() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        async with cluster.consumer(**EXPLICIT) as consumer:
            (record,) = await consumer.fetch()
            for _ in range(2):
                consumer.acknowledge(record, "renew")
                await consumer.commit()
            consumer.acknowledge(record)
            assert await consumer.fetch() == []
            assert cluster.state().done == {0: ACCEPT}

    run(main())


def test_a_record_whose_lock_was_not_renewed_is_lost() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        async with cluster.consumer(**EXPLICIT) as consumer:
            (record,) = await consumer.fetch()
            consumer.acknowledge(record, "renew")
            cluster.acknowledge_codes = [121]
            with pytest.raises(AcknowledgeFailed, match="t-0: INVALID_RECORD_STATE"):
                await consumer.commit()
            with pytest.raises(NotHeld):
                consumer.acknowledge(record)

    run(main())


def test_a_broker_that_cannot_renew_is_not_asked_to() -> None:
    async def main() -> None:
        cluster = ShareCluster(newest={FETCH: 1, ACKNOWLEDGE: 1})
        cluster.put([b"a"])
        async with cluster.consumer(**EXPLICIT) as consumer:
            (record,) = await consumer.fetch()
            consumer.acknowledge(record, "renew")
            with pytest.raises(AcknowledgeFailed) as failed:
                await consumer.commit()
            assert isinstance(failed.value.errors[TopicPartition("t", 0)], UnsupportedVersion)

    run(main())


# --- what is not handed out -------------------------------------------------------------------------------------


def test_markers_and_holes_are_acknowledged_as_gaps() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        end = EndTxnMarker(ControlRecordType.COMMIT, 0)
        marker = write_end_txn_marker(end, producer_id=1, producer_epoch=0, timestamp=0)
        cluster.put_batch(marker, 1)
        records: Any = [(0, 0, None, b"b", []), (3, 0, None, b"c", [])]  # compaction has removed what was between
        cluster.put_batch(write_batch(records), 4)
        async with cluster.consumer() as consumer:
            assert values(await consumer.fetch()) == [b"a", b"b", b"c"]
            assert await consumer.fetch() == []
        assert cluster.state().done == {0: ACCEPT, 1: 0, 2: ACCEPT, 3: 0, 4: 0, 5: ACCEPT}

    run(main())


def test_a_broken_batch_is_rejected_and_raised_behind_what_came_before() -> None:
    async def main() -> None:
        cluster = ShareCluster()
        cluster.put([b"a"])
        broken = bytearray(write_batch([(0, 0, None, b"x", []), (1, 0, None, b"y", [])]))
        broken[-1] ^= 1
        cluster.put_batch(bytes(broken), 2)
        cluster.put([b"b"])
        async with cluster.consumer() as consumer:
            assert values(await consumer.fetch()) == [b"a", b"b"]
            with pytest.raises(CorruptBatch, match="t-0: batch at position"):
                await consumer.fetch()
            assert await consumer.fetch() == []
        assert cluster.state().done == {0: ACCEPT, 1: REJECT, 2: REJECT, 3: ACCEPT}

    run(main())


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


def test_code_without_an_event_loop_has_the_same_consumer() -> None:
    cluster = ShareCluster()
    cluster.put([b"a", b"b", b"c", b"d"])
    runtime = AioRuntime(cluster.network.dial)
    with blocking.ShareConsumer("b1:9092", group_id="g", topics=["t"], runtime=runtime) as consumer:
        assert values(itertools.islice(consumer, 2)) == [b"a", b"b"]
        consumer.commit()
        assert cluster.state().done == {0: ACCEPT, 1: ACCEPT}
        assert values(consumer.fetch(1)) == [b"c"]
        assert consumer.assignment == [TopicPartition("t", 0)]
    assert cluster.state().available == {2, 3}
    with blocking.ShareConsumer("b1:9092", group_id="g", topics=["t"], runtime=runtime, **EXPLICIT) as consumer:
        first, second = consumer.fetch()
        consumer.acknowledge(first, "reject")
        consumer.acknowledge(second)
        assert consumer.acquisition_lock_timeout_ms == LOCK_MS
    assert cluster.state().done == {0: ACCEPT, 1: ACCEPT, 2: REJECT, 3: ACCEPT}
