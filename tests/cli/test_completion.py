"""Completion of commands and options, in a real bash."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys

import pytest

from kraft_core.cli.main import run


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("kraft met", {"metadata-quorum"}),
        ("kraft storage ", {"random-uuid", "format", "info"}),
        ("kraft storage format --stand", {"--standalone"}),
    ],
)
def test_commands_and_options_complete_in_bash(words, expected, tmp_path):
    tool = tmp_path / "kraft"
    tool.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m kraft_core.cli "$@"\n')
    tool.chmod(0o755)
    script = f"""
        source <(_KRAFT_COMPLETE=bash_source kraft)
        COMP_WORDS=({words})
        COMP_CWORD=$(( {len(words.split())} - {int(not words.endswith(" "))} ))
        _kraft_completion kraft
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    ended = subprocess.run(
        [shutil.which("bash"), "-c", script],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert expected <= set(ended.stdout.split())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script_is_valid_in_each_shell(shell, capsys, monkeypatch):
    monkeypatch.setenv("_KRAFT_COMPLETE", f"{shell}_source")
    assert run([]) == 0
    script = capsys.readouterr().out
    assert f"_KRAFT_COMPLETE={shell}_complete" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n", "-c", script], check=True, timeout=60)
