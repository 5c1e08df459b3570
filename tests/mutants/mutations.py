"""Small changes of a module, found in its syntax tree and made in its text."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMPARISONS: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
_EXTREMES: Final = {"min": "max", "max": "min"}
_SKIPPED_CALLS: Final = frozenset({"assert_never", "cast", "TypeVar", "Struct", "ensure"})
_SKIPPED_FUNCTIONS: Final = frozenset({"__repr__", "__str__"})


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change: the text from `begin` to `end` (characters) becomes `new`.

    `key` names it by function, kind, text and number, so that it is found again when lines move.
    """

    path: str
    key: str
    kind: str
    line: int
    begin: int
    end: int
    old: str
    new: str

    def applied(self, source: str) -> str:
        """The module with the change."""
        return source[: self.begin] + self.new + source[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.kind}: {_short(self.old)} -> {_short(self.new)}"


def mutations(path: str, source: str) -> list[Mutation]:
    """All changes of a module, in the order of the text."""
    found = sorted(_Finder(source).find(), key=lambda each: (each[1], each[2], each[0]))
    numbers: dict[str, int] = {}
    made = []
    for kind, begin, end, new, function, line in found:
        old = source[begin:end]
        name = f"{path}:{function}:{kind}:{_short(old)}->{_short(new)}"
        numbers[name] = number = numbers.get(name, 0) + 1
        key = name if number == 1 else f"{name}#{number}"
        made.append(Mutation(path, key, kind, line, begin, end, old, new))
    return made


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 60 else words[:57] + "..."


_Found = tuple[str, int, int, str, str, int]
"""Kind, begin, end, new text, function, line."""


class _Finder:
    """One pass over a module."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._tree = ast.parse(source)
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._lines = source.splitlines(keepends=True)
        self._function: list[str] = []

    def find(self) -> Iterator[_Found]:
        yield from self._body(self._tree.body)

    def _body(self, statements: list[ast.stmt]) -> Iterator[_Found]:
        for statement in statements:
            yield from self._statement(statement)

    def _statement(self, node: ast.stmt) -> Iterator[_Found]:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                if node.name not in _SKIPPED_FUNCTIONS:
                    self._function.append(node.name)
                    if not isinstance(node, ast.ClassDef):
                        for default in (*node.args.defaults, *node.args.kw_defaults):
                            if default is not None:
                                yield from self._expression(default)
                    yield from self._body(node.body)
                    self._function.pop()
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                return
            case ast.Import() | ast.ImportFrom() | ast.Assert():
                return
            case ast.Raise():
                yield self._found("remove raise", node, node, "pass")
            case ast.Expr(value=ast.Constant()):
                return
            case ast.AnnAssign():
                if node.value is not None:
                    yield from self._expression(node.value)
            case _:
                yield from self._other(node)

    def _other(self, node: ast.stmt) -> Iterator[_Found]:
        if self._function and _is_removable(node):
            yield self._found("remove statement", node, node, "pass")
        if isinstance(node, ast.If | ast.While):
            yield from self._condition(node.test)
        for field, value in ast.iter_fields(node):
            if field == "targets" or (isinstance(node, ast.For) and field == "target"):
                continue
            for child in value if isinstance(value, list) else [value]:
                match child:
                    case ast.stmt():
                        yield from self._statement(child)
                    case ast.ExceptHandler():
                        yield from self._body(child.body)
                    case ast.match_case():
                        if child.guard is not None:
                            yield from self._expression(child.guard)
                        yield from self._body(child.body)
                    case ast.withitem():
                        yield from self._expression(child.context_expr)
                    case ast.expr():
                        yield from self._expression(child)

    def _condition(self, test: ast.expr) -> Iterator[_Found]:
        """A condition that nothing else changes as a whole."""
        if isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.NamedExpr):
            yield self._found("negate condition", test, test, f"not ({self._text(test)})")

    def _expression(self, node: ast.expr) -> Iterator[_Found]:
        match node:
            case ast.JoinedStr() | ast.Lambda(body=ast.Constant()):
                return
            case ast.Call(func=ast.Name(id=name)) if name in _SKIPPED_CALLS:
                return
            case ast.Constant(value=bool()):
                yield self._found("flip constant", node, node, str(not node.value))
            case ast.Constant(value=int()):
                yield self._found("add one", node, node, str(node.value + 1))
            case ast.Compare():
                yield from self._comparison(node)
            case ast.BoolOp():
                words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield from self._between(words[0] + " to " + words[1], left, right, words)
            case ast.UnaryOp(op=ast.Not()):
                yield self._found("remove not", node, node, f"({self._text(node.operand)})")
            case ast.BinOp(op=ast.Add() | ast.Sub()) if not _is_text(node):
                words = ("+", "-") if isinstance(node.op, ast.Add) else ("-", "+")
                kind = f"{words[0]} to {words[1]}"
                yield from self._between(kind, node.left, node.right, words)
            case ast.Call(func=ast.Name(id=name)) if name in _EXTREMES:
                new = _EXTREMES[name]
                yield self._found(f"{name} to {new}", node.func, node.func, new)
            case ast.IfExp():
                yield from self._condition(node.test)
        for child in ast.iter_child_nodes(node):
            match child:
                case ast.expr():
                    yield from self._expression(child)
                case ast.keyword():
                    yield from self._expression(child.value)
                case ast.comprehension():
                    yield from self._expression(child.iter)
                    for test in child.ifs:
                        yield from self._condition(test)
                        yield from self._expression(test)

    def _comparison(self, node: ast.Compare) -> Iterator[_Found]:
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            words = _COMPARISONS[type(operator)]
            yield from self._between(f"{words[0]} to {words[1]}", left, right, words)
            left = right

    def _between(
        self, kind: str, left: ast.expr, right: ast.expr, words: tuple[str, str]
    ) -> Iterator[_Found]:
        """Replace the operator that is in the text between two operands."""
        begin, end = self._end(left), self._begin(right)
        old, new = words
        pattern = r"\s+".join(
            rf"\b{word}\b" if word.isalpha() else re.escape(word) for word in old.split()
        )
        match = re.search(pattern, self._source[begin:end])
        if match is not None:
            place = (begin + match.start(), begin + match.end())
            yield kind, *place, new, ".".join(self._function), left.end_lineno or left.lineno

    def _found(self, kind: str, first: ast.AST, last: ast.AST, new: str) -> _Found:
        begin, end = self._begin(first), self._end(last)
        return kind, begin, end, new, ".".join(self._function), first.lineno  # type: ignore[attr-defined]

    def _text(self, node: ast.expr) -> str:
        return self._source[self._begin(node) : self._end(node)]

    def _begin(self, node: ast.AST) -> int:
        return self._place(node.lineno, node.col_offset)  # type: ignore[attr-defined]

    def _end(self, node: ast.AST) -> int:
        return self._place(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def _place(self, line: int, column: int) -> int:
        """A character's place; the tree counts columns in bytes of UTF-8."""
        text = self._lines[line - 1]
        return self._starts[line - 1] + len(text.encode()[:column].decode())


def _is_removable(node: ast.stmt) -> bool:
    """Whether a function without this statement is still a program."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            return name not in _SKIPPED_CALLS
        case ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break() | ast.Return(value=None):
            return True
        case ast.Assign(targets=[target]) | ast.AugAssign(target=target):
            return isinstance(target, ast.Attribute | ast.Subscript)
    return False


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str | bytes))
        for side in sides
    )
