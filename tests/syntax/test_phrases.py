"""Every phrase of the table is tried with its examples: what is suggested, and that it parses."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from clagdsl.check.checker import check_text
from clagdsl.lang.identifiers import STATEMENTS
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic, apply_edits
from clagdsl.problems.render import problem_text
from clagdsl.syntax.hints import bag_of_words
from clagdsl.syntax.hints.paraphrases import paraphrases_of
from clagdsl.syntax.hints.phrase_table import Example, Phrase, compile_pattern, heads_of, phrases
from clagdsl.syntax.hints.score_lines import formula_names
from clagdsl.syntax.parser import parse
from clagdsl.syntax.token import CLAUSES

STATEMENT_LINES = """clag 2
game "Example"
players 3 to 4
deal normal
DEAL
deal Blind is normal with sight after bids
schedule 5 cards: normal
winner highest total, then shared
settle loser pays winner winner.total - loser.total
"""
CLAUSE_LINES = """  trump turned
  bid in turn
  last bid keeps bids != cards
  follow suit, else anything
  score 10 + tricks when made, otherwise 0"""


def file_with(line: str, key: str) -> str:
    """Return a file in which a line has the place of the one that begins with a word."""
    if key == "then":
        return file_with(f"schedule 5 cards: normal\n{line}", "schedule")
    is_statement = key in STATEMENTS
    lines = (STATEMENT_LINES if is_statement else CLAUSE_LINES).splitlines()
    places = [number for number, text in enumerate(lines) if text.split()[0] == key]
    if places and key != "deal":
        lines[places[0]] = line
    else:
        lines.insert(3 if is_statement else 1, line)
    text = "\n".join(lines)
    if is_statement:
        return text.replace("DEAL", CLAUSE_LINES) + "\n"
    return STATEMENT_LINES.replace("DEAL", text)


def key_of(line: str) -> str:
    """Return the word that decides where a line stands."""
    return line.split()[0].rstrip(":")


def problems_of(text: str) -> tuple[Diagnostic, ...]:
    return parse(SourceText("example.clag", text)).diagnostics


def on_one_line(text: str) -> str:
    return " ".join(text.split())


def name(phrase: Phrase, example: Example) -> str:
    return f"{phrase.kind}: {example.line}"


def examples(*says: str) -> list[object]:
    return [
        pytest.param(phrase, example, id=name(phrase, example))
        for phrase in phrases()
        for example in phrase.examples
        if phrase.kind in says
    ]


def suggested(phrase: Phrase, example: Example) -> list[str]:
    """Return the lines that an example must suggest."""
    return list(example.becomes or (each.text for each in phrase.meanings))


LACKS = {
    "C201": "nt|double|Misere",
    "C203": "few|many|largest|x",
    "C208": "Joker|Fool|Open|Double",
    "C221": "winner",
    "C235": "players|normal|Blind|schedule|winner|settle",
    "C258": "equal cards",
    "C259": "of each",
    "C261": "Joker|Owl|Jester",
    "C263": "Joker|Fool|Big",
    "C276": "Joker|Big",
}
"""What the file around a line does not have, by the problem which is then reported."""
OTHERS = {"E409", "P303", "P306", "P308", "P314", "P315", "P317", "P324", "P326", "P342", "P352"}
"""Proofs that fail where a line stands in this file; tests/check tries those lines in another."""


def assert_checks(text: str) -> None:
    """A line suggested is right: the checker and its proofs miss only what no line can bring."""
    if text.count("Blind") == 1:
        text = text.replace("deal Blind is normal with sight after bids\n", "")
    for problem in check_text(text).diagnostics:
        if problem.severity == "error" and problem.code not in OTHERS:
            assert re.search(rf"`.*\b({LACKS[problem.code]})\b", problem_text(problem, {})), problem


@pytest.mark.parametrize(("phrase", "example"), examples("means"))
def test_an_example_suggests_its_lines_which_parse(phrase: Phrase, example: Example) -> None:
    lines = suggested(phrase, example)
    key = key_of(lines[0])
    text = file_with(example.line, key)
    (problem,) = problems_of(text)
    assert on_one_line(apply_edits(text, problem.fix)) == on_one_line(file_with(lines[0], key))
    for line in lines:
        assert not problems_of(file_with(line, key))
        assert_checks(file_with(line, key))
    if not phrase.only_with_others:
        _, of_gist = bag_of_words.best_phrase(example.line) or (None, [])
        readings = [of_gist, paraphrases_of(example.line)[0]]
        assert lines in [[on_one_line(each.text) for each in meant] for meant in readings]


@pytest.mark.parametrize(("phrase", "example"), examples("cannot", "not-yet", "instead", "outside"))
def test_an_example_without_a_line_has_its_advice(phrase: Phrase, example: Example) -> None:
    """A phrase that the language can say after all has no problem, and fails."""
    (problem,) = problems_of(file_with(example.line, key_of(example.line)))
    assert not problem.fix
    if phrase.kind == "outside":
        assert problem.code == "S151"
        assert phrase.help in problem.message
        return
    assert (problem.message, problem.help) == (phrase.message, phrase.help)
    assert phrase.help.startswith("the language cannot express this") == (phrase.kind != "instead")


@pytest.mark.parametrize(("phrase", "example"), examples("topic"))
def test_a_sentence_is_answered_with_what_its_subject_can_say(
    phrase: Phrase, example: Example
) -> None:
    (problem,) = problems_of(file_with(example.line, "forehead"))
    assert problem.help == phrase.help
    for line in re.findall("`([^`]+ [^`]+)`", phrase.help):
        if key_of(line) in {*STATEMENTS, *CLAUSES}:
            assert not problems_of(file_with(line, key_of(line))), line


CAN_BE_SAID = """
trump in the sequence clubs, spades, hearts, diamonds, then without trump
highest bidder picks trump
no bidding more than 4
two consecutive zero bids are forbidden
bid 0 is forbidden in deals of 1 card
the dealer can't make it come out even
the bids together must not be 7
five correct deals in succession give a bonus of 10
miss 3 in a row and you lose 30
final round counts triple
rounds with 7 cards are worth double
players see all hands except their own
opponents' hands are visible, the own one is hidden
bids go in before the deal
simultaneous secret bids
ace counts as one
ten comes after ace
the loser of the deal deals next
the player with the fewest points in the round deals
winner of the hand deals the next hand
the deal moves to the right
the first dealer is drawn by lot
who is void must trump
you don't have to follow suit
can't lead hearts until they are broken
throw in both jokers
joker counts as the lowest card
going blind is worth double
score 10 for making your bid plus 1 per trick, zero if you miss
tie: most made bids wins
""".strip().splitlines()


def test_nothing_that_can_be_said_is_called_unsayable() -> None:
    for line in CAN_BE_SAID:
        for key in ("forehead", "pack"):
            for problem in problems_of(file_with(line, key)):
                assert problem.code != "S151", line
                assert "the language cannot express this" not in problem.help, line


def test_a_sense_that_changes_the_meaning_is_not_passed_over() -> None:
    for line in (
        "nobody may bid more than 3 unless the dealer agrees",
        "hearts are trump when spades were led",
        "the dealer does not deal next",
        "score 10 when made, 5 when bid = 0, otherwise tricks or 0",
    ):
        assert bag_of_words.best_phrase(line) is None, line


def test_a_line_in_the_wrong_place_is_suggested_for_its_place() -> None:
    (problem,) = problems_of(file_with("winner deals next", "ends"))
    assert problem.help == "write `next dealer winner` among the clauses of a deal"
    (problem,) = problems_of(file_with("first to 100", "call"))
    ends = "`ends when highest_total >= 100`"
    assert problem.help == f"write {ends} on a line of its own, outside of the deals"


def used_for(line: str) -> Iterator[str]:
    """Yield the patterns that are used for a line, in the order of the table."""
    names, reading = heads_of(line), line
    for phrase in phrases():
        for pattern in phrase.patterns:
            if phrase.heads and phrase.heads.isdisjoint(names):
                continue
            if phrase.kind != "means":
                if compile_pattern(pattern).search(line):
                    yield pattern
            else:
                changed = compile_pattern(pattern).sub(phrase.meanings[0].replacement, reading)
                if changed != reading:
                    yield pattern
                reading = changed


def test_every_pattern_is_used_for_an_example_of_its_phrase() -> None:
    unused = [
        pattern
        for phrase in phrases()
        for used in [{each for example in phrase.examples for each in used_for(example.line)}]
        for pattern in phrase.patterns
        if pattern not in used
    ]
    assert unused == []


NAME_OF_A_FORMULA = re.compile(r"(?<=[-+*/%<>=] )bid\b|\bbid(?= [-+*/%<>=])")
SCORES_WITH_A_SUM = (
    "score bids when made, otherwise 1 when tricks = 0, otherwise 0",
    "score 10 when made and bids > cards, otherwise -10 when tricks < bid, otherwise 0",
    "score 10 when not bids > cards, otherwise 5 when made, otherwise 0",
    "score 10 when made or bids < 3 then 5",
    "score when made 10 + bids, otherwise 0",
    "score made: 10 + bids, otherwise 0",
    "if made then score 10 + tricks else score bids",
    "score 10 when made, unless bids > cards, otherwise 0",
)


@pytest.mark.parametrize("name", ["bids", "points"])
def test_no_suggestion_renames_a_name_of_formulas(name: str) -> None:
    """`bids` and `points` are also words of sentences, where they mean a bid and nothing."""
    lines = {
        NAME_OF_A_FORMULA.sub(name, example.line): key_of(suggested(phrase, example)[0])
        for phrase in phrases()
        if phrase.kind == "means"
        for example in phrase.examples
    }
    lines |= {each.replace("bids", name): "score" for each in SCORES_WITH_A_SUM}
    lines = {line: key for line, key in lines.items() if re.search(rf"\b{name}\b", line)}
    formulas = {  # a payment is no formula of the deal: it has no `points`
        line: key for line, key in lines.items() if formula_names(line) and key != "settle"
    }
    assert len(formulas) > len(SCORES_WITH_A_SUM)
    for line, key in formulas.items():
        text = file_with(line, key)
        for problem in problems_of(text):
            changed = set(apply_edits(text, problem.fix).splitlines()) - set(text.splitlines())
            assert not changed or re.search(rf"\b{name}\b", "\n".join(changed)), (line, changed)


def test_unless_limits_the_value_before_it() -> None:
    text = file_with("score 10 when made, unless bids > cards, otherwise 0", "score")
    (problem,) = problems_of(text)
    assert "score 10 when made and not (bids > cards), otherwise 0" in apply_edits(
        text, problem.fix
    )


COVERED = (
    ("no trump lead until broken", "open no trump until broken"),
    ("screw the dealer", "last bid keeps bids != cards"),
    ("trumps must be broken", "open no trump until broken"),
    ("bidding is together", "bid together"),
    ("highest score wins", "winner highest total, then shared"),
    ("lowest score wins", "winner lowest total, then shared"),
    ("turned trump", "trump turned"),
    ("must ruff", "follow suit, else trump, else anything"),
    ("bid secret", "bid together"),
    ("together bid", "bid together"),
    ("score 10 tricks when made, otherwise 0", "score 10 * tricks when made, otherwise 0"),
    ("score tricks won when made, otherwise 0", "score tricks when made, otherwise 0"),
    ("score 10 when made, otherwise lose 5", "score 10 when made, otherwise -5"),
    ("score 10 when made; 0", "score 10 when made, otherwise 0"),
    ("score 10 for an exact bid, otherwise 0", "score 10 when made, otherwise 0"),
    ("score otherwise 5 when made", "score 5 when made, otherwise 0"),
    ("bidding in turn", "bid in turn"),
    ("last bidder keeps bids != cards", "last bid keeps bids != cards"),
    ("twist Double is score 2 * tricks", "twist Double score 2 * tricks"),
)
"""Lines that need no phrase of their own: one wrong word, or words that another phrase matches."""


@pytest.mark.parametrize(("line", "meant"), COVERED)
def test_a_line_without_a_phrase_of_its_own_is_understood(line: str, meant: str) -> None:
    text = file_with(line, key_of(meant))
    (problem,) = problems_of(text)
    expected = file_with(meant, key_of(meant))
    assert on_one_line(apply_edits(text, problem.fix)) == on_one_line(expected)
