"""Commented JSON as checked attributes: the only place that reads raw JSON values.

Kafka's schema files are JSON with comments; some write a number as text. Every refusal names the
file and the dotted path of the attribute.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NoReturn

from codegen.errors import SchemaError
from codegen.schema.model import Versions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_SPACE = " \t\r\n"
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WHOLE_NUMBER = re.compile(r"[0-9]{1,10}")


class Attributes:
    """One JSON object of a schema file, at a known place of it.

    Reading an attribute marks it as known; `finish` refuses attributes that were not read.
    """

    def __init__(self, source: str, path: str, values: dict[str, object]) -> None:
        self.source = source
        self.path = path
        self._values = values
        self._known: set[str] = set()

    def refuse(self, attribute: str, detail: str) -> NoReturn:
        """Raise the error for one attribute of this object; "" means the object itself."""
        path = ".".join(part for part in (self.path, attribute) if part)
        raise SchemaError(self.source, path, detail)

    def has(self, attribute: str) -> bool:
        """Return True if the file contains it, even as null."""
        self._known.add(attribute)
        return attribute in self._values

    def raw(self, attribute: str) -> object:
        """Return the value as it is; None if it is absent.

        Text with half of a surrogate pair is refused: no file and no message can hold it.
        """
        self._known.add(attribute)
        value = self._values.get(attribute)
        if isinstance(value, str) and _SURROGATE.search(value):
            self.refuse(attribute, "holds half of a surrogate pair")
        return value

    def text(self, attribute: str, default: str | None = None) -> str:
        """Return a string; without a `default`, refuse a missing attribute."""
        value = self.raw(attribute)
        if value is None:
            if default is None:
                self.refuse(attribute, "is missing")
            return default
        if not isinstance(value, str):
            self.refuse(attribute, f"must be text, is {_shown(value)}")
        return value

    def word(self, attribute: str) -> str:
        """Return a name: a letter, then letters and digits."""
        value = self.text(attribute)
        if _WORD.fullmatch(value) is None:
            self.refuse(
                attribute, f"{value!r} is not a valid name: a letter, then letters and digits"
            )
        return value

    def flag(self, attribute: str) -> bool:
        """Return a boolean, written as such or as text; false where it is missing."""
        value = self.raw(attribute)
        if value in ("true", "false"):
            return value == "true"
        if value is None:
            return False
        if not isinstance(value, bool):
            self.refuse(attribute, f"must be true or false, is {_shown(value)}")
        return value

    def number(self, attribute: str, highest: int, lowest: int = 0) -> int | None:
        """Return a number in a range; None where missing. Text can hold one from 0 up."""
        value = self.raw(attribute)
        if value is None:
            return None
        if isinstance(value, str) and _WHOLE_NUMBER.fullmatch(value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
            self.refuse(
                attribute, f"must be a number from {lowest} to {highest}, is {_shown(value)}"
            )
        return value

    def versions(self, attribute: str, default: Versions | None = None) -> Versions:
        """Return a range of versions; without a `default`, refuse a missing attribute.

        A single version can be a JSON number.
        """
        value = self.raw(attribute)
        is_number = isinstance(value, int) and not isinstance(value, bool)
        text = str(value) if is_number else self.text(attribute, "").strip()
        if not text:
            if default is None:
                self.refuse(attribute, "is missing")
            return default
        return self.parse_versions(attribute, text)

    def parse_versions(self, attribute: str, text: str) -> Versions:
        """Read a range; errors name this attribute."""
        try:
            return Versions.parse(text)
        except ValueError as error:
            self.refuse(attribute, str(error))

    def words(self, attribute: str) -> tuple[str, ...]:
        """Return a list of text, empty where it is missing."""
        found = self._list(attribute)
        for value in found:
            if not isinstance(value, str):
                self.refuse(attribute, f"must hold text, holds {_shown(value)}")
        return tuple(str(value) for value in found)

    def mapping(self, attribute: str) -> dict[str, object]:
        """Return an object, empty where it is missing."""
        value = self.raw(attribute)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.refuse(attribute, f"must be an object, is {_shown(value)}")
        return value

    def objects(self, attribute: str, prefix: str) -> Iterator[Attributes]:
        """Yield the objects of a list, each at `prefix` and its own name (or number)."""
        for number, value in enumerate(self._list(attribute)):
            if not isinstance(value, dict):
                self.refuse(attribute, f"must hold objects, holds {_shown(value)}")
            name = value.get("name")
            is_word = isinstance(name, str) and name.isascii() and name.isalnum()
            step = name if is_word else f"{attribute}[{number}]"
            path = ".".join(part for part in (prefix, step) if part)
            yield Attributes(self.source, path, value)

    def finish(self, also: Iterable[str] = ()) -> None:
        """Refuse the first attribute that was not read and is not listed in `also`."""
        for attribute in self._values:
            if attribute not in self._known and attribute not in also:
                self.refuse(attribute, "is not an attribute of Kafka's schema language")

    def _list(self, attribute: str) -> list[object]:
        value = self.raw(attribute)
        if value is None:
            return []
        if isinstance(value, str | dict):
            return [value]  # as Kafka's reader takes it (ACCEPT_SINGLE_VALUE_AS_ARRAY)
        if not isinstance(value, list):
            self.refuse(attribute, f"must be a list, is {_shown(value)}")
        return value


def parse_commented_json(text: str, source: str, *, may_trail: bool = False) -> Attributes:
    """Read one schema file's text: JSON with `//` and `/* */` comments.

    `may_trail` ignores text after the JSON. Raises SchemaError, with the line and column of invalid
    JSON.
    """
    bare = _STRING_OR_COMMENT.sub(_blank_comment, text.removeprefix("\ufeff"))
    try:
        decoder = json.JSONDecoder(
            object_pairs_hook=_without_contradiction, parse_constant=_no_constant
        )
        start = len(bare) - len(bare.lstrip(_SPACE))
        value, _ = decoder.raw_decode(bare, start) if may_trail else (decoder.decode(bare), 0)
    except json.JSONDecodeError as error:
        detail = f"line {error.lineno}, column {error.colno}: {error.msg}"
        raise SchemaError(source, "", detail) from None
    except RecursionError:
        raise SchemaError(source, "", "is nested too deeply") from None
    except ValueError as error:
        raise SchemaError(source, "", str(error)) from None
    if not isinstance(value, dict):
        raise SchemaError(source, "", f"must contain one object, contains {_shown(value)}")
    return Attributes(source, "", value)


def _blank_comment(match: re.Match[str]) -> str:
    """Blank a comment but keep its line ends and width, so that positions are right."""
    found = match[0]
    return found if found.startswith('"') else re.sub(r"[^\n]", " ", found)


def _without_contradiction(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the attributes; a repeated one must have equal values."""
    values: dict[str, object] = {}
    for name, value in pairs:
        if values.get(name, value) != value:
            raise ValueError(f"{name!r} is given twice in one object, with two values")
        values[name] = value
    return values


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not valid JSON")


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
