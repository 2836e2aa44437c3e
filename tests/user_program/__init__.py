"""What type checkers say of a program that uses kafkawire, and of a package that was generated for it.

```console
$ python -m tests.user_program mypy
$ python -m tests.user_program pyright
```
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from kafkawire import codegen
from tests.corpus import ROOT

HERE = Path(__file__).parent
COMMANDS = {
    "mypy": ["mypy", "--strict", "--no-error-summary", "--cache-dir", str(ROOT / ".mypy_cache"), "."],
    "pyright": ["pyright", "--pythonpath", sys.executable],
}


def lay_out(directory: Path) -> None:
    """Put the program and the package that it imports where a type checker finds both."""
    (directory / "program.py").write_bytes((HERE / "program.py").read_bytes())
    (directory / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}\n')
    codegen.generate(HERE / "schemas", directory / "my_messages", package="my_messages")


def check(checker: str, directory: Path) -> subprocess.CompletedProcess[str]:
    """Run a type checker over what was laid out, in its strict mode."""
    command = [sys.executable, "-m", *COMMANDS[checker]]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
