"""When a failed attempt is repeated: which failures pass by themselves, and how long to wait, as
the catalog asks or by chance.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from ._errors import CatalogError, UnexpectedResponseError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._options import RetryPolicy

MAX_WAIT_SECONDS = 1e11


def retry_delay(error: CatalogError, attempt: int, policy: RetryPolicy) -> float | None:
    """How many seconds to wait before the next attempt, or None if there is to be none. `attempt`
    counts from 0.
    """
    if attempt >= policy.retries or not _may_pass(error):
        return None
    retry_after = error.retry_after or 0.0
    if retry_after > policy.max_retry_after:
        return None
    import random  # few calls fail

    # Full jitter: clients that failed together do not come back together.
    limit = min(policy.max_delay, policy.min_delay * 2.0**attempt)
    return max(retry_after, random.random() * limit)


def _may_pass(error: CatalogError) -> bool:
    """Whether the same request may succeed a little later: nobody knows what became of it, or the
    catalog did not take it.
    """
    return is_outcome_unknown(error) or error.status in (408, 429, 503)


def is_outcome_unknown(error: CatalogError) -> bool:
    """Whether the request may have had its effect all the same."""
    if isinstance(error, UnexpectedResponseError):
        return error.is_cut_off or error.status in (502, 504)
    return error.kind in ("network", "timeout") or error.status in (502, 504)


def retry_after_of(headers: Mapping[str, str], status: int) -> float | None:
    """How many seconds a response asks to wait: by `Retry-After`, in seconds or as a date, or else
    by the end of a rate limit's window.
    """
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]+", text):
        return min(float(text), MAX_WAIT_SECONDS)
    until = _seconds_of(text)
    reset = headers.get("x-ratelimit-reset", "")
    if until is None and status == 429 and re.fullmatch(r"[0-9]{1,12}", reset):
        until = float(reset)
    if until is None:
        return None
    now = _seconds_of(headers.get("date", ""))  # dates are by the catalog's clock
    return max(0.0, until - (time.time() if now is None else now))


def _seconds_of(text: str) -> float | None:
    """Of a date of HTTP, since 1970."""
    if not re.search(r"[A-Za-z]{3}", text):
        return None
    from email.utils import parsedate_to_datetime  # few responses ask to wait

    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
