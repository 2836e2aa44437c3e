"""The broker's own topics, and above all the metadata log: no request of a client's gets at it, in whatever way."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from kafkawire import messages
from kafkawire.api_key import ApiKey
from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.broker.api.handlers import default_handlers
from kafkawire.broker.log.files import File
from kafkawire.error_code import ErrorCode
from kafkawire.logfiles.checkpoints import format_partition_metadata
from kafkawire.message import Message, Request
from kafkawire.messages.create_acls_request import AclCreation
from kafkawire.protocol.sasl.plain import Plain
from tests.broker.wire import NOW_MS, QUICK, Wire, batch_of, serving
from tests.internal_topics import INTERNAL_TOPICS, METADATA_ID, METADATA_TOPIC, doubtful_fields, requests, topic_fields
from tests.interop.requests import create, fetch, part, produce

LOG = f"data/{METADATA_TOPIC}-0"
HANDLERS = default_handlers()
WITH_TOPICS = [ApiKey(key) for key in sorted(HANDLERS) if topic_fields(key)]
ACLS = {ApiKey.CREATE_ACLS, ApiKey.DELETE_ACLS}
"""They write rules down, in the metadata log; that the rules are about a topic of its name changes nothing."""


class WatchedFile:
    """A file that notes what is done to it."""

    def __init__(self, file: File, touched: set[str]) -> None:
        self._file, self._touched = file, touched

    def __getattr__(self, name: str) -> Any:
        if name != "size":
            self._touched.add(name)
        return getattr(self._file, name)


class WatchedFiles(MemoryFiles):
    """A file system that notes what is done to the directories of the metadata log."""

    def __init__(self) -> None:
        super().__init__()
        self.touched: set[str] = set()

    def open(self, path: str) -> File:
        self._note("open", path)
        file = super().open(path)
        return WatchedFile(file, self.touched) if METADATA_TOPIC in path else file

    def read(self, path: str) -> bytes:
        self._note("read", path)
        return super().read(path)

    def replace(self, path: str, data: bytes, *, sync: bool = True) -> None:
        self._note("replace", path)
        super().replace(path, data, sync=sync)

    def make_directory(self, path: str) -> None:
        self._note("make_directory", path)
        super().make_directory(path)

    def rename(self, old: str, new: str) -> None:
        self._note("rename", old + new)
        super().rename(old, new)

    def remove(self, path: str) -> None:
        self._note("remove", path)
        super().remove(path)

    def remove_directory(self, path: str) -> None:
        self._note("remove_directory", path)
        super().remove_directory(path)

    def _note(self, what: str, path: str) -> None:
        if METADATA_TOPIC in path:
            self.touched.add(what)


def run(body: Callable[[Broker], Awaitable[None]], files: MemoryFiles, **options: str) -> None:
    async def main() -> None:
        config = BrokerConfig.from_options({**QUICK, "log.dirs": "data", **options})
        users = {"mallory": "pw", "admin": "pw"}
        async with serving(Broker(config, files=files, users=users), seconds=60) as broker:
            await body(broker)

    asyncio.run(main())


def all_requests(broker: Broker, api_key: ApiKey, name: str) -> Iterator[tuple[Request, int]]:
    topic = broker.node.topics.get(name)
    topic_id = METADATA_ID if name == METADATA_TOPIC else topic.topic_id if topic else uuid.uuid4()
    for version in HANDLERS[api_key].versions:
        for request in requests(api_key, version, name, topic_id, {"ValidateOnly": False, "TimeoutMs": 0}):
            yield request, version


async def send_all(broker: Broker, api_key: ApiKey, name: str) -> int:
    """Send every request that there is; how many the broker has answered, and not hung up."""
    answered = 0
    wire = await Wire.to(broker)
    for request, version in all_requests(broker, api_key, name):
        try:
            await wire.ask(request, version)
            answered += 1
        except asyncio.IncompleteReadError:
            wire = await Wire.to(broker)
    await Wire.close_all()
    return answered


def test_every_field_that_speaks_of_topics_is_known_for_what_it_is() -> None:
    assert {ApiKey(key).name: fields for key in HANDLERS if (fields := doubtful_fields(key))} == {}
    assert len(WITH_TOPICS) > 30


def test_no_request_gets_at_the_metadata_log() -> None:
    files = WatchedFiles()

    async def body(broker: Broker) -> None:
        for made_when_needed in (broker.node.groups, broker.node.transactions, broker.node.share.store):
            made_when_needed.topic.ready()
        log = broker.node.reconciler.logs()[METADATA_TOPIC, 0]
        for attempt in ("before anybody tried to make it", "after"):
            for api_key in WITH_TOPICS:
                files.touched.clear()
                end = log.end_offset
                assert await send_all(broker, api_key, METADATA_TOPIC), api_key.name
                assert broker.node.topics.get(METADATA_TOPIC) is None, (api_key.name, attempt)
                if api_key not in ACLS:
                    assert (files.touched, log.end_offset) == (set(), end), (api_key.name, attempt)

    run(body, files)


@pytest.mark.parametrize("name", INTERNAL_TOPICS[1:])
def test_requests_about_other_internal_topics_do_not_read_or_cut_the_metadata_log(name: str) -> None:
    files = WatchedFiles()

    async def body(broker: Broker) -> None:
        for api_key in (*WITH_TOPICS, *WITH_TOPICS):
            files.touched.clear()
            assert await send_all(broker, api_key, name), api_key.name
            assert files.touched <= {"append", "sync"}, api_key.name

    run(body, files)


def test_internal_topics_that_are_not_there_yet_are_told_to_be_internal() -> None:
    async def body(broker: Broker) -> None:
        wire = await Wire.to(broker)
        named = [messages.describe_topic_partitions_request.TopicRequest(name=name) for name in sorted(INTERNAL_TOPICS)]
        answer = await wire.ask(messages.DescribeTopicPartitionsRequest(topics=named), 0)
        found = {topic.name: (topic.error_code, topic.is_internal) for topic in answer.topics}
        assert found == {name: (3, name != METADATA_TOPIC) for name in INTERNAL_TOPICS}

    run(body, MemoryFiles())


SECURED = {
    "listeners": "PLAINTEXT://127.0.0.1:0,SASL_PLAINTEXT://127.0.0.1:0",
    "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    "super.users": "User:ANONYMOUS",
    "auto.create.topics.enable": "true",
}


async def as_mallory(broker: Broker) -> Wire:
    host, _, port = broker.addresses["SASL_PLAINTEXT"].partition(":")
    wire = Wire(*await asyncio.open_connection(host, int(port)))
    Wire.opened.append(wire)
    await wire.ask(messages.SaslHandshakeRequest(mechanism="PLAIN"), 1)
    answer = await wire.ask(messages.SaslAuthenticateRequest(auth_bytes=Plain("mallory", "pw").first()), 2)
    assert answer.error_code == ErrorCode.NONE
    return wire


def test_a_user_with_all_rights_on_topics_does_not_get_at_keys_and_rules() -> None:
    """The attack: make the metadata log a topic, read keys, write a rule for oneself, delete it all."""
    files = MemoryFiles()
    topic = METADATA_TOPIC, METADATA_ID

    async def prepare(broker: Broker) -> None:
        wire = await Wire.to(broker)
        rule = AclCreation(
            resource_type=2,
            resource_name="*",
            resource_pattern_type=3,
            principal="User:mallory",
            host="*",
            operation=2,
            permission_type=3,
        )
        made = await wire.ask(messages.CreateAclsRequest(creations=[rule]), 3)
        assert made.results[0].error_code == ErrorCode.NONE

    async def attack(broker: Broker) -> None:
        wire = await as_mallory(broker)
        made = await wire.ask(create((METADATA_TOPIC, 1, 1)), 7)
        assert made.topics[0].error_code == ErrorCode.INVALID_REQUEST
        assert made.topics[0].error_message == f"Creation of internal topic {METADATA_TOPIC} is prohibited."
        named = messages.MetadataRequest(topics=[messages.metadata_request.MetadataRequestTopic(name=METADATA_TOPIC)])
        for version in (1, 4, 13):
            found = (await wire.ask(named, version)).topics[0]
            assert (found.error_code, found.partitions) == (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, [])
        grant = messages.AccessControlEntryRecord(
            id=uuid.uuid4(),
            resource_type=4,
            resource_name="kafka-cluster",
            pattern_type=3,
            principal="User:mallory",
            host="*",
            operation=2,
            permission_type=3,
        )
        own = batch_of(b"\1" + bytes([grant.API_KEY]) + b"\0" + grant.encode(0))
        for version, code in ((12, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION), (13, ErrorCode.UNKNOWN_TOPIC_ID)):
            written = await wire.ask(produce(version, topic, own), version)
            assert written.responses[0].partition_responses[0].error_code == code
            read = (await wire.ask(fetch(version, topic, part()), version)).responses[0].partitions[0]
            assert (read.error_code, read.records or b"") == (code, b"")
        deletion = messages.DeleteTopicsRequest(topic_names=[METADATA_TOPIC], timeout_ms=1000)
        gone = await wire.ask(deletion, 5)
        assert gone.responses[0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION

    async def look(broker: Broker) -> None:
        rules = {(acl.principal, acl.resource_type) for acl in broker.node.security.acls}
        assert rules == {("User:mallory", 2)}

    for body in (prepare, attack, look):
        run(body, files, **SECURED)


def old_directory(files: MemoryFiles) -> uuid.UUID:
    """What an earlier version left where a client had made the topic, with two partitions."""
    impostor = uuid.uuid4()

    async def body(broker: Broker) -> None:
        known: list[Message] = [messages.TopicRecord(name=METADATA_TOPIC, topic_id=impostor)]
        known += [
            messages.PartitionRecord(partition_id=number, topic_id=impostor, replicas=[1], isr=[1], leader=1)
            for number in range(2)
        ]
        known.append(
            messages.ConfigRecord(resource_type=2, resource_name=METADATA_TOPIC, name="retention.ms", value="1")
        )
        broker.node.metadata_log.append(known, NOW_MS)
        broker.node.controller.create("kept", 1, {}, NOW_MS)

    run(body, files)
    for number in range(2):
        files.make_directory(f"data/{METADATA_TOPIC}-{number}")
        files.replace(f"data/{METADATA_TOPIC}-{number}/partition.metadata", format_partition_metadata(impostor))
    return impostor


def test_a_topic_of_that_name_from_an_earlier_version_is_no_topic_any_more(caplog: pytest.LogCaptureFixture) -> None:
    files = MemoryFiles()
    impostor = old_directory(files)
    warned: list[list[str]] = []

    async def body(broker: Broker) -> None:
        topics = broker.node.topics
        assert topics.get(METADATA_TOPIC) is None
        assert topics.by_id(impostor) is None
        assert [topic.name for topic in topics] == ["kept"]
        assert files.read(f"{LOG}/partition.metadata") == format_partition_metadata(METADATA_ID)
        warned.append([r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING])
        caplog.clear()

    for _ in range(3):
        run(body, files)
    assert [METADATA_TOPIC in text for text in warned[0]] == [True, True]
    assert any(str(impostor) in text for text in warned[0])
    assert warned[1:] == [[], []]
    strays = [name for name in files.list("data") if name.startswith(METADATA_TOPIC)]
    assert len(strays) == 2
    assert strays[1].startswith(f"{METADATA_TOPIC}-1.")
    assert strays[1].endswith("-stray")


def test_a_directory_of_another_partition_of_the_metadata_log_is_not_taken_for_a_topic() -> None:
    files = MemoryFiles()
    files.make_directory(f"data/{METADATA_TOPIC}-7")
    files.replace(f"data/{METADATA_TOPIC}-7/partition.metadata", format_partition_metadata(uuid.uuid4()))

    async def body(broker: Broker) -> None:
        assert list(broker.node.topics) == []
        assert not files.exists(f"data/{METADATA_TOPIC}-7")

    run(body, files)
