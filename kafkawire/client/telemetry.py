"""Traces that go on through Kafka: OpenTelemetry's context in the headers of records, as W3C has it.

    producer.send("orders", value, headers=trace_headers())              # where the span is open
    with tracer.start_as_current_span("handle", context_of(record.headers)):
        ...

Needs `pip install kafkawire[otel]`. Metrics for OpenTelemetry are in `kafkawire.client.metrics`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kafkawire.records import Header

if TYPE_CHECKING:
    from opentelemetry.context import Context

__all__ = ["context_of", "trace_headers"]


def trace_headers() -> list[Header]:
    """Headers that carry the current span to whoever reads the record; none outside of a span."""
    from opentelemetry.propagate import inject

    carrier: dict[str, str] = {}
    inject(carrier)
    return [(name, value.encode()) for name, value in carrier.items()]


def context_of(headers: Iterable[Header]) -> Context:
    """The context that a record was written in; an empty one if its headers carry none, or nonsense."""
    from opentelemetry.propagate import extract

    carrier = {name: value.decode("ascii", "replace") for name, value in headers if value is not None}
    return extract(carrier)
