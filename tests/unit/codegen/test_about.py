"""Descriptions: from a schema's `about` into the module, and never into what the compiler makes of it."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

import pytest

from codegen.__main__ import main
from codegen.dump import dump
from codegen.emit_message import message_module
from codegen.merge import described_by, merge_releases
from codegen.model import MessageSpec
from codegen.schema import SchemaError, parse_message

from .helpers import SOURCE, Json, field, get, message, parse, schema, write

COMMON = {"name": "T", "versions": "0+", "about": "A shelf.", "fields": [field("X", about="Its length, in mm.")]}
LONGEST = 500


def described() -> MessageSpec:
    below = [field("B", about="Counts from 0."), field("Plain")]
    fields = [field("A", "[]S", about="What was bought.", fields=below), field("C", "T")]
    return message(*fields, about="Buys things.", commonStructs=[COMMON])


def below_fields(text: str) -> dict[str, str | None]:
    """The string below each field of a module, as `Class.field`."""
    found: dict[str, str | None] = {}
    for cls in (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)):
        for node, after in zip(cls.body, [*cls.body[1:], None], strict=True):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found[f"{cls.name}.{node.target.id}"] = words(after)
    return found


def words(node: ast.stmt | None) -> str | None:
    value = node.value if isinstance(node, ast.Expr) else None
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def class_docstrings(text: str) -> dict[str, str]:
    classes = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef))
    return {cls.name: ast.get_docstring(cls) or "" for cls in classes}


def constants(code: CodeType) -> Iterator[object]:
    for value in code.co_consts:
        yield from constants(value) if isinstance(value, CodeType) else [value]


def test_a_description_stands_below_its_field() -> None:
    assert below_fields(message_module(described())) == {
        "S.b": "Counts from 0.",
        "S.plain": None,
        "S.unknown_tags": None,
        "T.x": "Its length, in mm.",
        "T.unknown_tags": None,
        "FooRequest.a": "What was bought.",
        "FooRequest.c": None,
        "FooRequest.unknown_tags": None,
    }


def test_a_message_and_a_common_struct_are_described_in_their_docstrings() -> None:
    assert class_docstrings(message_module(described())) == {
        "S": "Part of FooRequest.",
        "T": "Part of FooRequest.\n\nA shelf.",
        "FooRequest": "Request of FOO (900). Versions 0-5, flexible from 3.\n\nBuys things.\n\n"
        "Its structs, in this module: S, T.",
    }


def test_the_compiler_drops_what_is_said_of_fields() -> None:
    text = message_module(described())
    found = {value for value in constants(compile(text, SOURCE, "exec")) if isinstance(value, str)}
    assert "Counts from 0." in text
    assert not found & {"Counts from 0.", "What was bought.", "Its length, in mm."}


def test_a_dumped_message_keeps_its_descriptions() -> None:
    text = dump(described())
    assert '"about": "A shelf."' in text
    assert parse_message(text, SOURCE) == described()


@pytest.mark.parametrize("place", ["message", "struct", "field"])
def test_a_description_that_is_no_text_is_refused(place: str) -> None:
    wrong = {"about": ["words"]}
    struct = {"name": "T", "versions": "0+", "fields": [field("X")]} | (wrong if place == "struct" else {})
    value = schema(field("A", "T", **(wrong if place == "field" else {})), commonStructs=[struct])
    with pytest.raises(SchemaError, match="about must be a string"):
        parse(value | (wrong if place == "message" else {}))


HOSTILE = {
    "quotes": '"""\nimport os\n"""',
    "a quote at the end": 'the so-called "topic"',
    "three quotes at the end": 'x"""',
    "single quotes": "'''\nimport os\n'''",
    "a backslash at the end": "x\\",
    "a backslash before a quote": 'x\\"""\nimport os',
    "an escape that is none": "\\N{no such} \\x \\u12 \\777 \\\n",
    "line ends of all kinds": "a\nb\rc\x0bd\x0ce\x1cf\x85g\u2028h\u2029i",
    "control characters": "a\0b\x07c\x1bd\x7fe\x9bf",
    "text that runs the other way": "a\u202eb\u2066c\u200bd\ufeffe",
    "half a character": "a\ud800b\udfffc",
    "a format": "{x} %s $y",
    "a comment": "# type: ignore",
    "a megabyte": "\\\"\n'" * 250_000,
    "a megabyte of blanks": " " * 1_000_000 + "x",
    "a megabyte without a blank": "\\" * 1_000_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_text_that_means_no_good_is_one_harmless_line(text: str) -> None:
    struct = {"name": "T", "versions": "0+", "about": text, "fields": [field("X", about=text)]}
    spec = message(field("A", about=text), field("C", "T"), about=text, commonStructs=[struct])
    module = message_module(spec)
    tree = ast.parse(module)
    assert [type(node).__name__ for node in tree.body] == ["ImportFrom"] * 3 + ["ClassDef"] * 2
    assert "import os" not in [line.strip() for line in module.splitlines()]
    for said in (below_fields(module)["FooRequest.a"], below_fields(module)["T.x"], spec.root.about):
        assert said == get(spec, "A").about
        assert said.isprintable()
        assert 0 < len(said) <= LONGEST
    assert all(line.isprintable() and len(line) < 2 * LONGEST + 20 for line in module.split("\n"))
    compile(module, SOURCE, "exec")  # an escape that is none would be a warning, and so an error


def test_a_plain_description_comes_out_as_it_went_in() -> None:
    text = 'Say "yes" or \\no: both are „right“.'
    spec = message(field("A", about=f"  {text}\n"), about=text)
    assert below_fields(message_module(spec))["FooRequest.a"] == text
    assert class_docstrings(message_module(spec))["FooRequest"].endswith(f"\n\n{text}")


@pytest.mark.parametrize(("length", "shown"), [(LONGEST, LONGEST * "x"), (LONGEST + 1, (LONGEST - 1) * "x" + "…")])
def test_a_long_description_is_cut(length: int, shown: str) -> None:
    assert get(message(field("A", about="x" * length)), "A").about == shown


def release(*fields: Json, **more: object) -> dict[str, MessageSpec]:
    spec = message(*fields, **more)  # type: ignore[arg-type]
    return {spec.name: spec}


def test_merged_releases_say_what_the_newest_says() -> None:
    old = release(field("A", about="old"), field("Gone", versions="0", about="gone"), valid="0-1", about="older")
    new = release(field("A", about="new"), valid="1-2", about="newer")
    spec = merge_releases([old, new])["FooRequest"]
    assert (spec.root.about, get(spec, "A").about, get(spec, "Gone").about) == ("newer", "new", "gone")


def test_the_first_release_alone_describes() -> None:
    below = [field("B", about="ours")]
    first = release(field("A", "[]S", about="ours", fields=below), about="ours", valid="0-1")
    theirs = [field("B", about="theirs"), field("New", about="theirs")]
    other = release(field("A", "[]Renamed", fields=theirs), field("Late", about="theirs"), about="theirs", valid="0-2")
    spec = described_by(first, merge_releases([first, other]))["FooRequest"]
    texts = [get(spec, path).about for path in ("A", "A.B", "A.New", "Late")]
    assert (spec.root.about, texts) == ("ours", ["ours", "ours", "", ""])
    assert get(other["FooRequest"], "A.New").about == "theirs"


def test_a_struct_that_has_become_common_keeps_what_was_said_of_it() -> None:
    first = release(field("A", "S", fields=[field("B", about="ours")]))
    shared = {"name": "S", "versions": "0+", "about": "theirs", "fields": [field("B")]}
    other = release(field("New", "S"), field("A", "S"), commonStructs=[shared])
    spec = described_by(first, other)["FooRequest"]
    assert (get(spec, "A.B").about, spec.structs["S"].about) == ("ours", "")


def test_a_new_message_comes_in_without_words() -> None:
    spec = described_by({}, release(field("A", about="theirs"), about="theirs"))["FooRequest"]
    assert (spec.root.about, get(spec, "A").about) == ("", "")


def test_the_merge_command_writes_our_words_alone(tmp_path: Path) -> None:
    ours = write(tmp_path / "ours", schema(field("A", about="ours"), valid="0-1"))
    theirs = write(tmp_path / "theirs", schema(field("A", about="theirs"), field("B", about="theirs"), about="theirs"))
    assert main(["merge", str(ours), str(theirs), "--out", str(ours), "-q"]) == 0
    merged = json.loads((ours / "FooRequest.json").read_text(encoding="utf-8"))
    assert "about" not in merged
    assert [item.get("about") for item in merged["fields"]] == ["ours", None]
