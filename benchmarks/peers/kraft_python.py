"""This project without its compiled engine."""

from __future__ import annotations

import os

os.environ["KRAFT_WIRE_ENGINE"] = "python"  # read when kraft_wire is first used

from benchmarks.peers.kraft import records, version, wire

__all__ = ["records", "version", "wire"]
