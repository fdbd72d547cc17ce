"""What is said at the card table or written in notebooks, and the Clag that means the same.

In a pattern a blank stands for any blanks and `~` for blanks or nothing.  A saying has several
meanings only where it may have meant several things.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from clagdsl.lang.cards import ORDINARY, RANKS, SUIT_NAMES, SUIT_SIGNS
from clagdsl.lang.numerals import NUMERALS
from clagdsl.problems.sizes_meant import (
    DEALT_ONCE,
    DEALT_TWICE,
    each_of,
    there_and_back,
    ways_to_turn,
)

Text: TypeAlias = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True, slots=True)
class Meant:
    """What a saying means, and when it means that."""

    text: Text
    case: str = ""


@dataclass(frozen=True, slots=True)
class Saying:
    """A pattern in clauses that begin with one of some words, or in any clause."""

    heads: tuple[str, ...]
    said: str
    means: tuple[Meant, ...]
    message: str = ""
    """What is wrong, where more is to be said than that there are other words for it."""
    beside: bool = False
    """Whether this is told only beside another saying: alone it is a problem of its own."""


def saying(heads: tuple[str, ...], said: str, text: Text, message: str = "") -> Saying:
    """A saying that can have meant one thing only."""
    return Saying(heads, said, (Meant(text),), message)


def beside(heads: tuple[str, ...], said: str, text: Text) -> Saying:
    """A slip that is told with others of its clause only."""
    return Saying(heads, said, (Meant(text),), beside=True)


POINTS: Final = ("score", "let", "settle", "trick", "tally")
CONDITIONS: Final = (*POINTS, "last", "each", "run", "completed")
ROW: Final = ("schedule", "then", "and")
PLAYERS: Final = ("players", "player", "change")
VALUE: Final = r"(?:[0-9]+|[^\W\d]\w*(?:\.\w+)?|(?:(?:abs|min|max)~)?\([^()]*\))"
SIZE: Final = (
    r"(?:[0-9]+|(?!(?:up|down|to|by|cards?|picks|then|from|schedule|repeat|times)\b)[^\W\d]\w*)"
)
ENDS: Final = r"(?=~(?:$|[,;:+)-]| (?:when|if|for|otherwise|else|per|and)\b))"
MET: Final = r"(?:made|not made|\w+~(?:!=|<=|>=|=|<|>)~\w+(?: and \w+~(?:!=|<=|>=|=|<|>)~\w+)*)"


# --- numbers, signs and comparisons -----------------------------------------------------------


def of_digits(match: re.Match[str]) -> str:
    """A number with letters that look like digits."""
    return match[0].translate(str.maketrans("OoIl", "0011"))


def of_word(match: re.Match[str]) -> str:
    """A number for its word."""
    return str(NUMERALS.index(match[0].lower()))


def amounts(match: re.Match[str]) -> str:
    """Bars within bars as `abs`; what does not come in pairs stays as it is."""
    text, found, opened = match[0], "", 0
    for sign in text:
        if sign != "|":
            found += sign
            continue
        opens = BEFORE_A_VALUE.search(found) is not None
        found += "abs(" if opens else ")"
        opened += 1 if opens else -1
        if opened < 0:
            return text
    return text if opened else found


BEFORE_A_VALUE: Final = re.compile(
    r"(?:\A|[-+*/(,=<>%]|\b(?:score|otherwise|when|and|or|not))\s*\Z"
)


NUMBERS: Final = (
    beside(POINTS, r" plus (?=\w|\()", " + "),
    beside(POINTS, r"(?<!otherwise)(?<!score) minus (?=\w|\()", " - "),
    beside(POINTS, r" times (?=\w|\()", " * "),
    beside(CONDITIONS, r"(?<!score) (?:equals|is) (?=[0-9])", " = "),
    beside(CONDITIONS, r" if (?=\w)", " when "),
    beside(("score",), r",~else ", ", otherwise "),
    beside(("score",), r"(?<=\w) else (?=\S+$)", ", otherwise "),
    saying((), r"(?<!\w)[0-9]+[oOlI]+[0-9oOlI]*(?!\w)", of_digits),
    saying(PLAYERS, rf"\b(?:{'|'.join(NUMERALS)})\b", of_word),
    saying(POINTS, r"\b(?:otherwise|score|=)\s.*\|\|?\w.*\|.*\|.*", amounts),
    saying(CONDITIONS, r"~(?:=!|/=|=/=|\x7e=|><)~", " != "),
    saying(CONDITIONS, r" & (?=made\b|not\b|\w+~[=<>!])", " and "),
    saying(CONDITIONS, r"\b(?:is )?(?:at least|not? (?:less|fewer) than)\b", ">="),
    saying(CONDITIONS, r"\b(?:is )?(?:at most|not? (?:more|greater) than)\b", "<="),
    saying(CONDITIONS, r"\b(?:is )?(?:more|greater|higher|larger|bigger) than\b", ">"),
    saying(CONDITIONS, r"\b(?:is )?(?:less|fewer|lower|smaller) than\b", "<"),
    saying(
        CONDITIONS,
        r"\b(?:is )?(?:(?:not|un|can~not|must not|may not|should not)~(?:be )?equals?(?: to)?"
        r"|different from|never|can~not be|must not be|may not be)\b(?= \w+)",
        "!=",
    ),
    saying(CONDITIONS, r"\b(?:is )?equal to\b", "="),
    saying(
        CONDITIONS,
        r"\b(\w+) (?:is )?(?:between|in|from) ([0-9]+) (?:and|to) ([0-9]+)\b",
        r"\1 >= \2 and \1 <= \3",
    ),
    saying(CONDITIONS, r"\b(?:the )?(?:bid is|bid was|bid) made\b", "made"),
    saying(CONDITIONS, r"\b(?:the )?bid (?:is |was )?(?:failed|missed|lost)\b", "not made"),
    saying(("last", "each"), r"\b(?:the )?(?:sum|total) (?:of )?(?:all )?(?:the )?bids\b", "bids"),
)


# --- scores -------------------------------------------------------------------------------------


def by_marks(match: re.Match[str]) -> str:
    """`A ? B : C ? D : E` as a choice."""
    cases, rest = "", match[2]
    while "?" in rest:
        condition, _, rest = rest.partition("?")
        value, _, rest = rest.partition(":")
        cases += f"{value.strip()} when {condition.strip()}, "
    return f"{match[1]}{cases}otherwise {rest.strip()}"


def rounded(match: re.Match[str]) -> str:
    """A quotient that rounds up."""
    return f"({match[1]} + {int(match[2]) - 1}) // {match[2]}"


def per_trick(match: re.Match[str]) -> str:
    """Points for each of something."""
    one = match[1].lower() in ("1", "one", "a point")
    said = match[1].lower()
    number = str(NUMERALS.index(said)) if said in NUMERALS else said
    return f"{'' if one else f'{number} * '}{EACH_OF[match[2].lower()]}"


EACH: Final = (
    r"\b([0-9]+|one|two|three|five|ten)(?: points?| pts?\b)? (?:per|for each|for every|each|an?) "
)
OFF: Final = (
    r"trick (?:off|out|wrong|away|missed|of difference|over or under|under or over|too many"
    r" or too few|too few or too many)"
)
OVER: Final = r"(?:trick (?:over|above|too many|in excess)|over~-?trick)"
UNDER: Final = r"(?:trick (?:under|below|short|too few|missing)|under~-?trick)"


def per_trick_of(counted: str) -> Callable[[re.Match[str]], str]:
    """Points for each trick that is counted so."""

    def product(match: re.Match[str]) -> str:
        said = match[1].lower()
        return f"{NUMERALS.index(said) if said in NUMERALS else said} * {counted}"

    return product


EACH_OF: Final = {"trick": "tricks", "card": "cards", "player": "players"}
NOT_AFTER: Final = "after `otherwise` stands what counts in every other case, without a condition"
NO_CASE: Final = "nothing says what counts in every other case"
A_DASH: Final = "a dash may be a minus, or may only part what stands beside it"

SCORES: Final = (
    saying(POINTS, rf"\b(?:the )?square of ({VALUE})", r"\1 * \1"),
    Saying(
        POINTS,
        r"\b(\w+)~-~(\w+)(?:\^2|²| squared)",
        (
            Meant(r"\1 - \2 * \2", "for the square of the second number"),
            Meant(r"(\1 - \2) * (\1 - \2)", "for that of the difference"),
        ),
        "there is no sign and no word for powers",
    ),
    saying(
        POINTS,
        r"\b(?:the )?difference (?:between|of) (\w+) (?:and|to|from) (\w+)\b",
        r"abs(\1 - \2)",
    ),
    saying(("score",), r"\b(abs|max|min) (\w+~(?:-|,)~\w+)", r"\1(\2)"),
    saying(POINTS, rf"{EACH}{OFF}(?: the bid)?\b{ENDS}", per_trick_of("abs(bid - tricks)")),
    saying(POINTS, rf"{EACH}{OVER}(?: the bid)?\b{ENDS}", per_trick_of("max(0, tricks - bid)")),
    saying(POINTS, rf"{EACH}{UNDER}(?: the bid)?\b{ENDS}", per_trick_of("max(0, bid - tricks)")),
    beside(POINTS, r"(max\(0, [a-z]+ - [a-z]+\)),? (?:and )?-~(?=[0-9]+ \* max\(0)", r"\1 - "),
    saying(POINTS, rf"{EACH}(trick|card|player)\b{ENDS}", per_trick),
    saying(
        ("settle",),
        r"\b([0-9]+)~(?:p|pence|cents?|points?)? (?:per|for each|for every|a) point\b",
        r"\1 * (winner.total - loser.total)",
    ),
    saying(
        POINTS,
        rf"\b([0-9]+) (?:points?|pts?|pence|cents?)\b\.?{ENDS}",
        r"\1",
        "a number stands without a word for what it counts",
    ),
    saying(POINTS, r"\bhalf (?:of )?(?:the )?(tricks|bid|bids|cards)\b", r"\1 // 2"),
    saying(POINTS, r"\b(?:twice|double) (?:the )?(tricks|bid|bids|cards)\b", r"2 * \1"),
    saying(POINTS, r"\b(?:twice|double)~(?=\()", "2 * "),
    saying(
        CONDITIONS,
        r"\b(when|if|and|or|not) (bids?|tricks|cards|deal) (?=[0-9]+~(?:$|,|and\b|or\b))",
        r"\1 \2 = ",
    ),
    saying(POINTS, r"\b([0-9]+) (bid|bids|tricks|cards)\b(?= when)", r"\1 * \2"),
    saying(POINTS, r"\b([0-9]+)\((?=[^()]*\))", r"\1 * ("),
    saying(POINTS, r"\b([0-9]+)~% of (?:the )?(\w+)", r"\2 * \1 // 100"),
    saying(POINTS, r"\btricks (?:won|taken|made)\b", "tricks"),
    saying(POINTS, rf"({VALUE}) mod (?={VALUE})", r"\1 % "),
    saying(POINTS, r"\b(otherwise|score) (?:minus|loses?) (?=[0-9])", r"\1 -"),
    Saying(
        POINTS,
        r"\bround~\(~([^()/]+?)~//?~([0-9]+)~\)",
        (
            Meant(r"\1 // \2", "where it rounds down"),
            Meant(rounded, "where it rounds up"),
        ),
    ),
    saying(("score",), rf"^(score) (?:is|are) (?={VALUE})", r"\1 "),
    beside(("score",), rf"^(score)~[=:]~(?={VALUE})", r"\1 "),
    saying(("score",), r"\.$", ""),
    saying(("score",), r";(?=~(?:otherwise|else)\b)", ","),
    saying(
        ("score",),
        r"^(score [^;]+ when [^;]+?)~;~((?![^;]* when )[^\s;][^;]*)$",
        r"\1, otherwise \2",
        "what counts in every other case stands behind `, otherwise`",
    ),
    beside(POINTS, r"\|([^|]+)\|", r"abs(\1)"),
    saying(POINTS, r",?~[–—]~(?:otherwise|else)\b", ", otherwise"),
    Saying(
        POINTS,
        r"\b(otherwise|score)~[–—]~(?=[\w(])",
        (
            Meant(r"\1 -", "where it is lost"),
            Meant(r"\1 ", "where the dash only parts words"),
        ),
        A_DASH,
    ),
    Saying(
        ("score",),
        rf"^(score [^,–—]+ when {MET})~[–—]~([\w(][^,–—]*)$",
        (
            Meant(r"\1, otherwise \2", "where it is won"),
            Meant(r"\1, otherwise -\2", "where it is lost"),
        ),
        A_DASH,
    ),
    Saying(
        ("score",),
        r"^score ((?:(?!\b(?:when|otherwise)\b)[^,–—])+?)~[–—]~"
        r"((?:(?!\b(?:when|otherwise)\b)[^,–—])+)$",
        (
            Meant(r"score \1 - \2", "where it takes away"),
            Meant(r"score \1 when made, otherwise \2", "where it parts two scores"),
        ),
        A_DASH,
    ),
    saying(("score",), r" for (made|not made)\b", r" when \1"),
    saying(("score",), r"^(score )([^?:]+\?[^?:]+:.+)$", by_marks),
    saying(
        ("score",),
        rf"^score (?:when|if) ({MET})~(?:[,:]|then\b|)~(?!and\b|or\b)([^\s,].*?),?"
        r" (?:otherwise|else) (.+)$",
        r"score \2 when \1, otherwise \3",
    ),
    saying(
        ("score",),
        r"^score (?:when|if) (made|not made),?~(?:else|otherwise) (\S+)$",
        r"score 10 when \1, otherwise \2",
        "what counts stands before `when`: it is missing here",
    ),
    saying(
        ("score",),
        r"^score made~(?:=|:|->)~([^,]+?)~[,;] (?:otherwise|else|(?:missed|failed|not made)~[=:])"
        r" (\S.*)$",
        r"score \1 when made, otherwise \2",
    ),
    saying(
        ("score",),
        rf"^score ([^,]+) (?:when|if) ({MET})(?:,| and),? (?:and )?([^,]+?)"
        r" (?:otherwise|else|(?:when|if) (?:not made|failed|missed|it fails))$",
        r"score \1 when \2, otherwise \3",
    ),
    saying(
        ("score",),
        r"^score (?:otherwise|else) ([^,]+?), ([^,]+ (?:when|if) [^,]+)$",
        r"score \2, otherwise \1",
        "what counts in every other case stands last",
    ),
    saying(
        ("score",),
        r"^score (?:otherwise|else) ([^,]+ (?:when) [^,]+)$",
        r"score \1, otherwise 0",
        NO_CASE,
    ),
    saying(
        ("score",),
        r"(?<=\S),?~\b(?:otherwise|else) ([^,]+? when [^,]+?),?~\b(?:otherwise|else)\b"
        r"(?! [^,]+ when)",
        r", \1, otherwise",
    ),
    saying(
        ("score",),
        r"(?<=[^,\s]),?~(?<!score)\s(?:otherwise|else) ([^,]+? when [^,]+)$",
        r", \1, otherwise 0",
        NOT_AFTER,
    ),
)


# --- rows of the schedule -----------------------------------------------------------------------


def run_of_sizes(match: re.Match[str]) -> str:
    """Sizes one after the other as a run, or each as a row of its own."""
    rows = each_of([int(each) for each in re.findall("[0-9]+", match[2])], match[3])
    return match[1] + rows if rows else match[0]


def sizes_in_one_way(match: re.Match[str]) -> str:
    """Sizes with dashes between them that go one way, as those of `run_of_sizes`."""
    sizes = [int(each) for each in re.findall("[0-9]+", match[2])]
    ways = {after > before for before, after in pairwise(sizes)}
    return run_of_sizes(match) if len(ways) == 1 else match[0]


def choice_of_sizes(match: re.Match[str]) -> str:
    """Sizes that are chosen from, from the fewest cards to the most."""
    sizes = [int(each) for each in re.findall("[0-9]+", match[1])]
    return f"dealer picks {min(sizes)} to {max(sizes)}"


def to_and_fro(twice: bool) -> Callable[[re.Match[str]], str]:
    """A run of sizes and another one back, with the size between them once or twice."""

    def rows(match: re.Match[str]) -> str:
        first, turn, last, deals = match[1], match[2], match[3], match[4]
        ways = ways_to_turn(first, turn, last)
        if not ways:
            return match[0]
        return there_and_back(first, turn, last, deals, ways[0], twice=twice)

    return rows


def to_and_fro_of(twice: bool) -> Callable[[re.Match[str]], str]:
    """A run of sizes and another one back that has deals of its own."""

    def rows(match: re.Match[str]) -> str:
        first, turn, deals, last = match[1], match[2], match[3], match[4]
        return there_and_back(first, turn, last, "", "up", twice=twice, before=deals)

    return rows


def way_of(match: re.Match[str]) -> str:
    """A run of sizes in the way that its numbers go."""
    low, high = match[1], match[2]
    down = high == "1" or (low.isdecimal() and high.isdecimal() and int(low) > int(high))
    return f"{low} {'down' if down else 'up'} to {high} cards:"


def of_the_same(match: re.Match[str]) -> str:
    """Two runs of sizes with the deals that are said once for both."""
    first, second, deals = match[1], match[2], match[3]
    return f"{first} cards:{deals.rstrip()} then {second} cards:{deals}"


RUN_OR_CHOICE: Final = "nothing says whether this is a run of sizes or a choice of the dealer"
TURNS: Final = "a row is one run of sizes, up or down"


def picked(match: re.Match[str]) -> str:
    """A size that the dealer chooses, from the fewest cards to the most."""
    low, high = match[1], match[2]
    if high == "1" or (low.isdecimal() and high.isdecimal() and int(low) > int(high)):
        low, high = high, low
    return f"dealer picks {low} to {high} cards:"


def turned_the_other_way(match: re.Match[str]) -> str:
    """A run whose numbers go the other way than it says, in the way of its numbers."""
    first, last = int(match[1]), int(match[3])
    if first == last or (first > last) == (match[2] == "down"):
        return match[0]
    return f"{first} {'down' if first > last else 'up'} to {last} cards:"


def begun_at_the_other_end(match: re.Match[str]) -> str:
    """A run whose numbers go the other way than it says, in the way that it says."""
    first, last = int(match[1]), int(match[3])
    if first == last or (first > last) == (match[2] == "down"):
        return match[0]
    return f"{last} {match[2]} to {first} cards:"


CARDS: Final = r"(?:cards?)?~:"
BEGIN_OF_ROW: Final = r"(?:schedule|then) (?:repeat \w+ times )?"
FIRST_SIZE: Final = "nothing says with how many cards the run begins"
THROUGH: Final = r"(?:through|thru|until|till?|upto|downto|[–—…]|\.\.+)"
ROWS: Final = (
    saying(
        ROW,
        rf"\bdealer (?:picks|chooses|selects|decides) (?:from|between) ({SIZE}) (?:up )?to ({SIZE})"
        r"(?= cards)",
        r"dealer picks \1 to \2",
    ),
    saying(ROW, r"\bdealer (?:chooses|selects|decides|names|calls) (?=[0-9])", "dealer picks "),
    saying(ROW, rf"\b(?:rounds?|deals?|hands?) (?={SIZE} (?:up|down) to)", ""),
    saying(
        ROW,
        rf"^((?:schedule|then) )(up|down) (?:from )?({SIZE}) to ({SIZE})(?: cards?)?(?=~:)",
        r"\1\3 \2 to \4 cards",
    ),
    saying(
        ROW,
        rf"\b({SIZE} (?:up|down) to {SIZE})(?: (?:rounds|deals|hands|games|tricks))?(?=~:)",
        r"\1 cards",
    ),
    saying(
        ROW,
        rf"\b(schedule|then) ({SIZE} cards?)~: ([0-9]+)(?: times| x|×)? ([^\W\d][^,:]*)$",
        r"\1 repeat \3 times \2: \4",
    ),
    saying(ROW, r"\bup~to\b", "up to"),
    saying(ROW, r"\bdown~to\b", "down to"),
    Saying(
        ROW,
        rf"(?<!picks\s)\b({SIZE})(?: to |~{THROUGH}~)\1 {CARDS}",
        (
            Meant(r"\1 cards:", "where there is one size"),
            Meant(r"\1 down to 1 cards:", "where there is a run"),
        ),
        "a run of sizes goes from one size to another",
    ),
    saying(
        ROW,
        rf"\b({SIZE}) (?:up )?to ({SIZE})(?: cards)?,? and (?:then )?(?:back|down)"
        r"(?: (?:down|back|again))*(?: cards)?(?=~:)",
        r"\1 to \2 to \1 cards",
        TURNS,
    ),
    saying(
        ROW,
        rf"^((?:schedule|then) )((?:[0-9]+~(?:-|to|{THROUGH})~){{2,}}[0-9]+)~{CARDS}((?:.|\n)+)$",
        sizes_in_one_way,
        TURNS,
    ),
    Saying(
        ROW,
        rf"(?<!picks\s)\b({SIZE})~(?:-|to|{THROUGH})~({SIZE})~(?:-|to|{THROUGH})~({SIZE})"
        rf"~{CARDS}((?:(?!\bthen\b)(?:.|\n))+?)(?= then\b|$)",
        (
            Meant(to_and_fro(twice=False), DEALT_ONCE),
            Meant(to_and_fro(twice=True), DEALT_TWICE),
        ),
        TURNS,
    ),
    saying(ROW, rf"\b({SIZE})~{THROUGH}~({SIZE}) {CARDS}", way_of),
    saying(ROW, rf"\bfrom ({SIZE} (?:up to|down to) {SIZE} cards)(?: dealt)?~:", r"\1:"),
    Saying(
        ROW,
        rf"(?<!picks\s)(?:\bfrom )?\b({SIZE}) cards? (up|down) to ({SIZE})(?: cards?)?~:",
        (Meant(r"\1 \2 to \3 cards:"),),
    ),
    saying(
        ROW,
        rf"\b({SIZE} (?:up|down) to {SIZE})(?: cards?)?,? (?:and )?then"
        rf" ({SIZE} (?:up|down) to {SIZE}) {CARDS}((?:(?!\bthen\b)(?:.|\n))+)$",
        of_the_same,
        "each row says what is played in it",
    ),
    Saying(
        ROW,
        rf"\b({SIZE}) (?:up |down )?to ({SIZE})(?: cards)?,? (?:and )?(?:then )?(?:back )?"
        rf"(?:down |up )?to ({SIZE}) {CARDS}((?:.|\n)+)$",
        (
            Meant(to_and_fro(twice=False), DEALT_ONCE),
            Meant(to_and_fro(twice=True), DEALT_TWICE),
        ),
        TURNS,
    ),
    Saying(
        ROW,
        rf"\b({SIZE}) up to ({SIZE}) cards~:((?:(?!\bthen\b).)+?),? then (?:back )?down to"
        rf" ({SIZE})(?: cards)?~:",
        (
            Meant(to_and_fro_of(twice=False), DEALT_ONCE),
            Meant(to_and_fro_of(twice=True), DEALT_TWICE),
        ),
        TURNS,
    ),
    Saying(
        ROW,
        r"\b([0-9]+) (up|down) to ([0-9]+) cards?~:",
        (Meant(turned_the_other_way), Meant(begun_at_the_other_end)),
        "a run counts up from the smaller number, or down from the larger",
    ),
    Saying(
        ROW,
        rf"(?<!picks\s)(?:\bfrom )?\b(?![0-9])({SIZE})(?: cards)?"
        rf" to (?![0-9])({SIZE})(?: cards?)?~:",
        (
            Meant(r"\1 up to \2 cards:", "for one deal of each size"),
            Meant(r"\1 down to \2 cards:", "if the first is the larger one"),
            Meant(picked, "where the dealer chooses the size"),
        ),
        RUN_OR_CHOICE,
    ),
    Saying(
        ROW,
        rf"(?<!picks\s)(?:\bfrom )?\b(?!1 to |[0-9]+ to 1 cards?\b)({SIZE})(?: cards)?"
        rf" to ({SIZE})(?: cards?)?~:",
        (
            Meant(way_of, "for one deal of each size"),
            Meant(picked, "where the dealer chooses the size"),
        ),
        RUN_OR_CHOICE,
    ),
    Saying(
        ROW,
        rf"^({BEGIN_OF_ROW})up to ({SIZE}) {CARDS}",
        (
            Meant(r"\g<1>1 up to \2 cards:", "for one deal of each size"),
            Meant(r"\1dealer picks 1 to \2 cards:", "where the dealer chooses the size"),
        ),
        FIRST_SIZE,
    ),
    Saying(
        ROW,
        rf"^({BEGIN_OF_ROW})down to ([1-6]) {CARDS}",
        (Meant(r"\g<1>7 down to \2 cards:", "with the most cards for 7"),),
        FIRST_SIZE,
    ),
    saying(ROW, rf"\bfrom (1) to ({SIZE}) cards~:", way_of),
    saying(
        ROW,
        r"^((?:schedule|then) )((?:[0-9]+(?:~,~| and | ))+[0-9]+) cards?~:((?:.|\n)+)$",
        run_of_sizes,
    ),
    saying(
        ROW,
        r"\bdealer (?:picks|chooses|selects|decides)(?: from| between)?"
        r" ((?:[0-9]+(?:~,~| or |~[-–]~| and ))+[0-9]+)(?= cards)",
        choice_of_sizes,
    ),
    saying(
        ROW, r"(?<!repeat\s)\b([0-9]+) (?:times|x|×) ([0-9]+) (cards?)~:", r"repeat \1 times \2 \3:"
    ),
    saying(
        ROW,
        r"\b([0-9]+) (?:rounds|deals|hands|games)~:",
        r"repeat \1 times 7 cards:",
        "a row says how many cards are dealt",
    ),
    saying(ROW, r"\b(cards?) (?:each|apiece|of|a hand|per player)~:?", r"\1: "),
    saying(
        ROW,
        r" (?:with|for|at) ([0-9]+) players~:((?:.|\n)+)$",
        r":\2 when players = \1",
    ),
    saying(ROW, r" (?:with|for|at|if) ([0-9]+) players$", r" when players = \1"),
    saying(ROW, r"~(?:;|,|\band\b)~(?=(?:[0-9]+ )?(?:(?:up|down) to )?[0-9]+ cards?~:)", " then "),
    saying(ROW, r" &(?= \w)", ","),
    saying(
        ROW,
        r"\b([0-9]+) (?:rounds|deals|hands|games) (?:of|with|at) ([0-9]+)~:",
        lambda match: (
            f"repeat {match[1]} times {match[2]} {'card' if match[2] == '1' else 'cards'}:"
        ),
    ),
)


# --- who plays, who wins, who pays ---------------------------------------------------------------


def in_a_range(which: Callable[[int, int], int]) -> Callable[[re.Match[str]], str]:
    """A parameter that is the least or the most of its range."""

    def parameter(match: re.Match[str]) -> str:
        ends = int(match[2]), int(match[3])
        return f"{match[1]} = {which(*ends)} in {min(ends)} to {max(ends)}"

    return parameter


def from_fewest_to_most(text: str) -> str:
    """Numbers one by one as a range."""
    numbers = [int(each) for each in re.findall("[0-9]+", text)]
    return f"{min(numbers)} to {max(numbers)}"


def without_a_gap(match: re.Match[str]) -> str:
    """How many can play, unless it leaves a number out between two others."""
    numbers = [int(each) for each in re.findall("[0-9]+", match[1])]
    gap = len(numbers) <= max(numbers) - min(numbers)
    return match[0] if gap else f"players {from_fewest_to_most(match[1])}"


LIST: Final = r"(?:[0-9]+(?:~,~(?:or |and )?| or | and | & ))+[0-9]+"
RANGE: Final = "how many can play is a range: it leaves out no number between two others"
FIRST_TO: Final = (
    r"(?:is )?(?:the )?(?:first|whoever|who|player)(?: (?:player|who|that|is|to|at|over|first|get"
    r"|gets|has|have|make|makes|reach|reaches|score|scores|pass|passes))* ([0-9]+)(?: points?)?"
    r"(?: first| wins)*"
)
TIES: Final = "nothing but totals, failed and completed bids decides who wins"

TABLES: Final = (
    saying(
        PLAYERS,
        r"\b(players?)~([0-9]+)~(?:[–—]|\.\.+|…|up to|through|thru|until|till?|or up to)~([0-9]+)",
        r"players \2 to \3",
    ),
    saying(
        PLAYERS, r"\bplayers?:? (?:from|between) ([0-9]+) (?:to|and) ([0-9]+)", r"players \1 to \2"
    ),
    saying(PLAYERS, rf"\bplayers ({LIST})", without_a_gap),
    saying(
        PLAYERS,
        rf"\bplayers ({LIST})",
        lambda match: f"players {from_fewest_to_most(match[1])}",
        RANGE,
    ),
    saying(
        PLAYERS,
        r"\b(players) (?:at least ([0-9]+)|([0-9]+)~(?:\+|or more|and more|or up))",
        lambda match: f"{match[1]} {match[2] or match[3]} to 7",
        "the greatest number of players is missing",
    ),
    saying(
        PLAYERS,
        r"\b(players) (?:up to|at most|max|maximum|no more than) ([0-9]+)",
        r"\1 2 to \2",
        "the smallest number of players is missing",
    ),
    saying(
        PLAYERS,
        r"(?:,~| )clockwise\b",
        "",
        "deal, bids and play go clockwise where nothing else is said",
    ),
    saying(PLAYERS, r"(?<![,\s])~,?~\b(?:counter|anti)-?clockwise\b", ", counterclockwise"),
    saying(PLAYERS, r",~dealer (?:by lot|random|at random)\b", ", dealer drawn"),
    saying((), r"^([0-9]+) to ([0-9]+) players$", r"players \1 to \2"),
    saying((), r"^[0-9]+(?: [+*] \w+)* when .*\botherwise .*$", r"score \g<0>"),
    saying((), r"^(?:title|name) (?=\")", "game "),
    saying(
        ("change",),
        rf"^change winner {FIRST_TO}$",
        r"ends when highest_total >= \1",
        "when a match is over is a statement of its own",
    ),
    saying(
        ("winner",),
        rf"^winner {FIRST_TO}$",
        r"ends when highest_total >= \1\nwinner highest total, then shared",
        "when a match is over and who has won it are two statements",
    ),
    saying(("winner",), r"^winner (?:is |has )?(?:who has )?(?:the )?(?=\w)", "winner "),
    saying(("winner",), r"\btotal (highest|lowest)\b", r"\1 total"),
    saying(("winner",), r"\b(total|shared) wins\b", r"\1"),
    saying(
        ("winner",),
        r"\b(?:fewest|lowest|least) (?:points?|scores?|totals?)\b",
        "lowest total",
    ),
    saying(
        ("winner",),
        r"\b(?:lowest|least|fewest) (?:failed|fails|failures|misses|missed)(?: bids)?\b",
        "fewest failed",
    ),
    saying(
        ("winner",),
        r"\b(?:highest|most) (?:completed|made|makes|hits|successes|successful)(?: bids)?\b",
        "most completed",
    ),
    saying(
        ("winner",),
        r",? (?:then|otherwise|else)?~(?:a )?"
        r"(?:ties?(?: are| is)?(?: shared| split)?|draws?|split|equal|joint)$",
        ", then shared",
    ),
    saying(
        ("winner",), r",~(?:then |otherwise |else )?(?:ties )?(?:are )?shared?\b", ", then shared"
    ),
    saying(
        ("winner",),
        r",?~\bthen (?:by )?(?:a )?"
        r"(?:lots?|coin|cut|cutting|draw of cards|high(?:est)? card|play-?off"
        r"|(?:most|fewest) tricks)\b",
        "",
        TIES,
    ),
    saying(("winner",), r"(?<!,)\s(?:and )?then (?=\w)", ", then "),
    saying(("winner",), r",~(?:and )?(?=(?:fewest|most|highest|lowest|shared)\b)", ", then "),
    saying(("winner",), r"\bhighest$", "highest total"),
    saying(("winner",), r"\b(?:most|best|greatest) (?:points?|scores?|totals?)\b", "highest total"),
    saying(("winner",), r"^winner (?:total|points?|scores?)\b", "winner highest total"),
    beside(
        ("winner",), r"^(winner (?:(?!shared).)*(?:total|failed|completed))$", r"\1, then shared"
    ),
    saying(
        ("settle",), r"^settle (?:each |every |the )?losers? pays? (?=\S)", "settle loser pays "
    ),
    saying(("settle",), r"\bpays (?:to )?(?:the )?winner:?(?= )", "pays winner"),
    saying(("settle",), r"\bpays (?!winner)(.+?)(?: to (?:the )?winner)?$", r"pays winner \1"),
    saying(
        ("settle",),
        r"^settle (?:the )?winner (?:gets|receives|wins) (.+?)"
        r"(?: from (?:each|every|the) losers?)?$",
        r"settle loser pays winner \1",
    ),
    saying(("settle",), r"\b(?:the )?(?:points )?difference\b", "(winner.total - loser.total)"),
    saying(("settle",), r"\b(winner|loser)(?:'s|s|) (total|failed|completed)\b", r"\1.\2"),
)


# --- clauses of a deal ---------------------------------------------------------------------------


def whole_order(match: re.Match[str]) -> str:
    """All ranks between two, the higher first, as they stand or turned round."""
    names = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "T": "10"}
    first, last = (names.get(each.lower(), each.upper()) for each in (match[1], match[2]))
    ranks = list(RANKS)
    if first not in ranks or last not in ranks:
        return match[0]
    begin, end = ranks.index(first), ranks.index(last)
    if begin <= end:
        return " ".join(ranks[begin : end + 1])
    return " ".join(reversed(ranks[end : begin + 1]))


HIGH_TO_LOW: Final = " ".join(RANKS)
ACE_LOW: Final = " ".join((*RANKS[1:], "A"))
A_RANK: Final = r"(10|[2-9]|[AKQJT]|ace|king|queen|jack)"
SUITS: Final = r"(?:spades|hearts|diamonds|clubs)"
SUIT_OF: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
SIGN_OF: Final = {sign: SUIT_NAMES[suit] for suit, sign in SUIT_SIGNS.items()}
CALLERS: Final = "the dealer calls, or the winner of the last deal"


def a_suit(match: re.Match[str]) -> str:
    """A suit that is trump always."""
    said = match[1].strip("\"'").lower()
    return f"trump {SIGN_OF.get(said) or SUIT_OF[said[0]]}"


def suits_in_turn(match: re.Match[str]) -> str:
    """Suits that are trump in turn."""
    named = re.findall(rf"{SUITS}|none", match[1], re.IGNORECASE)
    return f"trump rotates {' '.join(each.lower() for each in named)}"


def one_of(name: str, numbers: str) -> str:
    """The condition that something is one of the numbers of a list."""
    return " or ".join(f"{name} = {each}" for each in re.findall("[0-9]+", numbers))


COUNTED: Final = rf"(?:[2-9]|{'|'.join(NUMERALS[2:10])})(?=(?: \w+)* (?:packs?|decks?)\b)"
EQUAL_CARDS: Final = "with `equal cards last wins` or `equal cards first wins` in each deal"


def packs(match: re.Match[str]) -> str:
    """Several packs as one with several of each card."""
    said = match[1].lower()
    number = NUMERALS.index(said) if said in NUMERALS else int(said) if said.isdecimal() else 2
    return f"pack all ranks, {number} of each"


def pack_of_two(match: re.Match[str]) -> str:
    """A pack of more cards than there are, with two of each."""
    cards = int(match[1])
    ranks, rest = divmod(cards, 2 * len(SUIT_NAMES))
    if cards <= ORDINARY.size or rest or ranks > len(RANKS):
        return match[0]
    ranked = "all ranks" if ranks == len(RANKS) else f"highest {ranks} ranks"
    return f"pack {ranked}, 2 of each"


OVERTRUMP: Final = r"over-?(?:trump|ruff)"
CLAUSES: Final = (
    saying(
        ("bid",),
        r"^bid (?:each )?(?:in (?:turns?|order)|one after (?:another|the other)|one by one"
        r"|clockwise|round the table)(?: clockwise)?$",
        "bid in turn",
    ),
    saying(("bidding",), r"^bidding (?:is )?(?=in turn\b|together\b)", "bid "),
    saying(
        ("bid",),
        r"^bid (?:simultaneous(?:ly)?|secretly|at once|at the same time|all (?:together|at once)"
        r"|(?:with|on|by|using) (?:the )?(?:fingers|fists?|hands))$",
        "bid together",
    ),
    saying(
        ("bid",),
        r"^bid (?:in turn)?,?~(?:from |starting |starting with |beginning with )?(?:the )?"
        r"(?:left of (?:the )?dealer|eldest(?: hand)?|dealer last)(?: first| last)?$",
        "bid in turn",
        "eldest bids first, and the dealer last, where nothing else is said",
    ),
    saying(
        ("bid",),
        r"^bid in turn,? (?:starting with|beginning with|starting at|starting from) (?:the )?"
        r"(dealer|caller|right of dealer)$",
        r"bid in turn, \1 first",
    ),
    saying(
        ("bid",),
        r"^bid in turn,? (?:the )?(dealer|caller) (?:begins|starts|bids first|leads)$",
        r"bid in turn, \1 first",
    ),
    saying(
        ("bid",), r"^bid (?:fixed (?:to|at)|exactly|always|=|must be) ([0-9]+)$", r"bid fixed \1"
    ),
    Saying(
        ("bid",),
        r"^bid (?:nothing|no|no bids?|no bidding|zero)$",
        (
            Meant("bid fixed 0", "where everybody bids 0"),
            Meant("bid none completed not counted", "where nobody bids and no score reads a bid"),
        ),
    ),
    Saying(
        ("bid",),
        r"^bid (?:blind|before (?:seeing )?(?:the )?cards|unseen)$",
        (
            Meant("bid in turn sight after bids", "where one bids after the other"),
            Meant("bid together sight after bids", "where all bid at once"),
        ),
        "when the cards are seen is a clause of its own",
    ),
    saying(
        ("bid",),
        rf"^bid(?: (?:from|of|only|in))?~=?~({LIST})$",
        lambda match: f"bid in turn each bid keeps {one_of('bid', match[1])}",
        "which bids may be made is a limit of its own",
    ),
    saying(
        ("last", "each"),
        rf"^(last|each) bid (?:keeps (?:bid )?)?=?~({LIST})$",
        lambda match: f"{match[1]} bid keeps {one_of('bid', match[2])}",
        "what a limit keeps stands behind `keeps`",
    ),
    saying(
        ("bid",),
        r"^bid (?:0|from 0|any) to (?:the )?cards$",
        "bid in turn",
        "any bid from 0 to the number of cards may be made where no limit is said",
    ),
    saying(
        ("last", "each", "dealer"), r"^(?:last bidder|dealer bid|dealer)(?= keeps?\b)", "last bid"
    ),
    saying(("last", "each"), r"\b(?:must|has to|should) keep\b", "keeps"),
    saying(
        ("all", "every", "each"), r"^(?:all bids|every bid|each bids) keeps? ", "each bid keeps "
    ),
    saying(("last", "each"), r"^(last bid|each bid)~:~(?=\w)", r"\1 keeps "),
    saying(("last",), r"^last bid (?:hook|screw)$", "last bid keeps bids != cards"),
    Saying(
        ("last", "each"),
        r"^(last|each) bid (?=!=|<>|may not|must not|can~not|never|not )"
        r"(?:!=|<>|(?:may|must|can) ?not(?: be| equal)*|never|not(?: equal)?(?: to)?) (\w+)$",
        (
            Meant(r"\1 bid keeps bids != \2", "for the sum of the bids"),
            Meant(r"\1 bid keeps bid != \2", "for the bid itself"),
        ),
        "what a limit keeps stands behind `keeps`",
    ),
    saying(("last", "each"), r"^(last|each) bid (>=|<=|<|>) (\w+)$", r"\1 bid keeps bid \2 \3"),
    saying(("each", "last"), r"^(each|last) bid ([0-9]+) to cards$", r"\1 bid keeps bid >= \2"),
    saying(("each", "last"), r"^(each|last) bid keeps otherwise free$", r"\1 bid free"),
    saying(("each", "last"), r"~\bunless (made|\w+)~$", r" when not \1, otherwise free"),
    saying(
        ("each", "last"),
        r" unless (\w+)~(=|!=)~(\w+)$",
        lambda match: (
            f" when {match[1]} {'!=' if match[2] == '=' else '='} {match[3]}, otherwise free"
        ),
    ),
    saying(
        ("each", "last"),
        r"^((?:each|last) bid keeps (?:(?! when ).)+?)~,? (?:otherwise|else) free$",
        r"\1, otherwise free",
    ),
    saying(("trump",), r"^trump(?: is| =|:) (?=\w)", "trump "),
    saying(
        ("trump",),
        r"^trump (?:turned up|turn up|turnup|(?:turned )?(?:top|next|first) card(?: turned)?"
        r"|flipped|from the (?:pack|deck))$",
        "trump turned",
    ),
    Saying(
        ("trump",),
        r"^trump (?:turned |the )?last card(?: turned)?$",
        (
            Meant("trump turned", "for the card after the last one dealt"),
            Meant("trump turned, else last card", "for the dealer's own where none is left"),
        ),
    ),
    saying(("trump",), r"^trump (?:nt|no|no~-?trumps?|nothing|without)$", "trump none"),
    saying(
        ("trump",),
        r"^trump (?:(?:a )?(?:second|spare) (?:pack|deck)|(?:(?:drawn|turned|taken|cut) )?from"
        r" (?:a |another |the )?(?:(?:second|spare|other) )?(?:pack|deck)|(?:at )?random(?:ly)?"
        r"|(?:a )?random suit|(?:drawn )?by lot|drawn at random|(?:by )?cut(?:ting)?)$",
        "trump drawn",
    ),
    saying(
        ("trump", *CONDITIONS),
        rf"\b(?:when|if) (?:dealt |there are )?([0-9]+) cards?\b{ENDS}",
        r"when cards = \1",
    ),
    saying(
        ("trump",),
        rf" (?:on|in|with|for|at) (?:deals of |hands of )?([0-9]+) cards?\b{ENDS}",
        r" when cards = \1",
    ),
    beside(
        ("trump",),
        r"^trump ([a-z ]+?)(?:,~(?:but |and )?| but )(none|turned|drawn) when (cards = [0-9]+)$",
        r"trump \2 when \3, otherwise \1",
    ),
    Saying(
        ("trump",),
        r"^(trump none when cards = [0-9]+)$",
        (Meant(r"\1, otherwise turned", "where a card is turned in the other deals"),),
        beside=True,
    ),
    saying(
        ("trump", "trumps"),
        r"^trumps? (\"?(?:spades?|hearts?|diamonds?|clubs?)\"?|[♠♥♦♣])$",
        a_suit,
    ),
    saying(
        ("trump",),
        r"^trump (?:rotates |alternates |changes )?((?:\w+(?:~,~(?:then )?| then | and | ))+\w+)$",
        lambda match: suits_in_turn(match) if only_suits(match[1]) else match[0],
    ),
    saying(("trump",), rf"({SUITS})~[>,]~(?={SUITS})", r"\1 "),
    saying(("trump",), r"\bby the (?=dealer|caller|highest)", "by "),
    saying(("trump",), r"\bby (?:highest|bidder)(?! bidder)\b", "by highest bidder"),
    Saying(
        ("trump",),
        r"^trump (?:named|chosen|called|picked|declared) by (dealer|caller|highest bidder)$",
        (
            Meant(r"trump named by \1 any suit"),
            Meant(r"trump named by \1 any order", "where the order of all suits is named"),
        ),
    ),
    saying(
        ("trump",),
        r"^trump turned,? (?:or|otherwise) none$",
        "trump turned, else none",
    ),
    saying(("must", "follow"), r"^(?:must )?follow suit$", "follow suit, else anything"),
    saying(
        ("follow", "must"),
        r"^(?:must )?follow suit,? (?:if|when|where) (?:possible|able|(?:you|they|one) can)$",
        "follow suit, else anything",
    ),
    Saying(
        ("follow", "must"),
        r"^(?:must )?follow (?:with )?(?:a )?higher(?: cards?)?$",
        (
            Meant("follow higher suit, else suit, else anything", "for the suit led"),
            Meant(
                "follow higher suit, else suit, else higher trump, else trump, else anything",
                "where trumps must be beaten, too",
            ),
        ),
        "a higher card is one of the suit led or of trumps",
    ),
    saying(("follow",), r"\bcolou?r\b", "suit"),
    saying(("follow",), r"~,? (?:otherwise|then|else|or else)~(?:must )?(?=\w)", ", else "),
    saying(("follow",), r",~(?=trump\b|anything\b)", ", else "),
    saying(("follow",), r" or (?=anything\b)", ", else "),
    saying(("follow",), rf"\b(follow|else) (?:must )?{OVERTRUMP}\b", r"\1 higher trump"),
    saying(("follow",), r"\b(follow|else) (?:must )?ruff\b", r"\1 trump"),
    saying(("follow",), r"\bfollow (?:must )?(?:beat|overtake)\b", "follow higher suit"),
    saying(("follow",), r"\belse (?:must )?(?:beat|overtake)\b", "else higher trump"),
    saying(
        ("follow",),
        r"\b(follow|else|or) (?:any card|any|free|none|nothing|whatever)\b",
        r"\1 anything",
    ),
    saying(
        ("rank", "wild"), rf"\b{A_RANK}~(?:-|–|…|\.\.+|to|down to|through)~{A_RANK}\b", whole_order
    ),
    Saying(
        ("pack",),
        rf"^pack (?:of )?({COUNTED}|double|doubled|twice)(?: x)?"
        r"(?: (?:whole|full|ordinary|standard))?(?: (?:packs?|decks?))?(?: of (?:52 )?cards)?$",
        (Meant(packs, EQUAL_CARDS),),
    ),
    Saying(("pack",), r"^pack (?:of )?([0-9]+) cards$", (Meant(pack_of_two, EQUAL_CARDS),)),
    saying(("rank",), r"^rank (A2)$", f"rank {HIGH_TO_LOW}"),
    saying(
        ("rank",),
        r"^rank (?:aces? high|A high|ordinary|normal|standard|usual)$",
        f"rank {HIGH_TO_LOW}",
    ),
    saying(("rank",), r"^rank (?:aces? low|A low)$", f"rank {ACE_LOW}"),
    saying(("rank",), r"(?<=[0-9AKQJT])~[,>]~(?=[0-9AKQJT])", " "),
    saying(("twist",), r"^(twist (?:\w+|\"[^\"]*\")) (?:is|with)$", r"\1"),
    saying(("call",), r"\bby the (?=dealer|winner)", "by "),
    saying(("call",), r"\bby winner (?!of\b)", "by winner of last deal "),
    saying(
        ("call",),
        r"^call (?=(?:any|one|at most one) of\b)",
        "call by dealer ",
        CALLERS,
    ),
    saying(
        ("call",),
        r"\bby (?:anyone|anybody|everyone|everybody|any player|each player|all) ",
        "by dealer ",
        CALLERS,
    ),
    Saying(
        ("call",),
        r"^(call by (?:dealer|winner of last deal)) (?!any\b|one\b|at\b|when\b)(\w+)$",
        (Meant(r"\1 any of \2"),),
    ),
    saying(("call",), r"(?<=\w) (?:or|and) (?=\w+)", ", "),
    saying(("param",), r" (?:between|from) (-?[0-9]+) (?:and|to) (-?[0-9]+)", r" in \1 to \2"),
    saying(
        ("param",),
        rf" in ({LIST})",
        lambda match: f" in {from_fewest_to_most(match[1])}",
    ),
    saying(("param",), r" \(~([0-9]+) to ([0-9]+)~\)", r" in \1 to \2"),
    saying(("param",), r" in ([0-9]+ to [0-9]+) ([^\W\d][\w ]*)$", r' in \1 "\2"'),
    saying(("let",), r"^let (?=\w+~=~[0-9]+ in [0-9]+ to [0-9]+$)", "param "),
    Saying(
        ("param",),
        r"^(param \w+)(?:~=)? ([0-9]+)~(?:to|-|–|\.\.+|…)~([0-9]+)(?=~$| \")",
        (
            Meant(in_a_range(min), "where the least counts until somebody changes it"),
            Meant(in_a_range(max), "where the most does"),
        ),
        "a parameter has a value, and `in` says from what to what it may be changed",
    ),
    saying(
        ("deal",),
        r"\b(is \w+),? (?:but|except|,)~(?:with )?(?=trump|bid|score|last|rank)",
        r"\1 with ",
    ),
    saying(("deal",), r"\b(is \w+),~(?=trump|bid|score|last|rank)", r"\1 with "),
    saying(("deal",), r"\b(is \w+) without trumps?$", r"\1 with trump none"),
    saying(("deal",), r"^(deal (?:\w+|\"[^\"]*\")) (?:=|like|extends|as) (?=\w+ with)", r"\1 is "),
)


# --- as it is said aloud --------------------------------------------------------------------------


TRUMPS: Final = (
    *SUIT_NAMES.values(),
    *("turned", "a", "no", "without", "not", "never"),
    *("notrump", "notrumps", "no-trump", "no-trumps"),
)
MUST_TRUMP: Final = "follow suit, else trump, else anything"
PARITY: Final = r"(?:(?:is|are|be|makes?) )?(?:an? )?(?P<parity>odd|even)(?: numbers?)?"


def ranks_left(match: re.Match[str]) -> str:
    """A whole pack without some ranks."""
    out = set(re.findall(r"\b(10|[2-9AKQJ])s?\b", match[1].upper(), re.IGNORECASE))
    return "pack " + " ".join(rank for rank in RANKS if rank not in out)


def one_card_left(match: re.Match[str]) -> str:
    """A whole pack without one card of spades."""
    return f"pack all ranks, without {match[1].upper()}S"


STAKE: Final = "a settlement says what each loser pays each winner"
ONE_A_POINT: Final = "settle loser pays winner winner.total - loser.total"


def even_or_odd(counted: str) -> Callable[[re.Match[str]], str]:
    """The condition that a number is even or odd, as a saying says."""

    def condition(match: re.Match[str]) -> str:
        return f"{counted} % 2 = {1 if match['parity'].lower() == 'odd' else 0}"

    return condition


def of_a_number(match: re.Match[str]) -> str:
    """The same of the number before it."""
    return even_or_odd(match[1])(match)


NO_ZERO: Final = "each bid keeps bid > 0"
HOOK: Final = "last bid keeps bids != cards"
MADE_ZERO: Final = "bid = 0 and tricks = 0"
EUCHRE: Final = "a pack says which ranks it has"
SPOKEN: Final = (
    saying(
        ("dealer", "last", "screw", "hook"),
        r"^(?:(?:the )?(?:dealer|last bidder|last bid|last player)(?: bid)?"
        r" (?:may not|must not|can~not|can['’]?t|mustn['’]?t)(?: be able to)? (?:make|let)"
        r" (?:it|them|the bids|bids|the sum|the total)(?: (?:add|come|sum|be|equal))?"
        r"(?: up| out| even)*(?: to (?:the )?(?:number of )?(?:cards|tricks))?"
        r"|(?:screw|hook) the dealer|hook)$",
        HOOK,
        "a limit stands on the last bid, which is the dealer's",
    ),
    saying(
        ("no", "bid", "each", "zero", "nobody"),
        r"^(?:no (?:zero|nil|0)(?: bids?)?|zero (?:bids )?(?:not allowed|forbidden)"
        r"|nobody (?:may|can)"
        r" bid (?:0|zero|nil)|(?:each )?bid not (?:0|zero|nil))$",
        NO_ZERO,
    ),
    saying(
        ("bid", "each"),
        r"^(?:each )?bid (?:at least|minimum|min|of at least|not less than) ([0-9]+)$",
        r"each bid keeps bid >= \1",
    ),
    saying(
        ("bid", "each"),
        r"^(?:each )?bid (?:at most|maximum|max|up to|not more than) ([0-9]+)$",
        r"each bid keeps bid <= \1",
    ),
    saying(
        ("open", "trumps", "trump", "no", "lead"),
        r"^(?:open no trumps? until (?:trumps? (?:(?:is|are|has been|have been) )?|it is )broken"
        r"|trumps? (?:must|have to|has to) be broken(?: first)?"
        r"|trumps? (?:may|can|must)~not be led(?: first| until broken| until they are broken)?"
        r"|(?:no|not) (?:leading|lead of|opening)(?: of)? trumps?(?: until broken)?"
        r"|lead (?:no|not) trumps? until broken)$",
        "open no trump until broken",
    ),
    saying(
        ("bids", "bidding"),
        r"^(?:bids?|bidding)(?: are| is)? (?:simultaneous(?:ly)?|together|at once"
        r"|secret|hidden)$",
        "bid together",
    ),
    saying(
        ("first", "opening"),
        r"^(?:first|opening) lead (?:is |by |from )?(?=eldest|dealer|highest)",
        "lead ",
    ),
    saying(
        ("lead",), r"^lead (?:the )?left$", "lead eldest", "who sits at the dealer's left is eldest"
    ),
    saying(("lead",), r"^lead (?:the )?(?:highest|biggest|most) bid$", "lead highest bidder"),
    saying(
        ("next",),
        r"^next dealer (?:is |by )?(?:the )?"
        r"(?:losers?|(?:lowest|least|fewest|worst) (?:score|points))"
        r"(?: of (?:the )?(?:last )?deal)?$",
        "next dealer loser",
        "whoever scores least in a deal is its loser",
    ),
    saying(
        ("play", "first", "game", "to"),
        r"^(?:play(?:ed)? (?:up )?to|first (?:player )?to(?: reach)?|game to|to) ([0-9]+)"
        r"(?: points)?(?: wins)?$",
        r"ends when highest_total >= \1",
        "a match that is over before its last deal `ends when` a condition holds",
    ),
    saying(
        ("highest", "most"),
        r"^(?:highest|most) (?:scores?|totals?|points?) wins?$",
        "winner highest total, then shared",
    ),
    saying(
        ("lowest", "fewest", "least"),
        r"^(?:lowest|fewest|least) (?:scores?|totals?|points?) wins?$",
        "winner lowest total, then shared",
    ),
    Saying(
        ("pack", "euchre", "piquet", "skat", "deck"),
        r"^(?:(?:pack|deck) )?(?:an? )?euchre(?: (?:deck|pack))?$",
        (
            Meant("pack A K Q J 10 9", "for 24 cards"),
            Meant("pack A K Q J 10 9 8 7", "for 32 cards"),
        ),
        EUCHRE,
    ),
    saying(
        ("pack", "piquet", "skat", "deck"),
        r"^(?:(?:pack|deck) )?(?:an? )?(?:piquet|skat|short)(?: (?:deck|pack))?$"
        r"|^deck (?:of )?32(?: cards)?$",
        "pack A K Q J 10 9 8 7",
        EUCHRE,
    ),
    saying(("deck",), r"^deck (?:of )?52(?: cards)?$", "pack all ranks", EUCHRE),
    saying(("deck",), r"^deck (?=all|highest|[AKQJ0-9])", "pack "),
    Saying(
        ("pack", "deck"),
        r"^(?:pack|deck) (?:without|minus|less|no|all but) (?:the )?((?:10|[2-9AKQJ]))s$",
        (
            Meant(ranks_left, "without all of that rank"),
            Meant(one_card_left, "without one card of spades"),
        ),
        EUCHRE,
    ),
    saying(
        ("pack", "deck"),
        r"^(?:pack|deck) (?:without|minus|less|no|all but) (?:the )?"
        r"((?:(?:10|[2-9AKQJ])(?:~,~| and | )?)+|(?:(?:10|[2-9AKQJ])s(?:~,~| and | )?){2,})$",
        ranks_left,
        EUCHRE,
    ),
    saying(
        ("score",), r"\b([0-9]+) (?:for|on|when) (?:a )?(?:nil|zero)\b", rf"\1 when {MADE_ZERO}"
    ),
    saying(("score",), r"^score (?:nil|zero) ([0-9]+)\b", rf"score \1 when {MADE_ZERO}"),
    saying(CONDITIONS, r"\b(bid|tricks) (?:is )?(?:zero|nil|nothing)\b", r"\1 = 0"),
    saying(
        POINTS,
        r"\b(?:everybody|everyone|all(?: players)?) (?:has |have )?(?:made|makes?)(?: it)?\b",
        "makers = players",
    ),
    saying(
        POINTS,
        r"\b(?:nobody|no one|none) (?:has )?(?:made|makes?)(?: it)?\b",
        "makers = 0",
    ),
    saying(
        ("score",),
        rf"(?<=[^,\s]), -([0-9]+) (?:points? )?(?:per|for each|for every|a) {OFF}(?: the bid)?$",
        r", otherwise -\1 * abs(bid - tricks)",
    ),
    saying(TRUMPS, rf"^({SUITS}) (?:is |are )?(?:always )?trumps?$", r"trump \1"),
    saying(TRUMPS, r"^(?:a )?turned(?: up)?(?: card)? (?:is )?trump$", "trump turned"),
    saying(TRUMPS, r"^(?:no|without|not|never)~-?~(?:a )?trumps?$|^notrumps?$", "trump none"),
    saying(
        ("trump",),
        r"^trump none (?:every|each) ([0-9]+)(?:st|nd|rd|th)? (?:deal|round|hand|game)$",
        r"trump none when deal % \1 = 0, otherwise turned",
    ),
    saying(
        ("trump",),
        r"^trump (?:the )?(?:last|next) card (?:that is )?(?:dealt|turned)$",
        "trump turned",
    ),
    saying(("must", "has", "have"), r"^(?:must|has to|have to) (?:trump|ruff)$", MUST_TRUMP),
    saying(
        ("must", "has", "have"),
        rf"^(?:must|has to|have to) {OVERTRUMP}$",
        "follow suit, else higher trump, else trump, else anything",
    ),
    saying(
        ("must", "has", "have"),
        r"^(?:must|has to|have to) (?:beat|overtake|win)$",
        "follow higher suit, else suit, else anything",
    ),
    saying(
        ("sight",),
        r"^sight (?:on (?:the )?)?(?:forehead|indian|indian poker|blind man's bluff)$",
        "sight others only play top card",
    ),
    saying(("bid",), r"^bid (?:secret|hidden|in secret|face down|written)$", "bid together"),
    saying(
        ("last",),
        r"^last bid (?:may not make (?:the )?bids? (?:=|equal(?: to)?)|not) (?:the )?cards$",
        "last bid keeps bids != cards",
    ),
    Saying(
        ("last",),
        rf"^last bid(?: keeps)? {PARITY}$",
        (
            Meant(even_or_odd("last bid keeps bids"), "for the sum of all bids"),
            Meant(even_or_odd("last bid keeps bid"), "for the bid itself"),
        ),
    ),
    saying(("each",), rf"^each bid(?: keeps)? {PARITY}$", even_or_odd("each bid keeps bid")),
    saying(CONDITIONS, rf"\b(?!keeps\b)(\w+) {PARITY}\b{ENDS}", of_a_number),
    saying(("ends",), r"\bhighest total\b", "highest_total"),
    saying(("ends",), r"\blowest total\b", "lowest_total"),
    saying(
        (),
        r"\b([0-9]+) (?:deals|rounds|hands|games) (?:of|with) ([0-9]+) cards?(?: each)?",
        r"repeat \1 times \2 cards",
    ),
    saying(
        ("settle",),
        r"^settle ([0-9]+)(?: (?:p|pence|cents?|points?))? (?:per|a|for each|for every) point$",
        r"settle loser pays winner \1 * (winner.total - loser.total)",
    ),
    Saying(
        ("settle",),
        r"^settle (?:loser pays(?: winner)? )?([0-9]+)~\*?~(?:points?|difference|differences)$",
        (Meant(r"settle loser pays winner \1 * (winner.total - loser.total)"),),
        STAKE,
    ),
    Saying(
        ("settle",),
        r"^settle (?:pay )?([0-9]+)$",
        (
            Meant(r"settle loser pays winner \1 * (winner.total - loser.total)", "for each point"),
            Meant(r"settle loser pays winner \1", "whatever the totals are"),
        ),
        STAKE,
    ),
    saying(("settle",), r"^settle (?:the )?(?:points|difference|totals)$", ONE_A_POINT, STAKE),
    saying(
        ("settle",),
        r"^settle (?=[0-9(a-z][^=]*\b(?:winner|loser)\.)(?!loser pays)",
        "settle loser pays winner ",
        STAKE,
    ),
    saying(
        ("example",),
        r"\b(with \w+ cards?(?: for \w+ players?)?) (as number [0-9]+)(?=~:| )",
        r"\2 \1",
        "which deal of the match it is stands before the number of cards",
    ),
    beside(POINTS, r"\bsquare~\((\w+)\)", r"\1 * \1"),
    beside(POINTS, r"\bdifference~\((\w+)~,~(\w+)\)", r"abs(\1 - \2)"),
    saying(
        (),
        r"^([a-z]+(?: [a-z]+){0,2}) (bid|lead|follow|play|shown|sight)$",
        r"\2 \1",
        "the word that a clause begins with stands first",
    ),
    saying(
        ("lead",),
        r"^lead (?:the )?(?:player )?(?:(?:to|at|on) )?(?:the )?(?:left of (?:the )?dealer"
        r"|dealer(?:['’]s)?,? left)(?: hand)?$",
        "lead eldest",
        "who sits at the dealer's left is eldest",
    ),
)


def only_suits(text: str) -> bool:
    """Whether a text names suits, or none, and at least two of them."""
    words = re.findall(r"\w+", re.sub(r"\b(?:then|and)\b", " ", text))
    return len(words) > 1 and all(re.fullmatch(rf"{SUITS}|none", each, re.I) for each in words)


SAYINGS: Final = (*SPOKEN, *NUMBERS, *SCORES, *ROWS, *TABLES, *CLAUSES)
