"""Schemas of the whole language, drawn at random: odd names, texts, defaults and versions too.

Some break a rule of the language; that is for the generator to notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

PRIMITIVES = (
    *("bool", "int8", "int16", "uint16", "int32", "uint32", "int64", "float64"),
    *("uuid", "string", "bytes", "records"),
)
FIELD_NAMES = (
    *("Self", "Tuple", "Str", "Int", "Class", "Encode", "Decode", "Schema", "Buf", "Pos", "Put"),
    *("O", "N", "Items", "Count", "TopicId", "V0Host", "ISRSet", "Bytes", "Lambda", "Unknown"),
    *("Many", "To", "Tags", "Tag", "Size", "End", "Seen", "Last", "S0", "Values", "KRaftVersion"),
    *("new", "octets", "None", "True", "Float", "Print", "Import", "ErrorCode", "Name", "Key"),
    *("Replace", "AsDict", "ResponseClass", "DecodePrefix", "Property", "Type", "Object", "Mro"),
    *("Data", "Version", "Start", "Async", "Match", "Iter", "New", "Dict", "List", "Cls", "Fit"),
)
STRUCT_NAMES = (
    *("Entry", "EntryMany", "ENTRY", "EntryTags", "EntryOne", "Entry0", "Any", "Append", "Layout"),
    *("Final", "Struct", "Message", "ValueError", "BYTES", "UUIDS", "TypeAlias", "Iterable"),
    *("Field", "StructSchema", "SCHEMA", "ABSENT", "DEFAULT", "PACK", "Thing", "TopicId"),
    *("RESPONSE", "READERS", "UnknownTags", "Self", "Request", "Callable", "KeyError", "Type"),
)
NAMES_OF_PYTHON = ("Uuid", "KIND", "None")
TEXTS = (
    "",
    "plain",
    'Ends with a quote"',
    '"""',
    'a """ inside',
    '""',
    "back\\slash\\",
    "\\",
    "_PACK_zz and _UNPACK_q and Final and Iterable[int]",
    "line\nbreak\r\n\ttab\x00nul\x0cfeed",
    "\u2028\u2029\x85\u00a0\ufeff",
    "\U0001f600 \u00df \uffff",
    "{{ m.name }} {% raw %}",
    "'single' # comment",
    "\ud83d\ude00",
)
LONE = "\ud800"
FLOATS = (
    "",
    "NaN",
    "Infinity",
    "-Infinity",
    "+Infinity",
    "0",
    "-0.0",
    "1e300",
    "1e999",
    ".5",
    "7.",
)
INTEGERS = ("", "0", "1", "127", "0x7f", "-0", "007", 5)


class SchemaDrawing:
    """Draws the JSON of one schema, named `name`."""

    def __init__(self, random: Random, name: str) -> None:
        self._random = random
        self._name = name
        self._structs = random.sample(STRUCT_NAMES, len(STRUCT_NAMES))
        self._lowest = random.choice((0, 0, 0, 1))
        self._highest = self._lowest + random.choice((0, 1, 2, 3))
        self._flexible = random.choice((None, 0, 1, 1, 2))
        self._common: list[dict[str, Any]] = []

    def schema(self) -> dict[str, Any]:
        kind = self._random.choice(("data", "data", "metadata", "request", "response"))
        if self._is_rare(0.3):
            name = self._structs.pop()
            versions = self._random.choice(("0+", "0+", "1+"))
            fields = self.fields(depth=2)
            self._common.append({"name": name, "versions": versions, "fields": fields})
        top: dict[str, Any] = {
            "type": kind,
            "name": self._name,
            "validVersions": f"{self._lowest}-{self._highest}",
            "flexibleVersions": "none" if self._flexible is None else f"{self._flexible}+",
            "fields": self.fields(depth=0),
        }
        if kind != "data":
            top["apiKey"] = 999
        if self._is_rare(0.5):
            top["about"] = self.text()
        if self._common:
            top["commonStructs"] = self._common
        return top

    def fields(self, depth: int) -> list[dict[str, Any]]:
        names = self._random.sample(FIELD_NAMES, self._random.choice((0, 1, 1, 2, 3, 4, 5)))
        fields = [self.field(name, depth) for name in names]
        tag = 0
        for field in fields:
            if "taggedVersions" in field:
                field["tag"] = tag if self._random.random() < 0.99 else 7
                tag += 1
        return fields

    def field(self, name: str, depth: int) -> dict[str, Any]:
        random = self._random
        field: dict[str, Any] = {"name": name, "type": self.type_of(depth), "versions": "0+"}
        kind = field["type"]
        if self._is_rare(0.4):
            lowest = random.randint(0, self._highest)
            field["versions"] = random.choice((f"{lowest}+", f"0-{lowest}", f"{lowest}"))
            if self._is_rare(0.05):
                field["versions"] = random.choice(("none", "9+", "9"))
        versions = field["versions"]
        is_plain = kind in PRIMITIVES
        can_be_null = not is_plain or kind in ("string", "bytes", "records")
        if can_be_null and self._is_rare(0.4):
            field["nullableVersions"] = random.choice(("0+", versions, "1+", "0-1"))
        can_be_tagged = self._flexible is not None and versions.endswith("+") and kind != "records"
        if can_be_tagged and self._is_rare(0.3):
            field["taggedVersions"] = f"{max(self._flexible or 0, int(versions[:-1]))}+"
        if is_plain and self._is_rare(0.5):
            field["default"] = self.default(kind)
        is_nullable = field.get("nullableVersions") in ("0+", versions)
        if can_be_null and self._is_rare(0.3 if is_nullable else 0.02):
            field["default"] = random.choice(("null", "null", None))
        if self._is_rare(0.3):
            field["ignorable"] = True
        if self._is_rare(0.4):
            field["about"] = self.text()
        if kind in ("string", "bytes") and self._is_rare(0.15):
            field["flexibleVersions"] = random.choice(("none", f"{self._flexible or 0}+", "2+"))
        bare = kind.removeprefix("[]")
        if bare not in PRIMITIVES and bare not in {struct["name"] for struct in self._common}:
            field["fields"] = self.fields(depth + 1)
        return field

    def type_of(self, depth: int) -> str:
        random = self._random
        if depth < 3 and self._is_rare(0.4) and self._structs:
            is_common = self._common and self._is_rare(0.4)
            kind = self._common[0]["name"] if is_common else self._structs.pop()
            if self._is_rare(0.01):
                kind = random.choice(NAMES_OF_PYTHON)
        else:
            kind = random.choice(PRIMITIVES)
        return (
            f"[]{kind}"
            if self._is_rare(0.4) and (kind != "records" or self._is_rare(0.1))
            else kind
        )

    def default(self, kind: str) -> object:
        random = self._random
        if self._is_rare(0.02):
            return random.choice(("yes", "x", "short", "255", "null", "-1", 1.5))
        if kind == "bool":
            return random.choice(("true", "false", True, False, "True", ""))
        if kind == "float64":
            return random.choice(FLOATS)
        if kind == "uuid":
            return random.choice(("", "AAAAAAAAAAAAAAAAAAAAAQ", "__________________-_-Q"))
        if kind == "string":
            return self.text()
        if kind in ("bytes", "records"):
            return ""
        return random.choice(INTEGERS)

    def text(self) -> str:
        return LONE if self._is_rare(0.01) else self._random.choice(TEXTS)

    def _is_rare(self, probability: float) -> bool:
        return self._random.random() < probability
