"""`balance --search`: house rules that nothing beats, measured with packs of another seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster
from support.balance_by_hand import play_by_hand

import clagdsl
from clagdsl.cli.main import main
from clagdsl.simulation.balancing import rule_search
from clagdsl.simulation.balancing.rule_search import (
    SearchRequest,
    SearchResult,
    beats,
    best_places,
    objectives,
    rounds,
    search_rules,
    unbeaten_places,
)
from clagdsl.simulation.balancing.rule_search_text import house_lines, search_lines
from clagdsl.simulation.balancing.rule_space import Candidate, candidates, read_rule_space
from clagdsl.simulation.runs.progress import Progress, Watch
from clagdsl.simulation.runs.request import RulesSource

GAME = """clag 2
game "Small"
players 3 to 5
pack 7 8 9 10 J Q K A
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise tricks
deal Misere is normal with bid fixed 0 score 5 when tricks = 0, otherwise -3 * tricks
schedule 1 up to 3 cards: normal then 2 cards: Misere
winner highest total, then shared
"""
SPACE = """[vary]
limit = ["change normal last bid free", "change normal last bid keeps bids > cards + 99"]
bonus = "change normal score {5 to 15 by 5} + tricks when made, otherwise tricks"
misere = "drop Misere"
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(rule_search, "FIRST_PACKS", 2)
    monkeypatch.setattr(rule_search, "FINALISTS", 3)
    (tmp_path / "small.clag").write_text(GAME, encoding="utf-8")
    (tmp_path / "space.toml").write_text(SPACE, encoding="utf-8")
    return tmp_path


def searched(watch: Watch | None = None, **settings: object) -> SearchResult | None:
    request = SearchRequest(RulesSource("small.clag"), "space.toml", packs=6)
    for name, value in settings.items():
        object.__setattr__(request, name, value)
    return search_rules(request, Watch() if watch is None else watch)


def found(**settings: object) -> SearchResult:
    result = searched(**settings)  # type: ignore[arg-type]
    assert result is not None
    return result


# --- the space ----------------------------------------------------------------------------


def test_ranges_stand_for_a_change_with_each_number() -> None:
    space = read_rule_space("space.toml")
    assert space["bonus"] == tuple(
        f"change normal score {bonus} + tricks when made, otherwise tricks" for bonus in (5, 10, 15)
    )
    assert len(space["limit"]) == 2
    Path("space.toml").write_text('[vary]\na = "x {1 to 2} y {0 to 1} z"\n')
    assert read_rule_space("space.toml")["a"] == (
        "x 1 y 0 z",
        "x 1 y 1 z",
        "x 2 y 0 z",
        "x 2 y 1 z",
    )


def test_candidates_change_each_thing_at_most_once_and_few_things() -> None:
    space = read_rule_space("space.toml")
    every = candidates(space, 3, 1000, 0)
    assert len(every) == len(set(every)) == (2 + 3 + 1) + (6 + 2 + 3) + 6
    assert max(len(each.changes) for each in every) == 3
    assert [len(each.changes) for each in every] == sorted(len(each.changes) for each in every)
    assert all(len(dict(each.changes)) == len(each.changes) for each in every)
    few = candidates(space, 3, 10, 0)
    assert len(few) == len(set(few)) == 10
    assert set(few) <= set(every)
    assert few[:6] == every[:6], "all single changes come first"
    assert few == candidates(space, 3, 10, 0)
    assert few != candidates(space, 3, 10, 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "vary = 3",
        "[vary]",
        "[vary]\na = 3",
        "[vary]\na = []",
        '[vary]\na = ["drop Misere", 3]',
        '[vary]\na = " "',
        '[vary]\na = "x {5 to 1} y"',
        '[vary]\na = "x {1 to 3 by 0} y"',
        '[vary]\na = "x {1 to 999999} y"',
        '[vary]\na = "x {1 to} y"',
        '[vary]\na = "x"\n[more]\nb = 1',
        "[vary\n",
        "[vary]\n" + "\n".join(f'a{number} = "x"' for number in range(31)),
        "#" * 70_000,
        "[vary]\na = " + "[" * 5000,
        '[vary]\nscore = "change normal score nonsense"',
    ],
)
def test_a_wrong_file_is_refused_with_a_code_and_leaves_nothing(
    text: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("space.toml").write_text(text)
    arguments = ["balance", "small.clag", "--search", "space.toml", "-o", "new", "--save", "s.json"]
    assert main(arguments) == 2
    assert "U628" in capsys.readouterr().err
    assert not (folder / "s.json").exists()
    assert not (folder / "new").exists()
    assert main(["balance", "small.clag", "--search", "missing.toml"]) == 2
    assert "U628" in capsys.readouterr().err


# --- what is better -----------------------------------------------------------------------


def test_rules_beat_others_if_they_are_better_in_a_respect_and_in_none_worse() -> None:
    assert beats((1, 2), (1, 3))
    assert not beats((1, 2), (1, 2))
    assert not beats((1, 2), (0, 3))


def test_the_best_of_each_respect_and_the_least_beaten_stay() -> None:
    measured = [(5, 5), (1, 9), (9, 1), (4, 4), (6, 6)]
    assert best_places(measured, 3) == [1, 2, 3]
    assert best_places(measured, 2) == [1, 2]
    assert best_places(measured, 9) == [0, 1, 2, 3, 4]


def test_rules_that_others_or_the_game_beat_are_left_out() -> None:
    measured = [(1, 5), (2, 4), (2, 6), (4, 3)]
    assert unbeaten_places(measured, (9, 9)) == [3, 1, 0]
    assert unbeaten_places(measured, (3, 3)) == [1, 0]
    assert unbeaten_places(measured, (0, 0)) == []


def test_rounds_halve_the_rules_and_double_the_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_search, "FIRST_PACKS", 32)
    monkeypatch.setattr(rule_search, "FINALISTS", 8)
    assert list(rounds(100)) == [(100, 32), (50, 64), (25, 128), (13, 256)]
    assert list(rounds(8)) == []


# --- the search ---------------------------------------------------------------------------


def test_found_rules_are_not_beaten_and_none_plays_like_the_game() -> None:
    result = found()
    assert result.tried == 23
    assert len(result.refused) == 8, "no bid meets the second limit"
    assert {each.changes["limit"] for each in result.refused} == {
        "change normal last bid keeps bids > cards + 99"
    }
    alone = " ".join(line for line in search_lines(result))
    assert alone.count("refused alone: ") == 1
    assert "cards + 99: P" in alone
    code = result.refused[0].code
    assert f"Most frequent reasons for a refusal: {code} (8)." in alone
    assert result.same == 4, "a bonus of 10 changes nothing"
    assert result.played == 11
    assert 1 <= len(result.found) <= result.measured == 3
    measured = [objectives(each.figures, len(each.candidate.changes)) for each in result.found]
    rivals = [*measured, objectives(result.parent, 0)]
    assert not any(beats(one, other) for one in rivals for other in measured)
    assert "Not beaten by any other" in " ".join(search_lines(result))


def test_a_change_that_is_not_clag_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    Path("space.toml").write_text(SPACE + 'wrong = "change normal scoer 5"\n')
    assert main(["balance", "small.clag", "--search", "space.toml", "-n", "6"]) == 2
    error = capsys.readouterr().err
    assert "`wrong` has the change `change normal scoer 5`: S" in " ".join(error.split())


def test_a_change_that_needs_another_one_is_tried_with_it() -> None:
    Path("space.toml").write_text(
        '[vary]\nkind = "deal Last is normal with trump none"\n'
        'row = "change schedule 1 up to 3 cards: normal then 2 cards: Misere then 1 card: Last"\n'
    )
    result = found()
    assert [[*each.changes] for each in result.refused] == [["kind"], ["row"]]
    assert result.played == 1


def test_reported_figures_are_from_the_next_seed_beside_the_game() -> None:
    """The figures are those of `balance` with the packs of the next seed."""
    result = found(seed=4)
    for number, house in enumerate(result.found, 1):
        Path("house.clag").write_text(house.candidate.text("House", "./small.clag"))
        wanted = clagdsl.balance("house.clag", 6, seed=5).figures
        assert house.figures.fairness == wanted.fairness
        if wanted.limit is None:
            assert house.figures.cost is not None
            assert house.figures.cost.here.value == 0
        else:
            assert house.figures.cost == wanted.limit.cost_in_match
        text = "\n".join(house_lines(number, house))
        assert all(change in text for _, change in house.candidate.changes)


def test_lead_changes_and_length_are_those_of_the_interpreter() -> None:
    result = found()
    changes = cards = late = whole = 0.0
    for turn in range(3):
        for match in range(6):
            played = play_by_hand(clagdsl.load("small.clag"), 1, match, turn, players=3)
            totals, last = [0, 0, 0], None
            for points in played.points:
                totals = [old + new for old, new in zip(totals, points, strict=True)]
                leaders = [seat for seat in range(3) if totals[seat] == max(totals)]
                if len(leaders) == 1:
                    changes += last is not None and leaders != last
                    last = leaders
            cards += sum(kind == "play" for kind, _ in played.decisions)
            rest = [total - sum(totals) / 3 for total in totals]
            parts = [
                sum(a * b for a, b in zip(points, rest, strict=True)) for points in played.points
            ]
            late, whole = late + parts[3], whole + sum(parts)
    assert result.parent.lead_changes.here.value == pytest.approx(changes / 18)
    assert result.parent.cards.here.value == pytest.approx(cards / 18)
    assert result.parent.late is not None
    assert result.parent.late.here.value == pytest.approx(late / whole)


def test_without_a_limit_the_last_bid_costs_nothing() -> None:
    Path("space.toml").write_text('[vary]\nlimit = "change normal last bid free"\n')
    result = found(packs=30)
    costs = {len(each.candidate.changes): each.figures.cost for each in result.found}
    cost = costs[1]
    assert cost is not None
    assert cost.here.value == 0
    assert cost.other is not None
    assert cost.more is not None
    assert cost.more.value == -cost.other.value != 0


def test_from_pagat_it_finds_a_game_with_a_cheap_last_bid_within_three_changes() -> None:
    Path("space.toml").write_text(
        "[vary]\n"
        'limit = ["change normal last bid keeps bids > cards",'
        ' "change normal last bid keeps bids != cards when cards > 5, otherwise free"]\n'
        'bonus = "change normal score {5 to 15 by 5} + tricks when made, otherwise tricks"\n'
        "highest = 'drop \"Highest Number\"'\n"
    )
    result = found(rules=RulesSource("pagat"), packs=60)
    cheap = [
        each
        for each in result.found
        if each.figures.cost is not None and abs(each.figures.cost.here.value) < 1
    ]
    assert cheap
    assert all(len(each.candidate.changes) <= 3 for each in cheap)
    assert result.parent.cost is not None
    assert result.parent.cost.here.value > 10


@pytest.mark.parametrize("threads", [1, 3])
def test_a_stopped_search_goes_on_and_finds_the_same(threads: int) -> None:
    whole = found(threads=threads)
    done: list[int] = []
    tasks: list[object] = []
    original = rule_search.SearchTask.run

    def run(self: rule_search.SearchTask, *arguments: object) -> object:
        tasks.append(self)
        return original(self, *arguments)  # type: ignore[arg-type]

    def progress(step: Progress) -> None:
        done.append(step.done)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rule_search.SearchTask, "run", run)
        stopping = Watch(progress, stopped=lambda: len(tasks) > 5)
        assert searched(stopping, save="s.json", threads=threads) is None
        kept = len(json.loads(Path("s.json").read_text())["figures"])
        assert 0 < kept < 11
        tasks.clear()
        resumed = found(save="s.json", threads=threads)
        assert len(tasks) + kept == 11 + 6 + 3 + 1
    assert resumed.found == whole.found
    assert resumed.parent == whole.parent


@pytest.mark.parametrize(
    "spoil",
    [
        lambda document: document.update(players=4),
        lambda document: document.update(program="x"),
        lambda document: document.update(figures=3),
        lambda document: document["figures"].update(x=3),
        lambda document: document["figures"].update(x={}),
        lambda document: next(iter(document["figures"].values()))["cards"]["here"].update(
            value="3"
        ),
        lambda document: next(iter(document["figures"].values()))["cards"]["here"].update(
            low=1e999
        ),
    ],
)
def test_a_spoilt_file_is_refused_and_stays(spoil, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    found(save="s.json")
    document = json.loads(Path("s.json").read_text())
    spoil(document)
    text = json.dumps(document)
    Path("s.json").write_text(text)
    assert main(["balance", "small.clag", "--search", "space.toml", "--save", "s.json"]) == 2
    assert "U642" in capsys.readouterr().err
    assert Path("s.json").read_text() == text


def test_another_file_is_not_replaced() -> None:
    assert main(["balance", "small.clag", "--search", "space.toml", "--save", "small.clag"]) == 2
    assert Path("small.clag").read_text() == GAME
    Path("mine.txt").write_text("mine")
    assert main(["balance", "small.clag", "--search", "space.toml", "--save", "mine.txt"]) == 2
    assert Path("mine.txt").read_text() == "mine"


def test_the_command_writes_each_game_and_its_sheet(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["balance", "small.clag", "--search", "space.toml", "-n", "6", "-o", "new/found"]
    assert main(arguments) == 2, "there is no folder `new`"
    (folder / "new").mkdir()
    assert main(arguments) == 0
    out = capsys.readouterr().out
    names = sorted(path.name for path in Path("new/found").iterdir())
    games = [name for name in names if name.endswith(".clag")]
    assert names == sorted(
        f"{number}.{kind}" for number in range(1, len(games) + 1) for kind in ("clag", "html")
    )
    for number, name in enumerate(games, 1):
        assert f"\n{number}. " in out
        assert main(["check", f"new/found/{name}"]) == 0
    capsys.readouterr()
    assert [path.name for path in Path("new").iterdir()] == ["found"]
    assert main(arguments) == 2, "the folder exists"
    assert main([*arguments[:-2], "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert len(document["found"]) == len(document["differences"]) == len(games)
    assert all(not each["same"] for each in document["differences"])
    assert len(document["refused"]) == 8
    assert all(set(each) == {"changes", "code", "message"} for each in document["refused"])


@pytest.mark.parametrize(
    "options",
    [
        ["--changes", "2"],
        ["--save", "s.json"],
        ["--cluster", "tcp://localhost:1"],
        ["--search", "space.toml", "--against", "foss"],
        ["--search", "space.toml", "--player", "random"],
        ["--search", "space.toml", "--changes", "0"],
        ["--search", "space.toml", "-n", "1"],
        ["--search", "space.toml", "--seed", str(2**64 - 1)],
    ],
)
def test_options_that_mean_nothing_are_refused(options: list[str]) -> None:
    assert main(["balance", "small.clag", *options]) == 2
    assert not Path("s.json").exists()


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=":0", protocol="tcp"
    ) as made:
        yield made


def test_a_cluster_finds_the_same(cluster: LocalCluster) -> None:
    assert found(cluster=cluster.scheduler_address).found == found().found


def test_rules_are_written_as_a_file_that_extends_the_game() -> None:
    candidate = Candidate((("limit", "change normal last bid free"), ("misere", "drop Misere")))
    assert candidate.text("House", "pagat") == (
        'clag 2\ngame "House" extends "pagat"\nchange normal last bid free\ndrop Misere\n'
    )
