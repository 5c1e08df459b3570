"""The quorum of `kraft perf-server`: Kafka's constants for it, and directories that nobody formats.

Name and id of the topic and the cluster id are those of `kafka.tools.TestRaftServer`, so that both
stand in one quorum, and either can go on with the directory of the other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kraft_core.node.configuration import read_node
from kraft_core.node.errors import ConfigurationError
from kraft_core.node.process_configuration import CONTROLLER, ROLES
from kraft_core.node.properties import Properties
from kraft_core.quorum_topic import QuorumTopic
from kraft_core.storage.meta_properties import MetaProperties, decode_id
from kraft_wire.primitives import ZERO_UUID, Uuid

if TYPE_CHECKING:
    import os

    from kraft_core.node.configuration import NodeConfiguration

PERF_TOPIC: Final = QuorumTopic("__raft_performance_test", Uuid(bytes(15) + b"\x02"))
CLUSTER_ID: Final = str(ZERO_UUID)


def read_perf_server(path: str | os.PathLike[str], directory_id: str) -> NodeConfiguration:
    """Read Kafka's file for a node of that directory id; raises ConfigurationError.

    `process.roles` is `controller` whatever the file says. Reserved directory ids are taken.
    """
    found = decode_id(directory_id.removesuffix("=="))
    if found is None or not any(found):
        raise ConfigurationError(f"{directory_id} is no id of a directory.")
    configuration = read_node(Properties.load(path, {ROLES: CONTROLLER}))
    return replace(
        configuration,
        replica=replace(configuration.replica, topic=PERF_TOPIC),
        identity=MetaProperties(configuration.node_id, CLUSTER_ID, found),
    )
