"""Addresses of nodes: `HOST:PORT`, with IPv6 hosts in brackets, as in Kafka's bootstrap options."""

from __future__ import annotations

from typing import NamedTuple

PORT_MAX = 65535


class Endpoint(NamedTuple):
    """Where a node listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_endpoints(text: str) -> tuple[Endpoint, ...]:
    """Read `HOST:PORT[,HOST:PORT...]`; raises ValueError with one sentence for anything else."""
    found = dict.fromkeys(_parse(part.strip()) for part in text.split(",") if part.strip())
    if not found:
        raise ValueError("no address is given: HOST:PORT[,HOST:PORT...] is expected")
    return tuple(found)


def _parse(text: str) -> Endpoint:
    host, _, port = text.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        raise ValueError(f"{text!r} is no HOST:PORT: an IPv6 host stands in brackets")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) <= PORT_MAX:
        raise ValueError(f"{text!r} is no HOST:PORT")
    return Endpoint(host, int(port))
