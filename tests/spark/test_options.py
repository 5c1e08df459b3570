from __future__ import annotations

from pathlib import Path

import pytest

from kraft_spark.log.options import OPTIONS as READ
from kraft_spark.log.options import WRITE_OPTIONS as WRITE
from kraft_spark.options import (
    FLAG,
    POSITIVE,
    TEXT,
    WHOLE_NUMBER,
    Option,
    OptionError,
    Options,
    choice,
    json_of,
    number,
    size,
)
from kraft_spark.quorum.options import OPTIONS as QUORUM
from kraft_spark.seeds.simulation import simulation_options

DOCUMENTS = sorted((Path(__file__).parents[2] / "docs").glob("spark*.md"))
TABLES = (READ, WRITE, QUORUM, simulation_options())
IT = Options(
    "it",
    Option("view", choice("a", "b"), "rows", "a"),
    Option("maxBytes", size(), "size"),
    Option("isFast", FLAG, "speed", "true", "fast"),
)


def test_names_have_no_case_and_fields_are_in_snake_case():
    assert IT.given({"VIEW": "b", "maxbytes": 5}) == {"view": "b", "maxBytes": "5"}
    assert IT.parse({"MAXBYTES": "4k"}) == {"view": "a", "max_bytes": 4096, "fast": True}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("wiew", r"^unknown option wiew; did you mean view\? it has view, maxBytes, isFast$"),
        ("max_bytes", r"did you mean maxBytes\?"),
        ("zzz", r"^unknown option zzz; it has view, maxBytes, isFast$"),
    ],
)
def test_an_unknown_name_is_refused_with_the_one_that_is_like_it(name, words):
    with pytest.raises(OptionError, match=words):
        IT.parse({name: "a"})


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (choice("a", "b"), " B ", "b"),
        (FLAG, "TRUE", True),
        (size(), "8 MiB", 8 << 20),
        (size(least=0), "0", 0),
        (WHOLE_NUMBER, " -7 ", -7),
        (POSITIVE, "7", 7),
        (number(0, 9), "9", 9),
        (json_of("a list", list), "[1]", [1]),
        (TEXT, " x ", " x "),
    ],
)
def test_values_that_are_allowed(kind, text, value):
    assert Option("x", kind, "").value(text) == value


@pytest.mark.parametrize(
    ("kind", "text", "words"),
    [
        (choice("a", "b"), "c", "option x cannot be 'c'; allowed: a, b"),
        (FLAG, "yes", "cannot be 'yes'; allowed: true, false"),
        (size(), "0", "allowed: bytes above 0"),
        (size(), "much", "allowed: bytes above 0"),
        (size(most=9), "1k", "allowed: bytes above 0 and up to 9"),
        (WHOLE_NUMBER, "1.5", "allowed: a whole number"),
        (WHOLE_NUMBER, "9" * 5000, "allowed: a whole number"),
        (POSITIVE, "0", "x cannot be '0'; allowed: numbers above 0"),
        (number(0, 9), "10", "allowed: 0 to 9"),
        (json_of("a list", list), "{", r"cannot be '{' \(it is not valid JSON\); allowed: a list"),
        (json_of("a list", list), "[" * 100_000, "it is not valid JSON"),
    ],
)
def test_refusals_name_the_option_and_what_is_allowed(kind, text, words):
    with pytest.raises(OptionError, match=words):
        Option("x", kind, "").value(text)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.reader)
def test_defaults_are_allowed_and_fields_are_the_options_own(table):
    fields = table.parse({})
    assert len(fields) == len(table.options)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.reader)
def test_the_document_has_the_table(table):
    text = "".join(page.read_text(encoding="utf-8") for page in DOCUMENTS)
    begin = f"<!-- options of {table.reader} -->\n\n"
    assert text.count(begin + table.markdown()) == 1


@pytest.mark.parametrize(
    ("defaults", "shown"),
    [
        (("1", "2"), "same (`1`, `2`)"),
        (("1", "1"), "same (`1`)"),
        ((None, "2"), "same (none, `2`)"),
        ((None, None), "same"),
    ],
)
def test_options_of_the_same_meaning_share_a_row(defaults, shown):
    it = Options("it", *(Option(name, TEXT, "same", defaults[name == "b"]) for name in "ab"))
    assert it.markdown().splitlines()[2:] == [f"| `a`, `b` | {shown} |"]
