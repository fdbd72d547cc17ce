"""Reads the file phrases.txt: what card players write, and what to write in Clag instead.

The table has a paragraph for each phrase.  Its lines begin with one of these words, and go on in
lines that begin with two blanks.

    in        the first words of the clauses in which the patterns below are looked for, or `any`;
              `talk` are clauses that look like sentences, not like lines of a rules file
    said      a pattern; a phrase may have several
    gist      the senses of the words of a line that means this, in any order, but for `...` in this
              one; behind `;` those that may be there or not, `*` for any, and with `-` those that
              may not be there.  `a/b` is
              one of two, `#` a number, `#cards` one of cards, `#deal` that of a deal, `#th` an
              ordinal, `suit`, `suits` and `rank` what they say; `means` has these as captured texts
    sense     `sense not = no, never`: words that have one sense; those of `filler` mean nothing
    light     senses that may be in any line
    means     the text that means the same; several if the phrase can have meant several things
    case      when it means the text above
    wrong     what is wrong, if more than that Clag has other words for it
    beside    the phrase is reported only together with another one: alone it is another problem
    instead   what to write elsewhere, of a phrase that is not one clause
    cannot    that the language cannot say this, and what to do instead
    outside   what holds of the games that the language is for, unlike of this phrase (S151)
    topic     what there is to say about a subject, for what no phrase above fits
    not-yet   the name of a rule in the module not_yet of problems, which has both texts
    line      an example, as players write it
    becomes   the line that is suggested for the example, if `means` is not the whole line; one
              for each `means`

A pattern is a regular expression with four changes: a blank stands for any blanks and `~` for
blanks or nothing; a group is captured only between `<` and `>`; and `{NAME}` stands for the part
of that name at the top of the table.  Of `instead`, `cannot` and `not-yet` the captured text is
what the message points at.  In `means`, `{word 1 2}` is the function `word` of the module rewrites
called with the captured texts 1 and 2, and bars keep the blanks at the ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

from clagdsl.lang.identifiers import STATEMENTS
from clagdsl.lang.numerals import NUMERALS
from clagdsl.problems import unsupported
from clagdsl.problems.unsupported import UnsupportedRule
from clagdsl.syntax.hints.rewrites import REWRITES
from clagdsl.syntax.token import CLAUSES

PhraseKind: TypeAlias = Literal["means", "instead", "cannot", "not-yet", "outside", "topic"]


@dataclass(frozen=True, slots=True)
class Wording:
    """A text that means the same as a phrase, and when it does."""

    text: str
    case: str = ""

    @property
    def replacement(self) -> str | Callable[[re.Match[str]], str]:
        """What `re.sub` puts in the place of the phrase."""
        return self.made if "{" in self.text else self.text

    def made(self, match: re.Match[str]) -> str:
        """Returns the text with what a match captured; the match itself if a function refuses it."""
        pieces = CALL.split(self.text)
        result = match.expand(pieces[0])
        for name, groups, literal in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
            value = REWRITES[name](*(match[int(each)] for each in groups.split()))
            if value is None:
                return match[0]
            result += value + match.expand(literal)
        return result


CALL: Final = re.compile(r"\{([a-z_]+)((?: [0-9])+)\}")


@dataclass(frozen=True, slots=True)
class Example:
    """A line as players write it, with the lines that are suggested for it."""

    line: str
    becomes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gist:
    """The senses of a line."""

    needed: tuple[tuple[str, ...], ...]
    optional: frozenset[str]
    forbidden: frozenset[str]
    ordered: bool


@dataclass(frozen=True, slots=True)
class Phrase:
    """A paragraph of the table."""

    heads: frozenset[str]
    patterns: tuple[str, ...]
    gists: tuple[Gist, ...]
    kind: PhraseKind
    meanings: tuple[Wording, ...]
    message: str
    help: str
    only_with_others: bool
    examples: tuple[Example, ...]


def heads_of(clause: str) -> frozenset[str]:
    """Returns the heads of the phrases that are looked for in a clause."""
    word = clause.split(None, 1)[0].rstrip(":").lower()
    return frozenset({word} if STRICT_SYNTAX.search(clause) else {word, "talk"})


def is_sentence(clause: str) -> bool:
    """Returns whether a clause may be a sentence, and not a line of a rules file."""
    words = WORD.findall(clause.lower())
    if len(words) < FEWEST_WORDS or STRICT_SYNTAX.search(clause) or RULE_MARKERS.search(clause):
        return False
    if is_declaration(words):
        return False
    is_rule = words[0] in STATEMENTS or words[0] in CLAUSES
    counts = words[0] in ("deal", "play") and words[1].isdecimal()
    # a capital `A` is an ace
    return not is_rule or counts or not PROSE_WORDS.isdisjoint(WORD.findall(clause))


def is_declaration(words: Sequence[str]) -> bool:
    """Returns whether a line may declare or change a deal."""
    continuations = {*CLAUSES, "as", "is", "with"}
    return words[0].lower() in ("deal", "twist", "change") and not continuations.isdisjoint(
        words[2:3]
    )


FEWEST_WORDS: Final = 3
STRICT_SYNTAX: Final = re.compile(
    r"[\"“]|^(?:clag|source|param|let|example)\b"
    r"|^(?:deal|twist|change|special) \w+ (?:as|is)\b",
    re.IGNORECASE,
)
RULE_MARKERS: Final = re.compile(
    r"[:=()|*\n]|\.\.|\bthen may\b|\b(?:10|[2-9AKQJT])[CDHS♣♦♥♠]"
    r"|^(?:then|repeat|change)\b|\b(?:keeps|otherwise)\b"
)
"""What a line has that is meant as one of a rules file."""
WORD: Final = re.compile(r"[\w'’]+")
PROSE_WORDS: Final = frozenset(
    (
        *("leads", "plays", "passes", "player", "than", "more", "less", "per", "number"),
        *("a", "an", "are", "be", "been", "can", "can't", "cannot", "does", "don't", "every"),
        *("everybody", "everyone", "get", "gets", "goes", "has", "have", "if", "is", "it", "its"),
        *(
            "may",
            "must",
            "nobody",
            "should",
            "someone",
            "that",
            "the",
            "their",
            "them",
            "there",
            "they",
        ),
        *("unless", "which", "who", "whoever", "will", "you", "your", "we"),
    )
)
"""Words of sentences, which are none of the language."""


@cache
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Returns the regular expression of a pattern of the table."""
    return re.compile(TOKEN.sub(lambda match: _translate_token(match[0]), pattern), re.IGNORECASE)


TOKEN: Final = re.compile(r"\\.|\[\^?[^\]]*\]|\(\?<?[=!]|\(\?-i:|[(<>~ ]")
SIGNS: Final = {"(": "(?:", "<": "(", ">": ")", "~": r"\s*", " ": r"\s+", r"\<": "<", r"\>": ">"}


def _translate_token(token: str) -> str:
    return token.replace(" ", r"\s") if token[0] == "[" else SIGNS.get(token, token)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of the table by their senses."""

    sayings: Mapping[str, str]
    words: frozenset[str]
    senses: frozenset[str]
    light: frozenset[str]


@cache
def lexicon() -> Lexicon:
    """Returns the senses of words, and all words that the table knows."""
    sayings: dict[str, str] = {}
    light: frozenset[str] = frozenset()
    for paragraph in _table():
        for key, value in paragraph:
            if key == "light":
                light = frozenset(value.split())
            elif key == "sense":
                name, _, synonyms = value.partition(" = ")
                sayings |= dict.fromkeys(synonyms.split(", "), name)
    named = frozenset(
        name
        for phrase in phrases()
        for gist in phrase.gists
        for names in (*gist.needed, gist.optional)
        for name in names
    )
    words = frozenset(each for each in sayings if " " not in each)
    return Lexicon(sayings, words | named, named.union(sayings.values()), light)


def _gist(text: str) -> Gist:
    """Returns a gist of the table."""
    needed, _, other = text.partition(";")
    names = other.split()
    return Gist(
        tuple(tuple(each.split("/")) for each in needed.split() if each != "..."),
        frozenset(each for each in names if each[0] != "-"),
        frozenset(each[1:] for each in names if each[0] == "-"),
        "..." in needed,
    )


@cache
def _table() -> tuple[list[tuple[str, str]], ...]:
    """Returns the paragraphs of the table."""
    return tuple(_paragraphs(files(__package__).joinpath("phrases.txt").read_text("utf-8")))


@cache
def phrases() -> tuple[Phrase, ...]:
    """Returns the phrases of the table, in its order, which is the order of looking them up."""
    parts = {"NUMERAL": f"({'|'.join(NUMERALS)})"}
    heads: frozenset[str] = frozenset()
    result = []
    for paragraph in _table():
        for key, value in paragraph:
            if key.isupper():
                parts[key] = _expand_parts(value.removeprefix("= "), parts)
            elif key == "in":
                heads = frozenset(_expand_parts(value, parts).split() if value != "any" else ())
        if any(key in ("said", "gist") for key, _ in paragraph):
            result.append(_phrase(heads, parts, [each for each in paragraph if each[0] != "in"]))
    return tuple(result)


def _phrase(
    heads: frozenset[str], parts: Mapping[str, str], paragraph: Sequence[tuple[str, str]]
) -> Phrase:
    patterns: list[str] = []
    gists: list[Gist] = []
    meanings: list[Wording] = []
    examples: list[Example] = []
    kind: PhraseKind = "means"
    message, help, only_with_others = "", "", False
    for key, value in paragraph:
        match key:
            case "said":
                patterns.append(_expand_parts(value, parts))
            case "gist":
                gists.append(_gist(value))
            case "means":
                meanings.append(Wording(value.removeprefix("|").removesuffix("|")))
            case "case":
                meanings[-1] = Wording(meanings[-1].text, value)
            case "wrong":
                message = value
            case "beside":
                only_with_others = True
            case "instead" | "cannot" | "outside" | "topic":
                kind, help = key, value
            case "not-yet":
                rule: UnsupportedRule = getattr(unsupported, value)
                kind, message, help = key, rule.message, rule.help
            case "line":
                examples.append(Example(value, ()))
            case "becomes":
                examples[-1] = Example(examples[-1].line, (*examples[-1].becomes, value))
            case _:
                raise ValueError(f"no line of the table begins with {key}")
    return Phrase(
        heads,
        tuple(patterns),
        tuple(gists),
        kind,
        tuple(meanings),
        message,
        help,
        only_with_others,
        tuple(examples),
    )


def _expand_parts(text: str, parts: Mapping[str, str]) -> str:
    """Returns a pattern with its named parts in their places."""
    return PART.sub(lambda match: parts[match[1]], text)


PART: Final = re.compile(r"\{([A-Z_]+)\}")


def _paragraphs(text: str) -> Iterator[list[tuple[str, str]]]:
    """Yields the paragraphs of the table: the first word of each line, and the rest."""
    for block in text.split("\n\n"):
        paragraph: list[tuple[str, str]] = []
        for line in block.splitlines():
            if line.startswith("  "):
                key, value = paragraph[-1]
                separator = "" if key == "said" or key.isupper() else " "
                paragraph[-1] = (key, value + separator + line[2:])
            elif line and not line.startswith("#"):
                key, _, value = line.partition(" ")
                paragraph.append((key, value))
        yield paragraph
