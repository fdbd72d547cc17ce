"""What recorded cards show about the tricks, against trying every way of playing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.table import DealRules, playable, winner_of
from reference.variants import pagat_score
from support.loaded import loaded

from clagdsl.api import load
from clagdsl.engine.players.player import random_action
from clagdsl.engine.state import State
from clagdsl.lang.cards import PACK, Card, read_card
from clagdsl.lang.record import Record, RecordedDeal, RecordedPlay
from clagdsl.lang.rules import Game
from clagdsl.records.continuations import Continuations
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import ReplayResult
from clagdsl.table.budget import Budget

NAMES = ("W", "N", "E", "S")
Trick = list[tuple[str, str]]


# --- a partly recorded deal -----------------------------------------------------------------

NO_HOOK = 'clag 2\ngame "X" variant "no hook" extends "oh-hell"\nchange normal  last bid free\n'
PARTLY = """record = 2
rules = "x"
players = ["W", "N", "E", "S"]
[[deal]]
deal = 6
dealer = "W"
hands = ["7S 6D AC JC 6C", "6H 4H JD 9C 5C", "AS 3S TH QD QC", "5S 3H 9D 4D 7C"]
turned = "QH"
bids = "0 2 2 0"
tricks = ["4H TH 3H AC", "AS 5S 7S 6H", "JD QD ?? ??"]
"""
"""E wins the first trick, N the second.  All trumps are gone, so E's QD, 3S and QC win the rest."""


def judged(text: str) -> ReplayResult:
    read = parse_record(text)
    assert read.record is not None, read.diagnostics
    return replay_sheet(read.record, load(text=NO_HOOK).rules, read.places)


def reported(result: ReplayResult) -> list[tuple[str | None, str, str]]:
    return [
        (one.player, one.diagnostic.message, one.diagnostic.help or "") for one in result.problems
    ]


WIZARD = Path(__file__).parents[2] / "rules" / "family" / "wizard.clag"


@pytest.mark.parametrize("seed", range(4))
def test_special_cards_lie_in_a_trick_as_they_were_played(seed: int) -> None:
    """With all hands and all tricks but the last the rest of a deal follows."""
    game = loaded(WIZARD)
    state = game.start(players=3, seed=seed)
    while len(state.history) < 6:
        state = state.apply(random_action(state) or "")
    played = state.record()
    deals = []
    for deal in played.deals[:6]:
        tricks = None if deal.tricks is None else deal.tricks[:-1]
        deals.append(replace(deal, tricks=tricks))
    sheet = Record("x", played.players, tuple(deals), dealer=played.dealer)
    result = replay_sheet(sheet, game.rules)
    assert result.problems == ()
    for row, deal in zip(result.rows, deals, strict=True):
        assert row.tricks == tuple((count,) for count in deal.won or ())


def test_known_hands_leave_one_way_to_play_on() -> None:
    (row,) = judged(PARTLY).rows
    assert row.tricks == ((0,), (1,), (4,), (0,))
    assert row.exact


def test_tricks_written_against_known_hands() -> None:
    result = judged(PARTLY + 'won = "0 1 3 1"\n')
    fix = "change 2 figures and the row fits: E's tricks to `4` and S's tricks to `0`"
    assert reported(result) == [
        ("E", "the cards show that E won `4`, not `3`", fix),
        ("S", "the cards show that S won `0`, not `1`", fix),
    ]
    assert result.rows[0].tricks == ((0,), (1,), (4,), (0,))
    assert judged(PARTLY + 'won = "0 1 4 0"\n').problems == ()


UNKNOWN = "\n".join(line for line in PARTLY.splitlines() if not line.startswith("hands")) + "\n"


def test_whole_tricks_are_bounds_if_the_hands_are_not_known() -> None:
    """N's jack is beaten in the third trick, so at most two are left for N."""
    (row,) = judged(UNKNOWN).rows
    assert row.tricks == ((0, 1, 2, 3), (1, 2, 3), (1, 2, 3, 4), (0, 1, 2, 3))
    assert not row.exact
    result = judged(UNKNOWN + 'won = "2 3 0 0"\n')
    assert reported(result) == [
        (
            "E",
            "the cards show that E won at least `1`, not `0`",
            "change 2 figures and the row fits: W's tricks to `0` and E's tricks to `2`, "
            "or W's tricks to `1` and E's tricks to `1`, "
            "or N's tricks to `1` and E's tricks to `2`, "
            "or N's tricks to `2` and E's tricks to `1`",
        )
    ]
    result = judged(UNKNOWN + 'won = "0 4 1 0"\n')
    ((*message, fix),) = reported(result)
    assert message == ["N", "the cards show that N won at most `3`, not `4`"]
    assert "or N's tricks to `3` and E's tricks to `2`" in fix
    assert judged(UNKNOWN + 'won = "2 1 1 1"\n').problems == ()


def test_tricks_that_are_possible_for_each_but_not_for_all() -> None:
    """Three tricks are left for the four of them."""
    result = judged(UNKNOWN + 'won = "2 ? ? 2"\n')
    assert [one.diagnostic.code for one in result.problems] == ["R559"]
    assert judged(UNKNOWN + 'won = "2 ? ? 1"\n').rows[0].tricks == ((2,), (1,), (1,), (1,))


@pytest.mark.parametrize(
    ("figures", "fix"),
    [
        ('bids = "0 2 2 0"\ntotals = "? ? 77 ?"', "E's total to `1`, `3`, `4` or `12`"),
        ('bids = "0 2 0 0"\nwon = "? ? 3 ?"\ntotals = "? ? 10 ?"', "E's total to `3`"),
    ],
)
def test_a_fix_respects_the_tricks_that_are_known(figures: str, fix: str) -> None:
    """E has one trick to four: neither the score of none or five is shown, nor `0` tricks."""
    text = UNKNOWN.replace('bids = "0 2 2 0"', figures)
    text = text.replace("[[deal]]", '[[deal]]\ndeal = 5\ntotals = "0 0 0 0"\n[[deal]]')
    ((player, _, help),) = reported(judged(text))
    assert player == "E"
    assert help.startswith(f"change one figure and the row fits: {fix}, or E's total in row")


@pytest.mark.parametrize(
    "deal",
    [
        # W holds the three highest trumps, so nobody else can win more than two tricks.
        'hands = ["AH KH 7S 6D AC", "?? ?? ?? ?? ??", "?? ?? ?? ?? ??", "?? ?? ?? ?? ??"]\n'
        'turned = "QH"\nwon = "0 5 0 0"\n',
        'turned = "QH"\ntricks = ["AH 2H 3H 4H"]\nwon = "2 1 1 1"\n',
        # What the cards contradict proves nothing either (A302, A301, R559).
        'turned = "QH"\ntricks = ["4S 5C 6S 7S", "AH 2H 5S 3H"]\nwon = "2 1 1 1"\n',
        'hands = ["4S ?? ?? ?? ??", "5S ?? ?? ?? ??", "6S 7C 8C 9C TC", "7S ?? ?? ?? ??"]\n'
        'turned = "QH"\ntricks = ["5S 6C 7S 4S"]\nwon = "2 1 1 1"\n',
        'hands = ["7S 6D AC JC 6C", "6H 4H JD 9C 5C", "AS 3S TH QD QC", "5S 3H 9D 4D 7C"]\n'
        'turned = "QH"\ntricks = ["?? TH ?? ??", "?? ?? ?? 6C"]\nwon = "2 1 1 1"\n',
        # Who took a trick is not known of all tricks (R510).
        'taken = "1 2 3"\nwon = "2 1 1 1"\n',
    ],
)
def test_tricks_as_written_are_not_exact_if_the_play_was_not_searched(deal: str) -> None:
    """Numbers that are written down need not be possible with the cards."""
    (row,) = judged(PARTLY.split("hands")[0] + deal).rows
    assert all(len(counts) == 1 for counts in row.tricks), "no list shows that it is a bound"
    assert not row.exact


@pytest.mark.parametrize(
    "deal",
    [
        'won = "2 1 1 1"\n',
        'turned = "QH"\nwon = "2 1 1 1"\n',
        'taken = "1 2 3 1 4"\n',
    ],
)
def test_tricks_of_a_row_without_cards_are_exact(deal: str) -> None:
    (row,) = judged(PARTLY.split("hands")[0] + deal).rows
    assert row.tricks == ((2,), (1,), (1,), (1,))
    assert row.exact


def test_who_leads_has_won_the_trick_before() -> None:
    """N leads KH, so N has won the first trick, of which a card is not known."""
    text = PARTLY.split("hands")[0]
    text += 'hands = ["7S 6D AC JC 6C", "6H KH JD 9C 5C", "?? ?? ?? ?? ??", "?? ?? ?? ?? ??"]\n'
    text += 'turned = "QH"\ntricks = ["6H ?? 3H AC", "KH ?? ?? ??"]\n'
    assert judged(text).rows[0].tricks == (
        (0, 1, 2, 3, 4),
        (1, 2, 3, 4, 5),
        *((0, 1, 2, 3, 4),) * 2,
    )
    beaten = text.replace("6H ?? 3H AC", "6H TH 3H ??")
    assert [one.diagnostic.code for one in judged(beaten).problems] == ["R559"]


def test_beyond_the_budget_of_a_deal_counts_are_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clagdsl.records.continuations.DEAL_STEPS", 5)
    (row,) = judged(PARTLY).rows
    assert row.tricks == ((0, 1, 2, 3), (1, 2, 3), (1, 2, 3, 4), (0, 1, 2, 3))
    assert not row.exact


def test_the_deals_of_a_record_share_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = Continuations(Budget(200))  # one of the two deals takes 156 steps
    monkeypatch.setattr("clagdsl.records.replay.Continuations", lambda: shared)
    again = PARTLY[PARTLY.index("[[deal]]") :].replace("deal = 6", "deal = 14")
    assert [row.exact for row in judged(PARTLY + again).rows] == [True, False]
    assert shared.budget.left == 0


# --- against every way of playing on ----------------------------------------------------------

HEARTS = """clag 2
game "X"
players 3 to 4
deal normal
  trump hearts
  {clauses}
schedule {cards} cards: normal
winner highest total, then shared
"""


@dataclass(frozen=True)
class Small:
    """Rules of a small deal: clauses, the same for the reference, and what a trick is worth."""

    clauses: str
    reference: DealRules
    worth: Callable[[int, Trick], int]


PLAIN = DealRules(pagat_score)
MADE = "bid in turn score 10 + points when made, otherwise -points"
SMALL = {
    "plain": Small(MADE, PLAIN, lambda _number, _trick: 1),
    "by place": Small(f"{MADE} trick worth 2 * trick", PLAIN, lambda number, _trick: 2 * number),
    "by card": Small(
        f"{MADE} trick worth 0 card worth 1 hearts, 5 QS",
        PLAIN,
        lambda _number, trick: sum(5 if card == "QS" else card.endswith("H") for card, _ in trick),
    ),
    "top card": Small(
        f"{MADE} play top card", replace(PLAIN, top_card=True), lambda _number, _trick: 1
    ),
    "wild": Small(f"{MADE} wild 2", replace(PLAIN, twos_wild=True), lambda _number, _trick: 1),
}


@cache
def game(name: str, cards: int) -> Game:
    return load(text=HEARTS.format(clauses=SMALL[name].clauses, cards=cards)).rules


def ways(
    rules: DealRules, hands: list[list[str]], leader: int, played: Trick
) -> Iterator[list[tuple[int, Trick]]]:
    """Every way of playing the rest, as the winner and the cards of each trick."""
    players = len(hands)
    if len(played) == players:
        winner = (leader + winner_of(rules, "H", played)) % players
        for rest in ways(rules, hands, winner, []):
            yield [(winner, played), *rest]
        return
    seat = (leader + len(played)) % players
    if not hands[seat]:
        yield []
        return
    for card, face in playable(rules, hands[seat], played):
        after = [[c for c in hand if c != card] for hand in hands]
        yield from ways(rules, after, leader, [*played, (card, face)])


def recorded(trick: Trick, wild: bool) -> tuple[RecordedPlay, ...]:
    return tuple(
        RecordedPlay(card_of(card), card_of(face) if wild and card.startswith("2") else None)
        for card, face in trick
    )


def card_of(text: str) -> Card:
    card = read_card(text)
    assert card is not None
    return card


def score(bid: int, count: int, points: int) -> int:
    return 10 + points if bid == count else -points


SIZES = {"by place": 4, "wild": 2}


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(SMALL)), st.integers(0, 10**6), st.booleans())
def test_counts_are_those_of_every_way_of_playing_on(
    name: str, seed: int, has_totals: bool
) -> None:
    choose, small = random.Random(seed), SMALL[name]
    cards = choose.randint(1, SIZES.get(name, 3))
    players = 3 if cards > 3 else choose.randint(3, 4)
    pack = choose.sample([str(card) for card in PACK], players * cards)
    hands = [pack[seat * cards : (seat + 1) * cards] for seat in range(players)]
    leader = choose.randrange(players)
    every = list(ways(small.reference, hands, leader, []))
    true = choose.choice(every)
    length = choose.randint(0, players * cards)

    def start_of(way: list[tuple[int, Trick]]) -> list[tuple[str, str]]:
        return [play for _, trick in way for play in trick][:length]

    def takings(way: list[tuple[int, Trick]]) -> list[tuple[int, int]]:
        worths = [(winner, small.worth(n, trick)) for n, (winner, trick) in enumerate(way, 1)]
        return [
            (
                sum(winner == seat for winner, _ in worths),
                sum(worth for winner, worth in worths if winner == seat),
            )
            for seat in range(players)
        ]

    bids = [choose.randint(0, cards) for _ in range(players)]
    totals = [score(bid, *taking) for bid, taking in zip(bids, takings(true), strict=True)]
    possible = [takings(way) for way in every if start_of(way) == start_of(true)]
    if has_totals:
        possible = [
            way
            for way in possible
            if [score(bid, *taking) for bid, taking in zip(bids, way, strict=True)] == totals
        ]
    plays = start_of(true)
    deal = RecordedDeal(
        number=1,
        hands=tuple(tuple(map(card_of, hand)) for hand in hands),
        bids=tuple(bids),
        tricks=tuple(
            recorded(plays[at : at + players], name == "wild") for at in range(0, length, players)
        ),
        totals=tuple(totals) if has_totals else None,
    )
    dealer = NAMES[:players][leader - 1]
    record = Record("", NAMES[:players], (deal,), dealer=dealer)
    result = replay_sheet(record, game(name, cards))
    assert [one for one in result.problems if not one.diagnostic.code.startswith("A2")] == []
    (row,) = result.rows
    assert row.exact
    counts = [{way[seat][0] for way in possible} for seat in range(players)]
    assert [set(one) for one in row.tricks] == counts
    if not has_totals:
        divisions = {tuple(count for count, _ in way) for way in possible}
        for won in [one for one in product(*counts) if sum(one) == cards][:4]:
            written = replace(record, deals=(replace(deal, won=won),))
            found = [
                one.diagnostic.code for one in replay_sheet(written, game(name, cards)).problems
            ]
            assert ("R559" in found) == (won not in divisions)


# --- cut short and with cards that are not known ------------------------------------------------

VARIANTS = ("foss", "mcleod", "pagat", "raf", "raf-pagat", "rewrite", "scorecard", "scottish")


@cache
def match(name: str, seed: int) -> State:
    state = loaded(name).start(players=4, seed=seed)
    while (action := random_action(state)) is not None:
        state = state.apply(action)
    return state


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 2), st.integers(0, 10**6))
def test_the_true_counts_are_listed_however_little_is_known(
    name: str, seed: int, choice: int
) -> None:
    choose, state = random.Random(choice), match(name, seed)
    record = state.record()
    deals = []
    for deal, played in zip(record.deals, state.history, strict=True):
        shown = choose.choice([0.0, 0.5, 0.9, 1.0])
        tricks = [list(trick) for trick in deal.tricks or ()]
        for trick in tricks:
            for place in range(len(trick)):
                if choose.random() > max(shown, 0.5):
                    trick[place] = RecordedPlay(None)
        tricks = tricks[: choose.randint(0, len(tricks))]
        if tricks:
            tricks[-1] = tricks[-1][: choose.randint(1, 4)]
        hands = [[c if choose.random() < shown else None for c in h] for h in played.dealing.hands]
        deals.append(
            replace(
                deal,
                pack=None,
                hands=tuple(map(tuple, hands)) if shown else None,
                turned=played.dealing.turned,
                tricks=tuple(map(tuple, tricks)) or None,
                won=None,
                totals=deal.totals if choose.random() < 0.5 else None,
            )
        )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clagdsl.records.continuations.DEAL_STEPS", 3_000)
        result = replay_sheet(replace(record, seed=None, deals=tuple(deals)), state.game)
    errors = [one for one in result.problems if one.diagnostic.severity == "error"]
    assert errors == []
    for row, deal in zip(result.rows, record.deals, strict=True):
        assert deal.won is not None
        for counts, count in zip(row.tricks, deal.won, strict=True):
            assert count in counts
