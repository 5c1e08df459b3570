"""Identity of a process by its Kafka configuration: listeners, roles, ids, quorum, directories.

- Listeners: `NAME://HOST:PORT` entries, which of them belong to controllers, their security
  protocol, and what a node advertises (Kafka's SocketServerConfigs and
  KafkaConfig.effectiveAdvertisedControllerListeners). Names are in upper case. A host that is
  empty, 0.0.0.0 or :: binds to every address and cannot be advertised; then the node advertises its
  entry in controller.quorum.voters, else the name of the machine.
- The process: the KRaft part of KafkaConfig.validateValues.

`kraft storage`, `kraft metadata-quorum add-controller` and `kraft start` share this, so nothing
here depends on what this project can run: the file of a broker is understood, so that its
directories can be formatted. What a node does with the other keys is in `configuration`; the format
of the file is in `properties`.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kraft_core.config.errors import ConfigurationError
from kraft_core.config.properties import INT_MAX
from kraft_core.net.addresses import is_wildcard
from kraft_core.net.resolver import RESOLVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kraft_core.config.properties import Properties


# -- listeners -------------------------------------------------------------------------------------

_ENTRY: Final = re.compile(r"(.*)://\[?([0-9a-zA-Z\-%._:]*)\]?:(-?[0-9]+)")
_HOST_AND_PORT: Final = re.compile(
    r"(?:[a-zA-Z0-9+.-]*://)?(?:\[([0-9a-fA-F:%._a-zA-Z-]+)\]|([0-9a-zA-Z\-%._]+)):([0-9]+)"
)
_PORT_MAX: Final = 65_535

PLAINTEXT: Final = "PLAINTEXT"
PROTOCOLS: Final = (PLAINTEXT, "SSL", "SASL_PLAINTEXT", "SASL_SSL")


@dataclass(frozen=True, slots=True)
class Listener:
    """A name and an address. Port 0 is any free port; host "" is every address of the machine."""

    name: str
    host: str
    port: int

    @property
    def is_everywhere(self) -> bool:
        """Return True if the listener is bound to every address of the machine."""
        return is_wildcard(self.host)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.name}://{host}:{self.port}"


def parse_listeners(key: str, entries: Iterable[str]) -> tuple[Listener, ...]:
    """Read the entries of `listeners` or `advertised.listeners`."""
    found = []
    for entry in entries:
        match = _ENTRY.fullmatch(entry)
        if match is None or not match[1] or not 0 <= int(match[3]) <= _PORT_MAX:
            raise ConfigurationError(f"{key}: {entry!r} is not a valid NAME://HOST:PORT.")
        found.append(Listener(match[1].strip().upper(), match[2], int(match[3])))
    names = [listener.name for listener in found]
    if len(set(names)) < len(names):
        raise ConfigurationError(f"{key}: each listener must have a different name.")
    ports = [listener.port for listener in found if listener.port]
    if key == "listeners" and len(set(ports)) < len(ports):
        raise ConfigurationError(f"{key}: each listener must have a different port.")
    return tuple(found)


def parse_address(key: str, entry: str) -> tuple[str, int]:
    """Read HOST:PORT, with an IPv6 host in brackets."""
    match = _HOST_AND_PORT.fullmatch(entry)
    if match is None or int(match[3]) > _PORT_MAX:
        raise ConfigurationError(f"{key}: {entry!r} is not a valid HOST:PORT.")
    return match[1] or match[2], int(match[3])


def parse_voters(key: str, entries: Iterable[str]) -> dict[int, tuple[str, int]]:
    """Read `ID@HOST:PORT` entries of controller.quorum.voters, by id."""
    found: dict[int, tuple[str, int]] = {}
    for entry in entries:
        voter_id, at, address = entry.partition("@")
        if not at or "@" in address or not (voter_id.isascii() and voter_id.isdigit()):
            raise ConfigurationError(f"{key}: {entry!r} is not a valid ID@HOST:PORT.")
        if int(voter_id) in found:
            raise ConfigurationError(f"{key}: duplicate voter id {int(voter_id)}.")
        found[int(voter_id)] = parse_address(key, address)
    return found


def security_protocols(
    properties: Properties, listeners: Sequence[Listener], controller_names: Sequence[str]
) -> dict[str, str]:
    """Return the security protocol of each listener name (effectiveListenerSecurityProtocolMap).

    Without listener.security.protocol.map a listener has the protocol of its name, and controller
    listeners are PLAINTEXT as long as no listener is named after another protocol.
    """
    key = "listener.security.protocol.map"
    if key in properties:
        found = {}
        for name, protocol in properties.pairs(key):
            if protocol.upper() not in PROTOCOLS:
                raise ConfigurationError(f"{key}: unknown security protocol {protocol} ({name}).")
            found[name.upper()] = protocol.upper()
        return found
    found = {protocol: protocol for protocol in PROTOCOLS}
    named = {listener.name for listener in listeners} | set(controller_names)
    # a listener named after another protocol means that security is configured by name: then
    # controller listeners need an entry in the map
    if not named & set(PROTOCOLS[1:]):
        found |= dict.fromkeys(controller_names, PLAINTEXT)
    return found


def advertised_listeners(
    controller_names: Sequence[str],
    listeners: Sequence[Listener],
    advertised: Sequence[Listener],
    own_voter: tuple[str, int] | None,
) -> tuple[Listener, ...]:
    """Return the controller listeners that a node advertises, the default first; a host can be "".

    `own_voter` is the node's own entry in controller.quorum.voters, if there is one.
    """
    by_name = {listener.name: listener for listener in advertised}
    bound = {listener.name: listener for listener in listeners}
    found = []
    for place, name in enumerate(controller_names):
        listener = by_name.get(name) or bound.get(name)
        if listener is None:
            continue
        # controller.quorum.voters has the address of the default listener only; for the others
        # `resolved` fills in the name of the machine
        if name not in by_name and listener.is_everywhere:
            host, port = own_voter if own_voter and not place else ("", listener.port)
            listener = Listener(name, host, port)
        found.append(listener)
    return tuple(found)


def resolved(listener: Listener, bound_port: int) -> Listener:
    """Return the listener with a host and a port that others can connect to."""
    host = listener.host or RESOLVER.own_name()
    return replace(listener, host=host, port=listener.port or bound_port)


# -- the process -----------------------------------------------------------------------------------

CONTROLLER: Final = "controller"
BROKER: Final = "broker"
ROLES: Final = "process.roles"
VOTERS: Final = "controller.quorum.voters"
BOOTSTRAP_SERVERS: Final = "controller.quorum.bootstrap.servers"
CONTROLLER_NAMES: Final = "controller.listener.names"
AUTO_JOIN: Final = "controller.quorum.auto.join.enable"
_DEFAULT_LOG_DIR: Final = str(Path(os.sep, "tmp", "kafka-logs"))
"""Kafka's own default of log.dir."""
_DEFAULT_LISTENERS: Final = ("PLAINTEXT://:9092",)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessConfiguration:
    """One process of a cluster. Listener names are in upper case.

    `listeners` are all of them; `advertised` those that a controller reports, with the host "" for
    the name of the machine. `static_voters` are the addresses of controller.quorum.voters by id.
    """

    roles: frozenset[str]
    node_id: int
    listeners: tuple[Listener, ...]
    controller_names: tuple[str, ...]
    advertised: tuple[Listener, ...]
    static_voters: Mapping[int, tuple[str, int]]
    bootstrap_servers: tuple[tuple[str, int], ...]
    log_dirs: tuple[str, ...]
    metadata_log_dir: str
    auto_join: bool

    @property
    def is_controller(self) -> bool:
        """Return True if the process has the controller role."""
        return CONTROLLER in self.roles

    @property
    def directories(self) -> tuple[str, ...]:
        """Every directory of the process, sorted as Kafka's tools list them."""
        return tuple(sorted({*self.log_dirs, self.metadata_log_dir}))


def read_process(properties: Properties) -> ProcessConfiguration:
    """Read and check the keys of a process; raises ConfigurationError."""
    roles = _roles(properties)
    node_id = _node_id(properties)
    listeners = parse_listeners("listeners", properties.list("listeners") or _DEFAULT_LISTENERS)
    controller_names = tuple(
        dict.fromkeys(name.upper() for name in properties.list(CONTROLLER_NAMES))
    )
    key = "advertised.listeners"
    parsed = parse_listeners(key, properties.list(key))
    static_voters = parse_voters(VOTERS, properties.list(VOTERS))
    servers = properties.list(BOOTSTRAP_SERVERS)
    log_dirs = properties.list("log.dirs") or properties.list("log.dir") or (_DEFAULT_LOG_DIR,)
    found = ProcessConfiguration(
        roles=roles,
        node_id=node_id,
        listeners=listeners,
        controller_names=controller_names,
        advertised=advertised_listeners(
            controller_names, listeners, parsed, static_voters.get(node_id)
        ),
        static_voters=static_voters,
        bootstrap_servers=tuple(parse_address(BOOTSTRAP_SERVERS, each) for each in servers),
        log_dirs=tuple(dict.fromkeys(log_dirs)),
        metadata_log_dir=properties.text("metadata.log.dir") or log_dirs[0],
        auto_join=properties.flag(AUTO_JOIN, default=False),
    )
    _check_quorum(found)
    if found.is_controller:
        _check_controller(found)
    else:
        _check_broker(found)
    return found


def _roles(properties: Properties) -> frozenset[str]:
    roles = frozenset(properties.list(ROLES))
    unknown = sorted(roles - {BROKER, CONTROLLER})
    if unknown:
        raise ConfigurationError(
            f"{ROLES}: {unknown[0]!r} is not a valid role; expected {BROKER} or {CONTROLLER}."
        )
    if not roles:
        if "zookeeper.connect" in properties:
            reason = "the file is for ZooKeeper, and kraft supports only KRaft"
        else:
            reason = f"expected {CONTROLLER}, {BROKER} or both"
        raise ConfigurationError(f"{ROLES} is missing: {reason}.")
    return roles


def _node_id(properties: Properties) -> int:
    """Return `node.id`, or its older name `broker.id`."""
    by_key = {
        key: properties.integer(key, -1, 0, INT_MAX)
        for key in ("node.id", "broker.id")
        if key in properties
    }
    if not by_key:
        raise ConfigurationError("node.id is missing.")
    if len(set(by_key.values())) > 1:
        raise ConfigurationError("node.id and broker.id must be the same number.")
    return next(iter(by_key.values()))


def _check_quorum(found: ProcessConfiguration) -> None:
    # KafkaConfig.validateQuorumVotersAndQuorumBootstrapServerForKRaft
    if not found.static_voters and not found.bootstrap_servers:
        raise ConfigurationError(f"One of {BOOTSTRAP_SERVERS} and {VOTERS} must be set.")
    if not found.controller_names:
        raise ConfigurationError(f"{CONTROLLER_NAMES} is missing.")
    for listener in found.advertised:
        if listener.host and listener.is_everywhere:
            raise ConfigurationError(
                f"advertised.listeners: clients cannot connect to {listener.host}."
            )


def _check_controller(found: ProcessConfiguration) -> None:
    # validateControllerQuorumVotersMustContainNodeIdForKRaftController
    if found.static_voters and found.node_id not in found.static_voters:
        raise ConfigurationError(
            f"{VOTERS} does not name node {found.node_id}, which is a controller."
        )
    # validateControllerListenerNamesMustAppearInListenersForKRaftController
    names = {listener.name for listener in found.listeners}
    for name in found.controller_names:
        if name not in names:
            raise ConfigurationError(
                f"{CONTROLLER_NAMES}: {name} is not among the listeners of this controller."
            )
    if found.roles == {CONTROLLER} and names - set(found.controller_names):
        other = min(names - set(found.controller_names))
        raise ConfigurationError(
            f"listeners: {other} is not in {CONTROLLER_NAMES}, but this is only a controller."
        )


def _check_broker(found: ProcessConfiguration) -> None:
    if found.node_id in found.static_voters:
        raise ConfigurationError(f"{VOTERS} names node {found.node_id}, which is only a broker.")
    names = {listener.name for listener in found.listeners}
    for name in found.controller_names:
        if name in names:
            raise ConfigurationError(
                f"listeners: {name} is in {CONTROLLER_NAMES}, but this is only a broker."
            )
    if found.auto_join:
        raise ConfigurationError(f"{AUTO_JOIN} is for controllers.")
