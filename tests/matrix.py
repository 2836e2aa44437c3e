"""Unit tests on every Python that is found: `python -m tests.matrix`, or `make matrix`.

Looked for are 3.11 to 3.14 and the free-threaded builds of 3.13 and 3.14, on the path and among pyenv's. Each gets a
virtual environment of its own under `.venv-matrix`. exit codes: 0 all that were found passed, 1 one did not
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WANTED = ("3.11", "3.12", "3.13", "3.13t", "3.14", "3.14t")
HOME = ROOT / ".venv-matrix"
_TESTS = ("tests/unit", "tests/protocol", "tests/golden", "tests/broker", "tests/client")


def find(version: str) -> str | None:
    """The interpreter of that version, if there is one that starts."""
    among_pyenv = sorted(Path.home().glob(f".pyenv/versions/{version.removesuffix('t')}*/bin/python{version}"))
    on_path = shutil.which(f"python{version}")
    for python in [*map(str, reversed(among_pyenv)), *([on_path] if on_path else [])]:
        if subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0:
            return python
    return None


def try_on(version: str, python: str, tests: list[str]) -> tuple[bool, str]:
    """Whether the tests pass there, and pytest's last line, after those that name a failure."""
    place = HOME / version
    mine = str(place / "bin" / "python")
    steps = (
        [python, "-m", "venv", str(place)],
        [mine, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--editable", ".[test]"],
        [mine, "-m", "pytest", "-q", "-m", "not slow", *tests],
    )
    for step in steps:
        done = subprocess.run(step, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            break
    *rest, last = (done.stdout + done.stderr).strip().splitlines() or [""]
    failures = [line for line in rest if line.startswith(("FAILED", "ERROR"))]
    return done.returncode == 0, "\n".join([*failures, last])


def main() -> int:
    """Run, and say for each version how it went."""
    parser = argparse.ArgumentParser(prog="python -m tests.matrix", description=__doc__.partition("\n")[0])
    parser.add_argument("tests", nargs="*", default=_TESTS, help=f"what to run (default: {' '.join(_TESTS)})")
    parser.add_argument("--only", metavar="VERSION", nargs="+", default=WANTED, help="such as 3.13 3.14t")
    args = parser.parse_args()
    failed = False
    for version in args.only:
        python = find(version)
        if python is None:
            print(f"{version:6} was not found")
            continue
        began = time.monotonic()
        passed, said = try_on(version, python, list(args.tests))
        failed |= not passed
        print(f"{version:6} {'passed' if passed else 'FAILED'} in {time.monotonic() - began:.0f} s: {said}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
