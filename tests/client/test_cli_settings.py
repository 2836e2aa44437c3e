"""Where options come from: arguments, the environment, profiles, and the files of kcat, librdkafka and Java."""

from __future__ import annotations

import argparse
import io
import json
import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from kafkawire.cli import main
from kafkawire.cli.client_options import add_client_arguments, connection_of
from kafkawire.cli.option_names import translated
from kafkawire.cli.settings import settings_of
from kafkawire.cli.usage import NotThere, UsageError
from kafkawire.client.options import ClientOptions, ConsumerOptions, ProducerOptions
from kafkawire.testing.threaded import ThreadedBroker

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the profiles are in these tests."""
    monkeypatch.delenv("KAFKAWIRE_CONFIG")
    monkeypatch.delenv("KCAT_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    return tmp_path / "xdg" / "kafkawire" / "config.toml"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: str) -> tuple[int, str, str]:
        code = main(words)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_client_arguments(parser)
    return parser.parse_args(words)


def found(*words: str, kind: type = ClientOptions) -> tuple[str, dict[str, object]]:
    brokers, options = connection_of(arguments(*words), kind, {})
    del options["default_api_timeout_ms"]
    return brokers, options


def test_an_argument_counts_more_than_a_variable_and_that_more_than_a_profile(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert found() == ("127.0.0.1:9092", {})
    run("profile", "create", "a", "-b", "profile:1", "-X", "client.id=profile", "-X", "retry.backoff.ms=1")
    assert found() == ("profile:1", {"client_id": "profile", "retry_backoff_ms": 1})
    monkeypatch.setenv("KAFKAWIRE_BOOTSTRAP_SERVERS", "variable:1")
    monkeypatch.setenv("KAFKAWIRE_CLIENT_ID", "variable")
    assert found() == ("variable:1", {"client_id": "variable", "retry_backoff_ms": 1})
    file = tmp_path / "some.properties"
    file.write_text("bootstrap.servers=file:1\nrequest.timeout.ms=7\n")
    in_file = ("file:1", {"client_id": "variable", "request_timeout_ms": 7})  # and nothing of the profile
    assert found("--command-config", str(file)) == in_file
    assert found("-F", str(file)) == in_file
    assert found("-b", "argument:1", "-X", "client.id=argument", "-F", str(file)) == (
        "argument:1",
        {"client_id": "argument", "request_timeout_ms": 7},
    )


def test_which_profile_counts(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        run("profile", "create", name, "-b", f"{name}:1")
    assert found()[0] == "one:1"
    run("profile", "use", "two")
    assert found()[0] == "two:1"
    monkeypatch.setenv("KAFKAWIRE_PROFILE", "three")
    assert found()[0] == "three:1"
    assert found("--profile", "one")[0] == "one:1"
    assert found("--profile", "none")[0] == "127.0.0.1:9092"
    monkeypatch.setenv("KAFKAWIRE_COMMAND_CONFIG", str(tmp_path / "some.properties"))
    (tmp_path / "some.properties").write_text("bootstrap.servers=file:1\n")
    assert found()[0] == "file:1"
    assert found("--profile", "one")[0] == "one:1"
    with pytest.raises(UsageError, match="from a profile or from a file"):
        found("--profile", "one", "-F", str(tmp_path / "some.properties"))
    with pytest.raises(NotThere, match=r"there is no profile 'thre'; did you mean three\?"):
        found("--profile", "thre")


def test_a_profile_from_its_making_to_its_end(run: Run, config: Path) -> None:
    words = ("-b", "k1:1,k2:2", "-X", "security.protocol=SASL_SSL", "-X", "sasl.mechanism=PLAIN")
    secret = ("-X", "sasl.username=alice", "-X", 'sasl.password=hush "hush\\')
    assert run("profile", "create", "prod", *words, *secret) == (0, "created profile prod; it is in use\n", "")
    assert stat.S_IMODE(config.stat().st_mode) == 0o600
    assert stat.S_IMODE(config.parent.stat().st_mode) == 0o700
    options = found()[1]
    assert options["sasl_password"] == 'hush "hush\\'
    code, out, err = run("profile", "show")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "security.protocol=SASL_SSL",
        "sasl.mechanism=PLAIN",
        "sasl.username=alice",
        "sasl.password=<hidden>",
        "bootstrap.servers=k1:1,k2:2",
    ]
    assert json.loads(run("profile", "show", "prod", "--json")[1])["sasl.password"] == "<hidden>"
    assert run("profile", "create", "prod", "-b", "x:1")[0] == 1
    assert run("profile", "create", "dev", "-b", "dev:1")[1] == "created profile dev\n"
    assert json.loads(run("profile", "list", "--json")[1]) == [
        {"profile": "dev", "inUse": False, "brokers": "dev:1"},
        {"profile": "prod", "inUse": True, "brokers": "k1:1,k2:2"},
    ]
    assert [line.split() for line in run("profile", "list")[1].splitlines()[1:]] == [
        ["dev", "dev:1"],
        ["*", "prod", "k1:1,k2:2"],
    ]
    assert run("profile", "delete", "prod") == (0, "deleted profile prod\n", "")
    assert found()[0] == "127.0.0.1:9092"
    assert run("profile", "use", "prod")[0] == 1
    assert run("profile", "use", "dev")[0] == 0
    assert run("profile", "use", "none") == (0, "no profile is in use\n", "")


def test_no_message_shows_a_secret(run: Run, config: Path, tmp_path: Path) -> None:
    jaas = 'sasl.jaas.config=x.PlainLoginModule required username="a" password="hush";'
    registry = "schema.registry.url=https://alice:hush@registry:8081"
    run("profile", "create", "a", "-X", jaas, "-X", "ssl.key.password=hush", "-X", registry, "-b", "k:1")
    shown = run("profile", "show", "a")[1]
    assert "hush" not in shown
    assert "https://<hidden>@registry:8081" in shown
    (tmp_path / "kcat.conf").write_text("sasl.pasword=hush\nsasl.user.name=alice\n")
    code, out, err = run("profile", "create", "b", "-F", str(tmp_path / "kcat.conf"))
    assert (code, out) == (2, "")
    assert "hush" not in err


def test_a_file_that_others_can_read_is_told(run: Run, config: Path) -> None:
    login = ("-X", "sasl.mechanism=PLAIN", "-X", "sasl.username=a", "-X", "sasl.password=hush")
    assert run("profile", "create", "a", "-X", "security.protocol=SASL_SSL", *login, "-b", "k:1")[0] == 0
    config.chmod(0o644)
    assert f"{config} has secrets and mode 644: chmod 600" in run("profile", "list")[2]


def test_secrets_can_be_typed_unseen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkawire.cli.profile.getpass", lambda prompt: f"typed after {prompt}")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    more = ("-X", "security.protocol=SASL_SSL", "-X", "sasl.mechanism=PLAIN", "-X", "sasl.username=a")
    assert run("profile", "create", "a", "-b", "k:1", *more, "--ask", "sasl.password")[0] == 0
    assert found()[1]["sasl_password"] == "typed after sasl.password: "


def test_what_a_profile_asks_for_may_be_piped_in(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("-b", "k:1", "-X", "security.protocol=SASL_SSL", "-X", "sasl.mechanism=PLAIN", "-X", "sasl.username=a")
    monkeypatch.setattr("sys.stdin", io.StringIO("hush\n"))
    assert run("profile", "create", "a", *words, "--ask", "sasl.password") == (
        0,
        "created profile a; it is in use\n",
        "",
    )
    assert found()[1]["sasl_password"] == "hush"
    assert run("profile", "create", "b", *words, "--ask", "sasl.password")[0] == 2  # there is no second line


def test_a_profile_finds_its_files_from_anywhere(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "token").write_text("x")
    assert run("profile", "create", "a", "-b", "k:1", "-X", "ssl.key.location=token")[0] == 0
    assert f"ssl.key.location={tmp_path / 'token'}\n" in run("profile", "show")[1]


@pytest.mark.parametrize("text", ["profiles = 1", "[profile.a]\nx = 1", "current = 1", "x = "])
def test_a_file_of_profiles_that_is_none_is_told(run: Run, config: Path, text: str) -> None:
    config.parent.mkdir(parents=True)
    config.write_text(text)
    code, out, err = run("profile", "list")
    assert (code, out) == (2, "")
    assert err.startswith(f"kafkawire: error: {config}: ")


KCAT_CONF = r"""
# A file as kcat takes it
metadata.broker.list=kafka1:9094,kafka2:9094
security.protocol=SASL_PLAINTEXT
sasl.mechanisms=SCRAM-SHA-512
sasl.username = alice
sasl.password=back\slash #1
socket.timeout.ms=9000
statistics.interval.ms=5000
log_level=6
api.version.request=true
topic.request.required.acks=-1
queue.buffering.max.kbytes=2048
queue.buffering.max.ms=7
message.timeout.ms=0
max.in.flight=1000000
compression.codec=lz4
auto.offset.reset=smallest
fetch.message.max.bytes=65536
enable.auto.offset.store=false
"""


def test_a_file_of_kcat_is_read_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kcat.conf"
    file.write_text(KCAT_CONF)
    brokers, options = found("-F", str(file), kind=ProducerOptions)
    assert brokers == "kafka1:9094,kafka2:9094"
    common = {"security_protocol": "SASL_PLAINTEXT", "sasl_mechanism": "SCRAM-SHA-512", "request_timeout_ms": 9000}
    common |= {"sasl_username": "alice", "sasl_password": r"back\slash #1"}
    writing = {"acks": "all", "buffer_memory": 2 << 20, "linger_ms": 7, "compression_type": "lz4"}
    assert options == common | writing | {"max_in_flight_requests_per_connection": 5}
    (line,) = capsys.readouterr().err.splitlines()
    names = "statistics.interval.ms, log_level, api.version.request, enable.auto.offset.store"
    assert line == f"kafkawire: {file}: no effect here: {names}"
    reading = {"auto_offset_reset": "earliest", "max_partition_fetch_bytes": 65536}
    assert found("-F", str(file), kind=ConsumerOptions)[1] == common | reading


def test_kcats_own_file_counts_where_nobody_says_where_the_brokers_are(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "xdg" / "kcat.conf"
    file.parent.mkdir(parents=True)
    file.write_text("bootstrap.servers=kcat:1\nclient.id=kcat\n")
    assert found() == ("kcat:1", {"client_id": "kcat"})
    assert capsys.readouterr().err == f"kafkawire: options of {file}\n"
    assert found("-b", "argument:1") == ("argument:1", {})
    assert found("--profile", "none")[0] == "127.0.0.1:9092"
    other = tmp_path / "other.conf"
    other.write_text("bootstrap.servers=other:1\n")
    monkeypatch.setenv("KCAT_CONFIG", str(other))
    assert found()[0] == "other:1"
    run("profile", "create", "a", "-b", "profile:1")
    assert found()[0] == "profile:1"


def test_all_unknown_names_of_a_file_are_told_at_once(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "kcat.conf"
    file.write_text("bootstrap.serves=x:1\nsasl.mechansim=PLAIN\nssl.cipher.suites=x\nclient.id=a\n")
    code, _, err = run("topics", "list", "-F", str(file))
    assert code == 2
    assert [re.sub(r"^.*conf: ", "", line) for line in err.splitlines()] == [
        "unknown option 'bootstrap.serves': did you mean 'bootstrap.servers'?",
        "unknown option 'sasl.mechansim': did you mean 'sasl.mechanism'?",
        "unknown option 'ssl.cipher.suites'",
    ]


def test_certificates_are_never_left_unverified(tmp_path: Path) -> None:
    assert translated({"enable.ssl.certificate.verification": "true"}).unknown == []
    with pytest.raises(UsageError, match="certificates are always verified"):
        settings_of(arguments("-X", "enable.ssl.certificate.verification=false"))


def test_a_line_of_kcats_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "kcat.conf").write_text("# a\nclient.id=a\nwhat\n")
    with pytest.raises(UsageError, match=r"kcat\.conf: line 3: want NAME=VALUE"):
        found("-F", str(tmp_path / "kcat.conf"))
    (tmp_path / "xdg").mkdir()
    (tmp_path / "xdg" / "kcat.conf").write_bytes(b"client.id=\xff\n")
    with pytest.raises(UsageError, match=r"kcat\.conf: .*can't decode"):
        found()


def test_a_variable_that_is_nearly_one_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAFKAWIRE_SASL_PASWORD", "hush")
    with pytest.raises(UsageError, match="did you mean KAFKAWIRE_SASL_PASSWORD") as caught:
        found()
    assert "hush" not in str(caught.value)
    monkeypatch.delenv("KAFKAWIRE_SASL_PASWORD")
    monkeypatch.setenv("KAFKAWIRE_SERVICE_HOST", "10.0.0.1")  # as Kubernetes makes them for a service of that name
    monkeypatch.setenv("KAFKAWIRE_PORT", "tcp://10.0.0.1:9092")
    assert found() == ("127.0.0.1:9092", {})


def test_an_argument_of_a_command_counts_more_than_a_file(tmp_path: Path) -> None:
    file = tmp_path / "kcat.conf"
    file.write_text("compression.codec=zstd\nauto.offset.reset=latest\ngroup.id=app\n")
    args = arguments("-F", str(file))
    assert connection_of(args, ProducerOptions, {"compression_type": "lz4"})[1]["compression_type"] == "lz4"
    assert connection_of(args, ProducerOptions, {})[1]["compression_type"] == "zstd"
    args = arguments("-F", str(file), "-X", "compression.type=gzip")
    assert connection_of(args, ProducerOptions, {"compression_type": "lz4"})[1]["compression_type"] == "gzip"


def test_a_group_in_a_file_is_not_joined_by_looking(run: Run, kafka_broker: ThreadedBroker, tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("a\n")
    (tmp_path / "kcat.conf").write_text(f"bootstrap.servers={kafka_broker.bootstrap_servers}\ngroup.id=app\n")
    file = ("-F", str(tmp_path / "kcat.conf"))
    assert run("produce", "flights", str(tmp_path / "lines"), "-q", *file)[0] == 0
    assert main(["consume", "flights", "-e", "-f", "", *file]) == 0
    assert json.loads(run("groups", "list", "--json", *file)[1]) == []
