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

    help = "`clagdsl explain {code}` says more about it"

    def error(self) -> ArgumentError:
        """Returns the exception for the problem."""
        return ArgumentError(self.code, self.message)


class StatedProblem(ArgumentProblem):
    """A problem whose message is composed by the code that finds it."""

    message: str


class WrongPlayers(ArgumentProblem):
    code = "U601"
    title = "this number of players cannot play the game"
    players: object
    low: int
    high: int

    @property
    def message(self) -> str:
        """The message for a number out of range, or for text where a number is expected."""
        if isinstance(self.players, str):
            return f"the number of players is a whole number, {self.low} to {self.high}, not a text"
        players = "player" if self.players == 1 else "players"
        sizes = f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"
        return f"`{shorten(self.players)}` {players}: the game is for {sizes}"


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
    message = "parameters are values by name, as in {{'hook': True}}: `{name:shortened}`"


class WrongValue(ArgumentProblem):
    code = "U603"
    title = "a parameter cannot have that value"
    parameter: Parameter
    value: object

    @property
    def message(self) -> str:
        name, value = self.parameter.name, self.value
        shown = str(value).lower() if isinstance(value, bool) else shorten(value)
        return f"`{name}` cannot be `{shown}`: it is {possible_values(self.parameter)}"


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
    title = "who took which trick is missing or does not fit"


class WrongTrump(StatedProblem):
    code = "U648"
    title = "what is trump is missing or does not fit"


class WrongPast(StatedProblem):
    code = "U646"
    title = "what a run or a tally has come to does not fit"


class PackTooSmall(ArgumentProblem):
    code = "U608"
    title = "the cards of the pack do not suffice"
    number: int
    name: str
    players: int
    needed: int
    held: int
    message = "deal {number} (`{name}`) for {players} players needs {needed} cards of {held}"


class NoSchedule(StatedProblem):
    code = "U609"
    title = "with these parameters the game has no schedule"


class UnprovedParameters(ArgumentProblem):
    code = "U610"
    title = "the rules do not hold together with these parameters"
    reason: str
    message = "with these parameters the rules do not hold: {reason}"


class NoSuchVariant(ArgumentProblem):
    code = "U611"
    title = "there is no bundled variant of that name"
    name: str
    hint: str

    @property
    def message(self) -> str:
        named = f"there is no bundled variant `{shorten(self.name)}`; {self.hint}"
        return f"{named} (a file is named with its ending, such as `mine.clag`)"


class WrongSeed(ArgumentProblem):
    code = "U621"
    title = "this seed or match number cannot be"
    argument: str
    value: object
    limit: int

    @property
    def message(self) -> str:
        numbers = f"it is a whole number from 0 to {self.limit - 1}"
        return f"the {self.argument} cannot be `{shorten(self.value)}`: {numbers}"


class WrongNames(StatedProblem):
    code = "U622"
    title = "the names do not fit the players"


class WrongSeat(ArgumentProblem):
    code = "U623"
    title = "nobody of that name or seat is at the table"
    argument: str
    value: object
    players: int

    @property
    def message(self) -> str:
        seats = f"seats are 0 to {self.players - 1}, or players' names"
        return f"the {self.argument} cannot be `{shorten(self.value)}`: {seats}"


class WrongCalls(StatedProblem):
    code = "U624"
    title = "the calls do not fit the deal"


class CardsNotDealt(StatedProblem):
    code = "U625"
    title = "this number of cards is not dealt"


class WrongSource(StatedProblem):
    code = "U626"
    title = "there is nothing to load, or too much"


class NotSimulated(ArgumentProblem):
    code = "U627"
    title = "the simulator cannot play these rules"
    reason: str
    message = "{reason}: the simulator has no table for it"


class TooManyCards(ArgumentProblem):
    code = "U635"
    title = "the pack is too large for the simulator"
    size: int
    most: int
    message = (
        "the pack has {size} cards, and the simulator plays with {most} at most: play such a match "
        "with `clagdsl play`, or action by action from Python"
    )


class WrongSimulation(StatedProblem):
    code = "U628"
    title = "a simulation cannot be asked for like this"


class WrongPolicy(StatedProblem):
    code = "U629"
    title = "there is no such policy, or not one for each seat"


class WrongBatch(StatedProblem):
    code = "U631"
    title = "a batch cannot be asked for like this"


class WrongAction(StatedProblem):
    code = "U632"
    title = "a match of the batch may not do this"


class AmbiguousDealNumber(ArgumentProblem):
    code = "U633"
    title = "several deals of one name that score differently"
    severity = "warning"
    name: str
    first: int
    other: int
    message = "the number of the deal counts in the score of `{name}`; this is that of deal {first}"
    help = "name the deal by its number, such as `--deal {other}`"


class OtherDeal(ArgumentProblem):
    code = "U634"
    title = "a number of the schedule at which another deal stands"
    number: int
    found: str
    name: str
    first: int
    message = "deal {number} is `{found}`, not `{name}`"
    help = "leave the name out, or give a number of `{name}`, such as `{first}`"


class WrongWorlds(StatedProblem):
    code = "U636"
    title = "worlds cannot be made of this"


class PlayerFailed(ArgumentProblem):
    code = "U637"
    title = "a player does what it may not do"
    player: str
    reason: str
    message = "the player `{player}` {reason}"


class CannotWeigh(ArgumentProblem):
    code = "U638"
    title = "a player that does not weigh its actions"
    player: str
    message = (
        "the player `{player}` only says what it does, not what each action is worth: "
        "a review needs `search`, at a level such as `search:256`"
    )


class WrongEnvironment(StatedProblem):
    code = "U639"
    title = "an environment for learning cannot be asked for like this"


class WrongCluster(StatedProblem):
    code = "U641"
    title = "the cluster cannot play this"


class NotAState(ArgumentProblem):
    code = "U647"
    title = "a player is asked about what is no state of a match"
    value: object

    @property
    def message(self) -> str:
        return f"`{shorten(self.value)}` is no state of a match: give what `game.start()` gives"


class WrongRun(StatedProblem):
    code = "U642"
    title = "this run cannot go on"


class WrongRequest(StatedProblem):
    code = "U643"
    title = "this cannot be asked of a simulation"


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
    help = "`{command} --help` shows how it is used"


class NoRoomLeft(Problem):
    code = "U691"
    title = "the machine has no room left"
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
            return "close other programs, or raise the limit of this one (`ulimit -v`)"
        return "make room on the disk, or write to another one"


class BugInClagdsl(Problem):
    code = "U699"
    title = "a bug in clagdsl"
    error: Exception
    help = (
        "please report it to the authors of clagdsl with this line, the command and its files;"
        " with CLAGDSL_DEBUG=1 the same command shows the traceback to send along"
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
        f"`clagdsl explain {error.code}` says more about it",
    )
