"""Bots at the online table: any player of the registry, in a process apart; what may go wrong."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.match_server import MatchPhone, MatchServer, served

import clagdsl
from clagdsl.engine.actions import Action
from clagdsl.engine.players.deciding import decide
from clagdsl.engine.players.steady_player import steady_action
from clagdsl.engine.state import State
from clagdsl.lang.resources import bundled_names
from clagdsl.serve import bot_process
from clagdsl.serve.bot_process import BotProcess, NoDecisionError
from clagdsl.serve.bots import Bots, decide_action
from clagdsl.serve.members import bot_label, offered_bots
from clagdsl.serve.seat_tokens import new_key
from clagdsl.serve.table_events import PlayedBy

GAME = "scottish"


def _plays_top(game: str) -> bool:
    """Whether a deal of the game is played without seeing the cards."""
    table = clagdsl.load(game).start().table
    return any(table.rules_of(deal).plays_top for deal in table.schedule)


def first_bid(players: int = 3) -> State:
    """A match of which the first bid is to be made."""
    return clagdsl.load(GAME).start(players=players, seed=7)


def test_the_steady_bot_is_offered_first_and_strangers_rules_have_quick_bots_only() -> None:
    game = clagdsl.load(GAME)
    assert offered_bots(game)[:3] == ("steady", "random", "search")
    strangers = offered_bots(replace(game, proved_elsewhere=True))
    assert strangers == ("steady", "random")
    assert bot_label("theirs") == "theirs bot"


def test_without_numba_there_is_no_searching_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clagdsl.serve.members.find_spec", {}.get)
    assert "search" not in offered_bots(clagdsl.load(GAME))


def test_searching_bots_play_what_the_same_player_plays_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is decided in the process is decided here as well, by the same seed of the match."""
    asked: list[str] = []
    ask = BotProcess.decide

    async def compared(process: BotProcess, player: str, state: State) -> Action:
        action = await ask(process, player, state)
        assert action == decide(state, player)
        asked.append(str(action))
        return action

    monkeypatch.setattr(BotProcess, "decide", compared)

    async def evening(server: MatchServer) -> None:
        host = MatchPhone(server)
        address = await host.open(GAME, "me", "search", "search", name0="Ann")
        assert (await host.people(address, "play", seat=0, policy="search")).status == 303
        assert "Searching bot" in (await host.get(f"{address}/people")).text
        assert "lets a searching bot play for Ann" in (await host.get(f"{address}/log")).text
        await server.bots.wait_until_idle()
        assert (await server.table(address)).state.over

    served(tmp_path / "t.db", evening)
    assert len(asked) > 100


@pytest.mark.parametrize("game", [name for name in bundled_names() if _plays_top(name)])
@pytest.mark.parametrize("policy", ["steady", "random"])
def test_a_table_accepts_what_quick_bots_play_without_seeing_it(game: str, policy: str) -> None:
    state = clagdsl.load(game).start(seed=7)
    while not state.over:
        assert isinstance(state.actor, int)
        action = decide_action(state, policy)
        assert action in state.view(state.actor).legal
        after = state.apply(action)
        chosen = decide(state, policy)
        assert chosen is not None
        assert after.position == state.apply(chosen).position
        state = after


def test_a_bot_that_is_here_no_more_plays_steadily_and_the_server_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def evening(server: MatchServer) -> None:
        host = MatchPhone(server)
        address = await host.open(GAME, "me", "steady", "steady")
        await server.bots.wait_until_idle()
        table = await server.table(address)
        name = address.rpartition("/")[2]
        host_id = table.people.host
        await server.lobby.act(name, new_key(), None, host_id, PlayedBy(0, "gone"))
        await server.bots.wait_until_idle()
        table = await server.table(address)
        assert table.state.over
        assert "gone bot" in (await host.get(f"{address}/people")).text

    with caplog.at_level(logging.WARNING):
        served(tmp_path / "t.db", evening)
    [told] = [record.message for record in caplog.records if "gone" in record.message]
    assert "gone bot: it plays steadily, since" in told
    assert "there is no player `gone`" in told


def test_a_process_that_is_killed_is_started_again() -> None:
    async def use() -> None:
        process, state = BotProcess(), first_bid()
        assert await process.decide("steady", state) == steady_action(state)
        assert process.is_running
        killed = process._process
        assert killed is not None
        assert killed.pid is not None
        os.kill(killed.pid, signal.SIGKILL)
        killed.join()
        assert await process.decide("steady", state) == steady_action(state)
        process.end()
        assert not process.is_running

    asyncio.run(use())


def test_a_bot_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "MOST_SECONDS_AT_FIRST", 0.0)

    async def use() -> None:
        process = BotProcess()
        with pytest.raises(NoDecisionError, match="more than 0 seconds"):
            await process.decide("steady", first_bid())
        assert not process.is_running

    asyncio.run(use())


def test_the_process_ends_when_nothing_was_asked_for_a_while() -> None:
    async def use() -> None:
        process = BotProcess(idle_seconds=0.05)
        await process.decide("random", first_bid())
        for _ in range(200):
            if not process.is_running:
                return
            await asyncio.sleep(0.05)
        raise AssertionError("it still runs")

    asyncio.run(use())


def test_the_process_ends_with_the_server_that_is_killed(tmp_path: Path) -> None:
    """Its way to the server is closed by the system, whatever happened."""
    program = (
        "import asyncio, os, signal, clagdsl\n"
        "from clagdsl.serve.bot_process import BotProcess\n"
        "async def use():\n"
        "    process = BotProcess()\n"
        f"    await process.decide('random', clagdsl.load({GAME!r}).start(players=3, seed=7))\n"
        "    print(process._process.pid, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(use())\n"
    )
    path = tmp_path / "program.py"
    path.write_text(program)
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=False)
    pid = int(done.stdout)
    for _ in range(200):
        if not is_running(pid):
            return
        time.sleep(0.05)
    raise AssertionError("it still runs")


def is_running(pid: int) -> bool:
    """Whether there is a process that has not ended."""
    status = Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_bot_that_is_not_offered_is_refused(tmp_path: Path) -> None:
    async def evening(server: MatchServer) -> None:
        host = MatchPhone(server)
        address = await host.open(GAME, "me", "steady", "steady")
        refused = await host.people(address, "play", seat=1, policy="search:4096")
        assert (refused.status, refused.problem) == (
            422,
            "There is no such bot here: choose steady or random or search.",
        )

    served(tmp_path / "t.db", evening)


def test_the_process_ends_with_the_bots_of_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = Mock()
    monkeypatch.setattr(BotProcess, "end", ended)

    async def evening(server: MatchServer) -> None:
        await server.bots.wait_until_idle()
        assert not ended.called

    served(tmp_path / "t.db", evening)
    assert ended.called


def test_a_finished_trick_can_be_seen_twice_as_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pause, pauses, sleep = 1e-6, Counter[float](), asyncio.sleep

    async def counted(seconds: float) -> None:
        pauses[seconds] += 1
        await sleep(0)

    async def evening(server: MatchServer) -> State:
        server.bots = Bots(server.lobby, pause)
        monkeypatch.setattr(asyncio, "sleep", counted)
        host = MatchPhone(server)
        address = await host.open(GAME, "me", "steady", "steady")
        assert (await host.people(address, "play", seat=0, policy="steady")).status == 303
        await server.bots.wait_until_idle()
        return (await server.table(address)).state

    state = served(tmp_path / "t.db", evening)
    assert state.over
    # the last trick of a deal is followed by the next deal
    seen = sum(deal.high - 1 for deal in state.table.schedule)
    assert pauses[2 * pause] == seen
    assert pauses[pause] > seen
