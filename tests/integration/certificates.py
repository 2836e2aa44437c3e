"""An authority for the time of a run, and what it signs: a server on this machine, and a client."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple

__all__ = ["CLIENT_NAME", "Certificates", "make_certificates"]

CLIENT_NAME = "integration"
_NEW = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]


class Certificates(NamedTuple):
    """Files in PEM. That of the authority holds its certificate, the others a key and the certificate for it."""

    authority: Path
    server: Path
    client: Path


def make_certificates(directory: Path, *hosts: str) -> Certificates:
    """Make all three in `directory`; the server may have further host names."""
    authority, key = directory / "authority.pem", directory / "authority.key"
    _run([*_NEW, "-subj", "/CN=authority", "-keyout", str(key), "-out", str(authority)])
    signed = ["-CA", str(authority), "-CAkey", str(key)]
    names = ["-addext", ",".join(["subjectAltName=DNS:localhost,IP:127.0.0.1", *(f"DNS:{host}" for host in hosts)])]
    server = _make(directory / "server.pem", ["-subj", "/CN=localhost", *names, *signed])
    return Certificates(authority, server, _make(directory / "client.pem", ["-subj", f"/CN={CLIENT_NAME}", *signed]))


def _make(path: Path, options: list[str]) -> Path:
    key, certificate = path.with_suffix(".key"), path.with_suffix(".crt")
    not_an_authority = ["-addext", "basicConstraints=critical,CA:FALSE"]
    _run([*_NEW, *options, *not_an_authority, "-keyout", str(key), "-out", str(certificate)])
    path.write_text(key.read_text() + certificate.read_text())
    return path


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True)
