"""The file of `--command-config`: the keys of Kafka's Admin client that mean something here.

`client.id`, `request.timeout.ms`, `default.api.timeout.ms`, and those of TLS and SASL
(`kraft_core.security`). Other keys say nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.admin.errors import CommandConfigError
from kraft_core.client.security import read_security
from kraft_core.client.settings import Settings
from kraft_core.node.errors import ConfigurationError
from kraft_core.node.properties import Properties

if TYPE_CHECKING:
    import os
    import ssl

_OF_SECURITY: Final = ("security.protocol", "ssl.", "sasl.")


class CommandConfig(NamedTuple):
    """How the client of a command behaves, and its TLS context if it speaks TLS."""

    settings: Settings
    tls: ssl.SSLContext | None = None


def read_command_config(path: str | os.PathLike[str]) -> Properties:
    """Read such a file; raises CommandConfigError."""
    try:
        return Properties.load(path)
    except ConfigurationError as error:
        raise CommandConfigError(str(error)) from None


def command_config(properties: Properties) -> CommandConfig:
    """What the file says; raises CommandConfigError, SecurityConfigError."""
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
