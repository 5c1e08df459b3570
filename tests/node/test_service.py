"""What a node answers besides the requests of its replica (over a socket: test_server)."""

from __future__ import annotations

import pytest

from kraft_core.config.feature_levels import SUPPORTED
from kraft_core.node.service import (
    REPLICA_APIS,
    SERVED,
    ApiVersionsAnswers,
    FinalizedFeatures,
    SelfDescription,
    ServedRequest,
    Service,
    may_lead,
    refusal,
)
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AlterClientQuotasRequest,
    AlterPartitionReassignmentsRequest,
    AlterUserScramCredentialsRequest,
    ApiVersionsRequest,
    BrokerHeartbeatRequest,
    CreateAclsRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteAclsRequest,
    DeleteTopicsRequest,
    DescribeConfigsRequest,
    ElectLeadersRequest,
    IncrementalAlterConfigsRequest,
    ListPartitionReassignmentsRequest,
    UpdateFeaturesRequest,
    request_class,
)
from kraft_wire.primitives import Uuid

# -- ApiVersions -----------------------------------------------------------------------------------

NAMED = ApiVersionsRequest(client_software_name="a", client_software_version="1.0-rc.2")


def told(finalized=None, kraft_version=1):
    return SelfDescription(SERVED, SUPPORTED, finalized or FinalizedFeatures(), kraft_version)


def finalized_of(answer):
    levels = {each.name: each.max_version_level for each in answer.finalized_features}
    assert all(e.min_version_level == e.max_version_level for e in answer.finalized_features)
    return levels


def test_node_without_a_metadata_version_reports_no_finalized_feature():
    answer = ApiVersionsAnswers().answer(NAMED, 4, told(kraft_version=1))
    assert finalized_of(answer) == {}
    assert answer.finalized_features_epoch == -1


def test_replica_without_metadata_reports_kraft_version():
    answer = ApiVersionsAnswers().answer(NAMED, 4, told(FinalizedFeatures(levels={})))
    assert finalized_of(answer) == {"kraft.version": 1}


def test_finalized_features_come_with_their_offset_and_kraft_version_from_the_replica():
    features = FinalizedFeatures({"metadata.version": 30, "group.version": 1, "x": 0}, 11)
    answer = ApiVersionsAnswers().answer(NAMED, 3, told(features))
    assert finalized_of(answer) == {
        "metadata.version": 30,
        "group.version": 1,
        "kraft.version": 1,
    }
    assert answer.finalized_features_epoch == 11


@pytest.mark.parametrize(("version", "count"), [(0, 1), (3, 1), (4, 7)])
def test_features_with_level_0_are_reported_from_version_4_on(version, count):
    assert len(ApiVersionsAnswers().answer(NAMED, version, told()).supported_features) == count


def test_names_are_asked_for_from_version_3_on():
    nameless = ApiVersionsRequest()
    assert ApiVersionsAnswers().answer(nameless, 2, told()).error_code == 0
    assert ApiVersionsAnswers().answer(nameless, 3, told()).error_code == 42
    half = ApiVersionsRequest(client_software_name="a", client_software_version="1 0")
    assert ApiVersionsAnswers().answer(half, 4, told()).error_code == 42


def test_an_answer_is_made_once_for_each_state_and_form():
    answers = ApiVersionsAnswers()
    first, old = (answers.answer(NAMED, version, told()) for version in (4, 3))
    assert answers.answer(NAMED, 4, told()) is first
    assert answers.answer(NAMED, 3, told()) is old
    assert len(old.supported_features) < len(first.supported_features)
    later = answers.answer(NAMED, 4, told(FinalizedFeatures({"metadata.version": 30}, 12)))
    assert (later.finalized_features_epoch, first.finalized_features_epoch) == (12, -1)
    assert answers.answer(NAMED, 4, told()) == first


def test_the_replica_answers_a_part_of_what_is_served():
    assert REPLICA_APIS.items() <= SERVED.items()
    assert {1, 18, 52, 82} <= REPLICA_APIS.keys()


@pytest.mark.parametrize(
    ("name", "leads"),
    [
        ("apache-kafka-java", True),
        ("kraft", True),
        ("kraft-witness", False),
        ("other", None),
        (None, None),
    ],
)
def test_may_lead_depends_on_the_software_name(name, leads):
    assert may_lead(name) is leads


# -- refusals --------------------------------------------------------------------------------------

CODE = ErrorCode.NOT_CONTROLLER
TOPIC_ID = Uuid(bytes(range(16)))


def refused(request, version=1):
    return refusal(request, version, CODE, "not here")


def test_refusal_sets_the_top_level_error():
    answer = refused(UpdateFeaturesRequest())
    assert (answer.API_KEY, answer.KIND) == (57, "response")
    assert (answer.error_code, answer.error_message) == (41, "not here")
    assert refused(BrokerHeartbeatRequest()).error_code == 41


def test_refused_topic_requests_name_each_topic():
    cls = CreateTopicsRequest
    answer = refused(cls(topics=(cls.CreatableTopic(name="a"), cls.CreatableTopic(name="b"))))
    told = [(each.name, each.error_code, each.error_message) for each in answer.topics]
    assert told == [("a", 41, "not here"), ("b", 41, "not here")]
    cls = CreatePartitionsRequest
    (only,) = refused(cls(topics=(cls.CreatePartitionsTopic(name="a"),))).results
    assert (only.name, only.error_code) == ("a", 41)


def test_topics_that_are_deleted_by_name_or_id():
    cls = DeleteTopicsRequest
    by_id = cls.DeleteTopicState(name=None, topic_id=TOPIC_ID)
    (only,) = refused(cls(topics=(by_id,))).responses
    assert (only.name, only.topic_id, only.error_code) == (None, TOPIC_ID, 41)
    named = refused(cls(topic_names=("a", "b"))).responses
    assert [(each.name, each.error_code) for each in named] == [("a", 41), ("b", 41)]


@pytest.mark.parametrize(
    ("cls", "structure", "answered"),
    [
        (DescribeConfigsRequest, "DescribeConfigsResource", "results"),
        (IncrementalAlterConfigsRequest, "AlterConfigsResource", "responses"),
    ],
)
def test_refused_config_requests_name_each_resource(cls, structure, answered):
    asked = getattr(cls, structure)(resource_type=4, resource_name="1")
    (only,) = getattr(refused(cls(resources=(asked,))), answered)
    assert (only.resource_type, only.resource_name, only.error_code) == (4, "1", 41)


def test_acls_have_one_answer_each():
    cls = CreateAclsRequest
    answer = refused(cls(creations=(cls.AclCreation(), cls.AclCreation())))
    assert [each.error_code for each in answer.results] == [41, 41]
    cls = DeleteAclsRequest
    (only,) = refused(cls(filters=(cls.DeleteAclsFilter(),))).filter_results
    assert (only.error_code, only.matching_acls) == (41, ())


def test_refused_quota_request_names_each_entity():
    cls = AlterClientQuotasRequest
    entity = cls.EntityData(entity_type="user", entity_name="a")
    (only,) = refused(cls(entries=(cls.EntryData(entity=(entity,)),))).entries
    assert (only.error_code, only.entity[0].entity_name) == (41, "a")


def test_credentials_have_one_answer_a_user():
    cls = AlterUserScramCredentialsRequest
    asked = cls(
        deletions=(cls.ScramCredentialDeletion(name="a"),),
        upsertions=(cls.ScramCredentialUpsertion(name="b"), cls.ScramCredentialUpsertion(name="a")),
    )
    told = [(each.user, each.error_code) for each in refused(asked).results]
    assert told == [("a", 41), ("b", 41)]


def test_elections_of_leaders():
    cls = ElectLeadersRequest
    asked = cls(topic_partitions=(cls.TopicPartitions(topic="a", partitions=(0, 1)),))
    for version, top in ((0, 0), (1, 41)):
        answer = refused(asked, version)
        assert answer.error_code == top
        (topic,) = answer.replica_election_results
        assert topic.topic == "a"
        told = [(each.partition_id, each.error_code) for each in topic.partition_result]
        assert told == [(0, 41), (1, 41)]
    assert refused(cls(topic_partitions=None)).replica_election_results == ()


def test_reassignments_have_an_error_at_the_top_and_one_each():
    cls = AlterPartitionReassignmentsRequest
    parts = tuple(cls.ReassignablePartition(partition_index=index) for index in (0, 7))
    answer = refused(cls(topics=(cls.ReassignableTopic(name="a", partitions=parts),)))
    assert (answer.error_code, answer.error_message) == (41, "not here")
    (topic,) = answer.responses
    told = [(each.partition_index, each.error_code) for each in topic.partitions]
    assert (topic.name, told) == ("a", [(0, 41), (7, 41)])


def test_partitions_that_may_be_moved_are_listed_as_they_were_asked_for():
    cls = ListPartitionReassignmentsRequest
    asked = cls.ListPartitionReassignmentsTopics(name="a", partition_indexes=(0, 7))
    (topic,) = refused(cls(topics=(asked,))).topics
    assert (topic.name, [each.partition_index for each in topic.partitions]) == ("a", [0, 7])
    assert refused(cls(topics=None)).topics == ()


OTHERS = sorted(SERVED.keys() - REPLICA_APIS.keys())


@pytest.mark.parametrize("api_key", OTHERS)
def test_each_can_be_written_in_all_versions(api_key):
    lowest, highest = SERVED[api_key]
    for version in range(lowest, highest + 1):
        answer = refusal(request_class(api_key)(), version, CODE)
        assert api_key == type(answer).decode(answer.encode(version), version).API_KEY


# -- the service -----------------------------------------------------------------------------------


def test_service_of_a_custom_quorum_refuses_other_requests():
    answers = []
    service = Service()
    service.receive(ServedRequest("CONTROLLER", 1, UpdateFeaturesRequest(), answers.append))
    assert [answer.error_code for answer in answers] == [35]
    assert service.finalized_features().levels == {}
    assert service.finalized_features().epoch == -1
    assert 57 not in service.served
