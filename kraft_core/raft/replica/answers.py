"""Responses on their way out: each in the version of its request, with its bytes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.rpc import FetchResponse
from kraft_core.raft.replica.ports import ReadFailed
from kraft_core.raft.replica.rpc_mapping import response_to_wire
from kraft_core.raft.replica.rpc_mapping.fetch import fetch_response_to_wire
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.effects import SendRecords, SendSnapshotChunk
    from kraft_core.raft.consensus.events import ReplyTo
    from kraft_core.raft.consensus.rpc import Response
    from kraft_core.raft.replica.applying import LogProgress
    from kraft_core.raft.replica.ports import Found, Network, Reads
    from kraft_core.raft.topic import QuorumTopic


class Answers:
    """Requests that await their answer, and the source of the bytes of answers."""

    def __init__(
        self,
        network: Network,
        reads: Reads,
        progress: LogProgress,
        topic: QuorumTopic,
    ) -> None:
        self._network = network
        self._reads = reads
        self._progress = progress
        self._topic = topic
        self._versions: dict[ReplyTo, int] = {}

    def __len__(self) -> int:
        return len(self._versions)

    def await_answer(self, reply_to: ReplyTo, api_version: int) -> None:
        """Prepare for the answer to a request to consensus."""
        self._versions[reply_to] = api_version

    def send(self, reply_to: ReplyTo, response: Response) -> None:
        """Send the response in the version of its request."""
        api_version = self._versions.pop(reply_to)
        message = response_to_wire(response, api_version, self._topic)
        self._network.respond(reply_to, message, api_version)

    def send_records(self, effect: SendRecords) -> None:
        """Answer a Fetch with batches, now or when they are read.

        If the log was truncated or reset since consensus decided, its bytes are another history's:
        then this replica is not the leader that promised them.
        """

        def take(found: Found) -> None:
            if effect.generation != self._progress.generation:
                self._send_elsewhere(effect)
            elif isinstance(found, ReadFailed):
                if effect.start_offset >= self._progress.start_offset:
                    raise found.error
                self._send_elsewhere(effect)  # its segment was deleted meanwhile
            else:
                api_version = self._versions.pop(effect.reply_to)
                message = fetch_response_to_wire(
                    effect.response, api_version, self._topic, found or b""
                )
                self._network.respond(effect.reply_to, message, api_version)

        # decided under another history of this log: these offsets can hold other records by now
        if effect.generation == self._progress.generation:
            self._reads.records(effect.start_offset, effect.end_offset, effect.max_bytes, take)
        else:
            self._send_elsewhere(effect)

    def _send_elsewhere(self, effect: SendRecords) -> None:
        response = effect.response
        refusal = FetchResponse(
            error=ErrorCode.NOT_LEADER_OR_FOLLOWER,
            leader=response.leader,
            leader_endpoint=response.leader_endpoint,
        )
        self.send(effect.reply_to, refusal)

    def send_snapshot_chunk(self, effect: SendSnapshotChunk) -> None:
        """Answer a FetchSnapshot with bytes, or say that the file is gone."""

        def take(found: Found) -> None:
            if isinstance(found, ReadFailed):
                raise found.error
            response = effect.response
            if found is None:
                response = replace(response, error=ErrorCode.SNAPSHOT_NOT_FOUND, size=0)
            else:
                response = replace(response, payload=found)
            self.send(effect.reply_to, response)

        self._reads.snapshot_piece(effect.snapshot_id, effect.position, effect.max_bytes, take)
