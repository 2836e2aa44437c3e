"""The configuration of `kafkawire proxy` in a file: what it says, what is wrong with it, and that it is read again."""

from __future__ import annotations

import asyncio
import json
import os
import select
import shutil
import signal
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kafkawire.cli import main
from kafkawire.cli.proxy_config import read_config, server_context
from kafkawire.client import Admin
from kafkawire.client.errors import InvalidOption
from kafkawire.proxy import Proxy, VirtualCluster
from kafkawire.testing import broker
from tests.corpus import ROOT
from tests.integration.certificates import make_certificates
from tests.proxy.test_filters import Prefix

PREFIX = "tests.proxy.test_filters:Prefix"
GOOD = f"""\
drain-timeout = 2
max-connections = 50

[[filter]]
use = "{PREFIX}"
word = "x-"

[[cluster]]
name = "a"   # the first one
upstream = "127.0.0.1:1"
listen = "127.0.0.1:0"

[[cluster]]
name = "b"
upstream = "127.0.0.1:2,127.0.0.1:3"
listen = "127.0.0.1:31000"
broker-ports = "31001-31003"
first-broker = 1
advertised-host = "proxy.example.com"
options = {{ "client.id" = "u", "request.timeout.ms" = 5 }}

[[cluster.filter]]
use = "{PREFIX}"
"""
BAD = """\
drain-timeout = "soon"
max-conections = 5

[[filter]]
use = "no_such_module:Cls"

[[filter]]
word = \"\"\"
[[cluster]]
\"\"\"

[[cluster]]
upstream = "127.0.0.1:1"
listen = "here"

[[cluster]]
listen = "127.0.0.1:31000"
broker-ports = "5-2"

[cluster.options]
no.such = 1

[[cluster.filter]]
use = "tests.proxy.test_filters:Prefix"
wrd = "x"
"""


def written(directory: Path, text: str) -> str:
    path = directory / "proxy.toml"
    path.write_text(text)
    return str(path)


def test_what_a_file_says(tmp_path: Path) -> None:
    found = read_config(written(tmp_path, GOOD))
    a, b = found.clusters
    assert found.options == {"drain_timeout": 2, "max_connections": 50}
    assert [type(one) for one in (*found.filters, *b.filters)] == [Prefix, Prefix]
    assert (a.name, a.upstream, a.filters) == ("a", [("127.0.0.1", 1)], ())
    assert (b.port, b.broker_ports, b.first_broker) == (31000, range(31001, 31004), 1)
    assert (b.advertised_host, b.options.request_timeout_ms) == ("proxy.example.com", 5)


def test_names_of_brokers_and_clients_in_a_file_and_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pem = make_certificates(tmp_path)
    given = {
        "tls": pem.server,
        "tls-client-ca": pem.authority,
        "broker-hosts": "b-{id}.x",
        "principal-mapping-rules": "RULE:^CN=(.*)$/$1/L",
        "proxy-protocol-from": "10.0.0.0/8, ::1",
    }
    text = "\n".join(
        ["[[cluster]]", 'upstream = "127.0.0.1:1"', *(f"{name} = '{what}'" for name, what in given.items())]
    )
    [found] = read_config(written(tmp_path, text)).clusters
    assert found.ssl_context is not None
    assert found.ssl_context.verify_mode == ssl.CERT_REQUIRED
    assert found.broker_hosts is not None
    assert found.broker_hosts.host_of(3) == "b-3.x"
    assert (found.principal_mapping_rules, len(found.proxy_protocol_from)) == ("RULE:^CN=(.*)$/$1/L", 2)
    options = [f"--{name}={what}" for name, what in given.items()]
    assert main(["proxy", "--check-config", "--upstream", "127.0.0.1:1", *options]) == 0
    for name, what in (("tls", "/nowhere"), ("tls-client-ca", pem.client.with_suffix(".key")), ("broker-hosts", "b")):
        wrong = text.replace(f"{name} = '{given[name]}'", f"{name} = '{what}'")
        assert main(["proxy", "--check-config", "--config", written(tmp_path, wrong)]) == 2
        assert f"proxy.toml:{3 + list(given).index(name)}: {name.replace('-', '_' if name[0] == 'b' else '-')}: " in (
            capsys.readouterr().err
        )
        assert main(["proxy", "--check-config", "--upstream", "127.0.0.1:1", *options, f"--{name}={what}"]) == 2
    for name, what, said in (
        ("tls", pem.authority, f"--tls {pem.authority}: there is no key in PEM in it"),
        ("tls-client-ca", pem.client.with_suffix(".key"), "client.key: there is no certificate in PEM in it"),
    ):
        assert main(["proxy", "--check-config", "--upstream", "127.0.0.1:1", *options, f"--{name}={what}"]) == 2
        assert said in capsys.readouterr().err
    assert main(["proxy", "--check-config", "--upstream", "127.0.0.1:1", *options[1:]]) == 2
    assert "--tls-client-ca: clients have certificates in TLS: give --tls" in capsys.readouterr().err


def test_all_that_is_wrong_is_said_each_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["proxy", "--check-config", "--config", written(tmp_path, BAD)]) == 2
    said = [line.partition("proxy.toml:")[2] for line in capsys.readouterr().err.splitlines()]
    wanted = [
        "1: drain-timeout: 'soon' is of the wrong kind",
        "2: max-conections: not known; did you mean max-connections?",
        "4: filter: no_such_module:Cls: No module named",
        "7: use: want the name of a filter",
        "14: listen: 'here' is not HOST:PORT",
        "16: upstream: is missing",
        "18: broker-ports: 5-2: want FIRST-LAST",
        "20: options: ",
        "23: filter: tests.proxy.test_filters:Prefix has no option 'wrd': did you mean word?",
    ]
    assert len(said) == len(wanted)
    for line, start in zip(said, wanted, strict=True):
        assert line.startswith(start)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[cluster]", "proxy.toml: Expected ']]' at the end of an array declaration (at line 1, column 10)"),
        ("", "proxy.toml:1: there is no [[cluster]]"),
        ("cluster = 5", "proxy.toml:1: cluster: want [[cluster]]"),
        (GOOD.replace('"b"', '"a"'), "proxy.toml:14: name: there are two clusters 'a'"),
        (GOOD.replace(":0", ":31002"), "proxy.toml:16: listen: port 31002 is that of cluster 'a', too"),
        (GOOD.replace("max-connections = 50", "max-connections = true"), "proxy.toml:2: max-connections: True is"),
    ],
)
def test_one_thing_that_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str) -> None:
    assert main(["proxy", "--check-config", "--config", written(tmp_path, text)]) == 2
    assert says in capsys.readouterr().err


@contextmanager
def running(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    command = [sys.executable, "-m", "kafkawire", "proxy", "--json", *arguments]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=env
    ) as process:
        assert process.stdout is not None
        try:
            yield process, json.loads(process.stdout.readline())
        finally:
            process.terminate()
            process.wait(20)


def logged(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    assert select.select([process.stderr], [], [], 20)[0], "nothing was logged"
    return process.stderr.readline()


def test_sighup_gives_new_connections_other_filters_and_leaves_open_ones(tmp_path: Path) -> None:
    async def body(process: subprocess.Popen[str], servers: str, text: str) -> None:
        async with Admin(servers) as old:
            assert {*await old.list_topics()} == {"t", "b-u"}
            written(tmp_path, text.replace("a-", "b-"))
            process.send_signal(signal.SIGHUP)
            assert "is taken over" in logged(process)
            assert {*await old.list_topics()} == {"t", "b-u"}
            async with Admin(servers) as new:
                assert {*await new.list_topics()} == {"u", "a-t"}
            for wrong in ("[[cluster", text.replace("127.0.0.1:0", "127.0.0.1:31999")):
                written(tmp_path, wrong)
                process.send_signal(signal.SIGHUP)
                assert "is not taken over" in logged(process)
            async with Admin(servers) as new:
                assert {*await new.list_topics()} == {"u", "a-t"}

    with broker(topics={"a-t": 1, "b-u": 1}) as kafka:
        text = f"""
            [[cluster]]
            upstream = "{kafka.bootstrap_servers}"
            listen = "127.0.0.1:0"
            [[cluster.filter]]
            use = "{PREFIX}"
            word = "a-"
        """
        with running("--config", written(tmp_path, text)) as (process, told):
            asyncio.run(asyncio.wait_for(body(process, told["bootstrap_servers"], text), 30))


def test_reload_in_a_program_refuses_other_clusters() -> None:
    async def body() -> None:
        async with Proxy([VirtualCluster("127.0.0.1:1", name="a")]) as proxy:
            with pytest.raises(InvalidOption, match="started anew"):
                proxy.reload([VirtualCluster("127.0.0.1:1", name="b")])

    asyncio.run(body())


def test_reload_gives_new_connections_a_certificate_that_was_renewed(tmp_path: Path) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    old, new = (make_certificates(tmp_path / name) for name in ("old", "new"))

    async def shown(port: int) -> bytes:
        """The certificate that a new connection sees."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
        certificate: bytes = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        writer.transport.abort()
        return certificate

    async def body(kafka: str) -> None:
        async with Proxy([VirtualCluster(kafka, ssl_context=server_context(str(old.server)))]) as proxy:
            port = int(proxy.bootstrap_servers.rpartition(":")[2])
            before = await shown(port)
            proxy.reload([VirtualCluster(kafka, ssl_context=server_context(str(new.server)))])
            assert await shown(port) not in (before, b"")

    with broker() as kafka:
        asyncio.run(asyncio.wait_for(body(kafka.bootstrap_servers), 20))


def test_metrics_are_served() -> None:
    pytest.importorskip("prometheus_client")

    async def topics(servers: str) -> None:
        async with Admin(servers) as admin:
            await admin.list_topics()

    with broker(topics={"t": 1}) as kafka:
        options = ["--upstream", kafka.bootstrap_servers, "--listen", "127.0.0.1:0", "--metrics-port", "0"]
        with running(*options) as (_, told):
            asyncio.run(topics(told["bootstrap_servers"]))
            with urllib.request.urlopen(f"http://127.0.0.1:{told['metrics_port']}/metrics", timeout=10) as page:
                lines = page.read().decode().splitlines()
    found = {line.partition("{")[0]: float(line.rpartition(" ")[2]) for line in lines if line.startswith("kafkawire_")}
    assert found["kafkawire_proxy_connections_opened_total"] >= 1
    assert found["kafkawire_proxy_connections_turned_away_total"] == 0
    assert found["kafkawire_proxy_requests_in_flight"] == 0
    assert "kafkawire_proxy_connections" in found
