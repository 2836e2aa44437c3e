"""What `CREATE TABLE ... USING kafkawire OPTIONS (...)` says, kept until a query needs it.

When a table is made, Spark hands over its options among properties of its own. When it is read or written, Spark hands
a source in Python the columns and none of the options (4.0 to at least 4.3). The columns come back with their metadata,
so that is where the options are kept. Those that are secret are not: metadata of columns find their way into files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from kafkawire.client.errors import InvalidOption

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

__all__ = ["for_catalog", "kept_in", "of_readers_only", "of_writers_only", "stated"]

_OF_A_NEW_TABLE = {"provider", "owner"}
_OPTION = "option."
_TO_READ = {"subscribe", "subscribepattern", "assign"}
_KEY = "kafkawire.options"
_SECRET = re.compile(r"password|secret|jaas|keystore\.key", re.IGNORECASE)


def _is_new_table(given: Mapping[str, str]) -> bool:
    """Whether these are not the options of a query, but the properties of a table that is being made."""
    return {name.lower() for name in given} >= _OF_A_NEW_TABLE


def _nothing() -> Collection[str]:
    return ()


def stated(given: Mapping[str, str], others: Callable[[], Collection[str]] = _nothing) -> dict[str, str]:
    """The options that a person gave: all of a query's, and of a new table's properties those that were its options.

    A table's `path` is what Spark made of it, or of its LOCATION. `others`: as of `kept_in`.
    """
    if not _is_new_table(given):
        return _of_one_way(given, others)
    own = {name[len(_OPTION) :]: text for name, text in given.items() if name.lower().startswith(_OPTION)}
    own |= {name: text for name, text in given.items() if name.lower() == "path"}
    return _without(own, others())


def _of_one_way(given: Mapping[str, str], others: Callable[[], Collection[str]]) -> dict[str, str]:
    """A view may be read and written: then it names what to read, and the topic to write, and each takes its own."""
    names = {name.lower() for name in given}
    is_for_both = "topic" in names and not names.isdisjoint(_TO_READ)
    return _without(given, others()) if is_for_both else dict(given)


def _without(options: Mapping[str, str], names: Collection[str]) -> dict[str, str]:
    return {name: text for name, text in options.items() if name.lower() not in names}


def for_catalog(given: Mapping[str, str], columns: StructType) -> StructType:
    """The columns; those of a new table with its options."""
    from pyspark.sql.types import StructField, StructType

    if not _is_new_table(given):
        return columns
    own = stated(given)
    withheld = sorted(name for name in own if _SECRET.search(name))
    kept = {name: text for name, text in own.items() if name not in withheld}
    first, *others = columns.fields
    noted = {_KEY: json.dumps({"kept": kept, "withheld": withheld})}
    return StructType([StructField(first.name, first.dataType, first.nullable, noted), *others])


def kept_in(
    columns: StructType, given: Mapping[str, str], others: Callable[[], Collection[str]] = _nothing
) -> dict[str, str]:
    """The options of a query: those that its table keeps, if it is one, and those that are given, which go before.

    `others`: options, in lower case, that a table may have, but not this kind of query. Raises `InvalidOption`.
    """
    noted = next((field.metadata[_KEY] for field in columns.fields if _KEY in field.metadata), None)
    if noted is None:
        _ensure_query(given)
        return _of_one_way(given, others)
    table: dict[str, Any] = json.loads(noted)
    named = {*(name.lower() for name in given), *others()}
    for name in table["withheld"]:
        if name.lower() not in named:
            raise InvalidOption(
                f"option {name!r} is not kept in a table, as it is secret: give it in the query, FROM the_table "
                f"WITH (`{name}` = '...'), or make a temporary view instead"
            )
    return _without(table["kept"], named) | dict(given)


def _ensure_query(given: Mapping[str, str]) -> None:
    """Without any option it is a table that has lost them."""
    if not given:
        raise InvalidOption(
            "there are no options. If this is a table: of one that is made with columns of its own, or AS SELECT, "
            "Spark tells us no options; make it with CREATE TABLE the_table USING the_format OPTIONS (...) and no more"
        )


def of_writers_only() -> set[str]:
    """The options, in lower case, with which a topic can be written, but not read."""
    reading, writing = _reading_and_writing()
    return writing - reading


def of_readers_only() -> set[str]:
    """The options, in lower case, with which a topic can be read, but not written."""
    reading, writing = _reading_and_writing()
    return reading - writing


def _reading_and_writing() -> tuple[set[str], set[str]]:
    from kafkawire.client.options import ConsumerOptions, ProducerOptions
    from kafkawire.spark.kafka_options import PREFIX, settable
    from kafkawire.spark.options import SOURCE_OPTIONS
    from kafkawire.spark.sink.options import SINK_OPTIONS

    reading = {*SOURCE_OPTIONS, *(PREFIX + name for name in settable(ConsumerOptions))}
    writing = {*SINK_OPTIONS, "path", *(PREFIX + name for name in settable(ProducerOptions))}
    return {name.lower() for name in reading}, {name.lower() for name in writing}
