"""What shells and `man` are given: completion and manual pages of every command."""

from __future__ import annotations

import argparse
import os
import pty
import re
import select
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from kafkawire.cli import COMMANDS, man, whole_parser
from tests.unit.cli.conftest import Call

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
needs_zsh = pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
needs_fish = pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
needs_groff = pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")


def completed(script: str, *words: str) -> set[str]:
    """What bash offers for the last of these words."""
    line = " ".join(map(shlex.quote, words))
    asked = f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _shtab_kafkawire; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    found = subprocess.run(["bash", "-c", f"{script}\n{asked}"], capture_output=True, text=True, check=True)
    return {*found.stdout.split()}


@needs_bash
def test_bash_completes_commands_subcommands_and_options(call: Call) -> None:
    pytest.importorskip("shtab")
    result = call("completion", "bash")
    assert (result.code, result.err) == (0, "")
    assert completed(result.out, "kafkawire", "") >= COMMANDS.keys()
    assert completed(result.out, "kafkawire", "top") == {"topics"}
    assert completed(result.out, "kafkawire", "topics", "de") == {"describe", "delete"}
    assert completed(result.out, "kafkawire", "topics", "list", "--pro") == {"--profile"}
    assert completed(result.out, "kafkawire", "produce", "flights", "--compression", "z") == {"zstd"}


@needs_bash
def test_bash_completes_files_where_a_file_is_wanted(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("shtab")
    script = call("completion", "bash").out
    (tmp_path / "client.properties").touch()
    monkeypatch.chdir(tmp_path)
    assert completed(script, "kafkawire", "topics", "list", "--command-config", "cl") == {"client.properties"}


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_know_every_command(call: Call, shell: str) -> None:
    pytest.importorskip("shtab")
    result = call("completion", shell)
    assert result.code == 0
    assert all(name in result.out for name in COMMANDS)


@needs_fish
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("kafkawire ", {*COMMANDS}),
        ("kafkawire to", {"topics", "tokens"}),
        ("kafkawire topics de", {"describe", "delete"}),
        ("kafkawire -b host:9092 topics de", {"describe", "delete"}),
        ("kafkawire topics list --pro", {"--profile"}),
        ("kafkawire produce flights --compression z", {"zstd"}),
        ("kafkawire topics list --command-config client.p", {"client.properties"}),
    ],
)
def test_fish_completes(call: Call, tmp_path: Path, line: str, words: set[str]) -> None:
    pytest.importorskip("shtab")
    (tmp_path / "client.properties").touch()
    (tmp_path / "script").write_text(call("completion", "fish").out)
    asked = ["fish", "--no-config", "-c", f"source script; complete -C '{line}'"]
    found = subprocess.run(asked, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert {offered.split("\t")[0] for offered in found.stdout.splitlines()} == words


_AT_THE_TERMINAL = [
    ("kafkawire -b host:9092 topics de", r"delete\b.*\bdescribe\b"),
    ("kafkawire to", r"tokens\b.*\btopics\b"),
    ("kafkawire topics de", r"delete\b.*\bdescribe\b"),
    ("kafkawire topics list -b host:9092 --pro", r"host:9092 --profile "),
    ("kafkawire produce flights --compression z", r"--compression zstd "),
    ("kafkawire topics list --command-config client.p", r"--command-config client.properties "),
]


@needs_zsh
@pytest.mark.parametrize(("line", "shown"), _AT_THE_TERMINAL)
def test_zsh_completes(call: Call, tmp_path: Path, line: str, shown: str) -> None:
    pytest.importorskip("shtab")
    (tmp_path / "client.properties").touch()
    (tmp_path / "_kafkawire").write_text(call("completion", "zsh").out)
    setup = "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D"
    assert typed(["zsh", "-f", "-i"], tmp_path, setup, line, shown)


@needs_bash
@pytest.mark.parametrize(("line", "shown"), _AT_THE_TERMINAL)
def test_bash_completes_at_the_terminal(call: Call, tmp_path: Path, line: str, shown: str) -> None:
    pytest.importorskip("shtab")
    (tmp_path / "client.properties").touch()
    (tmp_path / "script").write_text(call("completion", "bash").out)
    setup = "bind 'set enable-bracketed-paste off'; source ./script"
    assert typed(["bash", "--norc", "--noprofile", "-i"], tmp_path, setup, line, shown)


def typed(shell: list[str], where: Path, setup: str, line: str, shown: str) -> bool:
    """Type a line and two tabs into a shell at a terminal of its own, and wait for what it shows."""
    child, terminal = pty.fork()
    if child == 0:  # the other process
        os.chdir(where)
        os.execvpe(shell[0], shell, os.environ | {"TERM": "dumb", "PS1": "> ", "COLUMNS": "300", "HISTFILE": ""})
    try:
        os.write(terminal, f"{setup}; echo rea''dy\n".encode())
        assert wait_for(terminal, r"\nready")
        os.write(terminal, f"{line}\t\t".encode())
        return wait_for(terminal, shown)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


def wait_for(terminal: int, pattern: str) -> bool:
    """Whether this comes within a minute."""
    seen, ends = "", time.monotonic() + 60
    while not re.search(pattern, seen, re.DOTALL):
        if not select.select([terminal], [], [], max(0, ends - time.monotonic()))[0]:
            return False
        seen += os.read(terminal, 65536).decode(errors="replace").replace("\r\n", "\n")
    return True


def test_without_shtab_it_is_said_what_to_install(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "shtab", None)
    result = call("completion", "bash")
    said = "completion needs the package shtab, which is not installed: pip install 'kafkawire[cli]'"
    assert (result.code, result.out, result.err) == (1, "", f"kafkawire: error: {said}\n")


def test_there_is_a_page_for_each_command(call: Call, tmp_path: Path) -> None:
    result = call("man", str(tmp_path / "man1"))
    assert (result.code, result.out) == (0, f"{len(COMMANDS) + 1} pages in {tmp_path / 'man1'}\n")
    assert {path.name for path in (tmp_path / "man1").iterdir()} == {
        "kafkawire.1",
        *(f"kafkawire-{name}.1" for name in COMMANDS),
    }


@needs_groff
def test_groff_has_nothing_to_warn_of_and_shows_what_help_says(call: Call, tmp_path: Path) -> None:
    call("man", str(tmp_path))
    for path in sorted(tmp_path.iterdir()):
        words = ["groff", "-ww", "-man", "-Tascii", "-P-c", "-P-b", "-P-u", str(path)]
        formatted = subprocess.run(words, capture_output=True, text=True, check=True)
        assert formatted.stderr == "", path.name
        assert "EXIT STATUS" in formatted.stdout
        if path.name == "kafkawire-topics.1":
            text = " ".join(formatted.stdout.split())
            assert "-X NAME=VALUE, --set NAME=VALUE an option of the client, security.protocol=SSL say;" in text
            assert "kafkawire topics create flights -p 12 -r 3 -c retention.ms=86400000" in text


def test_text_is_not_taken_for_requests() -> None:
    parser = argparse.ArgumentParser("x", description=".SH not a heading\n'nor this, \\fB nor that")
    assert "\n\\&.SH not a heading\n\\&'nor this, \\efB nor that\n" in man.page(parser, "x", "y")


def test_pages_do_not_depend_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    parser = whole_parser()
    monkeypatch.setenv("COLUMNS", "40")
    narrow = man.page(parser, "kafkawire", "y")
    monkeypatch.setenv("COLUMNS", "200")
    assert man.page(parser, "kafkawire", "y") == narrow
