"""One message at a time, in Kafka's classes and in ours: same bytes, same JSON, same verdict.

Every difference is kept with what repeats it; `tally` counts what was compared. Where Kafka takes
what we refuse, the refusal must be one of `STRICTER_ERRORS`: those stand in docs/divergence.md.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from kraft_wire import json_form
from kraft_wire.errors import InvalidTextError, TrailingBytesError, WireError
from tests.conformance.content import MOODS, Filler, damage, spoil
from tests.support.vectors import STRICTER_ERRORS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.message import Message
    from kraft_wire.registry import MessageSet
    from tests.conformance.oracle import Answer, Oracle, Question
    from tests.conformance.schemas import Schema

TALLIES: list[tuple[str, Counter[str]]] = []
"""What a test run has compared, for its last lines."""


@dataclass
class Case:
    """One content of one message version; `place` repeats it."""

    schema: Schema
    version: int
    place: str
    content: dict[str, Any]
    random: Random

    def question(self, op: str, **more: object) -> Question:
        """What to ask the oracle about it."""
        return {"op": op, "message": self.schema.name, "version": self.version, **more}


@dataclass
class Comparison:
    """Kafka's classes of one release beside a generated package."""

    oracle: Oracle
    schemas: dict[str, Schema]
    messages: MessageSet
    tally: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def message_versions(self) -> int:
        """How many versions of messages the release has."""
        return sum(len(schema.versions) for schema in self.schemas.values())

    def _cases(self, schema: Schema, count: int, seed: str) -> Iterator[Case]:
        for version in schema.versions:
            for number in range(count):
                place = f"{schema.name} {version} {seed}.{number}"
                random = Random(place)
                content = Filler(random, MOODS[number % len(MOODS)]).message(schema, version)
                yield Case(schema, version, place, content, random)

    def _note(self, case: Case, what: str, expected: object = "", got: object = "") -> None:
        self.tally["differences"] += 1
        if len(self.differences) < 50:
            shown = f"{case.place}: {what}"
            if expected != got:
                shown += f"\n  Kafka {str(expected)[:600]}\n  we    {str(got)[:600]}"
            self.differences.append(shown)

    def _same(self, case: Case, what: str, expected: object, got: object) -> None:
        if expected != got:
            self._note(case, what, expected, got)

    def all_ways(self, schema: Schema, count: int, seed: str) -> None:
        """Good content, JSON with a fault, damaged bytes."""
        self.contents(schema, count, seed)
        self.spoiled(schema, count, seed)
        self.damaged(schema, count, seed)

    def _same_text(self, case: Case, what: str, kafkas: str, ours: str) -> None:
        """Equal JSON text. Java before 19 prints a few doubles with more digits than it takes."""
        if kafkas != ours and json.dumps(json.loads(kafkas)) == json.dumps(json.loads(ours)):
            self.tally["texts that differ in the digits of a double"] += 1
            return
        self._same(case, what, kafkas, ours)

    # Good content, with and without unknown tagged fields.

    def contents(self, schema: Schema, count: int, seed: str) -> None:
        """Random content of every version: bytes and JSON identical, in both directions."""
        cases = list(self._cases(schema, count, seed))
        asked = [case.question("encode", json=case.content) for case in cases]
        for case, answer in zip(cases, self.oracle.ask_all(asked), strict=True):
            self._compare(case, answer, self._good)
        tagged = [case for case in cases if case.version in schema.flexible]
        asked = [
            case.question("encode", json=case.content, tags=case.random.getrandbits(32))
            for case in tagged
        ]
        for case, answer in zip(tagged, self.oracle.ask_all(asked), strict=True):
            self._compare(case, answer, self._with_tags)

    def _compare(self, case: Case, answer: Answer, compare: Any) -> None:
        if "error" in answer:
            raise AssertionError(f"{case.place}: Kafka refuses {case.content}: {answer['error']}")
        self.tally["contents"] += 1
        self.tally["bytes"] += len(answer["hex"]) // 2
        try:
            compare(case, self.messages.message_class(case.schema.name), answer)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is a difference
            self._note(case, f"{type(error).__name__}: {error}")

    def _good(self, case: Case, cls: type[Message], answer: Answer) -> None:
        octets = bytes.fromhex(answer["hex"])
        built = json_form.from_json(cls, case.content, case.version)
        self._same(case, "bytes from JSON", answer["hex"], built.encode(case.version).hex())
        read, length = cls.decode_prefix(octets + b"\x00", case.version)
        self._same(case, "length", len(octets), length)
        self._same(case, "bytes again", answer["hex"], read.encode(case.version).hex())
        self._same_text(case, "JSON", answer["text"], _text(read, case.version))
        self._same(case, "objects", repr(read), repr(cls.decode(octets, case.version)))

    def _with_tags(self, case: Case, cls: type[Message], answer: Answer) -> None:
        read = cls.decode(bytes.fromhex(answer["hex"]), case.version)
        self._same(case, "bytes with tags", answer["hex"], read.encode(case.version).hex())
        self._same_text(case, "JSON with tags", answer["text"], _text(read, case.version))
        self._same(case, "unknown tags", answer["unknown"], json_form.count_unknown_tags(read))
        self.tally["unknown tags"] += answer["unknown"]

    # JSON that may be refused.

    def spoiled(self, schema: Schema, count: int, seed: str) -> None:
        """JSON with one fault in it: refused by both, or written as the same bytes."""
        if not schema.fields:
            return
        cases, spoils = [], []
        for case in self._cases(schema, count, seed):
            spoils.append(spoil(schema, case.version, case.content, case.random))
            cases.append(case)
        asked = [case.question("encode", json=case.content) for case in cases]
        answers = self.oracle.ask_all(asked)
        for case, (what, spoilt), answer in zip(cases, spoils, answers, strict=True):
            case.place += f" ({what}: {spoilt.name})"
            self.tally["spoiled JSON"] += 1
            self._compare_spoiled(case, spoilt.type, answer)

    def _compare_spoiled(self, case: Case, spoilt_type: str, answer: Answer) -> None:
        cls = self.messages.message_class(case.schema.name)
        try:
            got = json_form.from_json(cls, case.content, case.version).encode(case.version).hex()
        except WireError as refusal:
            if "error" in answer:
                self.tally["spoiled JSON refused"] += 1
            elif spoilt_type == "int8":  # Kafka writes 128 to 256 as the value less 128
                self.tally["int8 that only Kafka takes"] += 1
            else:
                self._note(case, f"only we refuse {case.content}: {refusal!r}")
        except Exception as error:  # noqa: BLE001  # no other class may come out
            self._note(case, f"{type(error).__name__}: {error} for {case.content}")
        else:
            if "error" in answer:
                self._note(case, f"only Kafka refuses {case.content}: {answer['error']}")
            else:
                self._same(case, f"bytes of {case.content}", answer["hex"], got)

    # Bytes that may be refused.

    def damaged(self, schema: Schema, count: int, seed: str) -> None:
        """Damaged bytes: what Kafka refuses we refuse; what both take has one value."""
        cases = list(self._cases(schema, count, seed))
        asked = [
            case.question("encode", json=case.content, tags=case.random.getrandbits(32))
            if case.version in schema.flexible and case.random.random() < 0.5
            else case.question("encode", json=case.content)
            for case in cases
        ]
        whole = [bytes.fromhex(answer["hex"]) for answer in self.oracle.ask_all(asked)]
        bad = [damage(octets, case.random) for case, octets in zip(cases, whole, strict=True)]
        asked = [
            case.question("decode", hex=octets.hex())
            for case, octets in zip(cases, bad, strict=True)
        ]
        for case, octets, answer in zip(cases, bad, self.oracle.ask_all(asked), strict=True):
            self.tally["damaged bytes"] += 1
            case.place += f" ({octets.hex()})"
            try:
                self._compare_damaged(case, octets, answer)
            except Exception as error:  # noqa: BLE001  # no other class may come out
                self._note(case, f"{type(error).__name__}: {error}")

    def _compare_damaged(self, case: Case, octets: bytes, answer: Answer) -> None:
        cls = self.messages.message_class(case.schema.name)
        try:
            message, length = cls.decode_prefix(octets, case.version)
        except WireError as refusal:
            self._compare_refusal(case, refusal, answer)
            return
        if "error" in answer:
            self._note(case, f"only Kafka refuses: {answer['error']}", "", message)
            return
        self.tally["damaged bytes that both take"] += 1
        self._same(case, "length", len(octets) - answer["rest"], length)
        self._same_text(case, "JSON", answer["text"], _text(message, case.version))
        self._same(case, "unknown tags", answer["unknown"], json_form.count_unknown_tags(message))
        if "hex" in answer:
            self._same(case, "bytes again", answer["hex"], message.encode(case.version).hex())
        try:
            whole = cls.decode(octets, case.version)
            self._same(case, "whole", repr(message), repr(whole))
            self._same(case, "bytes left over", 0, answer["rest"])
        except TrailingBytesError as refusal:
            self._same(case, "offset of the rest", length, refusal.offset)

    def _compare_refusal(self, case: Case, refusal: WireError, answer: Answer) -> None:
        if "error" in answer:
            self.tally["damaged bytes refused"] += 1
        elif isinstance(refusal, InvalidTextError) and "\ufffd" not in answer["text"]:
            self._note(case, f"Kafka finds the text good: {refusal!r}", answer, "")
        elif isinstance(refusal, STRICTER_ERRORS):
            self.tally[f"damaged bytes that only Kafka takes ({type(refusal).__name__})"] += 1
        else:
            self._note(case, f"only we refuse: {refusal!r}", answer, "")

    # Bytes of an older release, read with the project's own messages.

    def peers(self, schema: Schema, count: int, seed: str) -> None:
        """Requests and responses of an older release: to JSON and back to the same bytes."""
        cases = list(self._cases(schema, count, seed))
        asked = [case.question("encode", json=case.content) for case in cases]
        for case, answer in zip(cases, self.oracle.ask_all(asked), strict=True):
            self._compare(case, answer, self._through_json)

    def _through_json(self, case: Case, cls: type[Message], answer: Answer) -> None:
        message = cls.decode(bytes.fromhex(answer["hex"]), case.version)
        text = _text(message, case.version)
        again = json_form.from_json(cls, json.loads(text), case.version)
        self._same(case, "bytes through JSON", answer["hex"], again.encode(case.version).hex())


def _text(message: Message, version: int) -> str:
    return json_form.dumps(json_form.to_json(message, version))
