"""Files of listeners while a node runs, and what a start or `kraft start --check` says of them."""

from __future__ import annotations

import json
import threading
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from kraft_core.cli.main import run
from kraft_core.config.errors import ConfigurationError
from kraft_core.node.transport.secure import NodeSecurity, RemoteKeys
from kraft_core.security.errors import SecurityConfigError
from kraft_core.security.listener_keys import JwksKeys, keys_of_node
from kraft_core.security.oauthbearer import TokenRefusedError
from tests.node.cluster import wait_until
from tests.node.security_keys import ways
from tests.security.test_oauthbearer import JWKS, NOW_MS, signed
from tests.support.certificates import Authority


def keys_at(url, refresh_ms=3_600_000):
    return JwksKeys(url, ("kraft",), "idp", "sub", "scope", 0, refresh_ms, 10, 50)


def jwks():
    return JWKS if isinstance(JWKS, bytes) else JWKS.encode()


def test_keys_of_tokens_in_a_file_are_read_again_when_it_changes(tmp_path, caplog):
    path = tmp_path / "jwks.json"
    path.write_bytes(jwks())
    keys = RemoteKeys(keys_at(path.as_uri()))
    keys.load()
    assert keys.validate(signed(), NOW_MS).principal == "alice"
    path.write_text("{")
    keys.refresh(is_forced=False)
    assert keys.validate(signed(), NOW_MS).principal == "alice"
    assert "The keys for tokens are unchanged" in caplog.text
    assert "the JWKS is not valid" in keys.fault
    other = json.loads(jwks())
    other["keys"] = [each | {"kid": "another"} for each in other["keys"]]
    path.write_text(json.dumps(other))
    keys.refresh(is_forced=False)
    with pytest.raises(TokenRefusedError, match="0 keys match the token"):
        keys.validate(signed(kid="rsa"), NOW_MS)
    assert keys.fault is None
    with pytest.raises(SecurityConfigError, match="cannot be read"):
        RemoteKeys(keys_at((tmp_path / "none").as_uri())).load()


class _Keys(BaseHTTPRequestHandler):
    """Fails once, then has the keys."""

    def __init__(self, asked, *args) -> None:
        self._asked = asked
        super().__init__(*args)

    def do_GET(self):
        self._asked.append(self.path)
        self.send_response(200 if len(self._asked) > 1 else 503)
        self.end_headers()
        if len(self._asked) > 1:
            self.wfile.write(jwks())

    def log_message(self, *_):
        """Say nothing."""


def test_keys_of_tokens_are_fetched_on_a_thread_until_they_are_there():
    asked = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Keys, asked))
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    keys = RemoteKeys(keys_at(f"http://127.0.0.1:{server.server_port}/keys"))
    with pytest.raises(TokenRefusedError, match="could not be fetched yet"):
        keys.validate(signed(), NOW_MS)
    try:
        keys.load()
        wait_until(lambda: keys._validator is not None, "the keys are fetched")
        assert keys.validate(signed(), NOW_MS).principal == "alice"
        assert keys.fault is None
        fetched = len(asked)
        # a key that is not there is looked for early, but not with each token
        for _ in range(3):
            with pytest.raises(TokenRefusedError):
                keys.validate(signed(kid="unknown"), NOW_MS)
        wait_until(lambda: len(asked) == fetched + 1, "they are fetched again")
        server.shutdown()
        server.server_close()
        keys.refresh(is_forced=True)
        wait_until(lambda: keys.fault is not None, "the fault is known")
    finally:
        keys.close()
        server.shutdown()
        server.server_close()


def checked(tmp_path, capsys, keys):
    values = {
        "process.roles": "controller",
        "node.id": "1",
        "listeners": "CONTROLLER://127.0.0.1:9093",
        "controller.listener.names": "CONTROLLER",
        "controller.quorum.bootstrap.servers": "127.0.0.1:9093",
        "log.dirs": str(tmp_path / "data"),
        **keys,
    }
    path = tmp_path / "controller.properties"
    path.write_text("".join(f"{key}={value}\n" for key, value in values.items()))
    flags = ["--standalone", "--ignore-formatted", "-t", "AAAAAAAAAAAAAAAAAAAAAg"]
    assert run(["storage", "format", "-c", str(path), *flags]) == 0
    capsys.readouterr()
    status = run(["start", "--check", str(path)])
    out, err = capsys.readouterr()
    return status, out + err


def test_check_reads_the_stores(tmp_path, capsys):
    authority = Authority(tmp_path)
    keys = ways(authority)["SASL_SSL PLAIN"]
    status, said = checked(tmp_path, capsys, keys)
    assert (status, "certificate of CN=node until 20" in said) == (0, True)
    assert "expires at" in said  # in 30 days
    authority.issue("node", hosts=("other.example",), days=90)
    _, said = checked(tmp_path, capsys, keys)
    assert "has no subject alternative name for 127.0.0.1" in said
    authority.issue("node", begin=-9, days=-1)
    status, said = checked(tmp_path, capsys, keys)
    assert (status, "CN=node) expired at" in said) == (1, True)
    (tmp_path / "node.pem").unlink()
    status, said = checked(tmp_path, capsys, keys)
    assert (status, "node.pem cannot be read: No such file" in said) == (1, True)
    assert "node-secret" not in said


def test_check_reports_a_certificate_that_the_own_trust_store_refuses(tmp_path, capsys):
    own, other = Authority(tmp_path), Authority(tmp_path, "other")
    keys = ways(own)["mutual SSL"]
    status, said = checked(tmp_path, capsys, keys)
    assert (status, "is valid: node 1" in said) == (0, True)
    trusted = {
        key: str(other.path) if value == str(own.path) else value for key, value in keys.items()
    }
    assert trusted != keys
    status, said = checked(tmp_path, capsys, trusted)
    assert status == 1
    assert "Listener CONTROLLER: a client with the stores of this node cannot connect" in said
    assert "unable to get local issuer certificate" in said


def test_a_listener_without_a_key_store_is_refused(tmp_path):
    values = Authority(tmp_path).trust()
    security = NodeSecurity(keys_of_node(values.get, {"CONTROLLER": "SSL"}))
    with pytest.raises(ConfigurationError, match=r"ssl\.keystore\.location: a listener with TLS"):
        security.load()
