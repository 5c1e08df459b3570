"""Who a process is: roles, ids, listeners, quorum, directories. What `storage` and `start` share.

After the part of Kafka's KafkaConfig.validateValues that KRaft adds. Nothing here is about what
this project can run: a broker's file is understood, so that its directories can be formatted.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kraft_core.node.errors import ConfigurationError
from kraft_core.node.listeners import (
    Listener,
    advertised_listeners,
    parse_address,
    parse_listeners,
    parse_voters,
)
from kraft_core.node.properties import INT_MAX

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.node.properties import Properties

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

    `listeners` are all of them; `advertised` those that a controller tells of, with the host "" for
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
        """Whether it has the controller role."""
        return CONTROLLER in self.roles

    @property
    def directories(self) -> tuple[str, ...]:
        """Every directory of the process, sorted as Kafka's tools list them."""
        return tuple(sorted({*self.log_dirs, self.metadata_log_dir}))


def read_process(properties: Properties) -> ProcessConfiguration:
    """Read and check what makes a process; raises ConfigurationError."""
    roles = _roles(properties)
    node_id = _node_id(properties)
    listeners = parse_listeners("listeners", properties.list("listeners") or _DEFAULT_LISTENERS)
    controller_names = tuple(
        dict.fromkeys(name.upper() for name in properties.list(CONTROLLER_NAMES))
    )
    key = "advertised.listeners"
    told = parse_listeners(key, properties.list(key))
    static_voters = parse_voters(VOTERS, properties.list(VOTERS))
    servers = properties.list(BOOTSTRAP_SERVERS)
    log_dirs = properties.list("log.dirs") or properties.list("log.dir") or (_DEFAULT_LOG_DIR,)
    found = ProcessConfiguration(
        roles=roles,
        node_id=node_id,
        listeners=listeners,
        controller_names=controller_names,
        advertised=advertised_listeners(
            controller_names, listeners, told, static_voters.get(node_id)
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
            f"{ROLES}: {unknown[0]!r} is no role; there are {BROKER} and {CONTROLLER}."
        )
    if not roles:
        raise ConfigurationError(
            f"{ROLES} is missing: this file is for a cluster with ZooKeeper, but KRaft is needed."
        )
    return roles


def _node_id(properties: Properties) -> int:
    """`node.id`, or its older name `broker.id`."""
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
    if not found.static_voters and not found.bootstrap_servers:
        raise ConfigurationError(f"One of {BOOTSTRAP_SERVERS} and {VOTERS} must be set.")
    if not found.controller_names:
        raise ConfigurationError(f"{CONTROLLER_NAMES} is missing.")
    if any(listener.host == "0.0.0.0" for listener in found.advertised):  # noqa: S104 - refused
        raise ConfigurationError("advertised.listeners: nobody can connect to 0.0.0.0.")


def _check_controller(found: ProcessConfiguration) -> None:
    if found.static_voters and found.node_id not in found.static_voters:
        raise ConfigurationError(
            f"{VOTERS} does not name node {found.node_id}, which is a controller."
        )
    names = {listener.name for listener in found.listeners}
    for name in found.controller_names:
        if name not in names:
            raise ConfigurationError(
                f"{CONTROLLER_NAMES}: there is no {name} among the listeners of this controller."
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
