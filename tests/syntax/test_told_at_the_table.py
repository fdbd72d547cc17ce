"""How house rules are said at the table: what is told leads to rules that check, or to no word."""

import pytest

from clagdsl.check.checker import check_text
from clagdsl.problems.diagnostic import apply_edits

SCORE = "score 10 + tricks when made, otherwise 0"
ROWS = "3 cards: normal"
GAME = """clag 2
game "House"
players {players}
deal normal
  trump turned
  bid in turn
  {score}
schedule {rows}
winner {winner}
"""
HOUSE = 'clag 2\ngame "House" extends "oh-hell"\n{}\n'
PLUMP = 'clag 2\ngame "House" extends "plump"\nrun zeros when bid = 0\n{}\n'


def house(
    score: str = SCORE,
    rows: str = ROWS,
    players: str = "4",
    winner: str = "highest total, then shared",
) -> str:
    return GAME.format(score=score, rows=rows, players=players, winner=winner)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        (
            house("score 10 when made, otherwise minus 5 for each trick missed"),
            house("score 10 when made, otherwise -5 * abs(bid - tricks)"),
        ),
        (
            house("score double (10 + tricks) when made, otherwise 0"),
            house("score 2 * (10 + tricks) when made, otherwise 0"),
        ),
        (
            house("score twice(10 + tricks) when made, otherwise 0"),
            house("score 2 * (10 + tricks) when made, otherwise 0"),
        ),
        (
            house("score 5 when bid 0 and made, otherwise tricks"),
            house("score 5 when bid = 0 and made, otherwise tricks"),
        ),
        (
            house("score 5 when made and tricks 3, otherwise 0"),
            house("score 5 when made and tricks = 3, otherwise 0"),
        ),
        (house("score 10 + books when made, otherwise 0"), house()),
        (
            house("score 10 when set, otherwise 0"),
            house("score 10 when not made, otherwise 0"),
        ),
        (house(rows="1 up to 8 hands: normal"), house(rows="1 up to 8 cards: normal")),
        (house(rows="1 up to 8 tricks: normal"), house(rows="1 up to 8 cards: normal")),
        (house(rows="round 1 up to 8: normal"), house(rows="1 up to 8 cards: normal")),
        (house(rows="down 8 to 1 cards: normal"), house(rows="8 down to 1 cards: normal")),
        (
            house(rows="1 up to 7 cards: normal then 8 cards: 3 normal"),
            house(rows="1 up to 7 cards: normal then repeat 3 times 8 cards: normal"),
        ),
        (house(players="3 to 6 anticlockwise"), house(players="3 to 6, counterclockwise")),
    ],
)
def test_what_can_only_mean_one_thing_is_mended(text: str, mended: str) -> None:
    (problem,) = check_text(text).diagnostics
    assert apply_edits(text, problem.fix) == mended
    assert not [each for each in check_text(mended).diagnostics if each.severity == "error"]


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        (
            "score 10 + tricks when made, otherwise -10 when over, otherwise -5",
            "score 10 + tricks when made, -10 when tricks > bid, otherwise -5",
        ),
        (
            "score 10 + tricks when made, otherwise -1 when under, otherwise -5",
            "score 10 + tricks when made, -1 when tricks < bid, otherwise -5",
        ),
        ("follow suit, then anything\n  score tricks", "follow suit, else anything"),
        ("every bid keeps bids != cards\n  score tricks", "each bid keeps bids != cards"),
        ("score 10 when bid < > 2, otherwise 0", "!="),
        (
            "score tricks\n  called by winner of last deal any of Blind",
            "call by winner of last deal any of Blind",
        ),
    ],
)
def test_the_nearest_line_that_keeps_its_meaning_is_advised(line: str, advice: str) -> None:
    problem = check_text(house(line)).diagnostics[0]
    assert problem.help == f"write `{advice}`"


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("score 10 for bid, 1 per trick", "bid keeps"),
        ("won by least points\n  score tricks", "winner"),
        ("score tricks\n  called by winner of last deal", "winner highest"),
        ("play random card\n  score tricks", "`lead"),
        ("score (10 if made) + tricks", "leave it out"),
        ("score made ? 10 + tricks : 0, otherwise 0", "delete"),
        ("score tricks\ndeal H is normal with score 5 when made, otherwise 0 points", "`score`"),
    ],
)
def test_another_rule_is_not_advised(line: str, wrong: str) -> None:
    (problem,) = check_text(house(line)).diagnostics
    assert wrong not in problem.help


def test_a_score_in_a_settlement_is_a_total() -> None:
    text = house() + "settle loser pays winner winner.score - loser.score\n"
    helps = [each.help for each in check_text(text).diagnostics]
    assert helps == ["write `winner.total`", "write `loser.total`"]


def test_a_line_that_is_right_has_no_problem_after_a_wrong_one() -> None:
    (problem,) = check_text(house("dealer bids last\n  bid in turn\n  score tricks")).diagnostics
    assert problem.place.line == 7


def test_a_header_without_a_blank_is_replaced() -> None:
    text = house().replace("clag 2", "clag2")
    (problem,) = check_text(text).diagnostics
    assert apply_edits(text, problem.fix) == house()


def test_deal_as_the_name_of_a_deal_is_not_changed() -> None:
    (problem,) = check_text(house(rows="3 cards: deal")).diagnostics
    assert problem.help == "name one of `normal`"


@pytest.mark.parametrize(("players", "advice"), [("34", "players 3 to 4"), ("12", "players 10")])
def test_two_numbers_of_players_written_as_one_are_parted(players: str, advice: str) -> None:
    (problem,) = check_text(house(players=players)).diagnostics
    assert f"`{advice}`" in problem.help


def test_a_value_that_the_limits_rule_out_is_a_condition_of_the_message() -> None:
    runs = "run zeros when bid = 0\ndeal normal"
    limit = house("each bid keeps bid >= zeros\n  score tricks", f"repeat 6 times {ROWS}")
    (problem,) = check_text(limit.replace("deal normal", runs)).diagnostics
    assert "if somebody could reach `zeros = " in problem.message
    score = house("each bid keeps bid > 0\n  score 12 // (3 - zeros)", f"repeat 6 times {ROWS}")
    (problem,) = check_text(score.replace("deal normal", runs)).diagnostics
    assert problem.message.endswith("if somebody could reach `zeros = 3`, this divides by zero")


NO_WORD = "`clagdsl explain S150` lists what the language cannot express yet"


@pytest.mark.parametrize(
    ("text", "message", "mend"),
    [
        (house("score 10 when made, -10 when dealer, otherwise 0"), "sits", NO_WORD),
        (house("score double for dealer when made, otherwise 0"), "sits", NO_WORD),
        (house("score 10 when total > 5, otherwise 0"), "`total`", "`tally mine = scored"),
        (house("trump hidden\n  score tricks"), "known before the first card", NO_WORD),
        (house("bid in turn, loser first\n  score tricks"), "lowest total", NO_WORD),
        (
            house("score 10 when made, -50 when 3 misses in a row, otherwise 0"),
            "a `run` with a name counts",
            "`run misses when not made`",
        ),
        (house(rows=f"{ROWS} then last deal: normal"), "how many cards", "`then 8 cards: Blind`"),
        (
            HOUSE.format("change let full = 7"),
            "an inherited `let` cannot be changed",
            "`change schedule 7 down to",
        ),
        (HOUSE.format("drop schedule"), "nothing called `schedule`", "`change schedule ...`"),
        (HOUSE.format("pack 52 cards and 2 jokers"), "special card", "`pack all ranks, 2 Joker`"),
        (HOUSE.format("pack 52 cards, 2 jokers"), "special card", "`pack all ranks, 2 Joker`"),
        (
            PLUMP.format("change normal each bid keeps bid > 0 or zeros < 2"),
            "has no bid left",
            "do not edit a bundled game: `change` this clause in `rules.clag`",
        ),
    ],
)
def test_what_cannot_be_mended_so_is_not_guessed(text: str, message: str, mend: str) -> None:
    problem = check_text(text).diagnostics[0]
    assert message in problem.message
    assert mend in problem.help
    assert problem.fix == ()


def test_what_is_advised_checks() -> None:
    run = "-50 when not made and misses = 2"
    text = house(f"score 10 when made, {run}, otherwise 0")
    assert check_text(text.replace("deal normal", "run misses when not made\ndeal normal")).game
    anew = PLUMP.format(
        "change normal\n  each bid keeps bid > 0 or zeros < 2\n"
        "  last bid keeps bids != cards, otherwise true"
    )
    assert check_text(anew).game
    tally = "tally failures = 1 when not made, otherwise 0\ndeal normal"
    falls = house("score 10 when made, otherwise -failures").replace("deal normal", tally)
    assert check_text(falls).game
    alone = house("score 20 when bids = bid, otherwise 10")
    assert check_text(alone).game


LANGUAGES = {
    "German": """clag 2
Spiel "Abend"
Spieler 3 bis 7
Runde normal
  Trumpf turned
  Gebot in turn
  letztes Gebot keeps Gebote != Karten
  Punkte 10 + Stiche wenn geschafft, sonst Stiche
Runde other ist normal mit kein Trumpf
schedule
  7 bis 1 Karten: normal
  dann 1 bis 7 Karten: other
Gewinner höchste Summe, dann geteilt
""",
    "French": """clag 2
jeu "Abend"
joueurs 3 à 7
manche normal
  atout turned
  annonce in turn
  dernière annonce keeps annonces != cartes
  score 10 + plis si réussi, sinon plis
manche other est normal avec atout aucun
schedule
  7 à 1 cartes: normal
  puis 1 à 7 cartes: other
gagnant highest total, puis partagé
""",
    "Dutch": """clag 2
spel "Abend"
spelers 3 tot 7
ronde normal
  troef turned
  bod in turn
  laatste bod keeps biedingen != kaarten
  punten 10 + slagen als gehaald, anders slagen
ronde other is normal met geen troef
schedule
  7 tot 1 kaarten: normal
  dan 1 tot 7 kaarten: other
winnaar hoogste totaal, dan gedeeld
""",
}
ENGLISH = """clag 2
game "Abend"
players 3 to 7
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise tricks
deal other is normal with trump none
schedule
  7 down to 1 cards: normal
  then 1 up to 7 cards: other
winner highest total, then shared
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_everyday_words_of_other_languages_are_corrected_all_at_once(language: str) -> None:
    text = LANGUAGES[language]
    for _ in ("keywords", "names"):
        text = apply_edits(
            text, [edit for each in check_text(text).diagnostics for edit in each.fix]
        )
    assert [line.split() for line in text.splitlines()] == [
        line.split() for line in ENGLISH.splitlines()
    ]
    assert check_text(text).game
