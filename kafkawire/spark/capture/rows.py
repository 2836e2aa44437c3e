"""Pairs to rows, with request and response as JSON."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kafkawire.capture.exchange import TOKEN, read_request, read_response, response_version
from kafkawire.capture.frames import Frame
from kafkawire.capture.pairs import Asked, Pair
from kafkawire.capture.reader import read_pairs
from kafkawire.capture.tcp import CaptureLimits
from kafkawire.errors import KafkaWireError
from kafkawire.jsonform import to_json
from kafkawire.message import Request, Response
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.spark.paths import naming, open_file
from kafkawire.spark.tables import Table

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["CAPTURE_COLUMNS", "capture_rows", "read_capture"]

CAPTURE_COLUMNS = {
    "file": "string",
    "connection": "int",  # number within the file
    "client": "string",  # address and port
    "server": "string",
    "apiKey": "int",
    "apiName": "string",
    "apiVersion": "int",
    "correlationId": "int",
    "clientId": "string",
    "requestSize": "bigint",  # bytes, with the 4 of the size field, which may claim as much as an int can say
    "responseSize": "bigint",
    "requestTime": "timestamp",  # of the packet with the last byte
    "responseTime": "timestamp",
    "latencyUs": "bigint",
    "request": "string",
    "response": "string",
    "error": "string",
}

_log = logging.getLogger("kafkawire.spark")


def read_capture(
    path: str, ports: frozenset[int], *, bodies: bool, messages: MessageSet = PROTOCOL
) -> Iterator[pa.RecordBatch]:
    """The rows of a capture as Arrow record batches."""
    table = Table(CAPTURE_COLUMNS)
    for row in capture_rows(path, ports, bodies=bodies, messages=messages):
        table.add(row)
        if table.is_full:
            yield table.take()
    yield table.take()


def capture_rows(
    path: str, ports: frozenset[int], *, bodies: bool, messages: MessageSet = PROTOCOL
) -> Iterator[dict[str, Any]]:
    """The rows of a capture, those of a connection in the order of its requests.

    Without `bodies` only headers are decoded.
    Raises `DecodeError` if the file is no capture, or damaged, `FileFailed` if it cannot be read. What is wrong with a
    frame is in its row.
    """
    with naming(path), open_file(path) as raw:
        for pair in read_pairs(raw, ports, messages, CaptureLimits(), _log.warning):
            yield {"file": path} | _row(pair, bodies, messages)


def _row(pair: Pair, bodies: bool, messages: MessageSet) -> dict[str, Any]:
    connection = pair.connection
    row: dict[str, Any] = {"connection": connection.number}
    row |= {"client": str(connection.client), "server": str(connection.server)}
    errors: list[str] = []
    if pair.asked is not None:
        row |= {"requestSize": pair.asked.frame.size + 4, "requestTime": pair.asked.frame.time // 1000}
        row |= _request(pair.asked, bodies, errors, messages)
    if pair.answer is not None:
        row |= {"responseSize": pair.answer.size + 4, "responseTime": pair.answer.time // 1000}
        row |= _response(pair, bodies, errors, messages)
    if pair.asked is not None and pair.answer is not None:
        row["latencyUs"] = (pair.answer.time - pair.asked.frame.time) // 1000
    return row | {"error": "; ".join(errors) or None}


def _request(asked: Asked, bodies: bool, errors: list[str], messages: MessageSet) -> dict[str, Any]:
    if asked.is_token:
        return {"apiName": TOKEN}
    header = asked.header
    row: dict[str, Any] = {"correlationId": asked.correlation_id}
    if asked.key is not None:
        row |= {"apiKey": asked.key, "apiVersion": asked.version}
    if header is not None:
        row |= {"apiName": messages.api_name(header.request_api_key), "clientId": header.client_id}
    if bodies or header is None:
        _decode(row, "request", asked, asked.frame, errors, messages)
    return row


def _response(pair: Pair, bodies: bool, errors: list[str], messages: MessageSet) -> dict[str, Any]:
    assert pair.answer is not None
    row: dict[str, Any] = {}
    if pair.asked is None:
        if len(pair.answer.data) >= 4:
            row["correlationId"] = int.from_bytes(pair.answer.data[:4], "big", signed=True)
        errors.append("response: its request is not in the capture")
    elif pair.asked.body_at and bodies:
        _decode(row, "response", pair.asked, pair.answer, errors, messages)
    return row


def _decode(
    row: dict[str, Any], part: str, asked: Asked, frame: Frame, errors: list[str], messages: MessageSet
) -> None:
    """Put the message into the row, or say why there is none. Bytes after it are no obstacle, as for brokers."""
    if not frame.is_whole:
        errors.append(f"{part}: {_what_is_there(frame)}")
        return
    message: Request | Response
    try:
        if part == "request":
            message, end = read_request(frame.data, asked, messages)
            version = asked.version
        else:
            message, end = read_response(frame.data, asked, messages)
            version = response_version(frame.data, asked)
    except KafkaWireError as exc:
        errors.append(f"{part}: {exc}")
        return
    assert version is not None
    row[part] = json.dumps(to_json(message, version, secrets=False))
    if end != frame.size:
        errors.append(f"{part}: {frame.size - end} bytes are left over behind it")


def _what_is_there(frame: Frame) -> str:
    if not frame.data:
        return f"the frame says {frame.size} bytes"
    return f"{len(frame.data)} of {frame.size} bytes are in the capture"
