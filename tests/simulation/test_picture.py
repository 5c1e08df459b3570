"""Runs and log directories as HTML pages."""

from __future__ import annotations

import json
import re

import pytest

from kraft_core.cli.main import run
from kraft_core.sim.pages import timeline_page
from kraft_core.sim.pages.timeline_page import Lane, Mark, MessageSent, Span, Timeline
from kraft_core.sim.quorum.campaign import run_seed
from kraft_core.sim.quorum.picture import Picture
from kraft_core.sim.quorum.steps import STEPS
from tests.simulation import made_up
from tests.simulation.small_clusters import await_leader, begun, follower


def data_of(page):
    """The data in a page, as a browser would read it."""
    found = re.search(r"const data = (.*);\n", page)
    return json.loads(found[1])


@pytest.fixture(scope="module")
def page():
    pages = []
    result = run_seed(17, "default", on_page=pages.append)
    return result, pages[0]


def test_looking_does_not_change_the_run(page):
    assert page[0].digest == run_seed(17, "default").digest


def test_page_shows_each_replica_from_start_to_end(page):
    result, text = page
    facts = data_of(text)
    count = len(facts["lanes"])
    assert [lane["name"] for lane in facts["lanes"]] == [f"Replica {n + 1}" for n in range(count)]
    for lane in facts["lanes"]:
        assert lane["spans"][-1][1] == result.virtual_ms
        assert all(a[1] == b[0] for a, b in zip(lane["spans"], lane["spans"][1:], strict=False))
    leaders = {
        (lane["name"], span[3])
        for lane in facts["lanes"]
        for span in lane["spans"]
        if span[2] == "Leader"
    }
    assert len(leaders) == len({epoch for _, epoch in leaders}) == result.elections > 1


def test_lost_messages_have_no_arrival(page):
    facts = data_of(page[1])
    lost = [each for each in facts["messages"] if each[2] is None]
    assert lost
    assert len(lost) < len(facts["messages"])
    assert all(each[2] is None or each[2] >= each[0] for each in facts["messages"])


def test_message_to_a_node_that_is_down_when_it_comes_is_lost(monkeypatch):
    """In a run without losses on links, only ends of processes lose messages."""
    cluster = begun(1, 2, 3)
    picture = Picture(cluster)
    sent = []
    cluster.hooks.messages.append(sent.append)
    await_leader(cluster)
    follower(cluster).crash(cluster.new_rng())  # no power, so that nobody refuses
    cluster.timeline.run_until(cluster.now_ms + 3_000)
    assert all(each.arrives_at_ms is not None for each in sent)
    facts = data_of(picture.page(made_up.result(1)))
    down = [lane["spans"][-1][2] for lane in facts["lanes"]].index("Down")
    began = facts["lanes"][down]["spans"][-1][0]
    late = [each for each in facts["messages"] if each[3] == down and each[0] > began]
    assert late
    assert all(each[2] is None for each in late)


def test_message_says_what_is_in_it(page):
    facts = data_of(page[1])
    texts = {facts["kinds"][each[4]]: [] for each in facts["messages"]}
    for each in facts["messages"]:
        texts[facts["kinds"][each[4]]].append((each[5], each[6]))
    assert any("pre_vote=True" in text and "last_offset=" in text for _, text in texts["Vote"])
    assert any(is_response and "vote_granted=True" in text for is_response, text in texts["Vote"])
    assert any("fetch_offset=" in text for _, text in texts["Fetch"])
    assert all(len(text) <= 100 for kind in texts.values() for _, text in kind)


def test_voters_that_stay_broken_are_marked():
    pages = []
    result = run_seed(3, "calm", on_page=pages.append)
    assert result.broken
    marks = [mark for lane in data_of(pages[0])["lanes"] for mark in lane["marks"]]
    assert sorted(text for _, _, text in marks if text.startswith("stays broken")) == sorted(
        f"stays broken: {kind}" for kind in result.broken
    )


def test_steps_of_the_schedule_are_marked(page):
    kinds = {text for _, kind, text in data_of(page[1])["marks"] if kind == "fault"}
    assert {"bounce", "burst", "cluster-power-loss", "move"} <= kinds <= STEPS.keys()


def test_failure_has_its_moment():
    pages = []
    result = run_seed(0, "default", "wins-with-one-vote", on_page=pages.append)
    failure = data_of(pages[0])["failure"]
    assert failure[:2] == [result.failure.at_ms, "NeverTwoLeadersInSameEpoch"]


def test_page_needs_no_other_file(page):
    assert not re.search(r"""(src|href)\s*=|url\(|import\s|https?://""", page[1])


def test_messages_are_thinned_but_not_those_of_elections():
    fetches = [MessageSent(n, 0, n + 1, 1, "Fetch") for n in range(200_000)]
    votes = [MessageSent(n, 1, n + 1, 0, "Vote") for n in range(5_000)]
    timeline = Timeline("t", "a", 200_000, messages=[*fetches, *votes])
    timeline.lanes = [Lane("a", [Span(0, 1, "Leader", 1)]), Lane("b", [Span(0, 1, "Follower", 1)])]
    text = timeline_page.render(timeline)
    facts = data_of(text)
    kinds = [facts["kinds"][each[4]] for each in facts["messages"]]
    assert kinds.count("Vote") == len(votes)
    assert 0 < kinds.count("Fetch") <= timeline_page.MESSAGES_MAX
    assert facts["left_out"] == len(fetches) + len(votes) - len(kinds)
    assert len(text) < 10 << 20


def test_last_messages_before_a_failure_are_never_thinned():
    fetches = [MessageSent(n, 0, n + 1, 1, "Fetch") for n in range(200_000)]
    failure = Mark(200_000, "one-leader", "there is no leader")
    timeline = Timeline("t", "a", 200_000, messages=fetches, failure=failure)
    timeline.lanes = [Lane("a", [Span(0, 1, "Leader", 1)]), Lane("b", [Span(0, 1, "Follower", 1)])]
    facts = data_of(timeline_page.render(timeline))
    sent = {each[0] for each in facts["messages"]}
    assert set(range(200_000 - timeline_page.LAST_MESSAGES, 200_000)) <= sent
    assert len(sent) <= timeline_page.MESSAGES_MAX


def test_last_high_watermark_is_never_thinned():
    lane = Lane("a", [Span(0, 1, "Leader", 1)])
    lane.high_watermarks = [(n, n) for n in range(2 * timeline_page.POINTS_MAX)]
    facts = data_of(timeline_page.render(Timeline("t", "a", 1, lanes=[lane])))
    assert facts["lanes"][0]["hw"][-1] == [lane.high_watermarks[-1][0], lane.high_watermarks[-1][1]]


def test_text_of_a_run_cannot_end_the_script():
    hostile = "</script><script>alert(1)</script>"
    lane = Lane(hostile, [Span(0, 1, "Leader", 1, hostile)], [Mark(0, "note", hostile)])
    text = timeline_page.render(Timeline(hostile, hostile, 1, lanes=[lane]))
    assert text.count("</script>") == 1
    assert data_of(text)["title"] == hostile


def test_story_of_directories_is_a_page_with_a_lane_for_each_node(tmp_path, capsys):
    folder = tmp_path / "left"
    assert run(["simulate", "--seed", "17", "--storage", str(folder)]) == 0
    page = tmp_path / "quorum.html"
    assert run(["story", "--html", str(page), *map(str, sorted(folder.iterdir()))]) == 0
    facts = data_of(page.read_text(encoding="utf-8"))
    count = len(list(folder.iterdir()))
    assert [lane["name"] for lane in facts["lanes"]] == [f"Node {n + 1}" for n in range(count)]
    led = {
        (s[3], lane["name"]) for lane in facts["lanes"] for s in lane["spans"] if s[2] == "Leader"
    }
    assert len(led) == len({epoch for epoch, _ in led}) > 1
    assert facts["messages"] == []
    ends = {lane["hw"][-1][1] for lane in facts["lanes"]}
    assert min(ends) > 0
    assert f"{count} directories" in capsys.readouterr().err


def test_story_of_several_directories_needs_a_page(tmp_path, capsys):
    assert run(["story", str(tmp_path), str(tmp_path)]) == 1
    assert "--html" in capsys.readouterr().err


def test_story_page_shows_log_written_by_kafka(tmp_path):
    page = tmp_path / "example.html"
    assert run(["story", "--html", str(page)]) == 0
    lane = data_of(page.read_text(encoding="utf-8"))["lanes"][0]
    assert [span[3] for span in lane["spans"]] == sorted({span[3] for span in lane["spans"]})
    assert lane["hw"][-1][1] > 0


def test_times_have_microseconds_and_no_more():
    lane = Lane(
        "a",
        spans=[Span(0.12345, 1.23456, "Leader", 1)],
        marks=[Mark(1.23456, "fault", "cut")],
        high_watermarks=[(1.23456, 7)],
    )
    (facts,) = data_of(timeline_page.render(Timeline("t", "s", lanes=[lane])))["lanes"]
    assert facts["spans"] == [[0.123, 1.235, "Leader", 1, ""]]
    assert facts["marks"] == [[1.235, "fault", "cut"]]
    assert facts["hw"] == [[1.235, 7]]
