"""Two captures of the same requests, answered differently."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafkawire import capture
from kafkawire.capture import CaptureWriter
from kafkawire.capture.compare import Comparison, differences
from kafkawire.cli import main
from kafkawire.messages import MetadataRequest, MetadataResponse
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.messages.metadata_response import MetadataResponseBroker
from kafkawire.protocol.frames import encode_request, encode_response


def _written(file: Path, answers: dict[str, MetadataResponse]) -> Path:
    with CaptureWriter(file) as writer:
        writer.open(1, ("10.0.0.1", 40_000), ("10.0.0.2", 9092), 1.0)
        for number, (topic, answer) in enumerate(answers.items()):
            asked = MetadataRequest(topics=[MetadataRequestTopic(name=topic)])
            writer.write(1, "request", 1.0, encode_request(asked, version=9, correlation_id=number, client_id="c"))
            writer.write(1, "response", 2.0, encode_response(answer, version=9, correlation_id=number))
    return file


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    brokers = [MetadataResponseBroker(node_id=1, host="a", port=1), MetadataResponseBroker(node_id=2, host="b", port=2)]
    before = {
        "same": MetadataResponse(cluster_id="x", throttle_time_ms=5),
        "other": MetadataResponse(cluster_id="x", controller_id=1, brokers=brokers),
        "gone": MetadataResponse(),
    }
    after = {
        "new": MetadataResponse(),
        "other": MetadataResponse(cluster_id="y", controller_id=2, brokers=brokers[:1]),
        "same": MetadataResponse(cluster_id="x"),
    }
    return _written(tmp_path / "before.pcapng", before), _written(tmp_path / "after.pcapng", after)


def test_fields_that_differ_are_named(files: tuple[Path, Path]) -> None:
    found = Comparison()
    before, after = map(capture.read, files)
    second = {"nodeId": 2, "host": "b", "port": 2, "rack": None}
    assert [(each.path, each.was, each.now) for each in differences(before, after, found)] == [
        ("brokers[2]", second, None),
        ("controllerId", 1, 2),
    ]
    before, after = map(capture.read, files)
    strict = differences(before, after, Comparison(), is_strict=True)
    assert ("clusterId", "x", "y") in [(each.path, each.was, each.now) for each in strict]
    assert (found.compared, found.only_first, found.only_second, len(found.differing)) == (2, 1, 1, 1)


def test_the_command_says_both_and_ends_with_1(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    words = ["capture", "diff", *map(str, files)]
    assert main(words) == 1
    said = capsys.readouterr()
    assert "  controllerId: 1 / 2\n" in said.out
    assert said.err.startswith("2 responses compared, 1 differ; 1 only in ")
    assert main([*words, "--json", "--ignore", "controllerId"]) == 1
    assert [json.loads(line)["path"] for line in capsys.readouterr().out.splitlines()] == ["brokers[2]"]
    assert main([*words, "--ignore", "controllerId,brokers"]) == 0
