"""Filters by name: `tenant:prefix=a-`, found among entry points (`kafkawire.proxy.filters`) or as `module:Class`.

Options are the keywords of the class's constructor; texts become what its annotations say.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points
from types import NoneType
from typing import Any, get_args, get_type_hints

from kafkawire.errors import KafkaWireError
from kafkawire.proxy.filters import Filter

__all__ = ["FilterNotFound", "InvalidFilterOption", "load_filter", "make_filter"]

GROUP = "kafkawire.proxy.filters"
_BOOLEANS = {"true": True, "false": False}


class FilterNotFound(KafkaWireError):
    """No filter is called so."""


class InvalidFilterOption(KafkaWireError):
    """A filter has no such option, or not with such a value, or lacks one that it needs."""


def load_filter(text: str) -> Filter:
    """The filter that `name`, `name:option=value,option=value` or `module:Class:option=value` stands for.

    Raises `FilterNotFound` or `InvalidFilterOption`.
    """
    name, _, rest = text.partition(":")
    if rest and "=" not in rest.partition(":")[0]:
        cls, _, rest = rest.partition(":")
        name = f"{name}:{cls}"
    options: dict[str, str] = {}
    for pair in filter(None, rest.split(",")):
        option, equals, value = pair.partition("=")
        if not equals:
            raise InvalidFilterOption(f"{name}: {pair!r} is not OPTION=VALUE")
        options[option.strip()] = value
    return make_filter(name, options)


def make_filter(name: str, options: Mapping[str, object]) -> Filter:
    """A filter by its name, with options, texts among which become what the filter wants.

    Raises `FilterNotFound` or `InvalidFilterOption`.
    """
    cls = _class_of(name)
    wanted = inspect.signature(cls).parameters
    takes_any = any(one.kind is one.VAR_KEYWORD for one in wanted.values())
    hints = get_type_hints(cls.__init__)
    given: dict[str, Any] = {}
    for option, value in options.items():
        attr = option.replace(".", "_").replace("-", "_")
        if attr not in wanted and not takes_any:
            near = get_close_matches(attr, wanted, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(wanted) or 'none'}"
            raise InvalidFilterOption(f"{name} has no option {option!r}: {hint}")
        given[attr] = _converted(name, option, value, hints.get(attr, str))
    missing = [
        key for key, one in wanted.items() if one.default is one.empty and key not in given and one.kind not in _REST
    ]
    if missing:
        raise InvalidFilterOption(f"{name} needs {', '.join(missing)}")
    try:
        return cls(**given)
    except OSError as exc:
        where = f"{exc.filename}: {exc.strerror}" if exc.filename and exc.strerror else exc
        raise InvalidFilterOption(f"{name}: {where}") from exc
    except (ImportError, ValueError) as exc:  # an extra that is not there, too
        raise InvalidFilterOption(f"{name}: {exc}") from exc
    except _ANY_FAILURE as exc:
        raise InvalidFilterOption(f"{name}: {exc!r}") from exc


_ANY_FAILURE = (Exception, SystemExit)
"""What a user's module may raise: a proxy that runs and reads its configuration again has to outlive it."""
_REST = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def _class_of(name: str) -> Callable[..., Filter]:
    module, colon, attr = name.partition(":")
    if colon:
        try:
            found = getattr(import_module(module), attr)
        except (ImportError, AttributeError) as exc:
            raise FilterNotFound(f"{name}: {exc}") from exc
        except _ANY_FAILURE as exc:
            raise FilterNotFound(f"{name}: {exc!r}") from exc
    else:
        entries = {entry.name: entry for entry in entry_points(group=GROUP)}
        if name not in entries:
            near = get_close_matches(name, entries, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(sorted(entries)) or 'none'}"
            raise FilterNotFound(f"{name}: there is no filter of that name: {hint}; your own are MODULE:CLASS")
        found = entries[name].load()
    if not (isinstance(found, type) and issubclass(found, Filter)):
        raise FilterNotFound(f"{name} is no class of filters")
    return found


def _converted(name: str, option: str, value: object, hint: Any) -> object:
    kinds = get_args(hint) or (hint,)
    if not isinstance(value, str) or str in kinds:
        return value
    for kind in (bool, int, float):
        if kind in kinds:
            try:
                return _BOOLEANS[value.lower()] if kind is bool else kind(value)
            except (KeyError, ValueError):
                continue
    wanted = " or ".join(getattr(kind, "__name__", str(kind)) for kind in kinds if kind is not NoneType)
    raise InvalidFilterOption(f"{name}: {option}={value}: want {wanted}")
