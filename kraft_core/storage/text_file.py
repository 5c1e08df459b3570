"""How small state files are read: bounded, as UTF-8, and only if nobody else could replace them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.storage.errors import DamagedFileError, UnsafeFileError
from kraft_core.storage.files import read_whole

if TYPE_CHECKING:
    from kraft_core.storage.files import Folder

TEXT_BYTES_MAX: Final = 1 << 24
"""The longest state file that is read: a leader-epoch-checkpoint of half a million epochs."""


def read_text(folder: Folder, name: str) -> str | None:
    """The text of a state file, None if there is none; raises StorageError."""
    content = read_whole(folder, name, TEXT_BYTES_MAX)
    if content is None:
        return None
    where = f"{folder.path}/{name}"
    if folder.is_open_to_all(name):
        raise UnsafeFileError(
            f"{where} can be written by everybody on this machine; take that right away (chmod"
            " o-w) if you trust its content."
        )
    if len(content) > TEXT_BYTES_MAX:
        raise DamagedFileError(f"{where} is longer than {TEXT_BYTES_MAX} bytes.")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise DamagedFileError(f"{where} is no UTF-8 text at byte {error.start}.") from None


def damaged(folder: Folder, name: str, fault: str) -> DamagedFileError:
    """The refusal of a state file for its content."""
    return DamagedFileError(f"{folder.path}/{name} is damaged: {fault}.")


def whole_number(text: str, limit: int) -> int | None:
    """A number written in ASCII digits alone and not above the limit; None for any other text."""
    if not (text.isascii() and text.isdigit() and len(text) <= 20):
        return None
    number = int(text)
    return number if number <= limit else None
