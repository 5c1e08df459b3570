"""Print views as Python: Jinja2 lays out what `classes`, `codecs` and `descriptions` computed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from codegen.naming import source_text
from codegen.python.classes import class_views, literal, sentence
from codegen.python.codecs import function_name, function_views
from codegen.python.descriptions import schema_view
from codegen.python.layout import message_layout
from codegen.python.uses import Uses

if TYPE_CHECKING:
    from codegen.python.classes import ClassView
    from codegen.python.codecs import FunctionView
    from codegen.python.descriptions import EntryView
    from codegen.schema.error_codes import ErrorCodes
    from codegen.schema.model import MessageSpec


@dataclass(frozen=True, slots=True)
class MessageView:
    """The module of a message: head, classes, functions, and the tables from version to them."""

    name: str
    source: str
    versions_text: str
    about: str
    classes: tuple[ClassView, ...]
    functions: tuple[FunctionView, ...]
    readers: dict[int, str]
    writers: dict[int, str]


@cache
def environment() -> Environment:
    """Return the templates next to this module; a name that a template lacks is an error."""
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  # Python source, not HTML
    )


def render_codec(message: MessageSpec, response: str = "") -> str:
    """Return the module of a message: its classes and codecs; `response` is a request's."""
    layout = message_layout(message)
    uses = Uses()
    view = MessageView(
        message.name,
        source_text(Path(message.source).name),
        versions_text(message),
        sentence(message.root.about),
        class_views(message, uses, response),
        function_views(layout, uses),
        readers={v: function_name("read_one", root) for v, root in layout.roots.items()},
        writers={v: function_name("write_one", root) for v, root in layout.roots.items()},
    )
    body = _render("message.py.j2", m=view, use=uses)
    # the head is last: it imports what the text above uses
    return _render("head.py.j2", m=view, use=uses) + "\n\n" + body


def _render(template: str, **views: object) -> str:
    return tidy(environment().get_template(template).render(views))


def render_schema(message: MessageSpec) -> str:
    """Return the module that describes a message as data."""
    return _render("schema.py.j2", m=schema_view(message))


def render_registry(entries: list[EntryView]) -> str:
    """Return the module that lists all messages."""
    return _render("registry.py.j2", entries=entries)


def render_api_keys(keys: list[tuple[str, int]]) -> str:
    """Return the module of the API keys."""
    return _render("api_keys.py.j2", keys=keys)


def render_error_codes(errors: ErrorCodes) -> str:
    """Return the module of the error codes."""
    return _render("error_codes.py.j2", release=errors.release, codes=errors.codes, literal=literal)


def render_package(entries: list[EntryView]) -> str:
    """Return the package's own `__init__`."""
    return _render("package.py.j2", entries=entries)


def versions_text(message: MessageSpec) -> str:
    """Return kind, key and versions of a message as text for its docstring."""
    key = "" if message.api_key is None else f" of API key {message.api_key}"
    if message.kind not in ("request", "response"):
        key = "" if message.api_key is None else f" of type {message.api_key}"
    versions = f"versions {message.valid_versions}"
    if message.valid_versions.lowest == message.valid_versions.highest:
        versions = f"version {message.valid_versions}"
    flexible = message.flexible_versions & message.valid_versions
    tail = f", flexible from {flexible.lowest}" if flexible else ""
    return f"{message.kind.replace('-', ' ')}{key}, {versions}{tail}"


def tidy(text: str) -> str:
    """Remove trailing blanks and empty lines inside functions; keep two around definitions."""
    lines: list[str] = []
    after_gap = False
    for raw in text.splitlines():
        line = raw.rstrip()
        if not line:
            after_gap = True
            continue
        lines += [""] * _gap(lines[-1] if lines else "", line, after_gap=after_gap)
        lines.append(line)
        after_gap = False
    return "\n".join(lines).strip("\n") + "\n"


def _gap(before: str, line: str, *, after_gap: bool) -> int:
    """Return the number of empty lines between two lines."""
    if line.startswith((")", "]", "}")):
        return 0
    if not line.startswith(" "):
        is_block = line.startswith(("def ", "class ")) or before.startswith("        ")
        return 2 if is_block else int(after_gap)
    opens = line.lstrip().startswith(("def ", "if TYPE_CHECKING", "__slots__", "from "))
    return int(after_gap and opens)
