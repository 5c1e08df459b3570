from __future__ import annotations

import pytest

from kraft_core.security.errors import SecurityConfigError
from kraft_core.security.jaas import parse_jaas

PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule"


SAID = r"""k="say \"hi\"; x=1" l='it\'s\n'"""


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ('required username="a" password="b";', {"username": "a", "password": "b"}),
        ("REQUIRED\n  username = 'a b'\tpassword=c ;", {"username": "a b", "password": "c"}),
        (f"sufficient {SAID};", {"k": 'say "hi"; x=1', "l": "it's\n"}),
        ('optional empty="";', {"empty": ""}),
        ("requisite;", {}),
    ],
)
def test_login_module_options_are_parsed(text, options):
    assert parse_jaas(f"{PLAIN} {text}") == (PLAIN, options)


def test_a_repr_shows_no_option():
    module = parse_jaas(f'{PLAIN} required username="alice" password="hidden";')
    assert repr(module) == f"LoginModule({PLAIN!r}, <2 hidden options>)"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "end with a semicolon"),
        (f'{PLAIN} required password="hidden"', "end with a semicolon"),
        (f'{PLAIN} required password="hidden;', "unclosed quotation mark"),
        (f'{PLAIN} required password="hidden"; {PLAIN} required;', "several login modules"),
        (f'{PLAIN} password="hidden";', "class of a login module and a control flag"),
        ('required password="hidden";', "class of a login module and a control flag"),
        ('= required password="hidden";', "class of a login module and a control flag"),
        (f"{PLAIN};", "class of a login module and a control flag"),
        (f"{PLAIN} required username=a hidden;", "option 2 is not of the form"),
        (f"{PLAIN} required username= = hidden;", "option 1 is not of the form"),
        (f"{PLAIN} required username=;", "option 1 is not of the form"),
    ],
)
def test_invalid_jaas_config_is_refused_without_showing_it(text, sentence):
    with pytest.raises(SecurityConfigError, match=sentence) as caught:
        parse_jaas(text)
    assert str(caught.value).startswith("sasl.jaas.config")
    assert "hidden" not in str(caught.value)
