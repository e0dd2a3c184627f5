"""Checks the names in an archive: each must mean the same file, inside the archive's folder, on
every system.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NoReturn

from ._errors import RefusedArchiveError

MAX_SEGMENT_BYTES = 255
MAX_PATH_BYTES = 1_024
"""The limits of common file systems: 255 bytes a name everywhere, 1,024 bytes a path on macOS."""
MAX_DEPTH = 32
MAX_SHOWN_CHARACTERS = 200

DEVICE = re.compile(
    r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|\Z)", re.IGNORECASE
)
"""Devices of Windows, with any extension and blanks before it."""
GIT = (".GIT", "GIT~1")
"""Git reads settings and runs hooks from such a folder; `git~1` is its short name on NTFS."""
INVISIBLE = ("Cf", "Zl", "Zp")
"""Directional marks make a name look like another one, and HFS+ compares names without joiners."""
UNPRINTABLE = ("Cc", "Cs", *INVISIBLE)


def refuse(why: str, entry: str | None = None) -> NoReturn:
    """`why` continues a sentence that begins with the entry's name, or with “The archive”."""
    shown = None if entry is None else _printable(entry)
    error = RefusedArchiveError(f"The archive {why}." if shown is None else f"“{shown}” {why}.")
    error.entry = shown
    raise error


def portable_segments(name: str) -> list[str]:
    """The folders and the last name of a path; none for `.`, the root itself. `./a`, as tar writes
    it, is `a`.
    """
    try:
        size = len(name.encode())
    except UnicodeEncodeError:  # bytes that are not UTF-8 are lone surrogates
        refuse("is not named in UTF-8", name)
    if size > MAX_PATH_BYTES:
        refuse(f"is a path of more than {MAX_PATH_BYTES:,} bytes", name)
    if re.match(r"[/\\~]|[A-Za-z]:", name):
        refuse("is an absolute path, or one that shells or Windows read as such", name)
    if name in (".", "./"):
        return []
    segments = re.sub(r"\A\./", "", name).removesuffix("/").split("/")
    if len(segments) > MAX_DEPTH:
        refuse(f"lies more than {MAX_DEPTH} folders deep", name)
    for segment in segments:
        why = _fault(segment)
        if why:
            refuse(why, name)
    return segments


def _fault(segment: str) -> str | None:
    if segment in ("", ".", ".."):
        return "has an empty part, “.” or “..” in its path"
    if len(segment.encode()) > MAX_SEGMENT_BYTES:
        return f"has a name of more than {MAX_SEGMENT_BYTES} bytes"
    if any(unicodedata.category(one) in UNPRINTABLE for one in segment):
        return "has a control character, or an invisible or directional one, in its name"
    if re.search(r'[\\<>:"|?*]', segment):
        return 'has one of \\ < > : " | ? * in its name, which Windows does not allow'
    if segment[-1] in ". ":
        return "has a name that ends in a dot or a blank, which Windows drops"
    if segment.upper() in GIT:
        return "has “.git” in its path, from where git would run hooks"
    if DEVICE.match(segment):
        return "has a name that Windows reserves for a device"
    return None


def _printable(name: str) -> str:
    """Control and format characters, line breaks and lone surrogates could distort a message."""
    shown = [
        f"\\u{{{ord(one):x}}}" if unicodedata.category(one) in UNPRINTABLE else one
        for one in name[: MAX_SHOWN_CHARACTERS + 1]
    ]
    if len(shown) > MAX_SHOWN_CHARACTERS:
        shown[MAX_SHOWN_CHARACTERS - 1 :] = "…"
    return "".join(shown)
