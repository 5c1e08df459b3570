"""What was found in some bytes: the tree, and the fault that ended it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kraft_wire.errors import TrailingBytesError, WireError

if TYPE_CHECKING:
    from kraft_wire.inspection.walk import Node


@dataclass(slots=True)
class Explanation:
    """The nodes of some bytes in order, what they are, and the first fault, if there is one."""

    subject: str
    data: bytes = field(repr=False)  # it, and the values, may hold secrets
    nodes: list[Node] = field(default_factory=list)
    fault: WireError | None = None

    def blame(self, fault: WireError | None) -> None:
        """Keep a fault, unless there is one already."""
        if self.fault is None:
            self.fault = fault

    def close(self, end: int) -> None:
        """Find fault with bytes after the end, unless something else is wrong."""
        left = len(self.data) - end
        if left > 0:
            self.blame(TrailingBytesError(f"{left} bytes follow the end", offset=end))
