"""The levels of this process's loggers (KIP-412), which admin tools see and change. A restart forgets the changes.

The names that people know from Apache Kafka's broker are taken too. Each stands for the logger here that says what it
says there, so several of them may stand for one, and have its level.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["level_of", "logger_names", "setting"]

_ROOT = "root"
_ALIASES = {
    "kafka": "kafkawire.broker",
    "kafka.authorizer.logger": "kafkawire.broker.authorizer",
    "kafka.coordinator.group": "kafkawire.broker",
    "kafka.coordinator.transaction": "kafkawire.broker.transactions",
    "kafka.coordinator.transaction.TransactionCoordinator": "kafkawire.broker.transactions",
    "kafka.log.LogCleaner": "kafkawire.broker.cleaner",
    "kafka.log.LogManager": "kafkawire.broker",
    "kafka.network.ConnectionQuotas": "kafkawire.broker.connections",
    "kafka.network.Processor": "kafkawire.broker.connections",
    "kafka.network.RequestChannel$": "kafkawire.broker.connections",
    "kafka.network.SocketServer": "kafkawire.broker.connections",
    "kafka.request.logger": "kafkawire.broker.connections",
    "kafka.server.BrokerServer": "kafkawire.broker",
    "kafka.server.ConfigAdminManager": "kafkawire.broker.configs",
    "kafka.server.KafkaApis": "kafkawire.broker.connections",
    "org.apache.kafka": "kafkawire",
    "state.change.logger": "kafkawire.broker",
}
"""Name of a logger of Apache Kafka's -> that of ours."""
_LEVELS = {
    "DEBUG": logging.DEBUG,
    "ERROR": logging.ERROR,
    "FATAL": logging.CRITICAL,
    "INFO": logging.INFO,
    "TRACE": 5,
    "WARN": logging.WARNING,
}
_SET, _DELETE, _APPEND, _SUBTRACT = range(4)


def logger_names() -> list[str]:
    """The root logger, those of this package, and Kafka's names for them."""
    own = [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "kafkawire"]
    return [_ROOT, *sorted([*own, *_ALIASES])]


def level_of(name: str) -> str:
    """The level in force, in Kafka's words."""
    level = _logger(name).getEffectiveLevel()
    return min(_LEVELS, key=lambda word: abs(_LEVELS[word] - level))


def setting(name: str, operation: int, level: str) -> Callable[[], None]:
    """What is to be called to change the level of a logger. Raises `KafkaError` if it cannot be."""
    if operation in (_APPEND, _SUBTRACT):
        word = "APPEND" if operation == _APPEND else "SUBTRACT"
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"{word} operation is not allowed for the BROKER_LOGGER resource")
    if name not in logger_names():
        raise KafkaError(ErrorCode.INVALID_CONFIG, f"Logger {name} does not exist!")
    if operation == _SET and level not in _LEVELS:
        raise KafkaError(
            ErrorCode.INVALID_CONFIG,
            f"Cannot set the log level of {name} to {level} as it is not a supported log level. "
            f"Valid log levels are {', '.join(_LEVELS)}",
        )
    if operation == _DELETE and name == _ROOT:
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"Removing the log level of the {_ROOT} logger is not allowed")
    return lambda: _logger(name).setLevel(logging.NOTSET if operation == _DELETE else _LEVELS[level])


def _logger(name: str) -> logging.Logger:
    return logging.getLogger(_ALIASES.get(name, name))
