"""Messages by name and key, in Kafka's package and in a user's."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from kraft_wire import messages
from kraft_wire.errors import UnknownMessageError
from kraft_wire.message import Request
from kraft_wire.registry import Entry, MessageSet


def test_classes_are_found_by_name_and_by_key():
    assert messages.message_class("VoteRequest") is messages.VoteRequest
    assert messages.request_class(52) is messages.VoteRequest
    assert messages.response_class(52) is messages.VoteResponse
    assert messages.metadata_record_class(12) is messages.FeatureLevelRecord
    assert {1, 18, 52, 53, 54, 55, 59, 80, 81, 82, 94} <= set(messages.api_keys())


def test_each_request_knows_its_response():
    for name, entry in messages.kafka_messages().entries.items():
        if entry.kind == "request":
            response = messages.message_class(name).response_class()
            assert response.__name__ == name.removesuffix("Request") + "Response"
            assert ("response", entry.api_key) == (response.KIND, response.API_KEY)


def test_request_without_response_is_refused():
    class Lonely(Request[Any]):
        __slots__ = ()

    with pytest.raises(UnknownMessageError, match="Lonely"):
        Lonely.response_class()


def test_messages_dropped_in_4_x_are_kept_for_old_peers():
    assert messages.request_class(6).__name__ == "UpdateMetadataRequest"
    assert messages.request_class(1).VERSIONS == (0, 18)


def test_newest_release_names_a_shared_key():
    assert messages.request_class(74).__name__ == "ListConfigResourcesRequest"
    assert messages.message_class("ListClientMetricsResourcesRequest").API_KEY == 74


@pytest.mark.parametrize(
    "call",
    [
        lambda: messages.message_class("NoSuchRequest"),
        lambda: messages.request_class(32000),
        lambda: MessageSet("no_such_package_of_mine"),
        lambda: MessageSet("json"),
        lambda: MessageSet(""),
    ],
)
def test_unknown_message_or_package_raises(call):
    with pytest.raises(UnknownMessageError):
        call()


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("VoteReqest", "VoteRequest"),
        ("voterequest", "VoteRequest"),
        ("BrokerRegistration", "BrokerRegistrationRequest"),
        ("zebra", None),
        ("VoteRequest" * 100, None),
        ("", None),
    ],
)
def test_error_of_an_unknown_message_suggests_a_near_name(name, near):
    with pytest.raises(UnknownMessageError) as caught:
        messages.message_class(name)
    meant = "" if near is None else f"; did you mean {near}?"
    assert caught.value.detail == f"unknown message {name!r}{meant}"


def test_an_attribute_that_is_no_message():
    with pytest.raises(AttributeError, match="Nonsense"):
        _ = messages.Nonsense


def test_entry_is_flexible_from_its_first_flexible_version():
    entry = Entry("m", "request", 1, 0, 5, 3)
    assert [entry.is_flexible(version) for version in (2, 3, 5)] == [False, True, True]
    assert not Entry("m", "request", 1, 0, 5, None).is_flexible(5)


def test_a_message_is_imported_when_it_is_asked_for():
    code = (
        "import sys; from kraft_wire.messages import VoteRequest;"
        "print(sorted(m for m in sys.modules if m.startswith('kraft_wire.generated.')))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == str(
        ["kraft_wire.generated.registry", "kraft_wire.generated.vote_request"]
    )


def test_api_keys_are_those_of_the_requests():
    assert [int(key) for key in messages.ApiKey] == messages.kafka_messages().keys_of("request")
    assert messages.ApiKey.VOTE == messages.VoteRequest.API_KEY
    assert messages.ApiKey(74).name == "LIST_CONFIG_RESOURCES"
    assert messages.ApiKey.LIST_CLIENT_METRICS_RESOURCES is messages.ApiKey(74)
