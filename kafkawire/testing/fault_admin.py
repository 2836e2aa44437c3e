"""Rules of faults that come and go while a proxy or a broker runs, over HTTP on this machine alone.

| request | does |
| --- | --- |
| `GET /faults` | lists the rules in force, each with its number and how often it has struck |
| `POST /faults` | puts a rule, or all of a list, in force: JSON as in a file of faults |
| `DELETE /faults`, `DELETE /faults/N` | ends all of them, or one |

It listens on 127.0.0.1 and asks nobody who they are: whoever is on this machine may use it. A web page that is open
here is kept from it: a `Host` of another name is refused, as are a body that is not called `application/json` and any
request of which the browser says that a page has made it (`Origin`, `Sec-Fetch-Site`).
"""

from __future__ import annotations

import json
import logging
import sys
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from kafkawire.testing.faults.engine import Fault, Faults
from kafkawire.testing.faults.reading import rules_of
from kafkawire.testing.faults.rule import InvalidFault
from kafkawire.transport.listening import port_error

__all__ = ["FaultAdmin"]

_LOG = logging.getLogger("kafkawire.faults")
_HOST = "127.0.0.1"
_NAMES = frozenset({_HOST, "localhost"})
_PATH = "/faults"
_MOST_BYTES = 256 * 1024
_MOST_RULES = 1000
_MOST_AT_ONCE = 16
_POLL = 0.1  # seconds between two looks whether it is to end
_PATIENCE = 10.0  # seconds for each read of a request


class FaultAdmin:
    """Serves the rules of `faults` on a port of this machine, 0 for any, until `close`. Raises `OSError`."""

    def __init__(self, faults: Faults, port: int = 0) -> None:
        try:
            self._server = _Server(faults, port)
        except OSError as exc:
            raise port_error(exc, _HOST, port) from exc
        self.port: int = self._server.server_port
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_POLL,), name="kafkawire-faults", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    """A thread for each request, and only so many of them."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, faults: Faults, port: int) -> None:
        self.faults = faults
        self.changing = threading.Lock()
        self._free = threading.BoundedSemaphore(_MOST_AT_ONCE)
        super().__init__((_HOST, port), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Begin a thread, or hang up."""
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """What the thread does."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002 - the library's
        """Whoever hangs up within a request is nobody's trouble; anything else is an error of ours."""
        if not isinstance(sys.exception(), OSError):
            _LOG.exception("a request about faults has failed")


class _Refused(Exception):
    """What is asked for is not done."""

    def __init__(self, status: HTTPStatus, *problems: str) -> None:
        super().__init__(*problems)
        self.status = status


class _Handler(BaseHTTPRequestHandler):
    """One request: the connection ends behind its answer."""

    server: _Server
    timeout = _PATIENCE
    server_version, sys_version = "kafkawire", ""

    def do_GET(self) -> None:
        """List the rules."""
        self._answer(lambda: (HTTPStatus.OK, [_described(fault) for fault in self.server.faults]))

    def do_POST(self) -> None:
        """Put rules in force."""
        self._answer(self._add)

    def do_DELETE(self) -> None:
        """End rules."""
        self._answer(self._end)

    def _answer(self, work: Any) -> None:
        try:
            self._check_path()
            status, found = work()
        except _Refused as exc:
            status, found = exc.status, {"problems": list(exc.args)}
        body = b"" if found is None else json.dumps(found).encode() + b"\n"
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _check_path(self) -> None:
        if self.headers.get("Host", "").rpartition(":")[0] not in _NAMES:
            raise _Refused(HTTPStatus.FORBIDDEN, f"this is served to http://{_HOST}:{self.server.server_port} alone")
        if "Origin" in self.headers or self.headers.get("Sec-Fetch-Site", "none") != "none":
            raise _Refused(HTTPStatus.FORBIDDEN, "this is not served to web pages")
        if self.path != _PATH and not (self.command == "DELETE" and self.path.startswith(f"{_PATH}/")):
            raise _Refused(HTTPStatus.NOT_FOUND, f"there is {_PATH}, and to end one of them {_PATH}/N")

    def _add(self) -> tuple[HTTPStatus, Any]:
        given = self._body()
        try:
            rules, _ = rules_of(given if isinstance(given, list) else [given])
        except InvalidFault as exc:
            raise _Refused(HTTPStatus.BAD_REQUEST, *exc.problems) from exc
        with self.server.changing:
            if len(list(self.server.faults)) + len(rules) > _MOST_RULES:
                raise _Refused(HTTPStatus.CONFLICT, f"there would be more than {_MOST_RULES} rules")
            return HTTPStatus.CREATED, [_described(self.server.faults.add(rule)) for rule in rules]

    def _body(self) -> Any:
        size = self.headers.get("Content-Length", "")
        if self.headers.get_content_type() != "application/json":
            raise _Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Content-Type: must be application/json")
        if not (size.isascii() and size.isdigit()):
            raise _Refused(HTTPStatus.LENGTH_REQUIRED, "Content-Length: is missing")
        if len(size) > len(str(_MOST_BYTES)) or int(size) > _MOST_BYTES:
            raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"at most {_MOST_BYTES} bytes are read")
        try:
            return json.loads(self.rfile.read(int(size)))
        except (ValueError, RecursionError) as exc:
            raise _Refused(HTTPStatus.BAD_REQUEST, f"that is no JSON: {exc}") from exc

    def _end(self) -> tuple[HTTPStatus, Any]:
        if self.path == _PATH:
            self.server.faults.clear()
            return HTTPStatus.NO_CONTENT, None
        number = self.path.removeprefix(f"{_PATH}/")
        found = [fault for fault in self.server.faults if str(fault.number) == number]
        if not found:
            raise _Refused(HTTPStatus.NOT_FOUND, f"there is no rule {number}")
        found[0].remove()
        return HTTPStatus.NO_CONTENT, None

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library calls it so
        """Nothing: the rules themselves are logged where they strike."""


def _described(fault: Fault) -> dict[str, Any]:
    return {"number": fault.number, "count": fault.count, "rule": fault.rule.to_mapping()}
