"""A suggested line parses in its place, and keeps all that means something in the line.

Words of valid files are replaced, dropped, doubled and swapped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from support.file_mutations import RULES, Mutation, put, token_gone, tokens, tokens_swapped

from clagdsl.lang.cards import RANKS, SUIT_NAMES, is_card
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic, apply_edits
from clagdsl.syntax.parser import parse

SPECIALS = """clag 2
game "Specials"
players 3 to 4
pack highest 8 ranks, 2 Joker, 1 Owl
special Joker is high or low asks highest of named suit or next card
special Owl is low asks nothing
param hook = true "the hook"
param bonus = 10 in 5 to 20
let fine = 2 * bonus
run zeros when bid = 0 "zeros in a row"
tally bags = tricks - bid when tricks > bid, otherwise 0 "bags"
deal normal
  trump turned, on Joker named by dealer any suit or none, on Owl again, else none
  bid in turn, dealer first
  each bid keeps bid > 0 or zeros < 2, otherwise bid = 0
  last bid keeps bids != cards when hook, otherwise free
  follow suit, else trump, else anything
  open no trump until broken
  score 10 + tricks when made, 5 when bags > 2, otherwise -fine
deal blind is normal with sight by choice trump none
  score 20 + tricks when made and blind, 10 + tricks when made, otherwise 0
schedule
  1 up to 5 cards: normal
  then repeat 2 times 5 cards: normal, blind
  then 5 down to 1 cards: normal when players > 3
winner highest total, then fewest failed, then shared
settle loser pays winner winner.total - loser.total
"""
COPIES = """clag 2
game "Copies"
players 3 to 5, counterclockwise
pack A K Q J 10 9 8 7, 2 of each, without 7C
deal normal
  rank A 10 K Q J 9 8 7
  trump named by highest bidder any suit or none
  bid together, dealer again
  last bid keeps bids != cards
  equal cards last wins
  wild 7 in suit
  rank of trump J 9
  card worth 11 A, 10 10, 4 K, 3 Q, 2 J
  card worth of trump 20 J, 14 9, 11 A
  trick worth 0
  lead highest bidder
  follow higher suit, else suit, else higher trump, else trump, else anything
  score points + 10 when made, otherwise -5
  next dealer lowest total
deal sold is normal with
  trump named in auction
  auction 1 to cards C D H S none
  bid in turn, auction winner first
  each bid keeps bid >= auction, otherwise free
  lead auction winner
deal called is normal with call by dealer one of low, quiet
twist low rank 7 8 9 10 J Q K A
twist quiet play top card
schedule 2 up to 6 by 2 cards: normal, sold, called
winner lowest total, then most completed, then shared
"""
FILES = (SPECIALS, COPIES, *(path.read_text("utf-8") for path in RULES))
OTHER_WORDS = {
    "trump": ("trumps", "atout"), "turned": ("flipped", "turn"), "bid": ("bidding", "nominate"),
    "turn": ("order", "turns"), "keeps": ("keep", "must", "needs"), "!=": ("<>", "is not", "not"),
    "score": ("scores", "points"), "when": ("if", "where"), "otherwise": ("else", "or else"),
    "made": ("successful", "right"), "tricks": ("trick", "taken"), "cards": ("card", "hand"),
    "highest": ("most", "high", "best"), "lowest": ("least", "low"), "total": ("score", "points"),
    "dealer": ("forehand", "button"), "first": ("1st", "begins"), "last": ("final", "dealer"),
    "each": ("every", "all"), "none": ("no", "no trumps", "NT", "null"), "any": ("every", "each"),
    "wild": ("joker",), "anything": ("any card",), "suit": ("colour", "suits"),
    "together": ("at once", "secret"), "free": ("any", "anything"), "without": ("minus",),
    "named": ("chosen", "picked"), "with": ("and", "has"), "and": ("&", ","), "or": ("|", "/"),
    ">=": ("=>", "at least"), "*": ("x", "times"), "then": ("and then", ","), "is": ("are", "="),
    "asks": ("ask", "demands"), "highest bidder": ("highest bid",), ", otherwise": (", if",),
    " when": (", if", ", when", ","), "in": ("within", "by"), "on": ("with", "if"),
}  # fmt: skip
"""Words of the language, with what people may write for them."""


def other_word(text: str, draw: Random) -> tuple[str, ...]:
    word = draw.choice([each for each in OTHER_WORDS if each in text])
    places = [*re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text)] or [
        *re.finditer(re.escape(word), text)
    ]
    place = draw.choice(places)
    return (put(text, *place.span(), draw.choice(OTHER_WORDS[word])),)


def word_twice(text: str, draw: Random) -> tuple[str, ...]:
    each = draw.choice(tokens(text))
    return (put(text, each.end(), each.end(), f" {each.group()}"),)


def errors(text: str) -> list[Diagnostic]:
    return [
        each
        for each in parse(SourceText("a.clag", text)).diagnostics
        if each.severity == "error" and each.code != "S149"
    ]


DECLARED = re.compile(r"^\s*(?:special|param|let|run|tally|deal|twist) (\w+)", re.MULTILINE)
CARDS = {*RANKS, *SUIT_NAMES.values()}


def meanings(text: str, names: set[str]) -> set[str]:
    """The numbers, cards and names of the file in a text."""
    words = re.findall(r"\w+", text)
    return {word for word in words if word.isdecimal() or word in CARDS | names or is_card(word)}


def changed(before: str, after: str) -> tuple[str, str]:
    """The lines of two texts that are not in the other one."""
    one, other = (Counter(each.splitlines()) for each in (before, after))
    return "\n".join(one - other), "\n".join(other - one)


def mutated(mutation: Mutation, count: int) -> Iterator[str]:
    draw = Random(f"lines {mutation.__name__}")
    for _ in range(count):
        header, rules = draw.choice((*FILES[:2] * 20, *FILES)).split("\n", 1)
        yield f"{header}\n{mutation(rules, draw)[0]}"


@pytest.mark.parametrize("text", FILES[:2])
def test_the_files_are_right(text: str) -> None:
    assert errors(text) == []


@pytest.mark.parametrize("mutation", [other_word, token_gone, word_twice, tokens_swapped])
def test_a_suggested_line_parses_and_keeps_numbers_cards_and_names(mutation: Mutation) -> None:
    suggested = 0
    for text in mutated(mutation, 120):
        names = set(DECLARED.findall(text))
        found = errors(text)
        for problem in found:
            if not problem.fix:
                continue
            suggested += 1
            fixed = apply_edits(text, problem.fix)
            rest = Counter(each.message for each in found if each != problem)
            new = Counter(each.message for each in errors(fixed)) - rest
            wrong, right = changed(text, fixed)
            assert not new, (problem.help, wrong, right, new)
            assert meanings(wrong, names) <= meanings(right, names), (problem.help, wrong, right)
    assert suggested > 20


SCORE = "score 10 + tricks when made, 5 when bags > 2, otherwise -fine"
PACK, JOKER = "pack highest 8 ranks, 2 Joker, 1 Owl", "special Joker is high or low asks highest"
CASES = "on Joker named by dealer any suit or none, on Owl again, else none"
NAMED, EACH = "trump named by highest bidder any suit or none", "each bid keeps bid >= auction"
TURN, WILD, WORTH = "bid in turn, auction winner first", "wild 7 in suit", "card worth 11 A, 10 10"
REPAIRED = (
    (PACK, PACK.replace("highest", "highst")),
    (PACK, PACK.replace("pack", "PACK")),
    (PACK, PACK.replace("ranks", "rank")),
    (PACK, PACK.replace("highest", "top")),
    (PACK, PACK.replace("2 Joker", "two Joker")),
    (PACK, PACK.replace("pack ", "")),
    (JOKER, JOKER.replace("is", "are")),
    (JOKER, JOKER.replace("special", "specal")),
    (JOKER, JOKER.replace("high or", "highest or")),
    (JOKER, JOKER.replace("asks ", "")),
    (JOKER + " of", JOKER + " card of"),
    (CASES, CASES.replace("else", "otherwise")),
    (CASES, CASES.replace("else none", "else no trump")),
    ("bid in turn, dealer first", "bid in turn, dealer 1st"),
    (NAMED, NAMED.replace("named", "chosen")),
    (NAMED, NAMED.replace("bidder", "bid")),
    (NAMED, NAMED.replace("or none", "or no trumps")),
    (NAMED, NAMED.replace("or none", "or NT")),
    (NAMED, NAMED.replace("or none", "or null")),
    ("auction 1 to cards C D H S none", "auction 1 to cards C D H S no trumps"),
    (NAMED, NAMED.replace("or none", "| none")),
    (NAMED, NAMED.replace("by highest", "by the highest")),
    (EACH, EACH.replace("keeps", "needs")),
    (EACH, EACH.replace("each bid", "each")),
    (TURN, TURN.replace("in turn", "turn in")),
    (TURN, TURN.replace(",", "")),
    (WILD, WILD.replace("suit", "colour")),
    (WILD, WILD.replace("in suit", "within suit")),
    (WILD, "7s wild in suit"),
    ("lead highest bidder", "lead highest bid"),
    ("play top card", "play the top card"),
    (WORTH, WORTH.replace("card", "crad")),
    (WORTH, WORTH.replace("card", "Card")),
    ("deal called is normal", "deal called is is normal"),
    ("deal sold is normal with", "deal sold normal is with"),
)


@pytest.mark.parametrize(("right", "wrong"), REPAIRED)
def test_one_wrong_word_is_suggested_before_another_rule(right: str, wrong: str) -> None:
    text = next(each for each in FILES if right in each)
    found = errors(text.replace(right, wrong, 1))
    fixed = apply_edits(
        text.replace(right, wrong, 1), [edit for each in found for edit in each.fix]
    )
    assert len(found) == 1
    assert fixed.split() == text.split()


def test_each_of_two_slips_of_a_line_is_reported() -> None:
    wrong = SPECIALS.replace(PACK, PACK.replace("2 Joker, 1", "two Joker, one"))
    found = errors(wrong)
    assert [each.help for each in found] == ["did you mean `2`?", "did you mean `1`?"]
    assert apply_edits(wrong, [edit for each in found for edit in each.fix]) == SPECIALS


@pytest.mark.parametrize("limit", ["each bid keeps bid >= 0", "last bid keeps bids != cards"])
def test_a_comma_between_two_conditions_of_a_limit_is_not_read_as_otherwise(limit: str) -> None:
    line = "  last bid keeps bids != cards\n"
    text = COPIES.replace(line, f"  {limit}, bid <= 3\n")
    (problem,) = errors(text)
    assert not problem.safe, "both readings are possible"
    assert f"{limit} and bid <= 3" in apply_edits(text, problem.fix)


@pytest.mark.parametrize("wrong", [", if made,", ", made,", " when, made", ", when made"])
def test_a_comma_at_a_condition_does_not_turn_a_score_upside_down(wrong: str) -> None:
    text = COPIES.replace(" when made, otherwise -5", f"{wrong} otherwise -5")
    (problem,) = errors(text)
    assert apply_edits(text, problem.fix) == COPIES


@pytest.mark.parametrize(
    ("wrong", "advice"),
    [
        ("trump named by dealer any order or none", "trump named"),
        ("each bid keeps bid auction, otherwise free", "write"),
        ("each bid needs bid >= trials", "auction"),
    ],
)
def test_no_line_is_suggested_that_loses_words_of_the_line(wrong: str, advice: str) -> None:
    line = "  bid together, dealer again"
    (problem,) = errors(COPIES.replace(line, f"{line}\n  {wrong}"))
    assert advice not in str(problem.help)


@pytest.mark.parametrize(
    ("first", "case"), [("", ""), (", dealer first", " if the dealer bids last")]
)
def test_the_last_bid_is_the_dealers_only_in_some_orders(first: str, case: str) -> None:
    text = SPECIALS.replace("bid in turn, dealer first", f"bid in turn{first}")
    limit = "last bid keeps bids != cards when hook, otherwise free"
    (problem,) = errors(text.replace(limit, "dealer may not make bids = cards"))
    assert problem.help == f"write `last bid keeps bids != cards`{case}"


UNKNOWN_MEANING = [
    ("trump named by highest bidder any suit or none", wrong)
    for wrong in (
        *("trump turned, on 2s none", "trump turned, on 10s none", "trump turned, last card"),
        *("trump nine", "trump one", "trump done", "trump turned, on 5th card none"),
        *("trump turned, on 2s none, on 3s again", "trump dealer's choice"),
    )
] + [
    (right, wrong)
    for right, every in (
        ("winner lowest total, then most completed", ("winner fewest", "winner total")),
        (
            "  next dealer lowest total",
            (
                *("  next dealer most when cards > 3, otherwise left", "  next dealer total"),
                *("  next dealer lowest when cards > 3, otherwise left", "  next dealer missed"),
                *("  next dealer most points", "  completed counted", "  play anything"),
                *("  equal cards wins", "  lead winner"),
                *("  open trump", "  open hearts until broken", "  card worth 5 10s"),
                *("  lead bidder", "  never lead eldest", "  never equal cards first wins"),
                *("  follow suit, else", "  follow suit else", "  special Joker asks nothing"),
            ),
        ),
        ("  lead highest bidder", ("  lead left of dealer", "  lead dealer's left")),
        (
            "  bid together, dealer again",
            ("  bid clockwise", "  bid left of dealer first", "  eldest may not bid zero"),
        ),
        (
            "  score points + 10 when made, otherwise -5",
            (
                "  score 10 when not 1 < bid < 3, otherwise 0",
                "  score 10 when made, otherwise lose 10 plus 5 per trick off",
                "  score max 0, tricks - bid",
                "  score 10 when bid is not, otherwise 0",
                "  score 10 when made, otherwise twice minus tricks",
                "  score + 10 when made, otherwise -5",
                "  score points 10 when made, otherwise -5",
                "  score 10 tricks when made, otherwise -5",
                "  score 10 * (points + 10 when made, otherwise -5",
                "  score points + 10) when made, otherwise -5",
                "  score esb(points) when made, otherwise -5",
                "  score 10 when bid = at least 0, otherwise -5",
            ),
        ),
        ("players 3 to 5", ("players 3/5", "players 3 / 5", "players 3, 5 or 7")),
        (
            "schedule 2 up to 6 by 2 cards: normal, sold, called",
            (
                "schedule 2 up to 6 players cards: normal, sold, called",
                "schedule dealer picks 3 or 5 cards: normal, sold, called",
                "schedule if possible 2 up to 6 by 2 cards: normal, sold, called",
                "schedule down to 2 cards: normal, sold, called",
            ),
        ),
        (
            "call by dealer one of low, quiet",
            ("call by dealer one of , quiet",),
        ),
        ("twist low rank", ('twist no "low" rank',)),
        ("pack A K Q J 10 9 8 7, 2 of each", ("pack 40 cards", "pack 44", "pack 40", "pack 48")),
    )
    for wrong in every
]
"""Lines that may mean several things: a word is missing, or one that chooses has two meanings."""


@pytest.mark.parametrize(("right", "wrong"), UNKNOWN_MEANING)
def test_no_line_is_written_for_a_line_with_several_meanings(right: str, wrong: str) -> None:
    assert COPIES.count(right) == 1
    found = errors(COPIES.replace(right, wrong))
    assert found
    for problem in found:
        assert not problem.fix, problem
        assert not re.search(r"\bwrite `[^`]* [^`]*`$", problem.help), problem


@pytest.mark.parametrize("dash", "–—‐‑‒﹣")
def test_a_dash_of_any_kind_is_a_minus_or_the_dash_of_a_range(dash: str) -> None:
    for right, wrong, meant in (
        ("points + 10 when", f"10{dash}2 * tricks when", "10-2 * tricks when"),
        ("otherwise -5", f"otherwise {dash}5", "otherwise -5"),
        ("players 3 to 5", f"players 3{dash}5", "players 3 to 5"),
    ):
        text = COPIES.replace(right, wrong)
        (problem,) = errors(text)
        assert apply_edits(text, problem.fix) == COPIES.replace(right, meant)


def test_the_whole_suggested_line_has_the_signs_of_the_language() -> None:
    text = f"{COPIES}ends points => 100\n"
    first, second = errors(text)
    assert first.help == "write `ends when points >= 100`"
    assert apply_edits(text, (*first.fix, *second.fix)) == f"{COPIES}ends when points >= 100\n"


def test_an_exclamation_mark_between_two_values_is_unequal() -> None:
    text = COPIES.replace("when made, otherwise -5", "when bid ! tricks, otherwise -5")
    (problem,) = errors(text)
    assert "bid != tricks" in apply_edits(text, problem.fix)


@pytest.mark.parametrize("text", [COPIES, 'clag 2\ngame "House" extends "foss.clag"\n'])
def test_the_left_of_the_dealer_is_eldest_only_in_a_clockwise_game(text: str) -> None:
    line = "  lead highest bidder"
    text = text.replace(line, "  lead left of dealer")
    text += "" if "lead left" in text else "change normal lead left of dealer\n"
    (problem,) = errors(text)
    assert "eldest`" not in problem.message
    assert not problem.fix
    clockwise = COPIES.replace(", counterclockwise", "").replace(line, "  lead left of dealer")
    (problem,) = errors(clockwise)
    assert problem.help == "write `lead eldest`"


def test_a_run_has_a_name_of_its_own() -> None:
    text = SPECIALS.replace("run zeros when bid = 0", "run when bid = 0")
    assert not any("when when" in each.help for each in errors(text))


def test_a_declared_name_is_not_the_slip_of_the_next_line() -> None:
    text = COPIES.replace("twist quiet play", "twist Trumps atout turned, play")
    (problem, *_) = errors(text.replace("low, quiet", "low, Trumps"))
    assert not problem.message.startswith("`Trumps`")


@pytest.mark.parametrize("line", ["no Blind deal", "without the Blind deal", 'no "Blind"'])
def test_a_house_file_drops_a_deal(line: str) -> None:
    (problem,) = errors(f'clag 2\ngame "House" extends foss\n{line}\n')
    assert "`drop Blind`" in problem.help


@pytest.mark.parametrize(
    ("direction", "sides"),
    [("", {"left"}), (", counterclockwise", {"right"})],
)
def test_no_next_dealer_against_the_direction_is_listed(direction: str, sides: set[str]) -> None:
    text = COPIES.replace(", counterclockwise", direction)
    (problem,) = errors(text.replace("next dealer lowest total", "next dealer the silly one"))
    assert {*re.findall("`next dealer (left|right)`", problem.help)} == sides
