"""Tables of options: one form for all formats, which parses, documents and refuses.

A format declares an `Options` table; what its parser, its errors and its part of the documents say
comes from there. Names are case-insensitive. Nothing heavy is imported here.
"""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_SIZE: Final = re.compile(r"(\d+)\s*([kmgt]?)(?:i?b)?", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[+-]?\d{1,19}")
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SHOWN_MAX: Final = 200
"""Characters of a refused value that its error shows."""

_UNITS: Final = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


class OptionError(ValueError):
    """An unknown option, or an option with an invalid value."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The parser of an option's text; `read` raises ValueError for a value that is not allowed."""

    allowed: str
    read: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Scope:
    """The scope of an option: these views and uses, empty for all.

    It `needs` another option, one of several, which has one of `values`, or any value if there are
    none. In the uses of `fixed` it always has that value.
    """

    views: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    fixed: tuple[tuple[str, str], ...] = ()

    def refusal(self, view: str | None, use: str | None, given: Mapping[str, Any]) -> str | None:
        """Return why the option does not apply, as the end of a sentence; None if it applies."""
        if view is not None and self.views and view not in self.views:
            return f"does not apply to view={view}; use it with view={', '.join(self.views)}"
        if use is not None and self.uses and use not in self.uses:
            return f"does not apply to {use}; use it with {', '.join(self.uses)}"
        if self.needs and not any(self._has(given.get(name)) for name in self.needs):
            return f"needs {' or '.join(self._needed())}"
        return None

    def _has(self, value: Any) -> bool:
        text = str(value).lower() if isinstance(value, bool) else value
        return value is not None and (not self.values or text in self.values)

    def _needed(self) -> list[str]:
        value = f"={' or '.join(self.values)}" if self.values else ""
        return [f"{name}{value}" for name in self.needs]

    def __str__(self) -> str:
        """Return the cell of the document."""
        needs = [" or ".join(f"`{one}`" for one in self._needed())] if self.needs else []
        uses = [f"`{use}`" for use in self.uses]
        views = [f"`{view}`" for view in self.views]
        return "; ".join(", ".join(one) for one in (uses, views, needs) if one)


EVERYWHERE: Final = Scope()


@dataclass(frozen=True, slots=True)
class Option:
    """One option: `default` is text too, None for no value; `field` is its name when parsed.

    Without `field` that is the name in snake case. `meaning` is Markdown.
    """

    name: str
    kind: Kind
    meaning: str
    default: str | None = None
    field: str | None = None
    scope: Scope = EVERYWHERE

    def value(self, text: str) -> Any:
        """Parse a string; raises OptionError."""
        try:
            return self.kind.read(text)
        except OptionError:
            raise
        except ValueError as error:
            why = f" ({error})" if str(error) else ""
            shown = repr(text if len(text) <= _SHOWN_MAX else f"{text[:_SHOWN_MAX]}...")
            raise OptionError(
                f"option {self.name} cannot be {shown}{why}; allowed: {self.kind.allowed}"
            ) from None

    def help(self) -> str:
        """Return meaning, allowed values and default as plain text, for a terminal."""
        meaning = _LINK.sub(r"\1", self.meaning).replace("`", "")
        default = "" if self.default is None else f"; default: {self.default}"
        return f"{meaning} [{self.kind.allowed}{default}]"


class Options:
    """The options of a format; `reader` names it in errors.

    A text among the entries is the title of a section of the document: the options after it.
    `ignored` are names that other sources have and that have no effect here; one that ends with a
    dot is a prefix.
    """

    def __init__(self, reader: str, *entries: Option | str, ignored: tuple[str, ...] = ()) -> None:
        self.reader: Final = reader
        self._ignored = tuple(name.lower() for name in ignored)
        self._entries = entries
        options = tuple(entry for entry in entries if isinstance(entry, Option))
        self.options: Final = options
        self._by_name = {option.name.lower(): option for option in options}

    @property
    def names(self) -> list[str]:
        """The names of all options."""
        return [option.name for option in self.options]

    def given(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return the texts that are given, by the names of the table; raises OptionError."""
        found: dict[str, str] = {}
        for key, text in options.items():
            option = self._by_name.get(key.lower())
            if option is None and self._is_ignored(key):
                continue
            if option is None:
                raise OptionError(self._unknown(key))
            found[option.name] = str(text)
        return found

    def ignored(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """Return the given names that have no effect here, sorted."""
        return tuple(
            sorted(
                key for key in options if key.lower() not in self._by_name and self._is_ignored(key)
            )
        )

    def _is_ignored(self, key: str) -> bool:
        name = key.lower()
        return any(
            name.startswith(one) if one.endswith(".") else name == one for one in self._ignored
        )

    def parse(self, options: Mapping[str, str]) -> dict[str, Any]:
        """Return the values of all options by their fields; raises OptionError."""
        given = self.given(options)
        values: dict[str, Any] = {}
        for option in self.options:
            text = given.get(option.name, option.default)
            values[option.field or _snake(option.name)] = (
                None if text is None else option.value(text)
            )
        return values

    def check(
        self, options: Mapping[str, str], *, view: str | None = None, use: str | None = None
    ) -> None:
        """Raise OptionError for an option that has no effect in this view and use.

        A value that is the default is allowed everywhere.
        """
        for name, (option, refusal) in self._refusals(options, view, use).items():
            fixed = dict(option.scope.fixed).get(use or "")
            text = self.given(options)[name]
            if fixed is not None and option.value(text) != option.value(fixed):
                raise OptionError(f"option {name} is always {fixed} in {use}")
            if fixed is None and refusal is not None:
                raise OptionError(f"option {name} {refusal}")

    def applicable(
        self, options: Mapping[str, str], *, view: str | None = None, use: str | None = None
    ) -> dict[str, str]:
        """Return the given options without those that have no effect in this view and use."""
        refusals = self._refusals(options, view, use)
        return {
            name: text
            for name, text in self.given(options).items()
            if name not in refusals or refusals[name][1] is None
        }

    def _refusals(
        self, options: Mapping[str, str], view: str | None, use: str | None
    ) -> dict[str, tuple[Option, str | None]]:
        """Return the given options that are not at their default, and why they do not apply."""
        given = self.given(options)
        texts = {option.name: given.get(option.name, option.default) for option in self.options}
        values = {
            option.name: option.value(text)
            for option in self.options
            if (text := texts[option.name]) is not None
        }
        found = {}
        for name in given:
            option = self._by_name[name.lower()]
            is_fixed = use in dict(option.scope.fixed)
            is_default = option.default is not None and values[name] == option.value(option.default)
            if is_fixed or not is_default:
                found[name] = option, option.scope.refusal(view, use, values)
        return found

    def markdown(self) -> str:
        """Return the table of the document, or one for each section."""
        titles = [place for place, entry in enumerate(self._entries) if isinstance(entry, str)]
        if not titles:
            return _table(self.options)
        return "\n".join(
            f"## {self._entries[begin]}\n\n{_table(self._entries[begin + 1 : end])}"
            for begin, end in pairwise([*titles, len(self._entries)])
        )

    def help(self, use: str, *without: str) -> dict[str, list[tuple[str, str]]]:
        """Return names and plain texts of the options for a use, by section."""
        found: dict[str, list[tuple[str, str]]] = {}
        title = ""
        for entry in self._entries:
            if isinstance(entry, str):
                title = entry
                continue
            scope = entry.scope
            applies = use in (scope.uses or (use,)) and use not in dict(scope.fixed)
            if applies and entry.name not in without:
                found.setdefault(title, []).append((entry.name, entry.help()))
        return found

    def _unknown(self, key: str) -> str:
        close = difflib.get_close_matches(key.lower(), self._by_name, n=1)
        hint = f"did you mean {self._by_name[close[0]].name}? " if close else ""
        return f"unknown option {key}; {hint}{self.reader} has {', '.join(self.names)}"


def with_arguments(
    options: Mapping[str, str] | None, arguments: Mapping[str, str], *reserved: str
) -> dict[str, str]:
    """Return the user's options and those that a function sets from its own arguments.

    Raises OptionError for an option that is among the arguments or in `reserved`.
    """
    own = {name.lower() for name in (*arguments, *reserved)}
    for name in options or {}:
        if name.lower() in own:
            raise OptionError(f"option {name} is set by an argument of the function or command")
    return {**(options or {}), **arguments}


def _table(options: Sequence[Any]) -> str:
    """Format a table in which options of the same meaning and scope share a row."""
    is_scoped = any(option.scope != EVERYWHERE for option in options)
    lines = ["| Option | Meaning (default) |", "|---|---|"]
    if is_scoped:
        lines = ["| Option | Meaning (default) | Only for |", "|---|---|---|"]
    for (meaning, scope), group in groupby(
        options, key=lambda option: (option.meaning, option.scope)
    ):
        same = list(group)
        names = ", ".join(f"`{option.name}`" for option in same)
        texts = [option.default for option in same]
        if len(set(texts)) == 1:
            texts = texts[:1]
        defaults = ["none" if text is None else f"`{text}`" for text in texts]
        shown = "" if texts == [None] else f" ({', '.join(defaults)})"
        only = f" {scope} |".replace("  |", " |") if is_scoped else ""
        lines.append(f"| {names} | {meaning}{shown} |{only}")
    return "\n".join(lines) + "\n"


def _snake(name: str) -> str:
    return re.sub(r"([A-Z])", lambda match: "_" + match.group().lower(), name)


def choice(*values: str) -> Kind:
    """Accept one of these values, in any case."""
    spelled = {value.lower(): value for value in values}

    def read(text: str) -> str:
        value = spelled.get(text.strip().lower())
        if value is None:
            raise ValueError
        return value

    return Kind(", ".join(values), read)


def number(low: int, high: int | None = None) -> Kind:
    """Return the kind of whole numbers from `low` to `high`, inclusive; None for no upper bound."""
    allowed = f"numbers above {low - 1}" if high is None else f"{low} to {high}"

    def read(text: str) -> int:
        value = _whole_number(text)
        if value < low or (high is not None and value > high):
            raise ValueError
        return value

    return Kind(allowed, read)


def size(*, least: int = 1, most: int | None = None) -> Kind:
    """Return the kind of a number of bytes, with a unit or without."""
    allowed = f"bytes above {least - 1}" + ("" if most is None else f" and up to {most}")

    def read(text: str) -> int:
        match = _SIZE.fullmatch(text.strip())
        if match is None:
            raise ValueError
        value = int(match[1]) * _UNITS[match[2].lower()]
        if value < least or (most is not None and value > most):
            raise ValueError
        return value

    return Kind(f"{allowed}, as 4096 or 64m", read)


def json_of(allowed: str, read: Callable[[Any], Any]) -> Kind:
    """Return the kind of JSON values that `read` checks; it raises ValueError."""

    def parse(text: str) -> Any:
        try:
            form = json.loads(text)
        except (ValueError, RecursionError):
            raise ValueError("it is not valid JSON") from None
        return read(form)

    return Kind(allowed, parse)


def _whole_number(text: str) -> int:
    if not _NUMBER.fullmatch(text.strip()):
        raise ValueError
    return int(text)


def _flag(text: str) -> bool:
    value = {"true": True, "false": False}.get(text.strip().lower())
    if value is None:
        raise ValueError
    return value


TEXT: Final = Kind("any text", str)
FLAG: Final = Kind("true, false", _flag)
WHOLE_NUMBER: Final = Kind("a whole number", _whole_number)
POSITIVE: Final = number(1)
