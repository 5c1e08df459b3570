"""A client's way into a quorum of Kafka's controllers: configs as lists that can be appended to.

IncrementalAlterConfigs with APPEND has the active controller read a config, add an element to it
and write the whole list as one record, which is acknowledged when it is committed. So the log tells
what each append has read, and in which order all of them took effect. (Kafka's controllers have no
read that is as good: DescribeConfigs is answered with what was published last.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.security.tls import client_context
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    ConfigRecord,
    IncrementalAlterConfigsRequest,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
)
from kraft_wire.records.metadata_frame import MetadataRecord, decode_or_keep_metadata_record
from tests.conformance.metadata_writes import broker_registration
from tests.faults.list_history import Outcome
from tests.faults.node_logs import data_batches
from tests.node.raw_client import RawClient

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping

    from tests.faults.list_history import Operation
    from tests.support.certificates import Authority

_BROKER, _APPEND = 4, 2
_FIRST_BROKER = 1000
"""Each list is the config of a broker of its own, which is registered and not there."""
_CONFIG = "sasl.enabled.mechanisms"
_MARK = "list-"
_VERSION = 1
_REGISTRATION_VERSION = 4


def element(value: int) -> str:
    """How a value stands in the config."""
    return f"{_MARK}{value}"


def _broker(key: str) -> int:
    return _FIRST_BROKER + int(key)


def _request(operation: Operation) -> IncrementalAlterConfigsRequest:
    cls = IncrementalAlterConfigsRequest
    config = cls.AlterableConfig(
        name=_CONFIG, config_operation=_APPEND, value=element(operation.value)
    )
    resource = cls.AlterConfigsResource(
        resource_type=_BROKER,
        resource_name=str(_broker(operation.key)),
        configs=(config,),
    )
    return cls(resources=(resource,))


class DoorKeys:
    """How a client proves who it is, by SECURITY of the rounds."""

    def __init__(self, security: str, authority: Authority) -> None:
        self.context: ssl.SSLContext | None = None
        self.has_sasl = security == "sasl_ssl"
        if security != "plaintext":
            # addresses of a process alone are in no certificate
            keys = authority.stores("client") | {"ssl.endpoint.identification.algorithm": ""}
            self.context = client_context(keys)


class ConfigDoor:
    """One connection, to one controller at a time."""

    def __init__(
        self, host: str, ports: Mapping[int, int], cluster_id: str, keys: DoorKeys | None = None
    ) -> None:
        self._keys = keys
        self._host = host
        self._ports = ports
        self._cluster_id = cluster_id
        self._node_id: int | None = None
        self._client: RawClient

    async def ask(self, node_id: int, operation: Operation) -> Outcome:
        """Append. Any error may be that of a controller that lost its place: it may yet commit."""
        if self._node_id != node_id:
            self.close()
            keys = self._keys
            context = None if keys is None else keys.context
            self._client = await RawClient.connect(
                self._ports[node_id], self._host, context=context
            )
            self._node_id = node_id
            if keys is not None and keys.has_sasl:
                await self._client.ask(SaslHandshakeRequest(mechanism="PLAIN"), 1)
                token = SaslAuthenticateRequest(auth_bytes=b"\0node\0node-secret")
                said = await self._client.ask(token, 2)
                if said.error_code:
                    raise EOFError(said.error_message)
        answer = await self._client.ask(_request(operation), _VERSION)
        (response,) = answer.responses
        if response.error_code == ErrorCode.BROKER_ID_NOT_REGISTERED:
            registration = broker_registration(_broker(operation.key), self._cluster_id)
            await self._client.ask(registration, _REGISTRATION_VERSION)
            return Outcome.REJECTED
        return Outcome.UNKNOWN if response.error_code else Outcome.DONE

    def close(self) -> None:
        """Give up the connection."""
        if self._node_id is not None:
            self._node_id = None
            self._client.writer.transport.abort()


def lists_of(log: Mapping[int, bytes]) -> dict[str, list[int]]:
    """The lists that a log leads to; every record adds one value to what stood there before."""
    lists: dict[str, list[int]] = {}
    for batch in data_batches(log):
        for record in batch.records():
            found = decode_or_keep_metadata_record(bytes(record.value or b""))
            message = found.message if isinstance(found, MetadataRecord) else None
            if isinstance(message, ConfigRecord) and message.name == _CONFIG:
                _take(lists, message)
    return lists


def _take(lists: dict[str, list[int]], record: ConfigRecord) -> None:
    key = str(int(record.resource_name) - _FIRST_BROKER)
    values = [
        int(part.removeprefix(_MARK))
        for part in (record.value or "").split(",")
        if part.startswith(_MARK)
    ]
    before = lists.get(key, [])
    assert values[:-1] == before, f"an append to list {key} saw {values[:-1]} instead of {before}"
    lists[key] = values
