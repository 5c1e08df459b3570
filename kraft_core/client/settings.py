"""Settings of a client: addresses of nodes, times and bounds, pauses between attempts."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from kraft_wire.limits import FRAME_BYTES_MAX

if TYPE_CHECKING:
    from kraft_core.security.sasl_client import Credentials

PORT_MAX = 65535


class Endpoint(NamedTuple):
    """The address of a node."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_endpoints(text: str) -> tuple[Endpoint, ...]:
    """Read `HOST:PORT[,HOST:PORT...]`; raises ValueError with one sentence for anything else."""
    found = dict.fromkeys(_parse(part.strip()) for part in text.split(",") if part.strip())
    if not found:
        raise ValueError("no address given; expected HOST:PORT[,HOST:PORT...]")
    return tuple(found)


def _parse(text: str) -> Endpoint:
    host, _, port = text.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        raise ValueError(f"{text!r} is not a valid HOST:PORT: put an IPv6 address in brackets")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) <= PORT_MAX:
        raise ValueError(f"{text!r} is not a valid HOST:PORT")
    return Endpoint(host, int(port))


MEBIBYTE = 1_048_576


@dataclass(frozen=True, slots=True)
class Settings:
    """Times are seconds.

    `cluster_id`: nodes of another cluster refuse to answer; None is not checked.
    `api_timeout_s`: Kafka's default.api.timeout.ms; how long to look for a leader before
    LeaderNotFoundError.
    `sasl`: credentials for listeners with SASL; None for other listeners.
    `random`: source of jitter and of the order in which nodes are asked.
    """

    client_id: str = "kraft"
    cluster_id: str | None = None
    connect_timeout_s: float = 5.0
    request_timeout_s: float = 5.0
    api_timeout_s: float = 30.0
    backoff_min_s: float = 0.05
    backoff_max_s: float = 1.0
    max_wait_ms: int = 500
    fetch_bytes_max: int = MEBIBYTE
    snapshot_piece_bytes: int = MEBIBYTE
    snapshot_bytes_max: int = 2**31 - 1
    frame_bytes_max: int = FRAME_BYTES_MAX
    sasl: Credentials | None = None
    random: random.Random = field(default_factory=random.Random)
