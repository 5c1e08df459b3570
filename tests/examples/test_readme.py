"""The samples of README.md, run as a reader pastes them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.loopback import controller

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES_MAX = 90


def block(language, word):
    """The one block of a language that has a word in it."""
    found = [
        text
        for text in re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
        if word in text
    ]
    assert len(found) == 1, word
    return found[0]


def test_readme_is_short_and_has_a_sample_for_each_reader():
    assert len(README.splitlines()) <= LINES_MAX
    samples = README.partition("## Proof")[0].count("\n```") // 2
    assert samples == 6
    for text in re.findall(r"^```\w+\n(.*?)^```", README, re.DOTALL | re.MULTILINE):
        assert len(text.splitlines()) <= 8


def test_pip_install_examples_name_no_foreign_package():
    """kraft is not on the package index, so `pip install kraft` would install something else."""
    for path in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]:
        installs = re.findall(r"pip install ([^\n`#]*)", path.read_text(encoding="utf-8"))
        for words in installs:
            assert not re.match(r"['\"]?kraft\b(?!-[\d.]+-)", words), path.name


def test_codecs_are_generated_from_your_own_schema(tmp_path):
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed.")
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "python").symlink_to(sys.executable)
    kraft = tools / "kraft"
    kraft.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kraft_core.cli "$@"\n')
    kraft.chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    text = block("bash", "kraft codegen generate")
    done = subprocess.run(
        [bash, "-euc", text],
        cwd=work,
        env={"PATH": f"{tools}:/usr/bin:/bin", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    expected = re.findall(r"# ([0-9a-f]+)$", text, re.MULTILINE)
    assert done.stdout.splitlines()[-1:] == expected


def test_a_controller_is_asked_and_followed(capsys):
    text = block("python", "from kraft_core.client")
    with controller() as (_, address):
        exec(compile(text.replace("localhost:9093", address), "README.md", "exec"), {})  # noqa: S102
    shown = capsys.readouterr().out
    assert "Leader(node_id=1" in shown
    assert "TopicRecord" in shown


@pytest.mark.spark
@pytest.mark.kafka
def test_kafkas_files_are_a_data_frame():
    pytest.importorskip("pyspark")
    code = block("python", "kraft_spark")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert re.search(r"orders\s*\|\s*80\|", done.stdout)
