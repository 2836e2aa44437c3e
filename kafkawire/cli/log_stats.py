"""How the counts of `kafkawire log stats` are shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from kafkawire.cli.output import printable, text_table
from kafkawire.logfiles.finding import Partition
from kafkawire.logfiles.stats import Keys, Stats

__all__ = ["stats_json", "stats_text"]

_MOST = 20  # producers that are shown


def stats_json(found: Stats) -> dict[str, Any]:
    """All of it, with the names of JSON."""
    return {_name(key): _camel(value) for key, value in asdict(found).items()}


def _camel(value: Any) -> Any:
    if isinstance(value, dict):
        return {_name(key): _camel(part) for key, part in value.items()}
    return [_camel(part) for part in value] if isinstance(value, list | tuple) else value


def _name(key: Any) -> str:
    first, *others = str(key).split("_")
    return first + "".join(map(str.capitalize, others))


def stats_text(partition: Partition, found: Stats) -> Iterator[str]:
    """The counts line by line, with small tables."""
    yield printable(str(partition))
    facts = {
        "segments": f"{found.segments}, {found.size} bytes",
        "batches": f"{found.batches}, of {found.smallest_batch} to {found.largest_batch} bytes",
        "records": str(found.records),
        "offsets": _span(found.first_offset, found.last_offset),
        "times": _span(_time(found.first_timestamp), _time(found.last_timestamp)),
        "formats": ", ".join(f"{count} of format {magic}" for magic, count in sorted(found.formats.items())) or "-",
        "undecided": ", ".join(f"producer {who} from {at} on" for who, at in found.open_transactions.items()) or "-",
    }
    yield from (f"  {name:10} {fact}" for name, fact in facts.items())
    yield from (f"  damaged    {printable(path)}, position {at}: {cause}" for path, at, cause in found.damaged[:_MOST])
    yield from _keys(found.keys) if found.keys else ()
    yield from _codecs(found)
    yield from _producers(found)


def _span(first: object, last: object) -> str:
    return "-" if first is None else f"{first} to {last}"


def _time(milliseconds: int | None) -> str | None:
    """In UTC, which is said; as a number where no calendar has it."""
    if milliseconds is None:
        return None
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError, OSError):
        return str(milliseconds)


def _keys(keys: Keys) -> Iterator[str]:
    known = "" if keys.is_complete else f" up to offset {keys.up_to}, where the memory for keys was full"
    yield f"  keys       {keys.distinct} different{known}, {keys.without} records without, {keys.tombstones} tombstones"
    part = f", {keys.kept_size / keys.size:.0%}" if keys.size else ""
    kept = f"{keys.kept} records, {keys.kept_size} of {keys.size} bytes of keys and values{part}"
    yield f"  compaction would keep {kept}; {keys.kept_tombstones} of them are tombstones, which go later"


def _codecs(found: Stats) -> Iterator[str]:
    rows = [
        (name, str(one.batches), str(one.records), str(one.size), str(one.record_bytes) if one.record_bytes else "-")
        for name, one in sorted(found.codecs.items())
    ]
    if rows:
        table = text_table(("codec", "batches", "records", "bytes", "decompressed"), rows, numeric=(1, 2, 3, 4))
        yield from (f"  {line}" for line in table)


def _producers(found: Stats) -> Iterator[str]:
    rows = []
    for who, p in list(found.producers.items())[-_MOST:]:
        numbers = (who, p.epoch, p.batches, p.records, p.last_offset)
        rows.append([*map(str, numbers), _time(p.last_timestamp) or "-", str(p.committed), str(p.aborted)])
    if rows:
        heads = ("producer", "epoch", "batches", "records", "last offset", "last written", "committed", "aborted")
        yield from (f"  {line}" for line in text_table(heads, rows, numeric=(0, 1, 2, 3, 4, 6, 7)))
    if len(found.producers) > _MOST:
        yield f"  {len(found.producers) - _MOST} more producers; --json has all"
