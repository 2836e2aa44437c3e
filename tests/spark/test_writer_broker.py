"""Two phases over a broker in this process: tasks and drivers as Spark calls them, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kafkawire.client.blocking import Admin, Consumer
from kafkawire.client.errors import InvalidOption, RecordTooLarge
from kafkawire.testing.threaded import ThreadedBroker

pa = pytest.importorskip("pyarrow")
pyspark = pytest.importorskip("pyspark")
types = pytest.importorskip("pyspark.sql.types")
execution = pytest.importorskip("kafkawire.spark.sink.execution")

SCHEMA = types.StructType([types.StructField("value", types.StringType())])


@pytest.fixture
def kafka(kafka_broker_factory: Callable[..., ThreadedBroker]) -> ThreadedBroker:
    return kafka_broker_factory(
        topics={"t": 2},
        transaction_abort_timed_out_transaction_cleanup_interval_ms=50,
        group_initial_rebalance_delay_ms=0,
    )


@pytest.fixture(autouse=True)
def _no_task() -> Iterator[None]:
    yield
    pyspark.TaskContext._setTaskContext(None)


def writer(kafka: ThreadedBroker, **options: str) -> Any:
    from kafkawire.spark.sink.options import parse_sink_options
    from kafkawire.spark.stream_writer import KafkaWireStreamWriter

    given = {"kafka.bootstrap.servers": kafka.bootstrap_servers, "topic": "t", "delivery": "exactly-once"}
    return KafkaWireStreamWriter(parse_sink_options(given | options), SCHEMA)


def task(made: Any, batch: int, index: int, values: list[str], attempt: int = 0, query: str = "q") -> Any:
    context = pyspark.TaskContext()
    context._partitionId, context._attemptNumber = index, attempt
    context._localProperties = {"sql.streaming.queryId": query, "streaming.sql.batchId": str(batch)}
    pyspark.TaskContext._setTaskContext(context)
    return made.write(iter([pa.record_batch({"value": pa.array(values, pa.string())})]))


def visible(kafka: ThreadedBroker) -> list[str]:
    """What a reader of committed records sees."""
    values = []
    options: Any = {"isolation_level": "read_committed", "auto_offset_reset": "earliest"}
    with (
        Consumer(kafka.bootstrap_servers, topics=["t"], **options) as consumer,
        Admin(kafka.bootstrap_servers) as admin,
    ):
        while any(t.state in ("PrepareCommit", "PrepareAbort") for t in admin.list_transactions()):
            pass
        while chunks := consumer.fetch(timeout=0.3):
            values += [(record.value or b"").decode() for chunk in chunks for record in chunk]
    return sorted(values)


def states(kafka: ThreadedBroker) -> dict[str, str]:
    with Admin(kafka.bootstrap_servers) as admin:
        return {one.transactional_id: one.state for one in admin.list_transactions()}


def test_nothing_is_visible_before_the_driver_commits(kafka: ThreadedBroker) -> None:
    made = writer(kafka)
    messages = [task(made, 0, 0, ["a", "b"]), task(made, 0, 1, ["c"]), task(made, 0, 2, [])]
    assert visible(kafka) == []
    writer(kafka).commit(messages, 0)  # Spark makes a new writer for that
    assert visible(kafka) == ["a", "b", "c"]
    assert "Ongoing" not in states(kafka).values()
    assert {name for name in states(kafka) if name.startswith("kafkawire-spark-q-")} == {
        "kafkawire-spark-q-0-0",
        "kafkawire-spark-q-1-0",
        "kafkawire-spark-q-driver",
    }


def test_a_batch_that_is_executed_again_is_written_once_and_may_be_cut_differently(kafka: ThreadedBroker) -> None:
    first = writer(kafka)
    first.commit([task(first, 0, 0, ["a"]), task(first, 0, 1, ["b"])], 0)
    again = writer(kafka)
    again.commit([task(again, 0, 0, ["a", "b"])], 0)
    assert visible(kafka) == ["a", "b"]


def test_what_a_dead_driver_left_is_aborted_by_the_next_execution(kafka: ThreadedBroker) -> None:
    dead = writer(kafka)
    task(dead, 0, 0, ["a"])
    task(dead, 0, 1, ["b"])
    again = writer(kafka)
    again.commit([task(again, 0, 0, ["a", "b"])], 0)
    assert visible(kafka) == ["a", "b"]
    assert "Ongoing" not in states(kafka).values()


def test_a_driver_that_wakes_up_too_late_cannot_commit(kafka: ThreadedBroker) -> None:
    late, again = writer(kafka), writer(kafka)
    old = [task(late, 0, 0, ["a"])]
    new = [task(again, 0, 0, ["a"])]
    with pytest.raises(execution.TransactionLost, match="is not open any more"):
        late.commit(old, 0)
    late.abort(old, 0)
    again.commit(new, 0)
    assert visible(kafka) == ["a"]
    with pytest.raises(execution.Superseded):
        task(late, 0, 1, ["b"])


def test_of_two_attempts_at_a_task_one_is_committed(kafka: ThreadedBroker) -> None:
    made = writer(kafka)
    task(made, 0, 0, ["a"], attempt=0)
    chosen = task(made, 0, 0, ["a"], attempt=1)
    again = task(made, 0, 0, ["a"], attempt=0)  # a stage that is tried again counts its attempts anew
    assert len({chosen.transaction.transactional_id, again.transaction.transactional_id}) == 2
    made.commit([chosen], 0)
    assert visible(kafka) == ["a"]
    assert "Ongoing" not in states(kafka).values()


def test_abort_leaves_nothing(kafka: ThreadedBroker) -> None:
    made = writer(kafka)
    messages = [task(made, 0, 0, ["a"]), None]
    made.abort(messages, 0)
    assert visible(kafka) == []
    assert "Ongoing" not in states(kafka).values()


def test_batches_follow_one_another(kafka: ThreadedBroker) -> None:
    for batch in range(3):
        made = writer(kafka)
        made.commit([task(made, batch, index, [f"{batch}.{index}"]) for index in range(2)], batch)
    assert visible(kafka) == ["0.0", "0.1", "1.0", "1.1", "2.0", "2.1"]


def test_two_queries_do_not_touch_each_other(kafka: ThreadedBroker) -> None:
    one, other = writer(kafka), writer(kafka)
    left = task(one, 0, 0, ["a"], query="q")
    other.commit([task(other, 0, 0, ["b"], query="q-0")], 0)
    assert visible(kafka) in ([], ["b"])  # behind an open transaction a reader of committed records has to wait
    one.commit([left], 0)
    assert visible(kafka) == ["a", "b"]


def test_a_transaction_that_times_out_before_the_decision_fails_the_batch(kafka: ThreadedBroker) -> None:
    made = writer(kafka, **{"kafka.transaction.timeout.ms": "300"})
    messages = [task(made, 0, 0, ["a"])]
    while states(kafka)["kafkawire-spark-q-0-0"] == "Ongoing":
        pass
    with pytest.raises(execution.TransactionLost, match=r"kafka\.transaction\.timeout\.ms"):
        made.commit(messages, 0)
    assert visible(kafka) == []


class Died(Exception):
    """What a driver does in a test."""


def test_a_driver_that_dies_after_the_decision_is_completed_by_the_next(
    kafka: ThreadedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = writer(kafka)
    messages = [task(made, 0, 0, ["a"]), task(made, 0, 1, ["b"])]
    _die_in_commit(made, messages, monkeypatch)
    assert visible(kafka) == []
    again = writer(kafka)
    repeated = [task(again, 0, 0, ["a", "b"])]
    assert (repeated[0].records, repeated[0].transaction) == (0, None)
    assert visible(kafka) == ["a", "b"]
    again.commit(repeated, 0)
    assert visible(kafka) == ["a", "b"]


def test_a_decided_transaction_that_times_out_is_an_error_until_the_state_is_deleted(
    kafka: ThreadedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = writer(kafka, **{"kafka.transaction.timeout.ms": "1500"})
    messages = [task(made, 0, 0, ["a"])]
    _die_in_commit(made, messages, monkeypatch)
    while states(kafka)["kafkawire-spark-q-0-0"] == "Ongoing":
        pass
    for _ in range(2):
        again = writer(kafka)
        with pytest.raises(execution.TransactionLost, match="batch 0 was decided, and 0 of its 1 transactions"):
            again.commit([task(again, 0, 0, ["a"])], 0)
    with Admin(kafka.bootstrap_servers) as admin:
        admin.delete_groups(["kafkawire-spark-q"])
    again = writer(kafka)
    again.commit([task(again, 0, 0, ["a"])], 0)
    assert visible(kafka) == ["a"]


def _die_in_commit(made: Any, messages: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Decide, and get no further."""

    async def end_all(*_: object, **__: object) -> None:
        raise Died

    with monkeypatch.context() as patch:
        patch.setattr("kafkawire.spark.sink.ledger.Ledger.end_all", end_all)
        with pytest.raises(Died):
            made.commit(messages, 0)


def test_a_timeout_longer_than_the_broker_allows_is_said(kafka: ThreadedBroker) -> None:
    made = writer(kafka, **{"kafka.transaction.timeout.ms": "900001"})
    with pytest.raises(InvalidOption, match=r"is 900001, above transaction\.max.timeout\.ms of the brokers"):
        task(made, 0, 0, ["a"])


def test_at_least_once_is_there_when_the_task_returns(kafka: ThreadedBroker) -> None:
    made = writer(kafka, delivery="at-least-once", **{"kafka.compression.type": "lz4"})
    message = made.write(iter([pa.record_batch({"value": pa.array([str(i) for i in range(1000)])})] * 3))
    assert message.records == 3000
    assert len(visible(kafka)) == 3000


def test_a_record_that_is_too_large_fails_the_task_and_says_where(kafka: ThreadedBroker) -> None:
    made = writer(kafka, delivery="at-least-once", **{"kafka.max.request.size": "10000"})
    with pytest.raises(RecordTooLarge, match=r"t-\d: 1 record\(s\) of 2\d+ bytes; max_request_size is 10000"):
        made.write(iter([pa.record_batch({"value": pa.array(["x" * 20_000])})]))


def test_a_batch_that_is_too_large_for_the_topic_is_split(kafka: ThreadedBroker) -> None:
    kafka.create_topic("small", 1, {"max.message.bytes": "2000"})
    made = writer(kafka, topic="small", delivery="at-least-once")
    rows = pa.record_batch({"value": pa.array([str(i) * 10 for i in range(500)])})
    made.write(iter([rows]))
    assert [int(record.value or b"") for record in kafka.records("small")] == [int(str(i) * 10) for i in range(500)]
