"""What is asked of a dump: the options of Kafka's tool as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from kraft_core.dump.java_values import INT_MAX

STRING_DECODER: Final = "org.apache.kafka.tools.api.StringDecoder"

Topic = Literal[
    "offsets", "transaction-log", "cluster-metadata", "remote-log-metadata", "share-group-state"
]
"""An internal topic whose records one of the `--*-decoder` options reads."""

TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)
"""All of them; of several decoders that are asked for, Kafka takes the first in this order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DumpOptions:
    """The options, with the defaults of Kafka's tool; sizes are bytes.

    `topic` is the internal topic whose decoder was asked for. `records_as_json` prints JSON Lines
    in place of text.
    """

    print_data_log: bool = False
    deep_iteration: bool = False
    skip_record_metadata: bool = False
    verify_index_only: bool = False
    index_sanity_check: bool = False
    max_message_size: int = 5 * 1024 * 1024
    max_bytes: int = INT_MAX
    topic: Topic | None = None
    key_decoder_class: str = STRING_DECODER
    value_decoder_class: str = STRING_DECODER
    records_as_json: bool = False
