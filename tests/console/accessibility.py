"""`python -m tests.console.accessibility AXE`: what axe-core says of every view, in both themes, on two widths.

AXE is the file `axe.min.js` of the npm package axe-core; `make accessibility` fetches it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any

from kafkawire.console import Console, View
from tests.console.chromium import Browser, Page
from tests.console.support import evil_capture, files, segment, wire

STEPS = [
    *(
        (f"Wire, {name}", f"document.querySelector('[data-panel={name}]').click()")
        for name in ("message", "timeline", "overview", "compare", "paste")
    ),
    ("Keys", "document.getElementById('help').click()"),
    ("Files, records", "document.querySelector('dialog').close(); location.hash = '#files'"),
    ("Files, bytes", "document.querySelector('#view-files [data-panel=bytes]').click()"),
]


async def _violations(page: Page, url: str, axe: str) -> list[str]:
    found = []
    await page.open(url)
    await page.until("document.querySelector('.hex .byte')")
    await page.run("Object.defineProperty(window, 'module', {value: undefined}); undefined")
    await page.run(f"{axe}; undefined")
    for dark in (False, True):
        for width in (1440, 360):
            await page.resize(width, 900)
            await page.run(f"document.documentElement.dataset.theme = '{'dark' if dark else 'light'}'")
            await page.run("location.hash = '#wire'")
            for name, step in STEPS:
                await page.run(step)
                await page.until("document.querySelector('.view:not([hidden])')")
                await page.run("new Promise((done) => setTimeout(done, 250))")
                said: list[Any] = await page.run(
                    "axe.run().then(({violations}) => violations.map((each) => [each.id, each.help,"
                    " each.nodes.map((node) => node.target.join(' ') + ': ' + node.failureSummary).slice(0, 3)]))"
                )
                where = f"{name}, {'dark' if dark else 'light'}, {width} px"
                found += [f"{where}: {rule}: {about}\n    " + "\n    ".join(nodes) for rule, about, nodes in said]
                print(f"{where}: {len(said)} violations")
    return found


async def _main(axe: Path) -> int:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        directory = Path(name)
        views: list[View] = [wire(evil_capture(directory / "capture.pcapng")), files(segment(directory))]
        browser = Browser(directory / "profile")
        try:
            async with Console(views) as console, browser.page() as page:
                found = await _violations(page, console.url, axe.read_text())
        finally:
            browser.close()
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(_main(Path(sys.argv[1]))))
