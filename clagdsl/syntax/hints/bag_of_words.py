"""Matches a line to a phrase by the senses of its words, in any order.

A sense is a meaning that several words share; a gist is the set of senses that identifies a phrase.

1. `parse_senses` maps each word (stemmed) or idiom of the line to a sense of the table: `never` has
  the sense `not`. Filler words are dropped.
2. `match_gist` accepts a gist if the line has every required sense, and no others except optional
  and light ones. A long gist tolerates one unknown word.
3. `best_phrase` chooses the gist with the most required senses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import SUIT_NAMES, SUIT_SIGNS
from clagdsl.lang.numerals import NUMERALS, ORDINALS
from clagdsl.syntax.hints.phrase_table import Gist, Phrase, Wording, lexicon, phrases
from clagdsl.syntax.hints.synonyms import RANK_WORDS

# Number of words in the longest idiom of the table.
LONGEST_SAYING: Final = 6
MIN_SENSES_FOR_UNKNOWN: Final = 3
"""The minimum number of senses that a gist must require to tolerate unknown words in a line."""
WORD: Final = re.compile(
    r"[^\W\d_]+(?:'[^\W\d_]+)?|(?:(?<![\w)])-)?\d+(?:st|nd|rd|th)?|[!<>]=|[^\w\s,.:;()!?\[\]{}'`]"
)
HYPHEN: Final = re.compile(r"(?<=\w)[-–](?=\w)|->|=>|→")
HUNDREDS: Final = re.compile(rf"\b({'|'.join(NUMERALS[1:10])}) hundred\b")
PLURAL_RANK: Final = re.compile(r"\b(10|[2-9])s\b")
ENDINGS: Final = (
    *(("'s", ""), ("s'", ""), ("s", ""), ("es", ""), ("ies", "y"), ("d", ""), ("ed", "")),
    *(("ing", ""), ("ing", "e"), ("er", ""), ("er", "e"), ("ning", "n"), ("nned", "n")),
    ("tting", "t"),
)
"""Inflections: the suffix of a word, and the corresponding suffix in the table."""
UNITS: Final = {
    ("#", "card"): "#cards",
    ("one", "card"): "#cards",
    ("deal", "#"): "#deal",
    ("#th", "deal"): "#deal",
    ("#th", "hand"): "#deal",
    ("minus", "#"): "#",
    ("lose", "#"): "#",
}
"""Senses of a pair of words: a number with its unit, or a number of lost points."""


ROUND_NUMBERS: Final = {
    **{"fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60},
    **{"hundred": 100, "thousand": 1000, "dozen": 12},
}
VALUES: Final = {"zero": "0", "one": "1"}
"""Numbers whose words can also mean something else: "nothing", "somebody"."""


@dataclass(frozen=True, slots=True)
class Sense:
    """A sense of a word; a number, rank or suit also has its value."""

    name: str
    value: str = ""


def parse_senses(text: str) -> list[Sense]:
    """Returns the senses of a line, without filler words."""
    plain = text.replace("’", "'").replace("−", "-")
    for pattern, replacement in NOTATIONS:
        plain = pattern.sub(replacement, plain)
    plain = HUNDREDS.sub(lambda each: f"{NUMERALS.index(each[1])}00", plain)
    plain = PLURAL_RANK.sub(lambda rank: f"{NUMERALS[int(rank[1])]}s", plain.lower())
    words = [stem(each) for each in WORD.findall(plain)]
    known = sayings()
    result: list[Sense] = []
    while words:
        for count in range(min(LONGEST_SAYING, len(words)), 0, -1):
            name = known.get(" ".join(words[:count])) or known.get(_short(words[:count]))
            if name is not None or count == 1:
                result.append(Sense(name, VALUES.get(name, "")) if name else value_of(words[0]))
                del words[:count]
                break
    return list(_with_units(_with_suits([each for each in result if each.name != "filler"])))


NOTATIONS: Final = (
    (re.compile(r"(?<=[a-z])(?=[A-Z])"), " "),  # `maxBid`
    (re.compile(r"(?<=[\s:])A(?=[ ,;]|$)"), "ace"),
    (re.compile(r"\+\+"), " plus 1"),
    (re.compile(r"//"), "/"),
    (re.compile(r"!(?=[\w(])"), " not "),
    (re.compile(r"=\s*(?:true|yes|on)\s*;?$", re.IGNORECASE), ""),
    (re.compile(r"=\s*(?:false|no|off)\s*;?$", re.IGNORECASE), " not"),
    (re.compile(r"^(\s*[A-Za-z][\w.]*)\s*:?=(?=\s*[A-Za-z(\[])"), r"\1 "),
    (HYPHEN, " "),
)
"""Notations of programs, each with its replacement by plain words."""


@cache
def sayings() -> Mapping[str, str]:
    """Returns the senses of the table's idioms by their stemmed words."""
    result = {}
    for saying, name in lexicon().sayings.items():
        words = list(map(stem, WORD.findall(HYPHEN.sub(" ", saying))))
        result[" ".join(words)] = name
        result.setdefault(_short(words), name)
    return result


def _short(words: list[str]) -> str:
    """Drops the articles of an idiom, unless it begins with one or only one word would be left."""
    short = [each for each in words if each not in ARTICLES]
    return " ".join(short if len(short) > 1 and short[0] == words[0] else words)


ARTICLES: Final = frozenset({"the", "a", "an", "of"})


@lru_cache(maxsize=10_000)
def stem(word: str) -> str:
    """Returns the form of a word that is in the table, or else the word itself."""
    vocabulary = lexicon().words
    forms = [word]
    forms += [word.removesuffix(end) + new for end, new in ENDINGS if word.endswith(end)]
    return next((each for each in forms if each in vocabulary or value_of(each).value), forms[-1])


def value_of(word: str) -> Sense:
    """Returns the sense of a number, rank or suit; any other word is its own sense."""
    if word.lstrip("-").isdecimal() or word in NUMERALS:
        return Sense("#", str(NUMERALS.index(word)) if word in NUMERALS else word)
    if word in ROUND_NUMBERS:
        return Sense("#", str(ROUND_NUMBERS[word]))
    if word in ORDINALS or word[:1].isdecimal():
        return Sense("#th", word[:-2] if word[:1].isdecimal() else str(ORDINALS.index(word) + 1))
    if word in SUITS:
        return Sense("#suit", SUITS[word])
    return Sense("#rank", RANK_WORDS[word]) if word in RANK_WORDS else Sense(word)


SUITS: Final[Mapping[str, str]] = {
    **{name: name for name in SUIT_NAMES.values()},
    **{name.removesuffix("s"): name for name in SUIT_NAMES.values()},
    **{sign: SUIT_NAMES[suit] for suit, sign in SUIT_SIGNS.items()},
    **{name[0]: name for name in SUIT_NAMES.values()},
}


def _with_suits(line: list[Sense]) -> list[Sense]:
    """Returns a line in which several suits ("no trump" included) form one list."""
    if sum(each.name == "#suit" for each in line) < 2:
        return line
    listed = [each.value or "none" for each in line if each.name in ("#suit", "none")]
    rest = [each for each in line if each.name not in ("#suit", "none")]
    return [*rest, Sense("#suits", " ".join(dict.fromkeys(listed)))]


def _with_units(line: list[Sense]) -> Iterator[Sense]:
    """Yields the senses of a line with each number and its unit merged."""
    index = 0
    while index < len(line):
        pair = line[index : index + 2]
        unit = UNITS.get((pair[0].name, pair[-1].name))
        if unit == "#deal" and line[index + 2 : index + 3] == [Sense("card")]:
            unit = None  # as in `deals of 7 cards`
        if unit == "#" and index and line[index - 1].name == "card":
            unit = None  # as in `cards - 1`
        lost = "-" * (pair[0].name in ("minus", "lose"))
        value = lost + (pair[0].value or pair[-1].value)
        yield pair[0] if unit is None else Sense(unit, value)
        index += 1 if unit is None else 2


def match_gist(gist: Gist, line: list[Sense], *, replaces: bool) -> list[str] | None:
    """Returns the values that a gist captures from a line; None if it does not match.

    A light sense is allowed in any line, even if the gist does not name it. A gist that requires at
    least three senses also tolerates unknown words, if there are fewer of them than of its senses.
    `replaces` is True if the phrase has a line to write in place of this one.
    """
    rest = list(line)
    values = []
    begin = 0
    for names in gist.needed:
        index = next((n for n in range(begin, len(rest)) if rest[n].name in names), None)
        if index is None:
            return None
        sense = rest.pop(index)
        if names[0][0] == "#":
            values.append(sense.value)
        if gist.ordered:
            begin = index
    twice = (name for names in gist.needed for name in names if name[0] != "#")
    allowed = {*gist.optional, *lexicon().light, *(() if gist.ordered else twice)}
    extra = [each.name for each in rest if each.name not in allowed]
    unknown = [each for each in extra if each not in lexicon().senses and each.isalpha()]
    most = len(gist.needed) - 1 if len(gist.needed) >= MIN_SENSES_FOR_UNKNOWN else 0
    fits = len(extra) == len(unknown) <= most
    if "*" in allowed:  # a line to write in its place must not drop a number, rank or suit
        fits = not (replaces and any(name[0] == "#" for name in extra))
    return values if fits and all(each.name not in gist.forbidden for each in rest) else None


def best_phrase(text: str) -> tuple[Phrase, list[Wording]] | None:
    """Returns the phrase that matches a line best, with its readings, or None.

    If the line names a number of cards that the phrase does not use, the readings are limited to
    deals with that number.
    """
    best = _best_phrase(text)
    if best is not None and (best[0].kind != "means" or any("cards" in w.text for w in best[1])):
        return best
    rest, condition = split_size(text.lower())
    limited = _best_phrase(rest.replace(SIZE_MARK, " ")) if condition else None
    if limited is not None and limited[0].kind == "means":
        made = [_in_deals(each, condition) for each in limited[1]]
        if all(made):
            return limited[0], [Wording(each) for each in made]
    return best


SIZE_MARK: Final = "\0"


def split_size(text: str) -> tuple[str, str]:
    """Splits off the part of a text that limits it to deals with some number of cards.

    Returns the text with `SIZE_MARK` in place of that part, and the part as a condition (or "").
    """
    for pattern in IN_DEALS:
        match = pattern.search(text)
        if match is not None:
            more, size, behind = match.groups()
            number = NUMERALS.index(size) if size in NUMERALS else 1 if "single" in size else size
            sign = SIGNS.get(behind or more or "", "=")
            rest = f"{text[: match.start()]}{SIZE_MARK}{text[match.end() :]}"
            return rest, f"cards {sign} {number}"
    return text, ""


SIGNS: Final = {
    **{"more than": ">", "fewer than": "<", "less than": "<", "over": ">", "under": "<"},
    **{"at least": ">=", "at most": "<=", "up to": "<=", "or more": ">=", "or fewer": "<="},
    **{"or less": "<=", ">": ">", "<": "<", ">=": ">=", "<=": "<="},
}
NUMBER: Final = rf"\d+|(?:a )?single|{'|'.join(NUMERALS[1:])}"
IN_DEALS: Final = (
    re.compile(
        r"\b(?:when|if|in|on|at|for|with)\b(?:(?!\b(?:when|if|in|on|at|for|with)\b)[^,;])*?"
        r"\b(?:(more than|fewer than|less than|over|under|at least|at most|up to|only|just) )?"
        rf"({NUMBER})[- ]cards?(?: deals?| hands?| rounds?| each)?"
        r"(?: (or more|or fewer|or less))?\b"
    ),
    re.compile(rf"\b(?:when|if) cards?\s*(>=|<=|>|<|==?)\s*({NUMBER})()\W*"),
)
"""Patterns of a limitation to deals with some number of cards."""
DEFAULTS: Final = (
    (("each bid keeps ", "last bid keeps "), "free"),
    (("lead ",), "eldest"),
    (("trump ",), "turned"),
    (("sight ",), "before bids"),
    (("follow ",), "suit, else anything"),
)
"""The rule for all other deals, by the beginnings of clauses."""


def _in_deals(wording: Wording, condition: str) -> str:
    """Returns a clause limited to some deals, or an empty string if it already has a condition."""
    heads = (other for begins, other in DEFAULTS if wording.text.startswith(begins))
    other = next(heads, "")
    if not other or " when " in wording.text or " play " in wording.text:
        return ""
    return f"{wording.text} when {condition}, otherwise {other}"


def _best_phrase(text: str) -> tuple[Phrase, list[Wording]] | None:
    """Returns the phrase that matches the whole line best, with its readings, or None."""
    line = parse_senses(text)
    names = {each.name for each in line}
    best, most = None, 0
    for phrase in phrases():
        for gist in phrase.gists:
            fits = len(gist.needed) > most and all(map(names.intersection, gist.needed))
            values = match_gist(gist, line, replaces=phrase.kind == "means") if fits else None
            match = None if values is None else _match(values)
            if match is not None:
                made = [Wording(each.made(match), each.case) for each in phrase.meanings]
                if any(loses_words(line, gist, each.text) for each in made):
                    continue
                best, most = (phrase, made), len(gist.needed)
    return best


def loses_words(line: list[Sense], gist: Gist, made: str) -> bool:
    """Returns whether a made line lacks words of the language that a line has and a gist does not
    name.
    """
    named = {name for names in gist.needed for name in names} | gist.optional | lexicon().light
    extra = {each.name for each in line if each.name in language_senses()} - named
    return not extra <= {each.name for each in parse_senses(made)}


@cache
def language_senses() -> frozenset[str]:
    """Returns the senses of the words of the language, except those of any sentence."""
    texts = [each.syntax for aspect in TABLE.values() for each in aspect.policies]
    words = {word for text in texts for word in text.split() if word.islower() and word.isalpha()}
    return frozenset(each.name for word in words for each in parse_senses(word))


def _match(values: list[str]) -> re.Match[str] | None:
    """Returns a match object with one group per captured text, as `Wording.made` requires."""
    return re.fullmatch("\n".join(["(.*)"] * len(values)), "\n".join(values))
