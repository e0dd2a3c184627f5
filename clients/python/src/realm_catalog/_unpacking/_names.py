"""Checks the names of entries: each must mean the same file, inside the archive's folder, on every
operating system.
"""

from __future__ import annotations

import re
import unicodedata

from ._refusal import refuse

MAX_SEGMENT_BYTES = 255
MAX_PATH_BYTES = 1_024
"""The limits of common file systems: 255 bytes a name everywhere, 1,024 bytes a path on macOS."""
MAX_DEPTH = 32

DEVICE = re.compile(
    r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|\Z)", re.IGNORECASE
)
"""Devices of Windows, with any extension and blanks before it."""
GIT = (".GIT", "GIT~1")
"""Git reads settings and runs hooks from such a folder; `git~1` is its short name on NTFS."""


def segments_of(name: bytes) -> list[str]:
    """The folders and the last name of a path; none for `.`, the root itself. `./a`, as tar writes
    it, is `a`.
    """
    text = _decode(name)
    _check_start(text, name)
    path = re.sub(r"\A\./|\A\.\Z", "", text).removesuffix("/")
    if path == "":
        return [] if text in (".", "./") else refuse("is an absolute path", name)
    segments = path.split("/")
    if ".." in segments:
        refuse("climbs out of its folder with “..”", name)
    if len(segments) > MAX_DEPTH:
        refuse(f"lies more than {MAX_DEPTH} folders deep", name)
    for segment in segments:
        why = _fault(segment)
        if why:
            refuse(why, name)
    return segments


def _decode(name: bytes) -> str:
    if len(name) > MAX_PATH_BYTES:
        refuse(f"is a path of more than {MAX_PATH_BYTES:,} bytes", name)
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        refuse("is not named in UTF-8", name)


def _check_start(text: str, name: bytes) -> None:
    if text == "":
        refuse("is an empty name", name)
    if text[0] in "/\\":
        refuse("is an absolute path", name)
    if re.match(r"[A-Za-z]:", text):
        refuse("is an absolute path, with a drive letter", name)
    if text[0] == "~":
        refuse("begins with “~”, which shells read as a home folder", name)
    if "\\" in text:
        refuse("holds “\\”, which is a separator on Windows", name)


def _fault(segment: str) -> str | None:
    if segment in ("", "."):
        return "has an empty part or “.” in its path"
    if len(segment.encode()) > MAX_SEGMENT_BYTES:
        return f"has a name of more than {MAX_SEGMENT_BYTES} bytes"
    if any(unicodedata.category(one) == "Cc" for one in segment):
        return "has a control character in its name"
    if any(_is_invisible(one) for one in segment):
        return "has an invisible or directional character in its name"
    if re.search(r'[<>:"|?*]', segment):
        return 'has one of < > : " | ? * in its name, which Windows does not allow'
    if segment[-1] in ". ":
        return "has a name that ends in a dot or a blank, which Windows drops"
    if fold_name(segment) in GIT:
        return "has “.git” in its path, from where git would run hooks"
    if DEVICE.match(segment):
        return "has a name that Windows reserves for a device"
    return None


def _is_invisible(character: str) -> bool:
    """Directional marks make a name look like another one, and HFS+ compares names without joiners."""
    return unicodedata.category(character) in ("Cf", "Zl", "Zp")


def fold_name(segment: str) -> str:
    """The form in which file systems compare names that ignore case and composition. Lower case and
    then upper case gives the full case folding of Unicode: ß is SS, ς is Σ, the Kelvin sign is K.
    """
    folded = unicodedata.normalize("NFD", segment).lower().upper()
    return unicodedata.normalize("NFD", folded)
