"""The peer of a connection as text in Java's form: its name and its address.

Kafka compares principals and hosts as text, so that one name written in another way is another
principal: `super.users`, ACLs and forwarded requests all hold Java's text. The principal of a TLS
peer is the subject of its certificate (X500Principal.getName, RFC 2253), mapped by rules.
"""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.security import der
from kraft_core.security.errors import AuthenticationError, SecurityConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence


class Principal(NamedTuple):
    """KafkaPrincipal: the caller; for a forwarded request, the broker's client."""

    type: str = "User"
    name: str = "ANONYMOUS"

    def __str__(self) -> str:
        return f"{self.type}:{self.name}"


ANONYMOUS: Final = Principal()
"""A peer without certificate and without SASL (KafkaPrincipal.ANONYMOUS)."""

MAPPING_RULES: Final = "ssl.principal.mapping.rules"
_DEFAULT: Final = "DEFAULT"

_KEYWORDS: Final = {
    "2.5.4.3": "CN",
    "2.5.4.6": "C",
    "2.5.4.7": "L",
    "2.5.4.8": "ST",
    "2.5.4.9": "STREET",
    "2.5.4.10": "O",
    "2.5.4.11": "OU",
    "0.9.2342.19200300.100.1.1": "UID",
    "0.9.2342.19200300.100.1.25": "DC",
}
"""The types that RFC 2253 names; Java writes every other one as OID=#HEX."""

_TEXT_TAGS: Final = frozenset((0x0C, 0x13, 0x14, 0x16, 0x1B, 0x1E))
"""UTF8, Printable, T61, IA5, General and BMP strings (sun.security.x509.AVA.isDerString)."""

_ESCAPED: Final = re.compile(r'[,=+<>#;"\\]')
_VERSION_TAG: Final = 0xA0


def host_text(address: str) -> str:
    """Write an IP address as InetAddress.getHostAddress does, for the hosts of ACLs.

    IPv6 in eight groups without `::`, IPv4 without IPv6 around it; other text stays as it is.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    groups = (int.from_bytes(found.packed[at : at + 2], "big") for at in range(0, 16, 2))
    scope = f"%{found.scope_id}" if found.scope_id else ""
    return ":".join(f"{group:x}" for group in groups) + scope


def subject_name(certificate: bytes) -> str:
    """Write the subject of a certificate in DER as Java does; raises AuthenticationError."""
    try:
        parts = der.read(certificate, tag=der.SEQUENCE).children()[0].children()
        # serial number, signature algorithm, issuer, validity, subject; the version is optional
        subject = parts[5 if parts[0].tag == _VERSION_TAG else 4]
        return distinguished_name(subject.whole)
    except (ValueError, IndexError) as error:
        raise AuthenticationError(f"the subject of the certificate is not valid: {error}") from None


def distinguished_name(name: bytes) -> str:
    """Write an X.501 Name in DER, most specific part first; raises ValueError."""
    parts = der.read(name, tag=der.SEQUENCE).children()
    return ",".join("+".join(map(_attribute, part.children())) for part in reversed(parts))


def _attribute(attribute: der.Value) -> str:
    """Return an attribute as AVA.toRFC2253StringInternal does."""
    kind, value, *rest = attribute.children()
    if rest or kind.tag != der.OID:
        raise ValueError("an attribute is not a type and a value")
    oid = der.oid_text(kind.content)
    keyword = _KEYWORDS.get(oid)
    if keyword is None or value.tag not in _TEXT_TAGS:
        return f"{keyword or oid}=#{value.whole.hex()}"
    # Java reads the bytes of every kind of string as UTF-8, BMPString included
    text = _ESCAPED.sub(r"\\\g<0>", value.content.decode(errors="replace"))
    text = text.replace("\0", "\\00")
    core = text.strip(" \r")
    if not core:
        return f"{keyword}=" + "".join(f"\\{one}" for one in text)
    lead, trail = text.index(core), len(text) - text.index(core) - len(core)
    before = "".join(f"\\{one}" for one in text[:lead])
    after = "".join(f"\\{one}" for one in text[len(text) - trail :])
    return f"{keyword}={before}{core}{after}"


class _Rule(NamedTuple):
    """One rule; without a pattern it is DEFAULT."""

    pattern: re.Pattern[str] | None
    replacement: str = ""
    case: str = ""

    def apply(self, name: str) -> str | None:
        if self.pattern is None:
            return name
        if self.pattern.fullmatch(name) is None:
            return None
        # Java checks that the whole name matches, then replaces every match in it
        mapped = self.pattern.sub(lambda match: _expanded(self.replacement, match), name)
        if self.case == "L":
            return mapped.lower()
        return mapped.upper() if self.case == "U" else mapped


class PrincipalMapper:
    """`ssl.principal.mapping.rules` (SslPrincipalMapper): the first rule that fits decides.

    Raises SecurityConfigError for a rule that Java refuses, and for regular expressions that mean
    something else in Python.
    """

    def __init__(self, rules: str = _DEFAULT) -> None:
        self._rules = _parse_rules(rules)

    def name_of(self, subject: str) -> str:
        """Map the name of a certificate; raises AuthenticationError when no rule fits."""
        for rule in self._rules:
            mapped = rule.apply(subject)
            if mapped is not None:
                return mapped
        raise AuthenticationError(
            f"Failed to map name for '{subject}' based on SSL principal mapping rules."
        )


_RULE: Final = (
    r"(?P<default>DEFAULT)|RULE:(?P<pattern>(?:\\.|[^\\/])*)/(?P<replacement>(?:\\.|[^\\/])*)/"
    r"(?P<case>[LU]?)"
)
_SPLITTER: Final = re.compile(rf"\s*(?:{_RULE})?\s*(?:,|\Z)")


def _parse_rules(text: str) -> Sequence[_Rule]:
    rules = []
    text = text.strip()
    at = 0
    while at < len(text):
        match = _SPLITTER.match(text, at)
        if match is None:
            raise SecurityConfigError(
                f"{MAPPING_RULES}: invalid rule at {text[at : at + 40]!r}; expected DEFAULT or"
                " RULE:PATTERN/REPLACEMENT/[LU]"
            )
        if match["default"]:
            rules.append(_Rule(None))
        elif match["pattern"] is not None:
            pattern = _python_pattern(match["pattern"])
            _check_replacement(match["replacement"], pattern)
            rules.append(_Rule(pattern, match["replacement"], match["case"]))
        at = match.end()
    return rules


_TERMINATORS: Final = r"\n\r\x85\u2028\u2029"
_JAVA_TOKEN: Final = re.compile(
    r"(?P<escape>\\.)|(?P<named>\(\?<(?P<name>[A-Za-z][A-Za-z0-9]*)>)"
    r"|(?P<group>\(\?(?::|=|!|<=|<!|>))|(?P<odd>\(\?.?)|(?P<other>.)",
    re.DOTALL,
)
_SAME_ESCAPES: Final = frozenset("dDsSwWbBtnrf0123456789")


def _python_pattern(java: str) -> re.Pattern[str]:
    """Translate a regular expression of Java; refuse syntax that Python reads differently."""
    parts: list[str] = []
    in_class = False
    for token in _JAVA_TOKEN.finditer(java):
        text = token[0]
        if token["escape"]:
            if text[1].isalnum() and text[1] not in _SAME_ESCAPES:
                raise _unsupported(java, text)
            # a backslash before "0" begins an octal number in Java alone
            if text[1] == "0" or (in_class and text[1] in "123456789bB"):
                raise _unsupported(java, text)
            parts.append(text)
        elif in_class:
            if text == "[" or (text[0] == "(" and len(text) > 1):
                # a nested character class is a union in Java; "(?" are two members of the class
                if text == "[":
                    raise _unsupported(java, text)
                parts.append(re.escape(text))
            elif text == "&" and parts[-1] == "&":
                raise _unsupported(java, "&&")
            else:
                in_class = text != "]"
                parts.append(text)
        elif token["odd"]:
            raise _unsupported(java, text)
        elif token["named"]:
            parts.append(f"(?P<{token['name']}>")
        elif text == ".":
            parts.append(f"[^{_TERMINATORS}]")
        elif text == "$":
            parts.append(rf"(?=(?:\r\n|[{_TERMINATORS}])?\Z)")
        else:
            in_class = text == "["
            parts.append(text)
    try:
        return re.compile("".join(parts), re.ASCII)
    except (re.error, RecursionError, OverflowError) as error:
        raise SecurityConfigError(f"{MAPPING_RULES}: pattern {java!r}: {error}") from None


def _unsupported(java: str, text: str) -> SecurityConfigError:
    return SecurityConfigError(
        f"{MAPPING_RULES}: {text!r} in the pattern {java!r} is not supported"
    )


_REPLACEMENT: Final = re.compile(
    r"\\(?P<literal>.)|\$(?P<number>\d+)|\$\{(?P<name>\w+)\}|(?P<bad>[$\\])"
)


def _check_replacement(replacement: str, pattern: re.Pattern[str]) -> None:
    for token in _REPLACEMENT.finditer(replacement):
        name = token["name"]
        if (
            token["bad"]
            or (name is not None and name not in pattern.groupindex)
            or (token["number"] and not pattern.groups and token["number"][0] != "0")
        ):
            raise SecurityConfigError(
                f"{MAPPING_RULES}: replacement {replacement!r} refers to no group of its pattern"
            )


def _expanded(replacement: str, match: re.Match[str]) -> str:
    """Expand a replacement like Matcher.appendReplacement, after SslPrincipalMapper's escaping."""

    def expanded(token: re.Match[str]) -> str:
        if token["literal"] is not None:
            return token["literal"]
        if token["name"] is not None:
            return match[token["name"]] or ""
        digits = token["number"]
        # the longest number that is a group; a group that does not exist stays as it is written
        used = next(
            (size for size in range(len(digits), 0, -1) if int(digits[:size]) <= match.re.groups),
            0,
        )
        if not used:
            return token[0]
        return (match[int(digits[:used])] or "") + digits[used:]

    return _REPLACEMENT.sub(expanded, replacement)
