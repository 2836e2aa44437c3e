"""`kafkawire codegen` hands over to the generator, in a checkout and in a wheel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import kafkawire
from kafkawire import codegen
from tests import corpus
from tests.unit.cli.conftest import Call


def test_help_is_the_generators(call: Call) -> None:
    result = call("codegen", "--help")
    assert result.code == 0
    assert "usage: kafkawire codegen" in result.out
    assert "kafkawire codegen diff" in result.out


def test_options_go_through(call: Call) -> None:
    result = call("codegen", "show", "Heartbeat", "--version", "4")
    assert result.code == 0
    assert "generation_id => INT32" in result.out


@pytest.mark.parametrize(("words", "code"), [(("show", "NoSuchThing"), 2), (("frobnicate",), 2), ((), 2)], ids=str)
def test_exit_code_is_the_generators(call: Call, words: tuple[str, ...], code: int) -> None:
    result = call("codegen", *words)
    assert result.code == code
    assert "kafkawire codegen" in result.err


def test_no_generator(tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImportError, match="no code generator"):
        codegen._load_from_checkout(tmp_path / "codegen")
    for name in [name for name in sys.modules if name.startswith("kafkawire._codegen")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(kafkawire, "__file__", str(tmp_path / "kafkawire/__init__.py"))
    result = call("codegen", "--help")
    assert result.code == 2
    assert "no code generator" in result.err


def test_the_generator_from_python() -> None:
    assert codegen.generate.__module__ == "kafkawire._codegen.generated"
    assert issubclass(codegen.SchemaError, ValueError)
    assert dir(codegen) == codegen.__all__
    with pytest.raises(AttributeError, match=r"module 'kafkawire\.codegen' has no attribute 'nothing'"):
        _ = codegen.nothing


def test_laid_out_as_a_wheel(tmp_path: Path) -> None:
    """In a wheel the generator is `kafkawire/_codegen` and its schemas `kafkawire/_schemas`; no checkout is near."""
    package = tmp_path / "kafkawire"
    package.mkdir()
    for entry in (corpus.ROOT / "kafkawire").iterdir():
        (package / entry.name).symlink_to(entry)
    (package / "_codegen").mkdir()
    for source in (corpus.ROOT / "codegen").glob("*.py"):
        (package / "_codegen" / source.name).write_bytes(source.read_bytes())
    (package / "_schemas").symlink_to(corpus.ROOT / "schemas")
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import kafkawire; kafkawire.__file__ = 'elsewhere/x.py'\n"
        "from kafkawire.cli import main; sys.exit(main(['codegen', 'show', 'Heartbeat', '--version', '4']))"
    )
    result = subprocess.run(
        [sys.executable, "-B", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "generation_id => INT32" in result.stdout
