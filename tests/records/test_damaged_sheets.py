"""Damaged score sheets: one run reports everything that is wrong, each at its cell."""

from __future__ import annotations

from typing import Final

import pytest
from support.loaded import loaded

from clagdsl.records.reading import RecordResult
from clagdsl.records.replay import replay_sheet
from clagdsl.records.sheet import SheetRules, parse_sheet

HEAD: Final = (
    "Round,Cards,Dealer,Trump,Ann bid,Ann tricks,Ann points,Bob bid,Bob tricks,Bob points,"
    "Cai bid,Cai tricks,Cai points\n"
)
ONE: Final = "1,10,Cai,H,0,0,10,5,5,15,4,5,0\n"
TWO: Final = "2,9,Ann,S,1,1,11,4,4,14,3,4,0\n"
LONG: Final = (
    "game,round,cards,player,bid,taken,points,total\n"
    "7,1,10,Ann,0,0,10,10\n7,1,10,Bob,5,5,15,15\n7,1,10,Cai,4,5,0,0\n"
)
LONG_TWO: Final = "7,2,9,Ann,1,1,11,21\n7,2,9,Bob,4,4,14,29\n7,2,9,Cai,3,4,0,0\n"
MARKED: Final = "Round,Ann bid,Ann points,Bob bid,Bob points,Cai bid,Cai points\n"
TWO_LINES: Final = ",Ann,,,Bob,,,Cai,,\nRound" + 3 * ",Bid,Tricks,Score" + "\n"
SIZES: Final = "1,10,10,15,0\n2,9,21,29,0\n3,8,31,29,16\n"


def read(text: str | bytes) -> RecordResult:
    return parse_sheet(text, SheetRules("blackout", loaded("blackout").rules), "s.csv")


def reported(text: str | bytes) -> list[str]:
    """What is reported of a sheet: the place, the code, and W for a warning."""
    result = read(text)
    found = list(result.diagnostics)
    if result.record is not None:
        game = loaded("blackout").rules
        found += replay_sheet(result.record, game, result.places).diagnostics
    places = [one.place for one in found]
    assert all(place is not None for place in places)
    return [
        f"{one.place.line}:{one.place.column} {one.code}" + "W" * (one.severity == "warning")
        for one in found
        if one.place is not None
    ]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (HEAD + ONE + TWO, []),
        (HEAD + ONE.replace(",10,", ",9,", 1) + TWO, ["2:3 R534"]),
        # Cards and dealer of different rows.
        (
            HEAD + ONE.replace(",10,", ",9,", 1) + TWO.replace("Ann", "Dan"),
            ["3:5 R509", "2:3 R534"],
        ),
        (HEAD + ONE + TWO.replace("Ann", "Bob"), ["3:5 R535"]),
        (HEAD + ONE.replace(",H,", ",X,") + TWO.replace(",S,", ",NT,"), ["2:10 R513", "3:9 R553"]),
        (
            HEAD + ONE.replace("15,4", "many,4") + TWO.replace("11,", "l1,"),
            ["2:23 R511", "3:15 R511"],
        ),
        # A misspelt figure is an error, a place is not: both are named.
        (HEAD.replace("Cai points", "Cai pints") + ONE + TWO, ["1:105 R515"]),
        (
            HEAD.replace("Trump", "Trump,Place")
            + ONE.replace(",H,", ",H,Rome,")
            + TWO.replace(",S,", ",S,Rome,"),
            ["1:26 R515W"],
        ),
        (HEAD.replace("Trump", "") + ONE + TWO, ["1:20 R515W"]),
        (HEAD + ONE.replace(",5,0", "") + TWO, ["2:1 R510"]),
        (HEAD + ONE + TWO.replace("2,9", "?,9", 1), ["3:1 R532"]),
        (HEAD + ONE + TWO.replace("2,9", ",9", 1) + "3,8,Bob,,0,0,10,2,2,12,5,6,0\n", ["3:1 R505"]),
        (HEAD + ONE + TWO + "Total,,,,,,22,,,29,,,0\n", ["4:12 R541"]),
        # The last row has no number: sums, one of them wrong; a deal; a deal with points alone.
        (HEAD + ONE + TWO + ",,,,1,1,21,9,9,29,7,9,1\n", ["4:23 R541"]),
        (HEAD + ONE + TWO + ",,,,,,21,,,29,,,1\n", ["4:17 R541"]),
        ("Round,Ann,Bob,Cai\n1,10,15,0\n2,21,29,0\n,21,29,1\n", ["4:8 R541"]),
        (HEAD + ONE + TWO + ",,,,1,1,21,9,9,29,7,8,0\n", ["4:1 R505"]),
        (HEAD + ONE + TWO + ",8,Bob,,0,0,10,2,2,12,5,6,0\n", ["4:1 R505"]),
        (HEAD + ONE + TWO + ",,,,,,10,,,12,,,0\n", ["4:1 R505"]),
        (LONG + LONG_TWO, []),
        (LONG + LONG_TWO.replace("7,2,9,Cai,3,4,0,0\n", ""), ["5:1 R510"]),
        (LONG + LONG_TWO + "7,2,9,Cai,3,4,0,0\n", ["8:1 R510", "8:3 R533"]),
        (LONG + LONG_TWO.replace("7,2,9,Cai", "7,2,8,Cai"), ["7:5 R511"]),
        # Most rows of the deal decide, not the first.
        (LONG + LONG_TWO.replace("7,2,9,Ann", "7,2,8,Ann"), ["5:5 R511"]),
        # The line of one player has the label of another deal, or of none.
        (LONG + LONG_TWO.replace("7,2,9,Bob", "7,1,9,Bob"), ["6:3 R511"]),
        (LONG.replace("7,1,10,Bob", "7,2,10,Bob") + LONG_TWO, ["3:3 R511"]),
        (LONG + LONG_TWO.replace("7,2,9,Cai", "7,x,9,Cai"), ["7:3 R511"]),
        (LONG + LONG_TWO.replace("14,29", "14,28"), ["6:18 R541"]),
        (LONG + LONG_TWO.replace("7,2,", "8,2,"), ["5:1 R511"]),
        (
            "date,round,Ann,Bob,Cai\n2025-01-31,1,10,15,0\n2025-03-01,2,11,14,0\n",
            ["3:1 R511"],
        ),
        # The third of April, or the fourth of March.
        (
            "date,round,Ann,Bob,Cai\n3/4/2025,1,10,15,0\n3/4/2025,2,11,14,0\n",
            ["2:1 R511", "3:1 R511"],
        ),
        ("round,Ann,Bob,Cai\n1,10,15,0\n", ["1:1 R515"]),
        (
            "Cards,Ann bid,Ann total,Bob bid,Bob total,Cai bid,Cai total\n"
            "10,0,10,5,15,4,0\n99,1,21,4,29,3,0\n8,0,31,2,41,5,0\n",
            ["3:1 R534"],
        ),
        (
            MARKED + "1,0 ✓,10,5 ✓,,4 x,\n2,x,,4,14,3,12\n3,x,5,2,12,0,10\n",
            ["3:13 R542", "4:5 R542"],
        ),
        ("Ann bid,Ann points,Bob bid,Bob points\n0,10,1,11\n", ["1:1 R515"]),
        # A word that is not understood in the second line of a head.
        (TWO_LINES + "1,0,0,10,5,5,15,4,5,0\n", []),
        (TWO_LINES.replace("Score,B", "Punkte,B", 1) + "1,0,0,10,5,5,15,4,5,0\n", ["2:18 R515"]),
        (
            TWO_LINES.replace("Bid,Tricks,Score", "Ansage,Stiche,Punkte")
            + "1,0,0,10,5,5,15,4,5,0\n",
            [f"2:{column} R515" for column in (7, 14, 21, 28, 35, 42, 49, 56, 63)],
        ),
        (
            "Round,Bid,,,Punkte,,\n,Ann,Bob,Cai,Ann,Bob,Cai\n1,0,5,4,10,15,0\n",
            ["2:14 R515", "2:18 R515", "2:22 R515"],
        ),
        # Columns that are no player's: sizes, sums, the last of them among players with bids.
        ("Round,Max,Ann,Bob,Cai\n" + SIZES, ["1:7 R515"]),
        ("Round,Tricks available,Ann,Bob,Cai\n" + SIZES, []),
        ("Round,Ann,Bob,Cai,All\n1,10,15,0,25\n2,21,29,0,50\n", ["1:19 R515"]),
        ("Round,Bids total,Ann,Bob,Cai\n1,9,10,15,0\n2,8,21,29,0\n", ["1:7 R515"]),
        (MARKED.replace("Ann bid", "Sum of bids,Ann bid", 1) + "1,9,0,10,5,15,4,0\n", []),
        # A row of sums between the deals is checked, and a row of places is not read.
        ("Round,Ann,Bob,Cai\n1,10,15,0\nHalf time,10,15,0\n2,21,29,0\nPlace,2,1,3\n", []),
        ("Round,Ann,Bob,Cai\n1,10,15,0\nHalf time,10,14,0\n2,21,29,0\n", ["3:14 R541"]),
        # A head that is repeated on a new page.
        (HEAD + ONE + HEAD + TWO, []),
        (HEAD + ONE.replace(",15,", ",15 pts,") + TWO.replace(",11,", ',"11,0 points",'), []),
        # A figure that is too large is no reason to pass over a player.
        ("Round,Ann,Bob,Cai\n1,10,15," + "9" * 5_000 + "\n", ["1:1 R515", "2:9 R511"]),
        (
            "Round,Ann,Bob,Cai\n1,10,15,no one\n2,21,29,nobody\n3,31,29,6\n",
            ["1:15 R515"],
        ),
        ("Round,Ann,Bob\n1,0/10,5/15\n", ["1:7 R515", "1:11 R515"]),
        # No player is called `Ann bids`.
        (
            "Round,Ann bid,Ann bids made,Bob bid,Bob bids made,Cai bid,Cai bids made\n"
            "1,0,0,5,5,4,5\n",
            ["1:15 R515", "1:37 R515", "1:59 R515"],
        ),
        # Nor is one called `Ann bonus`, unless he has the same columns as Ann.
        (
            "Round,Ann bid,Ann bonus points,Ann total,Bob bid,Bob bonus points,Bob total,Cai bid,"
            "Cai total\n1,0,3,10,5,0,15,4,0\n",
            ["1:15 R515", "1:50 R515"],
        ),
        (
            "Round,Ann bid,Ann total,Bob bid,Bob total,Ann B bid,Ann B total,Bob B bid,Bob B total"
            "\n1,0,10,5,15,4,0,0,10\n",
            [],
        ),
        (
            "Round,Ann predicted tricks,Ann no. of tricks,Bob predicted tricks,Bob no. of tricks,"
            "Cai tricks predicted,Cai actual tricks\n1,0,0,5,5,4,5\n",
            [],
        ),
        ("Round,Ann bids made,Bob bids made\n1,0,5\n", ["1:7 R515", "1:21 R515"]),
        (
            "Round,Ann tricks bid,Ann tricks won,Bob tricks bid,Bob tricks won,Cai tricks bid,"
            "Cai tricks won\n1,0,0,5,5,4,5\n",
            [],
        ),
        ("Round,Ann bid,Bob bid,Cai bid\n1,3,3,4\n2,11,0,0\n", ["2:1 A202", "3:3 A201"]),
        (HEAD + '1,"10,Cai\n', ["2:3 R515"]),
        ("Dear Ann\nhow are you?\n", ["1:1 R515"]),
    ],
)
def test_everything_wrong_is_reported_at_its_cell(text: str, problems: list[str]) -> None:
    assert reported(text) == problems


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        ("7", "write a suit, such as `hearts`, or the card turned, such as `10H`"),
        ("8", "leave the cell empty: the deal has no trump"),
    ],
)
def test_the_advice_for_a_trump_fits_the_deal(number: str, advice: str) -> None:
    text = f"deal,trump,Ann total,Bob total,Cai total,Dee total\n{number},hats,0,0,0,0\n"
    rules = SheetRules("pagat", loaded("pagat").rules)
    (problem,) = parse_sheet(text, rules).diagnostics
    assert (problem.code, problem.help) == ("R513", advice)


def test_a_sum_that_contradicts_a_column_of_points_need_not_be_wrong() -> None:
    text = "Round,Ann points,Bob points,Cai points\n1,10,15,0\n2,11,14,0\nTotal,21,29,13\n"
    (problem,) = read(text).diagnostics
    assert problem.help.startswith("if the figures above are right")


@pytest.mark.parametrize(
    ("head", "players"),
    [
        (HEAD.replace("Bob tricks", "Bob trikcs"), ["Ann", "Bob", "Cai"]),
        (HEAD.replace("Bob tricks,Bob points", "Bob trikcs,Bob pts."), ["Ann", "Bob", "Cai"]),
        (HEAD.replace("Round", "Runde"), ["Ann", "Bob", "Cai"]),
        (HEAD.replace("Bob ", "Bob_x"), None),
        (HEAD.replace("Bob bid,Bob tricks,Bob points", "Ann bid,Ann tricks,Ann points"), None),
        (HEAD.replace("Bob bid,Bob tricks,Bob points", ",,"), None),
        (HEAD.replace("Bob bid,Bob tricks,Bob points", "Bid,Tricks,Points"), None),
        (HEAD.replace("Bob bid,Bob tricks,Bob points", "Ann B bidd,Ann B trick.s,Bob"), None),
    ],
)
def test_no_row_is_read_without_a_player_whose_headings_are_not_understood(
    head: str, players: list[str] | None
) -> None:
    """In a record without the player, the other rows would be judged by a wrong sum of tricks."""
    result = read(head + ONE + TWO)
    assert {problem.code for problem in result.diagnostics} <= {"R515"}
    assert (result.record and [*result.record.players]) == players


def test_a_column_that_is_not_read_is_named_with_what_is_understood() -> None:
    (problem,) = read(HEAD.replace("Cai points", "Cai pints") + ONE).diagnostics
    assert problem.message == "`Cai pints` is not a column of a score sheet"
    assert problem.help.endswith(
        "understood: `deal`, `cards`, `dealer` and `trump`; `bid` of Ann, Bob and Cai; "
        "`tricks` of Ann, Bob and Cai; `points` of Ann and Bob"
    )


# --- marks --------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["●", "x", "X", "-", "–", "✗"])
def test_a_mark_in_place_of_a_figure_is_a_missed_bid(mark: str) -> None:
    """In Blackout a missed bid scores nothing; then the tricks can be anything but the bid."""
    result = read(f"{MARKED}1,0,10,1,{mark},5,15\n2,2,{mark},0,10,1,{mark}\n")
    assert result.diagnostics == ()
    assert result.record is not None
    assert [deal.totals for deal in result.record.deals] == [(10, 0, 15), (10, 10, 15)]
    rows = replay_sheet(result.record, loaded("blackout").rules, result.places).rows
    assert rows[0].tricks == ((0,), (5,), (5,))
    assert 2 not in rows[1].tricks[0]
    bids = "Round,Ann bid,Bob bid,Cai bid\n1,0,●,5\n"
    inked = read(bids)
    assert inked.record is not None
    assert (inked.record.deals[0].bids, inked.record.deals[0].totals) == (
        (0, "?", 5),
        (None, 0, None),
    )


def test_a_mark_in_place_of_a_total_leaves_the_total_as_it_was() -> None:
    result = read("round,Ann,Bob,Cai\n1,10,15,x\n2,21,●,11\n")
    assert result.diagnostics == ()
    assert result.record is not None
    assert [deal.totals for deal in result.record.deals] == [(10, 15, 0), (21, 15, 11)]


def test_a_column_of_marks_is_a_player() -> None:
    result = read("round,Ann,Bob,Cai\n1,10,15,x\n2,21,29,x\n3,31,29,●\n")
    assert result.record is not None
    assert result.record.players == ("Ann", "Bob", "Cai")


def test_a_mark_is_no_points_where_a_missed_bid_may_score() -> None:
    text = MARKED.replace("\n", ",Dot bid,Dot points\n") + "1,0,10,1,●,5,15,3,3\n"
    game = loaded("oh-hell-to-101").rules  # a missed bid scores the tricks
    (problem,) = parse_sheet(text, SheetRules("x", game)).diagnostics
    assert problem.code == "R511"
    assert "a missed bid does not always score 0" in problem.help


@pytest.mark.parametrize(
    ("cells", "codes"),
    [
        ("1●,3,3", []),
        ("1●,,3", []),
        ("1●,3,", []),
        ("1●,0,0", []),  # Ann won nothing
        ("1●,,0", []),
        ("1●,11,", ["R511"]),  # the points of a bid that was made
        ("1●,,", ["R511"]),
    ],
)
def test_a_mark_beside_the_points_or_the_total_need_not_score_nothing(
    cells: str, codes: list[str]
) -> None:
    head = "Round,Ann bid,Ann points,Ann total,Bob bid,Cai bid,Dot bid\n"
    game = loaded("oh-hell-to-101").rules  # a missed bid scores the tricks
    result = parse_sheet(f"{head}1,{cells},1,2,3\n", SheetRules("x", game))
    assert result.record is not None
    replayed = replay_sheet(result.record, game, result.places)
    assert [one.code for one in (*result.diagnostics, *replayed.diagnostics)] == codes


def test_a_mark_of_a_made_bid_gives_the_tricks() -> None:
    head = "Round,Ann bid,Ann made,Bob bid,Bob made,Cai bid,Cai made\n"
    result = read(head + "1,0,yes,5,✓,4,no\n")
    assert result.diagnostics == ()
    assert result.record is not None
    assert result.record.deals[0].won == (0, 5, None)


# --- what a deal has once -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "turned", "trump"),
    [
        ("H", None, "H"),
        ("Hearts", None, "H"),
        ("♥", None, "H"),
        ("nt", None, "none"),
        ("No Trumps", None, "none"),
        ("7H", "7H", None),
        ("-", None, None),
    ],
)
def test_a_cell_of_trump_has_a_suit_or_the_card_turned(
    text: str, turned: str | None, trump: str | None
) -> None:
    result = read(HEAD + ONE.replace(",H,", f",{text},"))
    assert result.record is not None
    (deal,) = result.record.deals
    assert (deal.turned and str(deal.turned), deal.trump) == (turned, trump)


@pytest.mark.parametrize(
    "day", ["2025-01-31", "31.1.2025", "31/01/2025", "1/31/2025", "2025-01-31 20:15", "31-01-25"]
)
def test_the_day_of_a_sheet_is_that_of_the_record(day: str) -> None:
    result = read(f"date,round,Ann bid,Bob bid,Cai bid\n{day},1,0,1,2\n,2,0,1,2\n")
    assert result.record is not None
    assert str(result.record.played) == "2025-01-31"


# --- labels ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("labels", "numbers"),
    [
        ("1 2 3", [1, 2, 3]),
        ("10 9 8", [1, 2, 3]),  # Blackout begins with ten cards
        ("3 2 1 2", [8, 9, 10, 11]),
        ("10 9 99 7", [1, 2, 3, 4]),
        ("19", [19]),
        ("10 cards,9 cards", [1, 2]),
        # The last deal first, and more deals than cards are ever dealt.
        ("12 11 10 9 8", [8, 9, 10, 11, 12]),
    ],
)
def test_rows_are_named_by_deals_or_by_numbers_of_cards(labels: str, numbers: list[int]) -> None:
    rows = labels.split(",") if "," in labels else labels.split()
    text = "round,Ann bid,Bob bid,Cai bid\n" + "".join(f"{row},0,0,0\n" for row in rows)
    result = read(text)
    assert result.record is not None
    assert [deal.number for deal in result.record.deals] == numbers


def test_rows_in_reverse_order_are_one_problem() -> None:
    """All rows are judged: the one bid that is too high is reported, too."""
    head = "Round,Ann bid,Bob bid,Cai bid\n"
    rows = [f"{number},0,0,{9 * (number == 5)}\n" for number in range(12, 0, -1)]
    assert reported(head + "".join(rows)) == ["2:1 R533", "9:7 A201"]


@pytest.mark.parametrize(
    ("head", "has_cards"), [("Deal no", True), ("Round #", False), ("Round", True)]
)
def test_labels_are_numbers_by_their_heading_or_the_cards_beside_them(
    head: str, *, has_cards: bool
) -> None:
    """In foss, deals 1 to 3 have 1 to 3 cards, and so have later deals in reverse order."""
    text = head + ",Cards" * has_cards + ",Ann bid,Ann total,Bob bid,Bob total,Cai bid,Cai total\n"
    for row in ("3,1,34,1,36,0,0", "2,1,22,1,24,1,0", "1,0,10,1,12,1,0"):
        text += f"{row[:2] * has_cards}{row}\n"
    rules = loaded("foss").rules
    result = parse_sheet(text, SheetRules("foss", rules))
    assert result.record is not None
    assert [deal.number for deal in result.record.deals] == [1, 2, 3]
    assert [one.code for one in result.diagnostics] == ["R533"]
    assert replay_sheet(result.record, rules, result.places).errors == 0


@pytest.mark.parametrize(("head", "label"), [("Cards", "{0}"), ("Round", "{0} cards")])
def test_numbers_of_cards_in_reverse_are_those_of_the_schedule_in_reverse(
    head: str, label: str
) -> None:
    """In wizard, deals have 1, 2, 3 and more cards; without the row of 2, the rest still fits."""
    text = f"{head},Ann bid,Ann total,Bob bid,Bob total,Cai bid,Cai total\n"
    rows = {4: "1,120,0,90,3,100", 3: "1,90,0,70,2,50", 2: "1,60,1,50,1,10", 1: "1,30,0,20,0,20"}
    rules = loaded("wizard").rules
    for left_out in (None, 2):
        kept = [number for number in rows if number != left_out]
        lines = [f"{label.format(number)},{rows[number]}\n" for number in kept]
        result = parse_sheet(text + "".join(lines), SheetRules("wizard", rules))
        assert result.record is not None
        assert [deal.number for deal in result.record.deals] == kept[::-1]
        assert [one.code for one in result.diagnostics] == ["R533"]
        found = replay_sheet(result.record, rules, result.places).problems
        assert [one for one in found if one.diagnostic.severity == "error"] == []


def test_cards_beside_labels_that_are_cards_change_nothing() -> None:
    """In Scottish, deal 1 has 7 cards, and deal 7 has one."""
    rows = "".join(f"{cards},{cards},0,0,0\n" for cards in range(7, 0, -1))
    text = f"Round,Cards,Ann bid,Bob bid,Cai bid\n{rows}"
    result = parse_sheet(text, SheetRules("scottish", loaded("scottish").rules))
    assert result.record is not None
    assert [deal.number for deal in result.record.deals] == [1, 2, 3, 4, 5, 6, 7]
    assert result.diagnostics == ()


def test_a_printed_label_is_in_every_answer() -> None:
    text = "round,Ann bid,Ann total,Bob bid,Bob total,Cai bid,Cai total\n"
    rows = [f"{row},0,10,0,10,0,10\n" for row in (*range(10, 0, -1), 2)]
    result = read(text + "".join(rows))
    assert result.record is not None
    answer = replay_sheet(result.record, loaded("blackout").rules, result.places)
    assert [(row.deal, row.label) for row in answer.rows][-2:] == [(10, "1"), (11, "2")]
    assert {problem.row for problem in answer.problems if problem.deal == 11} == {"2"}


def test_bids_with_marks_under_names_alone_are_bids() -> None:
    """`2 x` is a bid that was missed; a missed bid scores nothing in Blackout."""
    result = read("Round,Ann,Bob,Cai\n1,0,5,4x\n2,1X,4,3\n")
    assert result.diagnostics == ()
    assert result.record is not None
    assert [deal.bids for deal in result.record.deals] == [(0, 5, 4), (1, 4, 3)]
    assert result.record.deals[0].totals == (None, None, 0)
    # Points with a mark are not bids.
    marked = read("Round,Ann,Bob,Cai\n1,10,15,4x\n2,21,29,4\n").diagnostics
    assert [one.code for one in marked] == ["R511"]


def test_the_help_for_a_wrong_dealer_says_what_to_write_in_the_cell() -> None:
    result = read(HEAD + ONE + TWO.replace("Ann", "Bob"))
    assert result.record is not None
    game = loaded("blackout").rules
    (wrong,) = replay_sheet(result.record, game, result.places).diagnostics
    assert wrong.help == (
        "write `Ann`, or leave the cell empty; if `Bob` is right, an earlier entry is wrong"
    )
