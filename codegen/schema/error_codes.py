"""The error codes of a release: `errors.json` alongside the schemas, which is not a schema.

It has one object for each code of `org.apache.kafka.common.protocol.Errors`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from codegen.schema.attributes import parse_commented_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from codegen.schema.attributes import Attributes

ERRORS_FILE = "errors.json"
"""The name of the file, in the top folder of the specs."""

_LOWEST, _HIGHEST = -(2**15), 2**15 - 1
"""Error codes are int16 on the wire."""


@dataclass(frozen=True, slots=True)
class ErrorCode:
    """One code; `is_retriable` where Kafka's exception is a RetriableException."""

    code: int
    name: str
    message: str
    is_retriable: bool


@dataclass(frozen=True, slots=True)
class ErrorCodes:
    """The codes of a release, in ascending order."""

    release: str
    codes: tuple[ErrorCode, ...]


def schema_files(folder: Path) -> Iterator[Path]:
    """Yield the schema files below a folder, in order: all JSON but the error codes."""
    for path in sorted(folder.rglob("*.json")):
        if path != folder / ERRORS_FILE:
            yield path


def read_error_codes(text: str, source: str) -> ErrorCodes:
    """Read the error codes. Raises SchemaError, also for a code or a name that comes twice."""
    top = parse_commented_json(text, source)
    codes = [_read_code(entry) for entry in top.objects("errors", "")]
    release = top.text("release")
    top.finish()
    if not codes:
        top.refuse("errors", "is empty")
    if [code.code for code in codes] != sorted({code.code for code in codes}):
        top.refuse("errors", "codes must ascend, each once")
    if len({code.name for code in codes}) != len(codes):
        top.refuse("errors", "two codes have one name")
    return ErrorCodes(release, tuple(codes))


def _read_code(entry: Attributes) -> ErrorCode:
    name = entry.text("name")
    if not (name.isidentifier() and name.isascii() and name.isupper() and name[0].isalpha()):
        entry.refuse("name", f"{name!r} is not a name in capitals")
    code = entry.number("code", _HIGHEST, _LOWEST)
    if code is None:
        entry.refuse("code", "is missing")
    found = ErrorCode(code, name, entry.text("message"), entry.flag("retriable"))
    entry.finish()
    return found
