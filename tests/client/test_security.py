"""TLS and SASL as a user meets them: options, certificates, and secrets that stay where they are."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client.admin import Admin
from kafkawire.client.blocking import BlockingReader
from kafkawire.client.errors import BrokersUnavailable, InvalidOption
from kafkawire.client.options import ClientOptions, make_options
from kafkawire.client.security import security_of
from kafkawire.protocol.sasl.plain import Plain
from kafkawire.protocol.sasl.scram import Scram
from kafkawire.transport.errors import Untrusted
from tests.client.scripted import Cluster, _Session

SASL = {"security_protocol": "SASL_PLAINTEXT", "sasl_username": "alice", "sasl_password": "hush-hush"}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"security_protocol": "TLS"}, "one of 'PLAINTEXT', 'SSL'"),
        ({"sasl_mechanism": "GSSAPI"}, "one of 'PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'"),
        ({"ssl_context": True}, "SSLContext"),
        ({"ssl_context": ssl.create_default_context()}, "ssl_context has no effect with security_protocol 'PLAINTEXT'"),
        ({"sasl_username": "a", "security_protocol": "SSL"}, "sasl_username has no effect"),
        (SASL, "needs sasl_mechanism$"),
        ({"security_protocol": "SASL_SSL", "sasl_mechanism": "PLAIN"}, "needs sasl_username, sasl_password"),
        (SASL | {"sasl_mechanism": "PLAIN", "sasl_password": ""}, "needs sasl_password"),
    ],
)
def test_options_that_do_not_fit_together_are_an_error_at_once(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidOption, match=reason):
        Admin("a:1", **given)


@pytest.mark.parametrize(("mechanism", "kind"), [("PLAIN", Plain), ("SCRAM-SHA-256", Scram), ("SCRAM-SHA-512", Scram)])
def test_each_connection_gets_a_mechanism_of_its_own(mechanism: str, kind: type) -> None:
    security = security_of(make_options(ClientOptions, SASL | {"sasl_mechanism": mechanism}))
    first, second = security.mechanism(), security.mechanism()
    assert isinstance(first, kind)
    assert first is not second
    assert first is not None
    assert first.name == mechanism


def test_secrets_are_in_no_repr_and_no_error() -> None:
    options = make_options(ClientOptions, SASL | {"sasl_mechanism": "PLAIN"})
    for shown in (options, security_of(options), security_of(options).mechanism(), Admin("a:1", client_id="x")):
        assert "hush" not in repr(shown)
    with pytest.raises(InvalidOption) as caught:
        make_options(ClientOptions, {"sasl_password": b"hush-hush"})
    assert "hush" not in str(caught.value)


def test_without_a_context_certificates_and_host_names_are_checked() -> None:
    context = security_of(make_options(ClientOptions, {"security_protocol": "SSL"})).ssl_context
    assert context is not None
    assert context.check_hostname
    assert context.verify_mode is ssl.CERT_REQUIRED


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a key and a certificate for localhost that signs itself."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed")
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    key = path.with_name("key.pem")
    command = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    path.write_text(key.read_text() + path.read_text())
    return path


@pytest.fixture
def address(certificate: Path) -> Iterator[str]:
    """Where a scripted cluster of one broker listens with TLS."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)

    async def start() -> tuple[asyncio.Server, int]:
        cluster = Cluster({"t": 2})
        server = await loop.create_server(lambda: _Session(cluster, 1), "127.0.0.1", 0, ssl=context)
        port = server.sockets[0].getsockname()[1]
        cluster.advertised = ("localhost", port)
        return server, port

    async def stop() -> None:
        server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    server, port = asyncio.run_coroutine_threadsafe(start(), loop).result(5)
    yield f"localhost:{port}"
    asyncio.run_coroutine_threadsafe(stop(), loop).result(5)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(5)
    loop.close()


async def topics_of(address: str, **options: Any) -> set[str]:
    async with asyncio.timeout(20), Admin(address, **options) as admin:
        return set(await admin.list_topics())


def blocking_topics_of(address: str, **options: Any) -> set[str]:
    with BlockingReader(address, **options) as reader:
        return set(reader.topics())


def ask(world: str, address: str, **options: Any) -> set[str]:
    if world == "blocking":
        return blocking_topics_of(address, **options)
    return asyncio.run(topics_of(address, **options))


both_worlds = pytest.mark.parametrize("world", ["asyncio", "blocking"])


@both_worlds
def test_a_broker_with_a_trusted_certificate_is_talked_to_over_tls(world: str, address: str, certificate: Path) -> None:
    trusting = ssl.create_default_context(cafile=certificate)
    assert ask(world, address, security_protocol="SSL", ssl_context=trusting) == {"t"}


@both_worlds
def test_an_unknown_certificate_is_refused_without_trying_again(world: str, address: str) -> None:
    with pytest.raises(Untrusted, match=r"localhost:\d+: self.signed certificate"):
        ask(world, address, security_protocol="SSL")


@both_worlds
def test_a_certificate_for_another_host_is_refused(world: str, address: str, certificate: Path) -> None:
    trusting = ssl.create_default_context(cafile=certificate)
    other = address.replace("localhost", "127.0.0.1")
    with pytest.raises(Untrusted, match="IP address mismatch"):
        ask(world, other, security_protocol="SSL", ssl_context=trusting)


@both_worlds
def test_a_client_without_tls_is_told_in_the_time_allowed(world: str, address: str) -> None:
    with pytest.raises(BrokersUnavailable, match="within"):
        ask(world, address, default_api_timeout_ms=300, socket_connection_setup_timeout_ms=1_000)
