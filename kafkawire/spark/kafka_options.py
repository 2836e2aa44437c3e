"""`kafka.*` options, as Apache Kafka's Java clients name them, turned into arguments of our clients.

Most names carry over by themselves: `kafka.fetch.max.bytes` is `fetch_max_bytes`. Those of security are put together
in `kafkawire.spark.security`. What tunes Java's client and nothing else is taken and has no effect, so that a query
that runs with Spark's own source needs no other edit; what would change the result is refused with a reason.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

from kafkawire.client.errors import InvalidOption
from kafkawire.client.options import ClientOptions, make_options
from kafkawire.spark.security import SECURITY_OPTIONS, security_arguments

__all__ = ["PREFIX", "SERVERS", "client_arguments", "flag", "is_kafka_option", "number", "settable", "unknown_option"]

PREFIX = "kafka."
SERVERS = "kafka.bootstrap.servers"

# They tune Java's client only: buffers and threads that ours does not have, metrics, or groups that Spark never joins.
_WITHOUT_EFFECT = {
    "auto.include.jmx.reporter",
    "client.dns.lookup",
    "enable.metrics.push",
    "exclude.internal.topics",
    "group.id",
    "max.poll.records",
    "metadata.recovery.rebootstrap.trigger.ms",
    "metadata.recovery.strategy",
    "metric.reporters",
    "metrics.num.samples",
    "metrics.recording.level",
    "metrics.sample.window.ms",
    "partition.assignment.strategy",
    "receive.buffer.bytes",
    "reconnect.backoff.max.ms",
    "reconnect.backoff.ms",
    "send.buffer.bytes",
    "socket.connection.setup.timeout.max.ms",
}


def is_kafka_option(name: str) -> bool:
    """Whether an option is for the client; the brokers to start from are an option of the source."""
    return name.lower().startswith(PREFIX) and name.lower() != SERVERS


def client_arguments(
    kind: type[ClientOptions],
    given: Mapping[str, str],
    *,
    defaults: Mapping[str, object],
    refused: Mapping[str, str],
) -> dict[str, Any]:
    """Keyword arguments for a client with options of `kind`, out of `kafka.*` options among `given`.

    `refused`: Java's name without the prefix, and what to do instead. `ssl_context` is not among the result, since it
    cannot cross from the driver to an executor: `tls` (a `Tls`) is there instead, for `open_arguments`.
    Raises `InvalidOption` naming the option, and the nearest one that exists.
    """
    own = {name.lower().removeprefix(PREFIX): text for name, text in given.items() if is_kafka_option(name)}
    for name in own:
        if name in refused:
            raise InvalidOption(f"option {PREFIX + name!r} cannot be set here: {refused[name]}")
    hints = settable(kind)  # type: ignore[arg-type]  # a class can be hashed whatever its objects say
    security = {name: text for name, text in own.items() if name in SECURITY_OPTIONS}
    arguments = dict(defaults) | security_arguments(security)
    for name, text in own.items():
        if name in security or (name in _WITHOUT_EFFECT and name not in hints):
            continue
        if name not in hints:
            raise unknown_option(PREFIX + name, [SERVERS, *(PREFIX + known for known in {*hints, *SECURITY_OPTIONS})])
        arguments[name.replace(".", "_")] = _typed(PREFIX + name, text, hints[name])
    try:
        make_options(kind, {name: value for name, value in arguments.items() if name != "tls"})
    except InvalidOption as exc:
        raise InvalidOption(_in_javas_names(str(exc))) from exc
    return arguments


def _in_javas_names(text: str) -> str:
    """What a client says of its option, with the name that was given here."""
    return re.sub(r"option '(\w+)'", lambda found: f"option {PREFIX + found[1].replace('_', '.')!r}", text)


@cache
def settable(kind: type[ClientOptions]) -> dict[str, Any]:
    """Java's name and the type of each option that a text can give."""
    hints = get_type_hints(kind)
    objects = {"ssl_context", "sasl_oauth_token_provider", "partitioner", "group_id"}
    return {name.replace("_", "."): hint for name, hint in hints.items() if name not in objects}


def unknown_option(name: str, known: Iterable[str]) -> InvalidOption:
    """The error for a name that does not exist."""
    by_lower = {candidate.lower(): candidate for candidate in sorted(known)}
    nearest = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.0)
    return InvalidOption(f"unknown option {name!r}: the nearest valid one is {by_lower[nearest[0]]!r}")


def _typed(name: str, text: str, hint: Any) -> object:
    kinds: Collection[Any] = get_args(hint) or (hint,)
    if bool in kinds:
        return flag(name, text)
    if float in kinds or int in kinds:
        return number(name, text, 0)
    literals = {choice.lower(): choice for choice in kinds if isinstance(choice, str)}
    text = text.strip()
    if any(isinstance(choice, int) and str(choice) == text for choice in kinds):
        return int(text)
    return literals.get(text.lower(), text)


def number(name: str, text: str, least: int) -> int:
    """A whole number of `least` or more. Raises `InvalidOption`."""
    if not re.fullmatch(r"\s*\d{1,18}\s*", text, re.ASCII) or int(text) < least:
        raise InvalidOption(f"option {name!r} must be a whole number of {least} or more, not {text!r}")
    return int(text)


def flag(name: str, text: str) -> bool:
    """True or false. Raises `InvalidOption`."""
    lowered = text.strip().lower()
    if lowered not in ("true", "false"):
        raise InvalidOption(f"option {name!r} must be true or false, not {text!r}")
    return lowered == "true"
