"""Names of a package that are imported when somebody asks for them.

A package that imports all of its modules makes every program that uses one of them start slowly.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["lazy_exports"]


def lazy_exports(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """Make the `__getattr__` of a package, which imports a name when it is first used.

    `modules` has the module of each name: one of this package, or the full name of another one.
    """

    def get(name: str) -> Any:
        module = modules.get(name)
        if module is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if "." not in module:
            module = f"{package}.{module}"
        found = getattr(import_module(module), name)
        setattr(sys.modules[package], name, found)
        return found

    return get
