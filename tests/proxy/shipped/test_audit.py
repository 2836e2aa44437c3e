"""Each request leaves one line, which says who, what and how it ended, and nothing that is secret."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from kafkawire.client import Admin, Consumer, Producer
from kafkawire.messages import (
    DeleteTopicsRequest,
    DeleteTopicsResponse,
    FetchRequest,
    FindCoordinatorRequest,
    FindCoordinatorResponse,
    HeartbeatRequest,
    HeartbeatResponse,
    MetadataResponse,
)
from kafkawire.messages import fetch_request as fetch
from kafkawire.messages.delete_topics_response import DeletableTopicResult
from kafkawire.messages.metadata_response import MetadataResponseTopic
from kafkawire.proxy import Filter
from kafkawire.proxy.shipped.audit import Audit
from kafkawire.proxy.testing import FilterTest
from kafkawire.testing import broker
from tests.proxy.shipped.exchanges import PRODUCE, asks, batch, behind, run


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "audit.jsonl"


def closing(one: Audit) -> None:
    asyncio.run(one.stop())


def test_a_line_says_who_asked_what_and_how_it_ended(path: Path) -> None:
    one = Audit(path)
    with FilterTest(one, principal="User:alice", client_address=("10.0.0.7", 5), node_id=3) as test:
        test.request(DeleteTopicsRequest(topic_names=["a", "b", "c"]), 5, client_id="tool")
        test.clock += 0.25
        codes = [DeletableTopicResult(name=name, error_code=29) for name in "ab"]
        test.response(DeleteTopicsResponse(responses=[*codes, DeletableTopicResult(name="c")]))
    closing(one)
    [line] = lines(path)
    sizes = line.pop("request_bytes"), line.pop("response_bytes")
    assert min(sizes) > 10
    assert line == {
        "time": "2023-11-14T22:13:20.000+00:00",
        "client": "10.0.0.7:5",
        "principal": "User:alice",
        "client_id": "tool",
        "software": "",
        "cluster": "test",
        "node_id": 3,
        "api": "DeleteTopics",
        "version": 5,
        "correlation_id": 1,
        "topics": ["a", "b", "c"],
        "latency_ms": 250.0,
        "errors": {"TOPIC_AUTHORIZATION_FAILED": 2},
    }


def test_names_of_groups_and_topics_by_their_id(path: Path) -> None:
    one = Audit(path)
    known, unknown = UUID(int=1), UUID(int=2)
    topics = {
        known: MetadataResponseTopic(name="orders", topic_id=known),
        unknown: MetadataResponseTopic(error_code=100),
    }

    def tells(request: Any, version: int) -> MetadataResponse:
        return MetadataResponse(topics=[topics[request.topics[0].topic_id]])

    with FilterTest(one, broker=tells) as test:
        asked = [fetch.FetchTopic(topic_id=known), fetch.FetchTopic(topic_id=unknown)]
        test.request(FetchRequest(topics=asked), 17)
        test.request(HeartbeatRequest(group_id="g\nforged line"), 4)
        test.request(FindCoordinatorRequest(key_type=0, coordinator_keys=["h"]), 4)
        test.request(FindCoordinatorRequest(key_type=1, key="tx"), 3)
    closing(one)
    found = lines(path)
    assert [line.get("topics") for line in found] == [["orders", str(unknown)], None, None, None]
    assert [line.get("groups") for line in found] == [None, ["g\nforged line"], ["h"], None]
    assert found[3]["transactional_ids"] == ["tx"]
    assert [line["answered"] for line in found] == [False] * 4


def test_acks_0_and_names_without_end(path: Path) -> None:
    one = Audit(path)
    with FilterTest(one) as test:
        test.request(asks({(f"t{n}", 0): batch(b"SECRET") for n in range(500)}, acks=0), PRODUCE)
        assert len(lines(path)) == 1
    closing(one)
    [line] = lines(path)
    assert len(line["topics"]) == 100
    assert "SECRET" not in path.read_text()


class Fails(Filter):
    def on_heartbeat_request(self, ctx: Any, header: Any, request: Any) -> None:
        raise ValueError("a filter with a fault")


def test_what_a_failing_filter_answers_is_told_and_bounded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkawire.proxy.shipped.audit._MOST_OPEN", 3)
    one = Audit(path)
    with FilterTest(one, Fails()) as test:
        for _ in range(10):
            with pytest.raises(ValueError, match="fault"):
                test.request(HeartbeatRequest(), 4)
        assert len(lines(path)) == 7
    closing(one)
    assert len(lines(path)) == 10


def test_files_are_rotated_and_only_some_kept(path: Path) -> None:
    one = Audit(path, max_bytes=2000, keep=2)
    with FilterTest(one) as test:
        for _ in range(100):
            test.request(HeartbeatRequest(group_id="g"), 4)
            test.response(HeartbeatResponse())
    closing(one)
    files = sorted(path.parent.iterdir())
    assert [file.name for file in files] == ["audit.jsonl", "audit.jsonl.1", "audit.jsonl.2"]
    assert all(file.stat().st_size <= 2000 for file in files)
    assert all(line["groups"] == ["g"] for file in files for line in lines(file))


def test_some_apis_only_and_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    one = Audit(apis="FindCoordinator; heartbeat")
    with FilterTest(one) as test:
        test.request(FindCoordinatorRequest(), 4)
        test.response(FindCoordinatorResponse())
        test.request(DeleteTopicsRequest(), 5)
        test.response(DeleteTopicsResponse())
    closing(one)
    [line] = capsys.readouterr().out.splitlines()
    assert json.loads(line)["errors"] == {}
    with pytest.raises(ValueError, match="FindCordinator"):
        Audit(apis="FindCordinator")


def test_spans(path: Path) -> None:
    pytest.importorskip("opentelemetry.sdk")
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    one = Audit(path, spans=True)
    one._tracer = provider.get_tracer("test")
    with FilterTest(one, principal="User:a") as test:
        test.request(HeartbeatRequest(group_id="g"), 4)
        test.response(HeartbeatResponse(error_code=25))
        test.request(HeartbeatRequest(group_id="g"), 4)
        test.response(HeartbeatResponse())
        test.request(HeartbeatRequest(), 4)
    closing(one)
    failed, fine, unanswered = exporter.get_finished_spans()
    attributes = dict(failed.attributes or {})
    assert (attributes["messaging.system"], attributes["kafka.principal"]) == ("kafka", "User:a")
    assert attributes["kafka.groups"] == ("g",)
    assert [one.status.is_ok for one in (failed, fine, unanswered)] == [False, True, False]
    assert (failed.status.description, unanswered.status.description) == ("UNKNOWN_MEMBER_ID", "no answer")


def test_behind_sockets(path: Path) -> None:
    async def main() -> None:
        with broker(topics={"t": 1}) as kafka:
            async with behind(kafka.bootstrap_servers, Audit(path)) as proxy:
                async with Admin(proxy.bootstrap_servers) as admin:
                    await admin.create_topics({"new": 1})
                async with Producer(proxy.bootstrap_servers, client_id="writer") as producer:
                    await producer.send("t", b"SECRET")
                given: dict[str, Any] = {"topics": ["t"], "group_id": "g", "auto_offset_reset": "earliest"}
                async with Consumer(proxy.bootstrap_servers, **given) as consumer:
                    async for _ in consumer:
                        break
                    await consumer.commit()

    run(main())
    found = {line["api"]: line for line in lines(path) if line["api"] != "Fetch" or "topics" in line}
    assert found["CreateTopics"]["topics"] == ["new"]
    assert found["Produce"]["topics"] == found["Fetch"]["topics"] == ["t"]
    assert found["Produce"]["client_id"] == "writer"
    assert found["OffsetCommit"]["groups"] == ["g"]
    assert found["Produce"]["errors"] == {}
    assert found["Fetch"]["software"].startswith("kafkawire")
    assert "SECRET" not in path.read_text()
