"""Build what would be released and use it as its first user would: `python -m tests.release`, or `make release-check`.

sdist and wheel are built (the wheel from the sdist, as an installer would do it), `twine check` looks at them, and each
Python from 3.11 to 3.14 that is found gets an environment with the wheel and what it depends on: kafkawire is imported,
a message is written and read, the command says what it can do, and the first steps of the README are taken. What passed
is in `dist/` then.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.matrix import WANTED, find
from tests.release.changes import collect, notes

ROOT = Path(__file__).resolve().parent.parent.parent
NOTES, CHANGELOG = ROOT / "changelog.d", ROOT / "CHANGELOG.md"
_EXAMPLE = """examples:
  python -m tests.release --only 3.12 3.13
  python -m tests.release --changes     moves the notes of changelog.d/ into CHANGELOG.md

exit codes: 0 all is well, 1 a step failed; it is named with what it said
"""
_FIRST_MESSAGE = """
import kafkawire
from kafkawire.messages import HeartbeatRequest
frame = kafkawire.encode_request(HeartbeatRequest(group_id="g"), version=4, correlation_id=1, client_id="c")
assert kafkawire.decode_request(frame)[1] == HeartbeatRequest(group_id="g")
assert "site-packages" in kafkawire.__file__, kafkawire.__file__
"""


class StepFailed(Exception):
    """A command of the checklist did not succeed."""


def run(what: str, *words: str | Path, cwd: Path = ROOT) -> None:
    """One step, named as it begins."""
    print(f"  {what}", flush=True)
    done = subprocess.run(list(map(str, words)), cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise StepFailed(f"{what}: {' '.join(map(str, words))}\n{done.stdout}{done.stderr}")


def environment(python: str, place: Path) -> Path:
    """An empty one; its Python."""
    run("empty environment", python, "-m", "venv", place)
    return place / "bin" / "python"


def install(python: Path, *what: str | Path) -> None:
    """With pip, from wherever pip is told to look."""
    run(
        f"install {Path(what[0]).name}", python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", *what
    )


def build(place: Path) -> Path:
    """The wheel; sdist and wheel have been looked at."""
    print("build", flush=True)
    tools = environment(sys.executable, place / "tools")
    install(tools, "build", "twine")
    run("sdist, and a wheel of it", tools, "-m", "build", "--outdir", place / "dist", ROOT)
    files = sorted((place / "dist").iterdir())
    run("twine check", tools, "-m", "twine", "check", "--strict", *files)
    return next(file for file in files if file.suffix == ".whl")


def use(python: str, wheel: Path, place: Path) -> None:
    """What a first user does."""
    mine = environment(python, place)
    install(mine, wheel)
    run("import, first message", mine, "-I", "-c", _FIRST_MESSAGE, cwd=place)
    run("kafkawire --help", mine.parent / "kafkawire", "--help", cwd=place)
    first_steps = Path(__file__).with_name("first_steps.py")
    run("first steps of the README", mine, "-I", first_steps, ROOT / "README.md", cwd=place)


def check(versions: Sequence[str]) -> None:
    """Build, and use on every Python that is found."""
    with tempfile.TemporaryDirectory(prefix="kafkawire-release-") as directory:
        wheel = build(Path(directory))
        for version in versions:
            python = find(version)
            print(version if python else f"{version} was not found", flush=True)
            if python:
                use(python, wheel, Path(directory, version))
        shutil.copytree(wheel.parent, ROOT / "dist", dirs_exist_ok=True)


def move_notes() -> None:
    """From `changelog.d/` into the changelog."""
    found = notes(NOTES)
    CHANGELOG.write_text(collect(CHANGELOG.read_text(encoding="utf-8"), [text for _, text in found]), encoding="utf-8")
    for file, _ in found:
        file.unlink()
    print(f"{len(found)} notes are in {CHANGELOG.name} now")


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if all is well, else 1."""
    args = _parser().parse_args(arguments)
    step: Callable[[], None] = move_notes if args.changes else lambda: check(args.only)
    try:
        step()
    except StepFailed as exc:
        print(f"FAILED {exc}")
        return 1
    print("all is well")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.release",
        description=__doc__,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", metavar="VERSION", nargs="+", default=WANTED, help="such as 3.13 3.14t")
    parser.add_argument("--changes", action="store_true", help="collect the notes about changes, and nothing else")
    return parser


if __name__ == "__main__":
    sys.exit(main())
