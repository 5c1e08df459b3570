"""Imports that a generated module needs, collected while its text is rendered.

Views and templates write every such name through `Uses`, which returns it and remembers it. The
head of the module is rendered last and imports just that.
"""

from __future__ import annotations


class Uses:
    """The names that one module imports, and the `struct` calls that it makes."""

    def __init__(self) -> None:
        self._imports: dict[str, set[str]] = {}
        self._type_imports: dict[str, set[str]] = {}
        self._calls: dict[str, str] = {}

    def name(self, module: str, name: str) -> str:
        """Import a name; return it."""
        self._imports.setdefault(module, set()).add(name)
        return name

    def arrays(self, name: str) -> str:
        """Import a name of `kraft_wire.arrays`; return it."""
        return self.name("kraft_wire.arrays", name)

    def primitives(self, name: str) -> str:
        """Import a name of `kraft_wire.primitives`; return it."""
        return self.name("kraft_wire.primitives", name)

    def message(self, name: str) -> str:
        """Import a name of `kraft_wire.message`; return it."""
        return self.name("kraft_wire.message", name)

    def type_only(self, module: str, name: str) -> str:
        """Import a name for type checkers alone; return it."""
        self._type_imports.setdefault(module, set()).add(name)
        return name

    def pack(self, form: str) -> str:
        """Return the constant that holds the `pack` of a `struct` format."""
        return self._call("_PACK_", form, "pack")

    def unpack(self, form: str) -> str:
        """Return the constant that holds the `unpack_from` of a `struct` format."""
        return self._call("_UNPACK_", form, "unpack_from")

    def _call(self, prefix: str, form: str, method: str) -> str:
        # Z for `?` and u for a uuid's sixteen bytes, which no name can hold
        name = prefix + form.replace("?", "Z").replace("16s", "u")
        self._calls[name] = f'Layout(">{form}").{method}'
        return name

    def imported(self, module: str) -> list[str]:
        """Return the names that are imported from a module, in order."""
        return sorted(self._imports.get(module, ()))

    def imported_for_types(self) -> list[tuple[str, str]]:
        """Return the modules, and their names, that only type checkers import, both in order."""
        return [
            (module, ", ".join(sorted(names)))
            for module, names in sorted(self._type_imports.items())
        ]

    def calls(self) -> list[tuple[str, str]]:
        """Return the constants of `struct` calls and their values, in order."""
        return sorted(self._calls.items())
