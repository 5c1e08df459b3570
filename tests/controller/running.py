"""Nodes with controllers in one event loop."""

from __future__ import annotations

import contextlib

from kraft_core.controller.service import Controller
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.raft.storage.errors import DamagedFileError
from kraft_wire.messages import (
    UpdateFeaturesRequest,
)
from kraft_wire.records import RecordBatch, iter_batches
from tests.controller.content import feature, messages_of, value_of
from tests.node.cluster import (
    format_node,
    properties_of,
    voters_at,
)
from tests.node.raw_client import RawClient
from tests.support.ports import free_ports
from tests.support.waiting import place_of, wait_until_async

BOOTSTRAP = (feature("metadata.version", 30), feature("group.version", 1))


class Controllers:
    """Nodes with controllers in one event loop."""

    def __init__(self, root, count, *, bootstrap=BOOTSTRAP, static=False, **more):
        self.root = root
        self.ports = free_ports(count)
        self.more = {"metadata.max.idle.interval.ms": "20", **more}
        self.nodes = {}
        self.controllers = {}
        values = [value_of(each) for each in bootstrap]
        for node_id in range(1, count + 1):
            format_node(root, node_id, None if static else voters_at(self.ports), values)

    async def start(self, node_id, **more):
        values = properties_of(node_id, self.ports, self.root, **{**self.more, **more})
        controller = self.controllers[node_id] = Controller()
        node = RaftNode(NodeConfiguration.of(values), controller, controller)
        await node.start()
        self.nodes[node_id] = node
        return node

    async def __aenter__(self):
        for node_id in range(1, len(self.ports) + 1):
            await self.start(node_id)
        return self

    async def __aexit__(self, *_):
        for node in self.nodes.values():
            node.shut_down()
            node.shut_down()
        for node in self.nodes.values():
            with contextlib.suppress(DamagedFileError):
                await node.wait_closed()

    async def active(self):
        """The id of the active controller, once there is one."""

        def found():
            return [
                node_id
                for node_id, controller in self.controllers.items()
                if controller.is_active and self.nodes[node_id].is_running
            ]

        return (await wait_until_async(found, "an active controller", pause_s=0.005))[0]

    async def ask(self, node_id, message, version):
        client = await RawClient.connect(self.ports[node_id - 1])
        answer = await client.ask(message, version)
        client.close()
        return answer

    def batches(self, node_id):
        path = self.root / f"node-{node_id}" / "__cluster_metadata-0" / f"{0:020d}.log"
        return [each for each in iter_batches(path.read_bytes()) if isinstance(each, RecordBatch)]

    @staticmethod
    def values_of(batch):
        return [bytes(record.value) for record in batch.records()]

    def values(self, node_id):
        batches = (each for each in self.batches(node_id) if not each.is_control)
        return [value for each in batches for value in self.values_of(each)]

    def log(self, node_id):
        found = messages_of(self.values(node_id))
        return [type(each).__name__.removesuffix("Record") for each in found]


def is_level(leading, observer_id):
    """Whether an observer has fetched all that its leader has."""
    found = list(leading.core.role.progress.observers.values())
    end = leading.core.log.end_offset
    return any(each.key.id == observer_id and each.end_offset == end for each in found)


async def until(condition):
    await wait_until_async(condition, place_of(condition), pause_s=0.005)


def raised(name, level):
    key = UpdateFeaturesRequest.FeatureUpdateKey(feature=name, max_version_level=level)
    return UpdateFeaturesRequest(feature_updates=(key,))
