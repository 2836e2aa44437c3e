"""Headers of every API version, and whole frames, as Apache Kafka wrote them."""

from __future__ import annotations

from typing import Any

import pytest

import kafkawire
from kafkawire import DecodeError
from kafkawire.message import Request, Response
from kafkawire.messages import PROTOCOL, RequestHeader, ResponseHeader
from tests import corpus, reference
from tests.vectors import Vector, files, message_class, name_of, read

HEADERS = [vector for file in files("headers") for vector in read(file)]
FRAMES = {name_of(file): list(corpus.json_lines(file)) for file in files("frames")}


def of_kind(kind: str) -> list[Vector]:
    return [vector for vector in HEADERS if vector.kind == kind]


@pytest.mark.parametrize("kind", ["header", "request-header", "response-header"])
def test_headers_both_ways(kind: str) -> None:
    for vector in of_kind(kind):
        header = vector.cls.decode(vector.data, vector.version)
        assert reference.tree_of(vector.schema.root, header) == vector.tree, str(vector)
        assert header.encode(vector.version) == vector.data, str(vector)
        assert reference.build(vector.schema.root, vector.cls, vector.tree).encode(vector.version) == vector.data
        assert header.to_json(vector.version) == vector.json, str(vector)


@pytest.mark.parametrize("kind", ["header", "request-header", "response-header"])
def test_every_cut_of_a_header_raises(kind: str) -> None:
    for vector in of_kind(kind):
        for cut in range(len(vector.data)):
            with pytest.raises(DecodeError, match=f"^{vector.name} v{vector.version}.*: .* at offset "):
                vector.cls.decode(vector.data[:cut], vector.version)


def test_the_header_version_of_every_request() -> None:
    for vector in of_kind("request-header"):
        assert vector.api_key is not None
        assert vector.api_version is not None
        assert PROTOCOL.request(vector.api_key, vector.api_version)[1] == vector.version, str(vector)


def test_the_header_version_of_every_response() -> None:
    for vector in of_kind("response-header"):
        assert vector.api_key is not None
        assert vector.api_version is not None
        assert PROTOCOL.response(vector.api_key, vector.api_version)[1] == vector.version, str(vector)


@pytest.mark.parametrize("kind", ["request", "response"])
def test_every_api_version_has_a_header_vector(kind: str) -> None:
    seen = {(vector.api_key, vector.api_version) for vector in of_kind(f"{kind}-header")}
    keyed = [schema for schema in reference.schemas().values() if schema.kind == kind]
    assert seen == {(schema.api_key, version) for schema in keyed for version in schema.versions}


def frame(line: dict[str, Any]) -> bytes:
    return bytes.fromhex(line["hex"])


def tree(line: dict[str, Any]) -> reference.Tree:
    schema = reference.schemas()[line["message"]]
    return reference.from_json(schema, line["version"], line["json"], line.get("unknownTags", []))


def test_request_frames_decode() -> None:
    for line in FRAMES["frames/requests"]:
        header, message = kafkawire.decode_request(frame(line))
        assert header == RequestHeader.from_json(line["header"], line["headerVersion"]), line
        assert type(message) is message_class(line["message"]), line
        root = reference.schemas()[line["message"]].root
        assert reference.tree_of(root, message) == tree(line), line


def test_request_frames_encode() -> None:
    for line in FRAMES["frames/requests"]:
        cls = message_class(line["message"])
        message = reference.build(reference.schemas()[line["message"]].root, cls, tree(line))
        assert isinstance(message, Request)
        head = line["header"]
        made = kafkawire.encode_request(
            message,
            version=line["version"],
            correlation_id=head["correlationId"],
            client_id=head.get("clientId"),
        )
        assert made == frame(line), line


def test_frames_are_written_back_with_their_headers() -> None:
    for line in FRAMES["frames/requests"]:
        header, message = kafkawire.decode_request(frame(line))
        assert kafkawire.encode_request(message, header=header) == frame(line), line
    for line in FRAMES["frames/responses"]:
        response_header, response = kafkawire.decode_response(frame(line), line["apiKey"], line["version"])
        made = kafkawire.encode_response(response, version=line["version"], header=response_header)
        assert made == frame(line), line


def test_response_frames_decode() -> None:
    for line in FRAMES["frames/responses"]:
        header, message = kafkawire.decode_response(frame(line), line["apiKey"], line["version"])
        assert header == ResponseHeader(correlation_id=line["header"]["correlationId"]), line
        assert type(message) is message_class(line["message"]), line
        assert reference.tree_of(reference.schemas()[line["message"]].root, message) == tree(line), line


def test_response_frames_encode() -> None:
    for line in FRAMES["frames/responses"]:
        cls = message_class(line["message"])
        message = reference.build(reference.schemas()[line["message"]].root, cls, tree(line))
        assert isinstance(message, Response)
        made = kafkawire.encode_response(
            message, version=line["version"], correlation_id=line["header"]["correlationId"]
        )
        assert made == frame(line), line


@pytest.mark.parametrize("kind", ["requests", "responses"])
def test_every_cut_of_a_frame_raises(kind: str) -> None:
    for line in FRAMES[f"frames/{kind}"]:
        data = frame(line)
        for cut in range(0, len(data), max(1, len(data) // 60)):
            # Once with the size as it was, once with the size of what is left.
            for damaged in (data[:cut], (max(cut, 4) - 4).to_bytes(4, "big") + data[4:cut]):
                with pytest.raises(DecodeError):
                    decode(kind, damaged, line)


def decode(kind: str, data: bytes, line: dict[str, Any]) -> object:
    if kind == "requests":
        return kafkawire.decode_request(data)
    return kafkawire.decode_response(data, line["apiKey"], line["version"])
