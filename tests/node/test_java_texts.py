"""Java's toString of records, as kafka-storage 4.3.1 printed it."""

from __future__ import annotations

from kraft_core.node.java_texts import bootstrap_text, record_text
from kraft_wire.messages import FeatureLevelRecord, UserScramCredentialRecord

FEATURE = FeatureLevelRecord(name="metadata.version", feature_level=30)


def test_a_record():
    record = UserScramCredentialRecord(
        name="alice", mechanism=1, salt=b"7q", stored_key=b"\xfd(", server_key=b"", iterations=9
    )
    assert record_text(record) == (
        "UserScramCredentialRecord(name='alice', mechanism=1, salt=[55, 113],"
        " storedKey=[-3, 40], serverKey=[], iterations=9)"
    )


def test_the_first_records_of_a_log():
    assert bootstrap_text([FEATURE, FEATURE], 30) == (
        "Bootstrap metadata: BootstrapMetadata(records=[ApiMessageAndVersion(FeatureLevelRecord("
        "name='metadata.version', featureLevel=30) at version 0), ApiMessageAndVersion("
        "FeatureLevelRecord(name='metadata.version', featureLevel=30) at version 0)],"
        " metadataVersionLevel=30, source=format command)"
    )
