"""The online table in a real browser: several people, each with cookies of their own, and bots.

People tap where a finger would touch; a tap on something that is covered does not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

import pytest
from support.axe import faults
from support.browser import Browser
from support.loaded import loaded
from support.table_server import QUICK, Phone, new_key, serving
from support.table_taps import IS_OVER, play, tap_something

from clagdsl.lang.resources import all_names

pytestmark = pytest.mark.browser

NAMES: Final = (
    *("Annabel", "Bob", "Cai", "Dorothea-Elisabeth", "Eve"),
    *("Fay", "Gus", "Hanna", "Ivo", "Jo"),
)
TEN: Final = QUICK.replace("3 to 7", "3 to 10").replace("Quick", "Ten")
TURN: Final = "document.querySelector('.me.turn') !== null"
FREE: Final = f"{TURN} && document.querySelector('.guarded') === null"
SAID: Final = "document.querySelector('.say').innerText"
HAND: Final = "[...document.querySelectorAll('.fan .card')].map((one) => one.innerText).join('|')"


@pytest.fixture(scope="module")
def online(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("online")
    files = {name: folder / f"{name}.clag" for name in ("quick", "ten")}
    files["quick"].write_text(QUICK, "utf-8")
    files["ten"].write_text(TEN, "utf-8")
    with serving(folder / "tables.db", *files.values(), pause=0.01) as address:
        yield address


def seated(browser: Browser, online: str, game: str, people: int, bots: int) -> str:
    """A match at which people sit, each in a window with cookies of their own; its address."""
    host = Phone(online)
    browser.faults.clear()
    browser.requested.clear()
    names = {f"name{seat}": name for seat, name in enumerate(NAMES[: people + bots])}
    table = host.play(game, *["person"] * people, *["steady"] * bots, **names)
    for name, code in zip(NAMES, host.codes(table)[:people], strict=False):
        browser.turn_to(name)
        browser.watch()
        browser.screen(390, 844)
        browser.open(f"http://{online}/j/{code}")
        browser.click("form button")
        browser.until(f"location.pathname === '{table}' && document.querySelector('.me') !== null")
    return table


def check_quiet(browser: Browser, online: str) -> None:
    """Nothing came from elsewhere, and no page had an error."""
    assert all(address.startswith(f"http://{online}/") for address in browser.requested)
    assert browser.faults == []


def to_turn(browser: Browser, name: str) -> None:
    browser.turn_to(name)
    browser.until(FREE)


# --- whole matches ----------------------------------------------------------------------------


def test_a_match_is_played_by_taps(browser: Browser, online: str) -> None:
    table = seated(browser, online, "file-quick", 2, 1)
    play(browser, list(NAMES[:2]))
    assert "win" in browser.run("document.querySelector('.result').innerText")
    assert Phone(online).get(f"{table}/record.toml").status == 200
    check_quiet(browser, online)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "people"),
    [("pagat", 4), ("wizard", 3), ("romanian-whist", 3), ("foss", 4), ("call-break", 4)],
)
def test_a_whole_match_of_people(browser: Browser, online: str, game: str, people: int) -> None:
    seated(browser, online, game, people, 0)
    play(browser, list(NAMES[:people]))
    check_quiet(browser, online)


@pytest.mark.long
def test_ten_people_play_a_match(browser: Browser, online: str) -> None:
    seated(browser, online, "file-ten", 10, 0)
    play(browser, list(NAMES))
    check_quiet(browser, online)


@pytest.mark.long
@pytest.mark.parametrize("place", [0, 1], ids=["fewest", "most"])
@pytest.mark.parametrize("game", all_names())
def test_every_game_is_played_by_taps_among_bots(
    browser: Browser, online: str, game: str, place: int
) -> None:
    players = loaded(game).rules.players[place]
    seated(browser, online, game, 1, players - 1)
    play(browser, [NAMES[0]])
    check_quiet(browser, online)


# --- what a tap does --------------------------------------------------------------------------


def test_a_bid_is_shown_at_once_and_taken_back(browser: Browser, online: str) -> None:
    seated(browser, online, "file-quick", 3, 0)
    for name in NAMES[:3]:
        browser.turn_to(name)
        if browser.run(TURN):
            break
    browser.until(FREE)
    browser.click('[data-key="bid 0"]')
    assert browser.run(TURN) is False, "before the server has answered"
    browser.click("[data-key=undo]")
    browser.until(f"{TURN} && {SAID}.startsWith('Your bid')")
    check_quiet(browser, online)


def test_a_card_that_is_not_allowed_says_why(browser: Browser, online: str) -> None:
    seated(browser, online, "call-break", 1, 3)
    while not browser.run("document.querySelector('.fan .dim') !== null"):
        tap_something(browser)
        assert not browser.run(IS_OVER), "all cards were allowed in a whole match"
    before = browser.run(HAND)
    browser.until(FREE)
    browser.click(".fan .dim")
    browser.until("document.querySelector('.toast') !== null")
    reason = browser.run("document.querySelector('.toast').innerText")
    assert "callbreak.xyz" in reason, "with the source of the rule"
    first = "getComputedStyle(document.querySelector('.toast'), '::first-letter').textTransform"
    assert browser.run(first) == "uppercase"
    assert browser.run(HAND) == before
    check_quiet(browser, online)


def test_a_question_that_others_have_changed_takes_no_tap_at_first(
    browser: Browser, online: str
) -> None:
    seated(browser, online, "file-quick", 3, 0)
    first = next(name for name in NAMES[:3] if (browser.turn_to(name), browser.run(TURN))[1])
    after = NAMES[(NAMES.index(first) + 1) % 3]
    browser.turn_to(after)
    browser.run(
        """window.early = new Promise((done) => {
          const look = () => {
            const number = document.querySelector('[data-key="bid 0"]');
            if (!number) return setTimeout(look, 5);
            number.click();
            done(document.querySelector('.me.turn') !== null);
          };
          look();
        }); 0"""
    )
    browser.turn_to(first)
    browser.until(FREE)
    tap_something(browser)
    browser.turn_to(after)
    assert browser.run("window.early") is True, "the tap was not taken"
    browser.until(FREE)
    assert tap_something(browser)
    browser.until(f"!({TURN})")


def test_a_phone_that_comes_back_has_its_cards_and_what_it_missed(
    browser: Browser, online: str
) -> None:
    table = seated(browser, online, "file-quick", 2, 1)
    play(browser, list(NAMES[:2]), 6)
    browser.turn_to("Bob")
    cards = browser.run(HAND)
    browser.open(f"http://{online}{table}")
    browser.until(f"document.querySelector('.me') && {HAND} === {json.dumps(cards)}")
    with browser.offline():
        # what was still on its way takes the banner back once
        lost = "dispatchEvent(new Event('offline')), document.querySelector('.banner') !== null"
        browser.until(lost)
    browser.until("document.querySelector('.banner') === null")
    play(browser, list(NAMES[:2]), 4)


def test_a_bot_gives_the_seat_back(browser: Browser, online: str) -> None:
    table = seated(browser, online, "file-quick", 2, 1)  # the bots wait for the other person
    browser.turn_to(NAMES[0])
    browser.open(f"http://{online}{table}/people")
    browser.click('button[name=policy]:not([value=""])')
    browser.until("document.querySelector('button[name=policy][value=\"\"]') !== null")
    browser.open(f"http://{online}{table}")
    browser.click('[data-key="seat back"]')
    browser.until("document.querySelector('[data-key=\"seat back\"]') === null")
    play(browser, list(NAMES[:2]), 4)
    check_quiet(browser, online)


# --- other screens ----------------------------------------------------------------------------


def test_a_wall_screen_shows_everybody_and_no_hand(browser: Browser, online: str) -> None:
    table = seated(browser, online, "file-quick", 2, 1)
    play(browser, list(NAMES[:2]), 8)
    browser.screen(1280, 800)
    browser.open(f"http://{online}{table}/wall")  # in the window of a player
    browser.until("document.querySelectorAll('.seat').length === 3")
    assert browser.run("document.querySelectorAll('.hand, .ask, .me').length") == 0
    browser.until("document.querySelector('.invite img').naturalWidth > 0")
    assert faults(browser) == []
    browser.screen(390, 844)
    browser.open(f"http://{online}{table}")
    browser.until("document.querySelector('.me') !== null")
    check_quiet(browser, online)


def test_a_watcher_sees_what_everybody_may_see(browser: Browser, online: str) -> None:
    table = seated(browser, online, "file-quick", 2, 1)
    browser.turn_to("a watcher")
    browser.screen(320, 640)
    browser.open(f"http://{online}{table}")
    browser.until("document.querySelectorAll('.seat').length === 3")
    assert browser.run("document.querySelectorAll('.hand, .ask, .me').length") == 0
    assert faults(browser) == []


def test_a_phone_whose_seat_another_one_takes_says_so(browser: Browser, online: str) -> None:
    host = Phone(online)
    table = host.play("file-quick", "person", "person", "steady", name0="Ann", name1="Bob")
    browser.turn_to("Bob")
    browser.screen(390, 844)
    browser.open(f"http://{online}/j/{host.codes(table)[1]}")
    browser.click("form button")
    browser.until("document.querySelector('.me') !== null")
    assert Phone(online).join(host.codes(table)[1]).status == 303
    browser.until("document.querySelector('.toast')?.innerText.includes('another phone') ?? false")


# --- what needs everybody's consent -------------------------------------------------------------

CARD_IS_ASKED: Final = f"{FREE} && document.querySelector('.ask').innerText === ''"


def say(browser: Browser, what: str) -> None:
    """Opens what may be said, until it has this; then says it."""
    entry = f"document.querySelector('dialog [data-key=\"say {what}\"]')"
    browser.until(
        "document.querySelector('dialog [aria-label=Close]')?.click(),"
        f"document.querySelector('[data-key=say]')?.click(), {entry} !== null"
    )
    browser.run(f"{entry}.click()")


def press(browser: Browser, name: str, key: str) -> None:
    browser.turn_to(name)
    button = f"document.querySelector('[data-key=\"{key}\"]')"
    browser.until(f"{button} !== null && document.querySelector('.guarded') === null")
    browser.run(f"{button}.click()")


def to_first_card(browser: Browser, people: int) -> str:
    """Plays until somebody is to lead; returns the name."""
    while True:
        for name in NAMES[:people]:
            browser.turn_to(name)
            if browser.run(f"{CARD_IS_ASKED} && {SAID}.endsWith('lead any card')"):
                return name
            tap_something(browser)


@pytest.mark.parametrize("answers", [("agree", "agree"), ("agree", "play on")])
def test_the_rest_is_claimed(browser: Browser, online: str, answers: tuple[str, str]) -> None:
    seated(browser, online, "call-break", 4, 0)
    names = NAMES[:4]
    claimant = to_first_card(browser, 4)
    others = [name for name in names if name != claimant]
    say(browser, "claim")
    browser.until(f"{SAID}.startsWith('You claim the rest\\nwaiting for ')")
    for name, answer in zip(others, ("agree", *answers), strict=True):
        browser.turn_to(name)
        browser.until(f"{SAID} === '{claimant} claims the rest\\ndo you agree?'")
        assert faults(browser) == []
        press(browser, name, answer)
    browser.turn_to(claimant)
    last = "wants to play on." if answers[-1] == "play on" else "play goes on."
    browser.until(f"document.querySelector('.toast')?.innerText.endsWith('{last}')")
    browser.until(CARD_IS_ASKED)  # nobody can win every trick with the cards of the first
    check_quiet(browser, online)


def test_a_card_is_taken_back_if_everybody_agrees(browser: Browser, online: str) -> None:
    seated(browser, online, "file-quick", 3, 0)
    name = to_first_card(browser, 3)
    hand = browser.run(HAND)
    assert tap_something(browser)
    browser.until(f"{HAND} !== {json.dumps(hand)}")
    say(browser, "undo")
    for other in NAMES[:3]:
        if other != name:
            press(browser, other, "agree")
    browser.turn_to(name)
    browser.until(f"{HAND} === {json.dumps(hand)} && {TURN}")
    check_quiet(browser, online)


def test_emotes_and_nudges_reach_the_other_phones(browser: Browser, online: str) -> None:
    seated(browser, online, "file-quick", 3, 0)
    actor = next(name for name in NAMES[:3] if (browser.turn_to(name), browser.run(TURN))[1])
    other = next(name for name in NAMES[:3] if name != actor)
    browser.turn_to(other)
    say(browser, "clap")
    browser.until("document.querySelector('.me .emote') !== null")
    say(browser, "nudge")
    browser.turn_to(actor)
    plate = f".seat[data-seat='{NAMES.index(other)}'] .emote"
    browser.until(f"document.querySelector(\"{plate}\")?.ariaLabel === 'bravo'")
    browser.until(f"document.querySelector('.toast')?.innerText === '{other} waits for you.'")
    assert browser.run(TURN), "the question is as before"
    browser.click("[data-key=say]")
    browser.run("document.querySelector('main').style.display = 'none'")  # axe looks behind dialogs
    assert faults(browser) == []
    browser.run("document.querySelector('main').style.display = ''")
    browser.click("dialog [aria-label=Close]")
    browser.until("document.querySelector('.emote') === null")
    third = next(name for name in NAMES[:3] if name not in (actor, other))
    browser.turn_to(third)
    assert browser.run("document.querySelector('.toast')") is None
    check_quiet(browser, online)


# --- the shuffle ------------------------------------------------------------------------------


def test_two_phones_shuffle_together_and_check_it(browser: Browser, online: str) -> None:
    host = Phone(online)
    browser.faults.clear()
    browser.requested.clear()
    names = {f"name{seat}": name for seat, name in enumerate(NAMES[:3])}
    people = ("person", "person", "steady")
    table = host.play("file-quick", *people, **names, shuffle="together")
    for name, code in zip(NAMES, host.codes(table)[:2], strict=False):
        browser.turn_to(name)
        browser.watch()
        browser.screen(390, 844)
        browser.open(f"http://{online}/j/{code}")
        browser.click("form button")
        if name == NAMES[0]:
            browser.until("document.body?.innerText.includes('Waiting for the phone of Bob')")
            assert host.now(table)["draw"]["waits"] == [0, 1], "it promises when all are here"
    for name in NAMES[:2]:
        browser.turn_to(name)
        browser.until("document.querySelector('.me') !== null")
        browser.until("document.querySelector('.toast')?.innerText.includes('by all phones')")
        stored = json.loads(browser.run(f"localStorage.getItem('draw {table[3:]}')"))
        assert stored["own"]["1"] in host.now(table)["draw"]["nonces"].values()
    play(browser, list(NAMES[:2]))
    assert browser.run("document.querySelector('.banner')") is None, "the seed was drawn so"
    browser.click("[data-key=menu]")
    browser.click('[data-key="menu shuffle"]')
    browser.until("document.querySelectorAll('dialog code').length === 6")
    check_quiet(browser, online)


def test_a_phone_shows_whose_reveal_failed(browser: Browser, online: str) -> None:
    host, cheat = Phone(online), Phone(online)
    browser.faults.clear()
    names = {"name0": "Annabel", "name1": "Bob", "name2": "Cai"}
    people = ("person", "person", "steady")
    table = host.play("file-quick", *people, **names, shuffle="together")
    codes = host.codes(table)
    assert cheat.join(codes[1]).status == 303
    browser.turn_to("Annabel")
    browser.watch()
    browser.open(f"http://{online}/j/{codes[0]}")
    browser.click("form button")
    for key, entry in (("commitments", f"commit 1 {'0' * 64}"), ("nonces", f"reveal 1 {'0' * 32}")):
        has_sent = f"'0' in now.draw.{key}"
        browser.until(f"fetch('{table}/now').then((got) => got.json()).then((now) => {has_sent})")
        body = {"key": new_key().zfill(32), "seen": 1, "deal": 1, "for": 1, "entry": entry}
        assert cheat.post_json(f"{table}/acts", body).status == 201
    failed = "Round 1 failed: the phone of Bob did not reveal its number."
    browser.until(f"document.querySelector('main')?.innerText.includes('{failed}')")
    check_quiet(browser, online)


def test_the_shuffle_is_in_the_language_of_the_page(browser: Browser, online: str) -> None:
    seated(browser, online, "file-quick", 1, 2)
    browser.run("document.cookie = 'language=de; path=/'")
    table = Phone(online).play("file-quick", "person", "person", "steady", shuffle="together")
    browser.open(f"http://{online}{table}")
    browser.until("document.querySelector('h1')?.innerText === 'Alle Handys mischen gemeinsam'")
    browser.run("document.cookie = 'language=; path=/; max-age=0'")
    check_quiet(browser, online)


def test_a_phone_says_that_a_promise_was_changed(browser: Browser, online: str) -> None:
    """The memory of the phone is changed here; a server that cheats would change its own."""
    seated(browser, online, "file-quick", 1, 2)
    host = Phone(online)
    table = host.play("file-quick", "person", "person", "steady", shuffle="together")
    memory = {"commitment": "another", "own": {}, "revealed": [], "agreed": [], "settled": {}}
    browser.run(f"localStorage.setItem('draw {table[3:]}', '{json.dumps(memory)}')")
    browser.open(f"http://{online}{table}")
    browser.until(
        "document.querySelector('[role=alert]')?.innerText.includes('changed its promise')"
    )
    assert host.now(table)["draw"]["commitments"] == {}
    check_quiet(browser, online)
