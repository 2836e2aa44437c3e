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


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import kafkawire; kafkawire.decode_r", ["decode_request", "decode_response"]),
        ("from kafkawire.messages import Heartb", ["HeartbeatRequest", "HeartbeatResponse"]),
        ("from kafkawire.messages.fetch_request import FetchT", ["FetchTopic"]),
        ("from kafkawire.messages import HeartbeatRequest; HeartbeatRequest(gro", ["group_id=", "group_instance_id="]),
        ("from kafkawire.messages import HeartbeatRequest; HeartbeatRequest().gro", ["group_id", "group_instance_id"]),
        ("from kafkawire.protocol import ServerC", ["ServerConnection"]),
        ("from kafkawire.client import Produc", ["Producer"]),
    ],
)
def test_editors_complete_names(text: str, names: list[str]) -> None:
    jedi = pytest.importorskip("jedi")
    found = [completion.name_with_symbols for completion in jedi.Script(text).complete()]
    assert [name for name in names if name not in found] == []
