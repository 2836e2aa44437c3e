"""Waiting for what a broker comes to, and what is said when it does not."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from kafkawire.client import Consumer, blocking
from kafkawire.errors import KafkaError
from kafkawire.testing import ThreadedBroker, broker

GROUP: dict[str, Any] = {"group_id": "cafe", "auto_offset_reset": "earliest"}
SOON = 0.05


class Waiter(threading.Thread):
    """Waits in a thread of its own, as whoever tests a program that runs meanwhile."""

    def __init__(self, wait: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self._wait, self._result = wait, None
        self.error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self._result = self._wait()
        except BaseException as exc:  # noqa: BLE001 - it is raised by `result`
            self.error = exc

    def result(self) -> Any:
        self.join(20)
        assert not self.is_alive()
        if self.error is not None:
            raise self.error
        return self._result


def test_records_that_come_later_are_waited_for() -> None:
    with broker({"orders": 2}) as b:
        waiter = Waiter(lambda: b.wait_for_records("orders", 2))
        b.append("orders", b"1")
        b.append("orders", b"2", partition=1)
        assert [record.value for record in waiter.result()] == [b"1", b"2"]


def test_a_topic_that_a_client_makes_by_its_use_is_waited_for() -> None:
    with broker() as b:
        waiter = Waiter(lambda: b.wait_for_records("orders"))
        with blocking.Producer(b.bootstrap_servers) as producer:
            producer.send("orders", b"one coffee")
        (record,) = waiter.result()
        assert record.value == b"one coffee"


@pytest.mark.parametrize(
    ("wait", "said"),
    [
        (
            lambda b: b.wait_for_records("orders", 2, timeout=SOON),
            r"'orders' did not have 2 records .*: there is 1$",
        ),
        (
            lambda b: b.wait_for_records("orders", 1, partition=1, timeout=SOON),
            r"partition 1 of topic 'orders' did not have 1 record within 0\.05 s: there are 0$",
        ),
        (lambda b: b.wait_for_records("ordes", timeout=SOON), r"no such topic; did you mean 'orders'\?$"),
        (
            lambda b: b.wait_for_group("cafe", members=2, timeout=SOON),
            r"group 'cafe' was not Stable with 2 members within 0\.05 s: there is no such group; there is none at all$",
        ),
    ],
)
def test_what_does_not_come_is_told_beside_what_there_is(wait: Callable[[ThreadedBroker], object], said: str) -> None:
    with broker({"orders": 2}) as b:
        b.append("orders", b"1")
        with pytest.raises(TimeoutError, match=said):
            wait(b)


def test_a_group_is_described_when_it_is_not_what_was_waited_for() -> None:
    with broker({"orders": 1}) as b:
        b.append("orders", b"one coffee")
        options = {**GROUP, "client_id": "barista"}
        with blocking.Consumer(b.bootstrap_servers, topics=["orders"], **options) as consumer:
            next(iter(consumer))
            with pytest.raises(TimeoutError, match=r"with 2 members .*: it is Stable with 1 member \(barista\)$"):
                b.wait_for_group("cafe", members=2, timeout=SOON)
            with pytest.raises(TimeoutError, match=r"was not Empty with 0 members"):
                b.wait_for_group("cafe", members=0, timeout=SOON)
            consumer.commit()
        assert b.wait_for_group("cafe", members=0).state == "Empty"
        assert b.committed("cafe") == {("orders", 0): 1}


@pytest.mark.parametrize(
    "ask",
    [
        lambda b: b.committed("caffe"),
        lambda b: b.group("caffe"),
        lambda b: b.group_members("caffe"),
        lambda b: b.force_rebalance("caffe"),
    ],
)
def test_an_unknown_group_is_an_error_that_names_the_nearest(ask: Callable[[ThreadedBroker], object]) -> None:
    with broker({"orders": 1}) as b:
        b.append("orders", b"one coffee")
        with blocking.Consumer(b.bootstrap_servers, topics=["orders"], **GROUP) as consumer:
            next(iter(consumer))
            with pytest.raises(KafkaError, match=r"GROUP_ID_NOT_FOUND .*no group 'caffe'; did you mean 'cafe'\?$"):
                ask(b)
        with pytest.raises(KafkaError, match="group 'cafe' has no members that could rebalance"):
            b.force_rebalance("cafe")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda b: b.wait_for_records("ordes"), r"there is no topic 'ordes'; did you mean 'orders'\?"),
        (lambda b: b.wait_for_records("orders", partition=7), "topic 'orders' has 1 partition, and no number 7"),
        (lambda b: b.records("ordes"), r"there is no topic 'ordes'; did you mean 'orders'\?"),
        (lambda b: b.append("payments", b""), "there is no topic 'payments'; there is orders"),
    ],
)
def test_an_unknown_topic_is_an_error_at_once(ask: Callable[[ThreadedBroker], object], said: str) -> None:
    with (
        broker({"orders": 1}, auto_create_topics_enable=False) as b,
        pytest.raises(KafkaError, match=rf"UNKNOWN_TOPIC_OR_PARTITION \(3\): {said}$"),
    ):
        ask(b)


def test_a_state_that_there_is_not_is_an_error() -> None:
    with broker() as b, pytest.raises(ValueError, match=r"'stabel' is none of Empty, .*, Stable$"):
        b.wait_for_group("cafe", state="stabel")


def test_who_waits_hears_of_the_end_of_the_broker() -> None:
    with broker({"orders": 1}) as b:
        waiter = Waiter(lambda: b.wait_for_records("orders", timeout=20))
        while not _is_waited_for(b):
            waiter.join(0.01)
    with pytest.raises(RuntimeError, match="the broker was stopped meanwhile"):
        waiter.result()
    with pytest.raises(RuntimeError, match="not running"):
        b.wait_for_records("orders")


def _is_waited_for(b: ThreadedBroker) -> bool:
    return b._thread.call(lambda node: bool(node.wakeups._listening))


def test_waiting_in_an_event_loop_stops_it_which_is_said_when_time_is_up() -> None:
    async def main() -> None:
        with broker() as b, pytest.raises(TimeoutError) as raised:
            b.wait_for_group("cafe", timeout=SOON)
        assert "asyncio.to_thread" in raised.value.__notes__[0]

    asyncio.run(main())


def test_an_event_loop_goes_on_while_a_thread_waits() -> None:
    async def main() -> None:
        with broker({"orders": 1}) as b:
            b.append("orders", b"one coffee")
            async with Consumer(b.bootstrap_servers, topics=["orders"], **GROUP) as consumer:
                reading = asyncio.ensure_future(anext(aiter(consumer)))
                status = await asyncio.to_thread(b.wait_for_group, "cafe", members=1)
                assert [member.partitions for member in status.members] == [(("orders", 0),)]
                await reading

    asyncio.run(main())


def test_a_share_group_is_seen_and_does_not_rebalance() -> None:
    options: dict[str, Any] = {"group_id": "till", "topics": ["orders"]}
    with broker({"orders": 1}) as b, blocking.ShareConsumer(b.bootstrap_servers, **options) as consumer:
        consumer.fetch(timeout=0.05)
        status = b.wait_for_group("till", members=1)
        assert (status.protocol, status.members[0].partitions) == ("share", (("orders", 0),))
        with pytest.raises(KafkaError, match="a share group, which does not rebalance"):
            b.force_rebalance("till")
