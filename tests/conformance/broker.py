"""A broker of a released Kafka beside controllers of any kind."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Self

from tests.conformance import kafka
from tests.conformance.quorum import Controller

_PROPERTIES = """\
process.roles=broker
node.id={node_id}
listeners=PLAINTEXT://127.0.0.1:{port}
controller.listener.names=CONTROLLER
controller.quorum.bootstrap.servers={bootstrap}
log.dirs={folder}
broker.heartbeat.interval.ms=500
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
log.cleaner.dedupe.buffer.size=2097152
"""


class Broker(Controller):
    """One broker process. It is only ever killed: without a controller it does not end."""

    template = _PROPERTIES

    def __enter__(self) -> Self:
        with ExitStack() as undone:
            undone.callback(self.kill)
            self.start()
            undone.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def create_topic(self, name: str, partitions: int) -> None:
        """Create one with Kafka's own tool."""
        where = ("--bootstrap-server", self.endpoint, "--create", "--topic", name)
        done = kafka.tool(
            self.version,
            "kafka-topics",
            *(*where, "--partitions", str(partitions), "--replication-factor", "1"),
        )
        assert done.returncode == 0, done.stdout + done.stderr
