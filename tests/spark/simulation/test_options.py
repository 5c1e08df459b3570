from __future__ import annotations

import pytest

from kraft_spark.options import OptionError
from kraft_spark.seeds.simulation import SeedWork, parse_simulation_options, plant_names


def test_defaults_run_the_default_campaign():
    found = parse_simulation_options({"seeds": "0:10"})
    assert found.work == SeedWork(campaign="default", scenario="default")
    assert (found.seeds, found.seeds_per_partition, found.hash_seed) == ((range(10),), None, None)


def test_options_survive_a_round_trip():
    given = {
        "campaign": "nightly",
        "scenario": "membership",
        "seeds": "0:10,20:30",
        "maxSteps": "5000",
        "memoryLimitMiB": "900",
        "seedTimeoutMs": "60000",
        "traces": "failures",
        "seedsPerPartition": "7",
        "hashSeed": "3",
        "options": "{}",
    }
    found = parse_simulation_options(given)
    assert found.texts() == {name: given[name] for name in found.texts()}
    assert set(given) - set(found.texts()) == {"options"}
    assert parse_simulation_options(found.texts()) == found


def test_injected_bug_is_parsed_as_an_option():
    name = plant_names()[0]
    found = parse_simulation_options({"seeds": "0:1", "options": f'{{"plant": "{name}"}}'})
    assert found.work.plant == name
    assert parse_simulation_options(found.texts()) == found


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "option seeds is missing"),
        ({"seeds": "5"}, "option seeds cannot be '5' .*allowed: A:B"),
        ({"scenario": "nope"}, "scenario cannot be 'nope'; allowed: default"),
        ({"traces": "all"}, "allowed: none, failures"),
        ({"maxSteps": "0"}, "numbers above 0"),
        ({"hashSeed": "-1"}, "hashSeed cannot be '-1'; allowed: 0 to"),
        ({"options": '{"bug": 1}'}, "allowed: JSON like"),
        ({"options": '{"plant": "nope"}'}, "unknown plant 'nope'"),
        ({"speed": "9"}, "unknown option speed; .*kraft_simulation has seeds"),
    ],
)
def test_invalid_option_is_refused_by_name(given, words):
    seeds = {} if not given else {"seeds": "0:1"}
    with pytest.raises(OptionError, match=words):
        parse_simulation_options({**seeds, **given})
