"""The committed files are what the generator makes of the committed schemas."""

from __future__ import annotations

import subprocess
import sys

import pytest

from codegen.__main__ import main
from codegen.commands import default_schemas
from codegen.generate import render, render_tables
from codegen.schema import load_directory
from tests import corpus
from tests.reference import schemas


def test_the_committed_files_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0, capsys.readouterr().out


def test_every_message_has_its_module_and_its_codec() -> None:
    files = render(load_directory(default_schemas()), "kafkawire.messages")
    modules = {name.removesuffix(".py") for name in files if "/" not in name} - {"__init__", "_protocol"}
    assert len(modules) == len(schemas())
    codecs = "".join(text for name, text in files.items() if name.startswith("_codec/"))
    for name in modules:
        assert codecs.count(f"def codec_{name}()") == 1


def test_the_order_of_the_schemas_does_not_matter() -> None:
    specs = load_directory(default_schemas())
    backwards = dict(reversed(list(specs.items())))
    assert render(specs, "kafkawire.messages") == render(backwards, "kafkawire.messages")
    assert render_tables(specs, default_schemas()) == render_tables(backwards, default_schemas())


def test_hash_seeds_do_not_matter() -> None:
    program = (
        "import hashlib; from codegen.commands import default_schemas; from codegen.generate import render;"
        "from codegen.schema import load_directory;"
        "files = sorted(render(load_directory(default_schemas()), 'm').items());"
        "print(hashlib.sha256(repr(files).encode()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=corpus.ROOT,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1


def test_the_generator_needs_nothing_of_kafkawire() -> None:
    program = "import sys, codegen.__main__, codegen.generate; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=corpus.ROOT, capture_output=True, text=True, check=True)
    assert not [name for name in done.stdout.split() if name.split(".")[0] == "kafkawire"]
