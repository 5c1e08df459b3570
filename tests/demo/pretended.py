"""Processes that are none: they have a state and remember what they were told."""

from __future__ import annotations

from dataclasses import dataclass, field

from kraft_core.demo.processes import Fate, MemberState


def state(role="follower", epoch=1, log_end=10, *, leads=False, **more):
    values = {"high_watermark": log_end, "log_start": 0, "applied": log_end, "voters": (1, 2, 3)}
    return MemberState(
        role=role, epoch=epoch, leads=leads, log_end=log_end, directory_id="", **values | more
    )


@dataclass(eq=False)
class PretendedProcess:
    node_id: int
    state: MemberState | None = None
    fate: Fate = Fate.RUNNING
    orders: list = field(default_factory=list)

    @property
    def is_running(self):
        return self.fate is Fate.RUNNING

    def tell(self, order, **about):
        self.orders.append((order, about))


@dataclass
class PretendedQuorum:
    leader: PretendedProcess | None = None
