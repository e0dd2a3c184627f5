"""The pages of a list: the first one, and an iteration over the items of all, each item once."""

from __future__ import annotations

import sys
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ._errors import UnexpectedResponseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ._calls import Caller
    from ._options import CallOptions

PageT = TypeVar("PageT")
ItemT = TypeVar("ItemT")

PAGE_SIZE = 1_000
"""More than a page of any list has: the catalog applies the largest that the list allows."""
MAX_STALE_PAGES = 3
"""A list may grow faster than it is read, or a server may never end it: pages without a new item,
one after the other, end the iteration.
"""


class Pages(Generic[PageT, ItemT]):
    """Nothing is sent before a field is read, or the items are asked for."""

    __slots__ = ("_ask", "_max", "_page", "_query")
    _page_type: ClassVar[str]

    def __init__(
        self,
        caller: Caller,
        path: str,
        parameters: Sequence[str],
        query: Mapping[str, Any],
        marks: Sequence[str],
        max: int | None,
        options: CallOptions | None,
    ) -> None:
        def ask(query: Mapping[str, Any]) -> Any:
            page_type = getattr(sys.modules[type(self).__module__], self._page_type)
            data = caller.data("GET", path, parameters, query=query, marks=marks, options=options)
            return page_type.from_dict(data)

        self._ask = ask
        self._query = {name: value for name, value in query.items() if value is not None}
        self._max = inf if max is None else max
        self._page: PageT | None = None

    def page(self) -> PageT:
        """The first page, which is asked for once."""
        if self._page is None:
            self._page = self._ask(self._query)
        return self._page

    def __iter__(self) -> Iterator[ItemT]:
        """The items of all pages. One that moves to the next page while pages are read comes once."""
        seen: set[object] = set()
        following: dict[str, object] = {}
        offset: int = self._query.get("offset", 0)
        stale = 0
        while len(seen) < self._max and stale < MAX_STALE_PAGES:
            limit = int(min(self._max - len(seen), PAGE_SIZE))
            page = self._ask({"limit": limit, **self._query, **following})
            items = _items_in(page)
            stale += 1
            for item in items:
                key = _key_of(item)
                if key in seen or len(seen) >= self._max:
                    continue
                stale = 0
                seen.add(key)
                yield item
            if not (page.pagination and page.pagination.has_more and items):
                return
            offset += len(items)
            before = getattr(page.pagination, "next", None)
            following = {"before": before} if before else {"offset": offset}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'not read yet' if self._page is None else self._page!r})"


def _items_in(page: Any) -> tuple[Any, ...]:
    """Those of the one list that a page has."""
    fields = (getattr(page, name) for name in page.__slots__)
    return next((value for value in fields if isinstance(value, tuple)), ())


def _key_of(item: Any) -> object:
    """What an item is known by: its id, the value of a tag, the path of a file."""
    for name in ("id", "value", "path"):
        key = getattr(item, name, None)
        if key is not None and not isinstance(key, (str, int)):
            raise UnexpectedResponseError(f"{type(item).__name__}.{name} is no text.")
        if key is not None:
            return key
    return object()
