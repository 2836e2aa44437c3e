"""`python -m tests.console.pictures`: makes the pictures of the documentation anew, in docs/images/."""

from __future__ import annotations

import asyncio
import tarfile
import tempfile
from pathlib import Path

from kafkawire.console import Console, View
from tests.console.chromium import Browser
from tests.console.support import files, wire
from tests.corpus import ROOT

__all__ = ["PICTURES"]

PICTURES = ROOT / "docs/images"
_CAPTURE = ROOT / "tests/data/captures/ipv6-kcat.pcap"
_SEGMENTS = ROOT / "tests/data/segments/damaged/logs.tar.xz"


async def _main() -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        with tarfile.open(_SEGMENTS) as archive:
            archive.extractall(name, filter="data")
        browser = Browser(Path(name) / "profile")
        try:
            views: list[View] = [wire(_CAPTURE), files(next(Path(name).glob("even-*/*.log")))]
            async with Console(views) as console, browser.page() as page:
                await page.open(console.url, width=1200, height=720)
                await page.until("document.querySelector('.hex .byte')")
                await page.run("document.querySelector('.picker').hidden = true")
                rows = "[...document.querySelectorAll('.list-row')]"
                await page.run(f"{rows}.find((row) => row.innerText.includes('Produce')).click()")
                await page.until("document.querySelector('.facts').innerText.includes('Produce')")
                await page.run(
                    "[...document.querySelectorAll('.field')].find((cell) => cell.innerText.includes('acks')).click()"
                )
                await page.until("document.querySelector('.byte.chosen')")
                await page.picture(PICTURES / "console-wire.png")
                await page.run("document.getElementById('theme').click(); location.hash = '#files'")
                await page.until("document.querySelector('#view-files table')")
                await page.run("document.querySelector('#view-files .picker').hidden = true")
                await page.picture(PICTURES / "console-files.png")
        finally:
            browser.close()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    asyncio.run(_main())
