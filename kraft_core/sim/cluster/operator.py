"""Requests of tools: topics, configs, elections, reassignments, removed brokers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_wire.messages import (
    AlterClientQuotasRequest,
    AlterPartitionReassignmentsRequest,
    CreateAclsRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    ElectLeadersRequest,
    IncrementalAlterConfigsRequest,
    UnregisterBrokerRequest,
    UpdateFeaturesRequest,
)

if TYPE_CHECKING:
    from random import Random

    from kraft_core.sim.cluster.brokers import SimulatedBroker
    from kraft_core.sim.cluster.controllers import ControllerCluster
    from kraft_wire.message import Message

OPERATOR: Final = 1000
_PAUSE_MS: Final = (30, 500)
_TIMEOUT_MS: Final = 1000
_TOPICS: Final = 10
_CONFIGS: Final = (
    ("unclean.leader.election.enable", ("true", "false")),
    ("min.insync.replicas", ("1", "2", "3")),
    ("retention.ms", ("1000", "2000")),
)
_TOPIC_RESOURCE: Final = 2
_BROKER_RESOURCE: Final = 4
_SET, _DELETE = 0, 1


class Operator:
    """Sends a request at intervals, until the cluster is repaired."""

    def __init__(
        self,
        cluster: ControllerCluster,
        brokers: dict[int, SimulatedBroker],
        rng: Random,
        pause_ms: tuple[int, int] = _PAUSE_MS,
    ) -> None:
        self._cluster = cluster
        self._brokers = brokers
        self._rng = rng
        self._pause_ms = pause_ms
        self._weights = {
            self._create: 30,
            self._delete: 5,
            self._grow: 5,
            self._configure: 12,
            self._elect: 12,
            self._reassign: 12,
            self._unregister: 2,
            self._limit: 3,
            self._allow: 2,
            self._upgrade: 2,
        }

    def begin(self) -> None:
        self._cluster.timeline.at(self._rng.randrange(*self._pause_ms), self._come)

    def _come(self) -> None:
        if self._cluster.is_repaired:
            return
        kinds = list(self._weights)
        self._rng.choices(kinds, list(self._weights.values()))[0]()
        self.begin()

    def _ask(self, message: Message, version: int) -> None:
        def answered(answer: Message | None) -> None:
            if answer is not None:
                self._cluster.model.answered(message, answer)

        self._cluster.requests.ask(OPERATOR, message, version, answered)

    def _name(self) -> str:
        return f"topic-{self._rng.randrange(_TOPICS)}"

    def _create(self) -> None:
        cls = CreateTopicsRequest
        configs = [
            cls.CreatableTopicConfig(name=name, value=self._rng.choice(values))
            for name, values in _CONFIGS
            if not self._rng.randrange(3)
        ]
        topics = {self._name() for _ in range(self._rng.choice((1, 1, 2)))}
        if len(topics) > 1:
            configs.clear()  # one batch holds all of them, even if it is small
        request = cls(
            topics=tuple(
                cls.CreatableTopic(
                    name=name,
                    num_partitions=self._rng.choice((1, 2, 4)),
                    replication_factor=self._rng.choice((1, 2, 3, 3)),
                    configs=tuple(configs),
                )
                for name in sorted(topics)
            ),
            timeout_ms=_TIMEOUT_MS,
        )
        self._ask(request, 7)

    def _delete(self) -> None:
        request = DeleteTopicsRequest(
            topics=(DeleteTopicsRequest.DeleteTopicState(name=self._name()),),
            timeout_ms=_TIMEOUT_MS,
        )
        self._ask(request, 6)

    def _grow(self) -> None:
        cls = CreatePartitionsRequest
        topic = cls.CreatePartitionsTopic(name=self._name(), count=self._rng.randrange(2, 7))
        self._ask(cls(topics=(topic,), timeout_ms=_TIMEOUT_MS), 3)

    def _configure(self) -> None:
        cls = IncrementalAlterConfigsRequest
        name, values = self._rng.choice(_CONFIGS)
        is_default = not self._rng.randrange(4) and name != "retention.ms"
        value = None if not self._rng.randrange(3) else self._rng.choice(values)
        if is_default and name == "min.insync.replicas" and value is None:
            value = "1"  # it cannot be deleted while ELRs are on
        resource = cls.AlterConfigsResource(
            resource_type=_BROKER_RESOURCE if is_default else _TOPIC_RESOURCE,
            resource_name="" if is_default else self._name(),
            configs=(
                cls.AlterableConfig(
                    name=name, config_operation=_DELETE if value is None else _SET, value=value
                ),
            ),
        )
        self._ask(cls(resources=(resource,)), 1)

    def _elect(self) -> None:
        kind = self._rng.choice((0, 0, 1))
        self._ask(
            ElectLeadersRequest(election_type=kind, topic_partitions=None, timeout_ms=_TIMEOUT_MS),
            2,
        )

    def _reassign(self) -> None:
        cls = AlterPartitionReassignmentsRequest
        ids = list(self._brokers)
        replicas = self._rng.sample(ids, min(len(ids), self._rng.choice((1, 2, 3))))
        partition = cls.ReassignablePartition(
            partition_index=self._rng.randrange(3),
            replicas=None if not self._rng.randrange(4) else tuple(replicas),
        )
        topic = cls.ReassignableTopic(name=self._name(), partitions=(partition,))
        self._ask(
            cls(topics=(topic,), timeout_ms=_TIMEOUT_MS, allow_replication_factor_change=True), 1
        )

    def _unregister(self) -> None:
        down = [each.broker_id for each in self._brokers.values() if not each.is_up]
        chosen = down if down and self._rng.randrange(4) else list(self._brokers)
        self._ask(UnregisterBrokerRequest(broker_id=self._rng.choice(chosen)), 0)

    def _limit(self) -> None:
        cls = AlterClientQuotasRequest
        entry = cls.EntryData(
            entity=(cls.EntityData(entity_type="user", entity_name=self._rng.choice("abc")),),
            ops=(
                cls.OpData(
                    key="producer_byte_rate",
                    value=float(self._rng.randrange(1, 9)),
                    remove=not self._rng.randrange(3),
                ),
            ),
        )
        self._ask(cls(entries=(entry,)), 1)

    def _allow(self) -> None:
        """Send a request that is refused without an authorizer, or for a wrong principal."""
        cls = CreateAclsRequest
        acl = cls.AclCreation(
            resource_type=2,
            resource_name=self._name(),
            resource_pattern_type=3,
            principal="User:a",
            host="*",
            operation=3,
            permission_type=3,
        )
        self._ask(cls(creations=(acl,)), 3)

    def _upgrade(self) -> None:
        cls = UpdateFeaturesRequest
        name = self._rng.choice(("eligible.leader.replicas.version", "group.version"))
        update = cls.FeatureUpdateKey(feature=name, max_version_level=1, upgrade_type=1)
        self._ask(cls(timeout_ms=_TIMEOUT_MS, feature_updates=(update,)), 2)
