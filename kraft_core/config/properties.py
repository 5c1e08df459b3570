"""A file of Kafka's configuration: keys, types of values, and the keys that were read.

The format is that of java.util.Properties in ISO-8859-1. Of a key that is repeated the last
value counts, as in Java, and `repeated` names it. Values are read as Kafka's ConfigDef reads them:
spaces around them do not count, lists are split at commas.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from kraft_core.config.errors import ConfigurationError
from kraft_core.raft.storage.text_files import parse_properties

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping

INT_MAX: Final = (1 << 31) - 1
LONG_MAX: Final = (1 << 63) - 1
_FILE_BYTES_MAX: Final = 16 << 20


class Properties:
    """Values by key. Each read of a key marks it as used."""

    def __init__(self, values: Mapping[str, str], *, repeated: Iterable[str] = ()) -> None:
        self._values = dict(values)
        self._used: set[str] = set()
        self.repeated = tuple(repeated)

    @classmethod
    def load(cls, path: str | os.PathLike[str], overrides: Mapping[str, str] | None = None) -> Self:
        """Read a file; `overrides` take precedence. Raises ConfigurationError."""
        place = Path(path)
        try:
            with place.open("rb") as file:
                content = file.read(_FILE_BYTES_MAX + 1)
        except OSError as error:
            raise ConfigurationError(f"{path} cannot be read: {error.strerror or error}.") from None
        if len(content) > _FILE_BYTES_MAX:
            raise ConfigurationError(f"{path} is longer than {_FILE_BYTES_MAX} bytes.")
        return cls.parse(content.decode("latin-1"), str(path), overrides)

    @classmethod
    def parse(cls, text: str, where: str, overrides: Mapping[str, str] | None = None) -> Self:
        """Parse the text of a file, which errors call `where`."""
        values: dict[str, str] = {}
        repeated: dict[str, None] = {}
        for number, lines in _entries(text):
            try:
                entry = parse_properties(lines)
            except ValueError as error:
                raise ConfigurationError(f"{where}, line {number}: {error}.") from None
            repeated |= dict.fromkeys(values.keys() & entry.keys())
            values |= entry
        return cls(values | dict(overrides or {}), repeated=repeated)

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def keys(self) -> list[str]:
        """Return all keys, sorted, without marking them as used."""
        return sorted(self._values)

    def beginning_with(self, *prefixes: str) -> dict[str, str]:
        """Return the entries whose keys have one of these prefixes, with stripped values."""
        keys = [key for key in self._values if key.startswith(prefixes)]
        self._used.update(keys)
        return {key: self._values[key].strip() for key in keys}

    @property
    def unused(self) -> tuple[str, ...]:
        """The keys that were not read, sorted."""
        return tuple(sorted(self._values.keys() - self._used))

    def text(self, key: str, default: str | None = None) -> str | None:
        """Return the value without surrounding spaces; the default if the key is missing."""
        self._used.add(key)
        value = self._values.get(key)
        return default if value is None else value.strip()

    def integer(self, key: str, default: int, lowest: int = 0, highest: int = INT_MAX) -> int:
        """Read a whole number between two bounds, both included."""
        text = self.text(key)
        if text is None:
            return default
        digits = text[1:] if text[:1] in {"+", "-"} else text
        if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
            raise ConfigurationError(f"{key}={text}: expected an integer.")
        value = int(text)
        if not lowest <= value <= highest:
            raise ConfigurationError(
                f"{key}={text}: expected an integer from {lowest} to {highest}."
            )
        return value

    def flag(self, key: str, *, default: bool) -> bool:
        """Read true or false, in any case."""
        text = self.text(key)
        if text is None:
            return default
        if text.lower() not in {"true", "false"}:
            raise ConfigurationError(f"{key}={text}: expected true or false.")
        return text.lower() == "true"

    def choice(self, key: str, default: str, allowed: tuple[str, ...]) -> str:
        """Return the value of a key, which must be one of several words."""
        text = self.text(key, default) or ""
        if text not in allowed:
            raise ConfigurationError(f"{key}={text}: expected one of {', '.join(allowed)}.")
        return text

    def list(self, key: str) -> tuple[str, ...]:
        """Split the value at commas; an empty value has no entry, an empty entry is refused."""
        text = self.text(key)
        if not text:
            return ()
        entries = tuple(entry.strip() for entry in text.split(","))
        if not all(entries):
            raise ConfigurationError(f"{key}={text}: the list has an empty entry.")
        return entries

    def pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        """Return NAME:VALUE entries, split at the last colon as by Kafka's Csv.parseCsvMap.

        That splits with Java's String.split, which drops empty entries at the end and keeps others:
        `A:B,` is one entry, and `,A:B` is invalid.
        """
        text = (self.text(key) or "").rstrip(", \t")
        found = []
        for entry in text.split(",") if text else ():
            name, colon, value = (part.strip() for part in entry.rpartition(":"))
            if not colon:
                raise ConfigurationError(f"{key}: {entry.strip()!r} is not a valid NAME:VALUE.")
            found.append((name, value))
        return tuple(found)


def _entries(text: str) -> Iterator[tuple[int, str]]:
    """Yield each logical line unchanged, with the number of its first natural line."""
    begun: list[str] = []
    first = 0
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        stripped = line.lstrip(" \t\f")
        if not begun and (not stripped or stripped[0] in "#!"):
            continue
        first = first if begun else number
        begun.append(line)
        if (len(line) - len(line.rstrip("\\"))) % 2 == 0:
            yield first, "\n".join(begun)
            begun = []
    if begun:
        yield first, "\n".join(begun)
