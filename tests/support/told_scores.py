"""A parser for the sentences of a rule sheet about scores, read as a card player would.

It knows English, but no rules file. Each reader yields every value that a prefix of the text can
mean, with the rest of the text. If a sentence can be read in two ways with different results,
calling its `Reading` fails.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final, TypeAlias

from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.rules import TRUMP_WORDS

Figures: TypeAlias = Mapping[str, int]
Value: TypeAlias = Callable[[Figures], int]
Parsed: TypeAlias = Iterator[tuple[Value, str]]
Reader: TypeAlias = Callable[[str], Parsed]

NAMES: Final = {
    "the number of players who made their bid": "makers",
    "the number of players who won the most tricks": "most_count",
    "the number of players": "players",
    "the number of the deal": "deal",
    "the number of cards dealt to each player": "cards",
    "the number of cards you are dealt": "cards",
    "the number of tricks you win": "tricks",
    "the total of the bids": "bids",
    "the highest bid": "highest_bid",
    "the number of other players who have made the same bid": "same_bids",
    "the bid": "bid",
    "your bid": "bid",
    "the tricks won": "tricks",
    "the value of the tricks won": "points",
    "the value of the tricks you win": "points",
    "the most tricks that any player won": "most",
    "the number of tricks by which you miss your bid": "missed",
    "streak": "streak",
    "deals in a row": "streak",
    "bags": "bags",
    "the number you won the auction with (0 if you did not)": "auction",
    "the number you won the auction with": "auction",
    "the number of deals in the row": "row_deals",
    "the number of bids you have made in the row up to this one": "row_made",
    "the most you have scored before in the row": "row_best",
    "the most you have scored in an earlier deal of the row": "row_best",
}
EACH: Final = {
    "for each trick you win": "tricks",
    "for each trick you bid": "bid",
    "for each card you are dealt": "cards",
    "for each player who makes their bid": "makers",
    "for each trick of the highest bid": "highest_bid",
    "for each other player who has made the same bid": "same_bids",
    "for each trick that you won the auction with": "auction",
    "for each player": "players",
    "for each trick too many or too few": "missed",
    "for each trick above your bid": "more",
    "for each trick below your bid": "fewer",
}
TRUTHS: Final[dict[str, Value]] = {
    "the bid is made": lambda f: f["bid"] == f["tricks"],
    "the bid is not made": lambda f: f["bid"] != f["tricks"],
    "you win exactly as many tricks as you bid": lambda f: f["bid"] == f["tricks"],
    "you do not win exactly as many tricks as you bid": lambda f: f["bid"] != f["tricks"],
    "you win more tricks than anybody else": lambda f: (
        f["tricks"] == f["most"] and f["most_count"] == 1
    ),
    "nobody wins more tricks than you": lambda f: f["tricks"] == f["most"],
    "nobody ties for the most tricks": lambda f: f["most_count"] == 1,
    "you have made the highest bid": lambda f: f["bid"] == f["highest_bid"],
    "you have not made the highest bid": lambda f: f["bid"] != f["highest_bid"],
    "nobody else has made the same bid": lambda f: f["same_bids"] == 0,
    "another player has made the same bid": lambda f: f["same_bids"] > 0,
    "nobody makes their bid": lambda f: f["makers"] == 0,
    "everybody makes their bid": lambda f: f["makers"] == f["players"],
    "nobody else makes theirs": lambda f: f["makers"] == 1,
    "the bid was made blind": lambda f: bool(f["blind"]),
    "the bid was not made blind": lambda f: not f["blind"],
    "you have bid blind": lambda f: bool(f["blind"]),
    "you have not bid blind": lambda f: not f["blind"],
    "you have won the auction": lambda f: f["auction"] > 0,
    "you have not won the auction": lambda f: f["auction"] == 0,
    "there is no trump": lambda f: TRUMP_WORDS[f["trump"]] == "none",
    "there is a trump": lambda f: TRUMP_WORDS[f["trump"]] != "none",
    "the trumps are an order of the suits": lambda f: TRUMP_WORDS[f["trump"]] == "order",
    "the trumps are not an order of the suits": lambda f: TRUMP_WORDS[f["trump"]] != "order",
    **{
        f"{suit} are {no}trumps": lambda f, suit=suit, no=no: (
            (TRUMP_WORDS[f["trump"]] == suit) != bool(no)
        )
        for suit in SUIT_NAMES.values()
        for no in ("", "not ")
    },
    "you have made your bid in every deal of the row": lambda f: f["row_made"] == f["row_deals"],
    "you have not made your bid in every deal of the row": lambda f: (
        f["row_made"] != f["row_deals"]
    ),
}
COMPARED_WITH_IS: Final[dict[str, Callable[[int, int], bool]]] = {
    "is not": lambda a, b: a != b,
    "is less than": lambda a, b: a < b,
    "is at most": lambda a, b: a <= b,
    "is more than": lambda a, b: a > b,
    "is at least": lambda a, b: a >= b,
    "is": lambda a, b: a == b,
}
COMPARED: Final = {
    words.replace("is", verb, 1): holds
    for words, holds in COMPARED_WITH_IS.items()
    for verb in ("is", "are")
}
AMOUNTS: Final[dict[str, Callable[[int, int], bool]]] = {
    "exactly": lambda a, b: a == b,
    "any number but": lambda a, b: a != b,
    "fewer than": lambda a, b: a < b,
    "at most": lambda a, b: a <= b,
    "more than": lambda a, b: a > b,
    "at least": lambda a, b: a >= b,
}
AS_BID: Final[dict[str, Callable[[int, int], bool]]] = {
    "exactly as many tricks as you bid": lambda a, b: a == b,
    "more tricks than you bid": lambda a, b: a > b,
    "fewer tricks than you bid": lambda a, b: a < b,
    "at least as many tricks as you bid": lambda a, b: a >= b,
    "no more tricks than you bid": lambda a, b: a <= b,
    "more or fewer tricks than you bid": lambda a, b: a != b,
}


def figures(values: Mapping[str, int | None]) -> Figures:
    """Returns figures by name, with those derived from them."""
    known = {name: value for name, value in values.items() if value is not None}
    # runs, tallies and row_best are 0 here, as a sheet's table has no earlier deals
    known |= {"streak": 0, "bags": 0, "row_best": 0}
    made = int("bid" in known and known["bid"] == known.get("tricks"))
    known["row_made"] = known.get("made_before", 0) + made
    known.setdefault("auction", 0)  # 0 except for the winner of the auction
    known.setdefault("trump", TRUMP_WORDS.index("clubs"))  # any, where it makes no difference
    known.setdefault("blind", 0)  # 0 except after a blind bid
    if {"bid", "tricks"} <= set(known):
        more = known["tricks"] - known["bid"]
        known |= {"missed": abs(more), "more": max(more, 0), "fewer": max(-more, 0)}
    return known


def remembered(reader: Reader) -> Reader:
    """Returns the reader with a cache, as many paths lead to the same text."""

    @lru_cache(maxsize=20_000)
    def whole(text: str) -> tuple[tuple[Value, str], ...]:
        return tuple(reader(text))

    return lambda text: iter(whole(text))


@dataclass(frozen=True)
class Reading:
    """All ways to read a sentence."""

    sentence: str
    ways: tuple[Value, ...]

    @staticmethod
    def of(sentence: str) -> Reading:
        ends = (value for value, rest in score(sentence) if rest == ".")
        return Reading(sentence, tuple(islice(ends, 20)))

    def __call__(self, known: Figures) -> int:
        assert self.ways, f"not understood: {self.sentence}"
        found = {int(way(known)) for way in self.ways}
        assert len(found) == 1, f"read in two ways, {found}: {self.sentence}"
        return found.pop()


# --- sentences --------------------------------------------------------------------------


@remembered
def score(text: str) -> Parsed:
    """Reads `If C, you G; if C, you G; otherwise, if C, you G; otherwise you G` or `You G`."""
    text = text[:1].lower() + text[1:]
    if text.startswith("you "):
        yield from gain(text[4:])
    elif text.startswith("if "):
        for condition, rest in truth(text[3:]):
            for value, end in after(rest, ", you ", gain):
                for other, last in after(end, "; otherwise you ", gain):
                    yield _if(condition, value, other), last
                end = end.replace("; otherwise, if ", "; if ", 1)
                if end.startswith("; if "):
                    for other, last in score(end[2:]):
                        yield _if(condition, value, other), last


def _if(condition: Value, value: Value, other: Value) -> Value:
    return lambda f: value(f) if condition(f) else other(f)


def after(text: str, words: str, reader: Reader) -> Parsed:
    if text.startswith(words):
        yield from reader(text[len(words) :])


@remembered
def gain(text: str) -> Parsed:
    """Reads a gain with additions in brackets: `(but lose 5 points if C)`."""
    for value, rest in plain_gain(text):
        yield from _with_extras(value, rest, -1 if text.startswith("lose") else 1)


def _with_extras(value: Value, text: str, sign: int) -> Parsed:
    yield value, text
    for words, times in (("and also ", sign), ("but score ", 1), ("but lose ", -1)):
        for more, rest in after(text, f" ({words}", points):
            for condition, end in after(rest, " if ", truth):
                if end.startswith(")"):
                    extra = _if(condition, _times(more, times), lambda _: 0)
                    yield from _with_extras(_sum(value, extra), end[1:], sign)


def points(text: str) -> Parsed:
    """Reads `10 points`, `2 points for each trick you win`, `5 × (hits − 1) points`."""
    yield from amounts(text)
    for value, rest in product(text):
        if rest.startswith(" points"):
            yield value, rest[len(" points") :]


@remembered
def plain_gain(text: str) -> Parsed:
    if text.startswith("score nothing"):
        yield (lambda _: 0), text[len("score nothing") :]
    yield from after(text, "score by this formula: ", whole)
    for value, rest in after(text, "lose ", points):
        yield _times(value, -1), rest
    for value, rest in after(text, "score ", points):
        yield value, rest
        for lost, end in after(rest, " but lose ", amounts):
            yield _sum(value, lost, -1), end


def _sum(left: Value, right: Value, times: int = 1) -> Value:
    return lambda f: left(f) + times * right(f)


def _times(value: Value, times: int) -> Value:
    return lambda f: times * value(f)


@remembered
def amounts(text: str) -> Parsed:
    for value, rest in amount(text):
        yield value, rest
        for joint in (", ", " and ", " plus "):
            for more, end in after(rest, joint, amounts):
                yield _sum(value, more), end


def amount(text: str) -> Parsed:
    number = re.match(r"(\d+)( more)?( points?)?( times)?", text)
    times = int(number[1]) if number else 1
    rest = text[number.end() :] if number else text
    if number and number[3] and not number[2] and not number[4]:
        yield (lambda _: times), rest
    if number and not number[4]:
        for words, name in EACH.items():
            if rest.startswith(f" {words}"):
                yield _times(_named(name), times), rest[len(words) + 1 :]
    if not number or number[4]:
        for value, end in product_in_words(rest.removeprefix(" ")):
            yield _times(value, times), end


def product_in_words(text: str) -> Parsed:
    for value, rest in after(text, "the square of ", named):
        yield (lambda f, value=value: value(f) ** 2), rest
    for value, rest in named(text):
        yield value, rest
        for other, end in after(rest, " times ", named):
            yield (lambda f, a=value, b=other: a(f) * b(f)), end


def _named(name: str) -> Value:
    return lambda f: f[name]


def named(text: str) -> Parsed:
    for words, name in NAMES.items():
        if text.startswith(words):
            yield _named(name), text[len(words) :]


# --- conditions -------------------------------------------------------------------------


@remembered
def truth(text: str) -> Parsed:
    """Reads conditions joined by one word."""
    yield from one_truth(text)
    for joint in (" and ", " or ", ", and ", ", or "):
        yield from joined(text, joint, member)


def joined(text: str, joint: str, reader: Reader) -> Parsed:
    """Reads at least two conditions, all joined by the same word."""
    both = "and" in joint
    for value, rest in reader(text):
        for other, end in after(rest, joint, reader):
            yield _logic(both, value, other), end
        for other, end in after(rest, joint, lambda t: joined(t, joint, reader)):
            yield _logic(both, value, other), end


def _logic(both: bool, left: Value, right: Value) -> Value:
    if both:
        return lambda f: left(f) and right(f)
    return lambda f: left(f) or right(f)


@remembered
def member(text: str) -> Parsed:
    yield from one_truth(text)
    yield from after(text, "either ", lambda t: joined(t, " or ", one_truth))
    yield from after(text, "both ", lambda t: joined(t, " and ", one_truth))
    for value, rest in after(text, "(", truth):
        if rest.startswith(")"):
            yield value, rest[1:]


@remembered
def one_truth(text: str) -> Parsed:
    for words, value in TRUTHS.items():
        if text.startswith(words):
            yield value, text[len(words) :]
    for who, name in (("you win ", "tricks"), ("you bid ", "bid")):
        yield from after(text, who, lambda t, name=name: how_many(t, name))
    for value, rest in after(text, "you do not win exactly ", number_of_tricks):
        yield (lambda f, value=value: f["tricks"] != value(f)), rest
    yield from of_this_deal(text)
    yield from of_the_past(text)
    for value, rest in after(text, "it is not true that ", truth):
        yield (lambda f, value=value: not value(f)), rest
    for left, rest in factor(text):
        for words, odd in ((" is odd", 1), (" is even", 0)):
            if rest.startswith(words):
                yield (lambda f, a=left, b=odd: a(f) % 2 == b), rest[len(words) :]
    for left, rest in whole(text):
        for words, compare in COMPARED.items():
            for right, end in after(rest, f" {words} ", whole):
                yield (lambda f, a=left, b=right, c=compare: c(a(f), b(f))), end
    for left, rest in factor(text):
        if series := re.match(r" is (none of )?(\d+), (\d+), \d+ and so on", rest):
            least, every = int(series[2]), int(series[3]) - int(series[2])
            among = series[1] is None
            yield (
                (lambda f, a=left, m=least, n=every, among=among: (a(f) % n == m) == among),
                rest[series.end() :],
            )


THIS_DEAL: Final[dict[str, Callable[[int, int], bool]]] = {
    r"deal (\d+) or an earlier one": lambda a, b: a <= b,
    r"deal (\d+) or a later one": lambda a, b: a >= b,
    r"deal (\d+)(?! or an? )": lambda a, b: a == b,
    r"not deal (\d+)": lambda a, b: a != b,
    r"before deal (\d+)": lambda a, b: a < b,
    r"after deal (\d+)": lambda a, b: a > b,
}


def of_this_deal(text: str) -> Parsed:
    """Reads `this is deal 19`, `everybody has at least 3 cards`, `there are exactly 4 players`."""
    for words, compare in THIS_DEAL.items():
        if match := re.match(f"this is {words}", text):
            number = int(match[1])
            yield (lambda f, n=number, c=compare: c(f["deal"], n)), text[match.end() :]
    yield from after(text, "everybody has ", lambda t: counted(t, "cards"))
    yield from after(text, "there are ", lambda t: counted(t, "players"))


OCCASIONS: Final[dict[str, Callable[[int, int], bool]]] = {
    r"in deal (\d+)": lambda a, b: a == b,
    r"in every deal but deal (\d+)": lambda a, b: a != b,
    r"in the deals before deal (\d+)": lambda a, b: a < b,
    r"in the deals up to deal (\d+)": lambda a, b: a <= b,
    r"in the deals after deal (\d+)": lambda a, b: a > b,
    r"in the deals from deal (\d+) on": lambda a, b: a >= b,
}


def occasion(text: str) -> Value:
    """Returns the condition for the deals in which something counts: `with 3 cards or more`."""
    text = text[:1].lower() + text[1:]
    for words, compare in OCCASIONS.items():
        if match := re.fullmatch(words, text):
            number = int(match[1])
            return lambda f: compare(f["deal"], number)
    for name in ("cards", "players"):
        amount = text.removeprefix("with ")
        for told in (amount, f"exactly {amount}"):
            for value, rest in counted(told, name):
                if not rest:
                    return value
    raise AssertionError(f"not understood: {text}")


def counted(text: str, name: str) -> Parsed:
    """Reads a number of things: `no card`, `3 cards or more`, `fewer than 5 players`."""
    thing = f"{name.removesuffix('s')}s?"
    if match := re.match(f"(no|a|−?\\d+) {thing}( or more)?", text):
        least = {"no": 0, "a": 1}.get(match[1])
        if least is None:
            least = int(match[1].replace("−", "-"))
        if match[2]:
            yield (lambda f, n=least: f[name] >= n), text[match.end() :]
        elif match[1] == "no":
            yield (lambda f: f[name] == 0), text[match.end() :]
    for words, compare in AMOUNTS.items():
        if match := re.match(f"{words} (−?\\d+) {thing}", text):
            number = int(match[1].replace("−", "-"))
            yield (lambda f, n=number, c=compare: c(f[name], n)), text[match.end() :]


ORDINALS: Final = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
]
PLACE: Final = re.compile(
    r"this is (?P<yet>not yet )?your (?P<first>\w+) (?P<what>made bid|missed bid|deal) in a row"
    r"(?P<later>, or a later one)?(?:, the (?P<second>\w+), the \w+ and so on)?"
)
BEFORE: Final = re.compile(
    r"(?:in (?:the last deal|each of the last (?P<all>\d+) deals)"
    r"|the last (?:deal was not one|(?P<not>\d+) deals were not all ones) in which)"
    r"(?P<just>, but not in the one before,)? "
)


def place_named(word: str) -> int:
    return ORDINALS.index(word) + 1 if word in ORDINALS else int(re.sub(r"\D", "", word))


def of_the_past(text: str) -> Parsed:
    """Reads the length of the only run, `streak`; its own condition is parsed but not evaluated."""
    if match := PLACE.match(text):
        first = place_named(match["first"])
        rest = text[match.end() :]
        holds = _lasted(operator.eq, first - 1)
        if match["second"]:
            every = place_named(match["second"]) - first
            holds = _lasted(lambda a, b: (a - b) % every == 0, first - 1)
        elif match["yet"] or match["later"]:
            holds = _lasted(operator.lt if match["yet"] else operator.ge, first - 1)
        if match["what"] != "deal":
            yield holds, rest
        for _, end in after(rest, " in which ", truth):
            yield holds, end
    if match := BEFORE.match(text):
        number = int(match["all"] or match["not"] or 1)
        compare = operator.ge if text.startswith("in ") else operator.lt
        head, joint, tail = text[match.end() :].partition(", you ")
        for _, end in truth(now(head) + joint + tail):
            yield _lasted(operator.eq if match["just"] else compare, number), end


def _lasted(compare: Callable[[int, int], bool], number: int) -> Value:
    return lambda f: compare(f["streak"], number)


def now(text: str) -> str:
    """Returns a clause about an earlier deal in the present tense."""
    for then, today in {"did not": "do not", "won": "win", "made": "makes", "tied": "ties"}.items():
        text = re.sub(rf"\b{then}\b(?! by)", today, text)
    return text


def number_of_tricks(text: str) -> Parsed:
    if found := re.match(r"(−?)(\d+) tricks?", text):
        number = -int(found[2]) if found[1] else int(found[2])
        yield (lambda _: number), text[found.end() :]


def how_many(text: str, name: str) -> Parsed:
    mine = _named(name)
    if text.startswith("no trick"):
        yield (lambda f: mine(f) == 0), text[len("no trick") :]
    if text.startswith("a trick or more"):
        yield (lambda f: mine(f) > 0), text[len("a trick or more") :]
    if text.startswith("every trick"):
        yield (lambda f: mine(f) == f["cards"]), text[len("every trick") :]
    for value, rest in number_of_tricks(text):
        if rest.startswith(" or more"):
            yield (lambda f, value=value: mine(f) >= value(f)), rest[len(" or more") :]
    for words, compare in AS_BID.items():
        if text.startswith(words):
            yield (lambda f, c=compare: c(mine(f), f["bid"])), text[len(words) :]
    for words, compare in AS_BID.items():
        for value, rest in after(text, words.removesuffix("you bid"), whole):
            yield (lambda f, c=compare, value=value: c(mine(f), value(f))), rest
    for words, compare in AMOUNTS.items():
        for reader in (number_of_tricks, whole):
            for value, rest in after(text, f"{words} ", reader):
                yield (lambda f, c=compare, value=value: c(mine(f), value(f))), rest


# --- formulas ---------------------------------------------------------------------------


@remembered
def whole(text: str) -> Parsed:
    """Reads a formula: a sum, a quotient, a remainder or alternatives."""
    yield from total(text)
    for left, rest in factor(text):
        for right, end in after(rest, " ÷ ", factor):
            if end.startswith(", rounded down"):
                yield (lambda f, a=left, b=right: a(f) // b(f)), end[len(", rounded down") :]
    yield from remainder(text)
    yield from choice(text)


@remembered
def remainder(text: str) -> Parsed:
    for left, rest in after(text, "the remainder of ", factor):
        for right, end in after(rest, " ÷ ", factor):
            yield (lambda f, a=left, b=right: a(f) % b(f)), end
    for left, rest in factor(text):
        for words, number in ((" beyond full tens", 10), (" beyond full hundreds", 100)):
            if rest.startswith(words):
                yield (lambda f, a=left, b=number: a(f) % b), rest[len(words) :]


@remembered
def choice(text: str) -> Parsed:
    """Reads `5 if C, 3 if C, otherwise 0`."""
    for value, rest in whole_but_choice(text):
        for condition, end in after(rest, " if ", truth):
            for other, last in after(end, ", otherwise ", whole_but_choice):
                yield _if(condition, value, other), last
            for other, last in after(end, ", ", choice):
                yield _if(condition, value, other), last


@remembered
def whole_but_choice(text: str) -> Parsed:
    yield from total(text)
    for left, rest in factor(text):
        for right, end in after(rest, " ÷ ", factor):
            if end.startswith(", rounded down"):
                yield (lambda f, a=left, b=right: a(f) // b(f)), end[len(", rounded down") :]
    yield from remainder(text)


@remembered
def total(text: str) -> Parsed:
    for value, rest in product(text):
        yield from _further_summands(value, rest)


def _further_summands(value: Value, rest: str) -> Parsed:
    yield value, rest
    for sign, times in ((" + ", 1), (" − ", -1)):
        for other, end in after(rest, sign, product):
            yield from _further_summands(_sum(value, other, times), end)


@remembered
def product(text: str) -> Parsed:
    for value, rest in factor(text):
        yield value, rest
        for other, end in after(rest, " × ", product):
            yield (lambda f, a=value, b=other: a(f) * b(f)), end


@remembered
def factor(text: str) -> Parsed:
    for value, rest in after(text, "−", factor):
        yield _times(value, -1), rest
    for value, rest in thing(text):
        yield value, rest
        if rest.startswith(" without its sign"):
            yield (lambda f, value=value: abs(value(f))), rest[len(" without its sign") :]


@remembered
def thing(text: str) -> Parsed:
    if number := re.match(r"\d+", text):
        yield (lambda _: int(number[0])), text[number.end() :]
    yield from named(text)
    for value, rest in after(text, "(", whole):
        if rest.startswith(")"):
            yield value, rest[1:]
    # alternatives are in brackets here, as in every formula that continues after them
    for left, rest in after(text, "the difference between ", whole_but_choice):
        for right, end in after(rest, " and ", whole_but_choice):
            yield (lambda f, a=left, b=right: abs(a(f) - b(f))), end
    for words, pick in (("small", min), ("larg", max)):
        for left, rest in after(text, f"the {words}er of ", factor):
            for right, end in after(rest, " and ", factor):
                yield (lambda f, a=left, b=right, pick=pick: pick(a(f), b(f))), end
        for values, rest in after_list(text, f"the {words}est of "):
            yield (lambda f, vs=values, pick=pick: pick(v(f) for v in vs)), rest


def after_list(text: str, words: str) -> Iterator[tuple[tuple[Value, ...], str]]:
    if text.startswith(words):
        yield from _list(text[len(words) :])


def _list(text: str) -> Iterator[tuple[tuple[Value, ...], str]]:
    for first, rest in factor(text):
        for last, end in after(rest, " and ", factor):
            yield (first, last), end
        if rest.startswith(", "):
            for others, end in _list(rest[2:]):
                yield (first, *others), end
        else:
            yield (first,), rest
