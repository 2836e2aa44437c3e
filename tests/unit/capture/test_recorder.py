"""Recording while one serves: nothing gets in the way of the traffic, and no secret gets into the file."""

from __future__ import annotations

import errno
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from kafkawire import capture
from kafkawire.capture import Exchange, Recorder
from kafkawire.message import Request, Response
from kafkawire.messages import (
    AlterUserScramCredentialsRequest,
    AlterUserScramCredentialsResponse,
    CreateDelegationTokenRequest,
    CreateDelegationTokenResponse,
    MetadataRequest,
    MetadataResponse,
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)
from kafkawire.messages.alter_user_scram_credentials_request import ScramCredentialUpsertion
from kafkawire.protocol.frames import encode_request, encode_response

CLIENT, SERVER = ("10.0.0.1", 40_000), ("10.0.0.2", 9092)
PLAIN = b"\0alice\0very secret"
SAID: list[tuple[int, Request, Response]] = [
    (1, SaslHandshakeRequest(mechanism="PLAIN"), SaslHandshakeResponse(mechanisms=["PLAIN"])),
    (2, SaslAuthenticateRequest(auth_bytes=PLAIN), SaslAuthenticateResponse(auth_bytes=b"also secret")),
    (9, MetadataRequest(topics=None), MetadataResponse(cluster_id="x" * 5_000)),
    (
        0,
        AlterUserScramCredentialsRequest(
            upsertions=[ScramCredentialUpsertion(name="bob", mechanism=1, salt=b"s", salted_password=b"the secret")]
        ),
        AlterUserScramCredentialsResponse(),
    ),
    (2, CreateDelegationTokenRequest(), CreateDelegationTokenResponse(token_id="t", hmac=b"a secret, too")),
]


def test_what_was_said_is_in_the_file_soon_though_nothing_follows(tmp_path: Path) -> None:
    path = tmp_path / "wire.pcapng"
    recorder = Recorder(path)
    connection = recorder.open(CLIENT, SERVER)
    connection.request(encode_request(MetadataRequest(topics=None), version=9, correlation_id=1))
    connection.response(encode_response(MetadataResponse(), version=9, correlation_id=1))
    until = time.monotonic() + 30
    while not there(path) and time.monotonic() < until:
        pass
    assert there(path) == ["Metadata"]
    recorder.close()


def there(path: Path) -> list[str | None]:
    return [each.api for each in capture.read(path)] if path.stat().st_size else []


def test_what_a_connection_said_is_in_the_file_when_it_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkawire.capture.recorder._WRITTEN_EVERY", 3_600)
    recorder = Recorder(tmp_path / "wire.pcapng")
    connection = recorder.open(CLIENT, SERVER)
    connection.request(encode_request(MetadataRequest(topics=None), version=9, correlation_id=1))
    connection.end()
    until = time.monotonic() + 30
    while not there(tmp_path / "wire.pcapng") and time.monotonic() < until:
        pass
    assert there(tmp_path / "wire.pcapng") == ["Metadata"]
    recorder.close()


def _frames() -> tuple[bytes, bytes]:
    asked, answered = bytearray(), bytearray()
    for number, (version, request, response) in enumerate(SAID):
        asked += encode_request(request, version=version, correlation_id=number, client_id="c")
        answered += encode_response(response, version=version, correlation_id=number)
    return bytes(asked), bytes(answered)


def _pieces(data: bytes, most: int, random: Random) -> list[bytes]:
    found, at = [], 0
    while at < len(data):
        found.append(data[at : at + random.randint(1, most)])
        at += len(found[-1])
    return found


def _recorded(path: Path, most: int = 1 << 20, *, secrets: bool = False) -> list[Exchange]:
    recorder = Recorder(path, secrets=secrets)
    talk = recorder.open(CLIENT, SERVER)
    for write, data in zip((talk.request, talk.response), _frames(), strict=True):
        for piece in _pieces(data, most, Random(most)):
            write(piece)
    talk.end()
    recorder.close()
    return list(capture.read(path))


@pytest.mark.parametrize("most", [1, 7, 100, 1 << 20])
def test_secrets_are_stars_and_all_else_is_as_it_was(tmp_path: Path, most: int) -> None:
    found = _recorded(tmp_path / "a.pcapng", most)
    assert b"secret" not in (tmp_path / "a.pcapng").read_bytes()
    assert [each.api_key for each in found] == [request.API_KEY for _, request, _ in SAID]
    assert not [each.error for each in found if each.error]
    assert [each.request_size for each in found] == [
        len(encode_request(request, version=version, client_id="c", correlation_id=0)) for version, request, _ in SAID
    ]
    login: Any = found[1]
    assert login.request.auth_bytes == b"*" * len(PLAIN)
    assert found[2].response == SAID[2][2]
    assert {each.connection.principal for each in found} == {"User:alice"}


def test_they_are_written_if_asked_for(tmp_path: Path) -> None:
    found = _recorded(tmp_path / "a.pcapng", secrets=True)
    assert [each.request for each in found] == [request for _, request, _ in SAID]


@pytest.mark.parametrize("most", [1, 1 << 20])
def test_tokens_without_a_header_are_hidden_whole(tmp_path: Path, most: int) -> None:
    recorder = Recorder(tmp_path / "a.pcapng")
    talk = recorder.open(CLIENT, SERVER)
    handshake = encode_request(SaslHandshakeRequest(mechanism="PLAIN"), version=0, correlation_id=7, client_id="c")
    asked = encode_request(MetadataRequest(topics=None), version=9, correlation_id=8, client_id="c")
    before = [handshake, len(PLAIN).to_bytes(4, "big") + PLAIN]
    answers = [encode_response(SaslHandshakeResponse(mechanisms=["PLAIN"]), version=0, correlation_id=7), bytes(4)]
    for request, response in zip(
        [*before, asked], [*answers, encode_response(MetadataResponse(), version=9, correlation_id=8)], strict=True
    ):
        for write, data in ((talk.request, request), (talk.response, response)):
            for piece in _pieces(data, most, Random(most)):
                write(piece)
    recorder.close()
    assert b"secret" not in (tmp_path / "a.pcapng").read_bytes()
    found = list(capture.read(tmp_path / "a.pcapng"))
    assert [each.api for each in found] == ["SaslHandshake", "SaslToken", "Metadata"]
    assert found[2].response == MetadataResponse()
    assert found[0].connection.principal == "User:alice"


def test_a_secret_that_cannot_be_read_is_hidden_behind_its_header(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "a.pcapng")
    talk = recorder.open(CLIENT, SERVER)
    for body in (b"\0\x24\0\x02\0\0\0\x01\0\x01c\xff\xff secret", b"\0\x24\0\x63\0\0\0\x02 secret"):
        talk.request(len(body).to_bytes(4, "big") + body)
    huge = b"\0\x24\0\x02\0\0\0\x03" + b"secret" * 300_000
    talk.request(len(huge).to_bytes(4, "big") + huge)
    talk.request(b"\xff\xff\xff\xff" + b"secret")
    recorder.close()
    data = (tmp_path / "a.pcapng").read_bytes()
    assert b"secret" not in data
    assert data.count(b"*") >= 6 * 300_000


def test_a_user_with_an_endless_name_is_recorded_and_the_name_cut(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "wire.pcapng")
    talk = recorder.open(CLIENT, SERVER, {"cluster": "\N{SNOWMAN}" * 70_000})
    for number, (version, request, response) in enumerate(
        [
            (1, SaslHandshakeRequest(mechanism="PLAIN"), SaslHandshakeResponse(mechanisms=["PLAIN"])),
            (2, SaslAuthenticateRequest(auth_bytes=b"\0" + b"x" * 70_000 + b"\0secret"), SaslAuthenticateResponse()),
            (9, MetadataRequest(topics=None), MetadataResponse()),
        ]
    ):
        talk.request(encode_request(request, version=version, correlation_id=number, client_id="c"))
        talk.response(encode_response(response, version=version, correlation_id=number))
    talk.end()
    recorder.close()
    found = list(capture.read(tmp_path / "wire.pcapng"))
    assert [type(one.request) for one in found] == [SaslHandshakeRequest, SaslAuthenticateRequest, MetadataRequest]


def test_files_are_bounded(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "a.pcapng", max_bytes=20_000, keep=2)
    talk = recorder.open(CLIENT, SERVER)
    for number in range(30):
        asked = encode_request(MetadataRequest(topics=None), version=9, correlation_id=number, client_id="c")
        talk.request(asked)
        talk.response(encode_response(MetadataResponse(cluster_id="x" * 5_000), version=9, correlation_id=number))
    recorder.close()
    files = sorted(tmp_path.iterdir())
    assert len(files) == 2
    assert all(file.stat().st_size < 30_000 for file in files)
    assert all(list(capture.read(file)) for file in files)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_ends_the_recording_with_one_warning(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    recorder = Recorder("/dev/full")
    talk = recorder.open(CLIENT, SERVER)
    until = time.monotonic() + 30
    while recorder.is_recording and time.monotonic() < until:
        talk.request(bytes(4_000))
    assert not recorder.is_recording
    recorder.open(CLIENT, SERVER).response(b"more")
    talk.end()
    recorder.close()
    (said,) = caplog.records
    assert os.strerror(errno.ENOSPC) in said.getMessage()


class _Hanging:
    """A pipe as the disk: it takes 64 KiB, and more only once somebody reads."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self._read = bytearray()

    def read_until(self, is_done: Callable[[], bool]) -> bytes:
        until = time.monotonic() + 30
        while not is_done() and time.monotonic() < until:
            self._read += self._more()
        while more := self._more():
            self._read += more
        return bytes(self._read)

    def close(self) -> None:
        os.close(self._end)

    def _more(self) -> bytes:
        try:
            return os.read(self._end, 1 << 20)
        except BlockingIOError:
            return b""


@pytest.fixture
def hanging(tmp_path: Path) -> Iterator[_Hanging]:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    disk = _Hanging(tmp_path / "hangs")
    yield disk
    disk.close()


def _metadata(number: int) -> tuple[bytes, bytes]:
    asked = encode_request(MetadataRequest(topics=None), version=9, correlation_id=number, client_id="c")
    return asked, encode_response(MetadataResponse(cluster_id="x" * 5_000), version=9, correlation_id=number)


def test_a_disk_that_hangs_holds_up_nobody_and_the_gap_is_told(
    tmp_path: Path, hanging: _Hanging, caplog: pytest.LogCaptureFixture
) -> None:
    recorder = Recorder(tmp_path / "hangs", max_queued=200_000)
    talk = recorder.open(CLIENT, SERVER)
    for number in range(500):  # 2.5 MB, which neither the pipe nor the queue takes
        asked, answered = _metadata(number)
        talk.request(asked)
        talk.response(answered)
    assert recorder.dropped > 300
    not_recorded = recorder.open(CLIENT, SERVER)
    not_recorded.request(b"no room")
    talk.end()
    closing = Thread(target=recorder.close)
    closing.start()
    (tmp_path / "wire.pcapng").write_bytes(hanging.read_until(lambda: not closing.is_alive()))
    closing.join()
    captured = capture.read(tmp_path / "wire.pcapng")
    found = [each for each in captured if each.response is not None]
    assert 5 < len(found) < 200
    assert [each.response for each in found] == [MetadataResponse(cluster_id="x" * 5_000)] * len(found)
    assert any("bytes are not in the capture" in note for note in captured.notes)
    first, last = (record.getMessage() for record in caplog.records)
    assert "too slow" in first
    assert f"{recorder.dropped} pieces of traffic are not in the recording" in last


def test_what_comes_when_the_disk_is_back_is_recorded(tmp_path: Path, hanging: _Hanging) -> None:
    recorder = Recorder(tmp_path / "hangs", max_queued=200_000)
    talk = recorder.open(CLIENT, SERVER)
    number = 0
    while not recorder.dropped:
        for write, data in zip((talk.request, talk.response), _metadata(number), strict=True):
            write(data)
        number += 1
    dropped = recorder.dropped
    hanging.read_until(lambda: recorder.queued == 0)
    for write, data in zip((talk.request, talk.response), _metadata(1_000_000), strict=True):
        write(data)
    assert recorder.dropped == dropped
    closing = Thread(target=recorder.close)
    closing.start()
    (tmp_path / "wire.pcapng").write_bytes(hanging.read_until(lambda: not closing.is_alive()))
    last = list(capture.read(tmp_path / "wire.pcapng"))[-1]
    assert (last.correlation_id, last.response) == (1_000_000, MetadataResponse(cluster_id="x" * 5_000))


def test_closing_does_not_wait_for_a_disk_that_hangs(
    tmp_path: Path, hanging: _Hanging, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kafkawire.capture.recorder._CLOSED_WITHIN", 0.1)
    recorder = Recorder(tmp_path / "hangs")
    talk = recorder.open(CLIENT, SERVER)
    talk.request(bytes(1 << 20))
    recorder.close()
    assert "bytes are not written: the disk takes nothing" in caplog.text


def test_no_secret_shows_behind_what_was_dropped(tmp_path: Path, hanging: _Hanging) -> None:
    recorder = Recorder(tmp_path / "hangs", max_queued=150_000)
    talk = recorder.open(CLIENT, SERVER)
    handshake = encode_request(SaslHandshakeRequest(mechanism="PLAIN"), version=1, correlation_id=1)
    login = encode_request(SaslAuthenticateRequest(auth_bytes=PLAIN), version=2, correlation_id=2)
    while not recorder.dropped:
        talk.request(_metadata(0)[0] * 100)
    talk.request(handshake + login[:20])  # no room for these
    hanging.read_until(lambda: recorder.queued == 0)
    talk.request(login[20:])
    closing = Thread(target=recorder.close)
    closing.start()
    data = hanging.read_until(lambda: not closing.is_alive())
    assert b"secret" not in data
    assert b"***" in data


_CHILD = """
import os, sys
from kafkawire.capture import Recorder
recorder = Recorder(sys.argv[1], secrets=True)
talk = recorder.open(("10.0.0.1", 40_000), ("10.0.0.2", 9092))
if sys.argv[2] == "fork":
    child = os.fork()
    if not child:
        talk.request(b"of the child")
        assert not recorder.is_recording
        recorder.close()
        sys.exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
talk.request(b"of the parent")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("how", ["fork", "exit"])
def test_all_is_written_when_the_process_ends_without_closing_and_a_child_writes_nothing(
    tmp_path: Path, how: str
) -> None:
    path = tmp_path / "wire.pcapng"
    subprocess.run([sys.executable, "-c", _CHILD, str(path), how], check=True, timeout=60)
    data = path.read_bytes()
    assert data.count(b"of the parent") == 1
    assert b"of the child" not in data
    assert data.count(b"kafkawire") == 2  # the heads of section and interface
