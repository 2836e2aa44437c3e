"""What the release checklist runs: notes become lines of the changelog, and the README is taken at its word."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import hatch_build
from tests.release import __main__ as release
from tests.release.changes import collect, notes
from tests.release.first_steps import steps, take

CHANGELOG = """# Changes

## 0.2 (not released)

- One.

## 0.1

- Zero.
"""
COMMANDS = Path(sys.executable).parent


def test_notes_end_the_first_section() -> None:
    assert collect(CHANGELOG, ["Two.", "Three,\nof two lines.\n\n    code"]) == CHANGELOG.replace(
        "- One.\n", "- One.\n- Two.\n- Three,\n  of two lines.\n\n      code\n"
    )


def test_a_changelog_of_one_section() -> None:
    assert collect("# Changes\n\n## 0.1 (not released)\n\n- One.\n", ["Two."]).endswith("- One.\n- Two.\n")


def test_a_release_does_not_change() -> None:
    with pytest.raises(ValueError, match="not released"):
        collect("# Changes\n\n## 0.1\n\n- One.\n\n## 0.0 (not released)\n", ["Two."])


def test_notes_are_read_by_name(tmp_path: Path) -> None:
    for name in ("b.md", "a.md", "README.md", "c.txt"):
        (tmp_path / name).write_text(f"{name}\n")
    assert [text for _, text in notes(tmp_path)] == ["a.md", "b.md"]


def test_notes_are_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changelog, note = tmp_path / "CHANGELOG.md", tmp_path / "notes" / "two.md"
    note.parent.mkdir()
    changelog.write_text(CHANGELOG)
    note.write_text("Two.\n")
    monkeypatch.setattr(release, "NOTES", note.parent)
    monkeypatch.setattr(release, "CHANGELOG", changelog)
    assert release.main(["--changes"]) == 0
    assert "- One.\n- Two.\n" in changelog.read_text()
    assert not note.exists()


@pytest.mark.parametrize(
    ("page", "failed"),
    [
        ("```python\n>>> 1 + 1\n2\n```\n", 0),
        ("```python\n>>> 1 + 1\n3\n```\n", 1),
        ("```python\nx = 5\n```\n```python\n>>> x\n5\n```\n", 0),
        ("<!-- not run: no Java -->\n```python\n1 / 0\n```\n", 0),
        ("```sh\nfalse\n```\n", 0),
        ("```console\n$ python -c 'print(7)'\n7\n```\n", 0),
        ("```console\n$ python -c 'print(7)'\n7\n$ python -c 'print(8)'\n7\n```\n", 1),
    ],
)
def test_steps_of_a_page(page: str, failed: int) -> None:
    assert take(page, COMMANDS) == failed


def test_the_readme_has_steps() -> None:
    kinds = [kind for kind, _ in steps((release.ROOT / "README.md").read_text(encoding="utf-8"))]
    assert kinds.count("python") > 5
    assert "console" in kinds


def test_a_step_that_fails_says_what_was_printed() -> None:
    with pytest.raises(release.StepFailed, match=r"(?s)a look.*boom"):
        release.run("a look", sys.executable, "-c", "raise SystemExit('boom')")


PAGE = "# A [guide](docs/a.md#b), [code](https://c.example/d) and [below](#e).\n\n[![Picture](docs/p.png)](docs/a.md)\n"


@pytest.mark.parametrize(
    ("source", "guide"),
    [(None, "guide"), ("https://x.example/k/", "[guide](https://x.example/k/blob/HEAD/docs/a.md#b)")],
)
def test_links_of_the_page_of_the_package_need_no_checkout(source: str | None, guide: str) -> None:
    page = hatch_build.for_the_index(PAGE, source)
    assert page.strip() == f"# A {guide}, [code](https://c.example/d) and [below](#e)."
