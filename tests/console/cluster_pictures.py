"""`python -m tests.console.cluster_pictures`: makes pictures of a cluster and of the schemas, in docs/images/."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

import kafkawire.testing
from kafkawire.client.blocking import Producer
from kafkawire.console import Console, View
from kafkawire.console.cluster import ClusterView
from kafkawire.console.schemas import SchemasView
from tests.console.chromium import Browser
from tests.console.pictures import PICTURES

__all__: list[str] = []

_BEGAN = 1_767_225_600_000
_ROWS = "document.querySelectorAll('section:not([hidden]) tbody tr')"


async def _take(servers: str, profile: Path) -> None:
    browser = Browser(profile)
    try:
        views: list[View] = [ClusterView(servers, {}), SchemasView()]
        async with Console(views) as console, browser.page() as page:
            await page.open(console.url, width=1200, height=720)
            await page.run("location.hash = '#cluster/topic/orders'")
            await page.until(f"{_ROWS}.length === 40")
            await page.run(f"{_ROWS}[3].click()")
            await page.picture(PICTURES / "console-cluster.png")
            await page.run("document.getElementById('theme').click(); location.hash = '#schemas/FetchRequest/12..13'")
            await page.until("document.querySelectorAll('.schemas-body li').length === 4")
            await page.picture(PICTURES / "console-schemas.png")
    finally:
        browser.close()


def _main() -> None:
    with kafkawire.testing.broker(topics={"orders": 2}) as broker, tempfile.TemporaryDirectory() as name:
        with Producer(broker.bootstrap_servers) as producer:
            for n in range(40):
                order = {"id": n, "customer": f"c{n % 7}", "items": [{"sku": f"S-{n}", "count": 1 + n % 3}]}
                when = _BEGAN + 60_000 * n
                producer.send(
                    "orders", json.dumps(order).encode(), key=b"order-%d" % n, timestamp_ms=when, partition=n % 2
                )
        asyncio.run(_take(broker.bootstrap_servers, Path(name) / "profile"))


if __name__ == "__main__":
    _main()
