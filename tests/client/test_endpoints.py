from __future__ import annotations

import pytest

from kraft_core.client.settings import Endpoint, parse_endpoints


@pytest.mark.parametrize(
    ("text", "endpoints"),
    [
        ("localhost:9093", [Endpoint("localhost", 9093)]),
        ("a:1,b:65535", [Endpoint("a", 1), Endpoint("b", 65535)]),
        (" a:1 , b:2 ,", [Endpoint("a", 1), Endpoint("b", 2)]),
        ("a:1,b:2,a:1", [Endpoint("a", 1), Endpoint("b", 2)]),
        ("[::1]:9093", [Endpoint("::1", 9093)]),
        ("[fe80::1%eth0]:1", [Endpoint("fe80::1%eth0", 1)]),
    ],
)
def test_addresses_are_read(text, endpoints):
    assert list(parse_endpoints(text)) == endpoints


@pytest.mark.parametrize("endpoint", ["localhost:9093", "[::1]:9093"])
def test_an_endpoint_is_printed_as_it_is_read(endpoint):
    assert [str(each) for each in parse_endpoints(endpoint)] == [endpoint]


@pytest.mark.parametrize(
    "text",
    [
        "localhost",
        ":9093",
        "a:",
        "a:b",
        "a:0",
        "a:65536",
        "a:-1",
        "::1:9093",
        "a:1,b",
        "a:٣",
        "[]:1",
    ],
)
def test_invalid_address_is_refused_by_name(text):
    with pytest.raises(ValueError, match="is not a valid HOST:PORT"):
        parse_endpoints(text)


@pytest.mark.parametrize("text", ["", " ", ",", " , "])
def test_no_address_at_all(text):
    with pytest.raises(ValueError, match="no address given"):
        parse_endpoints(text)
