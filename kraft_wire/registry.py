"""Find messages by name, API key or kind, in Kafka's own package or in a user's; spell types."""

from __future__ import annotations

import importlib
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_wire.errors import UnknownMessageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_wire.message import Message

__all__ = ["Entry", "MessageSet", "near_name", "type_name"]

_NAME_MAX: Final = 100
"""Longer names are compared with none: they come from input of any size."""


class Entry(NamedTuple):
    """The entry of a generated package's registry for one message.

    `header_versions` is empty where the header follows from flexibility, else (lowest, highest,
    header version) for ranges of versions. `is_unstable` says that the highest version can change.
    """

    module: str
    kind: str
    api_key: int | None
    lowest: int
    highest: int
    flexible_lowest: int | None
    header_versions: tuple[tuple[int, int, int], ...] = ()
    is_unstable: bool = False

    def is_flexible(self, version: int) -> bool:
        """Return True if this version is flexible."""
        return self.flexible_lowest is not None and version >= self.flexible_lowest


class MessageSet:
    """The messages of one generated package; imports each module when it is first needed.

    Raises UnknownMessageError for a package that is not importable or was not generated.
    """

    def __init__(self, package: str) -> None:
        self.package = package
        self._loaded: dict[str, type[Message]] = {}
        try:
            registry = importlib.import_module(f"{package}.registry")
            self.entries: dict[str, Entry] = registry.MESSAGES
        except (ImportError, AttributeError, ValueError, TypeError) as error:
            raise UnknownMessageError(
                f"{package!r} is not a generated package that Python can import ({error})"
            ) from None

    @cached_property
    def _names(self) -> dict[tuple[str, int], str]:
        """Names by kind and key; of two with one key, the one with the higher versions."""
        found: dict[tuple[str, int], str] = {}
        for name, entry in self.entries.items():
            if entry.api_key is None:
                continue
            if entry.kind == "metadata" and name.startswith("Remote"):
                continue  # records of the remote log's own topic, numbered apart from these
            place = (entry.kind, entry.api_key)
            if place not in found or self.entries[found[place]].highest < entry.highest:
                found[place] = name
        return found

    def message_class(self, name: str) -> type[Message]:
        """Return the class of this name."""
        loaded = self._loaded.get(name)
        if loaded is not None:
            return loaded
        entry = self.entries.get(name)
        if entry is None:
            near = near_name(name, self.entries)
            meant = "" if near is None else f"; did you mean {near}?"
            raise UnknownMessageError(f"unknown message {name!r}{meant}")
        module = importlib.import_module(f"{self.package}.{entry.module}")
        found: type[Message] = getattr(module, name)
        self._loaded[name] = found
        return found

    def name_of(self, kind: str, api_key: int) -> str | None:
        """Return the name of the message of this kind ("request", "metadata", ...) and key."""
        return self._names.get((kind, api_key))

    def class_of(self, kind: str, api_key: int) -> type[Message]:
        """Return the class of this kind and key."""
        name = self.name_of(kind, api_key)
        if name is None:
            raise UnknownMessageError(f"unknown {kind} with key {api_key}")
        return self.message_class(name)

    def keys_of(self, kind: str) -> list[int]:
        """Return all keys of a kind, ascending."""
        return sorted(key for found, key in self._names if found == kind)


@cache
def type_name(name: str) -> str:
    """Spell the name of a message as an enumeration does: PartitionRecord is PARTITION_RECORD."""
    pieces = []
    was_upper = True
    for char in name:
        if char.isupper() and not was_upper:
            pieces.append("_")
        was_upper = char.isupper()
        pieces.append(char.upper())
    return "".join(pieces)


def near_name(name: str, names: Iterable[str]) -> str | None:
    """Return the name of `names` that `name` resembles most, in any case; None if none is near."""
    from difflib import get_close_matches  # seldom

    if len(name) > _NAME_MAX:
        return None
    known = {each.lower(): each for each in names}
    close = get_close_matches(name.lower(), known, 1, 0.7)
    return known[close[0]] if close else None
