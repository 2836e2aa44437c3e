"""The console: one web page, served to this machine or exported as a file, that shows what kafkawire can decode.

A page is made of views; each has a half in Python and a half in JavaScript that share a `name`.

In Python a view is a `View` (see `view.py`), made by `_views` in `kafkawire/cli/console.py`. Its `routes()` are
coroutines by name that take the parameters of a request (texts of a query string, or the values of a JSON body) and
return what JSON can say: `GET` or `POST /api/NAME/ROUTE`. `Refused`, every `KafkaWireError` and `OSError` reach the
page as `{"refused": message}`, which is what no route answers itself. Routes of `writing()` are `POST`ed, and
exist only where `Console` is told `allow_writes`; no view has any yet. `embed()` gives what an exported file needs,
None if the view has no place in it; `close()` ends connections.

In JavaScript it is `page/NAME.js`, with `kw.view({name, title, keys, mount, open, key})`. `mount(root, api)` fills an
empty element when the view is first shown; `open(path)` is told what stands behind `#NAME/` each time it is shown;
`key(event)` returns true for a key that it handled; `keys` are `[key, what it does]` for the help. `api.get(route,
params)` and `api.post(route, body)` give promises of JSON, rejected with an `Error` whose message is for people;
`api.go(path)` moves to `#NAME/path`; `api.embedded` is what `embed()` gave, in an exported page, else null;
`api.writes` says whether writing is allowed. Elements come from `kw.el(tag, attributes, ...children)`, where text is
text: the page forbids innerHTML. Also `kw.table`, `kw.list` (a virtual list), `kw.paged` (its rows, a page at a time),
`kw.say` (for screen readers), `kw.bytes`, `kw.count`: see `page/kw.js`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.console.server import Console as Console
    from kafkawire.console.view import Refused as Refused
    from kafkawire.console.view import View as View

__all__ = ["Console", "Refused", "View"]

_HOMES = {"Console": ".server", "Refused": ".view", "View": ".view"}

if not TYPE_CHECKING:  # a type checker sees imports instead, and finds names that do not exist
    __getattr__, __dir__ = lazily(__name__, _HOMES)
