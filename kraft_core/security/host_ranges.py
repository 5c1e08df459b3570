"""Hosts of ACLs that are ranges of addresses in CIDR notation (KIP-1276).

Follows CidrUtils of Kafka 4.4.0, which uses SubnetUtils and SubnetUtils6 of Apache Commons Net
3.13 and on InetAddress of Java. Python's `ipaddress` reads other texts: it refuses host bits,
leading zeros, groups of more than four digits and signs before the length, and reads networks
without a length, netmasks and IPv4 addresses inside of IPv6.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import Final, NamedTuple

_IPV4: Final = re.compile(r"(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})", re.ASCII)
_IPV4_RANGE: Final = re.compile(r"([0-9.]*)/(\d{1,2})", re.ASCII)
_PREFIX_LENGTH: Final = re.compile(r"([+-]?)(\d+)")
"""Integer.parseInt takes a sign, and the decimal digits of every script."""

_HEXADECIMAL: Final = re.compile(r"[0-9a-fA-F]+")
_GROUP_MAX: Final = 0xFFFF
_INT_MAX: Final = (1 << 31) - 1
_INT_DIGITS: Final = 10
_CACHED: Final = 1024
"""Addresses of clients that are kept as numbers."""


class RangeError(ValueError):
    """A text that is not a range, in Kafka's words."""


class Address(NamedTuple):
    """An IP address as a number."""

    bits: int
    """32 or 128."""
    number: int


class HostRange(NamedTuple):
    """A range of addresses; both ends are included."""

    bits: int
    first: int
    last: int
    has_named_scope: bool = False
    """True if Kafka would match it only on machines that have that network interface."""

    def has(self, address: Address | None) -> bool:
        """Return True if an address is in the range (SubnetInfo.isInRange); 0.0.0.0 is in none."""
        if address is None or address.bits != self.bits:
            return False
        if self.bits == 32 and not address.number:
            return False
        return self.first <= address.number <= self.last


def parse_range(text: str) -> HostRange:
    """Read a range such as `10.0.0.0/8` or `2001:db8::/32`; raises RangeError."""
    return _parse_ipv6_range(text) if ":" in text else _parse_ipv4_range(text)


@functools.lru_cache(_CACHED)
def parse_address(host: str) -> Address | None:
    """Read an address; a scope (`%2`, `%eth0`) is ignored. None for anything else."""
    match = _IPV4.fullmatch(host)
    if match is not None:
        octets = [int(each) for each in match.groups()]
        return None if max(octets) > 255 else Address(32, int.from_bytes(bytes(octets), "big"))
    return _ipv6(host.partition("%")[0])


def _parse_ipv4_range(text: str) -> HostRange:
    """Parse a range as Kafka's SubnetUtils does."""
    match = _IPV4_RANGE.fullmatch(text)
    octets = None if match is None else _IPV4.fullmatch(match[1])
    if match is None or octets is None:
        raise RangeError(f"Could not parse [{text}]")
    number = 0
    for octet in map(int, octets.groups()):
        number = number << 8 | _in_range(octet, 255)
    return _range(32, number, _in_range(int(match[2]), 32))


def _in_range(value: int, highest: int) -> int:
    if value > highest:
        raise RangeError(f"Value [{value}] not in range [0,{highest}]")
    return value


def _parse_ipv6_range(text: str) -> HostRange:
    """Parse a range as Kafka's SubnetUtils6 does."""
    host, slash, digits = text.partition("/")
    if not slash:
        raise RangeError(f"Could not parse [{text}] - missing prefix length")
    length = _integer(digits)
    if length is None:
        raise RangeError(f"Could not parse [{text}] - invalid prefix length")
    if not 0 <= length <= 128:
        raise RangeError(f"Could not parse [{text}] - prefix length must be between 0 and 128")
    literal = host[1:-1] if len(host) > 2 and host[0] == "[" and host[-1] == "]" else host
    address, percent, scope = literal.partition("%")
    found = _ipv6(address)
    if found is None or (percent and (not scope or found.bits == 32)):
        raise RangeError(f"Could not parse [{host}]")
    if found.bits == 32:
        raise RangeError(f"Could not parse [{host}] - not an IPv6 address")
    # Inet6Address.checkNumericZone; any other scope is the name of a network interface
    digits = scope.lstrip("0") or "0"
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= _INT_DIGITS
    is_number = is_number and int(digits) <= _INT_MAX
    return _range(128, found.number, length, has_named_scope=bool(scope) and not is_number)


def _integer(text: str) -> int | None:
    match = _PREFIX_LENGTH.fullmatch(text)
    # a char of Java is no digit above U+FFFF
    if match is None or max(text) > "\uffff":
        return None
    digits = "".join(str(unicodedata.decimal(digit)) for digit in match[2]).lstrip("0") or "0"
    if len(digits) > _INT_DIGITS or int(digits) > _INT_MAX:
        return None
    return int(match[1] + digits)


def _range(bits: int, number: int, length: int, *, has_named_scope: bool = False) -> HostRange:
    hosts = (1 << (bits - length)) - 1
    return HostRange(bits, number & ~hosts, number | hosts, has_named_scope)


def _ipv6(text: str) -> Address | None:
    """Parse an IPv6 literal as IPAddressUtil.textToNumericFormatV6 does.

    Groups may have leading zeros, and the last 32 bits may be written as IPv4, in at most 15
    characters. An IPv4 address
    inside of IPv6 (`::ffff:10.0.0.1`) is one of IPv4.
    """
    if ":" not in text:
        return None
    before, gap, after = text.partition("::")
    head, tail = _groups(before, is_last=not gap), _groups(after, is_last=True)
    if head is None or tail is None:
        return None
    missing = 8 - len(head) - len(tail)
    if missing < 1 if gap else missing:
        return None
    number = 0
    for group in (*head, *(0,) * missing, *tail):
        number = number << 16 | group
    if number >> 32 == _GROUP_MAX:
        return Address(32, number & 0xFFFFFFFF)
    return Address(128, number)


def _groups(text: str, *, is_last: bool) -> list[int] | None:
    """Return the numbers of 16 bits of a part, None if it is not valid."""
    if not text:
        return []
    groups = text.split(":")
    found = []
    for place, group in enumerate(groups, 1):
        if "." in group and is_last and place == len(groups):
            # without the bound int() gets thousands of digits, and raises ValueError
            address = _IPV4_LITERAL.fullmatch(group) if len(group) <= _IPV4_LENGTH else None
            octets = [] if address is None else [int(each) for each in address.groups()]
            if not octets or max(octets) > 255:
                return None
            found += [octets[0] << 8 | octets[1], octets[2] << 8 | octets[3]]
            continue
        if _HEXADECIMAL.fullmatch(group) is None or int(group, 16) > _GROUP_MAX:
            return None
        found.append(int(group, 16))
    return found


_IPV4_LITERAL: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)\.(\d+)", re.ASCII)
_IPV4_LENGTH: Final = 15
"""IPAddressUtil.textToNumericFormatV4 takes leading zeros, up to this length of the whole."""
