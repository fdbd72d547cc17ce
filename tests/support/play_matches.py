"""Matches played through `clagdsl play` by a person who picks at random."""

import random
from collections.abc import Callable, Sequence

from clagdsl.cli.play.board import Showing, Style
from clagdsl.cli.play.command import Conversation, Ending, Sitting, Streams
from clagdsl.engine.players.player import random_action
from clagdsl.engine.state import State, start_match
from clagdsl.lang.rules import Game
from support.loaded import loaded

VARIANTS = ("foss", "mcleod", "pagat", "raf", "raf-pagat", "rewrite", "scorecard", "scottish")


def showing_of(state: State, seat: int, style: Style | None = None) -> Showing:
    return Showing(state.table, seat, state.names, style or Style(), lambda _: "the clause")


class Table:
    """A conversation whose input comes from a function of the table."""

    def __init__(
        self, state: State, seat: int, answer: Callable[["Table"], str | None], **style: bool
    ) -> None:
        self.lines: list[str] = []
        self.saved: list[State] = []
        self.trouble: str | None = None
        self.answer = answer
        showing = showing_of(state, seat, Style(**style))
        doors = Streams(self.read, self.lines.append, self.save)
        self.conversation = Conversation(Sitting(state, seat), showing, doors)

    @property
    def state(self) -> State:
        return self.conversation.sitting.state

    def read(self, prompt: str) -> str | None:
        answer = self.answer(self)
        self.lines.append(prompt + (answer or ""))
        return answer

    def save(self, state: State) -> str | None:
        self.saved.append(state)
        return self.trouble

    def run(self) -> Ending:
        return self.conversation.run()


def typed(lines: Sequence[str]) -> Callable[[Table], str | None]:
    """Returns a person who types these lines and then ends the input."""
    left = iter(lines)
    return lambda _: next(left, None)


def picking(choose: random.Random) -> Callable[[Table], str | None]:
    """Returns a person who types a random legal action of the view, in full or abbreviated."""

    def answer(table: Table) -> str:
        view = table.state.view(table.conversation.sitting.seat)
        text = str(choose.choice(view.legal))
        verb, _, rest = text.partition(" ")
        short = rest if verb != "call" or rest else text
        if len(view.legal) == 1 and choose.random() < 0.5:
            return ""
        return choose.choice((text, short, short.lower(), text.upper() if verb == "play" else text))

    return answer


def seeded(game: Game, players: int, seed: int, most: int = 10_000) -> State:
    """Returns a match after at most `most` random actions."""
    state = start_match(game, players, seed)
    for _ in range(most):
        action = random_action(state)
        if action is None:
            break
        state = state.apply(action)
    return state


def before_deal(name: str, deal: int, players: int, seed: int) -> State:
    """Returns a seeded match of a variant at the start of a deal."""
    state = loaded(name).start(players=players, seed=seed)
    while state.deal < deal:
        action = random_action(state)
        assert action is not None
        state = state.apply(action)
    return state
