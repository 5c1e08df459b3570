"""The generator's command line: what it does, what it says, how it ends."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest

from codegen.__main__ import INTERRUPTED, own_specs, run
from codegen.schema.error_codes import schema_files
from tests.support.schemas import RELEASES, ROOT, SPECS, field, schema

NEW, OLD = str(RELEASES / "4.4.0"), str(RELEASES / "3.9.2")


def write_specs(folder, *fields):
    folder.mkdir(exist_ok=True)
    (folder / "Thing.json").write_text(schema(*(fields or (field("A"),))), encoding="utf-8")
    return folder


def test_import_several_releases(tmp_path, capsys):
    assert run(["import", OLD, NEW, "--into", str(tmp_path)]) == 1
    refusal = capsys.readouterr().err
    assert "codegen: 12 versions cannot be kept: " in refusal
    assert "--allow-loss leaves them out" in refusal
    assert list(tmp_path.iterdir()) == []
    assert run(["import", "--allow-loss", OLD, NEW, "--into", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert said.out == (
        f"{tmp_path}: 290 messages in 867 versions of 4.4.0 and 3.9.2; "
        "290 files written, 0 removed\n"
    )
    assert said.err.count("left out: ") == 12
    written = {
        path.relative_to(tmp_path): path.read_bytes() for path in sorted(tmp_path.rglob("*.json"))
    }
    assert set(written) == {path.relative_to(SPECS) for path in schema_files(SPECS)}
    assert not any(b'"about":' in text for text in written.values())


def test_import_prints_json(tmp_path, capsys):
    arguments = ["import", OLD, NEW, "--into", str(tmp_path), "--json"]
    assert run(arguments) == 1
    assert capsys.readouterr().out == ""
    assert run([*arguments, "--allow-loss"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    told = json.loads(said.out)
    assert (told["messages"], told["versions"]) == (290, 867)
    assert told["releases"] == ["4.4.0", "3.9.2"]
    assert (len(told["written"]), told["removed"], told["notes"]) == (290, [], [])
    assert {
        "message": "ShareGroupMetadataValue",
        "versions": "0",
        "release": "3.9.2",
        "reason": "other bytes: ShareGroupMetadataValue at place 1 the newer release has"
        " MetadataHash (int64), the older no field",
    } in told["leftOut"]
    assert told["renamed"] == []


def test_import_names_what_pairs_by_place(tmp_path, capsys):
    for release, name, versions in (("old", "Before", "0-1"), ("new", "After", "1-2")):
        (tmp_path / release).mkdir()
        text = schema(field(name), field("X", "string"), validVersions=versions)
        (tmp_path / release / "Thing.json").write_text(text)
    sources = ["import", str(tmp_path / "new"), str(tmp_path / "old"), "--into"]
    assert run([*sources, str(tmp_path / "specs")]) == 0
    assert capsys.readouterr().err == "renamed: Thing: Before is After in Thing\n"
    assert run([*sources, str(tmp_path / "specs"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["renamed"] == [
        {"message": "Thing", "struct": "Thing", "older": "Before", "newer": "After", "release": ""}
    ]


def test_import_one_release_as_it_is_and_then_another(tmp_path, capsys):
    assert run(["import", OLD, "--into", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert "240 messages in 740 versions of 3.9.2; 240 files written" in said.out
    assert said.err == ""
    assert run(["import", NEW, "--into", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert "278 messages in 744 versions of 4.4.0" in said.out
    assert "removed: clients/LeaderAndIsrRequest.json" in said.err


def test_the_committed_specs_are_imported_without_change(tmp_path, capsys):
    specs = tmp_path / "specs"
    shutil.copytree(SPECS, specs)
    assert run(["import", "--allow-loss", NEW, OLD, "--into", str(specs)]) == 0
    assert "0 files written, 0 removed" in capsys.readouterr().out


def test_importing_the_committed_specs_keeps_their_lines(tmp_path, capsys):
    assert run(["import", str(SPECS), "--into", str(tmp_path)]) == 0
    assert "290 messages in 867 versions; 290 files" in capsys.readouterr().out
    for path in schema_files(SPECS):
        assert (tmp_path / path.relative_to(SPECS)).read_bytes() == path.read_bytes()


def test_check_passes_after_generate_and_detects_drift(tmp_path, capsys):
    specs = write_specs(tmp_path / "specs")
    options = ["--specs", str(specs), "--out", str(tmp_path), "--package", "things"]
    assert run(["generate", *options]) == 0
    assert (tmp_path / "things" / "thing.py").is_file()
    assert run(["check", *options]) == 0
    assert "up to date with the schemas" in capsys.readouterr().out
    write_specs(specs, field("B"))
    assert run(["check", *options]) == 1
    said = capsys.readouterr()
    assert f"stale: {tmp_path / 'things' / 'thing.py'}" in said.out
    assert "do not match the schemas" in said.err
    assert run(["generate", *options]) == 0
    assert run(["check", *options]) == 0


def test_generate_writes_to_working_folder_by_default(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["generate", "--specs", str(write_specs(tmp_path / "s")), "--package", "p"]) == 0
    assert (tmp_path / "p" / "registry.py").is_file()


def test_the_projects_own_specs():
    assert own_specs() == SPECS


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["generate", "--specs", "x"], "--specs needs --package"),
        (["check", "--out", "x"], "--out needs --package"),
        (
            ["generate", "--package", "my-kafka"],
            "'my-kafka' is not a valid name of a Python package",
        ),
        (["generate", "--package", "class"], "'class' is not a valid name of a Python package"),
        (["generate", "--specs", "nowhere", "--package", "p"], "nowhere: has no schema files"),
        (["import", "--into", "x"], "Missing argument 'SOURCE...'"),
        (["import", NEW], "Missing option '--into'"),
        (["import", "nowhere", "--into", "x"], "Path 'nowhere' does not exist"),
        (["compat", NEW], "Missing argument 'NEW'"),
        (["export"], "No such command 'export'"),
        (["compat", "--yaml", NEW, OLD], "No such option"),
    ],
)
def test_invalid_usage_is_reported_in_one_line(tmp_path, monkeypatch, capsys, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("codegen: ")
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_bad_schemas_name_file_and_field(tmp_path, capsys):
    specs = write_specs(tmp_path, field("A", "int"))
    assert run(["import", str(specs), "--into", str(tmp_path / "new")]) == 1
    assert capsys.readouterr().err.startswith(
        "codegen: Thing.json: A.type: 'int' is not a valid type"
    )


@pytest.mark.parametrize("command", ["import", "generate", "check", "compat"])
def test_help_has_an_example(command, capsys):
    assert run([command, "--help"]) == 0
    assert f"Example: kraft codegen {command}" in capsys.readouterr().out


def test_missing_command_prints_help():
    assert run([]) == 1


def test_compat_prints_json(capsys):
    assert run(["compat", OLD, NEW, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["old"], found["new"]) == ("3.9.2", "4.4.0")
    assert len(found["changes"]) == found["legal"] + found["illegal"] == 328


def test_compat_prints_table(capsys):
    assert run(["compat", NEW, OLD]) == 0
    text = capsys.readouterr().out
    assert text.startswith("4.4.0 to 3.9.2")
    assert "UpdateMetadataRequest" in text


def test_versions_may_be_dropped_only_between_known_major_releases(tmp_path, capsys):
    older, newer = write_specs(tmp_path / "a"), tmp_path / "b"
    newer.mkdir()
    (newer / "Thing.json").write_text(schema(field("A"), validVersions="1-3"), encoding="utf-8")
    assert run(["compat", str(older), str(newer), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["old"], found["illegal"]) == (str(older), 1)


def test_ctrl_c_is_quiet(monkeypatch, capsys):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("codegen.releases.sources.read_sources", interrupt)
    assert run(["compat", OLD, NEW]) == INTERRUPTED
    said = capsys.readouterr()
    assert said.out + said.err.strip() == ""


def test_a_closed_pipe_is_quiet():
    command = [sys.executable, "-m", "codegen", "compat", OLD, NEW]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_an_installed_package_is_checked_and_not_rewritten(tmp_path, monkeypatch, capsys):
    installed = tmp_path / "codegen"
    write_specs(tmp_path / "specs")
    installed.mkdir()
    (tmp_path / "specs").rename(installed / "message-specs")
    shutil.copy(own_specs() / "errors.json", installed / "message-specs")
    generated = tmp_path / "kraft_wire" / "generated"
    generated.mkdir(parents=True)
    monkeypatch.setattr("codegen.__main__._HERE", installed)
    assert run(["generate"]) == 1
    assert "cannot be regenerated in place: specify --package" in capsys.readouterr().err
    assert not list(generated.iterdir())
    assert run(["check"]) == 1
    said = capsys.readouterr().out
    assert f"stale: {generated / 'thing.py'}" in said
    assert f"stale: {tmp_path / 'kraft_wire' / 'error_codes.py'}" in said
    assert run(["generate", "--out", str(tmp_path), "--package", "own"]) == 0
    assert (tmp_path / "own" / "thing.py").is_file()
