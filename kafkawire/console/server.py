"""The server of the console: the page, and what its views tell it, for those who have the token.

The address that is printed has a random token. With it a browser gets a cookie that no other site can use, and all else
asks for that cookie (or for `Authorization: Bearer TOKEN`). A name that leads to this machine without being its address
(DNS rebinding) is refused by the Host header.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import ip_address
from typing import Any, Self
from urllib.parse import urlsplit

from aiohttp import web

from kafkawire.console.document import document
from kafkawire.console.view import Refused, Route, View
from kafkawire.errors import KafkaWireError

__all__ = ["Console"]

_LARGEST = 16 * 1024 * 1024  # bytes of what a page sends: pasted hex
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

_HOST = re.compile(r"[\w.-]+(:\d+)?|\[[\da-fA-F:.]+\](:\d+)?", re.ASCII)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Console:
    """Serves views on an address. Used as `async with`; `url` is for the browser of whoever may see it."""

    def __init__(
        self, views: Sequence[View], host: str = "127.0.0.1", port: int = 0, *, allow_writes: bool = False
    ) -> None:
        self.token = secrets.token_urlsafe(24)
        self._views, self._host, self._port, self._writes = views, host, port, allow_writes
        self._document = document(views, writes=allow_writes)
        self._runner = web.AppRunner(self._app(), access_log=None)

    @property
    def url(self) -> str:
        """With the token."""
        return f"http://{self._authority}/?token={self.token}"

    @property
    def _authority(self) -> str:
        return f"[{self._host}]:{self._port}" if ":" in self._host else f"{self._host}:{self._port}"

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()
        for view in self._views:
            await view.close()

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[self._checked], client_max_size=_LARGEST)
        app.router.add_get("/", self._page)
        for view in self._views:
            for name, route in view.routes().items():
                app.router.add_get(f"/api/{view.name}/{name}", _answering(route))
                app.router.add_post(f"/api/{view.name}/{name}", _answering(route))
            for name, route in view.writing().items() if self._writes else ():
                app.router.add_post(f"/api/{view.name}/{name}", _answering(route))
        return app

    # ------------------------------------------------------------------------------------------------------- who may

    @web.middleware
    async def _checked(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            response = await self._let_in(request, handler)
        except web.HTTPException as exc:
            response = _error(exc.reason, exc.status)
        response.headers.update(_HEADERS | {"Content-Security-Policy": self._document.policy})
        return response

    async def _let_in(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not self._is_ours(request.host):
            return _error(f"this server is not called {request.host}", 403)
        origin = request.headers.get("Origin")
        if origin is not None and origin != f"http://{request.host}":
            return _error("asked from another site", 403)
        if request.path == "/" and self._is_token(request.query.get("token", "")):
            return await self._welcome(request)
        if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            return _error("asked from another site", 403)  # one on another port of this machine gets the cookie sent
        if not self._is_token(request.cookies.get(self._cookie, "")) and not self._is_token(_bearer(request)):
            return _error("the address of the console has a token: open the one that `kafkawire console` printed", 403)
        return await handler(request)

    def _is_ours(self, host: str) -> bool:
        """Whether it is an address or a name that was chosen here: only other names can be made to lead here."""
        try:
            name = urlsplit(f"//{host}").hostname or "" if _HOST.fullmatch(host) else ""
        except ValueError:  # brackets around what is no address
            return False
        return name in ("localhost", self._host.lower()) or _is_address(name)

    def _is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self.token.encode())

    @property
    def _cookie(self) -> str:
        return f"kafkawire-console-{self._port}"  # cookies do not tell ports apart

    async def _welcome(self, request: web.Request) -> web.StreamResponse:
        """The token goes into a cookie; the page takes it out of the address, which ends up in histories.

        No redirect does: after one, whoever followed the link of another site comes without the cookie.
        """
        response = await self._page(request)
        response.set_cookie(self._cookie, self.token, httponly=True, samesite="Strict", path="/")
        return response

    async def _page(self, _: web.Request) -> web.StreamResponse:
        return web.Response(text=self._document.html, content_type="text/html")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _bearer(request: web.Request) -> str:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _answering(route: Route) -> Handler:
    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            found = await route(await _parameters(request))
        except KafkaWireError as exc:
            found = {"refused": str(exc)}  # with status 200: browsers take others for faults, and log them
        except OSError as exc:
            found = {"refused": f"{exc.filename}: {exc.strerror}" if exc.filename else str(exc)}
        return _json(found)

    return answer


async def _parameters(request: web.Request) -> dict[str, Any]:
    if request.method == "GET" or not request.can_read_body:
        return dict(request.query)
    try:
        found = await request.json()
    except (ValueError, RecursionError) as exc:
        raise Refused(f"the request is no JSON: {exc}") from exc
    if not isinstance(found, dict):
        raise Refused("the request is to be an object")
    return found


def _error(text: str, status: int) -> web.Response:
    return _json({"error": text}, status)


def _json(value: Any, status: int = 200) -> web.Response:
    """In ASCII: names of files, and what a page sends, may have halves of characters, which UTF-8 cannot say."""
    return web.Response(text=json.dumps(value), status=status, content_type="application/json")
