"""The public names of a package, imported when they are first used.

A package that imports all of its modules makes every program that uses one of them start slowly.
The stub `__init__.pyi` of such a package is the only list of its names: type checkers read it, and
so does `lazy_exports` at run time.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["lazy_exports"]

_PUNCTUATION: Final = str.maketrans("(),", "   ")


def lazy_exports(
    package: str, *others: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Make `__getattr__`, `__dir__` and `__all__` of a package from its stub.

    `others` are public names that the package defines itself. The stub is read through the loader
    of the package, so that a package in a zip file works too.
    """
    modules = dict(_stub_imports(package))
    names = sorted({*modules, *others})

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *names})

    return get, listed, names


def _stub_imports(package: str) -> Iterator[tuple[str, str]]:
    """Yield each name that the stub exports (`from MODULE import NAME as NAME`) and its module."""
    spec = sys.modules[package].__spec__
    if spec is None or spec.origin is None:
        raise ImportError(f"package {package!r} was not loaded from a file")
    try:
        stub: bytes = spec.loader.get_data(f"{spec.origin}i")  # type: ignore[union-attr]
    except OSError:
        raise ImportError(
            f"{spec.origin}i is missing: a copy of {package!r} needs the files *.pyi too"
        ) from None
    module = ""
    words = stub.decode().translate(_PUNCTUATION).split()
    for before, word, after in zip(words, words[1:], words[2:], strict=False):
        if before == "from":
            module = word
        elif word == "as" and before == after:
            yield after, module
