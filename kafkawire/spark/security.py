"""TLS and SASL by the names of Apache Kafka's Java clients: `kafka.ssl.*`, `kafka.sasl.*`.

Names and passwords come out of `sasl.jaas.config`, certificates out of PEM files or texts. Java's own key stores (JKS,
PKCS12) cannot be read here; the error says how to turn one into PEM.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafkawire.client.errors import InvalidOption
from kafkawire.client.options import ClientOptions

if TYPE_CHECKING:
    import ssl

    from kafkawire.client.oauth import ClientCredentials, Token

__all__ = ["SECURITY_OPTIONS", "Tls", "common_arguments", "open_arguments", "security_arguments"]

_TLS = {
    "ssl.enabled.protocols",
    "ssl.endpoint.identification.algorithm",
    "ssl.key.password",
    "ssl.keystore.certificate.chain",
    "ssl.keystore.key",
    "ssl.keystore.location",
    "ssl.keystore.password",
    "ssl.keystore.type",
    "ssl.protocol",
    "ssl.truststore.certificates",
    "ssl.truststore.location",
    "ssl.truststore.password",
    "ssl.truststore.type",
}
SECURITY_OPTIONS = _TLS | {
    "security.protocol",
    "sasl.mechanism",
    "sasl.jaas.config",
    "sasl.kerberos.service.name",
    "sasl.username",
    "sasl.password",
    "sasl.oauthbearer.token.endpoint.url",
}
"""Java's names, and `sasl.username` and `sasl.password`, which librdkafka has."""

_ENTRY = re.compile(r"""\s*([\w.]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s;"']+))""")
_LOGIN = re.compile(r"\s*([\w.$]+)\s+(required|requisite|sufficient|optional)\b(.*?);?\s*$", re.DOTALL | re.IGNORECASE)
_TO_PEM = "turn it into PEM (openssl pkcs12 -in store.p12 -nodes -out store.pem; first keytool -importkeystore for JKS)"


@dataclass(frozen=True, slots=True)
class Tls:
    """What a TLS context is made from; crosses from the driver to executors, where the files have to be, too."""

    trust_file: str | None = None
    trust_text: str | None = None
    key_file: str | None = None
    key_text: str | None = field(default=None, repr=False)
    chain_text: str | None = None
    key_password: str | None = field(default=None, repr=False)
    check_hostname: bool = True
    protocols: tuple[str, ...] = ()

    def context(self) -> ssl.SSLContext:
        """The context. Raises `InvalidOption`, which names option, file and likely cause, where one is of no use."""
        context = self._trusting()
        context.check_hostname = self.check_hostname
        if self.protocols:
            context.minimum_version = _tls_version(min(self.protocols))
            context.maximum_version = _tls_version(max(self.protocols))
        self._show_ourselves(context)
        return context

    def _trusting(self) -> ssl.SSLContext:
        import ssl

        from kafkawire.transport.pem import wrong_with_trusted

        try:
            return ssl.create_default_context(cafile=self.trust_file, cadata=self.trust_text)
        except ssl.SSLError as exc:
            kind, where = ("certificates", "") if self.trust_file is None else ("location", f": {self.trust_file}")
            what = wrong_with_trusted(exc)
            raise InvalidOption(f"option 'kafka.ssl.truststore.{kind}'{where}: {what}") from exc
        except (OSError, ValueError) as exc:
            raise InvalidOption(f"option 'kafka.ssl.truststore.location': {self.trust_file}: {exc}") from exc

    def _show_ourselves(self, context: ssl.SSLContext) -> None:
        import ssl

        password = self.key_password or ""
        try:
            if self.key_file is not None:
                context.load_cert_chain(self.key_file, password=password)
            elif self.key_text is not None:
                _load_texts(context, self.key_text + "\n" + (self.chain_text or ""), password)
        except ssl.SSLError as exc:
            raise InvalidOption(f"{self._key}: {self._wrong_with_the_key(exc)}") from exc
        except (OSError, ValueError) as exc:
            raise InvalidOption(f"{self._key}: {exc}") from exc

    @property
    def _key(self) -> str:
        """Where the key comes from."""
        return (
            "option 'kafka.ssl.keystore.key'"
            if self.key_file is None
            else f"option 'kafka.ssl.keystore.location': {self.key_file}"
        )

    def _wrong_with_the_key(self, error: ssl.SSLError) -> str:
        from kafkawire.transport.pem import wrong_with_key

        text = self.key_text if self.key_file is None else Path(self.key_file).read_text("latin-1")
        return wrong_with_key(error, text or "", self.key_password, "option 'kafka.ssl.key.password'")


def _load_texts(context: ssl.SSLContext, pem: str, password: str) -> None:
    """A key that is no file has to be one for a moment, readable by us alone."""
    from tempfile import NamedTemporaryFile

    with NamedTemporaryFile("w", suffix=".pem") as file:
        file.write(pem)
        file.flush()
        context.load_cert_chain(file.name, password=password)


def _tls_version(name: str) -> ssl.TLSVersion:
    import ssl

    return {"TLSv1.2": ssl.TLSVersion.TLSv1_2, "TLSv1.3": ssl.TLSVersion.TLSv1_3}[name]


def open_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as a client takes them: with a TLS context, made here and now, in the place of its recipe."""
    tls: Tls | None = arguments.get("tls")
    rest = {name: value for name, value in arguments.items() if name != "tls"}
    return rest if tls is None else rest | {"ssl_context": tls.context()}


def common_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Of the arguments of a producer or consumer those that an `Admin` takes, too."""
    return {name: value for name, value in arguments.items() if name in ClientOptions.__dataclass_fields__}


def security_arguments(given: Mapping[str, str]) -> dict[str, Any]:
    """Arguments for a client, `tls` among them where it is wanted. Raises `InvalidOption`; no secret is in its text."""
    arguments: dict[str, Any] = {}
    protocol = given.get("security.protocol", "PLAINTEXT").strip().upper()
    if "security.protocol" in given:
        arguments["security_protocol"] = protocol
    if protocol in ("SASL_PLAINTEXT", "SASL_SSL"):
        arguments |= _sasl(given)
    if protocol in ("SSL", "SASL_SSL"):
        arguments["tls"] = _tls(given)
    return arguments


# ---------------------------------------------------------------------------------------------------------------- SASL


def _sasl(given: Mapping[str, str]) -> dict[str, Any]:
    mechanism = given.get("sasl.mechanism", "GSSAPI").strip().upper()  # Java's default, too
    login = _jaas(given["sasl.jaas.config"]) if "sasl.jaas.config" in given else {}
    if mechanism == "OAUTHBEARER":
        return {"sasl_mechanism": mechanism, "sasl_oauth_token_provider": _provider(given, login)}
    if mechanism == "GSSAPI":
        return {"sasl_mechanism": mechanism, "sasl_kerberos_service_name": _service(given, login)}
    username = given.get("sasl.username", login.get("username"))
    password = given.get("sasl.password", login.get("password"))
    if username is None or password is None:
        raise InvalidOption(f"{mechanism} needs username and password in the option 'kafka.sasl.jaas.config'")
    token = {"sasl_delegation_token": True} if login.get("tokenauth", "").lower() == "true" else {}
    return {"sasl_mechanism": mechanism, "sasl_username": username, "sasl_password": password, **token}


def _service(given: Mapping[str, str], login: Mapping[str, str]) -> str:
    """The brokers' name for Kerberos. Who we are comes from the tickets that this machine has."""
    service = given.get("sasl.kerberos.service.name", login.get("serviceName"))
    if service is None:
        raise InvalidOption(
            "GSSAPI (Java's default of 'kafka.sasl.mechanism') needs the option 'kafka.sasl.kerberos.service.name'"
        )
    return service


def _provider(given: Mapping[str, str], login: Mapping[str, str]) -> Any:
    endpoint = given.get("sasl.oauthbearer.token.endpoint.url")
    if endpoint is None or "clientId" not in login or "clientSecret" not in login:
        raise InvalidOption(
            "OAUTHBEARER needs the option 'kafka.sasl.oauthbearer.token.endpoint.url', and clientId and clientSecret "
            "in 'kafka.sasl.jaas.config'"
        )
    return _TokenSource(endpoint, login["clientId"], login["clientSecret"], login.get("scope", ""))


@dataclass(frozen=True, slots=True)
class _TokenSource:
    """What `ClientCredentials` is made from, which itself cannot cross to an executor; one is kept in each process."""

    endpoint: str
    client_id: str
    client_secret: str = field(repr=False)
    scope: str

    def __call__(self) -> Token:
        return _credentials(self)()


@cache
def _credentials(source: _TokenSource) -> ClientCredentials:
    from kafkawire.client.oauth import ClientCredentials

    return ClientCredentials(source.endpoint, source.client_id, source.client_secret, scope=source.scope)


def _jaas(text: str) -> dict[str, str]:
    """The entries of one login module: `some.LoginModule required username="alice" password="secret";`."""
    found = _LOGIN.match(text)
    entries: dict[str, str] = {}
    rest = found[3] if found else ""
    while rest.strip():
        entry = _ENTRY.match(rest)
        if entry is None:
            break
        quoted = entry[2] if entry[2] is not None else entry[3]
        entries[entry[1]] = entry[4] if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        rest = rest[entry.end() :]
    if found is None or rest.strip():
        raise InvalidOption("option 'kafka.sasl.jaas.config' must be: LOGIN-MODULE required NAME=\"VALUE\" ...;")
    return entries


# ----------------------------------------------------------------------------------------------------------------- TLS


def _tls(given: Mapping[str, str]) -> Tls:
    for store in ("truststore", "keystore"):
        _ensure_pem(given, store)
    algorithm = given.get("ssl.endpoint.identification.algorithm", "https").strip().lower()
    if algorithm not in ("https", ""):
        raise InvalidOption(
            f"option 'kafka.ssl.endpoint.identification.algorithm' is https or empty, not {algorithm!r}"
        )
    return Tls(
        trust_file=given.get("ssl.truststore.location"),
        trust_text=given.get("ssl.truststore.certificates"),
        key_file=given.get("ssl.keystore.location"),
        key_text=given.get("ssl.keystore.key"),
        chain_text=given.get("ssl.keystore.certificate.chain"),
        key_password=given.get("ssl.key.password", given.get("ssl.keystore.password")),
        check_hostname=algorithm == "https",
        protocols=_protocols(given.get("ssl.enabled.protocols", given.get("ssl.protocol", ""))),
    )


def _protocols(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip() not in ("", "TLS"))
    if not set(names) <= {"TLSv1.2", "TLSv1.3"}:
        raise InvalidOption(f"option 'kafka.ssl.enabled.protocols' knows TLSv1.2 and TLSv1.3, not {text!r}")
    return names


def _ensure_pem(given: Mapping[str, str], store: str) -> None:
    kind = given.get(f"ssl.{store}.type", "JKS").strip().upper()
    location = given.get(f"ssl.{store}.location")
    if kind != "PEM" and location is not None and not location.endswith((".pem", ".crt")):
        raise InvalidOption(f"option 'kafka.ssl.{store}.type' must be PEM, and {location!r} is {kind}: {_TO_PEM}")
    if f"ssl.{store}.type" in given and kind != "PEM":
        raise InvalidOption(f"option 'kafka.ssl.{store}.type' must be PEM, not {kind}: {_TO_PEM}")
