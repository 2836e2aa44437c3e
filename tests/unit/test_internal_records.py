"""Records of Kafka's own topics, read as messages of somebody's own where these are laid over Kafka's."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

from kafkawire import UnsupportedVersion, codegen
from kafkawire.internal_records import decode_internal
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL

NUMBER = 77  # of a kind of record that no release has
VALUE = {
    "type": "coordinator-value",
    "apiKey": NUMBER,
    "name": "NoteValue",
    "validVersions": "0-1",
    "flexibleVersions": "none",
    "fields": [{"name": "Text", "type": "string", "versions": "0+"}],
}
KEY = VALUE | {"type": "coordinator-key", "name": "NoteKey", "validVersions": "0"}
RECORD = VALUE | {"type": "metadata", "name": "NoteRecord"}


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MessageSet:
    for folder, schema in (("records-group", KEY), ("records-group", VALUE), ("records-metadata", RECORD)):
        file = tmp_path / folder / f"{schema['name']}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(schema))
    codegen.generate(tmp_path, tmp_path / "note_messages", package="note_messages")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = importlib.import_module("note_messages").PROTOCOL
    assert isinstance(found, MessageSet)
    return found


def test_records_are_read_as_the_messages_that_are_given(mine: MessageSet) -> None:
    text = b"\0\2hi"
    key, value = NUMBER.to_bytes(2) + text, b"\0\1" + text
    read = {"type": "Note", "key": {"text": "hi"}}
    both = PROTOCOL | mine
    assert decode_internal("__consumer_offsets", key, value, messages=both) == read | {
        "version": 1,
        "value": {"text": "hi"},
    }
    assert decode_internal("__consumer_offsets", key, None, messages=both) == read | {"value": None}
    frame = bytes([1, NUMBER, 1]) + text
    assert decode_internal("__cluster_metadata", None, frame, messages=both) == {
        "type": "NoteRecord",
        "version": 1,
        "value": {"text": "hi"},
    }
    with pytest.raises(UnsupportedVersion, match="no key of the topic has the number 77"):
        decode_internal("__consumer_offsets", key, value)


def test_what_the_set_of_ones_own_lacks_is_kafkas(mine: MessageSet) -> None:
    key = bytes.fromhex("0001 0001 67 0001 74 00000000")
    assert decode_internal("__consumer_offsets", key, None, messages=PROTOCOL | mine) == {
        "type": "OffsetCommit",
        "key": {"group": "g", "topic": "t", "partition": 0},
        "value": None,
    }
