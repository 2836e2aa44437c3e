"""Which topics are compacted, as a metadata log and a broker say."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

pytest.importorskip("pyarrow")

import kafkawire.testing
from kafkawire.client import NewTopic
from kafkawire.client.blocking import Admin
from kafkawire.messages import ConfigRecord, RemoveTopicRecord, TopicRecord
from kafkawire.records import write_batch
from kafkawire.spark.cleanup import compacted_topics
from kafkawire.spark.report_source import ReportSource

INTERNAL = {"__consumer_offsets", "__share_group_state", "__transaction_state"}


def _policy(topic: str, policy: str | None, name: str = "cleanup.policy", kind: int = 2) -> ConfigRecord:
    return ConfigRecord(resource_type=kind, resource_name=topic, name=name, value=policy)


def _log(root: Path, base: int, *records: ConfigRecord | TopicRecord | RemoveTopicRecord) -> None:
    directory = root / "__cluster_metadata-0"
    directory.mkdir()
    rows: list[Any] = [
        (base + n, 1, None, bytes([1, record.API_KEY, 0]) + record.encode(0), []) for n, record in enumerate(records)
    ]
    (directory / f"{base:020d}.log").write_bytes(write_batch(rows))


def test_a_metadata_log_says_which_topics_are_compacted(tmp_path: Path) -> None:
    _log(
        tmp_path, 0,
        _policy("a", "compact"),
        _policy("b", "compact,delete"),
        _policy("c", "delete"),
        _policy("d", "compact"), _policy("d", None),
        TopicRecord(name="e", topic_id=UUID(int=5)), _policy("e", "compact"), RemoveTopicRecord(topic_id=UUID(int=5)),
        _policy("f", "compact", kind=4),
        _policy("g", "compact", name="compression.type"),
    )  # fmt: skip
    assert compacted_topics(ReportSource(str(tmp_path))) == INTERNAL | {"a", "b"}


def test_without_the_beginning_of_the_metadata_log_nobody_knows(tmp_path: Path) -> None:
    (tmp_path / "t-0").mkdir()
    (tmp_path / "t-0" / f"{0:020d}.log").write_bytes(write_batch([(0, 1, None, b"v", [])]))
    assert compacted_topics(ReportSource(str(tmp_path))) is None
    _log(tmp_path, 7, _policy("a", "compact"))
    assert compacted_topics(ReportSource(str(tmp_path))) is None


def test_a_broker_says_which_topics_are_compacted() -> None:
    with kafkawire.testing.broker() as broker:
        with Admin(broker.bootstrap_servers) as admin:
            admin.create_topics({"a": NewTopic(1, 1, {"cleanup.policy": "compact"}), "b": 1})
        found = compacted_topics(ReportSource(broker.bootstrap_servers, is_bootstrap=True))
    assert found is not None
    assert found - INTERNAL == {"a"}
