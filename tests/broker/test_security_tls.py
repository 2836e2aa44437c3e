"""TLS listeners: certificates of both sides, who a client is by its own, and what is no TLS at all."""

from __future__ import annotations

import asyncio
import random
import shutil
import ssl
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kafkawire import messages
from kafkawire.broker import Broker, BrokerConfig, BrokerHooks, InvalidOption, MemoryFiles, Session
from kafkawire.broker.log.files import FileSystem, RealFiles
from kafkawire.broker.security.authorizer import Action, Client
from kafkawire.broker.security.distinguished_name import subject_of
from kafkawire.errors import DecodeError
from tests.broker.wire import NOW_MS, QUICK, Wire, fetch_request, produce, serving

SUBJECT = '/C=US/ST=New York/O=  Example, Inc  /OU=a\\+b/UID=42/emailAddress=a@example.org/CN=Älice "A" #1=<2>'
PRINCIPAL = (
    'User:CN=Älice \\"A\\" \\#1\\=\\<2\\>,1.2.840.113549.1.9.1=#160d61406578616d706c652e6f7267,UID=42,OU=a\\+b,'
    "O=\\ \\ Example\\, Inc\\ \\ ,ST=New York,C=US"
)
"""What Apache Kafka calls that subject: the text of javax.security.auth.x500.X500Principal."""


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with server.pem and client.pem (key and certificate each), and the encrypted key locked.pem."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    path = tmp_path_factory.mktemp("tls")
    for name, subject in (("server", "/CN=localhost"), ("client", SUBJECT)):
        request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-utf8", "-subj", subject]
        request += ["-addext", "subjectAltName=DNS:localhost"]
        _openssl(path, *request, "-keyout", f"{name}.key", "-out", f"{name}.crt")
        (path / f"{name}.pem").write_text((path / f"{name}.key").read_text() + (path / f"{name}.crt").read_text())
    _openssl(path, "rsa", "-aes128", "-passout", "pass:key-secret", "-in", "server.key", "-out", "locked.key")
    (path / "locked.pem").write_text((path / "locked.key").read_text() + (path / "server.crt").read_text())
    return path


def _openssl(path: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=path, check=True, capture_output=True)


class Recorder(BrokerHooks):
    """Allows everything, and keeps who came and who asked."""

    def __init__(self) -> None:
        self.principals: set[str] = set()
        self.opened: list[str] = []

    def connection_opened(self, session: Session) -> None:
        self.opened.append(session.principal)

    def allows(self, client: Client, action: Action) -> bool:
        self.principals.add(client.principal)
        return True


def client_context(pem: Path, certificate: str | None = None) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=str(pem / "server.crt"))
    if certificate:
        context.load_cert_chain(pem / certificate)
    return context


def run(body: Callable[[Broker, Recorder], Awaitable[None]], files: FileSystem | None = None, **options: Any) -> None:
    async def main() -> None:
        given = {name.replace("_", "."): str(value) for name, value in options.items()}
        config = BrokerConfig.from_options(
            {**QUICK, "log.dirs": "data", "listeners": "SSL://127.0.0.1:0", "ssl.client.auth": "requested", **given}
        )
        recorder = Recorder()
        async with serving(
            Broker(config, files=files or MemoryFiles(), authorizer=recorder, hooks=[recorder])
        ) as broker:
            await body(broker, recorder)

    asyncio.run(main())


async def connect(broker: Broker, context: ssl.SSLContext) -> Wire:
    streams = await asyncio.open_connection(
        broker.node.host, broker.node.port, ssl=context, server_hostname="localhost", limit=1 << 24
    )
    wire = Wire(*streams)
    Wire.opened.append(wire)
    return wire


def test_a_client_without_a_certificate_is_anonymous(pem: Path) -> None:
    async def body(broker: Broker, recorder: Recorder) -> None:
        wire = await connect(broker, client_context(pem))
        assert (await wire.ask(messages.MetadataRequest(topics=None), 9)).brokers[0].port == broker.node.port
        await wire.ask(messages.DescribeUserScramCredentialsRequest(), 0)
        assert recorder.principals == {"User:ANONYMOUS"}

    run(body, ssl_keystore_location=pem / "server.pem", ssl_truststore_location=pem / "client.crt")


@pytest.mark.parametrize(
    ("rules", "principal"),
    [("DEFAULT", PRINCIPAL), (r"RULE:^.*UID=(\d+),.*$/user-$1/U", "User:USER-42")],
)
def test_a_client_is_called_what_its_certificate_says(pem: Path, rules: str, principal: str) -> None:
    async def body(broker: Broker, recorder: Recorder) -> None:
        wire = await connect(broker, client_context(pem, "client.pem"))
        await wire.ask(messages.DescribeUserScramCredentialsRequest(), 0)
        assert recorder.principals == {principal}
        assert recorder.opened == [principal]

    run(
        body,
        ssl_keystore_location=pem / "server.pem",
        ssl_truststore_certificates=(pem / "client.crt").read_text(),
        ssl_client_auth="required",
        ssl_principal_mapping_rules=rules,
    )


def test_a_name_that_no_rule_fits_is_not_let_in(pem: Path) -> None:
    async def body(broker: Broker, recorder: Recorder) -> None:
        wire = await connect(broker, client_context(pem, "client.pem"))
        assert await wire.is_closed()
        assert recorder.opened == []

    run(
        body,
        ssl_keystore_location=pem / "server.pem",
        ssl_truststore_location=pem / "client.crt",
        ssl_principal_mapping_rules="RULE:^CN=x$/x/",
    )


@pytest.mark.parametrize("certificate", [None, "server.pem"])
def test_where_certificates_are_required_no_other_client_gets_in(pem: Path, certificate: str | None) -> None:
    async def body(broker: Broker, _: Recorder) -> None:
        try:
            wire = await connect(broker, client_context(pem, certificate))
            wire.send(messages.MetadataRequest(topics=None), 9)
            assert await wire.reader.read(1) == b""
        except (ssl.SSLError, ConnectionError):
            pass  # TLS 1.3 tells the client after its part of the handshake

    run(
        body,
        ssl_keystore_location=pem / "server.pem",
        ssl_truststore_location=pem / "client.crt",
        ssl_client_auth="required",
    )


def test_keys_and_certificates_may_stand_in_the_options(pem: Path) -> None:
    async def body(broker: Broker, _: Recorder) -> None:
        wire = await connect(broker, client_context(pem))
        assert (await wire.ask(messages.DescribeClusterRequest(), 0)).error_code == 0

    run(
        body,
        ssl_keystore_key=(pem / "locked.key").read_text(),
        ssl_keystore_certificate_chain=(pem / "server.crt").read_text(),
        ssl_key_password="key-secret",
        ssl_enabled_protocols="TLSv1.2",
        ssl_client_auth="none",
    )


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [
        ("gone.pem", None, r"TLS of listener SSL: ssl\.keystore\.location: \S+/gone\.pem: No such file"),
        ("server.crt", None, r"server\.crt: there is no key in PEM in it"),
        ("locked.pem", None, r"locked\.pem: ssl\.key\.password is missing for the key"),
        ("locked.pem", "wrong-secret", r"locked\.pem: ssl\.key\.password does not open the key"),
    ],
)
def test_keys_that_cannot_be_read_are_said(pem: Path, name: str, password: str | None, said: str) -> None:
    options: dict[str, Any] = {"ssl_keystore_location": pem / name}
    if password:
        options["ssl_key_password"] = password
    with pytest.raises(InvalidOption, match=said) as caught:
        run(lambda *_: asyncio.sleep(0), **options)
    assert "secret" not in str(caught.value)


def test_a_key_in_an_option_that_is_none_is_said(pem: Path) -> None:
    with pytest.raises(InvalidOption, match=r"TLS of listener SSL: ssl\.keystore\.key: there is no key in PEM in it"):
        run(lambda *_: asyncio.sleep(0), ssl_keystore_certificate_chain=(pem / "server.crt").read_text())


@pytest.mark.parametrize(("name", "said"), [("gone.pem", "No such file"), ("server.key", "no certificate in PEM")])
def test_authorities_that_cannot_be_read_are_said(pem: Path, name: str, said: str) -> None:
    given: dict[str, Any] = {"ssl_keystore_location": pem / "server.pem", "ssl_truststore_location": pem / name}
    with pytest.raises(InvalidOption, match=rf"ssl\.truststore\.location: \S+/{name}: .*{said}"):
        run(lambda *_: asyncio.sleep(0), **given)


def test_large_answers_out_of_files_go_through_tls(pem: Path, tmp_path: Path) -> None:
    value = random.Random(1).randbytes(700_000)

    async def body(broker: Broker, _: Recorder) -> None:
        broker.node.controller.create("large", 1, {}, NOW_MS)
        wire = await connect(broker, client_context(pem))
        for _again in range(3):
            assert (await produce(wire, "large", [value])).error_code == 0
        request = fetch_request("large", 0, partition_max_bytes=1 << 24)
        (part,) = (await wire.ask(request, 11)).responses[0].partitions
        assert part.high_watermark == 3
        assert bytes(part.records).count(value) == 3

    run(body, RealFiles(), ssl_keystore_location=pem / "server.pem", ssl_client_auth="none", log_dirs=tmp_path)


def test_what_is_no_tls_is_hung_up_on_and_nothing_else_is(pem: Path) -> None:
    async def body(broker: Broker, _: Recorder) -> None:
        for data in (
            b"\0\0\0\x0a\0\x12\0\0\0\0\0\0\xff\xff",
            b"GET / HTTP/1.1\r\n\r\n",
            b"\x16\x03\x01\xff\xff" + b"x" * 99,
        ):
            reader, writer = await asyncio.open_connection(broker.node.host, broker.node.port)
            writer.write(data)
            writer.write_eof()
            await reader.read()  # at most an alert
            writer.close()
        wire = await connect(broker, client_context(pem))
        assert (await wire.ask(messages.DescribeClusterRequest(), 0)).error_code == 0

    run(body, ssl_keystore_location=pem / "server.pem", ssl_client_auth="none")


def test_a_broker_stops_while_a_client_is_within_the_handshake(pem: Path) -> None:
    async def body(broker: Broker, _: Recorder) -> None:
        _reader, writer = await asyncio.open_connection(broker.node.host, broker.node.port)
        await asyncio.sleep(0.05)
        await broker.close()
        writer.close()

    run(body, ssl_keystore_location=pem / "server.pem", ssl_client_auth="none")


def test_a_subject_is_printed_as_java_does(pem: Path) -> None:
    der = ssl.PEM_cert_to_DER_cert((pem / "client.crt").read_text())
    assert "User:" + subject_of(der) == PRINCIPAL


def test_certificates_that_are_damaged_are_an_error_of_ours(pem: Path) -> None:
    der = ssl.PEM_cert_to_DER_cert((pem / "client.crt").read_text())
    dice = random.Random(5)
    for cut in range(0, 400, 7):
        with pytest.raises(DecodeError):
            subject_of(der[:cut])
    for _ in range(2000):
        data = bytearray(der)
        for _again in range(3):
            data[dice.randrange(300)] = dice.randrange(256)
        try:
            subject_of(bytes(data))
        except DecodeError:
            continue
