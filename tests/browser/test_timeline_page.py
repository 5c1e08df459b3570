"""Pages of runs in headless Chromium: they draw, fast, without a network or an error."""

from __future__ import annotations

import re
import shutil
import subprocess
import time

import pytest

from kraft_core import timeline_page
from kraft_core.simulation.campaign import run_seed
from kraft_core.timeline_page import Lane, MessageSent, Span, Timeline

pytestmark = pytest.mark.browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_PROBE = """<script>
window.onerror = (text) => { document.body.dataset.error = text; };
window.addEventListener("load", () => {
  const button = document.getElementById("show-failure");
  if (button) button.click();
  document.getElementById("in").click();
  document.body.dataset.took = String(performance.now());
  document.body.dataset.details = document.getElementById("details").textContent;
});
</script>"""


def loaded(page, tmp_path):
    """The page as Chromium has it after drawing, and its attributes."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (Debian's package chromium)")
    path = tmp_path / "page.html"
    path.write_text(page.replace("<script>", _PROBE + "<script>", 1), encoding="utf-8")
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


def test_run_is_drawn_and_the_failure_is_shown(tmp_path):
    pages = []
    run_seed(0, "default", "wins-with-one-vote", on_page=pages.append)
    facts, shown = loaded(pages[0], tmp_path)
    assert "error" not in facts
    assert int(facts["drawn"]) >= 3
    assert "NeverTwoLeadersInSameEpoch" in facts["details"]
    assert "Seed 0 of scenario default" in shown


def test_largest_page_is_usable_within_three_seconds(tmp_path):
    lanes = [Lane(f"Replica {n}", [Span(0, 600_000, "Follower", 1)]) for n in range(7)]
    messages = [MessageSent(n, n % 7, n + 3, (n + 1) % 7, "Fetch") for n in range(600_000)]
    for lane in lanes:
        lane.high_watermarks = [(n, n) for n in range(0, 600_000, 10)]
    page = timeline_page.render(Timeline("Large", "", 600_000, lanes=lanes, messages=messages))
    assert len(page) < 10 << 20
    begin = time.monotonic()
    facts, _ = loaded(page, tmp_path)
    assert "error" not in facts
    assert float(facts["took"]) < 3_000, f"{time.monotonic() - begin:.1f} s in all"
