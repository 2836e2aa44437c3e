"""`kafkawire log` beside what Apache Kafka's kafka-dump-log printed about the log directories of real brokers."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kafkawire.cli import main
from kafkawire.internal_records import INTERNAL
from tests.corpus import path
from tests.golden.conftest import STATES

_BEGINNINGS = (
    "Dumping ",
    "baseOffset: ",
    "offset: ",
    "| offset: ",
    "timestamp: ",
    "version: ",
    "producerId: ",
    "THREW",
)
_LINE = re.compile(rf"^(?={'|'.join(map(re.escape, _BEGINNINGS))})", re.MULTILINE)
_RECORD = re.compile(r"\| offset: .*?(?:headerKeys: \[.*?\](?= |$)|crc: \d+\})", re.DOTALL)


def _printed(state: str, kind: str) -> dict[str, list[str]]:
    """File -> the lines about it; a record with line ends in it is one line here."""
    found: dict[str, list[str]] = {}
    for dump in sorted(path("segments", *state.split("/"), "dump").glob(f"*.{kind}.txt.gz")):
        text = gzip.decompress(dump.read_bytes()).decode("utf-8", "replace")
        lines: list[str] = []
        for line in _LINE.split(text):
            if line.startswith("Dumping "):
                name, _, _ = line.removeprefix("Dumping ").partition("\n")
                lines = found.setdefault(name.strip(), [])
            elif line:
                lines.append(line.rstrip("\n"))
    return found


def _ours(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, list[str]]:
    main(["log", "dump", *words])
    found: dict[str, list[str]] = {}
    for line in capsys.readouterr().out.splitlines():
        if line.startswith("Dumping "):
            lines = found.setdefault("/".join(line.split("/")[-2:]), [])
        else:
            lines.append(line)
    return found


def _directory(logs: Path, state: str) -> Path:
    return logs / state.replace("/", "-")


def _is_plain(line: str) -> bool:
    return line.isprintable() and "\ufffd" not in line and "\\" not in line


@pytest.mark.parametrize("state", STATES)
def test_dump_prints_batches_and_records_as_kafka_dump_log_does(
    logs: Path, state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ours = _ours(capsys, str(_directory(logs, state)), "--records")
    compared = 0
    for name, expected in _printed(state, "log").items():
        theirs = [line for line in expected if line.startswith(("baseOffset: ", "offset: ", "| offset: "))]
        lines = [line for line in ours[name] if line.startswith(("baseOffset: ", "offset: ", "| offset: "))]
        if any(line.startswith("THREW") for line in expected):  # the tool itself gave up
            lines = lines[: len(theirs)]
            theirs = theirs[: len(lines)]
        assert len(lines) == len(theirs), name
        topic = name.rpartition("/")[0].rpartition("-")[0]
        for line, their in zip(lines, theirs, strict=True):
            assert _head(line) == _head(their)
            if topic not in INTERNAL and _is_plain(their):
                assert line == their.strip().replace(',"', ', "').replace('":', '": ') if "{" in their else their
            compared += 1
    assert compared > 100 or not _printed(state, "log")


def _head(line: str) -> str:
    """What stands before key and value. The checksum of a message inside a wrapper is not printed by ours."""
    found = _RECORD.match(line) if line.startswith("|") else None
    if found is None or not _is_plain(found[0]):
        return line[:60]
    return re.sub(r" (isValid: true crc: \d+}|headerKeys: \[])$", "", found[0])


@pytest.mark.parametrize("state", ["clean", "unclean", "old"])
def test_internal_topics_are_decoded_to_what_kafka_dump_log_says(
    logs: Path, state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    root, compared = _directory(logs, state), 0
    for name, expected in _printed(state, "log").items():
        if name.rpartition("/")[0].rpartition("-")[0] not in INTERNAL:
            continue
        main(["log", "dump", str(root / name), "--records", "--json"])
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        records = [line["record"] for line in lines if "record" in line]
        theirs = [line for line in expected if line.startswith("| offset: ")]
        assert len(records) == len(theirs), name
        for record, their in zip(records, theirs, strict=True):
            assert "error" not in record, record
            for key, value in _facts(their):
                assert value == _known(record, key), (their, record)
                compared += 1
    assert compared or not _printed(state, "log")


def _facts(line: str) -> Iterator[tuple[str, Any]]:
    """The numbers that both spell alike: `offset` of commits, epochs, ids."""
    for name in ("groupId", "transactionalId", "group", "producerId", "topicName", "featureLevel", "brokerId"):
        for found in re.finditer(rf'"{name}":("[^"]*"|-?\d+)', line):
            yield name, json.loads(found[1])


def _known(tree: Any, name: str, wanted: list[Any] | None = None) -> Any:
    """The first value of that name anywhere in a tree."""
    if isinstance(tree, dict):
        if name in tree:
            return tree[name]
        tree = list(tree.values())
    for part in tree if isinstance(tree, list) else ():
        found = _known(part, name)
        if found is not None:
            return found
    return None


@pytest.mark.parametrize("state", ["clean", "unclean", "old"])
def test_indexes_and_snapshots_are_printed_as_kafka_dump_log_does(
    logs: Path, state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, compared = _ours(capsys, str(_directory(logs, state))), 0
    for name, expected in _printed(state, "index").items():
        theirs = [line for line in expected if re.match(r"(offset|timestamp|version|producerId): .*$", line)]
        theirs = [line.split("\n")[0] for line in theirs]
        base = int(name.rpartition("/")[2].partition(".")[0])
        nothing = (f"offset: {base} position: 0", f"timestamp: 0 offset: {base}")  # the zeros of an empty one
        theirs = [line for line in theirs if line not in nothing]
        if any(line.startswith("THREW") for line in expected) and not theirs:
            continue
        assert ours[name] == theirs, name
        compared += len(theirs)
    assert compared > 20 or not _printed(state, "index")


@pytest.mark.parametrize("state", ["clean", "unclean", "old", "damaged/recovered"])
@pytest.mark.parametrize("deep", [(), ("--deep",)])
def test_verify_finds_nothing_in_what_a_broker_left(
    logs: Path, state: str, deep: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    root = _directory(logs, state)
    if not root.exists():
        pytest.skip("only in the full corpus")
    assert main(["log", "verify", str(root), *deep]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 1
    assert printed[0].endswith("no damage")


DAMAGE = [json.loads(line) for line in path("segments", "damaged", "DAMAGE.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: str(damage["what"]))
def test_verify_names_the_file_and_the_place_of_each_damage(
    logs: Path, damage: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    file = logs / "damaged" / damage["file"]
    assert main(["log", "verify", str(file.parent), "--json"]) == ("gone" not in damage["what"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = [line.get("damage") or line["note"] for line in lines if "summary" not in line]
    assert {fault["path"] for fault in found} == {str(file)}
    if file.suffix == ".log":
        recovered = logs / "damaged-recovered" / damage["file"]
        assert found[0]["position"] == recovered.stat().st_size  # where the broker has cut the log off
