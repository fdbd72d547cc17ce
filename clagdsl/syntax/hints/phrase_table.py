"""Reads the table phrases.txt: phrases of card players, and the Clag for them.

Each paragraph of the table is one phrase. Its lines begin with one of the keywords below;
continuation lines begin with two spaces.

    `in`       The first words of the clauses that the patterns below are tried on, or `any`.
               `talk` are clauses that look like sentences, not like lines of a rules file.
    `said`     A pattern; a phrase may have several.
    `gist`     The senses of a line with this meaning, in any order, or in this order with `...`.
               After `;` come optional senses (`*` for any) and, with `-`, forbidden ones.
               `a/b` is one of two senses. `#` is a number, `#cards` a number of cards, `#deal`
               the number of a deal, `#th` an ordinal. `#suit`, `#suits` and `#rank` are suits
               and ranks. The values of these are the captured texts of `means`.
    `about`    The senses of a topic with their weights; the topic with the highest sum is reported.
    `sense`    `sense not = no, never`: words with one sense. Words of `filler` have no meaning.
    `spelling` `spelling score PATTERN => TEXT`: a replacement in lines that may be a score; also
               for a `limit` on bids and a `trump`.
    `light`    Senses that may occur in any line.
    `means`    The Clag text; several if the phrase has several possible meanings.
    `case`     The condition under which the phrase has the meaning above.
    `wrong`    The message, unless the phrase is merely worded differently in Clag.
    `beside`   The phrase is reported only together with another; alone it is a different problem.
    `instead`  Where and what to write, for a phrase that is not a single clause.
    `cannot`   The language cannot express this; what to do instead.
    `outside`  A fact about the games in scope that this phrase contradicts (S151).
    `topic`    Advice on a subject, if no other phrase matches.
    `not-yet`  The name of a rule in `clagdsl.problems.unsupported`, which has message and help.
    `line`     An example, as players write it.
    `becomes`  The suggested line for the example, if `means` is not the whole line. One for each
               `means`.

A pattern is a regular expression with these changes. A space matches any whitespace, and `~`
matches optional whitespace. Only `<` and `>` capture a group. `{NAME}` inserts the part with that
name from the top of the table. For `instead`, `cannot` and `not-yet`, the captured text is the
place of the report. In `means`, `{word 1 2}` calls the function `word` of `rewrites` with the
captured texts 1 and 2, and bars keep spaces at the ends.
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
    """A replacement for a phrase, and the case in which it applies."""

    text: str
    case: str = ""

    @property
    def replacement(self) -> str | Callable[[re.Match[str]], str]:
        """The replacement for `re.sub`: a text, or a function if it contains calls."""
        return self.made if "{" in self.text else self.text

    def made(self, match: re.Match[str]) -> str:
        """Returns the replacement for a match, or the matched text if a function rejects it."""
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
    """A line as players write it, with the suggested lines."""

    line: str
    becomes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gist:
    """The senses that a line must, may and must not have."""

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
    weights: Mapping[str, int]


def heads_of(clause: str) -> frozenset[str]:
    """Returns the heads by which phrases are selected for a clause."""
    word = clause.split(None, 1)[0].rstrip(":").lower()
    return frozenset({word} if STRICT_SYNTAX.search(clause) else {word, "talk"})


def is_sentence(clause: str) -> bool:
    """Returns whether a clause looks like an English sentence rather than a line of
    a rules file.
    """
    words = WORD.findall(clause.lower())
    if len(words) < FEWEST_WORDS or STRICT_SYNTAX.search(clause) or RULE_MARKERS.search(clause):
        return False
    if is_declaration(words):
        return False
    is_rule = words[0] in STATEMENTS or words[0] in CLAUSES
    counts = words[0] in ("deal", "play") and words[1].isdecimal()
    # not lower-cased: a capital `A` is an ace
    return not is_rule or counts or not PROSE_WORDS.isdisjoint(WORD.findall(clause))


def is_declaration(words: Sequence[str]) -> bool:
    """Returns whether a line appears to declare or change a deal or twist."""
    continuations = {*CLAUSES, "as", "is", "with"}
    return words[0].lower() in ("deal", "twist", "change") and not continuations.isdisjoint(
        words[2:3]
    )


# Words of the shortest line that may be a sentence.
FEWEST_WORDS: Final = 3
STRICT_SYNTAX: Final = re.compile(
    r"[\"“]|^(?:clag|source|param|let|example)\b"
    r"|^(?:deal|twist|change|special)(?: \w+){1,2} (?:as|is)\b",
    re.IGNORECASE,
)
RULE_MARKERS: Final = re.compile(
    r"[:=()|*\n]|\.\.|\bthen may\b|\b(?:10|[2-9AKQJT])[CDHS♣♦♥♠]"
    r"|^(?:then|repeat|change)\b|\b(?:keeps|otherwise)\b"
)
"""Signs that a line is meant as Clag."""
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
"""Words of English sentences that are not keywords."""


@cache
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Returns the compiled regular expression for a pattern of the table."""
    return re.compile(TOKEN.sub(lambda match: _translate_token(match[0]), pattern), re.IGNORECASE)


TOKEN: Final = re.compile(r"\\.|\[\^?[^\]]*\]|\(\?<?[=!]|\(\?-i:|[(<>~ ]")
SIGNS: Final = {"(": "(?:", "<": "(", ">": ")", "~": r"\s*", " ": r"\s+", r"\<": "<", r"\>": ">"}


def _translate_token(token: str) -> str:
    return token.replace(" ", r"\s") if token[0] == "[" else SIGNS.get(token, token)


Subject: TypeAlias = Literal["score", "limit", "trump"]


def respell(text: str, subject: Subject) -> str:
    """Replaces the spellings of a subject in a line with those that its reader knows."""
    for pattern, replacement in _spellings(subject):
        text = pattern.sub(replacement, text)
    return text


@cache
def _spellings(subject: Subject) -> list[tuple[re.Pattern[str], str]]:
    """Returns the spellings of a subject, in the order of the table, with their replacements."""
    lines = [value for paragraph in _table() for key, value in paragraph if key == "spelling"]
    named = (each.partition(" ")[::2] for each in lines)
    pairs = (rest.split(" =>") for name, rest in named if name == subject)
    return [(compile_pattern(pattern), f"{text} ") for pattern, text in pairs]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The vocabulary of the table: senses by phrase, known words, all senses, light senses."""

    sayings: Mapping[str, str]
    words: frozenset[str]
    senses: frozenset[str]
    light: frozenset[str]


@cache
def lexicon() -> Lexicon:
    """Returns the vocabulary of the table."""
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
    subjects = {name for phrase in phrases() for name in phrase.weights}
    return Lexicon(sayings, words | named | subjects, named.union(sayings.values()), light)


def _gist(text: str) -> Gist:
    """Returns the gist that a line of the table defines."""
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
    """Returns the paragraphs of the table, read once."""
    return tuple(_paragraphs(files(__package__).joinpath("phrases.txt").read_text("utf-8")))


@cache
def phrases() -> tuple[Phrase, ...]:
    """Returns the phrases of the table in the order in which they are tried."""
    parts = {"NUMERAL": f"({'|'.join(NUMERALS)})"}
    heads: frozenset[str] = frozenset()
    result = []
    for paragraph in _table():
        for key, value in paragraph:
            if key.isupper():
                parts[key] = _expand_parts(value.removeprefix("= "), parts)
            elif key == "in":
                heads = frozenset(_expand_parts(value, parts).split() if value != "any" else ())
        if any(key in ("said", "gist", "about") for key, _ in paragraph):
            result.append(_phrase(heads, parts, [each for each in paragraph if each[0] != "in"]))
    return tuple(result)


def _phrase(
    heads: frozenset[str], parts: Mapping[str, str], paragraph: Sequence[tuple[str, str]]
) -> Phrase:
    patterns: list[str] = []
    gists: list[Gist] = []
    meanings: list[Wording] = []
    examples: list[Example] = []
    pairs = (each.split(":") for each in dict(paragraph).get("about", "").split())
    kind: PhraseKind = "means"
    message, help, only_with_others = "", "", False
    for key, value in (each for each in paragraph if each[0] != "about"):
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
        {name: int(weight) for name, weight in pairs},
    )


def _expand_parts(text: str, parts: Mapping[str, str]) -> str:
    """Returns a pattern with its named parts inserted."""
    return PART.sub(lambda match: parts[match[1]], text)


PART: Final = re.compile(r"\{([A-Z_]+)\}")


def _paragraphs(text: str) -> Iterator[list[tuple[str, str]]]:
    """Yields the paragraphs of the table; each line is a pair of its keyword and the rest."""
    for block in text.split("\n\n"):
        paragraph: list[tuple[str, str]] = []
        for line in block.splitlines():
            if line.startswith("  "):
                key, value = paragraph[-1]
                separator = "" if key in ("said", "spelling") or key.isupper() else " "
                paragraph[-1] = (key, value + separator + line[2:])
            elif line and not line.startswith("#"):
                key, _, value = line.partition(" ")
                paragraph.append((key, value))
        yield paragraph
