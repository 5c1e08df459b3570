"""One active controller, kraft's and Kafka's, under brokers that a script plays.

Requests go over one connection, one after the other, to a controller that is alone; an answer
leaves when its records are committed. CPU seconds are those of the controller's process, which say
more than the clock on a machine that does other work too.
"""

from __future__ import annotations

import tempfile
import time
from operator import attrgetter
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

from benchmarks import active_starts
from benchmarks.active_client import ACTIVE_LINES, Client, until_active
from benchmarks.quorum_controllers import Controllers
from benchmarks.quorum_voters import JAVA, OURS, RELEASE
from benchmarks.race import Spread
from benchmarks.report import Report, cell, table, versions_line
from kraft_core.config.feature_levels import SUPPORTED
from kraft_wire.messages import (
    AlterPartitionRequest,
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    CreateTopicsRequest,
    IncrementalAlterConfigsRequest,
)
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FIRST: Final = 1001
_BROKERS: Final = 100
_PARTITIONS: Final = 990
"""Of each large topic: a decision of exactly 10,000 records deposes Kafka's leader."""
_TICK_S: Final = 0.01
"""The resolution of the CPU time of a process."""


class Took(NamedTuple):
    """Wall and CPU seconds of one piece of work."""

    wall_s: float
    cpu_s: float


class Story:
    """The requests of brokers and tools to one controller, in the same order on both sides."""

    def __init__(self, client: Client, cluster_id: str, *, is_quick: bool) -> None:
        self._client = client
        self._cluster_id = cluster_id
        self._large = 2 if is_quick else 10
        self._small = 50 if is_quick else 300
        self._epochs: dict[int, int] = {}
        self._ids: dict[str, Uuid] = {}

    def pieces(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """Return each piece of work with its name."""
        small, partitions = self._small, self._large * _PARTITIONS
        yield f"register {_BROKERS} brokers", self._register
        yield f"{20 * _BROKERS} heartbeats", self._beat
        yield f"{small} topics, one a request", self._one_by_one
        yield "1,000 topics in one request", self._all_at_once
        yield f"{small} changes of configs", self._configure
        yield f"create {partitions:,} partitions", self._create_large
        yield f"AlterPartition of {partitions:,} partitions", self._shrink
        yield f"fence a broker that leads {partitions:,}", self._fence

    def _register(self) -> None:
        cls = BrokerRegistrationRequest
        features = tuple(
            cls.Feature(name=name, min_supported_version=low, max_supported_version=high)
            for name, (low, high) in SUPPORTED.items()
        )
        for broker_id in range(_FIRST, _FIRST + _BROKERS):
            marked = Uuid(broker_id.to_bytes(16, "little"))
            request = cls(
                broker_id=broker_id,
                cluster_id=self._cluster_id,
                incarnation_id=marked,
                listeners=(cls.Listener(name="P", host="h", port=9, security_protocol=0),),
                features=features,
                log_dirs=(Uuid(b"\x10" + marked[:15]),),
            )
            answer = self._client.ask(request, 4)
            _check(answer.error_code == 0, answer)
            self._epochs[broker_id] = answer.broker_epoch
            self._heartbeat(broker_id)

    def _heartbeat(self, broker_id: int, *, fence: bool = False) -> None:
        request = BrokerHeartbeatRequest(
            broker_id=broker_id,
            broker_epoch=self._epochs[broker_id],
            current_metadata_offset=1 << 40,
            want_fence=fence,
        )
        answer = self._client.ask(request, 1)
        _check((answer.error_code, answer.is_fenced) == (0, fence), answer)

    def _beat(self) -> None:
        for _ in range(20):
            for broker_id in self._epochs:
                self._heartbeat(broker_id)

    def _create(self, *topics: CreateTopicsRequest.CreatableTopic) -> None:
        answer = self._client.ask(CreateTopicsRequest(topics=topics, timeout_ms=600_000), 7)
        for each in answer.topics:
            _check(each.error_code == 0, each)
            self._ids[each.name] = each.topic_id

    def _one_by_one(self) -> None:
        for number in range(self._small):
            self._create(_topic(f"small-{number}"))

    def _all_at_once(self) -> None:
        self._create(*(_topic(f"many-{number}") for number in range(1000)))

    def _configure(self) -> None:
        cls = IncrementalAlterConfigsRequest
        for number in range(self._small):
            resource = cls.AlterConfigsResource(
                resource_type=2,
                resource_name=f"small-{number}",
                configs=(cls.AlterableConfig(name="retention.ms", config_operation=0, value="9"),),
            )
            answer = self._client.ask(cls(resources=(resource,)), 1)
            _check(answer.responses[0].error_code == 0, answer)

    def _create_large(self) -> None:
        cls = CreateTopicsRequest
        replicas = (_FIRST, _FIRST + 1, _FIRST + 2)
        for number in range(self._large):
            assigned = tuple(
                cls.CreatableReplicaAssignment(partition_index=index, broker_ids=replicas)
                for index in range(_PARTITIONS)
            )
            name = f"large-{number}"
            self._create(
                cls.CreatableTopic(
                    name=name, num_partitions=-1, replication_factor=-1, assignments=assigned
                )
            )

    def _shrink(self) -> None:
        cls = AlterPartitionRequest
        isr = tuple(
            cls.BrokerState(broker_id=each, broker_epoch=self._epochs[each])
            for each in (_FIRST, _FIRST + 1)
        )
        topics = tuple(
            cls.TopicData(
                topic_id=self._ids[f"large-{number}"],
                partitions=tuple(
                    cls.PartitionData(partition_index=index, new_isr_with_epochs=isr)
                    for index in range(_PARTITIONS)
                ),
            )
            for number in range(self._large)
        )
        request = cls(broker_id=_FIRST, broker_epoch=self._epochs[_FIRST], topics=topics)
        answer = self._client.ask(request, 3)
        codes = {part.error_code for topic in answer.topics for part in topic.partitions}
        _check((answer.error_code, codes) == (0, {0}), codes)

    def _fence(self) -> None:
        self._heartbeat(_FIRST, fence=True)


def _topic(name: str) -> CreateTopicsRequest.CreatableTopic:
    return CreateTopicsRequest.CreatableTopic(name=name, num_partitions=1, replication_factor=3)


def _check(holds: bool, answer: object) -> None:
    if not holds:
        raise RuntimeError(f"an unexpected answer: {answer}")


def measured(side: str, root: Path, *, is_quick: bool) -> tuple[dict[str, Took], float]:
    """Return the times of the pieces of work on one side, and the resident MiB at the end."""
    with Controllers(side, 1, root) as quorum:
        (controller,) = quorum.each
        with controller.properties.open("a") as properties:
            properties.write(ACTIVE_LINES)
        quorum.start()
        found = {}
        with Client(controller.port) as client:
            until_active(client)
            story = Story(client, _cluster_id(controller.folder), is_quick=is_quick)
            for name, work in story.pieces():
                cpu_s, wall_s = controller.cpu_s, time.perf_counter()
                work()
                found[name] = Took(time.perf_counter() - wall_s, controller.cpu_s - cpu_s)
        return found, controller.memory_mib


def _cluster_id(folder: Path) -> str:
    text = (folder / "meta.properties").read_text(encoding="utf-8")
    return text.split("cluster.id=")[1].split()[0]


def _ratio(of: Callable[[Took], float], ours: list[Took], java: list[Took]) -> Spread:
    """Return Kafka's time divided by kraft's, for each round."""
    ratios = [of(their) / max(of(our), _TICK_S) for our, their in zip(ours, java, strict=True)]
    return Spread(median(ratios), min(ratios), max(ratios))


def _milliseconds(of: Callable[[Took], float], rounds: list[Took]) -> str:
    return f"{median(map(of, rounds)) * 1000:.0f}"


def run(*, is_quick: bool) -> Report:
    """Measure both sides in turns; each figure is a ratio within a round, with its spread."""
    rounds = 1 if is_quick else 3
    took: dict[str, dict[str, list[Took]]] = {OURS: {}, JAVA: {}}
    memory: dict[str, list[float]] = {OURS: [], JAVA: []}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            for side in (OURS, JAVA):
                found, resident = measured(
                    side, Path(folder) / f"{side}-{number}", is_quick=is_quick
                )
                memory[side].append(resident)
                for name, one in found.items():
                    took[side].setdefault(name, []).append(one)
    ratios = {
        name: (
            _ratio(attrgetter("cpu_s"), ours, took[JAVA][name]),
            _ratio(attrgetter("wall_s"), ours, took[JAVA][name]),
        )
        for name, ours in took[OURS].items()
    }
    rows = [
        (
            name,
            *map(cell, ratios[name]),
            _milliseconds(attrgetter("cpu_s"), ours),
            _milliseconds(attrgetter("cpu_s"), took[JAVA][name]),
        )
        for name, ours in took[OURS].items()
    ]
    head = ("work", "CPU, Kafka / kraft", "wall, Kafka / kraft", "kraft, CPU ms", "Kafka, CPU ms")
    ours_mib, java_mib = median(memory[OURS]), median(memory[JAVA])
    text = f"{versions_line({'Kafka': RELEASE})}, {rounds} rounds; median (lowest to highest)\n\n"
    text += table(head, rows)
    text += f"\n\nResident at the end: kraft {ours_mib:.0f} MiB, Kafka {java_mib:.0f} MiB."
    with tempfile.TemporaryDirectory() as folder:
        starts, more = active_starts.run(Path(folder), is_quick=is_quick)
    text += f"\n\n{starts}"
    facts = {
        **more,
        "times": {
            side: {name: [one._asdict() for one in each] for name, each in of.items()}
            for side, of in took.items()
        },
        "ratios": ratios,
        "resident_mib": memory,
    }
    return Report("active controller", text, facts)
