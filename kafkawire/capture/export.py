"""Exchanges as files that other tools read: JSON lines, CSV, and by pyarrow Parquet and Arrow."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from kafkawire.capture.columns import COLUMNS, row_of
from kafkawire.capture.exchange import Exchange
from kafkawire.jsonform import to_json

__all__ = ["FORMATS", "export", "json_row"]

FORMATS = ("jsonl", "csv", "parquet", "arrow")
_BATCH = 4096  # rows of Arrow at a time


def json_row(exchange: Exchange, *, bodies: bool = True, secrets: bool = False) -> dict[str, Any]:
    """An exchange as what JSON can say; passwords and the like are hidden unless `secrets` are asked for."""
    row = {
        name: value.isoformat() if isinstance(value, datetime) else value for name, value in row_of(exchange).items()
    }
    if bodies:
        request, response = exchange.request, exchange.response
        row["request"] = None if request is None else to_json(request, exchange.version or 0, secrets=secrets)
        version = exchange.response_version or 0
        row["response"] = None if response is None else to_json(response, version, secrets=secrets)
    return row


def export(exchanges: Iterable[Exchange], path: Path, form: str, *, bodies: bool = True, secrets: bool = False) -> int:
    """Write a file of one of `FORMATS`; how many exchanges it has. Lists and bodies are JSON where there are none."""
    rows = (json_row(each, bodies=bodies, secrets=secrets) for each in exchanges)
    if form == "jsonl":
        return _write_json(rows, path)
    return _write_csv(rows, path, bodies) if form == "csv" else _write_arrow(rows, path, form, bodies)


def _write_json(rows: Iterable[dict[str, Any]], path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def _names(bodies: bool) -> list[str]:
    return [*COLUMNS, *(("request", "response") if bodies else ())]


def _flat(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value


def _write_csv(rows: Iterable[dict[str, Any]], path: Path, bodies: bool) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _names(bodies))
        writer.writeheader()
        for row in rows:
            texts = {name: " ".join(value) if isinstance(value, list) else _flat(value) for name, value in row.items()}
            writer.writerow(texts)
            count += 1
    return count


def _write_arrow(rows: Iterator[dict[str, Any]], path: Path, form: str, bodies: bool) -> int:
    import pyarrow as pa

    schema = _schema(bodies)
    count = 0
    with _arrow_writer(path, form, schema) as writer:
        while some := list(islice(rows, _BATCH)):
            columns = {
                name: [datetime.fromisoformat(row[name]) if name == "time" else _flat(row[name]) for row in some]
                for name in schema.names
            }
            writer.write_table(pa.table(columns, schema=schema))
            count += len(some)
    return count


def _schema(bodies: bool) -> Any:
    import pyarrow as pa

    kinds = {
        "number": pa.int64(),
        "text": pa.string(),
        "texts": pa.list_(pa.string()),
        "flag": pa.bool_(),
        "time": pa.timestamp("us", "UTC"),
    }
    types = {name: kinds[column.kind] for name, column in COLUMNS.items()} | {"latency_ms": pa.float64()}
    return pa.schema([(name, types.get(name, pa.string())) for name in _names(bodies)])


def _arrow_writer(path: Path, form: str, schema: Any) -> Any:
    if form == "parquet":
        import pyarrow.parquet as pq

        return pq.ParquetWriter(path, schema)
    import pyarrow as pa

    return pa.ipc.new_file(path, schema)
