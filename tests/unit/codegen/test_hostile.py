"""Schema files that mean no good: clean modules, or lines that say what is wrong and where."""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codegen.__main__ import main
from codegen.schema import SchemaError, parse_message

from .helpers import Json, field, schema

Capture = pytest.CaptureFixture[str]
SCHEMAS = Path(__file__).parents[3] / "schemas"


def nested(depth: int) -> Json:
    inner = field("Leaf")
    for level in range(depth):
        inner = field(f"Level{level}", f"[]Struct{level}", fields=[inner])
    return schema(inner)


def doubled(depth: int) -> Json:
    """Structs that each use the next one twice: few structs, and two to the power of `depth` ways through them."""
    structs = [
        {"name": f"S{n}", "versions": "0+", "fields": [field("A", f"S{n + 1}"), field("B", f"S{n + 1}")]}
        for n in range(depth)
    ]
    structs.append({"name": f"S{depth}", "versions": "0+", "fields": [field("Leaf")]})
    return schema(field("Top", "S0"), commonStructs=structs)


CODE = "X(object):\n    import os\nclass Y"
BAD: dict[str, tuple[str, str]] = {
    "code as the type": (json.dumps(schema(field("A", CODE))), "A: type must be letters"),
    "code as the type of a list": (
        json.dumps(schema(field("A", f"[]{CODE}", fields=[field("B")]))),
        "A: type must be letters",
    ),
    "code as a name": (json.dumps(schema(field("A\nimport os"))), "name must be letters"),
    "code as an entity type": (json.dumps(schema(field("A", entityType="x\nimport os"))), "A: entityType must be"),
    "code as a listener": (json.dumps(schema(field("A"), listeners=["a\nimport os"])), "listeners must be"),
    "code as a default": (json.dumps(schema(field("A", default="__import__('os')"))), "A: default"),
    "a map key that is no truth": (json.dumps(schema(field("A", mapKey="yes"))), "A: mapKey must be true or false"),
    "a tag of many digits": (json.dumps(schema(field("A", tag="9" * 5000))), "A: tag must be a number"),
    "a very long name": (json.dumps(schema(field("A" * 100_000))), "200 at most"),
    "a message with a name of Python's": (json.dumps(schema(field("A"), name="None")), "no message can be called None"),
    "300 structs in one another": (json.dumps(nested(300)), "more than 32 structs in one another"),
    "structs that each use the next one twice": (json.dumps(doubled(30)), "more than 10000 fields"),
    "a million brackets": ("[" * 1_000_000, "brackets in brackets"),
    "a million braces": ('{"a":' * 1_000_000, "brackets in brackets"),
    "comments that never end": ("/*" * 500_000, "a comment without an end"),
    "a comment that is too short": ("/*/", "a comment without an end"),
    "strings that never end": ('"' + '\\"' * 500_000, "not JSON"),
    "a string that ends in a backslash": ('{"a": "b\\', "not JSON"),
    "a number of many digits": ('{"name": "A", "validVersions": ' + "1" * 5000 + "}", "not JSON"),
}


def generate(tmp_path: Path, text: str, name: str = "Foo.json") -> tuple[int, list[Path]]:
    schemas, out = tmp_path / "schemas", tmp_path / "out"
    schemas.mkdir(exist_ok=True)
    (schemas / name).write_text(text, encoding="utf-8")
    code = main(["generate", str(schemas), "--out", str(out), "--package", "mine", "-q"])
    return code, sorted(out.rglob("*.py"))


@pytest.mark.parametrize(("text", "wrong"), BAD.values(), ids=BAD)
def test_what_is_wrong_is_one_line_with_file_and_field(text: str, wrong: str, tmp_path: Path, capsys: Capture) -> None:
    assert generate(tmp_path, text) == (1, [])
    error = capsys.readouterr().err
    assert error.startswith("python -m codegen: error: Foo.json: ")
    assert wrong in error
    assert error.count("\n") == 1
    assert len(error) < 1000


def test_a_long_name_is_not_repeated_for_each_field_below_it() -> None:
    fields = [field(f"F{number}", versions="x") for number in range(1000)]
    with pytest.raises(SchemaError) as caught:
        parse_message(json.dumps(schema(field("A" * 1_000_000, "[]S", fields=fields))), "Foo.json")
    assert len(caught.value.problems) == 1001
    assert sum(len(problem.path) for problem in caught.value.problems) < 1_000_000


def test_code_in_the_name_of_a_file_does_not_get_into_a_module(tmp_path: Path, capsys: Capture) -> None:
    good = schema(field("A"))
    assert generate(tmp_path, json.dumps({"a\nimport os": good}), "bundle.json") == (1, [])
    assert r"error: a\nimport os: the name of a file" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["[]", "{", '{"a": 1}', "[" * 100_000, "1"])
def test_a_bundle_that_is_none(text: str, tmp_path: Path, capsys: Capture) -> None:
    assert generate(tmp_path, text, "bundle.json") == (1, [])
    assert "error: bundle.json: not" in capsys.readouterr().err


def test_defaults_are_written_as_values(tmp_path: Path) -> None:
    text = '"; import os; """\\\n\u2028{x}%s'
    good = schema(
        field("A", "string", default=text), field("Self"), field("Import"), field("B", "float64", default="1e999")
    )
    code, files = generate(tmp_path, json.dumps(good))
    assert code == 0
    module = ast.parse((tmp_path / "out" / "foo_request.py").read_text(encoding="utf-8"))
    found = {node.value for node in ast.walk(module) if isinstance(node, ast.Constant)}
    assert text in found
    assert all(no_imports_of_os(path) for path in files)


def no_imports_of_os(path: Path) -> bool:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    return "os" not in imported


EVIL: list[Any] = [
    CODE,
    "a\nimport os",
    "None",
    "self",
    "Class",
    "x" * 300,
    "",
    "[]",
    "[][]int8",
    "É",
    '"""',
    "\\",
    "#\n",
]
EVIL += [
    "\ud800",
    "0-32",
    "-1",
    "9" * 5000,
    1e999,
    None,
    True,
    -1,
    2**70,
    [],
    {},
    [[]],
    [{}],
    "bytes",
    "Foo",
    "[]Foo",
    "UUID",
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value, as what it is in and its key."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [place for key in keys for place in [(value, key), *places(value[key])]]


@pytest.mark.parametrize("seed", range(30))
def test_changed_schemas_give_clean_modules_or_say_what_is_wrong(seed: int, tmp_path: Path, capsys: Capture) -> None:
    rng = random.Random(seed)
    pick: Callable[[Any], Any] = rng.choice
    value = json.loads(json.dumps(schema(field("A", "string", entityType="topicName"), nested(2)["fields"][0])))
    for _ in range(rng.randrange(1, 4)):
        container, key = pick(places(value))
        container[key] = pick(EVIL)
    code, files = generate(tmp_path, json.dumps(value))
    error = capsys.readouterr().err
    assert (code, bool(error), bool(files)) in ((0, False, True), (1, True, False), (2, True, False)), error
    assert all(line.startswith("python -m codegen: error: ") for line in error.splitlines())
    assert all(no_imports_of_os(path) for path in files)
