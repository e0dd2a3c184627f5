"""The base of what the API answers with: made of JSON, and written as JSON by the names of the API.
"""

from __future__ import annotations

import sys
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from ._errors import UnexpectedResponseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

R = TypeVar("R", bound="Record")


class Record:
    """An object of the API, which cannot be changed. A newer catalog may send fields that it does
    not have, which are left out; what an older one does not send is None.
    """

    __slots__ = ()
    _types: ClassVar[Mapping[str, str]] = {}
    """The classes of the fields that are objects, or lists of them; in braces, of a map of them."""
    _secrets: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def from_dict(cls: type[R], data: object) -> R:
        """Make one of what JSON says."""
        if not isinstance(data, dict):
            raise UnexpectedResponseError(f"{cls.__name__} is an object, not {_json_type(data)}.")
        build: Callable[..., R] = cls
        return build(**{name: cls._read(name, data.get(api_name(name))) for name in cls._fields()})

    def to_dict(self) -> dict[str, Any]:
        """What JSON can say of it. A field that may be missing, and is None, is left out."""
        fields = {name: getattr(self, name) for name in self._fields()}
        optional = self._optional()
        return {
            api_name(name): as_json(value)
            for name, value in fields.items()
            if value is not None or name not in optional
        }

    @classmethod
    def _fields(cls) -> tuple[str, ...]:
        return tuple(cls.__slots__)

    @classmethod
    def _optional(cls) -> Mapping[str, object]:
        return cls.__init__.__kwdefaults__ or {}

    @classmethod
    def _read(cls, name: str, value: object) -> object:
        kind = cls._types.get(name)
        if kind is None:
            return tuple(value) if isinstance(value, list) else value
        if value is None:
            return None
        is_list = cls.__annotations__[name].startswith("tuple[")
        if is_list != isinstance(value, list):
            expected = "a list" if is_list else "an object"
            raise UnexpectedResponseError(f"{cls.__name__}.{name} is not {expected}.")
        read: Callable[[object], object] = getattr(
            sys.modules[cls.__module__], kind.strip("{}")
        ).from_dict
        if kind.startswith("{") and isinstance(value, dict):
            return {key: read(one) for key, one in value.items()}
        return tuple(map(read, value)) if isinstance(value, list) else read(value)

    def __repr__(self) -> str:
        shown = (
            f"{name}=…" if name in self._secrets else f"{name}={getattr(self, name)!r}"
            for name in self._fields()
        )
        return f"{type(self).__name__}({', '.join(shown)})"


def api_name(name: str) -> str:
    """``upload_token`` is ``uploadToken``, and ``from_`` is ``from``."""
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def as_json(value: object) -> Any:
    """What the API takes, or what it has answered with, as JSON has it."""
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, (list, tuple)):
        return [as_json(one) for one in value]
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    return value


def _json_type(data: object) -> str:
    return {list: "a list", str: "a text", type(None): "nothing"}.get(type(data), "a number")


def dataclass(**_options: bool) -> Callable[[type[R]], type[R]]:
    """Stand for that of ``dataclasses`` until the class is needed: see ``made_when_needed``."""
    return lambda plain: plain


def made_when_needed(namespace: dict[str, Any]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module whose records become dataclasses when they are first asked
    for: one takes a millisecond, and there are a hundred.
    """
    module: str = namespace["__name__"]
    plain = {
        name: value
        for name, value in namespace.items()
        if isinstance(value, type) and issubclass(value, Record) and value.__module__ == module
    }
    for name in plain:
        del namespace[name]
    lock = Lock()

    def made(name: str) -> Any:
        if name not in plain:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        import dataclasses

        with lock:  # two threads must not make two classes
            if name not in namespace:
                make = dataclasses.dataclass(frozen=True, slots=True, kw_only=True, repr=False)
                namespace[name] = make(plain[name])
        return namespace[name]

    return made
