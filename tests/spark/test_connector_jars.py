"""Which versions of Spark's own source are tried for the comparisons."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyspark")

from tests.spark.interop import jars


@pytest.mark.parametrize(
    ("version", "tried"),
    [
        ("4.3.0", ["4.3.0", "4.2.0", "4.1.0", "4.0.0"]),
        ("4.2.1", ["4.2.1", "4.2.0", "4.1.0", "4.0.0"]),
        ("4.3.0.dev1", ["4.3.0.dev1", "4.3.0", "4.2.0", "4.1.0", "4.0.0"]),
        ("4.0.0", ["4.0.0"]),
    ],
)
def test_the_same_version_comes_first_then_older_ones(version: str, tried: list[str]) -> None:
    assert list(jars.versions_to_try(version)) == tried


def test_the_newest_that_can_be_fetched_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KAFKAWIRE_CONNECTOR_JARS", raising=False)
    monkeypatch.setattr("pyspark.__version__", "4.3.0")
    monkeypatch.setattr(jars, "resolves", lambda coordinates: coordinates.endswith(("4.2.0", "4.1.0")))
    assert jars.connector_settings() == {"spark.jars.packages": "org.apache.spark:spark-sql-kafka-0-10_2.13:4.2.0"}


def test_where_none_can_be_fetched_all_that_were_tried_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KAFKAWIRE_CONNECTOR_JARS", raising=False)
    monkeypatch.setattr("pyspark.__version__", "4.1.0")
    monkeypatch.setattr(jars, "resolves", lambda _: False)
    with pytest.raises(jars.ConnectorMissing, match=r"4\.1\.0, 4\.0\.0 could be fetched.*--jars"):
        jars.connector()


def test_a_directory_goes_before_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("b.jar", "a.jar", "notes.txt"):
        (tmp_path / name).touch()
    monkeypatch.setenv("KAFKAWIRE_CONNECTOR_JARS", str(tmp_path))
    assert jars.connector_settings() == {"spark.jars": f"{tmp_path / 'a.jar'},{tmp_path / 'b.jar'}"}
    with pytest.raises(jars.ConnectorMissing, match="no jars in"):
        jars.connector(tmp_path / "nowhere")
