"""`MockCluster`: brokers that speak Kafka's protocol, in a thread of their own, for tests.

with MockCluster() as mock:
    mock.on("Produce", topic="orders").times(1).error("NOT_LEADER_OR_FOLLOWER")
    run_the_program(mock.bootstrap_servers)
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from kraft_core.testing.answering import Answering, modelled
from kraft_core.testing.models.state import Broker, ClusterState
from kraft_core.testing.rules import Rules
from kraft_core.testing.serving import Serving, traced
from kraft_wire.connection import own_versions
from kraft_wire.messages import kafka_messages

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from kraft_core.testing.models.state import Topic
    from kraft_core.testing.rules import Rule
    from kraft_core.testing.serving import Recorded
    from kraft_wire.records import Record
    from kraft_wire.schema import VersionRange

__all__ = ["MockCluster", "MockClusterError"]

NEWEST: Final = "4.4"
BROKERS_MAX: Final = 100
MESSAGES_TRACED: Final = 200
TIMEOUT_S: Final = 30.0
"""How long `wait_for` and `arrived` wait, if nothing else is said."""

_ONLY_WITH_A_MODEL: Final = ("Telemetry", "Share", "Streams", "ConsumerGroup", "TopicPartitions")
"""Parts of the names of APIs that clients use as soon as they are offered."""

_HOST: Final = "127.0.0.1"

T = TypeVar("T")


class MockClusterError(AssertionError):
    """The cluster could not do what a test or a client asked for."""


class MockCluster:
    """A cluster of mock brokers, which runs from its construction to `close`.

    `release` chooses the APIs and versions that the brokers offer, "2.3" to "4.4".
    `versions` narrows APIs by name, `{"Fetch": (4, 11)}`; None leaves an API out. With `strict`,
    `check` fails for requests that nothing could answer; without it they get UNSUPPORTED_VERSION.
    `generic` answers APIs without a model with a well-formed response made from the request.
    A topic that a client asks for is created with `default_partitions` unless `auto_create` is
    False. The brokers listen on free ports, or from `port` on. As a context manager the cluster
    calls `check` at the end.
    """

    def __init__(
        self,
        brokers: int = 3,
        *,
        release: str = NEWEST,
        versions: Mapping[str, VersionRange | None] | None = None,
        strict: bool = False,
        generic: bool = False,
        auto_create: bool = True,
        default_partitions: int = 1,
        cluster_id: str = "mock-cluster-of-kraft0",
        port: int = 0,
    ) -> None:
        if not 1 <= brokers <= BROKERS_MAX:
            raise MockClusterError(f"{brokers} brokers: expected 1 to {BROKERS_MAX}")
        served = _served(release, versions or {}, is_generic=generic)
        self._is_strict = strict
        self._changes = 0
        self._condition = threading.Condition()
        self._sockets = _listening(brokers, port)
        self._state = ClusterState(
            cluster_id,
            tuple(Broker(node_id, _HOST, each.getsockname()[1]) for node_id, each in self._sockets),
            auto_create,
            default_partitions,
        )
        self._answering = Answering(self._state, served, is_generic=generic)
        self._rules = Rules(self._rule_changed)
        self._loop: asyncio.AbstractEventLoop = asyncio.new_event_loop()
        self._end = asyncio.Event()
        self._serving = Serving(self._state, self._rules, self._answering, self._notify)
        self._thread = threading.Thread(target=self._run, name="kraft-mock", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
        if kind is None:
            self.check()

    @property
    def bootstrap_servers(self) -> str:
        """The brokers, as clients are configured."""
        return ",".join(f"{each.host}:{each.port}" for each in self._state.brokers)

    @property
    def cluster_id(self) -> str:
        """The id that clients are told."""
        return self._state.cluster_id

    def on(self, api: str, **conditions: Any) -> Rule:
        """Make a rule; see `Rules.on` for the conditions."""
        return self._rules.on(api, **conditions)

    def requests(self, api: str | None = None) -> list[Recorded]:
        """Return the last requests, or those of one API, in the order in which they came."""
        return [each for each in self._call(self._requests) if api in (None, each.api)]

    def _requests(self) -> list[Recorded]:
        return list(self._serving.requests)

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

    def records(self, topic: str, partition: int = 0) -> list[Record]:
        """Return all records of a partition."""

        def read() -> list[Record]:
            return self._topic(topic, partition).partitions[partition].log.records()

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

    def wait_for(
        self, condition: Callable[[], object], what: str, timeout_s: float = TIMEOUT_S
    ) -> None:
        """Wait until something is true, which is asked again after every request and response."""
        deadline = time.monotonic() + timeout_s
        while True:
            seen = self._changes
            if condition():  # without the lock, which the loop needs to say what has changed
                return
            left = deadline - time.monotonic()
            with self._condition:
                if not self._condition.wait_for(partial(self._has_changed, seen), left):
                    raise MockClusterError(f"Timed out after {timeout_s:g} s waiting for {what}.")

    def _has_changed(self, seen: int) -> bool:
        return self._changes != seen

    def arrived(self, rule: Rule, count: int = 1, timeout_s: float = TIMEOUT_S) -> None:
        """Wait until a rule has fired so often: a request is held, delayed or answered by it."""
        self.wait_for(lambda: rule.fired >= count, f"{rule} to fire", timeout_s)

    def check(self) -> None:
        """Raise UnfiredRuleError for rules that never fired; if strict, report other faults."""
        if sentences := self._call(self._sentences):
            raise MockClusterError("\n".join(sentences))
        self._rules.check()

    def _sentences(self) -> list[str]:
        faults = self._answering.faults if self._is_strict else []
        return [*self._answering.failures, *faults]

    def unfired(self) -> list[str]:
        """Return a sentence for each rule that has not fired so far."""
        return self._rules.unfired()

    def trace(self, messages: int = MESSAGES_TRACED) -> list[str]:
        """Return the last requests and responses as lines, as `kraft wire trace` prints them."""
        return traced(self._call(self._requests), messages)

    @property
    def faults(self) -> list[str]:
        """Sentences about requests that nothing could answer, or that broke the protocol."""
        return list(self._answering.faults)

    def close(self) -> None:
        """End the brokers with all connections."""
        if not self._thread.is_alive():
            return
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    def _topic(self, name: str, partition: int) -> Topic:
        topic = self._state.topics.get(name)
        if topic is None or not 0 <= partition < len(topic.partitions):
            raise MockClusterError(f"there is no partition {name}-{partition}")
        return topic

    def _call(self, function: Callable[[], T], *, is_change: bool = False) -> T:
        """Run a function in the loop, where the state may be touched."""
        if not self._thread.is_alive():
            return function()

        async def called() -> T:
            found = function()
            if is_change:
                self._serving.pulse()
            return found

        return asyncio.run_coroutine_threadsafe(called(), self._loop).result(TIMEOUT_S)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serving.run(self._sockets, self._end))
        finally:
            self._loop.close()

    def _notify(self) -> None:
        with self._condition:
            self._changes += 1
            self._condition.notify_all()

    def _rule_changed(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._serving.pulse)


def _listening(brokers: int, port: int) -> list[tuple[int, socket.socket]]:
    made: list[tuple[int, socket.socket]] = []
    for number in range(brokers):
        wanted = port + number if port else 0
        try:
            listening = socket.socket()
            made.append((number + 1, listening))
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((_HOST, wanted))
            listening.listen(128)
        except (OSError, OverflowError) as error:
            for _, each in made:
                each.close()
            raise MockClusterError(f"Cannot listen on {_HOST}:{wanted}: {error}") from None
        listening.setblocking(False)
    return made


def _served(
    release: str, versions: Mapping[str, VersionRange | None], *, is_generic: bool
) -> dict[int, VersionRange]:
    """Return what the brokers offer: what brokers of a release do, narrowed by `versions`."""
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
