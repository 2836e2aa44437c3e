"""Segments, as the page asks for them."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path

import pytest

from kafkawire.console.files import FilesView
from kafkawire.logfiles.finding import NoLogFile
from tests.console.support import EVIL, asking, complete, files, run, segment
from tests.corpus import ROOT


def test_batches_are_there_and_damage_is_said_where_it_is(tmp_path: Path) -> None:
    async def test() -> None:
        async with asking(files(segment(tmp_path))) as ask:
            found = await complete(ask, "files/rows", to=10)
            assert (found["batches"], found["damaged"], found["topic"]) == (2, 1, "orders")
            assert [row[4] is None for row in found["rows"]] == [True, False, True]
            assert "the checksum is" in found["rows"][1][4]
            assert [each["there"] for each in found["indexes"]] == [False, False]
            only = await complete(ask, "files/rows", only="damaged", to=10)
            assert [row[0] for row in only["rows"]] == [1]

    run(test)


def test_a_batch_has_its_records_and_its_bytes(tmp_path: Path) -> None:
    async def test() -> None:
        async with asking(files(segment(tmp_path))) as ask:
            await complete(ask, "files/rows")
            _, found = await ask("files/batch", batch=0)
            assert [(line["offset"], line["key"], line["value"]) for line in found["records"]] == [
                (0, EVIL, '{"n": 1}')
            ]
            assert found["sections"][0]["pieces"][0][2] == "batch[0].base_offset"
            _, damaged = await ask("files/batch", batch=1)
            assert "the checksum is" in damaged["error"]
            assert (await ask("files/batch", batch=9))[0] == 400
            assert (await ask("files/batch", batch=0, file=1))[0] == 400

    run(test)


def test_entries_of_indexes_stand_beside_the_batches_that_they_lead_to(tmp_path: Path) -> None:
    with tarfile.open(ROOT / "tests/data/segments/clean/logs.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    path = max(tmp_path.rglob("*.index"), key=lambda each: len(each.read_bytes().rstrip(b"\0")))

    async def test() -> None:
        async with asking(files(path.with_suffix(".log"))) as ask:
            found = await complete(ask, "files/rows", to=1000)
            led = [entry for row in found["rows"] for entry in row[5]]
            assert len(led) == found["indexes"][0]["entries"]
            for row in found["rows"]:
                assert all(row[1] == position for _, position in row[5])

    run(test)


def test_a_directory_without_segments_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoLogFile, match="neither a log directory"):
        FilesView([str(tmp_path)])


def test_what_is_embedded_is_json(tmp_path: Path) -> None:
    async def test() -> None:
        view = files(segment(tmp_path))
        (found,) = json.loads(json.dumps(await view.embed()))["files"]
        await view.close()
        assert len(found["rows"]) == len(found["opened"]) == 3
        assert found["opened"][0]["records"][0]["key"] == EVIL

    run(test)
