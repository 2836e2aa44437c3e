"""Pages about options, made from the code: `python -m docs.site.options` writes them, and a test holds them to it."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from kafkawire.annotate.field_docs import texts_below_fields
from kafkawire.broker.config.broker import BrokerConfig, topic_options
from kafkawire.broker.config.dynamic import is_dynamic
from kafkawire.broker.config.one_node import WITHOUT_EFFECT
from kafkawire.broker.config.option_docs import TEXTS, TYPE_NAMES, config_type, is_secret
from kafkawire.broker.config.options import as_text, option_fields, option_name
from kafkawire.broker.config.topic import LogConfig
from kafkawire.client.options import ClientOptions, ConsumerOptions, ProducerOptions
from kafkawire.client.share.options import ShareOptions

HERE = Path(__file__).parent.parent / "reference"
_MADE = "<!-- Made by `python -m docs.site.options`. -->"


def broker_page() -> str:
    """Every option of the broker, and those of topics."""
    head = ["# Options of the broker", _MADE, _BROKER_INTRODUCTION, _list(_broker_rows(BrokerConfig))]
    topics = ["## Options of topics", _TOPIC_INTRODUCTION, _list(_broker_rows(LogConfig))]
    return "\n\n".join([*head, *topics, "## Options without effect", _WITHOUT_INTRODUCTION, _without_effect()]) + "\n"


def _without_effect() -> str:
    lines = (f"- {why} " + ", ".join(f"`{name}`" for name in names) for why, names in WITHOUT_EFFECT.items())
    return "\n".join(lines)


_BROKER_INTRODUCTION = """\
`kafkawire broker --set NAME=VALUE`, a properties file, or `BrokerConfig(...)` with `_` for each dot. Names, types and
defaults are Apache Kafka's where it has the option. Times are in the unit that the name ends with."""
_TOPIC_INTRODUCTION = """\
Set when a topic is made, or later with `kafkawire configs alter`. What is not set falls back on the broker's option."""
_WITHOUT_INTRODUCTION = """\
Apache Kafka has these, and a broker on one node does not need them. They may be given, so that Kafka's own
`server.properties` starts it; a line of the log names those that are. Listeners in `controller.listener.names` are not
opened. `broker.id` and `log.dir` are other names of `node.id` and `log.dirs`."""
_CLIENT_INTRODUCTION = """\
Keyword arguments of the clients, checked when a client is made. Times end in `_ms` and are milliseconds, sizes are
bytes. [Log in](../howto/log-in.md) has those of TLS and SASL by example."""


def client_page() -> str:
    """Every option of the clients, by class."""
    parts = ["# Options of the clients", _MADE, _CLIENT_INTRODUCTION]
    seen: set[str] = set()
    for title, cls in (
        ("All clients", ClientOptions),
        ("Producer", ProducerOptions),
        ("Consumer", ConsumerOptions),
        ("ShareConsumer", ShareOptions),
    ):
        own = [field for field in dataclasses.fields(cls) if field.name not in seen]
        seen |= {field.name for field in own}
        parts += [f"## {title}", _list(_client_rows(cls, own))]
    return "\n\n".join(parts) + "\n"


def _client_rows(cls: type[Any], fields: Iterable[dataclasses.Field[Any]]) -> Iterator[list[str]]:
    texts = texts_below_fields(cls.__module__)
    for field in fields:
        text = " ".join(texts.get((cls.__name__, field.name), "").split())
        yield [f"`{field.name}`", _annotation(cls, field.name), _client_default(field), text]


def _broker_rows(cls: Any) -> Iterator[list[str]]:
    for field in sorted(option_fields(cls), key=lambda f: f.name):
        name = option_name(field.name)
        kind = "PASSWORD" if is_secret(name) else TYPE_NAMES.get(config_type(name, str(field.type)), "STRING")
        text = TEXTS.get(name) or TEXTS.get(_TOPIC_NAME_OF.get(name, ""), "")
        change = ", can be changed while the broker runs" if cls is BrokerConfig and is_dynamic(name) else ""
        yield [f"`{name}`", kind.lower() + change, _default(field), text]


_TOPIC_NAME_OF = {of_broker: of_topic for of_topic, of_broker in topic_options().items()}


def _default(field: dataclasses.Field[Any]) -> str:
    value = field.default
    return "" if value in (dataclasses.MISSING, None, "") else f"`{as_text(value)}`"


def _client_default(field: dataclasses.Field[Any]) -> str:
    return "" if field.default in (dataclasses.MISSING, None) else f"`{field.default!r}`"


def _annotation(cls: type[Any], name: str) -> str:
    """The type of a field; of a choice, what there is to choose from."""
    hint = get_type_hints(cls)[name]
    if get_origin(hint) is Literal:
        return ", ".join(f"`{choice!r}`" for choice in get_args(hint))
    text = str(next(f.type for f in dataclasses.fields(cls) if f.name == name))
    return "`" + text + "`"


def _list(rows: Iterable[list[str]]) -> str:
    """One line for each: name, type, default, and what it does. A table of four columns would not fit a page."""
    return "\n".join(
        f"- **{name}** ({kind}{f', default {default}' if default else ''}): {text}"
        for name, kind, default, text in rows
    )


PAGES = {HERE / "broker-options.md": broker_page, HERE / "client-options.md": client_page}


if __name__ == "__main__":
    for path, page in PAGES.items():
        path.write_text(page(), "utf-8")
        sys.stdout.write(f"{path.name}\n")
