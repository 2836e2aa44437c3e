"""Topics of the same few names that are made, written, shortened and deleted, while the broker dies and comes back."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from kafkawire.error_code import ErrorCode
from kafkawire.messages import CreateTopicsRequest, DeleteRecordsRequest, DeleteTopicsRequest
from kafkawire.messages.create_topics_request import CreatableTopic, CreatableTopicConfig
from kafkawire.messages.delete_records_request import DeleteRecordsPartition, DeleteRecordsTopic
from tests.reliability.asking import GONE, Line, read_all, topics
from tests.reliability.ledger import Broken


@dataclass
class Life:
    """One topic from its making to its deletion. `records`: those that were acknowledged, by offset."""

    number: int
    may_be_gone: bool = False
    start: int = 0
    records: dict[int, bytes] = field(default_factory=dict)


class Churn:
    """Keeps a few names busy. What was in flight when the broker died is either done or not done."""

    def __init__(self, port: int, random: Random, prefix: str) -> None:
        self.names = [f"{prefix}-{n}" for n in range(4)]
        self._line = Line(port)
        self._random = random
        self._lives: dict[str, Life] = {}
        self._count = 0

    async def run(self) -> None:
        """On and on, until cancelled."""
        while True:
            with suppress(*GONE):
                await self._step(self._random.choice(self.names))
            await asyncio.sleep(0.01)

    async def check(self) -> None:
        """The topics are those that were acknowledged, with the records of this life of theirs and of no other."""
        there = await topics(self._line)
        for name in self.names:
            life = self._lives.get(name)
            if name in there and life is None:
                raise Broken(f"topic {name} was deleted, and is there")
            if life is not None and name not in there and not life.may_be_gone:
                raise Broken(f"topic {name} was made, and is not there")
            if life is not None and name not in there:
                del self._lives[name]
            elif life is not None:
                life.may_be_gone = False
                await self._check_life(name, life)

    async def close(self) -> None:
        """Hang up."""
        await self._line.close()

    async def _step(self, name: str) -> None:
        life = self._lives.get(name)
        if life is None:
            await self._create(name)
        elif life.may_be_gone:
            return  # settled by the next check
        elif self._random.random() < 0.25:
            await self._delete(name, life)
        elif self._random.random() < 0.2 and life.records:
            await self._shorten(name, life)
        else:
            await self._produce(name, life)

    async def _create(self, name: str) -> None:
        self._count += 1
        self._lives[name] = Life(self._count, may_be_gone=True)
        wanted = CreatableTopic(
            name=name,
            num_partitions=2,
            replication_factor=1,
            configs=[CreatableTopicConfig(name="segment.bytes", value="300")],
        )
        _must(await self._ask_one(CreateTopicsRequest(topics=[wanted]), 5, "topics"), name)
        self._lives[name].may_be_gone = False

    async def _delete(self, name: str, life: Life) -> None:
        life.may_be_gone = True
        _must(await self._ask_one(DeleteTopicsRequest(topic_names=[name]), 5, "responses"), name)
        del self._lives[name]

    async def _produce(self, name: str, life: Life) -> None:
        value = b"life %d" % life.number
        wire_answer = await self._line.produce(name, value)
        _must(wire_answer.error_code, name)
        life.records[wire_answer.base_offset] = value

    async def _shorten(self, name: str, life: Life) -> None:
        offset = self._random.choice(list(life.records))
        wanted = DeleteRecordsTopic(name=name, partitions=[DeleteRecordsPartition(partition_index=0, offset=offset)])
        life.start = max(life.start, offset)  # from now on what is before it may be there or not
        answer = await self._line.ask(DeleteRecordsRequest(topics=[wanted], timeout_ms=1000), 1)
        _must(answer.topics[0].partitions[0].error_code, name)

    async def _check_life(self, name: str, life: Life) -> None:
        found = {record.offset: record.value for record in await read_all(self._line, (name, 0))}
        others = {value for value in found.values() if value != b"life %d" % life.number}
        missing = [offset for offset in life.records if offset >= life.start and offset not in found]
        if others or missing:
            raise Broken(
                f"topic {name}, life {life.number} from {life.start}: {missing} is missing, {others} is strange"
            )

    async def _ask_one(self, request: CreateTopicsRequest | DeleteTopicsRequest, version: int, results: str) -> int:
        error: int = getattr(await self._line.ask(request, version), results)[0].error_code
        return error


def _must(error: int, name: str) -> None:
    if error:
        raise Broken(f"topic {name}: {ErrorCode.of(error).name}")
