"""A schema registry with a few schemas, on a port of its own."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Registry:
    """Answers by path; what is not there is a 404. `asked` are the paths, with the Authorization header."""

    def __init__(self) -> None:
        self.answers: dict[str, Any] = {}
        self.asked: list[tuple[str, str | None]] = []
        self.url = ""

    def add(self, number: int, schema: Any, subject: str | None = None, **more: Any) -> None:
        answer = {"schema": json.dumps(schema)} | more
        self.answers[f"/schemas/ids/{number}"] = answer
        if subject is not None:
            self.answers[f"/subjects/{subject}/versions/latest"] = answer | {"id": number, "subject": subject}


@contextmanager
def running_registry() -> Iterator[Registry]:
    registry = Registry()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            registry.asked.append((self.path, self.headers["Authorization"]))
            answer = registry.answers.get(self.path, 404)
            self.send_response(answer if isinstance(answer, int) else 200)
            self.end_headers()
            if not isinstance(answer, int):
                self.wfile.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

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
