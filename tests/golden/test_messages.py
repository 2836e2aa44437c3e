"""Every vector that Apache Kafka wrote, both ways.

One test takes one file: thousands of vectors would cost more in test reports than in tests.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import kafkawire
from kafkawire import DecodeError, TrailingBytes
from kafkawire.message import Struct
from kafkawire.slotted import field_names
from tests import reference
from tests.vectors import Vector, files, name_of, read

FILES = files()
WITH_FRAMES = [file for file in files("records-metadata", "records-storage") if any(v.framed for v in read(file))]
_SMALL = 120  # bytes of a vector that is cut everywhere; longer ones are cut at about as many places

per_file = pytest.mark.parametrize("file", FILES, ids=name_of)


def cuts(size: int) -> range:
    return range(0, size, max(1, size // _SMALL))


@per_file
def test_vectors_decode_to_the_given_values(file: Path) -> None:
    for vector in read(file):
        message = vector.cls.decode(vector.data, vector.version)
        assert reference.tree_of(vector.schema.root, message) == vector.tree, str(vector)


@per_file
def test_given_values_encode_to_the_same_bytes(file: Path) -> None:
    for vector in read(file):
        message = reference.build(vector.schema.root, vector.cls, vector.tree)
        assert message.encode(vector.version).hex() == vector.data.hex(), str(vector)
        assert message == vector.cls.decode(vector.data, vector.version), str(vector)


@per_file
def test_decoded_vectors_encode_to_the_same_bytes(file: Path) -> None:
    for vector in read(file):
        message = vector.cls.decode(vector.data, vector.version)
        assert message.encode(vector.version).hex() == vector.data.hex(), str(vector)


@per_file
def test_the_reference_encoder_agrees_with_the_vectors(file: Path) -> None:
    for vector in read(file):
        assert reference.encode(vector.schema, vector.version, vector.tree).hex() == vector.data.hex(), str(vector)


@per_file
def test_the_json_form_is_that_of_kafkas_converters(file: Path) -> None:
    for vector in read(file):
        message = vector.cls.decode(vector.data, vector.version)
        made = message.to_json(vector.version)
        assert made == vector.json, str(vector)
        assert list(made) == list(vector.json), str(vector)
        again = vector.cls.from_json(vector.json, vector.version)
        if not vector.unknown_tags:
            assert again == message, str(vector)
            assert again.encode(vector.version).hex() == vector.data.hex(), str(vector)


@per_file
def test_every_cut_raises(file: Path) -> None:
    for vector in read(file):
        for cut in cuts(len(vector.data)):
            with pytest.raises(DecodeError) as caught:
                vector.cls.decode(vector.data[:cut], vector.version)
            assert str(caught.value).startswith(f"{vector.name} v{vector.version}"), f"{vector} cut at {cut}"
            assert " at offset " in str(caught.value), f"{vector} cut at {cut}"


@per_file
def test_bytes_left_over_are_counted_and_a_prefix_stops_before_them(file: Path) -> None:
    for vector in read(file):
        with pytest.raises(TrailingBytes, match="3 bytes left over at offset"):
            vector.cls.decode(vector.data + b"\0\1\2", vector.version)
        message, stop = vector.cls.decode_prefix(b"before" + vector.data + b"\0\1\2", vector.version, 6)
        assert stop == 6 + len(vector.data), str(vector)
        assert message.encode(vector.version) == vector.data, str(vector)


@per_file
def test_any_bytes_like_object_decodes_to_the_same(file: Path) -> None:
    for vector in read(file):
        message = vector.cls.decode(vector.data, vector.version)
        for data in (bytearray(vector.data), memoryview(vector.data), memoryview(b"x" + vector.data + b"y")[1:-1]):
            assert vector.cls.decode(data, vector.version) == message, str(vector)
        assert vector.cls.decode(vector.data, vector.version, zero_copy=True) == message, str(vector)


@pytest.mark.parametrize("file", WITH_FRAMES, ids=name_of)
def test_framed_records_name_their_message(file: Path) -> None:
    for vector in read(file):
        if vector.framed is None:
            continue
        folder = file.parent.name.removeprefix("records-")
        frame_version, api_key, version, start = _frame(vector.framed)
        assert (frame_version, version) == (1, vector.version), str(vector)
        cls = kafkawire.record_class(folder, "record", api_key)
        assert cls is vector.cls, str(vector)
        message, stop = vector.cls.decode_prefix(vector.framed, version, start)
        assert stop == len(vector.framed), str(vector)
        assert message.encode(version) == vector.data, str(vector)


def _frame(data: bytes) -> tuple[int, int, int, int]:
    """The three numbers before a record's message, and where that begins."""
    numbers, pos = [], 0
    for _ in range(3):
        value, shift = 0, 0
        while True:
            byte = data[pos]
            pos += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        numbers.append(value)
    return numbers[0], numbers[1], numbers[2], pos


@pytest.mark.parametrize("file", files("rpc"), ids=name_of)
def test_records_are_views_into_the_data_where_asked_for(file: Path) -> None:
    views = [view for vector in read(file) for view in _views(vector)]
    fields = {field.type for struct in _structs(file) for field in struct.fields}
    if "records" in fields:
        assert views


def _views(vector: Vector) -> list[memoryview]:
    """The memoryviews of a message decoded without copies; they lie in the very bytes that were given."""
    message = vector.cls.decode(vector.data, vector.version, zero_copy=True)
    views = list(_find_views(message))
    assert all(view.obj is vector.data and view.readonly for view in views), str(vector)
    return views


def _find_views(value: object) -> list[memoryview]:
    if isinstance(value, memoryview):
        return [value]
    if isinstance(value, (list, tuple)):
        return [view for item in value for view in _find_views(item)]
    if isinstance(value, Struct):
        return [view for name in field_names(value) for view in _find_views(getattr(value, name))]
    return []


def _structs(file: Path) -> list[reference.Struct]:
    vector = next(read(file))
    return [vector.schema.root, *vector.schema.structs.values()]


def test_every_message_and_version_has_a_vector() -> None:
    seen = {(vector.name, vector.version) for file in FILES for vector in read(file)}
    seen |= {(vector.name, vector.version) for file in files("headers") for vector in read(file)}
    wanted = {(name, version) for name, schema in reference.schemas().items() for version in schema.versions}
    assert wanted - seen == set()
