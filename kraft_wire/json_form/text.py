"""The text of JSON as Kafka's tools print it: Jackson's `ObjectNode.toString`.

Beside Python's compact form it differs in the digits of control characters (upper case) and in
numbers with a fraction, which are those of Java's `Double.toString`.
"""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from re import Match

__all__ = ["double_text", "dumps"]

_ENCODE: Final = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), check_circular=False, allow_nan=False
).encode

_CONTROL: Final = re.compile(r"\\u00([01][0-9a-f])|\\.")
_FLOAT_HINT: Final = re.compile(r"(?:^|[:,\[])-?[0-9]+(?:\.[0-9]|e)")
_TEXT_OR_FLOAT: Final = re.compile(
    r'"(?:[^"\\]|\\.)*"|-?[0-9]+(?:\.[0-9]+(?:e[-+]?[0-9]+)?|e[-+]?[0-9]+)'
)


def dumps(value: Any) -> str:
    """Print a JSON value of Python as Jackson prints its own.

    NaN and infinities have no JSON: they raise ValueError (`to_json` makes them text).
    """
    text = _ENCODE(value)
    if "\\u00" in text:
        text = _CONTROL.sub(_control, text)
    if ("." in text or "e+" in text or "e-" in text) and _FLOAT_HINT.search(text):
        text = _TEXT_OR_FLOAT.sub(_text_or_float, text)
    return text


def double_text(value: float) -> str:
    """Print a finite number as `Double.toString` does since Java 19.

    That is the shortest decimal that reads back as the same number, or the nearest of two digits
    where one would do. Older Javas print a few numbers above 10^16 with a digit too many.
    """
    size = abs(value)
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    digits, exponent = _decimal(size)
    if not -3 <= exponent < 7:
        return f"{sign}{digits[0]}.{digits[1:] or '0'}E{exponent}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    whole = digits[: exponent + 1].ljust(exponent + 1, "0")
    return f"{sign}{whole}.{digits[exponent + 1 :] or '0'}"


def _decimal(size: float) -> tuple[str, int]:
    """Split a positive number into its digits, without zeros at the end, and the exponent."""
    text = repr(size)
    if len(text) < 7 and text[1:3] == "e-" and float(f"{size:.1e}") == size:
        text = f"{size:.1e}"  # 4.9e-324, of which Python says 5e-324
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    if whole != "0":
        return (whole + fraction).rstrip("0"), len(whole) - 1 + int(exponent or 0)
    digits = fraction.lstrip("0")
    if not digits:
        return "0", 0
    return digits, int(exponent or 0) - (len(fraction) - len(digits)) - 1


def _control(match: Match[str]) -> str:
    digits = match.group(1)
    return f"\\u00{digits.upper()}" if digits else match.group()


def _text_or_float(match: Match[str]) -> str:
    text = match.group()
    return text if text[0] == '"' else double_text(float(text))
