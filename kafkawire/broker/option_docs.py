"""What admin tools are told about options: Kafka's type of each, and a line about it."""

from __future__ import annotations

__all__ = ["INT", "TEXTS", "TYPE_NAMES", "config_type", "is_list"]

_BOOLEAN, _STRING, INT, _LONG, _DOUBLE, _LIST = 1, 2, 3, 5, 6, 7
TYPE_NAMES = {_BOOLEAN: "BOOLEAN", _STRING: "STRING", INT: "INT", _LONG: "LONG", _DOUBLE: "DOUBLE", _LIST: "LIST"}
"""Kafka's names for the types of options, by number."""
_BY_ANNOTATION = {"bool": _BOOLEAN, "float": _DOUBLE, "int": _LONG, "int | None": _LONG, "str": _STRING}
_INTS = frozenset(
    {
        "compression.gzip.level",
        "compression.lz4.level",
        "compression.zstd.level",
        "fetch.max.bytes",
        "consumer.assignment.interval.ms",
        "consumer.heartbeat.interval.ms",
        "consumer.session.timeout.ms",
        "group.consumer.assignment.interval.ms",
        "group.consumer.heartbeat.interval.ms",
        "group.consumer.max.assignment.interval.ms",
        "group.consumer.max.heartbeat.interval.ms",
        "group.consumer.max.session.timeout.ms",
        "group.consumer.max.size",
        "group.consumer.min.assignment.interval.ms",
        "group.consumer.min.heartbeat.interval.ms",
        "group.consumer.min.session.timeout.ms",
        "group.consumer.session.timeout.ms",
        "group.initial.rebalance.delay.ms",
        "group.max.session.timeout.ms",
        "group.max.size",
        "group.min.session.timeout.ms",
        "index.interval.bytes",
        "interval.ms",
        "log.cleaner.threads",
        "log.flush.offset.checkpoint.interval.ms",
        "log.index.interval.bytes",
        "log.index.size.max.bytes",
        "log.retention.hours",
        "log.retention.minutes",
        "log.roll.hours",
        "log.roll.jitter.hours",
        "log.segment.bytes",
        "max.connections",
        "max.connections.per.ip",
        "max.incremental.fetch.session.cache.slots",
        "max.message.bytes",
        "message.max.bytes",
        "min.insync.replicas",
        "node.id",
        "num.partitions",
        "offset.metadata.max.bytes",
        "offsets.retention.minutes",
        "offsets.topic.num.partitions",
        "offsets.topic.segment.bytes",
        "producer.id.expiration.ms",
        "segment.bytes",
        "segment.index.bytes",
        "socket.request.max.bytes",
    }
)
_LISTS = frozenset(
    {
        "advertised.listeners",
        "cleanup.policy",
        "follower.replication.throttled.replicas",
        "group.consumer.assignors",
        "match",
        "metrics",
        "leader.replication.throttled.replicas",
        "listeners",
        "log.cleanup.policy",
        "log.dirs",
    }
)
_TOPIC_TEXTS = {
    "cleanup.policy": "What happens to old records: delete, compact, or both.",
    "compression.gzip.level": "How hard gzip tries where the broker compresses: 1 to 9, or -1 for its default.",
    "compression.lz4.level": "How hard lz4 tries where the broker compresses: 1 to 17.",
    "compression.zstd.level": "How hard zstd tries where the broker compresses: -131072 to 22.",
    "compression.type": "How records are stored; producer keeps what the producer has sent.",
    "delete.retention.ms": "How long a tombstone stays in a compacted log.",
    "file.delete.delay.ms": "How long deleted files stay on the disk under another name.",
    "flush.messages": "How many records may be written before they are forced to disk.",
    "flush.ms": "How long a record may wait before it is forced to disk.",
    "index.interval.bytes": "How many bytes of log lie between two entries of its index.",
    "max.compaction.lag.ms": "How long a record may escape compaction.",
    "max.message.bytes": "The largest record batch that is accepted.",
    "message.timestamp.after.max.ms": "How far a record's timestamp may lie ahead of the broker's clock.",
    "message.timestamp.before.max.ms": "How far a record's timestamp may lie behind the broker's clock.",
    "message.timestamp.type": "Whose clock stamps the records: CreateTime or LogAppendTime.",
    "min.cleanable.dirty.ratio": "How much of a log must be dirty before it is compacted.",
    "min.compaction.lag.ms": "How long a record is safe from compaction.",
    "follower.replication.throttled.replicas": "Which replicas copy slowly. Nothing is copied here.",
    "leader.replication.throttled.replicas": "Which replicas are copied slowly. Nothing is copied here.",
    "local.retention.bytes": "How much of a tiered log stays on this disk. There is no tiered storage here.",
    "local.retention.ms": "How long records of a tiered log stay on this disk. There is no tiered storage here.",
    "min.insync.replicas": "How many replicas must have a record before a producer with acks=all is answered.",
    "preallocate": "Whether files get their whole size at once. They grow as needed here.",
    "remote.log.copy.disable": "Whether a tiered log is no longer copied. There is no tiered storage here.",
    "remote.log.delete.on.disable": "Whether the copies go with tiered storage. There is no tiered storage here.",
    "remote.storage.enable": "Whether the log is tiered. There is no tiered storage here.",
    "retention.bytes": "How large a partition may grow before its oldest segments are deleted; -1 for no limit.",
    "retention.ms": "How long records are kept; -1 for ever.",
    "segment.bytes": "The size at which a new segment is begun.",
    "segment.index.bytes": "The size of an index at which a new segment is begun.",
    "segment.jitter.ms": "By how much at most segments are begun earlier, so that not all logs roll at once.",
    "segment.ms": "The age at which a new segment is begun.",
    "unclean.leader.election.enable": "Whether a replica that is behind may lead. There is one replica here.",
}
_BROKER_TEXTS = {
    "advertised.listeners": "The address that clients are told; what listeners say if it is empty.",
    "auto.create.topics.enable": "Whether a topic is made when a client asks for its metadata.",
    "cluster.id": "The id of the cluster; a new directory gets a random one if it is empty.",
    "connections.max.idle.ms": "How long a connection may be silent before it is closed.",
    "delete.topic.enable": "Whether topics can be deleted.",
    "fetch.max.bytes": "The most that one fetch is answered with.",
    "group.consumer.assignment.interval.ms": "How long changes to a consumer group are gathered before it assigns.",
    "group.consumer.assignors": "The assignors that members may ask for; the first is taken if none does.",
    "group.consumer.heartbeat.interval.ms": "How often a member of a consumer group says that it is there.",
    "group.consumer.max.assignment.interval.ms": "The longest assignment interval that a group may set.",
    "group.consumer.max.heartbeat.interval.ms": "The longest heartbeat interval that a group may set.",
    "group.consumer.max.session.timeout.ms": "The longest session timeout that a group may set.",
    "group.consumer.max.size": "How many members a consumer group may have.",
    "group.consumer.migration.policy": "Whether groups with members may change from one protocol to the other.",
    "group.consumer.min.assignment.interval.ms": "The shortest assignment interval that a group may set.",
    "group.consumer.min.heartbeat.interval.ms": "The shortest heartbeat interval that a group may set.",
    "group.consumer.min.session.timeout.ms": "The shortest session timeout that a group may set.",
    "group.consumer.session.timeout.ms": "How long a member of a consumer group may be silent.",
    "group.initial.rebalance.delay.ms": "How long a new group waits for more members before its first rebalance.",
    "group.max.session.timeout.ms": "The longest session timeout that a member may have.",
    "group.max.size": "How many members a group may have.",
    "group.min.session.timeout.ms": "The shortest session timeout that a member may have.",
    "listeners": "The address that the broker listens on.",
    "log.cleaner.backoff.ms": "How long the cleaner rests when there is nothing to clean.",
    "log.cleaner.dedupe.buffer.size": "How much memory the cleaner may use for the keys of a log.",
    "log.cleaner.enable": "Whether logs are compacted.",
    "log.cleaner.io.buffer.load.factor": "How full the memory of the cleaner may become.",
    "log.cleaner.io.max.bytes.per.second": "How many bytes a second the cleaner may read and write.",
    "log.cleaner.threads": "How many logs may be compacted at a time.",
    "log.dirs": "The directory that the logs are kept in.",
    "log.flush.offset.checkpoint.interval.ms": "How often the recovery points are written down.",
    "log.flush.scheduler.interval.ms": "How long a record may wait for the disk if log.flush.interval.ms is not set.",
    "log.retention.hours": "How long records are kept if nothing shorter is set; -1 for ever.",
    "log.retention.minutes": "How long records are kept if log.retention.ms is not set; -1 for ever.",
    "log.roll.hours": "The age at which a new segment is begun if log.roll.ms is not set.",
    "log.roll.jitter.hours": "By how much at most segments are begun earlier if log.roll.jitter.ms is not set.",
    "log.retention.check.interval.ms": "How often the logs are searched for what is too old or too much.",
    "max.connections": "How many connections there may be; further ones wait.",
    "max.connections.per.ip": "How many connections one address may have; further ones are closed.",
    "max.connections.per.ip.overrides": "The same for single hosts: host:number, with commas in between.",
    "max.incremental.fetch.session.cache.slots": "How many fetch sessions are kept.",
    "node.id": "The id of this broker.",
    "num.partitions": "How many partitions a topic gets if nobody says.",
    "offset.metadata.max.bytes": "The longest text that may be committed beside an offset.",
    "offsets.retention.check.interval.ms": "How often committed offsets are searched for what is too old.",
    "offsets.retention.minutes": "How long offsets are kept after a group has become empty.",
    "offsets.topic.num.partitions": "How many partitions the topic of committed offsets gets.",
    "offsets.topic.segment.bytes": "The size at which that topic begins a new segment.",
    "producer.id.expiration.ms": "How long an idempotent producer is remembered after its last batch.",
    "socket.request.max.bytes": "The largest request that is read.",
}
_METRICS_TEXTS = {
    "interval.ms": "How often a client shall tell its metrics.",
    "match": "Which clients shall tell: client_id=PATTERN and the like; all if it is empty.",
    "metrics": "The beginnings of the names of the metrics that they shall tell.",
}
TEXTS = {**_TOPIC_TEXTS, **_BROKER_TEXTS, **_METRICS_TEXTS}
"""Option name -> a sentence about it. A broker's default for topics has the sentence of the topic's option."""


def config_type(name: str, annotation: str) -> int:
    """Kafka's number for the type of an option."""
    if name in _LISTS:
        return _LIST
    return INT if name in _INTS else _BY_ANNOTATION[annotation]


def is_list(name: str) -> bool:
    """Whether values can be appended to the option and subtracted from it."""
    return name in _LISTS
