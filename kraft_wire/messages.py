"""All messages of Kafka: `from kraft_wire.messages import VoteRequest`, or by key.

Each module of `generated` is imported when its message is first asked for.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from kraft_wire import generated
from kraft_wire.registry import MessageSet

if TYPE_CHECKING:
    from kraft_wire.generated import *  # noqa: F403  # for the type of every name
    from kraft_wire.generated.api_keys import ApiKey as ApiKey  # noqa: PLC0414  # exported
    from kraft_wire.message import Message, Request

__all__ = [  # noqa: PLE0604, RUF100
    *generated.__all__,
    "ApiKey",
    "api_keys",
    "kafka_messages",
    "message_class",
    "metadata_record_class",
    "request_class",
    "response_class",
]


if not TYPE_CHECKING:  # a type checker would take any name for a message

    def __getattr__(name: str) -> Any:
        if name == "ApiKey":
            found = importlib.import_module(f"{generated.__name__}.api_keys").ApiKey
        elif name in generated.MESSAGES:
            found = getattr(generated, name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found  # not asked for again
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


@cache
def kafka_messages() -> MessageSet:
    """Return the set of the project's own codecs."""
    return MessageSet(generated.__name__)


def message_class(name: str) -> type[Message]:
    """Return the class of this name; raises UnknownMessageError."""
    return kafka_messages().message_class(name)


@cache
def request_class(api_key: int) -> type[Request[Any]]:
    """Return the request of this API key; raises UnknownMessageError."""
    return cast("type[Request[Any]]", kafka_messages().class_of("request", api_key))


@cache
def response_class(api_key: int) -> type[Message]:
    """Return the response of this API key; raises UnknownMessageError."""
    return kafka_messages().class_of("response", api_key)


def metadata_record_class(api_key: int) -> type[Message]:
    """Return the metadata record of this type; raises UnknownMessageError."""
    return kafka_messages().class_of("metadata", api_key)


def api_keys() -> list[int]:
    """Return every API key that has a request, ascending."""
    return kafka_messages().keys_of("request")
