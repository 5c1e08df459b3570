"""Drawn questions to Kafka's authorizer, asked once; kraft's is asked them again without Java."""

from __future__ import annotations

import random
from dataclasses import asdict

from tests.conformance.authorizer_rounds import QUESTIONS, Round, questions
from tests.conformance.oracle import Oracle
from tests.conformance.recorded_files import write

NAME = "verdicts"
RELEASE = "4.4.0"
SEED = 20261128
ROUNDS = 42
"""More than 5,000 questions."""


def record(release: str = RELEASE) -> None:
    """Ask Kafka, and write the file."""
    draw = random.Random(SEED)
    cases = []
    with Oracle(release, "AuthorizerOracle.java") as oracle:
        for _ in range(ROUNDS):
            drawn = Round.drawn(draw, release)
            preparations = drawn.preparations()
            asked = questions(drawn.authorizer(), drawn.asked)
            answers = oracle.ask_all(preparations + asked)
            cases.append({**asdict(drawn), "answers": answers[len(preparations) :]})
    write(NAME, {"release": release, "seed": SEED, "questions": ROUNDS * QUESTIONS}, cases)
