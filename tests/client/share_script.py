"""Share groups in memory: brokers that lock records for members and keep count of sessions, as Kafka's do."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from kafkawire import ApiKey, messages
from kafkawire.client.runtime import AioRuntime
from kafkawire.client.share import ShareConsumer, ShareRecord
from kafkawire.message import Response
from kafkawire.messages import share_acknowledge_response as acknowledged
from kafkawire.messages import share_fetch_response as fetched
from kafkawire.messages import share_group_heartbeat_response as beaten
from kafkawire.records import write_batch
from tests.client.scripted import Cluster

HEARTBEAT_MS = 1_000
LOCK_MS = 30_000


@dataclass
class Shared:
    """One partition as its group sees it: what is locked by whom, and how often it was delivered."""

    available: set[int] = field(default_factory=set)
    locked: dict[int, str] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    done: dict[int, int] = field(default_factory=dict)
    """offset -> type"""


class ShareCluster(Cluster):
    """Gives every member all partitions of topic "t"."""

    def __init__(self, partitions: int = 1, brokers: int = 1, newest: dict[int, int] | None = None) -> None:
        super().__init__({"t": partitions}, brokers, newest)
        self.apis |= {ApiKey.SHARE_GROUP_HEARTBEAT, ApiKey.SHARE_FETCH, ApiKey.SHARE_ACKNOWLEDGE}
        self.shared: dict[tuple[UUID, int], Shared] = defaultdict(Shared)
        self.sessions: dict[tuple[int, str], int] = {}
        self.session_partitions: dict[tuple[int, str], set[tuple[UUID, int]]] = defaultdict(set)
        self.members: dict[str, int] = {}
        self.gone: list[str] = []
        self.heartbeat_codes: list[int] = []
        self.fetch_codes: list[int] = []
        """What the next answers to fetches say of each partition."""
        self.acknowledge_codes: list[int] = []
        """What the next acknowledgements of a partition are answered with."""

    def consumer(self, **options: Any) -> ShareConsumer:
        """A member of the group "g"."""
        options = {"group_id": "g", "topics": ["t"]} | options
        return ShareConsumer("b1:9092", runtime=AioRuntime(self.network.dial), **options)

    def put(self, values: Sequence[bytes], partition: int = 0, **options: Any) -> bytes:
        """Append a batch."""
        data = write_batch([(n, 0, None, value, []) for n, value in enumerate(values)], **options)
        self.put_batch(data, len(values), partition)
        return data

    def put_batch(self, data: bytes, count: int, partition: int = 0) -> None:
        log = self.logs["t", partition]
        stored = bytearray(data)
        stored[:8] = log.end.to_bytes(8, "big")
        log.batches.append((log.end, log.end + count - 1, bytes(stored)))
        self.state(partition).available |= set(range(log.end, log.end + count))
        log.end += count
        log.grown.set()

    def state(self, partition: int = 0) -> Shared:
        return self.shared[self.ids["t"], partition]

    # --- the coordinator ----------------------------------------------------------------------------------------

    def _share_group_heartbeat(self, node: int, version: int, request: Any) -> Response:
        answer = messages.ShareGroupHeartbeatResponse(member_id=request.member_id, heartbeat_interval_ms=HEARTBEAT_MS)
        if request.member_epoch < 0:
            self.members.pop(request.member_id, None)
            self.gone.append(request.member_id)
            answer.member_epoch = -1
            return answer
        if self.heartbeat_codes:
            code = self.heartbeat_codes.pop(0)
            self.members.pop(request.member_id, None)
            return messages.ShareGroupHeartbeatResponse(error_code=code)
        if request.member_epoch == 0:
            assert request.subscribed_topic_names == ["t"]
            self.members[request.member_id] = len(self.members) + 1
            indexes = [index for topic, index in self.logs if topic == "t"]
            answer.assignment = beaten.Assignment(
                topic_partitions=[beaten.TopicPartitions(topic_id=self.ids["t"], partitions=indexes)]
            )
        elif request.member_id not in self.members:
            return messages.ShareGroupHeartbeatResponse(error_code=25)
        answer.member_epoch = self.members[request.member_id]
        return answer

    # --- sessions -----------------------------------------------------------------------------------------------

    def _session_error(self, node: int, request: Any) -> int:
        key = node, request.member_id
        epoch = request.share_session_epoch
        if epoch == 0:
            assert isinstance(request, messages.ShareFetchRequest), "only a fetch opens a session"
            assert not any(p.acknowledgement_batches for t in request.topics for p in t.partitions)
            self.session_partitions[key] = set()
        elif key not in self.sessions:
            return 122
        elif epoch not in (-1, self.sessions[key]):
            return 123
        self.sessions[key] = epoch + 1
        if epoch == -1:
            del self.sessions[key]
        return 0

    def close_sessions(self) -> None:
        """What a broker does that has been away."""
        self.sessions.clear()
        for member in list(self.members):
            self._give_back(member)

    def _give_back(self, member: str) -> None:
        for shared in self.shared.values():
            for offset in [offset for offset, owner in shared.locked.items() if owner == member]:
                del shared.locked[offset]
                shared.available.add(offset)

    def _acknowledged(self, topic_id: UUID, part: Any, request: Any) -> int:
        if not part.acknowledgement_batches:
            return 0
        if self.acknowledge_codes and (code := self.acknowledge_codes.pop(0)):
            return code
        shared = self.shared[topic_id, part.partition_index]
        last = -1
        for batch in part.acknowledgement_batches:
            assert last < batch.first_offset <= batch.last_offset
            assert len(batch.acknowledge_types) in (1, batch.last_offset - batch.first_offset + 1)
            last = batch.last_offset
            for offset in range(batch.first_offset, batch.last_offset + 1):
                kind = batch.acknowledge_types[min(offset - batch.first_offset, len(batch.acknowledge_types) - 1)]
                if shared.locked.get(offset) != request.member_id:
                    return 121
                if kind == 4:
                    assert request.is_renew_ack
                    continue
                del shared.locked[offset]
                if kind == 2:
                    shared.available.add(offset)
                else:
                    shared.done[offset] = kind
        return 0

    # --- requests -----------------------------------------------------------------------------------------------

    async def _share_fetch(self, node: int, version: int, request: Any) -> Response:
        if code := self._session_error(node, request):
            return messages.ShareFetchResponse(error_code=code)
        wanted = self.session_partitions[node, request.member_id]
        wanted |= {(t.topic_id, p.partition_index) for t in request.topics for p in t.partitions}
        wanted -= {(t.topic_id, index) for t in request.forgotten_topics_data for index in t.partitions}
        acks = {
            (t.topic_id, p.partition_index): self._acknowledged(t.topic_id, p, request)
            for t in request.topics
            for p in t.partitions
            if p.acknowledgement_batches
        }
        deadline = asyncio.get_running_loop().time() + request.max_wait_ms / 1000
        while True:
            parts = {each: self._lock(node, request, *each) for each in sorted(wanted)}
            left = deadline - asyncio.get_running_loop().time()
            if any(p.error_code or p.acquired_records for p in parts.values()) or left <= 0:
                break
            await self._growth(left)
        for each, code in acks.items():
            part = parts.setdefault(each, fetched.PartitionData(partition_index=each[1], records=b""))
            part.acknowledge_error_code = code
        topics = [
            fetched.ShareFetchableTopicResponse(topic_id=topic_id, partitions=[part])
            for (topic_id, _), part in parts.items()
        ]
        answer = messages.ShareFetchResponse(responses=topics, node_endpoints=self._endpoints(fetched))
        if version >= 1:
            answer.acquisition_lock_timeout_ms = LOCK_MS
        return answer

    async def _growth(self, seconds: float) -> None:
        for log in self.logs.values():
            log.grown.clear()
        waits = [asyncio.ensure_future(log.grown.wait()) for log in self.logs.values()]
        _, pending = await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for wait in pending:
            wait.cancel()

    def _lock(self, node: int, request: Any, topic_id: UUID, index: int) -> fetched.PartitionData:
        part = fetched.PartitionData(partition_index=index, records=b"")
        log, shared = self.logs["t", index], self.shared[topic_id, index]
        part.error_code = self.fetch_codes.pop(0) if self.fetch_codes else 0 if log.leader == node else 6
        if part.error_code == 6 and self.tells_leaders:
            part.current_leader = fetched.LeaderIdAndEpoch(leader_id=log.leader, leader_epoch=log.leader_epoch)
        if part.error_code:
            return part
        offsets = sorted(shared.available)[: request.max_records]
        for offset in offsets:
            shared.available.remove(offset)
            shared.locked[offset] = request.member_id
            shared.counts[offset] += 1
            part.acquired_records.append(
                fetched.AcquiredRecords(first_offset=offset, last_offset=offset, delivery_count=shared.counts[offset])
            )
        part.records = b"".join(
            data for first, last, data in log.batches if any(first <= offset <= last for offset in offsets)
        )
        return part

    def _share_acknowledge(self, node: int, version: int, request: Any) -> Response:
        if code := self._session_error(node, request):
            return messages.ShareAcknowledgeResponse(error_code=code)
        topics = []
        for topic in request.topics:
            parts = []
            for part in topic.partitions:
                code = self._acknowledged(topic.topic_id, part, request)
                answer = acknowledged.PartitionData(partition_index=part.partition_index, error_code=code)
                log = self.logs["t", part.partition_index]
                if code == 6 and self.tells_leaders:
                    answer.current_leader = acknowledged.LeaderIdAndEpoch(
                        leader_id=log.leader, leader_epoch=log.leader_epoch
                    )
                parts.append(answer)
            topics.append(acknowledged.ShareAcknowledgeTopicResponse(topic_id=topic.topic_id, partitions=parts))
        if request.share_session_epoch == -1:
            self._give_back(request.member_id)
        return messages.ShareAcknowledgeResponse(responses=topics, node_endpoints=self._endpoints(acknowledged))


def values(records: Iterable[ShareRecord]) -> list[bytes | None]:
    return [record.value for record in records]
