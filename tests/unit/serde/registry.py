"""As much of a schema registry as serializers ask for, in memory, behind HTTP."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit


class FakeRegistry:
    """Schemas by number, and numbers by subject and version. `asked` has a line for each request."""

    def __init__(self) -> None:
        self.schemas: dict[int, dict[str, Any]] = {}
        self.subjects: dict[str, list[int]] = {}
        self.asked: list[str] = []
        self.url = ""

    def add(self, subject: str, text: str, kind: str = "AVRO", references: Any = ()) -> int:
        """The number of a schema under a subject."""
        schema = {"schema": text, "schemaType": kind, "references": [*references]}
        number = next((n for n, known in self.schemas.items() if known == schema), len(self.schemas) + 1)
        self.schemas[number] = schema
        versions = self.subjects.setdefault(subject, [])
        if number not in versions:
            versions.append(number)
        return number

    def answer(self, method: str, path: str, body: dict[str, Any]) -> dict[str, Any] | None:
        """What the registry says; None where there is nothing of that kind."""
        self.asked.append(f"{method} {path}")
        if found := re.fullmatch(r"/schemas/ids/(\d+)", path):
            return self.schemas.get(int(found[1]))
        found = re.fullmatch(r"/subjects/([^/]+)(?:/versions(?:/(\w+))?)?", path)
        if found is None:
            return None
        subject = unquote(found[1])
        if method == "POST":
            given = body["schema"], body.get("schemaType") or "AVRO", body.get("references") or ()
            number = self.add(subject, *given)
            return self._registered(subject, self.subjects[subject].index(number))
        versions = self.subjects.get(subject, [])
        index = len(versions) if found[2] == "latest" else int(found[2])
        return self._registered(subject, index - 1) if 0 < index <= len(versions) else None

    def _registered(self, subject: str, index: int) -> dict[str, Any]:
        number = self.subjects[subject][index]
        return {"id": number, "subject": subject, "version": index + 1, **self.schemas[number]}


@contextmanager
def running() -> Iterator[FakeRegistry]:
    """A registry on a port of its own."""
    registry = FakeRegistry()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length) or b"{}")
            found = registry.answer(self.command, urlsplit(self.path).path, body)
            data = json.dumps(found or {"error_code": 40403, "message": "not found"}).encode()
            self.send_response(404 if found is None else 200)
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(data)

        do_POST = do_GET  # noqa: N815 - as the standard library has it

        def log_message(self, *_: object) -> None:  # not on the console
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    registry.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield registry
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
