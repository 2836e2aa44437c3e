"""Names: from the schema's to Python's."""

from __future__ import annotations

import keyword
import re

# A boundary lies before a capital or a number that follows a small letter, and after a number that follows a capital:
# `TopicId` topic_id, `Enable2Pc` enable_2pc, `V3AndBelowTopics` v3_and_below_topics.
_BOUNDARY = re.compile(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z][0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


# What the attributes and classes of a generated module would hide: these get an underscore behind them.
_MEMBERS = {
    *("decode", "decode_prefix", "encode", "from_json", "self", "spec", "to_json", "unknown_tags"),
    *("bool", "bytes", "dict", "field", "float", "int", "list", "range", "str"),
}
_CLASSES = {
    *("Any", "Buffer", "Callable", "ClassVar", "Context", "ElementUnpackers", "FieldPackers"),
    *("Iterable", "Iterator", "Key", "Message", "None", "NumberUnpackers", "Packer"),
    *("Put", "Request", "Response", "Sequence", "Struct", "True", "False", "UUID", "COUNTS"),
    *("DECODERS", "ENCODERS", "NEEDS_CONTEXT", "PROTOCOL", "SPEC", "ZERO_UUID"),
}


def snake(name: str) -> str:
    """`TopicId` -> `topic_id`; KRaft counts as one word; a Python keyword gets an underscore behind it."""
    text = _BOUNDARY.sub("_", name.replace("KRaft", "Kraft")).lower()
    return text + "_" if keyword.iskeyword(text) else text


def attribute(name: str) -> str:
    """The name of a field as an attribute."""
    text = snake(name)
    return text + "_" if text in _MEMBERS else text


def class_name(name: str) -> str:
    """The name of a struct as a class."""
    return name + "_" if name in _CLASSES else name


def api_name(message_name: str) -> str:
    """`JoinGroupRequest` -> `JOIN_GROUP`, the API's name as a constant."""
    return snake(message_name.removesuffix("Request").removesuffix("Response")).upper()


def codec_module(module: str) -> str:
    """The codec module of a message's module: a request and its response share one, and so do a key and its value.

    Records that are in no such pair are small and many, and share one. `kafkawire.message.codec_of` has the same rule.
    """
    stem, _, part = module.rpartition("_")
    if part == "record":
        return "records"
    return stem if stem and part in ("request", "response", "key", "value") else module


def record_topic(source: str) -> str:
    """What a record's topic is called: by the folder of ours, or by the module of Kafka's source, that it lies in."""
    return source.split("/")[0].removeprefix("records-").removesuffix("-coordinator")
