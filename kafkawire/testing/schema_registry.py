"""A schema registry inside a test: the REST calls of Confluent's registry that serializers make, in memory.

    with kafkawire.testing.registry() as schemas:
        client = SchemaRegistryClient({"url": schemas.url})

What it knows is in `kafkawire.testing.schemas`; here is HTTP, one thread for each connection.
"""

from __future__ import annotations

import json
import re
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from kafkawire.testing.schemas import RegistryError, Schema, Subjects

__all__ = ["SchemaRegistry", "registry"]

T = TypeVar("T")
_Respond = Callable[[str, str, Mapping[str, str], object], object]
"""Method, path, query and body of a request -> what the response says. Raises `RegistryError`."""
_LONGEST_BODY = 1 << 20
_PATIENCE = 10.0  # seconds for a request to arrive
_LOOK = 0.02  # seconds after which its end is noticed
_LENGTH = re.compile("[0-9]{1,18}")
_MIME = "application/vnd.schemaregistry.v1+json"


class SchemaRegistry:
    """A registry on a free port of this machine, until `stop`. For code of any thread."""

    def __init__(self) -> None:
        self._subjects = Subjects()
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), self._respond)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        """`http://host:port`, as clients want it."""
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_LOOK,), name="kafkawire-registry", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Hang up, and wait until nobody is served any more."""
        self._server.shutdown()
        self._server.hang_up()
        self._server.server_close()
        self._thread.join()

    def register(
        self,
        subject: str,
        schema: str | Mapping[str, Any] | Sequence[Any],
        schema_type: str = "AVRO",
        references: Sequence[Mapping[str, Any]] = (),
    ) -> int:
        """Register a schema, as text or as what its JSON holds; returns its id. Raises `RegistryError`."""
        text = schema if isinstance(schema, str) else json.dumps(schema)
        asked = Schema.of({"schema": text, "schemaType": schema_type, "references": list(references)})
        return self._locked(lambda subjects: subjects.register(subject, asked).id)

    def schemas(self, subject: str) -> list[str]:
        """The texts that are registered under a subject, the first one first. Raises `RegistryError`."""
        return self._locked(lambda subjects: [one.schema.text for one in subjects.versions(subject)])

    def subjects(self) -> list[str]:
        """The subjects that there are."""
        return self._locked(lambda subjects: subjects.names())

    def set_compatibility(self, level: str, subject: str | None = None) -> None:
        """What later schemas have to be compatible with, of one subject or all; NONE at first.

        Raises `RegistryError` for a level that there is not, or that cannot be checked here.
        """
        self._locked(lambda subjects: subjects.set_level(level, subject))

    def _locked(self, work: Callable[[Subjects], T]) -> T:
        with self._lock:
            return work(self._subjects)

    def _respond(self, method: str, path: str, query: Mapping[str, str], body: object) -> object:
        routes = {name: (found, call) for name, pattern, call in _ROUTES if (found := pattern.fullmatch(path))}
        if not routes:
            raise RegistryError(404, f"HTTP 404 Not Found: {path}")
        if method not in routes:
            raise RegistryError(501, f"this double of a registry does not do {method} {path}")
        found, call = routes[method]
        return self._locked(lambda subjects: call(subjects, [*map(unquote, found.groups())], query, body))


Call = Callable[[Subjects, list[str], Mapping[str, str], object], object]


def _register(subjects: Subjects, parts: list[str], _query: Mapping[str, str], body: object) -> object:
    added = subjects.register(parts[0], Schema.of(body))
    return added.as_json()


def _look_up(subjects: Subjects, parts: list[str], _query: Mapping[str, str], body: object) -> object:
    subjects.versions(parts[0])
    return subjects.look_up(parts[0], Schema.of(body)).as_json()


def _by_id(subjects: Subjects, parts: list[str], query: Mapping[str, str], _body: object) -> object:
    return subjects.by_id(parts[0]).as_json(query.get("format", ""))


def _text_by_id(subjects: Subjects, parts: list[str], _query: Mapping[str, str], _body: object) -> object:
    text = subjects.by_id(parts[0]).text
    return json.loads(text) if subjects.by_id(parts[0]).type != "PROTOBUF" else text


def _version(subjects: Subjects, parts: list[str], query: Mapping[str, str], _body: object) -> object:
    return subjects.version(*parts).as_json(query.get("format", ""))


def _compatible(subjects: Subjects, parts: list[str], _query: Mapping[str, str], body: object) -> object:
    number = parts[1] if len(parts) > 1 else None
    return {"is_compatible": subjects.is_compatible(parts[0], number, Schema.of(body))}


def _level(subjects: Subjects, parts: list[str], query: Mapping[str, str], _body: object) -> object:
    or_of_all = query.get("defaultToGlobal", "").lower() == "true"
    return {"compatibilityLevel": subjects.level(*parts, or_of_all=or_of_all)}


def _set_level(subjects: Subjects, parts: list[str], _query: Mapping[str, str], body: object) -> object:
    level = body.get("compatibility") if isinstance(body, dict) else None
    return {"compatibility": subjects.set_level(level, *parts)}


def _uses(subjects: Subjects, parts: list[str], _query: Mapping[str, str], _body: object) -> object:
    return [{"subject": one.subject, "version": one.version} for one in subjects.uses_of(parts[0])]


def _route(method: str, path: str, call: Call) -> tuple[str, re.Pattern[str], Call]:
    return method, re.compile(path.replace("*", "([^/]+)")), call


_ROUTES = [
    _route("GET", "/subjects", lambda subjects, *_: subjects.names()),
    _route("POST", "/subjects/*", _look_up),
    _route("GET", "/subjects/*/versions", lambda s, parts, *_: [one.version for one in s.versions(parts[0])]),
    _route("POST", "/subjects/*/versions", _register),
    _route("GET", "/subjects/*/versions/*", _version),
    _route("GET", "/schemas/types", lambda *_: ["AVRO", "JSON", "PROTOBUF"]),
    _route("GET", "/schemas/ids/*", _by_id),
    _route("GET", "/schemas/ids/*/schema", _text_by_id),
    _route("GET", "/schemas/ids/*/subjects", lambda s, parts, *_: [one.subject for one in s.uses_of(parts[0])]),
    _route("GET", "/schemas/ids/*/versions", _uses),
    _route("POST", "/compatibility/subjects/*/versions", _compatible),
    _route("POST", "/compatibility/subjects/*/versions/*", _compatible),
    _route("GET", "/config", _level),
    _route("GET", "/config/*", _level),
    _route("PUT", "/config", _set_level),
    _route("PUT", "/config/*", _set_level),
    _route("GET", "/mode", lambda *_: {"mode": "READWRITE"}),
]


class _Server(ThreadingHTTPServer):
    """Knows its open connections, so that it can end them."""

    daemon_threads = False  # so that `server_close` waits for them

    def __init__(self, address: tuple[str, int], respond: _Respond) -> None:
        super().__init__(address, _Handler)
        self.respond = respond
        self._open: set[socket.socket] = set()
        self._guard = threading.Lock()

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._guard:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._guard:
            self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """End all connections."""
        with self._guard:
            for one in self._open:
                with suppress(OSError):  # its client was quicker
                    one.shutdown(socket.SHUT_RDWR)

    def server_bind(self) -> None:
        """Take the port, without asking the name service who that is."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.socket.getsockname()[:2]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is none."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """One connection, on which requests come one after another."""

    server: _Server
    protocol_version = "HTTP/1.1"
    timeout = _PATIENCE

    def _do(self) -> None:
        try:
            body = self._body()
            parts = urlsplit(self.path)
            found = self.server.respond(self.command, parts.path.rstrip("/"), dict(parse_qsl(parts.query)), body)
            self._send(200, found)
        except RegistryError as exc:
            self._send(exc.status, {"error_code": exc.code, "message": str(exc)})

    do_GET = do_POST = do_PUT = do_DELETE = _do  # noqa: N815 - the names that are looked for

    def _body(self) -> object:
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers or not _LENGTH.fullmatch(length):
            self.close_connection = True
            raise RegistryError(411, "the length of the body has to be told")
        if int(length) > _LONGEST_BODY:
            self.close_connection = True
            raise RegistryError(413, f"the body has more than {_LONGEST_BODY} bytes")
        data = self.rfile.read(int(length))
        try:
            return json.loads(data) if data else None
        except (ValueError, RecursionError) as exc:
            raise RegistryError(400, f"the body is no JSON: {exc}") from exc

    def _send(self, status: int, value: object) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", _MIME)
        self.send_header("Content-Length", str(len(data)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Who wants to see requests looks at those of the client."""


@contextmanager
def registry() -> Iterator[SchemaRegistry]:
    """A running schema registry, empty, on a free port of this machine."""
    running = SchemaRegistry()
    try:
        yield running
    finally:
        running.stop()
