from __future__ import annotations

import json

import pytest

from kraft_core.cli.wire_bench import _message
from kraft_wire import native
from kraft_wire.messages import kafka_messages
from tests.support.wire_command import wire_runner

ENGINES = ["native", "python"] if native.ENGINE == "native" else ["python"]


@pytest.fixture
def kraft(monkeypatch, capfd):
    return wire_runner(monkeypatch, capfd)


def test_rows_of_each_engine(kraft):
    code, out, err = kraft("bench", "VoteRequest", "--version", "1", "--json", "--sample-ms", "1")
    assert (code, err) == (0, "")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["engine"] for row in rows] == ENGINES
    # the message, 10 topics, 5 partitions in each
    assert {row["structures"] for row in rows} == {61}
    assert {row["version"] for row in rows} == {1}
    for row in rows:
        for verb in ("encode", "decode"):
            per_second = row[f"{verb}PerSecond"]
            assert per_second > 0
            assert row[f"{verb}MBPerSecond"] == pytest.approx(
                per_second * row["bytes"] / 1e6, abs=0.1, rel=0.01
            )


def test_usual_messages_are_a_table(kraft):
    code, out, _ = kraft("bench", "--sample-ms", "1")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split()[:5] == ["MESSAGE", "VERSION", "BYTES", "STRUCTURES", "ENGINE"]
    assert len(lines) == 1 + 7 * len(ENGINES)
    assert len({len(line) for line in lines}) == 1


def test_every_message_can_be_made_in_every_version():
    messages = kafka_messages()
    for name, entry in messages.entries.items():
        for version in range(entry.lowest, entry.highest + 1):
            message, used = _message(name, version, messages)
            assert used == version
            assert type(message).decode(message.encode(version), version) == message


def test_package_without_the_usual_messages_is_refused(kraft, monkeypatch):
    monkeypatch.setattr("kraft_core.cli.wire_bench.USUAL", ("TierRequest",))
    code, out, err = kraft("bench", "--sample-ms", "1")
    assert (code, out) == (1, "")
    assert "none of the messages that are timed by default; specify MESSAGE" in err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(["NoSuchRequest"], "NoSuchRequest"), (["VoteRequest", "--version", "9"], "not 9")],
)
def test_unknown_messages_and_versions(kraft, arguments, sentence):
    code, out, err = kraft("bench", *arguments)
    assert (code, out) == (1, "")
    assert sentence in err
