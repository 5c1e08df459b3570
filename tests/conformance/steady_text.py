"""What tools print about a running quorum, without the numbers that another tool would see move."""

from __future__ import annotations

import re

_MOVING = re.compile(
    r"(?<=^HighWatermark:          )\d+$|(?<=^MaxFollowerLag:         )\d+$"
    r"|(?<=^MaxFollowerLagTimeMs:   )-?\d+$|(?<=  Epoch: )\d+$|(?<=\tEpoch: )\d+$",
    re.MULTILINE,
)
_CELL = re.compile(r"(?<=\t)(\d+)( ms ago)?( *)(?=\t)")
"""A number in a table; the width of its column stays."""


def steady(text: str) -> str:
    """The text with an N for each number that moves."""
    text = _MOVING.sub("N", text)
    return _CELL.sub(lambda found: f"N{found[2] or ''}".ljust(len(found[0])), text)
