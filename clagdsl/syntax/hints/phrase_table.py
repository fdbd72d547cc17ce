"""Reads the table phrases.txt: phrases of card players with the Clag for them, and topics.

Each paragraph of the table is one phrase or one topic. Its lines begin with one of the keywords
below; continuation lines begin with two spaces.

Of a phrase:

    `in`       The first words of the clauses that the patterns below are tried on, or `any`.
               `talk` are clauses that look like sentences, not like lines of a rules file.
    `said`     A pattern; a phrase may have several.
    `means`    The Clag text; several if the phrase has several possible meanings.
    `case`     The condition under which the phrase has the meaning above.
    `wrong`    The message, unless the phrase is merely worded differently in Clag.
    `beside`   The phrase is reported only together with another; alone it is a different problem.
    `fact`     What is true of the language in this respect, for a phrase without `means`.
    `not-yet`  The name of a rule in `clagdsl.problems.unsupported`, which has message and help.
    `line`     An example, as players write it.
    `becomes`  The suggested line for the example, if `means` is not the whole line. One for each
               `means`.

Of a topic (see `topics`):

    `topic`    A fact about the language, or the beginning of a sentence that lists forms.
    `of`       Beginnings of clauses that are certainly about it, separated by commas.
    `about`    Words of lines that are about it, in groups with their weight: `3 hook; 1 last bid`.
    `forms`    The keyword of an aspect whose named values are listed.
    `form`     A further form, and after a bar what it means.
    `line`     An example.

INVARIANT: a phrase with `means` keeps everything of the clause. Its patterns have no wildcard
outside of a captured group, and each captured group is in every meaning. A topic has no meaning.
The reader refuses a table that breaks this.

A pattern is a regular expression with these changes. A space matches any whitespace, and `~`
matches optional whitespace. Only `<` and `>` capture a group. `{NAME}` inserts the part with that
name from the top of the table. For `fact` and `not-yet`, the captured text is the place of the
report. In `means`, `{word 1 2}` calls the function `word` of `rewrites` with the captured texts 1
and 2, and bars keep spaces at the ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

from clagdsl.lang.aspects import TABLE
from clagdsl.lang.identifiers import STATEMENTS
from clagdsl.lang.numerals import NUMERALS
from clagdsl.problems import unsupported
from clagdsl.problems.unsupported import UnsupportedRule
from clagdsl.syntax.hints.rewrites import REWRITES
from clagdsl.syntax.token import CLAUSES

PhraseKind: TypeAlias = Literal["means", "fact", "not-yet"]


@dataclass(frozen=True, slots=True)
class Wording:
    """A replacement for a phrase, and the case in which it applies."""

    text: str
    case: str = ""
    is_whole: bool = True
    """False if another clause has to be changed as well, as the case says."""

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
class Phrase:
    """A paragraph of the table."""

    heads: frozenset[str]
    patterns: tuple[str, ...]
    kind: PhraseKind
    meanings: tuple[Wording, ...]
    message: str
    help: str
    only_with_others: bool
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a clause or statement, with its meaning."""

    syntax: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Topic:
    """A clause, a statement or a fact, with the words by which lines about it are recognised."""

    text: str
    heads: tuple[str, ...]
    weights: Mapping[str, int]
    forms: tuple[Form, ...]
    examples: tuple[str, ...]

    def heads_length(self, clause: str) -> int:
        """Returns the length of the head with which a clause begins; 0 if it has another one."""
        words = [*clause.lower().replace(":", " ").split()]
        lengths = (len(each) for each in self.heads if words[: each.count(" ") + 1] == each.split())
        return max(lengths, default=0)


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
        if any(key == "said" for key, _ in paragraph):
            result.append(
                read_phrase(heads, parts, [each for each in paragraph if each[0] != "in"])
            )
    return tuple(result)


def read_phrase(
    heads: frozenset[str], parts: Mapping[str, str], paragraph: Sequence[tuple[str, str]]
) -> Phrase:
    """Returns the phrase that a paragraph of the table defines."""
    patterns: list[str] = []
    meanings: list[Wording] = []
    examples: list[Example] = []
    kind: PhraseKind = "means"
    message, help, only_with_others = "", "", False
    for key, value in paragraph:
        match key:
            case "said":
                patterns.append(_expand_parts(value, parts))
            case "means":
                meanings.append(Wording(value.removeprefix("|").removesuffix("|")))
            case "case":
                meanings[-1] = Wording(meanings[-1].text, value)
            case "wrong":
                message = value
            case "beside":
                only_with_others = True
            case "fact":
                kind, help = key, value
            case "not-yet":
                rule: UnsupportedRule = getattr(unsupported, value)
                kind, message, help = key, rule.message, rule.help
            case "line":
                examples.append(Example(value, ()))
            case "becomes":
                examples[-1] = Example(examples[-1].line, (*examples[-1].becomes, value))
            case _:
                raise ValueError(f"no line of a phrase begins with {key}")
    _check_meanings(patterns, meanings, kind)
    return Phrase(
        heads,
        tuple(patterns),
        kind,
        tuple(meanings),
        message,
        help,
        only_with_others,
        tuple(examples),
    )


def _check_meanings(patterns: Sequence[str], meanings: Sequence[Wording], kind: PhraseKind) -> None:
    """Raises an error unless a phrase has either a fact or meanings that keep all of a clause."""
    if bool(meanings) != (kind == "means"):
        raise ValueError(f"a phrase has meanings or a fact: {patterns}")
    for pattern in patterns if meanings else ():
        _check_that_nothing_is_lost(pattern, meanings)


def _check_that_nothing_is_lost(pattern: str, meanings: Sequence[Wording]) -> None:
    """Raises an error if a pattern with meanings matches free text that a meaning leaves out."""
    groups: list[int | None] = []
    """The number of each open group that captures text; 0 for one that does not, None for one that
    only looks ahead or back."""
    count = 0
    for match in PATTERN_PART.finditer(pattern):
        part = match[0]
        if part == "<":
            count += 1
            groups.append(count)
        elif part[0] == "(":
            groups.append(None if part[:2] == "(?" and part != "(?-i:" else 0)
        elif part in (")", ">"):
            groups.pop()
        elif part in FREE_TEXT or part[:2] == "[^":
            kept = (n for n in (0, *filter(None, groups)) if is_in_all(n, meanings))
            if None in groups or any(True for _ in kept):
                continue
            raise ValueError(f"a phrase with a meaning loses what its pattern matches: {pattern}")
    for number in range(1, count + 1):
        if not is_in_all(number, meanings):
            raise ValueError(f"a phrase with a meaning loses its group {number}: {pattern}")


def is_in_all(number: int, meanings: Sequence[Wording]) -> bool:
    """Returns whether all meanings contain the text of a captured group; 0 is the whole match."""
    used = ({*map(int, GROUP_NUMBER.findall(each.text))} for each in meanings)
    return all(number in each or 0 in each for each in used)


GROUP_NUMBER: Final = re.compile(r"(?<=\\)[0-9]|(?<=\\g<)[0-9]|(?<= )[0-9](?=[ 0-9]*\})")


PATTERN_PART: Final = re.compile(r"\\.|\[\^?[^\]]*\]|\(\?<?[=!]|\(\?-i:|[()<>.]")
FREE_TEXT: Final = frozenset({".", r"\w", r"\W", r"\S", r"\D"})
"""The parts of patterns that match any text."""


@cache
def topics() -> tuple[Topic, ...]:
    """Returns the topics of the table."""
    return tuple(
        read_topic(paragraph)
        for paragraph in _table()
        if any(key == "topic" for key, _ in paragraph)
    )


def read_topic(paragraph: Sequence[tuple[str, str]]) -> Topic:
    """Returns the topic that a paragraph of the table defines."""
    text = ""
    heads: tuple[str, ...] = ()
    weights: dict[str, int] = {}
    forms: list[Form] = []
    examples = []
    for key, value in paragraph:
        match key:
            case "topic":
                text = value
            case "of":
                heads = tuple(value.split(", "))
            case "about":
                for group in value.split("; "):
                    weight, *words = group.split()
                    weights |= dict.fromkeys(words, int(weight))
            case "forms":
                forms += _forms_of_aspect(value)
            case "form":
                syntax, _, meaning = value.partition(" | ")
                forms.append(Form(syntax, meaning))
            case "line":
                examples.append(value)
            case _:
                raise ValueError(f"a topic has no {key}, since a line may mean anything about it")
    return Topic(text, heads, weights, tuple(forms), tuple(examples))


def _forms_of_aspect(keyword: str) -> list[Form]:
    """Returns the named values of an aspect that have no part to be filled in."""
    aspect = next(each for each in TABLE.values() if each.keyword == keyword)
    return [
        Form(f"{keyword} {each.syntax}", each.label)
        for each in aspect.policies
        if "{" not in each.label
        and each.syntax != each.syntax.upper()
        and "CONDITION" not in each.syntax
    ]


@cache
def clauses_by_words() -> Mapping[tuple[str, ...], str]:
    """Returns the clauses that consist of two words or more, by their words in alphabetical order.

    In other orders, `sight before bids` and `sight after bids` would be confused.
    """
    clauses: dict[tuple[str, ...], set[str]] = {}
    for aspect in TABLE.values():
        for form in _forms_of_aspect(aspect.keyword):
            words = form.syntax.split()
            if all(map(str.isalpha, words)) and AMBIGUOUS_ORDER.isdisjoint(words):
                clauses.setdefault(tuple(sorted(words)), set()).add(form.syntax)
    return {words: min(texts) for words, texts in clauses.items() if len(texts) == 1}


AMBIGUOUS_ORDER: Final = frozenset({"before", "after"})


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
