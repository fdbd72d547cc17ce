"""The version of this package, told in one place."""

VERSION = "0.1.0"
