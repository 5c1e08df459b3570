"""The compiled engine and pure Python in one process."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from kraft_wire import native
from kraft_wire.message import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator

needs_native = pytest.mark.skipif(
    native.compiled is None, reason="runs with the compiled engine (make engine)"
)


class SteppedAsideError(BaseException):
    """The engine left a message to pure Python."""


def _step_aside(*_, **__):
    raise SteppedAsideError


@contextmanager
def native_alone() -> Iterator[None]:
    """Raise SteppedAsideError for everything that the engine leaves to Python."""
    methods = dict.fromkeys(native.PYTHON, _step_aside)
    native.configure_messages(native.compiled, methods)
    try:
        yield
    finally:
        native.configure_messages(native.compiled, native.PYTHON)


@contextmanager
def elements_bound(count: int) -> Iterator[None]:
    """Limit the array elements that the engine reads in a message."""
    if native.compiled is None:
        yield
        return
    native.configure_limits(native.compiled, message_elements=count)
    try:
        yield
    finally:
        native.configure_limits(native.compiled)


def exact(value: Any, *, views: bool = False) -> Any:
    """Return a form of the value that differs for different types, and in which NaN equals NaN.

    With `views` a view of bytes is written as the bytes.
    """
    if isinstance(value, Struct):
        values = [getattr(value, name) for name in type(value).__slots__]
        return type(value).__qualname__, [exact(each, views=views) for each in values]
    if isinstance(value, (tuple, list)):
        return type(value).__name__, [exact(element, views=views) for element in value]
    if views and isinstance(value, memoryview):
        value = bytes(value)
    return type(value).__name__, repr(value)
