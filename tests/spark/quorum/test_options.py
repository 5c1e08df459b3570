from __future__ import annotations

import pickle

import pytest

from kraft_core.security.sasl_client import Credentials
from kraft_spark.options import OptionError
from kraft_spark.quorum.log import StreamOffset
from kraft_spark.quorum.options import parse_quorum_options
from tests.client.loopback import PEM
from tests.spark.pretended_quorum import quorum_options


def test_defaults_read_metadata_from_the_snapshot():
    found = quorum_options()
    assert (found.view, found.starting, found.ending) == ("metadata", "snapshot", None)
    assert (found.max_offsets, found.max_bytes) == (None, 8 << 20)
    assert found.exclude == {"NO_OP_RECORD"}
    assert found.fail_on_data_loss
    settings = found.client_options()["settings"]
    assert (settings.max_wait_ms, settings.api_timeout_s, settings.cluster_id) == (500, 60.0, None)


def test_client_options_come_from_the_source_options():
    options = quorum_options(
        **{
            "kafka.client.id": "me",
            "kafka.request.timeout.ms": 1500,
            "kafka.default.api.timeout.ms": 9000,
            "fetchMaxWaitMs": 100,
            "clusterId": "c",
            "maxBytesPerTrigger": "1 MiB",
        }
    )
    settings = options.client_options()["settings"]
    assert (settings.client_id, settings.request_timeout_s, settings.api_timeout_s) == (
        "me",
        1.5,
        9,
    )
    assert (settings.max_wait_ms, settings.cluster_id) == (100, "c")
    assert settings.fetch_bytes_max == 1 << 20


SECURE = {
    "kafka.security.protocol": "SASL_SSL",
    "kafka.ssl.truststore.type": "PEM",
    "kafka.ssl.truststore.location": str(PEM),
    "kafka.sasl.mechanism": "SCRAM-SHA-512",
    "kafka.sasl.jaas.config": "org.apache.kafka.common.security.scram.ScramLoginModule required"
    ' username="me" password="hidden";',
}


def test_tls_and_sasl_options_use_kafka_client_names():
    options = quorum_options(**SECURE)
    client = options.client_options()
    assert client["settings"].sasl == Credentials("SCRAM-SHA-512", "me", "hidden")
    assert len(client["tls"].get_ca_certs()) == 1
    assert "hidden" not in repr(options)
    assert b"hidden" not in pickle.dumps(options.without_secrets())
    assert quorum_options().client_options()["tls"] is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Earliest", "earliest"),
        ("-2", "earliest"),
        ('{"__cluster_metadata": {"0": -1}}', "latest"),
        ("23", StreamOffset(23)),
        ('{"__cluster_metadata": {"0": 23}}', StreamOffset(23)),
        ('{"__cluster_metadata": {"0": {"offset": 23, "epoch": 2}}}', StreamOffset(23, 2)),
    ],
)
def test_starting_offsets_are_parsed(text, wanted):
    assert quorum_options(startingOffsets=text).starting == wanted


def test_ending_offsets_are_parsed():
    assert quorum_options(endingOffsets="latest").ending is None
    assert quorum_options(endingOffsets='{"__cluster_metadata": {"0": -1}}').ending is None
    assert quorum_options(endingOffsets="7").ending == 7


def test_record_types_in_both_spellings():
    found = quorum_options(excludeRecordTypes="TopicRecord, NO_OP_RECORD,leader_change")
    assert found.exclude == {"TOPIC_RECORD", "NO_OP_RECORD", "LEADER_CHANGE"}
    assert quorum_options(excludeRecordTypes="").exclude == set()
    typed = quorum_options(recordType="partitionrecord").typed()
    assert typed is not None
    assert typed.name == "PARTITION_RECORD"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"wiew": "status"}, r"unknown option wiew; did you mean view\? kraft_quorum has"),
        ({"view": "records"}, "view cannot be 'records'; allowed: metadata, status"),
        ({"startingOffsets": "soon"}, "startingOffsets cannot be 'soon'"),
        ({"startingOffsets": '{"orders": {"0": 1}}'}, "startingOffsets cannot be"),
        ({"endingOffsets": "earliest"}, "endingOffsets cannot be 'earliest'"),
        ({"endingOffsets": "-2"}, "endingOffsets cannot be"),
        ({"maxOffsetsPerTrigger": "0"}, "numbers above 0"),
        ({"recordType": "Nope"}, "recordType cannot be 'Nope'; allowed: ABORT_TRANSACTION"),
        ({"excludeRecordTypes": "Nope"}, "excludeRecordTypes cannot be 'Nope'"),
        ({"kafka.security.protocol": "TLS"}, "option kafka.security.protocol=TLS: expected one of"),
        ({"kafka.security.protocol": "SASL_SSL"}, "option kafka.sasl.mechanism=GSSAPI is not"),
        ({"kafka.ssl.provider": "X"}, "unknown option kafka.ssl.provider"),
        (
            {"kafka.bootstrap.controllers": "nowhere"},
            r"kafka\.bootstrap\.controllers cannot be 'nowhere' \(.*HOST:PORT",
        ),
    ],
)
def test_invalid_option_is_refused_by_name(given, words):
    with pytest.raises(OptionError, match=words):
        quorum_options(**given)


def test_controllers_are_needed():
    with pytest.raises(OptionError, match=r"kafka\.bootstrap\.controllers is missing"):
        parse_quorum_options({})
