from __future__ import annotations

import json

import pytest

from kraft_wire.json_form import dumps, from_json, to_json
from kraft_wire.json_form.text import double_text
from kraft_wire.messages import (
    AlterClientQuotasRequest,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.0, "1.0"),
        (100.0, "100.0"),
        (0.001, "0.001"),
        (0.000999, "9.99E-4"),
        (9999999.0, "9999999.0"),
        (10000000.0, "1.0E7"),
        (-12345678.9, "-1.23456789E7"),
        (1e22, "1.0E22"),
        (1.5e300, "1.5E300"),
        (1 / 3, "0.3333333333333333"),
        (5e-324, "4.9E-324"),
        (1e-323, "9.9E-324"),
        (2.2250738585072014e-308, "2.2250738585072014E-308"),
        (1.7976931348623157e308, "1.7976931348623157E308"),
    ],
)
def test_doubles_are_printed_as_java_prints_them(value, text):
    assert double_text(value) == text
    assert dumps({"value": value, "text": "1.5e300"}) == f'{{"value":{text},"text":"1.5e300"}}'
    assert float(text) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("é🦊\x7f\u2028/", '"é🦊\x7f\u2028/"'),
        ("\x00\x0b\x1f\b\t\n\f\r", r'"\u0000\u000B\u001F\b\t\n\f\r"'),
        ('"\\u001f', r'"\"\\u001f"'),
        (["a:1.5,", "\\", 2.0, 'x":1.5e7'], r'["a:1.5,","\\",2.0,"x\":1.5e7"]'),
        ({"a": {}, "b": [], "c": None, "d": True}, '{"a":{},"b":[],"c":null,"d":true}'),
        (-1e-7, "-1.0E-7"),
        ([1e7, 10000000, 1e22], "[1.0E7,10000000,1.0E22]"),
    ],
)
def test_text_is_printed_as_jackson_prints_it(value, text):
    assert dumps(value) == text
    assert json.loads(text) == value


def test_quotas_are_printed_with_javas_digits():
    operation = AlterClientQuotasRequest.OpData(key="k", value=1048576.0, remove=False)
    entry = AlterClientQuotasRequest.EntryData(entity=(), ops=(operation,))
    text = dumps(to_json(AlterClientQuotasRequest(entries=(entry,)), 1))
    assert '"value":1048576.0,' in text
    assert from_json(AlterClientQuotasRequest, json.loads(text), 1).entries == (entry,)
