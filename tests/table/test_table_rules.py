"""The rules of a deal at a table, once for all that choose alike, and what the pack must hold."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.table_games import ACE_HIGH, aspects, clause, game, rules

from clagdsl.check.checker import check_text
from clagdsl.lang.cards import ORDINARY
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.pack import AllRanks, HighestRanks, Pack, SpecialCards
from clagdsl.lang.rules import (
    Alternative,
    Arithmetic,
    BidTogether,
    Branch,
    Call,
    CallGroup,
    Choice,
    Clause,
    Comparison,
    Deal,
    DrawnTrump,
    Free,
    IntegerRange,
    Ladder,
    Let,
    LetValue,
    NoTrump,
    Number,
    OneSize,
    Parameter,
    ParameterValue,
    PickedSize,
    RotatingTrump,
    ScheduleRow,
    TruthRange,
    TurnedTrump,
    Twist,
    Variable,
    WordRange,
)
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.table.table import (
    FixedValues,
    cards_needed,
    make_table,
    open_table,
    read_parameter,
    scheduled_deal,
)


def when(name: str, number: int, value: object, otherwise: object) -> Clause[object]:
    """A clause that hangs on the cards or the number of a deal."""
    condition = Comparison("=", Variable(name), Number(number))
    return Clause((Alternative(value, condition), Alternative(otherwise)))


def deal_of(name: str = "n", **clauses: Clause[object]) -> Deal:
    return Deal(name, replace(aspects(trump=NoTrump()), **clauses))


LADDER = (ScheduleRow(Ladder(Number(2), Number(5), "up"), ("n",)),)
PICKED = (ScheduleRow(PickedSize(Number(2), Number(4)), ("n",)),)
ONE_OF = Call("dealer", (CallGroup("at most one of", ("T", "U")),))


# --- rules by name, number and cards --------------------------------------------------------------


def test_what_is_chosen_alike_is_one_object() -> None:
    plain = make_table(game(deal_of(), schedule=LADDER), 4)
    assert plain.guard_dependencies("n") == frozenset()
    assert plain.guard_dependencies("nobody") == frozenset()
    every = [plain.rules_with("n", (), number, cards) for number in (1, 2) for cards in (2, 3)]
    assert all(each is plain.rules("n") for each in every)
    for which, numbers in (("cards", (2, 4, 2)), ("deal", (1, 3, 1))):
        hanging = make_table(
            game(deal_of(lead=when(which, numbers[0], "dealer", "eldest")), schedule=LADDER), 4
        )
        assert hanging.guard_dependencies("n") == {which}
        first, other, again = (
            hanging.rules_with("n", (), number, number + 1)
            if which == "deal"
            else hanging.rules_with("n", (), number, number)
            for number in numbers
        )
        assert (first.lead, other.lead) == ("dealer", "eldest")
        assert again is first
        assert hanging.rules("n") is first
        assert hanging.rules_of(hanging.schedule[0]) is first
        assert hanging.rules_of(hanging.schedule[-1]) is not first
        # in one deal nothing else is chosen than in another that it hangs on as much
        assert hanging.rules_with("n", (), 4, 5) is hanging.rules_with("n", (), 2, 3)


def test_a_deal_that_is_called_hangs_on_what_its_choices_hang_on() -> None:
    called = replace(deal_of(call=clause(ONE_OF)), name="n")
    twists = (Twist("T", lead=when("cards", 3, "dealer", "eldest")), Twist("U"))
    table = make_table(game(called, twists=twists, schedule=LADDER), 4)
    assert table.guard_dependencies("n") == {"cards"}
    leads = [table.rules_with("n", ("T",), 1, cards).lead for cards in (2, 3, 4)]
    assert leads == ["eldest", "dealer", "eldest"]
    assert {table.rules_with("n", (), 1, cards).lead for cards in (2, 3, 4)} == {"eldest"}
    assert table.distinct_sizes(table.schedule[0]) == range(2, 3)


def test_a_score_that_counts_a_row_knows_how_many_deals_it_has() -> None:
    score = Arithmetic("+", Variable("row_deals"), Variable("tricks"))
    rows = (*LADDER, ScheduleRow(OneSize(Number(3)), ("n",), Number(2)))
    table = make_table(game(deal_of(score=clause(score)), schedule=rows), 4)
    assert table.counts_rows
    every = [table.rules_of(scheduled) for scheduled in table.schedule]
    assert [each.names["row_deals"] for each in every] == [4, 4, 4, 4, 2, 2]
    assert all(each is every[0] for each in every[:4])
    assert every[4] is every[5]
    assert table.rules("n") is every[0]
    assert "row_deals" not in table.rules_with("n", (), 99, 3).names
    other = make_table(game(deal_of(), schedule=rows), 4)
    assert not other.counts_rows
    assert "row_deals" not in other.rules_of(other.schedule[0]).names


def test_a_trump_in_turn_is_that_of_the_deals_turn() -> None:
    table = make_table(game(deal_of(trump=clause(RotatingTrump(("S", None)))), schedule=LADDER), 4)
    every = [table.rules_of(scheduled) for scheduled in table.schedule]
    assert every[0] is every[2]
    assert every[1] is every[3]
    assert every[0].trump != every[1].trump
    assert every[1].trump == NoTrump()


def test_the_cards_that_the_dealer_has_picked_decide() -> None:
    table = make_table(game(deal_of(lead=when("cards", 3, "dealer", "eldest")), schedule=PICKED), 4)
    (scheduled,) = table.schedule
    assert [table.rules_of(scheduled, cards=cards).lead for cards in (None, 2, 3, 4)] == [
        "eldest",
        "eldest",
        "dealer",
        "eldest",
    ]
    assert table.distinct_sizes(scheduled) == range(2, 5)
    plain = make_table(game(deal_of(), schedule=PICKED), 4)
    assert plain.distinct_sizes(plain.schedule[0]) == range(4, 5)


def test_where_all_bid_together_nobody_bids_last() -> None:
    assert rules(bid=BidTogether()).last_bid == Free()
    assert rules().last_bid != Free()


@pytest.mark.parametrize(
    ("plain", "twist", "drawn"),
    [
        (clause(NoTrump()), None, False),
        (clause(DrawnTrump()), None, True),
        (clause(NoTrump()), clause(DrawnTrump()), True),
        (clause(DrawnTrump()), clause(NoTrump()), True),
        (clause(NoTrump()), clause(TurnedTrump()), False),
        (when("cards", 4, DrawnTrump(), NoTrump()), None, True),
        (when("cards", 5, DrawnTrump(), NoTrump()), None, False),
        (clause(NoTrump()), when("cards", 2, DrawnTrump(), NoTrump()), True),
    ],
)
def test_trump_is_drawn_in_a_deal_where_it_is_after_some_call(
    plain: Clause[object], twist: Clause[object] | None, *, drawn: bool
) -> None:
    call = {} if twist is None else {"call": clause(ONE_OF)}
    twists = () if twist is None else (Twist("T", trump=twist), Twist("U"))
    other = deal_of("other", trump=clause(DrawnTrump()))
    given = game(deal_of(trump=plain, **call), other, twists=twists, schedule=PICKED)
    table = make_table(given, 4)
    assert table.draws_trump(table.schedule[0]) is drawn


# --- the pack -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plain", "twist", "needed"),
    [
        (NoTrump(), None, 12),
        (TurnedTrump(), None, 13),
        (TurnedTrump(nothing_left="none"), None, 12),
        (NoTrump(), TurnedTrump(), 13),
        (TurnedTrump(), NoTrump(), 13),
        (NoTrump(), TurnedTrump(nothing_left="last card"), 12),
    ],
)
def test_a_card_to_turn_must_be_there_where_one_may_be_turned(
    plain: object, twist: object | None, needed: int
) -> None:
    call = {} if twist is None else {"call": clause(ONE_OF)}
    twists = () if twist is None else (Twist("T", trump=clause(twist)), Twist("U"))
    schedule = (ScheduleRow(OneSize(Number(3)), ("n",)),)
    table = make_table(
        game(deal_of(trump=clause(plain), **call), twists=twists, schedule=schedule), 4
    )
    assert cards_needed(table, table.schedule[0]) == needed


def test_the_largest_size_of_a_deal_must_be_there() -> None:
    """With so many cards as are turned or not."""
    for number, needed in ((2, 16), (4, 17)):
        trump = when("cards", number, TurnedTrump(), NoTrump())
        table = make_table(game(deal_of(trump=trump), schedule=PICKED), 4)
        assert cards_needed(table, table.schedule[0]) == needed


@pytest.mark.parametrize(
    ("low", "high", "trump", "code"),
    [
        (1, 13, NoTrump(), None),
        (0, 13, NoTrump(), "U608"),
        (1, 14, NoTrump(), "U608"),
        (2, 2, NoTrump(), None),
        (3, 2, NoTrump(), "U608"),
        (1, 12, TurnedTrump(), None),
        (1, 13, TurnedTrump(), "U608"),
    ],
)
def test_a_schedule_that_cannot_be_dealt_is_refused(
    low: int, high: int, trump: object, code: str | None
) -> None:
    sizes = (ScheduleRow(PickedSize(Number(low), Number(high)), ("n",)),)
    given = game(deal_of(trump=clause(trump)), schedule=sizes)
    if code is None:
        assert open_table(given, 4).schedule[0].high == high
    else:
        with pytest.raises(ArgumentError) as told:
            open_table(given, 4)
        assert told.value.code == code


def test_without_a_pack_or_with_a_ladder_that_stands_still_there_is_no_table() -> None:
    for changes, fault in (
        ({"pack": clause(Pack(AllRanks(), copies=Number(0)))}, "no such pack"),
        ({"pack": clause(Pack(HighestRanks(Number(14))))}, "no such pack"),
        (
            {"schedule": (ScheduleRow(Ladder(Number(2), Number(5), "up", Number(0)), ("n",)),)},
            "a ladder that stands still",
        ),
        (
            {"schedule": (ScheduleRow(OneSize(Number(2)), ("n",), Number(501)),)},
            "too many deals",
        ),
    ):
        with pytest.raises(EvaluationError) as told:
            make_table(game(deal_of(), **changes), 4)
        assert told.value.fault == fault


def test_a_choice_of_a_call_is_known_by_its_name_and_by_its_short_name() -> None:
    called = deal_of(call=clause(ONE_OF))
    twists = (Twist("T", "tee"), Twist("U"))
    assert make_table(game(called, twists=twists), 4).rules("n").choice_names == {
        "tee": "T",
        "T": "T",
        "U": "U",
    }
    assert make_table(game(deal_of()), 4).rules("n").choice_names == {}


@pytest.mark.parametrize("equal", ["first wins", "last wins", "better pack wins"])
def test_equal_cards_are_told_apart_where_the_better_pack_wins(equal: str) -> None:
    given = game(deal_of(equal=clause(equal)), deal_of("m", equal=clause(equal)))
    assert make_table(given, 4).deck is ORDINARY
    pack = Pack(AllRanks(), copies=Number(2), specials=(SpecialCards(3, "Joker"),))
    deck = make_table(replace(given, pack=clause(pack)), 4).deck
    assert (deck.size, deck.distinguishes_copies) == (107, equal == "better pack wins")


# --- players and parameters -----------------------------------------------------------------------


def test_the_number_of_players_is_one_of_those_that_the_game_is_for() -> None:
    for players in (3, 4, 7):
        assert make_table(game(deal_of()), players).players == players
    for players in (2, 8, -3):
        with pytest.raises(ArgumentError):
            make_table(game(deal_of()), players)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-3", -3),
        ("2", 2),
        ("0000000002", 2),
        ("-0000000002", -2),
        ("00000000002", None),
        ("3", None),
        ("-4", None),
        ("", None),
        ("-", None),
        ("+1", None),
        (" 1", None),
        ("1_0", None),
        ("٢", None),
    ],
)
def test_a_number_is_read_from_ten_digits_at_most(text: str, value: int | None) -> None:
    stake = Parameter("stake", IntegerRange(-3, 2), 0)
    if value is None:
        with pytest.raises(ArgumentError) as told:
            read_parameter(stake, text)
        assert told.value.code == "U603"
    else:
        assert read_parameter(stake, text) == value


def test_a_parameter_is_one_of_its_values() -> None:
    stake = Parameter("stake", IntegerRange(-3, 2), 0)
    every = (
        (stake, [-3, 0, 2], [-4, 3, True, "0", 1.0, None]),
        (Parameter("hook", TruthRange(), False), [True, False], [0, 1, "true", None]),
        (Parameter("end", WordRange(("a", "b")), "a"), ["a", "b"], ["c", "", 0, True, None]),
    )
    for parameter, values, others in every:
        given = game(deal_of(), parameters=(parameter,))
        for value in values:
            assert make_table(given, 4, {parameter.name: value}).names[parameter.name] == value
        for value in others:
            with pytest.raises(ArgumentError) as told:
                make_table(given, 4, {parameter.name: value})
            assert told.value.code == "U603"
    with pytest.raises(ArgumentError) as told:
        make_table(given, 4, [("end", "a")])
    assert told.value.code == "U602"


def test_a_let_reads_the_players_the_parameters_and_those_before_it() -> None:
    stake = Parameter("stake", IntegerRange(-3, 2), 2)
    lets = (
        Let("twice", Arithmetic("*", ParameterValue("stake"), Variable("players"))),
        Let("more", Arithmetic("+", LetValue("twice"), Number(1))),
    )
    table = make_table(game(deal_of(), parameters=(stake,), lets=lets), 4)
    assert dict(table.names) == {"players": 4, "stake": 2, "twice": 8, "more": 9}
    assert dict(table.parameters) == {"stake": 2}


def test_a_deal_is_found_by_what_names_it_and_by_nothing_else() -> None:
    table = make_table(game(deal_of(), Deal("m", aspects(), "short"), schedule=LADDER), 4)
    assert scheduled_deal(table, 4) is table.schedule[3]
    assert scheduled_deal(table, "n") is table.schedule[0]
    assert scheduled_deal(table, "N") is table.schedule[0]
    rows = tuple(ScheduleRow(Ladder(Number(2), Number(3), "up"), (name,)) for name in ("a", "A"))
    twice = make_table(game(deal_of("a"), deal_of("A"), schedule=rows), 4)
    assert [scheduled_deal(twice, name).number for name in ("a", "A")] == [1, 3]
    wrong: list[object] = [0, 5, "m", "short", "nobody", True, None, 1.0]
    for deal in wrong:
        with pytest.raises(ArgumentError) as told:
            scheduled_deal(table, deal)
        assert told.value.code == "U604"
    # The schedule can depend on the number of players; "m" is declared, but never played.
    for name, reason in (
        (5, "the game has no deal `5` with 4 players: its deals are 1 to 4, "),
        ("m", "the deal `m` is not in the schedule with 4 players"),
        ("nobody", "the game has no deal `nobody`: its deals are `n"),
    ):
        with pytest.raises(ArgumentError, match=reason):
            scheduled_deal(table, name)


# --- values ---------------------------------------------------------------------------------------


def test_tables_and_rules_are_equal_where_the_same_is_chosen() -> None:
    """Wherever it is written, and whatever has been worked out since."""
    one, same = (make_table(game(deal_of(), schedule=LADDER), 4) for _ in range(2))
    chosen = one.rules("n")
    chosen.bid_table[1, 2, 3, True, (), ()] = (1,)
    chosen.score_table["asked"] = 3
    assert one == same
    assert chosen == same.rules("n")
    assert hash(chosen) == hash(same.rules("n"))
    assert hash(one) == hash(same)
    other = make_table(game(deal_of(), schedule=LADDER), 5)
    assert one != other
    assert chosen != other.rules("n")
    assert replace(chosen, specials={}, origins={}) == chosen
    assert replace(one, remembered=(None,), counts_rows=True) == one
    with pytest.raises(TypeError):
        replace(chosen, names={"players": True})
    values = FixedValues({"a": 1})
    with pytest.raises(TypeError):
        values.__init__({"a": 2})
    assert values == {"a": 1}


def test_what_is_worked_out_of_the_rules_of_a_deal() -> None:
    won = Choice((Branch(Number(2), Comparison("=", Variable("won_with"), Number(1))),), Number(1))
    for play, top in (("any card", False), ("top card", True)):
        for follow, owes in ((("suit", "anything"), True), (("trump", "anything"), False)):
            for opening, kept in (("anything", False), ("no hearts", True)):
                for worth, by_rank in ((Number(1), False), (won, True)):
                    chosen = rules(
                        5,
                        play=play,
                        follow=replace(rules().follow, classes=follow),
                        open=opening,
                        trick_worth=worth,
                    )
                    assert chosen.plays_top is top
                    assert chosen.follows is (owes and not top)
                    assert chosen.holds_back is (kept and not top)
                    assert chosen.duties == (() if top else follow[:1])
                    assert chosen.worth_by_rank is by_rank
                    assert (chosen.players, chosen.ranks) == (5, ACE_HIGH)
    assert [rules(sight=sight).shows_hands for sight in ("others only", "never")] == [True, False]


def known_of(trump: str, more: str) -> tuple[str, ...] | None:
    text = (
        f'clag 2\ngame "X"\nplayers 4\ndeal n\n  trump {trump}\n  bid in turn\n  score tricks\n'
        f"{more}\nschedule 3 cards: n\nwinner highest total, then shared\n"
    )
    found = check_text(text).game
    assert found is not None
    (scheduled,) = open_table(found, 4).schedule
    return scheduled.trump


def test_trump_is_not_known_before_where_one_of_the_choices_of_a_call_changes_it() -> None:
    call = "  call by dealer at most one of T, U\n"
    for first, second, known in (
        ("bid fixed 0", "trump turned", None),
        ("trump none", "bid fixed 0", None),
        ("bid fixed 0", "play top card", ("H",)),
    ):
        assert known_of("hearts", f"{call}twist T {first}\ntwist U {second}") == known
