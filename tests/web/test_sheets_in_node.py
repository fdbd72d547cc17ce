"""A score sheet in JavaScript is the one in Python: entry by entry, with the same reasons.

Matches of every file, and drawn sequences of entries, corrections and undos, most of which fit.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from datetime import date
from itertools import product
from typing import Any, get_args

import pytest
from support.drawn_interludes import drawn_interlude
from support.engine_games import GAMES
from support.kept_matches import kept_match
from support.node import ask, whole_json
from support.shown_matches import check_shown
from support.unproved import every_name, table_of, unproved

from clagdsl.check.checker import check_text
from clagdsl.lang.frozen import added_field_defaults
from clagdsl.lang.policies.deal_end import NextDealer
from clagdsl.lang.record import Record
from clagdsl.lang.rules import Aspects, Game
from clagdsl.problems.diagnostic import ArgumentError, Reason
from clagdsl.records.sheet import parse_sheet, write_sheet
from clagdsl.records.writing import write_record
from clagdsl.scorekeeping.entries import TakenBy
from clagdsl.scorekeeping.score_sheet import Sheet, new_sheet
from clagdsl.table.scoring import each_worth, possible_points, worths
from clagdsl.table.table import Table, make_table

NAMES = every_name()
PEOPLE = ("Ann", "Bob", "Cai", "Dot", "Eve", 'F "x"', "Gil", "Hal", "Ida", "Jo")

BESIDE = 0.15
"""So often something is drawn that happens beside the deals."""


def standing(sheet: Sheet) -> list[Any]:
    return [
        sheet.phase,
        sheet.actor,
        sheet.deal,
        list(sheet.totals),
        None if sheet.trump is None else list(sheet.trump),
        list(sheet.bids),
        list(sheet.waiting),
        list(sheet.anew),
        "; ".join(sheet.legal()),
    ]


def told(reason: Reason) -> list[Any]:
    """A refusal; where a hand has no value, without the place that compiled rules do not keep."""
    text = re.sub(r"(have no value for this hand: .*) \([^()]*\)$", r"\1", reason.reason)
    return [reason.code, text, reason.source, reason.place and reason.place.line]


def as_compiled(game: Game) -> Game:
    """The same game without the places of rules that it need not say, which JSON leaves out."""
    usual = added_field_defaults(Aspects)
    deals = [
        replace(
            deal,
            aspects=replace(
                deal.aspects,
                **{name: one for name, one in usual.items() if getattr(deal.aspects, name) == one},
            ),
        )
        for deal in game.deals
    ]
    return replace(game, deals=tuple(deals))


BUILT = {name: as_compiled(game) for name, game in GAMES.items()}


class Kept:
    """A sheet beside what is asked of the one in JavaScript."""

    def __init__(self, name: str, game: Game, table: Table, sheet: Sheet) -> None:
        self.game, self.sheet, self.steps = game, sheet, list[list[Any]]()
        first = sheet._moment.setting.first_dealer
        self.job = {
            "kind": "sheet",
            "game": name,
            "players": table.players,
            "parameters": dict(table.parameters),
            "names": sheet.names,
            "dealer": first,
            "rules": name,
            "entries": list[str](),
            "stakes": list[tuple[int, int]](),
            "played": None if table.players % 2 else "2026-01-31",
        }

    def enter(self, entry: str) -> None:
        self.job["entries"].append(entry)
        refused = self.sheet.why_not(entry)
        if refused is None:
            self.sheet = self.sheet.apply(entry)
            self.steps.append(standing(self.sheet))
        else:
            self.steps.append(told(refused))

    def stakes(self) -> list[Any]:
        """What some bids are worth, or the code where none is."""
        found: list[Any] = []
        for seat, bid in self.job["stakes"]:
            try:
                stake = self.sheet.stake(seat, bid)
                found.append({"made": stake.made, "least": stake.least, "most": stake.most})
            except ArgumentError as error:
                found.append({"code": error.code})
        return found


def check(kept: list[Kept]) -> None:
    games = {each.job["game"]: whole_json(each.game) for each in kept}
    for each, answer in zip(kept, ask(games, [each.job for each in kept]), strict=True):
        entries = each.job["entries"]
        for place, (found, step) in enumerate(zip(answer["steps"], each.steps, strict=True)):
            assert found == step, (each.job["game"], entries[: place + 1])
        assert answer["view"] == each.sheet.to_json(), each.job["game"]
        day = each.job["played"]
        played = None if day is None else date.fromisoformat(day)
        record = replace(each.sheet.record(), rules=each.job["rules"], played=played)
        assert answer["record"] == write_record(record)
        check_table(answer["table"], each.sheet)
        check_shown(answer["shown"], each.sheet)
        assert answer["stakes"] == each.stakes(), (each.job["game"], entries, each.job["stakes"])


def takers(record: Record) -> list[list[str] | None]:
    """Who took each trick of each deal."""
    return [
        None if deal.taken is None else [record.players[seat] for seat in deal.taken]
        for deal in record.deals
    ]


def check_table(text: str, sheet: Sheet) -> None:
    """The table for a spreadsheet has what was taken and the totals of each closed deal."""
    read = parse_sheet(text, "x")
    if not sheet.rows:
        return
    assert read.record is not None, (text, read.diagnostics)
    columns = read.record.players
    closed = sheet._moment.history
    own = parse_sheet(write_sheet(sheet.record()), "x").record
    assert own is not None
    assert takers(own)[: len(closed)] == takers(read.record)
    for row, deal, kept in zip(sheet.rows, read.record.deals, closed, strict=True):
        assert deal.won == (row.tricks or None)
        assert deal.totals == row.totals
        taken = [one.fact.seats for one in kept.facts if isinstance(one.fact, TakenBy)]
        by = None if deal.taken is None else [columns[seat] for seat in deal.taken]
        assert by == (None if not taken else [sheet.names[kept.seats[s]] for s in taken[0]])


def match_of(name: str, number: int) -> Kept:
    """A match of the interpreter as somebody enters it."""
    rules = unproved(name).rules
    low, high = rules.players
    table = table_of(name, low + number % (high - low + 1))
    state = unproved(name).start(table.players, seed=number)
    _, sheet = kept_match(state, number)
    first = sheet._moment.setting.first_dealer
    kept = Kept(name, rules, table, new_sheet(table, sheet.names, first, name))
    for entry in sheet.log:
        kept.enter(entry)
    return kept


def test_matches_of_some_files() -> None:
    check([match_of(name, number) for number, name in enumerate(NAMES[::5])])


@pytest.mark.long
def test_matches_of_every_file_and_number_of_players() -> None:
    for name in NAMES:
        low, high = unproved(name).rules.players
        check([match_of(name, number) for number in range(3 * (high - low + 1))])


LIMITS = """clag 2
game "Limits"
players 3
run ones when bid = 1 "ones in a row"
deal n
  trump none
  bid in turn
  last bid keeps {last}
  each bid keeps {each}
  score tricks
schedule 3 cards: n
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("each", "last"),
    [
        ("bid != 2, otherwise bid = 2", "bids != cards, otherwise bids = cards"),
        ("bid < 2, otherwise bid = 2", "bid > 1, otherwise bid = 0"),
        ("bid < 2, otherwise bid = 3", "bid > 1, otherwise bid >= 2"),
        ("bid = 0 or ones > 0", "bids != 1 or ones = 0"),
        ("bid < 2, otherwise bid = 2", "bid > 1, otherwise bid >= 2"),
    ],
)
def test_limits_that_are_at_odds(each: str, last: str) -> None:
    """Where no bid meets both, first the otherwise of the last bid counts, then that of each."""
    game = check_text(LIMITS.format(each=each, last=last)).game
    assert game is not None
    table = make_table(game, 3)
    kept = []
    for bids in product(range(4), repeat=3):
        one = Kept("limits", game, table, new_sheet(table, PEOPLE[:3], 0, "limits"))
        for bid in bids:
            one.enter(f"bid {bid}")
        kept.append(one)
    check(kept)


AGAIN = """clag 2 game "X" players 3 to 4
tally mine = scored when made, otherwise scored - 1
run high when scored > 10
deal n trump none bid together, {again} again
  each bid keeps bid != 1 or mine > 3 or high > 1, otherwise free
  last bid keeps bids != cards, otherwise free
  score 10 + tricks when made and mine < 12, -3 when mine > 0, otherwise 0
schedule repeat 3 times 2 cards: n winner highest total, then shared"""


@pytest.mark.parametrize("again", ["eldest", "dealer"])
def test_final_bids_and_own_totals(again: str) -> None:
    game = check_text(AGAIN.format(again=again)).game
    assert game is not None
    kept = []
    for number in range(12):
        choose, players = random.Random(number), 3 + number % 2
        table = make_table(game, players)
        one = Kept("x", game, table, new_sheet(table, PEOPLE[:players], 0, "x"))
        for _ in range(40):
            legal = one.sheet.legal()
            first = choose.randrange(3)
            won = " ".join(map(str, [first, 2 - first, *[0] * (players - 2)]))
            one.enter(choose.choice(["bid 0", "bid 1", "bid 2", *legal]) if legal else f"won {won}")
        kept.append(one)
    check(kept)


def test_the_trump_where_no_card_is_left_to_turn() -> None:
    for left, players in (("none", 2), ("last card", 2), ("none", 3)):
        text = f"""clag 2 game "X" players {players} deal n trump turned, else {left} bid in turn
        score tricks schedule {52 // players} cards: n winner highest total, then shared"""
        game = check_text(text).game
        assert game is not None
        table = make_table(game, players)
        kept = Kept("x", game, table, new_sheet(table, PEOPLE[:players], 0, "x"))
        for entry in ("trump none", "trump hearts", "order S H C D", "undo", "trump clubs"):
            kept.enter(entry)
        check([kept])


TRUMP_SCORED = """clag 2 game "X" players 3
run hot when made and trump = hearts
deal n {trump} bid in turn
  score 10 * hot + tricks * (2 when trump = hearts, 5 when trump = none, 7 when trump = order,
    otherwise 1)
schedule 1 up to 3 cards: n winner highest total, then shared"""


@pytest.mark.parametrize(
    ("trump", "names"),
    [
        ("trump turned", ("trump hearts", "trump spades", "trump none")),
        ("trump turned shown after bids", ("trump hearts", "trump none", "order S H C D")),
        ("trump drawn", ("trump hearts", "trump clubs", "trump none")),
        ("trump none", ("trump none", "trump hearts", "won 1 0 0")),
        ("trump named by dealer any order", ("order H C D S", "order S H D C", "trump hearts")),
        ("trump named by highest bidder any suit or none", ("trump none", "trump hearts", "undo")),
    ],
)
def test_the_trump_is_asked_for_before_the_tricks_if_a_score_reads_it(
    trump: str, names: tuple[str, ...]
) -> None:
    game = check_text(TRUMP_SCORED.format(trump=trump)).game
    assert game is not None
    table = make_table(game, 3)
    kept = []
    for first, last in product(names, repeat=2):
        one = Kept("hot", game, table, new_sheet(table, PEOPLE[:3], 0, "hot"))
        one.job["stakes"] = [(seat, bid) for seat in range(3) for bid in range(3)]
        bids = ["bid 0", "bid 0", "bid 1"]
        for entry in (
            first, *bids, "won 1 0 0", first, last, "won 1 0 0", "correct 1 trump diamonds",
            last, *bids, last, "won 0 1 1", "bid 1",
        ):  # fmt: skip
            one.enter(entry)
        while one.sheet.phase != "over":
            legal = one.sheet.legal()
            one.enter(legal[0] if legal else f"won {one.sheet.cards} 0 0")
        one.enter("more n 2")
        kept.append(one)
    check(kept)


CASES_OF_TURNED_CARDS = (
    "on hearts none",
    "on J Q AS none",
    "on spades hearts diamonds clubs none",
    "on hearts diamonds clubs again, on AS none, else none",
    "on 2 again, on AS named by dealer any order, else last card",
    "on KS named by dealer any suit, on hearts none, else none",
)


@pytest.mark.parametrize("cases", CASES_OF_TURNED_CARDS)
def test_the_trumps_that_turned_cards_can_make(cases: str) -> None:
    entries = ("trump none", "trump hearts", "undo", "order S H C D", "undo", "trump clubs")
    kept = []
    for players, cards in ((2, 3), (2, 24), (2, 26)):
        text = f"""clag 2 game "X" players {players} deal n trump turned, {cases} bid in turn
        score tricks schedule {cards} cards: n winner highest total, then shared"""
        game = check_text(text).game
        if game is not None:
            table = make_table(game, players)
            kept.append(Kept("x", game, table, new_sheet(table, PEOPLE[:players], 0, "x")))
            for entry in entries:
                kept[-1].enter(entry)
    assert kept
    for one in kept:
        check([one])


# --- drawn sequences ----------------------------------------------------------------------------


def figures(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def drawn_tricks(choose: random.Random, sheet: Sheet, cards: int) -> str:
    rules, players = sheet._moment.deal.rules, sheet.players
    taken = [choose.randrange(players) for _ in range(cards)]
    if choose.random() < 0.05:
        taken += [choose.randrange(players + 1)]
    won = [taken.count(seat) for seat in range(players)]
    known = worths(rules, cards)
    if (known.takers_decide and known.each is None) or choose.random() < 0.1:
        return f"taken {figures([seat + 1 for seat in taken])}"
    if each_worth(rules, cards) is None and sum(won) == cards:
        possible = possible_points(rules, cards)
        points = [choose.choice(possible[tricks]) for tricks in won]
        points[-1] = possible[cards][-1] - sum(points[:-1])
        if choose.random() < 0.9:
            return f"won {figures(won)} points {figures(points)}"
    return f"won {figures(won)}"


def drawn_row(choose: random.Random, sheet: Sheet, cards: int) -> str:
    bids = [choose.randint(0, cards) for _ in range(sheet.players)]
    rows = [
        drawn_tricks(choose, sheet, cards),
        f"bids {figures(bids)}",
        f"bids {figures(bids)} blind",
        f"cards {choose.randint(1, 5)}",
        choose.choice(["call Trumps", "call No Trumps, Misere", "call Precedence, Blind", "call"]),
        choose.choice(["trump hearts", "trump none", "order S H C D", "order S H"]),
        f"first {choose.choice(sheet.names)}",
        f"dealer {choose.choice(sheet.names)}",
        choose.choice(["auction 2C pass pass pass", "auction pass pass pass pass", "auction 3NT"]),
        choose.choice(["bid 1", "pass", "look", "undo"]),
    ]
    return choose.choice(rows[:2] if choose.random() < 0.5 else rows)


def drawn_entry(choose: random.Random, sheet: Sheet) -> str:
    """Something that is entered, mostly what may be."""
    cards, luck = sheet.cards or 1, choose.random()
    if choose.random() < BESIDE:
        return drawn_interlude(choose, sheet)
    if luck < 0.08:
        return "undo"
    if luck < 0.2:
        deal = choose.randint(1, sheet.deal + 1)
        size = sheet.rows[deal - 1].cards if deal <= len(sheet.rows) else cards
        return f"correct {deal} {drawn_row(choose, sheet, size or 1)}"
    if luck < 0.3:
        return drawn_row(choose, sheet, cards)
    if luck < 0.34:
        return f"bid {choose.randint(0, cards + 1)}{choose.choice(['', ' blind'])}"
    return next_entry(choose, sheet)


def next_entry(choose: random.Random, sheet: Sheet) -> str:
    """What is due next, as the rules have it."""
    if sheet.phase == "tricks":
        return drawn_tricks(choose, sheet, sheet.cards or 1)
    return choose.choice(sheet.legal() or ("undo",))


def drawn(seed: int) -> Kept:
    """A sheet of any game after a drawn sequence of entries."""
    choose = random.Random(seed)
    built = choose.choice([*BUILT, *(name for name in NAMES if "house" not in name)])
    game = BUILT[built] if built in BUILT else unproved(built).rules
    low, high = game.players
    players = choose.randint(low, high)
    table = make_table(game, players) if built in BUILT else table_of(built, players)
    dealer = None if table.draws_dealer else choose.randrange(players)
    kept = Kept(built, game, table, new_sheet(table, PEOPLE[:players], dealer, built))
    is_long = choose.random() < 0.2  # an evening of many deals, in which little goes wrong
    for _ in range(choose.randint(60, 120) if is_long else choose.randint(5, 40)):
        goes_on = is_long and not kept.sheet.over and choose.random() < 0.8
        kept.enter(next_entry(choose, kept.sheet) if goes_on else drawn_entry(choose, kept.sheet))
    cards, lines = kept.sheet.cards or 1, len(kept.sheet.names)
    kept.job["stakes"] = [
        (choose.randrange(lines), choose.randint(0, cards + (choose.random() < 0.1)))
        for _ in range(3 if players * cards < 25 else 1)
    ]
    return kept


def test_numbers_of_any_length() -> None:
    """What is too much is told with its bound, not taken for no number at all."""
    great, greater = "9" * 15, "9" * 40
    entries = ("bid {}", "bid -{}", "bids 0 {} 0 0", "won {} 0 0 0", "won 1 0 0 0 points {} 0 0 0")
    entries += ("taken {}", "cards {}", "auction {}C", "auction {}NT pass", "more normal {}")
    entries += ("adjust Ann {}", "adjust Ann -{}", "adjust Ann +{}", "correct {} won 1 0 0 0")
    entries += ("correct 1 won {} 0 0 0", "correct 1 bid {}", "correct {} adjust Ann 1")
    kept = []
    for name in ("pagat", "raf", "family/romanian-whist", "family/israeli-whist"):
        table = table_of(name, 4)
        sheet = Kept(name, unproved(name).rules, table, new_sheet(table, PEOPLE[:4], None, name))
        for _ in range(6):
            for entry in entries:
                sheet.enter(entry.format(great))
                why = sheet.sheet.why_not(entry.format(greater))
                assert why is not None
                assert why.code != "A101"
            if sheet.sheet.phase == "tricks":
                sheet.enter(f"won {sheet.sheet.cards} 0 0 0")
            else:
                sheet.enter(sheet.sheet.legal()[0])
        kept.append(sheet)
    check(kept)


def test_points_that_the_tricks_cannot_have_together() -> None:
    name = "added/card-worth"
    table = table_of(name, 5)
    kept = Kept(name, unproved(name).rules, table, new_sheet(table, PEOPLE[:5], 0, name))
    kept.enter("cards 7")
    for points in ("27 12 28 -17 26", "27 12 28 -17 90", "27 12 28 -17 -90"):
        kept.enter(f"won 1 2 1 1 2 points {points}")
    check([kept])
    assert [step[0] for step in kept.steps[-3:]] == ["A604"] * 3


def test_drawn_sequences() -> None:
    check([drawn(seed) for seed in range(30)])


@pytest.mark.long
def test_ten_thousand_drawn_sequences() -> None:
    for first in range(0, 10_000, 500):
        check([drawn(seed) for seed in range(first, first + 500)])


DEALS = """clag 2
game "X"
players 3 to 4{direction}
deal normal
  trump none
  bid in turn
  score 10 + tricks when made, otherwise tricks
  next dealer {word}
schedule repeat 6 times 3 cards: normal
ends when deal > 4 and leaders = 1
winner fewest failed, then highest total, then shared
"""


def test_who_deals_next_by_every_rule() -> None:
    """Some sit out, so that whose turn it is to deal may not play."""
    kept = []
    for word, seed in product(get_args(NextDealer), range(2)):
        direction = ", counterclockwise" if word == "right" else ""
        game = check_text(DEALS.format(word=word, direction=direction)).game
        assert game is not None
        table, choose = make_table(game, 4), random.Random(seed)
        each = Kept(f"{word} {seed}", game, table, new_sheet(table, PEOPLE[:4], seed, "X"))
        while not each.sheet.over:
            if each.sheet.phase == "tricks":
                taken = [choose.randrange(each.sheet.players) for _ in range(3)]
                won = [str(taken.count(seat)) for seat in range(each.sheet.players)]
                each.enter(f"won {' '.join(won)}")
                each.enter(f"{choose.choice(['out', 'back'])} {choose.choice(PEOPLE[:4])}")
            else:
                each.enter(choose.choice(each.sheet.legal()))
        kept.append(each)
    check(kept)


def test_names_are_shown_and_compared_as_in_python() -> None:
    """What hides is written out, a joiner that is spelling stays, an accent is typed as one may."""
    odd = ("An\u202en", "علی\u200cرضا", "An\u200cn", "👩\u200d👩\u200d👧", "\u200dعلی", "é")
    game = unproved("pagat").rules
    sheet = new_sheet(make_table(game, len(odd)), odd, 0, "pagat")
    typed = [f"join {name} after é" for name in (*odd, "e\u0301")]
    whys = [sheet.why_not(entry) for entry in typed]
    job = {
        "kind": "sheet",
        "game": "pagat",
        "players": len(odd),
        "names": odd,
        "dealer": 0,
        "rules": "pagat",
        "entries": typed,
    }
    [answer] = ask({"pagat": whole_json(game)}, [job])
    assert answer["steps"] == [why and told(why) for why in whys]
    assert "with different characters" in answer["steps"][-1][1]
    [twice] = ask({"pagat": whole_json(game)}, [{**job, "names": (*odd[:-2], "é", "e\u0301")}])
    assert twice == {"code": "U622"}
    with pytest.raises(ArgumentError, match="the same name"):
        new_sheet(make_table(game, len(odd)), (*odd[:-2], "é", "e\u0301"), 0, "pagat")


def test_the_minus_that_is_printed_is_read() -> None:
    sheet = new_sheet(make_table(unproved("pagat").rules, 4), PEOPLE[:4], 0, "pagat")
    entries = [
        "adjust Ann \u22125",
        "won 1 0 0 0 points \u22125 0 0 0",
        "correct 1 adjust Ann \u22127",
    ]
    job = {
        "kind": "sheet",
        "game": "pagat",
        "players": 4,
        "names": PEOPLE[:4],
        "dealer": 0,
        "rules": "pagat",
        "entries": entries,
    }
    steps: list[Any] = []
    for entry in entries:
        why = sheet.why_not(entry)
        if why is None:
            sheet = sheet.apply(entry)
        steps.append(standing(sheet) if why is None else told(why))
    [answer] = ask({"pagat": whole_json(unproved("pagat").rules)}, [job])
    assert answer["steps"] == json.loads(json.dumps(steps))
    assert sheet.totals == (-7, 0, 0, 0)
    assert "not understood" not in str(steps[1]), "the row is read, and refused for what it says"


ROWS = """clag 2
game "Rows"
players 3 to 5
deal normal
  trump none
  bid in turn
  score 10 + tricks when made, otherwise tricks
deal other is normal with
  score tricks + 5 * row_made + row_best
schedule
  repeat players times 1 card: normal
  then 2 up to 5 - players // 5 cards: normal, other
  then 4 - players // 4 down to 1 cards: other
  then repeat players times 5 cards: normal
winner highest total, then shared
"""


def test_sizes_go_on_and_rows_are_remembered_as_in_python() -> None:
    """After any number of deals somebody joins, or leaves, or deals are left out."""
    game = check_text(ROWS).game
    assert game is not None
    kept = []
    for deals, entry in product(range(1, 18, 2), ("join Jo after Bob", "leave Ann", "skip 2")):
        one = Kept(
            "rows", game, make_table(game, 4), new_sheet(make_table(game, 4), PEOPLE[:4], 0, "rows")
        )
        for _ in range(deals):
            close_deal(one)
        one.enter(entry)
        for _ in range(3):
            close_deal(one)
        kept.append(one)
    check(kept)


def close_deal(kept: Kept) -> None:
    """Everybody bids 0, and the first seat has all tricks."""
    nothing = " 0" * (kept.sheet.players - 1)
    for entry in (f"bids 0{nothing}", f"won {kept.sheet.cards}{nothing}"):
        kept.enter(entry)


CALLED = """clag 2
game "Called"
players 3
deal normal
  trump none
  bid in turn
  score tricks
  call by dealer one of Plain, Other
twist Plain trick worth 2
twist Other {twist}
schedule repeat 3 times 2 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(("twist", "known"), [("trump hearts", None), ("lead dealer", ())])
def test_a_trump_that_a_call_may_replace_is_unknown_as_in_python(
    twist: str, known: tuple[str, ...] | None
) -> None:
    game = check_text(CALLED.format(twist=twist)).game
    assert game is not None
    table = make_table(game, 3)
    one = Kept("called", game, table, new_sheet(table, PEOPLE[:3], 0, "called"))
    for call in ("Other", "Plain"):
        assert (one.sheet.phase, one.sheet.trump) == ("call", known)
        one.enter(f"call {call}")
        close_deal(one)
    check([one])


@pytest.mark.parametrize(("twist", "known"), [("bid in turn", None), ("lead dealer", 1)])
def test_a_fixed_bid_that_a_call_may_replace_is_unknown_as_in_python(
    twist: str, known: int | None
) -> None:
    text = CALLED.format(twist=twist).replace("bid in turn", "bid fixed 1", 1)
    game = check_text(text).game
    assert game is not None
    table = make_table(game, 3)
    one = Kept("called", game, table, new_sheet(table, PEOPLE[:3], 0, "called"))
    for call in ("Plain", "Other"):
        assert (one.sheet.phase, one.sheet.bids) == ("call", (known,) * 3)
        one.enter(f"call {call}")
        if one.sheet.phase == "bid":
            one.enter("bids 0 0 0")
        assert one.sheet.bids == ((0, 0, 0) if call == "Other" and known is None else (1, 1, 1))
        one.enter(f"won {one.sheet.cards} 0 0")
    check([one])
