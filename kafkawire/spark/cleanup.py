"""Which topics are compacted: brokers are asked, a directory may have a metadata log that says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.report_source import ReportSource

__all__ = ["compacted_topics"]

_METADATA = TopicPartition("__cluster_metadata", 0)
_ALWAYS = {"__consumer_offsets", "__share_group_state", "__transaction_state"}
_POLICY = "cleanup.policy"
_TOPIC = 2  # type of a resource


def compacted_topics(source: ReportSource) -> set[str] | None:
    """Topics whose `cleanup.policy` has `compact`; None where the metadata log is not there from its beginning."""
    if source.is_bootstrap:
        return _of_brokers(source)
    records = _metadata_records(source.path)
    return None if records is None else _ALWAYS | _by_records(records)


def _of_brokers(source: ReportSource) -> set[str]:
    from kafkawire.client.blocking import Admin
    from kafkawire.spark.options import parse_options
    from kafkawire.spark.security import common_arguments, open_arguments

    given = {"kafka.bootstrap.servers": source.path, "subscribePattern": ".*", **source.client}
    client = common_arguments(open_arguments(parse_options(given).client))
    with Admin(source.path, **client) as admin:
        configs = admin.describe_configs([("topic", name) for name in admin.list_topics()], names=[_POLICY])
    return {name for (_, name), found in configs.items() if "compact" in (found[_POLICY].value or "")}


def _metadata_records(path: str) -> Iterator[Mapping[str, Any]] | None:
    """What the metadata log says, from its beginning; None if a snapshot has taken the place of that."""
    from kafkawire.spark.log.files import find_segments

    segments = find_segments([path]).get(_METADATA)
    return _read(path) if segments and segments[0].base_offset == 0 else None


def _read(path: str) -> Iterator[Mapping[str, Any]]:
    from kafkawire.spark.log import planning
    from kafkawire.spark.log.options import parse_log_options
    from kafkawire.spark.log.reading import read_parts

    given = {"path": path, "topic": _METADATA.topic, "valueFormat": "kafka-internal", "onCorrupt": "skip"}
    options = parse_log_options(given)
    for parts in planning.plan(options, planning.chosen(options), planning.Wanted()):
        for batch in read_parts(options, parts):
            yield from batch.select(["type", "value"]).to_pylist()


def _by_records(records: Iterator[Mapping[str, Any]]) -> set[str]:
    import json

    names: dict[str, str] = {}  # by id
    policies: dict[str, str] = {}
    for record in records:
        if record["type"] not in ("ConfigRecord", "TopicRecord", "RemoveTopicRecord"):
            continue
        value = json.loads(record["value"])
        match record["type"]:
            case "TopicRecord":
                names[value["topicId"]] = value["name"]
            case "RemoveTopicRecord":
                policies.pop(names.pop(value["topicId"], ""), None)
            case _ if value["resourceType"] == _TOPIC and value["name"] == _POLICY:
                policies[value["resourceName"]] = value["value"] or ""
    return {name for name, policy in policies.items() if "compact" in policy}
