"""The reason why an archive is refused, as a sentence that is safe to print, whatever the name of
an entry contains.
"""

from __future__ import annotations

import unicodedata
from typing import NoReturn

from .._errors import RefusedArchiveError

MAX_NAME_CHARACTERS = 200
UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Control and format characters, line breaks and lone surrogates could distort a message."""


def refuse(why: str, entry: bytes | str | None = None) -> NoReturn:
    """`why` continues a sentence that begins with the entry's name, or with “The archive”."""
    shown = None if entry is None else _show(entry)
    error = RefusedArchiveError(f"The archive {why}." if shown is None else f"“{shown}” {why}.")
    error.entry = shown
    raise error


def _show(name: bytes | str) -> str:
    text = name if isinstance(name, str) else name.decode("utf-8", "replace")
    parts = [f"\\u{{{ord(one):x}}}" if unicodedata.category(one) in UNSAFE else one for one in text]
    if len(parts) > MAX_NAME_CHARACTERS:
        parts = [*parts[: MAX_NAME_CHARACTERS - 1], "…"]
    return "".join(parts)
