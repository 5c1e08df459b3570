"""The batches in which an active controller appends its decisions, and their order."""

from __future__ import annotations

import pytest

from kraft_core.controller import decider, loop
from kraft_core.controller.context import Context
from kraft_core.controller.decider import Outcome
from kraft_core.controller.loop import ActiveController, Counters
from kraft_core.raft.replica.appends import AppendOutcome
from kraft_wire.messages import AlterClientQuotasRequest, UpdateFeaturesRequest
from tests.controller.content import feature, image_of, messages_of
from tests.controller.played_host import PlayedHost


class Played:
    """An active controller with its host; `answers` are the names of answered requests."""

    def __init__(self):
        self.host = PlayedHost()
        image = image_of(feature("metadata.version", 30))
        image.cluster.commit(0)
        self.host.end_offset = 1
        self.controller = ActiveController(
            self.host, image, epoch=1, activation=(), committed=0, counters=Counters()
        )
        self.host.advance()
        self.answers = []

    def receive(self, name, records, size=1):
        """Send a request that is decided as so many records, one for each user."""
        cls = AlterClientQuotasRequest
        entries = tuple(
            cls.EntryData(
                entity=(
                    cls.EntityData(
                        entity_type="user", entity_name=f"{name}-{number}".ljust(size, "x")
                    ),
                ),
                ops=(cls.OpData(key="producer_byte_rate", value=1.0, remove=False),),
            )
            for number in range(records)
        )

        def answer(_):
            self.answers.append(name)

        self.controller.receive(cls(entries=entries), Context(api_version=1), answer)

    @property
    def batches(self):
        """The first letters of the users whose quotas each batch changes."""
        return [
            "".join(record.entity[0].entity_name[0] for record in messages_of(batch))
            for batch in self.host.batches
        ]

    def commit(self):
        self.controller.commit(self.host.end_offset - 1)


@pytest.fixture
def played():
    return Played()


def test_decisions_share_a_batch(played):
    played.receive("a", 2)
    played.receive("b", 3)
    played.host.advance()
    assert played.batches == ["aabbb"]
    assert played.answers == []
    played.commit()
    assert played.answers == ["a", "b"]


def test_atomic_decision_is_not_split_by_the_records_of_a_batch(played, monkeypatch):
    for module in (loop, decider):
        monkeypatch.setattr(module, "MAX_RECORDS_PER_BATCH", 4)
    played.receive("a", 3)
    played.receive("b", 3)
    played.receive("c", 1)
    played.host.advance()
    assert played.batches == ["aaa", "bbbc"]
    played.commit()
    assert played.answers == ["a", "b", "c"]


def test_atomic_decision_is_not_split_by_the_bytes_of_a_batch(played, monkeypatch):
    monkeypatch.setattr(loop, "_BATCH_BYTES", 1_500)
    monkeypatch.setattr(decider, "_MAX_BATCH_BYTES", 4_000)
    played.receive("a", 1, size=1_000)
    played.receive("b", 3, size=1_000)
    played.host.advance()
    assert played.batches == ["a", "bbb"]


@pytest.mark.parametrize("steps_before", [0, 1, 2, 3])
def test_no_decision_comes_between_the_steps_of_a_large_one(played, monkeypatch, steps_before):
    monkeypatch.setattr(loop, "LARGE", 10)
    monkeypatch.setattr(loop, "_STEP_RECORDS", 3)
    played.receive("a", 1)
    played.receive("b", 12)
    played.host.advance()
    assert played.batches == ["a"]
    assert played.controller.is_between_steps
    for _ in range(steps_before):
        played.host.step()
    played.receive("c", 1)
    played.host.advance(1_000)
    assert played.batches == ["a"]
    assert played.controller.queue_size == 1
    while played.host.coroutines:
        played.host.step()
    assert played.batches == ["a", "b" * 12]
    assert not played.controller.is_between_steps
    played.host.advance()
    assert played.batches == ["a", "b" * 12, "c"]
    played.commit()
    assert played.answers == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("name", "limit", "outcome", "delay_ms"),
    [
        # nothing was left to do, or it failed
        ("fence", 0, None, 5_000),
        ("fence", 0, Outcome(None, fault="replay"), 5_000),
        ("balance", 2, None, 5_000),
        # one broker is fenced at a time: look for the next one at once
        ("fence", 0, Outcome(None, (b"1",)), 10),
        # a full turn: there may be more
        ("balance", 2, Outcome(None, (b"1", b"2")), 10),
        ("balance", 2, Outcome(None, (b"1",)), 5_000),
        ("balance", 2, Outcome(None, (b"1", b"2"), fault="replay"), 5_000),
        # one NoOpRecord is enough
        ("no-op", 0, Outcome(None, (b"1",)), 5_000),
    ],
)
def test_periodic_work_is_done_again_at_once_where_more_is_left(
    played, name, limit, outcome, delay_ms
):
    times = []
    chore = loop._Chore(name, 5_000, lambda _: times.append(played.host.now_ms()), limit)
    played.controller._ended(loop._Work(chore.decide, lambda _: None, chore=chore), outcome)
    played.host.advance(delay_ms - 1)
    assert times == []
    played.host.advance(1)
    assert times == [delay_ms]


def test_decisions_wait_while_kraft_version_is_raised(played):
    played.host.kraft_version = 0
    cls = UpdateFeaturesRequest
    update = cls.FeatureUpdateKey(feature="kraft.version", max_version_level=1, upgrade_type=1)
    answers = []
    played.controller.receive(cls(feature_updates=(update,)), Context(2), answers.append)
    played.receive("a", 1)
    played.host.advance(1000)
    (upgrade,) = played.host.upgrades
    assert (played.host.batches, answers) == ([], [])
    played.host.kraft_version = 1
    upgrade.end(AppendOutcome.COMMITTED)
    played.host.advance()
    kinds = [type(each).__name__ for batch in played.host.batches for each in messages_of(batch)]
    assert kinds == ["NoOpRecord", "ClientQuotaRecord"]
    played.commit()
    assert [answer.error_code for answer in answers] == [0]
