"""The annotated dump: every byte belongs to one field, and fields say what Apache Kafka says they are."""

from __future__ import annotations

import base64
from itertools import pairwise
from typing import Any

import pytest

from kafkawire.annotate.batches import batch_sections
from kafkawire.annotate.sections import Section, message_section, request_section, response_section
from kafkawire.catalog import message_class
from kafkawire.cli.annotate import text_lines
from kafkawire.messages import RequestHeader
from tests.unit.cli.conftest import Call
from tests.unit.cli.test_decode import PLAIN, RECORDS, REQUESTS, RESPONSES, record_set

API_VERSIONS = "0000002100120003000000010007636f6e736f6c65000a6b61666b617769726504302e3100"


def is_tiled(section: Section) -> bool:
    """Whether the pieces follow each other without gap or overlap, from the first byte to the last."""
    joined = all(one.stop == other.start for one, other in pairwise(section.pieces))
    return joined and section.pieces[0].start == section.start and not section.left


@pytest.mark.parametrize("vector", REQUESTS[::5], ids=lambda v: f"{v['message']}-v{v['version']}")
def test_requests_are_covered(vector: dict[str, Any]) -> None:
    section = request_section(bytes.fromhex(vector["hex"]), True)
    assert section.error is None
    assert is_tiled(section)
    values = {piece.path: piece.value for piece in section.pieces}
    assert values["header.request_api_key"] == vector["apiKey"]
    assert values["header.correlation_id"] == vector["header"]["correlationId"]


@pytest.mark.parametrize("vector", RESPONSES[::5], ids=lambda v: f"{v['message']}-v{v['version']}")
def test_responses_are_covered(vector: dict[str, Any]) -> None:
    section = response_section(bytes.fromhex(vector["hex"]), vector["apiKey"], vector["version"], True)
    assert section.error is None
    assert is_tiled(section)


def test_values_are_those_of_the_json_form() -> None:
    vector = next(v for v in RESPONSES if v["message"] == "HeartbeatResponse" and v["version"] == 4)
    cls = message_class(12, "response")
    section = message_section(cls, bytes.fromhex(vector["hex"])[9:], 4)
    values = {piece.path: piece.value for piece in section.pieces}
    assert values["throttle_time_ms"] == vector["json"]["throttleTimeMs"]
    assert values["error_code"] == vector["json"]["errorCode"]


def test_text(call: Call) -> None:
    result = call("decode", "request", API_VERSIONS, "--annotate")
    assert result.code == 0
    rows = [line.split() for line in result.out.splitlines()]
    assert rows[0] == ["offset", "bytes", "field", "type", "value"]
    assert ["0", "00", "00", "00", "21", "size", "int32", "33"] in rows
    assert ["4", "00", "12", "header.request_api_key", "int16", "18", "(ApiVersions)"] in rows
    assert ["32", "04", "30", "2e", "31", "body.client_software_version", "compact", "string", '"0.1"'] in rows
    at = next(number for number, row in enumerate(rows) if "body.client_software_name" in row)
    assert rows[at][:9] == ["22", "0a", "6b", "61", "66", "6b", "61", "77", "69"]
    assert rows[at + 1] == ["30", "72", "65"]  # the rest of a field, on a row of its own


def test_json(call: Call) -> None:
    lines = call("decode", "request", API_VERSIONS, "--annotate", "--json").lines
    assert lines[0] == {"offset": 0, "size": 4, "hex": "00000021", "path": "size", "type": "int32", "value": 33}
    assert "".join(line["hex"] for line in lines) == API_VERSIONS


@pytest.mark.parametrize("cut", range(8, len(API_VERSIONS) // 2))
def test_damage_shows_what_there_is(call: Call, cut: int) -> None:
    """However short: all bytes are printed, the whole fields with their names, then the error, and exit code 1."""
    result = call("decode", "request", API_VERSIONS[: 2 * cut], "--sized", "--annotate", "--json")
    assert result.code == 1
    pieces, error = result.lines[:-1], result.lines[-1]["error"]
    assert "".join(piece["hex"] for piece in pieces) == API_VERSIONS[: 2 * cut]
    assert error in result.err
    named = [piece for piece in pieces if piece["path"]]
    whole = call("decode", "request", API_VERSIONS, "--annotate", "--json").lines
    assert named == whole[: len(named)]
    assert all(piece["offset"] + piece["size"] > cut for piece in whole[len(named) :])


def test_damage_as_text(call: Call) -> None:
    result = call("decode", "request", API_VERSIONS[:60], "--annotate")
    assert "not read: 8 bytes" in result.out
    assert result.err.startswith("kafkawire: error: ApiVersionsRequest v3 .client_software_name: ")
    assert "at offset 22" in result.err


def test_trailing_bytes(call: Call) -> None:
    result = call("decode", "message", "ResponseHeader", "--version", "0", "0000000201", "--annotate")
    assert result.code == 1
    assert "not read: 1 byte\n" in result.out
    assert "1 bytes left over at offset 4" in result.err


def test_unknown_api(call: Call) -> None:
    result = call("decode", "request", "0000000a 7fff 0000 00000000 ffff", "--annotate")
    assert result.code == 1
    assert "no API has the key 32767" in result.err


def test_rest_of_a_message_with_secrets_is_hidden() -> None:
    section = request_section(bytes.fromhex(PLAIN)[:-3], True)
    assert section.error is not None
    assert "6e 74 65" not in "\n".join(text_lines(section))


def test_long_fields_are_cut() -> None:
    data = bytes.fromhex("0012 0003 00000001 0fa0") + b"x" * 4000
    lines = list(text_lines(message_section(RequestHeader, data, 1)))
    assert len(lines) == 8  # headings, three numbers, three rows of text, and how much more there is
    assert lines[-1].split() == ["..", "3978", "more"]


# ------------------------------------------------------------------------------------------------------------- batches


@pytest.mark.parametrize(
    "vector",
    [v for v in RECORDS if "batches" in v and not any("error" in b for b in v["batches"]) and len(v["hex"]) < 20_000],
    ids=lambda v: f"{v['case']}-{v['magic']}-{v['codec']}",
)
def test_record_sets_are_covered(vector: dict[str, Any]) -> None:
    sections = list(batch_sections(bytes.fromhex(vector["hex"])))
    assert [section.error for section in sections] == [None] * len(sections)
    assert all(map(is_tiled, sections))
    outer = [section for section in sections if section.data == bytes.fromhex(vector["hex"])]
    assert sum(section.position - section.start for section in outer) == len(vector["hex"]) // 2
    values = {piece.path: piece.value for section in sections for piece in section.pieces}
    for number, batch in enumerate(vector["batches"]):
        path = f"batch[{number}]"
        assert values[f"{path}.crc"] == batch["crc"]
        assert values[f"{path}.attributes"] == batch["attributes"]
        if vector["magic"] == 2:
            for index, record in enumerate(batch["records"]):
                assert _hex(values[f"{path}.records[{index}].key"]) == record["key"]
                assert _hex(values[f"{path}.records[{index}].value"]) == record["value"]
                assert batch["baseOffset"] + values[f"{path}.records[{index}].offset_delta"] == record["offset"]
        elif batch["compression"] == "none":
            assert _hex(values[f"{path}.value"]) == batch["records"][0]["value"]
        else:
            found = [_hex(values[f"{path}.messages[{index}].value"]) for index in range(len(batch["records"]))]
            assert found == [record["value"] for record in batch["records"]]


def _hex(raw: bytes | None) -> str | None:
    return None if raw is None else raw.hex()


def test_wrong_checksum_is_marked(call: Call) -> None:
    result = call("decode", "records", record_set("bad-crc", 2, "none")["hex"], "--annotate")
    assert result.code == 1
    assert "(WRONG)" in result.out
    assert "CRC-32C" in result.err
    assert "--- wrong: batch[0]: " in result.out


def test_compressed_records_get_a_section(call: Call) -> None:
    vector = record_set("one", 2, "zstd")
    result = call("decode", "records", vector["hex"], "--annotate")
    assert result.code == 0
    assert " decompressed\noffset" in result.out
    assert "1700000000000 (2023-11-14T22:13:20.000Z)" in result.out


def test_every_cut_of_a_batch_is_told(call: Call) -> None:
    data = bytes.fromhex(record_set("one", 2, "none")["hex"])
    for cut in range(1, len(data)):
        result = call("decode", "records", "--base64", base64.b64encode(data[:cut]).decode(), "--annotate", "--json")
        assert result.code == 0  # a batch may be cut at the end of a fetch
        assert [line["path"] for line in result.lines] == ["partial"]


@pytest.mark.parametrize("magic", [0, 1, 2])
def test_every_flipped_byte_is_an_error_or_harmless(magic: int) -> None:
    """Damage anywhere gives a dump and an error, never an exception."""
    data = bytes.fromhex(record_set("null-and-empty", magic, "none")["hex"])
    for at in range(len(data)):
        flipped = bytearray(data)
        flipped[at] ^= 0xFF
        for section in batch_sections(bytes(flipped)):
            assert list(text_lines(section))
