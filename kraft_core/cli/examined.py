"""The directories and the own listener of a node, for `kraft doctor` and `start --check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.client.settings import Endpoint
    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.operations.findings import Finding


def examined(configuration: NodeConfiguration) -> list[Finding]:
    """Return the findings of a start in the directories, and whether the node runs."""
    from kraft_core.client.settings import Endpoint
    from kraft_core.node.directories import examination_of

    examination = examination_of(configuration)
    (host, port), *others = _places(configuration)
    own = Endpoint(_reached(host), port)
    found = [
        *examination.findings(),
        *open_to_users(configuration.process.directories),
        *examination.of_listener(
            str(own), lambda: _bind(host, port), lambda: _fault(own, configuration)
        ),
    ]
    if examination.holder is None:
        for host, port in others:
            found += examination.of_port(str(Endpoint(_reached(host), port)), _bind(host, port))
    return found


def _places(configuration: NodeConfiguration) -> list[tuple[str, int]]:
    """Return the addresses of a start: the controllers' listeners, then that of the metrics."""
    places = [(each.host, each.port) for each in configuration.bound]
    metrics = configuration.metrics_listener
    return places if metrics is None else [*places, metrics]


def _bind(host: str, port: int) -> OSError | None:
    """Bind a port as at node start, accept no connection, and close it. Return any error."""
    import asyncio

    from kraft_core.net.addresses import listening_sockets

    try:
        opened = asyncio.run(listening_sockets(host, port))
    except OSError as error:
        return error
    for each in opened:
        each.close()
    return None


def examined_directory(path: str) -> list[Finding]:
    """Return the findings of a start in a log directory without a known configuration."""
    from kraft_core.operations.examination import Examination
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.raft.storage.log_directory import LogDirectory
    from kraft_core.raft.storage.settings import StorageSettings
    from kraft_core.raft.topic import KAFKAS_TOPIC

    examination = Examination(
        lambda disk: LogDirectory.open(disk(path)),
        directories=[path],
        path=path,
        topic=KAFKAS_TOPIC,
        settings=StorageSettings(),
        static_voters=VoterSet(),
    )
    return [*examination.findings(), *open_to_users([path])]


def open_to_users(paths: Sequence[str]) -> list[Finding]:
    """Return a finding for each directory that users other than its owner can open."""
    from kraft_core.node.directories import wide_directories
    from kraft_core.operations.findings import DirectoryOpenToUsers

    return [
        DirectoryOpenToUsers(path=each.path, mode=f"{each.mode:04o}")
        for each in wide_directories(paths)
    ]


def _reached(host: str) -> str:
    """Return a host for connections from this machine to a listener on all addresses."""
    return {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104


def _fault(endpoint: Endpoint, configuration: NodeConfiguration) -> str | None:
    """Return why a node and kraft share no version, by the keys of its requests."""
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
