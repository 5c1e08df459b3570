"""Both drivers against a real socket on this machine; `test_asynchronous` has what differs."""

from __future__ import annotations

import ssl
import time

import pytest

from kraft_core.client import (
    ConnectionLostError,
    LeaderNotFoundError,
    Settings,
    steps,
    tail,
)
from kraft_core.client.session import open_session
from kraft_core.client.settings import parse_endpoints
from tests.client.both_ways import BOTH, DEAF, HASTY
from tests.client.loopback import client_tls, controller, silent_listener


@pytest.fixture(params=BOTH)
def api(request):
    return request.param


def test_tail_yields_control_and_metadata_records(api):
    with controller() as (_, address):
        names = api.tail(address, from_start=True, until_current=True)
    assert names == ["LeaderChangeMessage", "TopicRecord", "TopicRecord"]


def test_tail_over_tls(api):
    with controller(tls=True) as (_, address):
        names = api.tail(address, from_start=True, until_current=True, tls=client_tls())
    assert len(names) == 3


def test_plaintext_to_a_tls_listener_says_so(api):
    with controller(tls=True) as (_, address), pytest.raises(LeaderNotFoundError) as caught:
        api.ask(address, "leader", settings=HASTY)
    assert address in str(caught.value)


def test_a_certificate_that_is_not_trusted(api):
    with controller(tls=True) as (_, address), pytest.raises(LeaderNotFoundError, match="certif"):
        api.ask(address, "leader", tls=ssl.create_default_context(), settings=HASTY)


def test_refused_connection_names_the_address(api):
    with silent_listener() as address:
        pass
    with pytest.raises(LeaderNotFoundError, match=f"connection refused by {address}"):
        api.ask(address, "leader", settings=HASTY)


def test_a_name_that_does_not_resolve(api):
    with pytest.raises(LeaderNotFoundError, match=r"no-such-host\.invalid:9093: "):
        api.ask("no-such-host.invalid:9093", "leader", settings=HASTY)


def test_a_silent_listener_costs_the_timeout(api):
    with silent_listener() as address:
        (endpoint,) = parse_endpoints(address)
        with pytest.raises(ConnectionLostError, match="answer"):
            api.run(open_session(endpoint, DEAF))


def test_each_step_has_its_own_time(api):
    settings = Settings(connect_timeout_s=60, request_timeout_s=0.2)
    with silent_listener() as address:
        (endpoint,) = parse_endpoints(address)
        began = time.monotonic()
        with pytest.raises(ConnectionLostError, match="answer"):
            api.run(open_session(endpoint, settings))
    assert time.monotonic() - began < 30


def test_closed_iterator_yields_nothing():
    with controller() as (_, address):
        changes = tail(address, from_start=True)
        next(changes)
        changes.close()
        assert list(changes) == []


def test_an_operation_without_connection_is_a_lost_one(api):
    with pytest.raises(ConnectionLostError, match="there is no connection"):
        api.run(steps.receive(1, 1.0))
