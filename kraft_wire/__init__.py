"""Bytes and objects of Apache Kafka's protocol: no IO, no consensus.

The names that most users need can be imported from here; each is loaded on first use. Classes of
messages come from `kraft_wire.messages`. `kraft_wire.engine` is "native" or "python": see `native`.

Reading order: `primitives` (varints, tags), `arrays`, `schema` (the structure of a message),
`message` (the methods of every generated class), `messages` (all of them), then `framing`,
`headers`, `connection/`, `records/`, `json_form/`, `inspection/` (the careful reader), `explain/`,
`sasl/`, `capture/` (packets) and `groups`. All of them use `errors` and `limits`. `secrets` is the
table of secret fields, `endpoints` finds the addresses in messages, `registry` the messages.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kraft_wire.exports import lazy_exports

__version__ = "0.2.0"
"""The version of the distribution: the only place that has it."""

_exported, __dir__, __all__ = lazy_exports(__name__, "__version__", "engine")


def __getattr__(name: str) -> Any:
    if name == "engine":
        return import_module(f"{__name__}.native").ENGINE
    return _exported(name)
