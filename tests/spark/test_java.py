from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.spark.java import JavaMissing, find_java


def _fake_java(home: Path, version_line: str) -> Path:
    java = home / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text(f"#!/bin/sh\necho '{version_line}' >&2\n")
    java.chmod(0o755)
    return java


@pytest.mark.parametrize("line", ['openjdk version "17.0.15" 2025-04-15', 'java version "25" 2025-09-16 LTS'])
def test_a_java_that_is_new_enough_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    java = _fake_java(tmp_path, line)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert find_java() == str(java)


@pytest.mark.parametrize(("line", "found"), [('openjdk version "11.0.2"', "11"), ('java version "1.8.0_401"', "8")])
def test_an_old_java_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, found: str) -> None:
    _fake_java(tmp_path, line)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(JavaMissing, match=f"is Java {found}, too old .* openjdk-17-jre-headless"):
        find_java()


def test_no_java_names_the_package_to_install_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(JavaMissing, match="openjdk-17-jre-headless") as caught:
        find_java()
    assert "\n" not in str(caught.value)


def test_a_java_home_without_java_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(JavaMissing, match="is none: install Java 17"):
        find_java()
