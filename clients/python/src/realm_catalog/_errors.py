"""The errors that the client raises: a class for each kind."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

ErrorKind = Literal[
    "not_found",
    "unauthorized",
    "forbidden",
    "conflict",
    "invalid_request",
    "rate_limited",
    "unavailable",
    "network",
    "timeout",
    "unexpected_response",
    "integrity",
    "other",
]


class FieldError(NamedTuple):
    """What the catalog says is wrong with a field of a request."""

    field: str
    message: str


class CatalogError(Exception):
    """Every error of the client is one of these. None of them holds a token."""

    kind: ClassVar[ErrorKind] = "other"
    code: str
    """The stable code of the catalog's problem, such as `quota_exceeded`; without a response, the
    kind of the error.
    """
    status: int
    """The status of the response; 0 without one."""
    request_id: str
    """The id of the request, which the catalog's log has as well; empty without a response."""
    errors: tuple[FieldError, ...]
    """Each field that is wrong."""
    retry_after: float | None
    """How many seconds the catalog asks to wait before the next try."""

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        status: int = 0,
        request_id: str = "",
        errors: tuple[FieldError, ...] = (),
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = self.kind if code is None else code
        self.status = status
        self.request_id = request_id
        self.errors = errors
        self.retry_after = retry_after


class NotFoundError(CatalogError):
    """Nothing exists at this address, or you may not see it."""

    kind = "not_found"


class UnauthorizedError(CatalogError):
    """The credential is missing, unknown or expired."""

    kind = "unauthorized"


class ForbiddenError(CatalogError):
    """The credential is good and may not do this; or a quota is used up."""

    kind = "forbidden"


class ConflictError(CatalogError):
    """The request conflicts with the current state, such as a name that is taken."""

    kind = "conflict"


class InvalidRequestError(CatalogError):
    """The catalog refuses the content of the request, or the client does before it sends anything."""

    kind = "invalid_request"


class RateLimitError(CatalogError):
    """There were too many requests."""

    kind = "rate_limited"
    reset_at: datetime | None = None
    """When requests are admitted again, where the catalog says so."""


class UnavailableError(CatalogError):
    """A response with a status of 500 or above, or the catalog gave up waiting (408)."""

    kind = "unavailable"


class NetworkError(CatalogError):
    """No response, or a part of one: the cause says whether a name, a connection or a certificate
    was to blame.
    """

    kind = "network"
    host: str = ""


class TimeoutError(CatalogError, builtins.TimeoutError):
    """An attempt, or the whole call, took too long."""

    kind = "timeout"


class UnexpectedResponseError(CatalogError):
    """A response that no catalog sends, such as a proxy's HTML page."""

    kind = "unexpected_response"
    is_cut_off: bool = False
    """Whether it may be a part of a good one."""


class IntegrityError(CatalogError):
    """The bytes of an archive are not those that the catalog has named."""

    kind = "integrity"


class PackingError(CatalogError):
    """A folder cannot be published as it is. Its `code` is that of the client of TypeScript, such as
    `files_needed`, `secrets` or `not_a_file`.
    """


class RefusedArchiveError(CatalogError):
    """An archive breaks a rule, so that nothing of it is unpacked; the message says which."""

    code = "refused_archive"
    entry: str | None = None
    """The name of what is refused in it, safe to print."""
