"""The version of the package, which is that of the catalog it comes with."""

VERSION = "0.3.0"
