"""TLS and SASL as a user meets them: options, certificates, and secrets that stay where they are."""

from __future__ import annotations

import asyncio
import logging
import shutil
import ssl
import subprocess
import threading
import traceback
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from kafkawire import ApiKey, messages
from kafkawire.client.admin import Admin
from kafkawire.client.blocking import BlockingReader, run
from kafkawire.client.connection import Authentication
from kafkawire.client.errors import BrokersUnavailable, InvalidOption
from kafkawire.client.oauth import ClientCredentials, Token, TokenProvider
from kafkawire.client.options import ClientOptions, make_options
from kafkawire.client.runtime import AioRuntime
from kafkawire.client.security import Security, security_of
from kafkawire.message import Response
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed, Mechanism
from kafkawire.protocol.sasl.oauthbearer import OAuthBearer
from kafkawire.protocol.sasl.plain import Plain
from kafkawire.protocol.sasl.scram import Scram
from kafkawire.protocol.versions import ApiVersions
from kafkawire.transport.errors import Untrusted
from tests.client.scripted import Cluster, Session

SASL = {"security_protocol": "SASL_PLAINTEXT", "sasl_username": "alice", "sasl_password": "hush-hush"}


def mechanism_of(security: Security) -> Mechanism | None:
    async def call(provider: TokenProvider) -> Any:
        return provider()

    return run(security.mechanism(call, "b1"))


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"security_protocol": "TLS"}, "one of 'PLAINTEXT', 'SSL'"),
        ({"sasl_mechanism": "KERBEROS"}, "one of 'PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'OAUTHBEARER', 'GSSAPI'"),
        ({"security_protocol": "SASL_SSL", "sasl_mechanism": "OAUTHBEARER"}, "needs sasl_oauth_token_provider"),
        (SASL | {"sasl_mechanism": "OAUTHBEARER", "sasl_oauth_token_provider": str}, "sasl_username has no effect"),
        (SASL | {"sasl_mechanism": "PLAIN", "sasl_oauth_token_provider": str}, "sasl_oauth_token_provider has no eff"),
        ({"ssl_context": True}, "SSLContext"),
        ({"ssl_context": ssl.create_default_context()}, "ssl_context has no effect with security_protocol 'PLAINTEXT'"),
        ({"sasl_username": "a", "security_protocol": "SSL"}, "sasl_username has no effect"),
        (SASL, "needs sasl_mechanism$"),
        ({"security_protocol": "SASL_SSL", "sasl_mechanism": "PLAIN"}, "needs sasl_username, sasl_password"),
        (SASL | {"sasl_mechanism": "PLAIN", "sasl_password": ""}, "needs sasl_password"),
        (SASL | {"sasl_mechanism": "PLAIN", "sasl_delegation_token": True}, "sasl_delegation_token has no effect"),
        ({"sasl_delegation_token": True}, "sasl_delegation_token has no effect with security_protocol 'PLAINTEXT'"),
        ({"security_protocol": "SASL_SSL", "sasl_mechanism": "GSSAPI"}, "needs sasl_kerberos_service_name"),
        (SASL | {"sasl_mechanism": "GSSAPI", "sasl_kerberos_service_name": "kafka"}, "sasl_username has no effect"),
        (
            SASL | {"sasl_mechanism": "PLAIN", "sasl_kerberos_service_name": "kafka"},
            "sasl_kerberos_service_name has no",
        ),
    ],
)
def test_options_that_do_not_fit_together_are_an_error_at_once(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidOption, match=reason):
        Admin("a:1", **given)


@pytest.mark.parametrize(("mechanism", "kind"), [("PLAIN", Plain), ("SCRAM-SHA-256", Scram), ("SCRAM-SHA-512", Scram)])
def test_each_connection_gets_a_mechanism_of_its_own(mechanism: str, kind: type) -> None:
    security = security_of(make_options(ClientOptions, SASL | {"sasl_mechanism": mechanism}))
    first, second = mechanism_of(security), mechanism_of(security)
    assert isinstance(first, kind)
    assert first is not second
    assert first is not None
    assert first.name == mechanism


def test_secrets_are_in_no_repr_and_no_error() -> None:
    options = make_options(ClientOptions, SASL | {"sasl_mechanism": "PLAIN"})
    for shown in (options, security_of(options), mechanism_of(security_of(options)), Admin("a:1", client_id="x")):
        assert "hush" not in repr(shown)
    with pytest.raises(InvalidOption) as caught:
        make_options(ClientOptions, {"sasl_password": b"hush-hush"})
    assert "hush" not in str(caught.value)


SECRETS = ("hush-hush", "aHVzaC1odXNo", "t0ken-secret", "s3cret")


@pytest.mark.parametrize(
    "given",
    [
        SASL | {"sasl_mechanism": "PLAIN"},
        SASL | {"sasl_mechanism": "SCRAM-SHA-256"},
        SASL | {"sasl_mechanism": "SCRAM-SHA-512", "sasl_password": "aHVzaC1odXNo", "sasl_delegation_token": True},
        {"security_protocol": "SASL_PLAINTEXT", "sasl_mechanism": "OAUTHBEARER"}
        | {"sasl_oauth_token_provider": lambda: Token("t0ken-secret", {"pool": "s3cret"})},
    ],
    ids=["PLAIN", "SCRAM", "delegation token", "OAUTHBEARER"],
)
@pytest.mark.parametrize("is_let_in", [True, False])
def test_nothing_that_is_logged_raised_or_shown_holds_a_secret(
    given: dict[str, Any], is_let_in: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    shown: list[str] = []

    class Broker(Cluster):
        def _sasl_handshake(self, node: int, version: int, request: Any) -> Response:
            return messages.SaslHandshakeResponse(mechanisms=[request.mechanism])

        def _sasl_authenticate(self, node: int, version: int, request: Any) -> Response:
            if is_let_in and given["sasl_mechanism"] in ("PLAIN", "OAUTHBEARER"):
                return messages.SaslAuthenticateResponse()
            return messages.SaslAuthenticateResponse(error_code=58, error_message="Authentication failed")

    async def main() -> None:
        cluster = Broker({"t": 1})
        cluster.apis |= {ApiKey.SASL_HANDSHAKE, ApiKey.SASL_AUTHENTICATE}
        admin = Admin("b1:9092", runtime=AioRuntime(cluster.network.dial), **given)
        shown.append(everything_about(admin))
        try:
            await admin.start()
        except AuthenticationFailed as exc:
            shown.append("".join(traceback.format_exception(exc)))
        shown.append(everything_about(admin))
        await admin.close()

    asyncio.run(main(), debug=True)
    text = "".join(shown) + caplog.text
    assert "kafkawire.client" in text
    assert [secret for secret in SECRETS if secret in text] == []


def everything_about(client: object) -> str:
    """The reprs of a client and of all that hangs on it."""
    seen: set[int] = set()

    def walk(value: object, depth: int) -> Iterator[str]:
        if id(value) in seen or depth > 8 or not type(value).__module__.startswith("kafkawire"):
            return
        seen.add(id(value))
        yield repr(value)
        names = [*getattr(value, "__dict__", ()), *getattr(type(value), "__slots__", ())]
        for name in names:
            yield from walk(getattr(value, name, None), depth + 1)

    return "\n".join(walk(client, 0))


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
        server = await loop.create_server(lambda: Session(cluster, 1), "127.0.0.1", 0, ssl=context)
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


def test_a_bearer_token_is_written_as_rfc_7628_has_it() -> None:
    # The example of the RFC, section 4.1, without host and port, which Kafka does not send.
    token = "vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg=="
    assert OAuthBearer(token).first() == b"n,,\x01auth=Bearer vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==\x01\x01"
    extended = OAuthBearer("t", {"logicalCluster": "lkc-1", "poolId": "p 2"}).first()
    assert extended == b"n,,\x01auth=Bearer t\x01logicalCluster=lkc-1\x01poolId=p 2\x01\x01"


def test_a_token_that_is_refused_is_acknowledged_and_then_told() -> None:
    mechanism = OAuthBearer("t")
    assert OAuthBearer("t").respond(b"") is None
    assert mechanism.respond(b'{"status":"invalid_token"}') == b"\x01"
    with pytest.raises(AuthenticationFailed, match="invalid_token"):
        mechanism.respond(b"")


@pytest.mark.parametrize("token", ["", "a b", "a\x01b", "a\n", "=", "ü"])
def test_what_is_no_token_is_not_sent(token: str) -> None:
    with pytest.raises(AuthenticationFailed, match="token"):
        OAuthBearer(token)


@pytest.mark.parametrize("extensions", [{"auth": "x"}, {"a1": "x"}, {"": "x"}, {"a": "x\x01auth=y"}])
def test_what_is_no_extension_is_not_sent(extensions: dict[str, str]) -> None:
    with pytest.raises(AuthenticationFailed, match="extension"):
        OAuthBearer("t", extensions)


BEARER = {"security_protocol": "SASL_PLAINTEXT", "sasl_mechanism": "OAUTHBEARER"}


@pytest.mark.parametrize("given", ["abc", Token("abc")])
def test_tokens_come_from_the_provider(given: Any) -> None:
    security = security_of(make_options(ClientOptions, BEARER | {"sasl_oauth_token_provider": lambda: given}))
    mechanism = mechanism_of(security)
    assert mechanism is not None
    assert mechanism.first() == b"n,,\x01auth=Bearer abc\x01\x01"
    assert "abc" not in repr(security) + repr(given if isinstance(given, Token) else "")


def test_a_provider_that_fails_keeps_us_out_and_its_error_is_told() -> None:
    def provider() -> str:
        raise RuntimeError("no network")

    security = security_of(make_options(ClientOptions, BEARER | {"sasl_oauth_token_provider": provider}))
    with pytest.raises(AuthenticationFailed, match="no network"):
        mechanism_of(security)


class _Issuer(BaseHTTPRequestHandler):
    """An OpenID Connect provider that answers as its server's `answers` say, and keeps what it was asked."""

    def do_POST(self) -> None:
        server: Any = self.server
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        server.asked.append(dict(parse_qsl(body)))
        status, answer = server.answers.pop(0)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Quietly."""


@pytest.fixture
def issuer() -> Iterator[Any]:
    with HTTPServer(("127.0.0.1", 0), _Issuer) as server:
        server.asked, server.answers = [], []  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def credentials_for(issuer: Any) -> ClientCredentials:
    address = f"http://127.0.0.1:{issuer.server_port}/token"
    return ClientCredentials(address, "app", "s3cret", scope="kafka", extensions={"pool": "p"})


def test_client_credentials_are_changed_for_a_token_that_is_kept_while_it_is_good(issuer: Any) -> None:
    issuer.answers += [(200, b'{"access_token": "one", "expires_in": 3600}')]
    provider = credentials_for(issuer)
    assert provider() == provider() == Token("one", {"pool": "p"})
    assert issuer.asked == [
        {"grant_type": "client_credentials", "client_id": "app", "client_secret": "s3cret", "scope": "kafka"}
    ]


def test_a_token_without_a_lifetime_is_used_once(issuer: Any) -> None:
    issuer.answers += [(200, b'{"access_token": "one"}'), (200, b'{"access_token": "two"}')]
    provider = credentials_for(issuer)
    assert [provider().value, provider().value] == ["one", "two"]


@pytest.mark.parametrize("answer", [(401, b"{}"), (200, b"[]"), (200, b"{"), (200, b"{}"), (200, b"\xff")])
def test_an_issuer_that_gives_no_token_is_an_error_without_the_secret(issuer: Any, answer: tuple[int, bytes]) -> None:
    issuer.answers.append(answer)
    with pytest.raises(AuthenticationFailed, match="/token") as caught:
        credentials_for(issuer)()
    assert "s3cret" not in str(caught.value)


def test_a_token_endpoint_has_to_be_on_the_web() -> None:
    with pytest.raises(InvalidOption, match="http"):
        ClientCredentials("file:///etc/passwd", "a", "b")


def test_an_authentication_is_renewed_before_it_ends() -> None:
    now = 100.0
    asked: list[str] = []

    async def mechanism() -> Mechanism:
        return Plain("alice", "hush-hush")

    async def ask(request: Any, version: int) -> Any:
        asked.append(type(request).__name__)
        if isinstance(request, messages.SaslHandshakeRequest):
            return messages.SaslHandshakeResponse(mechanisms=["PLAIN"])
        return messages.SaslAuthenticateResponse(session_lifetime_ms=20_000)

    session = Authentication(mechanism, 10_000, lambda: now, lambda: 0.5)
    versions = ApiVersions({ApiKey.SASL_HANDSHAKE: (0, 1), ApiKey.SASL_AUTHENTICATE: (0, 2)})
    now += 8.9
    assert not session.is_due
    now += 0.2
    assert session.is_due
    run(session.renew(versions, ask))
    assert asked == ["SaslHandshakeRequest", "SaslAuthenticateRequest"]
    now += 17.9
    assert not session.is_due
    now += 0.2
    assert session.is_due
    assert not Authentication(mechanism, 0, lambda: now, lambda: 0.5).is_due
