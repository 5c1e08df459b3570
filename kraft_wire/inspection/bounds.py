"""Messages checked against `Limits` that are narrower than those of generated readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_wire.errors import LimitError, WireError
from kraft_wire.inspection.faults import plan_of
from kraft_wire.inspection.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_wire.inspection.faults import Described
    from kraft_wire.inspection.walk import Node
    from kraft_wire.limits import Limits

__all__ = ["check_limits"]


class _BoundedWalk(Walk):
    """A walk that stops where a count is above its limit."""

    __slots__ = ("_limits",)

    def __init__(self, data: bytes, limits: Limits) -> None:
        super().__init__(data)
        self._limits = limits

    def charge(self, count: int, at: int) -> None:
        """Check an array against both limits of elements."""
        limits = self._limits
        if count > limits.array_elements:
            raise LimitError(f"an array of {count} elements", offset=at)
        super().charge(count, at)
        if self.elements > limits.message_elements:
            detail = f"more than {limits.message_elements} elements in a message"
            raise LimitError(detail, offset=at)

    def inside(self, node: Node, at: int, read: Callable[[Walk, int, str], int]) -> int:
        """Check a tag section against its limit."""
        if node.type == "tags" and node.value > self._limits.tagged_fields:
            detail = f"{node.value} tagged fields in one structure"
            raise LimitError(detail, offset=node.offset)
        return super().inside(node, at, read)


def check_limits(
    cls: type[Described], data: bytes, version: int, limits: Limits, *, start: int = 0
) -> None:
    """Raise LimitError for a message of more than the limits allow.

    It begins at `start`. Other faults are left to the reader, and so is a version that the
    message lacks.
    """
    size = len(data) - start
    if size <= min(limits.array_elements, limits.message_elements, limits.tagged_fields):
        return  # an element takes a byte, a tagged field two
    schema = cls.schema()
    if not schema.versions[0] <= version <= schema.versions[1]:
        return
    walk = _BoundedWalk(data, limits)
    try:
        plan_of(cls, version).read(walk, start, "")
    except LimitError:
        raise
    except WireError:
        return
