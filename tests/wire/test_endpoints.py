"""Every address in every message is found and replaced; nothing else is."""

from __future__ import annotations

import pytest

from kraft_wire.endpoints import endpoints, has_endpoints, with_endpoints
from kraft_wire.messages import (
    DescribeQuorumResponse,
    FindCoordinatorResponse,
    MetadataResponse,
    VoteResponse,
    kafka_messages,
)

RESPONSES = sorted(
    name
    for name, entry in kafka_messages().entries.items()
    if entry.kind == "response" and has_endpoints(kafka_messages().message_class(name))
)


def test_the_responses_with_addresses():
    """A new one of a later release must be looked at: docs/connections.md names them."""
    assert RESPONSES == [
        "BeginQuorumEpochResponse",
        "DescribeClusterResponse",
        "DescribeQuorumResponse",
        "EndQuorumEpochResponse",
        "FetchResponse",
        "FetchSnapshotResponse",
        "FindCoordinatorResponse",
        "MetadataResponse",
        "ProduceResponse",
        "ShareAcknowledgeResponse",
        "ShareFetchResponse",
        "StreamsGroupDescribeResponse",
        "StreamsGroupHeartbeatResponse",
        "UpdateRaftVoterResponse",
        "VoteResponse",
    ]


def with_addresses(struct, cls, count):
    """A structure in which every array has one entry, and every address the next number."""
    values = {}
    for field in struct.fields:
        if field.struct is not None:
            inner = getattr(cls, field.struct.name.rpartition(".")[2])
            made = with_addresses(field.struct, cls, count) | {}
            values[field.name] = [inner(**made)] if field.is_array else inner(**made)
    names = {field.name for field in struct.fields}
    if {"host", "port"} <= names:
        count.append(len(count))
        values |= {"host": f"host-{len(count)}", "port": len(count)}
    return values


@pytest.mark.parametrize("name", RESPONSES)
def test_every_address_is_found_and_replaced_and_nothing_else(name):
    cls = kafka_messages().message_class(name)
    count = []
    message = cls(**with_addresses(cls.schema().root, cls, count))
    found = endpoints(message)
    assert sorted(found) == [(f"host-{number}", number) for number in range(1, len(count) + 1)]
    moved = with_endpoints(message, lambda host, port: (f"proxy-{host}", port + 1000))
    assert endpoints(moved) == [(f"proxy-{host}", port + 1000) for host, port in found]
    back = with_endpoints(moved, lambda host, port: (host.removeprefix("proxy-"), port - 1000))
    assert back == message
    assert cls.__name__ == type(moved).__name__


def test_unknown_tags_and_empty_hosts_stay():
    broker = MetadataResponse.MetadataResponseBroker(
        node_id=1, host="b", port=9, unknown_tagged_fields=((77, b"x"),)
    )
    message = MetadataResponse(brokers=[broker], unknown_tagged_fields=((78, b"y"),))
    moved = with_endpoints(message, lambda host, port: ("p", port))
    assert moved == message.replace(brokers=[broker.replace(host="p")])
    none = FindCoordinatorResponse(error_code=15, host="", port=-1)
    assert with_endpoints(none, lambda host, port: ("p", port)) == none
    assert endpoints(none) == []


def test_a_message_without_addresses_is_returned_as_it_is():
    for message in (VoteResponse(), DescribeQuorumResponse(error_code=3)):
        assert with_endpoints(message, lambda host, port: ("p", port)) is message
    assert not has_endpoints(kafka_messages().message_class("HeartbeatResponse"))


NO_ADDRESSES = {
    "client_host": "where a member of a group connects from, for people",
    "host": "who an ACL is about",
    "host_filter": "who the ACLs are about that a filter matches",
}
"""Fields that end in host and are no addresses to connect to, with the reason."""


def test_every_field_that_ends_in_host_is_an_address_or_none_with_a_reason():
    lacking = []
    for name in kafka_messages().entries:
        cls = kafka_messages().message_class(name)
        for struct in cls.schema().structs():
            names = [f.name for f in struct.fields]
            for field in struct.fields:
                if not field.json_name.lower().endswith(("host", "hostname", "hostfilter")):
                    continue
                if any(each.lower().endswith("port") for each in names):
                    is_covered = bool(endpoints(holding(cls, struct, field)))
                else:
                    is_covered = field.name in NO_ADDRESSES
                if not is_covered:
                    lacking.append((struct.name, field.name))
    assert lacking == []


def holding(cls, wanted, host):
    """A message in which one address is set: `host` in the structure `wanted`."""

    def made(struct, to_make):
        if struct is wanted:
            return to_make(**{host.name: "h"})
        values = {}
        for field in struct.fields:
            if field.struct is not None:
                one = made(field.struct, getattr(cls, field.struct.name.rpartition(".")[2]))
                values[field.name] = [one] if field.is_array else one
        return to_make(**values)

    return made(cls.schema().root, cls)


def test_addresses_under_other_names_are_replaced():
    messages = kafka_messages()
    isr = messages.message_class("LeaderAndIsrRequest")
    update = messages.message_class("UpdateMetadataRequest")
    for message in (
        isr(live_leaders=[isr.LeaderAndIsrLiveLeader(host_name="h", port=9)]),
        update(live_brokers=[update.UpdateMetadataBroker(v0_host="h", v0_port=9)]),
    ):
        moved = with_endpoints(message, lambda host, port: ("p" + host, port + 1))
        assert (endpoints(message), endpoints(moved)) == ([("h", 9)], [("ph", 10)])
