from __future__ import annotations

import pyarrow as pa
import pytest

from kraft_core.metadata import ClusterImage
from kraft_spark.cluster_image.files import read_image
from kraft_spark.cluster_image.tables import TABLES, table_columns, table_rows
from kraft_wire.messages import (
    AccessControlEntryRecord,
    ConfigRecord,
    RegisterBrokerRecord,
    RegisterControllerRecord,
    VotersRecord,
)
from kraft_wire.primitives import Uuid
from tests.spark.log_rows import KAFKA

ID = Uuid(b"\7" * 16)
LOG = KAFKA / "metadata-log"


@pytest.mark.parametrize("table", TABLES)
def test_rows_fit_their_columns(table):
    columns = table_columns(table)
    rows = table_rows(table, read_image(str(LOG)).state)
    assert rows
    assert {name for row in rows for name in row} == set(columns.names)
    assert len(pa.Table.from_pylist(rows, columns)) == len(rows)
    assert table_rows(table, ClusterImage()) == []


def image(*messages):
    made = ClusterImage()
    for message in messages:
        made.replay_metadata(message)
    return made


def test_values_that_may_be_secret_are_hidden():
    made = image(
        ConfigRecord(resource_type=2, resource_name="orders", name="retention.ms", value="5"),
        ConfigRecord(resource_type=4, resource_name="1", name="ssl.key.password", value="word"),
        ConfigRecord(resource_type=77, resource_name="new", name="thing", value="word"),
    )
    shown = [
        (row["resourceType"], row["value"], row["isSensitive"])
        for row in table_rows("configs", made)
    ]
    assert shown == [
        ("TOPIC", "5", False),
        ("BROKER", "(redacted)", True),
        ("77", "(redacted)", True),
    ]
    values = [row["value"] for row in table_rows("configs", made, include_secrets=True)]
    assert values == ["5", "word", "word"]


def test_enumerations_are_named():
    entry = AccessControlEntryRecord(
        id=ID,
        resource_type=2,
        resource_name="orders",
        pattern_type=4,
        principal="User:alice",
        host="*",
        operation=10,
        permission_type=3,
    )
    (row,) = table_rows("acls", image(entry))
    assert row == {
        "id": str(ID),
        "resourceType": "TOPIC",
        "resourceName": "orders",
        "patternType": "PREFIXED",
        "principal": "User:alice",
        "host": "*",
        "operation": "DESCRIBE_CONFIGS",
        "permissionType": "ALLOW",
    }


def test_controllers_are_registrations_and_voters():
    registered = RegisterControllerRecord(
        controller_id=1,
        incarnation_id=ID,
        end_points=(
            RegisterControllerRecord.ControllerEndpoint(
                name="CONTROLLER", host="one", port=9093, security_protocol=1
            ),
        ),
    )
    made = image(registered, RegisterControllerRecord(controller_id=3))
    assert [row["isVoter"] for row in table_rows("controllers", made)] == [None, None]
    made.replay_control(
        VotersRecord(
            voters=tuple(
                VotersRecord.Voter(
                    voter_id=number,
                    voter_directory_id=ID,
                    endpoints=(VotersRecord.Endpoint(name="CONTROLLER", host="two", port=9094),),
                )
                for number in (1, 2)
            )
        )
    )
    first, second, third = table_rows("controllers", made)
    assert (first["isVoter"], first["directoryId"], first["incarnationId"]) == (
        True,
        str(ID),
        str(ID),
    )
    assert first["endpoints"] == [
        {"name": "CONTROLLER", "host": "one", "port": 9093, "securityProtocol": "SSL"}
    ]
    assert second["endpoints"] == [
        {"name": "CONTROLLER", "host": "two", "port": 9094, "securityProtocol": None}
    ]
    assert "incarnationId" not in second
    assert (third["isVoter"], third["directoryId"]) == (False, None)


def test_endpoints_are_in_the_order_of_their_names():
    broker = RegisterBrokerRecord(
        broker_id=1,
        end_points=tuple(
            RegisterBrokerRecord.BrokerEndpoint(name=name, host="one", port=1)
            for name in ("SASL", "PLAINTEXT")
        ),
    )
    (row,) = table_rows("brokers", image(broker))
    assert [one["name"] for one in row["endpoints"]] == ["PLAINTEXT", "SASL"]
