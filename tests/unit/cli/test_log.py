"""`kafkawire log`: what it does to small logs that are made here, and to damage of every kind."""

from __future__ import annotations

import errno
import json
import os
import random
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from kafkawire.logfiles.indexes import OFFSET_ENTRY, TIME_ENTRY
from kafkawire.records import ControlRecordType, EndTxnMarker, Record, split_batches, write_batch, write_end_txn_marker
from tests.unit.cli.conftest import Call

BASE = 1_700_000_000_000


def batch(first: int, count: int = 2, **options: object) -> bytes:
    records = [Record(n, BASE + n, f"k{n % 3}".encode(), b"value", []) for n in range(first, first + count)]
    return write_batch(records, magic=2, base_offset=first, **options)  # type: ignore[arg-type]


def aborted(offset: int) -> bytes:
    marker = EndTxnMarker(ControlRecordType.ABORT, 0)
    return write_end_txn_marker(marker, producer_id=4, producer_epoch=0, base_offset=offset, timestamp=1)


def log(directory: Path, *batches: bytes, base: int = 0) -> Path:
    directory.mkdir(exist_ok=True)
    file = directory / f"{base:020d}.log"
    file.write_bytes(b"".join(batches))
    return file


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    """Three batches of two records, with indexes that are right."""
    batches = [batch(0), batch(2), batch(4, compression="gzip")]
    file = log(tmp_path / "t-0", *batches)
    file.with_suffix(".index").write_bytes(OFFSET_ENTRY.pack(3, len(batches[0])))
    file.with_suffix(".timeindex").write_bytes(TIME_ENTRY.pack(BASE + 3, 3) + TIME_ENTRY.pack(BASE + 5, 5))
    return file


# --------------------------------------------------------------------------------------------------------------- verify


def test_a_sound_log_has_no_damage(call: Call, sound: Path) -> None:
    result = call("log", "verify", str(sound.parent), "--deep")
    assert (result.code, result.err) == (0, "")
    assert result.out == f"3 files, 3 batches, {sound.stat().st_size} bytes in segments: no damage\n"


def test_every_turned_bit_of_a_segment_is_noticed(call: Call, sound: Path) -> None:
    data = sound.read_bytes()
    for start, size in split_batches(data):
        # No checksum covers the base offset, before the length, and the leader epoch, behind it.
        places = [*range(8, 12), *range(16, size)]
        assert all(_is_noticed(call, sound, data, start + at) for at in places)


def _is_noticed(call: Call, sound: Path, data: bytes, at: int) -> bool:
    sound.write_bytes(data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :])
    result = call("log", "verify", str(sound), "--quiet", "--json")
    return result.code == 1 and str(sound) == result.lines[0]["damage"]["path"]


@pytest.mark.parametrize(
    ("name", "entry", "message"),
    [
        (".index", OFFSET_ENTRY.pack(3, 7), "leads to position 7, where no batch begins"),
        (".index", OFFSET_ENTRY.pack(1, 10_000), "leads to position 10000 of a log of"),
        (".index", OFFSET_ENTRY.pack(5, 10) + OFFSET_ENTRY.pack(4, 9), "do not follow"),
        (".index", b"abc", "no whole number of entries"),
        (".timeindex", TIME_ENTRY.pack(BASE, 3), "up to there timestamps go to"),
        (".timeindex", TIME_ENTRY.pack(BASE + 9, 3), "but the largest of offsets 2 to 3 is"),
        (".timeindex", TIME_ENTRY.pack(BASE + 9, 99), "leads to offset 99, the log ends at 6"),
    ],
)
def test_every_entry_of_an_index_is_held_against_the_log(
    call: Call, sound: Path, name: str, entry: bytes, message: str
) -> None:
    sound.with_suffix(name).write_bytes(entry)
    result = call("log", "verify", str(sound.parent))
    assert result.code == 1
    assert f"{sound.with_suffix(name)}, position" in result.out
    assert message in result.out


def test_a_log_that_cannot_be_read_says_nothing_of_its_indexes(
    call: Call, sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> int:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("kafkawire.logfiles.files.LocalFile.read_into", fails)
    result = call("log", "verify", str(sound.parent))
    assert result.code == 1
    assert result.out.splitlines()[0] == f"{sound}: cannot be read: Input/output error"
    assert "index" not in result.out


def test_what_a_follower_writes_for_many_batches_at_once_is_only_noted(call: Call, sound: Path) -> None:
    sound.with_suffix(".index").write_bytes(OFFSET_ENTRY.pack(5, len(batch(0))))
    result = call("log", "verify", str(sound.parent))
    assert result.code == 0
    assert "note: " in result.out


def test_sequences_offsets_and_epochs_that_do_not_follow_are_damage(call: Call, tmp_path: Path) -> None:
    numbered = {"producer_id": 9, "producer_epoch": 1}
    log(
        tmp_path / "t-0",
        batch(0, **numbered, base_sequence=0),
        batch(2, **numbered, base_sequence=7, partition_leader_epoch=5),
        batch(3, partition_leader_epoch=4),
    )
    result = call("log", "verify", str(tmp_path))
    assert result.code == 1
    assert "offset 2: producer 9 goes on with sequence 7, not 2" in result.out
    assert "offset 3: offset 3 where 4 or later is expected" in result.out
    assert "leader epoch 4 behind 5" in result.out


def test_numbers_may_be_missing_where_compaction_has_been(call: Call, tmp_path: Path) -> None:
    numbered = {"producer_id": 9, "producer_epoch": 1}
    log(tmp_path / "t-0", batch(0, **numbered, base_sequence=0), batch(20, **numbered, base_sequence=20))
    assert call("log", "verify", str(tmp_path)).code == 0


def test_checkpoints_are_held_against_the_log(call: Call, sound: Path) -> None:
    root = sound.parent.parent
    (root / "recovery-point-offset-checkpoint").write_text("0\n2\nt 0 7\ngone 3 1\n")
    (root / "meta.properties").write_text("node.id=1\n")
    (sound.parent / "leader-epoch-checkpoint").write_text("0\n2\n1 0\n1 3\n")
    (sound.parent / "partition.metadata").write_text("version: 7\n")
    (sound.parent / f"{6:020d}.snapshot").write_bytes(b"\0\1no snapshot")
    (sound.parent / f"{0:020d}.txnindex").write_bytes(b"short")
    result = call("log", "verify", str(root))
    for text in (
        "recovery-point-offset-checkpoint, offset 7: t-0 at offset 7, but the log ends at 6",
        "note: " + str(root / "recovery-point-offset-checkpoint") + ", offset 1: gone-3 is not in this directory",
        "meta.properties: there is no version in it",
        "epoch 1 from offset 3 on stands behind epoch 1 from 0 on",
        "partition.metadata: not a partition.metadata file",
        ".snapshot: a producer snapshot of version 1",
        ".txnindex: a transaction index of 5 bytes",
    ):
        assert text in result.out
    assert result.code == 1


def test_an_aborted_transaction_that_its_index_lacks_is_damage(call: Call, tmp_path: Path) -> None:
    open_one = batch(0, producer_id=4, producer_epoch=0, base_sequence=0, is_transactional=True)
    file = log(tmp_path / "t-0", open_one, aborted(2))
    (tmp_path / "t-0" / "leader-epoch-checkpoint").write_text("0\n0\n")
    result = call("log", "verify", str(tmp_path))
    assert f"{file.with_suffix('.txnindex')}, offset 2: the transaction of producer 4" in result.out


def test_a_batch_behind_damage_is_found_again(call: Call, sound: Path) -> None:
    data = bytearray(sound.read_bytes())
    data[8:12] = b"\x7f\xff\xff\xff"  # the length of the first batch
    sound.write_bytes(data)
    result = call("log", "dump", str(sound), "--json")
    assert result.code == 1
    assert [line["batch"]["baseOffset"] for line in result.lines if "batch" in line] == [2, 4]
    assert result.lines[1]["error"]["bytes"] == len(batch(0))


@pytest.mark.parametrize("command", ["dump", "verify", "stats", "index", "extract", "repair"])
def test_random_damage_gives_output_or_one_clear_error(call: Call, sound: Path, command: str) -> None:
    rng = random.Random(command)
    names = [".log", ".index", ".timeindex", ".txnindex", ".snapshot"]
    before = {name: sound.with_suffix(name).read_bytes() for name in names if sound.with_suffix(name).exists()}
    for number in range(40):
        for name in names:
            data = bytearray(before.get(name, os.urandom(40)))
            for _ in range(rng.randrange(4)):
                at = rng.randrange(len(data))
                data[at : at + rng.randrange(5)] = rng.randbytes(rng.randrange(9))
                data = data or bytearray(1)
            sound.with_suffix(name).write_bytes(data[: rng.randrange(len(data)) or None])
        words = {"repair": ("--into", str(sound.parent.parent / f"new{number}")), "dump": ("--records",)}
        result = call("log", command, str(sound.parent), *words.get(command, ()))
        assert result.code in (0, 1)
        assert len(result.err.splitlines()) <= 11
        assert "Traceback" not in result.err


def test_bytes_that_look_like_batches_everywhere_take_bounded_work(call: Call, tmp_path: Path) -> None:
    """Each header says that a batch reaches to the end: to check all of them would take a day."""
    lie = bytearray(batch(0, 1)[:61])
    count = 20_000
    data = bytearray()
    for number in range(count):
        lie[8:12] = (61 * (count - number) - 12).to_bytes(4, "big")
        data += lie
    log(tmp_path / "t-0", bytes(data))
    assert call("log", "verify", str(tmp_path), "-q").code == 1


# ----------------------------------------------------------------------------------------------------------- the others


def test_what_is_no_file_of_a_broker_is_named(call: Call, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    assert call("log", "dump", str(tmp_path / "notes.txt")).err.startswith(
        f"kafkawire: error: {tmp_path}/notes.txt: by its name it is no file of a broker"
    )
    assert call("log", "verify", str(tmp_path / "nothing")).err == (
        f"kafkawire: error: {tmp_path}/nothing: No such file or directory\n"
    )
    assert "nothing there is Kafka's" in call("log", "verify", str(tmp_path)).err


def test_stats_say_what_compaction_would_keep(call: Call, sound: Path) -> None:
    found = call("log", "stats", str(sound.parent), "--json").json
    assert (found["records"], found["firstOffset"], found["lastOffset"]) == (6, 0, 5)
    assert found["codecs"].keys() == {"none", "gzip"}
    assert found["keys"]["distinct"] == 3
    assert found["keys"]["kept"] == 3
    small = call("log", "stats", str(sound.parent)).out
    assert "compaction would keep 3 records" in small


def test_stats_do_not_take_more_memory_than_they_may(sound: Path) -> None:
    from kafkawire.logfiles.finding import find
    from kafkawire.logfiles.stats import stats_of

    ((partition,),) = [directory.partitions for directory in find([str(sound.parent)])]
    keys = stats_of(partition, memory=24 * 3).keys
    assert keys is not None
    assert (keys.is_complete, keys.up_to, keys.distinct) == (False, 1, 2)
    assert keys.kept == 6  # behind what it knows nothing would go


def test_stats_of_a_partition_that_grows_are_those_of_its_beginning(tmp_path: Path) -> None:
    """The keys are counted in a later pass than the rest: 220 percent of the bytes were kept."""
    from kafkawire.logfiles.finding import find
    from kafkawire.logfiles.stats import stats_of

    directory = tmp_path / "t-0"
    directory.mkdir()
    file = directory / "00000000000000000000.log"
    file.write_bytes(write_batch([(0, 1, b"a", b"first", [])]))

    def grow(_path: str, _position: int, size: int) -> None:
        with file.open("ab") as log:
            log.write(write_batch([(size, 1, b"key %d" % size, b"later", [])]))

    ((partition,),) = [each.partitions for each in find([str(directory)])]
    found = stats_of(partition, told=grow)
    assert found.keys is not None
    assert (found.records, found.keys.distinct, found.keys.kept) == (1, 1, 1)
    assert found.keys.kept_size == found.keys.size


def test_index_shows_entries_beside_the_log(call: Call, sound: Path) -> None:
    result = call("log", "index", str(sound), "--entries")
    assert result.code == 0
    assert f"{sound.with_suffix('.index')}: 1 entries" in result.out
    assert f"  offset: 3 position: {len(batch(0))}" in result.out
    sound.with_suffix(".index").write_bytes(OFFSET_ENTRY.pack(3, 5))
    result = call("log", "index", str(sound), "--json")
    assert result.code == 1
    assert result.lines[0]["index"]["wrong"][0]["message"] == "entry 0 leads to position 5, where no batch begins"


def test_extract_chooses_by_offset_time_and_key(call: Call, sound: Path, tmp_path: Path) -> None:
    def offsets(*words: str) -> list[int]:
        return [line["offset"] for line in call("log", "extract", str(sound.parent), *words).lines]

    assert offsets() == [0, 1, 2, 3, 4, 5]
    assert offsets("--from", "2", "--to", "4") == [2, 3]
    assert offsets("--since", str(BASE + 3), "--until", str(BASE + 5)) == [3, 4]
    assert offsets("--since", "2023-11-14T22:13:20.004Z") == [4, 5]
    assert offsets("--since", "-1h") == []
    assert offsets("--key-regex", "^k[12]$") == [1, 2, 4, 5]
    out = tmp_path / "part.log"
    call("log", "extract", str(sound.parent), "--from", "3", "-o", str(out))
    assert out.read_bytes() == sound.read_bytes()[len(batch(0)) :]


def test_extract_writes_columns(call: Call, sound: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert call("log", "extract", str(sound.parent), "-o", str(tmp_path / "x.parquet")).code == 0
    table = parquet.read_table(tmp_path / "x.parquet")
    assert table["offset"].to_pylist() == [0, 1, 2, 3, 4, 5]
    assert table["key"].to_pylist()[:2] == [b"k0", b"k1"]


def test_extract_leaves_out_what_was_aborted(call: Call, tmp_path: Path) -> None:
    open_one = batch(0, producer_id=4, producer_epoch=0, base_sequence=0, is_transactional=True)
    log(tmp_path / "t-0", open_one, aborted(2), batch(3))
    lines = call("log", "extract", str(tmp_path / "t-0"), "--committed").lines
    assert [line["offset"] for line in lines] == [3, 4]


def test_repair_writes_what_is_sound_and_says_what_was_lost(call: Call, sound: Path, tmp_path: Path) -> None:
    data = bytearray(sound.read_bytes())
    data[len(batch(0)) + 70] ^= 1
    sound.write_bytes(data)
    result = call("log", "repair", str(sound.parent), "--into", str(tmp_path / "new"))
    assert result.code == 1
    assert f"lost {sound}, position {len(batch(0))}: {len(batch(2))} bytes, offsets 2 to 3: the checksum" in result.out
    assert sound.read_bytes() == data
    assert call("log", "verify", str(tmp_path / "new")).code == 0
    assert "something is there already" in call("log", "repair", str(sound.parent), "--into", str(tmp_path / "new")).err


def test_tail_prints_what_is_written_from_segment_to_segment(
    call: Call, sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written while it waits for the first time."""

    def write() -> None:
        with sound.open("ab") as file:
            data = batch(6)
            file.write(data[:30])
            file.flush()
            file.write(data[30:])
        log(sound.parent, batch(8), base=8)

    waits = iter([write])
    monkeypatch.setattr("time.sleep", lambda _: next(waits, lambda: None)())
    lines = call("log", "tail", str(sound.parent), "-c", "4", "--every", "10ms").lines
    assert [line["offset"] for line in lines] == [6, 7, 8, 9]


def test_text_of_every_script_is_readable_in_json(call: Call, tmp_path: Path) -> None:
    log(tmp_path / "t-0", write_batch([(0, BASE, "ключ".encode(), "größe".encode(), [])], magic=2))
    assert '"key": "ключ", "value": "größe"' in call("log", "extract", str(tmp_path / "t-0")).out
    dumped = call("log", "dump", str(tmp_path / "t-0"), "-r", "--json").out.splitlines()
    assert json.loads(dumped[2])["record"]["key"] == "ключ"


def test_memory_does_not_depend_on_the_size_of_a_segment(call: Call, sound: Path) -> None:
    large = batch(6, 1, compression=None)
    with sound.open("ab") as file:
        file.write(large[:8] + (64 * 1024 * 1024).to_bytes(4, "big") + large[12:])  # a batch that says it is so large
        file.truncate(file.tell() + 128 * 1024 * 1024)
    tracemalloc.start()
    try:
        assert call("log", "verify", str(sound), "--quiet").code == 1
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 * 1024 * 1024


@pytest.mark.skipif(os.name != "posix", reason="limits on files are of the system")
def test_a_repair_that_finds_no_room_says_where(sound: Path, tmp_path: Path) -> None:
    code = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    code += "resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)); from kafkawire.cli import main; "
    into = tmp_path / "new"
    code += f"raise SystemExit(main(['log', 'repair', {str(sound.parent)!r}, '--into', {str(into)!r}]))"
    result = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (
        1,
        f"kafkawire: error: {into / sound.parent.name}: File too large\n",
    )


def test_tail_ends_when_nobody_reads(sound: Path) -> None:
    words = [sys.executable, "-m", "kafkawire", "log", "tail", str(sound.parent), "--all"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as tail:
        assert tail.stdout is not None
        assert tail.stderr is not None
        assert tail.stdout.readline().startswith("{")
        tail.stdout.close()
        assert (tail.wait(60), tail.stderr.read()) == (141, "")
