"""`KafkaProxy`: the rules of a mock cluster in front of a cluster that runs.

with KafkaProxy("localhost:9092") as proxy:
    proxy.on("Produce", topic="orders").times(1).error("NOT_LEADER_OR_FOLLOWER")
    run_the_program(proxy.bootstrap_servers)
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

from kraft_core.config.errors import ConfigurationError
from kraft_core.config.process_keys import parse_address
from kraft_core.testing.proxying import Proxied, Proxying
from kraft_core.testing.recording import of_proxy
from kraft_core.testing.security import Secured, Security, SecurityChoiceError
from kraft_wire.connection.printed import printed_host
from kraft_wire.messages import kafka_messages
from kraft_wire.registry import near_name

if TYPE_CHECKING:
    import asyncio
    import ssl
    from collections.abc import Coroutine, Iterator, Mapping
    from pathlib import Path

    from kraft_core.testing.recording import RecordedExchange
    from kraft_wire.schema import VersionRange

__all__ = ["KafkaProxy", "KafkaProxyError"]

PORT_MAX: Final = 65_535
LOOPBACK: Final = "127.0.0.1"


class KafkaProxyError(AssertionError):
    """The proxy could not do what a test or a client requested."""


class KafkaProxy(Secured[Proxied]):
    """A proxy in front of a cluster, from its construction to `close`.

    `upstream` has bootstrap addresses of the cluster, HOST:PORT[,HOST:PORT...]. Each address that a
    response names gets a listener on `host`, which clients see in its place: on free ports, or from
    `port` on. `versions` narrows what clients are offered, `{"Fetch": (4, 11)}`; None leaves an API
    out. `upstream_tls` encrypts the connections to the cluster, `security` and `sasl` are how
    clients connect: `security="SASL_SSL", sasl={"PLAIN": {"user": "password"}}`. `close` writes the
    last requests and responses to the file `record`, for `kraft wire trace`.
    """

    _error = KafkaProxyError

    def __init__(
        self,
        upstream: str,
        *,
        versions: Mapping[str, VersionRange | None] | None = None,
        host: str = LOOPBACK,
        port: int = 0,
        upstream_tls: ssl.SSLContext | None = None,
        record: str | Path | None = None,
        security: str = "PLAINTEXT",
        sasl: Mapping[str, Any] | None = None,
    ) -> None:
        if not 0 <= port <= PORT_MAX:
            raise KafkaProxyError(f"port {port}: expected 0 to {PORT_MAX}")
        addresses, caps = _addresses(upstream), _caps(versions or {})
        try:
            made = Security(security, sasl, host)
        except SecurityChoiceError as error:
            raise KafkaProxyError(str(error)) from None
        with ExitStack() as failed:
            failed.callback(made.close)
            super().__init__(made, record)
            failed.callback(self._loop.close)
            self._proxying = Proxying(
                self._rules,
                caps,
                self._notify,
                host=host,
                port=port,
                upstream_tls=upstream_tls,
                security=made,
            )
            failed.callback(self._proxying.close_unserved)
            try:
                bound = [self._proxying.bind(each) for each in addresses]
            except (OSError, OverflowError) as error:
                raise KafkaProxyError(f"Cannot listen on {host}:{port}: {error}") from None
            failed.pop_all()
        self._bootstrap = ",".join(map(printed_host, bound))
        self._thread.start()

    @property
    def bootstrap_servers(self) -> str:
        """The proxy's addresses for `upstream`, as clients are configured."""
        return self._bootstrap

    @property
    def faults(self) -> list[str]:
        """Sentences about connections that failed, and what could not pass."""
        return list(self._proxying.faults)

    def addresses(self) -> dict[tuple[str, int], tuple[str, int]]:
        """Return the address of the proxy for each of the cluster that is known so far."""
        return self._call(lambda: dict(self._proxying.addresses))

    def _failures(self) -> list[str]:
        """Return what ended a connection by mistake of the proxy or of a rule's function."""
        return list(self._proxying.failures)

    def _requests(self) -> list[Proxied]:
        return list(self._proxying.requests)

    def _exchanges(self) -> Iterator[RecordedExchange]:
        for each in self._proxying.requests:
            yield of_proxy(each, self._proxying.addresses[each.server])

    def _serve(self, end: asyncio.Event) -> Coroutine[Any, Any, None]:
        return self._proxying.run(end)

    def _pulse(self) -> None:
        self._proxying.pulse()


def _addresses(text: str) -> list[tuple[str, int]]:
    try:
        found = [parse_address("upstream", each.strip()) for each in text.split(",")]
    except ConfigurationError as error:
        raise KafkaProxyError(str(error)) from None
    return list(dict.fromkeys(found))


def _caps(versions: Mapping[str, VersionRange | None]) -> dict[int, VersionRange | None]:
    messages = kafka_messages()
    apis = [each.removesuffix("Request") for each in messages.entries if each.endswith("Request")]
    found: dict[int, VersionRange | None] = {}
    for api, wanted in versions.items():
        entry = messages.entries.get(f"{api}Request")
        if entry is None or entry.api_key is None:
            near = near_name(api, apis)
            meant = f"; did you mean {near}?" if near else ""
            raise KafkaProxyError(f"no API is called {api!r}{meant}")
        if wanted is not None and not entry.lowest <= wanted[0] <= wanted[1] <= entry.highest:
            known = f"{entry.lowest} to {entry.highest}"
            raise KafkaProxyError(f"{api} has versions {known}, not {wanted[0]} to {wanted[1]}")
        found[entry.api_key] = wanted
    return found
