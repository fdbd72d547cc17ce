"""Runs one rules file through every command and API that takes rules.

Nothing may crash: a command ends with status 0, 1 or 2, and with 1 or 2 it names the code of a
problem. `LIMITS` are the codes that mean "too large" rather than "wrong"; a game that the checker
accepts may cause no others.
"""

from __future__ import annotations

import contextlib
import io
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.cli.main import main
from clagdsl.engine.players.player import random_action
from clagdsl.lsp.dispatch import REQUEST_FAILED
from clagdsl.lsp.server import make_server
from clagdsl.playground.page_answers import answer
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.records.writing import write_record
from support.batch_beside import play_beside
from support.hostile_messages import URI, about, begun, messages, request

MOST_MEMORY: Final = 4 * 2**30
"""Most bytes of memory while a game runs through the commands."""

CODE: Final = re.compile(r"\b[SCPEARJU]\d{3}\b")

LIMITS: Final = {"U627", "U635"}
"""U627: a score depends on too much. U635: more cards than the simulator supports."""

PLACES: Final[dict[str, dict[str, object]]] = {
    "completion": {},
    "hover": {},
    "definition": {},
    "references": {"context": {"includeDeclaration": True}},
    "documentHighlight": {},
    "prepareRename": {},
    "rename": {"newName": "other"},
}
"""LSP requests about a place in a document, with their further parameters."""


class Pipe(BytesIO):
    """A pipe that stays readable after the server closes it."""

    def close(self) -> None:
        """Does nothing."""


@contextlib.contextmanager
def bounded_memory() -> Iterator[None]:
    """Makes memory requests beyond MOST_MEMORY fail."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


@dataclass(frozen=True)
class Answer:
    """A command with its exit status and output."""

    command: str
    status: int
    text: str

    @property
    def codes(self) -> set[str]:
        """The codes of the problems in the output."""
        return set(CODE.findall(self.text))


def run(folder: Path, command: str, *further: str, typed: str = "") -> Answer:
    """Runs a command line in this process; `{}` in a word is replaced by the folder."""
    words = [word.replace("{}", str(folder)) for word in (*command.split(), *further)]
    written, usual = io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(typed)
    try:
        with contextlib.redirect_stdout(written), contextlib.redirect_stderr(written):
            status = main(words)
    finally:
        sys.stdin = usual
    answer = Answer(" ".join(words), status, written.getvalue())
    assert status in (0, 1, 2), answer
    assert "Traceback" not in answer.text, answer
    assert status == 0 or answer.codes or "error: " in answer.text, answer
    return answer


def fine(folder: Path, command: str, *further: str, typed: str = "") -> Answer:
    """Runs a command that may fail only because something is too large."""
    answer = run(folder, command, *further, typed=typed)
    assert answer.status == 0 or answer.codes & LIMITS, answer
    return answer


def put_through(text: str, folder: Path, chance: random.Random) -> set[str]:
    """Runs a rules file through everything; returns the codes for what was too large.

    `chance` picks the players, parameters and actions that are tried.
    """
    rules = folder / "a.clag"
    rules.write_text(text)
    checked = run(folder, "check {}/a.clag")
    for further in ("--strict", "--format json", "--format sarif", "--format gnu"):
        run(folder, "check {}/a.clag", *further.split())
    edit(text, chance)
    for wish in ("check", "mend", "sheet", "differences"):
        assert isinstance(answer({"wish": wish, "text": text}), dict)
    if checked.status:  # there is nothing more to try with a file that has errors
        for command in ("sheet", "compile", "graph"):
            assert run(folder, f"{command} {{}}/a.clag").status == 1
        return set()
    game = clagdsl.load(rules)
    low, high = game.rules.players
    players = chance.randint(low, high)
    check_texts(folder, players)
    check_scores(folder, game, players, chance)
    limits = check_matches(folder, game, players, chance)
    if limits:
        with pytest.raises(ArgumentError, match="|".join(limits)):
            game.batch(1, players=players)
    else:
        check_environments(rules, game, players, chance)
    for policy in ("random", "steady"):
        asked = {"wish": "match", "text": text, "players": players, "policy": policy}
        assert "match" in answer(asked), asked
    return limits


def check_texts(folder: Path, players: int) -> None:
    """Runs the commands that describe rules, and those that make other rules from them."""
    for table in ("", f"--players {players}"):
        fine(folder, f"sheet {{}}/a.clag {table}")
        fine(folder, f"sheet {{}}/a.clag --json {table}")
        fine(folder, f"sheet {{}}/a.clag --force -o {{}}/sheet.html {table}")
        fine(folder, f"graph {{}}/a.clag {table}")
        fine(folder, f"graph {{}}/a.clag --force -o {{}}/picture.svg {table}")
    fine(folder, "keep {}/a.clag --force -o {}/page.html")
    fine(folder, "compile {}/a.clag -o {}/a.json")
    assert fine(folder, "compile {}/a.json").text == (folder / "a.json").read_text()
    (folder / "b.clag").write_text((folder / "a.clag").read_text())
    fine(folder, "fmt {}/b.clag")
    fine(folder, "fmt --check {}/b.clag")
    fine(folder, "diff {}/a.clag {}/b.clag --witness")
    fine(folder, "new {}/house.clag --from {}/a.clag")
    fine(folder, "check {}/house.clag")
    fine(folder, "diff {}/house.clag {}/a.clag")


def check_scores(folder: Path, game: PlayableGame, players: int, chance: random.Random) -> None:
    """Runs the score and trick commands; input that does not fit the deal is refused."""
    table = game.start(players=players).table
    row = chance.choice(table.schedule)
    cards = chance.randint(row.low, row.high)
    at = f"--deal {row.number} --players {players}"
    at += f" --cards {cards}" if row.low < row.high else ""
    taken = [chance.randrange(players) for _ in range(cards)]
    tricks = ",".join(str(taken.count(seat)) for seat in range(players))
    bids = ",".join(str(chance.randint(0, cards)) for _ in range(players))
    for further in ("", f"--bids {bids}", f"--bids {bids} --taken {','.join(map(str, taken))}"):
        run(folder, f"score {{}}/a.clag --tricks {tricks} {at} {further}")
    trick = " ".join(str(card) for card in chance.sample(table.deck.cards, players))
    for trump in ("", "--trump hearts", "--trump none", "--order SHDC"):
        run(folder, f"trick {{}}/a.clag {at} {trump}", trick)


def check_matches(
    folder: Path, game: PlayableGame, players: int, chance: random.Random
) -> set[str]:
    """Plays, simulates, saves and replays matches; returns the codes for what was too large."""
    seed, at = chance.randrange(2**32), f"--players {players}"
    played = keep_match(game, players, seed, folder, chance)
    fine(folder, "replay {}/match.toml --trust")
    fine(folder, "replay {}/match.toml --trust --json")
    fine(folder, "season {}/match.toml --trust --json")
    lines = "".join(f"{action}\n" for action in played)
    fine(
        folder, f"play {{}}/a.clag {at} --seed {seed} --seat 0 -o {{}}/p.toml --force", typed=lines
    )
    simulate = f"simulate {{}}/a.clag {at} --seed {seed} --threads 1"
    limits: set[str] = set()
    for further in (
        "-n 20",
        "-n 20 --policy steady --json",
        "-n 20 --csv {}/rows.csv --by bid",
        "--keep 3 -o {}/kept.toml --force",
    ):
        answer = fine(folder, f"{simulate} {further}")
        limits |= answer.codes if answer.status else set()
    if not limits:
        fine(folder, "replay {}/kept.toml --rules {}/a.clag")
        fine(folder, f"balance {{}}/a.clag {at} -n 2 --threads 1 --player random")
    return limits


def keep_match(
    game: PlayableGame, players: int, seed: int, folder: Path, chance: random.Random
) -> list[str]:
    """Saves a randomly played match as a record; returns the actions of its first seat."""
    state = game.start(players=players, seed=seed)
    own = []
    while (action := random_action(state)) is not None:
        if state.actor == 0:
            own.append(str(action))
        state.view(chance.choice((None, *range(players))))
        state = state.apply(action)
    (folder / "match.toml").write_text(write_record(state.record()))
    return own


def check_environments(
    rules: Path, game: PlayableGame, players: int, chance: random.Random
) -> None:
    """Plays a batch against the interpreter, and an environment of each library, all at random."""
    seed = chance.randrange(2**32)
    states = [game.start(players=players, seed=seed, match=match) for match in range(2)]
    play_beside(game.batch(2, players=players, seed=seed), states, every=3)
    play_pettingzoo(clagdsl.rl.pettingzoo_env(game, players), chance)
    seat = chance.randrange(players)
    env = clagdsl.rl.gymnasium_env(game, players, seat, chance.choice(("steady", "random")))
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        allowed = np.flatnonzero(info["action_mask"]).tolist()
        _, _, ended, _, info = env.step(chance.choice(allowed))
    play_openspiel(clagdsl.rl.openspiel_game(rules, players), chance)


def play_pettingzoo(env: Any, chance: random.Random) -> None:
    """Plays one match at random."""
    env.reset(seed=1)
    for _ in env.agent_iter():
        seen, _, ended, _, _ = env.last()
        allowed = [] if ended else np.flatnonzero(seen["action_mask"]).tolist()
        env.step(chance.choice(allowed) if allowed else None)


def play_openspiel(game: Any, chance: random.Random) -> None:
    """Plays one match at random, including the chance nodes."""
    state = game.new_initial_state()
    while not state.is_terminal():
        assert str(state)
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            state.observation_tensor()
            state.apply_action(chance.choice(state.legal_actions()))


def edit(text: str, chance: random.Random) -> None:
    """Opens the text in the language server and makes requests about some places."""
    item = {"uri": URI, "languageId": "clag", "version": 1, "text": text}
    asked = [begun(), request("textDocument/didOpen", {"textDocument": item})]
    lines = text.splitlines()
    whole = {"textDocument": {"uri": URI}}
    for number in range(8):
        line = chance.randrange(len(lines))
        place = about(line, chance.randint(0, len(lines[line])))
        for method, further in PLACES.items():
            asked.append(
                request(f"textDocument/{method}", {**place, **further}, f"{number}{method}")
            )
    layout = {**whole, "options": {"tabSize": 2, "insertSpaces": True}}
    asked.append(request("textDocument/formatting", layout, "layout"))
    asked.append(request("textDocument/documentSymbol", whole, "symbols"))
    pipe = Pipe()
    make_server().serve(BytesIO(b"".join(asked)), pipe)
    sent = messages(pipe.getvalue())
    refused = [each["error"] for each in sent if "error" in each]
    assert all(each["code"] == REQUEST_FAILED for each in refused), refused
    assert len([each for each in sent if "id" in each]) == len(asked) - 1  # all but `didOpen`
