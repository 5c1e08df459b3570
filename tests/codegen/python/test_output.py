"""Writing a package: only what changed, nothing stale, nothing of anybody else's."""

from __future__ import annotations

import json

import pytest

from codegen.errors import SchemaError
from codegen.python.output import check, generate


@pytest.fixture
def specs(tmp_path):
    folder = tmp_path / "specs"
    folder.mkdir()
    write(folder, "One")
    write(folder, "Two")
    return folder


def write(folder, name, about=""):
    spec = {
        "type": "data",
        "name": name,
        "validVersions": "0",
        "flexibleVersions": "0+",
        "fields": [{"name": "Id", "type": "int32", "versions": "0+", "about": about}],
    }
    (folder / f"{name}.json").write_text(json.dumps(spec))


def test_generate_is_idempotent(specs, tmp_path):
    first = generate(specs, tmp_path, "mine")
    assert {"__init__.py", "registry.py", "one.py", "schemas/two.py"} <= set(first)
    assert generate(specs, tmp_path, "mine") == []
    assert check(specs, tmp_path, "mine") == []


def test_check_names_what_drifted_and_touches_nothing(specs, tmp_path):
    generate(specs, tmp_path, "mine")
    write(specs, "Two", about="Changed.")
    (tmp_path / "mine" / "one.py").unlink()
    assert check(specs, tmp_path, "mine") == ["one.py", "schemas/two.py", "two.py"]
    assert not (tmp_path / "mine" / "one.py").exists()


def test_stale_modules_are_removed(specs, tmp_path):
    generate(specs, tmp_path, "mine")
    (specs / "Two.json").unlink()
    stale = {"two.py", "schemas/two.py", "registry.py", "__init__.py"}
    assert set(check(specs, tmp_path, "mine")) == stale
    assert set(generate(specs, tmp_path, "mine")) == stale
    assert not (tmp_path / "mine" / "two.py").exists()


def test_a_folder_with_other_files_is_left_alone(specs, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "precious.py").write_text("work = 1\n")
    with pytest.raises(SchemaError, match=r"precious\.py"):
        generate(specs, tmp_path, "mine")
    assert not (tmp_path / "mine" / "one.py").exists()


def test_an_empty_folder_of_specs_is_an_error(tmp_path):
    with pytest.raises(SchemaError, match="has no schema files"):
        generate(tmp_path, tmp_path, "mine")


def test_progress_is_reported_for_each_message(specs, tmp_path):
    told: list[str] = []
    generate(specs, tmp_path, "mine", progress=told.append)
    assert told == ["One", "Two"]


def test_uncompilable_output_is_refused_and_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr("codegen.python.output.render_schema", lambda _: "def broken(:\n")
    specs = tmp_path / "odd"
    specs.mkdir()
    write(specs, "Thing")
    with pytest.raises(SchemaError, match="Thing makes a module that Python cannot") as no:
        generate(specs, tmp_path, "things")
    assert no.value.source == "Thing.json"
    assert not (tmp_path / "things").exists()
