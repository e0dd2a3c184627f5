"""What a client and each of its calls can be told: limits of time, retries, and what else is sent.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Unset(Enum):
    """For an argument that is not given, where None means something."""

    UNSET = "UNSET"


UNSET: Final = Unset.UNSET


class Timeout(NamedTuple):
    """Limits of time, in seconds. What is None is as the client has it, or as usual."""

    attempt: float | None = None
    """How long one attempt may take (30); of an archive, how long it may stand still."""
    total: float | None = None
    """How long the call may take with its retries (120); archives have no such limit unless it is
    given with the call.
    """


class Retry(NamedTuple):
    """When a failed attempt is repeated, in seconds. What is None is as the client has it, or as
    usual.
    """

    retries: int | None = None
    """How many attempts may follow the first (2)."""
    max_retry_after: float | None = None
    """The longest wait that the catalog may ask for (60). A longer one is raised at once."""
    min_delay: float | None = None
    """The limit of the first random wait (0.3). It doubles with each attempt."""
    max_delay: float | None = None
    """The limit of every random wait (8)."""


class CallOptions:
    """What one call does in another way than its client."""

    __slots__ = ("headers", "idempotency_key", "retry", "timeout", "token")

    def __init__(
        self,
        *,
        timeout: float | Timeout | None = None,
        retry: int | Retry | None = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        self.timeout = timeout
        """A number is that of one attempt."""
        self.retry = retry
        """A number is that of the retries."""
        self.token = token
        """Sent instead of the client's token."""
        self.headers = headers
        """Further headers of the request."""
        self.idempotency_key = idempotency_key
        """Made by the client unless it is given; an operation that takes it does its work once for
        the same key.
        """

    def __repr__(self) -> str:
        return f"CallOptions(timeout={self.timeout!r}, retry={self.retry!r})"


class TimeoutLimits(NamedTuple):
    """Those of a call."""

    attempt: float
    total: float


class RetryPolicy(NamedTuple):
    """That of a call."""

    retries: int
    max_retry_after: float
    min_delay: float
    max_delay: float


def timeout_limits(usual: TimeoutLimits, *given: float | Timeout | None) -> TimeoutLimits:
    """The last that is given wins."""
    attempt, total = usual
    for one in given:
        limits = one if isinstance(one, Timeout) else Timeout(attempt=one)
        attempt = attempt if limits.attempt is None else limits.attempt
        total = total if limits.total is None else limits.total
    return TimeoutLimits(attempt, total)


def retry_policy(*given: int | Retry | None) -> RetryPolicy:
    """The last that is given wins."""
    policy = RetryPolicy(retries=2, max_retry_after=60.0, min_delay=0.3, max_delay=8.0)
    for one in given:
        retry = one if isinstance(one, Retry) else Retry(retries=one)
        policy = policy._replace(
            **{name: value for name, value in retry._asdict().items() if value is not None}
        )
    return policy
