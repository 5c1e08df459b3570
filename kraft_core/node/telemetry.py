"""Metrics of a node beyond the raft metrics: latencies, connections, requests, rights.

Names of Kafka are used where Kafka has the metric (`kafka.controller`); the others begin with
`kraft_`, and counters end in `_total`. `Telemetry.collect` reads everything when it is scraped, so
that a turn of the event loop pays for an addition at most.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, Final

from kraft_core.net.resolver import LIMIT_RESOLVER, RESOLVER, NameState
from kraft_core.node.access import api_name
from kraft_core.node.transport.admission import Lack, Rank
from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.storage.meta_properties import encode_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from prometheus_client import Metric

    from kraft_core.node.access import Access
    from kraft_core.node.disk_threads import DiskLane
    from kraft_core.node.driver import Driver
    from kraft_core.node.service import Sample
    from kraft_core.node.transport.listeners import Server
    from kraft_core.raft.consensus.core import RaftCore
    from kraft_core.raft.replica import Replica
    from kraft_core.raft.storage.log_directory import LogDirectory
    from kraft_core.security.certificates import Certificate

_STATES: Final = {Rank.NEW: "new", Rank.SERVED: "served", Rank.VOTER: "voter"}


class Telemetry:
    """Metrics of a node that are not metrics of its replica."""

    def __init__(
        self,
        driver: Driver,
        server: Server,
        *,
        core: RaftCore,
        replica: Replica,
        lanes: Sequence[DiskLane[Any]],
        directory: LogDirectory,
        access: Access,
        samples: Callable[[], Iterable[Sample]],
        certificates: Mapping[str, Certificate],
    ) -> None:
        self._driver, self._server = driver, server
        self._core, self._replica, self._lanes = core, replica, lanes
        self._directory = directory
        self._access = access
        self._samples = samples
        self._certificates = certificates
        self._started_s = time.time()

    def collect(self) -> Iterator[Metric]:
        """Return all metrics in the form of prometheus_client."""
        from prometheus_client.core import (  # slow
            CounterMetricFamily,
            GaugeMetricFamily,
            HistogramMetricFamily,
        )

        about = "Seconds of a turn of the event loop: received requests, then tasks that are due."
        seconds = self._driver.turns
        turns = HistogramMetricFamily("kraft_turn_seconds", about)
        turns.add_metric([], seconds.buckets(), seconds.sum)
        yield turns

        about = "Seconds of one write to disk with its sync, by the thread that did it."
        writes = HistogramMetricFamily("kraft_disk_write_seconds", about, labels=["thread"])
        for lane in self._lanes:
            writes.add_metric([lane.name], lane.seconds.buckets(), lane.seconds.sum)
        yield writes

        about = "Requests by API, answered or refused."
        requests = CounterMetricFamily("kraft_requests", about, labels=["api"])
        for api_key, count in sorted(self._driver.requests.items()):
            requests.add_metric([api_name(api_key)], count)
        yield requests

        yield from self._of_connections()
        yield from self._of_replica()
        yield from self._of_rights()
        ends = GaugeMetricFamily(
            "kraft_certificate_expiry_seconds",
            "When the certificate of a listener ends, in seconds since 1970.",
            labels=["listener"],
        )
        for name, certificate in self._certificates.items():
            ends.add_metric([name], certificate.not_after.timestamp())
        yield ends
        about = "Log lines that were dropped because standard error was not read."
        yield CounterMetricFamily("kraft_log_lines_dropped", about, value=_dropped_lines())
        about = "Start time of this node, in seconds since 1970."
        yield GaugeMetricFamily("kraft_start_time_seconds", about, value=self._started_s)
        yield from self._of_service()

    def _of_connections(self) -> Iterator[Metric]:
        from prometheus_client.core import (  # slow
            CounterMetricFamily,
            GaugeMetricFamily,
        )

        about = (
            "Accepted connections: of voters' addresses, served (a request was answered) and new;"
            " of all of these, those that have not authenticated, and are in a TLS handshake."
        )
        connections = GaugeMetricFamily("kraft_connections", about, labels=["state"])
        for rank, state in _STATES.items():
            connections.add_metric([state], self._server.admission.count(rank))
        strangers = self._server.strangers
        connections.add_metric(["unauthenticated"], len(strangers))
        connections.add_metric(["handshake"], strangers.in_handshake)
        yield connections
        about = "Authentications of peers that succeeded or failed."
        proofs = CounterMetricFamily("kraft_authentications", about, labels=["result"])
        proofs.add_metric(["succeeded"], self._server.authentications)
        proofs.add_metric(["failed"], self._server.refusals)
        yield proofs
        about = "Connections that this node closed, by reason."
        closed = CounterMetricFamily("kraft_connections_closed", about, labels=["reason"])
        for reason in (*Lack, "fault", "authentication"):
            closed.add_metric([reason], self._server.closed[reason])
        yield closed
        about = "Connections that wait at the listeners to be accepted."
        yield GaugeMetricFamily("kraft_connections_unaccepted", about, self._server.unaccepted)
        about = "Host names by state; names in state looking or failed have no address."
        names = GaugeMetricFamily("kraft_names", about, labels=["state"])
        resolvers = (RESOLVER, LIMIT_RESOLVER)
        counts = [each.counts() for each in resolvers]
        for known in NameState:
            names.add_metric([known.value], sum(each.get(known, 0) for each in counts))
        yield names
        about = "Look-ups of host names by result."
        lookups = CounterMetricFamily("kraft_name_lookups", about, labels=["result"])
        for result in ("found", "failed"):
            lookups.add_metric([result], sum(each.results[result] for each in resolvers))
        yield lookups
        about = "Bytes of requests that have arrived and are not decoded."
        yield GaugeMetricFamily("kraft_queued_request_bytes", about, self._server.memory.bytes)

    def _of_replica(self) -> Iterator[Metric]:
        from prometheus_client.core import GaugeMetricFamily  # slow

        replica, core = self._replica, self._core
        # Kafka's SnapshotEmitter: the age counts from the start until there is a snapshot
        size_bytes, written_ms = replica.snapshot_written or (0, self._started_s * 1000)
        prefix = "kafka_server_SnapshotEmitter_LatestSnapshotGenerated"
        about = "Bytes of the newest snapshot that this node generated since it started; 0 if none."
        yield GaugeMetricFamily(f"{prefix}Bytes", about, value=size_bytes)
        about = "Milliseconds since this node generated a snapshot, or since it started."
        age_ms = max(0, round(time.time() * 1000 - written_ms))
        yield GaugeMetricFamily(f"{prefix}AgeMs", about, value=age_ms)
        kept = self._directory
        about = "Bytes of the log and its snapshots on disk."
        size_bytes = sum(size for _, size in kept.log.segment_sizes)
        size_bytes += sum(each.size_bytes for each in kept.snapshots.stored)
        yield GaugeMetricFamily("kraft_log_bytes", about, value=size_bytes)
        about = "metadata.max.retention.bytes; -1 for no limit. The newest snapshot always stays."
        limit_bytes = kept.settings.retention_bytes
        yield GaugeMetricFamily("kraft_log_retention_bytes", about, value=limit_bytes)
        about = "Bytes that were appended here and are neither committed nor refused."
        yield GaugeMetricFamily("kraft_undecided_bytes", about, value=replica.undecided_bytes)
        about = "The offset after the last record that the state machine has applied."
        yield GaugeMetricFamily("kraft_applied_offset", about, value=replica.applied.offset)
        lags = GaugeMetricFamily(
            "kraft_replica_lag_records",
            "Records of the leader's log that a replica has not fetched; only at the leader.",
            labels=["replica", "directory_id", "kind"],
        )
        silence = GaugeMetricFamily(
            "kraft_replica_last_fetch_seconds",
            "Seconds since a replica fetched last; only at the leader.",
            labels=["replica", "directory_id", "kind"],
        )
        if isinstance(core.role, Leader):
            end, now_s = core.log.end.offset, time.monotonic()
            progress = core.role.progress
            known = [("voter", each) for each in progress.voters.values()]
            known += [("observer", each) for each in progress.observers.values()]
            for kind, each in known:
                if each.key.id == core.config.node_id:
                    continue
                # a voter and another process with its id have separate series
                directory_id = each.key.directory_id
                directory = "" if directory_id is None else encode_id(directory_id)
                labels = [str(each.key.id), directory, kind]
                if each.end_offset is not None:
                    lags.add_metric(labels, max(0, end - each.end_offset))
                if each.last_fetch_at_ms is not None:
                    silence.add_metric(labels, max(0.0, now_s - each.last_fetch_at_ms / 1000))
        yield lags
        yield silence

    def _of_rights(self) -> Iterator[Metric]:
        from prometheus_client.core import (  # slow
            CounterMetricFamily,
            GaugeMetricFamily,
        )

        access = self._access
        if access.authorizer is None:
            return
        about = "Authorization checks by result."
        asked = CounterMetricFamily("kraft_authorizations", about, labels=["result"])
        asked.add_metric(["allowed"], access.allowed)
        asked.add_metric(["denied"], access.denied)
        yield asked
        about = "ACLs in force (Kafka's acls-total-count)."
        yield GaugeMetricFamily("kraft_acls", about, value=len(access.authorizer))
        about = "ACLs with codes of a newer release, and changes of ACLs that cannot be read."
        unknown = len(access.authorizer.not_understood) + access.authorizer.unreadable
        yield GaugeMetricFamily("kraft_acls_not_understood", about, value=unknown)
        about = "1 if the ACLs up to the first high watermark are loaded."
        yield GaugeMetricFamily("kraft_acls_loaded", about, value=int(access.authorizer.is_loaded))

    def _of_service(self) -> Iterator[Metric]:
        from prometheus_client import Metric  # slow

        families: dict[str, Metric] = {}
        for sample in self._samples():
            if sample.name not in families:
                families[sample.name] = Metric(sample.name, sample.about, sample.kind)
            suffix = "_total" if sample.kind == "counter" else sample.suffix
            family = families[sample.name]
            family.add_sample(sample.name + suffix, dict(sample.labels), sample.value)
        yield from families.values()


def _dropped_lines() -> int:
    handlers = logging.getLogger("kraft").handlers
    return sum(getattr(handler, "dropped_lines", 0) for handler in handlers)
