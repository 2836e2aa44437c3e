"""Topics and their partitions, and the options of whatever has some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kafkawire.client.metadata import TopicPartition
from kafkawire.console.parameters import choice, flag, text
from kafkawire.console.rows import Rows, first_rows, known, partly
from kafkawire.console.view import Params
from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

__all__ = ["configs", "topic", "topics"]

_SHARED = ("DYNAMIC_BROKER_CONFIG", "DYNAMIC_DEFAULT_BROKER_CONFIG", "STATIC_BROKER_CONFIG", "DEFAULT_CONFIG")
_BY_ORIGIN = {source: place for place, source in enumerate(_SHARED, start=1)}  # first what is said of this thing alone


async def topics(admin: Admin, params: Params) -> Any:
    """All topics, the internal ones if asked for; sizes and states of those that are shown."""
    internal = flag(params, "internal")
    rows: Rows = [
        {"topic": name, "partitions": len(info.partitions), "internal": info.is_internal}
        for name, info in (await admin.list_topics()).items()
        if internal or not info.is_internal
    ]
    page = first_rows(rows, params, "topic")
    described, notes = await partly(admin.describe_topics([row["topic"] for row in page["rows"]]), "topic")
    partitions = {name: topic.partitions for name, topic in described.items()}
    tps = [TopicPartition(name, p.partition) for name, found in partitions.items() for p in found]
    sizes, more = await _sizes(admin, tps)
    for row in page["rows"]:
        found = partitions.get(row["topic"], ())
        row["replicas"] = max((len(p.replicas) for p in found), default=None)
        row["underReplicated"] = sum(len(p.isr) < len(p.replicas) for p in found)
        row["leaderless"] = sum(p.leader < 0 for p in found)
        mine = [sum(sizes[tp].values()) for p in found if (tp := TopicPartition(row["topic"], p.partition)) in sizes]
        row["size"] = sum(mine) if mine else None
    return page | {"notes": notes + more}


async def topic(admin: Admin, params: Params) -> Any:
    """One topic, partition by partition."""
    from kafkawire.client.admin.records import OffsetSpec

    name = text(params, "topic")
    topic = (await admin.describe_topics([name]))[name]
    page = first_rows([{"partition": p.partition, "found": p} for p in topic.partitions], params, "partition")
    tps = [TopicPartition(name, row["partition"]) for row in page["rows"]]
    starts, notes = await partly(admin.list_offsets(dict.fromkeys(tps, OffsetSpec.EARLIEST)), "partition")
    ends, _ = await partly(admin.list_offsets(dict.fromkeys(tps, OffsetSpec.LATEST)), "partition")
    sizes, more = await _sizes(admin, tps)
    for tp, row in zip(tps, page["rows"], strict=True):
        p = row.pop("found")
        row |= {
            "leader": None if p.leader < 0 else p.leader,
            "epoch": known(p.leader_epoch),
            "replicas": list(p.replicas),
            "isr": list(p.isr),
            "offline": list(p.offline_replicas),
            "start": starts[tp].offset if tp in starts else None,
            "end": ends[tp].offset if tp in ends else None,
            "size": sizes.get(tp, {}).get(p.leader),
        }
    facts = {"topic": topic.name, "id": str(topic.topic_id), "internal": topic.is_internal}
    return page | facts | {"notes": notes + more}


async def _sizes(admin: Admin, tps: Sequence[TopicPartition]) -> tuple[dict[TopicPartition, dict[int, int]], list[str]]:
    """Bytes of each replica: partition -> broker -> size."""
    if not tps:
        return {}, []
    try:
        found, notes = await partly(admin.describe_log_dirs(partitions=tps), "size")
    except KafkaWireError as exc:
        return {}, [f"no sizes: {exc}"]
    sizes: dict[TopicPartition, dict[int, int]] = {}
    for broker, dirs in found.items():
        for tp, replica in ((tp, replica) for one in dirs for tp, replica in one.replicas.items()):
            sizes.setdefault(tp, {}).setdefault(broker, replica.size)
    return sizes, notes


async def configs(admin: Admin, params: Params) -> Any:
    """The options of a topic, a broker and the like, those that are its own first."""
    resource = choice(params, "kind", ("topic", "broker", "broker_logger", "group", "client_metrics"))
    name = text(params, "resource")
    entries = (await admin.describe_configs([(resource, name)], synonyms=True))[resource, name]
    rows: Rows = [
        {
            "name": entry.name,
            "value": entry.value,
            "source": entry.source,
            "readOnly": entry.is_read_only,
            "sensitive": entry.is_sensitive,
            "type": entry.type,
            "synonyms": [synonym._asdict() for synonym in entry.synonyms],
        }
        for entry in entries.values()
    ]
    rows.sort(key=lambda row: (_BY_ORIGIN.get(row["source"], 0), row["name"]))
    return first_rows(rows, params, "name", "value", "source")
