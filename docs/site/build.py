"""Write what MkDocs builds the site from: `python docs/site/build.py`, used by `make docs`.

Markdown files keep their places relative to docs/; files of the project's root and the examples
become pages next to them. A link to anything else fails the build. The reference has a section for
each public name of the three packages. Mermaid comes from npm once, checked by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import inspect
import io
import os
import re
import shutil
import tarfile
import urllib.request
from importlib import import_module
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "build" / "site-source"
CACHE: Final = ROOT / "build" / "mermaid.min.js"
PACKAGES: Final = ("kraft_wire", "kraft_core", "kraft_spark")
ROOT_PAGES: Final = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")

MERMAID: Final = "https://registry.npmjs.org/mermaid/-/mermaid-11.12.0.tgz"
MERMAID_SHA512: Final = (
    "ZudVx73BwrMJfCFmSSJT84y6u5brEoV8DOItdHomNLz32uBjNrelm7mg95X7g+C6UoQH/W6mBLGDEDv73JdxBg=="
)

_FENCE: Final = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
_LINK: Final = re.compile(r"(\]\()(?!https?:|#|mailto:)([^)#\s]+)((?:#[^)\s]*)?\))")


def page_of(target: Path) -> str | None:
    """Return the page of the site for a file or folder of the project; None if it has none."""
    name = target.relative_to(ROOT).as_posix()
    if name in ("README.md", "docs"):
        return "index.md"
    if name in ROOT_PAGES:
        return name
    if name in ("examples", "docs/decisions"):
        return f"{name.removeprefix('docs/')}/index.md"
    if name.startswith("examples/") and target.suffix == ".py":
        return f"examples/{target.stem}.md"
    if name == "LICENSE":
        return "LICENSE.md"
    return name.removeprefix("docs/") if name.startswith("docs/") else None


def rewritten(text: str, original: Path, page: str) -> str:
    """Return a document with the site's links; raises ValueError for a target without a page."""
    code: list[str] = []

    def hide(match: re.Match[str]) -> str:
        code.append(match[0])
        return f"\0{len(code) - 1}\0"

    def link(match: re.Match[str]) -> str:
        target = (original.parent / match[2]).resolve()
        found = page_of(target) if target.exists() else None
        if found is None:
            raise ValueError(f"{original.relative_to(ROOT)}: {match[2]} is not on the site")
        return f"{match[1]}{os.path.relpath(found, Path(page).parent)}{match[3]}"

    shown = _LINK.sub(link, _FENCE.sub(hide, text))
    return re.sub(r"\0(\d+)\0", lambda match: code[int(match[1])], shown)


def write(page: str, text: str) -> None:
    """Write a page of the source."""
    path = SOURCE / page
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def documents() -> None:
    """Copy the Markdown files and the pictures that they show."""
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.is_dir() or "site" in path.relative_to(ROOT / "docs").parts:
            continue
        page = path.relative_to(ROOT / "docs").as_posix()
        if path.suffix == ".md":
            write(page, rewritten(path.read_text(encoding="utf-8"), path, page))
        else:
            (SOURCE / page).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, SOURCE / page)
    for name in ROOT_PAGES:
        write(name, rewritten((ROOT / name).read_text(encoding="utf-8"), ROOT / name, name))
    write("LICENSE.md", f"# License\n\n```text\n{(ROOT / 'LICENSE').read_text()}```\n")
    index = ROOT / "docs" / "site" / "index.md"
    write("index.md", rewritten(index.read_text(encoding="utf-8"), index, "index.md"))
    titles = []
    for path in sorted((ROOT / "docs" / "decisions").glob("*.md")):
        title = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        titles.append(f"* [{title}]({path.name})")
    write("decisions/index.md", "# Decisions\n\n" + "\n".join(titles) + "\n")


def examples() -> None:
    """Write a page for each program of examples/, and a list of them."""
    listed = []
    for path in sorted((ROOT / "examples").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        summary = text.split('"""')[1].strip().split("\n\n")[0].replace("\n", " ")
        listed.append(f"* [{path.name}]({path.stem}.md): {summary}")
        write(f"examples/{path.stem}.md", f"# {path.name}\n\n```python\n{text}```\n")
    write("examples/index.md", "# Examples\n\n" + "\n".join(listed) + "\n")


def reference() -> None:
    """Write a page for each package: its public names with their docstrings."""
    for name in PACKAGES:
        package = import_module(name)
        lines = [f"# {name}", "", inspect.getdoc(package) or "", ""]
        for public in sorted(package.__all__):
            member = getattr(package, public)
            module = getattr(member, "__module__", None)
            if (inspect.isclass(member) or inspect.isfunction(member)) and module:
                lines += [f"::: {module}.{member.__qualname__}", ""]
        write(f"reference/{name}.md", "\n".join(lines))


def mermaid() -> None:
    """Fetch the program that draws the diagrams from npm, at the first build."""
    if not CACHE.exists():
        with urllib.request.urlopen(MERMAID, timeout=120) as answer:
            archive = answer.read()
        digest = base64.b64encode(hashlib.sha512(archive).digest()).decode()
        if digest != MERMAID_SHA512:
            raise ValueError(f"{MERMAID} has another hash: {digest}")
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            script = files.extractfile("package/dist/mermaid.min.js")
            if script is None:
                raise ValueError(f"{MERMAID} has no mermaid.min.js")
            CACHE.write_bytes(script.read())
    (SOURCE / "assets").mkdir(parents=True, exist_ok=True)
    shutil.copyfile(CACHE, SOURCE / "assets" / "mermaid.min.js")
    shutil.copyfile(Path(__file__).with_name("extra.css"), SOURCE / "assets" / "extra.css")


def main() -> None:
    """Write everything anew."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    SOURCE.mkdir(parents=True)
    mermaid()
    documents()
    examples()
    reference()


if __name__ == "__main__":
    main()
