"""What newcomers type: near names, -h, options in any place, paths that are not what is meant."""

from __future__ import annotations

import json

import pytest

from kraft_core.cli.main import run


def said(capsys, *arguments):
    status = run(list(arguments))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("dumplog", "dump-log"),
        ("dump_log", "dump-log"),
        ("metadataquorum", "metadata-quorum"),
        ("stauts", "status"),
    ],
)
def test_a_near_name_of_a_command_is_suggested(capsys, typed, meant):
    expected = f"kraft: No such command {typed!r}. Did you mean {meant!r}?\n"
    assert said(capsys, typed) == (1, "", expected)


def test_a_name_like_no_command_has_no_suggestion(capsys):
    assert said(capsys, "zebra") == (1, "", "kraft: No such command 'zebra'.\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--chek",), "No such option '--chek'. Did you mean '--check'?"),
        (("--controller",), "No such option '--controller'."),
        (("a", "b", "c"), "Got unexpected extra arguments (b c)."),
        ((), "Missing argument 'FILE'."),
    ],
)
def test_invalid_usage_prints_the_usage_of_the_command(capsys, arguments, message):
    expected = f"kraft: {message} Usage: kraft start [OPTIONS] FILE\n"
    assert said(capsys, "start", *arguments) == (1, "", expected)


def test_json_error_of_wrong_use_has_the_message_alone(capsys):
    _, _, err = said(capsys, "status", "--json", "--bogus")
    error = {"kind": "usage", "message": "No such option '--bogus'."}
    assert json.loads(err) == {"error": error}


@pytest.mark.parametrize("command", [(), ("status",), ("metadata-quorum", "describe")])
def test_h_is_help(capsys, command):
    short, long = said(capsys, *command, "-h"), said(capsys, *command, "--help")
    assert short == long
    assert short[0] == 0
    assert "-h, --help" in short[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("metadata-quorum", "--bootstrap-controller", "127.0.0.1:1", "describe", "--status"),
        ("metadata-quorum", "describe", "--bootstrap-controller", "127.0.0.1:1", "--status"),
        ("metadata-quorum", "describe", "--status", "--bootstrap-controller=127.0.0.1:1"),
        ("features", "describe", "--bootstrap-controller", "127.0.0.1:1"),
    ],
)
def test_options_of_a_group_are_taken_before_and_after_the_subcommand(capsys, tmp_path, arguments):
    config = tmp_path / "client.properties"
    config.write_text("default.api.timeout.ms=200\n")
    status, out, err = said(capsys, *arguments, "--command-config", str(config))
    assert (status, out) == (1, "")
    assert "127.0.0.1:1" in err
    assert "option" not in err


def test_unknown_options_and_text_after_two_dashes_are_unchanged(capsys):
    _, _, err = said(capsys, "metadata-quorum", "describe", "--bootstrap", "a:1")
    assert "No such option '--bootstrap'" in err
    command = ("metadata-quorum", "describe", "--", "--bootstrap-controller", "a:1")
    assert "unexpected extra arguments" in said(capsys, *command)[2]


@pytest.mark.parametrize("name", [f"{0:020d}.log", "none.log"])
def test_a_missing_file_of_a_dump_is_said_plainly(capsys, tmp_path, name):
    path = tmp_path / name
    status, _, err = said(capsys, "dump-log", "--files", str(path))
    assert (status, err) == (1, f"kraft: No such file: {path}\n")
    status, out, err = said(capsys, "dump-log", "--json", "--files", str(path))
    assert (status, out) == (1, "")
    assert json.loads(err) == {"error": {"kind": "failed", "message": f"No such file: {path}"}}


def test_story_says_what_a_path_is(capsys, tmp_path):
    log = tmp_path / "__cluster_metadata-0"
    topic = tmp_path / "events-0"
    for folder in (log, topic):
        folder.mkdir()
        (folder / f"{0:020d}.log").touch()
    (tmp_path / "notes.txt").touch()
    (tmp_path / "empty").mkdir()
    expected = {
        tmp_path / "none": "No such directory: ",
        tmp_path / "notes.txt": "notes.txt is a file and not a log directory; name the directory",
        tmp_path / "empty": "empty holds no segment of a metadata log; name the directory that has",
        log / f"{0:020d}.log": f"is one segment of the metadata log; name its folder {log}",
        topic / f"{0:020d}.log": "is a segment of another topic; kraft dump-log --print-data-log",
    }
    for path, words in expected.items():
        status, out, err = said(capsys, "story", str(path))
        assert (status, out) == (1, "")
        assert words in err


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        (["simulate", "--seed", "7", "--storage", "FILE/new"], "FILE/new"),
        (["simulate", "--seed", "7", "--steps", "none"], "none"),
        (["codegen", "generate", "--specs", "SPECS", "--out", "FILE/x", "--package", "p"], "FILE"),
        (["export", "none", "--out", "FILE/table"], "FILE"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_error_of_a_path_is_one_sentence(capsys, tmp_path, monkeypatch, arguments, path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FILE").touch()
    (tmp_path / "SPECS").mkdir()
    (tmp_path / "SPECS" / "X.json").write_text(
        '{"type": "data", "name": "X", "validVersions": "0", '
        '"flexibleVersions": "none", "fields": []}'
    )
    code, _, err = said(capsys, *arguments)
    assert code == 1
    assert err.count("\n") == 1
    assert path in err
    assert "Errno" not in err
