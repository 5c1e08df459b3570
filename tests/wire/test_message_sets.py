"""Packages other than Kafka's wherever messages are spoken: two releases of another protocol.

Their keys are ones of Kafka's on purpose (7, 0, 18): whatever looks a message up in Kafka's package
instead of the given one reads something else or refuses.
"""

from __future__ import annotations

import pytest

from kraft_wire import headers
from kraft_wire.connection import (
    ClientConnection,
    ConnectionFault,
    OpaqueRequestReceived,
    OpaqueResponseReceived,
    RequestReceived,
    ResponseReceived,
    ServerConnection,
    VersionsAgreed,
)
from kraft_wire.connection.versions import own_versions
from kraft_wire.errors import UnknownMessageError
from kraft_wire.explain import explain_batches, explain_request, explain_response
from kraft_wire.framing import frame
from kraft_wire.messages import OffsetCommitKey, OffsetCommitValue, VoteRequest
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.control import (
    ControlRecordType,
    decode_control_record,
    encode_control_record,
    encode_transaction_marker,
)
from kraft_wire.records.coordinator import (
    Coordinator,
    CoordinatorRecord,
    decode_coordinator_record,
    encode_coordinator_record,
    record_names,
)
from kraft_wire.records.metadata_frame import (
    MetadataRecord,
    OpaqueMetadataRecord,
    decode_metadata_record,
    decode_or_keep_metadata_record,
    encode_metadata_record,
)
from kraft_wire.records.record import Record
from tests.support.packages import make_package


def schema(name, kind, valid, flexible, fields, *, api_key=None):
    form = {
        "name": name,
        "type": kind,
        "validVersions": valid,
        "flexibleVersions": flexible,
        "fields": [
            {"name": field, "type": type_, "versions": versions, **more}
            for field, type_, versions, more in fields
        ],
    }
    return form if api_key is None else form | {"apiKey": api_key}


IGNORABLE = {"ignorable": True}
ITEM = ("Item", "string", "0+", {})
ANNOTATION = ("Annotation", "string", "1+", IGNORABLE)
STORE = [
    schema("StoreRequest", "request", "0", "none", [("Acks", "int16", "0+", {})], api_key=0),
    schema("StoreResponse", "response", "0", "none", [("Stored", "int64", "0+", {})], api_key=0),
]
OLD = [
    schema("LookupRequest", "request", "0-1", "none", [ITEM, ANNOTATION], api_key=7),
    schema("LookupResponse", "response", "0-1", "none", [("Count", "int32", "0+", {})], api_key=7),
    schema("ItemRecord", "metadata", "0", "none", [ITEM], api_key=12),
    # keys as they are in Kafka 3.9
    schema("OffsetCommitKey", "data", "0-1", "none", [("Group", "string", "0+", {})]),
    schema("OffsetCommitValue", "data", "0-1", "none", [("Offset", "int64", "0+", {})]),
    schema("GroupMetadataKey", "data", "2", "none", [("Group", "string", "0+", {})]),
    schema("GroupMetadataValue", "data", "0", "none", [("Generation", "int32", "0+", {})]),
    *STORE,
]
SHELF = ("Shelf", "int32", "2+", IGNORABLE)
NEW = [
    schema("LookupRequest", "request", "1-3", "2+", [ITEM, ANNOTATION, SHELF], api_key=7),
    schema(
        "LookupResponse",
        "response",
        "1-3",
        "2+",
        [("Count", "int32", "0+", {}), ("Place", "string", "3+", IGNORABLE)],
        api_key=7,
    ),
    schema("LeaderChangeMessage", "data", "0", "none", [("Whom", "int16", "0+", {})]),
    schema("EndTxnMarker", "data", "0", "none", [("Epoch", "int8", "0+", {})]),
    *STORE,
]
APIS = ("ApiVersionsRequest", "ApiVersionsResponse")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("packages")


@pytest.fixture(scope="module")
def old(folder):
    return make_package(folder, "warehouse_1", OLD, APIS)


@pytest.fixture(scope="module")
def new(folder):
    return make_package(folder, "warehouse_2", NEW, (*APIS, "RequestHeader", "ResponseHeader"))


def answer_versions(server, event):
    response = server._messages.message_class("ApiVersionsResponse")
    keys = tuple(
        response.ApiVersion(api_key=key, min_version=low, max_version=high)
        for key, (low, high) in server.served.items()
    )
    server.reply(event, response(api_keys=keys))


def agreed(client, server):
    """Agree on versions, with `server` at the other end."""
    client.agree_on_versions()
    (event,) = server.receive(client.data_to_send())
    answer_versions(server, event)
    (told,) = client.receive(server.data_to_send())
    assert isinstance(told, VersionsAgreed)
    assert type(told.answer) is server._messages.message_class("ApiVersionsResponse")


def test_a_proxy_whose_two_sides_speak_two_releases(old, new):
    client = ClientConnection(message_set=old)
    front = ServerConnection(message_set=old)
    back = ClientConnection(message_set=new)
    server = ServerConnection(message_set=new)
    agreed(client, front)
    agreed(back, server)
    old_request = old.message_class("LookupRequest")
    new_request = new.message_class("LookupRequest")
    for version in (0, 1):
        client.send(old_request(item="lamp", annotation="n" * version), version)
    for version, asked in enumerate(front.receive(client.data_to_send())):
        assert isinstance(asked, RequestReceived)
        assert type(asked.message) is old_request
        assert (asked.api_version, asked.client_id) == (version, "kraft")
        passed = new_request(item=asked.message.item, annotation=asked.message.annotation, shelf=3)
        back.send(passed)
        (served,) = server.receive(back.data_to_send())
        assert (served.api_version, served.message) == (3, passed)
        response = new.message_class("LookupResponse")(count=5 + version, place="left")
        server.reply(served, response)
        (answer,) = back.receive(server.data_to_send())
        assert isinstance(answer, ResponseReceived)
        assert answer.message == response
        front.reply(asked, old.message_class("LookupResponse")(count=answer.message.count))
    answers = client.receive(front.data_to_send())
    assert [type(event.message) for event in answers] == [old.message_class("LookupResponse")] * 2
    assert [event.message.count for event in answers] == [5, 6]
    assert client.in_flight == back.in_flight == 0


def test_an_opaque_proxy_passes_on_what_another_release_says(new):
    client = ClientConnection(message_set=new, versions={7: (1, 3), 0: (0, 0)})
    front = ServerConnection({}, is_opaque=True, message_set=new)
    back = ClientConnection(message_set=new)
    server = ServerConnection(message_set=new)
    back._next_id = 100
    client.send(new.message_class("StoreRequest")(acks=0))  # key 0, but not Kafka's Produce
    client.send(new.message_class("LookupRequest")(item="lamp"))
    waiting = {}
    for event in front.receive(client.data_to_send()):
        assert isinstance(event, OpaqueRequestReceived)
        assert event.expects_response
        waiting[back.forward(event.payload)] = event
    assert list(waiting) == [100, 101]
    for event in server.receive(back.data_to_send()):
        server.reply(event, new.class_of("response", event.message.API_KEY)())
    for event in back.receive(server.data_to_send()):
        assert isinstance(event, OpaqueResponseReceived)
        front.reply_opaque(waiting.pop(event.correlation_id), event.payload)
    answers = client.receive(front.data_to_send())
    assert [event.message for event in answers] == [
        new.message_class("StoreResponse")(),
        new.message_class("LookupResponse")(),
    ]


def test_versions_that_no_two_releases_share_are_reported(old):
    client = ClientConnection(message_set=old, versions={7: (2, 3)})
    with pytest.raises(Exception, match="this side has 0 to 1, the peer 2 to 3"):
        client.version_for(7)
    with pytest.raises(UnknownMessageError):
        client.version_for(52)
    with pytest.raises(UnknownMessageError):
        ClientConnection(message_set=old).send(VoteRequest(), 0)


def test_an_unserved_version_of_api_versions_is_refused_in_the_packages_words(old):
    server = ServerConnection({18: (0, 3), 7: (0, 1)}, message_set=old)
    client = ClientConnection(message_set=old)
    client.agree_on_versions()  # in version 5
    assert server.receive(client.data_to_send()) == []
    assert client.receive(server.data_to_send()) == []  # refused: it asks again
    (event,) = server.receive(client.data_to_send())
    assert event.api_version == 3
    answer_versions(server, event)
    (told,) = client.receive(server.data_to_send())
    assert (told.version, client.versions) == (3, {18: (0, 3), 7: (0, 1)})


def test_a_package_without_api_versions_may_use_its_key(folder):
    own = make_package(
        folder,
        "own_18",
        [
            schema("CountRequest", "request", "0-1", "1+", [ITEM], api_key=18),
            schema("CountResponse", "response", "0-1", "1+", [ITEM], api_key=18),
        ],
    )
    assert own_versions(own) == {18: (0, 1)}
    assert headers.response_header_version(18, 1, own) == 1
    client = ClientConnection(message_set=own, versions={18: (0, 1)})
    client.send(own.message_class("CountRequest")(item="a"))
    server = ServerConnection(message_set=own)
    (event,) = server.receive(client.data_to_send())
    server.reply(event, own.message_class("CountResponse")(item="b"))
    (answer,) = client.receive(server.data_to_send())
    assert answer.message.item == "b"
    client.send(own.message_class("CountRequest")(), 0)
    unknown = bytearray(client.data_to_send())
    unknown[7] = 9
    (fault,) = server.receive(bytes(unknown))
    assert isinstance(fault, ConnectionFault)
    assert server.data_to_send() == b""
    with pytest.raises(UnknownMessageError):
        client.agree_on_versions()


def test_key_7_has_a_client_id_where_it_is_not_kafkas_controlled_shutdown(old):
    assert headers.request_header_version(7, 0) == 0
    assert headers.request_header_version(7, 0, old) == 1
    payload = headers.encode_request(old.message_class("LookupRequest")(), 0, 1, "you", old)
    header, _ = headers.decode_request_header(payload, old)
    assert header.client_id == "you"


def test_a_packages_own_headers_are_used(new, old):
    payload = headers.encode_request(new.message_class("LookupRequest")(), 3, 1, "you", new)
    assert type(headers.decode_request_header(payload, new)[0]) is new.message_class(
        "RequestHeader"
    )
    response = headers.encode_response(new.message_class("LookupResponse")(), 3, 1, new)
    assert response[4] == 0  # header 1 ends with its tags: Kafka's rule, as version 3 is flexible
    header, start = headers.decode_response_header(response, 7, 3, new)
    assert (type(header), start) == (new.message_class("ResponseHeader"), 5)
    plain = headers.encode_response(old.message_class("LookupResponse")(), 1, 1, old)
    assert headers.decode_response_header(plain, 7, 1, old)[1] == 4


def test_a_header_of_another_shape_is_refused_by_name(tmp_path):
    facts = {"validVersions": "0-2", "flexibleVersions": "2+"}
    header = {**facts, "type": "header", "fields": []}
    found = make_package(
        tmp_path,
        "other_headers",
        [
            {**header, "name": "RequestHeader"},
            {**header, "name": "ResponseHeader"},
            {**facts, "name": "LookupRequest", "type": "request", "apiKey": 7, "fields": []},
            {**facts, "name": "LookupResponse", "type": "response", "apiKey": 7, "fields": []},
        ],
    )
    request, response = map(found.message_class, ("LookupRequest", "LookupResponse"))
    lacking = "RequestHeader of other_headers cannot be a header: it lacks request_api_key"
    with pytest.raises(UnknownMessageError, match=lacking):
        headers.encode_request(request(), 1, 1, message_set=found)
    with pytest.raises(UnknownMessageError, match="ResponseHeader of other_headers"):
        headers.encode_response(response(), 1, 1, found)
    server = ServerConnection(message_set=found)
    (fault,) = server.receive(frame(bytes((0, 7, 0, 1, 0, 0, 0, 1, 255, 255))))
    assert isinstance(fault.error, UnknownMessageError)


def test_frames_of_another_release_are_explained(new):
    request = new.message_class("LookupRequest")(item="lamp")
    found = explain_request(frame(headers.encode_request(request, 3, 1, "you", new)), new)
    assert (found.subject, found.fault) == ("request frame of LookupRequest 3", None)
    values = {node.path: node.value for node in found.nodes[-1].children}
    assert (values["item"], values["annotation"], values["shelf"]) == ("lamp", "", 0)
    cls = new.message_class("LookupResponse")
    data = frame(headers.encode_response(cls(count=4), 3, 1, new))
    found = explain_response(data, cls, 3, new)
    assert found.fault is None
    assert found.nodes[-1].children[0].value == 4


def test_kafkas_frames_are_explained_without_a_package():
    data = frame(headers.encode_request(VoteRequest(), 2, 1, "you"))
    assert explain_request(data).fault is None


def control_batch(key, value):
    builder = RecordBatchBuilder(is_control=True, partition_leader_epoch=1)
    builder.append(1, key, value)
    return builder.build()


def test_control_records_of_another_release(new, old):
    key, value = encode_control_record(new.message_class("LeaderChangeMessage")(whom=258))
    found = decode_control_record(Record(0, 0, key, value), new)
    assert found == (
        ControlRecordType.LEADER_CHANGE,
        2,
        new.message_class("LeaderChangeMessage")(whom=258),
    )
    with pytest.raises(UnknownMessageError):
        decode_control_record(Record(0, 0, key, value), old)
    key, value = encode_control_record(new.message_class("LeaderChangeMessage")())
    explained = explain_batches(control_batch(key, value), new)
    assert explained.fault is None
    assert "path='batch[0].records[0].value.whom'" in repr(explained.nodes)
    assert "whom" not in repr(explain_batches(control_batch(key, value)).nodes)
    marker = encode_transaction_marker(commit=True, coordinator_epoch=1)
    assert decode_control_record(Record(0, 0, *marker)).type is ControlRecordType.COMMIT


def test_metadata_records_of_another_release(old):
    record = MetadataRecord(old.message_class("ItemRecord")(item="lamp"), 0)
    value = encode_metadata_record(record)
    assert decode_metadata_record(value, old) == record
    assert decode_or_keep_metadata_record(value, old) == record
    topic = encode_metadata_record(OpaqueMetadataRecord(2, 0, b"body"))
    assert decode_or_keep_metadata_record(topic, old) == OpaqueMetadataRecord(2, 0, b"body")
    with pytest.raises(UnknownMessageError):
        decode_metadata_record(topic, old)


def test_coordinator_records_whose_key_version_is_their_type(old, new):
    assert record_names(Coordinator.GROUP, old) == {
        0: "OffsetCommit",
        1: "OffsetCommit",
        2: "GroupMetadata",
    }
    assert record_names(Coordinator.GROUP, new) == {}
    assert record_names(Coordinator.GROUP)[1] == "OffsetCommit"
    for number, name in record_names(Coordinator.GROUP, old).items():
        record = CoordinatorRecord(
            number,
            old.message_class(f"{name}Key")(group="g"),
            old.message_class(f"{name}Value")(),
            0,
        )
        key, value = encode_coordinator_record(record)
        assert key == number.to_bytes(2) + b"\0\1g"
        assert decode_coordinator_record(Coordinator.GROUP, key, value, old) == record
    own = CoordinatorRecord(1, OffsetCommitKey(group="g"), OffsetCommitValue(offset=1), 3)
    assert decode_coordinator_record(Coordinator.GROUP, *encode_coordinator_record(own)) == own
    with pytest.raises(UnknownMessageError):
        decode_coordinator_record(Coordinator.GROUP, *encode_coordinator_record(own), new)
