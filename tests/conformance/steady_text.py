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
_UNKNOWN = re.compile(r"UNKNOWN (\d+)( *)")
"""A level of metadata.version that the release does not know; kraft prints the number (divergence
A35)."""


def steady(text: str) -> str:
    """The text with an N for each number that moves."""
    text = _MOVING.sub("N", text)
    text = _UNKNOWN.sub(lambda found: found[1].ljust(len(found[0]) if found[2] else 0), text)
    return _CELL.sub(lambda found: f"N{found[2] or ''}".ljust(len(found[0])), text)
