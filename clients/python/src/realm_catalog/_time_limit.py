"""A limit of time, which everything that waits asks. Limits nest: that of an attempt ends with that
of its call.
"""

from __future__ import annotations

import time
from math import inf
from typing import TYPE_CHECKING

from ._errors import TimeoutError

if TYPE_CHECKING:
    from collections.abc import Callable


class TimeLimit:
    """Seconds from now, and those of the limit around it."""

    __slots__ = ("_ends_at", "_message", "_seconds", "_within")

    def __init__(
        self, seconds: float, message: Callable[[], str], within: TimeLimit | None = None
    ) -> None:
        self._seconds = seconds
        self._message = message
        self._within = within
        self.restart()

    def restart(self) -> None:
        """Begin the time again; that around it goes on."""
        self._ends_at = time.monotonic() + self._seconds

    def stop_clock(self) -> None:
        """Let time not count any more."""
        self._seconds = inf
        self._ends_at = inf

    def remaining(self) -> float:
        """In seconds; infinite without a limit."""
        own = self._ends_at - time.monotonic()
        return own if self._within is None else min(own, self._within.remaining())

    def check(self) -> None:
        """Raise a TimeoutError if the time is up."""
        if self._within is not None:
            self._within.check()
        if self._ends_at <= time.monotonic():
            raise TimeoutError(self._message())

    def pause(self, seconds: float) -> None:
        """Wait, but no longer than the limit."""
        time.sleep(max(0.0, min(seconds, self.remaining())))
        self.check()


def transfer_limit(total: float | None) -> TimeLimit:
    """That of a whole transfer: an archive may take as long as it moves, unless the call says
    otherwise.
    """
    return TimeLimit(
        inf if total is None else total, lambda: f"The archive took longer than {total} s."
    )
