"""What a real broker refuses: batches that are too large, and records that it names. See test_real_broker.py."""

from __future__ import annotations

import uuid

import pytest

from kafkawire.client import Admin, NewTopic, Producer
from kafkawire.client.errors import BatchRefused
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from tests.client.test_real_broker import ADDRESS, pytestmark, read_values, run

__all__ = ["pytestmark"]


async def topic_with(**configs: str) -> str:
    name = f"kafkawire-{uuid.uuid4().hex[:12]}"
    async with Admin(ADDRESS) as admin:
        await admin.create_topics({name: NewTopic(1, configs={k.replace("_", "."): v for k, v in configs.items()})})
    return name


def test_batches_larger_than_the_topic_takes_are_split_and_one_record_too_large_fails_alone() -> None:
    async def main() -> None:
        topic = await topic_with(max_message_bytes="2000")
        values = [b"%0100d" % i for i in range(500)]
        async with Producer(ADDRESS) as producer:
            deliveries = [producer.send(topic, value) for value in values[:250]]
            large = producer.send(topic, bytes(4_000))
            deliveries += [producer.send(topic, value) for value in values[250:]]
            assert [(await delivery).offset for delivery in deliveries] == list(range(500))
            with pytest.raises(KafkaError, match=f"MESSAGE_TOO_LARGE.*{topic}-0: a batch of 40"):
                await large
        assert (await read_values(topic, 500))[0] == values

    run(main())


def test_records_without_key_for_a_compacted_topic_are_named_and_those_beside_them_are_not_written() -> None:
    async def main() -> None:
        topic = await topic_with(cleanup_policy="compact")
        async with Producer(ADDRESS, linger_ms=100) as producer:
            good = producer.send(topic, b"v", key=b"k")
            bad = [producer.send(topic, b"v%d" % i, partition=0) for i in range(2)]
            for place, delivery in enumerate(bad, 1):
                with pytest.raises(
                    KafkaError, match=f"{topic}-0, record {place} of 3 in its batch: Compacted topic"
                ) as e:
                    await delivery
                assert e.value.code == ErrorCode.INVALID_RECORD
            with pytest.raises(BatchRefused):
                await good
            assert (await producer.send(topic, b"v", key=b"k")).offset == 0

    run(main())
