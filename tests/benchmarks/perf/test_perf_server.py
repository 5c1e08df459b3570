"""`benchmarks.perf_server`: what is wrong is said. That it runs is in tests/conformance."""

from __future__ import annotations

import logging

import pytest
from click.testing import CliRunner

from benchmarks.perf_server import command

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
def test_wrong_use_is_refused_without_output(arguments, sentence):
    done = CliRunner().invoke(command, arguments)
    assert done.exit_code in (1, 2)
    assert done.stdout == ""
    assert sentence in done.stderr


def test_help_has_an_example():
    done = CliRunner().invoke(command, ["--help"])
    assert done.exit_code == 0
    assert "python -m benchmarks.perf_server --config 1.properties" in done.stdout
