"""`MockCluster`: brokers that speak Kafka's protocol, in a thread of their own, for tests.

with MockCluster() as mock:
    mock.on("Produce", topic="orders").times(1).error("NOT_LEADER_OR_FOLLOWER")
    run_the_program(mock.bootstrap_servers)
"""

from __future__ import annotations

import json
import socket
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kraft_core.testing.answering import Answering, modelled
from kraft_core.testing.models.state import Broker, ClusterState
from kraft_core.testing.models.transactions import BUMPING_END_TXN
from kraft_core.testing.security import SASL_APIS, Secured, Security, SecurityChoiceError
from kraft_core.testing.serving import Modelled, Recorded
from kraft_wire.connection import own_versions
from kraft_wire.messages import ApiKey, EndTxnRequest, kafka_messages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.testing.models.state import Topic
    from kraft_core.testing.voter import MockVoter
    from kraft_wire.records import Record
    from kraft_wire.schema import VersionRange

__all__ = ["MockCluster", "MockClusterError"]

NEWEST: Final = "4.4"
BROKERS_MAX: Final = 100
CONTROLLERS_MAX: Final = 9

_ONLY_WITH_A_MODEL: Final = ("Telemetry", "Share", "Streams", "ConsumerGroup", "TopicPartitions")
"""Parts of the names of APIs that clients use as soon as they are offered."""

_HOST: Final = "127.0.0.1"


class MockClusterError(AssertionError):
    """The cluster could not do what a test or a client requested."""


class MockCluster(Secured[Recorded], Modelled):
    """A cluster of mock brokers, which runs from its construction to `close`.

    `release` chooses the APIs and versions that the brokers offer, "0.11" to "4.4". `versions`
    narrows APIs by name, `{"Fetch": (4, 11)}`; None leaves an API out. With `strict`, `check` fails
    for requests that nothing could answer; without it they get UNSUPPORTED_VERSION. `generic`
    answers APIs without a model with a well-formed response made from the request. A topic that a
    client asks for is created with `default_partitions` unless `auto_create` is False.
    `controllers` are scripted ones (MockVoter), of which the first leads; rules for them are
    theirs, `mock.controllers[0].on(...)`. The brokers listen on free ports, or from `port` on.
    `security` and `sasl` say how clients connect: `security="SASL_SSL", sasl={"PLAIN": {"user":
    "password"}}`. `close` writes the last requests and responses to the file `record`, for `kraft
    wire trace`. As a context manager the cluster calls `check` at the end.
    """

    _error = MockClusterError

    def __init__(
        self,
        brokers: int = 3,
        *,
        controllers: int = 0,
        release: str = NEWEST,
        versions: Mapping[str, VersionRange | None] | None = None,
        strict: bool = False,
        generic: bool = False,
        auto_create: bool = True,
        default_partitions: int = 1,
        cluster_id: str = "mock-cluster-of-kraft0",
        port: int = 0,
        record: str | Path | None = None,
        security: str = "PLAINTEXT",
        sasl: Mapping[str, Any] | None = None,
    ) -> None:
        if not 1 <= brokers <= BROKERS_MAX:
            raise MockClusterError(f"{brokers} brokers: expected 1 to {BROKERS_MAX}")
        if not 0 <= controllers <= CONTROLLERS_MAX:
            raise MockClusterError(f"{controllers} controllers: expected 0 to {CONTROLLERS_MAX}")
        served = _served(release, versions or {}, is_generic=generic)
        _, handshake = served.get(ApiKey.SASL_HANDSHAKE, (0, -1))
        # SaslHandshake 0, which is all that Kafka 0.11 has, is followed by tokens alone
        needed = SASL_APIS if handshake else {ApiKey.SASL_HANDSHAKE}
        if sasl and not served.keys() >= needed:
            raise MockClusterError("sasl needs the APIs SaslHandshake and SaslAuthenticate")
        try:
            made = Security(security, sasl)
        except SecurityChoiceError as error:
            raise MockClusterError(str(error)) from None
        with ExitStack() as failed:
            failed.callback(made.close)
            self.controllers = _controllers(controllers, cluster_id, release)
            """The scripted controllers, the leader first."""
            failed.callback(self._close_controllers)
            sockets = _listening(brokers, port)
            for _, each in sockets:
                failed.callback(each.close)
            super().__init__(made, record)
            failed.pop_all()
        self._state = ClusterState(
            cluster_id,
            tuple(Broker(node_id, _HOST, each.getsockname()[1]) for node_id, each in sockets),
            auto_create,
            default_partitions,
            bumps_epochs=_bumps_epochs(served),
        )
        answering = Answering(self._state, served, is_generic=generic)
        self._begin(self._state, answering, sockets, is_strict=strict, security=made)

    @property
    def bootstrap_servers(self) -> str:
        """The brokers, as clients are configured."""
        return ",".join(f"{each.host}:{each.port}" for each in self._state.brokers)

    @property
    def bootstrap_controllers(self) -> str:
        """The controllers, as Kafka's `--bootstrap-controller` takes them."""
        return ",".join(each.address for each in self.controllers)

    @property
    def cluster_id(self) -> str:
        """The cluster id that clients receive."""
        return self._state.cluster_id

    def create_topic(
        self,
        name: str,
        partitions: int = 1,
        replication_factor: int = 1,
        configs: Mapping[str, str] | None = None,
    ) -> None:
        """Create a topic; raises MockClusterError as Kafka would refuse it."""

        def create() -> None:
            error, text = self._state.create_topic(
                name, partitions, replication_factor, dict(configs or {})
            )
            if error:
                raise MockClusterError(f"{error.name}: {text}")

        self._call(create, is_change=True)

    def records(self, topic: str, partition: int = 0, *, committed: bool = False) -> list[Record]:
        """Return all records of a partition, or those that a `read_committed` consumer gets."""

        def read() -> list[Record]:
            log = self._topic(topic, partition).partitions[partition].log
            return log.records(committed=committed)

        return self._call(read)

    def move_leader(self, topic: str, partition: int, node_id: int) -> None:
        """Make another broker the leader of a partition, in the next epoch."""

        def move() -> None:
            if self._state.broker(node_id) is None:
                raise MockClusterError(f"there is no broker {node_id}")
            moved = self._topic(topic, partition).partitions[partition]
            moved.leader, moved.epoch = node_id, moved.epoch + 1
            if node_id not in moved.replicas:
                moved.replicas = (*moved.replicas, node_id)

        self._call(move, is_change=True)

    def unfired(self) -> list[str]:
        """Return a sentence for each rule that has not fired so far, those of controllers too."""
        controllers = [sentence for each in self.controllers for sentence in each.unfired()]
        return [*super().unfired(), *controllers]

    def check(self) -> None:
        """Raise UnfiredRuleError for rules that never fired, those of controllers too."""
        super().check()
        for each in self.controllers:
            each.check()

    def close(self) -> None:
        """End the brokers and controllers with all connections."""
        try:
            super().close()
        finally:
            self._close_controllers()

    def _close_controllers(self) -> None:
        for each in self.controllers:
            each.close()

    def _topic(self, name: str, partition: int) -> Topic:
        topic = self._state.topics.get(name)
        if topic is None or not 0 <= partition < len(topic.partitions):
            raise MockClusterError(f"there is no partition {name}-{partition}")
        return topic


def _controllers(count: int, cluster_id: str, release: str) -> tuple[MockVoter, ...]:
    if not count:
        return ()
    from kraft_core.testing.voter import MockVoterError, mock_controllers  # rarely used

    try:
        return mock_controllers(count, cluster_id, release)
    except MockVoterError as error:
        raise MockClusterError(str(error)) from None


def _bumps_epochs(served: Mapping[int, VersionRange]) -> bool:
    """Return True if brokers with these APIs have the second part of KIP-890."""
    _, highest = served.get(EndTxnRequest.API_KEY or 0, (0, 0))
    return highest >= BUMPING_END_TXN


def _listening(brokers: int, port: int) -> list[tuple[int, socket.socket]]:
    made: list[tuple[int, socket.socket]] = []
    for number in range(brokers):
        try:
            made.append((number + 1, bound_to(port + number if port else 0)))
        except MockClusterError:
            for _, each in made:
                each.close()
            raise
    return made


def bound_to(port: int) -> socket.socket:
    """Return a socket that listens on a port of this machine, 0 for any that is free."""
    listening = socket.socket()
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((_HOST, port))
        listening.listen(128)
    except (OSError, OverflowError) as error:
        listening.close()
        raise MockClusterError(f"Cannot listen on {_HOST}:{port}: {error}") from None
    listening.setblocking(False)
    return listening


def _served(
    release: str, versions: Mapping[str, VersionRange | None], *, is_generic: bool
) -> dict[int, VersionRange]:
    """Return the versions that brokers offer: those of a release, narrowed by `versions`."""
    table = json.loads(Path(__file__).with_name("releases.json").read_text(encoding="ascii"))
    if release not in table:
        raise MockClusterError(f"release {release!r}: expected one of {', '.join(table)}")
    offered: dict[str, VersionRange] = {api: (lo, hi) for api, (lo, hi) in table[release].items()}
    if unknown := versions.keys() - offered.keys():
        raise MockClusterError(f"Kafka {release} has no API called {', '.join(sorted(unknown))}")
    found: dict[int, VersionRange] = {}
    own = own_versions()
    for key in kafka_messages().keys_of("request"):
        api = (kafka_messages().name_of("request", key) or "").removesuffix("Request")
        is_asked = api in versions or is_generic or modelled(api)
        is_tempting = any(part in api for part in _ONLY_WITH_A_MODEL)
        wanted = versions.get(api, offered.get(api))
        if wanted is None or key not in own or (is_tempting and not is_asked):
            continue
        lowest, highest = max(offered[api][0], own[key][0]), min(offered[api][1], own[key][1])
        if api in versions and not lowest <= wanted[0] <= wanted[1] <= highest:
            raise MockClusterError(
                f"Kafka {release} has {api} {lowest} to {highest}, not {wanted[0]} to {wanted[1]}"
            )
        if max(lowest, wanted[0]) <= min(highest, wanted[1]):
            found[key] = max(lowest, wanted[0]), min(highest, wanted[1])
    return found
