"""See the package."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.user_program import check, lay_out

with TemporaryDirectory() as directory:
    lay_out(Path(directory))
    done = check(sys.argv[1], Path(directory))
sys.exit(done.stdout + done.stderr if done.returncode else 0)
