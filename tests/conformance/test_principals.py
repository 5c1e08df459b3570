"""Names of certificates and mapping rules, compared with the JDK and with Kafka's mapper."""

from __future__ import annotations

import base64
import random

import pytest

from kraft_core.security.errors import AuthenticationError, SecurityConfigError
from kraft_core.security.principals import PrincipalMapper, distinguished_name
from tests.conformance.oracle import Oracle

pytestmark = pytest.mark.kafka

TYPES = {  # object identifiers in DER, with and without a keyword in RFC 2253
    "CN": "0603550403",
    "C": "0603550406",
    "ST": "0603550408",
    "O": "060355040a",
    "OU": "060355040b",
    "STREET": "0603550409",
    "UID": "060a0992268993f22c640101",
    "DC": "060a0992268993f22c640119",
    "email": "06092a864886f70d010901",
    "title": "060355040c",
    "odd": "060488378f7f",
}
STRINGS = (0x0C, 0x13, 0x14, 0x16)
LETTERS = 'abZ09 .-/,+"\\<>;=#\0\r\n\u00e4\u20ac\U0001f600'


def encoded(tag: int, content: bytes) -> bytes:
    length = bytes((len(content),)) if len(content) < 128 else b"\x81" + bytes((len(content),))
    return bytes((tag,)) + length + content


def drawn_name(draw: random.Random) -> bytes:
    parts = []
    for _ in range(draw.randrange(1, 4)):
        attributes = []
        for _ in range(draw.choice((1, 1, 1, 2))):
            text = "".join(draw.choices(LETTERS, k=draw.randrange(1, 8)))
            tag = draw.choice(STRINGS) if text.isascii() else 0x0C
            value = encoded(tag, text.encode())
            attributes.append(
                encoded(0x30, bytes.fromhex(draw.choice(list(TYPES.values()))) + value)
            )
        parts.append(encoded(0x31, b"".join(attributes)))
    return encoded(0x30, b"".join(parts))


@pytest.fixture(scope="module", params=["3.9.2", "4.3.1"])
def oracle(request):
    with Oracle(request.param, "SecurityOracle.java") as opened:
        yield opened


def test_names_are_written_as_java_writes_them(oracle):
    draw = random.Random(7)
    names = [drawn_name(draw) for _ in range(3000)]
    questions = [{"op": "name", "der": base64.b64encode(name).decode()} for name in names]
    for name, answer in zip(names, oracle.ask_all(questions), strict=True):
        assert distinguished_name(name) == answer["name"], name.hex()


RULES = (
    "DEFAULT",
    "",
    "RULE:^CN=([a-z]+)[0-9]*$/$1/U",
    "RULE:^CN=(.*?),OU=(.*?),O=(.*?),C=(.*?)$/$1@$2/L, RULE:^CN=(.*?)$/$1/, DEFAULT",
    "RULE:^.*[Cc][Nn]=([a-zA-Z0-9.]*).*$/$1/L,DEFAULT",
    "RULE:(.*)/$1x/",
    "RULE:CN=(a)(b)?.*/<$1|$2|$3|$12>/U",
    r"RULE:CN=(\w+)\/(\d+)/$1\/$2/",
    r"RULE:CN=(?<user>[^,]+).*/${user}-\$1/",
    "RULE:CN=a.b/x/",
    "RULE:x*/-/",
    "RULE:CN=(.*)/$0$1/L",
    "RULE:CN=([[a]b])/x/",
    "RULE:CN=a/x/Q",
    "RULE:CN=a/x",
    "rule:CN=a/x/",
    "DEFAULTS",
    "DEFAULT DEFAULT",
    "RULE:CN=(a/x/",
    ",,DEFAULT",
)
NAMES = ("CN=node1", "CN=ab", "CN=a,OU=b,O=c,C=DE", "CN=a/12", "", "xx", "CN=Node.1,O=x", "CN=a\nb")
REFUSED_HERE = ("RULE:CN=([[a]b])/x/",)


def mapped(rules: str, name: str) -> str | None:
    try:
        return PrincipalMapper(rules).name_of(name)
    except (AuthenticationError, SecurityConfigError):
        return None


@pytest.mark.parametrize("rules", RULES)
def test_rules_map_as_kafka_maps(oracle, rules):
    questions = [{"op": "map", "rules": rules, "name": name} for name in NAMES]
    expected = [answer.get("name") for answer in oracle.ask_all(questions)]
    if rules in REFUSED_HERE:
        with pytest.raises(SecurityConfigError, match="is not supported"):
            PrincipalMapper(rules)
    else:
        assert [mapped(rules, name) for name in NAMES] == expected
