"""The directories and the own listener of a node, for `kraft doctor` and `start --check`."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kraft_core.client.settings import Endpoint
    from kraft_core.net.resolver import HostAddress
    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.operations.findings import Finding

_CONNECT_S: Final = 2.0


def examined(configuration: NodeConfiguration) -> list[Finding]:
    """Return what a start would find in the directories, and whether the node runs."""
    from kraft_core.client.settings import Endpoint
    from kraft_core.node.directories import examination_of

    examination = examination_of(configuration)
    listener = configuration.bound[0]
    endpoint = Endpoint(_reached(listener.host), listener.port)
    return examination.findings() + examination.of_listener(
        str(endpoint), lambda: _is_taken(endpoint), lambda: _fault(endpoint, configuration)
    )


def examined_directory(path: str) -> list[Finding]:
    """Return what a start would find in a log directory that no configuration is known of."""
    from kraft_core.operations.examination import Examination
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.raft.storage.log_directory import LogDirectory
    from kraft_core.raft.storage.settings import StorageSettings
    from kraft_core.raft.topic import KAFKAS_TOPIC

    return Examination(
        lambda disk: LogDirectory.open(disk(path)),
        directories=[path],
        path=path,
        topic=KAFKAS_TOPIC,
        settings=StorageSettings(),
        static_voters=VoterSet(),
    ).findings()


def _reached(host: str) -> str:
    """Return a host at which a listener on all addresses can be reached from this machine."""
    return {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104


def _is_taken(endpoint: Endpoint) -> bool:
    if not endpoint.port:
        return False
    from kraft_core.net.resolver import RESOLVER

    try:
        hosts = RESOLVER.resolve_blocking(endpoint.host, _CONNECT_S)
    except OSError:
        return False
    return any(_connects(host, endpoint.port) for host in hosts)


def _connects(host: HostAddress, port: int) -> bool:
    with socket.socket(host.family, socket.SOCK_STREAM) as tried:
        tried.settimeout(_CONNECT_S)
        return tried.connect_ex(host.at(port)) == 0


def _fault(endpoint: Endpoint, configuration: NodeConfiguration) -> str | None:
    """Why a node does not agree on versions with us, by the keys with which it asks others."""
    from kraft_core.client.blocking import BlockingDriver
    from kraft_core.client.errors import ClientError
    from kraft_core.client.session import open_session
    from kraft_core.client.settings import Settings
    from kraft_core.security.client_keys import read_security
    from kraft_core.security.errors import SecurityConfigError
    from kraft_wire.errors import WireError

    if not endpoint.port:
        return "its port is not fixed"
    try:
        security = read_security(configuration.security.client)
    except SecurityConfigError as error:
        return str(error)
    driver = BlockingDriver(security.tls)
    try:
        driver.run(open_session(endpoint, Settings(sasl=security.sasl)))
    except (ClientError, OSError, WireError) as error:
        return str(error)
    finally:
        driver.close()
    return None
