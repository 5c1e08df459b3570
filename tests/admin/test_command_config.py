from __future__ import annotations

import pytest

from kraft_core.admin.command_config import read_command_config, settings_of
from kraft_core.admin.errors import CommandConfigError
from kraft_core.client import Settings


def settings(tmp_path, text):
    path = tmp_path / "admin.properties"
    path.write_text(text)
    return settings_of(read_command_config(path))


def test_the_keys_that_mean_something(tmp_path):
    found = settings(
        tmp_path,
        "client.id=me\nrequest.timeout.ms=1500\ndefault.api.timeout.ms=2500\nnode.id=x\n"
        "security.protocol=plaintext\n",
    )
    assert (found.client_id, found.request_timeout_s, found.patience_s) == ("me", 1.5, 2.5)
    default = Settings()
    found = settings(tmp_path, "\n")
    assert (found.client_id, found.patience_s) == (default.client_id, default.patience_s)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("security.protocol=SSL\n", "security.protocol=SSL"),
        ("request.timeout.ms=soon\n", "a whole number is expected"),
    ],
)
def test_what_is_refused(tmp_path, text, sentence):
    with pytest.raises(CommandConfigError, match=sentence):
        settings(tmp_path, text)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CommandConfigError, match="cannot be read: No such file"):
        read_command_config(tmp_path / "none")
