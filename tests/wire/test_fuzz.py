"""A few seconds of the fuzzer (`make fuzz` runs long), and whether it would notice anything."""

from __future__ import annotations

import random

import pytest

from kraft_wire import inspection, primitives
from kraft_wire.errors import DecodeError
from tests.fuzz import guard
from tests.fuzz.__main__ import main
from tests.fuzz.campaign import GROUP, MEASURED, Campaign
from tests.fuzz.message_target import MessageTarget
from tests.fuzz.mutation import Sample, mutate, read_uvarint, uvarint
from tests.fuzz.target import BytesTarget
from tests.fuzz.targets import all_targets

SEED = 853


@pytest.fixture(scope="module")
def targets():
    return list({target.name: target for target in all_targets()}.values())


def test_good_content_of_every_target_and_a_mutant_of_it(targets):
    campaign = Campaign(targets, SEED)
    groups = range(len(targets))
    tally = campaign.run(
        number for group in groups for number in (group * GROUP, group * GROUP + 1)
    )
    assert not tally.failures, tally.failures[0].report(SEED, "")
    assert tally.targets == {target.name for target in targets}
    assert sum(tally.accepted.values()) >= len(targets)


class Broken(BytesTarget):
    """Accepts everything but one byte, about which it is wrong in some way."""

    name = "broken"
    allowance = 100_000

    def __init__(self, do):
        self._do = do

    def sample(self, random):
        return Sample(bytes(8))

    def check(self, data, *, is_good):
        self._do(data, is_good)
        return is_good


def busy(_data, _is_good):
    while True:
        pass


def greedy(_data, _is_good):
    return bytes(10_000_000)


def unexpected(data, is_good):
    if not is_good:
        raise KeyError(data)


@pytest.mark.parametrize(
    ("do", "error"),
    [(unexpected, "KeyError"), (greedy, "AppetiteError"), (busy, "HangError")],
)
def test_fuzz_failure_is_reported(do, error, monkeypatch):
    monkeypatch.setattr("tests.fuzz.campaign.bounded_time", lambda: guard.bounded_time(0.02))
    number = MEASURED * GROUP + 1 if do is not greedy else MEASURED
    tally = Campaign([Broken(do)], SEED).run([number])
    (failure,) = tally.failures
    assert failure.error.startswith(error)
    report = failure.report(SEED, "bro*")
    assert f"hex: {failure.data.hex()}" in report
    assert f"--seed {SEED} --first {number} --count 1 --only 'bro*'" in report


def test_an_input_is_made_of_seed_and_number_alone(targets):
    whole, again = [], []
    for inputs, numbers in ((whole, range(40)), (again, [39, 17])):
        campaign = Campaign(targets, SEED)
        inputs.extend(campaign._input(number, campaign.target_of(number)) for number in numbers)
    assert again == [whole[39], whole[17]]


def test_a_disagreement_of_the_readers_is_found(monkeypatch):
    target = MessageTarget("VoteRequest", 2)
    good = target.sample(random.Random(SEED)).data
    assert target.check(good, is_good=True)
    monkeypatch.setattr(
        "tests.fuzz.message_target.read_tree",
        lambda *_: inspection.Reading(None, 0, DecodeError("no")),
    )
    with pytest.raises(AssertionError, match="only the careful reader refuses"):
        target.check(good, is_good=True)


def test_mutants_differ_from_the_sample_and_from_each_other():
    target = MessageTarget("FetchResponse", 17)
    sample = target.sample(random.Random(SEED))
    assert sample.places
    mutants = {mutate(sample, random.Random(seed)) for seed in range(300)}
    assert len(mutants - {sample.data}) > 200


@pytest.mark.parametrize("value", [0, 1, 127, 128, 300, 2**32 - 1])
@pytest.mark.parametrize("width", [1, 5])
def test_varints_of_any_width(value, width):
    data = uvarint(value, width)
    assert len(data) >= width
    assert read_uvarint(data, 0) == primitives.read_uvarint(data, 0) == (value, len(data))


def test_command_line(capsys):
    assert main(["--seed", "3", "--count", "20", "--only", "message Vote*"]) == 0
    told = capsys.readouterr()
    assert "20 inputs" in told.out
    assert "20/20" in told.err
    assert main(["--only", "nothing"]) == 1
    assert "no target is named like 'nothing'" in capsys.readouterr().err
