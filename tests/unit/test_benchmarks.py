"""The benchmarks measure what they say: golden bytes, exact values, a report that tells the truth. Nothing is timed."""

import importlib
import json
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import reference, report, start_up, workloads
from benchmarks.__main__ import arguments, select
from benchmarks.conversation import ProcessFailed, attempt
from benchmarks.libraries import kafkawire as ours
from benchmarks.measure import Figure, Results, Row, measure
from benchmarks.operations import Library, Operation
from benchmarks.targets import TARGETS, targets_of
from benchmarks.worker import answer

OURS = ours.load()


def check(operation: Operation) -> str | None:
    return operation.check(operation.run(operation.argument()))


# ---- what is measured


@pytest.mark.parametrize("name", OURS.operations)
def test_kafkawire_gives_the_golden_bytes_and_values(name: str) -> None:
    assert check(OURS.operations[name]) is None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("module", "package"), [("kio", "kio"), ("kafka_python", "kafka"), ("aiokafka", "aiokafka")])
def test_a_peer_gives_the_golden_bytes_and_values(module: str, package: str) -> None:
    pytest.importorskip(package)
    library: Library = importlib.import_module(f"benchmarks.libraries.{module}").load()
    problems = {name: check(operation) for name, operation in library.operations.items()}
    assert {name: problem for name, problem in problems.items() if problem} == {}
    assert set(library.operations) <= set(OURS.operations)


def test_reference_writes_what_the_protocol_guide_says() -> None:
    beat = next(load for load in workloads.messages() if load.name == "heartbeat_response.v4")
    assert beat.golden == bytes(7)
    shape = {"name": "string", "ids": ["int16"], "raw": "bytes", "id": "uuid", "yes": "bool"}
    value = {"name": "ab", "ids": [1, -1], "raw": None, "id": uuid.UUID(int=5), "yes": True}
    tail = bytes(15) + b"\x05\x01"
    assert reference.write(shape, value, False) == b"\0\2ab\0\0\0\2\0\1\xff\xff\xff\xff\xff\xff" + tail
    assert reference.write(shape, value, True) == b"\3ab\3\0\1\xff\xff\0" + tail + b"\0"


@pytest.mark.parametrize(
    ("number", "data"), [(0, b"\0"), (-1, b"\1"), (1, b"\2"), (64, b"\x80\1"), (-(1 << 31), b"\xff\xff\xff\xff\x0f")]
)
def test_reference_varints(number: int, data: bytes) -> None:
    assert reference.write_varint(number) == data
    assert reference.read_varint(data, 0) == (number, len(data))


@pytest.mark.parametrize("codec", reference.CODECS)
def test_reference_reads_its_own_batches(codec: str) -> None:
    records: list[reference.Record] = [(5, 1000, None, b"", []), (9, 990, b"k", None, [("h", b"v")])]
    assert reference.read_batch(reference.write_batch(records, codec)) == records


def test_a_wrong_result_is_told() -> None:
    message, batch = workloads.messages()[0], workloads.batches()[0]
    packed = next(load for load in workloads.batches() if load.codec == "zstd")
    assert OURS.operations[f"{message.name}.encode"].check(b"") is not None
    assert OURS.operations[f"{batch.name}.encode"].check(batch.golden[:-1] + b"?") is not None
    assert OURS.operations[f"{batch.name}.decode"].check([]) is not None
    assert OURS.operations[f"{packed.name}.encode"].check(batch.golden) == "it is not compressed with zstd"


def test_workloads_are_the_same_each_time() -> None:
    for load in workloads.batches():
        assert replace(load).golden == load.golden
    assert len(workloads.varints()) == 2000


def test_every_target_has_an_operation() -> None:
    for target in TARGETS:
        hit = [name for name in OURS.operations if any(peer in targets_of(name) for peer in target.peers)]
        assert hit
        for pattern in target.patterns:
            assert select(list(OURS.operations), [pattern]), pattern


def test_targets_of_an_operation() -> None:
    assert targets_of("metadata_response.v12.decode") == {"kafka-python": 4, "kio": 0.8}
    assert targets_of("fetch_response.v12.decode") == {"kafka-python": 1.7}
    assert targets_of("fetch_response.v12.decode.zero_copy") == {"kafka-python": 2}
    assert targets_of("records.10KB.encode") == {"aiokafka": 1}
    assert targets_of("records.mixed.decode") == {}


# ---- how it is measured


class FakeWorker:
    """Answers with prepared times."""

    def __init__(self, name: str, times: list[float], problem: str = "") -> None:
        self.name, self.operations = name, ["op"]
        self._answers: list[dict[str, Any]] = [{"ns": t, "size": 9, "note": ""} for t in times]
        if problem:
            self._answers = [{"problem": problem}]

    def slice(self, operation: str, milliseconds: float) -> dict[str, Any]:
        return self._answers.pop(0)


def measured(*workers: FakeWorker) -> Row:
    return measure("op", list(workers), rounds=3, milliseconds=1)  # type: ignore[arg-type]


def test_a_ratio_is_the_median_of_the_rounds() -> None:
    row = measured(FakeWorker("kafkawire", [1000, 2000, 4000]), FakeWorker("kio", [3000, 6000, 4000]))
    assert row.ours == Figure(2.0, 1.0, 1.0, 9)
    assert row.peers == {"kio": Figure(4.0, 3.0, 3.0, 9)}


def test_a_peer_that_errs_is_left_out_and_kafkawire_is_not() -> None:
    row = measured(FakeWorker("kafkawire", [1, 1, 1]), FakeWorker("kio", [], "wrong"))
    assert (row.peers, row.refused) == ({}, {"kio": "wrong"})
    with pytest.raises(ProcessFailed, match="op: wrong"):
        measured(FakeWorker("kafkawire", [], "wrong"))


def test_worker_answers_with_a_time_or_a_problem() -> None:
    def fail(_: Any) -> None:
        raise ValueError("no")

    library = Library("x", "1")
    library.operations["good"] = Operation(bytes, lambda: 3, lambda result: None, note="short")
    library.operations["bad"] = Operation(bytes, lambda: 3, lambda result: "differs")
    library.operations["broken"] = Operation(fail, lambda: 3, lambda result: None)

    def ask(operation: str) -> dict[str, Any]:
        return attempt(answer, library=library, prepared={}, operation=operation, ms=0.01)

    found = ask("good")
    assert (found["size"], found["note"], found["ns"] > 0) == (3, "short", True)
    assert ask("bad") == {"problem": "differs"}
    assert ask("broken") == {"problem": "ValueError: no"}


# ---- what is reported

FAST = Row(
    "api_versions_request.v3.encode", Figure(0.5, 0.4, 1), {"kio": Figure(4, 4, 8), "kafka-python": Figure(3, 3, 6)}
)
SLOW = Row("records.10KB.decode", Figure(1234, 1200, 1), {"aiokafka": Figure(1000, 990, 0.81, note="cut")})
FREE = Row("varint.decode", Figure(12.34, 12, 1), {}, {"kio": "its bytes are not the golden ones"})
RESULTS = Results(
    "3.12.1", {"kafkawire": "1.0", "kio": "0.6", "kafka-python": "3.0", "aiokafka": "0.14"}, [FAST, SLOW, FREE]
)


def test_verdicts() -> None:
    assert report.verdict(FAST) == "yes"
    assert report.verdict(SLOW) == "NO: aiokafka 0.81"
    assert report.verdict(FREE) == ""
    assert report.wanted(FAST) == "kafka-python ≥ 5, kio ≥ 7"


def test_lines_line_up() -> None:
    peers = ["kio", "aiokafka"]
    slow, free = (report.line(row, peers) for row in (SLOW, FREE))
    figures, _, target = slow.partition("  aiokafka")
    assert figures.split() == ["records.10KB.decode", "1,234", "-", "1,000*", "0.81"]
    assert target == " ≥ 1: NO: aiokafka 0.81"
    assert len(figures) == len(free) == len(report.head_line(peers).removesuffix("  target"))


def test_table() -> None:
    table = report.markdown(RESULTS)
    assert table.startswith("Python 3.12.1; kafkawire 1.0, kio 0.6,")
    assert "| records.10KB.decode | 1,234 |  |  | 1,000* (0.81) | aiokafka ≥ 1 | **NO: aiokafka 0.81** |" in table
    assert (
        "| api_versions_request.v3.encode | 0.50 | 4.00 (8.0) | 3.00 (6.0) |  | kafka-python ≥ 5, kio ≥ 7 | yes |"
        in table
    )
    assert "\\* cut." in table
    assert "- varint.decode of kio is left out: its bytes are not the golden ones" in table
    assert table.endswith("2 of 3 targets met; missed:\n- records.10KB.decode against aiokafka: 0.81, wanted 1")


def test_json_holds_targets_and_verdicts() -> None:
    rows = json.loads(report.as_json(RESULTS))["rows"]
    assert [row["missed"] for row in rows] == [[], ["aiokafka"], []]
    assert rows[0]["targets"] == {"kafka-python": 5, "kio": 7}
    assert rows[2]["ours"]["us"] == 12.34


def test_only_the_part_between_the_markers_changes() -> None:
    begin, end = report.BEGIN.format(name="x"), report.END.format(name="x")
    text = f"before\n{begin}\nold\n{end}\nafter"
    assert report.replace_between(text, "x", "new") == f"before\n{begin}\n\nnew\n\n{end}\nafter"
    with pytest.raises(ValueError, match="marker"):
        report.replace_between(text, "y", "new")


def test_readme_has_the_markers() -> None:
    text = Path(report.__file__).with_name("README.md").read_text("utf-8")
    for name in ("results", "start-up"):
        report.replace_between(text, name, "")


def test_start_up_table() -> None:
    costs = [
        start_up.Cost("import", 8.5, "ms", 10),
        start_up.Cost("wheel", 1.25, "MB", 1),
        start_up.Cost("modules", 30, ""),
    ]
    assert start_up.markdown(costs).splitlines()[2:] == [
        "| import | 8.50 ms | < 10 ms | yes |",
        "| wheel | 1.25 MB | < 1 MB | **NO** |",
        "| modules | 30 |  |  |",
    ]


def test_command_line() -> None:
    args = arguments(["--quick", "--only", "a*", "--only", "b", "--ms", "5"])
    assert (args.rounds, args.ms, args.only) == (3, 5, ["a*", "b"])
    assert (arguments([]).rounds, arguments([]).ms) == (9, 40)
    assert select(["ab", "b", "c"], ["a*", "b"]) == ["ab", "b"]
    assert select(["c"], None) == ["c"]
