"""What the view of a cluster does when the broker lies: it says something or refuses, soon, in little room."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from kafkawire.console import Console, reading
from kafkawire.console.cluster import ClusterView
from tests.console.accessibility import PARTS
from tests.console.chromium import PROGRAM, Browser, Page
from tests.console.lying_broker import lying
from tests.console.support import asking, run

OPTIONS = {"default_api_timeout_ms": 400, "request_timeout_ms": 200}
ROUTES: dict[str, dict[str, Any]] = {
    "overview": {},
    "topics": {"internal": "true"},
    "topic": {"topic": "orders"},
    "configs": {"kind": "topic", "resource": "orders"},
    "messages": {"topic": "orders"},
    "groups": {},
    "group": {"group": "readers"},
    "acls": {},
    "quotas": {},
    "producers": {"topic": "orders"},
    "transactions": {},
    "logdirs": {},
}
BODY = "document.querySelector('#view-cluster .cluster-body')"
MOST_ELEMENTS = 20_000
LARGEST = 4_000_000  # bytes of an answer: 1000 rows with the longest names


@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_broker_says_is_an_answer_or_a_refusal(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_PAGE_SECONDS", 0.3)

    async def test() -> None:
        async with lying(seed) as liar, asking(ClusterView(f"127.0.0.1:{liar.port}", OPTIONS)) as ask:
            for route, params in ROUTES.items():
                status, found = await asyncio.wait_for(ask(f"cluster/{route}", **params), 30)
                assert status == 200, route
                assert "refused" in found or "rows" in found or "brokers" in found
                assert len(json.dumps(found, allow_nan=False)) < LARGEST
            assert liar.asked

    run(test)


@pytest.mark.skipif(PROGRAM is None, reason="no Chromium is installed: apt install chromium")
@pytest.mark.parametrize("seed", [1, 5])
def test_the_page_shows_nonsense_as_text_and_goes_on(
    browser: Browser, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_PAGE_SECONDS", 0.3)

    async def walk(page: Page) -> None:
        for part in PARTS:
            await page.run(f"{BODY}?.replaceChildren()")
            await page.run(f"location.hash = '#cluster/{part}'")
            await page.until(f"{BODY}.querySelector('table, .error, .warn, p.soft:not(.waiting)')")
            await page.until("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        assert await page.run("document.title") == "Cluster · kafkawire console"
        assert await page.run("document.querySelectorAll('#main script').length") == 0
        assert await page.run("({}).polluted === undefined && Object.keys(Object.prototype).length === 0")
        assert await page.run("document.querySelectorAll('#main *').length") < MOST_ELEMENTS

    async def test() -> None:
        async with (
            lying(seed) as liar,
            Console([ClusterView(f"127.0.0.1:{liar.port}", OPTIONS)]) as console,
            browser.page() as page,
        ):
            await page.open(console.url)
            await walk(page)
            assert page.problems == []

    run(test)
