"""A game as a Python game of OpenSpiel, registered as `clagdsl`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pyspiel

from clagdsl import problems
from clagdsl.api import PlayableGame, load
from clagdsl.lang.errors import ClagError
from clagdsl.lang.pack import MOST_CARDS
from clagdsl.lang.rules import Value
from clagdsl.problems.safe_text import shortened
from clagdsl.rl.dealt_match import DealtMatch, GameWanted, SeatedGame, seat_game
from clagdsl.rl.one_match import Reward, read_game, read_reward
from clagdsl.rl.seen_text import seen_text
from clagdsl.simulation.lowering.arrays import Array

NAME: Final = "clagdsl"
"""The name by which OpenSpiel has the games."""

_RESERVED: Final = "(),="
"""What stands between the parts of the name of a game of OpenSpiel."""

_GAME_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Card games whose rules are text",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.REWARDS,
    max_num_players=MOST_CARDS,  # each player gets one at least
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "pagat", "players": 4, "reward": "points", "parameters": ""},
)


class ClagGame(pyspiel.Game):
    """A game at a table: `clagdsl(rules=pagat,players=4,reward=points,parameters=hook:false)`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = dict(params or {})
        self.seated = seat_game(
            GameWanted(
                str(chosen.get("rules", "pagat")),
                int(chosen.get("players", 4)),
                read_reward(chosen.get("reward", "points")),
                _read_parameters(str(chosen.get("parameters", ""))),
            )
        )
        most = self.seated.most_points if self.seated.wanted.reward == "points" else 1
        least = -most if self.seated.wanted.reward == "points" else 0
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.seated.actions),
            max_chance_outcomes=self.seated.most_outcomes,
            num_players=self.seated.table.players,
            min_utility=float(least),
            max_utility=float(most),
            max_game_length=self.seated.most_decisions,
        )
        super().__init__(_GAME_TYPE, info, chosen)

    def new_initial_state(self) -> ClagState:
        """A match before anything has happened."""
        return ClagState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No match has more nodes of chance."""
        return self.seated.most_chances

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> ClagObserver:
        """What tells a state as a seat sees it: now, or all that it has seen.

        Raises ArgumentError for anything else that an observer of OpenSpiel may be asked for.
        """
        kind = iig_obs_type
        own = kind is None or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not own or not (kind is None or kind.public_info):
            raise problems.arguments.WrongEnvironment(
                "an observer tells what one seat sees, public and its own, without parameters"
            ).error()
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return ClagObserver(self.seated, recalls=recalls)


class ClagState(pyspiel.State):
    """A match at one moment."""

    def __init__(self, game: ClagGame) -> None:
        super().__init__(game)
        self.match: DealtMatch = game.seated.begin()

    def current_player(self) -> int:
        """The seat to act, or who acts instead."""
        if self.match.state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.match.waits_for_chance:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.match.state.actor
        assert isinstance(seat, int)
        return seat

    def _legal_actions(self, _player: int) -> list[int]:
        return self.match.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, and how likely."""
        return [(one.number, one.probability) for one in self.match.outcomes()]

    def _apply_action(self, action: int) -> None:
        self.match = self.match.apply(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.match.text_of(action)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.match.state.over

    def rewards(self) -> list[float]:
        """By seat what the last decision has brought, also once chance has dealt since."""
        return [*self.match.rewards]

    def returns(self) -> list[float]:
        """By seat what has been brought so far."""
        return [*self.match.returns()]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ClagState:
        """A state that a seat cannot tell from this one, each pack as likely as another.

        `sampler` gives random numbers from 0 to 1.
        """
        seed = int(sampler() * 2**32) << 32 | int(sampler() * 2**32)
        state: ClagState = self.get_game().new_initial_state()
        for number in self.match.resampled(player, seed).done:
            state.apply_action(number)
        return state

    def __str__(self) -> str:
        return f"{self.match.state}" + "".join(f" {card}" for card in self.match.laid)


class ClagObserver:
    """Tells a state as a seat sees it: the interface that OpenSpiel asks of an observer."""

    def __init__(self, seated: SeatedGame, *, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if not recalls:
            self.tensor = seated.nothing_seen()
            self.dict = {"observation": self.tensor}

    def set_from(self, state: ClagState, player: int) -> None:
        """Put what a seat sees now into the tensor."""
        if self.tensor is not None:
            self.tensor[:] = state.match.observe(player)

    def string_from(self, state: ClagState, player: int) -> str:
        """What a seat sees, or all that it has seen, as a text."""
        if self._recalls:
            return state.match.told_to(player)
        return f"seat {player}\n{seen_text(state.match.view(player))}"


pyspiel.register_game(_GAME_TYPE, ClagGame)


def make_game(
    rules: str | Path | PlayableGame,
    players: int | None,
    reward: Reward,
    parameters: Mapping[str, Value] | None,
) -> Any:
    """What `clagdsl.rl.openspiel_game` returns."""
    game = read_game(rules)
    _check_name(game, found=isinstance(rules, str | Path))
    table = game.start(players, parameters=parameters).table
    chosen = {
        "rules": game.reference,
        "players": table.players,
        "reward": read_reward(reward),
        "parameters": ";".join(
            f"{name}:{_written(value)}" for name, value in (parameters or {}).items()
        ),
    }
    wanted = GameWanted(
        game.reference, table.players, read_reward(reward), tuple((parameters or {}).items())
    )
    seat_game(wanted, game)  # as the file is now, whatever was read before
    return pyspiel.load_game(NAME, chosen)


def _check_name(game: PlayableGame, *, found: bool) -> None:
    """Raise ArgumentError where OpenSpiel would not find a game by its name or path."""
    if any(sign in game.reference for sign in _RESERVED):
        raise problems.arguments.WrongEnvironment(
            f"OpenSpiel cannot tell where the path `{shortened(game.reference)}` ends:"
            " give one without brackets, commas and equals signs"
        ).error()
    if not found and not _is_behind(game):
        raise problems.arguments.WrongEnvironment(
            "OpenSpiel finds a game by its name: give a path or a bundled name, not a text"
        ).error()


def _is_behind(game: PlayableGame) -> bool:
    """Whether a game is the one that is read by its reference."""
    try:
        return load(game.reference).rules == game.rules
    except ClagError:
        return False


def _written(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read_parameters(text: str) -> tuple[tuple[str, Value], ...]:
    """The values of parameters as the name of a game has them: `hook:false;most:3`."""
    pairs = (each.partition(":") for each in text.split(";") if each)
    return tuple((name, _read(value)) for name, _, value in pairs)


def _read(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdecimal() else text
