"""Claims of the rest, and taking back by consent: who is asked, and what nobody learns."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.match_leaks import pairs
from support.match_server import MatchPhone, MatchServer, served
from support.samples import every_nth
from support.table_server import new_key

from clagdsl import replay
from clagdsl.api import load
from clagdsl.engine.claims import winning_line, winning_order
from clagdsl.engine.events import CardPlayed, TrickWon
from clagdsl.serve import new_table_pages
from clagdsl.serve.members import NotAllowedError
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.online_sync import MatchViewer, now_json, permission_text
from clagdsl.serve.online_table import OnlineTable
from clagdsl.serve.seed_draw import DealSecret
from clagdsl.serve.table_events import QuestionAnswered, RestClaimed, TableEvent, UndoAsked

RULES = """clag 2
game "Short"
players 3
pack A K Q J 10 9
deal normal
  trump spades
  bid in turn
  score 10 + bid when made, otherwise 0
schedule repeat 12 times 4 cards: normal
winner highest total, then shared
"""

Use = Callable[[MatchServer], Coroutine[Any, Any, None]]


@pytest.fixture(autouse=True)
def _one_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals the same cards each time."""
    monkeypatch.setattr(new_table_pages, "new_secret", lambda: DealSecret(5, "0" * 32))


def serve_short(tmp_path: Path, use: Use) -> None:
    rules = tmp_path / "short.clag"
    rules.write_text(RULES, "utf-8")
    served(tmp_path / "t.db", use, OfferedGames([str(rules)]))


async def seated(server: MatchServer, *others: str) -> tuple[str, list[MatchPhone]]:
    """Opens a match with a phone for each person, the host first, and one for a watcher."""
    host = MatchPhone(server)
    address = await host.open("file-short", "me", *others)
    phones = [host]
    codes = await host.codes(address)
    for code, who in zip(codes[1:], (*others, "person"), strict=True):
        phones.append(MatchPhone(server))
        assert who != "person" or (await phones[-1].join(code)).status == 303
    return address, phones


async def play_until(
    server: MatchServer,
    address: str,
    phones: list[MatchPhone],
    fits: Callable[[OnlineTable, int], bool],
    drawn: random.Random,
) -> int:
    """Plays at random until the seat to act fits, and returns it."""
    while True:
        table = await server.table(address)
        seat = table.state.actor
        assert isinstance(seat, int), "the match is over"
        if table.state.phase == "play" and fits(table, seat):
            return seat
        legal = (await phones[seat].now(address))["legal"]
        assert (await phones[seat].act(address, drawn.choice(legal))).status == 201


def is_shown(table: OnlineTable, seat: int, least: int = 1) -> bool:
    order = winning_order(table.view(seat), table.state.table)
    return order is not None and len(order) >= least


def is_possible(table: OnlineTable, seat: int) -> bool:
    return not is_shown(table, seat) and winning_line(table.state, seat) is not None


def is_false(table: OnlineTable, seat: int) -> bool:
    return winning_line(table.state, seat) is None


# --- claims ---------------------------------------------------------------------------------


def test_a_certain_claim_is_played_out_at_once(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await seated(server, "person", "person")
        drawn = random.Random(1)
        seat = await play_until(
            server,
            address,
            phones,
            lambda t, s: is_shown(t, s) and len(t.state.hands[s]) > 1,
            drawn,
        )
        before = (await server.table(address)).state
        now = await phones[seat].now(address)
        assert "claim" in now["may_ask"]
        body = {"key": new_key().zfill(32), "seen": now["n"], "deal": now["deal"], "for": seat}
        got = await phones[seat].post(address, {**body, "entry": "claim"})
        assert got.status == 201
        assert got.json["now"]["n"] == now["n"] + 1
        assert "question" not in got.json["now"]
        after = await server.table(address)
        shown = after.state.events[len(before.events) :]
        assert {event.seat for event in shown if isinstance(event, TrickWon)} == {seat}
        assert sum(isinstance(event, CardPlayed) for event in shown) == sum(map(len, before.hands))
        assert after.state.deal == before.deal + 1
        assert (await phones[seat].post(address, {**body, "entry": "claim"})).status == 200
        # the file has the same match, and the record is an ordinary one
        server.lobby._open.clear()
        assert (await server.table(address)).state == after.state
        assert (await phones[seat].post(address, {**body, "entry": "claim"})).status == 200
        await play_until(server, address, phones, lambda t, _: t.state.deal == 12, drawn)
        while not (table := await server.table(address)).state.over:
            actor = table.state.actor
            assert isinstance(actor, int)
            legal = (await phones[actor].now(address))["legal"]
            assert (await phones[actor].act(address, drawn.choice(legal))).status == 201
        record = tmp_path / "record.toml"
        record.write_text((await phones[-1].get(f"{address}/record.toml")).text, "utf-8")
        assert replay(record).totals == table.state.totals

    serve_short(tmp_path, use)


def test_what_is_not_certain_is_asked_of_everybody(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await seated(server, "person", "person")
        drawn = random.Random(2)
        seat = await play_until(server, address, phones, is_possible, drawn)
        first, second = (other for other in range(3) if other != seat)
        assert (await phones[first].act(address, "claim", **{"for": first})).status == 409
        assert (await phones[seat].act(address, "claim")).status == 201
        for phone in phones:
            now = await phone.now(address)
            assert now["question"] == {"about": "claim", "seat": seat, "waits": [first, second]}
            assert "may_ask" not in now
        assert (await phones[seat].act(address, "agree")).status == 403
        asked = (await server.table(address)).number
        assert (await phones[first].act(address, "agree", seen=asked - 1)).status == 409
        assert (await phones[first].act(address, "agree")).status == 201
        assert (await phones[first].act(address, "agree")).status == 403
        assert (await phones[-1].now(address))["question"]["waits"] == [second]
        before = (await server.table(address)).state
        assert (await phones[second].act(address, "agree")).status == 201
        after = (await server.table(address)).state
        shown = after.events[len(before.events) :]
        assert {event.seat for event in shown if isinstance(event, TrickWon)} == {seat}
        assert after.deal == before.deal + 1
        server.lobby._open.clear()
        assert (await server.table(address)).state == after

    serve_short(tmp_path, use)


def test_somebody_wants_to_play_on(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await seated(server, "person", "person")
        seat = await play_until(server, address, phones, is_possible, random.Random(3))
        other = (seat + 1) % 3
        assert (await phones[seat].act(address, "claim")).status == 201
        assert (await phones[other].act(address, "play on")).status == 201
        now = await phones[seat].now(address)
        assert "question" not in now
        assert "claim" not in now.get("may_ask", [])
        assert now["seen"][-1]["text"] == f"{now['names'][other]} wants to play on"
        got = await phones[seat].act(address, "claim")
        assert (got.status, got.json["reason"]) == (403, "That was declined: play on.")
        assert (await phones[seat].act(address, now["legal"][0])).status == 201

    serve_short(tmp_path, use)


@pytest.mark.parametrize("what", ["card", "withdraw"])
def test_a_question_holds_nobody_up(tmp_path: Path, what: str) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await seated(server, "person", "person")
        seat = await play_until(server, address, phones, is_possible, random.Random(4))
        assert (await phones[seat].act(address, "claim")).status == 201
        legal = (await phones[seat].now(address))["legal"]
        entry = legal[0] if what == "card" else "play on"
        assert (await phones[seat].act(address, entry)).status == 201
        assert (await server.table(address)).question is None
        assert (await phones[(seat + 1) % 3].act(address, "agree")).status == 409

    serve_short(tmp_path, use)


def test_a_claim_that_no_play_makes_true_is_refused_after_all_agree(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await seated(server, "person", "person")
        seat = await play_until(server, address, phones, is_false, random.Random(5))
        before = (await server.table(address)).state
        assert (await phones[seat].act(address, "claim")).status == 201
        for other in range(3):
            if other != seat:
                assert (await phones[other].act(address, "agree")).status == 201
        now = await phones[seat].now(address)
        assert (await server.table(address)).state == before
        assert "cannot win every trick: play goes on" in now["seen"][-1]["text"]
        assert "claim" not in now.get("may_ask", [])

    serve_short(tmp_path, use)


@pytest.mark.parametrize("fits", [is_false, is_possible])
def test_bots_agree_only_to_what_is_shown(
    tmp_path: Path, fits: Callable[[OnlineTable, int], bool]
) -> None:
    async def use(server: MatchServer) -> None:
        server.lobby.on_change = lambda _: None  # the test plays for the bots
        address, phones = await seated(server, "person", "person")
        seat = await play_until(server, address, phones, fits, random.Random(6))
        other = (seat + 1) % 3
        assert (await phones[0].people(address, "play", seat=other, policy="steady")).status == 303
        number = (await server.table(address)).number
        got = await phones[seat].act(address, "claim")
        assert got.status == 403
        assert "a bot needs a proof" in got.json["reason"]
        assert (await server.table(address)).number == number

    serve_short(tmp_path, use)


# --- taking back ----------------------------------------------------------------------------


def test_everybody_agrees_that_a_card_is_taken_back(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await seated(server, "person", "person")
        drawn = random.Random(7)
        seat = await play_until(server, address, phones, lambda *_: True, drawn)
        lines = (await phones[-1].now(address))["lines"]
        done: list[tuple[int, str]] = []
        for _ in range(5):
            actor = (await server.table(address)).state.actor
            assert isinstance(actor, int)
            legal = (await phones[actor].now(address))["legal"]
            assert (await phones[actor].act(address, legal[0])).status == 201
            done.append((actor, legal[0]))
        table = await server.table(address)
        acted = [e.seat for e in table.state.events if isinstance(e, CardPlayed)]
        seat = next(other for other in range(3) if other not in (acted[-1], table.state.actor))
        assert (await phones[seat].act(address, "ask undo")).status == 201
        place = max(place for place, (actor, _) in enumerate(done) if actor == seat)
        for phone in phones:
            question = (await phone.now(address))["question"]
            assert question["action"] == done[place][1]
            assert question["after"] == len(done) - 1 - place
        for other in range(3):
            if other != seat:
                assert (await phones[seat].now(address))["question"]["about"] == "undo"
                assert (await phones[other].act(address, "agree")).status == 201
        after = await server.table(address)
        plays = [e for e in after.state.events if isinstance(e, CardPlayed)]
        assert len(plays) == len(acted) - 1 - acted[::-1].index(seat)
        assert after.state.actor == seat
        assert after.state.events == table.state.events[: len(after.state.events)]
        now = await phones[seat].now(address)
        assert now["lines"] > lines
        assert (await phones[seat].act(address, now["legal"][-1])).status == 201
        state = (await server.table(address)).state
        server.lobby._open.clear()
        assert (await server.table(address)).state == state

    serve_short(tmp_path, use)


def test_bots_let_their_only_person_take_back(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, [phone, *_] = await seated(server, "steady", "steady")
        await server.bots.wait_until_idle()
        while (await phone.now(address))["phase"] != "play":
            assert (await phone.act(address, (await phone.now(address))["legal"][0])).status == 201
            await server.bots.wait_until_idle()
        now = await phone.now(address)
        assert (await phone.act(address, now["legal"][0])).status == 201
        await server.bots.wait_until_idle()
        got = await phone.act(address, "ask undo")
        assert got.status == 201
        assert got.json["now"]["hand"] == now["hand"]
        assert "question" not in got.json["now"]

    serve_short(tmp_path, use)


def test_nothing_of_an_earlier_deal_is_taken_back(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await seated(server, "person", "person")
        drawn = random.Random(8)
        await play_until(server, address, phones, lambda t, _: len(t.state.hands[0]) == 1, drawn)
        while (table := await server.table(address)).state.deal == 1:
            actor = table.state.actor
            assert isinstance(actor, int)
            legal = (await phones[actor].now(address))["legal"]
            await phones[actor].act(address, legal[0])
        for phone in phones[:3]:
            got = await phone.act(address, "ask undo")
            assert got.status == 403
            assert "nothing in this deal" in got.json["reason"]
            assert "may_ask" not in await phone.now(address)

    serve_short(tmp_path, use)


def test_bots_wait_while_people_are_asked(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await seated(server, "person", "steady")
        await server.bots.wait_until_idle()
        while True:
            table = await server.table(address)
            seat = table.state.actor
            assert isinstance(seat, int)
            if table.state.phase == "play" and len(table.state.hands[0]) < 4:
                break
            now = await phones[seat].now(address)
            assert (await phones[seat].act(address, now["legal"][0])).status == 201
            await server.bots.wait_until_idle()
        asker = phones[1 - seat]
        assert (await asker.act(address, "ask undo")).status == 201
        table = await server.table(address)
        assert table.question is not None
        assert table.acting_policy is None
        assert (await phones[seat].act(address, "agree")).status == 201
        assert (await server.table(address)).question is None

    serve_short(tmp_path, use)


# --- what nobody learns -----------------------------------------------------------------------


def answered(table: OnlineTable, seat: int, *dids: Any) -> Any:
    """Returns the state for a seat after commands of its own and of others, or the refusal."""
    for did in dids:
        member = table.member_of(table.names[did.seat])
        assert member is not None
        try:
            table = table.apply(TableEvent(member.id, table.completed(did)))
        except NotAllowedError as error:
            return str(error)
    member = table.member_of(table.names[seat])
    return now_json(table, MatchViewer(seat, table.may_take_back(member)), 0)


@pytest.mark.parametrize(
    ("game", "bot"),
    every_nth(product(("pagat", "wizard", "call-break", "raf", "boerenbridge"), (False, True)), 3),
)
def test_a_claim_tells_the_claimant_nothing(game: str, tmp_path: Path, bot: bool) -> None:
    """Matches that are equal to a seat: the claim is asked, refused or certain in both of them."""

    async def use(server: MatchServer) -> None:
        drawn = random.Random(f"{game} {bot}")
        phone = MatchPhone(server)
        players = load(game).rules.players[0]
        address = await phone.open(game, *["person"] * players)
        for code in (await phone.codes(address))[:players]:
            assert (await MatchPhone(server).join(code)).status == 303
        table = await server.table(address)
        compared = 0
        for pair in pairs(table, game, drawn, 150, 80):
            seat, one, other = pair.seat, pair.one, pair.other
            if seat is None or one.state.phase != "play" or one.state.actor != seat:
                continue
            compared += 1
            if bot:
                policies = tuple(None if s == seat else "steady" for s in range(players))
                one, other = (replace(each, policies=policies) for each in (one, other))
            order = winning_order(one.view(seat), one.state.table)
            assert order == winning_order(other.view(seat), other.state.table)
            if order is None:
                claim = RestClaimed(seat)
                assert answered(one, seat, claim) == answered(other, seat, claim)
                decline = QuestionAnswered((seat + 1) % players, agrees=False)
                if not bot:
                    both = [answered(each, seat, claim, decline) for each in (one, other)]
                    assert both[0] == both[1]
            if not bot:
                ask = UndoAsked(seat)
                if one.why_cannot_ask(seat, "undo") is None:
                    assert answered(one, seat, ask) == answered(other, seat, ask)
        assert compared > 3
        assert permission_text(table, None) == "nothing"

    served(tmp_path / "t.db", use)
