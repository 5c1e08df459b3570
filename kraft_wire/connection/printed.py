"""An exchange as lines of text: the request, below it the response. Secrets are hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kraft_wire.secrets import short_repr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_wire.error_codes import ErrorCode
    from kraft_wire.message import Message

__all__ = ["PrintedExchange", "printed_host"]


class PrintedExchange(NamedTuple):
    """The printed fields of an exchange; None if a field was not seen or cannot be read."""

    connection: int
    client: tuple[str, int]
    server: tuple[str, int]
    name: str
    version: int
    """Below zero if it is unknown."""
    correlation_id: int | None
    client_id: str | None
    request: Message | None
    response: Message | None
    response_bytes: int | None
    """None if there was no response."""
    latency_ms: float | None
    errors: Mapping[ErrorCode, int]
    expects_response: bool = True
    is_request_seen: bool = True
    reasons: tuple[str, ...] = ()
    """Why a message cannot be shown; each begins with "request" or "response"."""

    def lines(self, after_s: float) -> list[str]:
        """Return the lines; `after_s` is the time since the first exchange that is shown."""
        version = f" {self.version}" if self.version >= 0 else ""
        client = "" if self.client_id is None else f" client {self.client_id!r}"
        number = "" if self.correlation_id is None else f" id {self.correlation_id}"
        hosts = f"{printed_host(self.client)} > {printed_host(self.server)}"
        api = f"{self.name}{version}{number}{client}"
        lines = [f"{after_s:.6f} #{self.connection} {hosts} {api}"]
        if self.request is not None:
            lines.append(f"    {short_repr(self.request)}")
        if not self.is_request_seen:
            lines.append("    request: it was not seen")
        lines += self._reasons("request")
        if self.response_bytes is None:
            return [*lines, "  < none" if self.expects_response else "  < none is expected"]
        latency = "" if self.latency_ms is None else f" {self.latency_ms:.3f} ms"
        errors = "".join(
            f" {code.name}" + (f" x {count}" if count > 1 else "")
            for code, count in sorted(self.errors.items())
        )
        noun = "byte" if self.response_bytes == 1 else "bytes"
        lines.append(f"  <{latency} {self.response_bytes:,} {noun}{errors}")
        if self.response is not None:
            lines.append(f"    {short_repr(self.response)}")
        return [*lines, *self._reasons("response")]

    def _reasons(self, what: str) -> list[str]:
        return [f"    {reason}" for reason in self.reasons if reason.startswith(what)]


def printed_host(host: tuple[str, int]) -> str:
    """Return HOST:PORT, with brackets around an IPv6 address."""
    address = f"[{host[0]}]" if ":" in host[0] else host[0]
    return f"{address}:{host[1]}"
