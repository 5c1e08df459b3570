"""Listeners: `NAME://HOST:PORT` entries, who may use which, and what a node tells of itself.

After Kafka's SocketServerConfigs and KafkaConfig.effectiveAdvertisedControllerListeners. Names are
kept in upper case. A host that is empty or 0.0.0.0 listens everywhere and can be advertised as
little as that of nobody: then the node's entry in controller.quorum.voters is told, else the name
of the machine.
"""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from kraft_core.node.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kraft_core.node.properties import Properties

_ENTRY: Final = re.compile(r"(.*)://\[?([0-9a-zA-Z\-%._:]*)\]?:(-?[0-9]+)")
_HOST_AND_PORT: Final = re.compile(
    r"(?:[a-zA-Z0-9+.-]*://)?(?:\[([0-9a-fA-F:%._a-zA-Z-]+)\]|([0-9a-zA-Z\-%._]+)):([0-9]+)"
)
_EVERYWHERE: Final = frozenset({"", "0.0.0.0"})  # noqa: S104 - told apart, not bound
_PORT_MAX: Final = 65_535

PLAINTEXT: Final = "PLAINTEXT"
PROTOCOLS: Final = (PLAINTEXT, "SSL", "SASL_PLAINTEXT", "SASL_SSL")


@dataclass(frozen=True, slots=True)
class Listener:
    """A name and an address; port 0 is any that is free. The host "" is everywhere."""

    name: str
    host: str
    port: int

    @property
    def is_everywhere(self) -> bool:
        """Whether it listens on every address of the machine."""
        return self.host in _EVERYWHERE

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.name}://{host}:{self.port}"


def parse_listeners(key: str, entries: Iterable[str]) -> tuple[Listener, ...]:
    """Read the entries of `listeners` or `advertised.listeners`."""
    found = []
    for entry in entries:
        match = _ENTRY.fullmatch(entry)
        if match is None or not match[1] or not 0 <= int(match[3]) <= _PORT_MAX:
            raise ConfigurationError(f"{key}: {entry!r} is no NAME://HOST:PORT.")
        found.append(Listener(match[1].strip().upper(), match[2], int(match[3])))
    names = [listener.name for listener in found]
    if len(set(names)) < len(names):
        raise ConfigurationError(f"{key}: each listener must have a name of its own.")
    ports = [listener.port for listener in found if listener.port]
    if key == "listeners" and len(set(ports)) < len(ports):
        raise ConfigurationError(f"{key}: each listener must have a port of its own.")
    return tuple(found)


def parse_address(key: str, entry: str) -> tuple[str, int]:
    """Read HOST:PORT, with an IPv6 host in brackets."""
    match = _HOST_AND_PORT.fullmatch(entry)
    if match is None or int(match[3]) > _PORT_MAX:
        raise ConfigurationError(f"{key}: {entry!r} is no HOST:PORT.")
    return match[1] or match[2], int(match[3])


def parse_voters(key: str, entries: Iterable[str]) -> dict[int, tuple[str, int]]:
    """Read `ID@HOST:PORT` entries of controller.quorum.voters, by id."""
    found: dict[int, tuple[str, int]] = {}
    for entry in entries:
        voter_id, at, address = entry.partition("@")
        if not at or "@" in address or not (voter_id.isascii() and voter_id.isdigit()):
            raise ConfigurationError(f"{key}: {entry!r} is no ID@HOST:PORT.")
        if int(voter_id) in found:
            raise ConfigurationError(f"{key}: voter {int(voter_id)} stands there twice.")
        found[int(voter_id)] = parse_address(key, address)
    return found


def security_protocols(
    properties: Properties, listeners: Sequence[Listener], controller_names: Sequence[str]
) -> dict[str, str]:
    """The security protocol of each listener name (effectiveListenerSecurityProtocolMap).

    Without listener.security.protocol.map a listener has the protocol of its name, and controller
    listeners are PLAINTEXT as long as no listener is named after another protocol.
    """
    key = "listener.security.protocol.map"
    if key in properties:
        found = {}
        for entry in properties.list(key):
            name, colon, protocol = entry.rpartition(":")
            if not colon or protocol.strip().upper() not in PROTOCOLS:
                raise ConfigurationError(f"{key}: {entry!r} is no NAME:PROTOCOL.")
            found[name.strip().upper()] = protocol.strip().upper()
        return found
    found = {protocol: protocol for protocol in PROTOCOLS}
    named = {listener.name for listener in listeners} | set(controller_names)
    if not named & set(PROTOCOLS[1:]):
        found |= dict.fromkeys(controller_names, PLAINTEXT)
    return found


def advertised_listeners(
    controller_names: Sequence[str],
    listeners: Sequence[Listener],
    advertised: Sequence[Listener],
    own_voter: tuple[str, int] | None,
) -> tuple[Listener, ...]:
    """What a node tells of its controller listeners, the default one first; the host may be "".

    `own_voter` is the node's own entry in controller.quorum.voters, if there is one.
    """
    told = {listener.name: listener for listener in advertised}
    bound = {listener.name: listener for listener in listeners}
    found = []
    for place, name in enumerate(controller_names):
        listener = told.get(name) or bound.get(name)
        if listener is None:
            continue
        if name not in told and listener.is_everywhere:
            host, port = own_voter if own_voter and not place else ("", listener.port)
            listener = Listener(name, host, port)
        found.append(listener)
    return tuple(found)


def resolved(listener: Listener, bound_port: int) -> Listener:
    """The listener with a host and a port that others can use."""
    host = listener.host or socket.getfqdn()
    return replace(listener, host=host, port=listener.port or bound_port)
