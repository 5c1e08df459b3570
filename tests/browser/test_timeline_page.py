"""Pages of runs in headless Chromium: they draw, fast, without a network or an error."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from kraft_core.sim.pages import timeline_page
from kraft_core.sim.pages.timeline_page import Lane, MessageSent, Span, Timeline
from kraft_core.sim.quorum.campaign import run_seed

pytestmark = pytest.mark.browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_PROBE = """<script>
window.onerror = (text) => { document.body.dataset.error = text; };
window.addEventListener("load", () => {
  const said = () => document.getElementById("details").textContent;
  const tell = (name, value) => { document.body.dataset[name] = String(value); };
  const click = (px, py) => pointer("pointerdown", px, py) || pointer("pointerup", px, py);
  const pointer = (type, px, py) => {
    const place = canvas.getBoundingClientRect();
    const where = { clientX: place.left + px, clientY: place.top + py, pointerId: 1 };
    canvas.dispatchEvent(new PointerEvent(type, where));
  };
  canvas.setPointerCapture = () => {};
  /*STEPS*/
  tell("took", performance.now());
});
</script>"""


def loaded(page, tmp_path, steps=""):
    """The attributes of the page after these steps of a user, and the page as drawn."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (Debian's package chromium)")
    path = tmp_path / "page.html"
    path.write_text(
        page.replace("<script>", _PROBE.replace("/*STEPS*/", steps) + "<script>", 1), "utf-8"
    )
    done = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--dump-dom",
            path.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    body = re.search(r"<body([^>]*)>", done.stdout)[1]
    return dict(re.findall(r'data-(\w+)="([^"]*)"', body)), done.stdout


@pytest.fixture(scope="module")
def page_of_failure():
    pages = []
    run_seed(0, "default", "wins-with-one-vote", on_page=pages.append)
    return pages[0]


def test_link_leads_from_the_failure_to_its_moment(page_of_failure, tmp_path):
    facts, shown = loaded(
        page_of_failure,
        tmp_path,
        """document.getElementById("show-failure").click();
        tell("begin", from); tell("end", to); tell("at", data.failure[0]);
        tell("details", said());""",
    )
    assert "error" not in facts
    assert float(facts["begin"]) < float(facts["at"]) < float(facts["end"])
    assert float(facts["end"]) - float(facts["begin"]) <= 500
    assert "NeverTwoLeadersInSameEpoch" in facts["details"]
    assert "Seed 0 of scenario default" in shown


def test_buttons_wheel_and_dragging_zoom_and_move(page_of_failure, tmp_path):
    facts, _ = loaded(
        page_of_failure,
        tmp_path,
        """const width = () => to - from, whole = width();
        document.getElementById("in").click(); tell("in", width() / whole);
        const left = from;
        pointer("pointerdown", 500, 60); pointer("pointermove", 400, 60);
        pointer("pointerup", 400, 60);
        tell("moved", from - left);
        const before = width();
        canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: -1, cancelable: true }));
        tell("wheel", width() / before);
        document.getElementById("all").click(); tell("all", width() / whole);""",
    )
    assert "error" not in facts
    assert float(facts["in"]) == pytest.approx(0.5)
    assert float(facts["moved"]) > 0
    assert float(facts["wheel"]) == pytest.approx(0.8)
    assert float(facts["all"]) == pytest.approx(1)


def test_filters_hide_and_show_kinds(page_of_failure, tmp_path):
    facts, _ = loaded(
        page_of_failure,
        tmp_path,
        """const boxes = [...document.querySelectorAll("#filters label")];
        tell("filters", boxes.map((each) => each.textContent.trim()));
        const count = (title) => targets.filter((each) => each[4].startsWith(title)).length;
        const toggle = (name) => boxes.find((each) => each.textContent.trim() === name)
          .querySelector("input").click();
        tell("fetches", count("Fetch")); toggle("Fetch"); tell("shown", count("Fetch"));
        tell("begins", count("BeginQuorumEpoch")); toggle("BeginQuorumEpoch");
        tell("hidden", count("BeginQuorumEpoch"));
        const faults = () => targets.filter((each) => each[4] === "fault").length;
        tell("faults", faults()); toggle("faults"); tell("none", faults());""",
    )
    assert "error" not in facts
    assert {"BeginQuorumEpoch", "Fetch", "faults", "high watermarks"} <= set(
        facts["filters"].split(",")
    )
    assert int(facts["fetches"]) == 0 < int(facts["shown"])
    assert int(facts["begins"]) > 0 == int(facts["hidden"])
    assert int(facts["faults"]) > 0 == int(facts["none"])


def test_click_shows_what_a_replica_was_and_what_a_message_said(tmp_path):
    pages = []
    run_seed(17, "default", on_page=pages.append)
    facts, _ = loaded(
        pages[0],
        tmp_path,
        """const leads = (span) => span[2] === "Leader";
        const led = data.lanes.findIndex((lane) => lane.spans.some(leads));
        const span = data.lanes[led].spans.find(leads);
        click(x((span[0] + span[1]) / 2), middleOf(led)); tell("role", said());
        const lost = targets.find((each) => each[6] && each[7] && each[4] === "Vote");
        look(timeAt(lost[0]) - 20, timeAt(lost[0]) + 20);
        const again = targets.find((each) => each[5] === lost[5]);
        tell("short", Math.abs(again[3]) < 74 / 2);
        click(again[0] + again[2] / 2, again[1] + again[3] / 2); tell("message", said());
        tell("legend", document.getElementById("legend").textContent);""",
    )
    assert "error" not in facts
    assert re.search(r"Replica \d+: Leader.*epoch \d+", facts["role"], re.DOTALL)
    assert re.search(r"Vote.*lost.*replica_epoch=\d+.*last_offset=\d+", facts["message"], re.DOTALL)
    assert facts["short"] == "true"  # the arrow of a lost message is cut off
    assert {"Leader", "Follower", "Candidate", "Prospective", "Down"} <= set(
        facts["legend"].split()
    )


def largest_page():
    lanes = [Lane(f"Replica {n}", [Span(0, 600_000, "Follower", 1)]) for n in range(7)]
    text = "x" * 100
    messages = [
        MessageSent(n, n % 7, n + 3, (n + 1) % 7, "Fetch", text=text) for n in range(600_000)
    ]
    messages += [MessageSent(n, 1, n + 3, 2, "Vote", text=text) for n in range(0, 600_000, 600)]
    messages.sort(key=lambda each: each.sent_ms)
    for lane in lanes:
        lane.high_watermarks = [(n, n) for n in range(0, 600_000, 10)]
    return timeline_page.render(Timeline("Large", "", 600_000, lanes=lanes, messages=messages))


def test_largest_page_is_usable_within_three_seconds(tmp_path):
    page = largest_page()
    assert len(page) < 10 << 20
    steps = """look(1000, 3000);
        const box = [...document.querySelectorAll("#filters label")]
          .find((each) => each.textContent.trim() === "Fetch").querySelector("input");
        if (!box.checked) box.click();
        document.getElementById("all").click();
        tell("votes", drawn.get("Vote")); tell("fetches", drawn.get("Fetch"));"""
    taken = []
    # other work of this machine only makes it slower: the fastest of a few counts
    while len(taken) < 4 and min(taken, default=3_000) >= 3_000:
        facts, _ = loaded(page, tmp_path, steps)
        assert "error" not in facts
        # not even the whole run on one screen leaves out messages of elections
        assert facts["votes"] == "1000"
        assert 5_000 < int(facts["fetches"]) < 15_000
        taken.append(float(facts["took"]))
    assert min(taken) < 3_000, taken
