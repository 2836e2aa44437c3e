"""A cluster in memory that does what its script says: plain logs, one group coordinator, and faults on demand.

It checks what a broker would: sequences of idempotent producers, generations of members, who leads what. `faults` maps
an API to a list; each request of that API takes the first entry: an error code to answer with, or one of the words
below.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from kafkawire import ApiKey, messages
from kafkawire.errors import UnsupportedVersion
from kafkawire.message import Request, Response
from kafkawire.messages import (
    PROTOCOL,
    api_versions_response,
    create_topics_response,
    fetch_response,
    find_coordinator_response,
    join_group_response,
    leave_group_response,
    list_offsets_response,
    metadata_response,
    offset_commit_response,
    offset_fetch_response,
    produce_response,
)
from kafkawire.protocol.frames import decode_request_header, decode_request_payload, encode_response
from kafkawire.protocol.framing import FrameReader
from kafkawire.records import RecordBatch, patch_batch, read_batches
from kafkawire.transport.memory import MemoryNetwork

LOSE_REQUEST = "the connection breaks before the request takes effect"
LOSE_ANSWER = "the request takes effect, then the connection breaks"
SILENCE = "no answer on this connection any more"

APIS = (
    ApiKey.PRODUCE,
    ApiKey.FETCH,
    ApiKey.LIST_OFFSETS,
    ApiKey.METADATA,
    ApiKey.OFFSET_COMMIT,
    ApiKey.OFFSET_FETCH,
    ApiKey.FIND_COORDINATOR,
    ApiKey.JOIN_GROUP,
    ApiKey.HEARTBEAT,
    ApiKey.LEAVE_GROUP,
    ApiKey.SYNC_GROUP,
    ApiKey.API_VERSIONS,
    ApiKey.CREATE_TOPICS,
    ApiKey.INIT_PRODUCER_ID,
)


@dataclass
class Log:
    """One partition: batches as (base offset, last offset, bytes), and the last five batches of each producer."""

    leader: int
    leader_epoch: int = 0
    start: int = 0
    end: int = 0
    batches: list[tuple[int, int, bytes]] = field(default_factory=list)
    sequences: dict[tuple[int, int], list[tuple[int, int, int]]] = field(default_factory=dict)
    """producer id and epoch -> first, last, base offset"""
    grown: asyncio.Event = field(default_factory=asyncio.Event)
    """May be one for all: whoever waits for any of ten thousand does not wait ten thousand times."""

    def append(self, data: bytes) -> tuple[int, int]:
        """(error code, base offset), as a broker answers."""
        (batch,) = read_batches(data)
        assert isinstance(batch, RecordBatch)
        batch.ensure_valid()
        producer = batch.producer_id, batch.producer_epoch
        if batch.producer_id >= 0:
            known = self.sequences.setdefault(producer, [])
            for first, last, base in known:
                if (batch.base_sequence, batch.last_sequence) == (first, last):
                    return 0, base
            if batch.base_sequence != (known[-1][1] + 1 if known else 0):
                return 45, -1
            known.append((batch.base_sequence, batch.last_sequence, self.end))
            del known[:-5]
        base = self.end
        stored = bytearray(data)
        patch_batch(stored, base_offset=base, leader_epoch=self.leader_epoch)
        self.end = base + batch.record_count
        self.batches.append((base, self.end - 1, bytes(stored)))
        self.grown.set()
        return 0, base

    def values(self) -> list[bytes | None]:
        return [record.value for _, _, data in self.batches for batch in read_batches(data) for record in batch]


@dataclass
class Member:
    topics: bytes
    joined: asyncio.Future[None] | None = None


class Group:
    """Enough of a classic coordinator: everybody must join again, then the leader's assignment is handed out."""

    def __init__(self) -> None:
        self.generation = 0
        self.members: dict[str, Member] = {}
        self.assignments: dict[str, bytes] = {}
        self.synced = asyncio.Event()
        self.rebalancing = False
        self.left: list[str] = []
        self.offsets: dict[tuple[str, int], int] = {}
        self.epochs: dict[tuple[str, int], int] = {}

    async def join(self, request: Any) -> Response:
        if not request.member_id:
            return messages.JoinGroupResponse(error_code=79, member_id=f"m{len(self.members) + len(self.left) + 1}")
        member = self.members.setdefault(request.member_id, Member(b""))
        member.topics = request.protocols[0].metadata
        member.joined = asyncio.get_running_loop().create_future()
        self.rebalancing = True
        self.synced.set()  # whoever waits for an assignment is told to join again
        joined = member.joined
        self.complete_if_all_joined()
        await joined
        leader = min(self.members)
        told = self.members.items() if request.member_id == leader else ()
        return messages.JoinGroupResponse(
            generation_id=self.generation,
            protocol_type="consumer",
            protocol_name="range",
            leader=leader,
            member_id=request.member_id,
            members=[join_group_response.JoinGroupResponseMember(member_id=m, metadata=d.topics) for m, d in told],
        )

    def complete_if_all_joined(self) -> None:
        if not self.members or any(m.joined is None for m in self.members.values()):
            return
        self.generation += 1
        self.rebalancing = False
        self.assignments = {}
        self.synced = asyncio.Event()
        for member in self.members.values():
            if member.joined is not None and not member.joined.done():
                member.joined.set_result(None)
            member.joined = None

    async def sync(self, request: Any) -> Response:
        if code := self.check(request.member_id, request.generation_id):
            return messages.SyncGroupResponse(error_code=code)
        if request.assignments:
            self.assignments = {a.member_id: bytes(a.assignment) for a in request.assignments}
            self.synced.set()
        await self.synced.wait()
        if code := self.check(request.member_id, request.generation_id):
            return messages.SyncGroupResponse(error_code=code)
        return messages.SyncGroupResponse(assignment=self.assignments.get(request.member_id, b""))

    def leave(self, member_id: str) -> None:
        self.members.pop(member_id, None)
        self.left.append(member_id)
        self.rebalancing = bool(self.members)
        self.synced.set()
        self.complete_if_all_joined()

    def check(self, member_id: str, generation: int) -> int:
        if member_id not in self.members:
            return 25
        if self.rebalancing:
            return 27
        return 0 if generation == self.generation else 22


class Cluster:
    """Brokers b1, b2, ... on port 9092 of `network`; `topics` maps names to numbers of partitions."""

    def __init__(self, topics: dict[str, int], brokers: int = 1, newest: dict[int, int] | None = None) -> None:
        self.network = MemoryNetwork()
        self.nodes = list(range(1, brokers + 1))
        self.logs: dict[tuple[str, int], Log] = {}
        self.grown = asyncio.Event()
        self.ids: dict[str, UUID] = {}
        self.faults: dict[int, list[object]] = defaultdict(list)
        self.requests: list[tuple[int, int, int, Request]] = []  # node, api, version, message
        self.newest = newest or {}
        self.apis = set(APIS)
        self.group = Group()
        self.producer_ids = 0
        self.create_on_demand = False
        self.whole_batches = True
        self.tells_leaders = False
        """Whether a broker that does not lead a partition says who does (KIP-951)."""
        self.advertised: tuple[str, int] | None = None
        self.metadata_faults: dict[str, list[int]] = defaultdict(list)
        self.partition_faults: dict[tuple[str, int], list[int]] = defaultdict(list)  # what fetches answer with
        for name, count in topics.items():
            self.create(name, count)
        for node in self.nodes:
            self.start(node)

    def create(self, name: str, count: int) -> None:
        self.ids[name] = UUID(int=len(self.ids) + 1)
        self.grow(name, count)

    def grow(self, name: str, count: int) -> None:
        for index in range(sum(topic == name for topic, _ in self.logs), count):
            self.logs[name, index] = Log(self.nodes[index % len(self.nodes)], grown=self.grown)

    def start(self, node: int) -> None:
        self.network.listen(f"b{node}", 9092, lambda: Session(self, node))

    def stop(self, node: int) -> None:
        self.network.stop(f"b{node}", 9092)

    def seen(self, api: int) -> list[tuple[int, int, int, Request]]:
        return [entry for entry in self.requests if entry[1] == api]

    def versions(self) -> messages.ApiVersionsResponse:
        keys = [
            api_versions_response.ApiVersion(
                api_key=int(api),
                min_version=PROTOCOL.versions(api)[0],
                max_version=self.newest.get(api, PROTOCOL.versions(api)[-1]),
            )
            for api in sorted(self.apis)
        ]
        return messages.ApiVersionsResponse(api_keys=keys)

    async def answer(self, node: int, version: int, request: Any) -> Response:
        api = ApiKey(request.API_KEY)
        handler: Callable[[int, int, Any], Any] = getattr(self, f"_{api.name.lower()}")
        result = handler(node, version, request)
        return await result if asyncio.iscoroutine(result) else result  # type: ignore[no-any-return]

    def _api_versions(self, node: int, version: int, request: Any) -> Response:
        return self.versions()

    def _metadata(self, node: int, version: int, request: Any) -> Response:
        names = sorted(self.ids) if request.topics is None else [topic.name for topic in request.topics]
        for name in names:
            if name not in self.ids and self.create_on_demand and request.allow_auto_topic_creation:
                self.create(name, 1)
        places = [(n, *(self.advertised or (f"b{n}", 9092))) for n in self.nodes]
        brokers = [metadata_response.MetadataResponseBroker(node_id=n, host=h, port=p) for n, h, p in places]
        topics = [self._describe(name) for name in names]
        return messages.MetadataResponse(brokers=brokers, controller_id=self.nodes[0], topics=topics)

    def _describe(self, name: str) -> metadata_response.MetadataResponseTopic:
        faults = self.metadata_faults[name]
        code = faults.pop(0) if faults else (0 if name in self.ids else 3)
        partitions = [
            metadata_response.MetadataResponsePartition(
                partition_index=index, leader_id=log.leader, leader_epoch=log.leader_epoch
            )
            for (topic, index), log in self.logs.items()
            if topic == name and not code
        ]
        topic_id = self.ids.get(name, UUID(int=0))
        return metadata_response.MetadataResponseTopic(
            error_code=code, name=name, topic_id=topic_id, partitions=partitions
        )

    def _name(self, topic: Any, name: str) -> str:
        return name or next(known for known, topic_id in self.ids.items() if topic_id == topic.topic_id)

    def _init_producer_id(self, node: int, version: int, request: Any) -> Response:
        self.producer_ids += 1
        return messages.InitProducerIdResponse(producer_id=self.producer_ids, producer_epoch=0)

    def _produce(self, node: int, version: int, request: Any) -> Response:
        answers = []
        for topic in request.topic_data:
            name = self._name(topic, topic.name)
            parts = []
            for part in topic.partition_data:
                log = self.logs[name, part.index]
                code, base = log.append(bytes(part.records)) if log.leader == node else (6, -1)
                result = produce_response.PartitionProduceResponse(index=part.index, error_code=code, base_offset=base)
                if code == 6 and self.tells_leaders:
                    result.current_leader = produce_response.LeaderIdAndEpoch(
                        leader_id=log.leader, leader_epoch=log.leader_epoch
                    )
                parts.append(result)
            answer = produce_response.TopicProduceResponse(partition_responses=parts)
            answer.name, answer.topic_id = name, self.ids[name]
            answers.append(answer)
        return messages.ProduceResponse(responses=answers, node_endpoints=self._endpoints(produce_response))

    def _endpoints(self, response: Any) -> list[Any]:
        return (
            [response.NodeEndpoint(node_id=n, host=f"b{n}", port=9092) for n in self.nodes]
            if self.tells_leaders
            else []
        )

    async def _fetch(self, node: int, version: int, request: Any) -> Response:
        deadline = asyncio.get_running_loop().time() + request.max_wait_ms / 1000
        while True:
            response, size = self._read(node, request)
            if size:
                return response
            events = {log.grown for log in self.logs.values()}
            for event in events:
                event.clear()
            waits = [asyncio.ensure_future(event.wait()) for event in events]
            timeout = deadline - asyncio.get_running_loop().time()
            done, pending = await asyncio.wait(waits, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            for wait in pending:
                wait.cancel()
            if not done:
                return response

    def _read(self, node: int, request: Any) -> tuple[Response, int]:
        total = 0
        topics = []
        for topic in request.topics:
            name = self._name(topic, topic.topic)
            parts = []
            for part in topic.partitions:
                log = self.logs[name, part.partition]
                wanted = [data for _, last, data in log.batches if last >= part.fetch_offset]
                least = len(wanted[0]) if wanted and self.whole_batches else 0
                data = b"".join(wanted)[: max(part.partition_max_bytes, least)]
                faults = self.partition_faults[name, part.partition]
                code = 6 if log.leader != node else 0 if log.start <= part.fetch_offset <= log.end else 1
                code = faults.pop(0) if faults else code
                total += len(data) + code
                result = fetch_response.PartitionData(
                    partition_index=part.partition,
                    error_code=code,
                    high_watermark=-1 if code else log.end,
                    records=b"" if code else data,
                )
                if code == 6 and self.tells_leaders:
                    result.current_leader = fetch_response.LeaderIdAndEpoch(
                        leader_id=log.leader, leader_epoch=log.leader_epoch
                    )
                parts.append(result)
            answer = fetch_response.FetchableTopicResponse(partitions=parts)
            answer.topic, answer.topic_id = name, self.ids[name]
            topics.append(answer)
        return messages.FetchResponse(responses=topics, node_endpoints=self._endpoints(fetch_response)), total

    def _list_offsets(self, node: int, version: int, request: Any) -> Response:
        topics = []
        for topic in request.topics:
            parts = []
            for part in topic.partitions:
                log = self.logs[topic.name, part.partition_index]
                offset = log.start if part.timestamp == -2 else log.end
                code = 0 if log.leader == node else 6
                parts.append(
                    list_offsets_response.ListOffsetsPartitionResponse(
                        partition_index=part.partition_index, error_code=code, offset=offset
                    )
                )
            topics.append(list_offsets_response.ListOffsetsTopicResponse(name=topic.name, partitions=parts))
        return messages.ListOffsetsResponse(topics=topics)

    def _create_topics(self, node: int, version: int, request: Any) -> Response:
        results = []
        for topic in request.topics:
            exists = topic.name in self.ids
            if not exists:
                self.create(topic.name, max(1, topic.num_partitions))
            results.append(create_topics_response.CreatableTopicResult(name=topic.name, error_code=36 * exists))
        return messages.CreateTopicsResponse(topics=results)

    def _find_coordinator(self, node: int, version: int, request: Any) -> Response:
        node_id, host = self.nodes[-1], f"b{self.nodes[-1]}"
        if version < 4:
            return messages.FindCoordinatorResponse(node_id=node_id, host=host, port=9092)
        found = find_coordinator_response.Coordinator(
            key=request.coordinator_keys[0], node_id=node_id, host=host, port=9092
        )
        return messages.FindCoordinatorResponse(coordinators=[found])

    async def _join_group(self, node: int, version: int, request: Any) -> Response:
        return await self.group.join(request)

    async def _sync_group(self, node: int, version: int, request: Any) -> Response:
        return await self.group.sync(request)

    def _heartbeat(self, node: int, version: int, request: Any) -> Response:
        code = self.group.check(request.member_id, request.generation_id)
        return messages.HeartbeatResponse(error_code=code)

    def _leave_group(self, node: int, version: int, request: Any) -> Response:
        for member in [m.member_id for m in request.members] or [request.member_id]:
            self.group.leave(member)
        gone = [leave_group_response.MemberResponse(member_id=m.member_id) for m in request.members]
        return messages.LeaveGroupResponse(members=gone)

    def _offset_commit(self, node: int, version: int, request: Any) -> Response:
        member = request.member_id
        code = 0
        if member and (
            member not in self.group.members or request.generation_id_or_member_epoch < self.group.generation
        ):
            code = 22
        topics = []
        for topic in request.topics:
            name = self._name(topic, topic.name)
            for part in topic.partitions:
                if not code:
                    self.group.offsets[name, part.partition_index] = part.committed_offset
                    self.group.epochs[name, part.partition_index] = part.committed_leader_epoch
            parts = [
                offset_commit_response.OffsetCommitResponsePartition(partition_index=p.partition_index, error_code=code)
                for p in topic.partitions
            ]
            answer = offset_commit_response.OffsetCommitResponseTopic(partitions=parts)
            answer.name, answer.topic_id = name, self.ids[name]
            topics.append(answer)
        return messages.OffsetCommitResponse(topics=topics)

    def _offset_fetch(self, node: int, version: int, request: Any) -> Response:
        if version < 8:
            old = [
                offset_fetch_response.OffsetFetchResponseTopic(
                    name=t.name,
                    partitions=[
                        offset_fetch_response.OffsetFetchResponsePartition(
                            partition_index=i, committed_offset=self.group.offsets.get((t.name, i), -1)
                        )
                        for i in t.partition_indexes
                    ],
                )
                for t in request.topics
            ]
            return messages.OffsetFetchResponse(topics=old)
        topics = []
        for topic in request.groups[0].topics:
            name = self._name(topic, topic.name)
            parts = [
                offset_fetch_response.OffsetFetchResponsePartitions(
                    partition_index=index,
                    committed_offset=self.group.offsets.get((name, index), -1),
                    committed_leader_epoch=self.group.epochs.get((name, index), -1),
                )
                for index in topic.partition_indexes
            ]
            answer = offset_fetch_response.OffsetFetchResponseTopics(partitions=parts)
            answer.name, answer.topic_id = name, self.ids[name]
            topics.append(answer)
        group = offset_fetch_response.OffsetFetchResponseGroup(group_id=request.groups[0].group_id, topics=topics)
        return messages.OffsetFetchResponse(groups=[group])


class Session(asyncio.Protocol):
    """One connection to one broker: requests are answered one after the other."""

    def __init__(self, cluster: Cluster, node: int) -> None:
        self._cluster = cluster
        self._node = node
        self._reader = FrameReader()
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport
        self._task = asyncio.create_task(self._serve())

    def data_received(self, data: bytes) -> None:
        for payload in self._reader.receive_data(data):
            self._queue.put_nowait(payload)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _serve(self) -> None:
        while True:
            payload = await self._queue.get()
            response = await self._answer(payload)
            if response is not None:
                self._transport.write(response)

    async def _answer(self, payload: bytes) -> bytes | None:
        try:
            header, request = decode_request_payload(payload)
        except UnsupportedVersion:
            return self._refuse(payload)
        api, version, correlation_id = header.request_api_key, header.request_api_version, header.correlation_id
        if version > self._cluster.newest.get(api, PROTOCOL.versions(api)[-1]):
            return self._refuse(payload)
        self._cluster.requests.append((self._node, api, version, request))
        fault = self._cluster.faults[api].pop(0) if self._cluster.faults[api] else None
        if fault == SILENCE:
            await asyncio.Future()
        if fault == LOSE_REQUEST:
            self._transport.abort()
            return None
        response = await self._cluster.answer(self._node, version, request) if not isinstance(fault, int) else None
        if fault == LOSE_ANSWER:
            self._transport.abort()
            return None
        if response is None:
            assert isinstance(fault, int)
            response = failed(request, fault, self._cluster)
        if api == ApiKey.PRODUCE and request.acks == 0:  # type: ignore[attr-defined]
            return None
        return encode_response(response, version=version, correlation_id=correlation_id)

    def _refuse(self, payload: bytes) -> bytes:
        header, _ = decode_request_header(payload)
        assert header.request_api_key == ApiKey.API_VERSIONS, "only ApiVersions may be asked in an unknown version"
        response = self._cluster.versions()
        response.error_code = 35
        return encode_response(response, version=0, correlation_id=header.correlation_id)


def failed(request: Any, code: int, cluster: Cluster) -> Response:
    """The answer that says `code` for everything a request is about."""
    if isinstance(request, messages.ProduceRequest):
        topics = []
        for topic in request.topic_data:
            parts = [
                produce_response.PartitionProduceResponse(index=p.index, error_code=code, base_offset=-1)
                for p in topic.partition_data
            ]
            answer = produce_response.TopicProduceResponse(partition_responses=parts)
            answer.name, answer.topic_id = topic.name, topic.topic_id
            topics.append(answer)
        return messages.ProduceResponse(responses=topics)
    if isinstance(request, messages.OffsetCommitRequest):
        answer_topics = [
            offset_commit_response.OffsetCommitResponseTopic(
                name=t.name,
                topic_id=t.topic_id,
                partitions=[
                    offset_commit_response.OffsetCommitResponsePartition(
                        partition_index=p.partition_index, error_code=code
                    )
                    for p in t.partitions
                ],
            )
            for t in request.topics
        ]
        return messages.OffsetCommitResponse(topics=answer_topics)
    kind: Any = getattr(messages, type(request).__name__.replace("Request", "Response"))
    return kind(error_code=code)  # type: ignore[no-any-return]
