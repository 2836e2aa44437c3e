"""The page in a real browser: what it shows, by mouse and by keys, and that its console stays silent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

import pytest

from kafkawire.cli import main
from kafkawire.console import Console, View
from tests.console import chromium
from tests.console.chromium import Browser, Page
from tests.console.pictures import PICTURES
from tests.console.support import EVIL, evil_capture, files, large_capture, segment, wire

pytestmark = pytest.mark.skipif(chromium.PROGRAM is None, reason="no Chromium is installed: apt install chromium")

LIST, STATUS = "#view-wire .top .list", "document.querySelector('#view-wire .top .bar .soft').textContent"
ROWS = "document.querySelectorAll('#view-wire .top .list-body .list-row').length"


Shows = Callable[[Sequence[View], Callable[[Page, str], Awaitable[None]]], None]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    found = Browser(tmp_path_factory.mktemp("profile"))
    yield found
    found.close()


@pytest.fixture
def shows(browser: Browser) -> Shows:
    """Runs a test on a page with some views, whose console is to say nothing."""

    def run(views: Sequence[View], test: Callable[[Page, str], Awaitable[None]]) -> None:
        async def inside() -> None:
            async with Console(views) as console, browser.page() as page:
                await test(page, console.url)
                assert page.problems == []

        asyncio.run(asyncio.wait_for(inside(), 120))

    return run


@pytest.fixture
def both(tmp_path: Path) -> list[View]:
    return [wire(evil_capture(tmp_path / "evil.pcapng")), files(segment(tmp_path))]


def test_every_view_opens_and_what_came_over_the_wire_is_text(shows: Shows, both: list[View]) -> None:
    async def test(page: Page, url: str) -> None:
        await page.open(url)
        assert await page.until("location.search === '' && document.title === 'Wire · kafkawire console'")
        await page.until(f"document.querySelector('{LIST}').innerText.includes({EVIL!r})")
        for name in ("message", "timeline", "overview", "compare", "paste"):
            await page.run(f"document.querySelector('[data-panel={name}]').click()")
            await page.until(f"document.querySelector('[data-panel={name}]').ariaPressed === 'true'")
        await page.run("location.hash = '#files'")
        await page.until(f"document.querySelector('#view-files table').innerText.includes({EVIL!r})")
        assert await page.run("document.title") == "Files · kafkawire console"
        assert await page.run("document.querySelectorAll('#main script').length") == 0

    shows(both, test)


def test_a_field_shows_its_bytes_and_a_byte_its_field(shows: Shows, both: list[View]) -> None:
    async def test(page: Page, url: str) -> None:
        await page.open(url)
        await page.until("document.querySelectorAll('.hex .byte').length > 20")
        await page.run("""[...document.querySelectorAll('.pieces .list-row')].find((row) =>
            row.innerText.includes('correlation_id')).setAttribute('id', 'wanted')""")
        await page.move("#wanted")
        await page.until("document.querySelectorAll('.hex .byte.hovered').length === 4")
        await page.until(
            "document.querySelector('.about').innerText.includes('header.correlation_id · int32 · 4 bytes at 8 — ')"
        )
        await page.move(".hex [data-at='6']")
        await page.until(
            "document.querySelector('.pieces .list-row.hovered').innerText.includes('request_api_version')"
        )

    shows(both, test)


def test_the_whole_page_is_walked_by_keys_alone(shows: Shows, both: list[View]) -> None:
    async def test(page: Page, url: str) -> None:
        await page.open(url)
        await page.until(f"{ROWS} === 6 && document.activeElement.getAttribute('aria-label') === 'Messages'")
        await page.key("ArrowDown", 2)
        await page.until("document.querySelector('.facts').innerText.startsWith('#3 ')")
        await page.key("Enter")
        await page.until("document.activeElement.getAttribute('aria-label') === 'Message: fields'")
        await page.key("ArrowDown", 2)
        await page.until("document.querySelectorAll('.hex .byte.chosen').length === 2")
        await page.key("r")
        await page.until("document.querySelector('.sections [aria-pressed=true]').innerText.includes('batch[0]')")
        await page.key("m")
        await page.key("l")
        await page.key("Home")
        await page.until("document.querySelector('[data-panel=compare]').ariaPressed === 'true'")
        await page.until("document.querySelector('#view-wire .differs')")
        await page.key("/")
        await page.write("nmber>2")
        await page.until("document.querySelector('#wire-problem').innerText.includes('did you mean number?')")
        await page.run("document.activeElement.value = ''")
        await page.write("number>2")
        await page.key("Enter")
        await page.until(f"{STATUS} === '4 of 6 messages'")
        await page.key("Escape")
        await page.key("?")
        await page.until("document.querySelector('dialog').open")
        await page.key("Escape")
        await page.until("!document.querySelector('dialog').open")
        await page.key("t")
        await page.until("document.documentElement.dataset.theme === 'dark'")
        await page.key("2")
        await page.until("document.querySelector('#view-files .list-row.damaged')")
        await page.key("l")
        await page.key("ArrowDown")
        await page.until(
            "document.querySelector('#view-files .error') && "
            "document.querySelector('#view-files .panel').innerText.includes('checksum')"
        )
        await page.key("b")
        await page.until("document.querySelector('#view-files .wrong')")

    shows(both, test)


def test_pasted_bytes_are_shown_without_any_file(shows: Shows) -> None:
    async def test(page: Page, url: str) -> None:
        await page.open(url)
        await page.until("document.querySelector('[data-panel=paste]').ariaPressed === 'true'")
        await page.run("document.querySelector('textarea').focus()")
        await page.write("0000002100120003000000010007636f6e736f6c65000a6b61666b617769726504302e3100")
        await page.run("[...document.querySelectorAll('button')].find((each) => each.innerText === 'Decode').click()")
        await page.until("document.body.innerText.includes('client_software_name')")

    shows([wire()], test)


def test_a_hundred_thousand_messages_take_a_few_rows(shows: Shows, tmp_path: Path) -> None:
    capture = large_capture(tmp_path / "large.pcapng")

    async def test(page: Page, url: str) -> None:
        await page.open(url)
        await page.until(f"{ROWS} > 5")
        await page.until(f"{STATUS} === '100,000 messages'")
        await page.key("End")
        await page.until("document.querySelector('.facts').innerText.startsWith('#100000 ')")
        assert await page.run(f"document.querySelector('{LIST}').getAttribute('aria-rowcount')") == "100001"
        assert await page.run(ROWS) < 60

    shows([wire(capture)], test)


@pytest.mark.parametrize("width", [1440, 768, 360])
def test_nothing_is_wider_than_the_window(shows: Shows, both: list[View], width: int) -> None:
    async def test(page: Page, url: str) -> None:
        await page.open(url, width=width, height=740, dark=width == 768)
        await page.until("document.querySelector('.hex .byte')")
        theme = "dark" if width == 768 else "light"
        assert await page.run("document.documentElement.dataset.theme") == theme
        for panel in ("message", "timeline", "overview", "compare", "paste"):
            await page.run(f"document.querySelector('[data-panel={panel}]').click()")
            assert await page.run("document.querySelector('main').scrollWidth") <= width
        await page.run("location.hash = '#files'")
        await page.until("document.querySelector('#view-files table')")
        assert await page.run("document.querySelector('main').scrollWidth") <= width

    shows(both, test)


def test_an_exported_page_shows_the_same_from_a_file(browser: Browser, tmp_path: Path) -> None:
    capture, log, page_file = evil_capture(tmp_path / "evil.pcapng"), segment(tmp_path), tmp_path / "page.html"
    assert main(["console", str(capture), str(log), "--export", str(page_file)]) == 0

    async def test() -> None:
        async with browser.page() as page:
            await page.open(page_file.as_uri())
            await page.until(f"document.querySelector('{LIST}').innerText.includes({EVIL!r})")
            await page.until("document.querySelectorAll('.hex .byte').length > 20")
            for name in ("timeline", "overview", "compare"):
                await page.run(f"document.querySelector('[data-panel={name}]').click()")
            await page.run("location.hash = '#files'")
            await page.until(f"document.querySelector('#view-files table').innerText.includes({EVIL!r})")
            assert page.problems == []

    asyncio.run(asyncio.wait_for(test(), 120))


def test_the_pictures_of_the_documentation_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in PICTURES.iterdir()}
    assert sizes.keys() >= {"console-wire.png", "console-files.png"}
    assert max(sizes.values()) < 200_000
