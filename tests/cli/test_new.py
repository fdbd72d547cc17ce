"""`clagdsl new`: a house file that checks as it is, and with each and all of its changes."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from support.samples import every_nth

from clagdsl.api import load
from clagdsl.check.checker import check_path
from clagdsl.cli.main import main
from clagdsl.lang.resources import bundled_names, family_names
from clagdsl.syntax.format import format_text
from clagdsl.table.table import open_table

SHORT = """clag 2
game "Short"
players 3
pack A K Q J 10 9 8 7
deal normal
  trump turned
  bid in turn
  score 10 + tricks when made, otherwise 0
deal Misere is normal with
  bid none
  trump none
  score -tricks
  completed not counted
deal special is normal with trump none
schedule
  1 up to 6 cards: normal
  then 7 cards: normal
  then 7 cards: special
  then 7 cards: Misere
winner highest total, then shared
"""


def begin(path: Path, base: str) -> str:
    assert main(["new", str(path), "--from", base]) == 0
    return path.read_text("utf-8")


def blocks(text: str) -> list[str]:
    """The changes: the lines with one sign that follow lines with two."""
    return re.findall(r"(?:^## .*\n)+((?:^# .*\n)+)", text, re.M)


def uncommented(text: str, *chosen: str) -> str:
    for block in chosen:
        text = text.replace(block, re.sub("^# ", "", block, flags=re.M))
    return text


def errors(path: Path) -> list[str]:
    result = check_path(path)
    return [f"{found.code} {found.message}" for found in result.diagnostics]


@pytest.mark.parametrize("base", bundled_names())
def test_a_new_file_checks_and_so_does_each_change_and_all_of_them(
    base: str, tmp_path: Path
) -> None:
    each_change_checks(tmp_path / "friday-night.clag", base)


def test_so_it_is_where_the_pack_is_short(tmp_path: Path) -> None:
    base = tmp_path / "short.clag"
    base.write_text(SHORT, "utf-8")
    each_change_checks(tmp_path / "friday-night.clag", str(base))


LONG = """clag 2
game "Long"
players 3 to 5
param bonus = 5 in 0 to 10 "points for the third bid made in a row"
run streak when made "bids made in a row"
tally over = tricks - bid when tricks > bid, otherwise 0 "tricks too many so far"
deal normal
  trump turned
  bid in turn
  each bid keeps bid > 0 or streak < 3, otherwise free
  score 10 + (bonus when streak = 2, otherwise 0) when made,
    -(10 when over + tricks - bid >= 4 and over < 4, otherwise 0) when tricks > bid, otherwise 0
schedule 1 up to 5 cards: normal then 5 down to 1 cards: normal
winner highest total, then shared
"""


def test_a_change_that_is_too_much_to_prove_is_left_out(tmp_path: Path) -> None:
    base = tmp_path / "long.clag"
    base.write_text(LONG, "utf-8")
    assert errors(base) == []
    each_change_checks(tmp_path / "friday-night.clag", str(base), 1)


@pytest.mark.parametrize("base", every_nth(family_names(), 3))
def test_so_it_is_with_every_other_game_of_the_family(base: str, tmp_path: Path) -> None:
    # Other points and a deal more; where a special deal is played once, one without it; where there
    # is a misère, other points in it.
    game = load(base).rules
    played = Counter(deal.name for deal in open_table(game, game.players[0]).schedule)
    expected = 2 + (1 in played.values()) + any(name.startswith("Mis") for name in played)
    each_change_checks(tmp_path / "friday-night.clag", base, expected)


def each_change_checks(path: Path, base: str, expected: int = 4) -> None:
    text = begin(path, base)
    assert errors(path) == []
    assert format_text(text) == text
    changes = blocks(text)
    assert len(changes) == expected
    for chosen in (*((change,) for change in changes), tuple(changes)):
        path.write_text(uncommented(text, *chosen), "utf-8")
        assert errors(path) == [], chosen
        laid_out = format_text(path.read_text("utf-8"))
        assert isinstance(laid_out, str)


def test_the_changes_change_what_they_say(tmp_path: Path) -> None:
    path = tmp_path / "friday.clag"
    text = begin(path, "pagat")
    path.write_text(uncommented(text, *blocks(text)), "utf-8")
    game = check_path(path).game
    assert game is not None
    names = [deal.name for deal in game.deals]
    assert "Upside Down" in names
    assert "Highest Number" not in names
    assert game.variant == "friday"
    assert game.extends is not None


@pytest.mark.parametrize(
    ("base", "less"),
    [
        ("raf-pagat", "## One choice fewer: Blind Hand cannot be called.\n"),
        ("pagat", "## One deal fewer: Highest Number is not played.\n"),
    ],
)
def test_what_is_called_is_no_deal(base: str, less: str, tmp_path: Path) -> None:
    assert less in begin(tmp_path / "friday.clag", base)


MADE_BID = "normal: a made bid scores 10 points and 3 for each trick; a missed bid scores nothing."


@pytest.mark.parametrize(
    ("base", "explanation", "lines"),
    [
        # pagat also scores the tricks of a missed bid, which the change takes away
        (
            "pagat",
            MADE_BID,
            ["change normal score 10 + 3 * tricks when made, otherwise 0"],
        ),
        (
            "raf",
            "called: each trick is worth 3 points, unless a call changes that. This also changes"
            " the score after a call of Misere.",
            ["change called trick worth 3"],
        ),
        (
            "spades",
            f"{MADE_BID} Nothing else uses bags.",
            ["change normal score 10 + 3 * tricks when made, otherwise 0", "drop bags"],
        ),
        (
            "spades",
            "One more deal, if the match lasts that long: twos are the highest cards and aces the"
            " lowest.",
            ['deal "Upside Down" is normal with rank 2 3 4 5 6 7 8 9 10 J Q K A'],
        ),
        (
            "estimation",
            "One more deal: twos are the highest cards and aces the lowest, and there are no"
            " trumps.",
            ['deal "Upside Down" is Fast with rank 2 3 4 5 6 7 8 9 10 J Q K A trump none'],
        ),
    ],
)
def test_the_explanation_of_a_change_states_all_that_it_changes(
    base: str, explanation: str, lines: list[str], tmp_path: Path
) -> None:
    text = begin(tmp_path / "friday.clag", base)
    explained = {
        " ".join(re.findall("^## (.*)$", block, re.M)): re.findall("^# (.*)$", block, re.M)
        for block in text.split("\n\n")
    }
    assert explained[explanation][: len(lines)] == lines


def test_a_file_that_exists_is_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.clag"
    path.write_text("precious")
    assert main(["new", str(path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert path.read_text() == "precious"
    (tmp_path / "link.clag").symlink_to(tmp_path / "nowhere.clag")
    assert main(["new", str(tmp_path / "link.clag")]) == 2
    assert not (tmp_path / "nowhere.clag").exists()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.clag", "mine.clag"]


@pytest.mark.parametrize(
    ("base", "named"), [("base/club.clag", "base/club.clag"), ("club", "./club")]
)
def test_a_house_file_can_build_upon_another_one(base: str, named: str, tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    begin(tmp_path / "club.clag", "foss")
    (tmp_path / "club.clag").rename(tmp_path / base)
    path = tmp_path / "mine.clag"
    text = begin(path, str(tmp_path / base))
    assert f'extends "{named}"' in text
    assert errors(path) == []


@pytest.mark.parametrize("name", ["mine", "nowhere/mine.clag"])
def test_a_path_that_cannot_be_a_house_file(name: str, tmp_path: Path) -> None:
    assert main(["new", str(tmp_path / name)]) == 2
    assert list(tmp_path.iterdir()) == []


def test_a_misere_that_stands_as_often_and_last_is_not_the_ordinary_deal(tmp_path: Path) -> None:
    base = tmp_path / "last.clag"
    once = "schedule 7 cards: normal then 7 cards: special then 7 cards: Misere\n"
    base.write_text(re.sub(r"schedule\n(?:  .*\n)+", once, SHORT), "utf-8")
    each_change_checks(tmp_path / "friday-night.clag", str(base), 3)
    text = (tmp_path / "friday-night.clag").read_text("utf-8")
    assert 'change "special" score 10 + 3 * tricks when made' in text


TURNED = SHORT.replace("trump turned", "rank 7 8 9 10 J Q K A\n  trump turned")
JASS = SHORT.replace("trump turned", "rank of trump J 9\n  trump turned")


@pytest.mark.parametrize(
    ("base", "effect"),
    [
        (SHORT, "sevens are the highest cards and aces the lowest"),
        (TURNED, "aces are the highest cards and sevens the lowest"),
        (JASS, "sevens are the highest cards of a plain suit and aces the lowest"),
        ("stiche-raten", "sevens are the highest cards and aces the lowest"),
        ("romanian-whist", "the cards of a suit rank 3 4 5 6 7 8 9 10 J Q K A, as far as it has"),
        ("spades-jokers", "the cards of a suit rank 2 3 4 5 6 7 8 9 10 J Q K A, as far as it has"),
    ],
)
def test_the_order_of_an_upside_down_deal_is_described_by_the_ranks_of_the_pack(
    base: str, effect: str, tmp_path: Path
) -> None:
    if "\n" in base:
        (tmp_path / "short.clag").write_text(base, "utf-8")
        base = str(tmp_path / "short.clag")
    assert effect in begin(tmp_path / "friday.clag", base)


def test_points_for_a_trick_are_described_besides_those_of_its_cards(tmp_path: Path) -> None:
    (tmp_path / "short.clag").write_text(
        SHORT.replace("10 + tricks", "10 + points").replace(
            "  trump turned\n", "  trump turned\n  trick worth 1\n  card worth 2 A\n", 1
        ),
        "utf-8",
    )
    text = begin(tmp_path / "friday.clag", str(tmp_path / "short.clag"))
    assert "## normal: each trick is worth 3 points besides those of its cards.\n" in text


LOW = SHORT.replace("10 + tricks when made, otherwise 0", "0 when made, otherwise 5").replace(
    "winner highest", "winner lowest"
)
NO_BIDS = (
    LOW.replace("  bid none\n", "")
    .replace("  completed not counted\n", "")
    .replace("  bid in turn\n", "  bid none\n  completed not counted\n")
    .replace("0 when made, otherwise 5", "tricks")
)


@pytest.mark.parametrize(
    ("text", "score"),
    [
        (LOW, "0 when made, otherwise 3 * abs(bid - tricks)"),
        (LOW.replace("  bid in turn", "  bid fixed 0"), "0 when made, otherwise 3 * abs"),
        (NO_BIDS, "3 * tricks"),
    ],
)
def test_points_are_suggested_that_fit_the_winner_and_the_bids(
    text: str, score: str, tmp_path: Path
) -> None:
    base = tmp_path / "low.clag"
    base.write_text(text, "utf-8")
    path = tmp_path / "friday-night.clag"
    written = begin(path, str(base))
    points, misere, *_ = blocks(written)
    assert f"# change normal score {score}" in points
    assert misere == "# change Misere score 4 * tricks\n"
    for block in (points, misere):
        path.write_text(uncommented(written, block), "utf-8")
        assert errors(path) == []
