"""`kraft codegen`: Kafka's message schemas in, Python codecs out.

The generator is a separate program that does not import kraft: `kraft_codegen` in an installed
package, the folder `codegen` in a checkout.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import click

_NAMES: Final = ("kraft_codegen", "codegen")
"""Installed first: another project's package can be called `codegen`, none is in a checkout."""


def _commands() -> click.Command:
    name = next((name for name in _NAMES if importlib.util.find_spec(name)), _NAMES[0])
    found: click.Command = importlib.import_module(f"{name}.__main__").codegen
    return found


command = _commands()
