"""The compiled engine and pure Python in one process."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from kraft_wire import native

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
    """Raise SteppedAsideError for all that the engine does not read or write by itself."""
    native.configure(methods=dict.fromkeys(native.PYTHON, _step_aside))
    try:
        yield
    finally:
        native.configure()


@contextmanager
def elements_bound(count: int) -> Iterator[None]:
    """Let the engine read so many array elements in a message."""
    native.configure(message_elements=count)
    try:
        yield
    finally:
        native.configure()
