"""Reads what Apache Kafka's kafka-dump-log printed about a partition, to be compared with our own reading."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass, field
from pathlib import Path

_BATCH = re.compile(r"(?:baseOffset|offset): -?\d+ ")
_FIELD = re.compile(r"(\w+): (\S+)")
_RECORD = re.compile(
    r"\| offset: (-?\d+) (CreateTime|LogAppendTime|NoTimestampType): (-?\d+) keySize: (-?\d+) valueSize: (-?\d+)"
    r"(?: sequence: (-?\d+) headerKeys: \[(.*?)\](?= |$)| isValid: true crc: (\d+)\})(.*)",
    re.DOTALL,
)


@dataclass
class DumpedRecord:
    offset: int
    timestamp_type: str
    timestamp: int
    key_size: int
    value_size: int
    sequence: int | None
    header_names: str
    text: str


@dataclass
class DumpedBatch:
    fields: dict[str, str]
    records: list[DumpedRecord] = field(default_factory=list)


@dataclass
class DumpedFile:
    name: str
    """Partition directory and file."""
    batches: list[DumpedBatch] = field(default_factory=list)
    error: str = ""
    """What the tool itself failed with, after the last batch."""


def read_dump(file: Path) -> list[DumpedFile]:
    files: list[DumpedFile] = []
    for line in gzip.decompress(file.read_bytes()).decode("utf-8", "replace").split("\n"):
        if line.startswith("Dumping "):
            files.append(DumpedFile(line.removeprefix("Dumping ").strip()))
        elif not files:
            continue
        elif line.startswith("THREW"):
            files[-1].error = line
        elif _BATCH.match(line):
            files[-1].batches.append(DumpedBatch(dict(_FIELD.findall(line))))
        elif match := _RECORD.match(line):
            offset, kind, timestamp, key_size, value_size, sequence, names, _, text = match.groups()
            files[-1].batches[-1].records.append(
                DumpedRecord(
                    int(offset),
                    kind,
                    int(timestamp),
                    int(key_size),
                    int(value_size),
                    None if sequence is None else int(sequence),
                    names or "",
                    text.strip(),
                )
            )
    return files
