"""Reports of a quorum of three by hand, and changes of them: what `asking` would have collected."""

from __future__ import annotations

from kraft_core.operations.checks import examined
from kraft_core.operations.node_state import NodeState, PeerTrouble, ReplicaId
from kraft_core.operations.reports import Description, Failure, LocalNode, NodeReport, ReplicaReport
from kraft_core.operations.view import quorum_view

NOW_MS = 1_000_000
FEATURES = {"metadata.version": 30, "kraft.version": 1}
RANGES = {"metadata.version": (7, 33), "kraft.version": (0, 1)}


def key(node_id, directory="D"):
    return ReplicaId(node_id, None if directory is None else f"{directory}{node_id}")


def replica(node_id, end=110, ago_ms=10, caught_ms=10, directory="D"):
    def when(ago):
        return -1 if ago is None else NOW_MS - ago

    return ReplicaReport(key(node_id, directory), end, when(ago_ms), when(caught_ms))


def leader(node_id=1, end=110, directory="D"):
    return replica(node_id, end, 0, 0, directory)


def address(node_id):
    return f"h:{9000 + node_id}"


def described(*voters, observers=(), leader_id=1, epoch=5, high_watermark=100, **more):
    voters = voters or (leader(), replica(2), replica(3))
    return Description(
        leader_id=leader_id,
        epoch=epoch,
        high_watermark=high_watermark,
        voters=voters,
        observers=tuple(observers),
        addresses={each.key.node_id: (address(each.key.node_id),) for each in voters},
        listeners={each.key.node_id: ("CONTROLLER",) for each in voters},
        **more,
    )


def node(node_id, **more):
    """A node that answers; what it says of the leader is that of `described`."""
    given = {
        "address": address(node_id),
        "at_ms": NOW_MS,
        "answered_ms": 1,
        "levels": FEATURES,
        "ranges": RANGES,
        "cluster_id": "C",
        "sees_leader": 1,
        "sees_epoch": 5,
    }
    return NodeReport(**(given | more))


def dead(node_id, reach, text="reason", **more):
    failure = Failure(reach, text)
    return NodeReport(address=address(node_id), at_ms=NOW_MS, failure=failure, **more)


def broker(node_id, **more):
    """A broker, which passes DescribeQuorum on."""
    return NodeReport(
        address=address(node_id),
        at_ms=NOW_MS,
        cluster_id="C",
        is_broker=True,
        forwarded=described(**more),
    )


def state(node_id, **more):
    """The state document of a follower."""
    given = {
        "key": key(node_id),
        "cluster_id": "C",
        "role": "follower",
        "epoch": 5,
        "leader_id": 1,
        "log_end": 110,
        "log_end_epoch": 5,
        "log_start": 0,
        "high_watermark": 100,
        "voters": (key(1), key(2), key(3)),
        "are_voters_static": False,
        "clock_ms": NOW_MS,
    }
    return NodeState(**(given | more))


def alone(node_id, **more):
    """A kraft node that knows no leader."""
    given = {"leader_id": None, "role": "prospective", "high_watermark": None}
    return node(node_id, sees_leader=-1, state=state(node_id, **(given | more)))


def quorum(description=None, *others):
    """The leader, and the followers 2 and 3 or these."""
    first = node(1, description=description or described())
    return [first, *(others or (node(2), node(3)))]


def local(node_id=1, **more):
    given = {"directory_id": f"D{node_id}", "cluster_id": "C"}
    return LocalNode(node_id=node_id, **(given | more))


def trouble(reach, node_id=3, error="reason"):
    return PeerTrouble(node_id, address(node_id), reach, error)


def view(reports, local_node=None):
    return examined(quorum_view(reports, NOW_MS, local_node))


def ids(reports, local_node=None):
    return [each.id for each in view(reports, local_node).findings]


# -- quorums ---------------------------------------------------------------------------------------

HEALTHY = quorum()
SILENT = described(leader(), replica(2), replica(3, 50, 60_000, 60_000))
TWO = described(leader(), replica(2))
ALONE = [alone(1, log_end=90), alone(2, log_end=110), alone(3, log_end=120, log_end_epoch=4)]


def standalone(node_id, cluster="C", epoch=5):
    """A node that is a quorum of its own."""
    found = described(leader(node_id), leader_id=node_id, epoch=epoch)
    return node(
        node_id, description=found, sees_leader=node_id, sees_epoch=epoch, cluster_id=cluster
    )


def stated(node_id, **more):
    return node(node_id, state=state(node_id, **more))


def static(*node_ids):
    return {
        "voters": tuple(key(each, None) for each in node_ids),
        "static_voters": tuple(key(each, None) for each in node_ids),
        "are_voters_static": True,
    }


def observed(*observers, third=None):
    third = third or replica(3)
    return quorum(described(leader(), replica(2), third, observers=observers))


OTHER = replica(3, 90, 7, directory="X")
