"""What the documents show is true: code runs, links lead somewhere, commands are named."""

from __future__ import annotations

import ast
import asyncio
import dataclasses
import doctest
import gzip
import json
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from importlib import import_module
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from kraft_core import StateMachine
from kraft_core.cli.main import COMMANDS
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.raft.consensus.config import RaftConfig
from kraft_core.sim.disaster.injected_bugs import DISASTER_BUGS
from kraft_core.sim.disaster.invariants import DISASTER_INVARIANTS
from kraft_core.sim.quorum.result import Summary
from kraft_wire import __version__
from tests.conformance.interop import ROWS
from tests.support.ports import free_ports

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")])
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
PACKAGES = ("codegen", "kraft_wire", "kraft_core", "kraft_spark")
SHOWN = re.compile(
    r"""^\$\ (?:echo\ '(?P<input>.*)'\ \|\ )?kraft\ (?P<arguments>wire\ .*)\n
    (?P<output>(?:(?!```|\$\ ).*\n)+)""",
    re.MULTILINE | re.VERBOSE,
)
"""A `kraft wire` command in a document, what it reads, and what it prints."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_python_in_documents_runs():
    results = {
        name_of(path): doctest.testfile(
            str(path), module_relative=False, optionflags=doctest.ELLIPSIS
        )
        for path in DOCUMENTS
    }
    assert {name: result for name, result in results.items() if result.failed} == {}
    assert sum(result.attempted for result in results.values()) > 20


def anchors(path: Path) -> set[str]:
    """Return the anchors that GitHub gives to the headings of a document."""
    headings = re.findall(r"^#+ +(.+?) *$", path.read_text(encoding="utf-8"), re.MULTILINE)
    names = [re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings]
    repeated = (names[:index].count(name) for index, name in enumerate(names))
    return {f"{name}-{n}" if n else name for name, n in zip(names, repeated, strict=True)}


def test_links_lead_to_files_and_headings():
    broken = []
    for path in DOCUMENTS:
        text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", text):
            target = path.parent / name if name else path
            if not target.exists() or (anchor and anchor not in anchors(target)):
                broken.append(f"{name_of(path)}: {name}#{anchor}")
    assert broken == []


def test_paths_of_the_tree_in_documents_exist():
    folders = (*PACKAGES, "tests", "benchmarks", "examples", "docs", "message-specs")
    path_of = re.compile(rf"`((?:{'|'.join(folders)})/[\w./-]+|[a-z_]+\.py)(?:::\w+)?`")
    modules = {path.name for folder in folders for path in (ROOT / folder).rglob("*.py")}
    missing = [
        f"{name_of(document)}: {path}"
        for document in DOCUMENTS
        if document.name != "CHANGELOG.md"  # what has moved since keeps its name there
        for path in path_of.findall(document.read_text(encoding="utf-8"))
        if path not in {"kraft_core/cli/NAME.py", "test_retry.py"}  # files that the reader makes
        if not (ROOT / path).exists() and path not in modules
    ]
    assert missing == []


def test_transcripts_are_what_the_commands_print():
    transcripts = list(SHOWN.finditer((ROOT / "docs" / "commands.md").read_text("utf-8")))
    assert len(transcripts) >= 2
    for shown in transcripts:
        done = subprocess.run(
            [sys.executable, "-m", "kraft_core.cli", *shown["arguments"].split()],
            input=shown["input"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            cwd=ROOT,
        )
        assert done.stdout == shown["output"], shown["arguments"]


COMMAND = re.compile(
    r"(?:[A-Z_]+=\S* )*(?:kraft|make|mvn|pip|python3?|\.venv/bin/\S+|git|docker|openssl) "
)


def shell_blocks(text: str) -> list[str]:
    """Return the blocks that readers paste: marked as bash, or unmarked and begun by a command."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [body for mark, body in blocks if mark == "bash" or (not mark and COMMAND.match(body))]


PROGRAMS = {"kraft", "make", "mvn", "python", "python3", "pip", "echo", "tcpdump", ""}


def programs(block: str) -> set[str]:
    """Return the first word of each command of a shell block; here-documents are left out."""
    joined = block.replace("\\\n", "")
    joined = re.sub(r"<<\s*'?(\w+)'?.*?\n\1\n", "\n", joined, flags=re.DOTALL)
    words = (re.sub(r"^(?:[A-Z_]+=\S* )*", "", line).split(" ")[0] for line in joined.splitlines())
    return {word for word in words if not word.startswith((".venv/bin/", "#"))}


def test_shell_blocks_can_be_pasted():
    """An explanation is a comment, a line begins with a program, and bash can parse the block."""
    bash = shutil.which("bash") or pytest.skip("bash is not installed.")
    count = 0
    for path in DOCUMENTS:
        for body in shell_blocks(path.read_text(encoding="utf-8")):
            count += 1
            beside = [
                line
                for line in body.splitlines()
                if COMMAND.match(line) and re.search(r"\S {2,}(?![#\\])\S", line)
            ]
            assert beside == [], path.name
            assert programs(body) <= PROGRAMS, path.name
            done = subprocess.run(
                [bash, "-n"], input=body, capture_output=True, text=True, check=False
            )
            assert done.stderr == "", path.name
    assert count > 20


FILE_OF_A_NODE = re.compile(
    r"kraft (?:start|doctor|storage format|metadata-quorum)\b"
    r"[^`\n|]*?(?<![\w-])([\w-]+\.properties)"
)
"""The file of a node in a command; an admin.properties is for clients."""


def node_files(text: str) -> list[str]:
    """Return the ids of the nodes whose files a page shows, each checked as a start does."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    shown = [body for body in blocks if "process.roles=" in body]
    found = []
    for body in shown:
        # in a block of commands the file is a here-document
        lines = [line for line in body.splitlines() if re.match(r"[a-z.]+=", line)]
        values = dict(line.split("=", 1) for line in lines)
        found.append(str(NodeConfiguration.of(values).node_id))
    return found


def test_pages_with_the_file_of_a_node_show_one():
    pages = {
        path.name: path.read_text(encoding="utf-8")
        for path in DOCUMENTS
        # the findings are for readers who have a file
        if path.name not in {"troubleshooting.md", "CHANGELOG.md"}
    }
    named = {
        name
        for name, text in pages.items()
        if set(FILE_OF_A_NODE.findall(text)) - {"admin.properties"}
    }
    assert {"operations.md", "commands.md", "controller.md", "node.md"} <= named
    assert [name for name in sorted(named) if not node_files(pages[name])] == []


def test_every_make_target_and_test_folder_of_the_documents_exists_and_is_listed():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))
    named = {
        target
        for path in DOCUMENTS
        if path.name != "CHANGELOG.md"
        for target in re.findall(r"(?:^|`)make ([a-z-]+)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert len(named) > 20
    assert named - targets == set()
    page = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    folders = {path.parent.name for path in ROOT.glob("tests/*/__init__.py")}
    folders |= {path.parent.name for path in ROOT.glob("tests/*/test_*.py")}
    assert {name for name in folders if f"`{name}/" not in page} == set()
    [seeds] = re.findall(r"^make seeds +# ([\d,]+) simulated", page, re.MULTILINE)
    assert f"--seeds 0:{seeds.replace(',', '')} --scenario all" in makefile


def options_of(*command: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "kraft_core.cli", *command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert "xample" in done.stdout, f"{command} shows no example"
    return re.findall(r"(?<![\w-])--[a-z][a-z-]+", done.stdout)


@pytest.mark.parametrize(
    "command",
    [(name,) for name in sorted(COMMANDS)]
    + [("wire", name) for name in ("list", "convert", "explain")],
    ids=" ".join,
)
def test_every_command_has_an_example_and_every_option_is_documented(command):
    assert f"kraft {' '.join(command)}" in TEXT
    missing = {option for option in options_of(*command) if option not in TEXT} - {"--help"}
    assert missing == set()


def test_differences_from_kafka_have_ids_and_citations_name_them():
    page = (ROOT / "docs" / "divergence.md").read_text(encoding="utf-8")
    tables = re.findall(r"^\|---.*\n((?:\|.*\n)+)", page, re.MULTILINE)
    rows = [row for table in tables for row in table.splitlines()]
    ids = [re.match(r"\| ([A-Z])(\d+) \|", row) for row in rows]
    assert all(ids)
    last: dict[str, int] = {}
    for found in ids:
        # the id of a difference that is gone is not given to another one
        assert int(found[2]) > last.get(found[1], 0), found[0]
        last[found[1]] = int(found[2])
    known = {f"{found[1]}{found[2]}" for found in ids}
    cited = []
    for path in [*ROOT.glob("tests/**/*.py"), *ROOT.glob("kraft_*/**/*.py")]:
        for listed in re.findall(r"[Dd]ivergence ([A-Z]\d+[A-Z\d, to]*)", path.read_text("utf-8")):
            cited += re.findall(r"[A-Z]\d+", listed)
    assert len(cited) > 20
    assert set(cited) - known == set()


def test_extras_and_their_packages_are_in_the_table_of_the_decision():
    page = (ROOT / "docs" / "decisions" / "0005-one-distribution.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.+?) \| (.+?) \|", page, re.MULTILINE)
    shown = {
        name: set(re.findall(r"[a-z0-9-]+", brings.lower()))
        for names, brings in rows
        for name in re.findall(r"`([\w-]+)`", names)
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert set(shown) == set(extras)
    for name, requirements in extras.items():
        found = [re.match(r"kraft\[(.+)\]|[\w-]+", one) for one in requirements]
        brought = {part for one in found for part in (one[1] or one[0]).split(",")}
        if name == "all":
            assert shown[name] & set(extras) == set(extras) - brought - {name}
        else:
            assert brought - shown[name] == set(), name


def test_the_changelog_begins_with_the_version_of_the_distribution():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.findall(r"^## (?!Unreleased)(\S+)", text, re.MULTILINE)[0]
    assert newest == __version__
    section = text.partition(f"## {newest}")[2].partition("\n## ")[0]
    kinds = re.findall(r"^### (.+)$", section, re.MULTILINE)
    assert kinds == [kind for kind in ("Added", "Changed", "Fixed", "Security") if kind in kinds]
    entries = re.findall(r"^- .+$", text, re.MULTILINE)
    assert sorted({entry for entry in entries if entries.count(entry) > 1}) == []


def test_programs_of_the_readme_without_a_prompt_compile_and_import_public_names():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```\w*\n((?:from|import) .*?)^```", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 2
    for block in blocks:
        tree = ast.parse(block)  # `async with` at the top level is checked when it is compiled
        compile(tree, "README.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                public = import_module(node.module).__all__
                assert {name.name for name in node.names} <= set(public)


def test_the_embedding_of_the_readme_runs(tmp_path, monkeypatch):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(
        r"^```python\n(from kraft_core import .*?)^```", text, re.DOTALL | re.MULTILINE
    )
    (port,) = free_ports(1)
    program = textwrap.indent(block.replace(":9999", f":{port}"), "    ")
    applied: list[bytes] = []
    code = f"async def main(MyStateMachine):\n{program}"

    class Values(StateMachine):
        def apply(self, batch):
            applied.extend(bytes(record.value) for record in batch.records())

        def begin_load(self, snapshot_id):
            applied.clear()

        def load(self, batch):
            self.apply(batch)

        def snapshot_values(self):
            return iter(applied)

    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(compile(code, "README.md", "exec"), names)  # noqa: S102 - the program of the README
    asyncio.run(asyncio.wait_for(names["main"](Values), 60))
    assert applied == [b"3", b"4"]


def test_simulation_page_has_every_json_field_and_every_name_of_a_disaster():
    page = (ROOT / "docs" / "simulation.md").read_text(encoding="utf-8")
    first_cells = " ".join(re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE))
    cells = set(re.findall(r"[\w-]+", first_cells))
    fields = set(Summary().facts(1.0))
    names = {invariant.name for invariant in DISASTER_INVARIANTS} | set(DISASTER_BUGS)
    assert (fields | names) - cells == set()
    for name, bug in DISASTER_BUGS.items():
        (row,) = re.findall(rf"^\| `{name}` \|.*$", page, re.MULTILINE)
        assert row.endswith(f"| {', '.join(one for one in bug.invariants if one != 'crash')} |")


def test_proof_of_the_readme_has_the_numbers_of_the_tree():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    vectors = sum(
        gzip.decompress(path.read_bytes()).count(b"\n")
        for path in (ROOT / "tests" / "data" / "codec").glob("vectors-*.jsonl.gz")
    )
    recorded = [*(ROOT / "tests" / "answers" / "recorded").glob("*.json")]
    cases = sum(len(json.loads(path.read_text(encoding="utf-8"))) for path in recorded)
    assert f"{vectors:,} vectors" in text
    assert f"{cases:,} recorded cases" in text
    assert f"{len(ROWS)} set-ups" in text
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    decode = page.partition("| decode  ")[2]
    [aiokafka] = re.findall(
        r"^\| plain, none .*?\| ([\d.]+) \([^|]*✓ \| [\d.]+ +\|$",
        decode.partition("| append ")[0],
        re.MULTILINE,
    )
    [kio] = re.findall(r"^\| FetchRequest 17 +\|(?:[^|]*\|){3} ([\d.]+)", decode, re.MULTILINE)
    [java] = re.findall(r"\*\*decode, median of 26\*\* .*\*\*([\d.]+)\*\*", page)
    assert f"{float(kio):.1f}; {1 / float(java):.1f}; {float(aiokafka):.1f} |" in text


def test_every_page_of_the_site_links_to_pages_of_the_site_alone():
    build = run_path(str(ROOT / "docs" / "site" / "build.py"))
    pages = [path for path in (ROOT / "docs").rglob("*.md") if "site" not in path.parts]
    pages += [ROOT / name for name in build["ROOT_PAGES"]]
    assert len(pages) > 30
    for path in pages:
        build["rewritten"](path.read_text("utf-8"), path, build["page_of"](path))  # else ValueError


def test_page_of_the_core_has_each_limit_and_its_default():
    page = (ROOT / "docs" / "driving-the-core.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `(\w+_max\w*)` \| ([\d,]+(?: MiB)?) \|", page, re.MULTILINE))
    others = ("_ms", "fetch_max_bytes", "snapshot_max_bytes")  # times, and sizes of own requests
    expected = {
        field.name: f"{field.default >> 20} MiB" if "bytes" in field.name else f"{field.default:,}"
        for field in dataclasses.fields(RaftConfig)
        if "_max" in field.name and not field.name.endswith(others)
    }
    assert listed == expected
