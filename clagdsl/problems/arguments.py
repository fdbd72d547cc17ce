"""Problems with arguments and with the command line itself: codes U601 to U699."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from clagdsl.lang.rules import IntegerRange, Parameter, TruthRange, WordRange
from clagdsl.problems.diagnostic import ArgumentError, Diagnostic, Problem
from clagdsl.problems.escape import shorten
from clagdsl.problems.suggestions import closest_name


class ArgumentProblem(Problem):
    """An invalid argument; the caller gets an `ArgumentError`."""

    help = "for more, run `clagdsl explain {code}`"

    def error(self) -> ArgumentError:
        """Returns the exception for the problem."""
        return ArgumentError(self.code, self.message)


class StatedProblem(ArgumentProblem):
    """A problem whose message is composed by the code that finds it."""

    message: str


class WrongPlayers(ArgumentProblem):
    code = "U601"
    title = "the game is not for this number of players"
    players: object
    low: int
    high: int

    @property
    def message(self) -> str:
        """The message for a number out of range, or for text where a number is expected."""
        if isinstance(self.players, str):
            return (
                f"the number of players must be a number, {self.low} to {self.high}, not a string"
            )
        sizes = f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"
        return f"the game is for {sizes} players, not `{shorten(self.players)}`"


class NoSuchParameter(ArgumentProblem):
    code = "U602"
    title = "the game has no parameter of that name"
    name: object
    existing: Sequence[str]

    @property
    def message(self) -> str:
        listed = ", ".join(f"`{parameter}`" for parameter in self.existing)
        there = f"its parameters are {listed}" if self.existing else "it has none"
        return f"the game has no parameter `{shorten(self.name)}`: {there}"


class NotParameters(NoSuchParameter):
    existing: Sequence[str] = ()
    message = "parameters must be values by name, as in {{'hook': True}}, not `{name:shortened}`"


class WrongValue(ArgumentProblem):
    code = "U603"
    title = "a parameter cannot have that value"
    parameter: Parameter
    value: object

    @property
    def message(self) -> str:
        name, value = self.parameter.name, self.value
        shown = str(value).lower() if isinstance(value, bool) else shorten(value)
        return f"`{name}` cannot be `{shown}`: it must be {possible_values(self.parameter)}"


class NoSuchDeal(ArgumentProblem):
    code = "U604"
    title = "the game has no such deal"
    name: object
    existing: Sequence[str]
    scheduled: int = 0
    players: int = 0
    """The number of players on which the schedule may depend; 0 if the game has only one."""

    @property
    def message(self) -> str:
        at_table = f" with {self.players} players" if self.players else ""
        if self.name in self.existing:
            return f"the deal `{self.name}` is not in the schedule{at_table}"
        none = f"the game has no deal `{shorten(self.name)}`"
        if isinstance(self.name, int):
            none += at_table
        near = closest_name(self.name, self.existing) if isinstance(self.name, str) else None
        if near is not None:
            return f"{none}: did you mean `{near}`?"
        numbers = f"1 to {self.scheduled}, or by name " if isinstance(self.name, int) else ""
        return f"{none}: its deals are {numbers}{', '.join(f'`{deal}`' for deal in self.existing)}"


class WrongBids(StatedProblem):
    code = "U605"
    title = "the bids do not fit the deal"


class WrongTricks(StatedProblem):
    code = "U606"
    title = "the tricks do not fit the deal"


class WrongTaken(StatedProblem):
    code = "U607"
    title = "the players who took the tricks are missing or do not fit"


class WrongTrump(StatedProblem):
    code = "U648"
    title = "the trump is missing or does not fit"


class WrongPast(StatedProblem):
    code = "U646"
    title = "the value of a run or a tally does not fit"


class PackTooSmall(ArgumentProblem):
    code = "U608"
    title = "the pack has too few cards"
    number: int
    name: str
    players: int
    needed: int
    held: int
    message = (
        "deal {number} (`{name}`) needs {needed} cards for {players} players: the pack has {held}"
    )


class NoSchedule(StatedProblem):
    code = "U609"
    title = "with these parameters the game has no schedule"


class UnprovedParameters(ArgumentProblem):
    code = "U610"
    title = "the rules do not work with these parameters"
    reason: str
    message = "the rules do not work with these parameters: {reason}"


class NoSuchVariant(ArgumentProblem):
    code = "U611"
    title = "there is no bundled variant of that name"
    name: str
    hint: str

    @property
    def message(self) -> str:
        named = f"there is no bundled variant `{shorten(self.name)}`; {self.hint}"
        return f"{named} (for a file, give the ending too, such as `mine.clag`)"


class WrongSeed(ArgumentProblem):
    code = "U621"
    title = "the seed or match number is out of range"
    argument: str
    value: object
    limit: int

    @property
    def message(self) -> str:
        numbers = f"it must be a whole number from 0 to {self.limit - 1}"
        return f"the {self.argument} cannot be `{shorten(self.value)}`: {numbers}"


class WrongNames(StatedProblem):
    code = "U622"
    title = "the names do not fit the players"


class WrongSeat(ArgumentProblem):
    code = "U623"
    title = "there is no such seat or player at the table"
    argument: str
    value: object
    players: int

    @property
    def message(self) -> str:
        seats = f"give a seat, 0 to {self.players - 1}, or a player's name"
        return f"the {self.argument} cannot be `{shorten(self.value)}`: {seats}"


class WrongCalls(StatedProblem):
    code = "U624"
    title = "the calls do not fit the deal"


class CardsNotDealt(StatedProblem):
    code = "U625"
    title = "the deal cannot have this number of cards"


class WrongSource(StatedProblem):
    code = "U626"
    title = "an argument is missing, unknown, or of the wrong type"


class NotSimulated(ArgumentProblem):
    code = "U627"
    title = "the simulator cannot play these rules"
    reason: str
    message = "the simulator cannot play these rules: {reason}"


class NotTabulated(NotSimulated):
    """Variant of U627: the rules do not fit into the tables that random players do not need."""

    message = "only random players can play these rules: {reason}"


class TooManyCards(ArgumentProblem):
    code = "U635"
    title = "the pack is too large for the simulator"
    size: int
    most: int
    message = (
        "the pack has {size} cards, and the simulator can play with at most {most}: play the match "
        "with `clagdsl play`, or action by action from Python"
    )


class WrongSimulation(StatedProblem):
    code = "U628"
    title = "a simulation cannot be run like this"


class WrongPolicy(StatedProblem):
    code = "U629"
    title = "there is no such policy, or there is not one for each seat"


class WrongBatch(StatedProblem):
    code = "U631"
    title = "a batch cannot do this"


class WrongAction(StatedProblem):
    code = "U632"
    title = "this action is not legal in the batch"


class AmbiguousDealNumber(ArgumentProblem):
    code = "U633"
    title = "several deals with this name score differently"
    severity = "warning"
    name: str
    first: int
    other: int
    message = (
        "the score of `{name}` depends on the number of the deal; this is the score of deal {first}"
    )
    help = "give the deal by its number, such as `--deal {other}`"


class OtherDeal(ArgumentProblem):
    code = "U634"
    title = "another deal has this number in the schedule"
    number: int
    found: str
    name: str
    first: int
    message = "deal {number} is `{found}`, not `{name}`"
    help = "leave the name out, or give a number of `{name}`, such as `{first}`"


class TwoDeals(OtherDeal):
    """Variant of U634: the deal is given by two different numbers."""

    message = "the deal is given as `{first}` and as number `{number}`"
    help = "give one number"


class WrongWorlds(StatedProblem):
    code = "U636"
    title = "no worlds can be made from this"


class PlayerFailed(ArgumentProblem):
    code = "U637"
    title = "a player has failed"
    player: str
    reason: str
    message = "the player `{player}` {reason}"


class CannotWeigh(ArgumentProblem):
    code = "U638"
    title = "the player does not weigh its actions"
    player: str
    message = (
        "the player `{player}` does not work out what each action is worth: "
        "a review needs `search`, at a level such as `search:256`"
    )


class WrongEnvironment(StatedProblem):
    code = "U639"
    title = "an environment for learning cannot be made like this"


class WrongCluster(StatedProblem):
    code = "U641"
    title = "the cluster cannot play this"


class NotAState(ArgumentProblem):
    code = "U647"
    title = "a player decides only in a state of a match"
    value: object

    @property
    def message(self) -> str:
        return (
            f"`{shorten(self.value)}` is not a state of a match: give the result of `game.start()`"
        )


class WrongRun(StatedProblem):
    code = "U642"
    title = "this run cannot be resumed"


class WrongRequest(StatedProblem):
    code = "U643"
    title = "the request for a simulation is incomplete or contradictory"


def possible_values(parameter: Parameter) -> str:
    """Returns a phrase for the values that a parameter may have."""
    match parameter.range:
        case IntegerRange(low=low, high=high):
            return f"a whole number from {low} to {high}"
        case TruthRange():
            return "true or false"
        case WordRange(words=words):
            return "one of " + ", ".join(words)


# --- problems of the command line: wrong usage, resource limits, bugs in clagdsl ------------------


class WrongUsage(Problem):
    code = "U690"
    title = "the command line cannot be understood"
    message: str
    command: str
    help = "`{command} --help` shows how to use it"


class NoRoomLeft(Problem):
    code = "U691"
    title = "there is not enough memory or disk space"
    what: Literal["memory", "disk"]
    reason: str

    @property
    def message(self) -> str:
        if self.what == "memory":
            return "there is not enough memory"
        return self.reason

    @property
    def help(self) -> str:
        if self.what == "memory":
            return "close other programs, or raise the limit for this one (`ulimit -v`)"
        return "free some disk space, or write to another disk"


class BugInClagdsl(Problem):
    code = "U699"
    title = "a bug in clagdsl"
    error: Exception
    help = (
        "please report it to the authors of clagdsl, with this line, the command and its files;"
        " to add a traceback, run the same command with CLAGDSL_DEBUG=1"
    )

    @property
    def message(self) -> str:
        place = self.error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = f" in {place.tb_frame.f_code.co_name}, line {place.tb_lineno}" if place else ""
        summary = f"{type(self.error).__name__}: {self.error}"[:500]
        return f"this is a bug in clagdsl, not a mistake of yours: {summary}{where}"


def wrong_argument(error: ArgumentError) -> Diagnostic:
    """Returns the diagnostic to print for an invalid argument; its page is the one for its code."""
    return Diagnostic(
        error.code,
        "error",
        error.reason,
        None,
        f"for more, run `clagdsl explain {error.code}`",
    )
