"""`clagdsl score` and `clagdsl trick` on the bundled rules, and what they refuse."""

import json
import re
from pathlib import Path

import pytest

import clagdsl
from clagdsl.cli.main import main

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str, status: int = 0) -> str:
    assert main(list(arguments)) == status
    told = capsys.readouterr()
    return told.err if status else told.out


@pytest.mark.parametrize(
    ("arguments", "scores"),
    [
        (("pagat", "--deal", "7", "--bids", "2,0,3,1", "--tricks", "2,0,3,2"), [12, 10, 13, 2]),
        (("foss", "--deal", "7", "--bids", "2 0 3 1", "--tricks", "2 0 3 2"), [14, 10, 16, 0]),
        (("foss", "--deal", "mnt", "--tricks", "0,1,2,4"), [10, -2, -4, -8]),
        (("foss", "--deal", "m", "--bids", "-,-,-,-", "--tricks", "0,1,2,4"), [10, -3, -6, -12]),
        (
            ("mcleod", "--deal", "Misere", "--tricks", "0,1,2,4", "--set", "misere_trick=-2"),
            [10, -2, -4, -8],
        ),
        (
            (
                *("raf", "--deal", "1", "--cards", "3", "--calls", "No Trumps, Ascending Madness"),
                *("--bids", "1,1,1", "--tricks", "1,1,1", "--taken", "2,0,1"),
            ),
            [14, 16, 12],
        ),
    ],
)
def test_the_points_of_a_deal(
    arguments: tuple[str, ...], scores: list[int], capsys: Capture
) -> None:
    assert run(capsys, "score", *arguments) == " ".join(map(str, scores)) + "\n"
    assert json.loads(run(capsys, "score", *arguments, "--json")) == {"scores": scores}


GROWING = """clag 1
game "X" variant "Y"
players 3 to 4
deal normal trump none bid in turn score deal * tricks when made, otherwise 0
deal even is normal with score 10 * (deal % 2) when made, otherwise 0
schedule repeat 3 times 2 cards: normal
  then repeat 2 times 3 cards: normal, even
winner highest total, then shared
"""


def test_of_several_deals_of_a_name_the_score_says_which_it_is(
    capsys: Capture, tmp_path: Path
) -> None:
    file = tmp_path / "growing.clag"
    file.write_text(GROWING)
    bids = ("--bids", "1,0,2", "--tricks", "1,0,1")
    assert main(["score", str(file), "--deal", "normal", "--cards", "2", *bids]) == 0
    told = capsys.readouterr()
    assert told.out == "1 0 0\n"
    assert "warning U633: the score of `normal` depends on the number of the deal" in told.err
    assert "`--deal 2`" in told.err
    game = clagdsl.load(file)
    with pytest.warns(UserWarning, match="U633: .* deal 1"):
        assert game.score("normal", bids=[1, 0, 2], tricks=[1, 0, 1], cards=2) == (1, 0, 0)


def test_the_number_says_which_of_several_deals_it_is(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "growing.clag"
    file.write_text(GROWING)
    bids = ("--bids", "1,0,2", "--tricks", "1,0,1")
    for named in ((), ("--deal", "normal"), ("--deal", "2")):
        assert main(["score", str(file), *named, "--number", "2", *bids]) == 0
        told = capsys.readouterr()
        assert (told.out, told.err) == ("2 0 0\n", "")
    game = clagdsl.load(file)
    assert game.score("normal", bids=[1, 0, 2], tricks=[1, 0, 1], number=2) == (2, 0, 0)
    for named, why in (("even", "deal 2 is `normal`"), ("1", "is given as `1` and as number `2`")):
        wrong = ("--deal", named, "--number", "2", *bids)
        assert f"U634: {why}" in run(capsys, "score", str(file), *wrong, status=2).replace(
            "the deal is", "is"
        )
    assert "U604" in run(capsys, "score", str(file), "--number", "9", *bids, status=2)
    assert "give the deal with" in run(capsys, "score", str(file), *bids, status=2)


@pytest.mark.parametrize("deal", ["2", "even"])
def test_a_score_is_silent_where_the_deal_is_known_or_does_not_matter(
    deal: str, capsys: Capture, tmp_path: Path
) -> None:
    file = tmp_path / "growing.clag"
    file.write_text(GROWING)
    tricks = "1,0,1" if deal == "2" else "1,0,2"
    assert main(["score", str(file), "--deal", deal, "--bids", "1,0,2", "--tricks", tricks]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("foss --deal 7 --bids 2,0,3,1 --tricks 2,0,3,1", "U606"),
        ("foss --deal 7 --bids 2,0,3 --tricks 2,0,3,2", "U605"),
        ("foss --deal 7 --tricks 2,0,3,2", "U605"),
        ("foss --deal 7 --bids 2,0,3,8 --tricks 2,0,3,2", "U605"),
        ("foss --deal 99 --bids 1,0,0 --tricks 1,0,0", "U604"),
        ("foss --deal nosuch --bids 1,0,0 --tricks 1,0,0", "U604"),
        ("mcleod --deal misere? --tricks 1,0,0", "did you mean `Misere`?"),
        ("foss --deal 1 --bids 1,0 --tricks 1,0", "U601"),
        ("foss --deal 1 --bids a,b,c --tricks 1,0,0", "--bids a,b,c"),
        ("foss --deal 1 --bids 1,0,0 --tricks 1,-1,1", "--tricks"),
        ("foss --deal 1 --bids 1,0,0 --tricks 1,0,0 --players 4", "--players 4"),
        ("foss --deal 1 --bids 1,0,0 --tricks 1,0,0 --set hook=true", "U602"),
        ("foss --deal 1 --bids 1,0,0 --tricks 1,0,0 --set hook", "--set hook"),
        ("scorecard --deal 1 --bids 1,0,0 --tricks 1,0,0 --set hook=maybe", "U603"),
        ("mcleod --deal 1 --bids 1,0,0 --tricks 1,0,0 --set misere_trick=" + "9" * 5000, "U603"),
        ("scorecard --deal 1 --bids 1,0,0 --tricks 1,0,0 --set hook=true --set hook=true", "twice"),
        ("foss --deal 1 --bids 1,0,0 --tricks " + "9" * 5000, "--tricks"),
    ],
)
def test_what_does_not_fit_is_wrong_usage(arguments: str, told: str, capsys: Capture) -> None:
    words = arguments.split(" ")
    assert told in run(capsys, "score", *words, status=2)
    assert main(["score", *words, "--json"]) == 2
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert problem["code"].startswith("U")


@pytest.mark.parametrize(
    ("arguments", "cards", "winner"),
    [
        (("foss", "--deal", "7", "--trump", "hearts"), "KS 2H AS 9H", 3),
        (("foss", "--deal", "normal", "--trump", "H"), "KS AC AS QS", 2),
        (("foss", "--deal", "nt"), "KS AH QS", 0),
        (("spades-jokers", "--deal", "1"), "3D 2D AD Big", 3),
        (("pagat", "--deal", "Twos Wild", "--trump", "clubs"), "AC 2H=AC 5C KC", 1),
        (("pagat", "--deal", "Twos Wild", "--trump", "♣"), "5S 2C=2C 2H=KS", 1),
        (("pagat", "--deal", "Aces Low", "--trump", "S"), "AH 2H 3H 4H", 3),
    ],
)
def test_who_wins_a_trick(
    arguments: tuple[str, ...], cards: str, winner: int, capsys: Capture
) -> None:
    answer = json.loads(run(capsys, "trick", *arguments, cards, "--json"))
    assert answer["winner"] == winner
    assert answer["card"] == cards.split()[winner].split("=")[0]
    assert answer["reason"]
    text = run(capsys, "trick", *arguments, cards)
    assert text.startswith(f"card {winner + 1} of {len(cards.split())}: ")
    assert "\n  rule:   " in text


def test_a_trick_names_the_rule_its_place_and_its_source(capsys: Capture) -> None:
    answer = json.loads(
        run(capsys, "trick", "foss", "--deal", "7", "--trump", "H", "KS 2H", "--json")
    )
    assert answer["rule"] == "trump"
    assert answer["file"] == "foss.clag"
    assert answer["line"] > 0
    assert "Wikipedia" in answer["source"]


TWOS_WILD = ("pagat", "--deal", "Twos Wild", "--trump", "C")


@pytest.mark.parametrize("cards", ["5S 2H as KS QS", "5s, 2h as ks, qs", "5S 2H = KS QS"])
def test_a_wild_card_stands_for_another_in_the_words_of_the_advice(
    cards: str, capsys: Capture
) -> None:
    assert "`2H as ...`" in run(capsys, "trick", *TWOS_WILD, "5S 2H QS", status=2)
    assert run(capsys, "trick", *TWOS_WILD, cards) == run(
        capsys, "trick", *TWOS_WILD, "5S 2H=KS QS"
    )


def test_the_ace_of_spades_in_small_letters_is_no_word(capsys: Capture) -> None:
    foss = ("trick", "foss", "--deal", "7", "--trump", "H")
    assert run(capsys, *foss, "ks as 2h") == run(capsys, *foss, "KS AS 2H")
    assert "A305" in run(capsys, *foss, "KS as 2H", status=2)


ORDER = ("raf-pagat", "--deal", "1", "--calls", "Precedence")


def test_an_order_of_suits_decides(capsys: Capture) -> None:
    answer = run(capsys, "trick", *ORDER, "--order", "H S C D", "AS 2H AD", "--json")
    assert json.loads(answer)["winner"] == 1
    assert "--order" in run(capsys, "trick", *ORDER, "AS 2H", status=2)
    assert "A403" in run(capsys, "trick", *ORDER, "--order", "H S C C", "AS 2H", status=2)
    assert "--order" not in run(capsys, "trick", *ORDER, "--trump", "H", "AS 2H", status=2)


@pytest.mark.parametrize(
    ("arguments", "cards", "told"),
    [
        (("foss", "--deal", "7"), "KS 2H", "give `--trump`"),
        (("foss", "--deal", "7", "--trump", "red"), "KS 2H", "`red` is not a suit"),
        (
            ("foss", "--deal", "7", "--order", "S H C D"),
            "KS 2H",
            "`--order` does not belong here: give `--trump`",
        ),
        (("foss", "--deal", "nt", "--trump", "H"), "KS 2H", "already settle"),
        (("foss", "--deal", "7", "--trump", "H"), "KS 1H", "`1H` is not a card"),
        (("foss", "--deal", "7", "--trump", "H"), "KS KS", "played twice"),
        (("foss", "--deal", "7", "--trump", "H"), "KS 2H=AS", "A305"),
        (("foss", "--deal", "7", "--trump", "H"), "", "1 to 7 cards"),
        (("foss", "--deal", "7", "--trump", "H", "--players", "3"), "KS QS JS 10S", "1 to 3 cards"),
        (("foss", "--deal", "7", "--trump", "H", "--cards", "6"), "KS", "cards"),
        (("foss", "--deal", "7", "--trump", "H", "--calls", "Nuloss"), "KS", "call"),
        (("pagat", "--deal", "Twos Wild", "--trump", "C"), "AC 2H", "A304"),
        (("pagat", "--deal", "Twos Wild", "--trump", "C"), "2C=AC 2H=AC", "A306"),
        (("raf", "--deal", "1"), "AS", "call"),
    ],
)
def test_what_a_trick_cannot_be_is_wrong_usage(
    arguments: tuple[str, ...], cards: str, told: str, capsys: Capture
) -> None:
    assert told in run(capsys, "trick", *arguments, cards, status=2)


def test_a_trick_may_be_typed_as_it_is_said(capsys: Capture) -> None:
    told = run(capsys, "trick", "foss", "--deal", "7", "--trump", "H", "king of spades, 2h sa")
    assert told == run(capsys, "trick", "foss", "--deal", "7", "--trump", "H", "KS 2H AS")


AUCTIONED = """clag 2
game "Auctioned"
players 3
deal normal
  auction 2 to cards C none
  trump named in auction
  bid in turn
  score 20 when made and auction > 0, 10 when made, otherwise 0
schedule repeat 3 times 4 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("past", "told"),
    [
        ((), "the score of `normal` depends on who won the auction"),
        (("--past", "auction=2"), "exactly one player wins the auction: give `2` to `4`"),
        (("--past", "auction=0"), "exactly one player wins the auction"),
        (("--past", "auction=1,0,0"), "exactly one player wins the auction"),
        (("--past", "auction=5,0,0"), "exactly one player wins the auction"),
        (("--past", "auction=2,0,0"), ""),
        (("--past", "auction=0,4,0"), ""),
    ],
)
def test_who_has_won_the_auction_is_asked_for_where_it_counts(
    capsys: Capture, tmp_path: Path, past: tuple[str, ...], told: str
) -> None:
    file = tmp_path / "auctioned.clag"
    file.write_text(AUCTIONED)
    figures = ("--bids", "2,2,0", "--tricks", "2,2,0")
    status = main(["score", str(file), "--deal", "1", *figures, *past])
    answer = capsys.readouterr()
    if told:
        assert (status, answer.out) == (2, "")
        assert f"U646: {told}" in answer.err
        assert "as in `auction=2,0,0`" in answer.err
    else:
        assert answer.out == ("20 10 10\n" if past[1].startswith("auction=2") else "10 20 10\n")


REMEMBERING = """clag 2
game "Remembering"
players 3
run zeros when bid = 0
tally bags = tricks - bid when tricks > bid, otherwise 0
tally others = bids
deal normal
  trump none
  bid in turn
  score row_best + row_made + tricks + 0 * (zeros + bags + others)
deal last is normal with bid fixed 0 trump spades
schedule 3 cards: normal then repeat 2 times 4 cards: normal then 2 cards: last
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("deal", "past", "possible"),
    [
        ("1", "zeros=0", ""),
        ("1", "zeros=1", "before deal 1, `zeros` must be `0`, not `1`"),
        ("3", "zeros=2 row_made=1 row_best=1", ""),
        ("3", "zeros=3", "before deal 3, `zeros` must be from `0` to `2`, not `3`"),
        ("3", "bags=7,0,0 zeros=2 row_made=0,1,1 row_best=4,1,1", ""),
        ("3", "bags=0,0,8", "before deal 3, `bags` must be from `0` to `7`, not `8`"),
        ("3", "bags=-1", "before deal 3, `bags` must be from `0` to `7`, not `-1`"),
        ("4", "bags=11 zeros=3", ""),
        ("4", "bags=12", "before deal 4, `bags` must be from `0` to `11`, not `12`"),
        ("3", "others=21", ""),
        ("3", "others=22", "before deal 3, `others` must be from `0` to `21`, not `22`"),
        ("3", "row_made=1 row_best=3 others=2", ""),
        ("3", "row_made=2", "before deal 3, `row_made` must be from `0` to `1`, not `2`"),
        ("2", "row_best=1", "before deal 2, `row_best` must be `0`, not `1`"),
        ("3", "row_best=30", "before deal 3, `row_best` must be from `0` to `5`, not `30`"),
        ("normal", "zeros=2 row_made=1 row_best=1", ""),  # the third deal has that name, too
        ("normal", "zeros=3", "before any deal `normal`, `zeros` must be from `0` to `2`, not `3`"),
        ("normal", "zeros=0 bags=8", "before any deal `normal`, `bags` must be from `0` to `7`"),
    ],
)
def test_what_no_deals_before_can_come_to_is_refused(
    deal: str, past: str, possible: str, capsys: Capture, tmp_path: Path
) -> None:
    file = tmp_path / "remembering.clag"
    file.write_text(REMEMBERING)
    cards = 2 if deal == "4" else 3 if deal == "1" else 4
    figures = ("--bids", "0,0,0", "--tricks", f"{cards},0,0")
    given = [part for each in past.split() for part in ("--past", each)]
    more = ("--cards", "4") if deal == "normal" else ()
    status = main(["score", str(file), "--deal", deal, *more, *figures, *given])
    answer = capsys.readouterr()
    assert status == (2 if possible else 0)
    assert possible in answer.err
    assert ("U646" in answer.err) == bool(possible)


BEST_OF_ROW = """clag 2
game "Best of a row"
players 3
run misses when not made
deal normal
  trump none
  bid in turn
  score 20 + 10 * bid when made, otherwise -10
deal last is normal with
  score 10 + (row_best when row_made = row_deals, otherwise 0) - misses
schedule repeat 3 times 3 cards: normal then repeat 2 times 2 cards: last
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("past", "possible"),
    [
        ("row_made=1 row_best=10", ""),
        ("row_made=1 row_best=6", "before deal 5, `row_best` must be from `7` to `10`, not `6`"),
        ("row_made=1", "`row_best` must be from `7` to `10`, not `0`"),
        ("misses=4 row_best=7", ""),
        ("misses=3 row_best=7", "before deal 5, with `misses=3`, `row_best` must be `8`, not `7`"),
        (
            "misses=0,4,4 row_made=1,0,1 row_best=7",
            "with `misses=4`, `row_made` must be `0`, not `1`",
        ),
    ],
)
def test_values_that_no_player_can_have_together_are_refused(
    past: str, possible: str, capsys: Capture, tmp_path: Path
) -> None:
    """Names that are not given are 0; that counts if the score of the deal reads them."""
    file = tmp_path / "best.clag"
    file.write_text(BEST_OF_ROW)
    given = [part for each in past.split() for part in ("--past", each)]
    figures = ("--bids", "1,0,0", "--tricks", "1,0,1")
    status = main(["score", str(file), "--deal", "5", *figures, *given])
    answer = capsys.readouterr()
    assert status == (2 if possible else 0)
    assert possible in answer.err


GAPS = """clag 2
game "Gaps"
players 3
tally fives = 5 when made, otherwise 0
deal normal
  trump none
  bid in turn
  score fives + row_made
deal last is normal with score tricks
schedule repeat 2 times 3 cards: normal then 3 cards: last then 3 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("deal", "past", "possible"),
    [
        ("2", "row_made=-1", "`row_made` cannot be negative, as `-1` is: it is a number of deals"),
        ("2", "fives=7", "before deal 2, `fives` must be at most `5`, not `7`"),
        ("2", "fives=-1", "before deal 2, `fives` must be at least `0`, not `-1`"),
        ("2", "fives=3", "before deal 2, `fives` cannot be `3`: `0` and `5` are possible"),
        # the last deal of this name begins a row, but the second one does not
        ("normal", "row_made=2", "before any deal `normal`, `row_made` must be from `0` to `1`"),
    ],
)
def test_only_a_range_without_gaps_is_stated(
    deal: str, past: str, possible: str, capsys: Capture, tmp_path: Path
) -> None:
    file = tmp_path / "gaps.clag"
    file.write_text(GAPS)
    figures = ("--bids", "0,0,0", "--tricks", "3,0,0", "--past", past)
    assert main(["score", str(file), "--deal", deal, *figures]) == 2
    assert possible in capsys.readouterr().err


def test_suits_are_typed_in_any_letters(capsys: Capture) -> None:
    told = []
    for suit in ("hearts", "h", "H", "Hearts"):
        assert main(["trick", "pagat", "--deal", "1", "--trump", suit, "KS 2H 3S AD"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0].startswith("card 2 of 4")
    assert len(set(told)) == 1


# --- what people type -------------------------------------------------------------------------

SPADES = ("spades", "--deal", "4", "--bids", "2,2,3,3", "--tricks", "2,3,3,5", "--past", "bags=9")


def test_an_option_may_be_repeated_with_the_same_figures_only(capsys: Capture) -> None:
    once = run(capsys, "score", *SPADES)
    assert run(capsys, "score", *SPADES, "--past", "bags = 9") == once
    told = run(capsys, "score", *SPADES, "--past", "bags=3", status=2)
    assert "`--past` gives `bags` twice, with different figures" in told


@pytest.mark.parametrize("cards", [None, "9"])
def test_the_example_of_a_size_can_be_typed(cards: str | None, capsys: Capture) -> None:
    deal = ("score", "foss", "--deal", "normal", "--bids", "1,1,0", "--tricks", "1,1,1")
    wrong = () if cards is None else ("--cards", cards)
    told = run(capsys, *deal, *wrong, status=2)
    [example] = re.findall("as in `(--cards [0-9])` ", told)
    assert run(capsys, *deal, *example.split()) == "12 12 0\n"
    told = run(capsys, "trick", "raf", "AC", "--deal", "1", "--cards", "9", status=2)
    assert "as in `--cards 3` " in told


@pytest.mark.parametrize(
    "cards", [["KS 2H"], ["KS", "2H"], ["KS,", "2H"], ["KS", "--deal", "1", "2H"]]
)
def test_cards_need_no_quotation_marks(cards: list[str], capsys: Capture) -> None:
    told = run(capsys, "trick", "pagat", "--deal", "1", "--trump", "h", *cards)
    assert told.startswith("card 2 of 2: `2H` wins")
    wild = ("trick", "pagat", "--deal", "Twos Wild", "--trump", "h", "AC", "2H", "as", "AC")
    assert run(capsys, *wild).startswith("card 2 of 2: `2H as AC` wins")


COMPOSED = "mis\u00e8re"
DECOMPOSED = "mise\u0300re"
NAMED = """clag 2
game "X"
players 3 to 4
twist "{0}!"
  score tricks when made, otherwise -1
deal "{0}"
  trump none
  bid in turn
  call by dealer at most one of "{1}!"
  score 10 + tricks when made, otherwise tricks
schedule
  1 up to 3 cards: "{1}"
winner highest total, then shared
"""


@pytest.mark.parametrize("declared", [COMPOSED, DECOMPOSED])
@pytest.mark.parametrize("used", [COMPOSED, DECOMPOSED])
def test_both_spellings_of_an_accent_are_one_name(
    declared: str, used: str, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the rules, on the command line, in Python, in a record, and in the compiled game."""
    monkeypatch.chdir(tmp_path)
    for text in (NAMED.format(declared, used), NAMED.format(used, declared)):
        Path("x.clag").write_text(text, "utf-8")
        run(capsys, "compile", "x.clag", "-o", "x.json")
        for rules in ("x.clag", "x.json"):
            deal = ("score", rules, "--deal", used, "--cards", "3", "--tricks", "1,1,1")
            call = ("--calls", f"{used}!")
            assert run(capsys, *deal, "--bids", "1,1,0", *call) == "1 1 -1\n"
            game = clagdsl.load(rules)
            assert game.score(used, cards=3, bids=[1, 1, 0], tricks=[1, 1, 1], calls=[]) == (
                11,
                11,
                1,
            )
            record = f"""record = 1
                rules = "{rules}"
                players = ["Ann", "Bob", "Cai"]
                [[deal]]
                deal = 3
                label = "{used}"
                calls = "{used}!"
                bids = "1 1 0"
                won = "1 1 1"
            """
            Path("m.toml").write_text(record, "utf-8")
            assert "agrees" in run(capsys, "replay", "m.toml")


def test_what_tricks_are_worth_may_be_less_than_nothing(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "hearts.clag"
    path.write_text(
        'clag 2 game "X" players 3 deal a trump none bid none completed not counted'
        " trick worth 0 card worth -10 JD, 13 QS score points"
        " schedule 17 cards: a winner lowest total, then shared",
        "utf-8",
    )
    arguments = ("--deal", "1", "--tricks", "1,6,10", "--points", "-10,0,13")
    assert run(capsys, "score", str(path), *arguments) == "-10 0 13\n"


def test_a_trick_has_no_trump_where_no_card_is_left_to_turn(
    capsys: Capture, tmp_path: Path
) -> None:
    path = tmp_path / "whole.clag"
    path.write_text(
        'clag 2 game "X" players 3 to 4 deal a trump turned, else none bid in turn'
        " score 10 when made, otherwise 0"
        " schedule 52 // players down to 12 cards: a winner highest total, then shared",
        "utf-8",
    )
    first = ("trick", str(path), "--deal", "1", "2S 3S 4S")
    four = (*first, "--players", "4")
    assert "there is no trump" in run(capsys, *four)
    assert run(capsys, *four, "--trump", "none") == run(capsys, *four)
    assert "already settle" in run(capsys, *four, "--trump", "hearts", status=2)
    unsaid = run(capsys, *first, status=2)
    assert "give `--players`; with `3` players, `a` has a trump suit: give `--trump`" in unsaid
    assert run(capsys, *first, "--trump", "none") == run(capsys, *four)
    assert "none" not in run(capsys, *first, "--players", "3", status=2)
    assert "none" not in run(capsys, *first, "--cards", "17", status=2)


def test_the_size_of_a_deal_decides_its_trump_where_the_name_does_not(tmp_path: Path) -> None:
    rules = """clag 2
game "By size"
players 3
deal normal trump hearts when cards = 1, otherwise turned bid in turn
score tricks
schedule 1 up to 3 cards: normal
winner highest total, then shared
"""
    file = tmp_path / "size.clag"
    file.write_text(rules, "utf-8")
    trick = ("trick", str(file), "--deal", "normal", "KS 2H AS")
    assert main([*trick, "--cards", "1"]) == 0
    assert main([*trick, "--cards", "3", "--trump", "clubs"]) == 0
    assert main([*trick, "--trump", "clubs"]) == 2
