"""DescribeConfigs, IncrementalAlterConfigs, AlterConfigs, ListConfigResources."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kafkawire.messages import (
    AlterConfigsRequest,
    DescribeConfigsRequest,
    IncrementalAlterConfigsRequest,
    ListConfigResourcesRequest,
)
from tests.interop.requests import change, describe, replace
from tests.interop.session import Session

TOPIC, BROKER, LOGGER, METRICS, GROUP = 2, 4, 8, 16, 32
SET, DELETE, APPEND, SUBTRACT = range(4)


def _value(name: str, value: str | None) -> Callable[[Any], bool]:
    return lambda answer: any(config.name == name and config.value == value for config in answer.results[0].configs)


def describe_topic(s: Session) -> None:
    """A topic that sets some options, whole and in part."""
    s.create_topic("described-configs", retention_ms=5000, cleanup_policy="compact,delete")

    def ask(what: str, *keys: str, **options: bool) -> None:
        s.ask_all(what, lambda version: describe(TOPIC, "described-configs", *keys, **options))

    ask("all")
    ask("synonyms", include_synonyms=True)
    ask("documentation", include_documentation=True)
    ask("some", "retention.ms", "segment.bytes", "no.such.option")
    for name in ("not-there", "a b", "", "__consumer_offsets"):
        s.ask(f"topic {name!r}", describe(TOPIC, name, "retention.ms"))


def describe_broker(s: Session) -> None:
    """This broker, all brokers, others, and loggers."""
    s.ask_all("this one", lambda version: describe(BROKER, "1"))
    s.ask("synonyms", describe(BROKER, "1", include_synonyms=True))
    s.ask("documentation", describe(BROKER, "1", include_documentation=True))
    s.ask("some", describe(BROKER, "1", "log.retention.ms", "log.retention.hours", "num.io.threads", "no.such.option"))
    for name in ("", "2", "x", "-1", "01"):
        s.ask(f"broker {name!r}", describe(BROKER, name))
        s.ask(f"logger {name!r}", describe(LOGGER, name, "no.such.logger"))
    s.ask("this one's loggers", describe(LOGGER, "1", "no.such.logger"))
    s.ask("an unknown type", describe(77, "1"))
    s.ask("type 0", describe(0, "1"))
    two = DescribeConfigsRequest(resources=[*describe(BROKER, "2").resources, *describe(TOPIC, "not-there").resources])
    s.ask("two that are not there", two)
    s.ask("nothing", DescribeConfigsRequest(resources=[]))


def describe_others(s: Session) -> None:
    """Groups and client metrics, which need not be there to have options."""
    for name in ("nobody", ""):
        for kind, title in ((GROUP, "group"), (METRICS, "client metrics")):
            s.ask(f"{title} {name!r}", describe(kind, name))
            s.ask(
                f"{title} {name!r}, synonyms and documentation",
                describe(kind, name, include_synonyms=True, include_documentation=True),
            )


def alter_topic(s: Session) -> None:
    """Set, delete, append, subtract; wrong names, values and operations."""
    s.create_topic("altered")
    name = "altered"
    for version in s.versions(IncrementalAlterConfigsRequest.API_KEY):
        s.ask("set", change(TOPIC, name, ("retention.ms", SET, f"100{version}"), ("flush.ms", SET, "9")), version)
        s.until(
            "it is set",
            describe(TOPIC, name, "retention.ms", "flush.ms", include_synonyms=True),
            _value("retention.ms", f"100{version}"),
        )
        s.ask("only to validate", change(TOPIC, name, ("retention.ms", SET, "7"), validate_only=True), version)
    s.ask("append", change(TOPIC, name, ("cleanup.policy", APPEND, "compact")))
    s.until("it is appended", describe(TOPIC, name, "cleanup.policy"), _value("cleanup.policy", "delete,compact"))
    s.ask("append again", change(TOPIC, name, ("cleanup.policy", APPEND, "compact")))
    s.ask("subtract", change(TOPIC, name, ("cleanup.policy", SUBTRACT, "delete")))
    s.until("it is subtracted", describe(TOPIC, name, "cleanup.policy"), _value("cleanup.policy", "compact"))
    s.ask("subtract what is not there", change(TOPIC, name, ("cleanup.policy", SUBTRACT, "delete")))
    s.ask("delete", change(TOPIC, name, ("retention.ms", DELETE, None), ("never.set", DELETE, None)))
    s.ask("delete", change(TOPIC, name, ("retention.ms", DELETE, None), ("cleanup.policy", DELETE, "")))
    s.until(
        "it is the default again",
        describe(TOPIC, name, "cleanup.policy", "retention.ms", "flush.ms"),
        _value("cleanup.policy", "delete"),
    )
    _refused(s, TOPIC, name, "retention.ms")


def _refused(s: Session, kind: int, name: str, number: str) -> None:
    bad: dict[str, list[tuple[str, int, str | None]]] = {
        "an unknown option": [("no.such.option", SET, "1")],
        "an ill-typed value": [(number, SET, "soon")],
        "an empty value": [(number, SET, "")],
        "a value too low": [(number, SET, "-2")],
        "a null value": [(number, SET, None)],
        "an operation that is not there": [(number, 9, "1")],
        "append to a number": [(number, APPEND, "1")],
        "subtract from a number": [(number, SUBTRACT, "1")],
        "the same option twice": [(number, SET, "1"), (number, SET, "2")],
        "a good and a bad one": [("other.option", SET, "1"), (number, SET, "soon")],
        "nothing": [],
    }
    for what, changes in bad.items():
        s.ask(what, change(kind, name, *changes))


def alter_topic_refused(s: Session) -> None:
    """Values that are not allowed, option by option; resources that are not there."""
    s.create_topic("unaltered")
    values = {
        "cleanup.policy": ("never", "", "compact,never", "delete,delete"),
        "compression.type": ("fast", ""),
        "segment.bytes": ("13", "1.5", "99999999999", " 1048576 ", "true"),
        "min.cleanable.dirty.ratio": ("1.5", "-0.1", "x", "NaN"),
        "message.timestamp.type": ("never",),
        "message.timestamp.before.max.ms": ("-1",),
        "min.insync.replicas": ("0",),
        "flush.messages": ("0",),
        "max.message.bytes": ("-1",),
        "segment.ms": ("0",),
        "retention.bytes": ("-2",),
        "index.interval.bytes": ("-1",),
        "min.compaction.lag.ms": ("-1",),
        "max.compaction.lag.ms": ("0",),
        "preallocate": ("maybe",),
        "unclean.leader.election.enable": ("maybe",),
    }
    for option, texts in values.items():
        for text in texts:
            s.ask(f"{option}={text}", change(TOPIC, "unaltered", (option, SET, text), validate_only=True))
    s.ask(
        "lags that cross",
        change(TOPIC, "unaltered", ("min.compaction.lag.ms", SET, "10"), ("max.compaction.lag.ms", SET, "5")),
    )
    for name in ("not-there", "", "a b"):
        s.ask(f"topic {name!r}", change(TOPIC, name, ("retention.ms", SET, "1")))
    both = change(TOPIC, "unaltered", ("retention.ms", SET, "1")).resources
    s.ask("the same topic twice", IncrementalAlterConfigsRequest(resources=[*both, *both]))
    s.ask(
        "one that is there, one that is not",
        IncrementalAlterConfigsRequest(resources=[*both, *change(TOPIC, "not-there").resources]),
    )


def alter_broker(s: Session) -> None:
    """This broker, all brokers, and what cannot change while it runs."""
    s.create_topic("follower")
    for name in ("1", ""):
        s.ask(
            f"broker {name!r}",
            change(BROKER, name, ("log.retention.ms", SET, "77777"), ("message.max.bytes", SET, "2000000")),
        )
        s.until(
            f"set for {name!r}",
            describe(BROKER, name, "log.retention.ms", "message.max.bytes", include_synonyms=True),
            _value("log.retention.ms", "77777"),
        )
        s.until(
            f"topics follow {name!r}",
            describe(TOPIC, "follower", "retention.ms", "max.message.bytes", include_synonyms=True),
            _value("retention.ms", "77777"),
        )
        _refused(s, BROKER, name, "log.cleaner.min.compaction.lag.ms")
    for name in ("1", ""):
        s.ask(f"an unknown option of {name!r}", describe(BROKER, name, "no.such.option", include_synonyms=True))
        s.ask(f"it is deleted for {name!r}", change(BROKER, name, ("no.such.option", DELETE, None)))
        s.ask(
            f"delete for {name!r}",
            change(BROKER, name, ("log.retention.ms", DELETE, None), ("message.max.bytes", DELETE, None)),
        )
    s.until("the default again", describe(BROKER, "1", "log.retention.ms"), _value("log.retention.ms", "-1"))
    for option, value in {
        "node.id": "2",
        "log.dirs": "/x",
        "num.partitions": "3",
        "auto.create.topics.enable": "false",
        "listeners": "PLAINTEXT://:1",
    }.items():
        s.ask(f"fixed: {option}", change(BROKER, "1", (option, SET, value), validate_only=True))
        s.ask(f"fixed: {option}, for all", change(BROKER, "", (option, SET, value), validate_only=True))
    for option, value in {
        "log.cleaner.threads": "x",
        "max.connections": "-1",
        "min.insync.replicas": "0",
        "log.flush.interval.ms": "-3",
    }.items():
        s.ask(f"{option}={value}", change(BROKER, "1", (option, SET, value), validate_only=True))
    for name in ("2", "x", "-1"):
        s.ask(f"broker {name!r}", change(BROKER, name, ("log.retention.ms", SET, "1")))


def alter_others(s: Session) -> None:
    """Groups, client metrics, loggers."""
    s.ask("a group", change(GROUP, "some-group", ("consumer.session.timeout.ms", SET, "50000")))
    s.until(
        "it is set",
        describe(GROUP, "some-group", include_synonyms=True),
        _value("consumer.session.timeout.ms", "50000"),
    )
    for option, value in {
        "consumer.session.timeout.ms": "1",
        "consumer.heartbeat.interval.ms": "x",
        "no.such.option": "1",
        "consumer.session.timeout.ms ": "1",
    }.items():
        s.ask(f"a group, {option}={value}", change(GROUP, "some-group", (option, SET, value)))
    s.ask("a group without a name", change(GROUP, "", ("consumer.session.timeout.ms", SET, "50000")))
    s.ask(
        "client metrics",
        change(METRICS, "some-metrics", ("interval.ms", SET, "5000"), ("metrics", SET, "org.apache.kafka.")),
    )
    s.until("they are set", describe(METRICS, "some-metrics"), _value("interval.ms", "5000"))
    for option, value in {"interval.ms": "5", "match": "client_id", "no.such.option": "1"}.items():
        s.ask(f"client metrics, {option}={value}", change(METRICS, "some-metrics", (option, SET, value)))
    s.ask(
        "client metrics, match", change(METRICS, "some-metrics", ("match", SET, "client_id=a.*,client_software_name=x"))
    )
    s.ask("client metrics without a name", change(METRICS, "", ("interval.ms", SET, "5000")))
    s.ask("a logger", change(LOGGER, "1", ("root", SET, "ERROR")))
    s.ask("its level", describe(LOGGER, "1", "root", include_synonyms=True, include_documentation=True))
    s.ask("a logger, as it was", change(LOGGER, "1", ("root", SET, "WARN")))
    s.ask("the root logger, deleted", change(LOGGER, "1", ("root", DELETE, None)))
    for name, level in {"no.such.logger": "DEBUG", "root": "LOUD"}.items():
        s.ask(f"logger {name}={level}", change(LOGGER, "1", (name, SET, level)))
    s.ask("append to a logger", change(LOGGER, "1", ("root", APPEND, "DEBUG")))
    s.ask("loggers of another broker", change(LOGGER, "2", ("root", SET, "DEBUG")))
    s.ask("an unknown type", change(77, "x", ("a", SET, "b")))
    s.ask("type 0", change(0, "x", ("a", SET, "b")))


def alter_old_way(s: Session) -> None:
    """AlterConfigs: what is not named is taken back."""
    s.create_topic("replaced", flush_ms=9)
    for version in s.versions(AlterConfigsRequest.API_KEY):
        s.ask("replace", replace(TOPIC, "replaced", {"retention.ms": f"200{version}"}), version)
        s.until(
            "replaced", describe(TOPIC, "replaced", "retention.ms", "flush.ms"), _value("retention.ms", f"200{version}")
        )
        s.ask("only to validate", replace(TOPIC, "replaced", {}, validate_only=True), version)
        for configs in (
            {"no.such.option": "1"},
            {"retention.ms": "soon"},
            {"retention.ms": None},
            {"retention.ms": "-2"},
        ):
            s.ask(f"{configs}", replace(TOPIC, "replaced", dict(configs)), version)
        s.ask("a topic that is not there", replace(TOPIC, "not-there", {"retention.ms": "1"}), version)
        s.ask("another broker", replace(BROKER, "2", {"log.retention.ms": "1"}), version)
        s.ask("an option that is fixed", replace(BROKER, "1", {"node.id": "7"}), version)
        s.ask("an unknown type", replace(77, "x", {"a": "b"}), version)
        s.ask("client metrics", replace(METRICS, "old-metrics", {"interval.ms": "5000"}, validate_only=True), version)
        s.ask(
            "a group",
            replace(GROUP, "old-group", {"consumer.session.timeout.ms": "50000"}, validate_only=True),
            version,
        )
        s.ask("a logger", replace(LOGGER, "1", {"root": "DEBUG"}), version)


def list_config_resources(s: Session) -> None:
    """By type."""
    s.ask_all("all", ListConfigResourcesRequest())
    for kind in (TOPIC, BROKER, LOGGER, METRICS, GROUP, 0, 77, -1):
        s.ask(f"type {kind}", ListConfigResourcesRequest(resource_types=[kind]))
    s.ask("two types", ListConfigResourcesRequest(resource_types=[GROUP, METRICS]))
    s.ask("a type twice", ListConfigResourcesRequest(resource_types=[GROUP, GROUP]))


SCENARIOS = (
    describe_topic,
    describe_broker,
    describe_others,
    alter_topic,
    alter_topic_refused,
    alter_broker,
    alter_others,
    alter_old_way,
    list_config_resources,
)
OLD = (describe_topic,)
