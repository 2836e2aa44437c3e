"""The pages about commands, which the site of the documentation has."""

from __future__ import annotations

from pathlib import Path

from docs.site.commands import pages, write
from kafkawire.cli import COMMANDS


def test_each_command_has_a_page_with_usage_and_an_example_below_its_name() -> None:
    made = pages()
    assert [*made] == [*COMMANDS]
    for name, text in made.items():
        assert text.startswith(f"# kafkawire {name}\n")
        assert f"usage: kafkawire {name}" in text
        assert "\nexample" in text, name


def test_a_subcommand_stands_under_its_own_heading_with_options_and_defaults() -> None:
    section = pages()["quotas"].partition("\n## kafkawire quotas alter\n")[2].partition("\n## ")[0]
    assert "usage: kafkawire quotas alter" in section
    assert "- `--json`: print JSON" in section
    assert "or 127.0.0.1:9092" in section


def test_a_page_of_a_command_that_is_no_more_goes(tmp_path: Path) -> None:
    (tmp_path / "teleport.md").write_text("# kafkawire teleport\n")
    write(tmp_path)
    assert {path.stem for path in tmp_path.iterdir()} == set(COMMANDS)
