"""Checks of arguments: an argument of a wrong type raises a TypeError that names it."""

import operator
import os


def _mistyped(name, expected, value):
    return TypeError(f"{name} must be {expected}, not {type(value).__name__}.")


def whole(name, value):
    """A whole number, also one of numpy."""
    try:
        return operator.index(value)
    except TypeError:
        raise _mistyped(name, "a whole number", value) from None


def word(name, value):
    if not isinstance(value, str):
        raise _mistyped(name, "a string", value)
    return value


def path(name, value):
    """A string, or a path of pathlib."""
    return word(name, os.fspath(value) if isinstance(value, os.PathLike) else value)


def words(name, value):
    """A list, a tuple or a set of strings; a string alone would be taken for its letters."""
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise _mistyped(name, "a list of strings", value)
    return [word(f"Each of {name}", each) for each in value]


def by_seat(name, value):
    """A dictionary from seats to strings, or None."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _mistyped(name, "a dictionary of strings by seat", value)
    return {whole(f"A seat of {name}", seat): word(f"Each of {name}", each) for seat, each in value.items()}
