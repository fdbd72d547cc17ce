"""A suggested line checks in the place of the line, and means what was written there."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from support.file_mutations import token_gone

from clagdsl.check.checker import check_path, check_text, fix_untrusted_text
from clagdsl.problems.diagnostic import Diagnostic, apply_edits

GAME = """clag 2
game "Test"
players 3 to 6
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise 0
schedule
  1 up to 7 cards: normal
winner highest total, then shared
"""
PLAYERS = "players 3 to 6\n"
HOOK = "  last bid keeps bids != cards\n"
SCORE = "  score 10 + tricks when made, otherwise 0\n"
ROW = "  1 up to 7 cards: normal\n"
WINNER = "winner highest total, then shared\n"
HOUSE = 'clag 2\ngame "House" extends pagat\n'


def errors(text: str) -> list[Diagnostic]:
    return [each for each in check_text(text).diagnostics if each.severity == "error"]


def only(text: str) -> Diagnostic:
    (problem,) = errors(text)
    return problem


def with_statement(line: str) -> str:
    return GAME.replace(WINNER, f"{line}\n{WINNER}").replace("7 cards", "5 cards")


def in_deal(line: str) -> str:
    return GAME.replace(SCORE, f"{SCORE}  {line}\n")


def scored(condition: str) -> str:
    return GAME.replace("when made", f"when {condition}")


SCORE_BY_OFF = "  score 10 + tricks when made, otherwise -5 * abs(bid - tricks)"
SCORE_ALONE = "  score 5 when tricks = most and most_count = 1, otherwise 0"
INSTEAD = [
    # the line of the game, what somebody writes for it, and the line that is suggested
    (
        PLAYERS,
        "players 3 to 6, counterclockwise, dealer drawn",
        "players 3 to 6, dealer drawn, counterclockwise",
    ),
    (PLAYERS, "players 3 to 6 dealer drawn", "players 3 to 6, dealer drawn"),
    (HOOK, "  last bid keeps bids ne cards", "  last bid keeps bids != cards"),
    (HOOK, "  last bid keeps bids are not cards", "  last bid keeps bids != cards"),
    (HOOK, "  last bid keeps bids isn't cards", "  last bid keeps bids != cards"),
    (
        HOOK,
        "  last bid keeps bids != cards if players > 3, else true",
        "  last bid keeps bids != cards when players > 3, otherwise free",
    ),
    (
        ROW,
        "  1 up to 7 and back cards: normal",
        "  1 up to 7 cards: normal then 6 down to 1 cards: normal",
    ),
    (ROW, "  1 up to 7 cards: normal x 3", "  repeat 3 times 1 up to 7 cards: normal"),
    (
        SCORE,
        "  score 10 + tricks when made or -5",
        "  score 10 + tricks when made, otherwise -5",
    ),
    (
        SCORE,
        '  score when made 10 + tricks, otherwise 0 assume "as usual"',
        '  score 10 + tricks when made, otherwise 0 assume "as usual"',
    ),
    (SCORE, "  score ten plus one per trick when made, otherwise zero", SCORE.rstrip()),
    (SCORE, "  score 10 + tricks when made, otherwise -5 per missed trick", SCORE_BY_OFF),
    (SCORE, "  score 10 + tricks when made or -5 * abs(bid - tricks)", SCORE_BY_OFF),
    (SCORE, "  score 5 when tricks = most and most count = 1, otherwise 0", SCORE_ALONE),
]


@pytest.mark.parametrize(("line", "written", "suggested"), INSTEAD)
def test_a_line_is_suggested_in_its_place(line: str, written: str, suggested: str) -> None:
    text = GAME.replace(line, f"{written}\n")
    assert apply_edits(text, only(text).fix) == GAME.replace(line, f"{suggested}\n")
    assert not errors(GAME.replace(line, f"{suggested}\n"))


BESIDE = [
    ("pack 32", "pack A K Q J 10 9 8 7"),
    ("pack 52", "pack all ranks"),
    ("pack 36", "pack A K Q J 10 9 8 7 6"),
    ("pack A, K, Q, J, 10, 9, 8, 7", "pack A K Q J 10 9 8 7"),
    ("pack lowest 8 ranks", "pack 9 8 7 6 5 4 3 2"),
    ("pack 7 up to A", "pack A K Q J 10 9 8 7"),
    ("ends when highest_total >= 50 points", "ends when highest_total >= 50 "),
    ("count bags = max(0, tricks - bid)", "tally bags = max(0, tricks - bid)"),
]


@pytest.mark.parametrize(("written", "suggested"), BESIDE)
def test_a_statement_is_suggested_in_its_place(written: str, suggested: str) -> None:
    text = with_statement(written)
    (problem,) = (each for each in check_text(text).diagnostics if each.code[0] == "S")
    assert apply_edits(text, problem.fix) == with_statement(suggested)
    assert not errors(with_statement(suggested))


DEALS = [
    ("deal NT like normal but trump none", "deal NT is normal with trump none"),
    ("deal No Trump is normal with trump none", 'deal "No Trump" is normal with trump none'),
    ("deal No-Trump is normal with trump none", 'deal "No-Trump" is normal with trump none'),
    ("deal Low Score is normal with trump none", 'deal "Low Score" is normal with trump none'),
    ("deal All Trick is normal with trump none", 'deal "All Trick" is normal with trump none'),
    ("deal Other is like normal with trump none", "deal Other is normal with trump none"),
    (
        "deal Other is normal with trump none score 10 when no tricks, otherwise 0",
        "deal Other is normal with trump none score 10 when tricks = 0, otherwise 0",
    ),
]


@pytest.mark.parametrize(("written", "suggested"), DEALS)
def test_a_deal_made_from_another_is_suggested_as_one(written: str, suggested: str) -> None:
    name = suggested.split(" is ")[0].removeprefix("deal ")
    text = with_statement(written).replace("cards: normal", f"cards: normal, {name}")
    fixed = apply_edits(text, only(text).fix)
    assert fixed == text.replace(written, suggested)
    assert not errors(fixed)


CLAUSES = [
    ("won by highest score", "won by most points"),
    ("completed never", "completed not counted"),
    ("not counted", "completed not counted"),
    ("blind allowed", "sight by choice"),
]


@pytest.mark.parametrize(("written", "suggested"), CLAUSES)
def test_a_clause_is_suggested_in_its_place(written: str, suggested: str) -> None:
    text = in_deal(written)
    assert apply_edits(text, only(text).fix) == in_deal(suggested)
    assert not errors(in_deal(suggested))


def test_a_parameter_is_set_where_it_stands_or_in_a_house_file() -> None:
    problem = only(f"{HOUSE}set point_stake = 7\n")
    fixed = apply_edits(f"{HOUSE}set point_stake = 7\n", problem.fix)
    assert fixed == f"{HOUSE}change param point_stake = 7\n"
    text = with_statement("param bonus = 10 in 0 to 20\nset bonus = 5").replace(
        "score 10", "score bonus"
    )
    assert only(text).help == "write `5` in the line `param bonus = ...`"
    assert apply_edits(with_statement("set b = 5"), only(with_statement("set b = 5")).fix) == (
        with_statement("let b = 5")
    )


def test_the_first_word_of_a_file_of_other_rules_is_understood() -> None:
    for text, fixed in (
        (GAME.replace("deal normal", "hand normal"), GAME),
        (GAME.replace("schedule\n", ""), GAME.replace("schedule\n  1", "  schedule 1")),
        (HOUSE + "replace normal trump none\n", HOUSE + "change normal trump none\n"),
        (HOUSE.replace("extends", "is"), HOUSE),
    ):
        problem = only(text)
        assert apply_edits(text, problem.fix) == fixed
        assert not errors(fixed)


def test_a_change_of_no_deal_may_be_one_of_any() -> None:
    problem = only(HOUSE + "change score 10\n")
    assert (problem.help, problem.fix) == ("expected the name of a deal", ())


def test_what_a_line_lacks_is_not_left_out_in_silence() -> None:
    problem = only(GAME.replace("made,", "made and,"))
    assert (problem.code, problem.fix) == ("S140", ())


def test_the_points_of_an_extra_belong_to_the_score() -> None:
    assert "a bonus is a part of it" in only(in_deal("bonus 50 when tricks = cards")).help


def test_a_special_card_is_low_if_it_is_the_lowest() -> None:
    text = with_statement("pack all ranks, 1 Fool\nspecial Fool is lowest asks nothing").replace(
        "turned", "turned, on Fool none"
    )
    fixed = apply_edits(text, only(text).fix)
    assert "special Fool is low asks nothing" in fixed
    assert not errors(fixed)


def test_an_auction_winner_names_trumps_in_the_auction() -> None:
    text = in_deal("auction 1 to cards spades hearts diamonds clubs").replace("turned", "{}")
    text = text.replace("bid in turn", "bid in turn, auction winner first")
    text = text.replace("bids != cards", "bid >= auction")
    written = text.format("named by auction winner")
    assert apply_edits(written, only(written).fix) == text.format("named in auction")


def test_a_condition_is_compared_with_no_number() -> None:
    for written, fixed in (
        ("made = 1", "made"),
        ("made != 0", "made"),
        ("made = 0", "not made"),
        ("(bid > 0 and made) = 0", "not ((bid > 0 and made))"),
    ):
        text = scored(written)
        problem = only(text)
        assert problem.code == "C240"
        assert apply_edits(text, problem.fix) == scored(fixed)
        assert not errors(scored(fixed))


def test_whole_packs_are_counted_by_each_of_their_cards() -> None:
    for word in ("decks", "packs"):
        text = with_statement(f"pack highest 8 ranks, 2 {word}").replace(
            "  trump turned", "  equal cards last wins\n  trump turned"
        )
        (problem,) = (each for each in errors(text) if each.code == "C261")
        fixed = apply_edits(text, problem.fix)
        assert fixed == text.replace(word, "of each")
        assert not errors(fixed)


def test_only_what_can_be_called_is_offered_for_a_call() -> None:
    called = in_deal("call by dealer any of Nothing")
    assert only(called).help == "declare it, as in `deal Nothing is normal with trump none`"
    declared = called.replace("schedule", "deal Nothing is normal with trump none\nschedule")
    assert not errors(declared)
    near = declared.replace("any of Nothing", "any of Nothng")
    (problem,) = (each for each in errors(near) if each.code == "C201")
    assert problem.help == "did you mean `Nothing`?"


def test_a_drop_of_what_is_not_there_is_taken_out() -> None:
    assert only(HOUSE + "drop ends\n").help == "remove this line"


def test_the_limit_on_each_bid_is_at_fault_if_the_last_alone_leaves_a_bid() -> None:
    limits = (
        "  each bid keeps bid > 0 and bids <= cards + 1\n"
        "  last bid keeps bids < cards, otherwise {}\n"
    )
    game = GAME.replace("3 to 6", "3 to 4").replace("7 cards", "4 cards")
    for otherwise, help in (
        (
            "free",
            "the limit on each bid forbids every bid that this one allows: relax either limit",
        ),
        (
            "bids < cards - 1",
            "no bid meets the condition after `otherwise` either: relax that condition, or relax "
            "the limit on each bid",
        ),
    ):
        _, last = errors(game.replace(HOOK, limits.format(otherwise)))
        assert (last.code, last.help) == ("P306", help)


def test_bundled_rules_are_named_without_the_ending_of_a_file() -> None:
    text = HOUSE.replace("pagat", '"pagat.clag"') + "change normal trump none\n"
    problem = only(text)
    assert apply_edits(text, problem.fix) == text.replace('"pagat.clag"', '"pagat"')


def test_a_change_of_the_players_is_reported_where_it_stands() -> None:
    problem = only(HOUSE + "change players 4 to 8\n")
    assert problem.place is not None
    assert (problem.code, problem.place.file, problem.place.line) == ("P301", "rules.clag", 3)
    assert not errors(apply_edits(HOUSE + "change players 4 to 8\n", problem.fix))


def test_a_clause_of_another_file_is_not_blamed_for_changing_nothing() -> None:
    assert check_text(HOUSE + "change normal trump none\n").diagnostics == ()


def test_a_name_that_the_extended_file_does_not_use_is_its_own_matter(tmp_path: Path) -> None:
    params = "param idle = true\nparam paid = true\ndeal normal"
    base = GAME.replace("deal normal", params).replace("when made", "when made and paid")
    (tmp_path / "base.clag").write_text(base)

    def unused(changes: str) -> list[str]:
        house = tmp_path / "house.clag"
        house.write_text(f'clag 2\ngame "House" extends "base.clag"\n{changes}\n')
        found = check_path(house).diagnostics
        assert {each.code for each in found} <= {"C209"}
        return [name for each in found for name in ("idle", "paid") if name in each.message]

    assert unused("change normal trump none") == []
    assert unused("change normal score 10 when made, otherwise 0") == ["paid"]
    assert unused("change param idle = false") == ["idle"]


REFUSED = [
    # a line whose likely suggestion the parser or the checker refuses, and its keyword
    (ROW, "  1 up to 7 cards: normal and more\n", "schedule"),
    (SCORE, "  score 10 + tricks when made > 3, otherwise 0\n", "score"),
    (SCORE, "  score 10 + tricks when made otherwise made\n", "score"),
]


@pytest.mark.parametrize(("line", "written", "word"), REFUSED)
def test_a_suggestion_that_the_checker_refuses_is_not_offered(
    line: str, written: str, word: str
) -> None:
    problem = only(GAME.replace(line, written))
    assert problem.help == f"`clagdsl explain {word}` shows lines that work"
    assert problem.fix == ()
    assert not problem.safe
    assert "missing" not in problem.message


def test_what_is_said_to_be_missing_is_all_that_its_line_lacks() -> None:
    draw, missing = Random("tokens gone"), 0
    for _ in range(120):
        header, rules = GAME.split("\n", 1)
        text = f"{header}\n{token_gone(rules, draw)[0]}"
        for problem in errors(text):
            if "is missing before" in problem.message:
                missing += 1
                line = problem.fix[0].place.line
                left = errors(apply_edits(text, problem.fix))
                assert all(each.place and each.place.line != line for each in left), problem
    assert missing


def test_suggestions_for_another_file_are_not_tried_in_this_one(tmp_path: Path) -> None:
    (tmp_path / "base.clag").write_text(GAME.replace("when made", "when bid"))
    (tmp_path / "house.clag").write_text('clag 2\ngame "House" extends "base.clag"\n')
    (problem,) = check_path(tmp_path / "house.clag").diagnostics
    assert problem.place is not None
    assert problem.code == "C240"
    assert problem.place.file.endswith("base.clag")
    assert problem.fix


def test_a_suggestion_stays_if_only_a_name_of_the_line_is_unknown() -> None:
    for line, written, help in ((ROW, "  1 up to 7 cards: No Trumps\n", 'write `"No Trumps"`'),):
        assert only(GAME.replace(line, written)).help.startswith(help)


def test_a_safe_fix_leaves_no_double_blanks() -> None:
    for written, fixed in (
        (GAME.replace("3 to 6", "3 - 6"), GAME),
        (scored("bid = 0 && made"), scored("bid = 0 and made")),
        (scored("bid=0&&made"), scored("bid=0 and made")),
    ):
        assert fix_untrusted_text(written).text == fixed


def test_a_word_that_is_no_value_is_not_asked_for_a_sign() -> None:
    problem = only(GAME.replace("when made", "when made by far"))
    assert problem.message == "`by` is not allowed after `made`"
    problem = only(GAME.replace("made, otherwise 0", 'made, 0 when not assume "nothing"'))
    assert problem.message == "something is missing after `not`"


EXTRA = [
    ("  lead eldest", "  lead is eldest"),
    ("when made", "when always made"),
]


@pytest.mark.parametrize(("right", "wrong"), EXTRA)
def test_a_word_that_says_nothing_is_deleted(right: str, wrong: str) -> None:
    game = in_deal("lead eldest")
    text = game.replace(right, wrong)
    problem = only(text)
    assert problem.code == "S148"
    assert apply_edits(text, problem.fix) == game


@pytest.mark.parametrize("row", ["normal dealt", "normal, by normal dealt"])
def test_no_name_is_suggested_that_nothing_declares(row: str) -> None:
    problem = only(GAME.replace("cards: normal", f"cards: {row}"))
    assert "dealt`" not in str(problem.help)


def test_a_limit_is_not_advised_for_an_example_nor_left_out() -> None:
    example = 'example "all" in normal with 7 cards: bids 1 1 all then may bid 2\n'
    for text in (GAME + example, GAME.replace("last bid keeps", "last bid all keeps")):
        problem = only(text)
        assert "each bid" not in str(problem.help)
        assert "free`" not in "".join(edit.text for edit in problem.fix)
        assert problem.message.startswith("`all` is not allowed after")


def test_points_of_tricks_are_not_left_out_of_a_score() -> None:
    text = in_deal("trick worth 2 * trick").replace("10 + tricks", "10 added to points")
    problem = only(text)
    assert problem.code == "S146"
    assert not problem.fix


def test_a_keyword_read_as_a_name_is_blamed_where_it_stands() -> None:
    problem = only(in_deal("trick worth one trick"))
    assert problem.message == "`one` is not allowed after `worth`"


def test_a_deal_to_drop_is_named_without_its_kind() -> None:
    text = HOUSE + 'drop deal "No Trumps"\n'
    assert apply_edits(text, only(text).fix) == text.replace("deal ", "")
    assert "`Misere`" in str(only(HOUSE + "drop deal\n").help)


def test_alone_may_be_the_bid_or_the_most_tricks() -> None:
    problem = only(scored("tricks = most and alone"))
    assert not problem.fix
    assert "`makers = 1`" in str(problem.help)
    assert "`most_count = 1`" in str(problem.help)


@pytest.mark.parametrize(
    "score",
    [
        *("10 when made, otherwise lost", "10 when made, otherwise missed"),
        *("10 when not bid, otherwise 0", "10 when trump, otherwise 0"),
    ],
)
def test_a_value_of_another_kind_has_no_single_meaning(score: str) -> None:
    problem = only(GAME.replace("10 + tricks when made, otherwise 0", score))
    assert problem.fix == ()
    assert "write `" not in problem.help


@pytest.mark.parametrize("direction", ["left", "right"])
def test_the_direction_of_play_may_be_the_mistake(direction: str) -> None:
    way = "" if direction == "right" else ", counterclockwise"
    text = GAME.replace("3 to 6", f"3 to 6{way}")
    problem = only(text.replace("schedule", f"  next dealer {direction}\nschedule"))
    assert problem.code == "C252"
    assert problem.fix == ()
    assert "`players`" in problem.help


@pytest.mark.parametrize("clause", ["card worth 5 Ks", "trump turned, on Ks none"])
def test_the_plural_of_a_rank_is_no_special_card(clause: str) -> None:
    text = GAME.replace("  trump turned", f"  {clause}")
    (problem,) = (each for each in check_text(text).diagnostics if each.code == "C261")
    assert problem.help.startswith("`K` is a rank, `KS` is the card of spades")
    assert problem.fix == ()


@pytest.mark.parametrize(
    ("before", "clause"),
    [
        ("", "trump spades rank of trump Big 2"),
        ("pack all ranks, 1 Big\n", "trump spades rank of trump Big 2"),
        ("pack A K Q J 10 9, 1 Owl\nspecial Owl is high asks nothing\n", "rank of trump Big"),
        ("pack all ranks, 1 Big\n", "card worth 3 Big"),
        ("", "trump turned, on Big none"),
    ],
)
def test_an_undeclared_special_card_is_declared_as_what_the_clause_needs(
    before: str, clause: str
) -> None:
    text = GAME.replace("deal ", f"{before}deal ").replace(
        "trump turned", clause if clause.startswith("trump") else f"trump none {clause}"
    )
    text = text.replace("1 up to 7", "1 up to 3")
    problem = next(each for each in errors(text) if each.code == "C261")
    declared, *packed = problem.help.split("`")[1::2]
    fixed = text.replace("deal normal", f"{declared}\ndeal normal")
    if packed and before:
        (added,) = packed
        fixed = fixed.replace(before, before.replace("\n", f"{added}\n", 1))
    elif packed:
        fixed = fixed.replace("special", f"{packed[0]}\nspecial", 1)
    assert not errors(fixed), fixed


def test_a_word_that_names_no_card_is_not_declared_as_one() -> None:
    for clause in ("rank of trump no", "trump turned, on no none", "card worth 3 no"):
        text = GAME.replace(
            "trump turned", f"{'' if 'turned' in clause else 'trump none '}{clause}"
        )
        assert "special" not in only(text).help, clause


@pytest.mark.parametrize(
    "clause",
    [
        "score 10 wide, otherwise 0",
        "score 3 made + tricks",
        "score 3 wide when made, otherwise 0",
        "settle loser pays winner 3 unless winner.total = 1",
        "lead dealer unless misses = 3, otherwise eldest",
    ],
)
@pytest.mark.parametrize("game", [GAME, HOUSE])
def test_only_numbers_are_multiplied_and_a_choice_reads_no_runs(game: str, clause: str) -> None:
    before = 'param wide = true "wide"\nrun misses when not made\n'
    if game is HOUSE or "settle" in clause:
        change = "change normal " if game is HOUSE and "settle" not in clause else ""
        text = f"{game}{before}{change}{clause}\n"
    else:
        text = game.replace("deal ", f"{before}deal ").replace(SCORE, f"  {clause}\n{SCORE}")
    help = only(text).help
    assert "*" not in help.partition(";")[0]
    assert "when misses" not in help


@pytest.mark.parametrize(
    ("clause", "stated"),
    [
        ("sight others", "play top card"),
        ("bid nothing", "completed not counted"),
        ("bid 0 or 1", "each bid keeps bid < 2"),
    ],
)
def test_a_clause_that_the_deal_already_has_is_not_suggested_again(
    clause: str, stated: str
) -> None:
    deal = "deal other is normal with\n  trump none\n  last bid free\n  score tricks\n"
    for lines in (f"  {clause}\n  {stated}\n", f"  {stated}\n  {clause}\n"):
        text = GAME.replace("schedule", f"{deal}{lines}schedule").replace("7 cards: n", "1 card: n")
        text = text.replace("1 card: normal", "1 card: normal, other")
        help = only(text).help.rpartition("if everybody bids 0, or ")[2]
        written, *change = re.findall(r"`([^`]+)`", help)
        fixed = text.replace(f"  {clause}\n", f"  {written}\n")
        if change:
            fixed = fixed.replace(*reversed(change))
        assert "C222" not in [each.code for each in errors(fixed)], fixed
        assert stated not in written
        assert bool(change) is (clause == "bid 0 or 1")


@pytest.mark.parametrize("clause", ["wild 2 3", "score tricks", "trump none", "\n  wild 2 3"])
def test_a_second_word_of_a_name_is_not_the_keyword_that_it_resembles(clause: str) -> None:
    text = f"{HOUSE}change Twos Wild {clause}\n"
    problem = only(text)
    assert problem.code == "S144"
    assert not problem.safe
    fixed = apply_edits(text, problem.fix)
    assert fixed == text.replace("Twos Wild", '"Twos Wild"')
    assert not errors(fixed)
    assert only(f"{HOUSE}change normal Wild 2 3\n").help == "did you mean `wild`?"


def test_a_minus_sign_next_to_its_value_may_begin_the_second_of_two_values() -> None:
    text = GAME.replace("otherwise 0", "otherwise max(-6 -abs(bid - tricks))")
    help = only(text).help
    assert help.startswith("write `max(-6, -abs(bid - tricks))` if a comma is missing; otherwise ")
    assert not errors(text.replace("max(-6 -abs", "max(-6, -abs"))
    for one in ("bid - tricks", "bid-tricks", "2 * (bid -tricks)"):
        help = only(GAME.replace("otherwise 0", f"otherwise max({one})")).help
        assert help.startswith(f"write `max(0, {one})`"), help
