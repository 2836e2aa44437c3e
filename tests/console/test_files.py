"""Segments, as the page asks for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafkawire.console import files as files_module
from kafkawire.console import wire as wire_module
from kafkawire.console.files import FilesView
from kafkawire.logfiles.finding import NoLogFile
from kafkawire.logfiles.indexes import OFFSET_ENTRY
from tests.console.support import EVIL, asking, complete, evil_capture, files, run, segment, wire


def test_batches_are_there_and_damage_is_said_where_it_is(tmp_path: Path) -> None:
    async def test() -> None:
        async with asking(files(segment(tmp_path))) as ask:
            found = await complete(ask, "files/rows", to=10)
            assert (found["batches"], found["damaged"], found["topic"]) == (2, 1, "orders")
            assert [row[4] is None for row in found["rows"]] == [True, False, True]
            assert "the checksum is" in found["rows"][1][4]
            assert [each["there"] for each in found["indexes"]] == [True, True]
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
            assert (await ask("files/batch", batch=9))[1]["refused"]
            assert (await ask("files/batch", batch=0, file=1))[1]["refused"]

    run(test)


def test_entries_of_indexes_stand_beside_the_batches_that_they_lead_to(tmp_path: Path) -> None:
    async def test() -> None:
        log = segment(tmp_path)
        async with asking(files(log)) as ask:
            found = await complete(ask, "files/rows", to=10)
            position = found["rows"][2][1]
            assert [row[5] for row in found["rows"]] == [[], [], [[2, position]]]
            assert [row[6] for row in found["rows"]] == [[], [], [[1_700_000_000_002, 2]]]
            assert [(each["entries"], each["count"]) for each in found["indexes"]] == [(1, 0), (1, 0)]
            log.with_suffix(".index").write_bytes(OFFSET_ENTRY.pack(2, position + 1))
        async with asking(files(log)) as ask:
            index, _ = (await complete(ask, "files/rows"))["indexes"]
            assert (
                index["wrong"][0][1]
                == f"entry 0 leads to position {position + 1} of a log of {log.stat().st_size} bytes"
            )

    run(test)


def test_a_segment_that_shrinks_or_goes_is_said(tmp_path: Path) -> None:
    async def test() -> None:
        log = segment(tmp_path)
        async with asking(files(log)) as ask:
            await complete(ask, "files/rows")
            log.write_bytes(log.read_bytes()[:250])
            assert (await ask("files/batch", batch=0))[1]["records"]
            assert "the file is shorter now" in (await ask("files/batch", batch=2))[1]["error"]
            log.unlink()
            assert "No such file or directory" in (await ask("files/batch", batch=0))[1]["refused"]
            assert len((await ask("files/rows", to=9))[1]["rows"]) == 3

    run(test)


def test_an_index_that_cannot_be_read_hides_no_batches(tmp_path: Path) -> None:
    async def test() -> None:
        log = segment(tmp_path)
        log.with_suffix(".index").unlink()
        log.with_suffix(".index").mkdir()
        async with asking(files(log)) as ask:
            found = await complete(ask, "files/rows", to=9)
            assert len(found["rows"]) == 3
            assert ".index: Is a directory" in found["error"]

    run(test)


def test_a_segment_with_more_batches_than_can_be_shown_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files_module, "_MOST_BATCHES", 2)

    async def test() -> None:
        async with asking(files(segment(tmp_path))) as ask:
            found = await complete(ask, "files/rows", to=9)
            assert (len(found["rows"]), found["error"]) == (
                2,
                "only the first 2 batches are here: the segment has more",
            )

    run(test)


def test_an_exported_page_is_bounded_whatever_becomes_of_its_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files_module, "_MOST_EMBEDDED", 9_000)
    monkeypatch.setattr(wire_module, "_MOST_EMBEDDED", 4_000)
    monkeypatch.setattr(wire_module, "_TOGETHER", 2)

    async def test() -> None:
        view, messages = files(segment(tmp_path)), wire(evil_capture(tmp_path / "evil.pcapng"))
        (file,) = json.loads(json.dumps(await view.embed(lambda *_: None)))["files"]
        assert len(file["opened"]) == len(file["rows"]) == 2
        (capture,) = json.loads(json.dumps(await messages.embed(lambda *_: None)))["captures"]
        assert 0 < 2 * len(capture["packed"]) == len(capture["rows"]) < capture["found"] == 6
        assert sum(map(len, capture["packed"])) < 4_000
        await view.close()
        await messages.close()

    run(test)


def test_a_directory_without_segments_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoLogFile, match="neither a log directory"):
        FilesView([str(tmp_path)])


def test_what_is_embedded_is_json(tmp_path: Path) -> None:
    async def test() -> None:
        view = files(segment(tmp_path))
        (found,) = json.loads(json.dumps(await view.embed(lambda *_: None)))["files"]
        await view.close()
        assert len(found["rows"]) == len(found["opened"]) == 3
        assert found["opened"][0]["records"][0]["key"] == EVIL

    run(test)
