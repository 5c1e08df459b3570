"""Bytes and objects of Apache Kafka's protocol: no IO, no consensus.

`kraft_wire.engine` is "native" or "python": see `native`.

Reading order: `primitives` (varints, tags), `arrays`, `schema` (what a message looks like),
`message` (what every generated class can do), `messages` (all of them), then `framing`, `headers`,
`connection/`, `records/`, `json_form/`, `inspection/` (the careful reader), `explain/`. `errors`
and `limits` stand beneath all of it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from kraft_wire.native import Engine

    engine: Engine


def __getattr__(name: str) -> Any:
    if name == "engine":
        return import_module(f"{__name__}.native").ENGINE
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
