"""Write what MkDocs builds the site from: `python docs/site/build.py`, used by `make docs`.

Markdown files keep their places relative to docs/; files of the project's root and the examples
become pages next to them. A link to anything else fails the build. The reference has a section for
each public name of the three packages. Two scripts come from npm once, checked by their hashes.
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
CACHE: Final = ROOT / "build"
PACKAGES: Final = ("kraft_wire", "kraft_core", "kraft_spark")
ROOT_PAGES: Final = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")

SCRIPTS: Final = {
    "mermaid.min.js": (
        "https://registry.npmjs.org/mermaid/-/mermaid-11.12.0.tgz",
        "ZudVx73BwrMJfCFmSSJT84y6u5brEoV8DOItdHomNLz32uBjNrelm7mg95X7g+C6UoQH/W6mBLGDEDv73JdxBg==",
        "package/dist/mermaid.min.js",
    ),
    "iframe-worker.js": (
        "https://registry.npmjs.org/iframe-worker/-/iframe-worker-1.0.4.tgz",
        "roeaaI+Lg1LJNfgpCjoRe/+WzEjy9+Z08LoEvu85MCPbBjwm+qXz8Ag5U05lHa6V1CysZyGzE0SOkAtSUA5q7Q==",
        "package/shim/index.js",
    ),
}
"""Programs of the pages, from npm: the archive, its SHA-512, the file in it. One draws diagrams;
with the other, search works in pages that were opened as files."""

README_PAGES: Final = {"#install": "install.md", "#kraft": "quickstart.md"}
"""Pages that are parts of README, by its headings."""

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
        part = README_PAGES.get(match[3][:-1]) if target == ROOT / "README.md" else None
        if part is not None:
            return f"{match[1]}{os.path.relpath(part, Path(page).parent)})"
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


def quickstart() -> None:
    """Write what README says of installing, and its samples, as the first two pages."""
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    samples, _, rest = text.partition("\n## Proof and speed\n")
    install = rest.partition("\n## Install\n")[2].rpartition("\n\n")[0]
    shown = samples.partition("\n**")[2]
    parts = {
        "install.md": "# Install\n" + install,
        "quickstart.md": f"# Quickstart\n\n[Install kraft](#install) first.\n\n**{shown}",
    }
    for page, body in parts.items():
        if body.count("```") < 2:
            raise ValueError(f"README.md has no part for {page}")
        write(page, rewritten(body, readme, page).replace("(#install)", "(install.md)"))


def scripts() -> None:
    """Fetch the programs of the pages, at the first build."""
    assets = SOURCE / "assets"
    assets.mkdir(parents=True, exist_ok=True)
    for name, (address, sha512, member) in SCRIPTS.items():
        cached = CACHE / name
        if not cached.exists():
            with urllib.request.urlopen(address, timeout=120) as answer:  # noqa: S310, a constant
                archive = answer.read()
            digest = base64.b64encode(hashlib.sha512(archive).digest()).decode()
            if digest != sha512:
                raise ValueError(f"{address} has another hash: {digest}")
            with tarfile.open(fileobj=io.BytesIO(archive)) as files:
                script = files.extractfile(member)
                if script is None:
                    raise ValueError(f"{address} has no {member}")
                cached.write_bytes(script.read())
        shutil.copyfile(cached, assets / name)
    shutil.copyfile(Path(__file__).with_name("extra.css"), assets / "extra.css")


def main() -> None:
    """Write everything anew."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    SOURCE.mkdir(parents=True)
    scripts()
    documents()
    quickstart()
    examples()
    reference()


if __name__ == "__main__":
    main()
