"""`Admin`: requests about a cluster, one call each, over a blocking connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeVar

from kraft_core.admin import cluster, features, quorum
from kraft_core.admin.routes import BrokerRoute, ControllerRoute
from kraft_core.client.metadata_log import Note
from kraft_core.client.settings import Settings, parse_endpoints

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterable, Sequence

    from kraft_core.admin.features import FeatureUpdate, UpdateOutcome
    from kraft_core.admin.quorum import QuorumDescription, VoterEndpoint
    from kraft_core.client.steps import Operation
    from kraft_wire.messages import (
        AddRaftVoterResponse,
        ApiVersionsResponse,
        DescribeClusterResponse,
        RemoveRaftVoterResponse,
        UnregisterBrokerResponse,
        UnregisterControllerResponse,
    )
    from kraft_wire.primitives import Uuid

T = TypeVar("T")


class Admin:
    """A blocking client for operators; a context manager. Its calls raise ClientError.

    `bootstrap` is `HOST:PORT[,HOST:PORT...]`, of controllers or, with `brokers`, of brokers.
    `on_note` gets a sentence when a call has waited 2 s for a leader.
    """

    def __init__(
        self,
        bootstrap: str,
        *,
        brokers: bool = False,
        tls: ssl.SSLContext | None = None,
        settings: Settings | None = None,
        on_note: Callable[[str], None] | None = None,
    ) -> None:
        from kraft_core.client.blocking import BlockingDriver  # sockets

        kind = BrokerRoute if brokers else ControllerRoute
        self._route = kind(parse_endpoints(bootstrap), settings or Settings())
        self._driver = BlockingDriver(tls)
        self._on_note = on_note

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._route.forget()
        self._driver.close()

    def describe_quorum(self) -> QuorumDescription:
        """Ask the leader for the state of its quorum."""
        return self._run(quorum.describe_quorum(self._route))

    def add_voter(
        self,
        voter_id: int,
        directory_id: Uuid,
        endpoints: Iterable[VoterEndpoint],
        cluster_id: str | None = None,
    ) -> AddRaftVoterResponse:
        """Make an observer a voter; it is one on return.

        With a cluster id the quorum refuses a voter of another cluster with its own id in the text.
        """
        return self._run(
            quorum.add_voter(self._route, voter_id, directory_id, endpoints, cluster_id)
        )

    def remove_voter(self, voter_id: int, directory_id: Uuid) -> RemoveRaftVoterResponse:
        """Make a voter an observer; it is one on return."""
        return self._run(quorum.remove_voter(self._route, voter_id, directory_id))

    def describe_features(self, node_id: int | None = None) -> ApiVersionsResponse:
        """Ask for the features of the active controller, of any broker, or of one node."""
        return self._run(features.describe_features(self._route, node_id))

    def update_features(
        self, updates: Sequence[FeatureUpdate], *, validate_only: bool = False
    ) -> list[UpdateOutcome]:
        """Change levels of features, or only check whether they can be changed."""
        return self._run(
            features.update_features(self._route, updates, validate_only=validate_only)
        )

    def describe_cluster(self, *, include_fenced_brokers: bool = False) -> DescribeClusterResponse:
        """Ask for the cluster's id and its nodes: controllers, or brokers over a broker."""
        return self._run(
            cluster.describe_cluster(self._route, include_fenced_brokers=include_fenced_brokers)
        )

    def unregister_broker(self, broker_id: int) -> UnregisterBrokerResponse:
        """Unregister a broker that is permanently gone."""
        return self._run(cluster.unregister_broker(self._route, broker_id))

    def unregister_controller(self, controller_id: int) -> UnregisterControllerResponse:
        """Unregister a controller that is permanently gone."""
        return self._run(cluster.unregister_controller(self._route, controller_id))

    def _run(self, operation: Operation[T]) -> T:
        steps = self._driver.iterate(operation)
        while True:
            try:
                item = next(steps)
            except StopIteration as end:
                result: T = end.value
                return result
            if isinstance(item, Note) and self._on_note is not None:
                self._on_note(item.text)
