"""What `clagdsl balance` tells is what matches by the interpreter come to, reckoned by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, cast

import jsonschema
import numpy as np
import pytest
from support.balance_by_hand import (
    PlayedByHand,
    mean_within,
    play_by_hand,
    ratio_within,
)
from support.exact_estimates import is_wilson

import clagdsl
from clagdsl.cli.main import main
from clagdsl.engine.state import State
from clagdsl.lang.philox import shuffled
from clagdsl.simulation.balancing import balance_run
from clagdsl.simulation.balancing.balance_figures import Figure, mean, ratio
from clagdsl.simulation.balancing.balance_report import Balance, BalanceFigure, Interval95
from clagdsl.simulation.balancing.duplicate_play import turned_packs
from clagdsl.simulation.batch import action_space
from clagdsl.simulation.batch.vector_env import prepare_game
from clagdsl.simulation.lowering.layout import deck_by_number
from clagdsl.simulation.stats.confidence import Estimate

ROOT = Path(__file__).parent.parent.parent
RULES = """clag 2
game "Small" {extends}
players 3 to 5
pack {pack}
deal normal
  trump {trump}
  bid {bid}
  {limit}
  score {score}
  {completed}
{more}
schedule {schedule}
winner {winner}
"""
LIMIT = "last bid keeps bids != cards"
USUAL = {
    "extends": "",
    "pack": "7 8 9 10 J Q K A",
    "trump": "turned",
    "bid": "in turn",
    "limit": LIMIT,
    "score": "10 + tricks when made, otherwise tricks",
    "completed": "",
    "schedule": "1 up to 3 cards: normal then 2 cards: Misere",
    "winner": "highest total, then shared",
}
MISERE = "deal Misere is normal with bid fixed 0 score 5 when tricks = 0, otherwise -3 * tricks"
PACKS = 5
SEED = 11


def rules(**changed: str) -> str:
    whole = {**USUAL, **changed}
    return RULES.format(**whole, more=MISERE if "Misere" in whole["schedule"] else "")


def game(**changed: str) -> clagdsl.PlayableGame:
    return clagdsl.load(text=rules(**changed))


@cache
def played(turn: int, match: int, limit: str = LIMIT) -> PlayedByHand:
    return play_by_hand(game(limit=limit), SEED, match, turn)


@cache
def usual() -> Balance:
    return clagdsl.balance(game(), PACKS, seed=SEED).figures


def close(found: Interval95 | BalanceFigure | None, wanted: tuple[float, float]) -> None:
    """A figure is the mean that is wanted, with that interval."""
    assert found is not None
    one = found.here if isinstance(found, BalanceFigure) else found
    assert one.value == pytest.approx(wanted[0], abs=1e-9)
    assert one.low is not None
    assert one.high is not None
    far = pytest.approx(wanted[1], rel=1e-3, abs=1e-9)  # Student's t is told within 0.1 %
    assert (one.value - one.low, one.high - one.value) == (far, far)


def close_share(found: BalanceFigure, wanted: tuple[float, float]) -> None:
    """A share has that interval, or Wilson's where it would go beyond nothing or all."""
    value, within = wanted
    if within <= value <= 1 - within:
        close(found, wanted)
        return
    assert None not in (found.here.low, found.here.high)
    ends = cast("tuple[float, float]", (found.here.low, found.here.high))
    is_wilson(Estimate(found.here.value, None, ends), value, within)


def by_packs(of_match: Callable[[PlayedByHand], float], limit: str = LIMIT) -> list[float]:
    """What the matches with each set of packs come to, over all three turns."""
    return [sum(of_match(played(turn, pack, limit)) for turn in range(3)) for pack in range(PACKS)]


# --- packs --------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [0, 1, 3])
def test_turned_packs_give_every_hand_to_another_place(turn: int) -> None:
    table = clagdsl.load("pagat")._table(4)
    packs = turned_packs(table, prepare_game(table).tables, (7 << 32) + 5, 3, 2, turn)
    cards = deck_by_number(table.deck).cards
    for match in (3, 4):
        for deal in table.schedule:
            drawn = shuffled(table.deck, (7 << 32) + 5, match, deal.number)
            found = [cards[each] for each in packs[match - 3, deal.number - 1].tolist()]
            dealt = 4 * deal.low
            for place in range(4):
                there = (place + turn) % 4
                assert found[place:dealt:4] == list(drawn[there:dealt:4])
            assert found[dealt:] == list(drawn[dealt:])


# --- every figure -------------------------------------------------------------------------


def test_seats_are_those_of_the_interpreter() -> None:
    for line in usual().seats:

        def points(one: PlayedByHand, place: int = line.seat) -> float:
            return float(Fraction(one.totals[(one.dealers[0] + 1 + place) % 3], 3))

        def won(one: PlayedByHand, place: int = line.seat) -> float:
            seat = (one.dealers[0] + 1 + place) % 3
            return (seat in one.winners) / len(one.winners) / 3

        close(line.points, mean_within(by_packs(points)))
        close(line.worth, mean_within(by_packs(lambda one: points(one) - sum(one.totals) / 9)))
        close_share(line.won, mean_within(by_packs(won)))
    assert sum(line.worth.here.value for line in usual().seats) == pytest.approx(0, abs=1e-9)
    assert sum(line.won.here.value for line in usual().seats) == pytest.approx(1)


def test_fairness_is_the_spread_between_best_and_worst_seat() -> None:
    shares = [line.won.here.value for line in usual().seats]
    assert usual().fairness.here.value == pytest.approx(max(shares) - min(shares))
    assert usual().fairness.other is None


def limited(one: PlayedByHand) -> list[tuple[list[int], int]]:
    """The points and the dealer of the deals whose last bid is limited: not Misere, the last."""
    return list(zip(one.points[:3], one.dealers[:3], strict=True))


def dealers_points(one: PlayedByHand) -> float:
    return sum(points[dealer] for points, dealer in limited(one))


def others_points(one: PlayedByHand) -> float:
    return sum(sum(points) - points[dealer] for points, dealer in limited(one)) / 2


def test_the_limit_costs_what_the_same_packs_without_it_bring_more() -> None:
    limit = usual().limit
    assert limit is not None
    assert limit.dealer
    close(limit.deals, (3, 0))
    deals = [9.0] * PACKS
    for found, points in ((limit.last, dealers_points), (limit.others, others_points)):
        close(found.points, ratio_within(by_packs(points), deals))
    free_last, free_others = limit.free_last, limit.free_others
    assert free_last is not None
    assert free_others is not None
    # rules in which the limit is not said at all
    for found, points in ((free_last, dealers_points), (free_others, others_points)):
        close(found.points, ratio_within(by_packs(points, ""), deals))
    for cost, points in ((limit.cost, dealers_points), (limit.cost_of_others, others_points)):
        with_it, without = by_packs(points), by_packs(points, "")
        lost = [(free - bound) / 9 for free, bound in zip(without, with_it, strict=True)]
        close(cost, mean_within(lost))
    assert limit.cost is not None
    assert limit.cost.here.value != 0
    # three deals have the limit, and each set of packs is played three times
    both = zip(by_packs(dealers_points, ""), by_packs(dealers_points), strict=True)
    close(limit.cost_in_match, mean_within([(free - bound) / 3 for free, bound in both]))
    assert [line.cards for line in limit.costs] == [1, 2, 3]
    for line in limit.costs:  # one deal each, the last of Misere has no limit

        def in_deal(one: PlayedByHand, place: int = line.cards - 1) -> float:
            return one.points[place][one.dealers[place]]

        both = zip(by_packs(in_deal, ""), by_packs(in_deal), strict=True)
        close(line.cost, mean_within([(free - bound) / 3 for free, bound in both]))

    def apart(one: PlayedByHand) -> float:
        return (dealers_points(one) - others_points(one)) / 9

    close(limit.apart, mean_within(by_packs(apart)))
    close(limit.free_apart, mean_within(by_packs(apart, "")))


def test_who_makes_a_contract_scores_ten_more() -> None:
    limit = usual().limit
    assert limit is not None
    assert limit.last.made is not None

    def made(one: PlayedByHand) -> float:
        return sum(points[dealer] >= 10 for points, dealer in limited(one))

    close(limit.last.made, ratio_within(by_packs(made), [9.0] * PACKS))


def test_deals_decide_their_shares_of_how_far_totals_lie_apart() -> None:
    def apart(figures: Sequence[int]) -> list[float]:
        return [each - sum(figures) / 3 for each in figures]

    def decided(one: PlayedByHand, deals: Sequence[int]) -> float:
        whole = apart(one.totals)
        return sum(
            gained * total
            for deal in deals
            for gained, total in zip(apart(one.points[deal]), whole, strict=True)
        )

    whole = by_packs(lambda one: decided(one, range(4)))
    for place, line in enumerate(usual().deals):

        def spread(one: PlayedByHand, deal: int = place) -> float:
            return float(Fraction(max(one.points[deal]) - min(one.points[deal]), 3))

        part = by_packs(lambda one, deal=place: decided(one, [deal]))  # type: ignore[misc]
        close(line.decides, ratio_within(part, whole))
        close(line.spread, mean_within(by_packs(spread)))
    kinds = {line.name: line for line in usual().kinds}
    part = by_packs(lambda one: decided(one, [0, 1, 2]))
    value, within = ratio_within(part, whole)
    close(kinds["normal"].decides, (value, within))
    close(kinds["normal"].each, (4 / 3 * value, 4 / 3 * within))
    shares = [line.decides.here.value for line in usual().kinds if line.decides is not None]
    assert sum(shares) == pytest.approx(1)
    assert [line.deals for line in usual().kinds] == [3, 1]


def test_a_better_player_gains_what_the_interpreter_says() -> None:
    def by(name: str) -> Callable[[State], clagdsl.Action | None]:
        return lambda state: clagdsl.decide(state, name)

    def match_of(pack: int, names: Sequence[str]) -> State:
        state = game().start(seed=SEED, match=pack)
        while not state.over:
            assert isinstance(state.actor, int)
            action = by(names[state.actor])(state)
            assert action is not None
            state = state.apply(action)
        return state

    assert [(line.better, line.worse) for line in usual().skill] == [
        ("search:16", "steady"),
        ("steady", "random"),
    ]
    for line in usual().skill:
        gained, won = [], []
        for pack in range(line.packs):
            alike = match_of(pack, [line.worse] * 3)
            better = []
            for seat in range(3):
                names = [line.worse] * 3
                names[seat] = line.better
                better.append(match_of(pack, names))
            gained.append(
                sum(one.totals[seat] - alike.totals[seat] for seat, one in enumerate(better)) / 3
            )
            won.append(
                sum((seat in one.winners) / len(one.winners) for seat, one in enumerate(better)) / 3
            )
        close(line.points, mean_within(gained))
        assert line.won.here.value == pytest.approx(sum(won) / len(won))
        assert line.fair == pytest.approx(1 / 3)


def test_decisions_are_those_of_the_interpreter() -> None:
    kinds = {"bids": ("bid",), "cards": ("play",), "all": ("bid", "play")}
    assert {line.name for line in usual().decisions} == set(kinds)
    for line in usual().decisions:
        for found, choice in ((line.made, False), (line.choices, True)):
            counts = [
                float(
                    sum(
                        phase in kinds[line.name] and (chosen or not choice)
                        for phase, chosen in played(0, pack).decisions
                    )
                )
                for pack in range(PACKS)
            ]
            close(found, mean_within(counts))


# --- laws ---------------------------------------------------------------------------------


def test_seats_do_not_differ_where_nothing_hangs_on_them() -> None:
    """One card each and every suit above the next: the highest card wins, whoever leads."""
    even = game(
        trump="order S H D C", bid="fixed 0", limit="", score="tricks", schedule="1 cards: normal",
        completed="completed not counted",
    )  # fmt: skip
    found = clagdsl.balance(even, 6).figures
    assert [line.worth.here for line in found.seats] == [Interval95(0, 0, 0)] * 3
    assert [line.points.here.value for line in found.seats] == pytest.approx([1 / 3] * 3)
    assert found.limit is None
    assert found.kinds[0].decides is not None
    assert found.kinds[0].decides.here == Interval95(1, 1, 1)


def test_a_limit_that_forbids_nothing_costs_nothing() -> None:
    found = clagdsl.balance(game(limit="last bid keeps bids >= 0"), 4).figures.limit
    assert found is not None
    nothing = Interval95(0, 0, 0)
    for each in (found.cost, found.cost_in_match, found.cost_of_others, found.cost_made):
        assert each is not None
        assert each.here == nothing


def test_a_limit_in_more_deals_costs_a_match_more() -> None:
    """A limit in one-card deals alone costs more a deal and less a match than one in all deals."""
    both = clagdsl.balance(
        game(limit="last bid keeps bids != cards when cards = 1, otherwise free"),
        40,
        against=game(),
    ).figures.limit
    assert both is not None
    assert both.cost is not None
    assert both.cost.other is not None
    assert both.cost.here.value > both.cost.other.value
    per_match = both.cost_in_match
    assert per_match is not None
    assert per_match.other is not None
    assert per_match.here.value < per_match.other.value
    assert per_match.here.value == pytest.approx(both.deals.here.value * both.cost.here.value)


def test_games_without_a_limit_have_no_cost() -> None:
    result = clagdsl.balance(game(limit=""), 3)
    assert result.figures.limit is None
    assert "The rules do not limit the last bid" in result.to_text()


def test_another_first_bidder_is_no_dealer() -> None:
    found = clagdsl.balance(game(bid="in turn, dealer first"), 3)
    assert found.figures.limit is not None
    assert not found.figures.limit.dealer
    assert "last bidder" in found.to_text()


def test_rules_beside_themselves_do_not_differ() -> None:
    found = clagdsl.balance(game(), 4, against=game()).figures
    figures = [
        found.fairness,
        *(each for line in found.seats for each in (line.points, line.worth, line.won)),
        *(each for line in found.kinds for each in (line.decides, line.each, line.spread)),
        *(each for line in found.skill for each in (line.points, line.won)),
        *(each for line in found.decisions for each in (line.made, line.choices)),
    ]
    assert found.limit is not None
    figures += [line.cost for line in found.limit.costs]
    figures += [
        found.limit.cost,
        found.limit.cost_in_match,
        found.limit.apart,
        found.limit.last.made,
    ]
    for each in figures:
        assert each is not None
        assert each.more is not None
        assert each.other == each.here
        assert each.more.value == pytest.approx(0, abs=1e-12)
        assert each.more.low == pytest.approx(0, abs=1e-9)


def test_rules_are_compared_pack_by_pack() -> None:
    """Ten points more for everybody in each of four deals: no seat is worth more by that."""
    richer = game(score="20 + tricks when made, otherwise 10 + tricks", schedule="2 cards: normal")
    plain = game(schedule="2 cards: normal")
    found = clagdsl.balance(richer, 6, against=plain).figures
    for line in found.seats:
        assert line.points.more == Interval95(10, 10, 10)
        assert line.worth.more is not None
        assert line.worth.more.value == pytest.approx(0, abs=1e-12)


def test_rules_are_compared_with_those_they_extend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file that is extended is named as seen from the current folder."""
    (tmp_path / "base.clag").write_text(rules(), encoding="utf-8")
    (tmp_path / "houses").mkdir()
    (tmp_path / "houses" / "house.clag").write_text(
        'clag 2\ngame "House" extends "../base.clag"\nchange normal score tricks when made,'
        " otherwise 0\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    found = clagdsl.balance("houses/house.clag", 2).figures
    assert found.against is not None
    assert (found.against.rules, found.against.title) == ("base.clag", "Small")
    alone = clagdsl.balance("base.clag", 2).figures
    assert found.seats[0].points.other == alone.seats[0].points.here


@pytest.mark.parametrize("player", ["steady", "search:2"])
def test_threads_change_nothing(player: str) -> None:
    one, three = (
        clagdsl.balance(game(), 6, seed=3, player=player, threads=threads).to_json()
        for threads in (1, 3)
    )
    assert one == three
    assert one != clagdsl.balance(game(), 6, seed=4, player=player).to_json()


def test_jobs_of_any_size_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance_run, "TOGETHER", 2)
    monkeypatch.setattr(balance_run, "SEARCHED_TOGETHER", 1)
    assert clagdsl.balance(game(), PACKS, seed=SEED).figures == usual()


def test_large_figures_are_exact() -> None:
    generator = np.random.default_rng(1)
    for size in (10, 1 << 20, 1 << 40):
        above = generator.integers(-size, size, 30)
        below = generator.integers(1, 9, 30)
        found = ratio(above, below).estimate()
        assert found is not None
        assert found.within is not None
        wanted = ratio_within(above.tolist(), below.tolist())
        assert (found.value, found.within) == pytest.approx(wanted)
    figure = mean(np.array([1, 2, 6]))
    assert figure.less(figure).estimate() is not None
    assert [scale for *_, scale in Figure(()).less(figure).ratios] == [-1]


def test_a_difference_of_shares_is_at_most_all_and_a_difference_of_those_at_most_twice_that() -> (
    None
):
    first, second = (mean(np.array(each), share=True) for each in ([1, 1], [0, 1]))
    apart = first.less(second)
    for figure, most in ((apart, 1), (apart.less(second.less(first)), 2)):
        found = figure.estimate()
        assert found is not None
        assert found.interval == (-most, most)


# --- what cannot be played ----------------------------------------------------------------


def test_where_nobody_can_search_that_is_told_and_the_rest_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = clagdsl.balance(game(), 3, seed=SEED)
    monkeypatch.setattr(action_space, "MOST_ACTIONS", 20)
    found = clagdsl.balance(game(), 3, seed=SEED)
    assert [line.better for line in found.figures.skill] == ["steady"]
    assert found.figures.decisions == ()
    assert found.figures.game.turns == 1
    text = " ".join(found.to_text().split())
    refusal = "the simulator cannot play these rules: the game has"
    assert f"the searching player cannot play it ({refusal}" in text
    assert "Decisions are not counted in this game." in text
    assert found.figures.skill[0] == whole.figures.skill[1]
    totals = [play_by_hand(game(), SEED, pack).totals[0] for pack in range(3)]
    close(found.figures.seats[0].points, mean_within(totals))
    with pytest.raises(clagdsl.ArgumentError) as error:
        clagdsl.balance(game(), 3, player="search:2")
    assert error.value.code == "U627"


def test_a_limit_that_the_rules_need_is_not_taken_away() -> None:
    """Where the bids come to the cards, their scores would be divided by nothing."""
    needed = game(
        limit="last bid keeps bids != cards",
        score="10 + tricks + 0 * (1 // (bids - cards)) when made, otherwise tricks",
    )
    result = clagdsl.balance(needed, 3)
    assert result.figures.limit is not None
    assert result.figures.limit.cost is None
    assert "does not check without its limit" in result.to_text()


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"n": 1}, "U628"),
        ({"n": 10**9}, "U628"),
        ({"n": True}, "U628"),
        ({"seed": -1}, "U621"),
        ({"threads": 0}, "U628"),
        ({"player": "nobody"}, "U629"),
        ({"players": 9}, "U601"),
        ({"parameters": 3}, "U602"),
        ({"against_parameters": {"x": 1}}, "U643"),
    ],
)
def test_what_cannot_be_is_refused(asked: dict[str, Any], code: str) -> None:
    with pytest.raises(clagdsl.ArgumentError) as error:
        clagdsl.balance(game(), **{"n": 2, **asked})
    assert error.value.code == code


# --- the command --------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.clag").write_text(rules(), encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_command_tells_what_the_function_tells(capsys: pytest.CaptureFixture[str]) -> None:
    result = clagdsl.balance("small.clag", 3, seed=5)
    assert main(["balance", "small.clag", "-n", "3", "--seed", "5", "--threads", "1"]) == 0
    assert capsys.readouterr().out == result.to_text() + "\n"
    assert main(["balance", "small.clag", "-n", "3", "--seed", "5", "--tables"]) == 0
    assert capsys.readouterr().out == result.to_text(tables=True) + "\n"
    assert main(["balance", "small.clag", "-n", "3", "--seed", "5", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document == json.loads(json.dumps(result.to_json()))
    schema = json.loads((ROOT / "docs/reference/balance.schema.json").read_text("utf-8"))
    assert schema == json.loads(json.dumps(clagdsl.balance_schema()))
    jsonschema.Draft202012Validator(schema).validate(document)


def test_wrong_files_are_told_before_anything_is_played(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["balance", "small.clag", "-o", "page.txt"]) == 2
    assert "does not end in .html" in capsys.readouterr().err
    (folder / "mine.html").write_text("<p>mine</p>", encoding="utf-8")
    assert main(["balance", "small.clag", "-o", "mine.html"]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["balance", "nothing.clag"]) == 2
    assert main(["balance", "small.clag", "--set", "x=1"]) == 2
    assert "`x`" in capsys.readouterr().err


def test_what_is_stopped_tells_nothing() -> None:
    from clagdsl.simulation.balancing.balance_request import BalanceRequest
    from clagdsl.simulation.balancing.balance_result import play_balance
    from clagdsl.simulation.runs.progress import Progress, Watch
    from clagdsl.simulation.runs.request import RulesSource

    told: list[Progress] = []
    watch = Watch(told.append, stopped=lambda: True)
    assert play_balance(BalanceRequest(RulesSource("scottish"), packs=2), watch) is None
    assert told[0].done == 0
    assert 0 < told[-1].done < told[-1].most


# --- every bundled game -------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    "path", sorted((ROOT / "rules").rglob("*.clag")), ids=lambda path: str(path.stem)
)
def test_the_laws_hold_in_every_bundled_game(path: Path) -> None:
    result = clagdsl.balance(path, 2)
    found = result.figures
    assert sum(seat.worth.here.value for seat in found.seats) == pytest.approx(0, abs=1e-9)
    assert sum(seat.won.here.value for seat in found.seats) == pytest.approx(1)
    shares = [deal.decides.value for deal in found.deals if deal.decides is not None]
    assert sum(shares) == pytest.approx(1)
    kinds = [kind.decides.here.value for kind in found.kinds if kind.decides is not None]
    assert sum(kinds) == pytest.approx(1)
    assert [line.better for line in found.skill] == ["search:16", "steady"]
    whole, *parts = (line.made.here.value for line in found.decisions)
    assert whole == pytest.approx(sum(parts))
    assert all(line.choices.here.value <= line.made.here.value for line in found.decisions)
    assert (found.against is None) == (clagdsl.load(path).rules.extends is None)
    assert "?" in result.to_text()
    jsonschema.Draft202012Validator(clagdsl.balance_schema()).validate(
        json.loads(json.dumps(result.to_json()))
    )
