"""What `kraft_wire` itself exports."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from importlib.metadata import version
from typing import TypeVar

import pytest

import kraft_wire
from kraft_wire import connection, errors, messages, native, records
from kraft_wire.message import Message


def test_every_public_name_is_there_and_listed():
    for name in kraft_wire.__all__:
        assert getattr(kraft_wire, name) is not None
    assert set(kraft_wire.__all__) <= set(dir(kraft_wire))
    assert kraft_wire.__all__ == sorted(kraft_wire.__all__)


def test_public_names_are_those_of_their_modules():
    assert kraft_wire.Message is Message
    assert kraft_wire.ClientConnection is connection.ClientConnection
    assert kraft_wire.RecordBatch is records.RecordBatch
    assert kraft_wire.WireError is errors.WireError
    assert kraft_wire.ApiKey is messages.ApiKey
    assert kraft_wire.engine == native.ENGINE


def test_a_name_that_is_not_public():
    with pytest.raises(AttributeError, match="'kraft_wire' has no attribute 'Mesage'"):
        _ = kraft_wire.Mesage


def test_the_version_is_that_of_the_distribution():
    assert kraft_wire.__version__ == version("kraft")


def test_the_package_alone_imports_nothing_else_of_itself():
    code = """
import sys, kraft_wire
kraft_wire.__version__
print(sorted(name for name in sys.modules if name.startswith("kraft_wire.")))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['kraft_wire.exports']\n"


def public_modules():
    for found in pkgutil.walk_packages(kraft_wire.__path__, "kraft_wire."):
        if not found.name.startswith("kraft_wire.generated.") and "._" not in found.name:
            yield found.name


@pytest.mark.parametrize("name", list(public_modules()))
def test_a_module_exports_what_it_defines_and_nothing_else(name):
    if name == "kraft_wire.native.tables" and native.compiled is None:
        pytest.skip("the tables are those of the compiled engine, which is not here")
    module = importlib.import_module(name)
    exported = module.__all__
    assert list(exported) == sorted(set(exported), key=exported.index), "no name twice"
    for each in exported:
        found = getattr(module, each)
        assert not isinstance(found, TypeVar), each
        assert not each.startswith("_"), each
    defined = {
        each
        for each, found in vars(module).items()
        if not each.startswith("_") and getattr(found, "__module__", None) == name
        if not isinstance(found, TypeVar)
    }
    assert defined <= set(exported)


def test_a_star_import_brings_no_type_variable():
    names: dict[str, object] = {}
    exec("from kraft_wire.headers import *", names)  # noqa: S102
    assert "decode_body" in names
    assert "M" not in names
