"""The documentation site (`make docs`) in headless Chromium: no network, diagrams, search."""

from __future__ import annotations

import functools
import http.server
import re
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

SITE = Path(__file__).parents[2] / "build" / "site"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
LOADED = re.compile(
    r"""(?:<script[^>]*src|<link[^>]*rel="stylesheet"[^>]*href|<img[^>]*src)="(http)"""
)
PAGES = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))


@pytest.fixture(scope="module")
def address():
    """A server of the site on this machine."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            """Print nothing."""

    handler = functools.partial(Handler, directory=str(SITE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def shown(url, folder, size):
    """The page as Chromium has it after its scripts."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (Debian's package chromium)")
    done = subprocess.run(
        [
            CHROMIUM,
            *("--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"),
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            f"--user-data-dir={folder / 'profile'}",
            f"--window-size={size}",
            "--virtual-time-budget=10000",
            url,
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout


@pytest.mark.skipif(not PAGES, reason="the site is not built: run make docs")
def test_no_page_loads_anything_from_elsewhere():
    assert len(PAGES) > 40
    texts = {name: (SITE / name).read_text(encoding="utf-8") for name in PAGES}
    assert [name for name, text in texts.items() if LOADED.search(text)] == []


@pytest.mark.skipif(not PAGES, reason="the site is not built: run make docs")
def test_every_page_of_the_navigation_has_a_link_of_its_own():
    """A page that is called index or README must not become the heading of its section."""
    listed = (SITE.parents[1] / "docs" / "site" / "mkdocs.yml").read_text().partition("\nnav:")[2]
    pages = re.findall(r"([\w/-]+)\.md$", listed, re.MULTILINE)
    home = (SITE / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'<a href="([^"#]*)" class="md-nav__link', home)
    assert len(pages) > 30
    wanted = {re.sub(r"README$", "index", page) + ".html" for page in pages}
    assert wanted - {"index.html"} <= set(links)


@pytest.mark.parametrize("size", ["1400,1000", "400,800"])
def test_every_diagram_is_drawn(address, tmp_path, size):
    count = 0
    for name in PAGES:
        fences = (SITE / name).read_text(encoding="utf-8").count('<pre class="mermaid"')
        if fences:
            page = shown(f"{address}/{name}", tmp_path, size)
            # Material replaces each block by an element that holds the picture, or leaves it.
            assert page.count('<pre class="mermaid"') == 0, name
            assert page.count('<div class="mermaid"') == fences, name
            count += fences
    assert count >= 6


@pytest.mark.skipif(not PAGES, reason="the site is not built: run make docs")
def test_every_page_has_its_heading(address, tmp_path):
    for name in PAGES:
        if name != "404.html":
            page = shown(f"{address}/{name}", tmp_path, "1400,1000")
            assert re.search(r"<h1[^>]*>(?:<code>)?[^<\s]", page), name


@pytest.mark.skipif(not PAGES, reason="the site is not built: run make docs")
def test_search_works_in_a_page_that_was_opened_as_a_file(tmp_path):
    page = shown(f"{(SITE / 'index.html').as_uri()}?q=fetchsnapshot", tmp_path, "1400,1000")
    found = re.search(r'md-search-result__meta">\s*(\d+) matching', page)
    assert found is not None, "no search, or no result"
    assert int(found[1]) > 1


@pytest.mark.skipif(not PAGES, reason="the site is not built: run make docs")
def test_the_first_pages_install_kraft_and_show_samples():
    listed = (SITE.parents[1] / "docs" / "site" / "mkdocs.yml").read_text().partition("\nnav:")[2]
    assert re.findall(r"([\w/-]+)\.md$", listed, re.MULTILINE)[:3] == [
        "index",
        "install",
        "quickstart",
    ]
    assert "Python 3.11" in (SITE / "install.html").read_text(encoding="utf-8")
    samples = (SITE / "quickstart.html").read_text(encoding="utf-8").count("<pre")
    assert samples == 6


@pytest.mark.skipif(not PAGES, reason="the site is not built: run make docs")
def test_each_page_says_where_it_is():
    page = (SITE / "operations.html").read_text(encoding="utf-8")
    assert re.search(r'class="md-path".*?Home.*?Operate', page, re.DOTALL)
