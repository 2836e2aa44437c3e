"""Who may see the page, and what it may do."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import aiohttp
import pytest

from kafkawire.console import Console, Refused, View
from kafkawire.console.document import document
from kafkawire.console.view import Told
from tests.console.support import EVIL, asking, run, wire


class Example:
    """A view that says what it was asked."""

    name, title = "wire", "Example"

    def routes(self) -> Mapping[str, Callable[[Mapping[str, Any]], Awaitable[Any]]]:
        return {"echo": self._echo, "refuse": self._refuse}

    def writing(self) -> Mapping[str, Callable[[Mapping[str, Any]], Awaitable[Any]]]:
        return {"write": self._echo}

    async def _echo(self, params: Mapping[str, Any]) -> Any:
        return dict(params)

    async def _refuse(self, _: Mapping[str, Any]) -> Any:
        raise Refused("not so")

    async def embed(self, _: Told, /) -> Any | None:
        return EVIL

    async def close(self) -> None:
        pass


def asks(view: View, test: Callable[[Console, aiohttp.ClientSession, str], Awaitable[None]], **options: Any) -> None:
    async def inside() -> None:
        async with Console([view], **options) as console, aiohttp.ClientSession(cookie_jar=_jar()) as session:
            await test(console, session, console.url.partition("?")[0])

    run(inside)


def _jar() -> aiohttp.CookieJar:
    return aiohttp.CookieJar(unsafe=True)  # which keeps cookies of addresses


def test_the_address_with_the_token_gives_a_cookie_and_the_page_and_none_other_does() -> None:
    async def test(console: Console, session: aiohttp.ClientSession, base: str) -> None:
        for path in ("", "?token=", "?token=" + "x" * 32, "api/wire/echo"):
            assert (await session.get(base + path)).status == 403
        welcome = await session.get(console.url, allow_redirects=False)
        assert (welcome.status, console.token in await welcome.text()) == (200, False)
        assert re.search(r"; HttpOnly; Path=/; SameSite=Strict", welcome.headers["Set-Cookie"])
        page = await session.get(base)
        assert (page.status, page.content_type) == (200, "text/html")
        assert console.token not in await page.text()
        assert await (await session.get(base + "api/wire/echo?a=1")).json() == {"a": "1"}

    asks(Example(), test)


def test_a_token_in_the_header_is_as_good() -> None:
    async def test(console: Console, session: aiohttp.ClientSession, base: str) -> None:
        for token, status in ((console.token, 200), (console.token[:-1], 403), ("ü", 403)):
            headers = {"Authorization": f"Bearer {token}"}
            assert (await session.get(base + "api/wire/echo", headers=headers)).status == status

    asks(Example(), test)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:1", 200),
        ("127.0.0.1", 200),
        ("[::1]:9", 200),
        ("evil.example", 403),
        ("evil.example:80", 403),
        ("", 403),
    ],
)
def test_a_name_that_was_made_to_lead_here_is_refused(host: str, status: int) -> None:
    async def test(console: Console, session: aiohttp.ClientSession, base: str) -> None:
        headers = {"Authorization": f"Bearer {console.token}", "Host": host}
        assert (await session.get(base + "api/wire/echo", headers=headers)).status == status

    asks(Example(), test)


def test_other_sites_cannot_ask() -> None:
    async def test(console: Console, session: aiohttp.ClientSession, base: str) -> None:
        for origin, status in (("https://evil.example", 403), ("null", 403), (base.rstrip("/"), 200)):
            headers = {"Authorization": f"Bearer {console.token}", "Origin": origin}
            assert (await session.post(base + "api/wire/echo", json={}, headers=headers)).status == status

    asks(Example(), test)


def test_it_listens_on_this_machine_only() -> None:
    async def test(console: Console, _: aiohttp.ClientSession, __: str) -> None:
        assert console.url.startswith("http://127.0.0.1:")

    asks(Example(), test)


@pytest.mark.parametrize(("allow", "status"), [(False, 404), (True, 200)])
def test_what_writes_is_there_only_if_allowed(allow: bool, status: int) -> None:
    async def test() -> None:
        async with asking(Example(), allow_writes=allow) as ask:
            assert (await ask("wire/write", {"a": 1}))[0] == status
            assert (await ask("wire/write"))[0] == (405 if allow else 404)

    run(test)


def test_errors_are_for_people() -> None:
    async def test() -> None:
        async with asking(Example()) as ask:
            assert await ask("wire/refuse") == (200, {"refused": "not so"})
            assert await ask("wire/echo", [1]) == (200, {"refused": "the request is to be an object"})
            assert (await ask("wire/nothing"))[0] == 404

    run(test)


def test_the_policy_allows_what_is_in_the_page_and_nothing_else() -> None:
    async def test(console: Console, session: aiohttp.ClientSession, _: str) -> None:
        page = await session.get(console.url)
        policy = dict(part.strip().split(" ", 1) for part in page.headers["Content-Security-Policy"].split(";"))
        scripts = re.findall(r"<script>", await page.text())
        assert len(policy["script-src"].split()) == len(scripts) > 2
        assert all(word.startswith("'sha256-") for word in policy["script-src"].split())
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert policy["require-trusted-types-for"] == "'script'"
        assert "unsafe" not in page.headers["Content-Security-Policy"]
        assert (page.headers["Referrer-Policy"], page.headers["Cache-Control"]) == ("no-referrer", "no-store")
        refused = await session.get(console.url, headers={"Host": "evil.example"})
        assert "Content-Security-Policy" in refused.headers

    asks(Example(), test)


def test_an_exported_page_asks_nobody_and_its_data_cannot_end_their_element() -> None:
    page = document([wire()], embedded={"wire": EVIL}).html
    assert EVIL not in page
    assert "\\u003cscript>" in page
    assert "connect-src 'none'" in page
    assert not re.search(r"""(?:src|href)=(?!"data:|"#)""", page)


def test_the_page_is_small_and_never_makes_html_of_text() -> None:
    page = document([wire()]).html
    assert len(page.encode()) < 150 * 1024
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|https?://", page)
