from __future__ import annotations

import pytest

from kraft_spark.columns import SchemaError, view_columns
from kraft_spark.quorum.views import picked_quorum_columns, quorum_columns
from tests.spark.ddl import schema_of
from tests.spark.pretended_quorum import quorum_options


def names(columns):
    return [one.name for one in columns]


def test_the_columns_are_those_of_a_log_with_the_cluster_for_the_path():
    found = quorum_columns(quorum_options())
    of_log = view_columns("metadata")
    assert names(found.default) == [*names(of_log.default)[:-1], "clusterId"]
    assert found.more == of_log.more


def test_fields_of_one_type_as_columns():
    found = names(quorum_columns(quorum_options(recordType="TopicRecord")).default)
    assert found[:5] == ["offset", "epoch", "timestamp", "name", "topicId"]
    assert found[-1] == "clusterId"


def test_status_and_a_users_schema():
    options = quorum_options(view="status")
    assert names(quorum_columns(options).default)[:4] == [
        "clusterId",
        "leaderId",
        "leaderEpoch",
        "highWatermark",
    ]
    picked = picked_quorum_columns(options, schema_of("NODEID INT, lag BIGINT"))
    assert [(one.name, one.column) for one in picked] == [("NODEID", "nodeId"), ("lag", "lag")]
    with pytest.raises(SchemaError, match="view status of kraft_quorum has no column offset"):
        picked_quorum_columns(options, schema_of("offset BIGINT"))
