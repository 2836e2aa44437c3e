"""What people expect of a command line who know kcat, rpk and Kafka's own tools."""

from __future__ import annotations

import io
import json
import logging
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kafkawire.cli import main, output, produce
from kafkawire.cli.patience import Outages, Patience
from kafkawire.cli.progress import Progress
from kafkawire.cli.usage import UsageError, milliseconds
from kafkawire.client.blocking import Admin, Consumer
from kafkawire.testing.threaded import ThreadedBroker

Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cli(kafka_broker: ThreadedBroker, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs a command, written as people write it; returns exit code, output, errors."""

    def run(line: str, *more: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([*line.split(), *more, "-b", kafka_broker.bootstrap_servers])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def flights(cli: Cli, tmp_path: Path) -> Path:
    """A topic of two partitions, with three records in the first one."""
    lines = tmp_path / "lines"
    lines.write_text("a\nb\nc\n")
    cli("topics create flights -p 2")
    assert cli("produce flights", str(lines), "-p", "0", "-q")[0] == 0
    return lines


def test_lag_has_the_partitions_that_nobody_has_committed(cli: Cli, flights: Path) -> None:
    cli("offsets reset readers flights:1 --to latest --execute")
    rows = json.loads(cli("groups lag readers --json")[1])
    assert [(r["partition"], r["committed"], r["end"], r["lag"]) for r in rows] == [(0, None, 3, 3), (1, 0, 0, 0)]
    assert cli("groups lag readers")[1].splitlines()[1].split() == ["readers", "flights", "0", "-", "3", "3"]
    cli("offsets delete-records flights:0=2")
    assert json.loads(cli("groups lag readers --json")[1])[0]["lag"] == 1  # what is gone is not behind


def test_lag_has_the_topics_of_members_that_have_committed_nothing(
    cli: Cli, flights: Path, kafka_broker: ThreadedBroker
) -> None:
    options: dict[str, Any] = {"group_id": "new", "enable_auto_commit": False, "auto_offset_reset": "earliest"}
    with Consumer(kafka_broker.bootstrap_servers, topics=["flights"], **options) as consumer:
        while not consumer.assignment:
            consumer.fetch(timeout=0.1)
        rows = json.loads(cli("groups lag new --json")[1])
    assert [(r["partition"], r["committed"], r["lag"]) for r in rows] == [(0, None, 3), (1, None, 0)]


def test_a_record_in_json_with_a_name_that_means_nothing_is_refused(cli: Cli, flights: Path) -> None:
    flights.write_text('{"kye": "k", "value": "v"}\n')
    code, _, err = cli("produce flights", str(flights), "--json", "-q")
    assert code == 2
    assert "a record has no 'kye': is it 'key'?" in err
    assert cli("offsets list flights:0")[1].split()[-1] == "3"


def test_what_consume_prints_can_be_produced(cli: Cli, flights: Path) -> None:
    flights.write_text('{"topic": "x", "partition": 1, "offset": 7, "timestamp": 5, "value": "größe"}\n')
    assert cli("produce flights", str(flights), "--json", "-q", "-p", "0")[0] == 0


def test_an_offset_that_is_not_there_is_told(cli: Cli, flights: Path) -> None:
    words = ["consume", "flights", "-p", "0", "-e"]
    assert _consumed(cli, *words, "-o", "99") == "kafkawire: flights-0: offset 99 is beyond the end, which is 3\n"
    cli("offsets delete-records flights:0=2")
    assert _consumed(cli, *words, "-o", "1") == "kafkawire: flights-0: offset 1 is gone, the first one is 2\n"
    assert _consumed(cli, *words, "-o", "3") == ""
    assert _consumed(cli, *words, "-o", "-5") == ""


def _consumed(cli: Cli, *words: str) -> str:
    return cli(" ".join(words))[2]


def test_offsets_are_set_only_when_that_is_asked_for(cli: Cli, flights: Path) -> None:
    code, out, err = cli("offsets reset readers flights --to latest")
    assert (code, out.splitlines()[1].split()) == (0, ["flights", "0", "-", "3"])
    assert err == "kafkawire: nothing was changed; --execute does it\n"
    assert cli("groups describe readers")[0] == 1
    assert cli("offsets reset readers flights --to latest --execute")[::2] == (0, "")
    assert cli("groups describe readers")[0] == 0


def test_what_was_deleted_is_told_though_others_were_not(cli: Cli, flights: Path) -> None:
    code, out, err = cli("topics delete flights nosuch")
    assert (code, out) == (1, "deleted flights\n")
    assert "topic 'nosuch'" in err
    assert "(1 of 2 failed)" in err
    assert cli("topics list")[1].strip() == "topic  partitions"


def test_topics_by_regular_expression(cli: Cli, flights: Path) -> None:
    cli("topics create fleet airports")
    assert [line.split()[0] for line in cli("topics list fl.*")[1].splitlines()] == ["topic", "fleet", "flights"]
    described = cli("topics describe --regex fl.* air.*")[1]
    assert [line.split()[0] for line in described.splitlines() if ":" not in line] == [
        *("topic", "fleet", "flights", "flights", "airports")
    ]
    assert cli("topics delete --regex fl.*")[1] == "deleted fleet, flights\n"
    assert "no name fits the regular expression 'zz'" in cli("topics delete --regex zz")[2]


def test_offsets_and_records_by_regular_expression(cli: Cli, flights: Path) -> None:
    cli("topics create fleet airports")
    rows = json.loads(cli("offsets list --regex fl.*:0 --json")[1])
    assert [(row["topic"], row["partition"], row["end"]) for row in rows] == [("fleet", 0, 0), ("flights", 0, 3)]
    assert cli("offsets reset readers --regex fl.*:0 --to latest --execute")[0] == 0
    assert cli("offsets delete readers --regex fle.*")[1] == "forgotten: fleet-0\n"
    assert "no name fits the regular expression 'zz'" in cli("offsets list --regex zz")[2]
    for more in ((), ("-G", "all", "-c", "3")):
        assert cli("consume --regex f.* -e -f", "%t %s;", *more)[:2] == (0, "flights a;flights b;flights c;")
    assert cli("consume --regex zz")[0] == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1700000000000", 1_700_000_000_000),
        ("@1700000000", 1_700_000_000_000),
        ("@1700000000000", 1_700_000_000_000),
        ("2026-01-31T12:00Z", 1_769_860_800_000),
        ("@2026-01-31T14:00+02:00", 1_769_860_800_000),
        ("now", 5_000_000),
        ("-2h", 5_000_000 - 7_200_000),
        ("+1.5s", 5_001_500),
        ("-1d", 5_000_000 - 86_400_000),
    ],
)
def test_times_in_every_spelling(monkeypatch: pytest.MonkeyPatch, text: str, expected: int) -> None:
    monkeypatch.setattr("kafkawire.cli.usage.time.time", lambda: 5000.0)
    assert milliseconds(text) == expected


@pytest.mark.parametrize("text", ["-2", "2h", "-2 h", "yesterday", "@", "-2y"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="want milliseconds"):
        milliseconds(text)


def test_a_number_in_a_table_is_never_cut(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("rich")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    output.print_table(("name of it", "another one", "bytes"), [("x" * 20, "y" * 20, "5000074")], numeric=(2,))
    out = capsys.readouterr().out
    assert "…" not in out
    assert re.sub(r"\x1b\[\d*m|\D", "", out) == "5000074"


class Told(io.StringIO):
    """A standard error that one can wait for: a thread writes the line."""

    def __init__(self) -> None:
        super().__init__()
        self.has_line = threading.Event()

    def write(self, text: str) -> int:
        written = super().write(text)
        if "\n" in text:
            self.has_line.set()
        return written


def test_nothing_waits_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAFKAWIRE_PATIENCE", "10ms")
    monkeypatch.setattr("sys.stderr", told := Told())
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        options = {"default_api_timeout_ms": 30_000}
        with Patience(address, options):
            assert told.has_line.wait(30)
    line = rf"kafkawire: waiting for {address}: no answer yet; giving up in (29|30) s\n"
    assert re.fullmatch(line, told.getvalue())


def test_what_went_wrong_is_told_while_one_waits(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setenv("KAFKAWIRE_PATIENCE", "200ms")
    assert main(["topics", "list", "-b", "127.0.0.1:1", "-X", "default_api_timeout_ms=600"]) == 1
    first, last = capsys.readouterr().err.splitlines()
    assert re.match(r"kafkawire: waiting for 127\.0\.0\.1:1: .*; giving up in \d s$", first)
    assert last.startswith("kafkawire: error: ")


@pytest.mark.parametrize("text", ["", "2", "soon"])
def test_patience_is_a_time_span(text: str, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setenv("KAFKAWIRE_PATIENCE", text)
    assert main(["topics", "list", "-b", "127.0.0.1:1"]) == 2
    wanted = "want a time span such as 90s, 15m, 2h or 7d"
    assert capsys.readouterr().err == f"kafkawire: error: KAFKAWIRE_PATIENCE={text}: {wanted}\n"


def test_a_client_is_not_left_listened_to(cli: Cli, kafka_broker: ThreadedBroker) -> None:
    before = [*logging.getLogger("kafkawire.client").handlers]
    cli("topics list")
    assert logging.getLogger("kafkawire.client").handlers == before
    with Admin(kafka_broker.bootstrap_servers) as admin:
        assert admin.list_topics() == {}


def test_an_option_or_a_logger_that_there_is_not_is_told(cli: Cli, flights: Path) -> None:
    code, out, err = cli("configs describe topic flights retention.sm cleanup.policy")
    assert (code, "cleanup.policy" in out) == (1, True)
    assert err == "kafkawire: error: topic 'flights' has no option 'retention.sm'; did you mean 'retention.ms'?\n"
    assert (
        "broker_logger '1' has no option 'no.such.logger'" in cli("configs describe broker_logger 1 no.such.logger")[2]
    )


def test_tls_that_a_listener_does_not_speak_is_told(cli: Cli) -> None:
    code, _, err = cli("topics list -X security.protocol=SSL -X default_api_timeout_ms=300")
    assert code == 1
    assert "the listener seems to speak no TLS: -X security.protocol=PLAINTEXT" in err


def test_plaintext_to_a_listener_of_tls_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_send_alerts, args=(server,), daemon=True).start()
        address = f"127.0.0.1:{server.getsockname()[1]}"
        assert main(["topics", "list", "-b", address, "-X", "default_api_timeout_ms=300"]) == 1
    assert "the listener speaks TLS" in capsys.readouterr().err


def _send_alerts(server: socket.socket) -> None:
    """Answer as OpenSSL does to what is no handshake."""
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        with connection:
            connection.recv(100)
            connection.sendall(b"\x15\x03\x03\x00\x02\x02\x46")


@pytest.mark.parametrize("option", ["ssl.ca.location", "ssl.certificate.location", "ssl.truststore.location"])
def test_a_missing_file_is_named_with_its_option(capsys: pytest.CaptureFixture[str], option: str) -> None:
    assert main(["topics", "list", "-X", "security.protocol=SSL", "-X", f"{option}=/no/such.pem"]) == 2
    assert "location: /no/such.pem: No such file or directory" in capsys.readouterr().err


def test_what_was_created_is_told_though_others_were_not(cli: Cli, flights: Path) -> None:
    code, out, err = cli("topics create flights airports")
    assert (code, out) == (1, "created airports\n")
    assert "topic 'flights'" in err
    cli("offsets reset readers flights --to latest --execute")
    code, out, err = cli("groups delete readers nobody")
    assert (code, out) == (1, "deleted readers\n")
    assert "group 'nobody'" in err


def test_brokers_that_go_and_come_back_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KAFKAWIRE_PATIENCE")
    clock, log = [0.0], logging.getLogger("kafkawire.client.network")
    with Outages("reading", now=lambda: clock[0]):
        for clock[0] in (0.0, 1.0, 2.0, 2.5, 3.0):
            log.info("no connection: %s", ConnectionRefusedError("127.0.0.1:9092: refused"))
        log.debug("%s: connected%s", "127.0.0.1:9092", "")
        clock[0] = 60.0  # once is no outage
        log.info("no connection: %s", ConnectionRefusedError("refused"))
        clock[0] = 100.0
        log.info("no connection: %s", ConnectionRefusedError("refused"))
        log.debug("%s: connected%s", "127.0.0.1:9092", "")
    assert capsys.readouterr().err.splitlines() == [
        "kafkawire: reading goes on when it can, for 2 s it cannot: 127.0.0.1:9092: refused",
        "kafkawire: 127.0.0.1:9092: connected again",
    ]


def test_a_reader_hears_of_a_broker_that_goes_away_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client logs what this listens to."""
    monkeypatch.setenv("KAFKAWIRE_PATIENCE", "1s")
    (tmp_path / "line").write_text("a\n")
    kafkawire = [sys.executable, "-m", "kafkawire"]
    serving = [*kafkawire, "broker", "--listen", "127.0.0.1:0", "--data-dir", str(tmp_path / "data")]
    with subprocess.Popen(serving, stdout=subprocess.PIPE, text=True) as broker:
        assert broker.stdout is not None
        address = broker.stdout.readline().split()[-1]
        assert main(["produce", "flights", str(tmp_path / "line"), "-b", address, "-q"]) == 0
        reading = [*kafkawire, "consume", "flights", "-b", address]
        with subprocess.Popen(reading, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as reader:
            assert reader.stdout is not None
            assert reader.stderr is not None
            assert reader.stdout.readline() == "a\n"
            broker.terminate()
            assert reader.stderr.readline().startswith("kafkawire: reading goes on when it can, for ")
            broker.wait(60)
            serving[serving.index("127.0.0.1:0")] = address
            with subprocess.Popen(serving, stdout=subprocess.PIPE) as anew:
                assert reader.stderr.readline() == f"kafkawire: {address}: connected again\n"
                anew.terminate()
            reader.kill()


def test_brokers_and_options_may_be_in_the_environment(
    flights: Path,
    kafka_broker: ThreadedBroker,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("KAFKAWIRE_BOOTSTRAP_SERVERS", kafka_broker.bootstrap_servers)
    assert main(["topics", "list"]) == 0
    assert "flights" in capsys.readouterr().out
    monkeypatch.delenv("KAFKAWIRE_BOOTSTRAP_SERVERS")
    (tmp_path / "client.properties").write_text(f"bootstrap.servers={kafka_broker.bootstrap_servers}\n")
    monkeypatch.setenv("KAFKAWIRE_COMMAND_CONFIG", str(tmp_path / "client.properties"))
    assert main(["topics", "list"]) == 0


def test_options_may_stand_before_the_command(
    flights: Path, kafka_broker: ThreadedBroker, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["-b", kafka_broker.bootstrap_servers, "--json", "topics", "list"]) == 0
    assert [topic["topic"] for topic in json.loads(capsys.readouterr().out)] == ["flights"]
    assert main(["--version", "topics"]) == 0
    assert capsys.readouterr().out.startswith("kafkawire ")


def test_a_line_that_is_no_record_is_named(cli: Cli, flights: Path) -> None:
    flights.write_text('{"value": "v"}\n{"value": "w"}\nnonsense\n')
    code, _, err = cli("produce flights", str(flights), "--json", "-q")
    assert code == 2
    assert f"{flights}, line 3: 'nonsense' is no record in JSON" in err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("consume flights -e -p 7", "there is no partition 7 of flights"),
        ("offsets list flights:7", "has no partition 7"),
        ("topics delete --regex zz", "no name fits"),
        ("transactions abort flights:0 --offset 5", "none is open"),
        ("transactions terminate nobody", "TRANSACTIONAL_ID_NOT_FOUND (105): transactional id 'nobody'"),
        ("tokens create", "tokens are for who has logged in"),
        ("configs describe topic flights retention.mss", "did you mean 'retention.ms'?"),
        ("offsets reset nobody --to earliest", "group 'nobody' has committed nothing yet"),
        ("offsets reset nobody flights --by 1", "--by: group 'nobody' has committed nothing for flights-0"),
        ("offsets delete nobody flights", "group 'nobody' has committed nothing for flights"),
        ("reassignments plan --to 9", "--to: there is no broker 9"),
        ("reassignments plan --to 1 --replication-factor 2", "shall have 2 replicas"),
        ("topics list --profile nobodys", "there is no profile 'nobodys'"),
    ],
)
def test_what_is_not_there_is_no_wrong_call(cli: Cli, flights: Path, line: str, says: str) -> None:
    code, out, err = cli(line)
    assert (code, out) == (1, "")
    assert says in err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("transactions list --state Nope", "error: --state must be one of 'CompleteAbort'"),
        ("configs alter topic flights retention.ms", "error: retention.ms: want NAME=VALUE"),
        ("reassignments start", "is no plan: Expecting value"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(cli: Cli, flights: Path, line: str, says: str) -> None:
    code, out, err = cli(line, *([str(flights)] if line.startswith("reass") else []))
    assert (code, out) == (2, "")
    assert says in err


def test_nobody_comes_into_being_by_being_terminated(cli: Cli) -> None:
    assert cli("transactions terminate nobody")[0] == 1
    assert len(cli("transactions list")[1].splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is full is needed")
def test_a_recording_that_ends_early_is_said(cli: Cli, flights: Path) -> None:
    code, out, err = cli("consume flights -e --capture /dev/full")
    assert (code, out) == (0, "a\nb\nc\n")
    assert "kafkawire: /dev/full: recording ends here: No space left on device; the traffic goes on\n" in err


def test_a_reader_that_goes_away_ends_who_waits_for_records(flights: Path, kafka_broker: ThreadedBroker) -> None:
    """As after `| head -1`: no further record comes, whose writing would tell."""
    words = [sys.executable, "-m", "kafkawire", "consume", "flights", "-b", kafka_broker.bootstrap_servers]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as consuming:
        assert consuming.stdout is not None
        assert consuming.stderr is not None
        assert consuming.stdout.readline() == "a\n"
        consuming.stdout.close()
        assert (consuming.wait(60), consuming.stderr.read()) == (141, "")


@pytest.mark.parametrize("line", ["consume flights", "consume flights -G readers", "produce flights"])
def test_ctrl_c_ends_without_many_words(flights: Path, kafka_broker: ThreadedBroker, line: str) -> None:
    words = [sys.executable, "-m", "kafkawire", *line.split(), "-v", "-b", kafka_broker.bootstrap_servers]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stderr is not None
        while "connected" not in process.stderr.readline():
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert "Traceback" not in process.stderr.read()


def test_a_call_that_brokers_cannot_serve_yet_does_not_wait_in_silence(
    cli: Cli, flights: Path, kafka_broker: ThreadedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is there; it is the coordinator that is not."""
    cli("offsets reset readers flights --to latest --execute")
    monkeypatch.setenv("KAFKAWIRE_PATIENCE", "1ms")
    kafka_broker.fail("FindCoordinator", error="COORDINATOR_NOT_AVAILABLE", times=5)
    code, out, err = cli("groups lag readers")
    assert (code, len(out.splitlines())) == (0, 3)
    told = [line for line in err.splitlines() if line.startswith("kafkawire: the command goes on when it can, for ")]
    assert len(told) == 1
    assert "COORDINATOR_NOT_AVAILABLE" in told[0]


@pytest.mark.parametrize(("is_typed", "shown"), [(True, False), (False, True)])
def test_progress_is_not_written_into_what_somebody_types(
    cli: Cli, flights: Path, monkeypatch: pytest.MonkeyPatch, is_typed: bool, shown: bool
) -> None:
    made: list[bool] = []

    def make(is_shown: bool) -> Progress:
        made.append(is_shown)
        return Progress(False)

    monkeypatch.setattr(produce, "Progress", make)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: is_typed, raising=False)

    async def typed(_: str) -> Any:
        yield [b"a"]

    monkeypatch.setattr(produce, "lines_of", typed)
    assert cli("produce flights")[0] == 0
    assert made == [shown]


def test_progress_is_cut_to_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr("sys.stderr", told := io.StringIO())
    monkeypatch.setattr(told, "isatty", lambda: True, raising=False)
    progress = Progress(True)
    progress._told -= 60
    progress.add(1000, 1000, left=5)
    progress.end()
    first, *others = told.getvalue().split("\r")[1:]
    assert first.startswith("[###################")
    assert [len(first), len(others)] == [29, 1]
    assert others[0].startswith("1000 records, 1000 bytes in ")


def test_a_producer_says_that_the_disk_of_a_broker_is_full(
    cli: Cli, flights: Path, kafka_broker: ThreadedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAFKAWIRE_PATIENCE", "1ms")
    kafka_broker.fail("Produce", error="KAFKA_STORAGE_ERROR", times=4)
    code, _, err = cli("produce flights -q", str(flights))
    assert code == 0
    told = [line for line in err.splitlines() if line.startswith("kafkawire: writing goes on when it can, for ")]
    assert len(told) == 1
    assert "KAFKA_STORAGE_ERROR" in told[0]
