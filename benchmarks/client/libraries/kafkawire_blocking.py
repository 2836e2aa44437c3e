"""Ours for code without an event loop."""

from __future__ import annotations

from benchmarks.client.libraries import Settings, Watch
from benchmarks.client.libraries.kafkawire import VERSION, _options
from kafkawire.client.blocking import Producer

__all__ = ["VERSION", "produce"]


def produce(address: str, topic: str, value: bytes, counts: tuple[int, int], settings: Settings, watch: Watch) -> None:
    with Producer(address, **_options(settings)) as producer:
        for count in counts:
            if count is counts[1]:
                watch.start()
            for _ in range(count):
                producer.send(topic, value)
            producer.flush()
        watch.stop()
