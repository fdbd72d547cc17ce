"""The public door: load, play, score, and play a record again."""

import copy
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import clagdsl
from clagdsl.lang.cards import PACK
from clagdsl.records.writing import write_record

SMALLEST = """clag 1
game "X" variant "Y"
players 3 to 7
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise -2 * abs(bid - tricks)
schedule
  1 up to 7 cards: normal
  then 7 cards: normal
winner highest total, then shared
"""

CALLED = """clag 1
game "X" variant "Y"
players 3 to 5
param largest = 5 in 3 to 7 "the most cards"
deal normal
  trump none
  bid in turn
  score 10 + points when made, otherwise 0
  call by dealer
    any of Madness, "Low"
twist Madness  trick worth trick
twist "Low"  rank 2 3 4 5 6 7 8 9 10 J Q K A
schedule dealer picks 3 to largest cards: normal
winner highest total, then shared
"""


def test_importing_costs_nothing():
    code = (
        "import sys; import clagdsl; "
        "print([m for m in sys.modules if m.startswith(('clagdsl.', 'lark', 'click', 'json'))])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_every_public_name_is_there():
    assert set(clagdsl.__all__) <= set(dir(clagdsl))
    for name in clagdsl.__all__:
        assert getattr(clagdsl, name) is not None
    assert clagdsl.__version__[0].isdigit()
    unknown = "nothing_of_the_kind"
    with pytest.raises(AttributeError):
        getattr(clagdsl, unknown)


def test_load_by_name_by_path_and_by_text(tmp_path):
    file = tmp_path / "mine.clag"
    file.write_text(SMALLEST)
    assert clagdsl.load("pagat").reference == "pagat"
    assert clagdsl.load(text=SMALLEST) == clagdsl.load(file) == clagdsl.load(str(file))
    assert clagdsl.load(file).reference == str(file)
    assert clagdsl.load(text=SMALLEST).evidence.deals == (8, 8)


def test_rules_that_do_not_check_are_told():
    with pytest.raises(clagdsl.RulesError) as caught:
        clagdsl.load(text="clag 1\ngame")
    assert caught.value.diagnostics[0].place.line == 2
    with pytest.raises(clagdsl.RulesError):
        clagdsl.load("there/is/no/such.clag")


@pytest.mark.parametrize(
    "wrong", [{}, {"source": "pagat", "text": ""}, {"source": 3}, {"text": b""}]
)
def test_load_takes_one_thing(wrong):
    with pytest.raises(clagdsl.ArgumentError) as caught:
        clagdsl.load(**wrong)
    assert caught.value.code == "U626"


def test_the_schedule():
    rows = clagdsl.load(text=SMALLEST).deals(players=4)
    assert [(row.number, row.name, row.cards) for row in rows] == [
        (number, "normal", min(number, 7)) for number in range(1, 9)
    ]
    assert [row.cards for row in clagdsl.load(text=CALLED).deals()] == [None]


def test_the_schedule_says_trump_where_it_is_known() -> None:
    text = SMALLEST.replace("clag 1", "clag 2").replace("trump turned", "trump rotates hearts none")
    game = clagdsl.load(text=text)
    known = [("H",), (), ("H",), (), ("H",), (), ("H",), ()]
    assert [deal.trump for deal in game.deals(players=4)] == known
    state = game.start(players=4)
    assert [deal.trump for deal in state.table.schedule] == known
    assert {deal.trump for deal in clagdsl.load(text=SMALLEST).deals()} == {None}
    assert [deal.trump for deal in clagdsl.load("pagat").deals()][7] == ()
    assert clagdsl.load(text=CALLED).deals()[0].trump == ()


def test_scores_by_number_and_by_name():
    game = clagdsl.load(text=SMALLEST)
    assert game.score(8, bids=[2, 0, 3, 1], tricks=[2, 0, 3, 2]) == (12, 10, 13, -2)
    # A forbidden last bid scores like any other.
    assert game.score("normal", cards=2, bids=[1, 0, 1], tricks=[1, 0, 1]) == (11, 10, 11)
    pagat = clagdsl.load("pagat")
    assert pagat.score("Highest Number", tricks=[3, 2, 1, 1]) == (10, 0, 0, 0)
    assert pagat.score(9, tricks=[0, 7, 0, 0]) == (10, 7, 10, 10)
    for unmade in ([None] * 4, ["-"] * 4):
        assert pagat.score(15, bids=unmade, tricks=[3, 2, 1, 1]) == (10, 0, 0, 0)
        assert pagat.score(9, bids=unmade, tricks=[0, 7, 0, 0]) == (10, 7, 10, 10)
        with pytest.raises(clagdsl.ArgumentError, match="U605"):
            pagat.score(1, bids=unmade, tricks=[1, 0, 0, 0])


def test_scores_where_tricks_differ_in_value():
    game = clagdsl.load(text=CALLED)
    found = game.score(
        1, cards=3, calls="Madness", bids=[1, 1, 0], tricks=[1, 2, 0], taken=[0, 1, 1]
    )
    assert found == (11, 0, 10)
    for calls in ("", []):
        assert game.score(1, cards=3, calls=calls, bids=[1, 1, 0], tricks=[1, 2, 0]) == (11, 0, 10)
    many = {"parameters": {"largest": 6}, "cards": 6, "bids": [1, 1, 0], "tricks": [1, 5, 0]}
    assert game.score(1, calls=["Low"], **many) == (11, 0, 10)


GOOD = {"deal": 1, "cards": 3, "calls": "", "bids": [1, 1, 0], "tricks": [1, 2, 0]}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"deal": 2}, "U604"),
        ({"deal": "nothing"}, "U604"),
        ({"deal": True}, "U604"),
        ({"deal": None}, "U604"),
        ({"bids": None}, "U605"),
        ({"bids": [1, 1]}, "U605"),
        ({"bids": [1, 1, 4]}, "U605"),
        ({"bids": [1, 1, "0"]}, "U605"),
        ({"tricks": ()}, "U606"),
        ({"tricks": [1, 1, 0]}, "U606"),
        ({"tricks": [1, 3, -1]}, "U606"),
        ({"tricks": [1, 2.0, 0]}, "U606"),
        ({"tricks": [1, 2]}, "U601"),
        ({"taken": [0, 0, 1]}, "U607"),
        ({"calls": "Madness"}, "U607"),
        ({"calls": None}, "U624"),
        ({"calls": "Nuloss"}, "U624"),
        ({"calls": "Low, Low"}, "U624"),
        ({"cards": None}, "U625"),
        ({"cards": 6}, "U625"),
        ({"cards": "3"}, "U625"),
        ({"parameters": {"largest": 8}}, "U603"),
        ({"tricks": 7}, "U606"),
        ({"tricks": "232"}, "U606"),
        ({"tricks": [10**5000, 3, 2]}, "U606"),
        ({"bids": True}, "U605"),
        ({"bids": [None, 1, "-"]}, "U605"),
        ({"bids": [10**5000, 1, 1]}, "U605"),
        ({"taken": 1.5}, "U607"),
        ({"calls": 5}, "U624"),
        ({"calls": [[]]}, "U624"),
        ({"cards": 10**5000}, "U625"),
        ({"deal": 10**5000}, "U604"),
        ({"parameters": ["hook"]}, "U602"),
    ],
)
def test_wrong_arguments_of_score_have_codes(change, code):
    game = clagdsl.load(text=CALLED)
    assert game.score(**GOOD) == (11, 0, 10)
    with pytest.raises(clagdsl.ArgumentError) as caught:
        game.score(**(GOOD | change))
    assert caught.value.code == code
    with pytest.raises(ValueError, match=code):
        game.score(**(GOOD | change))


COMBINED = """clag 1
game "X" variant "Y"
players 3 to 4
param least = 0 in 0 to 2 "no bid below"
param strict = false "no bid above one"
deal normal
  trump none
  bid in turn
  each bid keeps bid >= least and (bid <= 1 or not strict)
  score tricks
schedule 3 cards: normal
winner highest total, then shared
"""


def test_a_combination_of_parameters_is_proved_when_a_match_starts():
    game = clagdsl.load(text=COMBINED)
    assert game.start(seed=1, parameters={"least": 2}).legal()[0] == clagdsl.Bid(2)
    assert len(game.start(seed=1, parameters={"least": 1, "strict": True}).legal()) == 1
    for ask in (game.start, game.deals):
        with pytest.raises(clagdsl.ArgumentError) as caught:
            ask(parameters={"least": 2, "strict": True})
        assert caught.value.code == "U610"
        assert "rules.clag:9" in caught.value.reason


def test_matches_share_a_table_but_not_across_parameters():
    game = clagdsl.load("foss")
    assert game.start(seed=1).table is game.start(seed=2).table
    assert game.start(4, seed=1).table is not game.start(5, seed=1).table
    raf = clagdsl.load("raf")
    changed = raf.start(seed=1, parameters={"deals": 3})
    assert changed.table is raf.start(seed=2, parameters={"deals": 3}).table
    assert len(changed.table.schedule) == 3
    assert len(raf.start(seed=1).table.schedule) == 12
    for players in (True, 3.0):
        with pytest.raises(clagdsl.ArgumentError) as caught:
            raf.start(players)
        assert caught.value.code == "U601"


def test_calls_where_nothing_is_called_are_refused():
    game = clagdsl.load(text=SMALLEST)
    with pytest.raises(clagdsl.ArgumentError) as caught:
        game.score(1, calls="Nuloss", bids=[0, 0, 0], tricks=[1, 0, 0])
    assert caught.value.code == "U624"


def test_a_refused_action_names_rule_place_and_source():
    state = clagdsl.load("pagat").start(players=4)
    state = state.apply("deal " + " ".join(map(str, PACK)))
    for bid in ("bid 0", "bid 0", "bid 0"):
        state = state.apply(bid)
    with pytest.raises(clagdsl.IllegalAction) as caught:
        state.apply("bid 1")
    error = caught.value
    assert error.code == "A202"
    assert error.place.file.endswith("pagat.clag")
    assert error.place.line > 1
    assert "agat" in error.source
    assert state.why_not("bid 1").reason == error.reason
    assert state.why_not("bid 0") is None


def test_the_example_of_the_documentation():
    game = clagdsl.load("pagat")
    state = game.start(players=4, seed=7)
    while not state.over:
        state = state.apply(state.legal()[0])
    assert len(state.totals) == 4
    assert state.winners
    assert sum(state.payments) == 0
    assert state.record().rules == "pagat"


def test_a_record_is_played_again_from_the_value_and_from_a_file(tmp_path):
    game = clagdsl.load("foss")
    state = game.start(names=["Ann", "Bob", "Cy"], dealer="Ann", seed=3)
    while (action := clagdsl.random_action(state)) is not None:
        state = state.apply(action)
    again = clagdsl.replay(state.record())
    assert again.events == state.events
    assert (again.totals, again.winners) == (state.totals, state.winners)
    file = tmp_path / "match.toml"
    file.write_text(write_record(state.record()))
    assert clagdsl.replay(file).events == state.events
    file.write_text(write_record(state.record()).replace("won ", "wan "))
    with pytest.raises(clagdsl.RecordError):
        clagdsl.replay(str(file))


@pytest.mark.parametrize("wrong", [None, 3, b"match.toml", ["match.toml"]])
def test_replay_takes_a_record_or_a_path(wrong):
    with pytest.raises(clagdsl.ArgumentError) as caught:
        clagdsl.replay(wrong)
    assert caught.value.code == "U626"


def illegal():
    clagdsl.load("foss").start(seed=1).apply("bid 99")


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (illegal, clagdsl.IllegalAction),
        (lambda: clagdsl.load("foss").start(99), clagdsl.ArgumentError),
        (lambda: clagdsl.load(text="clag 3"), clagdsl.RulesError),
        (lambda: clagdsl.replay("no such file.toml"), clagdsl.RecordError),
    ],
)
def test_errors_can_be_copied_and_sent_to_another_process(wrong, kind):
    with pytest.raises(kind) as caught:
        wrong()
    error = caught.value
    for again in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert type(again) is kind
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_threads_share_a_game_while_its_tables_are_forgotten(monkeypatch):
    monkeypatch.setattr("clagdsl.api.MOST_TABLES", 1)
    game = clagdsl.load("raf")

    def ask(number):
        return len(game.deals(3 + number % 5, {"deals": 1 + number % 7}))

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(100))) == [1 + number % 7 for number in range(100)]


def test_a_number_of_players_is_no_text() -> None:
    with pytest.raises(clagdsl.ArgumentError, match="a number, 4 to 7, not a string"):
        clagdsl.load("pagat").start(players="4")
