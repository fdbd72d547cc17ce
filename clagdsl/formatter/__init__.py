"""The one layout of rules files: blanks and line ends are chosen, words and comments kept."""

from clagdsl.formatter.layout import format_text

__all__ = ["format_text"]
