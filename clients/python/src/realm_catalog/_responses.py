"""Reads responses: the JSON or the text that a catalog answers with, and the error that it tells.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from ._addresses import host_of
from ._errors import (
    CatalogError,
    ConflictError,
    FieldError,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    RateLimitError,
    UnauthorizedError,
    UnavailableError,
    UnexpectedResponseError,
)
from ._retry import retry_after_of

if TYPE_CHECKING:
    from ._transport import HttpResponse

MAX_TEXT_BYTES = 8 * 1_024 * 1_024
"""The longest answer is a diff with 1 MiB of text, of which JSON may write each byte as six."""
MAX_PROBLEM_BYTES = 64 * 1_024
"""A problem has a few sentences, which are shown."""
CHUNK_BYTES = 64 * 1_024


class ReceivedResponse:
    """A response of the transport, with the names of its headers in small letters, and its address."""

    __slots__ = ("_response", "headers", "status", "url")

    def __init__(self, response: HttpResponse, url: str) -> None:
        self._response = response
        self.url = url
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.headers.items()}

    @property
    def is_good(self) -> bool:
        """Whether it is no redirect and no error."""
        return 200 <= self.status < 300

    def read(self, size: int) -> bytes:
        """The next bytes of the body, none at its end."""
        return self._response.read(size)

    def close(self) -> None:
        """Give it up."""
        self._response.close()


def read_data(response: ReceivedResponse) -> Any:
    """JSON as a value, CSV and plain text as a text, and nothing as None."""
    if response.status in (204, 304):
        return None
    text = read_text(response, MAX_TEXT_BYTES if response.is_good else MAX_PROBLEM_BYTES)
    kind = _media_type(response)
    if kind in ("text/csv", "text/plain"):
        return text
    if not re.search(r"[/+]json\Z", kind):
        raise unexpected(response, f"{kind or 'no media type'} instead of JSON")
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raised = unexpected(response, "broken JSON")
        raised.is_cut_off = isinstance(error, ValueError)
        raise raised from error


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def read_text(response: ReceivedResponse, max_bytes: int) -> str:
    """All of a body that is not longer."""
    if response.headers.get("content-encoding", "").lower() not in ("", "identity"):
        raise unexpected(response, "an encoding that it was not asked for")
    chunks = []
    size = 0
    while chunk := response.read(CHUNK_BYTES):
        size += len(chunk)
        if size > max_bytes:
            raise unexpected(response, "too much")
        chunks.append(chunk)
    return b"".join(chunks).decode("utf-8-sig", "replace")


def _media_type(response: ReceivedResponse) -> str:
    return response.headers.get("content-type", "").split(";", 1)[0].strip().lower()


def unexpected(response: ReceivedResponse, what: str) -> UnexpectedResponseError:
    """No catalog sends this."""
    return UnexpectedResponseError(
        f"{host_of(response.url)} answered with {what} (status {response.status}). "
        "Is this the address of a catalog?",
        status=response.status,
        request_id=response.headers.get("x-request-id", ""),
    )


FIELDS = ("field", "message")
"""What is said of a field that is wrong."""
ERRORS: dict[int, type[CatalogError]] = {
    400: InvalidRequestError,
    401: UnauthorizedError,
    403: ForbiddenError,
    404: NotFoundError,
    408: UnavailableError,
    409: ConflictError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    422: InvalidRequestError,
    429: RateLimitError,
    431: InvalidRequestError,
}


def error_of(response: ReceivedResponse, method: str) -> CatalogError:
    """The error that a response tells. What answers a HEAD has no body, and tells it by its status.
    """
    status = response.status
    problem = _read_problem(response)
    code = _text_of(problem, "code")
    # These also come from proxies.
    is_by_status = method == "HEAD" or status in (408, 429) or status >= 500
    if code is None and not is_by_status:
        kind = _media_type(response) or "no media type"
        return unexpected(response, f"{kind} instead of a problem")
    raised = ERRORS.get(status, UnavailableError if status >= 500 else CatalogError)
    words = _text_of(problem, "detail") or _text_of(problem, "title")
    retry_after = retry_after_of(response.headers, status)
    error = raised(
        words or f"{host_of(response.url)} answered with the status {status}.",
        code=code or raised.kind,
        status=status,
        request_id=_text_of(problem, "requestId") or response.headers.get("x-request-id") or "",
        errors=_field_errors(problem.get("errors")),
        retry_after=retry_after,
    )
    if isinstance(error, RateLimitError) and retry_after is not None:
        error.reset_at = _in(retry_after)
    return error


def _in(seconds: float) -> Any:
    from datetime import datetime, timedelta, timezone

    try:
        return datetime.now(timezone.utc) + timedelta(seconds=seconds)
    except OverflowError:
        return datetime.max.replace(tzinfo=timezone.utc)


def _read_problem(response: ReceivedResponse) -> dict[str, Any]:
    """What a problem says, as far as it is one."""
    try:
        data = read_data(response)
    except UnexpectedResponseError:
        return {}
    return data if isinstance(data, dict) else {}


def _text_of(problem: dict[str, Any], name: str) -> str | None:
    value = problem.get(name)
    return value if isinstance(value, str) else None


def _field_errors(errors: object) -> tuple[FieldError, ...]:
    found = errors if isinstance(errors, list) else []
    return tuple(
        FieldError(one["field"], one["message"])
        for one in found
        if isinstance(one, dict) and all(_text_of(one, name) is not None for name in FIELDS)
    )
