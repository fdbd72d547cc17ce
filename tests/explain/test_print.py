"""Rule sheets and score sheets as a browser prints them: nothing outside the page, nothing lost."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import pytest
from support.browser import HOW_TO, Browser

from clagdsl.check.checker import check_path, check_text
from clagdsl.cli.main import main
from clagdsl.explain.rule_sheet.document import RuleSheet
from clagdsl.explain.rule_sheet.page import Paper, page
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.resources import all_names, data_folder
from clagdsl.lang.rules import Game

SIZES: dict[Paper, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
POINTS = 72 / 25.4
MARGIN = 9 * POINTS
"""Nothing is printed nearer to the edge than this, where many printers print nothing."""

WIDE = """clag 1
game "Wide"
players 2 to 5
deal "Highest Number of all" trump none bid in turn score 100 * bid * bid - 300 * tricks
deal Other is "Highest Number of all" with score 7 when bid = 3, otherwise -1000 * tricks * bid
schedule 1 up to 52 // players cards: "Highest Number of all" then 3 cards: Other
winner highest total, then shared
"""
LONG = f"""clag 1
game "{"Long" * 40}" variant "{"word" * 30}"
source book "{"unbroken" * 30}"
players 10 to 10
param p = true "{"setting" * 20}"
deal normal trump turned bid in turn score 10 when p, otherwise tricks
deal "{"Pneumono" * 12}" is normal with trump none assume "{"silent" * 40}"
schedule 1 up to 5 cards: normal then repeat 40 times 5 cards: "{"Pneumono" * 12}"
winner highest total, then shared
"""


@dataclass(frozen=True)
class Letter:
    """A printed letter and the box around it, in points from the left and from the bottom."""

    text: str
    left: float
    bottom: float
    right: float
    top: float


def printed(browser: Browser, made: str, paper: Paper) -> list[list[Letter]]:
    """The letters on each page of what is printed."""
    import pypdfium2

    document = pypdfium2.PdfDocument(browser.pdf(made))
    width, height = SIZES[paper]
    pages = []
    for sheet in document:
        assert abs(sheet.get_width() - width * POINTS) < 1.5
        assert abs(sheet.get_height() - height * POINTS) < 1.5
        text = sheet.get_textpage()
        number = text.count_chars()
        texts = [chr(pypdfium2.raw.FPDFText_GetUnicode(text, i)) for i in range(number)]
        shown = [i for i in range(number) if texts[i].strip()]
        pages.append([Letter(texts[i], *text.get_charbox(i)) for i in shown])
    document.close()
    return pages


def counted(text: str) -> Counter[str]:
    plain = unicodedata.normalize("NFKC", text)
    return Counter(letter for letter in plain if letter.isalnum())


def shown(made: str) -> str:
    return unescape(re.sub(r"<(title|style)>.*?</\1>|<[^>]*>", "", made, flags=re.S))


def faults(browser: Browser, made: str, paper: Paper = "a4") -> list[str]:
    """What is wrong with a page as it is printed."""
    pages = printed(browser, made, paper)
    width, height = (side * POINTS for side in SIZES[paper])
    found = []
    for number, letters in enumerate(pages, 1):
        for letter in letters:
            inside = letter.left > MARGIN and letter.right < width - MARGIN
            if not (inside and letter.bottom > MARGIN and letter.top < height - MARGIN):
                found.append(f"outside page {number}: {letter}")
        found += [f"printed over, page {number}: {pair}" for pair in over(letters)]
    lost = counted(shown(made)) - counted("".join(c.text for page in pages for c in page))
    if lost:
        found.append(f"not printed: {dict(lost)}")
    return found


def over(letters: list[Letter]) -> Iterator[tuple[Letter, Letter]]:
    """Letters in the middle of which another stands."""
    cells: dict[tuple[int, int], list[Letter]] = {}
    for letter in letters:
        for column in range(int(letter.left) // 8, int(letter.right) // 8 + 1):
            for row in range(int(letter.bottom) // 8, int(letter.top) // 8 + 1):
                cells.setdefault((column, row), []).append(letter)
    for letter in letters:
        x, y = (letter.left + letter.right) / 2, (letter.bottom + letter.top) / 2
        for other in cells.get((int(x) // 8, int(y) // 8), ()):
            inside = other.left < x < other.right and other.bottom < y < other.top
            if other is not letter and inside and other != letter:
                yield letter, other


def checked(text: str) -> Game:
    game = check_text(text).game
    assert game is not None
    return game


def together(pages: list[str]) -> str:
    """Several pages as one document, each begun on paper of its own: printed at once."""
    head = pages[0].partition("<body")[0]
    bodies = [re.search(r'<body style="(.*?)">(.*?)</body>', made, flags=re.S) for made in pages]
    parts = [
        f'<div style="{body[1]}; font-size: var(--size); break-before: page">{body[2]}</div>'
        for body in bodies
        if body is not None
    ]
    assert len(parts) == len(pages)
    return f"{head}<body>{''.join(parts)}</body></html>"


def sheets(game: Game, *players: int | None) -> list[RuleSheet]:
    """The sheet for each of these numbers of players; None is the one that says no number."""
    return [rule_sheet(game, number) for number in players]


def every_number(game: Game) -> list[RuleSheet]:
    low, high = game.players
    return sheets(game, None, *range(low, high + 1))


def faults_of(browser: Browser, printing: list[RuleSheet]) -> dict[Paper, list[str]]:
    """What is wrong with sheets on each paper."""
    return {
        paper: faults(browser, together([page(one, paper) for one in printing]), paper)
        for paper in SIZES
    }


NOTHING: dict[Paper, list[str]] = {paper: [] for paper in SIZES}
HOUSE = sorted((data_folder("rules") / "house").glob("*.clag"))


def bundled(path: Path | str) -> Game:
    game = check_path(path).game
    assert game is not None
    return game


@pytest.mark.browser
@pytest.mark.parametrize("name", random.Random(5).sample(all_names(), 10))
def test_a_bundled_game_is_printed_whole(browser: Browser, name: str) -> None:
    """Its own sheet and that of a drawn number of players, on one of the papers.

    They change little; `long` prints every number of players on both.
    """
    game = bundled(name)
    drawn = random.Random(name)
    paper = drawn.choice(list(SIZES))
    made = [page(each, paper) for each in sheets(game, None, drawn.randint(*game.players))]
    assert faults(browser, together(made), paper) == []


@pytest.mark.browser
@pytest.mark.long
@pytest.mark.parametrize("name", all_names())
def test_a_bundled_game_is_printed_whole_for_every_number_of_players(
    browser: Browser, name: str
) -> None:
    assert faults_of(browser, every_number(bundled(name))) == NOTHING


@pytest.mark.browser
@pytest.mark.parametrize("paper", SIZES)
def test_every_house_file_is_printed_whole_for_the_most_players(
    browser: Browser, paper: Paper
) -> None:
    """On one of the papers: they change little in a game that is printed on both."""
    games = [bundled(path) for path in HOUSE[list(SIZES).index(paper) :: 2]]
    assert len(games) > 5
    made = [page(rule_sheet(game, game.players[1]), paper) for game in games]
    assert faults(browser, together(made), paper) == []


@pytest.mark.browser
@pytest.mark.long
@pytest.mark.parametrize("path", HOUSE, ids=lambda path: path.stem)
def test_a_house_file_is_printed_whole_for_every_number_of_players(
    browser: Browser, path: Path
) -> None:
    assert faults_of(browser, every_number(bundled(path))) == NOTHING


@pytest.mark.browser
def test_a_table_of_many_cards_is_printed_whole(browser: Browser) -> None:
    assert faults_of(browser, sheets(checked(WIDE), None, 5)) == NOTHING  # 26 cards, and ten


@pytest.mark.browser
@pytest.mark.parametrize("paper", SIZES)
def test_long_words_and_many_players_are_printed_whole(browser: Browser, paper: Paper) -> None:
    assert faults(browser, page(rule_sheet(checked(LONG)), paper), paper) == []


@pytest.mark.browser
def test_what_is_cut_off_is_found(browser: Browser) -> None:
    first, last = (page(sheet) for sheet in sheets(checked(WIDE), 5, None))
    assert faults(browser, together([first, last])) == []
    cut = last.replace('class="wide broad"', 'class="wide"')
    assert faults(browser, together([first, cut])) != []


@pytest.mark.browser
def test_each_schedule_has_its_own_score_sheet(browser: Browser) -> None:
    pages = printed(browser, page(rule_sheet(checked(WIDE))), "a4")
    heads = [text for text in ("".join(c.text for c in p) for p in pages) if "Scoresheet" in text]
    assert [re.search(r"Scoresheet:Wide,(\d)players", head)[1] for head in heads] == list("2345")


@pytest.mark.browser
@pytest.mark.parametrize("name", ["wizard", "spades", "nomination-whist"])
def test_the_rules_of_a_game_with_long_tables_take_one_page(browser: Browser, name: str) -> None:
    sheet = rule_sheet(bundled(name))
    assert len(printed(browser, page(sheet), "a4")) == 1 + len(sheet.score_sheets)


def test_each_paper_has_a_page_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / "x.html"
    assert main(["sheet", "foss", "-o", str(made), "--paper", "Letter"]) == 0
    assert "@page { size: letter; margin" in made.read_text("utf-8")
    assert "@page { size: A4; margin" in page(rule_sheet(checked(WIDE)))
    for arguments in (["foss"], ["foss", "-o", str(tmp_path / "x.md")], ["C201"]):
        capsys.readouterr()
        assert main(["sheet", *arguments, "--paper", "a4"]) == 2
        assert "`--paper`" in capsys.readouterr().err


def test_what_needs_a_browser_is_left_out_with_one_line(tmp_path: Path) -> None:
    here = Path(__file__)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(here)]
    command.append(f"--basetemp={tmp_path / 'own'}")
    done = subprocess.run(
        [*command, "-k", "on_both_papers or own_score_sheet"],
        capture_output=True,
        text=True,
        check=False,
        cwd=here.parent.parent.parent,
        env={**os.environ, "CLAGDSL_BROWSER": "no-such-browser"},
    )
    assert done.stdout.count(HOW_TO) == 1
    assert "passed" not in done.stdout
    assert "failed" not in done.stdout
