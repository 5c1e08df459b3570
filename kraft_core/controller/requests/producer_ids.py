"""Blocks of producer ids for idempotent producers: AllocateProducerIds (67), KIP-730."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.controller.context import Decision, Refusal
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import AllocateProducerIdsResponse, ProducerIdsRecord

if TYPE_CHECKING:
    from kraft_core.controller.context import Context, ControllerState
    from kraft_wire.messages import AllocateProducerIdsRequest

BLOCK_SIZE: Final = 1000
_MAX: Final = (1 << 63) - 1


def allocate_producer_ids(
    state: ControllerState, request: AllocateProducerIdsRequest, context: Context
) -> Decision:
    """Allocate the next block for a broker.

    The answer waits for the commit of the record: two brokers with the same ids would corrupt logs.
    """
    del context
    state.check_broker_epoch(request.broker_id, request.broker_epoch)
    start = state.image.next_producer_id or 0
    if start > _MAX - BLOCK_SIZE:
        raise Refusal(
            ErrorCode.UNKNOWN_SERVER_ERROR,
            "Exhausted all producerIds as the next block's end producerId has exceeded the int64"
            " type limit",
        )
    record = ProducerIdsRecord(
        broker_id=request.broker_id,
        broker_epoch=request.broker_epoch,
        next_producer_id=start + BLOCK_SIZE,
    )
    answer = AllocateProducerIdsResponse(producer_id_start=start, producer_id_len=BLOCK_SIZE)
    return Decision(answer, (record,))
