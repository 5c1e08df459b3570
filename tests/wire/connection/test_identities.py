"""A version that has ids alone cannot carry a topic that is given by its name (KIP-516)."""

from __future__ import annotations

import pytest

from kraft_wire.connection import ClientConnection, RequestReceived, ServerConnection
from kraft_wire.errors import EncodeError, UnsupportedVersionError
from kraft_wire.headers import encode_request
from kraft_wire.identities import check_identities, newest_with_identities
from kraft_wire.messages import (
    DeleteTopicsRequest,
    FetchRequest,
    FetchResponse,
    MetadataRequest,
    OffsetFetchRequest,
    ProduceRequest,
    ProduceResponse,
    kafka_messages,
)
from kraft_wire.primitives import ZERO_UUID, Uuid

ID = Uuid(b"t" * 16)
BY_NAME = {"topic": "orders"}
BY_ID = {"topic_id": ID}
BOTH = BY_NAME | BY_ID


def fetch(*topics):
    partition = FetchRequest.FetchPartition(partition=0)
    return FetchRequest(
        topics=[FetchRequest.FetchTopic(partitions=[partition], **topic) for topic in topics]
    )


def client(api_key=1, versions=(0, 18)):
    return ClientConnection(versions={api_key: versions})


@pytest.mark.parametrize(
    ("topics", "served", "version"),
    [
        ([BY_NAME], (0, 18), 12),
        ([BY_NAME], (0, 9), 9),
        ([BY_ID], (0, 18), 18),
        ([BOTH], (0, 18), 18),
        ([BOTH], (0, 11), 11),
        ([BOTH, BY_ID], (4, 17), 17),
        ([BOTH, BY_NAME], (4, 17), 12),
        ([], (4, 17), 17),
        ([{}], (4, 17), 17),
    ],
)
def test_the_newest_version_in_which_every_topic_keeps_a_name_or_an_id(topics, served, version):
    wire = client(versions=served)
    sent = wire.send(fetch(*topics))
    assert sent.api_version == version
    (request,) = ServerConnection().receive(wire.data_to_send())
    for given, read in zip(topics, request.message.topics, strict=True):
        assert bool(given) is bool(read.topic or read.topic_id != ZERO_UUID)


@pytest.mark.parametrize(
    ("topics", "served", "text"),
    [
        ([BY_NAME], (13, 18), r"FetchRequest 18 has no field topic, .* topics\[0\]: set topic_id"),
        ([BY_ID], (0, 12), r"FetchRequest 12 has no field topic_id, .* topics\[0\]: set topic,"),
        ([BOTH, BY_ID, BY_NAME], (0, 18), r"FetchRequest 18 .* topics\[2\].*from 0 to 18"),
    ],
)
def test_request_without_a_suitable_version_is_not_sent(topics, served, text):
    wire = client(versions=served)
    with pytest.raises(UnsupportedVersionError, match=text):
        wire.send(fetch(*topics))
    assert (wire.data_to_send(), wire.in_flight) == (b"", 0)


def test_a_version_that_drops_a_name_is_refused_when_it_is_asked_for():
    wire = client()
    with pytest.raises(UnsupportedVersionError, match="FetchRequest 13 has no field topic"):
        wire.send(fetch(BY_NAME), 13)
    with pytest.raises(UnsupportedVersionError, match="FetchRequest 12 has no field topic_id"):
        wire.send(fetch(BY_ID), 12)
    assert wire.send(fetch(BY_NAME), 12).api_version == 12
    assert wire.send(fetch(BOTH), 13).api_version == 13


def test_forgotten_topics_limit_the_version():
    forgotten = FetchRequest.ForgottenTopic(topic="orders", partitions=[0])
    request = FetchRequest(forgotten_topics_data=[forgotten])
    assert client().send(request).api_version == 12
    with pytest.raises(UnsupportedVersionError, match=r"forgotten_topics_data\[0\]"):
        client().send(request, 13)


def test_produce_by_name_and_by_id():
    def produce(**named):
        data = ProduceRequest.PartitionProduceData(index=0, records=b"")
        topic = ProduceRequest.TopicProduceData(partition_data=[data], **named)
        return ProduceRequest(acks=-1, topic_data=[topic])

    assert client(0, (0, 13)).send(produce(name="orders")).api_version == 12
    assert client(0, (0, 13)).send(produce(topic_id=ID)).api_version == 13
    assert client(0, (0, 13)).send(produce(name="orders", topic_id=ID)).api_version == 13


def test_names_in_groups():
    topic = OffsetFetchRequest.OffsetFetchRequestTopics(name="orders", partition_indexes=[0])
    group = OffsetFetchRequest.OffsetFetchRequestGroup(group_id="g", topics=[topic])
    request = OffsetFetchRequest(groups=[group])
    assert client(9, (1, 10)).send(request).api_version == 9
    with pytest.raises(UnsupportedVersionError, match=r"groups\[0\]\.topics\[0\]"):
        client(9, (1, 10)).send(request, 10)


def test_an_array_of_names_that_became_structures():
    assert client(20, (1, 6)).send(DeleteTopicsRequest(topic_names=["orders"])).api_version == 5
    state = DeleteTopicsRequest.DeleteTopicState(name="orders")
    request = DeleteTopicsRequest(topics=[state], topic_names=["orders"])
    assert client(20, (1, 6)).send(request).api_version == 6
    with pytest.raises(UnsupportedVersionError, match="DeleteTopicsRequest 6 has no field topic_n"):
        client(20, (1, 6)).send(DeleteTopicsRequest(topic_names=["orders"]), 6)


def test_an_id_in_a_version_with_names_alone():
    request = MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(topic_id=ID, name=None)])
    assert client(3, (0, 13)).send(request).api_version == 13
    with pytest.raises(UnsupportedVersionError, match="MetadataRequest 9 has no field topic_id"):
        client(3, (0, 9)).send(request)


def asked(request, version):
    wire, server = client(request.API_KEY), ServerConnection()
    wire.send(request, version)
    (event,) = server.receive(wire.data_to_send())
    assert isinstance(event, RequestReceived)
    return server, event


def test_a_reply_that_would_lose_a_name_is_refused_and_can_be_made_again():
    server, event = asked(fetch(BY_ID), 13)
    topic = FetchResponse.FetchableTopicResponse(topic="orders")
    with pytest.raises(UnsupportedVersionError, match=r"FetchResponse 13 .* responses\[0\]"):
        server.reply(event, FetchResponse(responses=[topic]))
    assert (server.data_to_send(), server.unanswered) == (b"", 1)
    server.reply(event, FetchResponse(responses=[topic.replace(topic_id=ID)]))
    assert server.data_to_send()


def test_reply_by_id_to_old_request_is_refused():
    server, event = asked(fetch(BY_NAME), 12)
    with pytest.raises(UnsupportedVersionError, match="FetchResponse 12 has no field topic_id"):
        server.reply(
            event, FetchResponse(responses=[FetchResponse.FetchableTopicResponse(topic_id=ID)])
        )
    server.reply(event, FetchResponse(responses=[FetchResponse.FetchableTopicResponse(**BOTH)]))


def test_encode_drops_ignorable_fields_as_java_does():
    """Only connections refuse (divergence W12): people set everything and let versions drop it."""
    assert encode_request(fetch(BY_NAME), 17, 0)
    response = ProduceResponse(responses=[ProduceResponse.TopicProduceResponse(name="orders")])
    assert response.encode(13)


def test_entries_of_the_wrong_type_are_left_to_the_encoder():
    for topics in ([None], [7], ["orders"]):
        with pytest.raises(EncodeError, match="FetchRequest 18"):
            client().send(FetchRequest(topics=topics))


def test_every_ignorable_topic_name_that_a_version_lacks_is_found():
    """But for those in structures that older versions have in another place."""
    elsewhere = {"LeaderAndIsrRequest", "LeaderAndIsrResponse", "UpdateMetadataRequest"}
    count = 0
    for name in kafka_messages().entries:
        cls = kafka_messages().message_class(name)
        found = {field for _, fields in cls._IDENTITIES for field, _, _ in fields}
        for struct in cls.schema().structs():
            for field in struct.fields:
                is_removed = field.ignorable and field.versions[1] < cls.VERSIONS[1]
                if not is_removed or field.entity_type != "topicName":
                    continue
                count += 1
                assert field.name in found or name in elsewhere
    assert count == 17


def test_the_choice_is_bounded_by_the_range():
    request = fetch(BOTH)
    assert newest_with_identities(request, 3, 3) == 3
    check_identities(request, 3)
