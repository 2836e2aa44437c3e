"""`kafkawire console` as it is called."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kafkawire.capture import Recorder
from kafkawire.cli import main
from tests.console.support import SASL, answered, asked, segment


def test_it_serves_until_it_is_stopped() -> None:
    with _console(str(SASL)) as ask:
        assert ask("wire/captures")["captures"][0]["name"] == str(SASL)
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(ask.base)


def test_what_a_proxy_records_and_what_comes_through_a_pipe_is_there_as_it_comes(tmp_path: Path) -> None:
    path = tmp_path / "wire.pcapng"
    recorder = Recorder(path)
    connection = recorder.open(("10.0.0.1", 40_000), ("10.0.0.2", 9092))
    with _console(str(path), "--follow") as ask_file, _console("-", stdin=subprocess.PIPE) as ask_pipe:
        connection.request(asked(1))
        connection.response(answered(1))
        rows: list[Any] = []
        while not rows:
            rows = ask_file("wire/rows?to=5")["rows"]
        assert rows[0][3] == "Metadata"
        assert ask_pipe.process.stdin is not None
        ask_pipe.process.stdin.write(path.read_bytes())
        ask_pipe.process.stdin.flush()
        while not ask_pipe("wire/rows?to=5")["rows"]:
            pass
    recorder.close()


class _Console:
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        found = re.search(rb"(http://\S+/)\?token=(\S+)", process.stdout.readline())
        assert found is not None
        self.process, self.base, self._token = process, found[1].decode(), found[2].decode()

    def __call__(self, route: str) -> Any:
        headers = {"Authorization": f"Bearer {self._token}"}
        with urllib.request.urlopen(urllib.request.Request(f"{self.base}api/{route}", headers=headers)) as answer:
            return json.load(answer)


@contextmanager
def _console(*words: str, stdin: int | None = None) -> Iterator[_Console]:
    """One that runs; it ends when it is told to, whatever its captures do."""
    command = [sys.executable, "-m", "kafkawire", "console", *words]
    with subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE) as process:
        yield _Console(process)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--listen", "9000"], 2, "--listen 9000: want HOST:PORT"),
        (["nowhere.pcap"], 1, "nowhere.pcap: No such file or directory"),
        ([str(SASL), "--filter", "apy==1", "--export", "x.html"], 2, "there is no column 'apy'; did you mean api?"),
        ([str(SASL), "--follow", "--export", "x.html"], 2, "--follow has no end, which --export needs"),
        ([str(SASL), "--filter", "api==Fetch"], 2, "--filter goes with --export; the page has a filter of its own"),
    ],
)
def test_what_cannot_be_is_said(words: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["console", *words]) == code
    assert said in capsys.readouterr().err


def test_a_page_of_a_segment_alone_has_that_view_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert main(["console", str(segment(tmp_path)), "--export", str(page)]) == 0
    assert f"{page}: Files, " in capsys.readouterr().out
    data = re.search(r'id="kw-data">(.*?)</script>', page.read_text())
    assert data
    assert json.loads(data[1])["views"] == ["files"]
