"""The generated text itself: one small schema with every kind of field, read as a person would."""

from __future__ import annotations

import ast
import builtins

import pytest

from codegen.__main__ import own_specs
from codegen.naming import attribute_name
from codegen.python.descriptions import api_keys, registry_entries, responses
from codegen.python.render import (
    render_api_keys,
    render_codec,
    render_package,
    render_registry,
    render_schema,
    tidy,
)
from codegen.schema.reader import read_folder, read_message
from tests.support.schemas import field, spec_of

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
    golden("order_request.py.txt", render_codec(order, "OrderResponse"))


def test_schema_of_every_kind_of_field(order, golden):
    golden("order_request_schema.py.txt", render_schema(order))


def test_package_and_registry(order, golden):
    entries = registry_entries([order])
    golden("package.py.txt", render_package(entries) + "\n" + render_registry(entries))


def test_generated_text_is_python(order):
    for text in (render_codec(order), render_schema(order)):
        ast.parse(text)


def imported_and_used(text):
    """Names that a module imports, and those that it uses and nothing in it defines."""
    imported, used, defined = {"annotations"}, set(), set(dir(builtins))
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ImportFrom():
                imported |= {alias.asname or alias.name for alias in node.names}
            case ast.Name(ctx=ast.Load()):
                used.add(node.id)
            case ast.Name():
                defined.add(node.id)
            case ast.ClassDef() | ast.FunctionDef():
                defined.add(node.name)
            case ast.Subscript(slice=ast.Constant(value=str() as name)):
                used.add(name)  # of a response, which the class of its request names
            case ast.arg():
                defined.add(node.arg)
    return imported, used - defined


def test_every_module_imports_what_it_uses_and_nothing_else(order):
    """`Append` comes with every module, `Any` and `annotations` too."""
    specs = (order, *read_folder(own_specs()).values())
    response_of = responses(specs)
    for spec in specs:
        imported, used = imported_and_used(render_codec(spec, response_of.get(spec.name, "")))
        always = {"annotations", "Any", "Append"}
        assert imported - always == used - always, spec.name
        assert used <= imported, spec.name


ODD_TEXTS = (
    'ends with a quote"',
    '"""',
    '""" + nonsense',
    "\\",
    "a\nb\r\x0c\x00\u2028c",
    "_PACK_zz, _UNPACK_q, Final, Iterable[int]",
    "\U0001f600",
    "{{ m.name }}",
)


def compiled(spec):
    """Run the module that a schema makes; return the message's class."""
    names = {"__name__": "thing"}
    exec(compile(render_codec(spec), "thing.py", "exec"), names)  # noqa: S102
    exec(compile(render_schema(spec), "thing.py", "exec"), {})  # noqa: S102
    return names[spec.name]


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_texts_of_schemas_cannot_break_out_of_doc_strings_and_literals(text):
    inner = field("B", "Part", about=text, fields=[field("C", about=text)])
    spec = spec_of(field("A", "string", about=text, default=text), inner, about=text)
    cls = compiled(spec)
    assert cls().a == text
    assert cls.__doc__.removesuffix(".") == " ".join(text.split())


@pytest.mark.parametrize("default", ["NaN", "Infinity", "-Infinity", "-0.0", "1e308"])
def test_floats_without_a_literal(default):
    assert repr(compiled(spec_of(field("A", "float64", default=default)))().a) == repr(
        float(default)
    )


def test_structures_whose_names_differ_in_case_or_in_a_suffix():
    names = ("Entry", "EntryMany", "ENTRY", "EntryTags", "Entry2")
    fields = [
        field(f"Of{number}", kind, fields=[field(f"In{name}", default=number)])
        for number, name in enumerate(names)
        for kind in (name if number % 2 else f"[]{name}",)
    ]
    cls = compiled(spec_of(*fields))
    for number, name in enumerate(names):
        part = getattr(cls, name)()
        assert getattr(part, attribute_name(f"In{name}")) == number


@pytest.mark.parametrize("name", ["Any", "Final", "Struct", "ValueError", "BYTES", "TypeAlias"])
def test_structures_named_as_what_generated_modules_use(name):
    cls = compiled(spec_of(field("A", f"[]{name}", fields=[field("B")])))
    assert getattr(cls, name)(b=5).b == 5


def test_messages_and_structures_without_fields():
    assert repr(compiled(spec_of())()) == "Thing()"
    cls = compiled(spec_of(field("A", "Part", fields=[])))
    assert cls().a == cls.Part()


def test_tidy_keeps_two_lines_between_definitions_and_none_inside():
    text = "import a\n\n\n\ndef f():\n\n    x = 1\n\n    return x\ny = 2\n"
    assert tidy(text) == "import a\n\n\ndef f():\n    x = 1\n    return x\ny = 2\n"


def test_two_requests_of_one_key_are_a_name_and_its_alias():
    older = spec_of(name="ListThingsRequest", type="request", apiKey=7, validVersions="0-1")
    newer = spec_of(name="ListOtherThingsRequest", type="request", apiKey=7, validVersions="0-2")
    response = spec_of(name="ListThingsResponse", type="response", apiKey=7)
    keys = api_keys([older, newer, response])
    assert keys == [("LIST_OTHER_THINGS", 7), ("LIST_THINGS", 7)]
    names = {"__name__": "api_keys"}
    exec(compile(render_api_keys(keys), "api_keys.py", "exec"), names)  # noqa: S102
    assert names["ApiKey"](7).name == "LIST_OTHER_THINGS"
    assert names["ApiKey"].LIST_THINGS == 7


def test_packages_without_requests_have_no_api_keys():
    names = {"__name__": "api_keys"}
    exec(compile(render_api_keys([]), "api_keys.py", "exec"), names)  # noqa: S102
    assert list(names["ApiKey"]) == []


def test_requests_whose_names_differ_in_their_ending_only_are_two_keys():
    specs = [
        spec_of(name=n, type="request", apiKey=k) for k, n in enumerate(("List", "ListRequest"))
    ]
    assert api_keys(specs) == [("LIST", 0), ("LIST_REQUEST", 1)]
