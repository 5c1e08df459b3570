from __future__ import annotations

from kraft_core.demo.processes import Fate
from kraft_core.demo.view import Event, NodeView, View, look_at
from tests.demo.pretended import PretendedProcess, state


def test_lag_is_behind_the_leader():
    nodes = look_at(
        [
            PretendedProcess(1, state("leader", log_end=90, leads=True)),
            PretendedProcess(2, state(log_end=70)),
            PretendedProcess(3, state(log_end=95)),  # it has told so later than the leader
        ],
        {2: "was slow"},
    )
    assert [node.lag for node in nodes] == [0, 20, 0]
    assert nodes[1] == NodeView(2, "follower", 1, 70, 70, 20, "was slow")


def test_who_does_not_run_has_no_numbers():
    nodes = look_at(
        [
            PretendedProcess(1, fate=Fate.ABSENT),
            PretendedProcess(2, state(), fate=Fate.KILLED),
            PretendedProcess(3, state(log_end=7), fate=Fate.ENDED),
        ],
        {},
    )
    assert [(node.role, node.log_end) for node in nodes] == [
        ("not started", None),
        ("killed", None),
        ("ended", 7),
    ]


def test_an_event_as_json():
    view = View(1.0, 5, 2, (NodeView(1, "leader"),))
    found = Event(1.23456, "elected", "Node 1 leads.", facts={"leader": 1}).to_json(view)
    assert found["seconds"] == 1.235
    assert (found["event"], found["leader"], found["acknowledged"]) == ("elected", 1, 5)
    assert found["nodes"][0]["role"] == "leader"
