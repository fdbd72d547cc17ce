"""The gallery of the bundled games: its pages, their links, and the questions that find a game."""

from __future__ import annotations

import importlib.util
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from html import unescape
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import combinations, islice, pairwise
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any
from unittest.mock import Mock

import pytest
from support.axe import faults
from support.browser import Browser
from support.links import broken_links
from support.node import node

import clagdsl
from clagdsl.engine.match_state import PlayedDeal
from clagdsl.explain.diff.compare import ComparedRules, compare, players_text, value_text
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.unparse import condition_text
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.table.seats import bids_by_seat

ROOT = Path(__file__).parent.parent.parent
FILES = {path.stem: path for path in sorted((ROOT / "rules").rglob("*.clag"))}
PROGRAM = ROOT / "benchmarks" / "which_game.py"
LINK = re.compile(r'href="\.\./playground/index\.html(#rules=[\w-]+)"')

OPENED = """
import { textOf } from "%s/web/playground/permalink.js";
import { readFileSync } from "node:fs";
const links = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(await Promise.all(links.map(textOf))));
"""

RANKED = """
import { ranked } from "%s/docs/gallery/ranking.js";
import { readFileSync } from "node:fs";
const { games, answers } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(answers.map((each) => ranked(games, each))));
"""


JUDGED = """
import { judge, readDeals } from "%s/deals.js";
import { readFileSync } from "node:fs";
const { games, texts } = JSON.parse(readFileSync(0, "utf8"));
const verdicts = (deals) => Object.fromEntries(
  Object.entries(games).map(([name, game]) => [name, judge(game, deals)])
);
const judged = texts.map((text) => ({ text, ...readDeals(text) }));
console.log(JSON.stringify(judged.map((each) => ({ ...each, judged: verdicts(each.deals) }))));
"""


def ask_node(program: str, data: object, folder: Path = ROOT) -> Any:
    """What a program in Node makes of data; `%s` in it is the folder of its modules."""
    done = subprocess.run(
        [node(), "--input-type=module", "--eval", program % folder.as_uri()],
        input=json.dumps(data),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def gallery() -> ModuleType:
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        import write_gallery
    finally:
        sys.path.pop(0)
    return write_gallery


COMPARED = ("ascenseur", "owls-and-moles", "pagat", "wizard")
"""The games that are compared with every other one."""


@pytest.fixture(scope="module")
def site(gallery: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The gallery without figures, where two games are compared if one of them is `COMPARED`."""

    def some_pairs(entries: Iterable[Any], size: int) -> Iterator[tuple[Any, ...]]:
        pairs = combinations(entries, size)
        return (pair for pair in pairs if any(entry.name in COMPARED for entry in pair))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(gallery, "combinations", some_pairs)
        return site_in(tmp_path_factory.mktemp("pages"), gallery)


def site_in(folder: Path, gallery: ModuleType) -> Path:
    """Writes the gallery beside a page for the playground and one for the docs."""
    (folder / "playground").mkdir()
    for page in (
        folder / "playground" / "index.html",
        folder / "index.html",
        folder / "variants.html",
    ):
        page.write_text("<p>A page</p>")
    gallery.write_site(folder / "gallery", 0)
    return folder / "gallery"


class Strict(HTMLParser):
    """Notes what the policy of a page would stop, and what it has open at its end."""

    VOID = ("meta", "link", "img", "input", "br", "col")

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.stopped: list[str] = []
        self.open: list[str] = []
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.stopped += [name for name in values if name.startswith("on")]
        if tag == "script" and "src" not in values and values.get("type") != "application/json":
            self.stopped.append("script")
        self.stopped += [str(v) for v in values.values() if str(v).startswith("javascript:")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.stopped.append(f"</{tag}>")


def test_every_link_leads_somewhere(site: Path) -> None:
    assert broken_links(site.parent) == []


def test_no_page_needs_what_its_policy_forbids(gallery: ModuleType, site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 3 * len(FILES) - 5
    for path in pages:
        page = Strict(path)
        assert (page.stopped, page.open) == ([], []), path.name
        assert f'"Content-Security-Policy" content="{gallery.POLICY}"' in path.read_text("utf-8")


def test_the_index_has_every_game_in_its_group(site: Path) -> None:
    _, clag, family, house = (site / "index.html").read_text("utf-8").split("<section")
    for part, folder in ((clag, "rules"), (family, "family"), (house, "house")):
        names = re.findall(r"<code>([^<]+)</code>", part)
        assert names == [name for name, path in FILES.items() if path.parent.name == folder]


def test_the_summary_of_a_game_describes_it_with_its_default_parameters(site: Path) -> None:
    for name in FILES:
        game = clagdsl.load(FILES[name])
        low, high = game.rules.players
        deals = [deal for players in range(low, high + 1) for deal in game.deals(players)]
        cards = players_text((min(each.low for each in deals), max(each.high for each in deals)))
        page = (site / f"{name}.html").read_text("utf-8")
        assert re.search(rf"<p>[^<]* players, [^<]* deals of {cards} cards\. ", page), name


def test_a_page_opens_its_rules_in_the_playground(site: Path) -> None:
    links = {name: LINK.findall((site / f"{name}.html").read_text("utf-8")) for name in FILES}
    # it extends another house variant, which the playground cannot read
    assert links.pop("two-miseres") == []
    assert [len(each) for each in links.values()] == [1] * len(links)
    texts = ask_node(OPENED, [link for (link,) in links.values()])
    assert texts == [FILES[name].read_text("utf-8") for name in links]
    for text in texts:
        if " extends " in text:
            clagdsl.load(text=text)
    with pytest.raises(clagdsl.RulesError, match="misere-with-trumps"):
        clagdsl.load(text=FILES["two-miseres"].read_text("utf-8"))


def test_a_hash_of_rules_leads_to_its_games(site: Path) -> None:
    for name, path in FILES.items():
        digits = rules_hash(clagdsl.load(path).rules).removeprefix("sha256:")[:12]
        assert f'href="../{name}.html"' in (site / "hash" / f"{digits}.html").read_text("utf-8")


def test_the_nearest_relatives_have_the_fewest_differences(site: Path) -> None:
    games = {name: ComparedRules(name, clagdsl.load(path).rules) for name, path in FILES.items()}
    for name in COMPARED:
        page = (site / f"{name}.html").read_text("utf-8")
        shown = re.findall(r"<summary>[^<]*: (\d+) differences?</summary><pre[^>]*>([^<]*)<", page)
        numbers = [
            len(compare(games[name], games[other]).differences) for other in games if other != name
        ]
        assert [int(number) for number, _ in shown] == sorted(numbers)[:3]
        assert all(unescape(text).startswith(f"A  {name}: ") for _, text in shown)


def test_of_relatives_with_as_many_differences_those_with_equal_answers_are_nearer(
    gallery: ModuleType,
) -> None:
    names = ("spades-jokers", "blackout", "spades", "wizard")
    entries = {
        name: gallery.Entry(FILES[name], "", gallery.load_checked(FILES[name])) for name in names
    }
    distances = {"blackout": 2, "spades": 2, "wizard": 1}
    nearest = gallery.nearest_games(entries["spades-jokers"], entries, distances)
    assert nearest == ["wizard", "spades", "blackout"]


def test_differences_are_shown_as_a_whole(site: Path) -> None:
    for name in FILES:
        page = (site / f"{name}.html").read_text("utf-8")
        shown = unescape("".join(re.findall(r"<pre[^>]*>([^<]*)<", page)))
        assert "shows what differs" not in shown, name
        assert "more lines" not in shown, name
        assert "--" not in shown, name


def test_without_figures_a_page_says_so(site: Path) -> None:
    for name in FILES:
        assert "<p>No figures:" in (site / f"{name}.html").read_text("utf-8")


def test_figures_are_measured_once(
    gallery: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "FIGURES", tmp_path / "figures")
    entry, parent = (
        gallery.Entry(FILES[name], "", gallery.load_checked(FILES[name]))
        for name in ("blackout", "oh-hell")
    )
    shown = gallery.balance(entry, parent, 2)
    begins = f"<p>Compared with {parent.title}. 2 sets of packs, 3 players, all steady, seed 0."
    assert shown.startswith(begins)
    for question in ("where you sit", "limit on the last bid cost", "skill", "long does a match"):
        assert re.search(rf"<h3>[^<]*{question}[^<]*</h3><ul><li>[^<]*\d", shown), question
    assert "±" in shown
    monkeypatch.setattr(gallery, "measure", None)
    assert gallery.balance(entry, parent, 2) == shown
    assert gallery.balance(entry, parent, 2, measuring=False) == shown
    unmeasured = gallery.balance(parent, None, 2, measuring=False)
    assert unmeasured == "<p>No figures: this game was not measured.</p>"


def test_the_gallery_names_the_extra_that_figures_need(
    gallery: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("clagdsl.simulation.optional_deps.find_spec", lambda _: None)
    with pytest.raises(SystemExit):
        gallery.main([str(tmp_path / "gallery"), "--figures", "20"])
    message = capsys.readouterr().err
    assert "`--figures` needs NumPy and Numba (the `simulate` extra)" in message
    assert "leave the balance out with `--figures 0`" in message
    assert not (tmp_path / "gallery").exists()


def test_a_gallery_has_a_page_for_each_added_file(
    gallery: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    few = tmp_path / "bundled"
    few.mkdir()
    (few / "pagat.clag").write_bytes(FILES["pagat"].read_bytes())
    monkeypatch.setattr(gallery, "GROUPS", {"Clag": few})
    (tmp_path / "playground").mkdir()
    (tmp_path / "playground" / "index.html").touch()
    texts = {
        "mine": 'clag 2\ngame "Mine" extends pagat\ndrop Misere\n',
        "yours": 'clag 2\ngame "Yours" extends "mine.clag"\ndrop Blind\n',
        "index": 'clag 2\ngame "Index" extends pagat\n',
        "Pagat": 'clag 2\ngame "Pagat" extends pagat\n',
        "two words": 'clag 2\ngame "Two words" extends pagat\n',
        "wrong": 'clag 2\ngame "Wrong" extends pagat\ndrop Nothing\n',
    }
    paths = {name: tmp_path / f"{name}.clag" for name in texts}
    for name, text in texts.items():
        paths[name].write_text(text)
    site = tmp_path / "gallery"
    gallery.main([str(site), str(paths["mine"]), str(paths["yours"]), "--figures", "0"])
    _, clag, added = (site / "index.html").read_text("utf-8").split("<section")
    assert re.findall(r"<code>([^<]+)</code>", clag) == ["pagat"]
    assert re.findall(r"<code>([^<]+)</code>", added) == ["mine", "yours"]
    assert "2 differences from pagat" in added
    opens = [
        name
        for name in texts
        if (page := site / f"{name}.html").exists()
        and name != "index"
        and LINK.search(page.read_text("utf-8"))
    ]
    assert opens == ["mine"], "the playground cannot read the file that the other one extends"
    for name, message in (
        ("index", "rename"),
        ("Pagat", "rename"),
        ("two words", "rename"),
        (
            "wrong",
            "wrong.clag:3:6: C201: the extended file has nothing called `Nothing`",
        ),
    ):
        with pytest.raises(SystemExit):
            gallery.main([str(site), str(paths[name]), "--figures", "0"])
        assert message in capsys.readouterr().err
        assert (site / "mine.html").exists(), "the gallery is as it was"


def test_only_added_files_are_measured_and_an_interruption_leaves_the_pages(
    gallery: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = tmp_path / "bundled"
    few.mkdir()
    (few / "pagat.clag").write_bytes(FILES["pagat"].read_bytes())
    monkeypatch.setattr(gallery, "GROUPS", {"Clag": few})
    monkeypatch.setattr(gallery, "FIGURES", tmp_path / "figures")
    mine = tmp_path / "mine.clag"
    mine.write_text('clag 2\ngame "Mine" extends pagat\ndrop Misere\n')
    measured: list[str] = []

    def measure(entry: Any, packs: int) -> tuple[str, list[object]]:
        measured.append(entry.name)
        return f"{packs} sets", []

    monkeypatch.setattr(gallery, "measure", measure)
    site = tmp_path / "pages" / "gallery"
    gallery.main([str(site), "--figures", "2"])
    assert measured == ["pagat"]
    gallery.main([str(site), str(mine), "--figures", "3"])
    assert measured == ["pagat", "mine"]
    gallery.main([str(site), str(mine), "--figures", "2"])
    assert measured == ["pagat", "mine", "mine"]
    pages = {path: path.read_bytes() for path in site.parent.rglob("*") if path.is_file()}
    assert b"Documentation" not in pages[site / "index.html"], "it is not beside the gallery"

    monkeypatch.setattr(gallery, "measure", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        gallery.main([str(site), "--figures", "4"])
    assert {path: path.read_bytes() for path in site.parent.rglob("*") if path.is_file()} == pages
    (site.parent / "variants.html").touch()
    gallery.main([str(site), "--figures", "0"])
    assert '<a href="../index.html">Documentation</a>' in (site / "index.html").read_text("utf-8")


def true_answers(path: Path, lots: random.Random) -> dict[str, str]:
    """What somebody who plays a game answers, as the rules are at one number of players."""
    game = clagdsl.load(path)
    players = lots.randint(*game.rules.players)
    deals = game.deals(players)
    names = [deal.name for deal in deals]
    ordinary = max(names, key=names.count)
    special = [name for name in names if name != ordinary] + [e.name for e in game.rules.twists]
    deal = lots.choice([each for each in deals if each.name == ordinary and each.high > 3])
    sizes = [each.cards for each in deals]
    signs = "".join(
        "?" if a is None or b is None else "du"[b > a]
        for a, b in pairwise(sizes)
        if a != b or a is None
    )
    words = {"u": "up", "d": "down", "?": "the dealer picks the number of cards"}
    course = [words[sign] for sign in re.sub(r"(.)\1+", r"\1", signs)]
    rules = game.rules.deal(ordinary)
    assert rules is not None
    last, every = rules.aspects.last_bid.alternatives[-1], rules.aspects.each_bid.alternatives[-1]
    texts = [value_text("last_bid", last.value), value_text("each_bid", every.value)]
    texts = [text for text in texts if text != "free"]
    points = []
    for won in (2, 3):  # the second player bids 2, and the others share the rest
        tricks = [deal.high - won, won, *[0] * (players - 2)]
        bids = [tricks[0], 2, *tricks[2:]]
        calls = {"raf": ["Trumps"], "raf-pagat": []}.get(path.stem)
        points.append(game.score(deal.number, bids, tricks, calls=calls, cards=deal.high)[1])
    return {
        "players": lots.choice([str(players), players_text(game.rules.players)]),
        "hands": ", then ".join(course) or "they always have the same number of cards",
        "limit": lots.choice(texts).replace("keeps", "a bid must keep", 1)
        if texts
        else "none (all bids are free)",
        "made": str(points[0]),
        "missed": str(points[1]),
        "trump": value_text("trump", lots.choice(rules.aspects.trump.alternatives).value),
        "special": lots.choice(special) if special else "none",
        "end": "after its last deal"
        if game.rules.ends is None
        else f"when {condition_text(game.rules.ends.condition)}".replace("_", " "),
    }


@pytest.mark.parametrize("seed", range(3))
def test_the_game_that_somebody_plays_ranks_first_or_ties(
    gallery: ModuleType, site: Path, seed: int
) -> None:
    lots = random.Random(seed)
    page = (site / "which.html").read_text("utf-8")
    (data,) = re.findall(r'<script type="application/json" id="games">(.*?)</script>', page)
    games = json.loads(data)["games"]
    assert sorted(each["name"] for each in games) == sorted(FILES)
    answers = [true_answers(path, lots) for path in FILES.values()]
    assert all(len(each) <= 8 for each in answers)
    for name, given, ranking in zip(
        FILES, answers, ask_node(RANKED, {"games": games, "answers": answers}), strict=True
    ):
        agreed = {each["name"]: each["agreed"] for each in ranking}
        assert agreed[name] == ranking[0]["agreed"] == len(given), (name, given)
        for question, answer in given.items():
            if question not in gallery.TYPED:
                fields = re.search(rf'<select name="{question}">(.*?)</select>', page)
                assert fields is not None
                assert f"<option>{answer}</option>" in unescape(fields[1]), answer


@pytest.mark.long
def test_descriptions_lead_to_their_nearest_relatives(gallery: ModuleType, tmp_path: Path) -> None:
    """Of 50 games that somebody described before there were questions, so many are found."""
    site = site_in(tmp_path, gallery)
    spec = importlib.util.spec_from_file_location("which_game", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    places = program.places(site, node())
    assert sorted(places) == sorted(path.stem for path in PROGRAM.parent.glob("descriptions/*"))
    assert sum(place == 1 for place in places.values()) >= 45
    assert sum(place <= 3 for place in places.values()) >= 49


def ranking_of(answers: dict[str, str], *, alike: str = "") -> dict[str, tuple[int, float]]:
    """Ranks four games, A to D; D resembles a game with the answer `alike`."""
    differences = [[0, 4, 6, 2], [4, 0, 2, 5], [6, 2, 0, 8], [2, 5, 8, 0]]
    given = ["one up", "two down", "two down", "two up"]
    games = [
        {
            "name": name,
            "differences": numbers,
            "answers": dict(zip(("end", "hands"), ([each] for each in words.split()), strict=True)),
            "resembles": [alike] if name == "D" else [],
        }
        for name, numbers, words in zip("ABCD", differences, given, strict=True)
    ]
    (ranking,) = ask_node(RANKED, {"games": games, "answers": [answers]})
    return {each["name"]: (each["agreed"], each["expected"]) for each in ranking}


def test_games_are_ranked_by_the_differences_that_are_expected() -> None:
    ranking = ranking_of({"end": "one", "hands": "down"})
    assert list(ranking) == ["B", "A", "C", "D"]
    # The answer of one game in four is two bits, of two games one bit: the weights are 3, 2, 2, 1.
    weighted = {"B": 3 * 4 + 2 * 2 + 5, "A": 2 * 4 + 2 * 6 + 2, "C": 3 * 6 + 2 * 2 + 8}
    for name, differences in weighted.items():
        assert ranking[name] == (1, pytest.approx(1 + differences / 8))
    assert ranking["D"] == (0, pytest.approx(2 + (3 * 2 + 2 * 5 + 2 * 8) / 8))


def test_one_wrong_answer_ranks_before_two_and_two_are_compared_by_differences() -> None:
    asked = [f"question {number}" for number in range(4)]
    games = [
        {
            "name": name,
            "differences": numbers,
            "answers": {each: ["yes" if at < agreed else "no"] for at, each in enumerate(asked)},
            "resembles": [],
        }
        for name, agreed, numbers in (
            ("far", 3, [0, 90, 80, 80]),
            ("middle", 2, [90, 0, 9, 9]),
            ("near", 1, [80, 9, 0, 1]),
            ("nearer", 1, [80, 9, 1, 0]),
        )
    ]
    answers = dict.fromkeys(asked, "yes")
    (ranking,) = ask_node(RANKED, {"games": games, "answers": [answers]})
    assert [each["name"] for each in ranking] == ["far", "near", "nearer", "middle"]
    assert ranking[0]["disagrees"] == ["question 3"]
    assert ranking[1]["disagrees"] == ["question 1", "question 2", "question 3"]


PLAYERS = """
import { playersAnswer, ranked } from "%s/docs/gallery/ranking.js";
import { readFileSync } from "node:fs";
const { games, typed } = JSON.parse(readFileSync(0, "utf8"));
const agrees = ({ agreed, answered }) => agreed === answered;
const rank = (players) => ranked(games, { players }).filter(agrees);
const names = (players) => rank(players).map(({ name }) => name);
console.log(JSON.stringify(typed.map((text) => [playersAnswer(text), names(playersAnswer(text))])));
"""


def test_any_number_or_range_of_players_can_be_typed() -> None:
    ranges = {"narrow": (3, 4), "usual": (3, 6), "wide": (2, 7)}
    games = [
        {
            "name": name,
            "differences": [0, 0, 0],
            "answers": {"players": [f"{low} to {high}", *map(str, range(low, high + 1))]},
            "resembles": [],
        }
        for name, (low, high) in ranges.items()
    ]
    expected = {
        "5": ["5", ["usual", "wide"]],
        "3 to 6": ["3 to 6", ["usual"]],
        "5\u20133 players": ["3 to 5", ["usual", "wide"]],
        "from 4 to 4": ["4", ["narrow", "usual", "wide"]],
        "2 to 9": ["2 to 9", []],
        "a few": ["", ["narrow", "usual", "wide"]],
    }
    found = ask_node(PLAYERS, {"games": games, "typed": list(expected)})
    assert dict(zip(expected, found, strict=True)) == expected


def test_a_game_that_is_only_resembled_does_not_agree() -> None:
    ranking = ranking_of({"end": "another", "hands": "up"}, alike="another")
    assert ranking["D"] == (1, pytest.approx(1 + (2 * 2 + 5 + 8) / 8))
    assert ranking["A"] == (1, pytest.approx(1 + (4 + 6 + 4 * 2) / 8))
    assert list(ranking)[:2] == ["D", "A"]


def deals_of(path: Path, lots: random.Random) -> list[PlayedDeal]:
    """Deals of one match by random players, all different in what is played."""
    game = clagdsl.load(path)
    state = game.start(players=lots.randint(*game.rules.players), seed=lots.randrange(2**32))
    while not state.over:
        action = clagdsl.random_action(state)
        assert action is not None
        state = state.apply(action)
    by_name = {each.dealing.scheduled.name: each for each in state.history if each.tricks}
    return list(by_name.values())


def written(deal: PlayedDeal, form: str) -> str:
    """A deal as somebody writes it, a line for each player."""
    bids = bids_by_seat(deal.dealing)
    return "\n".join(
        form.format(
            name=f"Player {seat}",
            bid="-" if bids[seat] is None else bids[seat],
            tricks=sum(trick.winner == seat for trick in deal.tricks),
            points=result.score,
        )
        for seat, result in enumerate(deal.results)
    )


FORMS = (
    "{name} bid {bid} took {tricks} scored {points}",
    "{name} bid {bid}: {tricks} tricks, {points} points",
    "{name}\t{bid}\t{tricks}\t{points}",
)


def is_hidden(deal: PlayedDeal, path: Path) -> bool:
    """Whether the points depend on more than bids and tricks: on cards, or on earlier deals."""
    read = variables(deal.dealing.rules.score)
    return bool(read & {"points", *(each.name for each in clagdsl.load(path).rules.past)})


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.long)])
def test_the_game_of_a_pasted_deal_is_always_listed(site: Path, step: int) -> None:
    lots = random.Random(51)
    played = islice(FILES.items(), 0, None, step)
    drawn = [(name, deal) for name, path in played for deal in deals_of(path, lots)]
    drawn = lots.sample(drawn, min(100, len(drawn)))
    games = json.loads((site / "games.json").read_text("utf-8"))
    texts = [written(deal, FORMS[number % 3]) for number, (_, deal) in enumerate(drawn)]
    others = 0
    answers = ask_node(JUDGED, {"games": games, "texts": texts}, site)
    for (name, deal), answer in zip(drawn, answers, strict=True):
        assert answer["unread"] == []
        found = answer["judged"][name]
        possible = ("yes", "perhaps") if is_hidden(deal, FILES[name]) else ("yes",)
        assert found["gives"] in possible, (name, answer)
        assert found["parameters"] == {}
        others += sum(each["gives"] == "no" for each in answer["judged"].values())
    assert others > len(drawn) * len(FILES) / 2, "most games give other points"


def test_parameters_that_a_deal_needs_are_named(site: Path) -> None:
    games = json.loads((site / "games.json").read_text("utf-8"))
    text = "Bid\tWon\tPts\n2\t2\t40\n1\t0\t\u221210\n0\t1\t-10\n\n1 1 30\n1 0 -10\n0 0 20\nDeal 3\n"
    [answer] = ask_node(JUDGED, {"games": games, "texts": [text]}, site)
    assert answer["deals"] == [
        {"bids": [2, 1, 0], "tricks": [2, 0, 1], "points": [40, -10, -10]},
        {"bids": [1, 1, 0], "tricks": [1, 0, 0], "points": [30, -10, 20]},
    ]
    assert answer["unread"] == ["Deal 3"]
    fits = {name for name, found in answer["judged"].items() if found["gives"] == "yes"}
    assert fits == {"wizard"}
    text = "a bid 0 took 0 scored 10\nb bid 2 took 2 scored 20\nc bid 1 took 0 scored 0"
    [answer] = ask_node(JUDGED, {"games": games, "texts": [text]}, site)
    expected = {"gives": "yes", "parameters": {"tenfold": True}, "as": ["normal"]}
    assert answer["judged"]["kachuful"] == expected


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


ANSWER = """(() => {
  const form = document.getElementById("questions");
  Object.entries(%s).forEach(([name, value]) => { form[name].value = value; });
  form.dispatchEvent(new Event("input"));
  return document.getElementById("ranking").innerText;
})()"""

SHOWN = 'document.getElementById("ranking").innerText'

PASTE = """(() => {
  const field = document.getElementById("deals");
  field.value = %s;
  field.dispatchEvent(new Event("change"));
})()"""

SEARCH = """(() => {
  const field = document.getElementById("search");
  field.value = %s;
  field.dispatchEvent(new Event("input"));
  const shown = [...document.querySelectorAll(".games > li")].filter((item) => !item.hidden);
  return shown.map((item) => item.querySelector("code").textContent);
})()"""


@pytest.mark.browser
def test_the_pages_answer_in_a_browser(site: Path, browser: Browser) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site.parent))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        for width in (390, 1100):
            browser.screen(width)
            for name in ("index", "which", "pagat"):
                browser.open(f"http://127.0.0.1:{server.server_port}/gallery/{name}.html")
                assert faults(browser) == [], name
                assert browser.run("document.documentElement.scrollWidth <= innerWidth"), name
                if name == "index":
                    assert browser.run(SEARCH % '"WIZARD jester"') == ["wizard"]
                elif name == "which":
                    assert browser.run(ANSWER % "{}") == ""
                    first, second, third, *_ = browser.run(
                        ANSWER % '{ hands: "up", made: "40" }'
                    ).split("\n")
                    assert re.fullmatch("Wizard agrees with 2 of 2; expect about .+", first)
                    assert second.startswith("Oh Hell, Owls and Moles agrees with 2 of 2;")
                    assert " agrees with 1 of 2, not on the score of 2 tricks; expect" in third
                    browser.run(PASTE % json.dumps("Ann 2 2 40\nBob 1 0 -10\nCy 0 1 -10"))
                    wanted = r"/Wizard agrees with 3 of 3; .*; gives these points \(normal\)/"
                    browser.until(f"{wanted}.test({SHOWN})")
                    assert "Owls and Moles" not in browser.run(SHOWN), "it has other points"
    finally:
        server.shutdown()
        server.server_close()
