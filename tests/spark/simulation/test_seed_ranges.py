from __future__ import annotations

import random

import pytest

from kraft_spark.seeds.simulation import (
    count_of,
    in_parts,
    parse_ranges,
    ranges_of,
    ranges_text,
    seeds_of,
    without,
)


def test_text_and_back():
    ranges = parse_ranges("0:100, 250:300")
    assert ranges == (range(100), range(250, 300))
    assert ranges_text(ranges) == "0:100,250:300"
    assert count_of(ranges) == 150


@pytest.mark.parametrize("text", ["", "5", "5:5", "7:5", "0:10,5:20", "-1:5", "a:b"])
def test_parse_ranges_rejects_invalid_text(text):
    with pytest.raises(ValueError, match="is not a valid A:B"):
        parse_ranges(text)


@pytest.mark.parametrize("size", [1, 7, 100, 1_000])
def test_parts_are_all_of_it_in_order(size):
    ranges = parse_ranges("3:60,70:75,200:333")
    parts = list(in_parts(ranges, size))
    assert [count_of(part) for part in parts[:-1]] == [size] * (len(parts) - 1)
    assert [seed for part in parts for seed in seeds_of(part)] == list(seeds_of(ranges))


def test_finished_seeds_are_left_out():
    assert without(parse_ranges("0:10"), {0, 4, 5, 9, 77}) == (range(1, 4), range(6, 9))
    assert without(parse_ranges("0:2"), {0, 1}) == ()
    seeds = random.Random(1).sample(range(1_000), 300)
    assert sorted(seeds_of(ranges_of([*seeds, *seeds]))) == sorted(seeds)
