from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.user_program import COMMANDS, check, lay_out


@pytest.mark.slow
@pytest.mark.parametrize("checker", COMMANDS)
def test_a_program_and_a_generated_package_are_clean_in_strict_mode_and_mistakes_are_not(
    checker: str, tmp_path: Path
) -> None:
    if find_spec(checker) is None:
        pytest.skip(f"{checker} is not installed")
    lay_out(tmp_path)
    done = check(checker, tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    with (tmp_path / "program.py").open("a") as program:
        program.write('\nAuditRequest("positional")\n')
    assert "ositional argument" in check(checker, tmp_path).stdout
