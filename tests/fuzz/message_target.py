"""Every version of every message: bytes against both readers, the writers and the JSON form."""

from __future__ import annotations

import json
import random
import zlib
from typing import TYPE_CHECKING

from kraft_wire import json_form, native
from kraft_wire.errors import JsonFormError, TrailingBytesError
from kraft_wire.explain import explain_message, to_json, to_text
from kraft_wire.inspection import read_tree
from kraft_wire.messages import kafka_messages, message_class
from tests.fuzz.content import message_sample
from tests.fuzz.engine_check import check_bytes, check_value, python_reading
from tests.fuzz.odd_values import odd_value, structures
from tests.fuzz.target import BytesTarget, check_place, same_refusal, verdict
from tests.support.engines import native_alone

if TYPE_CHECKING:
    from kraft_wire.errors import WireError
    from kraft_wire.message import Message
    from kraft_wire.schema import StructSchema
    from tests.fuzz.mutation import Sample

_EXPLAINED = 16
"""Of how many inputs one is explained too."""

_BLAMING_ITSELF = "the fast reader"
"""How `decode_fault` begins when it finds nothing to blame: never to be seen."""


class MessageTarget(BytesTarget):
    """One message in one version."""

    def __init__(self, message: str, version: int) -> None:
        self.name = f"message {message} {version}"
        self._message = message
        self._version = version

    def sample(self, random: random.Random) -> Sample:
        return message_sample(self._cls, self._version, random)

    @property
    def _cls(self) -> type[Message]:
        return message_class(self._message)

    def check(self, data: bytes, *, is_good: bool) -> bool:
        cls, version = self._cls, self._version
        found, refusal = verdict(lambda: cls.decode_prefix(data, version))
        whole, whole_refusal = verdict(lambda: cls.decode(data, version))
        self._check_careful_reader(data, found[1] if found else None, refusal)
        self._check_engine(data)
        if refusal is not None:
            assert not is_good, f"good bytes refused: {refusal}"
            assert same_refusal(refusal, whole_refusal), f"{refusal!r} and {whole_refusal!r}"
            return False
        message, length = found
        if length < len(data):
            assert type(whole_refusal) is TrailingBytesError, f"{whole_refusal!r}"
            assert whole_refusal.offset == length
        else:
            assert whole_refusal is None, f"prefix taken, but whole refused: {whole_refusal}"
            assert repr(whole) == repr(message)
        self._check_accepted(message, data[:length], is_good=is_good)
        return whole_refusal is None

    def _check_engine(self, data: bytes) -> None:
        """The compiled engine by itself reads and writes as Python does, odd values too."""
        if native.compiled is None:
            return
        with native_alone():
            check_bytes(self._cls, self._version, data)
            found = python_reading(self._cls, self._version, data)
            if found is not None:
                with odd_value(structures(found[0]), random.Random(data)) as shown:
                    try:
                        check_value(found[0], self._version)
                    except AssertionError as error:
                        raise AssertionError(f"{error}: {shown}") from error

    def _check_careful_reader(
        self, data: bytes, length: int | None, refusal: WireError | None
    ) -> None:
        """Both readers give one verdict, and the careful one its tree; explain shows any bytes."""
        reading = read_tree(self._cls.schema(), data, self._version)
        if refusal is None:
            assert reading.fault is None, f"only the careful reader refuses: {reading.fault}"
            assert reading.end == length, f"ends at {reading.end}, or at {length}?"
        else:
            assert not refusal.detail.startswith(_BLAMING_ITSELF), refusal.detail
            assert reading.fault is not None, f"only the fast reader refuses: {refusal}"
            assert same_refusal(refusal, reading.fault), f"{refusal!r} and {reading.fault!r}"
            check_place(refusal, len(data))
        if zlib.crc32(data) % _EXPLAINED == 0:
            self._check_explain(data, is_accepted=length == len(data))

    def _check_explain(self, data: bytes, *, is_accepted: bool) -> None:
        """Any bytes can be explained; of records inside, explain knows more than the codecs."""
        explanation = explain_message(self._cls, data, self._version)
        if not has_records(self._cls.schema().root):
            assert (explanation.fault is None) == is_accepted, f"explain: {explanation.fault}"
        assert to_text(explanation)
        assert json.dumps(to_json(explanation))

    def _check_accepted(self, message: Message, data: bytes, *, is_good: bool) -> None:
        """What was read can be written, read again as the same, and taken through JSON."""
        cls, version = self._cls, self._version
        again = message.encode(version)
        assert not is_good or again == data, "good bytes are written otherwise"
        reread = cls.decode(again, version)
        assert repr(reread) == repr(message), "the canonical bytes hold another message"
        assert reread.encode(version) == again
        if "nan" not in repr(message):
            assert reread == message
            assert hash(reread) == hash(message)
        self._check_json(message, again)

    def _check_json(self, message: Message, canonical: bytes) -> None:
        cls, version = self._cls, self._version
        text = json_form.dumps(json_form.to_json(message, version))
        form = json.loads(text)
        reread, refusal = verdict(lambda: json_form.from_json(cls, form, version))
        if refusal is not None:
            assert type(refusal) is JsonFormError, f"{refusal!r}"
            assert any(f'"{odd}"' in text for odd in ("NaN", "Infinity", "-Infinity")), refusal
            return
        if json_form.count_unknown_tags(message):
            return  # lost, and with them whatever was not at its default for them alone
        assert reread.encode(version) == canonical, "JSON and back gives other bytes"
        assert json_form.dumps(json_form.to_json(reread, version)) == text


def has_records(struct: StructSchema) -> bool:
    """Whether a structure holds record batches, at any depth."""
    return any(
        field.type == "records" or (field.struct is not None and has_records(field.struct))
        for field in struct.fields
    )


def message_targets() -> list[MessageTarget]:
    """Every message of the project in every version."""
    entries = kafka_messages().entries
    return [
        MessageTarget(name, version)
        for name, entry in sorted(entries.items())
        for version in range(entry.lowest, entry.highest + 1)
    ]
