"""Choose the engine that reads and writes: compiled ("native") or pure Python ("python").

The compiled one is used where it was built. `KRAFT_WIRE_ENGINE=python` or `native` in the
environment chooses; with `native` the import fails if the engine is missing (EngineError). Both
accept and refuse the same bytes and values: input that the compiled engine does not accept is
passed to pure Python. `module.c` begins with the rules of the engine; `reader.c` reads messages,
`writer.c` writes them.
"""

from __future__ import annotations

import os
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal

from kraft_wire import limits
from kraft_wire.errors import EngineError
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

__all__ = [
    "ENGINE",
    "PYTHON",
    "VARIABLE",
    "Engine",
    "compiled",
    "configure_limits",
    "configure_messages",
    "install",
    "replace_methods",
]

Engine = Literal["native", "python"]

VARIABLE: Final = "KRAFT_WIRE_ENGINE"

PYTHON: Final[dict[str, Callable[..., Any]]] = {}
"""The pure Python methods of Message by name, as functions: the reference."""

_METHODS: Final = ("decode", "decode_prefix", "encode", "encode_into", "encode_buffers")


def _load() -> ModuleType | None:
    """Import the compiled module, if it is installed and not disabled."""
    wanted = os.environ.get(VARIABLE, "")
    if wanted == "python":
        return None
    if wanted not in ("", "native"):
        raise EngineError(f"invalid {VARIABLE}={wanted!r}: use python or native")
    try:
        module = import_module(f"{__name__}._engine")
    except ImportError as error:
        if wanted == "native":
            raise EngineError(
                f"{VARIABLE}=native, but the compiled engine cannot be loaded ({error}): "
                "install a C compiler, then reinstall kraft or run `make engine`"
            ) from None
        return None
    configure_limits(module)
    return module


def configure_limits(
    module: ModuleType, *, message_elements: int = limits.MESSAGE_ELEMENTS_MAX
) -> None:
    """Pass its bounds to the engine."""
    module.configure_limits(
        limits.STRING_BYTES_MAX,
        limits.ARRAY_ELEMENTS_MAX,
        message_elements,
        limits.TAGGED_FIELDS_MAX,
        limits.UNKNOWN_TAG_BYTES_MAX,
        limits.TAG_MAX,
        limits.RECORD_HEADERS_MAX,
        limits.COPIED_BYTES_MAX,
    )


compiled: Final[ModuleType | None] = _load()
"""The module `_engine`, None with the pure Python engine; `_engine.pyi` has its functions."""

ENGINE: Final[Engine] = "python" if compiled is None else "native"


def replace_methods(
    cls: type[Any], names: tuple[str, ...], configure: str, *arguments: Any
) -> dict[str, Callable[..., Any]]:
    """Install the engine's methods in a class; return those in Python by name: the reference.

    `configure` names the function of the engine that takes the class, further arguments and the
    methods in Python, which get what the engine leaves.
    """
    functions = {name: getattr(vars(cls)[name], "__func__", vars(cls)[name]) for name in names}
    if compiled is not None:
        methods = getattr(compiled, configure)(cls, *arguments, *functions.values())
        for name, method in methods.items():
            setattr(cls, name, method)
    return functions


def install(message: type[Any]) -> None:
    """Install the methods of the engine in use in Message; `PYTHON` keeps the replaced ones."""
    for name in _METHODS:
        method = vars(message)[name]
        PYTHON[name] = getattr(method, "__func__", method)
    if compiled is not None:
        configure_messages(compiled, PYTHON)
        for name, method in compiled.methods(message).items():
            setattr(message, name, method)


def configure_messages(module: ModuleType, methods: dict[str, Callable[..., Any]]) -> None:
    """Hand the engine what makes its tables, and the methods that get what it leaves."""
    module.configure_messages(
        build_codec=partial(_call_tables, "highest_version"),
        build_layout=partial(_call_tables, "layout"),
        uuid_type=Uuid,
        **methods,
    )


def _call_tables(function: str, *arguments: Any) -> Any:
    """Import `tables` when the first message is read or written, not earlier."""
    return getattr(import_module(f"{__name__}.tables"), function)(*arguments)
