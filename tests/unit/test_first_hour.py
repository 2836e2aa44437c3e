"""The commands of docs/first-hour.md, as a shell runs them: word for word but for the port, and for pip."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from tests import corpus
from tests.ports import free_ports

PAGE = (corpus.ROOT / "docs/first-hour.md").read_text(encoding="utf-8")


def printed(heading: str, directory: Path) -> str:
    """What the commands below a heading print. There are at most five."""
    (found,) = re.findall(rf"^## {heading}\n+```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    install, *commands = found.splitlines()
    assert install == "pip install kafkawire"
    assert len(commands) <= 4
    address = f"127.0.0.1:{free_ports()}"
    script = "\n".join(commands).replace("127.0.0.1:9092", address)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    variables = os.environ | {"PATH": path, "KAFKAWIRE_BOOTSTRAP_SERVERS": address}
    shell = subprocess.Popen(
        ["bash", "-ec", f"{script}\nkill %1\nwait %1"],
        cwd=directory,
        env=variables,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        return shell.communicate(timeout=120)[0]
    finally:
        if shell.poll() is None:
            os.killpg(shell.pid, signal.SIGKILL)
            shell.communicate()


def test_what_a_client_says(tmp_path: Path) -> None:
    told = printed("What a client says", tmp_path)
    assert re.search(r"^ +\d+ .* Metadata .* UNKNOWN_TOPIC_OR_PARTITION$", told, re.MULTILINE)
    assert re.search(r"^ +\d+ .* Produce .* orders$", told, re.MULTILINE)
    assert re.search(r"^ +4  00 12 +header.request_api_key +int16 +18 \(ApiVersions\)$", told, re.MULTILINE)


def test_how_far_a_reader_is_behind(tmp_path: Path) -> None:
    told = printed("How far a reader is behind", tmp_path)
    (table,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert table in told
    assert [str(number) for number in range(1, 41)] == [line for line in told.splitlines() if line.isdigit()]
