"""Random mutations of rules files: hidden characters, line ends, operators, words and letters.

Each one spoils one place of a valid text (or all of its line ends), as a typo, a keyboard layout,
an editor or an attacker might.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from clagdsl.lang.cards import is_card
from clagdsl.syntax.lexer import translate_sign

ROOT = Path(__file__).parent.parent.parent
RULES = tuple(sorted((ROOT / "rules").rglob("*.clag")))

TOKEN = re.compile(r'#[^\n]*|"[^"\n]*"|\w+|//|!=|<=|>=|[^\w\s]')
SIGN = re.compile(r"//|!=|<=|>=|[=<>+\-*%]")
LINE_ENDS = ("\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029", "\r\n", "\n\r")
HIDDEN = (
    "\x00",
    "\x07",
    "\x1b",
    "\x1c",
    "\x7f",
    "\x9b",
    "\xa0",
    "\xad",
    "\u061c",
    "\u200b",
    "\u200e",
    "\u202e",
    "\u2060",
    "\ufeff",
    "\u3000",
    *LINE_ENDS[:6],
)
FOREIGN = {
    "=": ("==", "===", ":=", ":", "= =", "=>", "=<", "!"),
    "!=": ("<>", "≠", "!==", "! =", "=!", "=/=", "!", "~="),
    "<=": ("≤", "=<", "< =", "<==", "<"),
    ">=": ("≥", "=>", "> =", ">==", ">"),
    "*": ("×", "x", "X", "**", "^", "·", "times", "mal", "fois", ""),
    "//": ("÷", "/", "/ /", ":", "///"),
    "-": ("–", "—", "−", "--", "minus"),
    "+": ("plus", "&", "++"),
    "(": ("[", "{", "(("),
    ")": ("]", "}", "))"),
    ",": (";", ".", " and", "", ",,", ":"),
    ":": ("=", ";", "", "::", ","),
    ".": ("..", " ", "-", ",", ""),
    "<": ("<<", "<>", "=<"),
    ">": (">>", "<>", "=>"),
    "%": ("%%", "mod"),
}
WORDS = {
    "otherwise": ("else", "sonst", "sinon", "ansonsten", "otherwise:"),
    "when": ("if", "wenn", "falls", "si", "where"),
    "cards": ("card", "karten", "cartes"),
    "players": ("player", "spieler", "joueurs"),
    "trump": ("trumps", "trumpf", "atout"),
    "up": ("upto", ""),
    "to": ("-", "–", "..", "...", "…", "until", "bis", ""),
    "none": ("no", "nothing"),
    "deal": ("round", "runde", "manche"),
    "score": ("points", "punkte"),
    "drop": ("remove", "delete"),
    "example": ("beispiel", "exemple"),
    "winner": ("gewinner", "vainqueur"),
    "game": ("jeu", "spiel"),
    "and": ("und", "et", "&&", "&"),
    "or": ("oder", "ou", "||", "|"),
    "not": ("!", "nicht"),
    "then": ("dann", "puis"),
    "hearts": ("heart", "herz", "♥"),
    "bid": ("bid**2", "bid^2", "bid²", "|bid|"),
    "tricks": ("tricks**2", "trick", "tricks²"),
    "extends": ("extend",),
}


Spoilt: TypeAlias = tuple[str, ...]
"""A mutated text, followed by other valid readings of it; without these only the original is one.
"""

Mutation: TypeAlias = Callable[[str, Random], Spoilt]


def tokens(text: str) -> list[re.Match[str]]:
    return list(TOKEN.finditer(text))


def put(text: str, start: int, end: int, piece: str) -> str:
    return text[:start] + piece + text[end:]


def every_line_end(text: str, draw: Random) -> Spoilt:
    return (text.replace("\n", draw.choice(LINE_ENDS)),)


def one_line_end(text: str, draw: Random) -> Spoilt:
    at = draw.choice([match.start() for match in re.finditer("\n", text)])
    return (put(text, at, at + 1, draw.choice(LINE_ENDS)),)


def hidden_for_a_blank(text: str, draw: Random) -> Spoilt:
    at = draw.choice([match.start() for match in re.finditer(" ", text)])
    return (put(text, at, at + 1, draw.choice(HIDDEN)),)


def hidden_anywhere(text: str, draw: Random) -> Spoilt:
    at = draw.randrange(len(text))
    return (put(text, at, at, draw.choice(HIDDEN)),)


def hidden_beside_a_blank(text: str, draw: Random) -> Spoilt:
    at = draw.choice([match.start() for match in re.finditer(" ", text)]) + draw.randrange(2)
    return (put(text, at, at, draw.choice(HIDDEN)),)


def token_gone(text: str, draw: Random) -> Spoilt:
    each = draw.choice(tokens(text))
    return (put(text, each.start(), each.end(), ""),)


def token_twice(text: str, draw: Random) -> Spoilt:
    each = draw.choice(tokens(text))
    return (put(text, each.end(), each.end(), draw.choice(["", " "]) + each.group()),)


def tokens_swapped(text: str, draw: Random) -> Spoilt:
    found = tokens(text)
    at = draw.randrange(len(found) - 1)
    one, other = found[at : at + 2]
    between = text[one.end() : other.start()]
    return (put(text, one.start(), other.end(), other.group() + between + one.group()),)


def token_of_elsewhere(text: str, draw: Random) -> Spoilt:
    # replaces no string or comment, whose replacement might be valid with another meaning
    one = draw.choice([each for each in tokens(text) if each.group()[0] not in '#"'])
    other = draw.choice(tokens(text))
    return (put(text, one.start(), one.end(), other.group()),)


def token_from_elsewhere(text: str, draw: Random) -> Spoilt:
    one, other = draw.choices(tokens(text), k=2)
    return (put(text, one.start(), one.start(), f"{other.group()} "),)


def foreign(text: str, draw: Random) -> Spoilt:
    found = [each for each in tokens(text) if each.group() in FOREIGN]
    if not found:
        return (text,)
    return said_by(text, each := draw.choice(found), draw.choice(FOREIGN[each.group()]))


def another_sign(text: str, draw: Random) -> Spoilt:
    found = [each for each in tokens(text) if SIGN.fullmatch(each.group())]
    if not found:
        return (text,)
    each = draw.choice(found)
    every = [*(sign for signs in FOREIGN.values() for sign in signs), *FOREIGN]
    return said_by(text, each, draw.choice(every))


SAID: Final = {"plus": "+", "minus": "-"}
"""Words that stand for exactly one sign."""


def said_by(text: str, each: re.Match[str], chosen: str) -> Spoilt:
    """Returns a text with an operator in foreign notation, and its only valid reading.

    A replacement that is itself a valid operator, or whose halves are separated, can mean only
    itself.
    """
    meant = SAID.get(chosen, translate_sign(chosen))
    spoilt = put(text, each.start(), each.end(), chosen)
    if not SIGN.fullmatch(meant) or meant == chosen:
        meant = each.group()
    return (spoilt, put(text, each.start(), each.end(), meant))


def other_word(text: str, draw: Random) -> Spoilt:
    found = [each for each in tokens(text) if each.group() in WORDS]
    each = draw.choice(found)
    return (put(text, each.start(), each.end(), draw.choice(WORDS[each.group()])),)


def misspelt(text: str, draw: Random) -> Spoilt:
    # skips cards, as another letter makes another valid card
    every = [each for each in tokens(text) if each.group().isalpha()]
    each = draw.choice([each for each in every if not is_card(each.group())])
    word = each.group()
    at = draw.randrange(len(word))
    letter = draw.choice("abcdefghijklmnopqrstuvwxyzéE")
    swapped = word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
    ways = [
        word[:at] + word[at + 1 :],
        word[:at] + letter + word[at:],
        word[:at] + letter + word[at + 1 :],
        swapped,
        word.capitalize(),
        word.upper(),
        word.lower(),
    ]
    return (put(text, each.start(), each.end(), draw.choice(ways)),)


def blanks_gone(text: str, draw: Random) -> Spoilt:
    each = draw.choice(list(re.finditer(r"[ \n]+", text)))
    return (put(text, each.start(), each.end(), ""),)


def other_quotes(text: str, draw: Random) -> Spoilt:
    each = draw.choice([each for each in tokens(text) if each.group().startswith('"')])
    inner = each.group()[1:-1]
    ways = ["“{}”", "„{}“", "«{}»", "'{}'", "`{}`", "‘{}’", '""{}""', "{}", '"{}', '{}"', "'{}\""]
    return (put(text, each.start(), each.end(), draw.choice(ways).format(inner)),)


def any_character(text: str, draw: Random) -> Spoilt:
    at = draw.randrange(len(text))
    piece = draw.choice("=<>!+-*/%(),:.;[]{}#\"'`“”|&^~@$£?0123456789aAxX \t\n")
    return (put(text, at, at + draw.randrange(2), piece),)


def character_gone(text: str, draw: Random) -> Spoilt:
    at = draw.randrange(len(text))
    return (put(text, at, at + 1, ""),)


def line_gone(text: str, draw: Random) -> Spoilt:
    lines = text.splitlines(keepends=True)
    del lines[draw.randrange(len(lines))]
    return ("".join(lines),)


MUTATIONS: tuple[Mutation, ...] = (
    every_line_end,
    one_line_end,
    hidden_for_a_blank,
    hidden_anywhere,
    hidden_beside_a_blank,
    token_gone,
    token_twice,
    tokens_swapped,
    token_of_elsewhere,
    token_from_elsewhere,
    foreign,
    another_sign,
    other_word,
    misspelt,
    blanks_gone,
    other_quotes,
    any_character,
    character_gone,
    line_gone,
)
