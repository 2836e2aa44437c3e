from __future__ import annotations

from typing import get_type_hints

import pytest

from kafkawire.client.arguments import ClientArguments, ConsumerArguments, ProducerArguments
from kafkawire.client.errors import InvalidOption
from kafkawire.client.options import ClientOptions, ConsumerOptions, ProducerOptions, bootstrap_addresses, make_options
from kafkawire.client.producer import Producer


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("linger", "linger_ms"), ("compression", "compression_type"), ("batch.size", "batch_size"), ("ack", "acks")],
)
def test_an_unknown_option_is_an_error_that_names_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        make_options(ProducerOptions, {name: 1})
    assert str(caught.value) == f"unknown option {name!r}: did you mean {nearest!r}?"


def test_an_option_like_no_other_is_an_error_too() -> None:
    with pytest.raises(InvalidOption, match=r"unknown option 'zzzzzz'$"):
        make_options(ProducerOptions, {"zzzzzz": 1})


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("batch_size", "16384", "of type int"),
        ("batch_size", True, "of type int"),
        ("batch_size", 0, "1 or more"),
        ("linger_ms", -1, "0 or more"),
        ("acks", "one", "one of 'all', -1, 0, 1"),
        ("acks", True, "one of 'all', -1, 0, 1"),
        ("compression_type", "zstandard", "one of 'none', 'gzip', 'snappy', 'lz4', 'zstd'"),
        ("enable_idempotence", 1, "of type bool"),
        ("max_in_flight_requests_per_connection", 6, "at most 5"),
        ("partitioner", "random", "one of 'default', 'round_robin', 'consistent', .* or a callable"),
    ],
)
def test_an_ill_typed_option_is_an_error(name: str, value: object, expected: str) -> None:
    with pytest.raises(InvalidOption, match=expected):
        make_options(ProducerOptions, {name: value})


def test_what_fits_is_taken() -> None:
    most = {"max_in_flight_requests_per_connection": 5}
    options = make_options(ProducerOptions, {"linger_ms": 0.5, "acks": -1, "partitioner": lambda *_: 0, **most})
    assert (options.linger_ms, options.acks, options.batch_size) == (0.5, -1, 16_384)
    assert make_options(ConsumerOptions, {"group_id": None}).group_id is None
    assert make_options(ConsumerOptions, {"group_id": "g"}).group_id == "g"


OF_BOTH = {
    "client.dns.lookup": "use_all_dns_ips",
    "connections.max.idle.ms": 540_000,
    "metadata.max.age.ms": 300_000,
    "metadata.recovery.rebootstrap.trigger.ms": 300_000,
    "metadata.recovery.strategy": "rebootstrap",
    "reconnect.backoff.max.ms": 1_000,
    "reconnect.backoff.ms": 50,
    "request.timeout.ms": 30_000,
    "retry.backoff.max.ms": 1_000,
    "retry.backoff.ms": 100,
    "security.protocol": "PLAINTEXT",
    "socket.connection.setup.timeout.max.ms": 30_000,
    "socket.connection.setup.timeout.ms": 10_000,
}
OF_PRODUCERS = {
    "acks": "all",
    "batch.size": 16_384,
    "buffer.memory": 33_554_432,
    "compression.type": "none",
    "delivery.timeout.ms": 120_000,
    "enable.idempotence": True,
    "linger.ms": 5,
    "max.block.ms": 60_000,
    "max.in.flight.requests.per.connection": 5,
    "max.request.size": 1_048_576,
    "partitioner.adaptive.partitioning.enable": True,
    "partitioner.availability.timeout.ms": 0,
    "partitioner.ignore.keys": False,
    "transaction.timeout.ms": 60_000,
    "transactional.id": None,
}
OF_CONSUMERS = {
    "allow.auto.create.topics": True,
    "auto.commit.interval.ms": 5_000,
    "auto.offset.reset": "latest",
    "check.crcs": True,
    "client.rack": "",
    "default.api.timeout.ms": 60_000,
    "enable.auto.commit": True,
    "fetch.max.bytes": 52_428_800,
    "fetch.max.wait.ms": 500,
    "fetch.min.bytes": 1,
    "group.id": None,
    "group.instance.id": None,
    "group.protocol": "classic",
    "group.remote.assignor": None,
    "heartbeat.interval.ms": 3_000,
    "isolation.level": "read_uncommitted",
    "max.partition.fetch.bytes": 1_048_576,
    "max.poll.interval.ms": 300_000,
    "session.timeout.ms": 45_000,
}


@pytest.mark.parametrize(("kind", "own"), [(ProducerOptions, OF_PRODUCERS), (ConsumerOptions, OF_CONSUMERS)])
def test_what_is_not_given_is_as_with_kafkas_clients(kind: type[ClientOptions], own: dict[str, object]) -> None:
    """Of `ProducerConfig.configDef()` and `ConsumerConfig.configDef()` of Kafka 4.4.0."""
    options = kind()
    expected = OF_BOTH | own
    assert {name: getattr(options, name.replace(".", "_")) for name in expected} == expected


@pytest.mark.parametrize(
    ("servers", "expected"),
    [
        ("a:1", [("a", 1)]),
        ("a:1, b:2", [("a", 1), ("b", 2)]),
        (["a:1", "b"], [("a", 1), ("b", 9092)]),
        ("[::1]:9093", [("::1", 9093)]),
        ("[::1]", [("::1", 9092)]),
        ("::1", [("::1", 9092)]),
    ],
)
def test_bootstrap_servers_may_be_a_string_or_a_list(servers: str | list[str], expected: list[tuple[str, int]]) -> None:
    assert bootstrap_addresses(servers) == expected


@pytest.mark.parametrize("servers", ["", [], ",", "a:b", "a:0", "a:65536", ":9092"])
def test_what_is_no_address_is_an_error(servers: str | list[str]) -> None:
    with pytest.raises(InvalidOption):
        bootstrap_addresses(servers)


def test_idempotence_gives_way_to_acks_unless_it_was_asked_for() -> None:
    assert Producer("a:1").options.enable_idempotence
    assert not Producer("a:1", acks=1).options.enable_idempotence
    with pytest.raises(InvalidOption, match="needs acks='all'"):
        Producer("a:1", acks=1, enable_idempotence=True)


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (ClientArguments, ClientOptions),
        (ProducerArguments, ProducerOptions),
        (ConsumerArguments, ConsumerOptions),
    ],
)
def test_what_type_checkers_see_is_what_there_is(arguments: type, options: type) -> None:
    assert get_type_hints(arguments) == get_type_hints(options)
