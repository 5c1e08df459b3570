"""Names of a package that are imported when somebody asks for them.

A package that imports all of its modules makes every program that uses one of them start slowly.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["announce_moved", "lazy_exports"]


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


class _MovedModules:
    """Finds no module: reports where one is that an earlier version documented elsewhere."""

    def __init__(self) -> None:
        self.places: dict[str, str] = {}

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Raise for a module that moved; it is asked for what no other finder knows."""
        del path, target
        if name in self.places:
            raise ModuleNotFoundError(f"{name} is {self.places[name]} now", name=name)


_moved: Final = _MovedModules()


def announce_moved(places: Mapping[str, str]) -> None:
    """Have the import of a module that moved raise an error that names the new place."""
    _moved.places.update(places)
    if _moved not in sys.meta_path:
        sys.meta_path.append(_moved)
