"""Count of a message's array elements, before anything is decoded.

Tagged fields count as elements too: an unknown one becomes an object as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_wire import native
from kraft_wire.errors import LimitError, WireError
from kraft_wire.inspection.faults import plan_of
from kraft_wire.inspection.walk import Node, Walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_wire.inspection.faults import Described

    Buffer = bytes | bytearray | memoryview

__all__ = ["elements_above", "elements_above_in_python"]


def elements_above(
    cls: type[Described], version: int, data: Buffer, start: int, budget: int
) -> int | None:
    """Return the position at which a message from byte `start` on exceeds `budget` elements.

    None if they do not, and if the bytes end or cannot be read before: the decoder refuses those no
    later. The compiled engine counts without the GIL.
    """
    if native.compiled is not None:
        place = native.compiled.elements_above(cls, version, data, start, budget)
        if place is not None:
            return place if place >= 0 else None
    return elements_above_in_python(cls, version, data, start, budget)


def elements_above_in_python(
    cls: type[Described], version: int, data: Buffer, start: int, budget: int
) -> int | None:
    """Count in pure Python, with any engine."""
    lowest, highest = cls.schema().versions
    if not lowest <= version <= highest:
        return None
    try:
        plan_of(cls, version).read(_Counting(bytes(data), budget), start, "")
    except _AboveError as error:
        return error.offset
    except WireError:
        return None
    return None


class _AboveError(LimitError):
    """The budget of this walk is spent."""


class _Counting(Walk):
    """A walk that builds nothing and ends at too many elements."""

    __slots__ = ("_budget",)

    def __init__(self, data: bytes, budget: int) -> None:
        super().__init__(data)
        self._budget = budget

    def charge(self, count: int, at: int) -> None:
        self.elements += count
        if self.elements > self._budget:
            raise _AboveError(f"more than {self._budget} elements", offset=at)

    def inside(self, node: Node, at: int, read: Callable[[Walk, int, str], int]) -> int:
        if node.type == "tags":
            self.charge(node.value, node.offset)
        return read(self, at, "")
