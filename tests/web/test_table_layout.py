"""The page of the online table fits every window: nothing is cut off, covered or too small.

The page gets what the server says to a seat at moments of real matches.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from support.axe import faults
from support.browser import Browser
from support.loaded import loaded
from support.samples import every_nth
from support.table_moments import NAMES, first_moment, moments, opened, sent

from clagdsl.api import PlayableGame, load
from clagdsl.engine.view import View
from clagdsl.engine.view_contracts import contracts_in_view
from clagdsl.explain.web_bundle import SERVED_PAGES, WebPage, bundle_styles, program_with_catalogue

LARGE: Final = """clag 2
game "Large"
players 2 to 10
pack all ranks, 5 of each
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  equal cards first wins
  score 10 + bid when made, otherwise 0
schedule 1 up to 20 cards: normal
winner highest total, then shared
"""
SCREENS: Final = [(320, 640), (390, 844), (844, 390), (1280, 800)]
MOMENTS: Final = ("bid", "dealer", "play", "won")
CARDS: Final = (1, 7, 10, 20)

OFFERED: Final = ":is(.ask button, .fan .card):not([aria-disabled=true])"
"""What a player may tap as an answer."""

SHOW: Final = """(([states, isWall]) => {
  const table = Object.assign(document.createElement('div'), { id: 'table' });
  document.getElementById('table').replaceWith(table);
  const options = { act: async () => null, banner: () => '', base: '/t/x', isWall };
  globalThis.shownTable = startTable(table, states[0], options);
  states.slice(1).forEach(shownTable.take);
})(%s)"""

FAULTS: Final = """(([number, strip]) => {
  const faults = [];
  for (const flight of document.getAnimations()) flight.finish();
  const boxOf = (node) => node.getBoundingClientRect();
  const overlap = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const parts = '.bar > *, .seat, .me, .ask, .ask button, .fan .card, .lies .card, .pile, .aside';
  for (const node of document.querySelectorAll(parts)) {
    const box = boxOf(node);
    const below = node.closest('.fan') ? 14 : 0;  // the corners of a fan that is turned
    const isInside = box.left > -9 && box.top > -9 && box.right < innerWidth + 9;
    if (box.width && !(isInside && box.bottom <= innerHeight + below))
      faults.push(`outside: ${node.className} ${node.innerText}`);
  }
  const seats = [...document.querySelectorAll('.seat')];
  const [me, bar, pile] = ['.me', '.bar', '.pile'].map((one) => document.querySelector(one));
  if (me && overlap(boxOf(me), boxOf(bar))) faults.push('the own line is on the bar');
  const deal = document.querySelector('h1 > * > *');
  if (deal.scrollWidth > deal.clientWidth) faults.push(`the deal is cut off: ${deal.innerText}`);
  seats.forEach((seat, place) => {
    if (me && overlap(boxOf(seat), boxOf(me))) faults.push('a seat is on the own line');
    if (pile && overlap(boxOf(seat), boxOf(pile))) faults.push('the last trick is on a seat');
    const score = seat.querySelector('.score');
    const figure = boxOf(score.querySelector('b, .total') ?? score);
    if (figure.right > boxOf(seat).right - 2 || figure.bottom > boxOf(score).bottom + 4)
      faults.push(`cut off: ${score.innerText}`);
    for (const other of seats.slice(place + 1))
      if (overlap(boxOf(seat), boxOf(other))) faults.push('a seat is on another');
  });
  for (const button of document.querySelectorAll('.ask button')) {
    const [width, height] = [button.offsetWidth, button.offsetHeight];
    const isNumber = button.closest('.numbers');
    if (width < (isNumber ? number[0] : 46) || height < (isNumber ? number[1] : 46))
      faults.push(`small: ${button.dataset.key}, ${width} x ${height}`);
    if (button.scrollWidth > button.clientWidth + 1) faults.push(`cut off: ${button.dataset.key}`);
  }
  for (const index of document.querySelectorAll('.lies .index')) {
    const { left, top, width } = boxOf(index);
    const over = document.elementFromPoint(left + width / 2, top + width / 2);
    if (over?.closest('.card') !== index.closest('.card')) faults.push('a corner is covered');
  }
  for (const fan of document.querySelectorAll('.fan')) {
    const [first, second] = fan.children;
    if (second && second.offsetLeft - first.offsetLeft < strip)
      faults.push(`thin: ${second.offsetLeft - first.offsetLeft}`);
    if (first.offsetHeight < 79) faults.push(`low card: ${first.offsetHeight}`);
  }
  if (document.documentElement.scrollHeight > innerHeight) faults.push('the page scrolls');
  return [...new Set(faults)];
})(%s)"""


@cache
def large() -> PlayableGame:
    return load(text=LARGE)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page that draws whatever it is given."""
    program = program_with_catalogue(WebPage("table/table.js", ()))
    path = tmp_path_factory.mktemp("table") / "table.html"
    path.write_text(
        '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">'
        f"<title>A table</title><style>{bundle_styles(SERVED_PAGES['table'])}</style>"
        f'<div id="table"></div><script type="module">{program}'
        "globalThis.startTable = startTable;</script></html>",
        "utf-8",
    )
    return path


@pytest.fixture
def shown(browser: Browser, page: Path) -> Browser:
    browser.open(page)
    browser.until("typeof startTable === 'function'")
    return browser


def show(browser: Browser, *states: dict[str, Any], is_wall: bool = False) -> None:
    browser.run(SHOW % json.dumps([states, is_wall]))


@cache
def states(players: int, cards: int, at: str) -> list[dict[str, Any]]:
    """What seat 0 is sent, the last one being the moment to look at."""
    back = 0 if at == "dealer" else 2 if players > 3 else 1
    names = NAMES[:players]
    table = opened(large(), names, names[(-back - (cards - 1)) % players])
    drawn = random.Random(f"{players} {cards} {at}")

    def fits(view: View) -> bool:
        own, enough = view.actor == 0, sum(view.tricks) >= min(3, cards - 1)
        if at == "play":
            return own and view.deal == cards and view.phase == "play" and enough
        return own and view.deal == cards and view.phase == "bid"

    table = first_moment(table, drawn, fits)
    if at != "won":
        return [sent(table, 0)]
    before = sent(table, 0).get("last")
    for one in moments(table, drawn):
        after = sent(one, 0)
        if after.get("last") != before:
            return [sent(table, 0), after]
    raise AssertionError


def sweep(browser: Browser, sizes: Iterable[tuple[int, int, str]]) -> Iterator[object]:
    for players, cards, at in sizes:
        for width, height in SCREENS:
            browser.screen(width, height)
            show(browser, *states(players, cards, at))
            number = [46, 46] if cards <= 12 else [39, 40]
            for fault in browser.run(FAULTS % json.dumps([number, 26])):
                yield players, cards, at, width, fault


@pytest.mark.browser
def test_a_table_fits_every_window(shown: Browser) -> None:
    sizes = [(2, 20, "bid"), (10, 20, "dealer"), (10, 10, "play"), (7, 10, "bid"), (9, 7, "won")]
    assert list(sweep(shown, sizes)) == []


@pytest.mark.browser
@pytest.mark.long
def test_tables_of_all_sizes_fit_every_window(shown: Browser) -> None:
    assert list(sweep(shown, product(range(2, 11), CARDS, MOMENTS))) == []


@pytest.mark.browser
@pytest.mark.parametrize(
    ("game", "most"),
    every_nth(product(("wizard", "raf", "pagat", "estimation", "rewrite"), (False, True)), 9),
)
def test_every_question_of_a_game_fits_and_shows_no_empty_word(
    shown: Browser, game: str, most: bool
) -> None:
    """Each phase, and each kind of card, in the smallest and the lowest window."""
    playable = loaded(game)
    table = opened(playable, NAMES[: playable.rules.players[most]])
    seen = set()
    for one in moments(table, random.Random(1)):
        now = sent(one, 0)
        legal = now["legal"]
        kind = (
            now["phase"],
            bool(legal),
            now.get("deal_name"),
            "play top" in legal,
            not now["trick"],
        )
        if kind in seen:
            continue
        seen.add(kind)
        for width, height in ((320, 640), (844, 390)):
            shown.screen(width, height)
            show(shown, now)
            assert shown.run(FAULTS % json.dumps([[39, 40], 26])) == [], (kind, width)
        if legal:
            shown.until(f"document.querySelector('{OFFERED}') !== null")
        text = shown.run("document.body.innerText")
        for word in ("undefined", "null", "NaN", "[object"):
            assert word not in text, (kind, text)
    assert len(seen) > 3


@pytest.mark.browser
@pytest.mark.parametrize(
    ("game", "bid", "won", "mark", "hint"),
    [
        ("pagat", 1, 1, "✓", "no more!"),
        ("pagat", 1, 2, "✗", "1 over"),
        ("pagat", 3, 0, "", "3 to win"),
        ("pagat", 9, 0, "✗", "missed"),
        ("call-break", 1, 1, "✓", "made"),
        ("call-break", 1, 3, "✓", "2 over"),
        ("call-break", 8, 1, "", "7 to win"),
    ],
)
def test_a_plate_shows_what_the_rules_say_of_a_contract(
    shown: Browser, game: str, bid: int, won: int, mark: str, hint: str
) -> None:
    table = opened(loaded(game), NAMES[:4])
    table = first_moment(
        table, random.Random(5), lambda view: view.phase == "play" and len(view.hand) in (7, 13)
    )
    view = replace(table.view(0), bids=(bid, bid, 0, 0), tricks=(won, won, 0, 0))
    now = sent(table, 0)
    states = contracts_in_view(view, table.state.table)
    now |= {"bids": list(view.bids), "tricks": list(view.tricks), "contracts": list(states)}
    show(shown, now)
    assert shown.run("document.querySelector('[data-seat=\"1\"] .score').innerText").startswith(
        f"{won}/{bid}{mark}"
    )
    assert hint in shown.run("document.querySelector('.me').innerText").split("\n")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("is_free", "hint"), [(True, "lead any card"), (False, "lead a card that is allowed")]
)
def test_a_lead_says_whether_every_card_is_allowed(
    shown: Browser, is_free: bool, hint: str
) -> None:
    def leads(view: View) -> bool:
        is_lead = view.phase == "play" and view.actor == 0 and not view.trick
        return is_lead and (len(view.legal) == len(view.hand)) is is_free

    table = opened(loaded("spades-jokers"), NAMES[:4])
    show(shown, sent(first_moment(table, random.Random(2), leads), 0))
    assert shown.run("document.querySelector('.me .say').innerText") == f"Your turn\n{hint}"


@pytest.mark.browser
def test_an_open_list_of_what_may_be_said_follows_the_match(shown: Browser) -> None:
    table = opened(loaded("pagat"), NAMES[:4])
    drawn = random.Random(2)
    own = first_moment(table, drawn, lambda view: view.phase == "play" and view.actor == 0)
    show(shown, sent(own, 0))
    shown.run("document.querySelector('[data-key=say]').click()")
    claim = "document.querySelector('dialog [data-key=\"say claim\"]')"
    assert "because a bot plays" in shown.run(f"{claim}.innerText")
    after = first_moment(own, drawn, lambda view: view.actor != 0)
    shown.run(f"shownTable.take({json.dumps(sent(after, 0))})")
    assert shown.run(f"{claim} === null && document.querySelector('dialog').open")


@pytest.mark.browser
@pytest.mark.parametrize("at", ["play", "over"])
def test_a_wall_screen_fits_small_windows(shown: Browser, at: str) -> None:
    table = opened(loaded("pagat"), NAMES[:5])
    drawn = random.Random(2)
    for width, height in (*SCREENS, (1023, 600), (1280, 450), (1920, 1080)):
        one = first_moment(
            table, drawn, lambda view: view.phase == at and (at == "over" or len(view.trick) > 1)
        )
        shown.screen(width, height)
        show(shown, sent(one, None), is_wall=True)
        assert shown.run(FAULTS % "[[46, 46], 26]") == [], (width, height)
    assert shown.run("document.querySelector('.wall') !== null")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("action", "after", "what"),
    [
        ("bid 2", 0, "bid 2"),
        ("play QD", 1, "the queen of diamonds, and 1 action after it"),
        ("play 10H", 12, "the 10 of hearts, and 12 actions after it"),
    ],
)
def test_who_is_to_agree_sees_what_is_taken_back(
    shown: Browser, action: str, after: int, what: str
) -> None:
    (now,) = states(5, 10, "play")
    question = {"about": "undo", "seat": 2, "waits": [0, 1], "action": action, "after": after}
    for width, height in SCREENS:
        shown.screen(width, height)
        show(shown, {**now, "question": question})
        assert shown.run(FAULTS % "[[46, 46], 26]") == [], (width, height)
        said = "document.querySelector('.me .say')"
        asks = f"Maximiliane… asks to take back {what}\ndo you agree?"
        assert shown.run(f"{said}.innerText") == asks
        assert shown.run(f"{said}.scrollHeight <= {said}.clientHeight + 1"), (width, height)


@pytest.mark.browser
@pytest.mark.parametrize("players", [4, 7])
@pytest.mark.parametrize("seat", [0, None])
def test_the_end_says_who_pays_whom_and_what_now(
    shown: Browser, players: int, seat: int | None
) -> None:
    table = opened(loaded("pagat"), NAMES[:players])
    table = first_moment(table, random.Random(2), lambda view: view.phase == "over")
    now = sent(table, seat)
    winners = now["winners"]
    # everybody else owes one
    others = [line for line in range(players) if line not in winners]
    gets = [-1 if line in others else f"{len(others)}/{len(winners)}" for line in range(players)]
    now["payments"] = [str(one) for one in gets]
    for width, height in SCREENS:
        shown.screen(width, height)
        show(shown, now)
        assert shown.run(FAULTS % "[[46, 46], 26]") == [], (width, height)
        keys = "[...document.querySelectorAll('.ask [data-key]')].map((one) => one.dataset.key)"
        assert shown.run(keys) == ["another", "record", "print"]
        text = shown.run("document.querySelector('.ask .payments').innerText")
        assert text.splitlines() == [
            f"{NAMES[line]} pays {NAMES[winners[0]]} 1." for line in others
        ]
        assert faults(shown) == [], width
    shown.screen(1280, 800)
    show(shown, now, is_wall=True)
    assert shown.run("document.querySelector('.ask')") is None
    assert shown.run("document.querySelector('.aside .payments').innerText") == text
    assert shown.run("document.querySelector('.aside .invite')") is None


@pytest.mark.browser
def test_the_menu_offers_what_is_possible(shown: Browser) -> None:
    """A match that is over does not go on, and nobody joins it."""
    table = opened(loaded("pagat"), NAMES[:4])
    over = first_moment(table, random.Random(2), lambda view: view.phase == "over")
    for one, tables in ((table, "this one goes on"), (over, "or begin another match")):
        show(shown, sent(one, None))
        shown.run("document.querySelector('[data-key=menu]').click()")
        entries = shown.run("document.querySelector('dialog .menu').innerText")
        shown.run("document.querySelector('dialog [aria-label=Close]').click()")
        assert entries.endswith(f"All tables\n{tables}")
        assert ("Join with a code" in entries) is (one is table)


@pytest.mark.browser
def test_each_of_many_bids_shows_what_it_scores(shown: Browser) -> None:
    table = opened(loaded("spades-jokers"), NAMES[:4])
    now = sent(first_moment(table, random.Random(2), lambda view: view.actor == 0), 0)
    shown.screen(390, 844)
    show(shown, now)
    made = [f"+{worth['made']}" for worth in now["worth"].values()]
    notes = "[...document.querySelectorAll('.numbers small')].map((note) => note.innerText)"
    assert len(made) > 12
    assert shown.run(notes) == made


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(shown: Browser, dark: bool) -> None:
    for width, height in ((320, 640), (1280, 800)):
        shown.screen(width, height, dark=dark)
        for at in MOMENTS:
            show(shown, *states(5, 7, at))
            assert faults(shown) == [], (width, at)
    for key in ("menu", "last"):
        shown.run(f"document.querySelector('[data-key=\"{key}\"]').click()")
        # axe looks behind dialogs
        shown.run("document.querySelector('main').style.display = 'none'")
        assert faults(shown) == [], key
        shown.run("document.querySelector('dialog [aria-label=Close]').click()")
        shown.run("document.querySelector('main').style.display = ''")
