"""The one client for all brokers: confluent-kafka in a process of its own, `python -m benchmarks.broker.client`.

Commands and answers are lines of JSON. Every command has an `address` and makes clients of its own, so that nothing is
left over from the broker before. Times are wall clock seconds; `cpu` is the processor time of this process, all threads
of librdkafka included.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle, islice
from typing import Any

from confluent_kafka import OFFSET_BEGINNING, Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic

from benchmarks.conversation import Answer, serve
from benchmarks.traffic import Content, contents

_PATIENCE = 120.0
_CHUNK = 2000
_BETWEEN_POLLS = 100
_WARM_UP = 0.1  # of the records, before the clock starts


Delivered = Callable[[object, object], None]


def hello() -> Answer:
    """Versions, and the options that are not librdkafka's defaults."""
    import confluent_kafka

    return {
        "name": "confluent-kafka",
        "version": confluent_kafka.__version__,
        "librdkafka": confluent_kafka.libversion()[0],
    }


@contextmanager
def stopwatch(answer: Answer) -> Iterator[None]:
    """Fill in `wall` and `cpu`. The garbage collector rests meanwhile."""
    gc.collect()
    gc.disable()
    wall, cpu = time.perf_counter(), time.process_time()
    yield
    answer |= {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
    gc.enable()


def common(address: str) -> Answer:
    """Options of every client. Of librdkafka's log only errors are wanted."""
    return {"bootstrap.servers": address, "log_level": 3}


def producer(address: str, options: Answer) -> Producer:
    """`options` are librdkafka's; what is not in them has its default."""
    return Producer({"queue.buffering.max.messages": 1_000_000, **common(address), **options})


def consumer(address: str, options: Answer) -> Consumer:
    """A consumer without a group. librdkafka sleeps for a second when its queue is full, if one lets it."""
    own = {"group.id": "benchmark", "enable.auto.commit": False, "fetch.queue.backoff.ms": 1}
    return Consumer({**common(address), **own, **options})


def value(size: int) -> bytes:
    """Some text of that size."""
    return (b"0123456789abcdef" * (size // 16 + 1))[:size]


def send(out: Producer, topic: str, load: int | str, count: int) -> None:
    """Put so many records in a row and wait until all are acknowledged. Raises if one is not."""
    failed: list[object] = []

    def delivered(error: object, _: object) -> None:
        if error:
            failed.append(error)

    if isinstance(load, int):
        _put_alike(out, topic, {"value": value(load)}, count, delivered)
    else:
        _put_each(out, topic, islice(cycle(contents(load)), count), delivered)
    if out.flush(_PATIENCE):
        raise TimeoutError(f"{len(out)} records were not acknowledged")
    if failed:
        raise RuntimeError(str(failed[0]))


def _put_alike(out: Producer, topic: str, record: Answer, count: int, delivered: Delivered) -> None:
    chunk = [record] * _CHUNK
    for begin in range(0, count, _CHUNK):
        part = chunk[: count - begin]
        done = 0
        while done < len(part):
            with suppress(BufferError):  # the queue is full
                done += out.produce_batch(topic, part[done:], on_delivery=delivered)
            out.poll(0 if done == len(part) else 0.01)


def _put_each(out: Producer, topic: str, records: Iterable[Content], delivered: Delivered) -> None:
    for number, (key, value, headers) in enumerate(records):
        while True:
            try:
                out.produce(topic, value, key, headers=headers, on_delivery=delivered)
                break
            except BufferError:
                out.poll(0.01)
        if number % _BETWEEN_POLLS == 0:
            out.poll(0)


def produce(address: str, topic: str, load: int | str, count: int, options: Answer) -> Answer:
    """Time to have `count` records acknowledged, on a connection that is warm."""
    answer: Answer = {}
    out = producer(address, options)
    send(out, topic, load, max(int(count * _WARM_UP), 1))
    with stopwatch(answer):
        send(out, topic, load, count)
    out.close()
    return answer


def consume(address: str, topic: str, count: int, options: Answer) -> Answer:
    """Time to read `count` records from the beginning of partition 0, the first few not counted."""
    answer: Answer = {}
    source = consumer(address, options)
    source.assign([TopicPartition(topic, 0, OFFSET_BEGINNING)])
    size, left = 0, count - _read(source, int(count * _WARM_UP))[0]
    with stopwatch(answer):
        seen, size = _read(source, left)
    source.close()
    return answer | {"count": seen, "size": size}


def _read(source: Consumer, count: int) -> tuple[int, int]:
    seen = size = 0
    until = time.monotonic() + _PATIENCE
    while seen < count:
        records = source.consume(min(_CHUNK, count - seen), 1.0)
        size += sum(len(record.value() or b"") for record in records)  # an error has a text for its value
        seen += len(records)
        if not records and time.monotonic() > until:
            raise TimeoutError(f"{seen} of {count} records came")
    return seen, size


def latency(address: str, topic: str, size: int, rate: int, seconds: float, options: Answer) -> Answer:
    """Open loop: a record is due every 1/rate seconds, whether or not the ones before were answered.

    Its latency counts from the moment it was due, so nobody is let off for what was late. One thread sends, another
    one waits for the answers; both sleep while there is nothing to do.
    """
    taken: list[float] = []
    ends = threading.Event()
    out = producer(address, {"acks": 1, "linger.ms": 0, **options})
    listener = threading.Thread(target=lambda: _poll_until(out, ends))
    send(out, topic, size, 100)
    listener.start()
    gc.collect()
    gc.disable()
    _pace(out, topic, value(size), rate, int(rate * seconds), taken)
    out.flush(_PATIENCE)
    gc.enable()
    ends.set()
    listener.join()
    out.close()
    return _percentiles(taken, int(rate * seconds))


def _poll_until(out: Producer, ends: threading.Event) -> None:
    while not ends.is_set():
        out.poll(0.1)


def _pace(out: Producer, topic: str, data: bytes, rate: int, count: int, taken: list[float]) -> None:
    clock, begin = time.perf_counter, time.perf_counter() + 0.1
    for number in range(count):
        due = begin + number / rate
        wait = due - clock()
        if wait > 0:
            time.sleep(wait)
        out.produce(topic, data, on_delivery=lambda error, _, due=due: taken.append(_answered(error, due)))


def _answered(error: object, due: float) -> float:
    if error:
        raise RuntimeError(str(error))
    return time.perf_counter() - due


def _percentiles(taken: list[float], count: int) -> Answer:
    if len(taken) != count:
        raise RuntimeError(f"{len(taken)} of {count} records were acknowledged")
    ordered = sorted(taken)
    places = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p999": 0.999}
    return {name: ordered[min(int(place * count), count - 1)] * 1e3 for name, place in places.items()}


def create(address: str, topic: str, partitions: int) -> Answer:
    """Time to make a topic, and to see all of it in the metadata."""
    answer: Answer = {}
    admin = AdminClient(common(address))
    with stopwatch(answer):
        admin.create_topics([NewTopic(topic, partitions, 1)])[topic].result(_PATIENCE)
        while not _is_whole(admin.list_topics(timeout=_PATIENCE).topics.get(topic), partitions):
            pass
    return answer


def _is_whole(topic: Any, partitions: int) -> bool:
    return topic is not None and sum(part.leader >= 0 for part in topic.partitions.values()) == partitions


def delete(address: str, topic: str) -> Answer:
    """Remove a topic."""
    admin = AdminClient(common(address))
    admin.delete_topics([topic])[topic].result(_PATIENCE)
    return {}


def metadata(address: str, topic: str) -> Answer:
    """Time of one question about all topics, on a connection that is warm."""
    answer: Answer = {}
    admin = AdminClient(common(address))
    admin.list_topics(timeout=_PATIENCE)
    with stopwatch(answer):
        found = admin.list_topics(timeout=_PATIENCE)
    return answer | {"partitions": len(found.topics[topic].partitions)}


def spread(address: str, topic: str, partitions: int) -> Answer:
    """Time to have one record in each partition."""
    answer: Answer = {}
    out = producer(address, {})
    with stopwatch(answer):
        for partition in range(partitions):
            out.produce(topic, b"x", partition=partition)
        if out.flush(_PATIENCE):
            raise TimeoutError("records were not acknowledged")
    out.close()
    return answer


def gather(address: str, topic: str, partitions: int) -> Answer:
    """Time to read one record of each partition with one consumer."""
    answer: Answer = {}
    source = consumer(address, {})
    with stopwatch(answer):
        source.assign([TopicPartition(topic, partition, OFFSET_BEGINNING) for partition in range(partitions)])
        seen, _ = _read(source, partitions)
    source.close()
    return answer | {"count": seen}


COMMANDS: dict[str, Callable[..., Answer]] = {
    function.__name__: function for function in (produce, consume, latency, create, delete, metadata, spread, gather)
}


def answer(do: str, **arguments: Any) -> Answer:
    """One command."""
    return COMMANDS[do](**arguments)


if __name__ == "__main__":
    serve(lambda: (hello(), answer))
