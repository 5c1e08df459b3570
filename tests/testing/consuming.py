"""A member of the consumer protocol, heartbeat by heartbeat, and what its group looks like."""

from __future__ import annotations

from kraft_wire.messages import (
    ConsumerGroupDescribeRequest,
    ConsumerGroupHeartbeatRequest,
    OffsetCommitRequest,
)


class Member:
    """A member that sends heartbeats one by one and gives up partitions when it is told."""

    def __init__(self, asking, member_id, topic_id, group="g", **more):
        self.asking, self.id, self.topic_id, self.group = asking, member_id, topic_id, group
        self.epoch, self.owned = 0, set()
        self.instance_id = more.pop("instance_id", None)
        more.setdefault("subscribed_topic_names", ["t"])
        self.error = self.join(**more)

    def join(self, **more):
        self.epoch, self.owned = 0, set()
        return self.beat(**{"rebalance_timeout_ms": 60_000, "owned": [], **more})

    def beat(self, *, owned=None, version=1, follows=True, **more):
        """Send a heartbeat and follow the answer; return its error."""
        cls = ConsumerGroupHeartbeatRequest
        partitions = None
        if owned is not None:
            partitions = [cls.TopicPartitions(topic_id=self.topic_id, partitions=sorted(owned))]
            partitions = partitions if owned else []
        values = {"member_epoch": self.epoch, "topic_partitions": partitions, **more}
        request = cls(
            group_id=self.group, member_id=self.id, instance_id=self.instance_id, **values
        )
        self.response = self.asking.ask(request, version)
        if not self.response.error_code and follows:
            self.epoch, self.id = self.response.member_epoch, self.response.member_id
            if self.response.assignment is not None:
                topics = self.response.assignment.topic_partitions
                self.owned = {index for each in topics for index in each.partitions}
        return self.response.error_code

    def confirm(self):
        return self.beat(owned=self.owned)

    def commit(self, epoch=None, version=9, topic="t", partition=0):
        cls = OffsetCommitRequest
        part = cls.OffsetCommitRequestPartition(partition_index=partition, committed_offset=3)
        request = cls(
            group_id=self.group,
            member_id=self.id,
            generation_id_or_member_epoch=self.epoch if epoch is None else epoch,
            topics=[cls.OffsetCommitRequestTopic(name=topic, partitions=[part])],
        )
        return self.asking.ask(request, version).topics[0].partitions[0].error_code


def described(asking, group_id="g"):
    [group] = asking.ask(ConsumerGroupDescribeRequest(group_ids=[group_id]), 1).groups
    members = {
        each.member_id: (
            each.member_epoch,
            [sorted(topic.partitions) for topic in each.assignment.topic_partitions],
            [sorted(topic.partitions) for topic in each.target_assignment.topic_partitions],
        )
        for each in group.members
    }
    return group.error_code, group.group_state, group.group_epoch, group.assignment_epoch, members
