"""The probe of a voter to be."""

from __future__ import annotations

from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import VersionRange
from kraft_core.raft.replica.rpc_mapping import kraft_range
from kraft_core.raft.replica.rpc_mapping.voters import probe_response_from_wire, probe_to_wire
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import ApiVersionsResponse


def feature(name, lowest, highest):
    return ApiVersionsResponse.SupportedFeatureKey(
        name=name, min_version=lowest, max_version=highest
    )


def test_the_question_names_a_software_that_java_accepts():
    message = probe_to_wire()
    assert message.client_software_name.isalnum()
    assert message.client_software_version.replace(".", "").isalnum()
    assert (message.cluster_id, message.node_id) == (None, -1)


def test_reported_range_of_kraft_version_is_read():
    features = (feature("metadata.version", 7, 33), feature("kraft.version", 0, 1))
    message = ApiVersionsResponse(supported_features=features)
    assert kraft_range(message) == VersionRange(0, 1)
    assert probe_response_from_wire(message) == rpc.ApiVersionsResponse(
        kraft_range=VersionRange(0, 1)
    )


def test_peer_that_reports_no_range_supports_level_0():
    message = ApiVersionsResponse(error_code=35)
    told = probe_response_from_wire(message)
    assert told == rpc.ApiVersionsResponse(ErrorCode.UNSUPPORTED_VERSION, VersionRange(0, 0))
