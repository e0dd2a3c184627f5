"""Unpacks archives strictly and within limits, by the rules of the catalog."""

from ._stage import unpack_archive as unpack_archive
