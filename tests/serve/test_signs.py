"""Emotes, nudges, and a bot that takes over from a person who does not act."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.match_server import MatchPhone, MatchServer, served

from clagdsl.serve import online_sync, people_pages
from clagdsl.serve.online_table import EMOTE_PAUSE, NUDGE_PAUSE

GAME = "boerenbridge"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Returns the time of the server in milliseconds, which only the test changes."""
    time = [1_000_000]
    monkeypatch.setattr(online_sync, "time_ns", lambda: time[0] * 1_000_000)
    return iter([time])


async def seated(server: MatchServer) -> tuple[str, list[MatchPhone]]:
    """Opens a match of three people in which all bid at once; the fourth phone watches."""
    host = MatchPhone(server)
    address = await host.open(GAME, "me", "person", "person")
    phones = [host]
    for code in (await host.codes(address))[1:]:
        phones.append(MatchPhone(server))
        assert (await phones[-1].join(code)).status == 303
    return address, phones


def test_an_emote_reaches_everybody_and_is_not_stored(
    tmp_path: Path, clock: Iterator[list[int]]
) -> None:
    time = next(clock)

    async def use(server: MatchServer) -> None:
        address, phones = await seated(server)
        number = (await server.table(address)).number
        assert (await phones[1].act(address, "sign clap")).status == 201
        sign = {"time": time[0], "seat": 1, "name": "clap"}
        for phone in phones:
            now = await phone.now(address)
            assert (now["n"], now["signs"]) == (number, [sign])
        begun = await phones[2].begun(f"{address}/events?after={number}")
        assert '"name":"clap"' in begun.text
        assert len(server.store.events(address.rpartition("/")[2])) == number
        too_fast = await phones[1].act(address, "sign wow")
        assert (too_fast.status, too_fast.json["reason"]) == (422, "Not so fast.")
        assert (await phones[2].act(address, "sign wow")).status == 201
        time[0] += EMOTE_PAUSE
        assert (await phones[1].act(address, "sign wow")).status == 201
        assert [one["seat"] for one in (await phones[0].now(address))["signs"]] == [2, 1]

    served(tmp_path / "t.db", use)


def test_only_a_seat_gives_signs_and_only_those_there_are(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await seated(server)
        for phone, seat in ((phones[3], 0), (phones[1], 0), (MatchPhone(server), 1)):
            assert (await phone.act(address, "sign clap", **{"for": seat})).status == 403
        assert (await phones[1].act(address, "sign hello you")).status == 422
        assert "signs" not in await phones[0].now(address)

    served(tmp_path / "t.db", use)


def test_a_nudge_is_for_those_who_are_to_act(tmp_path: Path, clock: Iterator[list[int]]) -> None:
    time = next(clock)

    async def use(server: MatchServer) -> None:
        address, phones = await seated(server)
        for seat in (0, 1):
            assert (await phones[seat].act(address, "bid 0")).status == 201
        alone = await phones[2].act(address, "sign nudge")
        assert (alone.status, alone.json["reason"]) == (422, "Nobody else has to act.")
        assert (await phones[0].act(address, "sign nudge")).status == 201
        time[0] += EMOTE_PAUSE
        assert (await phones[0].act(address, "sign cry")).status == 201
        for phone in phones[:2]:
            assert (await phone.act(address, "sign nudge")).status == 422
        time[0] += NUDGE_PAUSE
        assert (await phones[1].act(address, "sign nudge")).status == 201
        names = [one["name"] for one in (await phones[2].now(address))["signs"]]
        assert names == ["cry", "nudge"]

    served(tmp_path / "t.db", use)


# --- a bot takes over -------------------------------------------------------------------------


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offers a time of no seconds."""
    monkeypatch.setattr(people_pages, "PATIENCE", (*people_pages.PATIENCE, "0"))


@pytest.mark.usefixtures("_quick")
def test_a_bot_takes_over_and_the_seat_comes_back(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await seated(server)
        assert (await phones[1].act(address, "bid 0")).status == 201
        assert (await phones[0].people(address, "patience", seconds="0")).status == 303
        while (await server.table(address)).policies[0] is None:
            await asyncio.sleep(0.01)
        table = await server.table(address)
        await server.bots.wait_until_idle()
        texts = [one["text"] for one in (await phones[1].now(address))["seen"]]
        assert f"The program lets a steady bot play for {table.names[0]}" in texts
        assert (await phones[0].people(address, "patience", seconds="")).status == 303
        await server.bots.wait_until_idle()
        assert (await phones[0].people(address, "play", seat=0, policy="")).status == 303
        assert (await phones[0].now(address))["you"]["may"] == "own"
        server.lobby._open.clear()
        assert (await server.table(address)).patience is None

    served(tmp_path / "t.db", use)


def test_who_acts_in_time_keeps_the_seat_and_the_host_chooses(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await seated(server)
        assert (await server.table(address)).patience is None, "off at first"
        assert (await phones[1].people(address, "patience", seconds="30")).status == 403
        assert (await phones[0].people(address, "patience", seconds="31")).status == 422
        assert (await phones[0].people(address, "patience", seconds="30")).status == 303
        await server.bots.wait_until_idle()
        name = address.rpartition("/")[2]
        first = server.bots._late[name]
        assert first.when() > asyncio.get_running_loop().time() + 29
        assert (await phones[0].act(address, "bid 0")).status == 201
        await server.bots.wait_until_idle()
        assert first.cancelled()
        assert server.bots._late[name].when() > first.when()
        await server.bots._take_over(name, (await server.table(address)).number - 1)
        assert set((await server.table(address)).policies) == {None}
        page = (await phones[0].get(f"{address}/people")).text
        assert '<option value="30" selected>' in page

    served(tmp_path / "t.db", use)
