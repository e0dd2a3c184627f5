"""Finds the files of a folder that look like secrets, by their names and by what they hold."""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from typing import BinaryIO, NamedTuple

from ._generated_secrets import BACKUP, CONTENT_RULES, NAME_RULES

CHUNK_BYTES = 64 * 1_024
MAX_SEARCHED_BYTES = 16 * 1_024 * 1_024
"""What is further on in a file is data, and no text that somebody wrote."""
MAX_SECRET_BYTES = 256
"""Parts of a file overlap by so much, so that nothing is missed between two of them."""
TOKEN_RUN = re.compile(rb"[\w.~+/=:$@-]{20,}")
"""What a token is made of. No token is shorter."""


class _ContentRule(NamedTuple):
    what: str
    pattern: re.Pattern[bytes]
    is_spread: bool
    has_checksum: bool


class _Rules:
    def __init__(self) -> None:
        self.backup = re.compile(BACKUP, re.IGNORECASE)
        self.names = [
            (
                what,
                re.compile(rf"(?:^|/)(?:{names})\Z", re.IGNORECASE),
                re.compile(but, re.IGNORECASE) if but else None,
            )
            for what, names, but in NAME_RULES
        ]
        rules = [
            _ContentRule(what, re.compile(pattern.encode()), is_spread, has_checksum)
            for what, pattern, is_spread, has_checksum in CONTENT_RULES
        ]
        self.spread = [rule for rule in rules if rule.is_spread]
        self.tokens = [rule for rule in rules if not rule.is_spread]
        patterns = b"|".join(b"(?:%b)" % rule.pattern.pattern for rule in self.tokens)
        self.any_token = re.compile(patterns)


@lru_cache
def _rules() -> _Rules:
    return _Rules()


def secret_by_name(path: str) -> str | None:
    """Why a file with this path is probably a secret. A copy is judged by the name of its original;
    Vim also puts a dot before that.
    """
    original = _rules().backup.sub("", path)
    spellings = [path]
    if original != path:
        spellings += [original, re.sub(r"(^|/)\.(?=[^/]*\Z)", r"\1", original)]
    for spelling in spellings:
        for what, pattern, but in _rules().names:
            if pattern.search(spelling) and not (but and but.search(spelling)):
                return what
    return None


def secret_by_content(file: BinaryIO) -> str | None:
    """Why a file with this content is probably a secret."""
    end = b""
    for _ in range(0, MAX_SEARCHED_BYTES, CHUNK_BYTES):
        part = file.read(CHUNK_BYTES)
        text = end + part
        what = _found_in(text)
        if what or len(part) < CHUNK_BYTES:
            return what and f"holds {what}"
        end = text[-MAX_SECRET_BYTES:]
    return None


def _found_in(text: bytes) -> str | None:
    rules = _rules()
    for rule in rules.spread:
        if rule.pattern.search(text):
            return rule.what
    for run in TOKEN_RUN.findall(text):
        if rules.any_token.search(run):
            for rule in rules.tokens:
                if any(_is_real(rule, found[0]) for found in rule.pattern.finditer(run)):
                    return rule.what
    return None


def _is_real(rule: _ContentRule, secret: bytes) -> bool:
    """Keys of a catalog end with the CRC-32 of what is before."""
    body, _, checksum = secret.rpartition(b"_")
    return not rule.has_checksum or b"%08x" % zlib.crc32(body) == checksum
