"""Requests drawn from a seed: lawful, odd and wrong ones, none that ends Kafka's process.

What ends it is asked by the scenes. Here an epoch has one leader only, nobody is called by the id
of the node that is asked, leaders have addresses, and no list of topics is empty where that kills.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_wire.messages import (
    ApiVersionsRequest,
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    DescribeClusterRequest,
    UnregisterBrokerRequest,
)
from kraft_wire.primitives import ZERO_UUID
from tests.answers import asking
from tests.answers.asking import OTHER_ID, TOPIC, TOPIC_ID
from tests.answers.target import CLUSTER_ID, OWN_ID, directory_of

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from kraft_wire.message import Message

HUGE: Final = 2**31 - 1
_CLUSTERS: Final = (CLUSTER_ID,) * 12 + (None, None, "", "wrong")
_TOPICS: Final = (TOPIC,) * 12 + ("other", "")
_COUNTS: Final = (1,) * 16 + (2,)
_INDEXES: Final = (0,) * 16 + (1, -1, HUGE)
_DIRECTORIES: Final = (ZERO_UUID, OTHER_ID, directory_of(2), directory_of(3), directory_of(1))
_REPLICAS: Final = (2, 3, 2, 3, 9, -1, -2, 0, HUGE)


class Drawing:
    """Draws requests for a node in one state.

    Leaders are at the address that the voter set has: ours tries another one that it is told.

    `epoch` is the one that the node is in, or near; `end` its log's. A node that leads is not told
    of higher epochs, others are.
    """

    def __init__(self, rng: random.Random, epoch: int, end: int, *, leads: bool) -> None:
        self._rng = rng
        self._leads = leads
        self.epoch = epoch
        self._end = end
        self._kinds: list[tuple[Callable[[], Message], int, int]] = [
            (self._vote, 0, 2),
            (self._vote, 2, 2),
            (self._begin, 0, 1),
            (self._end_epoch, 0, 1),
            (self._fetch, 13, 18),
            (self._fetch, 17, 18),
            (self._fetch_snapshot, 0, 1),
            (self._describe, 0, 2),
            (self._add, 0, 1),
            (self._remove, 0, 0),
            (self._update, 0, 0),
            (self._cluster, 1, 2),
            (self._features, 1, 2),
            (self._broker, 0, 0),
            (self._api_versions, 3, 4),
        ]

    def request(self) -> tuple[Message, int]:
        """The next request and its version."""
        make, lowest, highest = self._rng.choice(self._kinds)
        self._version = self._rng.randint(lowest, highest)
        if not self._leads and self._rng.random() < 0.02:
            self.epoch += 1
        return make(), self._version

    def _one(self, *values: Any) -> Any:
        return self._rng.choice(values)

    def _epoch(self) -> int:
        """Around the epoch of the node; none above it for one that leads."""
        around = [*[self.epoch] * 8, self.epoch - 1, 0, -1]
        return self._rng.choice(around if self._leads else [*around, self.epoch + 1])

    def _log(self) -> tuple[int, int]:
        return (
            self._one(0, 0, 0, 1, self.epoch - 1, self.epoch, self.epoch + 1, -1),
            self._one(0, 0, 1, self._end, self._end + 5, -1, 2**40),
        )

    def _shape(self) -> dict[str, Any]:
        """Which topics and partitions, of which cluster."""
        rng = self._rng
        return {
            "cluster": rng.choice(_CLUSTERS),
            "topic": rng.choice(_TOPICS),
            "index": rng.choice(_INDEXES),
            "topics": rng.choice(_COUNTS),
            "partitions": rng.choice(_COUNTS),
        }

    def _to_whom(self) -> dict[str, Any]:
        """Which voter is meant."""
        if self._version == 0:
            return {"voter": -1}
        own = directory_of(OWN_ID)
        return {
            "voter": self._one(*[OWN_ID] * 8, -1, 2),
            "voter_directory": self._one(ZERO_UUID, ZERO_UUID, own, own, OTHER_ID),
        }

    def _vote(self) -> Message:
        more = self._shape() | self._to_whom()
        if self._version > 0:
            more["directory"] = self._rng.choice(_DIRECTORIES)
        pre = self._version == 2 and self._one(True, False)
        replica = self._rng.choice(_REPLICAS)
        return asking.vote(replica, self._epoch(), log=self._log(), pre=pre, **more)

    def _leader(self, epoch: int) -> int:
        """An epoch has one leader; a node that leads is told of itself alone."""
        if self._rng.random() < 0.05:
            return -1
        return OWN_ID if self._leads else 2 + epoch % 2

    def _begin(self) -> Message:
        epoch = self._epoch()
        leader = self._leader(epoch)
        at = self._leads and self._version > 0 and self._one(True, False)
        told = [("CONTROLLER", "127.0.0.1", 9)] if at else []
        return asking.begin(leader, epoch, told, **self._shape(), **self._to_whom())

    def _end_epoch(self) -> Message:
        epoch = self._epoch()
        listed = self._one([], [OWN_ID], [2, OWN_ID], [3, 2, OWN_ID], [2, 3])
        leader, more = self._leader(epoch), self._shape()
        if self._version == 0:
            return asking.end(leader, epoch, successors=tuple(listed), **more)
        return asking.end(leader, epoch, [(each, directory_of(each)) for each in listed], **more)

    def _fetch(self) -> Message:
        more = self._shape()
        more["topic_id"] = TOPIC_ID if more.pop("topic") == TOPIC else OTHER_ID
        if self._version >= 17:
            more["directory"] = self._rng.choice(_DIRECTORIES)
        if self._version >= 18:
            more["watermark"] = self._one(-1, -2, 0, self._end, 2**63 - 1)
        offset = self._one(0, 1, self._end, self._end, self._end - 1, self._end + 3, -1, 2**63 - 1)
        replica = -1 if offset == 1 else self._rng.choice(_REPLICAS)  # 1: the middle of a batch
        return asking.fetch(
            self._epoch() if self._leads else self._one(self._epoch(), self.epoch + 9),
            offset,
            self._one(0, self.epoch, self.epoch, self.epoch - 1, self.epoch + 1, -1),
            version=self._version,
            replica=replica,
            wait_ms=self._one(0, 0, 20, -1),
            max_bytes=self._one(1 << 20, 1 << 20, 0, 1, -1),
            min_bytes=self._one(0, 1, HUGE),
            **more,
        )

    def _fetch_snapshot(self) -> Message:
        more = self._shape() | {"replica": self._rng.choice(_REPLICAS)}
        if self._version > 0:
            more["directory"] = self._rng.choice(_DIRECTORIES)
        at = self._one((0, 0), (self._end, self.epoch), (-1, -1), (5, 1))
        return asking.fetch_snapshot(self._epoch(), at, self._one(0, 1, -1, 2**40), **more)

    def _describe(self) -> Message:
        rng = self._rng
        counts = {"topics": self._one(0, 1, 1, 1, 2), "partitions": self._one(0, 1, 1, 1, 2)}
        return asking.describe_quorum(rng.choice(_TOPICS), rng.choice(_INDEXES), **counts)

    def _listeners(self) -> list[tuple[str, str, int]]:
        found: list[tuple[str, str, int]] = self._one(
            [], [("OTHER", "a", 1)], [("CONTROLLER", "127.0.0.1", 0)], [("controller", "a", 0)]
        )
        return found

    def _key(self) -> tuple[int, Any]:
        """Not the node itself: what names the leader ends it."""
        return self._one(2, 3, 9, -1, -2, 0), self._rng.choice(_DIRECTORIES[:4])

    def _add(self) -> Message:
        told = self._one([], [("OTHER", "a", 1)]) if self._leads else self._listeners()
        ack = self._version == 0 or self._one(True, False)
        cluster = self._rng.choice(_CLUSTERS)
        return asking.add_voter(*self._key(), told, cluster=cluster, ack=ack)

    def _remove(self) -> Message:
        return asking.remove_voter(*self._key(), cluster=self._rng.choice(_CLUSTERS))

    def _update(self) -> Message:
        return asking.update_voter(
            *self._key(),
            self._epoch(),
            self._listeners(),
            levels=self._one((0, 1), (0, 0), (1, 1), (2, 3), (1, 0), (-1, 1)),
            cluster=self._rng.choice(_CLUSTERS),
        )

    def _cluster(self) -> Message:
        return DescribeClusterRequest(
            endpoint_type=self._one(0, 1, 2, 2, 2, 3, -1),
            include_cluster_authorized_operations=self._one(True, False),
        )

    def _features(self) -> Message:
        """Only validated: nothing is to be written, so that both logs stay the same."""
        names = ("metadata.version", "group.version", "no.such", "transaction.version", "")
        count = self._one(1, 1, 1, 2, 0)
        chosen = self._rng.sample(names, count)
        updates = [
            (name, self._one(-1, 0, 1, 2, 29, 30, 34), self._one(1, 2, 3)) for name in chosen
        ]
        return asking.update_features(*updates, only=True)

    def _broker(self) -> Message:
        broker = self._one(0, 7, -1, HUGE)
        return self._one(  # type: ignore[no-any-return]
            BrokerHeartbeatRequest(broker_id=broker, broker_epoch=self._one(0, -1, 5)),
            UnregisterBrokerRequest(broker_id=broker),
            BrokerRegistrationRequest(
                broker_id=broker, cluster_id="wrong", incarnation_id=OTHER_ID
            ),
        )

    def _api_versions(self) -> Message:
        name, version = self._one("a", "", "a b", "-", "x.y"), self._one("1", "1.0-b", "_", "")
        return ApiVersionsRequest(client_software_name=name, client_software_version=version)
