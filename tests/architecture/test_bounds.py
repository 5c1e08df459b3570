"""Every table of a running node has a bound, and tests in which peers try to exceed it."""

from __future__ import annotations

import re
from importlib import import_module

from tests.architecture.bounds import BOUNDS, HOSTILE, ROOT, Reason, tables


def limit_of(place):
    """The value of `module:NAME`, or the default of `module:Class.field`."""
    module, _, name = place.partition(":")
    first, _, field = name.partition(".")
    found = getattr(import_module(f"kraft_core.{module}"), first)
    return found.__dataclass_fields__[field].default if field else found


def test_every_table_has_a_bound():
    found = list(tables())
    assert len(found) > 100
    assert sorted(set(found) - BOUNDS.keys()) == [], "state what bounds these in bounds.py"
    assert sorted(BOUNDS.keys() - set(found)) == [], "these are gone"


def test_limits_are_numbers_of_production():
    places = {bound for bound in BOUNDS.values() if not isinstance(bound, Reason)}
    assert len(places) > 15
    for place in places:
        assert 0 < limit_of(place) <= 10_000, place


def test_hostile_tests_exist_for_tables_of_the_list():
    assert HOSTILE.keys() <= BOUNDS.keys()
    for place in HOSTILE.values():
        path, _, name = place.partition("::")
        text = (ROOT / "tests" / path).read_text(encoding="utf-8")
        assert re.search(rf"^def {name}\(", text, re.MULTILINE), place
