from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from kraft_core.client import Change, steps, tail, tail_async
from kraft_core.client.metadata_log import Note
from kraft_wire.messages import TopicRecord
from tests.client.loopback import controller


@pytest.mark.parametrize("function", [tail, tail_async])
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"controllers": "nonsense"}, "is not a valid HOST:PORT"),
        ({"from_start": True, "position": (1, None)}, "exclude each other"),
        ({"position": (-1, None)}, "cannot be negative"),
        ({"position": (1, -1)}, "cannot be negative"),
        ({"exclude": ["NoSuchRecord"]}, "unknown record type 'NoSuchRecord'"),
    ],
)
def test_arguments_are_checked_before_anything_happens(function, arguments, said):
    with pytest.raises(ValueError, match=said):
        function(**{"controllers": "c1:9093", **arguments})


def test_exclusion_knows_names_and_kafka_s_types():
    with controller() as (_, address):
        for name in ("TopicRecord", "TOPIC_RECORD"):
            names = [
                change.name
                for change in tail(
                    address, from_start=True, until_current=True, exclude=(each for each in [name])
                )
            ]
            assert names == ["LeaderChangeMessage"]


def test_notes_are_distinguished_from_changes(monkeypatch):
    change = Change(7, 1, 1000, "log", TopicRecord(name="t"), 0)

    def follow(quorum, wish):
        yield from steps.deliver(Note("the leader is gone"))
        yield from steps.deliver(change)

    async def collect(**options):
        return [item async for item in tail_async("c1:9093", **options)]

    monkeypatch.setattr("kraft_core.client.tailing.follow", follow)
    told = []
    assert list(tail("c1:9093", on_note=told.append)) == [change]
    assert asyncio.run(collect(on_note=told.append)) == [change]
    assert told == ["the leader is gone"] * 2
    assert list(tail("c1:9093")) == [change]
    assert asyncio.run(collect()) == [change]


def test_importing_the_client_imports_neither_asyncio_nor_ssl():
    code = (
        "import sys, kraft_core.client; "
        "print([name for name in ('asyncio', 'ssl', 'click', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
