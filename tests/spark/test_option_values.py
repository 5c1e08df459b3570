from __future__ import annotations

import pytest

from kraft_spark.option_values import (
    OptionError,
    choice_option,
    flag_option,
    json_option,
    known_options,
    number_above,
    size_option,
    whole_number,
)


def test_names_have_no_case_and_an_unknown_one_is_told_what_there_is():
    assert known_options({"VIEW": "a", "mode": "b"}, ("view", "mode"), "it") == {
        "view": "a",
        "mode": "b",
    }
    with pytest.raises(OptionError, match="unknown option wiew; it has view, mode"):
        known_options({"wiew": "a"}, ("view", "mode"), "it")


def test_values_that_are_good():
    given = {"choice": " B ", "flag": "TRUE", "size": "8 MiB", "number": "7", "json": "[1]"}
    assert choice_option("choice", given, ("a", "b")) == "b"
    assert choice_option("missing", given, ("a", "b")) == "a"
    assert flag_option("flag", given, default=False) is True
    assert flag_option("missing", given, default=True) is True
    assert size_option("size", given, 1) == 8 << 20
    assert size_option("missing", given, 1) == 1
    assert whole_number("number", given) == number_above("number", given, 6) == 7
    assert whole_number("missing", given) is number_above("missing", given) is None
    assert json_option("json", given["json"]) == [1]


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (lambda: choice_option("x", {"x": "c"}, ("a", "b")), "x cannot be 'c'; allowed: a, b"),
        (lambda: flag_option("x", {"x": "yes"}, default=True), "allowed: true, false"),
        (lambda: size_option("x", {"x": "0"}, 1), "allowed: bytes above 0"),
        (lambda: size_option("x", {"x": "much"}, 1), "allowed: bytes above 0"),
        (lambda: whole_number("x", {"x": "1.5"}), "allowed: a whole number"),
        (lambda: number_above("x", {"x": "0"}), "x cannot be 0; allowed: numbers above 0"),
        (lambda: json_option("x", "{"), "it is no JSON"),
    ],
)
def test_refusals_name_option_and_what_is_allowed(read, words):
    with pytest.raises(OptionError, match=words):
        read()
