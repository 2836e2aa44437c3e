"""Options: Kafka's names in snake_case, each with its type, default and bounds, checked when a client is made.

The dataclasses are what the client reads. Whoever writes an option that does not exist, or one of the wrong type, is
told at once, with the nearest name that does. Times end in `_ms` and are milliseconds, sizes are bytes.
"""

from __future__ import annotations

import difflib
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, TypeVar, get_type_hints

from kafkawire.client.errors import InvalidOption
from kafkawire.client.fitting import check
from kafkawire.client.oauth import TokenProvider
from kafkawire.client.offset_reset import parse_offset_reset
from kafkawire.client.partitioner import Partitioner, PartitionerName
from kafkawire.limits import MIB
from kafkawire.protocol.sasl.mechanism import Mechanism
from kafkawire.transport.traffic import Recorder

__all__ = [
    "ClientOptions",
    "ConsumerOptions",
    "MechanismFactory",
    "ProducerOptions",
    "bootstrap_addresses",
    "make_options",
    "producer_options",
]

Compression = Literal["none", "gzip", "snappy", "lz4", "zstd"]
IsolationLevel = Literal["read_uncommitted", "read_committed"]
GroupProtocol = Literal["classic", "consumer"]
AssignmentStrategy = Literal["range", "roundrobin", "sticky", "cooperative-sticky"]
SecurityProtocol = Literal["PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"]
SaslMechanism = Literal["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER", "GSSAPI"]
MechanismFactory = Callable[[str], Mechanism | Awaitable[Mechanism]]
"""Makes a mechanism of one's own for each authentication with a broker of that host name, and each time anew.

A class whose constructor takes the host name is one. Under asyncio a plain function runs in a thread, and may block; it
may be a coroutine function, too.
"""
DnsLookup = Literal["use_all_dns_ips", "resolve_canonical_bootstrap_servers_only"]
MetadataRecovery = Literal["rebootstrap", "none"]
DEFAULT_PORT = 9092
_ACKS_OF_ALL = ("all", -1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientOptions:
    """What all clients share; an admin client has no others."""

    client_id: str = "kafkawire"
    """What brokers write into their logs and count quotas by."""
    request_timeout_ms: int = 30_000
    """How long one request may wait for its response; then its connection is closed and another attempt made."""
    default_api_timeout_ms: int = 60_000
    """How long a call may take over all attempts, the search for a broker at the start among them."""
    client_dns_lookup: DnsLookup = "use_all_dns_ips"
    """Each address of a name is tried. The other way bootstrap names are made canonical first, as Kerberos asks."""
    socket_connection_setup_timeout_ms: int = 10_000
    """How long one address may take to be connected to, TLS and authentication included; doubles with each failure."""
    socket_connection_setup_timeout_max_ms: int = 30_000
    """What that time grows to."""
    reconnect_backoff_ms: int = 50
    """How long an address that could not be connected to is left alone; doubles with each failure."""
    reconnect_backoff_max_ms: int = 1_000
    """What that pause grows to."""
    retry_backoff_ms: int = 100
    """The pause before a request is tried again; doubles with each attempt."""
    retry_backoff_max_ms: int = 1_000
    """What that pause grows to."""
    metadata_max_age_ms: int = 300_000
    """After how long metadata are asked for again, though nothing seems to have changed."""
    metadata_recovery_strategy: MetadataRecovery = "rebootstrap"
    """Whether `bootstrap_servers` are asked again once no known broker can be reached (KIP-899)."""
    metadata_recovery_rebootstrap_trigger_ms: int = 300_000
    """For how long known brokers may fail to give metadata before they are forgotten (KIP-1102)."""
    connections_max_idle_ms: int = 540_000
    """How long a connection may be unused before it is closed."""
    security_protocol: SecurityProtocol = "PLAINTEXT"
    """Whether connections use TLS, SASL, both or neither; as the listener of the broker does."""
    ssl_context: ssl.SSLContext | None = None
    """Whom to trust, and who we are; without one the system's authorities are trusted and host names checked."""
    sasl_mechanism: SaslMechanism | MechanismFactory | None = field(default=None, repr=False)
    """The name of a mechanism, or what makes one of your own, which needs no other option here."""
    sasl_username: str | None = None
    """Who logs in with PLAIN or SCRAM."""
    sasl_password: str | None = field(default=None, repr=False)
    """The password that goes with it; it never leaves the process with SCRAM."""
    sasl_delegation_token: bool = False
    """With SCRAM: name and password are the id and the HMAC (in base64) of a delegation token (KIP-48)."""
    sasl_oauth_token_provider: TokenProvider | None = field(default=None, repr=False)
    """What gives the tokens of OAUTHBEARER: a function, a coroutine function, or `kafkawire.client.oauth`'s."""
    sasl_kerberos_service_name: str | None = None
    """With GSSAPI: the first part of the brokers' principals; `kafka` for kafka/broker1.example.com@EXAMPLE.COM."""
    recorder: Recorder | None = field(default=None, repr=False, compare=False)
    """What writes down what is said to brokers and back: `kafkawire.capture.Recorder(FILE)`, which its owner closes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProducerOptions(ClientOptions):
    """What a producer adds."""

    acks: Literal["all", -1, 0, 1] = "all"
    """Who has to have a record before it counts as written: all in-sync replicas, the leader alone (1), nobody (0)."""
    compression_type: Compression = "none"
    """How batches are compressed."""
    linger_ms: float = 5
    """How long a batch waits for more records before it is sent."""
    batch_size: int = 16_384
    """Bytes of one partition's batch before compression; a larger record gets a batch of its own."""
    buffer_memory: int = 32 * MIB
    """Bytes of records that wait for their acknowledgement; `send` refuses more, `drain` waits for room."""
    max_request_size: int = MIB
    """Bytes of one request, and so of one record, before compression."""
    max_in_flight_requests_per_connection: int = 5
    """Requests to one broker that may wait for their responses; at most 5 with idempotence."""
    delivery_timeout_ms: int = 120_000
    """How long a record may take from `send` to its acknowledgement, all attempts included."""
    max_block_ms: int = 60_000
    """How long records may wait for their topic to become known."""
    enable_idempotence: bool = True
    """No duplicates and no reordering through retries; needs acks="all" and a broker that knows InitProducerId."""
    partitioner: PartitionerName | Partitioner = "default"
    """Who chooses a partition: a name (see `kafkawire.client.partitioner`), or a function of topic, key and count."""
    partitioner_ignore_keys: bool = False
    """Choose partitions as if no record had a key (KIP-794)."""
    partitioner_adaptive_partitioning_enable: bool = True
    """Without key: fewer records to partitions whose batches pile up."""
    partitioner_availability_timeout_ms: int = 0
    """Without key: none to partitions whose leader has taken nothing for so long; 0 is never."""
    transactional_id: str | None = None
    """Who writes, over restarts: makes transactions possible, and fences whoever used the name before (KIP-98)."""
    transaction_timeout_ms: int = 60_000
    """A transaction that is open for longer is aborted by the broker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsumerOptions(ClientOptions):
    """What a consumer adds."""

    group_id: str | None = None
    """The group whose members share the partitions out; without one partitions are assigned by hand."""
    group_instance_id: str | None = None
    """A static member keeps its partitions over a restart (KIP-345)."""
    group_protocol: GroupProtocol = "classic"
    """"consumer" is that of KIP-848, for brokers since Kafka 4.0: they assign, and nobody waits for anybody."""
    group_remote_assignor: str | None = None
    """With the protocol "consumer": how the broker assigns; by default as it is set up to."""
    partition_assignment_strategy: tuple[AssignmentStrategy, ...] = ("range", "cooperative-sticky")
    """With the protocol "classic": assignors, the preferred one first. Cooperative only if all of them are."""
    auto_offset_reset: str = "latest"
    """Where to begin without a position: "earliest", "latest", "none" (an error), or "by_duration:PT1H" for the first
    record of the last hour (KIP-1106, ISO 8601)."""
    enable_auto_commit: bool = True
    """Whether positions are committed by themselves."""
    auto_commit_interval_ms: int = 5_000
    """How often they are."""
    session_timeout_ms: int = 45_000
    """How long a member may be silent before its partitions go to others. Of classic groups."""
    heartbeat_interval_ms: int = 3_000
    """How often a member says that it is there. Of classic groups."""
    max_poll_interval_ms: int = 300_000
    """How long the application may take between two polls before the member leaves the group."""
    isolation_level: IsolationLevel = "read_uncommitted"
    """Whether records of open and aborted transactions are seen."""
    fetch_min_bytes: int = 1
    """How much a broker waits for before it answers a fetch."""
    fetch_max_bytes: int = 50 * MIB
    """Bytes of one fetch response. A batch that is larger comes all the same, but alone."""
    prefetch_max_bytes: int = 64 * MIB
    """Bytes fetched ahead of what was handed out, over all brokers and partitions, as they came (compressed)."""
    fetch_max_wait_ms: int = 500
    """How long it waits for that."""
    max_partition_fetch_bytes: int = MIB
    """How much one response has of one partition; a larger first batch comes whole."""
    check_crcs: bool = True
    """Whether the checksum of each batch is verified."""
    allow_auto_create_topics: bool = True
    """Whether asking for a topic that is not there may make it, if the broker does so."""
    client_rack: str = ""
    """Where this client is: brokers may let it read from a replica that is near (KIP-392)."""

    def __post_init__(self) -> None:
        parse_offset_reset(self.auto_offset_reset)


Options = TypeVar("Options", bound=ClientOptions)

# Options whose smallest sensible value is not 1; all other numbers must be positive.
_MINIMUM = {"linger_ms": 0, "acks": -1, "fetch_max_wait_ms": 0, "fetch_min_bytes": 0, "retry_backoff_ms": 0}
_MINIMUM |= dict.fromkeys(["reconnect_backoff_ms", "metadata_recovery_rebootstrap_trigger_ms"], 0)
_MINIMUM["partitioner_availability_timeout_ms"] = 0
_SECRET = {"sasl_password"}
_MAXIMUM = {"max_in_flight_requests_per_connection": 5}  # a broker remembers the last five batches of a producer


def make_options(kind: type[Options], given: Mapping[str, object], beside: Sequence[str] = ()) -> Options:
    """The options of a client out of its keyword arguments. Raises `InvalidOption` naming what is wrong and nearest.

    `beside`: what else may be given to the client, for whoever has mistyped that.
    """
    hints = _hints(kind)  # type: ignore[arg-type]  # a class can be hashed whatever its objects say
    for name, value in given.items():
        if name not in hints:
            raise InvalidOption(_unknown(name, [*hints, *beside]))
        _check(name, value, hints[name])
    return kind(**given)  # type: ignore[arg-type]  # each value has just been compared with its type


def producer_options(given: Mapping[str, object], beside: Sequence[str] = ()) -> ProducerOptions:
    """The options of a producer, with idempotence left out where others exclude it and it was not asked for."""
    options = make_options(ProducerOptions, given, beside)
    if options.transactional_id is not None and not (options.acks in _ACKS_OF_ALL and options.enable_idempotence):
        raise InvalidOption("transactional_id needs acks='all' and enable_idempotence")
    if options.acks in _ACKS_OF_ALL or not options.enable_idempotence:
        return options
    if given.get("enable_idempotence"):
        raise InvalidOption(f"enable_idempotence needs acks='all', not {options.acks!r}")
    return replace(options, enable_idempotence=False)


@cache
def _hints(kind: type[ClientOptions]) -> dict[str, Any]:
    return get_type_hints(kind)


def _unknown(name: str, known: Sequence[str]) -> str:
    nearest = difflib.get_close_matches(name.replace(".", "_"), known, n=1, cutoff=0.5)
    return f"unknown option {name!r}" + (f": did you mean {nearest[0]!r}?" if nearest else "")


def _check(name: str, value: object, hint: Any) -> None:
    check(f"option {name!r}", value, hint, is_secret=name in _SECRET)
    if isinstance(value, int | float) and not isinstance(value, bool):
        low, high = _MINIMUM.get(name, 1), _MAXIMUM.get(name)
        if value < low or (high is not None and value > high):
            raise InvalidOption(f"option {name!r} must be {low} or more{f' and at most {high}' if high else ''}")


def bootstrap_addresses(servers: str | Sequence[str]) -> list[tuple[str, int]]:
    """(host, port) pairs out of "a:9092,b:9092", a list of such, or IPv6 as "[::1]:9092". The port may be left out."""
    check("bootstrap_servers", servers, str | Sequence[str])
    parts = servers.split(",") if isinstance(servers, str) else [part for item in servers for part in item.split(",")]
    addresses = [_address(part.strip()) for part in parts if part.strip()]
    if not addresses:
        raise InvalidOption("bootstrap_servers names no address")
    return addresses


def _address(text: str) -> tuple[str, int]:
    if "://" in text:
        raise InvalidOption(f"bootstrap_servers: {text!r} is not HOST:PORT; security_protocol says what to speak")
    host, colon, port = text.rpartition(":")
    if not colon or text.endswith("]") or (":" in host and not host.startswith("[")):
        host, port = text, str(DEFAULT_PORT)
    if not port.isascii() or not port.isdigit() or not host.strip("[]"):
        raise InvalidOption(f"bootstrap_servers: {text!r} is not HOST:PORT")
    if len(port) > 5 or not 0 < int(port) < 65536:
        raise InvalidOption(f"bootstrap_servers: {text!r}: ports are 1 to 65535")
    return host.strip("[]"), int(port)
