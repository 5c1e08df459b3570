"""The file of `--command-config`: the keys of Kafka's Admin client that mean something here.

`client.id`, `request.timeout.ms` and `default.api.timeout.ms` are taken. Keys that promise security
which is not given yet are refused, never ignored. Other keys say nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.admin.errors import CommandConfigError
from kraft_core.client.settings import Settings
from kraft_core.node.errors import ConfigurationError
from kraft_core.node.properties import Properties

if TYPE_CHECKING:
    import os

PROTOCOL: Final = "security.protocol"


def read_command_config(path: str | os.PathLike[str]) -> Properties:
    """Read such a file; raises CommandConfigError."""
    try:
        return Properties.load(path)
    except ConfigurationError as error:
        raise CommandConfigError(str(error)) from None


def settings_of(properties: Properties) -> Settings:
    """How the client shall behave; raises CommandConfigError."""
    protocol = (properties.text(PROTOCOL) or "PLAINTEXT").upper()
    if protocol != "PLAINTEXT":
        raise CommandConfigError(
            f"{PROTOCOL}={protocol}: these commands cannot speak it yet, PLAINTEXT alone."
        )
    default = Settings()
    try:
        return Settings(
            client_id=properties.text("client.id") or default.client_id,
            request_timeout_s=_seconds(properties, "request.timeout.ms", default.request_timeout_s),
            patience_s=_seconds(properties, "default.api.timeout.ms", default.patience_s),
        )
    except ConfigurationError as error:
        raise CommandConfigError(str(error)) from None


def _seconds(properties: Properties, key: str, default_s: float) -> float:
    return properties.integer(key, int(default_s * 1000)) / 1000
