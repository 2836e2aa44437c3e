"""Listeners and their options: what is understood, what is refused, and what is kept secret."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kafkawire import messages
from kafkawire.broker import Broker, BrokerConfig, InvalidOption, MemoryFiles
from kafkawire.broker.config.jaas import parse_jaas, plain_users
from kafkawire.broker.config.listeners import pair_advertised, parse_listeners
from kafkawire.broker.config.principals import check_mapping_rules, mapped_name
from kafkawire.broker.config.security import mechanisms_of, of_listener
from kafkawire.cli import main
from kafkawire.cli.broker import _users
from kafkawire.messages.describe_configs_request import DescribeConfigsResource
from kafkawire.testing import broker as threaded
from tests.broker.wire import QUICK, Wire, serving

MAP = "PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT,SASL_SSL:SASL_SSL"
PLAIN_JAAS = (
    "org.apache.kafka.common.security.plain.PlainLoginModule required "
    'username="admin" password="admin-secret" user_alice="al\\"ice;" user_bob=bobs;'
)


def test_listeners_are_read_as_kafka_writes_them() -> None:
    found = parse_listeners("PLAINTEXT://:9092, sasl_ssl://[::1]:9094,OUT://h-1.example.com:0", f"{MAP},OUT:SSL")
    assert [(each.name, each.protocol, each.host, each.port) for each in found] == [
        ("PLAINTEXT", "PLAINTEXT", "", 9092),
        ("SASL_SSL", "SASL_SSL", "::1", 9094),
        ("OUT", "SSL", "h-1.example.com", 0),
    ]
    assert [(each.has_tls, each.has_sasl) for each in found] == [(False, False), (True, True), (True, False)]
    assert str(found[1]) == "SASL_SSL://[::1]:9094"
    assert parse_listeners("127.0.0.1:9092", MAP)[0].name == "PLAINTEXT"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"listeners": "PLAINTEXT://h:1,PLAINTEXT://h:2"}, "different name"),
        ({"listeners": "PLAINTEXT://h:1,SSL://h:1"}, "different port"),
        ({"listeners": "INTERNAL://h:1"}, "does not say what INTERNAL is"),
        ({"listeners": "://h:1"}, "is not host:port"),
        ({"listeners": "PLAINTEXT://h:x"}, "is not host:port"),
        ({"listeners": "PLAINTEXT://h:65536"}, "ports are 1 to 65535"),
        ({"listener.security.protocol.map": "PLAINTEXT:TLS"}, "'TLS', which is none of PLAINTEXT, SSL"),
        ({"advertised.listeners": "SSL://h:1"}, "SSL, where nobody listens"),
        ({"listeners": "0.0.0.0:9092"}, "advertised.listeners: clients would be told PLAINTEXT://0.0.0.0:9092"),
        ({"advertised.listeners": "0.0.0.0:9092"}, "reach this broker: PLAINTEXT://HOST:9092"),
        ({"listeners": "SASL_SSL://h:1", "sasl.enabled.mechanisms": "plain"}, "'plain' is no name of a mechanism"),
        ({"listeners": "SASL_SSL://h:1", "sasl.enabled.mechanisms": ""}, "names none for listener SASL_SSL"),
        ({"listeners": "SSL://h:1", "ssl.client.auth": "maybe"}, "one of: none, requested, required"),
        ({"listeners": "SSL://h:1", "ssl.keystore.type": "JKS"}, "one of: PEM"),
        ({"listeners": "SSL://h:1", "ssl.enabled.protocols": "TLSv1"}, "one of: TLSv1.2, TLSv1.3"),
        ({"listeners": "SSL://h:1", "ssl.principal.mapping.rules": "RULE:x"}, "is no rule"),
        ({"authorizer.class.name": "com.example.Mine"}, "StandardAuthorizer"),
        ({"super.users": "alice"}, "principalType:principalName"),
        ({"listener.name.ssl.ssl.client.auth": "none"}, "no listener of that name"),
        ({"listener.name.plaintext.num.partitions": "1"}, "cannot be set for a listener"),
        ({"listener.name.plaintext.ssl.clientauth": "none"}, "unknown option 'ssl.clientauth'; did you mean"),
        ({"listener.name.plaintext.connections.max.reauth.ms": "soon"}, "Not a number"),
    ],
)
def test_what_makes_no_sense_is_said(options: dict[str, str], said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        BrokerConfig.from_options(options)


def test_options_of_a_listener_count_there_alone() -> None:
    config = BrokerConfig.from_options(
        {
            "listeners": "SASL_PLAINTEXT://h:1,IN.SIDE://h:2",
            "listener.security.protocol.map": "SASL_PLAINTEXT:SASL_PLAINTEXT,IN.SIDE:SASL_PLAINTEXT",
            "sasl.enabled.mechanisms": "PLAIN",
            "listener.name.in.side.sasl.enabled.mechanisms": "SCRAM-SHA-512,PLAIN",
            "listener.name.in.side.connections.max.reauth.ms": "5000",
        }
    )
    first, second = parse_listeners(config.listeners, config.listener_security_protocol_map)
    assert mechanisms_of(config, first) == ["PLAIN"]
    assert mechanisms_of(config, second) == ["SCRAM-SHA-512", "PLAIN"]
    assert [of_listener(config, each, "connections_max_reauth_ms") for each in (first, second)] == [0, 5000]


def test_users_of_plain_are_read_from_jaas() -> None:
    assert plain_users(parse_jaas("PLAIN", PLAIN_JAAS)) == {"alice": 'al"ice;', "bob": "bobs"}
    scram = "org.apache.kafka.common.security.scram.ScramLoginModule required;"
    assert parse_jaas("SCRAM-SHA-256", scram) == {}


@pytest.mark.parametrize("text", ["", "secret", "a.b.PlainLoginModule required user_a=secret;", PLAIN_JAAS[:-1]])
def test_a_line_of_jaas_that_is_none_is_refused_without_being_shown(text: str) -> None:
    with pytest.raises(InvalidOption, match="JAAS line of PLAIN") as caught:
        parse_jaas("PLAIN", text)
    assert "secret" not in str(caught.value)


def test_secrets_are_in_no_repr() -> None:
    options = {
        "listeners": "SASL_SSL://h:1",
        "listener.name.sasl_ssl.plain.sasl.jaas.config": PLAIN_JAAS,
        "ssl.key.password": "key-secret",
        "ssl.keystore.key": "pem-secret",
    }
    text = repr(BrokerConfig.from_options(options))
    assert "secret" not in text
    assert "bobs" not in text


@pytest.mark.parametrize(
    ("rules", "name", "mapped"),
    [
        ("DEFAULT", "CN=Alice,O=X", "CN=Alice,O=X"),
        ("RULE:^CN=(.*?),.*$/$1/", "CN=Alice,O=X", "Alice"),
        ("RULE:^CN=(.*?),.*$/$1/L", "CN=Alice,O=X", "alice"),
        ("RULE:^CN=(.*?),O=(.*)$/$1@$2/U,DEFAULT", "CN=Alice,O=X", "ALICE@X"),
        ("RULE:^UID=(.*)$/$1/ , DEFAULT", "CN=Alice", "CN=Alice"),
        ("RULE:^CN=(.*?)$/$1/", "UID=Alice", None),
        (r"RULE:^CN=a\/b$/slash/", "CN=a/b", "slash"),
    ],
)
def test_names_in_certificates_are_mapped(rules: str, name: str, mapped: str | None) -> None:
    assert mapped_name(rules, name) == mapped


@pytest.mark.parametrize("rules", ["", "RULE:x/y", "RULE:(/x/", "RULE:x/$1/", "DEFAULT;DEFAULT", "RULE:a/b/X"])
def test_rules_that_are_none_are_refused(rules: str) -> None:
    with pytest.raises(InvalidOption, match=r"ssl\.principal\.mapping\.rules"):
        check_mapping_rules(rules)


def test_each_listener_tells_its_own_address() -> None:
    told = parse_listeners("PLAINTEXT://outside:19092", MAP)
    found = pair_advertised(parse_listeners("PLAINTEXT://h:1,SASL_PLAINTEXT://h:2", MAP), told)
    assert [each.address for each in found] == ["outside:19092", "h:2"]


def run(body: Any, **options: str) -> None:
    async def main() -> None:
        given = {"log.dirs": "data", **QUICK, **{name.replace("_", "."): value for name, value in options.items()}}
        broker = Broker(BrokerConfig.from_options(given), files=MemoryFiles())
        async with serving(broker):
            await body(broker)

    asyncio.run(main())


def test_clients_are_told_the_address_of_the_listener_that_they_asked() -> None:
    async def body(broker: Broker) -> None:
        assert list(broker.addresses) == ["PLAINTEXT", "OTHER"]
        assert broker.addresses["OTHER"].startswith("example.org:")
        told: list[set[tuple[str, int]]] = []
        for listener in (endpoint.listener for endpoint in broker._endpoints):
            wire = Wire(*await asyncio.open_connection("127.0.0.1", listener.port))
            Wire.opened.append(wire)
            metadata = await wire.ask(messages.MetadataRequest(topics=[]), 9)
            cluster = await wire.ask(messages.DescribeClusterRequest(), 0)
            found = await wire.ask(messages.FindCoordinatorRequest(key="g", key_type=0), 3)
            told.append({(one.host, one.port) for one in (*metadata.brokers, *cluster.brokers, found)})
            host = "example.org" if listener.name == "OTHER" else "127.0.0.1"
            assert told[-1] == {(host, listener.port)}

    run(
        body,
        listeners="PLAINTEXT://127.0.0.1:0,OTHER://127.0.0.1:0",
        listener_security_protocol_map="PLAINTEXT:PLAINTEXT,OTHER:PLAINTEXT",
        advertised_listeners="PLAINTEXT://127.0.0.1:0,OTHER://example.org:0",
    )


def test_passwords_are_told_to_nobody() -> None:
    async def body(broker: Broker) -> None:
        wire = await Wire.to(broker)
        request = messages.DescribeConfigsRequest(
            resources=[DescribeConfigsResource(resource_type=4, resource_name="1", configuration_keys=None)],
            include_synonyms=True,
        )
        (result,) = (await wire.ask(request, 4)).results
        found = {config.name: config for config in result.configs}
        assert "listener.options" not in found
        for name in ("ssl.key.password", "ssl.keystore.key"):
            assert (found[name].value, found[name].is_sensitive, found[name].config_type) == (None, True, 9)
            assert all(synonym.value is None for synonym in found[name].synonyms)
        assert not found["ssl.client.auth"].is_sensitive

    run(body, ssl_key_password="key-secret")


def test_options_of_the_authorizer_are_told_as_apache_kafka_tells_those_of_plugins() -> None:
    """Recorded from 4.3.1: no value, type, documentation or default, and nothing at all of those not set."""

    async def body(broker: Broker) -> None:
        wire = await Wire.to(broker)
        request = messages.DescribeConfigsRequest(
            resources=[DescribeConfigsResource(resource_type=4, resource_name="1", configuration_keys=None)],
            include_synonyms=True,
            include_documentation=True,
        )
        (result,) = (await wire.ask(request, 4)).results
        found = {config.name: config for config in result.configs}
        config = found["super.users"]
        assert (config.value, config.is_sensitive, config.read_only) == (None, True, True)
        assert (config.config_source, config.config_type, config.documentation) == (4, 0, None)
        assert [(each.name, each.value, each.source) for each in config.synonyms] == [("super.users", None, 4)]
        assert "allow.everyone.if.no.acl.found" not in found

    run(body, super_users="User:ANONYMOUS")


def test_a_broker_with_several_listeners_comes_back_where_it_was() -> None:
    listeners = "PLAINTEXT://127.0.0.1:0,SASL_PLAINTEXT://127.0.0.1:0"
    with threaded(listeners=listeners, users={"alice": "alice-secret"}) as b:
        before = dict(b.addresses)
        assert list(before) == ["PLAINTEXT", "SASL_PLAINTEXT"]
        assert b.bootstrap_servers == before["PLAINTEXT"]
        b.restart()
        assert b.addresses == before


def test_a_listener_with_tls_and_no_certificate_is_refused_before_anything_is_opened() -> None:
    with pytest.raises(InvalidOption, match=r"TLS of listener SSL: ssl\.keystore\.location is not set"):
        Broker(BrokerConfig(listeners="SSL://127.0.0.1:0"), files=MemoryFiles())


@pytest.mark.parametrize("users", [{"": "x"}, {"alice": ""}, {"a\0b": "x"}])
def test_users_need_a_name_and_a_password(users: dict[str, str]) -> None:
    with pytest.raises(InvalidOption, match="users"):
        Broker(BrokerConfig(listeners="127.0.0.1:0"), files=MemoryFiles(), users=users)


def test_users_of_the_command_are_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, check = tmp_path / "users", ["broker", "--check-config", "--users"]
    file.write_text("alice:alice:secret\n\nbob:b\n")
    assert main([*check, str(file)]) == 0
    assert _users(str(file)) == {"alice": "alice:secret", "bob": "b"}
    file.write_text("alice:a\nbobs-secret\n")
    assert main([*check, str(file)]) == 2
    said = capsys.readouterr().err
    assert "line 2: want NAME:PASSWORD" in said
    assert "secret" not in said
    file.write_text("alice:\n")
    assert main([*check, str(file)]) == 2


def test_the_command_checks_certificates_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--set", "listeners=SSL://127.0.0.1:0", "--set", f"ssl.keystore.location={tmp_path / 'gone.pem'}"]
    assert main(["broker", "--check-config", *given]) == 2
    assert "TLS of listener SSL" in capsys.readouterr().err
