"""The table of the states of a connection, and that nothing goes around its gate."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path

import pytest

from kraft_core.node.transport import connection
from kraft_core.node.transport.states import TRANSITIONS, State, WrongTransitionError, change

PAIRS = list(itertools.product(State, repeat=2))


def test_changes_of_the_table_are_allowed_and_all_others_refused():
    for pair in PAIRS:
        if pair in TRANSITIONS:
            assert change(*pair) is pair[1]
        else:
            with pytest.raises(WrongTransitionError, match=f"{pair[0].name} to {pair[1].name}"):
                change(*pair)


def test_every_state_can_end_and_the_end_is_final():
    assert {old for old, new in TRANSITIONS if new is State.CLOSED} == set(State) - {State.CLOSED}
    assert not [new for old, new in TRANSITIONS if old is State.CLOSED]


def test_refused_connection_serves_nothing_more():
    assert [new for old, new in TRANSITIONS if old is State.CLOSING] == [State.CLOSED]


def test_state_is_set_by_the_gate_alone():
    tree = ast.parse(Path(connection.__file__).read_text())
    setters = [
        function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Attribute) and target.attr == "state"
    ]
    assert sorted(setters) == ["__init__", "_become"]
