"""Code that is replaced temporarily, and always restored."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kraft_core.raft.consensus import invariants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType


_PACKAGE = "kraft_core."


class Patch:
    """Replacements, and what they replaced."""

    def __init__(self) -> None:
        self._replaced: list[tuple[Any, str, Any]] = []

    def set(self, owner: type | ModuleType, name: str, value: object) -> None:
        """Replace an attribute of a class or module."""
        self._replaced.append((owner, name, vars(owner)[name]))
        setattr(owner, name, value)

    def everywhere(self, function: Callable[..., Any], other: Callable[..., Any]) -> None:
        """Replace a function in every module of kraft_core that has it under its name."""
        name = function.__name__
        for module_name in sorted(sys.modules):
            module = sys.modules[module_name]
            is_ours = module_name.startswith(_PACKAGE)
            if is_ours and vars(module).get(name) is function:
                self.set(module, name, other)

    def silence(self, *names: str) -> None:
        """Disable these of the replica's own invariants."""
        ensure = invariants.ensure

        def quiet(holds: bool, name: str, detail: object) -> None:
            if name not in names:
                ensure(holds, name, detail)

        quiet.__name__ = ensure.__name__
        self.everywhere(ensure, quiet)

    def undo(self) -> None:
        """Restore all patched attributes."""
        while self._replaced:
            owner, name, value = self._replaced.pop()
            setattr(owner, name, value)


@contextmanager
def patching() -> Iterator[Patch]:
    """Yield a patch and undo it at the end."""
    patch = Patch()
    try:
        yield patch
    finally:
        patch.undo()
