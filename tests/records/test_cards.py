"""Recorded cards against the rules, with every card known or only some."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from clagdsl.api import load
from clagdsl.engine.players.player import random_action
from clagdsl.lang.cards import PACK, read_card
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import ReplayResult
from clagdsl.records.writing import write_record

HEAD = 'record = 1\nrules = "{}"\nplayers = ["Ann", "Bob", "Cai"]\ndealer = "{}"\n'


def judged(deal: str, rules: str = "foss", dealer: str = "Ann") -> ReplayResult:
    before = "[[deal]]\ndeal = 2\ntotals = '0 0 0'\n" if "deal = 3" in deal else ""
    read = parse_record(HEAD.format(rules, dealer) + before + "[[deal]]\n" + deal.strip() + "\n")
    assert read.record is not None, read.diagnostics
    return replay_sheet(read.record, load(rules).rules, read.places)


def codes(result: ReplayResult) -> list[tuple[str, str | None]]:
    return [(one.diagnostic.code, one.player) for one in result.problems]


# Ann leads; the turned four makes clubs trump.
WHOLE = """
deal = 3
hands = ["2H AC 9S", "KH 3D 8S", "5H 6H 2C"]
turned = "4C"
bids = "1 1 0"
tricks = ["2H KH 5H", "3D 6H AC", "9S 8S 2C"]
won = "1 1 1"
totals = "12 12 0"
"""


def test_a_whole_deal_agrees() -> None:
    # Bob leads the second trick, to which Cai throws a heart and Ann trumps.
    result = judged(WHOLE)
    assert result.problems == ()
    assert result.rows[-1].tricks == ((1,), (1,), (1,))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('won = "1 1 1"', 'won = "2 0 1"', [("R557", "Ann"), ("R557", "Bob")]),
        ('won = "1 1 1"\n', "", []),
        ('totals = "12 12 0"', 'totals = "12 10 0"', [("R541", "Bob")]),
        ('"2H KH 5H"', '"2H 3D 5H"', [("A302", "Bob")]),
        ('"2H KH 5H"', '"2H KH QH"', [("A301", "Cai")]),
        ('"2H KH 5H"', '"2H KH 2C"', [("A302", "Cai")]),
        ('"2H KH 5H"', '"2H KH"', [("R558", None)]),
        ('"9S 8S 2C"]', '"9S 8S 2C", "2H"]', [("R558", None)]),
        ('"9S 8S 2C"', '"9S 8S 6H"', [("R551", "Cai")]),
        ('"2H KH 5H"', '"2H=AH KH 5H"', [("A305", "Ann")]),
        ('"2H AC 9S"', '"2H AC"', [("R550", "Ann")]),
        ('"2H AC 9S"', '"2H AC 2H"', [("R551", "Ann")]),
        ('"2H AC 9S"', '"2H AC 4C"', [("R551", "Ann")]),
        ('"KH 3D 8S"', '"KH 3D 9S"', [("R551", "Bob")]),
        ('turned = "4C"', 'trump = "clubs"', []),
        ('turned = "4C"', 'turned = "4C"\ntrump = "hearts"', [("R553", None)]),
        ('turned = "4C"', 'turned = "4C"\norder = "S H C D"', [("R553", None)]),
        ('bids = "1 1 0"', 'bids = "1 1 1"', [("A202", "Cai"), ("R541", "Cai")]),
        ('turned = "4C"', 'turned = "4C"\ncaller = "Ann"', [("R537", None)]),
        ('turned = "4C"', 'turned = "4C"\ncards = 4', [("R534", None)]),
    ],
)
def test_what_is_wrong_in_a_whole_deal(
    old: str, new: str, expected: list[tuple[str, str | None]]
) -> None:
    assert old in WHOLE
    assert codes(judged(WHOLE.replace(old, new))) == expected


def test_a_card_that_is_played_too_often_is_named_with_the_number() -> None:
    problem = judged(WHOLE.replace('"3D 6H AC"', '"3D 6H 2H"')).problems[0].diagnostic
    assert (problem.code, "played twice" in problem.message) == ("R551", True)


def test_the_first_illegal_card_is_on_its_line() -> None:
    text = WHOLE.replace('"3D 6H AC"', '"3D 6H 9S"').replace('["2H KH', '[\n"2H KH')
    text = text.replace('"3D', '\n"3D')
    result = judged(text)
    # Ann throws a spade, so that Bob wins and leads again: with her card.
    assert codes(result) == [("R551", "Bob")]
    assert result.diagnostics[0].place is not None
    assert result.diagnostics[0].place.line == 15


def test_a_reason_is_the_one_of_the_rules() -> None:
    problem = judged(WHOLE.replace('"2H KH 5H"', '"2H 3D 5H"')).problems[0].diagnostic
    assert problem.message.startswith("Bob in trick 1: `3D` does not follow suit")
    assert problem.place is not None
    assert problem.place.line == 13
    assert problem.others == () or problem.others[0].place.file.endswith(".clag")


# --- partly known -------------------------------------------------------------------------

PARTLY = """
deal = 3
hands = ["2H ?? ??", "?? ?? ??", "5H 6H 2C"]
turned = "4C"
tricks = ["2H 3D 5H", "2C {} {}"]
"""


def test_a_revoke_that_a_later_play_proves() -> None:
    # Cai wins the first trick, and leads; Ann plays, then Bob.
    assert judged(PARTLY.format("AS", "KS")).problems == ()
    good = PARTLY.replace("2H 3D 5H", "2H 3D 6H").replace("2C {} {}", "5H {} {}")
    assert judged(good.format("AS", "KS")).problems == ()
    assert codes(judged(good.format("AS", "KH"))) == [("A302", "Bob")]


# Until a heart has been played to an earlier trick nobody leads one who holds something else.
KEPT = """clag 2 game "Kept" players 3 to 3 deal normal trump none bid none score tricks
completed not counted open no hearts until broken schedule 3 cards: normal
winner highest total, then shared"""


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        ('"2H KH 5H"', [("A311", "Ann")]),
        ('"9S 8S 5H", "2H"', []),
        ('"9S 8S 2C", "2H"', [("A311", "Ann")]),
        ('"9S 8S ??", "2H"', []),
        ('"?? KH 5H"', []),
    ],
)
def test_what_may_not_be_led(tricks: str, expected: list[tuple[str, str]]) -> None:
    read = parse_record(
        HEAD.format("kept", "Cai")
        + f'[[deal]]\ndeal = 1\nhands = ["2H AC 9S", "KH 3D 8S", "5H 6H 2C"]\ntricks = [{tricks}]\n'
    )
    assert read.record is not None, read.diagnostics
    found = replay_sheet(read.record, load(text=KEPT).rules, read.places)
    assert [one for one in codes(found) if one[0].startswith("A3")] == expected


def test_an_unknown_card_in_a_trick_leaves_the_rest_checked() -> None:
    text = """
deal = 3
hands = ["2H AC 9S", "KH ?? 8S", "?? ?? ??"]
turned = "4C"
tricks = ["2H ?? 5H", "KH {} 2H"]
"""
    # Bob's king is known, so Bob led the second trick.
    assert judged(text.format("6H")).problems != ()
    assert judged(text.format("6H").replace('2H"]', 'AC"]')).problems == ()


@pytest.mark.parametrize(
    ("trick", "won", "accused"),
    [
        ("QH ?? 5H", "0 0 1", [("R557", "Cai")]),
        ("?? QH 5H", "0 0 1", [("R557", "Cai")]),
        ("QH ?? 5S", "0 0 1", [("R557", "Cai")]),
        ("?? QH 5S", "0 0 1", []),  # spades may have been led
        ("QH ?? 5D", "0 0 1", []),  # a trump
        ("QH 5H ??", "0 1 0", [("R557", "Bob")]),  # the written tricks add up
    ],
)
def test_a_card_beaten_by_a_known_one_wins_nothing_whatever_an_unknown_card_is(
    trick: str, won: str, accused: list[tuple[str, str]]
) -> None:
    row = f'deal = 1\nturned = "7D"\ntricks = ["{trick}"]\nwon = "{won}"\n'
    found = judged(row, dealer="Cai")
    assert codes(found) == accused


@pytest.mark.parametrize("trick", ["?? 6H AC", "KH ?? AC", "?? ?? AC"])
def test_any_card_that_is_in_a_known_hand_shows_who_led(trick: str) -> None:
    """Bob's second card is not known, so only the hands show that Bob led the second trick."""
    text = """
deal = 3
hands = ["2H AC 9S", "KH ?? 8S", "5H 6H ??"]
turned = "4C"
tricks = ["2H ?? 5H", "{}"]
"""
    result = judged(text.format(trick))
    assert result.problems == ()
    assert result.rows[-1].tricks[1][0] == 1, "Bob led, so the first trick was Bob's"


def test_nobody_can_have_more_cards_than_dealt() -> None:
    text = """
deal = 2
dealer = "Cai"
hands = ["2H 3H", "KH ??", "?? ??"]
turned = "4C"
tricks = ["2H KH 5H", "AS {}"]
"""
    assert judged(text.format("6S 3H")).problems == ()
    assert codes(judged(text.format("6S 9S"))) == [("A301", "Ann")]
    assert codes(judged(text.format("3H 9S"))) == [("R551", "Cai")]


def test_without_the_trump_the_play_cannot_be_followed() -> None:
    text = 'deal = 2\ndealer = "Cai"\ntricks = ["2H KH 3H", "AC 5C 6C"]'
    (problem,) = judged(text).problems
    assert problem.diagnostic.code == "R556"
    assert judged(text).agrees


def test_a_stack_is_played_from_the_top() -> None:
    text = """
label = "roll"
dealer = "Cai"
hands = ["2H AC 9S 3S 4S 5S 6S", "KH ?? ?? ?? ?? ?? ??", "{} ?? ?? ?? ?? ?? ??"]
turned = "4C"
bids = "0 0 0"
tricks = ["2H KH 5H", "{} {} {}"]
"""
    assert judged(text.format("??", "3D", "7S", "AC")).problems == ()
    assert codes(judged(text.format("??", "3D", "7S", "9S"))) == [("A303", "Ann")]
    assert codes(judged(text.format("7H", "3D", "7S", "AC"))) == [("A301", "Cai")]


def test_a_pack_is_dealt_one_by_one_from_the_left_of_the_dealer() -> None:
    pack = " ".join(map(str, PACK))
    text = f'deal = 2\ndealer = "Cai"\npack = "{pack}"\nbids = "0 0 0"\n'
    text += 'tricks = ["AS KS QS", "JS 10S 9S"]\n'
    result = judged(text + 'won = "2 0 0"\n')
    assert result.problems == ()
    assert codes(judged(text.replace('"JS 10S 9S"', '"JS 9S 10S"'))) == [("A301", "Bob")]
    assert codes(judged(re.sub("AS ", "KS ", text, count=1)))[0] == ("A701", None)


# --- wilds, names of trump, calls ---------------------------------------------------------

WILD = """
label = "12"
hands = ["KS 3S 4S 5S 6S 7S 8S", "2C 9S AH 3H 4H 5H 6H", "2H 10S JS QS AS 3C 4C"]
turned = "9H"
bids = "0 0 0"
tricks = ["KS {} {}"]
"""


def test_the_turned_card_follows_from_a_recorded_pack() -> None:
    state = load("foss").start(players=3, seed=7, names=("Ann", "Bob", "Cai"))
    while len(state.history) < 6:
        state = state.apply(random_action(state) or "")
    for deal in state.record().deals[:6]:
        assert deal.pack is not None
        assert deal.won is not None
        bare = replace(deal, turned=None, trump=None, totals=None)
        for won in (deal.won, (*deal.won[1:], deal.won[0])):
            sheet = replace(state.record(), deals=(replace(bare, won=won),), seed=None)
            found = codes(replay_sheet(sheet, state.game))
            assert ("R557" in [code for code, _ in found]) == (won != deal.won)


@pytest.mark.parametrize(
    ("bob", "cai", "expected"),
    [
        ("9S", "10S", []),
        ("2C=AS", "2H=KS", []),
        ("2C as AS", "2H as KS", []),
        ("2C", "10S", [("A304", "Bob")]),
        ("2C=AH", "10S", [("A307", "Bob")]),
        ("2C=AS", "2H=AS", [("A306", "Cai")]),
    ],
)
def test_wilds(bob: str, cai: str, expected: list[tuple[str, str | None]]) -> None:
    text = WILD.format(bob, cai).replace("Cai", "Cai")
    assert codes(judged_four(text)) == expected


def judged_four(deal: str) -> ReplayResult:
    """A deal of Pagat's game, which needs four: Dee holds cards that are not known."""
    head = 'record = 1\nrules = "pagat"\nplayers = ["Ann", "Bob", "Cai", "Dee"]\ndealer = "Ann"\n'
    text = deal.replace('bids = "0 0 0"', "").replace('4C"]', '4C", "?? ?? ?? ?? ?? ?? ??"]')
    read = parse_record(
        head + "[[deal]]\n" + text.replace('label = "12"', 'deal = 12\ndealer = "Dee"') + "\n"
    )
    assert read.record is not None, read.diagnostics
    return replay_sheet(read.record, load("pagat").rules, read.places)


@pytest.mark.parametrize(
    ("calls", "named", "expected"),
    [
        ("Trumps", 'trump = "hearts"', []),
        ("Precedence", 'order = "S H C D"', []),
        ("Trumps", 'order = "S H C D"', [("A401", None)]),
        ("Precedence", 'trump = "hearts"', [("A402", None)]),
        ("No Trumps", 'trump = "hearts"', [("R553", None)]),
        ("No Trumps", 'turned = "2C"', [("R553", None)]),
    ],
)
def test_named_trumps(calls: str, named: str, expected: list[tuple[str, str | None]]) -> None:
    text = f'deal = 1\ncards = 3\ncalls = "{calls}"\n{named}\n'
    assert codes(judged(text, "raf")) == expected


SPADES = """clag 2 game "X" players 3 to 3 deal normal trump spades bid none score tricks
completed not counted schedule 3 cards: normal winner highest total, then shared"""


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("", []),
        ('trump = "spades"', []),
        ('trump = "hearts"', [("R553", None)]),
        ('order = "S H C D"', [("R553", None)]),
        ('turned = "2C"', [("R553", None)]),
    ],
)
def test_a_suit_that_is_always_trump(said: str, expected: list[tuple[str, str | None]]) -> None:
    read = parse_record(HEAD.format("own", "Ann") + f"[[deal]]\ndeal = 1\n{said}\n")
    assert read.record is not None, read.diagnostics
    assert codes(replay_sheet(read.record, load(text=SPADES).rules, read.places)) == expected


ROTATES = SPADES.replace("spades", "rotates hearts spades none").replace(
    "3 cards", "1 up to 3 cards"
)


@pytest.mark.parametrize(
    ("number", "said", "expected"),
    [
        (1, 'trump = "hearts"', []),
        (2, "", []),
        (2, 'trump = "spades"', []),
        (2, 'trump = "hearts"', [("R553", None)]),
        (2, 'turned = "2C"', [("R553", None)]),
        (3, 'trump = "spades"', [("R553", None)]),
        (3, 'order = "S H C D"', [("R553", None)]),
    ],
)
def test_a_trump_that_rotates(
    number: int, said: str, expected: list[tuple[str, str | None]]
) -> None:
    text = HEAD.format("own", "Ann") + f"[[deal]]\ndeal = {number}\n{said}\n"
    read = parse_record(text)
    assert read.record is not None, read.diagnostics
    result = replay_sheet(read.record, load(text=ROTATES).rules, read.places)
    assert codes(result) == expected
    messages = [each.diagnostic.message for each in result.problems]
    if (number, said) == (2, 'trump = "hearts"'):
        assert messages == ["spades are trump in this deal"]  # other deals have another trump


AGAIN = SPADES.replace("spades", "turned, on A again, on J none, else none")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ('turned_before = "AS AH"\nturned = "2C"\ntrump = "clubs"', []),
        ('turned_before = "AS AH"\nturned = "JC"\ntrump = "none"', []),
        ('turned_before = "AS ??"\nturned = "2C"', []),
        ('turned = "JC"\ntrump = "clubs"', [("R553", None)]),
        ('turned_before = "KS"\nturned = "2C"', [("R553", None)]),
        ('turned = "AS"', [("R553", None)]),
        ('turned_before = "AS AS"\nturned = "2C"', [("R551", None)]),
        (
            'turned_before = "AS"\nturned = "2C"\nhands = ["AS ?? ??", "?? ?? ??", "?? ?? ??"]',
            [("R551", "Ann")],
        ),
        ('trump = "hearts"', []),
        ('trump = "none"', []),
    ],
)
def test_cards_that_are_turned_one_after_another(
    said: str, expected: list[tuple[str, str | None]]
) -> None:
    read = parse_record(HEAD.format("own", "Ann") + f"[[deal]]\ndeal = 1\n{said}\n")
    assert read.record is not None, read.diagnostics
    assert codes(replay_sheet(read.record, load(text=AGAIN).rules, read.places)) == expected


def test_a_match_with_cards_turned_again_is_replayed_from_its_hands() -> None:
    game, most = load(text=AGAIN), 0
    for seed in range(40):
        state = game.start(seed=seed)
        before, turned = state.view(0).turned_before, state.turned
        most = max(most, len(before))
        hands = state.hands
        while not state.over:
            state = state.apply(random_action(state))
        record = replace(state.record(), seed=None)
        assert replay_sheet(record, state.game, None).problems == ()
        dealt = replace(
            record.deals[0], pack=None, hands=hands, turned=turned, turned_before=before or None
        )
        written = write_record(replace(record, deals=(dealt, *record.deals[1:])))
        read = parse_record(written)
        assert read.record is not None, read.diagnostics
        assert read.record.deals[0].turned_before == (before or None)
        assert replay_sheet(read.record, state.game, None).problems == ()
    assert most > 0


WHOLE_PACK = SPADES.replace("trump spades", "trump turned, else {}").replace("3 cards", "26 cards")
WHOLE_PACK = WHOLE_PACK.replace("players 3 to 3", "players 2 to 2")


@pytest.mark.parametrize("left", ["none", "last card"])
def test_a_match_in_which_no_card_is_left_to_turn(left: str) -> None:
    game = load(text=WHOLE_PACK.format(left))
    state = game.start(seed=3)
    while not state.over:
        state = state.apply(random_action(state))
    assert replay_sheet(state.record(), state.game, None).problems == ()
    record = replace(state.record(), seed=None)
    deal = record.deals[0]
    hands = state.history[0].dealing.hands
    for turned in ("2C", str(hands[1][-1])):
        said = replace(deal, pack=None, hands=hands, turned=read_card(turned), totals=None)
        found = codes(replay_sheet(replace(record, deals=(said,)), state.game, None))
        if left == "none":
            assert found == [("R553", None)]
        elif turned != "2C":
            assert found == []


def test_a_match_with_rotating_trumps_is_replayed_from_its_record() -> None:
    state = load(text=ROTATES).start(seed=3)
    while not state.over:
        state = state.apply(random_action(state))
    judged = replay_sheet(state.record(), state.game, None)
    assert judged.problems == ()


def test_madness_is_scored_by_the_tricks_taken() -> None:
    text = """
deal = 1
calls = "No Trumps, Ascending Madness"
hands = ["AS 2H 3H", "KS AH 4H", "QS 3D 4D"]
bids = "1 2 1"
tricks = ["AS KS QS", "2H AH 3D", "4H 4D 3H"]
totals = "{}"
"""
    assert judged(text.format("12 20 0"), "raf", "Cai").problems == ()
    assert codes(judged(text.format("12 18 0"), "raf", "Cai")) == [("R541", "Bob")]


def test_an_unknown_card_from_a_known_hand_accuses_nobody() -> None:
    # The card that Ann threw to the second trick may have been her spade.
    text = WHOLE.replace('"3D 6H AC", "9S 8S 2C"', '"3D 6H ??", "8S 2C AC"')
    assert codes(judged(text.replace('won = "1 1 1"\ntotals = "12 12 0"\n', ""))) == []


def test_an_unknown_card_from_a_partly_known_hand_accuses_nobody() -> None:
    # The card that Bob played to the first trick may have been the six of hearts.
    text = """
deal = 3
hands = ["2H AC 9S", "6H ?? ??", "5H KH 2C"]
turned = "4C"
tricks = ["2H ?? KH", "5H AC 8S"]
"""
    assert codes(judged(text)) == []
    assert codes(judged(text.replace("2H ??", "2H 3H"))) == [("A302", "Bob")]


FREE_SPECIALS = """clag 2
game "Free"
players 3
pack highest 9 ranks, 2 Joker
special Joker is low asks named suit
deal normal
  trump named by dealer any suit
  bid in turn
  follow anything
  score tricks
schedule 2 cards: normal
winner highest total, then shared
"""


def test_where_nothing_is_followed_cards_are_judged_while_nobody_knows_the_trumps() -> None:
    """In a pack with special cards, of which nobody has led one."""
    tricks = "[[deal]]\ndeal = 1\ntricks = ['AS KH QS', '9H 8H 7H']\n"
    read = parse_record(HEAD.format("free.clag", "Ann") + tricks)
    assert read.record is not None
    game = load(text=FREE_SPECIALS).rules
    assert codes(replay_sheet(read.record, game, read.places)) == [("R556", None)]


SPECIAL = """clag 2
game "Special"
players 3
pack all ranks, 2 Wiz
special Wiz is high asks {}
deal normal
  trump hearts
  bid in turn
  score tricks when made, otherwise 0
schedule
  2 cards: normal
winner highest total, then shared
"""


def test_a_special_card_played_in_a_way_that_the_rules_do_not_have_is_a_problem():
    head = (
        HEAD.format("special", "Cai") + "[[deal]]\ndeal = 1\nhands = ['Wiz AS', 'KS 2S', 'QS 3S']\n"
    )
    record = parse_record(head + "bids = '0 0 0'\ntricks = ['Wiz KS QS', 'AS 2S 3S']\n").record
    nothing, highest = (
        load(text=SPECIAL.format(asks)).rules for asks in ("nothing", "highest of named suit")
    )
    assert replay_sheet(record, nothing).agrees
    ((code, player),) = codes(replay_sheet(record, highest))
    assert (code, player) == ("A312", "Ann")


UNKNOWN_CARDS = """clag 2
game "Unknown cards"
players 3 to 4
pack all ranks, 2 Joker
special Joker is {joker}
deal normal
  trump hearts
  bid in turn
  follow {follow}
  score 10 + tricks when made, otherwise 0
schedule
  2 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("joker", "follow", "hand", "trick", "expected"),
    [
        # a Joker that is not led asks nothing, whatever was led
        ("high asks named suit", "anything", "?? ??", "?? ?? ?? Joker", []),
        ("high asks named suit", "anything", "?? ??", "?? ?? ?? Joker asks S", ["A313"]),
        ("high asks named suit", "anything", "?? ??", "Joker ?? ?? ??", ["A312"]),
        # the unknown card can be the one that decides the suit
        ("low asks next card", "suit, else anything", "QS 3H", "Joker ?? 9S 3H", []),
        ("low asks next card", "suit, else anything", "QS 3H", "Joker 9S ?? 3H", ["A302"]),
        # the unknown card can be higher
        ("high asks nothing", "higher suit, else anything", "QS 3S", "9S ?? 8S 3S", []),
        ("high asks nothing", "higher suit, else anything", "QS 3S", "9S 7S 8S 3S", ["A309"]),
        (
            "high asks nothing",
            "higher suit, else suit, else anything",
            "QS 3H",
            "9S ?? 8S 3H",
            ["A302"],
        ),
        ("high asks nothing", "suit, else higher trump, else anything", "QH 3D", "9S ?? 8S 3D", []),
    ],
)
def test_an_unknown_card_of_a_trick_makes_no_card_after_it_illegal(
    joker: str, follow: str, hand: str, trick: str, expected: list[str]
) -> None:
    text = UNKNOWN_CARDS.format(joker=joker, follow=follow)
    head = HEAD.format("unknown", "Dee").replace('"Cai"]', '"Cai", "Dee"]')
    row = f'[[deal]]\ndeal = 1\nhands = ["?? ??", "?? ??", "?? ??", "{hand}"]\ntricks = ["{trick}"]'
    record = parse_record(head + row).record
    assert record is not None
    assert [code for code, _ in codes(replay_sheet(record, load(text=text).rules))] == expected
