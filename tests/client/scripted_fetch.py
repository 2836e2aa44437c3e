"""The cluster in memory, with what brokers do for consumers: fetch sessions, epochs, replicas, topics that go.

What it answers follows KIP-227 (sessions), KIP-320 (epochs), KIP-392 (replicas) and KIP-516 (topic ids).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from kafkawire import ApiKey, messages
from kafkawire.message import Response
from kafkawire.messages import fetch_response, offset_commit_response, offset_for_leader_epoch_response
from tests.client.scripted import Cluster, Log

Key = tuple[str, UUID, int]


@dataclass
class Session:
    epoch: int = 0
    parts: dict[Key, Any] = field(default_factory=dict)
    told: dict[Key, int] = field(default_factory=dict)  # high watermarks that the client has heard of


class FetchCluster(Cluster):
    """`elect` moves leaders and may cut logs, `delete` deletes topics, `near` maps racks to nodes."""

    def __init__(self, topics: dict[str, int], brokers: int = 1, newest: dict[int, int] | None = None) -> None:
        self.sessions: dict[int, Session] = {}
        self.session_slots = 1000
        self.made = 0
        self.near: dict[str, int] = {}
        self.lag_of_replicas = 0
        self.starts: dict[tuple[str, int], list[tuple[int, int]]] = {}  # epoch, first offset
        self.times: dict[int, int] = {}  # timestamp -> offset
        super().__init__(topics, brokers, newest)
        self.apis.add(ApiKey.OFFSET_FOR_LEADER_EPOCH)

    def elect(self, name: str, index: int, leader: int, end: int | None = None) -> None:
        """A new leader; with `end` one that has nothing from there on."""
        log = self.logs[name, index]
        if end is not None:
            log.batches = [batch for batch in log.batches if batch[1] < end]
            log.end = log.batches[-1][1] + 1 if log.batches else log.start
        starts = self.starts.setdefault((name, index), [(log.leader_epoch, 0)])
        log.leader, log.leader_epoch = leader, log.leader_epoch + 1
        starts.append((log.leader_epoch, log.end))
        log.grown.set()

    def delete(self, name: str) -> None:
        del self.ids[name]
        for key in [key for key in self.logs if key[0] == name]:
            self.logs.pop(key).grown.set()

    def create(self, name: str, count: int) -> None:
        self.made += 1
        super().create(name, count)
        self.ids[name] = UUID(int=self.made)  # never that of a topic that is gone

    def recreate(self, name: str, count: int) -> None:
        self.delete(name)
        self.create(name, count)

    # --- fetch --------------------------------------------------------------------------------------------------

    async def _fetch(self, node: int, version: int, request: Any) -> Any:
        if version < 7 or request.session_epoch == -1:
            return await super()._fetch(node, version, request)
        session_id, session, code = self._begin(node, version, request)
        if code:
            return messages.FetchResponse(error_code=code)
        full = messages.FetchRequest(**{name: getattr(request, name) for name in ("max_wait_ms", "max_bytes")})
        full.rack_id = request.rack_id
        full.topics = [
            messages.fetch_request.FetchTopic(topic=name, topic_id=topic_id, partitions=[part])
            for (name, topic_id, _), part in session.parts.items()
        ]
        response: Any = await super()._fetch(node, version, full)
        response.session_id = session_id
        if request.session_epoch != 0:
            response.responses = [topic for topic in response.responses if _says_something(session, topic)]
        for topic in response.responses:
            session.told[_key(topic, topic.partitions[0].partition_index)] = topic.partitions[0].high_watermark
        return response

    def _begin(self, node: int, version: int, request: Any) -> tuple[int, Session, int]:
        if request.session_epoch == 0:
            self.sessions.pop(request.session_id, None)
            session = Session()
            session_id = 0
            if len(self.sessions) < self.session_slots:
                session_id = 100 * node + len(self.requests)
                self.sessions[session_id] = session
        else:
            session_id = request.session_id
            found = self.sessions.get(session_id)
            if found is None:
                return 0, Session(), 70
            if request.session_epoch != found.epoch:
                return 0, Session(), 71
            session = found
        session.epoch = request.session_epoch + 1
        for topic in request.forgotten_topics_data:
            for index in topic.partitions:
                session.parts.pop(_key(topic, index))
                session.told.pop(_key(topic, index), None)
        for topic in request.topics:
            for part in topic.partitions:
                session.parts[_key(topic, part.partition)] = part
        return session_id, session, 0

    def _read(self, node: int, request: Any) -> tuple[Response, int]:
        left, total = request.max_bytes, 0
        topics = []
        for topic in request.topics:
            name = topic.topic or next((n for n, topic_id in self.ids.items() if topic_id == topic.topic_id), "")
            answer = fetch_response.FetchableTopicResponse(topic=name, topic_id=topic.topic_id)
            for part in topic.partitions:
                log = self.logs.get((name, part.partition))
                if log is None:
                    code = 100 if not topic.topic else 3
                    answer.partitions.append(
                        fetch_response.PartitionData(partition_index=part.partition, error_code=code, high_watermark=-1)
                    )
                    total += code
                    continue
                data = self._read_part(node, name, log, part, request.rack_id, left, first=not total)
                left -= len(data.records or b"")
                total += len(data.records or b"") + abs(data.error_code) + (data.diverging_epoch is not None)
                total += data.preferred_read_replica >= 0
                answer.partitions.append(data)
            topics.append(answer)
        return messages.FetchResponse(responses=topics, node_endpoints=self._endpoints(fetch_response)), total

    def _read_part(self, node: int, name: str, log: Log, part: Any, rack: str, left: int, *, first: bool) -> Any:
        is_replica = bool(self.near) and node in self.near.values() and log.leader != node
        end = log.end - self.lag_of_replicas if is_replica else log.end
        faults = self.partition_faults[name, part.partition]
        code = 6 if log.leader != node and not is_replica else 0 if log.start <= part.fetch_offset <= end else 1
        if not code and part.current_leader_epoch >= 0 and part.current_leader_epoch != log.leader_epoch:
            code = 74 if part.current_leader_epoch < log.leader_epoch else 75
        code = faults.pop(0) if faults else code
        data = fetch_response.PartitionData(
            partition_index=part.partition, error_code=code, high_watermark=-1 if code else end, records=b""
        )
        if code == 6 and self.tells_leaders:
            data.current_leader = fetch_response.LeaderIdAndEpoch(leader_id=log.leader, leader_epoch=log.leader_epoch)
        epoch, ended = self.end_of(name, part.partition, part.last_fetched_epoch)
        if code in (0, 1) and part.last_fetched_epoch >= 0 and ended < part.fetch_offset:
            data.error_code, data.high_watermark = 0, end
            data.diverging_epoch = fetch_response.EpochEndOffset(epoch=epoch, end_offset=ended)
        elif not code and rack in self.near and self.near[rack] != node:
            data.preferred_read_replica = self.near[rack]
        elif not code:
            wanted = [d for _, last, d in log.batches if part.fetch_offset <= last < end]
            least = len(wanted[0]) if wanted and first and self.whole_batches else 0
            data.records = b"".join(wanted)[: max(min(part.partition_max_bytes, left), least, 0)]
        return data

    def end_of(self, name: str, index: int, epoch: int) -> tuple[int, int]:
        log = self.logs[name, index]
        starts = self.starts.get((name, index), [(log.leader_epoch, 0)])
        known = [e for e, _ in starts if e <= epoch]
        if epoch > log.leader_epoch or not known:
            return -1, -1
        later = [start for e, start in starts if e > known[-1]]
        return known[-1], later[0] if later else log.end

    def _offset_for_leader_epoch(self, node: int, version: int, request: Any) -> Response:
        topics = []
        for topic in request.topics:
            parts = []
            for part in topic.partitions:
                log = self.logs.get((topic.topic, part.partition))
                code = 3 if log is None else 6 if log.leader != node else 0
                if log is not None and not code and part.current_leader_epoch >= 0:
                    code = 74 if part.current_leader_epoch < log.leader_epoch else 0
                epoch, end = self.end_of(topic.topic, part.partition, part.leader_epoch) if not code else (-1, -1)
                parts.append(
                    offset_for_leader_epoch_response.EpochEndOffset(
                        error_code=code, partition=part.partition, leader_epoch=epoch, end_offset=end
                    )
                )
            topics.append(
                offset_for_leader_epoch_response.OffsetForLeaderTopicResult(topic=topic.topic, partitions=parts)
            )
        return messages.OffsetForLeaderEpochResponse(topics=topics)

    def _offset_commit(self, node: int, version: int, request: Any) -> Response:
        def exists(topic: Any) -> bool:
            return topic.name in self.ids if topic.name else topic.topic_id in self.ids.values()

        unknown = [topic for topic in request.topics if not exists(topic)]
        request.topics = [topic for topic in request.topics if exists(topic)]
        response: Any = super()._offset_commit(node, version, request)
        for topic in unknown:
            code = 3 if topic.name else 100
            parts = [
                offset_commit_response.OffsetCommitResponsePartition(partition_index=p.partition_index, error_code=code)
                for p in topic.partitions
            ]
            response.topics.append(
                offset_commit_response.OffsetCommitResponseTopic(
                    name=topic.name, topic_id=topic.topic_id, partitions=parts
                )
            )
        return response  # type: ignore[no-any-return]

    def _list_offsets(self, node: int, version: int, request: Any) -> Any:
        response: Any = super()._list_offsets(node, version, request)
        for asked, topic in zip(request.topics, response.topics, strict=True):
            for part, answer in zip(asked.partitions, topic.partitions, strict=True):
                if part.timestamp >= 0:
                    later = [offset for time, offset in sorted(self.times.items()) if time >= part.timestamp]
                    answer.offset = later[0] if later else -1
        return response


def _key(topic: Any, index: int) -> Key:
    return topic.topic, topic.topic_id, index


def _says_something(session: Session, topic: Any) -> bool:
    (part,) = topic.partitions
    if part.error_code or part.records or part.diverging_epoch is not None or part.preferred_read_replica >= 0:
        return True
    return bool(session.told.get(_key(topic, part.partition_index)) != part.high_watermark)
