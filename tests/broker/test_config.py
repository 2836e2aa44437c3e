"""Options that change while the broker runs: how they are altered, told about, and found again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from kafkawire.broker import Broker, BrokerConfig, InvalidOption, MemoryFiles
from kafkawire.broker.config.option_docs import TEXTS
from kafkawire.broker.config.topic import LogConfig
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    AlterConfigsRequest,
    CreateTopicsRequest,
    DescribeConfigsRequest,
    IncrementalAlterConfigsRequest,
    ListConfigResourcesRequest,
)
from kafkawire.messages import alter_configs_request as whole
from kafkawire.messages import incremental_alter_configs_request as single
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.describe_configs_request import DescribeConfigsResource
from tests.broker.test_server import run
from tests.broker.wire import NOW_MS, Wire, new_broker, produce

TOPIC, BROKER = 2, 4
SET, DELETE, APPEND, SUBTRACT = range(4)
Change = tuple[str, int, str | None]


async def alter(wire: Wire, kind: int, name: str, *changes: Change, version: int = 1, dry: bool = False) -> Any:
    """IncrementalAlterConfigs of one resource; its answer."""
    resource = single.AlterConfigsResource(
        resource_type=kind,
        resource_name=name,
        configs=[single.AlterableConfig(name=key, config_operation=how, value=text) for key, how, text in changes],
    )
    return (await wire.ask(IncrementalAlterConfigsRequest(resources=[resource], validate_only=dry), version)).responses[
        0
    ]


async def replace(wire: Wire, kind: int, name: str, options: dict[str, str | None], version: int = 2) -> Any:
    resource = whole.AlterConfigsResource(
        resource_type=kind,
        resource_name=name,
        configs=[whole.AlterableConfig(name=key, value=text) for key, text in options.items()],
    )
    return (await wire.ask(AlterConfigsRequest(resources=[resource]), version)).responses[0]


async def describe(wire: Wire, kind: int, name: str, keys: Sequence[str] | None = None, **options: Any) -> Any:
    resource = DescribeConfigsResource(
        resource_type=kind, resource_name=name, configuration_keys=list(keys) if keys is not None else None
    )
    return (await wire.ask(DescribeConfigsRequest(resources=[resource], **options), 4)).results[0]


async def value(wire: Wire, kind: int, name: str, key: str) -> tuple[str, int]:
    """Value and source of one option."""
    (config,) = (await describe(wire, kind, name, [key])).configs
    return config.value, config.config_source


def test_a_topic_option_takes_effect_at_once_and_can_be_taken_back() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for version in range(2):
            answer = await alter(wire, TOPIC, "t", ("max.message.bytes", SET, "100"), version=version)
            assert (answer.error_code, answer.error_message) == (0, None)
            assert (await produce(wire, "t", [b"x" * 200])).error_code == ErrorCode.MESSAGE_TOO_LARGE
            assert await value(wire, TOPIC, "t", "max.message.bytes") == ("100", 1)
            await alter(wire, TOPIC, "t", ("max.message.bytes", DELETE, None), version=version)
            assert (await produce(wire, "t", [b"x" * 200])).error_code == 0
            assert await value(wire, TOPIC, "t", "max.message.bytes") == ("1048588", 5)

    run(body)


def test_values_are_appended_to_lists_and_subtracted() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await alter(wire, TOPIC, "t", ("cleanup.policy", APPEND, "compact"))
        assert await value(wire, TOPIC, "t", "cleanup.policy") == ("delete,compact", 1)
        await alter(wire, TOPIC, "t", ("cleanup.policy", APPEND, "compact"))
        await alter(wire, TOPIC, "t", ("cleanup.policy", SUBTRACT, "delete"))
        assert await value(wire, TOPIC, "t", "cleanup.policy") == ("compact", 1)
        answer = await alter(wire, TOPIC, "t", ("segment.bytes", APPEND, "1"))
        assert answer.error_code == ErrorCode.INVALID_CONFIG
        assert answer.error_message == "Can't APPEND to key segment.bytes because its type is not LIST."

    run(body)


def test_alter_configs_takes_back_what_it_does_not_name() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for version in range(3):
            await replace(wire, TOPIC, "t", {"retention.ms": "5", "segment.bytes": "5000"}, version)
            assert await value(wire, TOPIC, "t", "segment.bytes") == ("5000", 1)
            await replace(wire, TOPIC, "t", {"retention.ms": "6"}, version)
            assert await value(wire, TOPIC, "t", "retention.ms") == ("6", 1)
            assert await value(wire, TOPIC, "t", "segment.bytes") == ("1073741824", 5)

    run(body)


@pytest.mark.parametrize(
    ("kind", "name", "changes", "code", "said"),
    [
        (TOPIC, "t", [("retention.mss", SET, "1")], ErrorCode.INVALID_CONFIG, "config name: retention.mss"),
        (TOPIC, "t", [("retention.ms", SET, "long")], ErrorCode.INVALID_CONFIG, "Not a number of type LONG"),
        (TOPIC, "t", [("retention.ms", SET, str(2**63))], ErrorCode.INVALID_CONFIG, "Not a number of type LONG"),
        (TOPIC, "t", [("segment.bytes", SET, str(2**31))], ErrorCode.INVALID_CONFIG, "Not a number of type INT"),
        (TOPIC, "t", [("retention.ms", SET, None)], ErrorCode.INVALID_REQUEST, "Null value not supported"),
        (TOPIC, "t", [("retention.ms", 9, "1")], ErrorCode.UNKNOWN_SERVER_ERROR, None),
        (TOPIC, "b@d", [("retention.ms", SET, "1")], ErrorCode.INVALID_TOPIC_EXCEPTION, "'b@d' contains one or more"),
        (TOPIC, "t", [("retention.ms", SET, "1"), ("retention.ms", DELETE, "")], ErrorCode.INVALID_REQUEST, "dupl"),
        (TOPIC, "nowhere", [("retention.ms", SET, "1")], ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "does not exist"),
        (TOPIC, "", [("retention.ms", SET, "1")], ErrorCode.INVALID_REQUEST, "Default topic resources"),
        (BROKER, "7", [("max.connections", SET, "1")], ErrorCode.INVALID_REQUEST, "expected 1, but received 7"),
        (BROKER, "me", [("max.connections", SET, "1")], ErrorCode.INVALID_REQUEST, "must be an integer"),
        (BROKER, "1", [("num.partitions", SET, "1")], ErrorCode.INVALID_REQUEST, "dynamically: [num.partitions]"),
        (BROKER, "1", [("max.connections", SET, "-1")], ErrorCode.INVALID_REQUEST, "Value must be at least 0"),
        (BROKER, "", [("max.connections", SET, "x")], ErrorCode.INVALID_REQUEST, "Not a number of type INT"),
        (BROKER, "", [("max.connections", 9, "1")], ErrorCode.INVALID_REQUEST, "Unknown operations type 9"),
        (BROKER, "", [("max.connections", 2, "1")], ErrorCode.INVALID_CONFIG, "Config value append is not allowed"),
        (3, "t", [], ErrorCode.INVALID_REQUEST, "Unknown resource type 3"),
    ],
)
def test_what_cannot_be_changed_is_refused_and_nothing_changes(
    kind: int, name: str, changes: list[Change], code: ErrorCode, said: str | None
) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        before = broker.node.reconciler.logs()["__cluster_metadata", 0].end_offset
        answer = await alter(wire, kind, name, ("segment.ms", SET, "7"), *changes)
        if kind == BROKER or not changes:  # segment.ms is no option of a broker
            answer = await alter(wire, kind, name, *changes)
        assert answer.error_code == code
        assert answer.error_message is None if said is None else said in answer.error_message
        assert (answer.resource_type, answer.resource_name) == (kind, name)
        assert broker.node.reconciler.logs()["__cluster_metadata", 0].end_offset == before

    run(body)


def test_validate_only_changes_nothing_and_a_repeated_resource_is_refused() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        assert (await alter(wire, TOPIC, "t", ("retention.ms", SET, "1"), dry=True)).error_code == 0
        assert (await alter(wire, BROKER, "1", ("max.connections", SET, "1"), dry=True)).error_code == 0
        assert (await value(wire, TOPIC, "t", "retention.ms"))[1] == 5
        assert broker.node.config.max_connections == 2**31 - 1
        twice = [single.AlterConfigsResource(resource_type=TOPIC, resource_name="t", configs=[]) for _ in range(2)]
        response = await wire.ask(IncrementalAlterConfigsRequest(resources=twice), 1)
        assert [r.error_code for r in response.responses] == [ErrorCode.INVALID_REQUEST] * 2
        assert response.responses[0].error_message == "Each resource must appear at most once."

    run(body)


def test_min_insync_replicas_is_said_for_all_brokers_and_stays_so() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        name = "min.insync.replicas"

        async def told(kind: int, resource: str) -> tuple[str, int, list[tuple[str, int]]]:
            (config,) = (await describe(wire, kind, resource, [name], include_synonyms=True)).configs
            return config.value, config.config_source, [(s.value, s.source) for s in config.synonyms]

        assert await told(TOPIC, "t") == await told(BROKER, "1") == ("1", 3, [("1", 3), ("1", 5)])
        assert await told(BROKER, "") == ("1", 3, [("1", 3)])
        made = await wire.ask(
            CreateTopicsRequest(topics=[CreatableTopic(name="u", num_partitions=1, replication_factor=1)]), 7
        )
        (config,) = (config for config in made.topics[0].configs if config.name == name)
        assert (config.value, config.config_source) == ("1", 3)
        for resource, operation, wanted, said in (
            ("", DELETE, None, "Cluster-level min.insync.replicas cannot be removed while ELR is enabled."),
            ("1", SET, "4", "Broker-level min.insync.replicas cannot be altered while ELR is enabled."),
            ("1", DELETE, None, "Broker-level min.insync.replicas cannot be altered while ELR is enabled."),
        ):
            answer = await alter(wire, BROKER, resource, (name, operation, wanted))
            assert (answer.error_code, answer.error_message) == (ErrorCode.INVALID_CONFIG, said)
        assert (await replace(wire, BROKER, "", {})).error_code == ErrorCode.INVALID_CONFIG
        assert (await alter(wire, BROKER, "", (name, SET, "3"))).error_code == 0
        assert await told(TOPIC, "t") == ("3", 3, [("3", 3), ("1", 5)])

    run(body)


def test_the_broker_counts_more_than_the_cluster_and_both_more_than_the_start() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        async def in_force() -> tuple[str, int]:
            log = broker.node.topics.log("t", 0)
            assert log is not None
            told = await value(wire, TOPIC, "t", "retention.ms")
            assert str(log.config.retention_ms) == told[0]
            return told

        assert await in_force() == ("111", 4)
        await alter(wire, BROKER, "", ("log.retention.ms", SET, "222"))
        assert await in_force() == ("222", 3)
        await alter(wire, BROKER, "1", ("log.retention.ms", SET, "333"))
        assert await in_force() == ("333", 2)
        (config,) = (await describe(wire, BROKER, "1", ["log.retention.ms"], include_synonyms=True)).configs
        assert [(s.value, s.source) for s in config.synonyms] == [("333", 2), ("222", 3), ("111", 4), ("168", 5)]
        everywhere = (await describe(wire, BROKER, "", None)).configs
        told = {config.name: (config.value, config.config_source) for config in everywhere}
        assert told == {"log.retention.ms": ("222", 3), "min.insync.replicas": ("1", 3)}
        await alter(wire, TOPIC, "t", ("retention.ms", SET, "444"))
        assert await in_force() == ("444", 1)

    run(body, log_retention_ms=111)


def test_what_was_changed_survives_a_restart() -> None:
    async def change(broker: Broker, wire: Wire) -> None:
        await alter(wire, TOPIC, "t", ("retention.ms", SET, "1"), ("segment.ms", SET, "2"))
        await alter(wire, TOPIC, "t", ("retention.ms", DELETE, None))
        await alter(wire, BROKER, "", ("max.connections", SET, "50"))
        await alter(wire, BROKER, "1", ("message.max.bytes", SET, "5000"))

    async def check(broker: Broker, wire: Wire) -> None:
        assert await value(wire, TOPIC, "t", "retention.ms") == ("604800000", 5)
        assert await value(wire, TOPIC, "t", "segment.ms") == ("2", 1)
        assert await value(wire, TOPIC, "t", "max.message.bytes") == ("5000", 2)
        assert broker.node.config.max_connections == 50
        log = broker.node.topics.log("t", 0)
        assert log is not None
        assert (log.config.segment_ms, log.config.max_message_bytes) == (2, 5000)

    files = MemoryFiles()
    run(change, files=files)
    run(check, files=files)


def test_more_room_for_connections_lets_the_waiting_ones_in() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await value(wire, BROKER, "1", "max.connections")
        other = await Wire.to(broker)
        other.send(ListConfigResourcesRequest(), 1)
        waiting = asyncio.ensure_future(other.receive())
        await value(wire, BROKER, "1", "max.connections")
        assert not waiting.done()
        await alter(wire, BROKER, "1", ("max.connections", SET, "2"))
        assert {r.resource_name for r in (await waiting)[1].config_resources} == {"t", "1"}

    run(body, max_connections=1)


def test_every_option_has_a_type_and_a_sentence() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for kind, name in ((TOPIC, "t"), (BROKER, "1")):
            result = await describe(wire, kind, name, include_documentation=True)
            missing = [config.name for config in result.configs if not config.documentation]
            assert missing == []
            assert all(config.config_type for config in result.configs)
            assert {config.name for config in result.configs if not config.read_only} >= (
                {"retention.ms"} if kind == TOPIC else {"log.retention.ms", "max.connections"}
            )
            plain = await describe(wire, kind, name)
            assert all(config.documentation is None and not config.synonyms for config in plain.configs)

    run(body)
    assert all(text.endswith(".") for text in TEXTS.values())


def test_what_cannot_be_described_is_said() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for kind, name, code, said in (
            (TOPIC, "nowhere", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ""),
            (TOPIC, "b@d", ErrorCode.INVALID_TOPIC_EXCEPTION, "Topic name is invalid: 'b@d' contains"),
            (BROKER, "9", ErrorCode.INVALID_REQUEST, "expected 1 or empty string, but received 9"),
            (BROKER, "me", ErrorCode.INVALID_REQUEST, "Broker id must be an integer, but it is: me"),
            (32, "", ErrorCode.INVALID_REQUEST, "Group name must not be empty"),
            (3, "t", ErrorCode.INVALID_REQUEST, "malformed by the client library"),
        ):
            result = await describe(wire, kind, name)
            assert (result.error_code, result.configs, result.resource_name) == (code, [], name)
            assert said in result.error_message

    run(body)


def test_resources_with_options_are_listed_by_type() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        async def listed(*types: int, version: int = 1) -> list[tuple[str, int]]:
            response = await wire.ask(ListConfigResourcesRequest(resource_types=list(types)), version)
            assert response.error_code == 0
            return [(r.resource_name, r.resource_type) for r in response.config_resources]

        assert await listed() == [("t", TOPIC), ("1", BROKER), ("1", 8)]
        assert await listed(TOPIC) == [("t", TOPIC)]
        assert await listed(version=0) == []
        refused = await wire.ask(ListConfigResourcesRequest(resource_types=[3]), 1)
        assert refused.error_code == ErrorCode.UNSUPPORTED_VERSION

    run(body)


def test_a_setting_that_makes_no_sense_any_more_does_not_keep_a_broker_from_starting() -> None:
    from kafkawire.messages import ConfigRecord

    async def spoil(broker: Broker, wire: Wire) -> None:
        wrong = [
            ConfigRecord(resource_type=BROKER, resource_name="1", name="no.such.option", value="1"),
            ConfigRecord(resource_type=BROKER, resource_name="9", name="max.connections", value="1"),
        ]
        broker.node.metadata_log.append(wrong, NOW_MS)

    async def check(broker: Broker, wire: Wire) -> None:
        assert broker.node.config == new_broker().config

    files = MemoryFiles()
    run(spoil, files=files)
    run(check, files=files)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"max.conection": "1"}, "did you mean 'max.connections'"),
        ({"auto.create.topics.enable": "maybe"}, "to be either true or false"),
        ({"node.id": "-1"}, "must be at least 0"),
        ({"log.cleanup.policy": "burn"}, "must be one of: compact, delete"),
        ({"listeners": "TLS://:1"}, "does not say what TLS is"),
    ],
)
def test_a_wrong_option_is_said(options: dict[str, str], said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        BrokerConfig.from_options(options)


HOUR = 3_600_000


@pytest.mark.parametrize(
    ("options", "retention_ms", "segment_ms", "flush_ms"),
    [
        ({}, 168 * HOUR, 168 * HOUR, 2**63 - 1),
        ({"log.retention.hours": "2", "log.roll.hours": "3"}, 2 * HOUR, 3 * HOUR, 2**63 - 1),
        ({"log.retention.hours": "2", "log.retention.minutes": "30"}, HOUR // 2, 168 * HOUR, 2**63 - 1),
        ({"log.retention.minutes": "30", "log.retention.ms": "7"}, 7, 168 * HOUR, 2**63 - 1),
        ({"log.retention.minutes": "-1"}, -1, 168 * HOUR, 2**63 - 1),
        ({"log.retention.hours": "-1", "log.roll.hours": "3", "log.roll.ms": "9"}, -1, 9, 2**63 - 1),
        ({"log.flush.scheduler.interval.ms": "5"}, 168 * HOUR, 168 * HOUR, 5),
        ({"log.flush.scheduler.interval.ms": "5", "log.flush.interval.ms": "6"}, 168 * HOUR, 168 * HOUR, 6),
    ],
)
def test_milliseconds_count_more_than_minutes_and_those_more_than_hours(
    options: dict[str, str], retention_ms: int, segment_ms: int, flush_ms: int
) -> None:
    config = BrokerConfig.from_options(options).topic_defaults()
    assert (config.retention_ms, config.segment_ms, config.flush_ms) == (retention_ms, segment_ms, flush_ms)


@pytest.mark.parametrize(
    "options",
    [
        {"log.retention.hours": "0"},
        {"log.retention.minutes": "0"},
        {"log.retention.ms": "0"},
        {"log.retention.ms": "-2"},
        {"log.roll.hours": "0"},
        {"log.roll.ms": "0"},
        {"log.cleaner.threads": "0"},
        {"compression.type": "none"},
        {"compression.gzip.level": "0"},
        {"compression.gzip.level": "10"},
        {"compression.lz4.level": "0"},
        {"compression.lz4.level": "18"},
        {"compression.zstd.level": "23"},
    ],
)
def test_what_kafka_does_not_take_is_not_taken_here(options: dict[str, str]) -> None:
    with pytest.raises(InvalidOption):
        BrokerConfig.from_options(options)


TOPIC_DEFAULTS = {  # of `LogConfig.configDefCopy()` of Kafka 4.4.0
    "cleanup.policy": "delete",
    "compression.gzip.level": "-1",
    "compression.lz4.level": "9",
    "compression.type": "producer",
    "compression.zstd.level": "3",
    "delete.retention.ms": "86400000",
    "file.delete.delay.ms": "60000",
    "flush.messages": "9223372036854775807",
    "flush.ms": "9223372036854775807",
    "follower.replication.throttled.replicas": "",
    "index.interval.bytes": "4096",
    "leader.replication.throttled.replicas": "",
    "local.retention.bytes": "-2",
    "local.retention.ms": "-2",
    "max.compaction.lag.ms": "9223372036854775807",
    "max.message.bytes": "1048588",
    "message.timestamp.after.max.ms": "3600000",
    "message.timestamp.before.max.ms": "9223372036854775807",
    "message.timestamp.type": "CreateTime",
    "min.cleanable.dirty.ratio": "0.5",
    "min.compaction.lag.ms": "0",
    "min.insync.replicas": "1",
    "preallocate": "false",
    "remote.log.copy.disable": "false",
    "remote.log.delete.on.disable": "false",
    "remote.storage.enable": "false",
    "retention.bytes": "-1",
    "retention.ms": "604800000",
    "segment.bytes": "1073741824",
    "segment.index.bytes": "10485760",
    "segment.jitter.ms": "0",
    "segment.ms": "604800000",
    "unclean.leader.election.enable": "false",
}


def test_a_topic_without_options_is_as_kafkas_are() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        configs = (await describe(wire, TOPIC, "t")).configs
        assert {config.name: config.value for config in configs} == TOPIC_DEFAULTS

    run(body)
    assert LogConfig() == BrokerConfig().topic_defaults()


def test_where_a_retention_comes_from_is_told_as_kafka_does() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        async def told(kind: int, name: str, option: str) -> Any:
            (found,) = (await describe(wire, kind, name, [option], include_synonyms=True)).configs
            return found.value, found.config_source, [(s.name, s.value, s.source) for s in found.synonyms]

        hours = ("log.retention.hours", "168", 5)
        minutes = ("log.retention.minutes", "100", 4)
        assert await told(BROKER, "1", "log.retention.ms") == (None, 5, [])
        assert await told(BROKER, "1", "log.retention.minutes") == ("100", 4, [minutes, hours])
        assert await told(TOPIC, "t", "retention.ms") == ("6000000", 5, [])
        await alter(wire, BROKER, "1", ("log.retention.ms", SET, "5000"))
        chain = [("log.retention.ms", "5000", 2), minutes, hours]
        assert await told(BROKER, "1", "log.retention.ms") == ("5000", 2, chain)
        assert await told(TOPIC, "t", "retention.ms") == ("5000", 2, chain)

    run(body, log_retention_minutes=100)
