"""One browser for all tests that need it, and a page of it that shows views."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

import pytest

from kafkawire.console import Console, View
from tests.console import chromium
from tests.console.chromium import Browser, Page

__all__ = ["Shows"]

Shows = Callable[..., None]


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if chromium.PROGRAM is None:
        pytest.skip("no Chromium is installed: apt install chromium")
    found = Browser(tmp_path_factory.mktemp("profile"))
    yield found
    found.close()


@pytest.fixture
def shows(browser: Browser) -> Shows:
    """Runs a test on a page with some views, whose console is to say nothing; more words are those of `Page.open`."""

    def run(views: Sequence[View], test: Callable[[Page], Awaitable[None]], **how: Any) -> None:
        async def inside() -> None:
            async with Console(views) as console, browser.page() as page:
                await page.open(console.url, **how)
                await test(page)
                assert page.problems == []

        asyncio.run(asyncio.wait_for(inside(), 120))

    return run
