"""Types and fields in words that somebody understands who writes JSON."""

import inspect
import json
import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

TABLE_HEAD = "| key | value | default |\n|---|---|---|"
_PLAIN = {str: "text", int: "number", bool: "`true` or `false`"}
_MANY = {"text": "texts", "number": "numbers", "object (below)": "objects (below)"}


def type_words(kind: Any) -> str:
    """A field's type: ``list of texts``; ``null`` for what may be left out is not mentioned."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(f"`{json.dumps(value)}`" for value in inner)
    if origin in (Union, types.UnionType):
        return " or ".join(type_words(one) for one in inner if one is not type(None))
    if origin is tuple:
        return _list_words(inner)
    if origin is dict:
        words = type_words(inner[1])
        return f"{_MANY.get(words, words)} by name"
    if origin is Annotated:
        return type_words(inner[0])
    return _PLAIN.get(kind, "object (below)")


def _list_words(inner: tuple[Any, ...]) -> str:
    if inner[-1] is not Ellipsis:
        return f"[{', '.join(type_words(one) for one in inner)}]"
    if type(None) in get_args(inner[0]):
        return f"list of {type_words(inner[0])} or `null`"
    words = type_words(inner[0])
    return f"list of {_MANY.get(words, words)}"


def meaning(field: msgspec.structs.FieldInfo) -> str:
    """What a field decides, as its annotation describes it; without one: nothing."""
    return next((meta.description or "" for meta in get_args(field.type) if isinstance(meta, msgspec.Meta)), "")


def default_words(field: msgspec.structs.FieldInfo) -> str:
    """What a field is when it is left out."""
    if field.required:
        return "must be given"
    if field.default is msgspec.NODEFAULT:
        return f"`{json.dumps(field.default_factory())}`"
    if field.default is None:
        return "not given"
    return f"`{json.dumps(msgspec.to_builtins(field.default))}`"


def field_rows(kind: type[msgspec.Struct]) -> list[str]:
    """A table's rows, one a key of this object."""
    return [
        f"| `{field.encode_name}` | {type_words(field.type)} | {default_words(field)} |"
        for field in msgspec.structs.fields(kind)
    ]


def told(kind: type) -> str:
    """What a type says of itself."""
    return inspect.cleandoc(kind.__doc__ or "").replace("``", "`")


def nested(kind: type[msgspec.Struct]) -> Iterator[tuple[str, type[msgspec.Struct]]]:
    """The kinds of object that this one's keys hold, and theirs: each with its key."""
    for field in msgspec.structs.fields(kind):
        waiting = [field.type]
        while waiting:
            one = waiting.pop(0)
            waiting += get_args(one)
            if isinstance(one, type) and issubclass(one, msgspec.Struct):
                yield field.encode_name, one
                yield from nested(one)
