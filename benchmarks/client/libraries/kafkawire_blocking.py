"""Ours for code without an event loop."""

from __future__ import annotations

from benchmarks.client.libraries import Settings, Some, Watch, over_and_over
from benchmarks.client.libraries.kafkawire import VERSION, options_of
from kafkawire.client.blocking import Producer

__all__ = ["VERSION", "produce"]


def produce(address: str, topic: str, some: Some, counts: tuple[int, int], settings: Settings, watch: Watch) -> None:
    with Producer(address, **options_of(settings)) as producer:
        for count in counts:
            if count is counts[1]:
                watch.start()
            for key, value, headers in over_and_over(some, count):
                producer.send(topic, value, key=key, headers=headers)
            producer.flush()
        watch.stop()
