from __future__ import annotations

import json
from pathlib import Path

import pytest

from codegen.__main__ import main
from codegen.generated import default_schemas

from .helpers import field, schema, write

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def schemas(tmp_path: Path) -> Path:
    return write(
        tmp_path / "schemas", schema(field("A")), schema(field("B")) | {"type": "response", "name": "FooResponse"}
    )


def run(*args: object) -> int:
    return main([str(arg) for arg in args], prog="tool")


def test_help_has_an_example_for_each_command(capsys: Capture) -> None:
    assert run("--help") == 0
    text = capsys.readouterr().out
    assert all(f"tool {command} " in text for command in ("generate", "check", "diff", "merge", "show"))


@pytest.mark.parametrize("command", ["generate", "check", "diff", "merge", "show"])
def test_help_of_a_command(command: str, capsys: Capture) -> None:
    assert run(command, "--help") == 0
    assert f"tool {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "args",
    [(), ("dance",), ("diff",), ("show",), ("show", "Foo", "--version", "x"), ("merge", "x"), ("generate", "--out")],
)
def test_a_wrong_call_is_2(args: tuple[str, ...], capsys: Capture) -> None:
    assert run(*args) == 2
    assert "usage: tool" in capsys.readouterr().err


def test_generate_then_check(schemas: Path, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "pkg" / "messages"
    assert run("generate", schemas, "--out", out) == 0
    written = sorted(path.relative_to(out).as_posix() for path in out.rglob("*.py"))
    assert {"foo_request.py", "foo_response.py", "_codec/foo.py"} <= set(written)
    assert f"{len(written)} of {len(written)} files written, 0 removed" in capsys.readouterr().out
    assert run("check", schemas, "--out", out) == 0
    assert f"all {len(written)} files are up to date" in capsys.readouterr().out
    assert run("generate", schemas, "--out", out) == 0
    assert f"0 of {len(written)} files written" in capsys.readouterr().out


def test_check_names_what_differs_is_missing_or_stale(schemas: Path, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "messages"
    run("generate", schemas, "--out", out)
    (out / "foo_request.py").write_text("# mine\n")
    (out / "foo_response.py").unlink()
    (out / "old_request.py").write_text("# Generated from old.json\n")
    (out / "by_hand.py").write_text('"""Not generated."""\n')
    capsys.readouterr()
    assert run("check", schemas, "--out", out) == 1
    assert capsys.readouterr().out.splitlines() == [
        "missing: foo_response.py",
        "differs: foo_request.py",
        "stale: old_request.py",
    ]
    assert run("generate", schemas, "--out", out) == 0
    assert "2 of" in capsys.readouterr().out
    assert not (out / "old_request.py").exists()
    assert (out / "by_hand.py").exists()


def test_generate_takes_several_releases(tmp_path: Path) -> None:
    old = write(tmp_path / "old", schema(field("A", versions="0-2"), valid="0-2"))
    new = write(tmp_path / "new", schema(field("B", versions="3+"), valid="3-4"))
    out = tmp_path / "messages"
    assert run("generate", old, new, "--out", out) == 0
    text = (out / "foo_request.py").read_text()
    assert "a: int" in text
    assert "b: int" in text


def test_generated_imports_follow_the_packages_around_the_directory(schemas: Path, tmp_path: Path) -> None:
    package = tmp_path / "my_package"
    package.mkdir()
    (package / "__init__.py").touch()
    assert run("generate", schemas, "--out", package / "messages") == 0
    assert "my_package.messages.foo_request" in (package / "messages/_codec/foo.py").read_text()
    assert run("generate", schemas, "--out", package / "messages", "--package", "other.name") == 0
    assert "other.name.foo_request" in (package / "messages/_codec/foo.py").read_text()


def test_a_directory_that_cannot_be_imported_is_2(schemas: Path, tmp_path: Path, capsys: Capture) -> None:
    assert run("generate", schemas, "--out", tmp_path / "kafka-4.4") == 2
    assert "kafka-4.4 cannot be imported" in capsys.readouterr().err
    assert run("generate", schemas, "--out", tmp_path / "kafka-4.4", "--package", "a.class") == 2


def test_own_schemas_without_out_is_2(schemas: Path, capsys: Capture) -> None:
    assert run("check", schemas) == 2
    assert "tool: error: --out must say where the generated files are" in capsys.readouterr().err


def test_no_message_at_all_is_2(tmp_path: Path, capsys: Capture) -> None:
    assert run("check", tmp_path, "--out", tmp_path) == 2
    assert "no message in" in capsys.readouterr().err


@pytest.mark.parametrize("command", [("check", "--out", "x"), ("diff",), ("show", "Foo", "--schemas")])
def test_a_path_that_is_not_there_is_2(command: tuple[str, ...], tmp_path: Path, capsys: Capture) -> None:
    assert run(*command, tmp_path / "nowhere") == 2
    assert "no such file or directory" in capsys.readouterr().err


def test_a_broken_schema_is_1(tmp_path: Path, capsys: Capture) -> None:
    write(tmp_path, schema(field("A", "what")))
    assert run("check", tmp_path, "--out", tmp_path) == 1
    assert capsys.readouterr().err == "tool: error: FooRequest.json: A: unknown type what\n"


def test_every_broken_schema_is_named_in_a_line_of_its_own(tmp_path: Path, capsys: Capture) -> None:
    write(tmp_path, schema(field("A", "what")), schema(field("B", "why")) | {"name": "BarRequest", "apiKey": 1})
    out = tmp_path / "out"
    for command in ("generate", "check"):
        assert run(command, tmp_path, "--out", out) == 1
        assert capsys.readouterr().err.splitlines() == [
            "tool: error: BarRequest.json: B: unknown type why",
            "tool: error: FooRequest.json: A: unknown type what",
        ]
    assert not out.exists()


def test_warnings_go_to_stderr_unless_quiet(tmp_path: Path, capsys: Capture) -> None:
    write(tmp_path, schema(field("A", colour="red")))
    assert run("show", "FooRequest", "--schemas", tmp_path) == 0
    assert capsys.readouterr().err == "warning: FooRequest.json: A: unknown key 'colour' is ignored\n"
    assert run("show", "FooRequest", "--schemas", tmp_path, "--quiet") == 0
    assert capsys.readouterr().err == ""


def test_diff(tmp_path: Path, capsys: Capture) -> None:
    old = write(tmp_path / "old", schema(field("A"), valid="0-1"))
    new = write(tmp_path / "new", schema(field("A"), field("B", versions="2+"), valid="1-2"))
    assert run("diff", old, new) == 1
    assert capsys.readouterr().out == (
        "Foo (API 900)\n  FooRequest\n    - versions 0\n    + versions 2\n    2: + B: int32\n"
    )
    assert run("diff", "--merged", old, new) == 1
    assert "- versions" not in capsys.readouterr().out
    assert run("diff", new, new) == 0
    assert capsys.readouterr().out == ""


def test_diff_as_json(tmp_path: Path, capsys: Capture) -> None:
    old = write(tmp_path / "old", schema(field("A")))
    new = write(tmp_path / "new", schema(field("A", default="1")))
    assert run("diff", "--json", old, new) == 1
    assert json.loads(capsys.readouterr().out) == {
        "changes": [
            {
                "message": "FooRequest",
                "kind": "request",
                "api_key": 900,
                "change": "default",
                "field": "A",
                "versions": "0-5",
                "old": "0",
                "new": "1",
                "already_out": True,
            }
        ]
    }
    assert run("diff", "--json", old, old) == 0
    assert json.loads(capsys.readouterr().out) == {"changes": []}


def test_diff_against_our_own_schemas(capsys: Capture) -> None:
    assert run("diff", default_schemas()) == 0
    assert capsys.readouterr().out == ""


def test_merge_writes_schema_files_where_they_were(tmp_path: Path, capsys: Capture) -> None:
    ours = write(tmp_path / "ours", schema(field("A"), valid="0-2"), folder="rpc")
    renamed = schema(field("A"), valid="2-3") | {"name": "BarRequest"}
    fresh = schema() | {"apiKey": 1, "type": "metadata", "name": "FreshRecord"}
    theirs = write(tmp_path / "theirs", renamed, fresh, folder="clients/src/main/resources/common/message")
    out = tmp_path / "out"
    assert run("merge", ours, theirs, "--out", out) == 0
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*.json")) == [
        "records-metadata/FreshRecord.json",
        "rpc/BarRequest.json",
    ]
    assert '"validVersions": "0-3"' in (out / "rpc/BarRequest.json").read_text()
    assert "2 of 2 files written" in capsys.readouterr().out


def test_merge_of_ours_alone_changes_nothing(tmp_path: Path, capsys: Capture) -> None:
    ours = default_schemas()
    assert run("merge", ours, "--out", tmp_path) == 0
    for file in tmp_path.rglob("*.json"):
        assert file.read_bytes() == (ours / file.relative_to(tmp_path)).read_bytes()


def test_show(schemas: Path, capsys: Capture) -> None:
    assert run("show", "foo_request", "--version", 0, "--schemas", schemas) == 0
    assert capsys.readouterr().out == "Foo Request (Version: 0) => a\n  a => INT32\n"


def test_show_of_an_api_has_request_and_response(schemas: Path, capsys: Capture) -> None:
    assert run("show", "Foo", "--version", 0, "--schemas", schemas) == 0
    assert capsys.readouterr().out == (
        "Foo Request (Version: 0) => a\n  a => INT32\n\nFoo Response (Version: 0) => b\n  b => INT32\n"
    )


def test_show_of_an_unknown_message_or_version_is_2(schemas: Path, capsys: Capture) -> None:
    assert run("show", "FooRequets", "--schemas", schemas) == 2
    assert "no message FooRequets; is it FooRequest" in capsys.readouterr().err
    assert run("show", "zzz", "--schemas", schemas) == 2
    assert capsys.readouterr().err == "tool: error: no message zzz\n"
    assert run("show", "Foo", "--version", 6, "--schemas", schemas) == 2
    assert "FooRequest has versions 0-5, not 6" in capsys.readouterr().err


def test_one_file_will_do_for_a_directory(schemas: Path, capsys: Capture) -> None:
    assert run("show", "Foo", "--schemas", schemas / "FooRequest.json", "--version", 1) == 0
    assert "Foo Request (Version: 1)" in capsys.readouterr().out
