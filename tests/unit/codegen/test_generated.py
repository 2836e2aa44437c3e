"""From a schema of one's own to bytes, as the how-to shows it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from codegen.__main__ import main

HOWTO = Path(__file__).parents[3] / "docs" / "howto" / "generate-bindings.md"


def block(language: str) -> str:
    """The how-to's first block of code in that language."""
    found = re.search(rf"```{language}\n(.*?)```", HOWTO.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "my_schemas").mkdir()
    (tmp_path / "my_schemas" / "AuditRecord.json").write_text(block("json"), encoding="utf-8")
    (tmp_path / "my_package").mkdir()
    (tmp_path / "my_package" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "my_package"]:
        del sys.modules[name]


def test_the_howto_from_schema_to_bytes(package: Path) -> None:
    json.loads(block("json"))
    assert main(["generate", str(package / "my_schemas"), "--out", str(package / "my_package" / "messages")]) == 0
    names: dict[str, object] = {}
    exec(compile(block("python"), str(HOWTO), "exec"), names)
    # uvarint lengths count one more than there is: "ada", one action, "topic-1", false, no tags, no tags.
    assert names["data"] == b"\x04ada\x02\x08topic-1\x00\x00\x00"


def test_the_howto_shows_what_show_prints(capsys: pytest.CaptureFixture[str]) -> None:
    text = HOWTO.read_text(encoding="utf-8")
    assert main(["show", "Metadata", "--version", "1"]) == 0
    assert f"$ kafkawire codegen show Metadata --version 1\n{capsys.readouterr().out}```" in text
