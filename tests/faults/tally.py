"""What rounds did and found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Tally:
    """The account of a round, or of many."""

    bitten: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    judged: int = 0
    """Operations in linearizable histories."""
    leaders: int = 0
    """Changes of the leader that clients noticed."""
    own_epochs: int = 0
    """How many epochs nodes of ours have led."""
    batches: int = 0
    """Batches found alike in two logs."""
    seconds: float = 0.0
    memory: int = 0
    """Bytes, of the largest node of ours at the end."""
    descriptors: int = 0
    """Of the node of ours with the most at the end."""

    def add(self, other: Tally) -> None:
        """Count another round in."""
        self.bitten += other.bitten
        self.missed += other.missed
        self.acknowledged += other.acknowledged
        self.judged += other.judged
        self.leaders += other.leaders
        self.own_epochs += other.own_epochs
        self.batches += other.batches
        self.seconds += other.seconds
        self.memory = max(self.memory, other.memory)
        self.descriptors = max(self.descriptors, other.descriptors)

    def __str__(self) -> str:
        bitten = ", ".join(f"{count} {name}" for name, count in sorted(self.bitten.items()))
        return (
            f"{self.bitten.total()} faults ({bitten}; {self.missed.total()} more did not bite),"
            f" {self.leaders} changes of leader ({self.own_epochs} epochs of ours),"
            f" {self.acknowledged} acknowledged, {self.judged} judged,"
            f" {self.batches} batches alike, {self.memory / 1e6:.0f} MB and"
            f" {self.descriptors} descriptors at most, {self.seconds:.0f} s"
        )
