"""The names that users can rely on."""

from __future__ import annotations

import ast
import subprocess
import sys
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

import kraft_core

ROOT = Path(__file__).parents[2]
PACKAGES = ("kraft_core", "kraft_core.client", "kraft_spark", "kraft_wire", "kraft_wire.records")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_of_the_stub_is_exported_by_its_module(package):
    module = import_module(package)
    tree = ast.parse(Path(module.__file__).with_suffix(".pyi").read_text())
    modules = {
        alias.asname: node.module
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname is not None
    }
    own = {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}
    assert sorted({*modules, *own}) == module.__all__
    assert set(module.__all__) <= set(dir(module))
    for name, place in modules.items():
        assert getattr(module, name) is getattr(import_module(place), name)
    with pytest.raises(AttributeError, match="no attribute 'Nobody'"):
        _ = module.Nobody


def test_a_package_in_a_zip_file_exports_its_names(tmp_path):
    archive = tmp_path / "packages.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted((ROOT / "kraft_wire").rglob("*.py*")):
            if path.suffix in {".py", ".pyi"}:
                packed.write(path, path.relative_to(ROOT))
    code = (
        f"import sys; sys.path = [{str(archive)!r}, *sys.path]\n"
        "import kraft_wire; print(kraft_wire.__file__); print(kraft_wire.Uuid.__name__)"
    )
    shown = subprocess.run(
        [
            sys.executable,
            "-S",
            "-c",
            f"import sys; sys.path = [{str(archive)!r}, *sys.path]\n{code}",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.splitlines() == [f"{archive}/kraft_wire/__init__.py", "Uuid"]


def test_a_copy_without_stubs_says_what_is_missing(tmp_path):
    for path in (ROOT / "kraft_wire").glob("*.py"):
        copy = tmp_path / "kraft_wire" / path.name
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(path.read_bytes())
    code = f"import sys; sys.path = [{str(tmp_path)!r}, *sys.path]; import kraft_wire"
    shown = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=False
    )
    assert shown.returncode == 1
    assert "a copy of 'kraft_wire' needs the files *.pyi too" in shown.stderr


def test_embedding_needs_one_import_and_it_loads_nothing_before_a_name_is_used():
    code = (
        "import sys, kraft_core\n"
        "print(*[name for name in sys.modules if name.startswith('kraft_core.')])\n"
        "from kraft_core import Membership, OwnQuorum, RaftNode, StateMachine\n"
        "print('kraft_core.sim.quorum' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines() == ["", "False"]


def test_the_examples_embed_with_the_public_names_alone():
    tree = ast.parse((ROOT / "examples" / "dictionary.py").read_text())
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    own = {module for module in modules if module.startswith("kraft_core")}
    assert own == {"kraft_core"}
    assert {"RaftNode", "StateMachine", "OwnQuorum", "Membership"} <= set(kraft_core.__all__)
