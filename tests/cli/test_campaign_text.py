from __future__ import annotations

from kraft_core.cli.campaign import campaign_text

FACTS = {
    "seeds": 1_200,
    "scenario": "default",
    "plant": None,
    "seconds": 12.34,
    "statuses": {"passed": 1_200},
    "resumed": 0,
    "events": 5_000,
    "elections": 7,
    "reconfigurations": 3,
    "commits": 9,
    "virtual_time_ms": 60_000,
    "without_leader_ms": {},
    "failures": [],
    "not_judged": [],
    "not_reached": [],
    "repeated": 4,
    "differing": [],
}


def test_passed_campaign_prints_summary():
    assert campaign_text(FACTS) == (
        "1,200 seeds of default in 12.3 s: 1,200 passed\n"
        "  5,000 events, 7 elections, 3 voter changes, 9 appends, 60 virtual seconds\n"
        "  4 run a second time in another process: the same results"
    )


def test_one_of_each_is_written_in_the_singular():
    counts = ("seeds", "events", "elections", "reconfigurations", "commits", "repeated")
    failure = {"invariant": "Lost", "seeds": 1, "first_seed": 3, "step": 4}
    facts = {
        **FACTS,
        **dict.fromkeys(counts, 1),
        "statuses": {"failed": 1},
        "virtual_time_ms": 1_000,
        "failures": [failure],
    }
    assert campaign_text(facts).splitlines()[:3] == [
        "1 seed of default in 12.3 s: 1 failed",
        "  1 event, 1 election, 1 voter change, 1 append, 1 virtual second",
        "  Lost: 1 seed, first at event 4 of: kraft simulate --seed 3 --trace",
    ]


def test_summary_of_a_failed_campaign():
    facts = {
        **FACTS,
        "plant": "votes-twice",
        "resumed": 20,
        "without_leader_ms": {"count": 3, "median": 1_100, "p99": 2_000, "longest": 3_000},
        "failures": [{"invariant": "Lost", "seeds": 2, "first_seed": 3, "step": 4}],
        "not_judged": [9],
        "not_reached": [f"Case{number}" for number in range(12)],
        "differing": [5, 6],
    }
    assert campaign_text(facts).splitlines()[0].endswith("(20 were there already)")
    assert campaign_text(facts).splitlines()[2:] == [
        "  without a leader 1,100 ms at the median, 99 % below 2,000, 3,000 at most",
        "  Lost: 2 seeds, first at event 4 of: kraft simulate --seed 3 --plant votes-twice --trace",
        "  not checked: 9",
        "  cases never reached: Case0, Case1, Case2, Case3, Case4, Case5, Case6, Case7 and more",
        "  different result when run again: 5, 6",
    ]
