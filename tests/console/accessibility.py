"""`python -m tests.console.accessibility AXE`: what axe-core says of every view, in both themes, on two widths.

AXE is the file `axe.min.js` of the npm package axe-core; `make accessibility` fetches it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kafkawire.testing
from kafkawire.client.blocking import Admin, Producer
from kafkawire.client.metadata import TopicPartition
from kafkawire.console import Console, View
from kafkawire.console.cluster import ClusterView
from kafkawire.console.schemas import SchemasView
from tests.console.chromium import Browser, Page
from tests.console.support import evil_capture, files, segment, wire

__all__ = ["PARTS", "filled", "steps"]

Step = tuple[str, str, str]
"""What it shows, a script that leads there, and what is true once it is there."""

HERE = "document.querySelector('.view:not([hidden])')"
PARTS = ["topics", "groups", "brokers", "transactions", "acls", "quotas", "logdirs", "broker/1", "group/readers"]
PARTS += [f"topic/orders/{part}" for part in ("messages", "partitions", "configs", "producers")]


def steps() -> Iterator[Step]:
    """Every part of every view, one after the other."""
    panels = {
        "message": ".hex .byte",
        "timeline": "[aria-label='Requests of the connection'] .bar-span",
        "overview": ".panel.wide table",
        "paste": "textarea",
    }
    yield from _opened("wire", ".list-body .list-row", "Wire")
    for name, shown in panels.items():
        script = f"{HERE}.querySelector('[data-panel={name}]').click()"
        yield f"Wire, {name}", script, f"{HERE}.querySelector({shown!r}).checkVisibility()"
    yield "Wire, nothing to compare", f"{HERE}.querySelector('[data-panel=compare]').click()", "true"
    mark = f"[...{HERE}.querySelectorAll('button')].find((one) => one.innerText === 'Mark to compare').click()"
    shown = f"{HERE}.querySelector('[aria-label=\"Fields of both messages\"]').checkVisibility()"
    yield "Wire, compare", f"{HERE}.querySelector('[data-panel=message]').click(); {mark}", shown
    keys = "document.getElementById('help').click()"
    yield "Keys", keys, "document.querySelector('dialog').open"
    yield "Keys closed", "document.querySelector('dialog').close()", "!document.querySelector('dialog').open"
    yield from _opened("files", ".list-row.selected", "Files")
    records = f"{HERE}.querySelector('[data-panel=records]').click()"
    yield "Files, records", records, f"{HERE}.querySelector('.panel table').checkVisibility()"
    yield "Files, bytes", f"{HERE}.querySelector('[data-panel=bytes]').click()", f"{HERE}.querySelector('.hex .byte')"
    for part in PARTS:
        yield from _opened(f"cluster/{part}", ".cluster-body :is(table, .error, p)", f"Cluster, {part}")
    yield from _opened("cluster/topic/orders", "tr.choice", "Cluster, records")
    opened = f"{HERE}.querySelectorAll('details').forEach((one) => {{ one.open = true; }})"
    chosen = f"{HERE}.querySelector('tr.choice').click(); {opened}"
    yield "Cluster, a record", chosen, f"{HERE}.querySelector('.cluster-record:not([hidden]) pre')"
    yield from _opened("schemas", ".list-body .list-row", "Schemas")
    yield from _opened("schemas/FetchRequest/12..13", "li.added", "Schemas, compared")
    yield from _opened("schemas/releases/3.9.2..4.0.2", "td.meaning summary", "Schemas, releases")


def _opened(path: str, shown: str, name: str) -> Iterator[Step]:
    """Away from the part before, whose tables are not to be taken for those of this one."""
    script = (
        f"{HERE}.querySelectorAll('.cluster-body table, .schemas-body > *').forEach((one) => one.remove());"
        f"location.hash = '#{path}'"
    )
    view = path.partition("/")[0]
    yield name, script, f"document.querySelector('#view-{view}:not([hidden])').querySelector({shown!r})"


async def _violations(page: Page, url: str, axe: str) -> list[str]:
    found = []
    await page.open(url)
    await page.run("Object.defineProperty(window, 'module', {value: undefined}); undefined")
    await page.run(f"{axe}; undefined")
    for dark in (False, True):
        for width in (1440, 360):
            await page.resize(width, 900)
            await page.run(f"document.documentElement.dataset.theme = '{'dark' if dark else 'light'}'")
            for name, script, condition in steps():
                await page.run(f"{script}; undefined")
                await page.until(f"Boolean({condition})")
                said: list[Any] = await page.run(
                    "axe.run().then(({violations}) => violations.map((each) => [each.id, each.help,"
                    " each.nodes.map((node) => node.target.join(' ') + ': ' + node.failureSummary).slice(0, 3)]))"
                )
                where = f"{name}, {'dark' if dark else 'light'}, {width} px"
                found += [f"{where}: {rule}: {about}\n    " + "\n    ".join(nodes) for rule, about, nodes in said]
                print(f"{where}: {len(said)} violations", flush=True)
    return found


def filled(servers: str, directory: Path) -> list[View]:
    """All views, with something in each."""
    with Producer(servers) as producer:
        for n in range(40):
            producer.send("orders", b'{"n": %d}' % n, key=b"order-%d" % n, partition=n % 2, headers=[("h", b"x")])
    with Admin(servers) as admin:
        admin.alter_group_offsets({"readers": {TopicPartition("orders", 0): 3}})
    recorded: list[View] = [wire(evil_capture(directory / "capture.pcapng")), files(segment(directory))]
    return [*recorded, ClusterView(servers, {}), SchemasView()]


async def _main(axe: Path, servers: str, directory: Path) -> int:
    browser = Browser(directory / "profile")
    try:
        views = await asyncio.to_thread(filled, servers, directory)
        async with Console(views) as console, browser.page() as page:
            found = await _violations(page, console.url, axe.read_text())
    finally:
        browser.close()
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    with (
        kafkawire.testing.broker(topics={"orders": 2}) as broker,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name,
    ):
        sys.exit(asyncio.run(_main(Path(sys.argv[1]), broker.bootstrap_servers, Path(name))))
