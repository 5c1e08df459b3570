from __future__ import annotations

import pytest

from kraft_core.admin.command_files import command_config, read_command_config
from kraft_core.admin.errors import CommandConfigError
from kraft_core.client import ClientError, Settings
from kraft_core.security.sasl_client import Credentials
from tests.client.loopback import PEM


def config(tmp_path, text):
    path = tmp_path / "admin.properties"
    path.write_text(text)
    return command_config(read_command_config(path))


def test_the_keys_that_mean_something(tmp_path):
    found, tls = config(
        tmp_path,
        "client.id=me\nrequest.timeout.ms=1500\ndefault.api.timeout.ms=2500\nnode.id=x\n"
        "security.protocol=plaintext\n",
    )
    assert (found.client_id, found.request_timeout_s, found.api_timeout_s) == ("me", 1.5, 2.5)
    assert (found.sasl, tls) == (None, None)
    default = Settings()
    found, _ = config(tmp_path, "\n")
    assert (found.client_id, found.api_timeout_s) == (default.client_id, default.api_timeout_s)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("security.protocol=TLS\n", "security.protocol=TLS: expected one of PLAINTEXT, SSL"),
        ("security.protocol=SASL_PLAINTEXT\n", "sasl.mechanism=GSSAPI is not supported"),
        ("request.timeout.ms=soon\n", "expected an integer"),
    ],
)
def test_invalid_setting_is_refused(tmp_path, text, sentence):
    with pytest.raises(ClientError, match=sentence):
        config(tmp_path, text)


def test_tls_and_sasl(tmp_path):
    found, tls = config(
        tmp_path,
        f"security.protocol=SASL_SSL\nssl.truststore.type=PEM\nssl.truststore.location={PEM}\n"
        "sasl.mechanism=PLAIN\nsasl.jaas.config="
        "org.apache.kafka.common.security.plain.PlainLoginModule required \\\n"
        '  username="alice" password="alice-secret";\n',
    )
    assert found.sasl == Credentials("PLAIN", "alice", "alice-secret")
    assert tls.check_hostname
    assert len(tls.get_ca_certs()) == 1


def test_missing_config_file_is_refused(tmp_path):
    with pytest.raises(CommandConfigError, match="cannot be read: No such file"):
        read_command_config(tmp_path / "none")
