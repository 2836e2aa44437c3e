"""What people get wrong about TLS and SASL: the error names the file, and what is likely to be the matter."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import kafkawire.testing
from kafkawire.cli import main

TLS, CA = "security.protocol=SSL", "ssl.ca.location={}/server.crt"
LOGIN = ("sasl.username=alice", "sasl.password=hush", "sasl.mechanism=SCRAM-SHA-256")


class Place(NamedTuple):
    """A directory with certificates, and the listeners of a broker by name."""

    path: Path
    addresses: dict[str, str]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    path = tmp_path_factory.mktemp("tls")
    for name in ("server", "client", "other"):
        request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        request += ["-addext", "subjectAltName=DNS:localhost"]
        _openssl(path, *request, "-keyout", f"{name}.key", "-out", f"{name}.crt")
        (path / f"{name}.pem").write_text((path / f"{name}.key").read_text() + (path / f"{name}.crt").read_text())
    _openssl(path, "rsa", "-aes128", "-passout", "pass:key-secret", "-in", "client.key", "-out", "locked.key")
    (path / "junk").write_text("junk")
    names = {"PLAINTEXT": "PLAINTEXT", "SSL": "SSL", "MUTUAL": "SSL", "LOGIN": "SASL_PLAINTEXT", "BOTH": "SASL_SSL"}
    options = {
        "listeners": ",".join(f"{name}://127.0.0.1:0" for name in names),
        "listener.security.protocol.map": ",".join(f"{name}:{protocol}" for name, protocol in names.items()),
        "ssl.keystore.location": str(path / "server.pem"),
        "ssl.truststore.location": str(path / "client.crt"),
        "listener.name.mutual.ssl.client.auth": "required",
        "sasl.enabled.mechanisms": "SCRAM-SHA-256",
    }
    with kafkawire.testing.broker(options=options, users={"alice": "hush"}) as broker:
        yield Place(path, {k: v.replace("127.0.0.1", "localhost") for k, v in broker.addresses.items()})


def _openssl(path: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=path, check=True, capture_output=True)


def listed(place: Place, listener: str, options: tuple[str, ...]) -> int:
    words = ["topics", "list", "-b", place.addresses.get(listener, listener), "-X", "default.api.timeout.ms=300"]
    return main([*words, *(word for option in options for word in ("-X", option.format(place.path)))])


MINE = ("ssl.key.location={}/client.key", "ssl.certificate.location={}/client.crt")
LOCKED = ("ssl.key.location={}/locked.key", MINE[1])


@pytest.mark.parametrize(
    ("listener", "options"),
    [
        ("SSL", (TLS, CA)),
        ("MUTUAL", (TLS, CA, *MINE)),
        ("MUTUAL", (TLS, CA, *LOCKED, "ssl.key.password=key-secret")),
        ("LOGIN", ("security.protocol=SASL_PLAINTEXT", *LOGIN)),
        ("BOTH", ("security.protocol=SASL_SSL", CA, *LOGIN)),
    ],
)
def test_with_all_that_a_listener_wants_it_works(place: Place, listener: str, options: tuple[str, ...]) -> None:
    assert listed(place, listener, (*options, "default.api.timeout.ms=10000")) == 0


@pytest.mark.parametrize(
    ("listener", "options", "said"),
    [
        ("SSL", (), r"with security\.protocol=PLAINTEXT a listener hangs up that wants TLS or a login: -X security"),
        ("LOGIN", (), r"with security\.protocol=PLAINTEXT a listener hangs up that wants TLS or a login: -X security"),
        ("BOTH", ("security.protocol=SASL_PLAINTEXT", *LOGIN), r"that wants TLS: -X security\.protocol=SASL_SSL"),
        ("BOTH", (TLS, CA), r"that wants a login \(-X security\.protocol=SASL_SSL\), or a certificate of yours"),
        ("PLAINTEXT", (TLS, CA), r"the listener seems to speak no TLS: -X security\.protocol=PLAINTEXT"),
        ("LOGIN", ("security.protocol=SASL_SSL", CA, *LOGIN), r"the listener seems to speak no TLS"),
        ("PLAINTEXT", ("security.protocol=SASL_PLAINTEXT", *LOGIN), r"perhaps the listener has no SASL"),
        ("SSL", (TLS,), r"the broker's certificate is not by one that this machine trusts: -X ssl\.ca\.location=FILE"),
        ("SSL", (TLS, "ssl.ca.location={}/other.crt"), r"certificate is not by one in \S+/other\.crt \(ssl\.ca\.loc"),
        ("MUTUAL", (TLS, CA), r"a certificate of yours \(ssl\.certificate\.location and ssl\.key\.location\)"),
        ("LOGIN", ("security.protocol=SASL_PLAINTEXT", *LOGIN, "sasl.password=no"), "invalid credentials"),
        ("LOGIN", ("security.protocol=SASL_PLAINTEXT", *LOGIN, "sasl.mechanism=PLAIN"), "offers SCRAM-SHA-256"),
    ],
)
def test_what_a_listener_wants_is_told(
    place: Place, listener: str, options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert listed(place, listener, options) == 1
    err = capsys.readouterr().err
    assert re.search(said, err)
    assert "hush" not in err


def test_a_certificate_for_another_name_is_told(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    address = place.addresses["SSL"].replace("localhost", "127.0.0.1")
    assert listed(place, address, (TLS, CA)) == 1
    said = "not valid for '127.0.0.1'; the broker's certificate is for another name: use that with -b"
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("ssl.ca.location={}/nosuch",), r"ssl\.truststore\.location: \S+/nosuch: No such file or directory"),
        (("ssl.ca.location={}",), r"ssl\.truststore\.location: \S+: Is a directory"),
        (("ssl.ca.location={}/junk",), r"'ssl\.truststore\.location': \S+/junk: there is no certificate in PEM in it"),
        ((CA, MINE[0]), r"ssl\.key\.location: \S+/client\.key: there is no certificate in PEM that belongs to the key"),
        ((CA, MINE[1]), r"ssl\.certificate\.location needs ssl\.key\.location"),
        ((CA, "ssl.key.location={}/other.key", MINE[1]), r"other\.key: the key is not that of the certificate"),
        ((CA, "ssl.key.location={}/junk", MINE[1]), r"ssl\.key\.location: \S+/junk: there is no key in PEM in it"),
        ((CA, *LOCKED), r"locked\.key: option 'ssl\.key\.password' is missing for the key"),
        ((CA, *LOCKED, "ssl.key.password=hush"), r"locked\.key: option 'ssl\.key\.password' does not open the key"),
        ((CA, "ssl.keystore.location={}/junk", "ssl.keystore.type=PEM"), r"\S+/junk: there is no key in PEM in it"),
    ],
)
def test_a_file_of_no_use_is_named(
    place: Place, options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert listed(place, "SSL", (TLS, *options)) == 2
    err = capsys.readouterr().err
    assert re.search(said, err)
    assert "hush" not in err
    assert len(err.splitlines()) == 1


def test_a_login_without_the_protocol_for_it_is_told(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    assert listed(place, "LOGIN", LOGIN) == 2
    assert "it is PLAINTEXT unless -X security.protocol=SASL_SSL" in capsys.readouterr().err
