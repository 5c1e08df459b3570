"""Values of options as every format reads them, and refusals that name the option.

Names are case-insensitive. Nothing heavy is imported here.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SIZE: Final = re.compile(r"(\d+)\s*([kmgt]?)(?:i?b)?", re.IGNORECASE)
_UNITS: Final = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


class OptionError(ValueError):
    """An option that is unknown or has a value that it cannot have."""


def known_options(options: Mapping[str, str], names: Iterable[str], reader: str) -> dict[str, str]:
    """The options by the spelling of `names`; raises OptionError for one that `reader` lacks."""
    by_name = {name.lower(): name for name in names}
    given: dict[str, str] = {}
    for key, value in options.items():
        name = by_name.get(key.lower())
        if name is None:
            listed = ", ".join(by_name.values())
            raise OptionError(f"unknown option {key}; {reader} has {listed}")
        given[name] = str(value)
    return given


def choice_option(name: str, given: Mapping[str, str], allowed: tuple[str, ...]) -> str:
    """One of a list, in any case, the first by default; raises OptionError."""
    value = given.get(name, allowed[0])
    for one in allowed:
        if value.strip().lower() == one.lower():
            return one
    raise OptionError(f"option {name} cannot be {value!r}; allowed: {', '.join(allowed)}")


def flag_option(name: str, given: Mapping[str, str], default: bool) -> bool:
    """True or false; raises OptionError."""
    value = given.get(name)
    if value is None:
        return default
    found = {"true": True, "false": False}.get(value.strip().lower())
    if found is None:
        raise OptionError(f"option {name} cannot be {value!r}; allowed: true, false")
    return found


def size_option(name: str, given: Mapping[str, str], default: int) -> int:
    """A number of bytes above 0, with a unit or without; raises OptionError."""
    if name not in given:
        return default
    match = _SIZE.fullmatch(given[name].strip())
    if match is None or int(match[1]) == 0:
        raise OptionError(f"option {name} cannot be {given[name]!r}; allowed: bytes above 0")
    return int(match[1]) * _UNITS[match[2].lower()]


def whole_number(name: str, given: Mapping[str, str]) -> int | None:
    """A whole number, None if it is not given; raises OptionError."""
    value = given.get(name)
    if value is None:
        return None
    try:
        return int(value)
    except ValueError:
        raise OptionError(f"option {name} cannot be {value!r}; allowed: a whole number") from None


def number_above(name: str, given: Mapping[str, str], lowest: int = 0) -> int | None:
    """A whole number above another one, None if it is not given; raises OptionError."""
    number = whole_number(name, given)
    if number is not None and number <= lowest:
        raise OptionError(f"option {name} cannot be {number}; allowed: numbers above {lowest}")
    return number


def json_option(name: str, text: str) -> Any:
    """A value of JSON; raises OptionError."""
    try:
        return json.loads(text)
    except ValueError:
        raise OptionError(f"option {name} cannot be {text!r}: it is no JSON") from None
