"""Values of `sasl.jaas.config`: one login module, its control flag, its options (JaasConfig)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from kraft_core.security.errors import SecurityConfigError

KEY: Final = "sasl.jaas.config"
_FLAGS: Final = frozenset(("required", "requisite", "sufficient", "optional"))
_TOKEN: Final = re.compile(
    r"""\s*(?:"(?P<double>(?:\\.|[^"\\])*)"|'(?P<single>(?:\\.|[^'\\])*)'"""
    r"""|(?P<sign>[=;])|(?P<word>[^\s"'=;]+))""",
    re.DOTALL,
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_NAMED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class LoginModule(NamedTuple):
    """The class of the module and its options."""

    name: str
    options: dict[str, str]

    def __repr__(self) -> str:
        return f"LoginModule({self.name!r}, <{len(self.options)} hidden options>)"


def parse_jaas(text: str) -> LoginModule:
    """Read `CLASS FLAG KEY="VALUE" ...;`. Raises SecurityConfigError, which shows no value."""
    tokens = _tokens(text.strip())
    if tokens.count((";", True)) > 1:
        raise SecurityConfigError(f"{KEY} has several login modules; expected one.")
    if tokens[-1:] != [(";", True)]:
        raise SecurityConfigError(f"{KEY} must end with a semicolon.")
    words, options = tokens[:2], tokens[2:-1]
    if len(words) < 2 or words[0][1] or words[1][0].lower() not in _FLAGS:
        raise SecurityConfigError(
            f"{KEY} must begin with the class of a login module and a control flag (required)."
        )
    return LoginModule(words[0][0], dict(_options(options)))


def _tokens(text: str) -> list[tuple[str, bool]]:
    """Split a JAAS configuration into tokens, each with True if it is punctuation."""
    found = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise SecurityConfigError(f"{KEY} has an unclosed quotation mark.")
        position = match.end()
        quoted = match["double"] if match["single"] is None else match["single"]
        if quoted is None:
            found.append((match["sign"] or match["word"], match["sign"] is not None))
        else:
            found.append((_ESCAPED.sub(lambda one: _NAMED.get(one[1], one[1]), quoted), False))
    return found


def _options(tokens: list[tuple[str, bool]]) -> list[tuple[str, str]]:
    found = []
    for place in range(0, len(tokens), 3):
        key, sign, value = (*tokens[place : place + 3], ("", True), ("", True))[:3]
        if key[1] or sign != ("=", True) or value[1]:
            raise SecurityConfigError(
                f"{KEY}: option {place // 3 + 1} is not of the form KEY=VALUE."
            )
        found.append((key[0], value[0]))
    return found
