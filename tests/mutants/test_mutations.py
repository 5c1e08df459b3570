"""Changes are found in the tree and made in the text."""

from __future__ import annotations

import pytest

from tests.mutants.__main__ import equivalents, table
from tests.mutants.mutations import mutations
from tests.mutants.trial import EQUIVALENT, KILLED, SURVIVED

MODULE = '''"""Text: 1 < 2."""

LIMIT: int = 7


def judge(a, *, b=True):
    """Never 1."""
    if a.is_on and not b:  # ü is two bytes: a < b
        raise ValueError(f"{a + 1}")
    a.count += 1
    return min(a.count, "ü".index("ü") + LIMIT) <= 5 or a is None
'''


def changed(kind):
    """What the lines of the module become that a kind of change alters."""
    found = []
    for mutation in mutations("m.py", MODULE):
        if mutation.kind == kind:
            after = mutation.applied(MODULE)
            compile(after, "m.py", "exec")
            pairs = zip(MODULE.splitlines(), after.splitlines(), strict=True)
            found += [new.strip() for old, new in pairs if old != new]
    return found


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        ("<= to <", ['return min(a.count, "ü".index("ü") + LIMIT) < 5 or a is None']),
        ("is to is not", ['return min(a.count, "ü".index("ü") + LIMIT) <= 5 or a is not None']),
        ("or to and", ['return min(a.count, "ü".index("ü") + LIMIT) <= 5 and a is None']),
        ("and to or", ["if a.is_on or not b:  # ü is two bytes: a < b"]),
        ("remove not", ["if a.is_on and (b):  # ü is two bytes: a < b"]),
        ("min to max", ['return max(a.count, "ü".index("ü") + LIMIT) <= 5 or a is None']),
        ("+ to -", ['return min(a.count, "ü".index("ü") - LIMIT) <= 5 or a is None']),
        ("flip constant", ["def judge(a, *, b=False):"]),
        ("remove raise", ["pass"]),
        ("remove statement", ["pass"]),
        ("< to <=", []),
    ],
)
def test_each_kind_of_mutation_changes_its_lines(kind, lines):
    assert changed(kind) == lines


def test_numbers_in_texts_and_docstrings_stay():
    assert changed("add one") == [
        "LIMIT: int = 8",
        "a.count += 2",
        'return min(a.count, "ü".index("ü") + LIMIT) <= 6 or a is None',
    ]


def test_keys_do_not_depend_on_lines():
    keys = [each.key for each in mutations("m.py", MODULE)]
    assert keys == [each.key for each in mutations("m.py", MODULE.replace("\n\n", "\n\n\n"))]
    assert len(set(keys)) == len(keys)


def test_the_table_leaves_equivalent_changes_out_of_the_share():
    results = [
        {"path": "kraft_core/raft/storage/a.py", "verdict": verdict}
        for verdict in (KILLED, KILLED, KILLED, SURVIVED, EQUIVALENT)
    ]
    assert table(results).splitlines()[-1] == "| all | 5 | 3 | 0 | 0 | 1 | 1 | 75.0 % |"


def test_reasons_are_given_for_equivalent_changes():
    assert all(equivalents().values())
