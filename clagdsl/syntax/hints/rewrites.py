"""Functions that the table of phrases calls by name to convert captured text.

Each returns Clag text, or None if the captured text cannot have that meaning; the phrase then does
not apply.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import Final

from clagdsl.lang.cards import ORDINARY, RANKS, SUIT_NAMES, SUIT_SIGNS, is_card
from clagdsl.lang.numerals import NUMERALS
from clagdsl.problems.size_suggestions import (
    next_size,
    possible_directions,
    size_rows,
    up_and_down_rows,
)
from clagdsl.syntax.hints.synonyms import RANK_WORDS

SUIT_OF: Final = {name[0]: name for name in SUIT_NAMES.values()}
SUIT_OF_SIGN: Final = {sign: SUIT_NAMES[suit] for suit, sign in SUIT_SIGNS.items()}
BEFORE_A_VALUE: Final = re.compile(
    r"(?:\A|[-+*/(,=<>%]|\b(?:score|otherwise|when|and|or|not))\s*\Z"
)


def numbers_in(text: str) -> list[int]:
    """Returns the numbers in a text."""
    return [int(each) for each in re.findall("[0-9]+", text)]


def number(text: str) -> str:
    """Returns a numeral as digits; other text is unchanged."""
    word = text.lower()
    return str(NUMERALS.index(word)) if word in NUMERALS else text


def factor(text: str) -> str:
    """Returns a number as a factor, such as `2 * `; "" for 1."""
    return "" if number(text) == "1" else f"{number(text)} * "


def digits(text: str) -> str:
    """Returns a number with letters that look like digits replaced (`O` with 0, `l` with 1)."""
    return text.translate(str.maketrans("OoIl", "0011"))


def bars_to_abs(text: str) -> str | None:
    """Returns nested bars as `abs(...)`, or None if the bars are unbalanced."""
    result, opened = "", 0
    for sign in text:
        if sign != "|":
            result += sign
            continue
        opens = BEFORE_A_VALUE.search(result) is not None
        result += "abs(" if opens else ")"
        opened += 1 if opens else -1
        if opened < 0:
            return None
    return None if opened else result


def rows(sizes: str, deals: str) -> str | None:
    """Returns the schedule rows for a list of sizes: one run if possible, else one row per size."""
    return size_rows(numbers_in(sizes), deals) or None


def rows_one_way(sizes: str, deals: str) -> str | None:
    """Returns the schedule rows for sizes that only increase or only decrease, or None."""
    ways = {after > before for before, after in pairwise(numbers_in(sizes))}
    return rows(sizes, deals) if len(ways) == 1 else None


def turn(first: str, middle: str, last: str, deals: str, *, twice: bool) -> str | None:
    """Returns a run of sizes up and back down (or the reverse), with the turning size once or
    twice.

    Returns None if the sizes do not turn.
    """
    ways = possible_directions(first, middle, last)
    return up_and_down_rows(first, middle, last, deals, ways[0], twice=twice) if ways else None


def is_descending(first: str, last: str) -> bool:
    """Returns whether a run from one size to another is descending."""
    return last == "1" or (first.isdecimal() and last.isdecimal() and int(first) > int(last))


def run(first: str, last: str) -> str:
    """Returns a run of sizes in the direction of its numbers."""
    return f"{first} {'down' if is_descending(first, last) else 'up'} to {last}"


def ascending_range(first: str, last: str) -> str:
    """Returns a range with the smaller number first."""
    return f"{last} to {first}" if is_descending(first, last) else f"{first} to {last}"


def is_contrary(first: str, way: str, last: str) -> bool:
    """Returns whether the numbers of a run contradict its stated direction."""
    return int(first) != int(last) and (int(first) > int(last)) != (way == "down")


def corrected_direction(first: str, way: str, last: str) -> str | None:
    """Returns a contradictory run in the direction of its numbers, or None if it is consistent."""
    return run(str(int(first)), str(int(last))) if is_contrary(first, way, last) else None


def swapped_bounds(first: str, way: str, last: str) -> str | None:
    """Returns a contradictory run with its bounds swapped, or None if it is consistent."""
    return f"{int(last)} {way} to {int(first)}" if is_contrary(first, way, last) else None


def span_without_gap(text: str) -> str | None:
    """Returns the range of a list of numbers, or None if the list has gaps."""
    numbers = numbers_in(text)
    low, high = min(numbers), max(numbers)
    return f"{low} to {high}" if len(numbers) > high - low else None


def ranks(first: str, last: str) -> str | None:
    """Returns all ranks from one to another, or None if either is not a rank."""
    places = []
    for name in (first, last):
        rank = RANK_WORDS.get(name.lower(), name.upper())
        if rank not in RANKS:
            return None
        places.append(RANKS.index(rank))
    begin, end = places
    if begin <= end:
        return " ".join(RANKS[begin : end + 1])
    return " ".join(reversed(RANKS[end : begin + 1]))


def ranks_in(text: str) -> str | None:
    """Returns the ranks in a text, with the court cards for `pictures`; None without any."""
    if re.search(r"\b(picture|court|face)", text):
        return "K Q J"
    words = re.findall(r"\w+", text)
    named = {RANK_WORDS.get(word.lower(), word) for word in words if word not in ("a", "an")}
    return " ".join(rank for rank in RANKS if rank in named) or None


def top_trumps(text: str) -> str | None:
    """Returns the ranks, cards and names of special cards in a text, in its order; None without
    any, or if it has other numbers.
    """
    words = re.findall(r"\w+", text)
    if any(word.isdecimal() and word not in RANKS for word in words):
        return None
    ranks = {word: RANK_WORDS.get(word.lower(), word) for word in words}
    listed = [ranks[word] for word in words if ranks[word] in RANKS or is_card(word)]
    names = [word for word in words if word.istitle() and len(word) > 2 and ranks[word] == word]
    kept = [ranks[word] for word in words if ranks[word] in listed or word in names]
    return " ".join(dict.fromkeys(kept)) if listed or names else None


def each_suit(text: str) -> str:
    """Returns the cards of a rank in all suits: `JC JS JH JD`."""
    rank, _ = _ranks_in(text)
    return " ".join(f"{rank}{suit}" for suit in "CSHD")


def other_ranks(text: str) -> str:
    """Returns all ranks except the one in a text."""
    out = set(re.findall(r"\b(10|[2-9AKQJ])S?\b", text.upper()))
    return " ".join(rank for rank in RANKS if rank not in out)


def _ranks_in(text: str) -> tuple[str, list[str]]:
    """Returns the rank in a text, and all others from high to low."""
    word = text.lower()
    singular = [word, word.removesuffix("s"), word.removesuffix("es")]
    rank = next((RANK_WORDS[each] for each in singular if each in RANK_WORDS), singular[1].upper())
    return rank, [each for each in RANKS if each != rank]


def rank_first(text: str) -> str:
    """Returns all ranks with one moved to the top."""
    rank, others = _ranks_in(text)
    return " ".join((rank, *others))


def rank_last(text: str) -> str:
    """Returns all ranks with one moved to the bottom."""
    rank, others = _ranks_in(text)
    return " ".join((*others, rank))


def without_ranks(text: str) -> str | None:
    """Returns all ranks except those of a list, or None if it has other words."""
    out = {_ranks_in(word)[0] for word in re.findall(r"\w+", text) if word not in ("and", "the")}
    return " ".join(rank for rank in RANKS if rank not in out) if out <= set(RANKS) else None


def ranks_of_pack(cards: str) -> str:
    """Returns the highest ranks of a pack that has this many cards."""
    return " ".join(RANKS[: int(cards) // len(SUIT_NAMES)])


def lowest_ranks(count: str) -> str:
    """Returns the lowest ranks, as many as the count, from high to low."""
    return " ".join(RANKS[-int(count) :])


def suit(text: str) -> str:
    """Returns the suit that a name or sign denotes."""
    name = text.strip("\"'").lower()
    return SUIT_OF_SIGN.get(name) or SUIT_OF[name[0]]


def suits(text: str) -> str | None:
    """Returns the suits of a list, or None if it has other words."""
    text = re.sub(r"\bno[ -]?trumps?\b|\bNT\b|\bwithout\b", "none", text, flags=re.IGNORECASE)
    words = re.findall(r"\w+", re.sub(r"\b(?:then|and|first|next)\b", " ", text.lower()))
    fits = len(words) > 1 and set(words) <= {*SUIT_NAMES.values(), "none"}
    return " ".join(words) if fits else None


def amount(text: str) -> str:
    """Returns the number of tricks that a limit allows, as an expression."""
    if text.lower().startswith("half"):
        return "cards // 2"
    return number(re.sub(r"\A(?:the )?(?:number of )?(?=card)", "", text.lower()))


def table_of(condition: str, text: str) -> str:
    """Returns a table of points as a choice; `condition` is a template for the number
    in each line.
    """
    pairs = re.findall(r"([0-9]+)(?: tricks?)?\s*(?::|=>?|->|→)?\s*(-?[0-9]+)", text)
    cases = [f"{value} when {condition.format(key)}" for key, value in pairs]
    return f"{', '.join(cases)}, otherwise 0"


def one_of(text: str) -> str:
    """Returns the condition that the bid is one of the numbers in a text."""
    return " or ".join(f"bid = {each}" for each in numbers_in(text))


def packs(text: str) -> str:
    """Returns the number of packs for a word such as `double`."""
    return "2" if text.lower() in ("double", "doubled", "twice") else number(text)


def ranks_of_two(cards: str) -> str | None:
    """Returns the ranks of two packs with this many cards in total, or None if no ranks fit."""
    count, rest = divmod(int(cards), 2 * len(SUIT_NAMES))
    if int(cards) <= ORDINARY.size or rest or count > len(RANKS):
        return None
    return "all ranks" if count == len(RANKS) else f"highest {count} ranks"


REWRITES: Final[Mapping[str, Callable[..., str | None]]] = {
    "ranks_of_pack": ranks_of_pack,
    "top_trumps": top_trumps,
    "each_suit": each_suit,
    "without_ranks": without_ranks,
    "rank_last": rank_last,
    "rank_first": rank_first,
    "amount": amount,
    "amounts": bars_to_abs,
    "card_or_cards": lambda count: "card" if count == "1" else "cards",
    "digits": digits,
    "factor": factor,
    "least": lambda first, last: str(min(int(first), int(last))),
    "less": lambda size: next_size(size, "down"),
    "lower": str.lower,
    "lowest_ranks": lowest_ranks,
    "most": lambda first, last: str(max(int(first), int(last))),
    "number": number,
    "one_of": one_of,
    "other_ranks": other_ranks,
    "packs": packs,
    "parity": lambda word: "1" if word.lower() == "odd" else "0",
    "ranks": ranks,
    "ranks_in": ranks_in,
    "ranks_of_two": ranks_of_two,
    "rising": ascending_range,
    "rows": rows,
    "rows_one_way": rows_one_way,
    "run": run,
    "span_without_gap": span_without_gap,
    "suit": suit,
    "suits": suits,
    "swapped": swapped_bounds,
    "table_of_bids": lambda text: table_of("bid = {} and made", text),
    "table_of_tricks": lambda text: table_of("tricks = {}", text),
    "trim": str.rstrip,
    "turn_once": partial(turn, twice=False),
    "turn_twice": partial(turn, twice=True),
    "turned": corrected_direction,
    "upper": str.upper,
}
"""The functions by their names in the table of phrases."""
