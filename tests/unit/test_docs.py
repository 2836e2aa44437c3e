"""The documentation is true: its Python runs, its commands run, and both print what the text says.

Blocks of a page run in order, in one empty directory and one namespace. ```python runs, also with `await` outside of
functions; with `>>>` it is a doctest. ```console runs each line that begins with `$`, by the shell where it has pipes
or is no command of ours, and compares the output; `...` stands for any text. A block of another kind is written to a
file if the text before it ends with the file's name in backticks and a colon. A block after `<!-- not run: REASON -->`
is left alone; after `<!-- needs: MODULE, ... -->` it is run where those modules are installed. For the block after
`<!-- beside a broker -->` and those behind it there is a new broker in the place of the one at 127.0.0.1:9092.
"""

from __future__ import annotations

import ast
import asyncio
import doctest
import inspect
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import kafkawire.testing
from kafkawire.cli import main
from tests import corpus

PAGES = sorted([*corpus.ROOT.glob("*.md"), *corpus.ROOT.glob("docs/**/*.md"), *corpus.ROOT.glob("examples/**/*.md")])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`([\w./-]+)`:\s*$")
LEFT_ALONE = re.compile(r"<!-- not run: .+ -->\s*$")
NEEDS = re.compile(r"<!-- needs: (.+) -->\s*$")
BESIDE_A_BROKER = re.compile(r"<!-- beside a broker -->\s*$")
OF_THE_SHELL = re.compile(r"[|<>~$;&]|^(?!kafkawire )")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@dataclass
class Block:
    language: str
    text: str
    line: int
    file: str | None
    is_beside_a_broker: bool = False


def blocks(page: str) -> Iterator[Block]:
    for found in BLOCK.finditer(page):
        before = page[: found.start()]
        needed = NEEDS.search(before)
        is_possible = needed is None or all(map(find_spec, needed[1].split(", ")))
        if not LEFT_ALONE.search(before) and is_possible:
            name = NAMED.search(before)
            has_broker = BESIDE_A_BROKER.search(before) is not None
            yield Block(found[1], found[2], before.count("\n") + 1, name[1] if name else None, has_broker)


def run_python(block: Block, page: Path, names: dict[str, Any]) -> None:
    if not block.text.startswith(">>>"):
        text = "\n" * block.line + block.text  # so that a traceback has the line of the page
        code = compile(text, str(page), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        waiting = eval(code, names)  # a coroutine where the block awaits anything
        if inspect.iscoroutine(waiting):
            asyncio.run(waiting)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
    test.globs = names  # not a copy: the next block goes on where this one ends
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=said.append, clear_globs=False)
    assert not said, "".join(said)


def run_console(block: Block, capsys: pytest.CaptureFixture[str]) -> None:
    for command, expected in commands(block.text):
        out, err = run_command(command, capsys)
        if expected:
            same = doctest.OutputChecker().check_output(expected, out + err, doctest.ELLIPSIS)
            assert same, f"$ {command}\nprinted\n{out}{err}\nand not\n{expected}"
        else:
            assert not err, command


def run_command(command: str, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """What a command prints, on standard output and error."""
    if not OF_THE_SHELL.search(command):
        capsys.readouterr()
        main(shlex.split(command)[1:])
        return capsys.readouterr()
    here = Path.cwd()
    script = here / ".bin" / "kafkawire"
    script.parent.mkdir(exist_ok=True)
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m kafkawire "$@"\n', encoding="utf-8")
    script.chmod(0o700)
    path = f"{script.parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PYTHONPATH": str(corpus.ROOT), "PATH": path}
    done = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command with the output that the page shows below it."""
    for part in re.split(r"^\$ ", text.replace("\\\n", ""), flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty directory to run in, and to be at home. What is imported from there is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in [name for name in os.environ if name.startswith(("KAFKAWIRE_", "XDG_", "KCAT_"))]:
        monkeypatch.delenv(name)
    monkeypatch.syspath_prepend(str(tmp_path))
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(corpus.ROOT)))
def test_page(page: Path, directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"__name__": "docs"}
    with ExitStack() as left:
        left.callback(close_stacks, names)
        for block in blocks(page.read_text(encoding="utf-8")):
            if block.is_beside_a_broker:
                kafka = left.enter_context(kafkawire.testing.broker())
                monkeypatch.setenv("KAFKAWIRE_BOOTSTRAP_SERVERS", kafka.bootstrap_servers)
            if block.language == "python":
                run_python(block, page, names)
            elif block.language == "console":
                run_console(block, capsys)
            elif block.file:
                target = directory / block.file
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(block.text, encoding="utf-8")


def close_stacks(names: dict[str, Any]) -> None:
    """What a page opens and closes at its end, a broker perhaps, is closed where it fails before, too."""
    for value in names.values():
        if isinstance(value, ExitStack):
            value.close()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(corpus.ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    missing = [link for link in LINK.findall(text) if not (page.parent / link).exists()]
    assert not missing


class TestThisFile:
    """A page that lies is found out."""

    def test_wrong_output(self) -> None:
        with pytest.raises(AssertionError, match="Expected"):
            run_python(Block("python", ">>> 1 + 1\n3\n", 1, None), Path("page.md"), {})

    def test_wrong_output_of_a_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(AssertionError, match="and not"):
            run_console(Block("console", "$ kafkawire --version\nkafkawire 99\n", 1, None), capsys)

    def test_commands_of_the_shell(
        self, directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run_console(Block("console", "$ kafkawire --version | cut -d ' ' -f 1\nkafkawire\n", 1, None), capsys)
        for wrong in ("$ echo a | cat\nb\n", "$ no-such-command\n", "$ kafkawire nothing > file\n"):
            with pytest.raises(AssertionError):
                run_console(Block("console", wrong, 1, None), capsys)

    def test_failing_python(self) -> None:
        with pytest.raises(ZeroDivisionError):
            run_python(Block("python", "1 / 0\n", 1, None), Path("page.md"), {})

    def test_await(self) -> None:
        names: dict[str, Any] = {}
        run_python(Block("python", "import asyncio\nx = await asyncio.sleep(0, 5)\n", 1, None), Path("page.md"), names)
        assert names["x"] == 5

    def test_blocks(self) -> None:
        page = (
            "This is `a/b.json`:\n\n```json\n{}\n```\n\n"
            "<!-- not run: no Java -->\n```python\n1\n```\n```python\n2\n```\n"
            "<!-- needs: json, re -->\n```python\n3\n```\n<!-- needs: json, no_such_module -->\n```python\n4\n```\n"
            "<!-- beside a broker -->\n```console\n$ 5\n```\n"
        )
        assert list(blocks(page)) == [
            Block("json", "{}\n", 3, "a/b.json"),
            Block("python", "2\n", 11, None),
            Block("python", "3\n", 15, None),
            Block("console", "$ 5\n", 23, None, is_beside_a_broker=True),
        ]

    def test_broken_link(self, tmp_path: Path) -> None:
        page = tmp_path / "page.md"
        page.write_text("[here](gone.md) [there](page.md#top) [out](https://example.org/x)", encoding="utf-8")
        with pytest.raises(AssertionError):
            test_links_lead_somewhere(page)


class TestExamples:
    """The examples run, on bytes that Apache Kafka made."""

    def test_decode_capture_bytes(self, tmp_path: Path) -> None:
        vectors = list(corpus.json_lines(corpus.path("vectors", "frames", "requests.jsonl.gz")))[:50]
        stream = tmp_path / "stream.bin"
        stream.write_bytes(b"".join(bytes.fromhex(v["hex"]) for v in vectors) + b"\0\0\0\x09\0")
        lines = run_example("decode_capture_bytes.py", str(stream))
        assert len(lines) == len(vectors) + 1
        for line, vector in zip(lines, vectors, strict=False):
            assert line.split()[0] == str(vector["header"]["correlationId"])
            assert f"{vector['message']} v{vector['version']} " in line
        assert lines[-1] == "5 bytes of a request whose end is not in the file"

    def test_topic_sizes(self, tmp_path: Path) -> None:
        vectors = list(corpus.json_lines(corpus.path("vectors", "records.jsonl.gz")))
        one = next(v for v in vectors if (v["case"], v["magic"], v["codec"]) == ("one", 2, "zstd"))
        segment = tmp_path / "0.log"
        segment.write_bytes(bytes.fromhex(one["hex"]) * 3)
        assert run_example("topic_sizes.py", str(segment)) == ["          15  key"]  # "value", three times

    @pytest.mark.parametrize("name", sorted(path.name for path in corpus.ROOT.glob("examples/proxy_*.py")))
    def test_who_gives_no_arguments_is_told_which(self, name: str) -> None:
        command = [sys.executable, str(corpus.ROOT / "examples" / name)]
        environment = {**os.environ, "PYTHONPATH": str(corpus.ROOT)}
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (result.returncode, result.stdout) == (1, "")
        assert f"python examples/{name} BROKER" in result.stderr
        assert "Traceback" not in result.stderr


def run_example(name: str, *args: str) -> list[str]:
    command = [sys.executable, str(corpus.ROOT / "examples" / name), *args]
    environment = {**os.environ, "PYTHONPATH": str(corpus.ROOT)}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.splitlines()
