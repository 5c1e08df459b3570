"""Plans for voters: the order of changes for all small quorums, and what refuses a plan."""

from __future__ import annotations

import itertools

import pytest

from kraft_core.operations.node_state import ReplicaId
from kraft_core.operations.plans import membership
from kraft_core.operations.plans.membership import (
    Action,
    Change,
    majority,
    move,
    ordered,
    plan,
    replacement,
    tolerance,
    voters_goal,
)
from kraft_core.operations.reports import Failure, PendingChange, Reach
from tests.operations.reports import (
    address,
    dead,
    described,
    key,
    leader,
    node,
    replica,
    state,
    view,
)


def keys(*ids):
    return frozenset(map(key, ids))


# -- the order -------------------------------------------------------------------------------------


def subsets(values):
    values = sorted(values, key=str)
    sizes = range(1, len(values) + 1)
    return [frozenset(each) for n in sizes for each in itertools.combinations(values, n)]


def is_reachable(voters, goal, live):
    """Brute force: is there any order in which each step keeps a live majority?"""
    seen, queue = {voters}, [voters]
    while queue:
        now = queue.pop()
        if now == goal:
            return True
        ids = {each.node_id for each in now}
        after = [now | {each} for each in goal - now if each.node_id not in ids]
        after += [now - {each} for each in now - goal]
        for then in after:
            if then and then not in seen and tolerance(then, live) >= 0:
                seen.add(then)
                queue.append(then)
    return False


def check(voters, goal, live, first):
    """Check a plan, and the plans that are made after each of its steps."""
    found = ordered(voters, goal, live, first)
    if found is None:
        is_stuck = tolerance(voters, live) < 0 or not is_reachable(voters, goal, live)
        assert is_stuck, (voters, goal, live, first)
        return 0
    now = voters
    for place, change in enumerate(found):
        assert ordered(now, goal, live, first) == found[place:]
        assert tolerance(now, live) >= 0
        now = change.after(now)
        assert tolerance(now, live) >= 0
        assert len({each.node_id for each in now}) == len(now)
        if change == Change(Action.REMOVE, first):
            assert place == len(found) - 1
    assert now == goal
    return 1


def test_every_order_of_five_ids_keeps_a_live_majority_and_reaches_its_goal():
    """All voters and goals out of five ids, all combinations of voters that fetch."""
    everybody = keys(1, 2, 3, 4, 5)
    checked = 0
    for voters, goal in itertools.product(subsets(everybody), repeat=2):
        candidates = goal - voters  # a candidate is added when it fetches
        for alive in subsets(voters):
            for first in alive:
                checked += check(voters, goal, alive | candidates, first)
    assert checked > 5_000


def test_every_order_with_replaced_disks_keeps_a_live_majority():
    """Each of three ids has an old directory, a new one, or both in the plan."""
    old = keys(1, 2, 3)
    for new_ids in subsets({1, 2, 3}):
        new = frozenset(key(each, "N") for each in new_ids)
        goal = frozenset(each for each in old if each.node_id not in new_ids) | new
        # old directories of replaced disks do not fetch: `plan` refuses them otherwise
        live = goal
        first = min(old & live, key=str, default=None)
        found = ordered(old, goal, live, first)
        assert (found is None) == (tolerance(old, live) < 0)
        if found is not None:
            assert check(old, goal, live, first) == 1


@pytest.mark.parametrize(
    ("voters", "goal", "live", "steps"),
    [
        ((1, 2, 3), (1, 2, 4), (1, 2, 4), "+4 -3"),
        ((1, 2, 3), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5), "+4 +5"),
        ((1, 2, 3, 4, 5), (1, 2, 3), (1, 2, 3, 4, 5), "-4 -5"),
        ((1, 2, 3, 4, 5), (1, 2, 3), (1, 2, 3, 4), "-5 -4"),
        ((1, 2, 3), (4, 5, 6), (1, 2, 3, 4, 5, 6), "+4 +5 +6 -2 -3 -1"),
        ((1, 2, 3), (2, 3), (1, 2, 3), "-1"),
        ((1,), (2,), (1, 2), "+2 -1"),
        ((1, 2, 3), (1, 2, 3), (1, 2), ""),
    ],
)
def test_additions_come_first_and_the_leader_is_removed_last(voters, goal, live, steps):
    found = ordered(keys(*voters), keys(*goal), keys(*live), key(1))
    signs = {Action.ADD: "+", Action.REMOVE: "-"}
    assert " ".join(f"{signs[each.action]}{each.key.node_id}" for each in found) == steps


def test_majority_counts_the_leader():
    assert [majority(keys(*range(1, n + 1))) for n in (1, 2, 3, 4, 5)] == [1, 2, 2, 3, 3]


# -- plans -----------------------------------------------------------------------------------------

COMMITTED = PendingChange()


def seen(description=None, *others, pending=COMMITTED, registered=None):
    """The view of three voters, with the nodes that answer."""
    registered = registered or {each: address(each) for each in range(1, 8)}
    first = node(
        1,
        description=description or described(),
        state=state(1, role="leader"),
        pending=pending,
        registered=registered,
        joins_alone=False,
    )
    return view([first, *others])


def follower(node_id, directory="D", **more):
    return node(
        node_id,
        state=state(node_id, key=key(node_id, directory)),
        **{"joins_alone": False, **more},
    )


def with_observers(*observers, voters=(), **more):
    """Three voters and these observers, which all answer."""
    replaced = {each.key.node_id for each in observers}
    answering = [follower(each) for each in (2, 3) if each not in replaced]
    answering += [follower(each.key.node_id, each.key.directory_id[:-1]) for each in observers]
    return seen(described(*voters, observers=observers), *answering, **more)


def steps(made):
    return [str(step.change) for step in made.steps]


def ids(findings):
    return [each.id for each in findings]


def test_a_voter_is_replaced_by_another_node():
    made = plan(with_observers(replica(4)), replacement(with_observers(replica(4)), 3, 4))
    assert steps(made) == ["add node 4 (directory D4)", "remove node 3 (directory D3)"]
    assert made.refusals == ()
    assert [step.tolerance for step in made.steps] == [1, 1]
    assert made.steps[0].endpoints == (("CONTROLLER", "h", 9004),)
    assert made.tolerance == 1


def replaced_disk(old_ago_ms):
    voters = (leader(), replica(2), replica(3, ago_ms=old_ago_ms))
    return with_observers(replica(3, directory="N"), voters=voters)


def test_a_replaced_disk_is_removed_before_it_is_added():
    found = replaced_disk(60_000)
    for goal in (replacement(found, 3, 3), voters_goal(found, {1: None, 2: None, 3: None})):
        made = plan(found, goal)
        assert steps(made) == ["remove node 3 (directory D3)", "add node 3 (directory N3)"]
        assert made.refusals == ()
        assert [step.tolerance for step in made.steps] == [0, 1]


def test_the_id_of_a_voter_that_fetches_is_not_used_again():
    found = replaced_disk(100)
    made = plan(found, replacement(found, 3, 3))
    assert ids(made.refusals) == ["old-voter-alive"]
    assert made.is_unsafe
    assert not made.steps
    # as a goal it is the voter that works
    assert plan(found, voters_goal(found, {1: None, 2: None, 3: None})).steps == ()


def test_a_voter_is_moved_to_the_node_at_an_address():
    found = with_observers(replica(4))
    made = plan(found, move(found, 2, address(4)))
    assert steps(made) == ["add node 4 (directory D4)", "remove node 2 (directory D2)"]
    nobody = plan(found, move(found, 2, "h:1"))
    assert ids(nobody.refusals) == ["candidate-unreachable"]
    assert plan(found, move(found, 2, address(2))).steps == ()


def test_the_leader_is_removed_last_and_said_so():
    found = with_observers(replica(4), replica(5))
    made = plan(found, voters_goal(found, {4: None, 5: None, 3: None}))
    assert steps(made)[-1] == "remove node 1 (directory D1)"
    assert ids(made.steps[-1].findings) == ["leader-last"]
    assert made.steps[-1].is_leader
    assert made.refusals == ()


def test_a_goal_of_an_even_number_is_reported():
    found = with_observers(replica(4))
    made = plan(found, voters_goal(found, dict.fromkeys((1, 2, 3, 4))))
    assert ids(made.findings) == ["even-voters"]
    assert made.is_possible


def test_a_majority_that_does_not_fetch_makes_a_plan_unsafe():
    voters = (leader(), replica(2, ago_ms=60_000), replica(3, ago_ms=60_000))
    found = with_observers(replica(4), voters=voters)
    made = plan(found, replacement(found, 3, 4))
    assert [each.text for each in made.refusals] == [
        "Now, 1 of 3 voters fetch, and a majority is 2."
    ]
    assert made.is_unsafe


def test_a_goal_whose_voters_are_dead_is_unsafe():
    voters = (leader(), replica(2), replica(3, ago_ms=60_000))
    made = plan(seen(described(*voters)), voters_goal(seen(described(*voters)), {1: None, 3: None}))
    assert [each.text for each in made.refusals] == [
        "After the plan, 1 of 2 voters fetch, and a majority is 2."
    ]
    assert made.is_unsafe


def test_a_voter_that_was_stopped_a_moment_ago_is_not_counted():
    voters = (leader(), replica(2), replica(3, ago_ms=5_000))
    refused = dead(3, Reach.UNREACHABLE)
    found = seen(described(*voters), follower(2), refused)
    assert membership.live_keys(found) == keys(1, 2)
    assert membership.live_keys(seen(described(*voters), follower(2), follower(3))) == keys(1, 2, 3)


@pytest.mark.parametrize(
    ("found", "finding"),
    [
        (with_observers(replica(4), pending=PendingChange(offset=105)), "change-pending"),
        (with_observers(replica(4), pending=PendingChange(unknown="x")), "pending-unknown"),
        (with_observers(replica(4), pending=None), "pending-unknown"),
        (seen(), "candidate-missing"),
        (with_observers(replica(4, ago_ms=60_000)), "candidate-missing"),
        (with_observers(replica(4), replica(4, directory="N")), "candidate-ambiguous"),
        (with_observers(replica(4, end=-1, caught_ms=None)), "candidate-behind"),
        (with_observers(replica(4, end=1, caught_ms=6_000)), "candidate-behind"),
    ],
)
def test_plan_to_add_a_voter_is_refused(found, finding):
    made = plan(found, voters_goal(found, dict.fromkeys((1, 2, 3, 4))))
    assert ids(made.refusals) == [finding]
    assert not made.is_unsafe


@pytest.mark.parametrize(
    ("found", "finding"),
    [
        (view([]), "leader-needed"),
        (seen(described(high_watermark=-1)), "leader-needed"),
        (seen(described(*(replica(each, directory=None) for each in (1, 2, 3)))), "static-voters"),
    ],
)
def test_every_voter_change_is_refused(found, finding):
    made = plan(found, voters_goal(found, dict.fromkeys((1, 2))))
    assert finding in ids(made.refusals)
    assert made.steps == ()


@pytest.mark.parametrize(
    ("candidate", "given", "finding"),
    [
        (None, None, "candidate-unreachable"),
        (dead(4, Reach.UNREACHABLE), None, "candidate-unreachable"),
        (follower(4), "h:9002", "candidate-is-another"),
        (follower(4), "h:1", "candidate-unreachable"),
        (follower(4, "X"), None, "candidate-is-another"),
        (
            follower(4, ranges={"metadata.version": (7, 29), "kraft.version": (0, 1)}),
            None,
            "candidate-too-old",
        ),
        (
            follower(4, ranges={"metadata.version": (7, 30), "kraft.version": (0, 0)}),
            None,
            "candidate-too-old",
        ),
    ],
)
def test_a_candidate_is_asked_at_its_address(candidate, given, finding):
    others = [follower(2), follower(3), *([] if candidate is None else [candidate])]
    found = seen(described(observers=[replica(4)]), *others)
    made = plan(found, voters_goal(found, {1: None, 2: None, 3: None, 4: given}))
    assert ids(made.refusals) == [finding]
    assert not made.is_possible


def test_addresses_come_from_the_operator_or_from_registrations():
    description = described(observers=[replica(4)])
    others = follower(2), follower(3)
    goal = dict.fromkeys((1, 2, 3, 4))
    found = seen(description, *others, registered={1: address(1)})
    assert ids(plan(found, voters_goal(found, goal)).refusals) == ["candidate-address-unknown"]
    found = seen(description, *others, registered={4: "h:0"})
    assert ids(plan(found, voters_goal(found, goal)).refusals) == ["candidate-address-unknown"]
    found = seen(description, *others, follower(4), registered={1: address(1)})
    given = plan(found, voters_goal(found, {**goal, 4: address(4)}))
    assert given.refusals == ()


def test_a_voter_with_several_listeners_is_added_on_its_machine():
    names = {1: ("CONTROLLER", "SECURE")}
    description = described(observers=[replica(4)])
    object.__setattr__(description, "listeners", names)
    found = seen(description, follower(2), follower(3), follower(4))
    made = plan(found, voters_goal(found, dict.fromkeys((1, 2, 3, 4))))
    assert ids(made.refusals) == ["several-listeners"]


@pytest.mark.parametrize(
    ("joins", "ago_ms", "finding"),
    [
        (True, 10, "would-rejoin"),
        (None, 10, "rejoin-unknown"),
        (True, 60_000, None),
        (False, 10, None),
    ],
)
def test_a_voter_that_would_add_itself_again_is_not_removed(joins, ago_ms, finding):
    voters = (leader(), replica(2), replica(3, ago_ms=ago_ms))
    found = seen(described(*voters), follower(2), follower(3, joins_alone=joins))
    made = plan(found, voters_goal(found, dict.fromkeys((1, 2))))
    (step,) = made.steps
    assert ids(step.findings) == ([] if finding is None else [finding])
    assert step.is_ready == (finding != "would-rejoin")


def test_an_id_that_is_no_voter_cannot_be_replaced_unless_it_was():
    found = with_observers(replica(4))
    with pytest.raises(ValueError, match="node 7 is not a voter; the voters are 1, 2 and 3"):
        replacement(found, 7, 4)
    with pytest.raises(ValueError, match="node 7 is not a voter"):
        replacement(found, 7, 7)
    assert plan(found, replacement(found, 7, 3)).steps == ()  # 3 has taken its place


def test_a_disk_that_was_not_replaced_is_not_replaced():
    made = plan(with_observers(), replacement(with_observers(), 3, 3))
    (refusal,) = made.refusals
    assert refusal.text == (
        "Node 3 does not fetch from the leader with a new directory, and the voter with its id"
        " works."
    )


def test_a_failure_of_rights_is_no_failure_to_reach():
    found = with_observers(replica(4))
    row = found.replica(4)
    assert row.failure is None
    denied = node(4, state=state(4), failure=Failure(Reach.NO_RIGHT, "denied"))
    found = seen(described(observers=[replica(4)]), follower(2), follower(3), denied)
    made = plan(found, voters_goal(found, dict.fromkeys((1, 2, 3, 4))))
    assert made.refusals == ()
    assert ReplicaId(4, "D4") in made.goal
