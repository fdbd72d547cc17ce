"""Nobody learns what is hidden: tables that are equal to a seat are answered with equal bytes."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NoReturn

import pytest
from support.match_leaks import FIRST, KEY, PAGES, Pair, answers, pairs, refusals
from support.match_server import MatchPhone, MatchServer, served
from support.samples import every_nth

from clagdsl.api import load
from clagdsl.engine.view import View
from clagdsl.lang.resources import all_names
from clagdsl.problems.diagnostic import IllegalAction, Reason
from clagdsl.records.writing import write_record
from clagdsl.serve import online_pages, online_sync, people_pages, rate_limit
from clagdsl.serve.http import WebRequest, WebResponse
from clagdsl.serve.join_codes import JoinCodes
from clagdsl.serve.match_log import LogLine
from clagdsl.serve.online_now import MatchSeen
from clagdsl.serve.online_pages import OnlinePages
from clagdsl.serve.online_sync import MatchEvents, MatchTexts, MatchViewer, match_seen
from clagdsl.serve.online_table import OnlineTable
from clagdsl.serve.table_events import ActionMade, Member, TableEvent

Compared = Callable[[Pair], Awaitable[bool]]


@pytest.fixture(autouse=True)
def _one_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key of a page is drawn anew each time, and tells nothing; how often is not limited."""
    monkeypatch.setattr(rate_limit, "MOST_ENTRIES", 10**9)
    for module in (online_pages, people_pages):
        monkeypatch.setattr(module, "new_key", lambda: KEY)


async def compared(
    server: MatchServer, game: str, players: int, seed: int, *, most: int, tries: int
) -> list[bool]:
    """Of each pair whether it was answered alike on all pages, and refused what is not allowed.

    The pages are those of the phone of a seat; of who watches also those of a shared screen, which
    has no seat and no code.
    """
    drawn = random.Random(f"{game} {players} {seed}")
    host = MatchPhone(server)
    address = await host.open(game, *["person"] * players)
    phones: list[MatchPhone] = []
    for code in (await host.codes(address))[: players + 1]:
        phones.append(MatchPhone(server))
        assert (await phones[-1].join(code)).status == 303
    plain_pages = [(await phone.get(f"{address}/plain")).text for phone in phones]
    assert sorted(map(owns_seat, plain_pages)) == [False, *[True] * players]
    table = await server.table(address)
    secrets = (table.secret.salt, str(table.secret.seed))
    alike: list[bool] = []
    for pair in pairs(table, game, drawn, 500 if most > 20 else 50, most):
        phone = phones[-1 if pair.seat is None else pair.seat]
        if pair.seat is None and drawn.random() < 0.5:
            phone = MatchPhone(server)
        assert pair.one.names == table.names  # by other names all phones only watch
        texts = pair.tells
        telling = pair.elsewhere
        tried = drawn.sample(telling, min(tries // 2, len(telling)))
        tried += drawn.sample(texts, min(tries - len(tried), len(texts)))
        routes = (*FIRST, *(PAGES if tries > 9 else drawn.sample(PAGES, 2)))
        asked = [("page", page) for page in routes] + [("try", text) for text in tried]
        for text in tried:
            seats = (pair.seat or 0, drawn.randrange(players))
            asked += [("act", f"{seat} {text}") for seat in seats]
        over = pair.one.state.over
        if over:  # the record tells every card once the match is over
            asked = [route for route in asked if route[1] != "/record.toml"]
        one = await answers(server, pair.one, phone, asked)
        other = await answers(server, pair.other, phone, asked)
        assert over or not any(each in text for _, _, text in one for each in secrets)
        if pair.seat is not None:
            hand = pair.one.view(pair.seat).hand
            assert over or all(str(card) in one[0][2] for card in hand)
            assert sorted(json.loads(one[1][2])["hand"]) == sorted(map(str, hand))
            refused = refusals(pair)
            alike.append(all(first and first == second for _, first, second in refused))
        # what is tried is not allowed: done, it was let through
        done = [
            got[0] in (200, 201, 303)
            for got, (kind, _) in zip(one, asked, strict=True)
            if kind != "page"
        ]
        alike.append(one == other and not any(done))
    return alike


def owns_seat(page: str) -> bool:
    """Whether a page is that of a seat's own phone."""
    return "You are watching" not in page


@pytest.mark.parametrize("game", every_nth(all_names(), 4))
def test_equal_views_are_answered_with_equal_bytes(game: str, tmp_path: Path) -> None:
    players = load(game).rules.players[0]
    alike = served(
        tmp_path / "t.db", lambda server: compared(server, game, players, 1, most=3, tries=2)
    )
    assert len(alike) >= 3
    assert all(alike)


@pytest.mark.long
@pytest.mark.parametrize("game", all_names())
def test_ten_thousand_pairs_are_answered_with_equal_bytes(game: str, tmp_path: Path) -> None:
    low, high = load(game).rules.players
    for players in range(low, high + 1):
        most = 10_000 // len(all_names()) // (high - low + 1) + 1
        alike = served(
            tmp_path / f"{players}.db",
            lambda s, p=players, m=most: compared(s, game, p, 2, most=m, tries=10),
        )
        assert all(alike)


# --- the order of messages --------------------------------------------------------------------


async def streams_while_all_bid(server: MatchServer, game: str, drawn: random.Random) -> None:
    """Compares two streams of a seat, from matches in which the others make other bids at once."""
    players = load(game).rules.players[0]
    host = MatchPhone(server)
    address = await host.open(game, *["person"] * players)
    cookies: dict[int | None, dict[str, str]] = {None: {}}
    for seat, code in enumerate((await host.codes(address))[:players]):
        phone = MatchPhone(server)
        await phone.join(code)
        cookies[seat] = {name: value for name, (value, _) in phone.cookies.items()}
    table = await server.table(address)
    while not (table.state.phase == "bid" and len(table.acting_seats) == players):
        assert not table.state.over
        seat = table.acting_seats[0]
        act = ActionMade(seat, str(drawn.choice(table.legal_actions(seat))))
        table = table.apply(TableEvent(member_of(table, seat), act))
    for viewer, cookie in [*cookies.items()] * 5:
        order = drawn.sample(range(players), players)
        request = WebRequest({"table": table.name}, cookies=cookie)
        one, other = (bid_in(table, request, order, viewer, drawn) for _ in range(2))
        assert one == other
        assert len(one) == 3 + players - 1, "one message for each bid, whoever has made it"


def bid_in(
    table: OnlineTable,
    request: WebRequest,
    order: list[int],
    viewer: int | None,
    drawn: random.Random,
) -> list[str]:
    """Returns what a stream sends while all bid in this order, until the last has; the bid of the
    viewer is always the first that is allowed.
    """
    events = MatchEvents(request, table.number, JoinCodes(lambda: 0.0), MatchTexts())
    texts = [*events.after_change(table)]
    for seat in order[:-1]:
        bids = table.legal_actions(seat)
        act = ActionMade(seat, str(bids[0] if seat == viewer else drawn.choice(bids)))
        table = table.apply(TableEvent(member_of(table, seat), act))
        texts += events.after_change(table)
    return [re.sub('"code":"[a-z0-9]+"', "", text) for text in texts]


def member_of(table: OnlineTable, seat: int) -> str:
    """The id of the phone that has a seat."""
    member = table.member_of(table.names[seat])
    assert member is not None
    return member.id


@pytest.mark.parametrize("game", ["boerenbridge", "bondebridge"])
def test_the_order_of_messages_says_nothing_of_bids_made_at_once(game: str, tmp_path: Path) -> None:
    drawn = random.Random(game)
    served(tmp_path / "t.db", lambda server: streams_while_all_bid(server, game, drawn))


# --- the guard, taken away ----------------------------------------------------------------


def referees(table: OnlineTable, _seat: int, text: str) -> NoReturn:
    """What anybody means, judged by the referee, who knows the cards of whoever is to act."""
    raise IllegalAction(table.state.why_not(text) or Reason("A103", "it may be done", None, None))


def at_once(_table: OnlineTable, _seat: int) -> None:
    """Nobody waits for a turn."""


def neighbours(table: OnlineTable, seat: int | None) -> View:
    """The view of another seat."""
    return table.state.view(0 if seat is None else (seat + 1) % len(table.names))


def seen_of_neighbours(table: OnlineTable, seat: int | None) -> MatchSeen:
    """What another seat sees."""
    return match_seen(table, 0 if seat is None else (seat + 1) % len(table.names))


def first_seat(_table: OnlineTable, _member: Member | None) -> MatchViewer:
    """Whoever asks is taken for the first player."""
    return MatchViewer(0, may_take_back=False)


def hands_as_text(_texts: MatchTexts, table: OnlineTable, _member: object, _after: int) -> str:
    """The state in the stream with every card."""
    return json.dumps({"hand": str(table.state.hands)})


def whole_log(table: OnlineTable, _seat: int | None, _after: int = 0) -> list[LogLine]:
    """All that has happened, whoever asks."""
    return [LogLine(str(event), "", 1) for event in table.state.events]


async def every_card(_pages: OnlinePages, table: OnlineTable, _asked: WebRequest) -> WebResponse:
    """The record of a match under way."""
    return WebResponse(write_record(table.record()))


@pytest.mark.parametrize(
    ("broken", "game"),
    [
        (
            {(OnlineTable, "parse_action"): referees, (OnlineTable, "why_cannot_act"): at_once},
            "pagat",
        ),
        ({(OnlineTable, "view"): neighbours}, "pagat"),
        ({(online_pages, "match_log"): whole_log}, "pagat"),
        ({(online_sync, "match_log"): whole_log}, "pagat"),
        ({(online_sync, "match_seen"): seen_of_neighbours}, "pagat"),
        ({(MatchTexts, "text"): hands_as_text}, "pagat"),
        ({(online_sync, "viewer_of"): first_seat}, "pagat"),
        ({(OnlinePages, "record"): every_card}, "pagat"),
    ],
)
def test_what_goes_past_the_guard_is_noticed(
    broken: dict[tuple[object, str], object],
    game: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for (owner, name), way in broken.items():
        monkeypatch.setattr(owner, name, way)
    noticed = False
    try:
        alike = served(
            tmp_path / "t.db", lambda server: compared(server, game, 4, 4, most=12, tries=10)
        )
        noticed = not all(alike)
    except AssertionError:
        noticed = True  # the secret, or a hand that is not that of the seat
    assert noticed
