"""No problem is hidden by another one from which it does not follow."""

from __future__ import annotations

import pytest

from clagdsl.check.checker import check_text
from clagdsl.problems.diagnostic import apply_edits

GAME = """clag 2
game "G"
players 4
param bonus = 5 in 0 to 9 "for a bid made"
deal normal
  trump turned
  bid in turn
  score bonus + tricks when made, otherwise 0
deal nt is normal with trump none
schedule 1 up to 7 cards: normal then 7 cards: nt
winner highest total, then shared
settle loser pays winner 2 * (winner.total - loser.total)
"""


def found(*changes: tuple[str, str]) -> list[tuple[str, int]]:
    text = GAME
    for right, wrong in changes:
        assert right in text
        text = text.replace(right, wrong, 1)
    problems = check_text(text).diagnostics
    return [(each.code, each.place.line) for each in problems if each.place]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        # what has a mend, and what has none
        ([("trump turned", "trmup turned"), ("bonus +", "bonsu +")], [("S139", 6), ("C203", 8)]),
        (
            [("bid in turn", "bid in turn\n  redeal when bids < 4"), ("cards: nt", "cards: no")],
            [("S150", 8), ("C201", 11)],
        ),
        # names in several statements, and a mend with which the text cannot be read
        (
            [("trump turned", "trump turned, x"), ("bonus +", "b +"), ("(winner.", "(winer.")],
            [("S140", 6), ("C203", 8), ("C203", 12)],
        ),
        # the name is declared, or may be, where something is wrong
        ([('bonus = 5 in 0 to 9 "for a bid made"', "bonus = 5 in 0 to")], [("S141", 4)]),
        ([("deal nt is", "deal nt iss")], [("S139", 9)]),
        # on the line of another problem
        ([("made, otherwise 0", "made otherwise0"), ("bonus +", "bonsu +")], [("S150", 8)]),
        # another file that is not there, which may declare any name
        (
            [('"G"', '"G" extends "none.clag"'), ("trump turned", "trmup turned"), ("nt\n", "n\n")],
            [("C233", 2), ("S139", 6)],
        ),
        (
            [('"G"', '"G" extends "none.clag"'), ("bonus = 5", "bonus = 55"), ("nt\n", "n\n")],
            [("C233", 2), ("C245", 4)],
        ),
        # in the schedule: the statement is left out if nothing else can be read
        ([("up to 7", "upto 7"), ("bonus +", "bonsu +")], [("C203", 8), ("S150", 10)]),
        ([("1 up to", "1 1 up to"), ("bonus +", "bonsu +")], [("C203", 8), ("S148", 10)]),
        # what a parameter may be is not known, and so not what may be compared with it
        (
            [("bonus = 5 in", "bonus = true in"), ("bonus +", "(5 when bonus, otherwise 0) +")],
            [("C244", 4)],
        ),
        (
            [
                ("= 5 in 0 to 9", "= no"),
                ("bonus +", "(5 when bonus = yes, otherwise 0) +"),
                ("nt\n", "n\n"),
            ],
            [("C244", 4), ("C201", 10)],
        ),
        # other problems than those of names
        (
            [("bonus = 5", "bonus = 55"), ("trump turned", "trump turned turned")],
            [("C245", 4), ("S148", 6)],
        ),
        (
            [("deal nt is", "deal nt as normal is"), ("(winner.", ";(winner.")],
            [("C206", 9), ("S110", 12)],
        ),
        # a sign that is none is left out with its clause
        ([("bid in turn", "bid in turn ; if"), ("bonus +", "bonsu +")], [("S110", 7), ("C203", 8)]),
        # the first line
        ([("clag 2", "clg 2"), ("bonus +", "bonsu +")], [("S131", 1), ("C203", 8)]),
        # which name is declared cannot be read
        ([("deal nt is", "deal is")], [("S141", 9)]),
        (
            [("deal nt is", "deal nt as == is"), ("cards: nt", "cards: x")],
            [("S115", 9), ("S140", 9)],
        ),
        ([("deal normal", "")], [("S133", 6)]),
        # what follows from a pack that cannot be read
        (
            [
                (
                    "deal normal",
                    "deck A K Q J 10 9 8 7 6 5 4 3\ndeal normal\n  rank A K Q J 10 9 8 7",
                )
            ],
            [("S139", 5)],
        ),
    ],
)
def test_mistakes_of_reading_hide_only_what_may_follow_from_them(
    changes: list[tuple[str, str]], told: list[tuple[str, int]]
) -> None:
    assert found(*changes) == told


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_lines_may_end_in_any_way(end: str) -> None:
    text = GAME.replace("trump turned", "trmup turned", 1).replace("bonus +", "bonsu +", 1)
    problems = check_text(text.replace("\n", end)).diagnostics
    assert [(each.code, each.place.line) for each in problems if each.place] == [
        ("S139", 6),
        ("C203", 8),
    ]


def test_a_strange_end_of_a_line_is_told() -> None:
    codes = [each.code for each in check_text("clag 1\u2028\x0c\x0b\rgame").diagnostics]
    assert codes == ["S105", "S105", "S141"]


@pytest.mark.parametrize(
    ("changes", "reported"),
    [
        # the same twice: what is ignored is checked as well
        (
            [("deal nt is", "deal normal is nn with score triks\ndeal nt is")],
            ["C206", "C201", "C203"],
        ),
        ([("  bid in", "  score triks\n  bid in")], ["C203", "C222"]),
        ([("winner", "schedule 2 cards: no when x = 1\nwinner")], ["C221", "C201", "C203"]),
        (
            [("winner", "schedule 1 cards: nt then repeat y times 2 cards: no\nwinner")],
            ["C221", "C203", "C201"],
        ),
        ([("settle", "settle loser pays winner x\nsettle")], ["C203", "C221"]),
        ([("players 4", "players 4\nplayers 1")], ["C221", "C247"]),
        ([("deal normal", "let a = x\nlet a = y\ndeal normal")], ["C203", "C206", "C203"]),
        # nothing follows from a name that is declared twice
        ([("deal normal", 'param bonus = true "again"\ndeal normal')], ["C206"]),
        (
            [
                ("deal normal", "param w = a in a, b\nparam w = c in c, d\ndeal normal"),
                ("when made", "when made and w = c"),
            ],
            ["C206"],
        ),
        ([("deal nt is", "deal normal as x is"), ("cards: nt", "cards: x")], ["C206"]),
        ([("deal nt is", "deal nt as normal is")], ["C206"]),
        ([("deal nt is normal with", "twist normal"), ("cards: nt", "cards: normal")], ["C206"]),
        # in a file that extends nothing, names may be those of the file that it is to extend
        ([("deal nt is normal with trump none", "change nt score triks")], ["C234"]),
        # several in one row of the schedule
        (
            [("7 cards: normal", "7 cards: normal when x = 1"), ("cards: nt", "cards: no")],
            ["C203", "C201"],
        ),
    ],
)
def test_what_is_refused_hides_only_what_follows_from_it(
    changes: list[tuple[str, str]], reported: list[str]
) -> None:
    assert [code for code, _ in found(*changes)] == reported


def test_a_change_of_what_is_not_inherited_hides_nothing() -> None:
    text = """clag 2
game "G" extends foss
change normal score 10 + triks when made, otherwise 0
change nromal score 10 + trciks when made, otherwise 0
change param roll_shows_trump = 7
drop Blnd
"""
    problems = check_text(text).diagnostics
    assert [(each.code, each.place.line) for each in problems if each.place] == [
        ("C203", 3),
        ("C201", 4),
        ("C203", 4),
        ("C245", 5),
        ("C201", 6),
    ]


CALLS = """clag 2
game "G"
players 3
deal normal
  trump none
  bid in turn
  score tricks
  call by dealer any of Blind, Loud
twist Blind bid fixed 0
twist Loud trump hearts
schedule 3 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("right", "wrong", "code", "helps", "mended"),
    [
        # a use of a name that the file declares without the prefix
        ("any of Blind", "any of non-Blind", "S148", "delete `non-`", "any of Blind"),
        ("any of Blind", "any of super Blind", "S148", "delete `super`", "any of Blind"),
        # a declaration of a name that the file uses without the prefix
        ("twist Blind", "twist non-Blind", "S148", "delete `non-`", "twist Blind"),
        ("deal normal", "deal super normal", "S148", "delete `super`", "deal normal"),
        # a declaration of another name
        (
            "schedule",
            'deal non-normal is normal with trump spades\nschedule 2 cards: "non-normal" then',
            "S144",
            'write `"non-normal"`',
            'deal "non-normal"',
        ),
        (
            "schedule",
            'deal super normal is normal with trump spades\nschedule 2 cards: "super normal" then',
            "S144",
            'write `"super normal"`',
            'deal "super normal"',
        ),
    ],
)
def test_a_word_before_a_name_is_part_of_it_only_if_the_rules_have_that_name(
    right: str, wrong: str, code: str, helps: str, mended: str
) -> None:
    assert right in CALLS
    text = CALLS.replace(right, wrong, 1)
    (problem,) = (each for each in check_text(text).diagnostics if each.severity == "error")
    assert (problem.code, problem.help, problem.safe) == (code, helps, False)
    better = apply_edits(text, problem.fix)
    assert mended in better
    assert not [each for each in check_text(better).diagnostics if each.severity == "error"]


@pytest.mark.parametrize(
    ("line", "helps"),
    [
        ("change super normal score tricks", "did you mean `normal`?"),
        ("change non-normal score tricks", "name one of `normal`, "),
        ("deal Other is non-normal with trump none", "name one of `normal`, "),
    ],
)
def test_an_unknown_name_is_not_put_in_quotation_marks(line: str, helps: str) -> None:
    text = f'clag 2\ngame "G" extends pagat\n{line}\n'
    (problem,) = check_text(text).diagnostics
    assert problem.code == "C201"
    assert problem.help.startswith(helps)
    if problem.fix:
        assert not check_text(apply_edits(text, problem.fix)).diagnostics


def test_a_hyphen_is_told_from_several_words() -> None:
    text = 'clag 2\ngame "G" extends pagat\ndeal No-Two is normal with trump none\n'
    (problem,) = (each for each in check_text(text).diagnostics if each.severity == "error")
    assert problem.message == "the name `No-Two` has a hyphen, so it needs quotation marks"


def test_a_choice_that_no_call_offers_is_not_said_to_be_undeclared() -> None:
    called = 'example "e" in normal calling Blind: tricks 1 scores 1\n'
    text = CALLS.replace("any of Blind, Loud", "any of Blnd, Loud") + called
    first, second = (each for each in check_text(text).diagnostics if each.severity == "error")
    assert (first.code, first.help) == ("C201", "did you mean `Blind`?")
    assert (second.code, second.message) == ("C201", "no call offers `Blind`")
    assert second.help == "offer it in a `call` clause, or name one of `Loud`"
    assert not second.fix
    text = CALLS.replace("  call by dealer any of Blind, Loud\n", "") + called
    (problem,) = (each for each in check_text(text).diagnostics if each.severity == "error")
    assert problem.message == "no call offers `Blind`"
    assert problem.help == "leave out the call, or write a `call` clause that offers it"


def test_a_misspelt_run_in_an_example_is_told_from_a_parameter() -> None:
    text = GAME.replace("deal normal", "run zeros when bid = 0\ndeal normal", 1).replace(
        "bid in turn", "bid in turn\n  each bid keeps bid > 0 or zeros < 3"
    )
    text += 'example "e" in normal with 7 cards where zero = 3: bids 1 then may not bid 0\n'
    (problem,) = check_text(text).diagnostics
    assert (problem.code, problem.help) == ("C205", "did you mean `zeros`?")
    assert problem.message == "the rules have no parameter, run or tally `zero`"
    assert not check_text(apply_edits(text, problem.fix)).diagnostics


@pytest.mark.parametrize(
    "limit", ["bid < three", "bid != three", "three >= bid", "bid = three or bid > cards"]
)
def test_a_numeral_that_is_compared_with_a_number_is_one(limit: str) -> None:
    text = CALLS.replace("bid in turn", f"bid in turn\n  each bid keeps {limit}")
    (problem,) = (each for each in check_text(text).diagnostics if each.severity == "error")
    assert (problem.code, problem.help) == ("C203", "write `3`")
    better = apply_edits(text, problem.fix)
    assert not [each for each in check_text(better).diagnostics if each.code == "C203"]


def test_a_word_that_is_compared_with_a_word_is_no_number() -> None:
    text = CALLS.replace("score tricks", "score 3 when trump = three, otherwise tricks")
    (problem,) = (each for each in check_text(text).diagnostics if each.severity == "error")
    assert problem.help != "write `3`"


HOUSE_RULES = """clag 2
game "House" extends wizard
change pack all ranks, 4 Wizard
change normal
  trump turned, on Wizard named by dealer any suit, else none
  last bid free
  score 10 when made, otherwise 0
change schedule 1 up to 56 // players cards: normal
drop Jester
drop hook
"""


@pytest.mark.parametrize("line", [3, 5, 6, 7])
@pytest.mark.parametrize("word", ["zzz", ") )"])
def test_a_clause_that_cannot_be_read_may_stop_using_what_is_dropped(line: int, word: str) -> None:
    assert not [each for each in check_text(HOUSE_RULES).diagnostics if each.severity == "error"]
    lines = HOUSE_RULES.splitlines()
    for at in (1, 2, 3):
        words = lines[line - 1].split()
        broken = [*lines[: line - 1], " ".join([*words[:at], word, *words[at:]]), *lines[line:]]
        problems = check_text("\n".join(broken)).diagnostics
        assert problems
        assert not [each for each in problems if not each.code.startswith("S")]


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [("  score 10 when made,", "  score 10 when made zzz,", 10), ("drop hook", "drop zzz", 9)],
)
def test_what_is_dropped_is_in_use_if_only_another_clause_cannot_be_read(
    right: str, wrong: str, line: int
) -> None:
    text = HOUSE_RULES.replace("  last bid free\n", "\n").replace(right, wrong)
    text = text.replace(
        "trump turned, on Wizard named by dealer any suit, else none", "bid together"
    )
    problems = check_text(text).diagnostics
    dropped = [each for each in problems if "cannot be dropped" in each.message]
    assert line in [each.place.line for each in dropped if each.place]


def test_a_deal_may_be_dropped_in_a_line_that_cannot_be_read() -> None:
    text = 'clag 2\ngame "G" extends foss\ndrop normal\n'
    assert "cannot be dropped" in check_text(text).diagnostics[0].message
    problems = check_text(f"{text}drop nt zzz\n").diagnostics
    assert not [each for each in problems if "cannot be dropped" in each.message]


def test_clauses_below_a_broken_head_of_a_deal_are_not_those_of_the_deal_before() -> None:
    problems = check_text(GAME.replace("deal nt is normal", "deal ) ) nt is normal")).diagnostics
    assert {each.code for each in problems} == {"S143"}


@pytest.mark.parametrize("deal", ["deal normal", "deal nt is normal with"])
def test_a_statement_between_the_clauses_of_a_deal_is_to_be_moved(deal: str) -> None:
    winner = "winner highest total, then shared\n"
    text = GAME.replace(winner, "").replace("  trump turned", f"  trump turned\n  {winner[:-1]}")
    if "with" in deal:
        clauses = "with\n  trump none\n  " + winner + "  bid together\n"
        text = GAME.replace(winner, "").replace("with trump none\n", clauses)
    problem = check_text(text).diagnostics[0]
    assert (problem.code, problem.help) == (
        "S133",
        "move `winner ...` below all clauses of the deal, or remove it",
    )
    assert [each.text for each in problem.others] == ["this ends the deal"]
    moved = text.replace(f"  {winner}", "").replace("settle", f"{winner}settle")
    assert not [each for each in check_text(moved).diagnostics if each.severity == "error"]
    apart = GAME.replace("settle", "  bid together\nsettle")
    problem = check_text(apart).diagnostics[0]
    assert problem.help.startswith("put a line such as `deal normal`")


def test_the_words_of_a_parameter_that_cannot_be_read_are_not_unknown() -> None:
    text = GAME.replace("bonus = 5 in 0 to 9", "way = flat in flat, high").replace(
        "score bonus", "score (5 when way = high, otherwise 0)"
    )
    assert not check_text(text).diagnostics
    problems = check_text(text.replace("flat, high", "flat,")).diagnostics
    assert [each.code[0] for each in problems] == ["S"]
