"""The share consumer against brokers in memory: what it is given, and what it says of it."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client import blocking
from kafkawire.client.errors import AcknowledgeFailed, ClientClosed, InvalidOption, NotAcknowledged, NotHeld
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.runtime import AioRuntime
from kafkawire.client.share import ShareRecord
from kafkawire.errors import CorruptBatch, UnsupportedVersion
from kafkawire.records import ControlRecordType, EndTxnMarker, write_batch, write_end_txn_marker
from tests.client.share_script import LOCK_MS, ShareCluster, values
from tests.client.virtual_time import run

EXPLICIT: Any = {"share_acknowledgement_mode": "explicit"}
FETCH, ACKNOWLEDGE = ApiKey.SHARE_FETCH, ApiKey.SHARE_ACKNOWLEDGE
ACCEPT, RELEASE, REJECT = 1, 2, 3


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
        ({"topics": "t"}, "topics must be a list or the like"),
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
