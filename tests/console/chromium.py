"""Chromium without a window, driven by its DevTools protocol: what a page does, and what its console says."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp

__all__ = ["PROGRAM", "Browser", "Page"]

PROGRAM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
_ON_ITS_WAY = ("navigated or closed", "Not attached to an active page")  # what Chromium says of such a page
_PATIENCE = 30.0  # seconds for what a page is waited for
_KEYS = {
    "Enter": ("\r", 13),
    "Tab": ("", 9),
    "Escape": ("", 27),
    "ArrowDown": ("", 40),
    "ArrowUp": ("", 38),
    "ArrowLeft": ("", 37),
    "ArrowRight": ("", 39),
    "PageDown": ("", 34),
    "Home": ("", 36),
    "End": ("", 35),
}


class Page:
    """One page. `problems`: what its console and its exceptions said that is an error or a warning."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket, self._numbers = socket, count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.problems: list[str] = []
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            said = json.loads(message.data)
            if "id" in said:
                self._waiting.pop(said["id"]).set_result(said)
            else:
                self._notice(said["method"], said["params"])

    def _notice(self, method: str, params: dict[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.problems.append(str(details.get("exception", {}).get("description", details["text"])))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.problems.append(" ".join(str(each.get("value", each)) for each in params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.problems.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        """One command of the protocol."""
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        said = await asyncio.wait_for(self._waiting[number], _PATIENCE)
        assert "error" not in said, f"{method}: {said['error']}"
        result: dict[str, Any] = said["result"]
        return result

    async def open(self, url: str, *, width: int = 1440, height: int = 900, dark: bool = False) -> None:
        """Go to an address, with a window of that size."""
        for area in ("Page", "Runtime", "Log"):
            await self.call(f"{area}.enable")
        await self.resize(width, height)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        await self.call("Emulation.setEmulatedMedia", features=[scheme])
        await self.call("Page.navigate", url=url)
        await self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    async def resize(self, width: int, height: int) -> None:
        """The size of the window."""
        await self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

    async def run(self, script: str) -> Any:
        """The value of an expression; of a promise what it comes to. Begun anew where the page goes elsewhere."""
        found = await self._evaluated(script)
        while found is None:
            found = await self._evaluated(script)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    async def _evaluated(self, script: str) -> dict[str, Any] | None:
        try:
            return await self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        except AssertionError as exc:
            if not any(text in str(exc) for text in _ON_ITS_WAY):
                raise
            return None

    async def until(self, condition: str) -> Any:
        """What an expression is once it is true; looked at with each frame."""
        loop = f"""new Promise((resolve) => {{
            const end = performance.now() + {_PATIENCE * 900};
            const look = () => {{
                const found = (() => {{ try {{ return {condition}; }} catch {{ return null; }} }})();
                if (found) resolve(found instanceof Node ? true : found);
                else if (performance.now() > end) resolve(null);
                else setTimeout(look, 15);
            }};
            look();
        }})"""
        found = await self.run(loop)
        assert found, f"in vain: {condition}; {await self.run('document.body.innerText.slice(0, 600)')} {self.problems}"
        return found

    async def key(self, name: str, times: int = 1) -> None:
        """Press a key."""
        text, code = _KEYS.get(name, (name, ord(name.upper()[0])))
        params = {"key": name, "windowsVirtualKeyCode": code, "code": name if name in _KEYS else ""}
        for _ in range(times):
            down = "keyDown" if text else "rawKeyDown"
            await self.call("Input.dispatchKeyEvent", type=down, **params, **({"text": text} if text else {}))
            await self.call("Input.dispatchKeyEvent", type="keyUp", **params)

    async def write(self, text: str) -> None:
        """Put text where the focus is."""
        await self.call("Input.insertText", text=text)

    async def move(self, selector: str) -> None:
        """The pointer onto the middle of an element."""
        box = await self.run(
            f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        await self.call("Input.dispatchMouseEvent", type="mouseMoved", x=box[0], y=box[1])

    async def close(self) -> None:
        """Close the page, too, in the browser."""
        await self.until("document.readyState === 'complete'")  # one that is on its way elsewhere cannot be closed
        await self.call("Page.close")
        await self._reader

    async def picture(self, path: Path) -> None:
        """What the window shows, as PNG."""
        shot = await self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))


class Browser:
    """A browser with a fresh profile, until it is closed."""

    def __init__(self, directory: Path, *, shows_scroll_bars: bool = False) -> None:
        assert PROGRAM is not None
        options = ["--headless=new", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0"]
        options += ["--hide-scrollbars"] * (not shows_scroll_bars)
        options += ["--no-sandbox"] * (os.geteuid() == 0)
        self._process = subprocess.Popen(
            (PROGRAM, *options, f"--user-data-dir={directory}", "about:blank"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        said = self._process.stderr
        assert said is not None
        for line in said:
            if found := re.search(rb"DevTools listening on ws://([^/]+)/", line):
                self._address = f"http://{found[1].decode()}"
                break
        else:
            raise RuntimeError(f"Chromium has ended with {self._process.wait()}")
        self._drain = threading.Thread(target=said.read, daemon=True)  # so that it can go on talking
        self._drain.start()

    @asynccontextmanager
    async def page(self) -> AsyncIterator[Page]:
        """A page of its own."""
        async with aiohttp.ClientSession() as session:
            target = await (await session.put(f"{self._address}/json/new?about:blank")).json()
            async with session.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                page = Page(socket)
                yield page
                await page.close()

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()
        self._drain.join()
        assert self._process.stderr is not None
        self._process.stderr.close()
