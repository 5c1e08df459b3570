"""The package loads what is asked for, and nothing else: commands start with what they need."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from kraft_core import client

LOADED = "import sys\n{}\nprint(*sorted(name for name in sys.modules if name.startswith('kraft')))"


def loaded_by(statement):
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(statement)], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("name", client.__all__)
def test_every_name_is_there(name):
    module = import_module(f"kraft_core.client.{client._MODULES[name]}")
    assert getattr(client, name) is getattr(module, name)


def test_an_unknown_name():
    with pytest.raises(AttributeError, match="no attribute 'Nobody'"):
        _ = client.Nobody


def test_one_module_brings_no_other():
    loaded = loaded_by("import kraft_core.client.errors")
    assert "kraft_core.client.errors" in loaded
    assert not {"kraft_core.client.quorum", "kraft_core.client.client"} & loaded


def test_an_admin_loads_no_message_that_is_not_asked_for():
    loaded = loaded_by("import kraft_core.admin.admin")
    assert "kraft_wire.generated.fetch_response" in loaded  # the leader is found with it
    unwanted = {"add_raft_voter_request", "update_features_request", "fetch_snapshot_response"}
    assert not {f"kraft_wire.generated.{name}" for name in unwanted} & loaded
