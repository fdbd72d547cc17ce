"""What card players write instead of Clag is answered once, and every text advised checks."""

from __future__ import annotations

import re

import pytest

from clagdsl.check.checker import check_text
from clagdsl.problems.diagnostic import Diagnostic, apply_edits

GAME = """clag 1
game "G"
players 3 to 4
deal normal
  rank A K Q J 10 9 8 7 6 5 4 3 2
  trump turned
  bid in turn
  last bid keeps bids != cards
  follow suit, else anything
  score 10 + tricks when made, otherwise 0
deal nt is normal with trump none
schedule
  1 up to 3 cards: normal, nt
winner highest total, then shared
settle loser pays winner winner.total - loser.total
"""

PARAM = 'param most_cards = 3 in 2 to 4 "the most cards"'
CALL = "call by dealer any of double"
TWIST = "twist double"
LINES = {line.split()[0]: line.strip() for line in GAME.splitlines()}
ROW = LINES["1"]


def errors(text: str) -> list[Diagnostic]:
    return [each for each in check_text(text).diagnostics if each.severity == "error"]


def written(said: str) -> tuple[str, str]:
    """A file with something for one of its lines, and the line that it replaces."""
    game = GAME
    if "most_cards" in said:
        game = game.replace("deal normal", f"{PARAM}\ndeal normal")
    if "double" in said:
        game = game.replace("  score", f"  {CALL}\n  score", 1)
        game = game.replace("deal nt", f"{TWIST} score 2 * tricks\ndeal nt")
    if said.startswith(("param ", "call ", "twist ")):
        right = {"p": PARAM, "c": CALL, "t": TWIST}[said[0]]
        return game.replace(right, said, 1), said
    if any(word in said for word in ("simultaneous", "fingers", "secret")):
        game = game.replace("  last bid keeps bids != cards\n", "")
    if said.startswith("each "):
        return game.replace("  last bid", f"  {said}\n  last bid"), said
    right = LINES.get(said.split(" ", 1)[0].rstrip(":"), ROW)
    line, sign, spoken = said.partition("> ")
    if sign and line in LINES:
        return game.replace(LINES[line], spoken, 1), spoken
    if said.startswith("rows "):
        right, said = ROW, said.removeprefix("rows ")
    return game.replace(right, said, 1), said


SAID = """
score 10 + tricks when made, otherwise ||bid| - tricks|
score 10 when made, otherwise |bid - |tricks||
score 10 + the square of (bid - tricks) when made, otherwise square of bid
score 10 + 1 per trick when made, otherwise 0
score 10 plus 2 for each trick when made, otherwise minus 5
score 10 points when made, otherwise 0 points
score one point per trick
score 10 when made, otherwise 5 when tricks > bid
score 10 when made otherwise 5 when tricks > bid
score if made: 10 + tricks otherwise 0
score made: 10, missed: 0
score 10 when bid > 0 and < 3, otherwise 0
score 10 when bid = 1 or 2, otherwise 0
score 10 when made and bid = 1 or 2, otherwise 0
score 10 when bid != 1 or 2, otherwise 0
score 10 when bid = 1 and 2, otherwise 0
score 10 when made, otherwise difference
score 10 when made, otherwise -undertricks
score 0 when failed, otherwise 10
score 20 - two points for each trick over or under
score 10 + tricks when made, otherwise -5 per trick over, -3 per trick under
score 10 when made, 5 when under, otherwise 0
score 10 when exact, otherwise 0
score 10 when made, 20 when 7 cards, otherwise 0
score 1O when made, otherwise 0
rows most_cards to 1 cards: normal, nt
rows 3 to 3 cards: normal, nt
rows most_cards to most_cards cards: normal, nt
rows 3–3 cards: normal, nt
rows 1 downto 3 cards: normal, nt
rows 3 upto 1 cards: normal, nt
rows up to 3 cards: normal, nt
rows up to most_cards cards: normal, nt
rows 3 cards: normal, nt until highest_total >= 20
rows 3 cards: normal, nt stops when highest_total >= 20
rows 2 to 3 cards: normal, nt
rows 3 to 2 cards: normal, nt
rows 1 upto 3 cards: normal, nt
rows 3 downto 1 cards: normal, nt
rows 1 – 3 cards: normal, nt
rows 1O cards: normal, nt
rows 1 through 3 cards: normal, nt
rows from 1 to 3 cards: normal, nt
rows 1, 2 and 3 cards: normal, nt
rows 1 2 3 cards: normal, nt
rows 1, 3 cards: normal, nt
rows 1 up to 3 down to 1 cards: normal, nt
rows 1 to 3 to 1 cards: normal, nt
rows 1 up to 3 cards: normal then down to 1: nt
rows 3 cards down to 1: normal, nt
rows 3 cards: normal, 2 cards: nt
rows 3 cards: normal; 2 cards: nt
rows 3 times 2 cards: normal, nt
rows 3 x 2 cards: normal, nt
rows 3 cards each: normal, nt
rows dealer picks 2, 3 or 4 cards: normal, nt
rows 1 up to 3 then 3 down to 1 cards: normal, nt
rows 1 up to 3 cards, then 3 down to 1 cards: normal, nt
rows dealer picks between 2 and 4 cards: normal, nt
rows dealer chooses 2 to 4 cards: normal, nt
rank A to 2
rank A K Q J 10 9 ... 2
rank A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2
rank aces high
rank ace low
last bid keeps bids =! cards
last bid keeps bids != cards unless players = 3
last bid may not equal cards
players 3, 4 or 5
players 3 up to 4
players 3 to 4, clockwise
players 3 to 4 counterclockwise
winner fewest points
winner highest total then fewest failed then shared
bid exactly 0
bid in turn clockwise
bid simultaneous
bid with fingers
bid on fingers
bid = 0 or 1
trump turned up
trump "hearts"
trump chosen by dealer
trump named by highest bidder
trump none on 7 cards
trump turned, none when 7 cards
trump second pack
trump drawn from another pack
trump notrump
follow suit, else overtrump, else anything
follow suit, else must over-ruff, else ruff, else anything
twist double is
twist double with
call by dealer double
call by winner any of double
settle loser pays winner 2 * difference
settle loser pays winner 2p per point
trump> hearts trump
trump> hearts is always trump
trump> turned card is trump
trump> without trump
trump> no trump
trump last card dealt
bid secret
rows 10 deals of 2 cards: normal, nt
settle 5 per point
score 10 + square(bid) when made, otherwise 0
score 10 when made, otherwise -difference(bid, tricks)
""".strip().splitlines()


# Further lines are examples in the table of phrases, which tests/syntax/test_phrases.py tries.
@pytest.mark.usefixtures("each_game_proved_once")
@pytest.mark.parametrize("said", SAID)
def test_each_text_that_is_advised_checks(said: str) -> None:
    text, said = written(said)
    (problem,) = errors(text)
    assert "..." not in problem.help
    by_edits = apply_edits(text, problem.fix)
    assert bool(errors(by_edits)) != bool(problem.fix)
    advised = re.findall("`([^`]+)`", problem.help)
    texts = [each for each in advised if each != "clag 2"]
    assert texts
    for advice in texts:
        mended = text.replace(said, advice, 1)
        assert advice.split()[0] in mended
        if problem.fix:
            assert " ".join(advice.split()) in " ".join(by_edits.split())
        elif "`clag 2`" in problem.help:
            assert not errors(mended.replace("clag 1", "clag 2", 1))
        else:
            assert not errors(mended)


TWO_READINGS = (
    ("rows most_cards to 1 cards: normal, nt", "most_cards down to 1", "dealer picks 1 to most"),
    ("rows 2 to 3 cards: normal, nt", "2 up to 3 cards", "dealer picks 2 to 3 cards"),
    ("rows 3 to 3 cards: normal, nt", "3 cards: normal", "3 down to 1 cards"),
    ("rows 1 to 3 to 1 cards: normal", "then 2 down to 1 cards", "then 3 down to 1 cards"),
    ("last bid != cards", "keeps bids != cards", "keeps bid != cards"),
    ("rows few to many cards: normal", "few up to many cards", "few down to many cards"),
    ("rows few to many cards: normal", "few up to many cards", "dealer picks few to many cards"),
    ("rows most_cards to most_cards cards: normal", "`most_cards cards:", "most_cards down to 1"),
    ("rows 1 downto 7 cards: normal, nt", "1 up to 7 cards", "7 down to 1 cards"),
    ("rows 1 down to 7 cards: normal, nt", "1 up to 7 cards", "7 down to 1 cards"),
    ("rows up to 3 cards: normal, nt", "1 up to 3 cards", "dealer picks 1 to 3 cards"),
    ("bid nothing", "bid fixed 0", "bid none completed not counted"),
    ("follow higher", "`follow higher suit, else suit, else anything`", "else higher trump"),
    ("score difference", "`abs(bid - tricks)`", "`(bid - tricks)`"),
    ("score round(tricks / 2)", "`score tricks // 2`", "`score (tricks + 1) // 2`"),
)


@pytest.mark.parametrize(("said", "one", "other"), TWO_READINGS)
def test_both_readings_are_named_where_there_are_two(said: str, one: str, other: str) -> None:
    help = errors(written(said)[0])[0].help
    assert one in help
    assert other in help


MEANT = (
    ("score 10 when bid = 1 and 2, otherwise 0", "`bid = 1 or bid = 2`"),
    ("score 10 when bid != 1 or 2, otherwise 0", "`bid != 1 and bid != 2`"),
    ("score 10 when made or bid != 1 or 2, otherwise 0", "`made or (bid != 1 and bid != 2)`"),
    ("score 10 when made and bid = 1 or 2, otherwise 0", "`made and (bid = 1 or bid = 2)`"),
    ("score 10 when (bid - 1) > 0 and < 3, otherwise 0", "> 0 and (bid - 1) < 3, "),
    ("score 10 when 2 * bid > 3 and < 8, otherwise 0", "> 3 and 2 * bid < 8, "),
    ("follow suit, else overtrump", "`follow suit, else higher trump`"),
    ("follow suit, else ruff", "`follow suit, else trump`"),
    ("follow beat, else suit", "`follow higher suit, else suit`"),
    ("rows 3-3 cards: normal, nt", "for deals of one size, write `3 cards`"),
    ("rows 3 cards: normal, nt ends after 2 deals", "write `ends when deal >= 2`"),
    ("last bid odd", "`last bid keeps bids % 2 = 1`"),
    ("settle loser pays winner 2 * difference", "write `(winner.total - loser.total)`"),
)


@pytest.mark.parametrize(("said", "mend"), MEANT)
def test_what_is_advised_means_what_was_said(said: str, mend: str) -> None:
    assert mend in errors(written(said)[0])[0].help


@pytest.mark.parametrize("compared", ["0 < bid", "not bid > 0", "-bid < 0", "- bid < 0"])
def test_no_left_side_is_guessed_for_a_comparison_after_an_unclear_one(compared: str) -> None:
    (problem,) = errors(written(f"score 10 when {compared} and < 3, otherwise 0")[0])
    assert problem.code == "S141"
    assert not problem.fix


PACKS = {
    "pack two packs": "pack all ranks, 2 of each",
    "pack 2 packs": "pack all ranks, 2 of each",
    "pack double": "pack all ranks, 2 of each",
    "pack three decks of cards": "pack all ranks, 3 of each",
    "pack 104 cards": "pack all ranks, 2 of each",
    "pack 64 cards": "pack highest 8 ranks, 2 of each",
}


@pytest.mark.parametrize(("said", "mend"), PACKS.items())
def test_several_packs_are_said_with_the_clause_that_they_need(said: str, mend: str) -> None:
    text = GAME.replace("clag 1", "clag 2").replace("deal normal", f"{said}\ndeal normal")
    text = text.replace("  rank A K Q J 10 9 8 7 6 5 4 3 2\n", "")
    (problem,) = errors(text)
    assert re.findall("`([^`]+)`", problem.help) == [mend, LAST, LAST.replace("last", "first")]
    by_edits = apply_edits(text, problem.fix)
    assert f"\n{mend}\n" in by_edits
    assert [each.code for each in errors(by_edits)] == ["C258"]
    assert not errors(by_edits.replace("  bid in turn", f"  bid in turn\n  {LAST}"))


LAST = "equal cards last wins"


@pytest.mark.parametrize(
    ("rows", "mend"),
    [
        ("1 up to 3 cards", ": normal"),
        ("3 cards", ": normal"),
        ("1 up to 3 cards then 2 cards: normal", ": normal"),
        ("1 up to 3 then 2 cards: normal", " cards: normal"),
        ("1 up to 3 then 3 down to 1 cards", " cards: normal"),
    ],
)
def test_rows_without_a_deal_get_one(rows: str, mend: str) -> None:
    text = written(f"rows {rows}")[0].replace("deal nt is normal with trump none\n", "")
    (problem,) = errors(text)
    assert problem.help == f"write `{mend}` after it"
    assert not errors(apply_edits(text, problem.fix))


def test_a_row_without_a_deal_may_have_any_of_them() -> None:
    text, _ = written("rows 1 up to 3 cards then 2 cards: nt")
    (problem,) = errors(text)
    assert problem.help == "write `: normal` after it, or the name of another deal"
    assert not errors(apply_edits(text, problem.fix))


def test_a_game_for_one_is_told_how_many_can_play() -> None:
    text = GAME.replace("clag 1", "clag 2").replace("players 3 to 4", "players 1")
    (problem,) = errors(text)
    assert problem.help == "2 to 10 can play, such as `players 2 to 4`"
    assert not errors(apply_edits(text, problem.fix))


@pytest.mark.parametrize("said", ["turned, none when ace", "none when the turned card is an ace"])
def test_that_no_trump_hangs_on_a_card_is_said(said: str) -> None:
    (problem,) = errors(written(f"trump {said}")[0])
    assert "trump turned, on A none" in problem.help


@pytest.mark.parametrize("trump", ["turned", "none when cards > 3, otherwise turned"])
def test_a_case_of_a_turned_card_is_no_error(trump: str) -> None:
    said = f"trump {trump}, on J none, on 2 3 again bid in turn next dealer oldest"
    (problem,) = check_text(f'clag 2 game "T" players 3 deal n {said}').diagnostics
    assert problem.message == "`oldest` is not allowed after `dealer`"


@pytest.mark.parametrize("number", ["1", "5"])
def test_a_number_of_cards_is_no_rank(number: str) -> None:
    (problem,) = errors(written(f"trump none when cards = {number}")[0])
    assert problem.code == "S147"


def test_a_name_for_an_auction_is_offered_only_where_there_is_one() -> None:
    text = GAME.replace("clag 1", "clag 2").replace("when made", "when wrongly")
    assert "`auction`" not in errors(text)[0].help
    text = text.replace("  bid in turn", "  auction 1 to cards C D H S none\n  bid in turn")
    assert "`auction`" in errors(text)[0].help


@pytest.mark.parametrize(
    "said",
    ["score half the tricks per whatever", "last bid may not equal cards or so", "trump is green"],
)
def test_no_text_is_advised_that_cannot_be_read(said: str) -> None:
    (problem,) = errors(written(said)[0])
    for advised in re.findall("`([a-z]+ [^`]+)`", problem.help):
        if advised.split()[0] in LINES:
            assert not [each for each in errors(written(advised)[0]) if each.code[0] == "S"]


EXTENDED = (
    ('game "G" extends raf-pagat', 'game "G" extends "raf-pagat"'),
    ('game "G" extends oh-hell', 'game "G" extends "oh-hell"'),
    ('game "G" extends "pagat" drop deal Blind', 'game "G" extends "pagat" drop Blind'),
    ('game "G" extends pagat change deal normal score 5', "extends pagat change normal score 5"),
    ('game "G" extends pagat drop deal "No Trumps"', 'game "G" extends pagat drop "No Trumps"'),
    ('game "G" extends foss change deal normal score 5 drop deal nt', "drop nt"),
    ('game "G" extends scorecard change hook = true', "extends scorecard change param hook = true"),
    (
        'game "G" extends pagat deal x is normal with trump none add deal x after Blind',
        "with trump none add x after Blind",
    ),
    (
        'game "G" extends pagat deal x is normal with trump none add x before deal Blind',
        "with trump none add x before Blind",
    ),
)


@pytest.mark.parametrize(("said", "meant"), EXTENDED)
def test_what_a_file_changes_is_named_as_it_is_inherited(said: str, meant: str) -> None:
    mended = f"clag 1 {said}"
    for _ in range(said.count("deal ") + 1):
        mended = apply_edits(mended, [edit for one in errors(mended)[:1] for edit in one.fix])
    assert meant in " ".join(mended.split())
    assert not errors(mended)


def test_a_file_that_is_extended_is_named_between_quotation_marks() -> None:
    for name in ("house.clag", "misere-minus-one.clag", "a.b"):
        (problem,) = errors(f'clag 1 game "G" extends {name}\nchange normal score 5')
        assert problem.code == "S144"
        assert problem.help == f'write `"{name}"`'


@pytest.mark.parametrize(
    "path", ["../x.clag", "./x.clag", "house/x.clag", "/home/u/x.clag", r"C:\x\y.clag", "~/x.clag"]
)
def test_a_path_that_is_extended_is_named_whole_between_quotation_marks(path: str) -> None:
    for between in (" ", "  ", "\n  "):
        said = f'clag 1 game "G" extends{between}{path} # a comment\nchange normal score 5'
        (problem,) = errors(said)
        assert problem.code == "S144"
        assert problem.help == f'write `"{path}"`'
        assert f'extends{between}"{path}" # a comment' in apply_edits(said, problem.fix)
    (problem, *_) = errors('clag 1 game "G" extends // x')
    assert problem.code != "S144"
