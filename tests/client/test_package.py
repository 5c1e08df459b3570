"""The package loads what is asked for, and nothing else: commands start with what they need."""

from __future__ import annotations

import subprocess
import sys

LOADED = "import sys\n{}\nprint(*sorted(name for name in sys.modules if name.startswith('kraft')))"


def loaded_by(statement):
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(statement)], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_one_module_brings_no_other():
    loaded = loaded_by("import kraft_core.client.errors")
    assert "kraft_core.client.errors" in loaded
    assert not {"kraft_core.client.quorum", "kraft_core.client.client"} & loaded


def test_an_admin_loads_no_message_that_is_not_asked_for():
    loaded = loaded_by("import kraft_core.admin.admin")
    assert "kraft_wire.generated.fetch_response" in loaded  # the leader is found with it
    unwanted = {"add_raft_voter_request", "update_features_request", "fetch_snapshot_response"}
    assert not {f"kraft_wire.generated.{name}" for name in unwanted} & loaded
