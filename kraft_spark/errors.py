"""Conditions of errors, as Spark names its own: `[KRAFT_OPTION] unknown option wiew`.

The condition of an error is the name of its class: OptionError has KRAFT_OPTION. Functions that a
user calls raise PySparkValueError with it. What is raised inside a data source reaches the user as
a text that Spark wraps; its last line is `[CONDITION] sentence`, and `condition` finds it there.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import wraps
from types import FunctionType
from typing import Any, Final, TypeVar, cast

_MARK: Final = re.compile(r"^(?:[\w.]+: )?\[(KRAFT_[A-Z_]+)\] ", re.MULTILINE)
_PACKAGES: Final = ("kraft_spark.", "kraft_core.client.")

_Class = TypeVar("_Class", bound=type)
_Function = TypeVar("_Function", bound=Callable[..., Any])


def condition(exception: BaseException) -> str | None:
    """Return the condition of an error of kraft, also one that Spark wrapped; None for others."""
    found = _MARK.findall(str(exception))
    return found[-1] if found else _condition_of(exception)


def _condition_of(error: BaseException) -> str | None:
    """Return the condition of an error of kraft by its class."""
    cls = type(error)
    if not f"{cls.__module__}.".startswith(_PACKAGES):
        return None
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__.removesuffix("Error"))
    return f"KRAFT_{words.upper()}"


def raises_pyspark_errors(function: _Function) -> _Function:
    """Make a function raise PySparkValueError in place of the errors of kraft."""

    @wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        from pyspark.errors import PySparkValueError

        try:
            return function(*args, **kwargs)
        except (ValueError, OSError) as error:
            name = _condition_of(error)
            if name is None:
                raise
            raise PySparkValueError(message=str(error), errorClass=name) from error

    return cast("_Function", wrapped)


def marks_errors(cls: _Class) -> _Class:
    """Make the methods of a data source class append a mark to the text of kraft's errors."""
    for name, method in list(vars(cls).items()):
        if isinstance(method, FunctionType) and not name.startswith("_"):
            setattr(cls, name, _marking(method))
    return cls


_print_exc: Final = traceback.print_exc


def without_traceback_of_closed_pipes() -> None:
    """Keep PySpark's daemon in this worker from printing that Spark has closed the pipe.

    Spark does so when it has the rows that a query wants, as in `show(3)`; the daemon then prints a
    traceback and ends the worker. Other errors are printed as before.
    """
    traceback.print_exc = _print_unless_closed


def _print_unless_closed(*args: Any, **kwargs: Any) -> None:
    if not isinstance(sys.exc_info()[1], BrokenPipeError | ConnectionResetError):
        _print_exc(*args, **kwargs)


def _marking(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            found = method(*args, **kwargs)
        except Exception as error:
            _mark(error)
            raise
        return _marked_rows(found) if isinstance(found, Iterator) else found

    return wrapped


def _marked_rows(rows: Iterator[Any]) -> Iterator[Any]:
    try:
        yield from rows
    except Exception as error:
        _mark(error)
        raise


def _mark(error: Exception) -> None:
    name, sentence = _condition_of(error), str(error)
    if name is not None and not _MARK.search(sentence):
        # on a separate line: Python writes the class name in front of the first line
        error.args = (f"\n[{name}] {sentence}",)
