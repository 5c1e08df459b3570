"""`kraft perf-server`: what is wrong is one sentence. That it runs is in tests/conformance."""

from __future__ import annotations

import logging

import pytest

from kraft_core.cli.main import run

ID = "J8aAPcfLQt2bqs1JT_rMgQ"


@pytest.fixture(autouse=True)
def _quiet():
    """Leave no handler of a test behind."""
    yield
    logging.getLogger("kraft").handlers.clear()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Missing option '--config'."),
        (["--config", "none"], "Missing option '--replica-directory-id'."),
        (["--config", "none", "--replica-directory-id", ID], "none cannot be read"),
        (["--config", "none", "--replica-directory-id", "x"], "x is not a valid directory id."),
        (["--throughput", "0"], "0 is not in the range"),
        (["--record-size", "0"], "0 is not in the range"),
        (["--record-size", "-1"], "-1 is not in the range"),
        (["--bogus"], "No such option '--bogus'"),
    ],
)
def test_wrong_use(capsys, arguments, sentence):
    assert run(["perf-server", *arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("kraft: ")
    assert sentence in err
    assert err.count("\n") == 1


def test_help_has_an_example(capsys):
    assert run(["perf-server", "--help"]) == 0
    assert "kraft perf-server --config 1.properties" in capsys.readouterr().out
