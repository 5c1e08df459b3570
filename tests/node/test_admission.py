"""Who gets a place, who loses one, and whose addresses are voters'. Divergence N36 to N38."""

from __future__ import annotations

import asyncio
import resource
from itertools import count

import pytest

from kraft_core.node import admission
from kraft_core.node.admission import (
    Addresses,
    Admission,
    PlaceLimits,
    Rank,
    places_by_descriptors,
    plain_address,
)
from tests.support.waiting import wait_until_async

VOTER = "10.0.0.1"
CLOCK = count()


class Guest:
    def __init__(self, host="10.9.9.9", listener="A"):
        self.peer_host = host
        self.listener = listener
        self.rank = Rank.NEW
        self.active_at_s = float(next(CLOCK))


def admitting(places: int, **more) -> Admission:
    return Admission(PlaceLimits(max_connections=places, **more), lambda: frozenset({VOTER}))


def test_stranger_without_an_answer_goes_before_an_idler_one_with_answers():
    found = admitting(2)
    served, new = Guest(), Guest()
    found.admit(served, 0)
    found.promote(served)
    found.admit(new, 0)
    assert found.admit(Guest(), 0).evicted is new
    assert len(found) == 2


def test_strangers_never_take_the_place_of_a_voter():
    found = admitting(2)
    for _ in range(2):
        assert found.admit(Guest(VOTER), 0).reason is None
    assert found.admit(Guest(), 0).reason == "every place is taken by a voter"
    assert found.count(Rank.VOTER) == 2


def test_voters_have_places_beyond_every_limit_but_not_endlessly_many():
    found = admitting(1, max_connections_per_ip=1, creation_rate=0)
    voters = [Guest(VOTER) for _ in range(admission._PLACES_OF_A_VOTER)]
    assert [found.admit(each, 0).evicted for each in voters] == [None] * len(voters)
    found.touch(voters[0])
    assert found.admit(Guest(VOTER), 0).evicted is voters[1]
    assert len(found) == len(voters)


def test_full_listener_takes_from_its_own_strangers():
    found = admitting(9, max_connections_by_listener={"A": 1})
    elsewhere, here = Guest(listener="B"), Guest(listener="A")
    found.admit(elsewhere, 0)
    found.admit(here, 0)
    assert found.admit(Guest(listener="A"), 0).evicted is here
    found.leave(here)  # a second time nothing happens
    assert len(found) == 2


def test_rate_allows_ten_seconds_at_once_then_waits_then_refuses():
    found = admitting(99, creation_rate=1)
    waits = [found.admit(Guest(), 0) for _ in range(12)]
    assert [each.wait_s for each in waits[:11]] == [0] * 10 + [1]
    assert waits[11].reason is not None
    assert found.admit(Guest(), 3).wait_s == 0


@pytest.mark.parametrize(
    ("host", "plain"),
    [
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("fe80::1%eth0", "fe80::1"),
        ("0:0:0:0:0:0:0:1", "::1"),
        ("a.name", "a.name"),
    ],
)
def test_addresses_have_one_form(host, plain):
    assert plain_address(host) == plain


def test_names_keep_their_addresses_when_nobody_knows_them_any_more(monkeypatch):
    answers = [frozenset({"10.0.0.7"}), frozenset()]

    async def look_up(name):
        assert name == "voter.example"
        return answers.pop(0)

    monkeypatch.setattr(admission, "look_up", look_up)

    async def story():
        found = Addresses(lambda: ["voter.example", "10.0.0.8"])
        found.refresh(0)
        assert found.current == {"10.0.0.8"}
        await found.looked_up(10)
        assert found.current == {"10.0.0.7", "10.0.0.8"}
        found.refresh(100)
        await found.looked_up(10)
        assert found.current == {"10.0.0.7", "10.0.0.8"}
        assert not answers

    asyncio.run(story())


def test_name_that_hangs_does_not_keep_another_voter_out(monkeypatch):
    async def look_up(name):
        if name == "a.hangs":
            await asyncio.Event().wait()
        return frozenset({"10.0.0.7"})

    monkeypatch.setattr(admission, "look_up", look_up)

    async def story():
        found = Addresses(lambda: ["a.hangs", "b.example"])
        found.refresh(0)
        await wait_until_async(lambda: found.current == {"10.0.0.7"}, "the other name")
        found.close()

    asyncio.run(story())


def test_descriptors_are_kept_for_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1000, hard))
    try:
        assert 0 < places_by_descriptors() <= 800
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
