"""The schema registry of a test, as HTTP clients see it; the codes are those that Confluent documents."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from kafkawire.testing import RegistryError, SchemaRegistry, registry

ORDER = {"type": "record", "name": "Order", "fields": [{"name": "what", "type": "string"}]}
WIDER = {**ORDER, "fields": [*ORDER["fields"], {"name": "cups", "type": "int", "default": 1}]}
BROKEN = {**ORDER, "fields": [{"name": "what", "type": "int"}]}


@pytest.fixture
def schemas() -> Iterator[SchemaRegistry]:
    with registry() as running:
        yield running


def ask(schemas: SchemaRegistry, method: str, path: str, body: object = None) -> tuple[int, Any]:
    connection = http.client.HTTPConnection(urlsplit(schemas.url).netloc, timeout=10)
    try:
        connection.request(method, path, None if body is None else json.dumps(body))
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def as_body(schema: object, **more: object) -> dict[str, object]:
    return {"schema": schema if isinstance(schema, str) else json.dumps(schema), **more}


def test_a_schema_is_registered_once_and_found_again(schemas: SchemaRegistry) -> None:
    status, added = ask(schemas, "POST", "/subjects/orders-value/versions?normalize=False", as_body(ORDER))
    assert (status, added["id"], added["version"]) == (200, 1, 1)
    spaced = as_body(json.dumps(ORDER, indent=4))
    assert ask(schemas, "POST", "/subjects/orders-value/versions", spaced)[1]["id"] == 1
    assert ask(schemas, "POST", "/subjects/orders-value/versions", as_body(WIDER))[1]["version"] == 2
    assert ask(schemas, "POST", "/subjects/other/versions", as_body(WIDER))[1] | {} == {
        "subject": "other",
        "version": 1,
        "id": 2,
        "schema": json.dumps(WIDER),
    }
    assert ask(schemas, "GET", "/schemas/ids/1") == (200, {"schema": json.dumps(ORDER)})
    assert ask(schemas, "GET", "/schemas/ids/1/schema") == (200, ORDER)
    assert ask(schemas, "GET", "/subjects/orders-value/versions/latest")[1]["id"] == 2
    assert ask(schemas, "GET", "/subjects/orders-value/versions/1")[1]["schema"] == json.dumps(ORDER)
    assert ask(schemas, "GET", "/subjects/orders-value/versions") == (200, [1, 2])
    assert ask(schemas, "GET", "/subjects") == (200, ["orders-value", "other"])
    assert ask(schemas, "GET", "/schemas/ids/2/versions")[1] == [
        {"subject": "orders-value", "version": 2},
        {"subject": "other", "version": 1},
    ]
    assert ask(schemas, "POST", "/subjects/orders-value", spaced)[1]["version"] == 1
    assert schemas.schemas("other") == [json.dumps(WIDER)]


def test_names_are_quoted_in_paths(schemas: SchemaRegistry) -> None:
    schemas.register("a/b c", ORDER)
    assert ask(schemas, "GET", "/subjects/a%2Fb%20c/versions") == (200, [1])


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/subjects/none/versions", None, 404, 40401),
        ("GET", "/subjects/none/versions/latest", None, 404, 40401),
        ("POST", "/subjects/none", as_body(ORDER), 404, 40401),
        ("GET", "/subjects/orders-value/versions/2", None, 404, 40402),
        ("GET", "/subjects/orders-value/versions/first", None, 422, 42202),
        ("GET", "/subjects/orders-value/versions/" + "9" * 5000, None, 422, 42202),
        ("GET", "/schemas/ids/7", None, 404, 40403),
        ("GET", "/schemas/ids/" + "9" * 5000, None, 404, 40403),
        ("POST", "/subjects/orders-value", as_body(WIDER), 404, 40403),
        ("POST", "/subjects/orders-value/versions", as_body(""), 422, 42201),
        ("POST", "/subjects/orders-value/versions", as_body("{"), 422, 42201),
        ("POST", "/subjects/orders-value/versions", as_body("7"), 422, 42201),
        ("POST", "/subjects/orders-value/versions", as_body("[" * 100_000), 422, 42201),
        ("POST", "/subjects/orders-value/versions", as_body("7", schemaType="JSON"), 422, 42201),
        ("POST", "/subjects/orders-value/versions", as_body(ORDER, schemaType="XML"), 422, 42201),
        ("POST", "/subjects/orders-value/versions", as_body(ORDER, references=[{"name": "x"}]), 422, 42201),
        (
            "POST",
            "/subjects/orders-value/versions",
            as_body(ORDER, references=[{"name": "x", "subject": "none", "version": 1}]),
            422,
            42201,
        ),
        ("POST", "/subjects/orders-value/versions", [], 400, 400),
        ("PUT", "/config", {"compatibility": "SOMEHOW"}, 422, 42203),
        ("GET", "/config/orders-value", None, 404, 40408),
        ("GET", "/associations/resources/a/b", None, 404, 404),
        ("DELETE", "/subjects/orders-value/versions", None, 501, 501),
    ],
)
def test_what_cannot_be_done_has_confluents_code(
    schemas: SchemaRegistry, method: str, path: str, body: object, status: int, code: int
) -> None:
    schemas.register("orders-value", ORDER)
    found = ask(schemas, method, path, body)
    assert (found[0], found[1]["error_code"]) == (status, code)
    assert found[1]["message"]


def test_an_avro_schema_with_an_unknown_type_is_invalid(schemas: SchemaRegistry) -> None:
    pytest.importorskip("fastavro", reason="an Avro schema is looked into where fastavro is installed")
    with pytest.raises(RegistryError, match=r"unknown type 'Cup'") as raised:
        schemas.register("orders-value", {**ORDER, "fields": [{"name": "what", "type": "Cup"}]})
    assert (raised.value.code, raised.value.status) == (42201, 422)
    schemas.register("cup", {"type": "enum", "name": "Cup", "symbols": ["SMALL"]})
    reference = {"name": "Cup", "subject": "cup", "version": 1}
    schemas.register("orders-value", {**ORDER, "fields": [{"name": "what", "type": "Cup"}]}, references=[reference])
    assert ask(schemas, "GET", "/subjects/orders-value/versions/1")[1]["references"] == [reference]


def test_a_body_that_is_too_long_or_has_no_length_is_refused_unread(schemas: SchemaRegistry) -> None:
    host, port = urlsplit(schemas.url).netloc.split(":")
    for header, status in (
        (b"Content-Length: 999999999", b"413"),
        (b"Content-Length: " + b"9" * 5000, b"411"),
        (b"Content-Length: many", b"411"),
        (b"Transfer-Encoding: chunked", b"411"),
    ):
        with socket.create_connection((host, int(port)), 10) as client:
            client.sendall(b"POST /subjects/a/versions HTTP/1.1\r\nHost: x\r\n" + header + b"\r\n\r\n")
            said = b""
            while piece := client.recv(4096):
                said += piece
        assert said.startswith(b"HTTP/1.1 " + status)


def test_compatibility_is_checked_or_its_want_is_told(schemas: SchemaRegistry) -> None:
    assert ask(schemas, "GET", "/config") == (200, {"compatibilityLevel": "NONE"})
    schemas.register("orders-value", ORDER)
    assert ask(schemas, "POST", "/compatibility/subjects/orders-value/versions/latest", as_body(BROKEN)) == (
        200,
        {"is_compatible": True},
    )
    schemas.register("orders-value", BROKEN)


def test_without_the_package_avro_no_level_is_taken(schemas: SchemaRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkawire.testing.schemas.find_spec", lambda _: None)
    status, said = ask(schemas, "PUT", "/config", {"compatibility": "BACKWARD"})
    assert (status, said["error_code"]) == (501, 501)
    assert "does not check whether schemas are compatible; with the package `avro`" in said["message"]
    assert ask(schemas, "PUT", "/config/orders-value", {"compatibility": "NONE"})[0] == 200


@pytest.mark.parametrize(
    ("level", "is_wider_fine", "is_narrower_fine"),
    [("BACKWARD", True, True), ("FORWARD", True, True), ("FULL_TRANSITIVE", True, True)],
)
def test_avro_schemas_are_compatible_or_not(
    schemas: SchemaRegistry, level: str, is_wider_fine: bool, is_narrower_fine: bool
) -> None:
    pytest.importorskip("avro", reason="the package avro says what is compatible")
    schemas.set_compatibility(level, "orders-value")
    schemas.register("orders-value", ORDER)
    path = "/compatibility/subjects/orders-value/versions"
    assert ask(schemas, "POST", path, as_body(WIDER))[1]["is_compatible"] is is_wider_fine
    assert ask(schemas, "POST", path + "/1", as_body(BROKEN))[1]["is_compatible"] is False
    status, said = ask(schemas, "POST", "/subjects/orders-value/versions", as_body(BROKEN))
    assert (status, said["error_code"]) == (409, 409)
    schemas.register("orders-value", WIDER)
    assert ask(schemas, "POST", path, as_body(ORDER))[1]["is_compatible"] is is_narrower_fine
    with pytest.raises(RegistryError, match="but those of Avro"):
        schemas.register("orders-value", {"type": "object"}, "JSON")
    assert schemas.register("others", BROKEN)


def test_threads_register_one_schema_once(schemas: SchemaRegistry) -> None:
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda: found.append(schemas.register("orders-value", ORDER))) for _ in range(10)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1] * 10


def test_a_client_that_keeps_its_connection_does_not_keep_the_registry() -> None:
    with registry() as running:
        kept = http.client.HTTPConnection(urlsplit(running.url).netloc, timeout=10)
        kept.request("GET", "/subjects")
        assert kept.getresponse().read() == b"[]"
    assert kept.sock.recv(1) == b""
    kept.close()
    with pytest.raises(ConnectionRefusedError):
        ask(running, "GET", "/subjects")
