"""Dynamic configs and quotas that a controller applies to itself while it runs.

Follows DynamicBrokerConfig.addReconfigurables for a ControllerServer, and
ClientQuotaMetadataManager: limits of connections of this node's configs, then of those of all
brokers, then of the file; quotas of new connections by address (KIP-612); quotas of requests
(KIP-124). `RECONFIGURED` lists everything that Kafka's controller takes over at run time. What is
not applied here is reported, never refused: the same config can be meant for a broker.
"""

from __future__ import annotations

import logging
import math
import re
from typing import TYPE_CHECKING, Final

from kraft_core.config.errors import ConfigurationError
from kraft_core.config.properties import INT_MAX, Properties
from kraft_core.controller import request_quotas
from kraft_core.metadata import ClusterImage, ReplayError
from kraft_core.node.transport.admission import (
    CREATION_RATE,
    MAX_CONNECTIONS,
    PER_IP,
    PER_IP_OVERRIDES,
    PlaceLimits,
)
from kraft_wire.messages import (
    AbortTransactionRecord,
    BeginTransactionRecord,
    ClientQuotaRecord,
    ConfigRecord,
    EndTransactionRecord,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kraft_core.controller.request_quotas import RequestQuotas
    from kraft_wire.message import Message

_LOG: Final = logging.getLogger("kraft.controller")

APPLIED: Final = "applied"
FILES: Final = "files"
"""Files of certificates are read again; other values come from the file of the node alone."""
NOT_APPLIED: Final = "not applied"

RECONFIGURED: Final[Mapping[str, str]] = {
    PER_IP: APPLIED,
    PER_IP_OVERRIDES: APPLIED,
    MAX_CONNECTIONS: APPLIED,
    CREATION_RATE: APPLIED,
    "num.io.threads": NOT_APPLIED,  # ControllerDynamicThreadPool
    "num.network.threads": NOT_APPLIED,  # DataPlaneAcceptor
    "metric.reporters": NOT_APPLIED,  # DynamicMetricsReporters
    "metrics.jmx.include": NOT_APPLIED,  # KafkaYammerMetrics, JmxReporter
    "metrics.jmx.exclude": NOT_APPLIED,
}
"""By key: whether this node applies a change."""

RECONFIGURED_BY_LISTENER: Final[Mapping[str, str]] = {
    MAX_CONNECTIONS: APPLIED,  # ListenerConnectionQuota
    CREATION_RATE: APPLIED,
    "num.network.threads": NOT_APPLIED,
    # SslChannelBuilder and SaslChannelBuilder: SslConfigs.RECONFIGURABLE_CONFIGS
    "ssl.keystore.type": FILES,
    "ssl.keystore.location": FILES,
    "ssl.keystore.password": FILES,
    "ssl.key.password": FILES,
    "ssl.truststore.type": FILES,
    "ssl.truststore.location": FILES,
    "ssl.truststore.password": FILES,
    "ssl.keystore.certificate.chain": FILES,
    "ssl.keystore.key": FILES,
    "ssl.truststore.certificates": FILES,
}
"""By key without `listener.name.NAME.`."""

IP_RATE: Final = "connection_creation_rate"
_LISTENER_KEY: Final = re.compile(r"listener\.name\.([^.]*)\.(.*)")
_BROKER: Final = 4
"""The type of resource that nodes are in a ConfigRecord."""
_TRANSACTIONS: Final = (BeginTransactionRecord, EndTransactionRecord, AbortTransactionRecord)
_REPORTED_MAX: Final = 1000


class DynamicConfigs:
    """Receives committed records. `look` applies their changes since the last call.

    `static` are the limits of the file, `apply` gets the limits in force and the quotas of new
    connections by host, with None for all others, `requests` those of clients. `on_fault` is called
    when that fails: the limits before stay in force, and applying records continues.
    """

    def __init__(
        self,
        node_id: int,
        static: PlaceLimits,
        listener_names: Iterable[str],
        apply: Callable[[PlaceLimits, Mapping[str | None, int]], None],
        *,
        requests: RequestQuotas,
        on_fault: Callable[[], None],
    ) -> None:
        self._own_name = str(node_id)
        self._static = static
        self._listener_names = tuple(listener_names)
        self._apply = apply
        self._requests = requests
        self._on_fault = on_fault
        self._image = ClusterImage()
        self._is_changed = False
        self._is_loading = False
        self._reported: set[tuple[str, str]] = set()

    def begin_load(self) -> None:
        """Begin to load a snapshot."""
        self._image = ClusterImage()
        self._is_loading = self._is_changed = True

    def end_load(self) -> None:
        """End the load of a snapshot."""
        self._is_loading = False

    def replay(self, message: Message) -> None:
        """Handle a committed record of any kind; those that are not about this node are dropped."""
        if not self._is_relevant(message):
            return
        try:
            self._image.replay_metadata(message)
        except ReplayError as error:
            _LOG.error("A dynamic config cannot be read and is not applied here: %s", error)
            return
        self._is_changed = True

    def _is_relevant(self, message: Message) -> bool:
        if isinstance(message, ConfigRecord):
            is_node = message.resource_type == _BROKER
            return is_node and message.resource_name in {"", self._own_name}
        if isinstance(message, ClientQuotaRecord):
            kinds = {each.entity_type for each in message.entity}
            return "ip" in kinds or message.key == request_quotas.KEY
        return isinstance(message, _TRANSACTIONS)

    def look(self) -> None:
        """Apply changes, unless a transaction or a snapshot is incomplete."""
        if not self._is_changed or self._is_loading or self._image.in_transaction:
            return
        self._is_changed = False
        try:
            self._apply_all()
        except Exception:  # noqa: BLE001 - no error in a config must end a node
            _LOG.exception(
                "The dynamic configs cannot be applied here; the previous values stay in effect"
            )
            self._on_fault()

    def _apply_all(self) -> None:
        configs = self._image.configs
        values = {
            **configs.get((_BROKER, ""), {}),
            **configs.get((_BROKER, self._own_name), {}),
        }
        self._report(values)
        self._apply(self._limits(values), self._ip_rates())
        self._requests.use(
            {
                entity: dict(quotas)
                for entity, quotas in self._image.client_quotas.items()
                if request_quotas.KEY in quotas
            }
        )

    def _limits(self, values: Mapping[str, str]) -> PlaceLimits:
        """Read each limit; the file's value stays in force in place of an invalid one."""
        # the overrides first: only with them a limit of 0 for other addresses is valid
        wanted = sorted(self._keys_of_limits() & values.keys(), key=lambda key: key == PER_IP)
        valid: dict[str, str] = {}
        limits = self._static
        for key in wanted:
            properties = Properties({**valid, key: values[key]})
            try:
                limits = PlaceLimits.read(properties, self._listener_names, self._static)
            except ConfigurationError as error:
                _LOG.error("A dynamic config is not valid and not applied here: %s", error)
            else:
                valid[key] = values[key]
        return limits

    def _keys_of_limits(self) -> set[str]:
        keys = {key for key, how in RECONFIGURED.items() if how is APPLIED}
        for name in self._listener_names:
            keys |= {
                f"listener.name.{name.lower()}.{key}"
                for key, how in RECONFIGURED_BY_LISTENER.items()
                if how is APPLIED
            }
        return keys

    def _ip_rates(self) -> dict[str | None, int]:
        rates: dict[str | None, int] = {}
        for entity, quotas in self._image.client_quotas.items():
            rate = quotas.get(IP_RATE)
            if rate is not None and len(entity) == 1 and entity[0][0] == "ip":
                rates[entity[0][1]] = _whole(rate)
        return rates

    # -- configs that are not applied ---------------------------------------------------------

    def _report(self, values: Mapping[str, str]) -> None:
        """Log each value that Kafka's controller would apply and this one does not."""
        for key, value in values.items():
            how = self._how(key)
            if how == NOT_APPLIED and self._is_new(key, value):
                _LOG.warning("The dynamic config %s is not applied by this node", key)
            elif how == FILES and self._is_new(key, value):
                _LOG.warning(
                    "The dynamic config %s is not applied by this node: it reloaded its stores "
                    "with the keys of its file",
                    key,
                )

    def _how(self, key: str) -> str:
        """Return the treatment of a key; APPLIED for keys that do not concern controllers."""
        match = _LISTENER_KEY.fullmatch(key)
        if match is None:
            return RECONFIGURED.get(key, APPLIED)
        if match[1].upper() not in self._listener_names:
            return APPLIED  # a broker's
        return RECONFIGURED_BY_LISTENER.get(match[2], APPLIED)

    def _is_new(self, key: str, value: str) -> bool:
        """Return True if that was not reported yet; users control their number."""
        if (key, value) in self._reported:
            return False
        if len(self._reported) >= _REPORTED_MAX:
            self._reported.clear()
        self._reported.add((key, value))
        return True


def _whole(rate: float) -> int:
    """Read a quota as ClientQuotaMetadataManager.handleIpQuota does, with Double.toInt.

    NaN is 0 and so no new connection, infinity the largest number. Below 0 nothing is let in.
    """
    return 0 if math.isnan(rate) else int(min(max(rate, 0), INT_MAX))
