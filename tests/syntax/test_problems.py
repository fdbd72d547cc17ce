"""Every syntax problem: its code, its place, its help, and that one mistake gives one problem."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.expected import ExpectedProblem, problem_differences

from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.syntax.parser import parse


def found(text: str) -> tuple[Diagnostic, ...]:
    result = parse(SourceText("a.clag", text))
    errors = [problem for problem in result.diagnostics if problem.severity == "error"]
    assert (result.file is None) == bool(errors)
    return result.diagnostics


def codes(text: str) -> list[str]:
    return [problem.code for problem in found(text)]


# --- one mistake, one problem, at the right place ------------------------------------------------

SINCE_2 = "(needs `clag 2`)"
THE_BORDER = "leave it out; `clagdsl explain S151` shows what to do instead"
QUOTED_QUOTE = (
    'a text ends at the next `"`, even after a backslash: use other marks inside, as in'
    " `\"Gus 'the Ace'\"`"
)
TWICE = "write `bid * bid` or `bid + bid`, or delete one `bid`"
NEEDS_A_SIGN = "write an operator such as `+` or `*`, or `when`, between the two"
NEEDS_OTHERWISE = "add `, otherwise` and the value for every other case, such as `, otherwise 0`"
NO_JOKER = (
    "only ranks can be wild, as in `wild 2`; a joker that wins or loses a trick is a special card "
    "since `clag 2`: `pack all ranks, 2 Joker` and `special Joker is high asks nothing`"
)
ONE_NAME_OR_TWO = 'write `"No Trumps"`, or, if these are several deals, `drop No` and `drop Trumps`'
NEEDS_A_DEAL = "put a line such as `deal normal` or `change normal` before `{}`"
NEEDS_A_CLAUSE = "add a clause, such as `score tricks`"
AN_EXPRESSION = "expected a number, a name or another expression"

MISTAKES = [
    # code, line:column-end, help, what follows `clag 1` from line 2 on
    ("S139", "2:11-14", "did you mean `to`?", "players 3 too 7"),
    ("S139", "3:9-14", "did you mean `turned`?", "deal a\n  trump turnd"),
    ("S139", "3:3-7", "did you mean `score`?", "deal a\n  scor 10 when made, otherwise 0"),
    ("S139", "2:1-5", "did you mean `deal`?", "dael a\n  bid in turn"),
    ("S139", "2:15-20", "did you mean `trump`?", "change normal trmup none if cards = 1"),
    ("S139", "3:3-8", "did you mean `trump`?", "deal a\n  trmup none if cards = 1"),
    ("S139", "3:3-8", "did you mean `score`?", "deal a\n  scroe 10 if made, otherwise 0"),
    (
        "S140",
        "2:27-31",
        "write `bid fixed 0` if everybody bids 0, or `bid none completed not counted` if nobody"
        " bids and no score uses a bid",
        "deal a is normal with bid zero",
    ),
    ("S139", "2:1-5", "did you mean `deal`?", "Deal a\n  bid in turn"),
    ("S139", "2:8-10", "did you mean `is`?", "deal a iz normal"),
    ("S139", "2:19-23", "did you mean `otherwise`?", "let x = 1 when b, else 2"),
    ("S139", "2:11-13", "did you mean `when`?", "let x = 1 if b, otherwise 2"),
    ("S139", "2:25-30", "did you mean `tricks`?", 'example "a" in b: bid 2 trick 2 scores 14'),
    ("S139", "3:3-7", "did you mean `then`?", "schedule 1 card: a\n  thne 2 cards: a"),
    ("S139", "2:8-15", "did you mean `schedule`?", "change shedule\n  1 up to 5 cards: a"),
    ("S139", "2:8-13", "did you mean `winner`?", "change winer highest total, then shared"),
    ("S138", "2:24-33", "write `, otherwise`", "deal a score 10 when b otherwise 0"),
    ("S138", "2:22-26", "write `, then`", "winner highest total then shared"),
    ("S138", "2:15-16", "write `, 2`", "let x = min(1 2)"),
    ("S137", "2:7-8", "write `=`", "let x : 3"),
    ("S137", "2:18-19", "write `:`", "schedule 7 cards = a"),
    ("S136", "2:15-16", "compare twice: write `and b` before `<`", "let x = 1 < b < 3"),
    ("S136", "2:15-16", "compare twice: write `and b` before `=`", "let x = 1 = b = 3"),
    ("S115", "2:11-13", "write `=`", "let x = a == b"),
    ("S115", "2:11-13", "write `!=`", "let x = a <> b"),
    ("S115", "2:11-13", "write `!=`", "let x = a /= b"),
    ("S115", "2:11-14", "write `!=`", "let x = a =/= b"),
    ("S115", "2:11-12", "write `<=`", "let x = a ≤ b"),
    ("S115", "2:11-13", "write `and`", "let x = a && b"),
    ("S115", "2:9-10", "write `not`", "let x = !a"),
    (
        "S111",
        "2:6-16",
        'add the closing `"` where the text ends, as in `"No Trumps"`',
        'deal "No Trumps',
    ),
    *(
        (
            "S111",
            f"2:6-{16 + len(end)}",
            'add the closing `"` where the text ends, as in `"No Trumps"`',
            text,
        )
        for end in (" is a with", " as n is a with", " # 1 is", " with", " from raf")
        for text in [f'deal "No Trumps{end}']
    ),
    ("S112", "2:6-14", 'write `"Friday"`', "game “Friday”"),
    ("S112", "2:6-14", 'write `"Friday"`', "game 'Friday'"),
    ("S110", "2:11-12", "write round brackets", "let x = a [ 2"),
    *(
        ("S110", "2:11-12", "write `//`, the division that rounds down", f"let x = a {sign} 2")
        for sign in "/÷∕⁄"
    ),
    ("S110", "2:11-12", "write `//`, the division that rounds down", "let x = 6 \\ 2"),
    ("S110", "2:12-13", QUOTED_QUOTE, 'game "A \\"B\\" C"'),
    ("S150", "2:14-15", "write `trump hearts` (needs `clag 2`)", "deal a trump ♥"),
    ("S110", "2:15-16", "write the suit as `H`, or the whole card as `10♥`", "deal a rank A ♥"),
    (
        "S110",
        "2:10-11",
        "write `,` between parts of a clause, and nothing between clauses or statements",
        "let x = 1;",
    ),
    ("S110", "2:4-5", "replace it with an ordinary space", "let\u00a0x = 1"),
    ("S113", "2:9-19", "write a number up to 1000000000", "let x = 1000000001"),
    ("S114", "2:9-15", "write `7 * cards`", "let x = 7cards"),
    ("S142", "2:47-50", "write `10H`", 'example "a" in b: trump clubs cards AC won by 10h'),
    ("S142", "2:47-59", "write `AC`", 'example "a" in b: trump clubs cards AS won by ace of clubs'),
    ("S142", "2:13-16", "write `A`", "deal a rank Ace K Q"),
    ("S142", "2:13-14", "write `A`", "deal a wild 1"),
    ("S142", "2:13-17", "write `2`", "deal a wild twos"),
    ("S142", "2:25-29", "write `clubs`", 'example "a" in b: trump club cards AC won by AC'),
    ("S135", "2:13-18", NO_JOKER, "deal a wild joker"),
    ("S144", "2:6-15", 'write `"No Trumps"`', "deal No Trumps is normal with trump none"),
    ("S144", "2:19-28", 'write `"No Trumps"`', "schedule 7 cards: No Trumps, a"),
    ("S144", "2:6-15", ONE_NAME_OR_TWO, "drop No Trumps"),
    ("S145", "2:12-16", "write `in turn`", "deal a bid turn"),
    ("S145", "2:18-24", "write `: normal`", "schedule 7 cards normal"),
    ("S145", "2:18-23", "write `with trump`", "deal a is normal trump none"),
    ("S145", "3:3-4", "write `then 7`", "schedule 1 card: a\n  7 cards: a"),
    ("S145", "2:12-14", "write `up to`", "schedule 1 to 7 cards: a"),
    ("S145", "2:12-14", "write `down to`", "schedule 7 to 1 cards: a"),
    ("S146", "2:11-17", "to multiply, write `2 * tricks`; to add, write `+`", "let x = 2 tricks"),
    ("S146", "2:11-12", NEEDS_A_SIGN, "let x = 2 (3)"),
    ("S147", "2:22-23", NEEDS_OTHERWISE, "deal a score 10 when b"),
    ("S147", "2:24-25", "write `, otherwise 0`", "deal a score 1 when b, 0"),
    ("S148", "2:21-22", "delete `,`", "schedule 7 cards: a,, b"),
    ("S148", "2:11-12", "delete one `3`", "players 3 3 to 4"),
    ("S148", "2:12-15", "delete one `bid`", "deal a bid bid in turn"),
    ("S148", "2:22-25", TWICE, "deal a score 5 + bid bid when b, otherwise 0"),
    (
        "S146",
        "2:22-25",
        "to multiply, write `bid * bid`; to add, write `+`",
        "deal a score 5 + bid bid when b",
    ),
    ("S143", "2:14-15", "delete it, or add `(` where the brackets should begin", "let x = 3 + 4)"),
    ("S143", "2:14-15", "add `)` where the brackets should end", "let x = (3 + 4"),
    ("S150", "2:1-4", f"write `ends when deal > 3` {SINCE_2}", "end when deal > 3"),
    ("S150", "2:1-6", f"write `ends when deal > 3` {SINCE_2}", "until deal > 3"),
    ("S150", "2:17-21", "write `last bid free`", "deal a last bid none"),
    ("S150", "2:6-14", f"write `highest 8 ranks` {SINCE_2}", "pack 32 cards"),
    ("S150", "2:6-14", "list its ranks, as in `pack A K Q J 10 9 8 7`", "pack 33 cards"),
    ("S150", "2:6-12", f"write `A K Q J 10 9 8 7` {SINCE_2}", "pack A to 7"),
    ("S150", "2:6-10", f"write `K Q J 10` {SINCE_2}", "pack K-10, 3 suits"),
    ("S151", "3:1-9", THE_BORDER, "players 4\npartners 2 and 4"),
    ("S151", "2:14-19", THE_BORDER, "players 4 in teams"),
    ("S151", "3:3-7", THE_BORDER, "deal a\n  pass 3 cards left"),
    ("S151", "3:3-11", THE_BORDER, "deal a\n  Exchange 1 card"),
    ("S151", "2:1-6", THE_BORDER, "kitty 3 cards"),
    ("S151", "3:3-7", THE_BORDER, "deal a\n  swap hands"),
    ("S151", "3:3-8", THE_BORDER, "deal a\n  widow 2 cards"),
    ("S151", "3:7-11", THE_BORDER, "deal a\n  bid with cards"),
    ("S151", "3:14-22", THE_BORDER, "deal a\n  rank A K Q circular"),
    ("S145", "3:18-22", "write `: Swap`", "deal Swap score 1\nschedule 7 cards Swap"),
    ("S141", "2:11-12", AN_EXPRESSION, "let x = 3 +\nlet y = 4"),
    ("S141", "2:1-5", "expected `ends`, `settle` or a name", "drop\nadd X before Y"),
    ("S141", "2:12-14", "expected `turn`", "deal a bid in\n  score 1"),
    (
        "S140",
        "2:13-17",
        "write `lead eldest`",
        "deal a lead left",
    ),
    (
        "S140",
        "2:1-4",
        "expected a word such as `deal`, `schedule` or `winner`; `clagdsl words` lists all",
        "foo bar",
    ),
    ("S144", "2:6-7", 'write `"X"`', "game X"),
    ("S133", "3:1-6", NEEDS_A_DEAL.format("score"), "players 3 to 4\nscore 10"),
    ("S133", "2:1-6", NEEDS_A_DEAL.format("trump"), "trump none bid in turn\nlet x = 4"),
    ("S134", "2:6-7", NEEDS_A_CLAUSE, "deal a\ndeal b score 1"),
    ("S134", "2:8-14", NEEDS_A_CLAUSE, "change normal"),
    ("S134", "2:6-7", NEEDS_A_CLAUSE, "deal a is normal with\nplayers 3 to 4"),
    ("S134", "2:7-8", NEEDS_A_CLAUSE, "twist a"),
]


@pytest.mark.parametrize(("code", "place", "mend", "text"), MISTAKES)
def test_one_mistake_gives_one_problem(code: str, place: str, mend: str, text: str) -> None:
    line, begin, end = map(int, re.split("[:-]", place))
    expected = ExpectedProblem(line, None, code, help=mend, span=(begin, end))
    assert [*problem_differences(found("clag 1\n" + text), [expected])] == []
    # the same mistake amid good statements, and after them, gives the same problem
    around = 'clag 1\nsource w "W"\n' + text + '\ngame "X"\ndeal zed\n  score 1\n'
    again = replace(expected, line=line + 1, span=None)
    assert [*problem_differences(found(around), [again])] == []


def test_the_second_place_is_named() -> None:
    (chain,) = found("clag 1\nlet x = 1 < b < 3")
    assert [(str(other.place), other.text) for other in chain.others] == [
        ("a.clag:2:11", "the first comparison")
    ]
    (bracket,) = found("clag 1\nlet x = (3 + 4")
    assert [str(other.place) for other in bracket.others] == ["a.clag:2:9"]
    (choice,) = found("clag 1\ndeal a score 1 when b")
    assert [str(other.place) for other in choice.others] == ["a.clag:2:16"]


# --- the beginning of a file --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["S130"]),
        ("  \n# only a note\n", ["S130"]),
        ("\ufeff", ["S130"]),
        ('game "X"\nplayers 3 to 7\n', ["S131"]),
        ("players 3 too 7\n", ["S131", "S139"]),
        ("Clag 1\nplayers 3 to 7\n", ["S131"]),
        ("clg 1\nplayers 3 to 7\n", ["S131"]),
        ("clag\nplayers 3 to 7\n", ["S131"]),
        ("clag one\nplayers 3 to 7\n", ["S131"]),
        ("hello world, this is some text", ["S131"]),
        ("clag 3\nnew words of version three", ["S132"]),
        ("clag 0", ["S132"]),
        ("clag 1", []),
    ],
)
def test_how_a_file_begins(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


# --- all problems of a file in one run ----------------------------------------------------------

MANY = """clag 1
game "X" variant “Y”
players 3 too 7
let x = 1 < 2 < 3
dael normal
  trump turnd  bid in trun
  last bid keps bids != cards
  score 10 + tricks when made otherwise 0
  score 10 when tricks == 0
deal No Trumps is normal with trump none
deal "Roll
  play topp card
schedule
  1 up to 7 crds: normal
  then 7 cards normal
  then 7 cards: normal, , nt
example "x" in normal with 7 cards
  bid 2 tricks 2 scores 14
example "y" in normal with 7 cards:
  bid 2 trick 2 scores 14
winner highest total then shared
settle loser pays winner (loser.total
drop
add X behind Y
change normal
"""

EXPECTED = """2 S112 3 S139 4 S136 5 S139 6 S139 6 S139 7 S139 8 S138 9 S115 9 S147 10 S144 11 S111
12 S139 14 S139 15 S145 16 S148 17 S141 20 S139 21 S138 22 S143 23 S141 24 S140 25 S134"""


def test_every_independent_problem_of_a_file_in_one_run() -> None:
    lines = [
        f"{problem.place.line} {problem.code}"
        for problem in found(MANY)
        if problem.place is not None
    ]
    assert " ".join(lines).split() == EXPECTED.split()


def test_problems_come_in_the_order_of_the_text() -> None:
    places = [problem.place for problem in found(MANY)]
    assert places == sorted(places)


def test_no_problem_shows_a_name_of_the_grammar() -> None:
    terminal = re.compile(r"\b[A-Z]+_[A-Z_]+\b|\b(NAME|NUMBER|STRING|COMMA|COLON|LPAR|RPAR|END)\b")
    texts = [MANY, *("clag 1\n" + text for *_, text in MISTAKES)]
    for text in texts:
        for problem in found(text):
            assert not terminal.search(problem.message + problem.help), problem
            assert problem.help
            assert problem.message[0] in "`" or problem.message[0].islower()
            assert not problem.message.endswith(".")


def test_dropping_any_one_word_of_a_good_file_gives_few_problems() -> None:
    good = (Path(__file__).parents[2] / "rules" / "foss.clag").read_text("utf-8")
    tokens = list(re.finditer(r'"[^"\n]*"|#[^\n]*|\w+|[^\s\w]', good))
    worst: list[int] = []
    for token in tokens[::6]:
        broken = good[: token.start()] + good[token.end() :]
        worst.append(len(found(broken)))
    assert max(worst) <= 2
    assert sum(count == 2 for count in worst) <= len(worst) // 50


def test_another_version_is_told_as_it_is_written() -> None:
    (problem,) = parse(SourceText("a.clag", f"clag {'9' * 20}\n")).diagnostics
    assert (
        problem.message
        == f"this version of clagdsl does not support version `{'9' * 20}` of the language"
    )
