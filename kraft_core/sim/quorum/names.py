"""Name look-ups in virtual time: a service that answers, refuses or hangs, and moves.

Each incarnation of a node has the rules of the production resolver for itself
(`kraft_core.net.resolver.Names`). A node that is connected needs no name. One that is not asks for
the machine's name before a request is sent, and sends it to the address that it gets; nobody
answers at the former address of a machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final

from kraft_core.net.resolver import LookupFailure, Names

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.net.resolver import Result
    from kraft_core.sim.quorum.node import SimulatedNode


class Answer(Enum):
    ANSWERS = "answers"
    REFUSES = "refuses"
    HANGS = "hangs"


_UNKNOWN: Final = LookupFailure(-2, "unknown")


@dataclass(slots=True)
class NameService:
    """The results of a node's look-ups of a machine's name.

    ANSWERS unless something else is set.
    """

    addresses: dict[int, int] = field(default_factory=dict)
    """By node id the address of its machine, a number that each change raises."""
    _answers: dict[tuple[int, int], Answer] = field(default_factory=dict)
    _hanging: list[tuple[int, int, Callable[[Result[int]], None]]] = field(default_factory=list)

    def address(self, node_id: int) -> int:
        """Return the present address of a machine."""
        return self.addresses.get(node_id, 0)

    def move(self, node_id: int) -> None:
        """Change the address of a machine."""
        self.addresses[node_id] = self.address(node_id) + 1

    def set(self, asker_id: int, node_id: int, answer: Answer) -> None:
        """Set the result of a node's look-ups of a machine from now on."""
        self._answers[asker_id, node_id] = answer
        self._end_hanging()

    def restore_all(self) -> None:
        """Answer everything from now on, including hanging look-ups."""
        self._answers.clear()
        self._end_hanging()

    def hanging(self, asker_id: int) -> int:
        """Return the number of a node's look-ups that hang."""
        return sum(asker == asker_id for asker, _, _ in self._hanging)

    def look_up(self, asker_id: int, node_id: int, ended: Callable[[Result[int]], None]) -> None:
        """Look up the name of a machine; `ended` is called now, or when it no longer hangs."""
        self._hanging.append((asker_id, node_id, ended))
        self._end_hanging()

    def _end_hanging(self) -> None:
        pending, self._hanging = self._hanging, []
        for asker_id, node_id, ended in pending:
            answer = self._answers.get((asker_id, node_id), Answer.ANSWERS)
            if answer is Answer.HANGS:
                self._hanging.append((asker_id, node_id, ended))
            else:
                ended(_UNKNOWN if answer is Answer.REFUSES else (self.address(node_id),))


class NodeNames:
    """The resolver of one incarnation of a node."""

    def __init__(self, node: SimulatedNode) -> None:
        self._node = node
        self._cluster = node.cluster
        self._incarnation = node.incarnation
        self._names: Names[int] = Names(self._begin)
        self._wanted: dict[int, int] = {}
        """By the id of the peer, the newest request to it: an earlier one is given up for it."""

    @property
    def hanging(self) -> int:
        """Return the number of its look-ups that hang."""
        return self._cluster.network.names.hanging(self._node.node_id)

    def resolve(
        self, to_id: int, request_id: int, node_id: int, then: Callable[[int | None], None]
    ) -> None:
        """Call `then` with the address of a machine, None if there is none within the timeout.

        A request that another one to the same peer has replaced is dropped.
        """
        self._wanted[to_id] = request_id

        def report(result: Result[int] | None) -> None:
            if self._wanted.get(to_id) == request_id:
                del self._wanted[to_id]
                is_known = result is not None and not isinstance(result, LookupFailure)
                then(result[0] if is_known else None)  # type: ignore[index]  # is a tuple then

        def ended(result: Result[int]) -> None:
            if self._is_current():
                self._node.after(0, lambda: report(result))

        found = self._names.ask(str(node_id), self._now_s(), ended)
        if found is not None:
            report(found)
        else:
            self._node.after(self._cluster.plan.request_timeout_ms, lambda: report(None))

    def _begin(self, name: str, is_slow: bool) -> None:
        del is_slow  # there are no threads to share

        def ended(result: Result[int]) -> None:
            if self._is_current():
                reported, waiting = self._names.ended(name, result, self._now_s())
                for wait in waiting:
                    wait(reported)

        self._cluster.network.names.look_up(self._node.node_id, int(name), ended)

    def _is_current(self) -> bool:
        return self._node.is_up and self._node.incarnation == self._incarnation

    def _now_s(self) -> float:
        return self._cluster.now_ms / 1000
