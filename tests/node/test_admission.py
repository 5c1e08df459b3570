"""Who gets a place, who loses one, and whose addresses are voters'. Divergence N36 to N38."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import socket
import sys
from itertools import count

import pytest

from kraft_core.net.resolver import RESOLVER
from kraft_core.node.transport import admission
from kraft_core.node.transport.admission import (
    Addresses,
    Admission,
    Lack,
    PlaceLimits,
    Rank,
    Verdict,
    lacks_descriptors,
    places_by_descriptors,
    plain_address,
    waiting_to_be_accepted,
)
from kraft_core.node.transport.listeners import LackLog
from tests.support.waiting import wait_until_async

VOTER = "10.0.0.1"
CLOCK = count()


class Guest:
    def __init__(self, host="10.9.9.9", listener="A"):
        self.peer_host = host
        self.listener = listener
        self.rank = Rank.NEW
        self.active_at_s = float(next(CLOCK))
        self.has_served = False
        self.in_use = False

    def is_in_use(self, now_s):
        return self.in_use


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
        assert found.admit(Guest(VOTER), 0).lack is None
    assert found.admit(Guest(), 0).lack is Lack.NO_PLACE
    assert found.count(Rank.VOTER) == 2


def test_voters_have_places_beyond_every_limit_but_not_endlessly_many():
    found = admitting(1, max_connections_per_ip=1, creation_rate=0)
    voters = [Guest(VOTER) for _ in range(admission._PLACES_OF_A_VOTER)]
    assert [found.admit(each, 0).evicted for each in voters] == [None] * len(voters)
    assert found.admit(Guest(VOTER), 0).lack is Lack.RATE
    assert len(found) == len(voters)


def test_other_clients_at_the_address_of_a_voter_are_not_closed_while_there_is_room():
    found = admitting(5000)
    tools = [Guest(VOTER) for _ in range(3000)]
    verdicts = [found.admit(each, 0) for each in tools]
    assert {(each.lack, each.evicted) for each in verdicts} == {(None, None)}
    assert len(found) == 3000
    assert found.count(Rank.VOTER) == admission._PLACES_OF_A_VOTER
    assert tools[-1].rank is Rank.VOTER  # the newest have the places of the voter
    assert tools[0].rank is Rank.NEW


def test_clients_beyond_the_places_of_a_voter_compete_like_others():
    found = admitting(40, max_connections_per_ip=5)
    idle = [Guest(VOTER) for _ in range(admission._PLACES_OF_A_VOTER)]
    idle[1].has_served = True
    for each in idle:
        found.admit(each, 0)
    more = [Guest(VOTER) for _ in range(6)]
    assert [found.admit(each, 0).lack for each in more] == [None] * 5 + [Lack.PER_IP]
    assert [each.rank for each in idle[:6]] == [
        *(Rank.NEW, Rank.SERVED, Rank.NEW, Rank.NEW, Rank.NEW, Rank.VOTER)
    ]
    for _ in range(3):
        found.admit(Guest(), 0)
    assert len(found) == 40
    assert found.admit(Guest(), 0).evicted is idle[0]
    for each in (*idle, *more):
        found.leave(each)
    assert found._kept == {}
    assert len(found) == 4


def test_connection_in_use_does_not_lose_its_place():
    found = admitting(2)
    busy, idle = Guest(), Guest()
    busy.in_use = True
    found.admit(busy, 0)
    found.admit(idle, 0)
    assert found.admit(Guest("10.9.9.8"), 0).evicted is idle
    last = next(iter(found._guests[Rank.NEW]["A"]))
    assert last is busy
    for line in found._guests[Rank.NEW].values():
        for each in line:
            each.in_use = True
    assert found.admit(Guest(), 0).lack is Lack.NO_PLACE
    voter = Guest(VOTER)
    assert found.admit(voter, 0) == Verdict()  # the reserve gives room
    assert len(found) == 3


def test_closed_connections_are_logged_every_ten_seconds(caplog):
    log = LackLog()
    caplog.set_level("WARNING", "kraft.node")
    for number in range(1000):
        log.note("10.0.0.1", Lack.EVICTED, number / 100)
    log.note("10.0.0.2", Lack.PER_IP, 9.99)
    log.look(10.0)
    log.look(30.0)
    assert [record.getMessage().partition(": ")[2] for record in caplog.records] == [
        "1 (1 evicted); the last one was from 10.0.0.1",
        "1000 (999 evicted, 1 per_ip); the last one was from 10.0.0.2",
    ]


def test_process_without_descriptors_is_noticed():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert not lacks_descriptors()
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free(), hard))
    try:
        assert lacks_descriptors()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def lowest_free() -> int:
    number = os.dup(0)
    os.close(number)
    return number


@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux reports the length of an accept queue"
)
def test_connections_that_nobody_has_accepted_are_counted():
    with contextlib.ExitStack() as opened:
        listening = opened.enter_context(socket.create_server(("127.0.0.1", 0)))
        assert waiting_to_be_accepted(listening) == 0
        for _ in range(3):
            opened.enter_context(socket.create_connection(listening.getsockname()))
        assert waiting_to_be_accepted(listening) == 3
    assert waiting_to_be_accepted(listening) == 0


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
    assert waits[11].lack is Lack.RATE
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

    async def look_up(name, resolver):
        assert resolver is RESOLVER
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
    async def look_up(name, resolver):
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


def test_addresses_of_many_names_are_taken_over_at_once(monkeypatch):
    async def look_up(name, resolver):
        await asyncio.sleep(0)
        return frozenset({name.replace("x", "10.0.0.")})

    monkeypatch.setattr(admission, "look_up", look_up)
    names = [f"x{number}" for number in range(90)]
    changes = []

    async def story():
        found = Addresses(lambda: names, lambda by_host: changes.append(len(by_host)))
        found.refresh(0)
        await found.looked_up(10)
        assert changes == [90]
        found.refresh(100)
        await found.looked_up(10)
        assert changes == [90]  # nothing has changed
        names.pop()
        found.refresh(100)
        assert changes == [90, 89]

    asyncio.run(story())


def test_names_beyond_a_number_are_reported_and_not_looked_up(monkeypatch, caplog):
    asked = set()

    async def look_up(name, resolver):
        asked.add(name)
        return frozenset()

    monkeypatch.setattr(admission, "look_up", look_up)
    hosts = [*(f"10.0.0.{number}" for number in range(9)), "a", "b", "c", "d"]

    async def story():
        found = Addresses(lambda: hosts, names_max=2)
        for now_s in (0, 100, 200, 700):
            found.refresh(now_s)
        await found.looked_up(10)
        assert len(found.current) == 9

    asyncio.run(story())
    assert asked == {"a", "b"}
    line = (
        "Connection limits name 4 hosts, but only 2 are resolved. The limits of the others, "
        "such as c, do not apply: use their addresses"
    )
    assert [each.getMessage() for each in caplog.records] == [line, line]


def test_descriptors_are_kept_for_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1000, hard))
    try:
        assert 0 < places_by_descriptors() <= 800
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
