"""The table of field types: what it says is what the runtime of the generated codecs does."""

from __future__ import annotations

from typing import get_args

import pytest

from codegen.schema.types import PRIMITIVES, FieldType
from kraft_wire import arrays, schema
from kraft_wire.inspection.walk import Fixed
from kraft_wire.schema import FIXED_SIZE, INTEGERS
from tests.support import random_schemas

ROWS = list(PRIMITIVES.values())
FIXED = [row for row in ROWS if row.is_fixed]
NUMBERS = [row for row in ROWS if row.array_form == "numbers"]


def test_the_runtime_has_the_same_types():
    assert set(PRIMITIVES) == set(get_args(schema.TypeName)) - {"struct"}


def test_random_schemas_have_every_type():
    assert set(random_schemas.PRIMITIVES) == set(PRIMITIVES)


def test_integers_have_the_same_ranges_as_in_the_runtime():
    ranges = {row.name: (row.lowest, row.highest) for row in ROWS if row.highest}
    assert ranges == INTEGERS


def test_values_of_fixed_size_have_the_same_layouts_as_in_the_runtime():
    layouts = {row.name: f">{row.letter}" for row in FIXED}
    assert layouts == {name: layout.format for name, layout in FIXED_SIZE.items()}


@pytest.mark.parametrize("row", FIXED, ids=lambda row: row.name)
def test_widths_are_those_of_the_careful_reader(row):
    assert row.width == Fixed(row.name).size


@pytest.mark.parametrize("row", NUMBERS, ids=lambda row: row.name)
def test_the_runtime_has_tables_for_arrays_of_every_number(row):
    values = (row.implied,) * 3
    octets = getattr(arrays, f"PACK_{row.name.upper()}S")[3](*values)
    assert len(octets) == 3 * row.width
    assert getattr(arrays, f"UNPACK_{row.name.upper()}S")[3](octets, 0) == values
    assert getattr(arrays, f"READ_{row.name.upper()}S")[4](b"\4" + octets, 0) == values


@pytest.mark.parametrize(
    ("name", "form", "array_form", "is_fixed"),
    [
        ("bool", "bool", "numbers", True),
        ("int64", "number", "numbers", True),
        ("uuid", "uuid", "uuids", True),
        ("string", "text", "texts", False),
        ("records", "blob", "blobs", False),
        ("Thing", "struct", "structs", False),
    ],
)
def test_type_name_gives_form_and_fixed_size(name, form, array_form, is_fixed):
    assert FieldType(name).form == form
    assert FieldType(name).is_fixed is is_fixed
    assert FieldType(name, is_array=True).form == array_form
    assert not FieldType(name, is_array=True).is_fixed
