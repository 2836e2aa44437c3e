"""The committed files are what the generator makes of the committed schemas."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from itertools import pairwise

import pytest

from codegen.__main__ import main
from codegen.generated import default_schemas
from codegen.render import render, render_tables
from codegen.schema import load_directory
from tests import corpus
from tests.reference import schemas


@pytest.fixture(scope="module")
def rendered() -> dict[str, str]:
    """All files of ours, made anew."""
    return render(load_directory(default_schemas()), "kafkawire.messages")


def test_the_committed_files_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0, capsys.readouterr().out


def test_every_message_has_its_module_and_its_codec(rendered: dict[str, str]) -> None:
    modules = {name.removesuffix(".py") for name in rendered if "/" not in name} - {"__init__", "_protocol"}
    assert len(modules) == len(schemas())
    codecs = "".join(text for name, text in rendered.items() if name.startswith("_codec/"))
    for name in modules:
        assert codecs.count(f"def codec_{name}()") == 1


def test_a_codec_module_holds_the_messages_of_one_name_or_records() -> None:
    directory = corpus.ROOT / "kafkawire/messages/_codec"
    for file in directory.glob("[a-z]*.py"):
        made = re.findall(r"^def codec_(\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE)
        parts = [name.removeprefix(file.stem).lstrip("_") for name in made]
        assert set(parts) <= {"request", "response", "key", "value"} or parts == [""] or file.stem == "records"
    assert len(list(directory.glob("fetch*.py"))) == 2  # FETCH, FETCH_SNAPSHOT


def test_versions_with_equal_layouts_share_one_row() -> None:
    rows = 0
    for file in (corpus.ROOT / "kafkawire/messages/_codec").glob("*.py"):
        for table in re.findall(r"spans\(\s*\d+((?:,\s*\(\d+, \w+\))+)", file.read_text(encoding="utf-8")):
            functions = re.findall(r"\(\d+, (\w+)\)", table)
            assert all(one != other for one, other in pairwise(functions)), (file.name, functions)
            rows += len(functions)
    assert rows > 2 * len(schemas())


def test_the_order_of_the_schemas_does_not_matter(rendered: dict[str, str]) -> None:
    specs = load_directory(default_schemas())
    backwards = dict(reversed(list(specs.items())))
    assert rendered == render(backwards, "kafkawire.messages")
    assert render_tables(specs, default_schemas()) == render_tables(backwards, default_schemas())


def test_hash_seeds_do_not_matter(rendered: dict[str, str]) -> None:
    program = (
        "import hashlib; from codegen.generated import default_schemas; from codegen.render import render;"
        "from codegen.schema import load_directory;"
        "files = sorted(render(load_directory(default_schemas()), 'kafkawire.messages').items());"
        "print(hashlib.sha256(repr(files).encode()).hexdigest())"
    )
    seed = {"PYTHONHASHSEED": "1"}  # here it is another: pytest's process has one at random
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=corpus.ROOT, env=seed, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == hashlib.sha256(repr(sorted(rendered.items())).encode()).hexdigest()


def test_the_generator_needs_nothing_of_kafkawire() -> None:
    program = "import sys, codegen.__main__, codegen.render; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=corpus.ROOT, capture_output=True, text=True, check=True)
    assert not [name for name in done.stdout.split() if name.split(".")[0] == "kafkawire"]
