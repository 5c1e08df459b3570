"""CRC-32C, the checksum of record batches and producer snapshots.

The package crc32c looks up its own version when it is imported, which loads a good part of the
standard library: several times what a command may take to start. So its compiled module is loaded
by itself; where that is not possible the package is imported in the ordinary way.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    Checksum = Callable[..., int]

__all__ = ["crc32c"]

_PACKAGE: Final = "crc32c"
_COMPILED: Final = "crc32c._crc32c"


def _compiled() -> ModuleType | None:
    """Return the compiled module of the package, without the package."""
    package = PathFinder.find_spec(_PACKAGE)
    if package is None:
        return None
    spec = PathFinder.find_spec(_COMPILED, package.submodule_search_locations)
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _function() -> Checksum:
    module = sys.modules.get(_PACKAGE) or _compiled()
    if not hasattr(module, "crc32c"):
        module = import_module(_PACKAGE)
    return cast("Checksum", module.crc32c)  # type: ignore[union-attr]  # compiled, or imported above


crc32c: Final[Checksum] = _function()
"""`crc32c(data, crc=0)`: the checksum of bytes, or that of more bytes after others."""
