"""A transactional producer for one broker, request by request, and what became of its records."""

from __future__ import annotations

import time

from kraft_wire.messages import (
    AddOffsetsToTxnRequest,
    AddPartitionsToTxnRequest,
    DescribeTransactionsRequest,
    EndTxnRequest,
    InitProducerIdRequest,
    OffsetFetchRequest,
    TxnOffsetCommitRequest,
)
from kraft_wire.records import iter_batches
from tests.testing.asking import batch, fetch, metadata, produce, produced

OLD, NEW = 4, 5
"""Versions of EndTxn before and since the second part of KIP-890."""


class Producer:
    """A transactional producer that sends requests one by one."""

    def __init__(self, asking, key="tx", end_version=NEW, topic="t", group="g", **more):
        self.asking, self.key, self.end_version = asking, key, end_version
        self.topic, self.group = topic, group
        self.sequence = {}
        response = self.init(**more)
        assert response.error_code == 0
        self.id, self.epoch = response.producer_id, response.producer_epoch

    def init(self, producer=(-1, -1), timeout_ms=60_000, version=5):
        request = InitProducerIdRequest(
            transactional_id=self.key,
            transaction_timeout_ms=timeout_ms,
            producer_id=producer[0],
            producer_epoch=producer[1],
        )
        return self.asking.ask(request, version)

    def add(self, *partitions, version=3):
        cls = AddPartitionsToTxnRequest
        request = cls(
            v3_and_below_transactional_id=self.key,
            v3_and_below_producer_id=self.id,
            v3_and_below_producer_epoch=self.epoch,
            v3_and_below_topics=[
                cls.AddPartitionsToTxnTopic(name=self.topic, partitions=partitions)
            ],
        )
        [result] = self.asking.ask(request, version).results_by_topic_v3_and_below
        found = {
            each.partition_index: each.partition_error_code for each in result.results_by_partition
        }
        return [found[index] for index in partitions]  # a broker's come in any order

    def send(self, *values, partition=0, version=None, sequence=None, epoch=None):
        """Produce a batch; return its error and offset."""
        epoch = self.epoch if epoch is None else epoch
        if sequence is None:
            sequence = self.sequence.get((partition, epoch), 0)
            self.sequence[partition, epoch] = sequence + len(values)
        records = batch(
            *values,
            timestamp=int(time.time() * 1000),  # an old one makes a broker roll the segment
            producer_id=self.id,
            producer_epoch=epoch,
            base_sequence=sequence,
            is_transactional=True,
        )
        request = produce(self.topic, partition, records).replace(transactional_id=self.key)
        topic_id = self.asking.ask(metadata(self.topic), 12).topics[0].topic_id
        [topic] = request.topic_data
        request = request.replace(topic_data=[topic.replace(topic_id=topic_id)])
        version = version or (12 if self.end_version == NEW else 11)
        [(_, _, error, offset)] = produced(self.asking.ask(request, version))
        return error, offset

    def end(self, *, commit=True, epoch=None):
        request = EndTxnRequest(
            transactional_id=self.key,
            producer_id=self.id,
            producer_epoch=self.epoch if epoch is None else epoch,
            committed=commit,
        )
        response = self.asking.ask(request, self.end_version)
        if not response.error_code and self.end_version == NEW:
            self.id, self.epoch = response.producer_id, response.producer_epoch
        return response.error_code

    def commit_offset(self, offset, version=5, **more):
        cls = TxnOffsetCommitRequest
        part = cls.TxnOffsetCommitRequestPartition(
            partition_index=0, committed_offset=offset, committed_metadata="m"
        )
        request = cls(
            transactional_id=self.key,
            group_id=self.group,
            producer_id=self.id,
            producer_epoch=self.epoch,
            topics=[cls.TxnOffsetCommitRequestTopic(name=self.topic, partitions=[part])],
            **more,
        )
        return self.asking.ask(request, version).topics[0].partitions[0].error_code

    def add_offsets(self):
        request = AddOffsetsToTxnRequest(
            transactional_id=self.key,
            producer_id=self.id,
            producer_epoch=self.epoch,
            group_id=self.group,
        )
        return self.asking.ask(request, 4).error_code


def committed_offset(asking, *, stable=False, topic="t", group="g"):
    cls = OffsetFetchRequest
    topics = [cls.OffsetFetchRequestTopics(name=topic, partition_indexes=[0])]
    groups = [cls.OffsetFetchRequestGroup(group_id=group, topics=topics)]
    response = asking.ask(cls(groups=groups, require_stable=stable), 9)
    [part] = response.groups[0].topics[0].partitions
    return part.error_code, part.committed_offset


def read_committed(asking, offset=0, topic="t"):
    """Fetch with read_committed: error, last stable offset, first offsets of batches, aborted."""
    response = asking.ask(fetch(topic, {0: offset}, isolation_level=1), 12)
    [data] = response.responses[0].partitions
    aborted = [(each.producer_id, each.first_offset) for each in data.aborted_transactions]
    offsets = [each.base_offset for each in iter_batches(data.records)]
    return data.error_code, data.last_stable_offset, offsets, aborted


def described(asking, key="tx"):
    [state] = asking.ask(DescribeTransactionsRequest(transactional_ids=[key]), 0).transaction_states
    topics = {each.topic: list(each.partitions) for each in state.topics}
    return state.error_code, state.transaction_state, topics
