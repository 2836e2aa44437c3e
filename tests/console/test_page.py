"""The page in a real browser: what it shows, by mouse and by keys, and that its console stays silent."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import RawTestServer as TestServer

from kafkawire.capture import CaptureWriter
from kafkawire.cli import main
from kafkawire.console import Console, View
from kafkawire.console.traffic import Traffic
from kafkawire.console.wire import WireView
from kafkawire.messages import PROTOCOL
from tests.console import chromium
from tests.console.chromium import Browser, Page
from tests.console.conftest import Shows
from tests.console.pictures import PICTURES
from tests.console.support import EVIL, answered, asked, evil_capture, files, many, names_capture, segment, wire

pytestmark = pytest.mark.skipif(chromium.PROGRAM is None, reason="no Chromium is installed: apt install chromium")

LIST, STATUS = "#view-wire .top .list", "document.querySelector('#view-wire .top .bar .soft').textContent"
ROWS = "document.querySelectorAll('#view-wire .top .list-body .list-row').length"


@pytest.fixture
def both(tmp_path: Path) -> list[View]:
    return [wire(evil_capture(tmp_path / "evil.pcapng")), files(segment(tmp_path))]


def test_every_view_opens_and_what_came_over_the_wire_is_text(shows: Shows, both: list[View]) -> None:
    async def test(page: Page) -> None:
        assert await page.until("location.search === '' && document.title === 'Wire · kafkawire console'")
        await page.until(f"document.querySelector('{LIST}').innerText.includes({EVIL!r})")
        for name in ("message", "timeline", "overview", "compare", "paste"):
            await page.run(f"document.querySelector('[data-panel={name}]').click()")
            await page.until(f"document.querySelector('[data-panel={name}]').ariaPressed === 'true'")
            if name == "compare":  # nothing is marked yet: a table without rows would say less than a sentence
                assert not await page.run(
                    "document.querySelector('[aria-label=\"Fields of both messages\"]').checkVisibility()"
                )
        await page.run("location.hash = '#files'")
        await page.until(f"document.querySelector('#view-files table').innerText.includes({EVIL!r})")
        assert await page.run("document.title") == "Files · kafkawire console"
        assert await page.run("document.querySelectorAll('#main script').length") == 0

    shows(both, test)


def test_a_field_shows_its_bytes_and_a_byte_its_field(shows: Shows, both: list[View]) -> None:
    async def test(page: Page) -> None:
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
    async def test(page: Page) -> None:
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
        assert await page.run("document.querySelector('dialog').scrollTop") == 0
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
    async def test(page: Page) -> None:
        await page.until("document.querySelector('[data-panel=paste]').ariaPressed === 'true'")
        await page.run("document.querySelector('textarea').focus()")
        await page.write("0000002100120003000000010007636f6e736f6c65000a6b61666b617769726504302e3100")
        await page.run("[...document.querySelectorAll('button')].find((each) => each.innerText === 'Decode').click()")
        await page.until("document.body.innerText.includes('client_software_name')")

    shows([wire()], test)


def test_a_link_on_another_site_leads_to_the_page(browser: Browser) -> None:
    async def test() -> None:
        async with Console([wire()]) as console:

            async def linking(_: web.BaseRequest) -> web.Response:
                return web.Response(text=f'<a href="{console.url}">link</a>', content_type="text/html")

            async with browser.page() as page, TestServer(linking, host="127.0.0.1") as other:
                await page.open(f"http://localhost:{other.port}/")
                await page.run("document.querySelector('a').click()")
                await page.until("document.title === 'Wire · kafkawire console' && location.search === ''")

    asyncio.run(asyncio.wait_for(test(), 120))


def test_characters_that_turn_text_around_do_not(shows: Shows, tmp_path: Path) -> None:
    async def test(page: Page) -> None:
        for shown in (".top .list-row.selected", ".facts", ".pieces .list-body"):
            await page.until(f"document.querySelector('{shown}').innerText.includes('a\\\\u202eb')")
        assert not await page.run("document.querySelector('#main').innerText.includes('\\u202e')")

    shows([wire(names_capture(tmp_path, ["a\u202eb"]))], test)


def test_an_address_that_leads_nowhere_shows_a_view(shows: Shows, both: list[View]) -> None:
    async def test(page: Page) -> None:
        for address in ("#wire/%", "#%", "#files/%ff/%", "#nothing", "#constructor", "#__proto__/x"):
            await page.run(f"location.hash = '{address}'")
            shown = "files" if address.startswith("#files") else "wire"
            await page.until(f"document.querySelector('#view-{shown}:not([hidden])')")

    shows(both, test)


def test_a_capture_that_grows_is_shown_as_it_grows_without_asking_at_every_frame(shows: Shows, tmp_path: Path) -> None:
    path, frames = tmp_path / "live.pcapng", 30
    last = f"document.querySelector('{LIST} .selected')?.firstChild.innerText"
    asked_for = "performance.getEntriesByType('resource').filter((one) => one.name.includes('/rows')).length"
    with CaptureWriter(path) as writer:
        writer.open(1, ("10.0.0.1", 40000), ("10.0.0.2", 9092), 1.0)

        async def test(page: Page) -> None:
            for start, stop in pairwise((0, 3, 200, 450)):
                for number in range(start, stop):
                    writer.write(1, "request", 2.0 + number, asked(number))
                    writer.write(1, "response", 2.5 + number, answered(number))
                writer.flush()
                await page.until(f"{STATUS} === '{stop} messages, as they come' && {last} === '{stop}'")
            before = await page.run(asked_for)
            await page.run(f"""new Promise((done) => {{
                let left = {frames};
                const next = () => left-- ? requestAnimationFrame(next) : done();
                next();
            }})""")
            assert await page.run(asked_for) - before < frames / 2

        shows([WireView([Traffic(str(path), PROTOCOL, live=True)], PROTOCOL)], test)


def test_a_hundred_thousand_messages_take_a_few_rows(shows: Shows, tmp_path: Path) -> None:
    async def test(page: Page) -> None:
        await page.until(f"{STATUS} === '100,000 messages' && {ROWS} > 5")
        await page.key("End")
        await page.until("document.querySelector('.facts').innerText.startsWith('#100000 ')")
        assert await page.run(f"document.querySelector('{LIST}').getAttribute('aria-rowcount')") == "100001"
        assert await page.run(ROWS) < 60

    shows([many(evil_capture(tmp_path / "few.pcapng"), 100_000)], test)


SCROLLED = """new Promise((done) => {{
    const list = document.querySelector('{list}'), body = list.querySelector('.list-body');
    const made = [], touched = new Set();
    const watch = (changes) => changes.forEach((each) => {{
        made.push(...each.addedNodes);
        touched.add(each.target.closest ? each.target.closest('.list-row') : each.target.parentElement);
    }});
    const before = performance.getEntriesByType('resource').length;
    const watcher = new MutationObserver(watch);
    watcher.observe(body, {{childList: true, subtree: true, attributes: true}});
    let left = {frames};
    const next = () => {{
        if (left--) {{ list.scrollTop += {step}; requestAnimationFrame(next); return; }}
        watch(watcher.takeRecords());
        watcher.disconnect();
        const asked = performance.getEntriesByType('resource').slice(before)
            .filter((each) => each.name.includes('/rows'));
        const rows = made.filter((each) => each.matches?.('.list-row'));
        done([rows.length, touched.size, asked.map((each) => [each.startTime, each.responseEnd])]);
    }};
    requestAnimationFrame(next);
}})"""


def test_scrolling_makes_no_rows_touches_those_that_come_and_asks_one_question_at_a_time(
    shows: Shows, tmp_path: Path
) -> None:
    async def test(page: Page) -> None:
        await page.until(f"{STATUS} === '100,000 messages' && {ROWS} > 5")
        await page.run(f"document.querySelector('{LIST}').scrollTop = 520")  # in the middle, rows hang over both ends
        await page.until(f"{ROWS} > 20")
        made, touched, _ = await page.run(SCROLLED.format(list=LIST, frames=8, step=26))
        assert made <= 2
        assert touched <= 8 + 2 + 1  # the rows that came, and the body
        made, _, asked = await page.run(SCROLLED.format(list=LIST, frames=60, step=26_000))
        assert made <= 2
        assert 2 <= len(asked) <= 61
        assert all(end <= start for (_, end), (start, _) in pairwise(asked))
        await page.call("Performance.enable")
        before = await layouts(page)
        await page.run(SCROLLED.format(list=LIST, frames=60, step=-26_000))
        assert await layouts(page) - before <= 2 * 60 + 2 * 62  # of a frame, and of an answer

    shows([many(evil_capture(tmp_path / "few.pcapng"), 100_000)], test)


async def layouts(page: Page) -> int:
    """How often the page was laid out, whether a frame or a script asked for it."""
    metrics = (await page.call("Performance.getMetrics"))["metrics"]
    return next(int(each["value"]) for each in metrics if each["name"] == "LayoutCount")


def test_of_messages_that_are_passed_by_keys_only_those_are_asked_for_that_there_is_time_for(
    shows: Shows, tmp_path: Path
) -> None:
    async def test(page: Page) -> None:
        await page.until("document.querySelector('.facts').innerText.startsWith('#1 ')")
        asked_for = "performance.getEntriesByType('resource').filter((one) => one.name.includes('/message?'))"
        await page.run(f"""for (let n = 0; n < 50; n++) document.querySelector('{LIST}').dispatchEvent(
            new KeyboardEvent('keydown', {{key: 'ArrowDown', bubbles: true, cancelable: true}}))""")
        await page.until("document.querySelector('.facts').innerText.startsWith('#51 ')")
        assert await page.run(f"{asked_for}.length") <= 3

    shows([many(evil_capture(tmp_path / "few.pcapng"), 1_000)], test)


@pytest.mark.parametrize("width", [1440, 768, 360])
def test_nothing_is_wider_than_the_window(shows: Shows, both: list[View], width: int) -> None:
    async def test(page: Page) -> None:
        await page.until("document.querySelector('.hex .byte')")
        theme = "dark" if width == 768 else "light"
        assert await page.run("document.documentElement.dataset.theme") == theme
        for panel in ("message", "timeline", "overview", "compare", "paste"):
            await page.run(f"document.querySelector('[data-panel={panel}]').click()")
            assert await page.run("document.querySelector('main').scrollWidth") <= width
        await page.run("location.hash = '#files'")
        await page.until("document.querySelector('#view-files table')")
        assert await page.run("document.querySelector('main').scrollWidth") <= width

    shows(both, test, width=width, height=740, dark=width == 768)


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


ODD = [
    "</script><script>document.title='evil'</script>",
    "a\u2028b\u2029c",
    "<!--<script>",
    "]]>",
    "\\u003c",
    "\U0001f600",
]


def test_an_exported_page_asks_no_network_and_has_every_message_whatever_its_names(
    browser: Browser, tmp_path: Path
) -> None:
    page_file = tmp_path / "page.html"
    capture = names_capture(tmp_path, ODD * 40)
    assert main(["console", str(capture), "--export", str(page_file)]) == 0

    async def test() -> None:
        async with browser.page() as page:
            await page.open(page_file.as_uri())
            await page.until(f"{STATUS} === '{40 * len(ODD)} messages'")
            for number in (1, 2, 3, 150, 40 * len(ODD)):
                await page.run(f"document.querySelector('{LIST}').focus()")
                await page.key("Home")
                await page.key("ArrowDown", number - 1)
                await page.until(f"document.querySelector('.facts').innerText.startsWith('#{number} ')")
                name = ODD[(number - 1) % len(ODD)]
                shown = "[...document.querySelectorAll('.pieces .value')].map((one) => one.textContent)"
                await page.until(f"{shown}.includes({json.dumps(json.dumps(name, ensure_ascii=False))})")
            policy = await page.run("document.querySelector('meta[http-equiv]').content")
            assert {"default-src 'none'", "connect-src 'none'", "trusted-types 'none'"} <= {*policy.split("; ")}
            assert await page.run("performance.getEntriesByType('resource').length") == 0
            assert await page.run("document.title") == "Wire · kafkawire console"
            assert page.problems == []

    asyncio.run(asyncio.wait_for(test(), 120))


def test_the_pictures_of_the_documentation_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in PICTURES.iterdir()}
    assert sizes.keys() >= {"console-wire.png", "console-files.png"}
    assert max(sizes.values()) < 200_000
