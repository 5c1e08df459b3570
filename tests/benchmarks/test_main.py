"""What the benchmarks do where a part cannot run."""

from __future__ import annotations

import types

from benchmarks import __main__ as benchmarks
from benchmarks.report import Report
from tests.conformance.kafka import KafkaUnavailableError


def test_part_without_peer_is_reported_and_others_run(monkeypatch, capsys):
    def run(*, is_quick):
        raise KafkaUnavailableError("java is not installed")

    parts = {
        "wire": types.SimpleNamespace(run=run),
        "records": types.SimpleNamespace(run=lambda **_: Report("records", "a table", {})),
    }
    monkeypatch.setattr(benchmarks, "import_module", lambda name: parts[name.split(".")[1]])
    monkeypatch.setattr(benchmarks, "keep_bytecode", lambda: None)
    assert benchmarks.main(["wire", "records"]) == 1
    out, err = capsys.readouterr()
    assert err == "wire was not measured: java is not installed\n"
    assert "a table" in out
