"""Rule sheets of whole games: goldens, and what holds for the sheet of any rules.

`CLAGDSL_REWRITE=1 pytest tests/explain/test_sheets.py` writes `golden/sheets/` anew; the change
is then reviewed as text.  The style of the pages is left out of their goldens.
"""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from html.parser import HTMLParser
from itertools import chain, combinations, permutations
from pathlib import Path
from random import Random

import pytest
from support.expected import assert_as_reviewed
from support.samples import every_nth
from support.table_games import card, cards, trick

from clagdsl.check.checker import check_path, check_text
from clagdsl.explain.rule_sheet.document import (
    Bullets,
    Entries,
    Grid,
    Paragraph,
    RuleSheet,
    markdown,
)
from clagdsl.explain.rule_sheet.page import page
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.policies.play import FOLLOW, Following
from clagdsl.lang.resources import bundled_names
from clagdsl.lang.rules import Game, IntegerRange, TruthRange
from clagdsl.table.legal_plays import Turn, playable
from clagdsl.table.scoring import Taking, seat_result
from clagdsl.table.table import make_table

ROOT = Path(__file__).parent.parent.parent
GOLDEN = Path(__file__).parent.parent / "golden" / "sheets"
HOUSE = sorted((ROOT / "rules" / "house").glob("*.clag"))
EVERY = {**{name: name for name in bundled_names()}, **{path.stem: str(path) for path in HOUSE}}
SHOWN = (
    "pagat.md",
    "raf-pagat.md",
    "raf.md",
    "rewrite.md",
    "scorecard.md",
    "scottish.md",
    "two-miseres.html",
)
"""Together these run every line that the sheets of all bundled games run."""
STYLE = re.compile(r"<style>.*?</style>", re.S)
VOID = {"meta", "col"}


@cache
def game_of(name: str) -> Game:
    game = check_path(EVERY[name]).game
    assert game is not None
    return game


def texts(sheet: RuleSheet) -> list[str]:
    """Every piece of running text of a sheet."""
    found = []
    for section in sheet.sections:
        for block in section.blocks:
            match block:
                case Paragraph(text=text):
                    found.append(text)
                case Bullets(lines=lines):
                    found += lines
                case Entries(entries=entries):
                    found += [entry.text for entry in entries]
                case Grid():
                    pass
    return found


@pytest.mark.parametrize("file", SHOWN)
def test_the_sheet_is_as_it_was_reviewed(file: str) -> None:
    name, _, ending = file.partition(".")
    sheet = rule_sheet(game_of(name))
    made = markdown(sheet) if ending == "md" else STYLE.sub("<style></style>", page(sheet))
    assert_as_reviewed(made, GOLDEN / file)


def test_no_other_golden_is_kept() -> None:
    assert sorted(path.name for path in GOLDEN.iterdir()) == sorted(SHOWN)


MARKS = re.compile(r"^\|[-:|]+\|$|^(?:#+|-|\d+\.) |[|*:\\\s]", re.M)
"""What only lays Markdown out, and blanks; the page has no colon before a table."""


@pytest.mark.parametrize("name", every_nth(EVERY, 3))
def test_the_page_has_the_words_of_the_markdown(name: str) -> None:
    sheet = rule_sheet(game_of(name))
    rules = page(sheet).split("</head>")[1].split('<section class="score-sheet"')[0]
    assert MARKS.sub("", unescape(re.sub("<[^>]*>", "", rules))) == MARKS.sub("", markdown(sheet))


def settings_of(game: Game) -> list[dict[str, int | bool]]:
    found: list[dict[str, int | bool]] = [{}]
    for parameter in game.parameters:
        match parameter.range:
            case TruthRange():
                found.append({parameter.name: not parameter.default})
            case IntegerRange(low=low, high=high):
                found += [{parameter.name: low}, {parameter.name: high}]
    return found


@pytest.mark.parametrize("name", every_nth(EVERY, 3))
def test_a_sheet_reads_as_sentences_however_it_is_played(name: str) -> None:
    game = game_of(name)
    check_sentences(game, [(None, {}), (Random(name).randint(*game.players), {})])


@pytest.mark.long
@pytest.mark.parametrize("name", EVERY)
def test_a_sheet_reads_as_sentences_with_every_parameter_and_player(name: str) -> None:
    game = game_of(name)
    ways = [(None, settings) for settings in settings_of(game)]
    check_sentences(game, [*ways, (game.players[0], {}), (game.players[1], {})])


def check_sentences(game: Game, ways: list[tuple[int | None, dict[str, int | bool]]]) -> None:
    for players, settings in ways:
        sheet = rule_sheet(game, players, settings)
        for text in texts(sheet):
            assert text[0].isupper() or text[0].isdigit(), text
            assert text.endswith((".", ":", ")")), text
            assert not re.search(r"  |\.\.|[a-z]\(|None|formula|_", text), text
        assert sheet.score_sheets[-1].players == (players or game.players[1])


@pytest.mark.parametrize("name", every_nth(EVERY, 3))
def test_every_deal_parameter_assumption_and_source_is_told(name: str) -> None:
    game = game_of(name)
    told = markdown(rule_sheet(game)).replace("\\", "")
    table = make_table(game)
    for scheduled in table.schedule:
        assert f"**{scheduled.name} (" in told or scheduled.name in ("normal", "called")
    for parameter in game.parameters:
        assert f"*({parameter.name} = " in told
    for assumption in game.assumptions:
        assert (assumption.deviation or assumption.text)[1:] in told
    for source in game.sources:
        assert source.title in told


@pytest.mark.parametrize("name", bundled_names())
def test_a_score_sheet_has_a_row_for_each_deal(name: str) -> None:
    game = game_of(name)
    table = make_table(game, game.players[1])
    rows = rule_sheet(game).score_sheets[-1].rows
    assert [row.number for row in rows] == [deal.number for deal in table.schedule]
    assert [row.cards for row in rows] == [str(deal.cards or "") for deal in table.schedule]
    bids = {"fixed": "0", "none": "–", "in turn": ""}
    assert [row.bid for row in rows] == [bids[table.rules(d.name).bid.kind] for d in table.schedule]


@pytest.mark.parametrize("name", bundled_names())
def test_the_table_of_points_is_what_the_machine_scores(name: str) -> None:
    game = game_of(name)
    sheet = rule_sheet(game)
    grid = next(
        block
        for section in sheet.sections
        for block in section.blocks
        if isinstance(block, Grid) and block.figures
    )
    rules = make_table(game).rules("called" if name == "raf" else "normal")
    worth = 2 if name == "raf" else 1
    right, wrong = grid.rows[0], grid.rows[1]
    assert right[0].lower().endswith("bid right")
    assert wrong[0].lower().endswith("bid wrong")
    for tricks in range(8):
        for row, bid in ((right, tricks), (wrong, 7 if tricks < 7 else 6)):
            taking = Taking(bid, 6, tricks, tricks * worth, 7, 1, 1, bid, 0)
            score = seat_result(rules, deal=1, cards=7, taking=taking).score
            assert row[tricks + 1] == str(score)


FOLLOWING = {
    "higher suit": "if you hold another higher card of the suit led, you must name it"
    " as a higher card of the suit led",
    "higher trump": "if you hold another higher trump, you must name it as a higher trump",
    "suit": "if you hold another card of the suit led, you must name it in that suit",
    "trump": "if you hold another trump, you must name it as a trump",
}
WILD_FILE = """clag 2 game "X" players 3 to 3
deal normal trump turned bid in turn score tricks wild 2 follow {follow}
{more}schedule 3 cards: normal{override} winner highest total, then shared
"""


def wild_game(follow: str, more: str = "", override: str = "") -> Game:
    game = check_text(WILD_FILE.format(follow=follow, more=more, override=override)).game
    assert game is not None
    return game


def owing() -> Iterator[tuple[str, ...]]:
    """Every list of classes that bind."""
    classes = [policy.key for policy in FOLLOW if policy.key != "anything"]
    for length in range(1, len(classes) + 1):
        for duties in permutations(classes, length):
            if not Following(duties).unreachable_classes:
                yield duties


@pytest.mark.parametrize("duties", [*owing()], ids=" ".join)
def test_a_wild_is_told_to_be_named_as_the_table_takes_it(duties: tuple[str, ...]) -> None:
    game = wild_game(", else ".join([*duties, "anything"]))
    told = "; else, ".join(FOLLOWING[one] for one in duties)
    assert f" at any time, but {told}." in markdown(rule_sheet(game))
    # The same sentence, read by somebody who holds a wild.
    rules = make_table(game).rules("normal")
    suits = {"suit": "D", "trump": "H", "higher suit": "D", "higher trump": "H"}
    for held in chain.from_iterable(combinations(["9D", "9H", "9C"], n) for n in range(4)):
        must = next((s for s in (suits[one] for one in duties) if f"9{s}" in held), "CDHS")
        seen = Turn(cards(" ".join(["2S", *held])), trick("5D"), ("H",))
        faces = [face.suit for shown, face in playable(rules, seen) if shown == card("2S")]
        assert set(faces) == set(must), held


def test_what_a_wild_owes_is_told_where_only_that_changes() -> None:
    def told(follow: str) -> str:
        more = f"deal other is normal with follow {follow} "
        return markdown(rule_sheet(wild_game("suit, else anything", more, ", other")))

    only = "When you must play a trump, only cards that are not wild count"
    assert f"but {FOLLOWING['trump']}. {only}" in told("trump, else anything")
    assert "A wild card that is not led may be named freely." in told("anything")


def test_how_a_wild_is_led_is_told_where_only_the_leads_change() -> None:
    more = "deal other is normal with open no hearts until broken "
    told = markdown(rule_sheet(wild_game("suit, else anything", more, ", other")))
    assert told.count("A wild card that is led may be named freely") == 1
    assert told.count("A wild card that is led must be named in a suit that may be led") == 1


class Tags(HTMLParser):
    """The tags of a page, each closed by its own end."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.counted: dict[str, int] = {}
        self.data = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {"src", "href", "onload"} & {name for name, _ in attrs}
        self.counted[tag] = self.counted.get(tag, 0) + 1
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.data += data


@pytest.mark.parametrize("name", every_nth(EVERY, 3))
def test_a_page_stands_alone_and_closes_what_it_opens(name: str) -> None:
    made = page(rule_sheet(game_of(name)))
    tags = Tags()
    tags.feed(made)
    assert tags.open == []
    assert not {"script", "link", "img", "iframe"} & set(tags.counted)
    assert "url(" not in made
    assert "@import" not in made
    assert "//" not in made


HOSTILE = """clag 1
game "<b>Bold</b> & *stars*" variant "a | b"
source book "<script>alert(1)</script> [link](x) `code`"
players 3 to 4
param p = true "- a <list> _that_ is none"
deal normal from book "*passage*"
  trump turned bid in turn score 10 when p, otherwise tricks
deal "1. <i>x</i> | y" is normal with trump none assume "# no heading & more"
schedule 1 up to 3 cards: normal, "1. <i>x</i> | y"
winner highest total, then shared
"""


def test_what_a_file_says_is_shown_as_text() -> None:
    game = check_text(HOSTILE).game
    assert game is not None
    sheet = rule_sheet(game)
    tags = Tags()
    tags.feed(page(sheet))
    assert not {"b", "i", "script"} & set(tags.counted)
    assert "<script>alert(1)</script>" in tags.data
    text = markdown(sheet)
    assert r"# \<b\>Bold\</b\> \& \*stars\*, a \| b" in text
    assert r"| 1\. \<i\>x\</i\> \| y |" in text
    assert r"\[link\](x) \`code\`" in text
    assert r"\_that\_" in text


def test_the_print_gets_smaller_where_there_is_more_to_say() -> None:
    sizes = {
        name: float(re.search(r"--size: ([\d.]+)pt\"", page(rule_sheet(game_of(name))))[1])
        for name in bundled_names()
    }
    assert sizes["raf-pagat"] == min(sizes.values()) > 7
    assert sizes["foss"] == max(sizes.values()) <= 10
    assert sizes["pagat"] == 8.63  # its table of points has ten rows, which is not yet long


def trump_rows(clauses: str, score: str, cards: int) -> dict[str, tuple[str, ...]]:
    """Returns the rows of the table of points of a game with such trumps and such a score."""
    rules = (
        f'clag 2 game "X" players 4 deal normal {clauses} bid in turn score {score}'
        f" schedule 1 up to {cards} cards: normal winner highest total, then shared"
    )
    checked = check_text(rules)
    assert checked.game is not None, checked.diagnostics
    [grid] = [
        block
        for section in rule_sheet(checked.game).sections
        for block in section.blocks
        if isinstance(block, Grid) and block.figures
    ]
    return {row[0]: row[1:] for row in grid.rows}


def test_the_points_are_shown_for_the_trumps_of_deals_of_every_size() -> None:
    doubled = "tricks * (2 when trump = hearts, otherwise 1)"
    # the whole pack is dealt with 13 cards, and then no card is left to turn
    rows = trump_rows("trump turned, else none", doubled, 13)
    figures = [str(tricks) for tricks in range(14)]
    assert rows == {
        "Points, spades, diamonds or clubs trumps or without trumps": tuple(figures),
        "Points, hearts trumps": (*(str(2 * tricks) for tricks in range(13)), ""),
    }
    rows = trump_rows("trump hearts when cards < 3, otherwise none", doubled, 4)
    assert rows == {
        "Points, without trumps": ("0", "1", "2", "3", "4"),
        "Points, with trumps": ("0", "2", "4", "", ""),
    }


def test_points_that_depend_on_the_size_are_shown_for_a_deal_that_can_have_the_trump() -> None:
    rows = trump_rows("trump turned, else none", "cards * (2 when trump = hearts, otherwise 1)", 13)
    assert {name: set(figures) for name, figures in rows.items()} == {
        "Normal (with 13 cards), without trumps": {"13"},
        "Normal (with 12 cards), spades, diamonds or clubs trumps": {"12", ""},
        "Normal (with 12 cards), hearts trumps": {"24", ""},
    }
