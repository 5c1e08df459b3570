"""Recorded sequences of requests are decided as Kafka's QuorumController decided them."""

from __future__ import annotations

import json

import pytest

from kraft_wire import engine
from tests.conformance import recorded_files
from tests.conformance.quorum_controller import KafkaFaultError, as_in
from tests.conformance.recorded_decisions import COUNT, NAME, RecordedSequence

PARTS = 40
TAKEN = 1 if engine == "native" else 10
"""Every so many: without the compiled engine all of them take a minute."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("part", range(PARTS))
def test_recorded_sequences_are_decided_as_by_kafka(part, monkeypatch):
    first, lines = recorded_files.read(NAME)
    for module, name, value in as_in(first["release"]):
        monkeypatch.setattr(module, name, value)
    for line in lines[part :: PARTS * TAKEN]:
        sequence = RecordedSequence(json.loads(line))
        try:
            sequence.run()
        except (AssertionError, KafkaFaultError) as error:
            seed, level = sequence.line["seed"], sequence.level
            raise AssertionError(f"sequence {seed}, level {level}: {error}") from error


def test_the_file_has_all_sequences():
    first, lines = recorded_files.read(NAME)
    assert first["seeds"] == [0, COUNT]
    assert len(lines) == COUNT


def test_all_recorded_files_together_are_small():
    files = list(recorded_files.DATA.iterdir())
    assert 0 < sum(path.stat().st_size for path in files) <= recorded_files.MOST_BYTES
