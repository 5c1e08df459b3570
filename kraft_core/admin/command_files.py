"""The files that commands read: that of `--command-config`, and that of a new controller.

Of a file of Kafka's Admin client `client.id`, `request.timeout.ms`, `default.api.timeout.ms`, and
the keys of TLS and SASL (`kraft_core.security`) count; other keys say nothing. `add-controller`
reads the file of the new node itself, as that of kafka-metadata-quorum: its id, the directory id in
meta.properties, and the controller listeners as it advertises them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.admin.errors import CommandConfigError
from kraft_core.admin.quorum import VoterEndpoint
from kraft_core.client.security import read_security
from kraft_core.client.settings import Settings
from kraft_core.config.errors import ConfigurationError
from kraft_core.config.process_keys import parse_listeners
from kraft_core.config.properties import Properties
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import StorageError
from kraft_core.raft.storage.meta_properties import read_meta_properties
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    import os
    import ssl

# -- --command-config -----------------------------------------------------------------------------

_OF_SECURITY: Final = ("security.protocol", "ssl.", "sasl.")


class CommandConfig(NamedTuple):
    """Settings of a command's client, and its TLS context if it uses TLS."""

    settings: Settings
    tls: ssl.SSLContext | None = None


def read_command_config(path: str | os.PathLike[str]) -> Properties:
    """Read such a file; raises CommandConfigError."""
    try:
        return Properties.load(path)
    except ConfigurationError as error:
        raise CommandConfigError(str(error)) from None


def command_config(properties: Properties) -> CommandConfig:
    """Read the options of a client; raises CommandConfigError, SecurityConfigError."""
    security = read_security(properties.beginning_with(*_OF_SECURITY))
    default = Settings()
    try:
        settings = Settings(
            client_id=properties.text("client.id") or default.client_id,
            request_timeout_s=_seconds(properties, "request.timeout.ms", default.request_timeout_s),
            api_timeout_s=_seconds(properties, "default.api.timeout.ms", default.api_timeout_s),
            sasl=security.sasl,
        )
    except ConfigurationError as error:
        raise CommandConfigError(str(error)) from None
    return CommandConfig(settings, security.tls)


def _seconds(properties: Properties, key: str, default_s: float) -> float:
    return properties.integer(key, int(default_s * 1000)) / 1000


# -- the file of a new controller -----------------------------------------------------------------

_DOUBT = "Is this a controller's configuration file?"


@dataclass(frozen=True, slots=True)
class NewController:
    """The facts about a new voter that its leader needs."""

    node_id: int
    cluster_id: str
    directory_id: Uuid
    endpoints: tuple[VoterEndpoint, ...]


def read_new_controller(properties: Properties) -> NewController:
    """Read the facts; raises CommandConfigError with one sentence."""
    try:
        node_id = _node_id(properties)
        cluster_id, directory_id = _ids(_directory(properties))
        return NewController(node_id, cluster_id, directory_id, _endpoints(properties))
    except ConfigurationError as error:
        raise CommandConfigError(str(error)) from None


def _node_id(properties: Properties) -> int:
    if "node.id" not in properties:
        raise CommandConfigError(f"node.id is missing. {_DOUBT}")
    node_id = properties.integer("node.id", -1)
    if "controller" not in (properties.text("process.roles") or ""):
        raise CommandConfigError(f"process.roles does not contain controller. {_DOUBT}")
    return node_id


def _directory(properties: Properties) -> str:
    directory = properties.text("metadata.log.dir")
    if directory:
        return directory
    directories = properties.list("log.dirs")
    if not directories:
        raise CommandConfigError(f"neither metadata.log.dir nor log.dirs is set. {_DOUBT}")
    return directories[0]


def _ids(directory: str) -> tuple[str, Uuid]:
    if not Path(directory).is_dir():
        raise CommandConfigError(f"{directory} does not exist: format it first.")
    try:
        meta = read_meta_properties(DiskFolder(directory))
    except (StorageError, OSError) as error:
        raise CommandConfigError(str(error)) from None
    if meta is None:
        raise CommandConfigError(f"{directory} is not formatted: it has no meta.properties.")
    if meta.directory_id is None:
        raise CommandConfigError(f"{directory} has no directory.id in its meta.properties.")
    return meta.cluster_id, Uuid(meta.directory_id)


def _endpoints(properties: Properties) -> tuple[VoterEndpoint, ...]:
    listeners = {
        listener.name: listener
        for key in ("listeners", "advertised.listeners")
        for listener in parse_listeners(key, properties.list(key))
    }
    names = properties.list("controller.listener.names")
    if not names:
        raise CommandConfigError(f"controller.listener.names is missing. {_DOUBT}")
    found = []
    for name in dict.fromkeys(name.upper() for name in names):
        listener = listeners.get(name)
        if listener is None:
            raise CommandConfigError(
                f"{name} of controller.listener.names is not among the listeners."
            )
        found.append(VoterEndpoint(name, listener.host or "localhost", listener.port))
    return tuple(found)
