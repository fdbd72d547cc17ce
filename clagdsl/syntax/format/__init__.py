"""The one layout of rules files: blanks and line ends are chosen, words and comments kept."""

from clagdsl.syntax.format.layout import format_text

__all__ = ["format_text"]
