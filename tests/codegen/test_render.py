"""The generated text itself: one small schema with every kind of field, read as a person would."""

from __future__ import annotations

import ast

import pytest

from codegen.descriptions import registry_entries
from codegen.reader import read_message
from codegen.render import render_codec, render_package, render_registry, render_schema, tidy

ORDER = """
// A schema with every kind of field.
{
  "type": "request", "apiKey": 77, "name": "OrderRequest",
  "validVersions": "0-2", "flexibleVersions": "1+",
  "fields": [
    {"name": "Id", "type": "uuid", "versions": "0+", "about": "Who ordered"},
    {"name": "Comment", "type": "string", "versions": "0+", "nullableVersions": "1+"},
    {"name": "Lines", "type": "[]Line", "versions": "0+", "fields": [
      {"name": "Amount", "type": "int32", "versions": "0+", "default": "1"},
      {"name": "Prices", "type": "[]int64", "versions": "1+", "ignorable": true},
      {"name": "Names", "type": "[]string", "versions": "2+", "nullableVersions": "2+",
       "default": "null"}
    ]},
    {"name": "Paid", "type": "bool", "versions": "2+"},
    {"name": "Place", "type": "Address", "versions": "2+", "taggedVersions": "2+", "tag": 0,
     "fields": [{"name": "Street", "type": "string", "versions": "2+"}]},
    {"name": "Image", "type": "bytes", "versions": "2+", "taggedVersions": "2+", "tag": 1}
  ]
}
"""


@pytest.fixture
def order():
    spec = read_message(ORDER, "specs/OrderRequest.json")
    assert spec is not None
    return spec


def test_codec_of_every_kind_of_field(order, golden):
    golden("order_request.py.txt", render_codec(order))


def test_schema_of_every_kind_of_field(order, golden):
    golden("order_request_schema.py.txt", render_schema(order))


def test_package_and_registry(order, golden):
    entries = registry_entries([order])
    golden("package.py.txt", render_package(entries) + "\n" + render_registry(entries))


def test_generated_text_is_python(order):
    for text in (render_codec(order), render_schema(order)):
        ast.parse(text)


def test_about_lines_cannot_break_out_of_their_doc_string():
    spec = read_message(
        ORDER.replace("Who ordered", r"a \\ and \"\"\" and a quote at the end \""), "x.json"
    )
    assert spec is not None
    ast.parse(render_codec(spec))


def test_tidy_keeps_two_lines_between_definitions_and_none_inside():
    text = "import a\n\n\n\ndef f():\n\n    x = 1\n\n    return x\ny = 2\n"
    assert tidy(text) == "import a\n\n\ndef f():\n    x = 1\n    return x\ny = 2\n"
