"""The configuration of a node: Kafka's keys, their defaults and rules, and what the replica needs.

`read_node` reads every key that this project supports. Security that is configured and not
supported is refused, never ignored. Keys of this project begin with `kraft.`; an unknown one is
refused because it can only be a slip. Any other key without a meaning here is in `unused`, as in
Kafka.

Roles, ids, listeners and directories are read in `config.process_keys`, limits of connections in
`transport.admission`, limits of requests in `transport.limits`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from kraft_core.config.errors import ConfigurationError
from kraft_core.config.process_keys import (
    CONTROLLER,
    ROLES,
    Listener,
    ProcessConfiguration,
    parse_address,
    read_process,
    resolved,
    security_protocols,
)
from kraft_core.config.properties import LONG_MAX, Properties
from kraft_core.node.access import AuthorizerSettings
from kraft_core.node.transport.admission import PlaceLimits
from kraft_core.node.transport.limits import RequestLimits
from kraft_core.node.transport.secure import AuthenticationLimits
from kraft_core.raft.consensus.config import RaftConfig
from kraft_core.raft.consensus.values import Endpoint
from kraft_core.raft.consensus.voters import VoterSet, static_voter
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.storage.settings import SEGMENT_BYTES_MAX, StorageSettings
from kraft_core.raft.topic import KAFKAS_TOPIC, QuorumTopic
from kraft_core.security.errors import SecurityConfigError
from kraft_core.security.listener_keys import SecurityKeys, keys_of_node

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.raft.storage.meta_properties import MetaProperties

_QUORUM: Final = "controller.quorum."
_SEGMENT_BYTES_MIN: Final = 8 << 20
_REFUSED: Final = {
    "config.providers": "values cannot be looked up elsewhere",
}
DEFAULT_RESERVE_BYTES: Final = 64 << 20
_CLUSTER_DEFAULTS: Final = (
    "compression.",
    "controller.quota.",
    "default.replication.factor",
    "delegation.token.",
    "delete.topic.enable",
    "group.",
    "log.",
    "message.",
    "num.partitions",
    "remote.log.",
    "unclean.leader.election.enable",
)
"""Prefix of keys that an active controller looks up in `ControllerSettings.static`."""

CONTROLLER_MODES: Final = ("off", "active")
WITNESS_MODES: Final = ("auto", "true", "false")


QUEUED_MAX_BYTES: Final = 128 << 20
"""The value of `queued.max.request.bytes=-1`; in Kafka this means no limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkLimits:
    """Limits of a node's peers; times in milliseconds, sizes in bytes, as Kafka names them.

    A negative `connections_max_idle_ms` means for ever. `frame_timeout_ms` is how long a frame may
    be unfinished (a second more for each 256 KiB of it), `write_timeout_ms` how long a peer may
    read nothing of what was written to it. `queued_max_bytes` are the bytes of requests that have
    arrived and are not decoded, of all connections together.
    """

    requests: RequestLimits = field(default_factory=RequestLimits)
    places: PlaceLimits = field(default_factory=PlaceLimits)
    authentication: AuthenticationLimits = field(default_factory=AuthenticationLimits)
    connections_max_idle_ms: int = 600_000
    connection_setup_timeout_ms: int = 10_000
    listen_backlog: int = 50
    frame_timeout_ms: int = 10_000
    write_timeout_ms: int = 10_000
    queued_max_bytes: int = QUEUED_MAX_BYTES


@dataclass(frozen=True, slots=True, kw_only=True)
class QuorumTimes:
    """`controller.quorum.*`, in milliseconds and bytes."""

    election_timeout_ms: int = 1000
    fetch_timeout_ms: int = 2000
    election_backoff_max_ms: int = 1000
    request_timeout_ms: int = 2000
    retry_backoff_ms: int = 20
    fetch_max_bytes: int = 1 << 20
    fetch_snapshot_max_bytes: int = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ControllerSettings:
    """Settings of an active controller's periodic tasks; times in milliseconds.

    No NoOp records are written where `max_idle_interval_ms` is 0, nor is anything done by another
    interval of 0. `serves_brokers` is `kraft.controller=active`. `static` has the whole file, by
    key: what it says of topics and brokers are defaults of the cluster.
    """

    serves_brokers: bool = False
    max_idle_interval_ms: int = 500
    min_insync_replicas: int = 1
    session_timeout_ms: int = 9000
    heartbeat_interval_ms: int = 2000
    leader_balance_interval_ms: int = 300_000
    unclean_election_interval_ms: int = 300_000
    token_expiry_check_interval_ms: int = 3_600_000
    static: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeConfiguration:
    """The whole configuration of a node.

    `unused` are keys that mean nothing here, `repeated` those with several values. `identity` is
    who this is where directories are not formatted; else meta.properties says so.
    """

    process: ProcessConfiguration
    times: QuorumTimes = field(default_factory=QuorumTimes)
    replica: ReplicaConfig = field(default_factory=ReplicaConfig)
    storage: StorageSettings = field(default_factory=StorageSettings)
    controller: ControllerSettings = field(default_factory=ControllerSettings)
    limits: NetworkLimits = field(default_factory=NetworkLimits)
    witness: str = "auto"
    fast_failover: bool = True
    parked_fetches_max: int = 10_000
    accepted_loss: str | None = None
    metrics_listener: tuple[str, int] | None = None
    authorizer: AuthorizerSettings | None = None
    watchdog_ms: int = 100
    reserve_bytes: int = DEFAULT_RESERVE_BYTES
    """`kraft.log.reserve.bytes`: with less free a leader accepts no user's records; 0 is off."""
    security: SecurityKeys = field(default_factory=SecurityKeys)
    identity: MetaProperties | None = None
    unused: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()

    @classmethod
    def of(cls, values: Mapping[str, str], topic: QuorumTopic = KAFKAS_TOPIC) -> NodeConfiguration:
        """Read the configuration from keys and values; raises ConfigurationError.

        A quorum for a user's data has its own `topic`, the same at all its nodes.
        """
        found = read_node(Properties(values))
        return replace(found, replica=replace(found.replica, topic=topic))

    @property
    def node_id(self) -> int:
        """Kafka's node.id."""
        return self.process.node_id

    @property
    def topic(self) -> QuorumTopic:
        """The name of the log, on disk and between replicas."""
        return self.replica.topic

    @property
    def bound(self) -> tuple[Listener, ...]:
        """The listeners, the default controller listener first."""
        by_name = {listener.name: listener for listener in self.process.listeners}
        return tuple(by_name[name] for name in self.process.controller_names)

    @property
    def static_voters(self) -> VoterSet:
        """The voters of controller.quorum.voters; empty in a dynamic quorum."""
        listener = self.process.controller_names[0]
        return VoterSet.of(
            [
                static_voter(voter_id, Endpoint(listener, host, port))
                for voter_id, (host, port) in sorted(self.process.static_voters.items())
            ]
        )

    def endpoints(self, bound_ports: Mapping[str, int]) -> tuple[Endpoint, ...]:
        """Return the advertised endpoints for the ports that were bound."""
        endpoints = [resolved(each, bound_ports[each.name]) for each in self.process.advertised]
        return tuple(Endpoint(each.name, each.host, each.port) for each in endpoints)

    def raft(
        self, directory_id: bytes, cluster_id: str, bound_ports: Mapping[str, int]
    ) -> RaftConfig:
        """Return the configuration of the consensus core."""
        times = self.times
        return RaftConfig(
            node_id=self.node_id,
            directory_id=directory_id,
            cluster_id=cluster_id,
            listener=self.process.controller_names[0],
            endpoints=self.endpoints(bound_ports),
            bootstrap_servers=self.process.bootstrap_servers,
            auto_join=self.process.auto_join,
            is_witness=self.witness == "true",
            fast_failover=self.fast_failover,
            election_timeout_ms=times.election_timeout_ms,
            fetch_timeout_ms=times.fetch_timeout_ms,
            election_backoff_max_ms=times.election_backoff_max_ms,
            request_timeout_ms=times.request_timeout_ms,
            retry_backoff_ms=times.retry_backoff_ms,
            fetch_max_bytes=times.fetch_max_bytes,
            fetch_snapshot_max_bytes=times.fetch_snapshot_max_bytes,
            parked_fetches_max=self.parked_fetches_max,
        )


def read_node(properties: Properties) -> NodeConfiguration:
    """Read and check a controller's configuration; raises ConfigurationError."""
    process = read_process(properties)
    if process.roles != {CONTROLLER}:
        raise ConfigurationError(
            f"{ROLES}={','.join(sorted(process.roles))}: this is a controller, and cannot be"
            " a broker."
        )
    found = NodeConfiguration(
        process=process,
        times=_times(properties),
        replica=_replica(properties),
        storage=_storage(properties),
        controller=_controller(properties),
        limits=_limits(properties, process),
        witness=properties.choice("kraft.witness", "auto", WITNESS_MODES),
        fast_failover=properties.flag("kraft.fast.failover.enable", default=True),
        parked_fetches_max=properties.integer("kraft.parked.fetches.max", 10_000),
        accepted_loss=properties.text("kraft.accepted.loss"),
        metrics_listener=_metrics_listener(properties),
        authorizer=AuthorizerSettings.read(properties, process),
        watchdog_ms=properties.integer("kraft.watchdog.ms", 100),
        reserve_bytes=properties.integer("kraft.log.reserve.bytes", DEFAULT_RESERVE_BYTES),
        security=_security(properties, process),
        unused=properties.unused,
        repeated=properties.repeated,
    )
    for key in found.unused:
        if key.startswith("kraft."):
            raise ConfigurationError(f"{key}: unknown key.")
    if not found.controller.serves_brokers:
        return found
    # after the check for unknown keys, since this marks all keys as used
    static = properties.beginning_with("")
    return replace(found, controller=replace(found.controller, static=static))


def _controller(properties: Properties) -> ControllerSettings:
    serves_brokers = properties.choice("kraft.controller", "off", CONTROLLER_MODES) == "active"
    if serves_brokers and properties.text("kraft.witness") == "true":
        raise ConfigurationError("kraft.witness=true: an active controller cannot be a witness.")
    found = ControllerSettings(
        serves_brokers=serves_brokers,
        max_idle_interval_ms=properties.integer("metadata.max.idle.interval.ms", 500),
        min_insync_replicas=properties.integer("min.insync.replicas", 1, 1),
    )
    if not serves_brokers:
        return found
    for key in ("create.topic.policy.class.name", "alter.config.policy.class.name"):
        if properties.text(key):
            raise ConfigurationError(f"{key} is set, but Java classes cannot be run.")
    properties.beginning_with(*_CLUSTER_DEFAULTS)
    balances = properties.flag("auto.leader.rebalance.enable", default=True)
    balance_s = properties.integer("leader.imbalance.check.interval.seconds", 300, 1)
    return replace(
        found,
        session_timeout_ms=properties.integer("broker.session.timeout.ms", 9000, 1),
        heartbeat_interval_ms=properties.integer("broker.heartbeat.interval.ms", 2000, 1),
        leader_balance_interval_ms=balance_s * 1000 if balances else 0,
        unclean_election_interval_ms=properties.integer(
            "unclean.leader.election.interval.ms", 300_000, 1, LONG_MAX
        ),
        token_expiry_check_interval_ms=properties.integer(
            "delegation.token.expiry.check.interval.ms", 3_600_000, 1, LONG_MAX
        ),
    )


def _metrics_listener(properties: Properties) -> tuple[str, int] | None:
    key = "kraft.metrics.listener"
    text = properties.text(key)
    return parse_address(key, text) if text else None


def _security(properties: Properties, process: ProcessConfiguration) -> SecurityKeys:
    protocols = security_protocols(properties, process.listeners, process.controller_names)
    for name in process.controller_names:
        if name not in protocols:
            raise ConfigurationError(f"listener.security.protocol.map: {name} is missing.")
    for key, reason in _REFUSED.items():
        if properties.text(key):
            raise ConfigurationError(f"{key} is set, but {reason}.")
    try:
        return keys_of_node(
            properties.text, {name: protocols[name] for name in process.controller_names}
        )
    except SecurityConfigError as error:
        raise ConfigurationError(str(error)) from None


def _times(properties: Properties) -> QuorumTimes:
    def integer(name: str, default: int, lowest: int = 0) -> int:
        return properties.integer(_QUORUM + name, default, lowest)

    # Kafka takes 0 for each of these; with such a timeout every request of the quorum would time
    # out
    return QuorumTimes(
        election_timeout_ms=integer("election.timeout.ms", 1000, 1),
        fetch_timeout_ms=integer("fetch.timeout.ms", 2000, 2),
        election_backoff_max_ms=integer("election.backoff.max.ms", 1000),
        request_timeout_ms=integer("request.timeout.ms", 2000, 1),
        retry_backoff_ms=integer("retry.backoff.ms", 20, 1),
        fetch_max_bytes=integer("fetch.max.bytes", 1 << 20, 1),
        fetch_snapshot_max_bytes=integer("fetch.snapshot.max.bytes", 1 << 20, 1),
    )


def _replica(properties: Properties) -> ReplicaConfig:
    return ReplicaConfig(
        linger_ms=properties.integer(_QUORUM + "append.linger.ms", 25),
        snapshot_bytes=properties.integer(
            "metadata.log.max.record.bytes.between.snapshots", 20 << 20, 1, LONG_MAX
        ),
        snapshot_interval_ms=properties.integer(
            "metadata.log.max.snapshot.interval.ms", 3_600_000, 0, LONG_MAX
        ),
    )


def _storage(properties: Properties) -> StorageSettings:
    segment_bytes = properties.integer(
        "metadata.log.segment.bytes", 1 << 30, _SEGMENT_BYTES_MIN, SEGMENT_BYTES_MAX
    )
    week_ms = 604_800_000
    return StorageSettings(
        segment_bytes=properties.integer(
            "internal.metadata.log.segment.bytes", segment_bytes, 1, SEGMENT_BYTES_MAX
        ),
        segment_ms=properties.integer("metadata.log.segment.ms", week_ms, 1, LONG_MAX),
        retention_bytes=properties.integer(
            "metadata.max.retention.bytes", 100 << 20, -LONG_MAX, LONG_MAX
        ),
        retention_ms=properties.integer("metadata.max.retention.ms", week_ms, -LONG_MAX, LONG_MAX),
        delete_delay_ms=properties.integer(
            "internal.metadata.delete.delay.millis", 60_000, 0, LONG_MAX
        ),
    )


def _limits(properties: Properties, process: ProcessConfiguration) -> NetworkLimits:
    requests = RequestLimits.read(properties)
    key = "queued.max.request.bytes"
    queued_bytes = properties.integer(key, -1, -LONG_MAX, LONG_MAX)
    if queued_bytes <= 0:
        queued_bytes = max(QUEUED_MAX_BYTES, requests.socket_max_bytes)
    elif queued_bytes < requests.socket_max_bytes:
        raise ConfigurationError(f"{key} must be larger or equal to socket.request.max.bytes.")
    return NetworkLimits(
        requests=requests,
        places=PlaceLimits.read(properties, process.controller_names),
        authentication=AuthenticationLimits.read(properties),
        queued_max_bytes=queued_bytes,
        frame_timeout_ms=properties.integer("kraft.frame.timeout.ms", 10_000, 1),
        write_timeout_ms=properties.integer("kraft.write.timeout.ms", 10_000, 1),
        connections_max_idle_ms=properties.integer(
            "connections.max.idle.ms", 600_000, -LONG_MAX, LONG_MAX
        ),
        connection_setup_timeout_ms=properties.integer(
            "socket.connection.setup.timeout.ms", 10_000, 1, LONG_MAX
        ),
        listen_backlog=properties.integer("socket.listen.backlog.size", 50, 1),
    )
