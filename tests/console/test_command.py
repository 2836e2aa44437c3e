"""`kafkawire console` as it is called."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from kafkawire.cli import main
from tests.console.support import SASL, segment


def test_it_serves_until_it_is_stopped() -> None:
    command = [sys.executable, "-m", "kafkawire", "console", str(SASL)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(r"kafkawire console: open (http://127\.0\.0\.1:\d+/)\?token=([\w-]{32})\n", line)
        assert found, line
        asked = urllib.request.Request(f"{found[1]}api/wire/captures", headers={"Authorization": f"Bearer {found[2]}"})
        with urllib.request.urlopen(asked) as answer:
            assert json.load(answer)["captures"][0]["name"] == str(SASL)
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(found[1])
        process.send_signal(signal.SIGINT)
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--listen", "9000"], 2, "--listen 9000: want HOST:PORT"),
        (["nowhere.pcap"], 1, "nowhere.pcap: No such file or directory"),
        ([str(SASL), "--filter", "apy==1", "--export", "x.html"], 2, "there is no column 'apy'; did you mean api?"),
        ([str(SASL), "--follow", "--export", "x.html"], 2, "--follow has no end, which --export needs"),
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
