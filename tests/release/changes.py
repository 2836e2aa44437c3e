"""Notes about changes: one file each below `changelog.d/` until a release, so that two changes never meet in one line.

A note is Markdown: a sentence or some, for users, without a bullet. Its name is for whoever looks for it.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["collect", "notes"]


def notes(folder: Path) -> list[tuple[Path, str]]:
    """All of them, by name."""
    files = sorted(file for file in folder.glob("*.md") if file.name != "README.md")
    return [(file, file.read_text(encoding="utf-8").strip()) for file in files]


def collect(changelog: str, texts: list[str]) -> str:
    """The changelog with the notes at the end of its first section, which is that of the next release."""
    top, mark, rest = changelog.partition("\n## ")
    section, next_mark, older = rest.partition("\n## ")
    if not mark or "(not released)" not in section.partition("\n")[0]:
        raise ValueError("the first section of the changelog is not one that is `(not released)`")
    bullets = "".join(_bullet(text) for text in texts)
    return top + mark + section.rstrip("\n") + "\n" + bullets + (f"\n## {older}" if next_mark else "")


def _bullet(text: str) -> str:
    return "- " + "\n".join("  " + line if line else "" for line in text.splitlines()).lstrip() + "\n"
