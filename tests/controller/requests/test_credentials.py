"""AlterUserScramCredentials: each rule of ScramControlManager once (KIP-554)."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from kraft_core.controller.context import Refusal
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AlterUserScramCredentialsRequest,
    RemoveUserScramCredentialRecord,
    UserScramCredentialRecord,
)
from tests.controller.requests.content import cluster, decide

SHA_256, SHA_512 = 1, 2
TWICE = "A user credential cannot be altered twice in the same request"


def kept(name="alice", mechanism=SHA_256):
    return UserScramCredentialRecord(
        name=name, mechanism=mechanism, salt=b"s", stored_key=b"k", server_key=b"v", iterations=4096
    )


def removal(name="alice", mechanism=SHA_256):
    return AlterUserScramCredentialsRequest.ScramCredentialDeletion(name=name, mechanism=mechanism)


def setting(name="alice", mechanism=SHA_256, iterations=4096, salted=b"salted"):
    return AlterUserScramCredentialsRequest.ScramCredentialUpsertion(
        name=name, mechanism=mechanism, iterations=iterations, salt=b"salt", salted_password=salted
    )


def asked(state, *changes, **context):
    """Return the answer for each user, and the records."""
    cls = AlterUserScramCredentialsRequest
    request = cls(
        deletions=tuple(one for one in changes if isinstance(one, cls.ScramCredentialDeletion)),
        upsertions=tuple(one for one in changes if isinstance(one, cls.ScramCredentialUpsertion)),
    )
    answer, records = decide(state, request, **context)
    found = {one.user: (one.error_code, one.error_message) for one in answer.results}
    assert len(found) == len(answer.results)
    return found, records


@pytest.mark.parametrize(("mechanism", "name"), [(SHA_256, "sha256"), (SHA_512, "sha512")])
def test_keys_are_computed_from_the_salted_password(mechanism, name):
    """RFC 5802: StoredKey = H(ClientKey). The salted password is not written."""
    found, (record,) = asked(cluster(), setting(mechanism=mechanism))
    assert found == {"alice": (ErrorCode.NONE, None)}
    client_key = hmac.digest(b"salted", b"Client Key", name)
    assert record == UserScramCredentialRecord(
        name="alice",
        mechanism=mechanism,
        salt=b"salt",
        stored_key=hashlib.new(name, client_key).digest(),
        server_key=hmac.digest(b"salted", b"Server Key", name),
        iterations=4096,
    )


def test_credential_is_removed():
    found, records = asked(cluster(kept()), removal())
    assert found == {"alice": (ErrorCode.NONE, None)}
    assert records == [RemoveUserScramCredentialRecord(name="alice", mechanism=SHA_256)]


@pytest.mark.parametrize("change", [removal("bob"), removal(mechanism=SHA_512)])
def test_only_an_existing_credential_can_be_removed(change):
    text = "Attempt to delete a user credential that does not exist"
    found, records = asked(cluster(kept()), change)
    assert found == {change.name: (ErrorCode.RESOURCE_NOT_FOUND, text)}
    assert records == []


@pytest.mark.parametrize(
    ("change", "code", "text"),
    [
        (setting(""), ErrorCode.UNACCEPTABLE_CREDENTIAL, "Username must not be empty"),
        (removal(""), ErrorCode.UNACCEPTABLE_CREDENTIAL, "Username must not be empty"),
        # the name is looked at before the mechanism
        (setting("", 3), ErrorCode.UNACCEPTABLE_CREDENTIAL, "Username must not be empty"),
        (setting(mechanism=0), ErrorCode.UNSUPPORTED_SASL_MECHANISM, "Unknown SCRAM mechanism"),
        (setting(mechanism=3), ErrorCode.UNSUPPORTED_SASL_MECHANISM, "Unknown SCRAM mechanism"),
        (removal(mechanism=3), ErrorCode.UNSUPPORTED_SASL_MECHANISM, "Unknown SCRAM mechanism"),
        (setting(iterations=4095), ErrorCode.UNACCEPTABLE_CREDENTIAL, "Too few iterations"),
        (setting(iterations=16385), ErrorCode.UNACCEPTABLE_CREDENTIAL, "Too many iterations"),
        # Java makes no key of nothing: an exception without a text of its own
        (setting(salted=b""), ErrorCode.UNKNOWN_SERVER_ERROR, None),
    ],
)
def test_change_that_is_not_valid_has_an_error_of_its_own(change, code, text):
    found, records = asked(cluster(), change, setting("bob"))
    assert found[change.name][0] == code
    if text is not None:
        assert found[change.name][1] == text
    assert found["bob"] == (ErrorCode.NONE, None)
    assert [record.name for record in records] == ["bob"]


@pytest.mark.parametrize("iterations", [4096, 16384])
def test_least_and_most_iterations_are_taken(iterations):
    _, (record,) = asked(cluster(), setting(iterations=iterations))
    assert record.iterations == iterations


@pytest.mark.parametrize(
    "changes",
    [
        (setting(), setting(mechanism=SHA_512)),
        (removal(), removal(mechanism=SHA_512)),
        (removal(), setting()),
        (setting(), setting(), setting()),
    ],
)
def test_user_who_is_named_twice_is_not_changed(changes):
    """By name alone: two mechanisms of one user need two requests."""
    state = cluster(kept(), kept(mechanism=SHA_512))
    found, records = asked(state, *changes, setting("bob"))
    assert found == {
        "alice": (ErrorCode.DUPLICATE_RESOURCE, TWICE),
        "bob": (ErrorCode.NONE, None),
    }
    assert [record.name for record in records] == ["bob"]


def test_first_error_of_a_user_stays():
    found, _ = asked(cluster(), removal(), setting())
    assert found["alice"][0] == ErrorCode.RESOURCE_NOT_FOUND


def test_levels_before_3_5_have_no_scram():
    """MetadataVersion.isScramSupported: 3.5-IV2, level 11. It is asked before the name."""
    text = "The current metadata.version does not support SCRAM"
    found, records = asked(cluster(level=10), setting(""), removal())
    assert found == dict.fromkeys(("", "alice"), (ErrorCode.UNSUPPORTED_VERSION, text))
    assert records == []
    assert asked(cluster(level=11), setting())[0] == {"alice": (ErrorCode.NONE, None)}


def test_alter_on_the_cluster_is_needed():
    with pytest.raises(Refusal) as caught:
        asked(cluster(), setting(), allows=lambda operation, *_: operation.name != "ALTER")
    assert caught.value.code == ErrorCode.CLUSTER_AUTHORIZATION_FAILED
