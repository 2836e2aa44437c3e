"""Produce requests that were sent to Apache Kafka get the same responses here, and leave the same in the log.

`verdicts/produce-4.4.0.json` is what Kafka 4.4.0 said to the cases of Produce v3 and later, `produce-3.9.2.json` what
3.9.2 said to those before. Timestamps are noted as distances from the time of the test, or "now" for the broker's own.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import uuid
from pathlib import Path
from typing import Any

import pytest

from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.broker.loop.clock import ManualClock
from kafkawire.error_code import ErrorCode
from kafkawire.messages import CreateTopicsRequest, ProduceRequest
from kafkawire.messages.create_topics_request import CreatableTopic, CreatableTopicConfig
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.records import read_batches
from tests.broker.produce_cases import Case, cases, old_cases
from tests.broker.wire import NOW_MS, QUICK, Wire

VERDICTS = Path(__file__).parent / "verdicts"
LATER = 1000
HOURS = 10 * 3_600_000


def verdicts(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((VERDICTS / name).read_text())
    return found


@pytest.mark.parametrize(("chosen", "file"), [(cases(), "produce-4.4.0.json"), (old_cases(), "produce-3.9.2.json")])
def test_every_batch_is_judged_and_stored_as_kafka_does(chosen: list[Case], file: str) -> None:
    expected = verdicts(file)
    found = asyncio.run(outcomes(chosen))
    assert sorted(found) == sorted(expected)
    assert {name: one for name, one in found.items() if one != expected[name]} == {}


async def outcomes(chosen: list[Case]) -> dict[str, Any]:
    config = BrokerConfig.from_options({"log.dirs": "data", **QUICK})
    found: dict[str, Any] = {}
    clock = ManualClock((NOW_MS + LATER) / 1000)
    async with Broker(config, files=MemoryFiles(), clock=clock) as broker:
        wire = await Wire.to(broker)
        for number, case in enumerate(chosen):
            found[case.name] = await outcome(broker, wire, case, case.topic or f"c{number}")
        await wire.close()
    return found


async def outcome(broker: Broker, wire: Wire, case: Case, topic: str) -> Any:
    topic_id = uuid.UUID(int=7)
    if case.topic is None:
        options = [CreatableTopicConfig(name=name, value=value) for name, value in case.options.items()]
        made = CreatableTopic(name=topic, num_partitions=1, replication_factor=1, configs=options)
        created = (await wire.ask(CreateTopicsRequest(topics=[made]), 7)).topics[0]
        assert not created.error_code, created.error_message
        topic_id = created.topic_id
    answers = []
    for records in case.sends:
        parts = [PartitionProduceData(index=case.partition, records=records)]
        data = [TopicProduceData(name=topic, topic_id=topic_id, partition_data=parts)]
        response = await wire.ask(ProduceRequest(acks=case.acks, topic_data=data), case.version)
        answers.append(described(response.responses[0].partition_responses[0], topic))
    log = broker.node.topics.log(topic, 0)
    return {"answers": answers, "log": stored(log) if log else []}


def described(answer: Any, topic: str) -> list[Any]:
    return [
        ErrorCode.of(answer.error_code).name,
        answer.base_offset,
        -1 if answer.log_append_time_ms == -1 else relative(answer.log_append_time_ms),
        answer.log_start_offset,
        [[error.batch_index, plain(error.batch_index_error_message, topic)] for error in answer.record_errors],
        plain(answer.error_message, topic),
    ]


def plain(text: str | None, topic: str) -> str | None:
    return text and re.sub(r"-?\d{12,}", "TS", text.replace(f"{topic}-0", "TOPIC-0"))


def relative(time: int) -> int | str:
    if time == NOW_MS + LATER:
        return "now"
    return time - NOW_MS if abs(time - NOW_MS) < HOURS else time


def stored(log: Any) -> list[Any]:
    return [fields_of(batch) for _, slice_ in log.segments.batches_from(0) for batch in read_batches(slice_.read())]


def fields_of(batch: Any) -> list[Any]:
    return [
        batch.magic,
        batch.base_offset,
        batch.last_offset,
        batch.attributes,
        "-" if batch.codec else batch.size_in_bytes,
        relative(batch.base_timestamp),
        relative(batch.max_timestamp),
        [batch.producer_id, batch.producer_epoch, batch.base_sequence],
        batch.record_count,
        batch.is_valid,
        [record_of(record) for record in batch],
    ]


def record_of(record: Any) -> list[Any]:
    key, value = record.key, record.value
    return [
        record.offset,
        relative(record.timestamp),
        None if key is None else key.decode(),
        None if value is None else hashlib.md5(value).hexdigest()[:6],
        [[name, None if value is None else value.decode()] for name, value in record.headers],
    ]
