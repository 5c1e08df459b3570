"""The options and their defaults are those of Kafka's tool."""

from __future__ import annotations

from kraft_core.cli.dump.report import TOPICS, DumpOptions


def test_defaults_equal_kafkas():
    options = DumpOptions()
    assert (options.max_message_size, options.max_bytes) == (5_242_880, 2_147_483_647)
    assert options.topic is None
    assert options.key_decoder_class == "org.apache.kafka.tools.api.StringDecoder"
    assert not any(
        (
            options.print_data_log,
            options.deep_iteration,
            options.skip_record_metadata,
            options.verify_index_only,
            options.index_sanity_check,
            options.records_as_json,
        )
    )


def test_the_order_in_which_kafka_asks_for_decoders():
    assert TOPICS == (
        "offsets",
        "transaction-log",
        "cluster-metadata",
        "remote-log-metadata",
        "share-group-state",
    )
