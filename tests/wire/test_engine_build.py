"""Installing kraft with and without a C compiler."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

import pytest

import hatch_build
from tests.support import engines

ROOT = Path(__file__).parents[2]
CODE = (
    "import kraft_wire; from kraft_wire.messages import VoteRequest as V;"
    "print(kraft_wire.engine, V.decode(V(voter_id=7).encode(2), 2).voter_id, kraft_wire.__file__)"
)


def install(folder, **environment):
    """Install kraft alone into a folder; return what pip prints and the engine in use."""
    command = [
        *(sys.executable, "-m", "pip", "install", "--verbose", "--no-deps"),
        *("--no-build-isolation", "--disable-pip-version-check", "--target", str(folder)),
    ]
    variables = {key: value for key, value in os.environ.items() if key != "KRAFT_WIRE_ENGINE"}
    built = subprocess.run(
        [*command, str(ROOT)], capture_output=True, text=True, check=True,
        env=variables | environment, cwd=folder,
    )  # fmt: skip
    shown = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, check=True, cwd=folder
    )
    engine, voter, path = shown.stdout.split()
    assert voter == "7"
    assert Path(path).is_relative_to(folder)
    return built.stdout + built.stderr, engine


@pytest.mark.slow
def test_without_a_compiler_the_engine_is_left_out_with_one_sentence(tmp_path):
    told, engine = install(tmp_path, CC="false")
    assert engine == "python"
    assert "kraft is installed without its compiled engine (no C compiler: false failed" in told
    assert not list((tmp_path / "kraft_wire" / "native").glob("_engine.*so"))


@pytest.mark.slow
@engines.needs_native
def test_with_a_compiler_the_engine_is_installed(tmp_path):
    _, engine = install(tmp_path)
    assert engine == "native"
    (module,) = (tmp_path / "kraft_wire" / "native").glob("_engine.*so")
    assert module.name == hatch_build.module_name()
    assert not list((tmp_path / "kraft_wire" / "native").glob("*.[ch]"))


@pytest.mark.slow
def test_the_source_distribution_holds_the_c(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    sources = {str(path.relative_to(ROOT)) for path in hatch_build.SOURCES.glob("*.[ch]")}
    assert {"hatch_build.py", *sources} <= names
    assert not [name for name in names if name.endswith(".so")]


def test_a_missing_compiler_is_no_failure_where_the_engine_is_optional(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("CC", "no-such-compiler")
    assert hatch_build.main(["--optional", "--output", str(tmp_path)]) == 0
    assert hatch_build.main(["--output", str(tmp_path)]) == 1
    assert "cannot run no-such-compiler" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@engines.needs_native
def test_an_error_of_the_sources_is_a_failure(tmp_path, monkeypatch, capsys):
    (tmp_path / "broken.c").write_text("#error broken\n")
    monkeypatch.setattr(hatch_build, "SOURCES", tmp_path)
    assert hatch_build.main(["--optional", "--output", str(tmp_path)]) == 1
    assert "broken" in capsys.readouterr().err


@engines.needs_native
def test_the_engine_compiles_without_warnings(tmp_path):
    assert hatch_build.main(["--strict", "--output", str(tmp_path)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == [hatch_build.module_name()]


def test_the_name_of_the_module_is_that_of_this_python():
    assert hatch_build.module_name().endswith(sysconfig.get_config_var("EXT_SUFFIX"))
