"""Batches that a broker does not take: too large, or with records that it names."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client.errors import BatchRefused
from kafkawire.errors import KafkaError
from kafkawire.message import Response
from kafkawire.messages.produce_response import BatchIndexAndErrorMessage
from kafkawire.records import read_batches
from kafkawire.records.header import next_sequence
from tests.client.scripted import Cluster
from tests.client.test_producer import producer
from tests.client.virtual_time import run

INVALID_RECORD, INVALID_TIMESTAMP, MESSAGE_TOO_LARGE, RECORD_LIST_TOO_LARGE = 87, 32, 10, 18


def takes_at_most(cluster: Cluster, size: int, code: int = MESSAGE_TOO_LARGE) -> list[int]:
    """Batches of t-0 that are larger are refused; returns the sizes of all that come, from now on."""
    log, sizes = cluster.logs["t", 0], []
    append = log.append

    def checked(data: bytes) -> tuple[int, int]:
        sizes.append(len(data))
        return append(data) if len(data) <= size else (code, -1)

    log.append = checked  # type: ignore[method-assign]
    return sizes


@pytest.mark.parametrize("code", [MESSAGE_TOO_LARGE, RECORD_LIST_TOO_LARGE])
@pytest.mark.parametrize("options", [{}, {"acks": 1}, {"batch_size": 3_000}])
def test_a_batch_that_is_too_large_goes_out_in_parts_and_in_order(code: int, options: dict[str, Any]) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        sizes = takes_at_most(cluster, 1_000, code)
        async with producer(cluster, **options) as p:
            deliveries = [p.send("t", b"%0100d" % i, key=b"k", headers=[("n", b"%d" % i)]) for i in range(100)]
            assert [(await delivery).offset for delivery in deliveries] == list(range(100))
            assert p.buffered == 0
            assert p.metrics()["batch_split_total"] > 0
        assert max(sizes) > 1_000
        assert cluster.logs["t", 0].values() == [b"%0100d" % i for i in range(100)]
        written = [r for _, _, data in cluster.logs["t", 0].batches for batch in read_batches(data) for r in batch]
        assert [list(record.headers) for record in written] == [[("n", b"%d" % i)] for i in range(100)]
        assert cluster.producer_ids <= 1  # the numbers in the sequence were kept

    run(main())


def test_parts_keep_their_sequence_numbers_and_what_was_sent_after_them_follows() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster, batch_size=2_000) as p:
            await p.send("t", b"first")
            takes_at_most(cluster, 700)
            for i in range(200):
                p.send("t", b"%0100d" % i)
                await p.drain()
            await p.flush()
        numbers = [batch.base_sequence for _, _, data in cluster.logs["t", 0].batches for batch in read_batches(data)]
        assert numbers == sorted(numbers)
        assert cluster.logs["t", 0].values() == [b"first", *(b"%0100d" % i for i in range(200))]

    run(main())


def test_sequence_numbers_begin_again_after_the_largest() -> None:
    assert next_sequence(2**31 - 2, 1) == 2**31 - 1
    assert next_sequence(2**31 - 1, 1) == 0
    assert next_sequence(2**31 - 10, 15) == 5


def test_one_record_that_is_too_large_is_named_and_the_others_are_written() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        takes_at_most(cluster, 1_000)
        async with producer(cluster) as p:
            small = [p.send("t", b"%d" % i) for i in range(5)]
            large = p.send("t", bytes(5_000))
            small += [p.send("t", b"%d" % i) for i in range(5, 10)]
            named = r"MESSAGE_TOO_LARGE.*t-0: a batch of 50\d\d bytes with a record is more"
            with pytest.raises(KafkaError, match=named):
                await large
            for delivery in small:
                await delivery
        assert cluster.logs["t", 0].values() == [b"%d" % i for i in range(10)]

    run(main())


class Picky(Cluster):
    """Refuses the batches that have certain values, and says which records it means."""

    def __init__(self, bad: dict[bytes, str | None], code: int = INVALID_RECORD) -> None:
        super().__init__({"t": 1})
        self.bad, self.code = bad, code

    def _produce(self, node: int, version: int, request: Any) -> Response:
        values = [r.value for batch in read_batches(request.topic_data[0].partition_data[0].records) for r in batch]
        errors = [
            BatchIndexAndErrorMessage(batch_index=i, batch_index_error_message=self.bad[v])
            for i, v in enumerate(values)
            if v in self.bad
        ]
        response: Any
        if not errors:
            return super()._produce(node, version, request)
        self.logs["t", 0].append = lambda data: (self.code, -1)  # type: ignore[method-assign]
        response = super()._produce(node, version, request)
        del self.logs["t", 0].append
        response.responses[0].partition_responses[0].record_errors = errors
        response.responses[0].partition_responses[0].error_message = "One or more records have been rejected"
        return response  # type: ignore[no-any-return]


def test_one_refused_record_has_the_error_of_the_batch_and_the_others_say_that_they_were_with_it() -> None:
    async def main() -> None:
        async with producer(Picky({b"old": "too old"}, INVALID_TIMESTAMP)) as p:
            good, bad, last = p.send("t", b"1"), p.send("t", b"old"), p.send("t", b"3")
            with pytest.raises(KafkaError, match="t-0, record 1 of 3 in its batch: too old") as caught:
                await bad
            assert caught.value.code == INVALID_TIMESTAMP
            for other in (good, last):
                with pytest.raises(BatchRefused, match="in one batch with a refused record"):
                    await other

    run(main())


def test_several_refused_records_are_invalid_records_with_their_own_texts() -> None:
    async def main() -> None:
        async with producer(Picky({b"a": "no key", b"b": None}, INVALID_TIMESTAMP)) as p:
            deliveries = [p.send("t", value) for value in (b"a", b"x", b"b")]
            for place, text in ((0, "no key"), (2, "One or more records have been rejected")):
                with pytest.raises(KafkaError, match=f"record {place} of 3 in its batch: {text}") as caught:
                    await deliveries[place]
                assert caught.value.code == INVALID_RECORD
            with pytest.raises(BatchRefused):
                await deliveries[1]

    run(main())


def test_refused_records_that_nobody_awaits_are_told_by_flush_and_what_follows_is_written() -> None:
    async def main() -> None:
        cluster = Picky({b"a": "no key"})
        async with producer(cluster) as p:
            p.send("t", b"a")
            with pytest.raises(KafkaError, match="t-0; One or more records have been rejected; no key"):
                await p.flush()
            assert (await p.send("t", b"b")).offset == 0

    run(main())


def test_a_request_to_a_slow_broker_is_given_up_in_time_by_one_timer() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster, request_timeout_ms=3_000) as p:
            await p.send("t", b"0")
            loop = asyncio.get_running_loop()
            for expected in (3.1, 3.1):  # and the timer serves the next connection as well
                cluster.faults[ApiKey.PRODUCE] = ["no answer on this connection any more"]
                started = loop.time()
                await p.send("t", b"x")
                assert loop.time() - started == pytest.approx(expected, abs=0.1)
        assert cluster.logs["t", 0].values() == [b"0", b"x", b"x"]

    run(main())


class Throttling(Cluster):
    """Asks for a second of silence with its first answer to Produce (KIP-219), and notes when requests come."""

    def __init__(self) -> None:
        super().__init__({"t": 1})
        self.times: list[float] = []

    def _produce(self, node: int, version: int, request: Any) -> Response:
        response: Any = super()._produce(node, version, request)
        response.throttle_time_ms = 0 if self.times else 1_000
        self.times.append(asyncio.get_running_loop().time())
        return response  # type: ignore[no-any-return]


def test_a_throttled_producer_keeps_quiet_and_then_goes_on_in_order() -> None:
    async def main() -> None:
        cluster = Throttling()
        async with producer(cluster, batch_size=500) as p:
            await p.send("t", b"first")
            for i in range(50):
                p.send("t", b"%0100d" % i)
            await p.flush()
        assert cluster.times[1] - cluster.times[0] >= 1
        assert cluster.times[-1] - cluster.times[0] < 1.1
        assert cluster.logs["t", 0].values() == [b"first", *(b"%0100d" % i for i in range(50))]
        assert len(cluster.times) == len(cluster.logs["t", 0].batches)  # none was sent twice

    run(main())
