"""What decisions were worth: exact where all is known, never by what the seat had not seen."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from support.loaded import loaded
from support.samples import every_nth

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.cli.main import main
from clagdsl.engine.actions import Bid
from clagdsl.engine.players.named_players import find_player
from clagdsl.engine.players.player import WeighedAction, words_for
from clagdsl.engine.state import State
from clagdsl.engine.worlds import sample_worlds
from clagdsl.lang.record import Record
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.records.recorded_match import RecordError
from clagdsl.reviewing.model import Review, ReviewedDecision, review_schema
from clagdsl.reviewing.review import ReviewProgress, is_better, review_record
from clagdsl.simulation.search.rollouts import MOST_TRIED

RULES = Path(__file__).parent.parent.parent / "rules"

DUEL = """clag 2
game "Duel"
players 2
pack 9 10 Q A
deal normal
  trump none
  bid in turn
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise tricks
schedule 8 cards: normal
then 8 cards: normal
winner {winner} total, then shared
"""
"""All cards are dealt to two, so that each knows what the other holds."""


def played(state: State, seed: int, often: float = 0.5, deals: int = 99) -> State:
    """A match played on by seats that now and then do anything at all."""
    choose = random.Random(seed)
    while not state.over and state.deal <= deals:
        if choose.random() < often:
            state = state.apply(choose.choice(state.legal()))
        else:
            action = clagdsl.steady_action(state)
            assert action is not None
            state = state.apply(action)
    return state


def moments(game: PlayableGame, record: Record) -> list[State]:
    """The states of a recorded match at which a seat decides, by playing it in the interpreter."""
    end = clagdsl.replay(record)
    state = game.start(
        len(record.players), record.seed, record.match, dealer=end.first_dealer, names=end.names
    )
    found = []
    for one in review_of(record, "search:1").decisions:
        assert isinstance(state.actor, int)
        found.append(state)
        top = one.action.startswith("play top")
        state = state.apply(state.legal()[0] if top else one.action)
    return found


def review_of(record: Record, player: str = "search:8", seed: int = 0) -> Review:
    return clagdsl.review(record, player, seed)


def check_sums(review: Review) -> None:
    """What is told of players is what their decisions come to."""
    for one in review.players:
        own = [each for each in review.decisions if each.player == one.player]
        free = [each for each in own if not each.forced]
        assert (one.decisions, one.forced) == (len(free), len(own) - len(free))
        assert one.mistakes == sum(each.better is not None for each in free)
        assert one.lost == sum((each.lost for each in free), Fraction(0))
        assert sum(line.decisions for line in one.kinds) == one.decisions
        assert sum(line.mistakes for line in one.kinds) == one.mistakes
        assert sum((line.lost for line in one.kinds), Fraction(0)) == one.lost
    assert review.lost == sum((one.lost for one in review.decisions), Fraction(0))
    told = [review.decisions[one.decision].lost for one in review.dearest]
    costs = sorted((one.lost for one in review.decisions if one.better is not None), reverse=True)
    assert told == costs[:3]
    for decision in review.decisions:
        check_decision(decision)


def check_decision(one: ReviewedDecision) -> None:
    if not one.actions:
        assert (one.better, one.lost) == (None, Fraction(0))
        assert one.chosen == one.action or not one.forced
        return
    assert not one.forced
    worths = {each.action: each for each in one.actions}
    assert len(worths) == len(one.actions)
    assert len(one.actions) > 1
    assert one.chosen in worths
    done = worths[one.action]
    assert (done.gain, done.error or 0, done.better) == (0, 0, False)
    gains = [each.gain for each in one.actions]
    assert gains == sorted(gains, reverse=True)
    better = [each for each in one.actions if each.better]
    for each in better:
        assert each.error is not None
        assert each.gain > 2 * each.error - Fraction(3, 100)
    assert one.better == (better[0].action if better else None)
    assert one.lost == (better[0].gain if better else 0)
    for each in one.actions:  # all rounded to the hundredth
        assert abs(each.worth - done.worth - each.gain) <= Fraction(2, 100)


# --- what it is worth -----------------------------------------------------------------------


@pytest.mark.parametrize("winner", ["highest", "lowest"])
def test_where_all_is_known_every_worth_is_what_comes_of_it(winner: str) -> None:
    game = clagdsl.load(text=DUEL.format(winner=winner))
    record = played(game.start(2, seed=4), 5).record()
    review = review_of(record, "search:4")
    sign = 1 if winner == "highest" else -1
    checked = 0
    for state, one in zip(moments(game, record), review.decisions, strict=True):
        for each in one.actions:
            seat = state.actor
            assert isinstance(seat, int)
            after = played(state.apply(each.action), 0, 0, deals=state.deal)
            points = [new - old for new, old in zip(after.totals, state.totals, strict=True)]
            own, other = points[seat], points[1 - seat]
            assert each.points == own
            assert each.worth == sign * (own - Fraction(3, 10) * other)
            assert each.error == 0
            checked += 1
        assert not one.actions or one.lost == max(each.gain for each in one.actions)
    assert checked > 60
    assert review.lost > 0
    check_sums(review)


def test_who_searches_makes_no_mistake_in_its_own_eyes() -> None:
    state = loaded("scottish").start(players=3, seed=8)
    while not state.over and state.deal < 9:
        action = clagdsl.decide(state, "search:8", seed=5)
        assert action is not None
        state = state.apply(action)
    review = review_of(state.record(), "search:8", 5)
    free = [one for one in review.decisions if not one.forced]
    assert len(free) > 40
    assert all(one.chosen == one.action for one in review.decisions)
    assert [one.action for one in free if one.better is not None] == []
    assert review.dearest == ()
    assert review.lost == 0


def test_who_plays_anything_loses_more_than_who_plays_steadily() -> None:
    state = loaded("scottish").start(players=3, seed=2)
    while not state.over:
        policy = "random" if state.actor == 1 else "steady"
        action = clagdsl.decide(state, policy)
        assert action is not None
        state = state.apply(action)
    lost = [one.lost for one in review_of(state.record(), "search:16").players]
    assert lost[1] > 2 * max(lost[0], lost[2])


def test_what_hidden_cards_are_does_not_matter() -> None:
    """Two matches that a seat cannot tell apart up to a decision are reviewed alike up to it."""
    differed = 0
    for name, players, seed in (("pagat", 4, 3), ("foss", 5, 4), ("raf", 4, 6)):
        game = loaded(name)
        states, choose = [game.start(players=players, seed=seed)], random.Random(seed)
        for _ in range(90):
            states.append(states[-1].apply(choose.choice(states[-1].legal())))
        for place in (10, 60):
            state = states[place]
            assert isinstance(state.actor, int)
            (other,) = sample_worlds(state.view(state.actor), state.table, 1, seed)
            index = state.decisions
            one, two = (
                [
                    decision
                    for decision in review_of(
                        played(each, 1, deals=each.deal).record(), "search:2"
                    ).decisions
                    if decision.deal == state.deal
                ][index]
                for each in (state, other)
            )
            assert one.actions == two.actions
            assert one.chosen == two.chosen
            differed += state.hands != other.hands
    assert differed >= 4


def test_a_worth_is_that_of_the_search_and_its_choice_is_left_as_it_is() -> None:
    """What is asked beside changes nothing, and bids that a search leaves out are weighed too."""
    game, left_out, many = loaded("pagat"), 0, 0
    player = find_player("search:4")
    for seed in range(4):
        state = game.start(players=4, seed=seed)
        choose = random.Random(seed)
        while not state.over:
            assert isinstance(state.actor, int)
            legal = state.legal()
            if len(legal) > 1 and (isinstance(legal[0], Bid) or len(legal) > MOST_TRIED):
                view, done = state.view(state.actor), choose.choice(legal)
                weighed = player.weigh(view, state.table, words_for(view, 1, 0), done)  # type: ignore[attr-defined]
                assert weighed.chosen == clagdsl.decide(state, "search:4", seed=1)
                tried = [each.action for each in weighed.actions]
                assert done in tried
                assert len(tried) == len(set(tried)) <= MOST_TRIED + 2
                if len(legal) <= MOST_TRIED:
                    assert set(tried) == set(legal)
                many += len(legal) > MOST_TRIED
                left_out += sum(not each.eligible for each in weighed.actions)
            state = state.apply(choose.choice(legal))
    assert left_out > 3
    assert many > 0


@pytest.mark.parametrize(
    ("gain", "variance", "eligible", "better"),
    [
        ("1.01", "0.25", True, True),
        ("1", "0.25", True, False),  # just two standard errors
        ("0.1", "0", True, True),
        ("0", "0", True, False),
        ("-3", "0.25", True, False),
        ("9", None, True, False),
        ("9", "0", False, False),  # what the reviewer would not choose itself
    ],
)
def test_better_is_what_is_so_for_certain(
    gain: str, variance: str | None, eligible: bool, better: bool
) -> None:
    known = None if variance is None else Fraction(variance)
    one = WeighedAction(Bid(1), Fraction(0), Fraction(0), Fraction(gain), known, eligible)
    assert is_better(one) == better


# --- every record ---------------------------------------------------------------------------


def check_a_match(path: Path, deals: int) -> None:
    """A match of a game is reviewed, as many deals of it as are asked for."""
    game, choose = loaded(path), random.Random(path.stem)
    players = choose.randint(*game.rules.players)
    state = played(game.start(players=players, seed=choose.randrange(100)), 3, deals=deals)
    record = state.record()
    review = review_record(record, game.rules, player="search:1")
    cards = sum(len(trick) for deal in record.deals for trick in deal.tricks or ())
    assert sum(one.kind == "play" for one in review.decisions) == cards
    assert [one for one in review.not_reviewed if one.deal < state.deal] == []
    check_sums(review)
    json.dumps(review.to_json())


FILES = sorted(RULES.rglob("*.clag"))


@pytest.mark.parametrize("path", every_nth(FILES, 7), ids=lambda path: path.stem)
def test_deals_of_a_game_are_reviewed(path: Path) -> None:
    check_a_match(path, 2)


@pytest.mark.parametrize("name", ["raf", "foss"])
def test_a_whole_match_is_reviewed(name: str) -> None:
    check_a_match(RULES / f"{name}.clag", 99)


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_whole_match_of_every_game_is_reviewed(path: Path) -> None:
    check_a_match(path, 999)


@pytest.mark.parametrize(("name", "players"), [("foss", 4), ("spades", 4), ("raf", 4)])
def test_deals_without_cards_are_left_out_and_change_nothing(name: str, players: int) -> None:
    record = played(loaded(name).start(players=players, seed=3), 2, 0.2, deals=6).record()
    record = replace(record, deals=record.deals[:6])
    whole = review_of(record, "search:2")
    paper = {2, 3, 5}
    known = tuple(
        replace(deal, pack=None, hands=None, tricks=None, number=number)
        if number in paper
        else replace(deal, number=number)
        for number, deal in enumerate(record.deals, 1)
    )
    part = review_of(replace(record, deals=known, seed=None), "search:2")
    assert {one.deal: one.reason for one in part.not_reviewed} == dict.fromkeys(
        sorted(paper), "its cards are not recorded"
    )
    decisions = tuple(one for one in part.decisions if one.deal not in paper)
    assert decisions == tuple(one for one in whole.decisions if one.deal not in paper)
    assert decisions
    # what is called or picked before the cards are dealt needs none
    assert {one.kind for one in part.decisions if one.deal in paper} <= {"call", "size"}
    check_sums(part)


def test_a_deal_is_reviewed_as_far_as_it_is_written_down() -> None:
    record = played(loaded("foss").start(players=4, seed=3), 2, deals=5).record()
    *before, last = record.deals[:5]
    assert last.tricks is not None
    short = replace(last, tricks=last.tricks[:2], won=None, totals=None)
    whole = review_of(replace(record, deals=(*before, last)), "search:2")
    part = review_of(replace(record, deals=(*before, short)), "search:2")
    assert part.decisions == whole.decisions[: len(part.decisions)]
    assert len(whole.decisions) - len(part.decisions) == (len(last.tricks) - 2) * 4
    assert [(one.deal, one.reason) for one in part.not_reviewed] == [
        (5, "not every card played is recorded")
    ]


ONE_DEAL = """\
record = 1
rules = "foss"
players = ["Ann", "Bob", "Cai"]
dealer = "Cai"

[[deal]]
deal = 1
hands = ["2H", "KH", "5S"]
turned = "4C"
bids = "0 0 0"
"""


@pytest.mark.parametrize(
    ("line", "lacks"),
    [
        ('hands = ["2H", "KH", "5S"]', "its cards are not recorded"),
        ('turned = "4C"', "the card turned up is not recorded"),
        ('bids = "0 0 0"', "not every bid is recorded"),
    ],
)
def test_what_a_deal_lacks_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, lacks: str
) -> None:
    path = tmp_path / "deal.toml"
    path.write_text(ONE_DEAL.replace(line, ""), "utf-8")
    assert main(["review", str(path), "--player", "search:1"]) == 1
    assert f"R603: in deal 1, {lacks}, so there is no decision" in capsys.readouterr().out


def test_what_one_world_does_not_tell_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deal.toml"
    path.write_text(ONE_DEAL, "utf-8")
    assert main(["review", str(path), "--player", "search:1", "-o", str(tmp_path / "a.html")]) == 0
    told = capsys.readouterr().out
    assert "± ?" in told
    assert "; ± ? means that only one layout was tried" in told
    page = (tmp_path / "a.html").read_text("utf-8")
    assert "± ? means that only one layout was tried, so the error is not known" in page
    assert main(["review", str(path), "--player", "search:2", "-o", str(tmp_path / "b.html")]) == 0
    assert "± ?" not in capsys.readouterr().out + (tmp_path / "b.html").read_text("utf-8")


def test_a_deal_alone_is_reviewed_where_nothing_before_it_matters() -> None:
    record = played(loaded("foss").start(players=4, seed=3), 2, deals=3).record()
    third = replace(record.deals[2], number=3, won=None, totals=None)
    alone = Record(record.rules, record.players, (third,))
    whole = review_of(record, "search:2")
    decisions = tuple(one for one in whole.decisions if one.deal == 3)
    assert review_of(alone, "search:2").decisions == decisions
    nobody = replace(alone, deals=(replace(third, dealer=None),))
    with pytest.raises(RecordError, match="R603: in deal 3, nobody knows who dealt"):
        review_of(nobody)


def test_what_counts_from_deal_to_deal_must_be_known() -> None:
    record = played(loaded("spades").start(players=4, seed=3), 2, deals=3).record()
    third = replace(record.deals[2], number=3, won=None, totals=None)
    alone = Record(record.rules, record.players, (third,))
    with pytest.raises(RecordError, match="R603: in deal 3, the runs and tallies before it"):
        review_of(alone)


def test_a_paper_sheet_holds_no_decision() -> None:
    record = played(loaded("foss").start(players=3, seed=3), 2).record()
    paper = tuple(replace(deal, pack=None, hands=None, tricks=None) for deal in record.deals)
    with pytest.raises(RecordError, match="R603") as told:
        review_of(replace(record, deals=paper, seed=None))
    assert told.value.code == "R603"
    with pytest.raises(RecordError, match="R603"):
        review_of(replace(record, deals=()))


def test_a_record_that_contradicts_its_rules_is_not_reviewed() -> None:
    record = played(loaded("foss").start(players=3, seed=3), 2).record()
    first = record.deals[0]
    assert first.totals is not None
    wrong = replace(first, totals=tuple((total or 0) + 1 for total in first.totals))
    with pytest.raises(RecordError, match="R54"):
        review_of(replace(record, deals=(wrong, *record.deals[1:])))


# --- who reviews ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "code"),
    [
        ("random", "U638"),
        ("steady", "U638"),
        ("nobody", "U629"),
        ("search:0", "U629"),
        ("search:99999", "U629"),
        ("steady:3", "U629"),
    ],
)
def test_only_who_weighs_can_review(player: str, code: str) -> None:
    record = loaded("foss").start(players=3, seed=3).record()
    with pytest.raises(ArgumentError) as told:
        review_of(record, player)
    assert told.value.code == code


@pytest.mark.parametrize("seed", [-1, 2**64, True, "1"])
def test_a_seed_is_a_number(seed: int) -> None:
    with pytest.raises(ArgumentError, match="seed"):
        review_of(loaded("foss").start(players=3, seed=3).record(), "search:1", seed)


def test_a_review_is_the_same_again_whatever_threads_and_another_with_another_seed() -> None:
    record = played(loaded("foss").start(players=4, seed=3), 2, deals=3).record()
    one = review_of(record, "search:4").to_json()
    with ThreadPoolExecutor(2) as pool:
        for other in pool.map(lambda _: review_of(record, "search:4").to_json(), range(2)):
            assert other == one
    assert review_of(record, "search:4", 1).to_json() != one


def test_it_is_told_how_far_it_is() -> None:
    record = played(loaded("foss").start(players=3, seed=3), 2, deals=3).record()
    told: list[ReviewProgress] = []
    review = clagdsl.review(record, "search:1", progress=told.append)
    assert [one.done for one in told] == list(range(len(review.decisions)))
    assert {one.total for one in told} == {len(review.decisions)}


def test_the_json_of_a_review_keeps_to_its_schema() -> None:
    record = played(loaded("pagat").start(players=4, seed=3), 2, deals=4).record()
    review = review_of(record, "search:2")
    assert clagdsl.review_schema() == review_schema()
    Draft202012Validator(review_schema()).validate(json.loads(json.dumps(review.to_json())))


def test_a_review_that_is_interrupted_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> Review:
        raise KeyboardInterrupt

    path = tmp_path / "deal.toml"
    path.write_text(ONE_DEAL, "utf-8")
    monkeypatch.setattr("clagdsl.cli.review.review_record", interrupted)
    assert main(["review", str(path)]) == 130
    assert capsys.readouterr().err == (
        "interrupted: there are no results before all decisions are weighed\n"
    )
