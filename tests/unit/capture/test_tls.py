"""TLS with a key log: what OpenSSL says between two ends, decrypted by tshark."""

from __future__ import annotations

import shutil
import ssl
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from kafkawire import capture
from kafkawire.capture import CaptureWriter
from kafkawire.capture.tls import CannotDecrypt
from kafkawire.messages import MetadataRequest, MetadataResponse
from kafkawire.protocol.frames import encode_request, encode_response
from tests.integration.certificates import make_certificates

if TYPE_CHECKING:
    from kafkawire.capture.writer import Direction


def test_without_tshark_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(CannotDecrypt, match="tshark decrypts TLS, and it is not installed"):
        list(capture.read(tmp_path / "a.pcap", ports=[1], key_log=tmp_path / "keys"))


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
def test_what_is_missing_is_said(tmp_path: Path) -> None:
    file, keys = tmp_path / "a.pcapng", tmp_path / "keys"
    with CaptureWriter(file):
        pass
    with pytest.raises(OSError, match="keys"):
        list(capture.read(file, ports=[9093], key_log=keys))
    keys.touch()
    with pytest.raises(CannotDecrypt, match="ports of the servers have to be named"):
        list(capture.read(file, key_log=keys))
    with pytest.raises(CannotDecrypt, match="nothing on port 9093 could be decrypted"):
        list(capture.read(file, ports=[9093], key_log=keys))
    file.write_bytes(b"no capture")
    with pytest.raises(CannotDecrypt, match="tshark failed"):
        list(capture.read(file, ports=[9093], key_log=keys))


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl, which makes certificates, is not installed")
@pytest.mark.parametrize("newest", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_what_went_through_tls_is_read(tmp_path: Path, newest: ssl.TLSVersion) -> None:
    certificates = make_certificates(tmp_path)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificates.server)
    client = ssl.create_default_context()
    client.check_hostname, client.verify_mode, client.maximum_version = False, ssl.CERT_NONE, newest
    client.keylog_filename = str(tmp_path / "keys.log")
    frames = [
        (
            encode_request(MetadataRequest(topics=None), version=9, correlation_id=number, client_id="c"),
            encode_response(MetadataResponse(cluster_id="x" * 30_000), version=9, correlation_id=number),
        )
        for number in range(3)
    ]
    with CaptureWriter(tmp_path / "tls.pcapng") as writer:
        _talk(writer, client, server, frames)
    captured = capture.read(tmp_path / "tls.pcapng", ports=[9093], key_log=tmp_path / "keys.log")
    assert [(each.api, each.correlation_id, each.error) for each in captured] == [
        ("Metadata", number, None) for number in range(3)
    ]
    closed = capture.read(tmp_path / "tls.pcapng")
    assert list(closed) == []
    assert "is TLS" in closed.notes[0]


def _talk(
    writer: CaptureWriter, client: ssl.SSLContext, server: ssl.SSLContext, frames: list[tuple[bytes, bytes]]
) -> None:
    """A handshake and some frames between two ends in memory, as they would go over the wire."""
    ends = [(ssl.MemoryBIO(), ssl.MemoryBIO()) for _ in range(2)]
    talkers = [client.wrap_bio(*ends[0]), server.wrap_bio(*ends[1], server_side=True)]
    writer.open(1, ("10.0.0.1", 40_000), ("10.0.0.2", 9093), 1.0)

    def carry() -> None:
        for side, direction in ((0, "request"), (1, "response")):
            data = ends[side][1].read()
            if data:
                writer.write(1, cast("Direction", direction), 1.0, data)
                ends[1 - side][0].write(data)

    for _ in range(4):
        for talker in talkers:
            with suppress(ssl.SSLWantReadError):
                talker.do_handshake()
        carry()
    for asked, answer in frames:
        talkers[0].write(asked)
        carry()
        talkers[1].write(answer)
        carry()
