"""Changes of a real cluster's metadata, made by requests of our own to its controllers.

A broker is pretended by a registration and a heartbeat, which is all that a controller asks for
before it places replicas on it: no broker process is needed.
"""

from __future__ import annotations

import os
from typing import Self

from kraft_core.client import Client, Settings
from kraft_wire.messages import (
    AlterClientQuotasRequest,
    AlterUserScramCredentialsRequest,
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    CreateTopicsRequest,
    IncrementalAlterConfigsRequest,
)
from kraft_wire.primitives import Uuid

BROKER, TOPIC = 4, 2
SCRAM_SHA_512 = 2
PASSWORD = "hush-hush"  # noqa: S105  # what must not be seen

FEATURES = {
    "eligible.leader.replicas.version": 0,
    "group.version": 0,
    "kraft.version": 0,
    "metadata.version": 1,
    "share.version": 0,
    "streams.version": 0,
    "transaction.version": 0,
}
"""Names and lowest levels of what a broker has to support."""


def _codes(value):
    """Every error code in a response."""
    if isinstance(value, tuple):
        return [code for each in value for code in _codes(each)]
    if not hasattr(value, "__slots__"):
        return []
    return [
        code
        for name in value.__slots__
        for code in (
            [getattr(value, name)] if name == "error_code" else _codes(getattr(value, name))
        )
    ]


def broker_registration(broker_id: int, cluster_id: str) -> BrokerRegistrationRequest:
    """What a broker that supports every level says of itself."""
    request = BrokerRegistrationRequest
    listener = request.Listener(name="PLAINTEXT", host="127.0.0.1", port=1, security_protocol=0)
    return request(
        broker_id=broker_id,
        cluster_id=cluster_id,
        incarnation_id=Uuid(os.urandom(16)),
        listeners=(listener,),
        features=tuple(
            request.Feature(name=name, min_supported_version=lowest, max_supported_version=99)
            for name, lowest in FEATURES.items()
        ),
        log_dirs=(Uuid(os.urandom(16)),),
    )


class Writer:
    """Writes to one quorum; every request must succeed."""

    def __init__(self, bootstrap: str, cluster_id: str) -> None:
        self._client = Client(bootstrap, settings=Settings(cluster_id=cluster_id, api_timeout_s=60))
        self._cluster_id = cluster_id

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def call(self, request):
        """Make a request to the leader; nothing of it may be refused."""
        response = self._client.call(request)
        assert set(_codes(response)) <= {0}, response
        return response

    def end_offset(self) -> int:
        """The high watermark, in the end of which all that was written stands."""
        return self._client.high_watermark()

    def config(self, resource_type: int, resource_name: str, name: str, value: str) -> None:
        """Set a config."""
        request = IncrementalAlterConfigsRequest
        config = request.AlterableConfig(name=name, config_operation=0, value=value)
        resource = request.AlterConfigsResource(
            resource_type=resource_type, resource_name=resource_name, configs=(config,)
        )
        self.call(request(resources=(resource,)))

    def scram(self, name: str) -> None:
        """Give a user a password."""
        upsertion = AlterUserScramCredentialsRequest.ScramCredentialUpsertion(
            name=name,
            mechanism=SCRAM_SHA_512,
            iterations=4096,
            salt=b"salty",
            salted_password=PASSWORD.encode(),
        )
        self.call(AlterUserScramCredentialsRequest(upsertions=(upsertion,)))

    def quota(self, user: str, value: float) -> None:
        """Limit a user."""
        request = AlterClientQuotasRequest
        entity = request.EntityData(entity_type="user", entity_name=user)
        operation = request.OpData(key="producer_byte_rate", value=value, remove=False)
        entry = request.EntryData(entity=(entity,), ops=(operation,))
        self.call(request(entries=(entry,), validate_only=False))

    def broker(self, broker_id: int) -> None:
        """Pretend a broker that is up."""
        registered = self.call(broker_registration(broker_id, self._cluster_id))
        beat = self.call(
            BrokerHeartbeatRequest(
                broker_id=broker_id,
                broker_epoch=registered.broker_epoch,
                # where it had led before, its registration stands behind those changes
                current_metadata_offset=self.end_offset(),
                want_fence=False,
            )
        )
        assert not beat.is_fenced

    def topic(self, name: str, partitions: int, broker_id: int) -> None:
        """Create a topic whose replicas are on one broker."""
        request = CreateTopicsRequest
        assignments = tuple(
            request.CreatableReplicaAssignment(partition_index=index, broker_ids=(broker_id,))
            for index in range(partitions)
        )
        topic = request.CreatableTopic(
            name=name,
            num_partitions=-1,
            replication_factor=-1,
            assignments=assignments,
            configs=(request.CreatableTopicConfig(name="retention.ms", value="100000"),),
        )
        self.call(request(topics=(topic,), timeout_ms=5000))

    def everything(self, mark: str) -> None:
        """A bit of each, with `mark` in every name."""
        self.config(BROKER, "", "log.cleaner.backoff.ms", "20000")
        self.config(BROKER, "", "ssl.keystore.password", f"{PASSWORD}-{mark}")
        self.scram(f"user-{mark}")
        self.quota(f"user-{mark}", 1024.0)
        self.broker(1000 + len(mark))
        self.topic(f"topic-{mark}", 3, 1000 + len(mark))
