"""Witnesses: `replay` takes each by one game, and by the other something is really other.

What the two games make of a witness is worked out here from the record with the functions of the
machine, apart from the search that found it.
"""

import re
from dataclasses import replace
from functools import partial
from itertools import combinations, islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, seed, settings
from hypothesis import strategies as st
from support.samples import every_nth
from support.simulation_rules import rules_files
from support.table_games import aspects, game

import clagdsl
from clagdsl.check.checker import check_text, load_checked
from clagdsl.explain.diff import score_search
from clagdsl.explain.diff import witness as search
from clagdsl.explain.diff.compare import ComparedRules, compare
from clagdsl.explain.diff.lockstep import plays_alike
from clagdsl.explain.diff.score_search import ResultBudget
from clagdsl.explain.diff.witness import record_text, smallest_witness, witness_json, witness_lines
from clagdsl.lang.philox import shuffled
from clagdsl.lang.resources import bundled_names
from clagdsl.lang.rules import (
    Arithmetic,
    BidInTurn,
    BidTogether,
    Branch,
    Call,
    Choice,
    Comparison,
    Deal,
    FixedBid,
    Following,
    Free,
    Keeps,
    Ladder,
    NamedTrump,
    NoBid,
    NotCounted,
    NoTrump,
    Number,
    RankOrder,
    ScheduleRow,
    TurnedTrump,
    Variable,
    Wild,
)
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.table.bids import legal_bids
from clagdsl.table.choices import legal_calls
from clagdsl.table.legal_plays import Turn, playable
from clagdsl.table.phases import phases
from clagdsl.table.scoring import score_deal
from clagdsl.table.tricks import PlayedCard, strongest

ROOT = Path(__file__).parent.parent.parent
HOUSE = sorted((ROOT / "rules" / "house").glob("*.clag"))


def rules(name):
    path = ROOT / "rules" / "house" / f"{name}.clag"
    return ComparedRules(name, load_checked(str(path) if path.exists() else name).game)


def witness_of(a, b, players=None):
    comparison = compare(a, b, players)
    searched = smallest_witness(comparison)
    return comparison, searched, searched.witness


class Replayed:
    """The deal of a witness under one of the games, as far as it goes."""

    def __init__(self, witness, table, row):
        deal = witness.shown.record.deals[-1]
        self.row = row
        self.cards = witness.cards
        self.players = table.players
        plain = table.rules(row.name)
        self.call = legal_calls(plain.call) if isinstance(plain.call, Call) else None
        calls = deal.calls if deal.calls in (self.call or ()) else ()
        self.rules = table.rules(row.name, calls)
        self.order = phases(self.rules)
        self.deal = deal
        self.trumps = deal.order or ()
        if deal.trump:
            self.trumps = (deal.trump,)
        elif self.rules.trump.kind == "turned":
            self.trumps = (deal.turned.suit,) if deal.turned else ("S",)
        elif self.rules.trump.kind == "order":
            self.trumps = self.rules.trump.suits

    def bids(self):
        """What may be bid after each number of bids made."""
        made = [bid for bid in self.deal.bids or () if isinstance(bid, int)]
        if not isinstance(self.rules.bid, BidInTurn):
            return ["none"]
        steps = range(min(len(made) + 1, self.players))
        return [
            legal_bids(self.rules, deal=self.row.number, cards=self.cards, bids=tuple(made[:n]))
            for n in steps
        ]

    def tricks(self):
        """What may be played before each card, and who takes each trick."""
        hands = [list(hand) for hand in self.deal.hands]
        leader = 0 if self.rules.lead == "eldest" else self.players - 1
        seen, taken = [], []
        for trick in self.deal.tricks or ():
            played = []
            for step, play in enumerate(trick):
                seat = (leader + step) % self.players
                seen.append(playable(self.rules, Turn(hands[seat], played, self.trumps)))
                if play.card not in hands[seat]:
                    return seen, taken
                hands[seat].remove(play.card)
                played.append(PlayedCard(seat, play.card, play.face or play.card))
            if len(played) == self.players:
                leader = played[strongest(self.rules, self.trumps, played)].seat
                taken.append(leader)
        played = () if len(taken) == len(self.deal.tricks or ()) else tuple(played)
        hand = hands[(leader + len(played)) % self.players]
        seen.append(playable(self.rules, Turn(hand, played, self.trumps)))
        return seen, taken

    def scores(self):
        bids = self.deal.bids if isinstance(self.rules.bid, BidInTurn) else None
        taken = tuple(self.tricks()[1])
        tricks = tuple(taken.count(seat) for seat in range(self.players))
        found = score_deal(
            self.rules,
            deal=self.row.number,
            cards=self.cards,
            bids=bids,
            tricks=tricks,
            taken=taken,
        )
        return [one.score for one in found]


def assert_differs(comparison, witness):
    """The record agrees with one game, and the other makes something else of it."""
    text = record_text(witness.shown.record)
    # who is drawn to bid first, and an auction, are written since version 2 of records
    newer = re.search("^(?:first|auction) +=", text, re.MULTILINE) is not None
    assert text.startswith(f"record = {2 if newer else 1}\n")
    record = parse_record(text).record
    assert record == witness.shown.record
    by, other = comparison.a.game, comparison.b.game
    if witness.shown.by == "b":
        by, other = other, by
    result = replay_sheet(record, by)
    assert result.agrees, [problem.diagnostic.message for problem in result.problems]
    assert replay_sheet(replace(record, rules_hash=None), other).errors > 0
    tables = next(t for t in comparison.tables if t[0].players == witness.players)
    a = Replayed(witness, tables[0], witness.row_a)
    b = Replayed(witness, tables[1], witness.row_b)
    match witness.divergence.kind:
        case "score":
            assert a.tricks() == b.tricks()
            assert a.bids() == b.bids()
            assert a.scores() != b.scores()
        case "trick":
            assert a.tricks()[1][-1] != b.tricks()[1][-1]
        case "actions":
            acts = [
                (x.call, decisions(x.order), x.rules.bid, x.bids(), x.tricks()[0], x.rules.lead)
                for x in (a, b)
            ]
            assert acts[0] != acts[1]


def decisions(order):
    """The phases in which somebody decides something."""
    return [phase for phase in order if phase not in ("turn", "score")]


PAIRS = [*combinations(bundled_names(), 2), *(("pagat", path.stem) for path in HOUSE)]
SAMPLE = Random(7).sample(PAIRS, 16)


@pytest.mark.parametrize(("a", "b"), every_nth(SAMPLE, 5))
def test_a_witness_differs_and_is_accepted_by_one_game(a, b):
    assert_has_witness(a, b)


@pytest.mark.long
@pytest.mark.parametrize(("b", "a"), [*PAIRS, *((b, a) for a, b in PAIRS)])
def test_every_witness_differs_in_both_orders(a, b):
    assert_has_witness(a, b)


def assert_has_witness(a, b):
    comparison, _, witness = witness_of(rules(a), rules(b))
    assert witness is not None
    assert_differs(comparison, witness)


@pytest.mark.parametrize("name", every_nth(bundled_names(), 3))
def test_a_game_has_no_witness_against_itself(name, monkeypatch):
    effort_of = search._SearchBudget  # as many deals as it takes: two games have most to call
    monkeypatch.setattr(search, "_SearchBudget", lambda: effort_of(deals=1_000_000))
    comparison, searched, witness = witness_of(rules(name), rules(name))
    assert witness is None
    assert searched.whole
    assert searched.compared > 0
    assert list(witness_lines(comparison, searched)) == [
        "no deal shows a difference: the rules are the same"
    ]


def ladder(**changes):
    """A game of one ordinary deal with one to four cards."""
    row = ScheduleRow(Ladder(Number(1), Number(4), "up"), ("normal",))
    return game(Deal("normal", aspects(**changes)), schedule=(row,))


ACE_LOW = RankOrder(("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"))
SWAPPED = RankOrder(("K", "A", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"))
NEVER_LOW = Keeps(Comparison("!=", Variable("bid"), Number(3)))
TEN = Choice((Branch(Number(10), Comparison("=", Variable("bid"), Number(4))),), Variable("tricks"))


@pytest.mark.parametrize(
    ("changes", "kind", "players", "cards"),
    [
        ({"last_bid": Free()}, "actions", 3, 1),
        ({"bid": BidInTurn("dealer")}, "order", 3, 1),
        ({"bid": BidInTurn("right of dealer")}, "order", 3, 1),
        ({"bid": BidInTurn("drawn")}, "actions", 3, 1),
        ({"bid": BidTogether()}, "actions", 3, 1),
        ({"each_bid": NEVER_LOW}, "actions", 3, 3),
        ({"trump": NoTrump()}, "trick", 3, 1),
        ({"trump": NamedTrump("dealer", "suit")}, "actions", 3, 1),
        ({"rank": ACE_LOW}, "trick", 3, 1),
        ({"rank": SWAPPED}, "trick", 3, 1),
        ({"follow": Following(("anything",))}, "actions", 3, 2),
        ({"play": "top card"}, "actions", 3, 2),
        ({"wild": Wild(("2",))}, "actions", 3, 1),
        ({"lead": "dealer"}, "actions", 3, 1),
        ({"bid": FixedBid(0)}, "actions", 3, 1),
        ({"trick_worth": Number(2)}, None, None, None),
        ({"score": Variable("points")}, "score", 3, 1),
        ({"score": Variable("makers")}, "score", 3, 1),
        ({"shown": "after bids"}, None, None, None),
        ({"sight": "after bids"}, None, None, None),
        ({"won_by": "any points"}, None, None, None),
        ({"completed": NotCounted()}, None, None, None),
    ],
)
def test_the_smallest_deal_of_each_kind(changes, kind, players, cards):
    comparison, searched, witness = witness_of(
        ComparedRules("one", ladder()), ComparedRules("two", ladder(**changes))
    )
    if kind is None:
        assert witness is None
        assert searched.whole
        (line,) = witness_lines(comparison, searched)
        assert line.startswith("no deal shows a difference: in every deal")
        return
    assert (witness.players, witness.cards) == (players, cards)
    if kind == "order":  # a record does not hold the order of the bids
        assert (witness.divergence.kind, witness.shown) == ("actions", None)
        return
    assert witness.divergence.kind == kind
    assert_differs(comparison, witness)


@pytest.mark.parametrize("first", ["dealer", "right of dealer", "drawn"])
def test_bids_and_tricks_of_a_witness_are_of_the_same_seats(first):
    bid = BidInTurn(first)
    other = Choice((Branch(Number(3), Variable("made")),), Variable("tricks"))
    one, two = ladder(bid=bid), ladder(bid=bid, score=other)
    comparison, _, witness = witness_of(ComparedRules("one", one), ComparedRules("two", two))
    assert (witness.divergence.kind, witness.cards) == ("score", 1)
    assert_differs(comparison, witness)


def test_a_rare_score_is_found_where_it_first_can_be():
    one, two = ladder(score=Variable("tricks")), ladder(score=TEN)
    comparison, _, witness = witness_of(ComparedRules("one", one), ComparedRules("two", two))
    assert (witness.players, witness.cards) == (3, 4)
    assert 4 in witness.shown.record.deals[-1].bids
    assert_differs(comparison, witness)


def test_the_worth_of_single_tricks_shows():
    rising = {"trick_worth": Variable("trick"), "score": Variable("points")}
    falling = {
        "trick_worth": Arithmetic(
            "-", Arithmetic("+", Variable("cards"), Number(1)), Variable("trick")
        ),
        "score": Variable("points"),
    }
    comparison, _, witness = witness_of(
        ComparedRules("one", ladder(**rising)), ComparedRules("two", ladder(**falling))
    )
    # the record of deal 2 would follow a deal 1 without points, which these rules do not have
    assert (witness.players, witness.cards, witness.divergence.kind) == (3, 3, "score")
    assert_differs(comparison, witness)


small = st.integers(-3, 3)


@settings(max_examples=20, deadline=None)
@given(small, small, small, small)
def test_a_score_that_differs_has_a_witness_and_one_that_does_not_has_none(a, b, c, d):
    def scored(each, failed):
        made = Arithmetic("*", Number(each), Variable("tricks"))
        missed = Arithmetic("*", Number(failed), Variable("bid"))
        return ladder(score=Choice((Branch(made, Variable("made")),), missed))

    comparison, _, witness = witness_of(
        ComparedRules("one", scored(a, b)), ComparedRules("two", scored(c, d))
    )
    assert (witness is None) == comparison.same
    if witness is not None:
        assert_differs(comparison, witness)


def test_deals_that_cannot_be_compared():
    one = ladder()
    two = replace(one, schedule=(ScheduleRow(Ladder(Number(5), Number(6), "up"), ("normal",)),))
    comparison, searched, witness = witness_of(ComparedRules("one", one), ComparedRules("two", two))
    assert witness is None
    assert "no deal was compared: no two deals have the same number of cards" in next(
        witness_lines(comparison, searched)
    )
    few = replace(one, players=(3, 4))
    many = replace(one, players=(5, 6))
    comparison, searched, witness = witness_of(
        ComparedRules("one", few), ComparedRules("two", many)
    )
    assert witness is None
    assert "no deal was compared: no number of players" in next(witness_lines(comparison, searched))


def test_a_deal_of_one_game_alone_is_held_against_the_deal_of_its_number():
    comparison, _, witness = witness_of(rules("pagat"), rules("precedence"))
    assert (witness.row_a.name, witness.row_b.name) == ("normal", "Precedence")
    assert witness.row_a.number == witness.row_b.number == 16
    assert_differs(comparison, witness)


def test_a_search_that_gave_up_says_so(monkeypatch):
    monkeypatch.setattr("clagdsl.explain.diff.witness.MOST_PACKS", 0)
    one, two = ladder(), ladder(rank=SWAPPED)
    comparison, searched, witness = witness_of(ComparedRules("one", one), ComparedRules("two", two))
    assert witness is None
    assert not searched.whole
    assert next(witness_lines(comparison, searched)).startswith("no deal that was tried")
    monkeypatch.setattr("clagdsl.explain.diff.score_search.MOST_RESULTS", 1)
    rare = {
        "score": Choice(
            (Branch(Number(10), Comparison("=", Variable("makers"), Number(0))),), Number(0)
        )
    }
    common = {"score": Number(0)}
    comparison, searched, _ = witness_of(
        ComparedRules("one", ladder(**rare, last_bid=Free())),
        ComparedRules("two", ladder(**common, last_bid=Free())),
    )
    assert searched.witness is None
    assert not searched.whole


def test_nobody_bidding_and_fixed_bids_are_compared_by_what_they_score():
    nobody = ladder(bid=NoBid(), score=Variable("tricks"), completed=NotCounted())
    fixed = ladder(
        bid=FixedBid(0), score=Choice((Branch(Number(10), Variable("made")),), Number(0))
    )
    comparison, _, witness = witness_of(ComparedRules("one", nobody), ComparedRules("two", fixed))
    assert witness.divergence.kind == "score"
    assert_differs(comparison, witness)


@pytest.mark.parametrize("lead", ["eldest", "dealer", "caller"])
def test_points_are_brought_about_whoever_leads(lead):
    def led(middle):
        call = "  call by dealer\n    one of Plain, High\n" if lead == "caller" else ""
        twists = "twist Plain\n  trump none\ntwist High\n  score 20\n" if call else ""
        text = (
            'clag 1\ngame "Led"\nplayers 2 to 2\ndeal normal\n'
            "  trump order H D C S\n  bid in turn\n"
            f"  score 10 + tricks when made, otherwise abs(cards - {middle})\n  lead {lead}\n"
            f"{call}{twists}schedule\n  dealer picks 3 to 5 cards: normal\n"
            "winner highest total, then shared\n"
        )
        return ComparedRules(f"led{middle}", clagdsl.load(text=text).rules)

    comparison, _, witness = witness_of(led(10), led(5))
    assert (witness.divergence.kind, witness.players, witness.cards) == ("score", 2, 3)
    assert_differs(comparison, witness)


@pytest.mark.parametrize("opening", ["no trump until broken", "no trump", "no spades until broken"])
@pytest.mark.parametrize(
    "trump",
    [
        "spades",
        "turned",
        "named by dealer any suit",
        "rotates spades hearts",
        "none",
        "named in auction auction 1 to cards C D H S none",
    ],
)
def test_points_are_brought_about_where_a_suit_may_not_be_led(opening, trump):
    def held_back(overtricks):
        text = (
            'clag 2\ngame "Held"\nplayers 4\ndeal normal\n'
            f"  trump {trump}\n  bid in turn\n  open {opening}\n"
            f"  score 20 when tricks >= bid + {overtricks}, otherwise tricks\n"
            "schedule 7 cards: normal\nwinner highest total, then shared\n"
        )
        return ComparedRules(f"held{overtricks}", clagdsl.load(text=text).rules)

    comparison, _, witness = witness_of(held_back(6), held_back(7))
    assert witness.divergence.kind == "score"
    assert_differs(comparison, witness)


def test_cards_that_the_duty_to_follow_forbids_bring_nothing_about(monkeypatch):
    """What cannot be arranged is played at random, in which the duty is met."""

    def played(points):
        text = (
            'clag 2\ngame "Duty"\nplayers 2 to 2\ndeal normal\n'
            "  trump named by dealer any suit\n  bid in turn\n  follow trump, else anything\n"
            f"  score {points} when tricks = 0 and bid = 0, otherwise 0\n"
            "schedule\n  5 cards: normal\nwinner highest total, then shared\n"
        )
        return ComparedRules(f"duty{points}", clagdsl.load(text=text).rules)

    comparison, _, witness = witness_of(played(1), played(2))
    assert witness is not None
    assert witness.divergence.kind == "score"
    record = parse_record(record_text(witness.shown.record)).record
    assert replay_sheet(record, comparison.a.game).agrees
    monkeypatch.setattr(search, "_SearchBudget", partial(search._SearchBudget, at_random=0))
    comparison, searched, witness = witness_of(played(1), played(2))
    assert witness is None
    assert not searched.whole
    assert next(witness_lines(comparison, searched)).startswith("no deal that was tried")


def test_later_deals_in_which_somebody_else_calls_are_said_not_to_be_tried():
    def led(lead, by="winner of last deal"):
        text = (
            'clag 1\ngame "Led"\nplayers 3 to 3\ndeal normal\n  trump turned\n  bid in turn\n'
            f"  score tricks when made, otherwise 0\n  lead {lead}\n  call by {by}\n"
            "    one of Plain, High\ntwist Plain\n  trump none\ntwist High\n  score 20\n"
            "schedule\n  2 cards: normal\n  then 2 cards: normal\n"
            "winner highest total, then shared\n"
        )
        return ComparedRules(lead, clagdsl.load(text=text).rules)

    for one, two in (
        (led("dealer"), led("caller")),
        (led("eldest", "dealer"), led("eldest")),
    ):
        comparison, searched, witness = witness_of(one, two)
        assert witness is None
        assert not comparison.same
        assert not searched.whole
        assert next(witness_lines(comparison, searched)).endswith(
            "there may be a rarer one, or one after the first deal of a match,"
            " in which another player than the dealer calls"
        )
        assert witness_json(comparison, searched)["dealer_calls"] is True
    comparison, searched, witness = witness_of(led("dealer"), led("eldest"))
    assert witness.divergence.kind == "actions"
    assert witness_json(comparison, searched)["dealer_calls"] is True
    comparison, searched, _ = witness_of(led("dealer", "dealer"), led("caller", "dealer"))
    assert next(witness_lines(comparison, searched)).endswith("there may be a rarer one")
    assert witness_json(comparison, searched)["dealer_calls"] is False


def seen(**changes):
    """A game of three cards, then two, that counts in a run how many deals came before."""
    said = {"trump": "none", "bid": "in turn", "score": "10 when seen = 0, otherwise 0", **changes}
    clauses = "".join(f"  {name.replace('_', ' ')} {value}\n" for name, value in said.items())
    text = (
        f'clag 2\ngame "Seen"\nplayers 2\nrun seen when bid >= 0\ndeal normal\n{clauses}'
        "schedule\n  3 cards: normal\n  then 2 cards: normal\n"
        "winner highest total, then shared\n"
    )
    return ComparedRules("seen", clagdsl.load(text=text).rules)


@pytest.mark.parametrize(
    ("changes", "number", "kind"),
    [
        ({"score": "20 when seen = 0, otherwise 0"}, 1, "score"),
        ({"rank": "2 3 4 5 6 7 8 9 10 J Q K A"}, 1, "trick"),
        ({"trump": "spades when cards = 2, otherwise none"}, 2, "trick"),
        ({"each_bid": "keeps bid < 2 or seen > 0, otherwise free"}, 1, "actions"),
        ({"each_bid": "keeps bid < 2 or seen = 0, otherwise free"}, 2, "actions"),
        ({"score": "10 when seen = 0, otherwise 5"}, 2, "score"),
    ],
)
def test_a_past_is_that_of_a_match(changes, number, kind):
    comparison, searched, witness = witness_of(seen(), seen(**changes))
    assert not searched.whole
    assert (witness.row_a.number, witness.divergence.kind) == (number, kind)
    if number == 1:
        record = parse_record(record_text(witness.shown.record)).record
        assert replay_sheet(record, comparison.a.game).agrees


def test_a_card_that_is_always_left_to_turn_makes_no_difference():
    comparison, searched, witness = witness_of(
        ComparedRules("one", ladder(trump=TurnedTrump())),
        ComparedRules("two", ladder(trump=TurnedTrump(nothing_left="none"))),
    )
    assert witness is None
    assert not comparison.same
    assert searched.whole


def test_a_search_in_vain_shares_what_it_may_do(monkeypatch):
    """However many deals there are."""
    effort = search._SearchBudget(actions=2_000, compared=ResultBudget(1_600))
    asked = []
    played, compared = search.plays_alike, score_search._scores_differ
    monkeypatch.setattr(search, "_SearchBudget", lambda: effort)
    monkeypatch.setattr(search, "plays_alike", lambda *a: asked.append("pack") or played(*a))
    monkeypatch.setattr(
        score_search, "_scores_differ", lambda *a: asked.append("result") or compared(*a)
    )
    makers = Variable("makers")
    same = Choice((Branch(makers, Comparison(">=", makers, Number(0))),), Number(0))
    one = ladder(play="top card", score=makers)
    two = ladder(play="top card", score=same, follow=Following(("anything",)))
    _, searched, found = witness_of(ComparedRules("one", one), ComparedRules("two", two))
    assert found is None
    assert not searched.whole
    # a tenth of 2,000 actions, nine in a first deal, then a tenth of what is left, and so on
    assert asked.index("result") == 22
    assert 22 < asked.count("pack") < 2_000 // 9
    # what is worked out anew counts as several results
    assert 500 < asked.count("result") <= 1_600


def assert_told_alike(comparison, deals, packs=3):
    """Whether packs are played alike is told as it shows when they are played out."""
    alike = []
    for place in islice(search._cases(comparison), deals):
        calls = next(search._calls(place))
        sides = search._deal_pair(place, calls)
        if sides.a.deck != sides.b.deck:
            continue
        dealt = [shuffled(sides.a.deck, 0, match, 1) for match in range(packs)]
        begun = search._advance_to_play(place.deal_pack(dealt[0]), calls)
        for pack in dealt:
            found = search._play_out(place.deal_pack(pack), calls)
            alike.append(found is None or found.kind == "score")
            assert plays_alike(begun, pack) == alike[-1], (place, pack)
    return alike


BROKEN = {"follow": Following(("anything",)), "open": "no spades until broken"}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({}, {"rank": SWAPPED}),
        ({}, {"follow": Following(("anything",))}),
        ({"wild": Wild(("2",))}, {"wild": Wild(("2",), in_suit=True)}),
        ({"wild": Wild(("2",))}, {"wild": Wild(("3",))}),
        (BROKEN, {**BROKEN, "open": "anything"}),
    ],
)
def test_play_that_differs_shows_without_states(a, b):
    sides = (ComparedRules(name, ladder(**x)) for name, x in (("one", a), ("two", b)))
    alike = assert_told_alike(compare(*sides), 8, packs=8)
    assert True in alike
    assert False in alike


@seed(1)
@settings(
    max_examples=5, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(rules_files(), rules_files())
def test_play_that_differs_shows_without_states_whatever_the_rules(first, second):
    games = [check_text(text).game for text in (first, second)]
    assume(all(games))
    assert_told_alike(compare(*(ComparedRules("drawn", each) for each in games)), 4)


def test_a_wild_card_that_can_stand_for_itself_alone_is_still_named():
    """The ace is led as the ace; then the king is the king in both games, said or not."""
    text = """clag 2
game "Two cards"
players 2
pack A K, 1 suits
deal normal
  trump none
  bid in turn
  wild A
  score tricks
schedule
  1 card: normal
winner highest total, then shared
"""
    both = text.replace("wild A", "wild A K")
    sides = (ComparedRules("two cards", check_text(each).game) for each in (text, both))
    comparison = compare(*sides)
    assert comparison.tables
    assert not any(assert_told_alike(comparison, 1, packs=8))


def test_cards_are_played_in_vain_without_states(monkeypatch):
    monkeypatch.setattr(search, "_play_out", lambda *_: pytest.fail("states are made"))
    one, two = (ladder(play="top card", follow=Following(x)) for x in (("suit",), ("anything",)))
    _, searched, found = witness_of(ComparedRules("one", one), ComparedRules("two", two))
    assert found is None
    assert not searched.whole


def test_deals_and_what_comes_before_the_play_are_tried_so_often_at_most(monkeypatch):
    """However many calls there are; what was not tried is not told to be the same."""
    one, two = (ladder(play="top card", follow=Following(x)) for x in (("suit",), ("anything",)))
    tried = []
    sides, before, effort_of = search._deal_pair, search._search_before_play, search._SearchBudget
    monkeypatch.setattr(search, "_deal_pair", lambda *a: tried.append("deal") or sides(*a))
    monkeypatch.setattr(
        search, "_search_before_play", lambda *a: tried.append("opening") or before(*a)
    )
    for left, deals, openings in (({}, 20, 20), ({"openings": 5}, 20, 5), ({"deals": 7}, 7, 7)):
        effort = effort_of(actions=100, **left)
        monkeypatch.setattr(search, "_SearchBudget", lambda made=effort: made)
        tried.clear()
        _, searched, found = witness_of(ComparedRules("one", one), ComparedRules("two", two))
        assert found is None
        assert not searched.whole
        assert (tried.count("deal"), tried.count("opening")) == (deals, openings)


def test_points_that_differ_in_words_alone_are_given_up_soon(monkeypatch):
    """No bids are tried, and long formulas count as much as they take to work out."""
    effort = search._SearchBudget(compared=ResultBudget(2_000))
    asked = []
    worked_out = score_search.seat_result
    monkeypatch.setattr(search, "_SearchBudget", lambda: effort)
    monkeypatch.setattr(search, "different_bid", lambda _: pytest.fail("bids are tried"))
    monkeypatch.setattr(
        score_search, "seat_result", lambda *a, **k: asked.append(1) or worked_out(*a, **k)
    )
    for score in (Variable("makers"), Variable("tricks")):
        longer = score
        for _ in range(40):
            longer = Arithmetic("+", longer, Number(0))
        asked.clear()
        effort.compared.remaining = 2_000
        one, two = ladder(score=score), ladder(score=longer)
        _, _, found = witness_of(ComparedRules("one", one), ComparedRules("two", two))
        assert found is None
        # five times as long as a short formula: two games, each worked out for two results
        assert 0 < len(asked) <= 2_000 // 5 + 20


def test_another_player_than_eldest_can_win_the_auction():
    """In the shortest auction eldest wins, and so leads in both games."""
    rules = """clag 2 game "Said" players 2
    deal normal auction 1 to cards C trump named in auction bid in turn score tricks lead {leader}
    schedule 1 cards: normal winner highest total, then shared
    """
    games = (
        ComparedRules(leader, clagdsl.load(text=rules.format(leader=leader)).rules)
        for leader in ("eldest", "auction winner")
    )
    comparison, _, witness = witness_of(*games)
    assert witness.divergence.kind == "actions"
    assert_differs(comparison, witness)


WON = """clag 2 game "Won" players 4 pack {pack}
deal normal auction 1 to cards C D H S none trump named in auction bid in turn, auction winner first
  each bid keeps bid >= auction last bid keeps bids != cards, otherwise free
  score {score} when made, otherwise 0
schedule {cards} cards: normal winner highest total, then shared
"""


def won(score="10 + tricks", cards="3", pack="all ranks"):
    text = WON.format(score=score, cards=cards, pack=pack)
    return ComparedRules(score, clagdsl.load(text=text).rules)


@pytest.mark.parametrize("cards", ["3", "13"])
def test_the_winner_of_an_auction_bids_what_it_may(cards):
    """A deal of all cards cannot be arranged: it is played at random."""
    comparison, _, witness = witness_of(won(cards=cards), won("11 + tricks", cards))
    assert witness is not None
    assert witness.divergence.kind == "score"
    record = parse_record(record_text(witness.shown.record)).record
    assert replay_sheet(record, comparison.a.game).agrees


def test_what_was_won_in_an_auction_makes_the_difference():
    """Of all players only eldest, who has won it, has a number."""
    _, _, witness = witness_of(won("10 + auction", "3"), won("10", "3"))
    assert witness is not None
    # eldest, who had to bid one, takes one, and all others make nothing of none
    assert witness.divergence.kind == "score"
    first, second = (told.split() for told in (witness.divergence.a, witness.divergence.b))
    assert first != second
    assert first[1:] == second[1:]


def test_of_games_whose_packs_differ_nothing_is_compared():
    comparison, searched, witness = witness_of(won(), won(pack="highest 9 ranks"))
    assert (witness, searched.compared, searched.whole) == (None, 0, False)
    assert next(witness_lines(comparison, searched)) == (
        "no deal was compared: the packs differ, so the same cards cannot be dealt"
    )


def test_a_leader_that_the_bids_decide_is_compared_with_bids_that_differ():
    one, two = ladder(lead="highest bidder"), ladder(lead="eldest")
    comparison, _, witness = witness_of(ComparedRules("one", one), ComparedRules("two", two))
    assert (witness.divergence.kind, witness.cards) == ("actions", 1)
    assert_differs(comparison, witness)


ANY_ORDER = """clag 2
game "Order"
players 3
deal normal
  trump none
  bid in turn
  score 10 when made, otherwise 0
  call by dealer
  {groups}
twist Low bid fixed 0
twist Wild wild 2
twist Twice trick worth 2
schedule 2 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(
    "groups",
    [
        "any of Wild, Low\n  at most one of Twice",
        "at most one of Twice\n  any of Low, Wild",
        "any of Twice, Wild, Low",
    ],
)
def test_a_call_is_a_set(groups):
    def called(groups, further=""):
        text = ANY_ORDER.replace("{groups}", groups) + further
        return ComparedRules("order", clagdsl.load(text=text).rules)

    first = called("any of Low, Wild\n  at most one of Twice")
    comparison, searched, witness = witness_of(first, called(groups))
    assert (comparison.differences, searched.whole, witness) == ((), True, None)
    more = called(f"{groups}\n  at most one of Plain", "twist Plain trump hearts\n")
    _, _, witness = witness_of(first, more)
    assert witness.divergence.a == "Cai may not"
    assert "call Plain, " in witness.divergence.b
    assert witness.divergence.b.endswith("Plain and 5 more")  # the calls with `Plain` alone
    higher = ANY_ORDER.replace("{groups}", groups).replace("fixed 0", "fixed 1")
    _, _, witness = witness_of(first, ComparedRules("order", clagdsl.load(text=higher).rules))
    assert witness.calls == ("Low",)
