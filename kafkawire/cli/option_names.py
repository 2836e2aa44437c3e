"""Options of clients by the names that librdkafka and Java have for them, as the files of kcat and others hold them.

Names that no client of ours has are of two kinds: those that tune what works by itself here, which may be given, and
all others, which are mistakes or would be missed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

__all__ = ["REGISTRY", "SERVERS", "Translated", "known_names", "other_names", "translated", "unknown"]

SERVERS = "bootstrap.servers"
REGISTRY = "schema.registry."
"""What options of a schema registry's client begin with: `schema.registry.url`."""

_OTHER_NAMES = {
    "metadata.broker.list": SERVERS,
    "sasl.mechanisms": "sasl.mechanism",
    "ssl.ca.location": "ssl.truststore.location",
    "ssl.ca.pem": "ssl.truststore.certificates",
    "ssl.certificate.pem": "ssl.keystore.certificate.chain",
    "ssl.key.pem": "ssl.keystore.key",
    "socket.timeout.ms": "request.timeout.ms",
    "request.required.acks": "acks",
    "compression.codec": "compression.type",
    "queue.buffering.max.ms": "linger.ms",
    "queue.buffering.max.kbytes": "buffer.memory",
    "message.max.bytes": "max.request.size",
    "message.timeout.ms": "delivery.timeout.ms",
    "max.in.flight": "max.in.flight.requests.per.connection",
    "fetch.wait.max.ms": "fetch.max.wait.ms",
    "fetch.message.max.bytes": "max.partition.fetch.bytes",
    "queued.max.messages.kbytes": "prefetch.max.bytes",
}
_CHOICES = {
    "acks": {"-1": "all"},
    "auto.offset.reset": dict.fromkeys(("smallest", "beginning"), "earliest")
    | dict.fromkeys(("largest", "end"), "latest")
    | {"error": "none"},
    "partitioner": {"murmur2": "default", "murmur2_random": "default", "random": "round_robin"},
    "ssl.endpoint.identification.algorithm": {"none": ""},
}
_NUMBERS: dict[str, Callable[[int], int | None]] = {
    "queue.buffering.max.kbytes": lambda kib: kib * 1024,
    "queued.max.messages.kbytes": lambda kib: kib * 1024,
    "max.in.flight": lambda count: min(count, 5),
    "max.in.flight.requests.per.connection": lambda count: min(count, 5),
    "message.timeout.ms": lambda ms: ms or None,  # 0 is without end, which ours is not
    "connections.max.idle.ms": lambda ms: ms or None,
}
"""What to make of a number that is in another unit there, or means something else; None: leave it out."""
_HARMLESS = re.compile(
    r"""api\.version\..*|auto\.include\.jmx\.reporter|batch\.num\.messages|broker\.(address|version)\..*
    |builtin\.features|compression\.level|coordinator\.query\.interval\.ms|debug|enable\.(auto\.offset\.store
    |gapless\.guarantee|metrics\.push|partition\.eof|random\.seed|sparse\.connections)|exclude\.internal\.topics
    |fetch\.(error|queue)\.backoff\.ms|group\.protocol\.type|internal\.termination\.signal|interceptor\.classes
    |(key|value)\.(de)?serializer|log\.(connection\.close|level|queue|thread\.name)|max\.poll\.records
    |message\.(copy\.max\.bytes|send\.max\.retries)|metadata\.request\.timeout\.ms|metric\.reporters|metrics\..*
    |offset\.store\..*|produce\.offset\.report|queue\.buffering\.(backpressure\.threshold|max\.messages)
    |queued\.min\.messages|queuing\.strategy|receive\.(buffer|message\.max)\.bytes|retries
    |sasl\.kerberos\.(keytab|kinit\.cmd|min\.time\.before\.relogin|principal)|send\.buffer\.bytes
    |socket\.(blocking\.max\.ms|keepalive\.enable|max\.fails|nagle\.disable|(receive|send)\.buffer\.bytes)
    |ssl\.ca\.certificate\.stores|statistics\.interval\.ms|sticky\.partitioning\.linger\.ms
    |topic\.(blacklist|metadata\..*)""",
    re.VERBOSE,
)
_VERIFICATION = "enable.ssl.certificate.verification"


class Translated(NamedTuple):
    """Options by our names, with dots; and the names of those that have no effect, and that nobody knows."""

    options: dict[str, str]
    without_effect: list[str]
    unknown: list[str]


def translated(given: Mapping[str, str]) -> Translated:
    """Options of any client by the names of ours. kcat's `topic.` before a name means nothing."""
    found = Translated({}, [], [])
    for name, text in given.items():
        plain = _plain(name)
        ours = _OTHER_NAMES.get(plain, plain)
        if plain == _VERIFICATION and text.lower() != "false":
            found.without_effect.append(name)
        elif ours in known_names() or ours.startswith(REGISTRY):
            value = _value(plain, ours, text)
            if value is not None:
                found.options[ours] = value
        else:
            (found.without_effect if _HARMLESS.fullmatch(plain) else found.unknown).append(name)
    return found


def _plain(name: str) -> str:
    """A name with dots, without what kcat may have in front of it."""
    plain = name.strip().replace("_", ".")
    cut = plain.removeprefix("topic.")
    return cut if cut in known_names() or cut in _OTHER_NAMES else plain


def unknown(names: Iterable[str], where: str = "") -> list[str]:
    """What to say of names that nobody knows: a text for each, with the nearest one that exists."""
    texts = []
    for name in names:
        if name == _VERIFICATION:
            texts.append(f"{where}{name}=false: certificates are always verified; ssl.ca.location says whom to trust")
            continue
        near = get_close_matches(_plain(name), [*known_names(), *_OTHER_NAMES], n=1, cutoff=0.7)
        texts.append(f"{where}unknown option {name!r}" + (f": did you mean {near[0]!r}?" if near else ""))
    return texts


def _value(theirs: str, ours: str, text: str) -> str | None:
    if theirs in _NUMBERS and text.strip().isdecimal():
        number = _NUMBERS[theirs](int(text))
        return None if number is None else str(number)
    return _CHOICES.get(ours, {}).get(text, text)


def other_names() -> Iterable[str]:
    """Names of others for options of ours."""
    return _OTHER_NAMES


@cache
def known_names() -> frozenset[str]:
    """All options of our clients, and those of TLS and SASL that come from others."""
    from kafkawire.client.options import ConsumerOptions, ProducerOptions
    from kafkawire.client.share.options import ShareOptions
    from kafkawire.spark.security import SECURITY_OPTIONS

    kinds = (ConsumerOptions, ProducerOptions, ShareOptions)
    ours = {name.replace("_", ".") for kind in kinds for name in kind.__dataclass_fields__}
    return frozenset({*ours, *SECURITY_OPTIONS, SERVERS, "ssl.key.location", "ssl.certificate.location"})
