"""The version of this package, defined only here."""

VERSION = "1.0.0rc1"
