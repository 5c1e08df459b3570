from __future__ import annotations

from kraft_wire.config_names import BROKER, CLIENT_METRICS, GROUP, OPEN_NAMES, TOPIC

# every config of type PASSWORD of brokers and controllers, Kafka 3.9.2 to 4.4.0
PASSWORDS = """\
delegation.token.master.key delegation.token.secret.key password.encoder.old.secret
password.encoder.secret sasl.jaas.config sasl.oauthbearer.assertion.private.key.passphrase
sasl.oauthbearer.client.credentials.client.secret ssl.key.password ssl.keystore.certificate.chain
ssl.keystore.key ssl.keystore.password ssl.truststore.certificates ssl.truststore.password
zookeeper.ssl.keystore.password zookeeper.ssl.truststore.password
"""


def test_no_password_is_open():
    for names in OPEN_NAMES.values():
        assert names.isdisjoint(PASSWORDS.split())


def test_the_lists_are_complete():
    sizes = {kind: len(names) for kind, names in OPEN_NAMES.items()}
    assert sizes == {BROKER: 410, TOPIC: 41, CLIENT_METRICS: 3, GROUP: 27}
