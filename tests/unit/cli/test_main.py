"""The command as a whole: help, exit codes, and what is loaded for what."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from kafkawire import __version__, cli
from kafkawire.cli.usage import UsageError, duration_ms
from kafkawire.errors import DecodeError
from tests.unit.cli.conftest import Call


def python(*args: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload, no-any-return]


def command(monkeypatch: pytest.MonkeyPatch, raised: BaseException, name: str = "apis") -> None:
    """Put a command in the place of another that does nothing but raise."""

    def run(args: argparse.Namespace) -> int:
        raise raised

    module = SimpleNamespace(add_parser=lambda commands: commands.add_parser(name).set_defaults(run=run))
    monkeypatch.setitem(sys.modules, f"kafkawire.cli.{name}", module)


def test_version(call: Call) -> None:
    result = call("--version")
    assert (result.code, result.out) == (0, f"kafkawire {__version__}\n")


def test_help_names_every_command(call: Call) -> None:
    result = call("--help")
    assert result.code == 0
    for name in ("decode", "apis", "codegen", "broker", "produce", "consume", "demo"):
        assert f"\n    {name} " in result.out


def test_without_a_command_there_is_help(call: Call) -> None:
    assert call() == call("--help")


@pytest.mark.parametrize(("word", "meant"), [("prodcue", "produce"), ("topic", "topics"), ("consum", "consume")])
def test_the_nearest_command_is_named(call: Call, word: str, meant: str) -> None:
    result = call(word, "-b", "somewhere")
    assert (result.code, result.out) == (2, "")
    assert f"there is no command {word!r}; did you mean {meant}?" in result.err


@pytest.mark.parametrize("words", [("frobnicate",), ("apis", "--frobnicate"), ("apis", "--diff", "3.9")], ids=str)
def test_wrong_call_is_2(call: Call, words: tuple[str, ...]) -> None:
    result = call(*words)
    assert result.code == 2
    assert "kafkawire" in result.err
    assert not result.out


@pytest.mark.parametrize(
    ("raised", "code", "line"),
    [
        (DecodeError("bad\nbytes"), 1, "kafkawire: error: bad bytes\n"),
        (UsageError("say more"), 2, "kafkawire: error: say more\n"),
        (FileNotFoundError(2, "No such file", "x.bin"), 1, "kafkawire: error: x.bin: No such file\n"),
        (OSError("no room"), 1, "kafkawire: error: no room\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
    ids=lambda value: type(value).__name__,
)
def test_errors_for_people(
    call: Call, monkeypatch: pytest.MonkeyPatch, raised: BaseException, code: int, line: str
) -> None:
    command(monkeypatch, raised)
    result = call("apis")
    assert (result.code, result.err) == (code, line)


def test_faults_keep_their_traceback(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    command(monkeypatch, ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        call("apis")


def test_missing_package_is_named(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    command(monkeypatch, ModuleNotFoundError("No module named 'abc.d'", name="abc.d"))
    result = call("apis")
    assert result.code == 1
    assert result.err == "kafkawire: error: apis needs the package abc, which is not installed: pip install abc\n"


@pytest.mark.parametrize("package", ["confluent_kafka", "certifi", "fastavro"])
def test_what_a_registry_takes_is_one_extra(call: Call, monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    command(monkeypatch, ModuleNotFoundError(f"No module named {package!r}", name=package), "produce")
    result = call("produce")
    assert result.code == 1
    assert result.err.endswith(
        f"needs the package {package}, which is not installed: pip install 'kafkawire[registry]'\n"
    )


def test_missing_module_of_our_own_is_a_fault(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    command(monkeypatch, ModuleNotFoundError("gone", name="kafkawire.gone"))
    with pytest.raises(ModuleNotFoundError):
        call("apis")


def test_broken_module_does_not_touch_other_commands(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kafkawire.cli.demo", ModuleType("empty"))
    assert call("--help").code == 0
    assert call("apis", "fetch").code == 0


def test_help_loads_no_messages() -> None:
    heavy = "{'asyncio', 'rich', 'kafkawire.messages', 'kafkawire.records'}"
    code = f"import sys; from kafkawire.cli import main; main(['--help']); assert not {heavy} & set(sys.modules)"
    assert python("-c", code).returncode == 0


def test_module_is_the_command() -> None:
    result = python("-m", "kafkawire", "--version")
    assert (result.returncode, result.stdout) == (0, f"kafkawire {__version__}\n")


def test_closed_pipe_is_quiet() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        args = [sys.executable, "-m", "kafkawire", "apis"]
        result = subprocess.run(args, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    finally:
        os.close(write)
    assert (result.returncode, result.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is full is needed")
@pytest.mark.parametrize("words", [["apis"], ["apis", "fetch"], ["apis", "--json"]], ids=" ".join)
def test_output_that_a_full_disk_does_not_take(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "kafkawire", *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (result.returncode, result.stderr) == (1, "kafkawire: error: standard output: No space left on device\n")


def test_letters_that_the_locale_lacks_are_escaped(tmp_path: Path) -> None:
    name = "gr\N{LATIN SMALL LETTER U WITH DIAERESIS}n.pcap"
    plain = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    code = f"from kafkawire.cli import main; main(['man', {str(tmp_path)!a}]); print({name!a})"
    result = python("-c", code, env=os.environ | plain)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith("\ngr\\xfcn.pcap\n")


def test_closed_streams_are_no_fault() -> None:
    for closed in (">&-", ">&- 2>&-", "<&- >&- 2>&-"):
        command = f"{sys.executable} -m kafkawire apis fetch {closed}"
        result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.parametrize(
    "words",
    [
        ["topics", "list", "-b", "h:99999"],
        ["broker", "--listen", "h:99999", "--check-config"],
        ["proxy", "--upstream", "h:1", "--listen", "h:99999", "--check-config"],
        ["proxy", "--upstream", "h:99999", "--check-config"],
    ],
    ids=" ".join,
)
def test_a_port_beyond_the_last_is_called_so(call: Call, words: list[str]) -> None:
    result = call(*words)
    assert result.code == 2
    assert "'h:99999': ports are 1 to 65535" in result.err


@pytest.mark.parametrize("address", ["http://h:9092", "SASL_SSL://h"])
def test_a_url_is_no_address(call: Call, address: str) -> None:
    """It was looked up as the name of a host, for ten seconds."""
    result = call("topics", "list", "-b", address)
    assert result.code == 2
    assert f"{address!r} is not HOST:PORT; security_protocol says what to speak" in result.err


@pytest.mark.parametrize(
    "words",
    [[name] for name in cli.COMMANDS] + [["decode", kind] for kind in ("request", "response", "message", "records")],
    ids=" ".join,
)
def test_every_command_has_help_with_an_example(call: Call, words: list[str]) -> None:
    result = call(*words, "--help")
    assert result.code == 0
    assert f"kafkawire {' '.join(words)}" in result.out.partition("example")[2]


def test_lines_about_commands_are_those_of_their_parsers(call: Call) -> None:
    """The command that is called puts its own line into the list; the others' come from the table."""
    for name in ("decode", "apis"):
        text = " ".join(cli._parser(name).format_help().split())
        assert f"{name} {cli.COMMANDS[name]}" in text


@pytest.mark.parametrize(
    ("text", "ms"), [("0", 0), ("500ms", 500), ("1.5s", 1500), ("15m", 900_000), ("2h", 7_200_000)]
)
def test_time_spans(text: str, ms: int) -> None:
    assert duration_ms(text) == ms


@pytest.mark.parametrize("text", ["30", "", "s", "-5s", "5 s", "5y", "1e3s"])
def test_a_time_span_without_a_unit_is_none(text: str, call: Call) -> None:
    """30 would be seconds to one and milliseconds to another."""
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        duration_ms(text)
    result = call("perf", "consume", "flights", "-n", "1", f"--timeout={text}")
    assert result.code == 2
    assert f"invalid time span such as 90s, 15m, 2h or 7d value: '{text}'" in result.err


needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")


@needs_full
@pytest.mark.parametrize("words", ["--help", "topics list --help", "--version", "apis", "completion bash"])
def test_output_that_cannot_be_written_is_1(words: str) -> None:
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "kafkawire", *words.split()], stdout=full, stderr=subprocess.PIPE, check=False
        )
    said = b"kafkawire: error: standard output: No space left on device\n"
    assert (result.returncode, result.stderr) == (1, said)


@pytest.mark.parametrize("words", ["--help", "topics list --help", "--version", "apis", "completion bash"])
def test_output_that_nobody_reads_ends_quietly(words: str) -> None:
    read, written = os.pipe()
    os.close(read)
    with open(written, "wb") as closed:
        result = subprocess.run(
            [sys.executable, "-m", "kafkawire", *words.split()], stdout=closed, stderr=subprocess.PIPE, check=False
        )
    assert (result.returncode, result.stderr) == (141, b"")
