"""Groups of each kind that commit offsets, one after the other, while the broker dies and comes back."""

from __future__ import annotations

import asyncio
import struct
import uuid
from contextlib import suppress
from typing import Any

from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    ConsumerGroupDescribeRequest,
    ConsumerGroupHeartbeatRequest,
    DescribeGroupsRequest,
    JoinGroupRequest,
    OffsetCommitRequest,
    OffsetFetchRequest,
    SyncGroupRequest,
)
from kafkawire.messages.join_group_request import JoinGroupRequestProtocol
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.messages.offset_fetch_request import OffsetFetchRequestGroup, OffsetFetchRequestTopics
from kafkawire.messages.sync_group_request import SyncGroupRequestAssignment
from tests.reliability.asking import GONE, Line
from tests.reliability.ledger import Broken

_SESSION_MS = 300_000


def subscription(topic: str) -> bytes:
    """What a consumer of the classic protocol says: version 0, one topic, no data of its own."""
    name = topic.encode()
    return struct.pack(f">hih{len(name)}si", 0, 1, len(name), name, -1)


def assignment(topic: str) -> bytes:
    """All of a topic with one partition, in the same form."""
    name = topic.encode()
    return struct.pack(f">hih{len(name)}siii", 0, 1, len(name), name, 1, 0, -1)


class Committer:
    """A group that nobody is a member of. It commits 1, 2, 3 ... for one partition."""

    def __init__(self, port: int, group_id: str, topic: str) -> None:
        self.line = Line(port)
        self.group_id = group_id
        self.topic = topic
        self.member_id, self.generation = "", -1
        self.sent = self.acknowledged = 0

    async def join(self) -> None:
        """Become what the commits are made as; the broker is not killed meanwhile."""

    async def run(self) -> None:
        """Commit on and on, until cancelled. Raises `Broken` if the group has been forgotten."""
        while True:
            with suppress(*GONE):
                await self.step()
            await asyncio.sleep(0.004)

    async def step(self) -> None:
        """One commit."""
        self.sent += 1
        part = OffsetCommitRequestPartition(
            partition_index=0, committed_offset=self.sent, committed_metadata=f"m{self.sent}"
        )
        request = OffsetCommitRequest(
            group_id=self.group_id,
            generation_id_or_member_epoch=self.generation,
            member_id=self.member_id,
            topics=[OffsetCommitRequestTopic(name=self.topic, partitions=[part])],
        )
        mine = self.sent
        answer = await self.line.ask(request, 9)
        error = answer.topics[0].partitions[0].error_code
        if error == ErrorCode.NONE:
            self.acknowledged = mine
        else:
            await self.refused(error)

    async def refused(self, error: int) -> None:
        """A commit was answered with an error."""
        raise Broken(f"group {self.group_id}: a commit was answered with {ErrorCode.of(error).name}")

    async def check(self) -> None:
        """The committed offset is the last one acknowledged, or one sent after it."""
        wanted = OffsetFetchRequestGroup(
            group_id=self.group_id, topics=[OffsetFetchRequestTopics(name=self.topic, partition_indexes=[0])]
        )
        answer = (await self.line.insist(OffsetFetchRequest(groups=[wanted]), 8)).groups[0]
        part = answer.topics[0].partitions[0]
        if answer.error_code or part.error_code:
            raise Broken(f"group {self.group_id}: OffsetFetch answered {answer.error_code}, {part.error_code}")
        if not self.acknowledged <= max(part.committed_offset, 0) <= self.sent:
            raise Broken(
                f"group {self.group_id}: {part.committed_offset} is committed; "
                f"{self.acknowledged} was acknowledged, {self.sent} sent"
            )
        if part.committed_offset > 0 and part.metadata != f"m{part.committed_offset}":
            raise Broken(f"group {self.group_id}: offset {part.committed_offset} has the metadata {part.metadata!r}")
        await self.check_group()

    async def check_group(self) -> None:
        """The group itself can be read."""


class ClassicMember(Committer):
    """The one member of a group of the classic protocol."""

    async def join(self) -> None:
        protocol = [JoinGroupRequestProtocol(name="range", metadata=subscription(self.topic))]
        request = JoinGroupRequest(
            group_id=self.group_id,
            session_timeout_ms=_SESSION_MS,
            rebalance_timeout_ms=_SESSION_MS,
            member_id="",
            group_instance_id=None,
            protocol_type="consumer",
            protocols=protocol,
        )
        answer = await self.line.ask(request, 7)
        request.member_id = answer.member_id
        answer = await self.line.ask(request, 7)
        self.member_id, self.generation = answer.member_id, answer.generation_id
        shares = [SyncGroupRequestAssignment(member_id=self.member_id, assignment=assignment(self.topic))]
        synced = await self.line.ask(
            SyncGroupRequest(
                group_id=self.group_id, generation_id=self.generation, member_id=self.member_id, assignments=shares
            ),
            3,
        )
        if synced.error_code:
            raise Broken(f"group {self.group_id}: SyncGroup answered {synced.error_code}")

    async def check_group(self) -> None:
        found = (await self.line.insist(DescribeGroupsRequest(groups=[self.group_id]), 5)).groups[0]
        members = [(member.member_id, bytes(member.member_assignment)) for member in found.members]
        if found.group_state != "Stable" or members != [(self.member_id, assignment(self.topic))]:
            raise Broken(f"group {self.group_id}: {found.group_state} with {members}")


class ModernMember(Committer):
    """A member of a group of KIP-848 that others join and leave."""

    async def join(self) -> None:
        self.member_id, self.generation = str(uuid.uuid4()), 0
        await self._beat(self.member_id, 0)

    async def step(self) -> None:
        await super().step()
        if self.sent % 7 == 0:
            guest = str(uuid.uuid4())
            await self._beat(guest, 0)
            await self._beat(guest, -1)
        if self.sent % 3 == 0:
            await self._beat(self.member_id, self.generation)

    async def refused(self, error: int) -> None:
        if error != ErrorCode.STALE_MEMBER_EPOCH:
            await super().refused(error)
        await self._beat(self.member_id, self.generation)

    async def check_group(self) -> None:
        found = (await self.line.insist(ConsumerGroupDescribeRequest(group_ids=[self.group_id]), 1)).groups[0]
        if found.error_code or self.member_id not in {member.member_id for member in found.members}:
            raise Broken(f"group {self.group_id}: error {found.error_code}, members {found.members}")

    async def _beat(self, member_id: str, epoch: int) -> None:
        request = ConsumerGroupHeartbeatRequest(
            group_id=self.group_id, member_id=member_id, member_epoch=epoch, topic_partitions=[]
        )
        if epoch == 0:
            request.rebalance_timeout_ms, request.subscribed_topic_names = _SESSION_MS, [self.topic]
        answer: Any = await self.line.ask(request, 1)
        if answer.error_code:
            raise Broken(f"group {self.group_id}: a heartbeat was answered with {answer.error_code}")
        if member_id == self.member_id:
            self.generation = answer.member_epoch
