"""Versions that cannot name a thing: a topic by name where only ids are written (KIP-516).

Java drops an ignorable field that a version lacks, and so does `Message.encode`: callers set
everything and let the version drop fields that it lacks. If only the name is set, that silently
drops the only identity of the topic. `_IDENTITIES` of generated classes has the places where this
can happen; connections check them before they send.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kraft_wire.errors import UnsupportedVersionError
from kraft_wire.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.message import Message

__all__ = ["Identities", "check_identities", "newest_with_identities"]

Identities = tuple[tuple[tuple[str, ...], tuple[tuple[str, int, int], ...]], ...]
"""For each place the attributes that lead to it, and the fields that name one thing, each with its
lowest and highest version."""


def check_identities(message: Message, version: int) -> None:
    """Raise UnsupportedVersionError if this version drops the name of an entry of the message."""
    for path, fields in message._IDENTITIES:
        kept = [name for name, lowest, highest in fields if lowest <= version <= highest]
        if not kept or len(kept) == len(fields):
            continue  # without any of them the version lacks the whole structure
        for place, entry in _entries(message, path, ""):
            if any(_is_set(entry, name) for name in kept):
                continue
            dropped = [name for name, _, _ in fields if _is_set(entry, name)]
            if dropped:
                raise _refusal(message, version, place, dropped[0], kept)


def newest_with_identities(message: Message, lowest: int, highest: int) -> int:
    """Choose the newest version of a range in which every entry keeps its name.

    Raises UnsupportedVersionError if there is none; the error is that of the newest version.
    """
    refusal: UnsupportedVersionError | None = None
    for version in range(highest, lowest - 1, -1):
        try:
            check_identities(message, version)
        except UnsupportedVersionError as error:
            refusal = refusal or error
        else:
            return version
    assert refusal is not None  # noqa: S101  # the range has a version
    if lowest < highest:
        refusal.detail += f"; no common version from {lowest} to {highest} can name every entry"
    raise refusal


def _entries(value: Any, path: tuple[str, ...], place: str) -> Iterator[tuple[str, Any]]:
    """Follow the attributes; arrays give each element, with its index in the place."""
    if not path:
        yield place, value
        return
    name, rest = path[0], path[1:]
    inner = getattr(value, name, None)
    place = f"{place}.{name}" if place else name
    if inner is None:
        return
    if isinstance(inner, tuple | list):
        for index, element in enumerate(inner):
            yield from _entries(element, rest, f"{place}[{index}]")
    else:
        yield from _entries(inner, rest, place)


def _is_set(entry: Any, name: str) -> bool:
    value = getattr(entry, name, None)
    return bool(value) and value != ZERO_UUID


def _refusal(
    message: Message, version: int, place: str, dropped: str, kept: list[str]
) -> UnsupportedVersionError:
    where = f" of {place}" if place else ""
    return UnsupportedVersionError(
        f"{type(message).__name__} {version} has no field {dropped}, which alone names the entry"
        f"{where}: set {' or '.join(kept)}, or use a version that has {dropped}"
    )
