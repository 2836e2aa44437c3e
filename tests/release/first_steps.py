"""The first steps of the README, as a user takes them: with the package that is installed, and nothing else.

Run by the Python of an empty environment: `python -I first_steps.py README.md`. Only the standard library is there, so
`tests/unit/test_docs.py`, which runs all pages with pytest, is not asked for its help.
"""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

_BLOCK = re.compile(r"(?:<!-- (not run): .+ -->\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def steps(page: str) -> list[tuple[str, str]]:
    """Kind and text of each block that can be run."""
    return [(kind, text) for left_alone, kind, text in _BLOCK.findall(page) if not left_alone]


def take(page: str, commands: Path) -> int:
    """Run Python and commands, in order; how many did not do what the page says."""
    names: dict[str, object] = {"__name__": "readme"}
    runner = doctest.DocTestRunner(optionflags=_OPTIONS)
    failed = 0
    for kind, text in steps(page):
        if kind == "python" and text.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(text, names, "README", None, 0)
            test.globs = names
            failed += runner.run(test, clear_globs=False).failed
        elif kind == "python":
            exec(compile(text, "README", "exec"), names)
        elif kind == "console":
            failed += sum(not _prints(command, expected, commands) for command, expected in _commands(text))
    return failed


def _commands(text: str) -> list[tuple[str, str]]:
    parts = (part.partition("\n") for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:])
    return [(command, expected) for command, _, expected in parts]


def _prints(command: str, expected: str, place: Path) -> bool:
    name, *words = shlex.split(command)
    done = subprocess.run([place / name, *words], capture_output=True, text=True, check=False)
    if doctest.OutputChecker().check_output(expected, done.stdout + done.stderr, _OPTIONS):
        return True
    print(f"$ {command}\nprinted\n{done.stdout}{done.stderr}and not\n{expected}")
    return False


if __name__ == "__main__":
    sys.exit(take(Path(sys.argv[1]).read_text(encoding="utf-8"), Path(sys.executable).parent) > 0)
