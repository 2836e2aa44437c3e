"""What the emitters make of small schemas: it runs, it has types, and it says where it comes from."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from codegen.emit_encode import _is_one_piece
from codegen.emit_spec import spec_text
from codegen.emit_tables import protocol_module
from codegen.model import MessageSpec
from codegen.render import render
from codegen.schema import parse_message
from codegen.writer import Writer
from kafkawire import InvalidLength
from kafkawire.slotted import field_names
from tests import corpus
from tests.packages import make_package

from .helpers import field, message, schema

KINDS = [
    field("ThrottleTimeMs", versions="1+", ignorable=True),
    field("Flag", "bool", default="true"),
    field("Small", "int8", default="-1"),
    field("Port", "uint16"),
    field("Crc", "uint32", default="0x7fffffff"),
    field("Ratio", "float64", default="0.5"),
    field("Name", "string", default="a name"),
    field("MaybeName", "string", nullableVersions="0+", default="null"),
    field("Raw", "bytes"),
    field("MaybeRaw", "bytes", nullableVersions="0+"),
    field("Batches", "records", nullableVersions="0+"),
    field("Id", "uuid"),
    field("Numbers", "[]int64"),
    field("MaybeNumbers", "[]int16", nullableVersions="0+", default="null"),
    field("Words", "[]string"),
    field("Ids", "[]uuid"),
    field("Chunks", "[]bytes"),
    field("Flags", "[]bool"),
    field("Ratios", "[]float64"),
    field("One", "Inner", fields=[field("Class", "string"), field("Late", versions="4+")]),
    field(
        "MaybeOne", "Other", nullableVersions="2+", fields=[field("Deep", "[]Deeper", fields=[field("From", "int8")])]
    ),
    field("Rows", "[]Row", fields=[field("Key", "string"), field("Replicas", "[]int32"), field("Isr", "[]int32")]),
    field("Tagged", "[]Inner2", "3+", taggedVersions="3+", tag=0, fields=[field("X")]),
    field("TaggedOne", "Inner3", "3+", taggedVersions="3+", tag=1, fields=[field("X", default="7")]),
    field(
        "TaggedMaybe",
        "Inner4",
        "3+",
        taggedVersions="3+",
        tag=2,
        nullableVersions="3+",
        default="null",
        fields=[field("X")],
    ),
    field("TaggedNumber", "int32", "3+", taggedVersions="3+", tag=3, default="-1"),
]


@pytest.fixture(scope="module")
def spec() -> MessageSpec:
    return message(*KINDS)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return make_package(tmp_path_factory.mktemp("emit"), "emitted_messages", [schema(*KINDS)])


def test_two_modules_for_a_message_and_an_index(spec: MessageSpec) -> None:
    files = render({spec.name: spec}, "my.messages")
    assert {"__init__.py", "_codec/__init__.py", "_protocol.py", "foo_request.py"} < set(files)
    assert len(files) == 5
    for name, text in files.items():
        ast.parse(text)
        assert text.endswith("\n"), name
    for name in set(files) - {"_codec/__init__.py"}:
        assert files[name].startswith("# Generated "), name
        assert ("rpc/FooRequest.json" in files[name].splitlines()[0]) is (name not in ("__init__.py", "_protocol.py"))


def test_the_same_schema_gives_the_same_text(spec: MessageSpec) -> None:
    assert render({spec.name: spec}, "my.messages") == render({spec.name: message(*KINDS)}, "my.messages")


def test_every_kind_of_default(package: ModuleType) -> None:
    new = package.FooRequest()
    shown = (new.flag, new.small, new.crc, new.ratio, new.name, new.maybe_name, new.raw, new.maybe_raw, new.batches)
    assert shown == (True, -1, 0x7FFFFFFF, 0.5, "a name", None, b"", b"", None)
    assert (list(new.numbers), new.maybe_numbers, new.words, new.tagged, new.tagged_maybe) == ([], None, [], [], None)
    assert new.one == type(new.one)(class_="")
    assert new.tagged_one is None


def test_every_kind_of_field_both_ways(package: ModuleType) -> None:
    module = sys.modules["emitted_messages.foo_request"]
    full = package.FooRequest(
        throttle_time_ms=5,
        flag=False,
        small=1,
        port=65_535,
        crc=2**32 - 1,
        ratio=-0.5,
        name="n",
        maybe_name="m",
        raw=b"r",
        maybe_raw=b"s",
        batches=b"batch",
        numbers=[1],
        maybe_numbers=[2],
        words=["w"],
        chunks=[b"c", b""],
        flags=[True, False],
        ratios=[1.5],
        one=module.Inner(class_="c", late=4),
        rows=[module.Row(key="k", replicas=[1, 2])],
        maybe_one=module.Other(deep=[module.Deeper(from_=3)]),
        tagged=[module.Inner2(x=1)],
        tagged_one=module.Inner3(x=2),
        tagged_maybe=module.Inner4(x=3),
        tagged_number=4,
    )
    assert package.FooRequest.decode(full.encode(5), 5) == full
    assert package.FooRequest.from_json(full.to_json(5), 5) == full
    for version in range(5):
        usual = package.FooRequest(batches=b"")
        if version < 2:
            usual.maybe_one = module.Other()
        assert package.FooRequest.decode(usual.encode(version), version) == usual


def test_every_kind_of_message_finds_its_codec(tmp_path: Path) -> None:
    names = ("Value", "Record", "Audit", "AuditRecord", "AuditRequest", "AuditResponse", "RecordsKey", "ImportRequest")
    schemas = [schema(field("A"), name=name, type="data") for name in names]
    package = make_package(tmp_path, "messages_of_every_kind", schemas)
    for name in names:
        cls = getattr(package, name)
        assert cls.decode(cls(a=7).encode(5), 5).a == 7


def test_the_spec_text_has_one_line_for_each_field(spec: MessageSpec) -> None:
    lines = spec_text(spec).splitlines()
    assert lines[0] == "FooRequest request 0-5 flexible=3+"
    assert " ThrottleTimeMs int32 1+ ignorable" in lines
    assert "  Class string 0+" in lines
    assert " TaggedNumber int32 3+ tag=3@3+" in lines
    assert " Name string 0+" in lines  # a default is in the class; it would only be here a second time


def test_a_default_may_hold_quotes_and_backslashes(tmp_path: Path) -> None:
    text = 'one " two """ three \\ four \\" five'
    package = make_package(tmp_path, "quoted_messages", [schema(field("Name", "string", default=text), field("X"))])
    assert package.FooRequest().name == text
    assert [f.name for f in package.FooRequest.spec().root.fields] == ["Name", "X"]
    assert package.FooRequest.decode(package.FooRequest().encode(0), 0) == package.FooRequest()


@pytest.mark.parametrize(
    "name",
    [
        "Field",
        "List",
        "Dict",
        "Range",
        "Int",
        "Str",
        "Encode",
        "UnknownTags",
        "Spec",
        "Self",
        "O",
        "Buf",
        "Pos",
        "Versions",
    ],
)
def test_a_field_may_have_any_name(name: str, tmp_path: Path) -> None:
    fields = [
        field(name, "string"),
        field("Words", "[]string"),
        field("In", "In1", fields=[field(name), field("Ids", "[]uuid")]),
    ]
    package = make_package(tmp_path, f"messages_with_{name.lower()}", [schema(*fields)])
    message = package.FooRequest(**{field_names(package.FooRequest)[0]: "x"}, words=["y"])
    for version in (0, 5):
        assert package.FooRequest.decode(message.encode(version), version) == message
        assert package.FooRequest.from_json(message.to_json(version), version) == message
        assert next(iter(message.to_json(version).values())) == "x"


@pytest.mark.parametrize(
    "name",
    [
        "Struct",
        "Message",
        "Request",
        "Packer",
        "Context",
        "Buffer",
        "ElementUnpackers",
        "FieldPackers",
        "Key",
        "Any",
        "UUID",
        "None",
        "Foo",
        "Type",
    ],
)
def test_a_struct_may_have_any_name(name: str, tmp_path: Path) -> None:
    fields = [field("Items", f"[]{name}", fields=[field("A", "string"), field("B", "uuid")]), field("N", "[]int32")]
    fields.append(field("Batches", "records", nullableVersions="0+"))
    package = make_package(tmp_path, f"structs_with_{name.lower()}", [schema(*fields)])
    rows = [{"a": "x", "b": "A" * 22}] * 20
    for version in (0, 5):
        message = package.FooRequest.from_json({"items": rows, "n": [1, 2], "batches": None}, version)
        assert package.FooRequest.decode(message.encode(version), version) == message


@pytest.mark.parametrize(
    ("type_", "more"),
    [
        ("string", {}),
        ("bytes", {}),
        ("records", {}),
        ("bytes", {"zeroCopy": True}),
        ("[]string", {}),
        ("[]bytes", {}),
        ("[]uuid", {}),
        ("[]int8", {}),
        ("[]int32", {}),
        ("[]float64", {}),
        ("[]bool", {}),
        ("[]Row", {"fields": [field("A")]}),
        ("[]Deep", {"fields": [field("A", "[]string")]}),
    ],
)
def test_null_and_empty_may_be_written_at_needless_length(type_: str, more: dict[str, Any], tmp_path: Path) -> None:
    name = "long_nulls_of_" + "".join(char if char.isalnum() else "_" for char in type_) + str(len(more))
    package = make_package(tmp_path, name, [schema(field("Maybe", type_, nullableVersions="0+", **more), field("N"))])
    for null in (b"\0", b"\x80\0", b"\x80\x80\x80\x80\0"):
        assert package.FooRequest.decode(null + b"\0\0\0\7\0", 5) == package.FooRequest(maybe=None, n=7)
    for empty in (b"\1", b"\x81\0", b"\x81\x80\x80\x80\0"):
        message = package.FooRequest.decode(empty + b"\0\0\0\7\0", 5)
        assert (message.n, len(message.maybe)) == (7, 0)


def test_an_element_may_have_no_fields_in_some_versions(tmp_path: Path) -> None:
    fields = [field("Rows", "[]Row", fields=[field("A", versions="4+")]), field("N")]
    package = make_package(tmp_path, "empty_rows", [schema(*fields)])
    row = sys.modules["empty_rows.foo_request"].Row
    for version, count in ((0, 0), (3, 0), (3, 1), (3, 100), (4, 0), (4, 100)):
        message = package.FooRequest(rows=[row() for _ in range(count)], n=7)
        assert package.FooRequest.decode(message.encode(version), version) == message
    # Elements of no bytes at all cannot be told from a count that lies; Kafka refuses them too.
    with pytest.raises(InvalidLength, match=r"\.rows: count 5 needs at least 5 bytes, 4 left"):
        package.FooRequest.decode(package.FooRequest(rows=[row()] * 5).encode(0), 0)


def test_no_code_is_made_at_run_time_and_none_imports_more_than_it_needs(spec: MessageSpec) -> None:
    for text in render({spec.name: spec}, "my.messages").values():
        tree = ast.parse(text)
        calls = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & {"exec", "eval", "compile", "setattr", "getattr"} or "_HOME" in text
        imported = {
            name.asname or name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for name in node.names
        }
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | {"annotations"}
        if "TYPE_CHECKING" not in text:
            assert imported - used - _in_strings(tree) == set()


def _in_strings(tree: ast.Module) -> set[str]:
    """Names within annotations that are text."""
    strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return {word for text in strings for word in text.replace("|", " ").replace("[", " ").replace("]", " ").split()}


@pytest.mark.slow
def test_generated_modules_pass_the_strict_type_checker(spec: MessageSpec, tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    make_package(tmp_path, "typed_messages", [schema(*KINDS)])
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "-p", "typed_messages"]
    env = {**os.environ, "MYPYPATH": str(corpus.ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_record_has_its_topic_from_the_folder_of_its_schema() -> None:
    record = schema(type="coordinator-value", name="NoteValue", apiKey=7)
    for source, line in (("records-group/X.json", '("group", "value", 7)'), ("X.json", "records={},")):
        spec = parse_message(json.dumps(record), source)
        assert line in protocol_module({spec.name: spec})


@pytest.mark.parametrize(
    ("lines", "is_one"),
    [
        (["x = 1", "put(x)"], True),
        (["put(join(", "    x", "))"], True),
        (["if x:", "    put(x)"], False),
        (["put(x)", "x = 1"], False),
        (["put(x)", "put(y)"], False),
        (["x = 1"], True),
    ],
)
def test_what_is_written_by_one_statement_at_the_end_needs_no_list(lines: list[str], is_one: bool) -> None:
    body = Writer(1)
    for line in lines:
        body.line(line)
    assert _is_one_piece(body) is is_one
