"""Wrong arguments: what a caller asked of a game that the game cannot answer.

Each function makes one kind of error; its docstring is the page that `clagdsl explain` prints.
"""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.errors import ClagError
from clagdsl.lang.rules import IntegerRange, Parameter, TruthRange, WordRange
from clagdsl.problems.model import problem
from clagdsl.problems.safe_text import shortened


class ArgumentError(ClagError, ValueError):
    """A wrong argument.  `code` says which kind, `reason` what is wrong and what would be right."""

    def __init__(self, code: str, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(f"{code}: {reason}")


def possible_values(parameter: Parameter) -> str:
    """The values that a parameter may have, in words."""
    match parameter.range:
        case IntegerRange(low=low, high=high):
            return f"a whole number from {low} to {high}"
        case TruthRange():
            return "true or false"
        case WordRange(words=words):
            return "one of " + ", ".join(words)


@problem("U601", "this number of players cannot play the game")
def wrong_players(players: object, low: int, high: int) -> ArgumentError:
    """The rules say for how many players the game is, and this number is outside.

    `players 4 to 7` in a rules file means four players at least and seven at most.

    ```python fails
    clagdsl.load("pagat").start(players=3)
    ```

    ```python mended
    clagdsl.load("pagat").start(players=4)
    ```
    """
    return ArgumentError("U601", f"`{shortened(players)}` players: the game is for {low} to {high}")


@problem("U602", "the game has no parameter of that name")
def unknown_parameter(name: object, known: Sequence[str]) -> ArgumentError:
    """A value is given for a parameter that the rules do not declare.

    A parameter is declared by `param` in the rules file, or in the file that it extends.

    ```python fails
    clagdsl.load("scorecard").start(parameters={"hooks": True})
    ```

    ```python mended
    clagdsl.load("scorecard").start(parameters={"hook": True})
    ```
    """
    listed = ", ".join(f"`{parameter}`" for parameter in known)
    there = f"its parameters are {listed}" if known else "it has none"
    return ArgumentError("U602", f"the game has no parameter `{shortened(name)}`: {there}")


@problem("U603", "a parameter cannot have that value")
def wrong_value(parameter: Parameter, value: object) -> ArgumentError:
    """The value given for a parameter is of another kind or outside its range.

    A parameter is a whole number within a range, true or false, or one of several words.

    ```python fails
    clagdsl.load("mcleod").start(parameters={"misere_trick": 5})
    ```

    ```python mended
    clagdsl.load("mcleod").start(parameters={"misere_trick": -2})
    ```
    """
    shown = str(value).lower() if isinstance(value, bool) else shortened(value)
    return ArgumentError(
        "U603", f"`{parameter.name}` cannot be `{shown}`: it is {possible_values(parameter)}"
    )


def not_parameters(value: object) -> ArgumentError:
    """The error that parameters are no mapping from names to values."""
    shown = shortened(value)
    return ArgumentError(
        "U602", f"parameters are values by name, as in {{'hook': True}}: `{shown}`"
    )


@problem("U604", "the game has no such deal")
def unknown_deal(name: object, known: Sequence[str]) -> ArgumentError:
    """A deal is asked for by a number outside the schedule or by a name that no deal has.

    Deals are known by their number in the schedule, from 1, by their name and by their short
    name.

    ```python fails
    clagdsl.load("foss").score("ntt", bids=[2, 0, 3], tricks=[2, 3, 2])
    ```

    ```python mended
    clagdsl.load("foss").score("nt", bids=[2, 0, 3], tricks=[2, 3, 2])
    ```
    """
    listed = ", ".join(f"`{deal}`" for deal in known)
    reason = f"the game has no deal `{shortened(name)}`: its deals are {listed}"
    return ArgumentError("U604", reason)


@problem("U605", "the bids do not fit the deal")
def wrong_bids(reason: str) -> ArgumentError:
    """Bids are missing, are given where none are made, or are not one bid for each player.

    A bid is a whole number from 0 to the number of cards.  A bid that only a limit on bids
    forbids is scored all the same: reporting it is the work of `clagdsl replay`.

    ```python fails
    clagdsl.load("foss").score(1, tricks=[1, 0, 0])
    ```

    ```python mended
    clagdsl.load("foss").score(1, bids=[1, 1, 0], tricks=[1, 0, 0])
    ```
    """
    return ArgumentError("U605", reason)


@problem("U606", "the tricks do not fit the deal")
def wrong_tricks(reason: str) -> ArgumentError:
    """The tricks of all players together are not as many as each was dealt cards.

    Every trick is won by somebody, and there are as many tricks as cards in a hand.

    ```python fails
    clagdsl.load("foss").score(2, bids=[1, 1, 1], tricks=[1, 0, 0])
    ```

    ```python mended
    clagdsl.load("foss").score(2, bids=[1, 1, 1], tricks=[1, 0, 1])
    ```
    """
    return ArgumentError("U606", reason)


@problem("U607", "who took which trick is missing or does not fit")
def wrong_taken(reason: str) -> ArgumentError:
    """In this deal the tricks differ in value, so the numbers of tricks do not give the score.

    `taken` names the seat that won each trick, from the first to the last.

    ```python fails
    game = clagdsl.load("raf")
    game.score(1, cards=3, calls="No Trumps, Ascending Madness", bids=[1, 1, 0], tricks=[1, 1, 1])
    ```

    ```python mended
    game = clagdsl.load("raf")
    game.score(1, cards=3, calls="No Trumps, Ascending Madness", bids=[1, 1, 0],
               tricks=[1, 1, 1], taken=[0, 2, 1])
    ```
    """
    return ArgumentError("U607", reason)


@problem("U608", "the cards of the pack do not suffice")
def too_few_cards(number: int, name: str, players: int, needed: int, held: int) -> ArgumentError:
    """With these parameters some deal needs more cards than the pack has, or deals no cards.

    The defaults, and every value of one parameter with the others at their defaults, are proved
    by `clagdsl check`; a game with any other choice of parameters is checked when it starts.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 7
    param more = 0 in 0 to 1 "one card more"
    param again = 0 in 0 to 1 "and another"
    deal normal
      trump turned
      bid fixed 0
      score tricks
    schedule 6 + more + again cards: normal
    winner highest total, then shared
    '''
    clagdsl.load(text=rules).start(players=7, parameters={"more": 1, "again": 1})
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 7
    param more = 0 in 0 to 1 "one card more"
    param again = 0 in 0 to 1 "and another"
    deal normal
      trump turned
      bid fixed 0
      score tricks
    schedule 6 + more + again cards: normal
    winner highest total, then shared
    '''
    clagdsl.load(text=rules).start(players=5, parameters={"more": 1, "again": 1})
    ```
    """
    return ArgumentError(
        "U608",
        f"deal {number} (`{name}`) for {players} players needs {needed} cards of {held}",
    )


@problem("U609", "with these parameters the game has no schedule")
def no_schedule(reason: str) -> ArgumentError:
    """With these parameters the schedule is empty, too long, or a number in it has no value.

    A match has at least one deal and at most 500.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 7
    param before = 1 in 0 to 1 "rounds before the meal"
    param after = 1 in 0 to 1 "rounds after the meal"
    deal normal
      trump turned
      bid fixed 0
      score tricks
    schedule repeat before + after times 5 cards: normal
    winner highest total, then shared
    '''
    clagdsl.load(text=rules).start(parameters={"before": 0, "after": 0})
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 7
    param before = 1 in 0 to 1 "rounds before the meal"
    param after = 1 in 0 to 1 "rounds after the meal"
    deal normal
      trump turned
      bid fixed 0
      score tricks
    schedule repeat before + after times 5 cards: normal
    winner highest total, then shared
    '''
    clagdsl.load(text=rules).start(parameters={"before": 0})
    ```
    """
    return ArgumentError("U609", reason)


@problem("U621", "this seed or match number cannot be")
def wrong_seed(what: str, value: object, limit: int) -> ArgumentError:
    """A seed or a match number is not a whole number within the range of the generator.

    Seeds go from 0 to 2^64 - 1, match numbers from 0 to 2^32 - 1.  They are never cut down to
    size, because another seed would give another match without saying so.

    ```python fails
    clagdsl.load("foss").start(seed=-1)
    ```

    ```python mended
    clagdsl.load("foss").start(seed=1)
    ```
    """
    return ArgumentError(
        "U621",
        f"the {what} cannot be `{shortened(value)}`: it is a whole number from 0 to {limit - 1}",
    )


@problem("U622", "the names do not fit the players")
def wrong_names(reason: str) -> ArgumentError:
    """The players' names are not one for each player, are empty, too long, or two are the same.

    Names stand in records, one for each seat, so two players cannot have the same.

    ```python fails
    clagdsl.load("foss").start(players=3, names=["Ann", "Bob"])
    ```

    ```python mended
    clagdsl.load("foss").start(players=3, names=["Ann", "Bob", "Cy"])
    ```
    """
    return ArgumentError("U622", reason)


@problem("U623", "nobody of that name or seat is at the table")
def wrong_seat(what: str, value: object, players: int) -> ArgumentError:
    """A seat is asked for that the table does not have, or a player whom nobody is called.

    Seats count clockwise from 0.  The first dealer is a seat or one of the players' names.

    ```python fails
    clagdsl.load("foss").start(players=3, dealer=3)
    ```

    ```python mended
    clagdsl.load("foss").start(players=3, dealer=2)
    ```
    """
    return ArgumentError(
        "U623",
        f"the {what} cannot be `{shortened(value)}`: "
        f"seats are 0 to {players - 1}, or players' names",
    )


@problem("U610", "the rules do not hold together with these parameters")
def unproved_parameters(reason: str) -> ArgumentError:
    """Each value of a parameter is sound, but not this combination of several.

    `clagdsl check` proves the rules with all parameters at their defaults, and with each value of
    one of them.  Any other combination is proved when a match starts with it, and this one leaves
    a player without a legal bid, a score without a value, or the like.

    ```python fails
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 7
    param low = 0 in 0 to 2 "no bid below"
    param strict = false "no bid above one"
    deal normal
      trump none
      bid in turn
      each bid keeps bid >= low and (bid <= 1 or not strict)
      score tricks
    schedule 3 cards: normal
    winner highest total, then shared
    '''
    clagdsl.load(text=rules).start(players=3, parameters={"low": 2, "strict": True})
    ```

    ```python mended
    import clagdsl

    rules = '''
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 7
    param low = 0 in 0 to 2 "no bid below"
    param strict = false "no bid above one"
    deal normal
      trump none
      bid in turn
      each bid keeps bid >= low and (bid <= 1 or not strict)
      score tricks
    schedule 3 cards: normal
    winner highest total, then shared
    '''
    clagdsl.load(text=rules).start(players=3, parameters={"low": 2})
    ```
    """
    return ArgumentError("U610", f"with these parameters the rules do not hold: {reason}")


@problem("U624", "the calls do not fit the deal")
def wrong_calls(reason: str) -> ArgumentError:
    """What is called is missing, is given where nothing is called, or cannot be called so.

    The calls of a deal are one text, `Precedence, Nuloss`, or a list of names; the empty text
    says that nothing was chosen.

    ```python fails
    clagdsl.load("raf").score(1, cards=3, bids=[1, 1, 0], tricks=[1, 1, 1])
    ```

    ```python mended
    clagdsl.load("raf").score(1, cards=3, calls="No Trumps", bids=[1, 1, 0], tricks=[1, 1, 1])
    ```
    """
    return ArgumentError("U624", reason)


@problem("U625", "this number of cards is not dealt")
def wrong_cards(reason: str) -> ArgumentError:
    """The number of cards is missing where it may vary, or is not one that the schedule allows.

    A deal named by its number has the cards that the schedule says, unless the dealer picks them.
    A deal named by its name may stand at several sizes: then `cards` says which.

    ```python fails
    clagdsl.load("foss").score("normal", bids=[1, 1, 0], tricks=[1, 1, 1])
    ```

    ```python mended
    clagdsl.load("foss").score("normal", cards=3, bids=[1, 1, 0], tricks=[1, 1, 1])
    ```
    """
    return ArgumentError("U625", reason)


@problem("U626", "there is nothing to load, or too much")
def wrong_source(reason: str) -> ArgumentError:
    """`load` takes one thing: a path, the name of a bundled variant, or `text=`.

    ```python fails
    clagdsl.load()
    ```

    ```python mended
    clagdsl.load("pagat")
    ```
    """
    return ArgumentError("U626", reason)


@problem("U611", "there is no bundled variant of that name")
def unknown_variant(name: str, hint: str) -> ArgumentError:
    """A word without slash or dot names a bundled variant, and there is none of that name.

    `clagdsl variants` lists them.  A file of your own is named with its ending, or with a folder:
    `friday.clag`, `./friday`.

    ```console fails
    $ clagdsl check scotish
    ```

    ```console mended
    $ clagdsl check scottish
    ```
    """
    return ArgumentError(
        "U611",
        f"there is no bundled variant `{name}`; {hint}"
        " (a file is named with its ending, such as `mine.clag`)",
    )


@problem("U627", "the simulator cannot play these rules")
def not_simulated(reason: str) -> ArgumentError:
    """The simulator plays by tables, and these rules do not fit into any.

    Every bundled variant does.  A score that depends on very many combinations of bids, tricks
    and the other players' results does not; the interpreter plays such a game all the same.

    ```python fails
    clagdsl.load(text='''clag 1
    game "Much"
    players 3 to 3
    deal normal
      trump turned
      bid in turn
      score bid + tricks + most + most_count + makers + bids
    schedule
      17 cards: normal
    winner highest total, then shared
    ''').simulate(10)
    ```

    ```python mended
    clagdsl.load("pagat").simulate(10)
    ```
    """
    return ArgumentError("U627", f"{reason}: the simulator has no table for it")


@problem("U628", "a simulation cannot be asked for like this")
def wrong_simulation(reason: str) -> ArgumentError:
    """The number of matches or of threads is no whole number that makes sense.

    Matches are numbered with 32 bits, so that one seed has at most 4,294,967,296 of them.

    ```python fails
    clagdsl.load("pagat").simulate(0)
    ```

    ```python mended
    clagdsl.load("pagat").simulate(10)
    ```
    """
    return ArgumentError("U628", reason)
