"""Paths of fields, in the names of Kafka's JSON form: "topics[0].partitions[2].leaderEpoch"."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_wire.errors import WireError


def join_path(outer: str, inner: str | None) -> str:
    """Put a path after the one that holds it; an index needs no dot."""
    if not inner:
        return outer
    if not outer or inner[0] == "[":
        return outer + inner
    return f"{outer}.{inner}"


def within(error: WireError, outer: str) -> WireError:
    """Move an error into the field or element in which it was found."""
    error.path = join_path(outer, error.path)
    return error
