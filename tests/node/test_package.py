"""The public names of the package: where they come from, and what asking for one loads."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module

import pytest

from kraft_core import node

LOADED = "import json, sys; print(json.dumps([name for name in sys.modules]))"


@pytest.mark.parametrize("name", node.__all__)
def test_public_name_is_that_of_its_module(name):
    module = import_module(f"kraft_core.node.{node._MODULES[name]}")
    assert getattr(node, name) is getattr(module, name)


def test_every_public_name_has_a_module():
    assert sorted(node._MODULES) == node.__all__


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Nobody'"):
        _ = node.Nobody


def test_one_module_loads_no_other():
    code = f"import kraft_core.config.errors; {LOADED}"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = [name for name in json.loads(shown.stdout) if name.startswith("kraft_core.node")]
    assert loaded == ["kraft_core.node", "kraft_core.config.errors"]
