"""`kraft wire trace`: requests and responses of a capture of packets."""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import click

from kraft_core.cli.output import echo
from kraft_wire.capture import trace as traced_capture
from kraft_wire.connection import Exchange, error_counts
from kraft_wire.connection.printed import PrintedExchange, printed_host
from kraft_wire.errors import CaptureError, ErrorCode, WireError
from kraft_wire.json_form import to_json
from kraft_wire.registry import near_name
from kraft_wire.secrets import redact_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_wire.capture import Traced, TracedConnection
    from kraft_wire.message import Message
    from kraft_wire.registry import MessageSet

_CHUNK_BYTES: Final = 1 << 16
_ROWS_MAX: Final = 1000
_LATENCIES_MAX: Final = 10_000


@dataclass(frozen=True)
class Shown:
    """An exchange with its messages; None where a message was not seen or is unread."""

    connection: TracedConnection
    exchange: Exchange
    request: Message | None
    response: Message | None
    reasons: tuple[str, ...]
    """Why a message of it cannot be shown."""
    errors: Counter[ErrorCode]

    @property
    def latency_ms(self) -> float | None:
        """Milliseconds between request and response."""
        latency_s = self.exchange.latency_s
        return None if latency_s is None else round(latency_s * 1000, 3)

    @property
    def began_s(self) -> float:
        """The time of the first byte."""
        frame = self.exchange.request or self.exchange.response
        return 0.0 if frame is None else frame.began_s


def print_trace(file: str, conditions: tuple[str, ...], messages: MessageSet, *, form: str) -> bool:
    """Print the exchanges of a capture; return False if it ends inside a packet."""
    conditions_met = [_condition(text, messages) for text in conditions]
    summary = _Summary()
    show = {"text": _Text().show, "json": _show_json, "summary": summary.add}[form]
    fault: WireError | None = None
    try:
        for each in traced_capture(_chunks(file), messages):
            _pass_on(each, conditions_met, show)
    except CaptureError as error:
        fault = error
    if form == "summary":
        echo(*summary.lines())
    if fault is not None:
        echo(f"{file}: {fault}", err=True)
    return fault is None


def _pass_on(
    each: Traced, conditions: list[Callable[[Shown], bool]], show: Callable[[Shown], None]
) -> None:
    if isinstance(each.event, Exchange):
        shown = _shown(each.connection, each.event)
        if all(condition(shown) for condition in conditions):
            show(shown)
        return
    # on standard error: JSON Lines stay readable
    side = each.connection.client if each.event.is_client else each.connection.server
    echo(f"#{each.connection.number} {printed_host(side)}: {each.event.detail}", err=True)


def _opened(file: str) -> Any:
    if file == "-":
        return nullcontext(sys.stdin.buffer)
    return open(file, "rb")  # noqa: PTH123  # the caller closes it


def _chunks(file: str) -> Iterator[bytes]:
    """Read available bytes, as a live capture has few; the caller prints outside of this."""
    try:
        with _opened(file) as source:
            while chunk := source.read1(_CHUNK_BYTES):
                yield chunk
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}") from None


def _shown(connection: TracedConnection, exchange: Exchange) -> Shown:
    reasons: list[str] = []
    request = _read(exchange.request_message, "request", reasons) if exchange.request else None
    response = _read(exchange.response_message, "response", reasons) if exchange.response else None
    errors = Counter[ErrorCode]() if response is None else error_counts(response)
    return Shown(connection, exchange, request, response, tuple(reasons), errors)


def _read(read: Callable[[], Message], what: str, reasons: list[str]) -> Message | None:
    try:
        return read()
    except WireError as error:
        reasons.append(f"{what}: {error}")
        return None


# -- conditions ------------------------------------------------------------------------------------


def _condition(text: str, messages: MessageSet) -> Callable[[Shown], bool]:
    """Read one `--where`; raises BadParameter."""
    name, equals, value = text.partition("=")
    make = _CONDITIONS.get(name.strip())
    if make is None or not equals or not value.strip():
        known = ", ".join(f"{each}=..." for each in _CONDITIONS)
        raise click.BadParameter(f"{text!r} is not one of {known}", param_hint="--where")
    if make is _of_api:
        _check_apis(value, messages)
    return make(value.strip())


_OTHER_NAMES: Final = frozenset({"sasl token", "?"})
"""Names of exchanges without an API name."""


def _check_apis(value: str, messages: MessageSet) -> None:
    """Refuse unknown API names: such a condition would hide every exchange silently."""
    names = [each.removesuffix("Request") for each in messages.entries if each.endswith("Request")]
    known = {each.lower() for each in names} | _OTHER_NAMES
    for each in (piece.strip() for piece in value.split(",")):
        is_key = each.lower().removeprefix("api ").lstrip("-").isdecimal()
        if each.lower() not in known and not is_key:
            near = near_name(each, names)
            meant = "." if near is None else f". Did you mean {near}?"
            raise click.BadParameter(f"{each!r} is not an API{meant}", param_hint="--where")


def _of_api(value: str) -> Callable[[Shown], bool]:
    names = {each.strip().lower() for each in value.split(",")}
    return lambda shown: (
        shown.exchange.name.lower() in names or str(shown.exchange.api_key) in names
    )


def _of_version(value: str) -> Callable[[Shown], bool]:
    version = _whole(value)
    return lambda shown: shown.exchange.api_version == version


def _of_client(value: str) -> Callable[[Shown], bool]:
    return lambda shown: shown.exchange.client_id == value


def _of_connection(value: str) -> Callable[[Shown], bool]:
    number = _whole(value.removeprefix("#"))
    return lambda shown: shown.connection.number == number


def _of_host(value: str) -> Callable[[Shown], bool]:
    def is_met(shown: Shown) -> bool:
        hosts = (shown.connection.client, shown.connection.server)
        return any(value in {each[0], str(each[1]), printed_host(each)} for each in hosts)

    return is_met


def _of_error(value: str) -> Callable[[Shown], bool]:
    if value.lower() == "any":
        return lambda shown: bool(shown.errors)
    if value.lower() == "none":
        return lambda shown: not shown.errors
    names = {code.name: code for code in ErrorCode}
    code = names.get(value.upper().replace("-", "_"))
    if code is None:
        code = ErrorCode(_whole(value))
    return lambda shown: code in shown.errors


def _of_slower(value: str) -> Callable[[Shown], bool]:
    try:
        limit_ms = float(value.removesuffix("ms"))
    except ValueError:
        limit_ms = math.nan
    if math.isnan(limit_ms):
        raise click.BadParameter(f"{value!r} is not a number", param_hint="--where")
    return lambda shown: shown.latency_ms is not None and shown.latency_ms > limit_ms


def _whole(value: str) -> int:
    try:
        return int(value)
    except ValueError:
        text = f"{value!r} is not a number or a known name"
        raise click.BadParameter(text, param_hint="--where") from None


_CONDITIONS: Final = {
    "api": _of_api,
    "version": _of_version,
    "client": _of_client,
    "connection": _of_connection,
    "host": _of_host,
    "error": _of_error,
    "slower": _of_slower,
}


# -- printed output --------------------------------------------------------------------------------


class _Text:
    """A request with its response below; times count from the first one shown."""

    def __init__(self) -> None:
        self._first_s: float | None = None

    def show(self, shown: Shown) -> None:
        exchange, connection = shown.exchange, shown.connection
        if self._first_s is None:
            self._first_s = shown.began_s
        printed = PrintedExchange(
            connection.number,
            connection.client,
            connection.server,
            exchange.name,
            exchange.api_version,
            None if exchange.is_sasl_token else exchange.correlation_id,
            exchange.client_id,
            shown.request,
            shown.response,
            None if exchange.response is None else exchange.response.size,
            shown.latency_ms,
            shown.errors,
            exchange.expects_response,
            exchange.request is not None,
            shown.reasons,
        )
        echo(*printed.lines(shown.began_s - self._first_s))


def _show_json(shown: Shown) -> None:
    exchange, connection = shown.exchange, shown.connection
    is_known = exchange.api_key >= 0
    line = {
        "time": shown.began_s,
        "connection": connection.number,
        "client": printed_host(connection.client),
        "server": printed_host(connection.server),
        "api": exchange.name,
        "apiKey": exchange.api_key if is_known else None,
        "version": exchange.api_version if is_known else None,
        "correlationId": None if exchange.is_sasl_token else exchange.correlation_id,
        "clientId": exchange.client_id,
        "latencyMs": shown.latency_ms,
        "requestBytes": None if exchange.request is None else exchange.request.size,
        "responseBytes": None if exchange.response is None else exchange.response.size,
        "errors": {code.name: count for code, count in shown.errors.items()},
        "request": _form(shown.request, exchange.api_version),
        "response": _form(shown.response, exchange.api_version),
        "unread": list(shown.reasons),
    }
    echo(json.dumps(line))


def _form(message: Message | None, version: int) -> Any:
    if message is None:
        return None
    form: Any = to_json(message, version)
    redact_json(form, message)
    return form


@dataclass
class _Row:
    count: int = 0
    unanswered: int = 0
    request_bytes: int = 0
    response_bytes: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    slowest: float = 0.0


class _Summary:
    """Counts, bytes, latencies and errors by API and version."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, int], _Row] = {}
        self._connections: set[int] = set()

    def add(self, shown: Shown) -> None:
        exchange = shown.exchange
        key = (exchange.name, exchange.api_version)
        if key not in self._rows and len(self._rows) >= _ROWS_MAX:
            key = ("others", -1)
        row = self._rows.setdefault(key, _Row())
        if len(self._connections) < _LATENCIES_MAX:
            self._connections.add(shown.connection.number)
        row.count += 1
        row.unanswered += exchange.response is None and exchange.expects_response
        row.request_bytes += 0 if exchange.request is None else exchange.request.size
        row.response_bytes += 0 if exchange.response is None else exchange.response.size
        row.errors.update({code.name: count for code, count in shown.errors.items()})
        if shown.latency_ms is not None:
            row.slowest = max(row.slowest, shown.latency_ms)
            if len(row.latencies) < _LATENCIES_MAX:
                row.latencies.append(shown.latency_ms)

    def lines(self) -> list[str]:
        titles = [
            "API",
            "VERSION",
            "COUNT",
            "NO ANSWER",
            "MEDIAN MS",
            "MAX MS",
            "OUT",
            "IN",
            "ERRORS",
        ]
        table = [titles]
        for (name, version), row in sorted(self._rows.items()):
            latencies = sorted(row.latencies)
            median = f"{latencies[len(latencies) // 2]:.3f}" if latencies else "-"
            slowest = f"{row.slowest:.3f}" if latencies else "-"
            errors = ", ".join(f"{code} x {count}" for code, count in row.errors.most_common(5))
            numbers = (row.count, row.unanswered, median, slowest)
            sizes = (row.request_bytes, row.response_bytes)
            shown_version = "-" if version < 0 else str(version)
            table.append([name, shown_version, *map(str, numbers), *map(str, sizes), errors or "-"])
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in table
        ]
        return [*lines, f"connections: {len(self._connections)}"]
