"""What `kafkawire spark` reports, as queries over the formats: they run where the session does, and scale with it.

Each takes a session and where to read, and gives a DataFrame with a row for each partition.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kafkawire.spark.cleanup import compacted_topics
from kafkawire.spark.report_source import ReportSource

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["audit", "audit_findings", "compaction_preview", "lag", "topic_stats"]

_ID = ("topic", "partition")
_IS_DAMAGED = "(not crcOk or (error is not null and error not like 'the log ends here%'))"
_IS_MARKER = "control in ('ABORT', 'COMMIT')"
# The first record of a batch, not the oldest; with the time of the append it is that of all.
_FIRST_TIME = "case when timestampType = 0 then coalesce(baseTimestamp, maxTimestamp) else maxTimestamp end"
_IS_IN_TRANSACTION = "transactional and control is null and recordCount > 0"


def audit(spark: SparkSession, source: ReportSource) -> DataFrame:
    """What is stored, and what of it is damaged, missing, out of order or undecided."""
    from pyspark.sql import functions as f

    batches = source.segments(spark, mode="batches")
    tail = "case when error like 'the log ends here%' then size else 0 end"
    found = batches.groupBy(*_ID).agg(
        f.countDistinct("segment").alias("segments"),
        f.count("magic").alias("batches"),
        f.expr("sum(size) as bytes"),
        f.expr(f"count_if({_IS_DAMAGED}) as damaged"),
        f.expr(f"sum({tail}) as tail_bytes"),
        f.expr("count_if(gapBefore > 0) as gaps"),
        f.expr("sum(greatest(gapBefore, 0L)) as missing_offsets"),
        f.expr("count_if(gapBefore < 0) as disorder"),
        f.expr("count(distinct case when producerId >= 0 then producerId end) as producers"),
        f.expr(
            f"min_by(concat(segment, ', position ', position, ': ', coalesce(error, '')), position) "
            f"filter (where {_IS_DAMAGED}) as first_damage"
        ),
    )
    opened = _open_transactions(batches)
    return found.join(opened, list(_ID), "left").fillna(0, ["open_transactions"]).orderBy(*_ID)


def _open_transactions(batches: DataFrame) -> DataFrame:
    """Per partition, of how many producers the last transactional batch has no marker behind it."""
    from pyspark.sql import functions as f

    ends = (
        batches.where("transactional")
        .groupBy(*_ID, "producerId")
        .agg(
            f.expr(f"max(baseOffset) filter (where {_IS_IN_TRANSACTION}) as last_data"),
            f.expr(f"max(baseOffset) filter (where {_IS_MARKER}) as last_marker"),
        )
    )
    is_open = "last_data is not null and last_data > coalesce(last_marker, -1)"
    return ends.groupBy(*_ID).agg(f.expr(f"count_if({is_open}) as open_transactions"))


def audit_findings(spark: SparkSession, source: ReportSource) -> DataFrame:
    """Where something is wrong, a row each: `kind` (damage, gap, disorder, open transaction), and its offsets.

    `last` is the last offset of it, `begin` and `end` those of the partition. Where not even a head can be read it
    begins behind the batch before.
    """
    from pyspark.sql import functions as f

    batches = source.segments(spark, mode="batches")
    before = "max(lastOffset) over (partition by topic, partition order by segment, position rows between unbounded "
    placed = batches.withColumn("behind", f.expr(before + "preceding and 1 preceding) + 1"))
    kinds = {
        "damage": (_IS_DAMAGED, "coalesce(baseOffset, behind, 0)", "coalesce(lastOffset, baseOffset, behind, 0)"),
        "gap": ("gapBefore > 0", "baseOffset - gapBefore", "baseOffset - 1"),
        "disorder": ("gapBefore < 0", "baseOffset", "lastOffset"),
    }
    found = _undecided(batches)
    for kind, (where, first, last) in kinds.items():
        rows = placed.where(where).selectExpr(*_ID, f"'{kind}' as kind", f"{first} as first", f"{last} as last")
        found = found.unionAll(rows)
    extents = batches.groupBy(*_ID).agg(
        f.expr("min(coalesce(baseOffset, lastOffset)) as begin"), f.expr("max(lastOffset) + 1 as end")
    )
    return extents.join(found, list(_ID), "left").orderBy(*_ID, "first")


def _undecided(batches: DataFrame) -> DataFrame:
    """From the first batch of each transaction without a marker behind it to the producer's last."""
    over = "over (partition by topic, partition, producerId)"
    marked = batches.where("transactional").selectExpr(
        *_ID, "producerId", "baseOffset", "lastOffset", f"{_IS_IN_TRANSACTION} as is_data",
        f"coalesce(max(case when {_IS_MARKER} then baseOffset end) {over}, -1) as last_marker",
    )  # fmt: skip
    behind = marked.where("is_data and baseOffset > last_marker").groupBy(*_ID, "producerId")
    spans = behind.agg({"baseOffset": "min", "lastOffset": "max"})
    return spans.selectExpr(
        *_ID, "'open transaction' as kind", "`min(baseOffset)` as first", "`max(lastOffset)` as last"
    )


def topic_stats(spark: SparkSession, source: ReportSource) -> DataFrame:
    """Sizes, codecs and times. Of brokers nothing is known of batches, and bytes are those of keys and values."""
    from pyspark.sql import functions as f

    if source.is_bootstrap:
        records = source.records(spark, "key,value,topic,partition,offset,timestamp")
        return (
            records.groupBy(*_ID)
            .agg(
                f.count("*").alias("records"),
                f.expr("sum(coalesce(length(key), 0) + coalesce(length(value), 0)) as bytes"),
                f.min("offset").alias("first_offset"),
                f.max("offset").alias("last_offset"),
                f.min("timestamp").alias("oldest"),
                f.max("timestamp").alias("newest"),
            )
            .orderBy(*_ID)
        )
    batches = source.segments(spark, mode="batches").where("magic is not null")
    return (
        batches.groupBy(*_ID)
        .agg(
            f.expr("sum(case when control is null then recordCount else 0 end) as records"),
            f.expr("sum(size) as bytes"),
            f.count("*").alias("batches"),
            f.expr("array_join(sort_array(collect_set(codec)), ',') as codecs"),
            f.expr("cast(avg(size) as bigint) as bytes_per_batch"),
            f.expr("min(coalesce(baseOffset, lastOffset)) as first_offset"),
            f.max("lastOffset").alias("last_offset"),
            f.expr(f"min({_FIRST_TIME}) as oldest"),
            f.max("maxTimestamp").alias("newest"),
        )
        .orderBy(*_ID)
    )


def compaction_preview(spark: SparkSession, source: ReportSource) -> DataFrame:
    """What would be left if all of the log were compacted: of each key its last record, tombstones included.

    Bytes are those of keys and values. Records without a key are dropped by compaction. Topics that are known not to be
    compacted are left out, unless the source names them.
    """
    from pyspark.sql import functions as f

    compacted = None if source.topics else compacted_topics(source)
    if compacted:
        source = replace(source, topics=tuple(sorted(compacted)))
    found = source.records(spark, "key,value,topic,partition,offset")
    records = (found if compacted != set() else found.where("false")).selectExpr(
        *_ID, "key", "offset", "value is null as is_tombstone",
        "coalesce(length(key), 0) + coalesce(length(value), 0) as bytes",
    )  # fmt: skip
    last = records.groupBy(*_ID, "key").agg(
        f.count("*").alias("records"),
        f.sum("bytes").alias("bytes"),
        f.expr("max_by(struct(bytes, is_tombstone), offset) as kept"),
    )
    return (
        last.groupBy(*_ID)
        .agg(
            f.expr("sum(records) as records"),
            f.expr("count(key) as records_after"),
            f.expr("sum(bytes) as bytes"),
            f.expr("sum(case when key is not null then kept.bytes else 0 end) as bytes_after"),
            f.expr("count_if(key is not null and kept.is_tombstone) as tombstones"),
            f.expr("sum(case when key is null then records else 0 end) as without_key"),
        )
        .orderBy(*_ID)
    )


def lag(spark: SparkSession, source: ReportSource) -> DataFrame:
    """Offsets that groups have committed, beside the ends of the logs in the same directory."""
    from pyspark.sql import functions as f

    offsets = ReportSource(source.path, topics=("__consumer_offsets",)).segments(
        spark, valueFormat="kafka-internal", onCorrupt="skip"
    )
    last = (
        offsets.where("type = 'OffsetCommit'")
        .groupBy("key")
        .agg(f.expr("max_by(struct(value), offset).value as value"))
        .where("value is not null")
    )
    commits = last.selectExpr(
        "get_json_object(key, '$.group') as group",
        "get_json_object(key, '$.topic') as topic",
        "cast(get_json_object(key, '$.partition') as int) as partition",
        "cast(get_json_object(value, '$.offset') as bigint) as committed",
    )
    batches = ReportSource(source.path).segments(spark, mode="batches")
    ends = batches.groupBy(*_ID).agg(f.expr("max(lastOffset) + 1 as end"))
    wanted = commits.where(f.col("topic").isin(list(source.topics))) if source.topics else commits
    joined = wanted.join(ends, list(_ID), "left")
    return joined.selectExpr(
        "group", *_ID, "committed", "end", "case when end is not null then greatest(end - committed, 0L) end as lag"
    ).orderBy("group", *_ID)
