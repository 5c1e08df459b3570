"""One kind of glob for paths and names: `*`, `?`, `[ab]`, `[!a]`, `[^a]`, `{a,b}`, as in Hadoop."""

from __future__ import annotations

import fnmatch
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPECIAL: Final = re.compile(r"[*?\[{]")
_BRACES: Final = re.compile(r"\{([^{}]*)\}")
_ALTERNATIVES_MAX: Final = 10_000
"""So many patterns may braces stand for."""


class GlobError(ValueError):
    """A pattern whose braces stand for too many patterns."""


def is_glob(text: str) -> bool:
    """Whether a path or a part of one is a pattern."""
    return _SPECIAL.search(text) is not None


def without_braces(pattern: str) -> list[str]:
    """The patterns that `{a,b}` stands for, in order; braces may be nested. Raises GlobError."""
    found: list[str] = []
    for one in _expanded(pattern):
        if len(found) == _ALTERNATIVES_MAX:
            raise GlobError(f"{pattern!r} stands for more than {_ALTERNATIVES_MAX} patterns")
        found.append(one)
    return found


def fits(name: str, pattern: str) -> bool:
    """Whether a name, or a part of a path, is what a pattern says."""
    return any(one.fullmatch(name) for one in _compiled(pattern))


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(fnmatch.translate(one.replace("[^", "[!"))) for one in without_braces(pattern)
    )


def _expanded(pattern: str) -> Iterator[str]:
    match = _BRACES.search(pattern)
    if match is None:
        yield pattern
        return
    for one in match[1].split(","):
        yield from _expanded(pattern[: match.start()] + one + pattern[match.end() :])
