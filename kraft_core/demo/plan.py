"""What one node of the demo is told when its process starts, as JSON on its command line."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kraft_core.node.formatting import parse_first_voters
from kraft_core.node.own_quorum import LISTENER, OwnQuorum

if TYPE_CHECKING:
    from kraft_core.node.configuration import NodeConfiguration

QUORUM: Final = OwnQuorum("demo")
SNAPSHOT_BYTES: Final = 200_000
"""A snapshot is written that often: every two seconds or so, not every 20 MiB."""


@dataclass(frozen=True, slots=True)
class MemberPlan:
    """Node `node_id` of the nodes at these ports, with its directory in `root`.

    `first_voters` are those that the quorum begins with, in the form of kafka-storage; empty for a
    node that comes later.
    """

    root: str
    node_id: int
    ports: dict[int, int]
    first_voters: str = ""

    @classmethod
    def from_json(cls, text: str) -> MemberPlan:
        """What `to_json` wrote."""
        fields = json.loads(text)
        ports = {int(node_id): port for node_id, port in fields.pop("ports").items()}
        return cls(ports=ports, **fields)

    def to_json(self) -> str:
        """One argument of a command line."""
        return json.dumps(asdict(self))

    @property
    def folder(self) -> Path:
        """The directory of the node."""
        return Path(self.root) / f"node-{self.node_id}"

    @property
    def log_folder(self) -> Path:
        """Where its segments and snapshots are."""
        return self.folder / QUORUM.topic.folder

    @property
    def report(self) -> Path:
        """Where its process writes what it dies of."""
        return Path(self.root) / f"node-{self.node_id}.txt"

    def configuration(self) -> NodeConfiguration:
        """Kafka's own settings, but for small snapshots."""
        return QUORUM.configuration(
            self.node_id,
            f"127.0.0.1:{self.ports[self.node_id]}",
            str(self.folder),
            [f"127.0.0.1:{port}" for port in self.ports.values()],
            {
                "controller.quorum.auto.join.enable": "false",
                "metadata.log.max.record.bytes.between.snapshots": str(SNAPSHOT_BYTES),
            },
        )

    def format(self, configuration: NodeConfiguration) -> None:
        """Format the directory, if that was not done."""
        if self.first_voters:
            QUORUM.begin(configuration, parse_first_voters(self.first_voters, LISTENER))
        else:
            QUORUM.join(configuration)
