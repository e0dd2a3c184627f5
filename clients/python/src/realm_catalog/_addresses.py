"""The addresses that the client asks: where the catalog's API is, and the path and query of a
request.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode, urlsplit

from ._errors import FieldError, InvalidRequestError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DEFAULT_PORTS = {"http": 80, "https": 443}
MAX_HOST_LENGTH = 253


def api_address(base_url: str) -> str:
    """The address of the API, whichever of its spellings is given: with ``/v1``, with ``/v1/api``,
    or without both.
    """
    try:
        parts = urlsplit(base_url)
        port = parts.port
    except (ValueError, TypeError, AttributeError):
        parts, port = urlsplit(""), None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        shown = re.sub(r"//[^/]*@", "//", str(base_url))  # without a password
        raise ValueError(
            f'base_url is "{shown}", and must be the address of a catalog, such as '
            "https://catalog.example"
        )
    path = re.sub(r"(?:/v1(?:/api)?)?/*\Z", "", parts.path)
    usual = DEFAULT_PORTS[parts.scheme]
    name = ascii_host(parts.hostname)
    host = host_header(parts.scheme, name, usual if port is None else port)
    return f"{parts.scheme}://{host}{path}/v1/api"


def origin_of(url: str) -> tuple[str, str, int]:
    """Scheme, host and port. A ValueError if there is no such address: a catalog may answer with
    anything.
    """
    if re.search(r"[\x00-\x1f\x7f]", str(url)):  # the library would leave some of them out
        raise ValueError("an address has no control characters")
    parts = urlsplit(str(url))
    scheme, host = parts.scheme, parts.hostname
    if scheme not in DEFAULT_PORTS or not host:
        raise ValueError("an address begins with http:// or https://, and has a host")
    return scheme, ascii_host(host), parts.port or DEFAULT_PORTS[scheme]


def ascii_host(host: str) -> str:
    """The name of a host as DNS has it: `bücher.example` is `xn--bcher-kva.example`. A ValueError
    if it has none.
    """
    # The library knows IDNA of 2003, by which these letters lead to another host than in browsers.
    if re.search(r"[ßς\u200c\u200d]", host):
        raise ValueError(f"{host_of(host)} has to be written in ASCII: xn--…")
    name = _encoded(host)
    if not re.fullmatch(r"[!-~]+", name):
        raise ValueError(f"{host_of(host)[:MAX_HOST_LENGTH]} is no name of a host")
    return name


def _encoded(host: str) -> str:
    """Empty if it cannot be. The library takes its time for a long one."""
    if host.isascii() or len(host) > MAX_HOST_LENGTH:
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return ""


def host_header(scheme: str, host: str, port: int) -> str:
    """As a request names its host: without the port that is usual."""
    name = f"[{host}]" if ":" in host else host
    return name if port == DEFAULT_PORTS[scheme] else f"{name}:{port}"


def is_same_origin(url: str, other: str) -> bool:
    """Also of what is no address, which has none."""
    try:
        return origin_of(url) == origin_of(other)
    except ValueError:
        return False


def host_of(url: str) -> str:
    """With its port, and without a password, also of what is no address."""
    host = re.sub(r"\A[A-Za-z]*://|[/?#].*", "", str(url), flags=re.DOTALL).rpartition("@")[2]
    return re.sub(r"[\x00-\x1f\x7f]", "?", host)


def filled_path(path: str, values: Sequence[str]) -> str:
    """Fill the parameters into a path of the contract; one that ends in ``...`` takes slashes."""
    left = iter(values)

    def fill(found: re.Match[str]) -> str:
        name = found[1]
        value = next(left)
        segments = str(value).split("/") if name.endswith("...") else [str(value)]
        # Servers take these for another path: that of the list, or of the folder above.
        if value is None or any(segment in ("", ".", "..") for segment in segments):
            raise _bad_parameter(name.replace("...", ""))
        return "/".join(quote(segment, safe="!~*'()") for segment in segments)

    return re.sub(r"\{(.+?)\}", fill, path)


def _bad_parameter(field: str) -> InvalidRequestError:
    message = "must not be empty, . or .."
    return InvalidRequestError(f"{field} {message}", errors=(FieldError(field, message),))


def query_text(query: Mapping[str, object]) -> str:
    """With its question mark, or empty. A list is repeated, and None is left out."""
    pairs = [
        (name, _text(one))
        for name, values in query.items()
        if values is not None
        for one in (values if isinstance(values, (list, tuple, set, frozenset)) else [values])
    ]
    return f"?{urlencode(pairs)}" if pairs else ""


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
