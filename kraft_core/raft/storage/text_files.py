"""The text formats of small state files, and the way to read them.

Files are read bounded, as UTF-8, and only if no other user could replace them. Properties have the
format of java.util.Properties: keys, values, comments, escapes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kraft_core.raft.storage.errors import DamagedFileError, UnknownVersionError, UnsafeFileError
from kraft_core.raft.storage.files import read_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kraft_core.raft.storage.files import Folder


TEXT_BYTES_MAX: Final = 1 << 24
"""The longest state file that is read: a leader-epoch-checkpoint of half a million epochs."""


def read_text(folder: Folder, name: str) -> str | None:
    """Return the text of a state file, None if there is none; raises StorageError."""
    content = read_whole(folder, name, TEXT_BYTES_MAX)
    if content is None:
        return None
    where = f"{folder.path}/{name}"
    if folder.is_open_to_all(name):
        raise UnsafeFileError(
            f"{where} is writable by every user of this machine; if you trust its content, "
            "remove that permission (chmod o-w)."
        )
    if len(content) > TEXT_BYTES_MAX:
        raise DamagedFileError(f"{where} is longer than {TEXT_BYTES_MAX} bytes.")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise DamagedFileError(f"{where} is not valid UTF-8 at byte {error.start}.") from None


def damaged(folder: Folder, name: str, fault: str) -> DamagedFileError:
    """Return the error for the content of a state file."""
    return DamagedFileError(f"{folder.path}/{name} is damaged: {fault}.")


def later_version(folder: Folder, name: str, version: int, known: str) -> UnknownVersionError:
    """Return the error for a state file of a version that a later release wrote."""
    return UnknownVersionError(
        f"{folder.path}/{name} has version {version}, but {known} supported."
    )


def whole_number(text: str, limit: int) -> int | None:
    """Parse a number of ASCII digits, at most the limit; None for any other text."""
    if not (text.isascii() and text.isdigit() and len(text) <= 20):
        return None
    number = int(text)
    return number if number <= limit else None


_KEY: Final = re.compile(r"(?:\\.|[^\\ \t\f=:])*", re.DOTALL)
_SEPARATOR: Final = re.compile(r"[ \t\f]*[=:]?[ \t\f]*")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_LETTERS: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_SPECIAL: Final = re.compile(r"[\\=:#!\t\n\r\f]")
_ESCAPED: Final = {"\t": r"\t", "\n": r"\n", "\r": r"\r", "\f": r"\f"}


def parse_properties(text: str) -> dict[str, str]:
    """Return keys and values; the last value of a repeated key counts.

    Raises ValueError for an escape of the form backslash-u without four hex digits.
    """
    found: dict[str, str] = {}
    for line in _logical_lines(text):
        match = _KEY.match(line)
        end = match.end() if match else 0
        separator = _SEPARATOR.match(line, end)
        value = line[separator.end() if separator else end :]
        found[_unescaped(line[:end])] = _unescaped(value)
    return found


def format_properties(properties: Mapping[str, str]) -> str:
    """Format properties in their order, each as Properties.store writes it."""
    return "".join(
        f"{_escaped(key).replace(' ', chr(92) + ' ')}={_escaped_value(value)}\n"
        for key, value in properties.items()
    )


def _logical_lines(text: str) -> Iterator[str]:
    """Yield lines with content; a line that ends in a backslash is joined with the next one."""
    begun = ""
    for natural in re.split(r"\r\n|\r|\n", text):
        line = natural.lstrip(" \t\f")
        if not begun and (not line or line[0] in "#!"):
            continue
        backslashes = len(line) - len(line.rstrip("\\"))
        if backslashes % 2:
            begun += line[:-1]
            continue
        yield begun + line
        begun = ""
    if begun:
        yield begun


def _unescaped(text: str) -> str:
    def replaced(match: re.Match[str]) -> str:
        if match[1]:
            return chr(int(match[1], 16))
        if match[2] == "u":
            raise ValueError("an escape of a character lacks its four hex digits")
        return _LETTERS.get(match[2], match[2])

    return _ESCAPE.sub(replaced, text)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda match: _ESCAPED.get(match[0], "\\" + match[0]), text)


def _escaped_value(text: str) -> str:
    return "\\" + _escaped(text) if text.startswith(" ") else _escaped(text)
