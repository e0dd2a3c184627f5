"""The client of Realm Catalog, a self-hostable catalog of software templates that people search,
download and publish.

    from realm_catalog import Client

    client = Client("https://catalog.example")
    for realm in client.realms.list(search="blog"):
        print(realm.slug)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._client import Client
from ._errors import (
    CatalogError,
    ConflictError,
    ErrorKind,
    FieldError,
    ForbiddenError,
    IntegrityError,
    InvalidRequestError,
    NetworkError,
    NotFoundError,
    PackingError,
    RateLimitError,
    RefusedArchiveError,
    TimeoutError,
    UnauthorizedError,
    UnavailableError,
    UnexpectedResponseError,
)
from ._options import UNSET, CallOptions, Retry, Timeout, Unset
from ._realms import Downloaded
from ._sender import Exchange, RateLimit
from ._streams import StreamedResponse
from ._transport import HttpRequest, HttpResponse, Transport
from ._version import VERSION as __version__

if TYPE_CHECKING:
    from ._generated_types import *
    from ._http_transport import HttpTransport as HttpTransport
    from ._unpack import unpack_archive as unpack_archive

__all__ = [
    "UNSET",
    "CallOptions",
    "CatalogError",
    "Client",
    "ConflictError",
    "Downloaded",
    "ErrorKind",
    "Exchange",
    "FieldError",
    "ForbiddenError",
    "HttpRequest",
    "HttpResponse",
    "IntegrityError",
    "InvalidRequestError",
    "NetworkError",
    "NotFoundError",
    "PackingError",
    "RateLimit",
    "RateLimitError",
    "RefusedArchiveError",
    "Retry",
    "StreamedResponse",
    "Timeout",
    "TimeoutError",
    "Transport",
    "UnauthorizedError",
    "UnavailableError",
    "UnexpectedResponseError",
    "Unset",
    "__version__",
]


def __getattr__(name: str) -> Any:
    """What is loaded when it is first asked for: the types of the API, the unpacking of archives,
    and the transport, with which TLS comes.
    """
    if name == "HttpTransport":
        from ._http_transport import HttpTransport

        return HttpTransport
    if name == "unpack_archive":
        from ._unpack import unpack_archive

        return unpack_archive
    from . import _generated_types

    if name in _generated_types.__all__:
        return getattr(_generated_types, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
