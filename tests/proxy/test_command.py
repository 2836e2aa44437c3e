"""`kafkawire proxy` as people run it."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from kafkawire.cli import main
from kafkawire.client import Admin
from kafkawire.proxy import Filter
from kafkawire.proxy.loading import FilterNotFound, InvalidFilterOption, load_filter
from kafkawire.testing import broker
from tests.corpus import ROOT

PREFIX = "tests.proxy.test_filters:Prefix"


def test_it_runs_until_sigterm() -> None:
    command = [sys.executable, "-m", "kafkawire", "proxy", "--json", "--listen", "127.0.0.1:0"]

    async def topics(servers: str) -> list[str]:
        async with Admin(servers) as admin:
            return [*await admin.list_topics()]

    with broker(topics={"a-t": 1}) as kafka:
        command += ["--upstream", kafka.bootstrap_servers, "--filter", f"{PREFIX}:word=a-"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            assert process.stdout is not None
            told = json.loads(process.stdout.readline())
            assert (told["event"], told["pid"]) == ("listening", process.pid)
            assert asyncio.run(topics(told["bootstrap_servers"])) == ["t"]
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0


class Wants(Filter):
    """Has options of all kinds."""

    def __init__(self, count: int, ratio: float = 1.0, flag: bool = False, text: str | None = None) -> None:
        if count < 0:
            raise ValueError("no count below 0")
        self.count, self.ratio, self.flag, self.text = count, ratio, flag, text


UPSTREAM = ["proxy", "--upstream", "127.0.0.1:1", "--check-config"]


def test_the_configuration_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*UPSTREAM, "--filter", PREFIX]) == 0
    assert capsys.readouterr().out == "the configuration is valid\n"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--listen", "here"], "listen: 'here' is not HOST:PORT"),
        (["--broker-ports", "5-2"], "--broker-ports 5-2: want FIRST-LAST"),
        (["--listen", "127.0.0.1:5", "--broker-ports", "5-9"], "port 5 is that of clients which begin"),
        (["--filter", "nothing"], "--filter nothing: there is no filter of that name: "),
        (["--filter", "no_such_module:Cls"], "--filter no_such_module:Cls: No module named 'no_such_module'"),
        (["--filter", "json:loads"], "--filter json:loads is no class of filters"),
        (["--filter", f"{PREFIX}:wrd=x"], "has no option 'wrd': did you mean word?"),
        (["--filter", f"{PREFIX}:word"], "No module"),
        (["-X", "no.such=1"], "unknown option"),
    ],
)
def test_a_wrong_option_is_one_line(options: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main([*UPSTREAM, *options])
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    if says != "No module":
        assert says in error
    assert code == 2


@pytest.mark.parametrize(
    ("filter_", "says"),
    [
        ("faults:file=no.json", "--filter faults: no.json: No such file or directory"),
        ("mask:topics=x,fields=a,how=dropp", "--filter mask: how is one of replace, hash, drop, not 'dropp'"),
        ("mask:topics=x,fields=a,on=read", "--filter mask: on is one of fetch, produce, not 'read'"),
        ("rate-limit:requests=abc", "--filter rate-limit: requests=abc: want float"),
        ("validate:topics=x,schema=bad.json", "--filter validate: bad.json is not JSON: Expecting property name"),
    ],
)
def test_what_is_wrong_with_a_filter_that_ships_is_said(
    filter_: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text("{")
    assert main([*UPSTREAM, "--filter", filter_]) == 2
    error = capsys.readouterr().err.removeprefix("kafkawire: error: ").rstrip("\n")
    assert error == says if "Expecting" not in says else error.startswith(says)


def test_options_become_what_the_constructor_wants() -> None:
    name = "tests.proxy.test_command:Wants"
    made = load_filter(f"{name}:count=3,ratio=0.5,flag=true,text=x=y")
    assert isinstance(made, Wants)
    assert (made.count, made.ratio, made.flag, made.text) == (3, 0.5, True, "x=y")
    for text, says in [
        (f"{name}:ratio=1", "needs count"),
        (f"{name}:count=many", "count=many: want int"),
        (f"{name}:count=3,flag=perhaps", "want bool"),
        (f"{name}:count=3,what", "is not OPTION=VALUE"),
        (f"{name}:count=-1", "no count below 0"),
    ]:
        with pytest.raises(InvalidFilterOption, match=says):
            load_filter(text)
    with pytest.raises(FilterNotFound, match=r"known are|did you mean"):
        load_filter("nothing")


def test_a_filter_in_the_current_directory_is_found(tmp_path: Path) -> None:
    """The installed command has its own directory in front of the modules, not the one that people are in."""
    (tmp_path / "my_filters.py").write_text("from kafkawire.proxy import Filter\n\n\nclass Mine(Filter):\n    pass\n")
    program = f"import sys; sys.path[0] = {str(ROOT)!r}; from kafkawire.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, *UPSTREAM, "--filter", "my_filters:Mine"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("the configuration is valid\n", "")


@pytest.mark.parametrize("option", ["--metrics-port", "--admin-port"])
def test_a_port_in_use_is_named(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code = main([*UPSTREAM[:-1], "--listen", "127.0.0.1:0", option, str(port)])
    assert (code, capsys.readouterr().err) == (1, f"kafkawire: error: 127.0.0.1:{port} is in use by another program\n")


@pytest.mark.parametrize("option", ["--metrics-port", "--admin-port"])
def test_what_is_no_port_is_a_wrong_call(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*UPSTREAM, option, "99999"]) == 2
    assert "invalid port from 0 to 65535 value: '99999'" in capsys.readouterr().err
