"""CRC-32C, from the extension module of the package `crc32c` alone.

The package itself imports `importlib.metadata`, `argparse` and more when it is imported, which
takes longer than everything else that a short dump needs.
"""

from __future__ import annotations

from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable


def _extension() -> Callable[[bytes | memoryview], int]:
    package = find_spec("crc32c")
    spec = package and PathFinder.find_spec("_crc32c", package.submodule_search_locations)
    if spec is None or spec.loader is None:
        from crc32c import crc32c as found  # noqa: PLC0415  # a package of another make

        return found
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    crc: Callable[[bytes | memoryview], int] = module.crc32c
    return crc


crc32c: Final = _extension()
"""Compute the checksum of some bytes."""
