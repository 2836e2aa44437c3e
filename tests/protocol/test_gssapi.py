"""GSSAPI as RFC 4752 has it, against a context that stands for Kerberos."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from kafkawire.client import Admin
from kafkawire.client.errors import InvalidOption
from kafkawire.client.kerberos import kerberos_context
from kafkawire.client.options import ClientOptions, make_options
from kafkawire.client.security import security_of
from kafkawire.protocol.sasl.gssapi import Gssapi
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed

KERBEROS = {
    "security_protocol": "SASL_PLAINTEXT",
    "sasl_mechanism": "GSSAPI",
    "sasl_kerberos_service_name": "kafka",
}


class Context:
    """Complete after two tokens; what is wrapped is in brackets."""

    def __init__(self, tokens: tuple[bytes | None, ...] = (b"ticket", None)) -> None:
        self.tokens = list(tokens)
        self.heard: list[bytes | None] = []

    @property
    def complete(self) -> bool:
        return not self.tokens

    def step(self, token: bytes | None) -> bytes | None:
        self.heard.append(token)
        return self.tokens.pop(0)

    def wrap(self, message: bytes) -> bytes:
        return b"[" + message + b"]"

    def unwrap(self, message: bytes) -> bytes:
        if not (message.startswith(b"[") and message.endswith(b"]")):
            raise AuthenticationFailed("GSSAPI: not wrapped")
        return message[1:-1]


def test_tickets_then_no_layer_of_security() -> None:
    context = Context()
    gssapi = Gssapi(context)
    assert gssapi.first() == b"ticket"
    assert gssapi.respond(b"the broker's") == b""  # mutual authentication is through, and the broker's offer may come
    assert context.heard == [None, b"the broker's"]
    assert gssapi.respond(b"[\x07\x00\x10\x00]") == b"[\x01\x00\x00\x00]"
    assert gssapi.respond(b"") is None


@pytest.mark.parametrize(
    ("offer", "reason"),
    [
        (b"[\x06\x00\x10\x00]", "insists on a layer"),
        (b"[\x01]", "has 1 bytes"),
        (b"[]", "has 0 bytes"),
        (b"[\x01\x00\x00\x00alice]", "has 9 bytes"),
        (b"\x01\x00\x00\x00", "not wrapped"),
    ],
)
def test_an_offer_that_is_none_keeps_us_out(offer: bytes, reason: str) -> None:
    gssapi = Gssapi(Context((b"ticket",)))
    with pytest.raises(AuthenticationFailed, match=reason):
        gssapi.respond(offer)


def test_a_broker_that_goes_on_and_on_is_given_up() -> None:
    gssapi = Gssapi(Context((b"x",) * 100))
    assert [gssapi.respond(b"more") for _ in range(15)] == [b"x"] * 15
    with pytest.raises(AuthenticationFailed, match="no context after 16 tokens"):
        gssapi.respond(b"more")


class _GSSError(Exception):
    pass


def _package(fails: str = "") -> ModuleType:
    """As much of the package `gssapi` as is used."""

    class SecurityContext:
        def __init__(self, **given: Any) -> None:
            package.given = given
            self.complete = False

        def step(self, token: bytes | None = None) -> bytes | None:
            if fails == "step":
                raise _GSSError("no credentials cache found")
            self.complete = token is not None
            return b"ticket" if token is None else None

        def wrap(self, message: bytes, encrypt: bool) -> Any:
            if fails == "wrap":
                raise _GSSError("context expired")
            return SimpleNamespace(message=b"w" + message, encrypted=encrypt)

        def unwrap(self, message: bytes) -> Any:
            if fails == "unwrap":
                raise _GSSError("bad checksum")
            return SimpleNamespace(message=message[1:])

    def name(text: str, kind: str) -> tuple[str, str]:
        if fails == "name":
            raise _GSSError("bad name")
        return text, kind

    package: Any = ModuleType("gssapi")
    package.Name, package.SecurityContext = name, SecurityContext
    package.NameType = SimpleNamespace(hostbased_service="hostbased")
    package.MechType = SimpleNamespace(kerberos="krb5")
    package.RequirementFlag = SimpleNamespace(mutual_authentication="mutual", integrity="integrity")
    package.exceptions = SimpleNamespace(GSSError=_GSSError)
    return package  # type: ignore[no-any-return]


def test_the_package_is_asked_for_a_ticket_for_the_service_on_the_brokers_host(monkeypatch: pytest.MonkeyPatch) -> None:
    package = _package()
    monkeypatch.setitem(sys.modules, "gssapi", package)
    gssapi = Gssapi(kerberos_context("kafka", "b1.example"))
    assert gssapi.first() == b"ticket"
    assert package.given["name"] == ("kafka@b1.example", "hostbased")
    assert package.given["flags"] == ["mutual", "integrity"]
    assert gssapi.respond(b"theirs") == b""
    assert gssapi.respond(b"w\x01\x00\x00\x00") == b"w\x01\x00\x00\x00"


@pytest.mark.parametrize("fails", ["name", "step", "unwrap", "wrap"])
def test_what_kerberos_says_is_told(monkeypatch: pytest.MonkeyPatch, fails: str) -> None:
    monkeypatch.setitem(sys.modules, "gssapi", _package(fails))

    def authenticate() -> None:
        gssapi = Gssapi(kerberos_context("kafka", "b1"))
        gssapi.respond(b"theirs")
        gssapi.respond(b"w\x01\x00\x00\x00")

    with pytest.raises(AuthenticationFailed, match="GSSAPI: "):
        authenticate()


def test_without_the_package_the_client_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gssapi", None)
    with pytest.raises(InvalidOption, match=r"needs the package gssapi.*pip install 'kafkawire\[gssapi\]'"):
        Admin("a:1", **KERBEROS)  # type: ignore[arg-type]


def test_each_connection_asks_for_its_own_host(monkeypatch: pytest.MonkeyPatch) -> None:
    from kafkawire.client.blocking import run

    package = _package()
    monkeypatch.setitem(sys.modules, "gssapi", package)
    security = security_of(make_options(ClientOptions, KERBEROS))

    async def call(function: Any) -> Any:
        return function()

    mechanism = run(security.mechanism(call, "b2"))
    assert isinstance(mechanism, Gssapi)
    assert package.given["name"] == ("kafka@b2", "hostbased")
