"""How long the console takes to show a capture of 100,000 messages, and to scroll through it, in Chromium.

`python -m benchmarks.console [ROUNDS]` prints medians, and the slowest of all frames. Times are those of the clock, for
that is what people wait by: the machine should do nothing else, and the load that it had is printed.

*Cold* is a console that has just been started, whose capture is still being read, in a browser that was never here;
*warm* is the page opened again. Both are counted from the navigation to the frame in which messages are seen. Beside
the time of a frame stands what the thread of the page computes for it: that does not depend on what else is going on.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.capture import overlaid
from tests.console.chromium import PROGRAM, Browser, Page

__all__ = ["main"]

ROUNDS = 5
COPIES = 106
SECONDS = 4.0  # of each way to scroll
LIST = "document.querySelector('#view-wire .top .list')"
_FIRST_VIEW = """
    const look = () => {
        const rows = document.querySelectorAll('#view-wire .top .list-body .list-row');
        if (rows.length > 5 && /\\d/.test(rows[0].textContent)) {
            requestAnimationFrame(() => setTimeout(() => { window.firstView = performance.now(); }));
        } else requestAnimationFrame(look);
    };
    look();
"""
_RECORD = """
    window.frames_ = []; window.long_ = []; window.recording = true;
    window.watching = new PerformanceObserver((list) => long_.push(...list.getEntries().map((each) => each.duration)));
    watching.observe({type: 'longtask'});
    requestAnimationFrame((first) => {
        let last = first;
        const next = (now) => { frames_.push(now - last); last = now; if (recording) requestAnimationFrame(next); };
        requestAnimationFrame(next);
    });
    undefined
"""
_STOP = "(recording = false, watching.disconnect(), [frames_, long_])"
Way = Callable[[Page], Awaitable[None]]


def main(rounds: int = ROUNDS) -> None:
    """Measure and print."""
    if PROGRAM is None:
        print("not measured: no Chromium is installed")
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        capture = overlaid(Path(name), COPIES)
        print(f"{952 * COPIES:,} messages, {capture.stat().st_size / 1e6:.0f} MB; {_load()}; {rounds} rounds")
        asyncio.run(_measured(capture, Path(name), rounds))
    print(f"at the end {_load()}")


async def _measured(capture: Path, directory: Path, rounds: int) -> None:
    views: dict[str, list[float]] = {}
    frames: dict[str, list[_Scrolled]] = {}
    for number in range(rounds):
        with _console(capture) as (url, took), _browser(directory / f"profile-{number}") as browser:
            views.setdefault("start of the command", []).append(took)
            async with browser.page() as page:
                views.setdefault("first view, cold", []).append(await _first_view(page, url))
                await page.until(f"{LIST}.getAttribute('aria-rowcount') === '{952 * COPIES + 1}'")
                views.setdefault("all read, cold", []).append(await page.run("performance.now()"))
            async with browser.page() as page:
                views.setdefault("first view, warm", []).append(await _first_view(page, url))
                for name, way in _WAYS.items():
                    frames.setdefault(name, []).append(await _scrolled(page, way))
    for name, times in views.items():
        print(f"{name:22} {statistics.median(times):6.0f} ms, at worst {max(times):.0f}")
    for name, rounds_of in frames.items():
        print(f"{name:22} {_spread(rounds_of)}")


@dataclass(frozen=True)
class _Scrolled:
    """Milliseconds of each frame and of each long task, and what the thread of the page computed in all."""

    frames: list[float]
    long: list[float]
    computed: float


def _spread(rounds: list[_Scrolled]) -> str:
    frames = sorted(frame for each in rounds for frame in each.frames)
    long = [task for each in rounds for task in each.long]
    late, over = frames[len(frames) * 99 // 100], sum(frame > 50 for frame in frames)
    return (
        f"{statistics.median(frames):6.1f} ms a frame, 99 % within {late:.1f}, at worst {frames[-1]:.1f}; "
        f"{over} of {len(frames)} over 50; {len(long)} long tasks, the longest {max(long, default=0):.0f} ms; "
        f"{sum(each.computed for each in rounds) / len(frames):.1f} ms computed a frame"
    )


async def _first_view(page: Page, url: str) -> float:
    """Milliseconds from the navigation to the first messages."""
    await page.call("Page.addScriptToEvaluateOnNewDocument", source=_FIRST_VIEW)
    await page.open(url)
    found: float = await page.until("window.firstView")
    return found


# --- scrolling --------------------------------------------------------------------------------------------------------


async def _scrolled(page: Page, way: Way) -> _Scrolled:
    await page.run(f"{LIST}.scrollTop = 0; {LIST}.focus()")
    await page.run("new Promise((done) => setTimeout(done, 300))")  # what was to be drawn before is drawn
    await page.call("Performance.enable", timeDomain="threadTicks")
    before = await _computed(page)
    await page.run(_RECORD)
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        await way(page)
    frames, long = await page.run(_STOP)
    return _Scrolled(frames, long, await _computed(page) - before)


async def _computed(page: Page) -> float:
    """Milliseconds of processor time that the thread of the page has taken."""
    metrics = (await page.call("Performance.getMetrics"))["metrics"]
    return next(1000 * float(each["value"]) for each in metrics if each["name"] == "TaskDuration")


async def _wheel(page: Page) -> None:
    """A turn of the wheel."""
    await page.call("Input.dispatchMouseEvent", type="mouseWheel", x=600, y=250, deltaX=0, deltaY=480)


async def _drag(page: Page) -> None:
    """The thumb of the scroll bar, from the top to the bottom and back, in forty steps each."""
    box: dict[str, float] = await page.run(f"{LIST}.getBoundingClientRect().toJSON()")
    bar = {"x": box["right"] - 8, "button": "left", "clickCount": 1}
    top, high = box["top"] + 22, box["height"] - 44  # between the buttons at its ends
    await page.call("Input.dispatchMouseEvent", type="mousePressed", y=top, **bar)
    for step in (*range(40), *range(40, -1, -1)):
        await page.call("Input.dispatchMouseEvent", type="mouseMoved", y=top + high * step / 40, buttons=1, **bar)
    await page.call("Input.dispatchMouseEvent", type="mouseReleased", y=top, **bar)


async def _leap(page: Page) -> None:
    """To the end, and to the beginning."""
    await page.key("End")
    await page.key("Home")


_WAYS: dict[str, Way] = {
    "wheel": _wheel,
    "scroll bar": _drag,
    "Page Down": lambda page: page.key("PageDown"),
    "arrow down": lambda page: page.key("ArrowDown"),
    "End and Home": _leap,
}


# --- what is started --------------------------------------------------------------------------------------------------


@contextmanager
def _console(capture: Path) -> Iterator[tuple[str, float]]:
    """A console of its own: the address, and the milliseconds until it was printed."""
    command = [sys.executable, "-m", "kafkawire", "console", str(capture)]
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        url = process.stdout.readline().split()[-1]
        yield url, 1000 * (time.monotonic() - began)
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def _browser(profile: Path) -> Iterator[Browser]:
    browser = Browser(profile, shows_scroll_bars=True)
    try:
        yield browser
    finally:
        browser.close()


def _load() -> str:
    return f"load {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
