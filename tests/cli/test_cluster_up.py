"""`kraft cluster-up` without Java: wrong folders and options."""

from __future__ import annotations

import json

import pytest

from kraft_core.cli.main import run


def test_a_folder_without_jars_is_an_error(tmp_path, capsys):
    assert run(["cluster-up", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"kraft: There are no jars in {tmp_path}.\n"
    assert run(["cluster-up", str(tmp_path), "--json"]) == 1
    told = json.loads(capsys.readouterr().err)["error"]
    assert told == {"kind": "failed", "message": f"There are no jars in {tmp_path}."}


@pytest.mark.parametrize("more", [["--controllers", "0"], ["--brokers", "x"], ["--java"]])
def test_wrong_options(tmp_path, capsys, more):
    assert run(["cluster-up", str(tmp_path), *more]) == 1
    assert more[0] in capsys.readouterr().err


def test_a_java_that_is_not_there_is_an_error(tmp_path, capsys):
    (tmp_path / "kafka.jar").touch()
    assert run(["cluster-up", str(tmp_path), "--java", "no-such-java"]) == 1
    assert "no-such-java cannot be found" in capsys.readouterr().err
