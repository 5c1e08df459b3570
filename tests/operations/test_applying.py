"""`apply`: every step is looked at before and after, and nothing surprising is passed over."""

from __future__ import annotations

import pytest

from kraft_core.client.errors import ClientError
from kraft_core.operations.plans.applying import SETTLE_S, Event, apply
from kraft_core.operations.plans.membership import Action, plan, replacement, voters_goal
from kraft_core.operations.reports import PendingChange
from tests.operations.reports import address, described, key, leader, node, replica, state, view


class Quorum:
    """A quorum whose leader is the voter with the lowest id; its clock runs while one waits."""

    def __init__(self, voters=(1, 2, 3), observers=(4, 5, 6)):
        self.keys = [key(each) for each in voters]
        self.others = [key(each) for each in observers]
        self.cluster_id = "C"
        self.time_s = 0.0
        self.pauses = 0
        self.changes = []
        self.errors = []
        """Errors of the next requests, after the change or instead of it."""
        self.pending = PendingChange()
        self.lags = {}
        self.silent = set()
        self.on_pause = lambda: None

    def row(self, found):
        lag = self.lags.get(found.node_id, 0)
        ago_ms = 60_000 if found.node_id in self.silent else 10
        each = replica(found.node_id, 200 - lag, ago_ms, 60_000 if lag else 10)
        return type(each)(found, each.log_end, each.last_fetch_ms, each.last_caught_up_ms)

    def look(self):
        first = min(self.keys, key=lambda each: each.node_id)
        rest = [self.row(each) for each in self.keys if each != first]
        head = leader(first.node_id, 200)
        head = type(head)(first, head.log_end, head.last_fetch_ms, head.last_caught_up_ms)
        description = described(
            head,
            *rest,
            observers=[self.row(each) for each in self.others],
            leader_id=first.node_id,
        )
        registered = {each: address(each) for each in range(1, 8)}
        reports = [
            node(
                each.node_id,
                cluster_id=self.cluster_id,
                state=state(each.node_id, key=each, cluster_id=self.cluster_id),
                joins_alone=False,
                registered=registered,
                **({"description": description, "pending": self.pending} if each == first else {}),
            )
            for each in [*self.keys, *self.others]
            if each.node_id not in self.silent
        ]
        return view(reports)

    def change(self, made, step):
        del made
        self.changes.append(str(step.change))
        error = self.errors.pop(0) if self.errors else None
        if error != "refused":
            if step.change.action is Action.ADD:
                self.others.remove(step.change.key)
                self.keys.append(step.change.key)
            else:
                self.keys.remove(step.change.key)
                self.others.append(step.change.key)
        if error is not None:
            raise ClientError(f"{error}.")

    def now_s(self):
        return self.time_s

    def pause(self):
        self.time_s += 1
        self.pauses += 1
        self.on_pause()


def planned(quorum, *ids):
    seen = quorum.look()
    made = plan(seen, voters_goal(seen, dict.fromkeys(ids)))
    assert made.is_possible, made.refusals
    return made


def events(found):
    return [str(each.event) for each in found]


def reasons(progress):
    return [each.id for each in progress.findings]


SWAP = ["add node 4", "add node 5", "add node 6", "remove node 2", "remove node 3", "remove node 1"]


def changes(quorum):
    return [each.partition(" (")[0] for each in quorum.changes]


@pytest.mark.parametrize("wait_s", [None, 60])
def test_a_plan_is_applied_and_applied_again(wait_s):
    quorum = Quorum()
    made = planned(quorum, 4, 5, 6)
    found = list(apply(made, quorum, wait_s=wait_s))
    assert changes(quorum) == SWAP
    assert events(found) == ["changing", "changed"] * 6 + ["finished"]
    assert [each.step for each in found[::2]] == [1, 2, 3, 4, 5, 6, None]
    assert events(apply(made, quorum, wait_s=wait_s)) == [
        *("changed",) * 6,
        "finished",
    ]
    assert len(quorum.changes) == 6


@pytest.mark.parametrize("place", range(13))
@pytest.mark.parametrize("is_planned_again", [True, False])
def test_a_run_that_ends_anywhere_is_continued(place, is_planned_again):
    quorum = Quorum()
    made = planned(quorum, 4, 5, 6)
    run = apply(made, quorum)
    for _ in range(place):
        next(run)
    run.close()
    if is_planned_again:
        made = planned(quorum, 4, 5, 6)
    assert events(apply(made, quorum))[-1] == "finished"
    assert changes(quorum) == SWAP
    assert {each.node_id for each in quorum.keys} == {4, 5, 6}


def test_a_change_whose_answer_is_lost_is_not_made_twice():
    quorum = Quorum()
    made = planned(quorum, 1, 2, 4)
    quorum.errors = ["connection lost", "connection lost"]
    assert events(apply(made, quorum))[-1] == "finished"
    assert changes(quorum) == ["add node 4", "remove node 3"]


def test_a_change_whose_answer_is_lost_waits_until_it_is_committed():
    quorum = Quorum()
    made = planned(quorum, 1, 2, 3, 4)
    quorum.errors = ["timed out"]
    run = apply(made, quorum)
    assert next(run).event is Event.CHANGING
    quorum.pending = PendingChange(offset=190)
    waiting = next(run)
    assert (waiting.event, reasons(waiting)) == (Event.WAITING, ["change-pending"])
    quorum.on_pause = lambda: setattr(quorum, "pending", PendingChange())
    assert events(run) == ["changed", "finished"]


def test_a_refused_change_stops_with_its_reason():
    quorum = Quorum()
    made = planned(quorum, 1, 2, 3, 4)
    quorum.errors = ["refused"]
    last = list(apply(made, quorum))[-1]
    assert last.event is Event.STOPPED
    assert [each.text for each in last.findings] == [
        "The quorum did not add node 4 (directory D4): refused."
    ]
    assert not last.is_unsafe
    assert events(apply(made, quorum))[-1] == "finished"


def test_unexpected_voter_set_stops_the_plan():
    quorum = Quorum()
    made = planned(quorum, 1, 2, 4)
    quorum.keys.append(key(7))
    (last,) = apply(made, quorum, wait_s=60)
    assert last.event is Event.STOPPED
    assert reasons(last) == ["voters-changed"]
    assert quorum.changes == []


def test_undone_change_stops_the_plan():
    quorum = Quorum()
    made = planned(quorum, 1, 2, 4)
    run = apply(made, quorum, wait_s=60)
    for progress in run:
        if progress.event is Event.CHANGED and progress.step == 1:
            quorum.keys.remove(key(4))
            quorum.others.append(key(4))
    assert (progress.event, reasons(progress)) == (Event.STOPPED, ["voters-changed"])
    # a removed voter that adds itself again at once
    quorum = Quorum()
    made = planned(quorum, 1, 2)
    quorum.change = lambda made, step: None
    last = list(apply(made, quorum, wait_s=60))[-1]
    assert (last.event, reasons(last)) == (Event.STOPPED, ["voters-changed"])


def test_plan_for_another_cluster_stops():
    quorum = Quorum()
    made = planned(quorum, 1, 2, 4)
    quorum.cluster_id = "X"
    (last,) = apply(made, quorum, wait_s=60)
    assert reasons(last) == ["plan-of-another-cluster"]


def test_a_candidate_that_lags_is_waited_for_if_that_is_wanted():
    quorum = Quorum()
    made = planned(quorum, 1, 2, 4)
    quorum.lags[4] = 150
    (last,) = apply(made, quorum)
    assert (last.event, reasons(last)) == (Event.STOPPED, ["candidate-behind"])

    def catch_up():
        quorum.lags[4] -= 10

    quorum.on_pause = catch_up
    found = list(apply(made, quorum, wait_s=60))
    assert found[0].findings[0].text == "Node 4 lags 150 records behind the leader."
    assert events(found)[-1] == "finished"
    assert quorum.pauses == 5


def test_waiting_ends_at_its_time():
    quorum = Quorum()
    made = planned(quorum, 1, 2, 4)
    quorum.lags[4] = 150
    found = list(apply(made, quorum, wait_s=60))
    assert events(found) == ["waiting", "stopped"]
    assert 60 <= quorum.time_s < 62


def test_the_end_waits_for_all_voters_to_be_level():
    quorum = Quorum()
    made = planned(quorum, 1, 2, 4)
    list(apply(made, quorum))
    quorum.lags[2] = 150
    assert events(apply(made, quorum))[-1] == "finished"
    assert events(apply(made, quorum, wait_s=5))[-1] == "stopped"


def test_a_lost_majority_is_unsafe_after_a_moment():
    quorum = Quorum()
    made = planned(quorum, 1, 2, 4)
    quorum.silent = {2, 3}
    last = list(apply(made, quorum))[-1]
    assert last.is_unsafe
    assert reasons(last)[0] == "majority-missing"
    assert SETTLE_S <= quorum.time_s < SETTLE_S + 2
    assert quorum.changes == []


def test_new_leader_has_time_to_receive_fetches():
    quorum = Quorum()
    made = planned(quorum, 2, 3, 4)
    quorum.silent = {2, 3}
    quorum.on_pause = quorum.silent.clear
    assert events(apply(made, quorum))[-1] == "finished"


def test_returning_former_directory_stops_the_plan():
    quorum = Quorum(observers=())
    new = key(3, "N")
    quorum.others.append(new)
    quorum.silent = {3}
    rows = quorum.row
    quorum.row = lambda found: replica(3, 200, directory="N") if found == new else rows(found)
    seen = quorum.look()
    made = plan(seen, replacement(seen, 3, 3))
    run = apply(made, quorum, wait_s=60)
    assert next(run).event is Event.CHANGING
    quorum.silent.clear()  # both directories of node 3 fetch now
    last = list(run)[-1]
    assert (last.event, reasons(last)) == (Event.STOPPED, ["candidate-ambiguous"])
    assert changes(quorum) == ["remove node 3"]
