"""Well-formed messages that say anything at all: a replica answers or ignores them, and goes on.

A third of the answers that three replicas get are replaced by hostile ones, and hostile requests
come in between. What they say is close to the truth, so that it gets far. Nothing may come out of
`Replica` but answers and requests; or InvariantBroken, with which it stops where its own leader
told it that records are committed which that leader then takes back, or gave it a log that no
leader writes. No protocol among replicas that trust each other can do better than notice.
"""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from kraft_core.raft.batches import control_batch, control_message
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.invariants import InvariantBroken
from kraft_core.raft.consensus.values import (
    Endpoint,
    KRaftVersion,
    LeaderAndEpoch,
    LeaderChange,
    OffsetAndEpoch,
    ReplicaKey,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.replica.batches import data_batch
from kraft_core.raft.replica.rpc_mapping import request_to_wire, response_to_wire, wire_request
from kraft_wire.errors import EncodeError, ErrorCode
from kraft_wire.messages import response_class
from tests.support.replica_cluster import LISTENER, ReplicaCluster, directory

INTS = (-(2**31), -2, -1, 0, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 9)
LONGS = (*INTS, -(2**63), 2**63 - 1, 10, 12, 17)
ERRORS = (*[0] * 8, -1, 3, 6, 7, 35, 42, 74, 75, 98, 99, 104, 125, 126, 127, 9999, -300)


class Hostile:
    """Makes requests and answers up."""

    def __init__(self, rng):
        self.rng = rng

    def int(self):
        return self.rng.choice(INTS)

    def long(self):
        return self.rng.choice(LONGS)

    def bool(self):
        return self.rng.random() < 0.5

    def error(self):
        return ErrorCode(self.rng.choice(ERRORS))

    def top_error(self):
        return self.rng.choice([ErrorCode.NONE, ErrorCode.NONE, self.error()])

    def cluster(self):
        return self.rng.choice([*["cluster"] * 8, None, "", "other"])

    def directory(self):
        return self.rng.choice([None, b"\xff" * 16, *map(directory, (1, 2, 3, 4))])

    def key(self):
        return ReplicaKey(self.rng.choice([1, 2, 3, 4, -1, -5, 0, 2**31 - 1]), self.directory())

    def point(self):
        return OffsetAndEpoch(self.long(), self.int())

    def range(self):
        levels = (-1, 0, 1, 2, -(2**15), 2**15 - 1)
        return VersionRange(self.rng.choice(levels), self.rng.choice(levels))

    def endpoints(self):
        names = self.rng.sample(["CONTROLLER", "controller", "X", ""], self.rng.randrange(3))
        hosts, ports = ["host1", "", "h"], [0, 1, 2, 3, 65_535]
        return tuple(Endpoint(n, self.rng.choice(hosts), self.rng.choice(ports)) for n in names)

    def leader(self):
        return LeaderAndEpoch(self.rng.choice([None, 1, 2, 3, 4, 9]), self.int())

    def leader_endpoint(self):
        return self.rng.choice([None, Endpoint(LISTENER, "host2", 2)])

    def control(self):
        ids = self.rng.sample(range(-1, 5), self.rng.randrange(4))
        voters = (
            Voter(ReplicaKey(each, self.directory()), self.endpoints(), self.range())
            for each in ids
        )
        return self.rng.choice(
            [
                LeaderChange(self.rng.choice([1, 2, 3, -1]), (1, 2), (1,)),
                KRaftVersion(self.rng.choice([0, 1, 1, 2, -1])),
                Voters(VoterSet.of(voters)),
            ]
        )

    def payload(self, offset):
        """Sound batches, which need not follow `offset` nor each other."""
        data, epoch = b"", self.rng.choice([0, 1, 2, 3, 4, 9])
        for _ in range(self.rng.randrange(4)):
            count = self.rng.randrange(1, 4)
            if self.rng.randrange(3):
                data += data_batch([b"x"] * count, timestamp_ms=5, base_offset=offset, epoch=epoch)
            else:
                records = [control_message(self.control()) for _ in range(count)]
                data += control_batch(records, base_offset=offset, epoch=epoch, timestamp_ms=5)
            offset += count + (self.rng.randrange(8) == 0)
            epoch += self.rng.randrange(2)
        return data

    def request(self):
        make = self.rng.choice(
            [
                lambda: rpc.Vote(*self._vote()),
                lambda: rpc.BeginQuorumEpoch(
                    self.cluster(),
                    self.int(),
                    self.directory(),
                    self.int(),
                    self.int(),
                    self.endpoints(),
                ),
                lambda: rpc.EndQuorumEpoch(
                    self.cluster(), self.int(), self.int(), (self.key(),), self.endpoints()
                ),
                lambda: rpc.Fetch(
                    self.cluster(),
                    self.key(),
                    self.int(),
                    self.long(),
                    self.int(),
                    self.int(),
                    self.int(),
                    self.long(),
                ),
                lambda: rpc.FetchSnapshot(
                    self.cluster(), self.key(), self.int(), self.point(), self.long(), self.int()
                ),
                lambda: rpc.AddRaftVoter(
                    self.cluster(), self.key(), self.endpoints(), self.bool(), self.int()
                ),
                lambda: rpc.RemoveRaftVoter(self.cluster(), self.key()),
                lambda: rpc.UpdateRaftVoter(
                    self.cluster(), self.int(), self.key(), self.endpoints(), self.range()
                ),
            ]
        )
        return make()

    def _vote(self):
        yield from (self.cluster(), self.int(), self.directory(), self.key())
        yield from (self.int(), self.int(), self.long(), self.bool())

    def answer(self, api_key, end_offset):
        """To a request of that key; None where nothing hostile can be said."""
        lead = (self.top_error(), self.error(), self.leader(), self.leader_endpoint())
        answers = {
            52: lambda: rpc.VoteResponse(*lead, self.bool()),
            53: lambda: rpc.BeginQuorumEpochResponse(*lead),
            54: lambda: rpc.EndQuorumEpochResponse(*lead),
            59: lambda: rpc.FetchSnapshotResponse(
                *lead, self.point(), self.long(), self.long(), self.payload(0)
            ),
            80: lambda: rpc.AddRaftVoterResponse(self.error(), None),
            81: lambda: rpc.RemoveRaftVoterResponse(self.error(), None),
            82: lambda: rpc.UpdateRaftVoterResponse(*lead[1:]),
            1: lambda: self._fetch_response(lead, end_offset),
        }
        return answers[api_key]() if api_key in answers else None

    def _fetch_response(self, lead, end_offset):
        marks = (self.long(), self.long())
        if self.bool():
            payload = self.payload(self.rng.choice([end_offset, end_offset, 0, 7]))
            return rpc.FetchResponse(
                ErrorCode.NONE, ErrorCode.NONE, *lead[2:], *marks, payload=payload
            )
        points = (self.rng.choice([None, self.point()]) for _ in range(2))
        return rpc.FetchResponse(*lead, *marks, *points)


class HostileCluster(ReplicaCluster):
    hostile = None

    def send(self, sender, request_id, to, request):
        version = request.versions.highest
        data = None
        if self.hostile is not None and self.rng.randrange(3) == 0:
            answer = self.hostile.answer(request.api_key, sender.disk.log.end_offset)
            data = answer and encoded(response_to_wire(answer, version), version)
        if data is None:
            super().send(sender, request_id, to, request)
            return
        message = response_class(request.api_key).decode(data, version)
        self.in_life(sender, 1, lambda up: up.receive_response(request_id, message))


def encoded(message, version):
    """Its bytes, None if it cannot be said in that version."""
    try:
        return message.encode(version)
    except EncodeError:
        return None


@pytest.mark.parametrize("seed", range(16))
def test_hostile_requests_are_answered_or_ignored(seed):
    cluster = HostileCluster([1, 2, 3], seed, level=seed % 4 and 1, releases=("3.9", "4.3"))
    if seed % 3:
        cluster.append(b"a")
    cluster.hostile = hostile = Hostile(cluster.rng)
    answers = []
    with suppress(InvariantBroken):
        visit(cluster, hostile, answers)
    assert answers


def visit(cluster, hostile, answers):
    for _ in range(60):
        cluster.run(cluster.rng.randrange(100))
        request = hostile.request()
        wire = wire_request(request)
        version = cluster.rng.randint(wire.versions.lowest, wire.versions.highest)
        data = encoded(request_to_wire(request, version), version)
        if data is not None:
            target = cluster.members[cluster.rng.choice([1, 2, 3])]
            cluster._deliver(target, wire.api_key, version, data, answers.append)
    cluster.run(1_000)
    assert len(answers) > 40


def test_hostile_messages_are_varied():
    hostile = Hostile(random.Random(1))
    kinds = {type(hostile.request()) for _ in range(200)}
    kinds |= {type(hostile.answer(key, 3)) for key in (1, 52, 53, 54, 59, 80, 81, 82)}
    assert len(kinds) == 16
