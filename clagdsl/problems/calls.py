"""What the proofs about calls and about clauses in force together can find: P313 to P320."""

from __future__ import annotations

from clagdsl.lang.identifiers import is_word
from clagdsl.lang.source import Place
from clagdsl.problems.model import Diagnostic, Label, problem


def _labels(*pairs: tuple[Place | None, str]) -> tuple[Label, ...]:
    return tuple(Label(place, text) for place, text in pairs if place is not None)


@problem("P313", "choices called together that replace the same aspect")
def choices_clash(
    place: Place | None,
    first: str,
    second: str,
    aspect: str,
    first_place: Place | None,
    second_place: Place | None,
) -> Diagnostic:
    """Two choices may be called together, and both say the same aspect: neither could win.

    Choices that replace the same aspect stand in one group of which only one can be called.

    ```clag fails
    clag 1
    game "Two trumps"
    players 3 to 4
    deal called
      trump turned
      bid in turn
      score tricks
      call by dealer any of "No Trumps", Fixed
    twist "No Trumps" trump none
    twist Fixed trump order H C D S
    schedule 5 cards: called
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "One trump"
    players 3 to 4
    deal called
      trump turned
      bid in turn
      score tricks
      call by dealer at most one of "No Trumps", Fixed
    twist "No Trumps" trump none
    twist Fixed trump order H C D S
    schedule 5 cards: called
    winner highest total, then shared
    ```
    """
    message = f"`{first}` and `{second}` may be called together and both say `{aspect}`"
    help = f"put both into one group: `at most one of {_quoted(first)}, {_quoted(second)}`"
    others = _labels((first_place, f"`{first}` says it"), (second_place, f"`{second}` says it"))
    return Diagnostic("P313", "error", message, place, help, others=others)


def _quoted(name: str) -> str:
    return name if is_word(name) else f'"{name}"'


@problem("P314", "a choice that replaces `sight`")
def call_changes_sight(
    place: Place | None, choice: str, deal: str, call: Place | None
) -> Diagnostic:
    """What is called replaces when the players see their cards, but the caller has seen them.

    ```clag fails
    clag 1
    game "Blind too late"
    players 3 to 4
    deal called
      trump none
      bid in turn
      score tricks
      call by dealer any of Blind
    twist Blind sight after bids
    schedule 5 cards: called
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Blind from the top"
    players 3 to 4
    deal called
      trump none
      bid in turn
      score tricks
      call by dealer any of Blind
    twist Blind play top card
    schedule 5 cards: called
    winner highest total, then shared
    ```
    """
    message = f"`{choice}` is called after the cards are seen, so it cannot replace `sight`"
    help = f"do not offer `{choice}`, or let it say `play top card`"
    others = _labels((call, f"`{deal}` offers it here"))
    return Diagnostic("P314", "error", message, place, help, others=others)


@problem("P315", "cards seen too late")
def seen_too_late(
    place: Place | None, why: str, other: Place | None, circumstances: str
) -> Diagnostic:
    """Somebody calls or names trump before the bids, but has not seen the cards by then.

    ```clag fails
    clag 1
    game "Named blind"
    players 3 to 4
    deal normal
      trump named by dealer any suit
      sight after bids
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Named at sight"
    players 3 to 4
    deal normal
      trump named by dealer any suit
      sight before bids
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    ```
    """
    message = f"{why}, but nobody has seen the cards by then"
    help = "write `sight before bids`, or leave `sight` out"
    others = _labels((other, "this needs the cards seen"))
    return Diagnostic("P315", "error", message, place, help, others=others, detail=(circumstances,))


@problem("P316", "unseen cards that are to be chosen from")
def unseen_choice(place: Place | None, play: Place | None) -> Diagnostic:
    """Nobody ever sees their cards, but each is to choose which one to play.

    ```clag fails
    clag 1
    game "Roll 'Em, perhaps"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      sight never
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Roll 'Em"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      sight never
      play top card
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    ```
    """
    message = "nobody can choose a card from a hand that is never seen"
    help = "add `play top card`"
    others = _labels((play, "any card of the hand may be played"))
    return Diagnostic("P316", "error", message, place, help, others=others)


@problem("P317", "a name that does not exist where nobody bids")
def no_bids_made(
    place: Place | None, name: str, aspect: str, deal: str, none: Place | None
) -> Diagnostic:
    """A score or contract uses `bid`, `bids`, `made` or `makers` in a deal in which nobody bids.

    The clause may be inherited: a deal that is another one with `bid none` says its own.

    ```clag fails
    clag 1
    game "Made of nothing"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score 10 when made, otherwise 0
    deal "Highest Number" is normal with
      bid none
      completed not counted
    schedule 5 cards: normal, "Highest Number"
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Most of all"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score 10 when made, otherwise 0
    deal "Highest Number" is normal with
      bid none
      score 10 when tricks = most, otherwise 0
      completed not counted
    schedule 5 cards: normal, "Highest Number"
    winner highest total, then shared
    ```
    """
    message = f"`{name}` does not exist in `{deal}`, where nobody bids"
    help = f"give `{deal}` a `{aspect}` of its own, without `{name}`"
    others = _labels((none, "here nobody bids"))
    return Diagnostic("P317", "error", message, place, help, others=others)


@problem("P318", "a deal without bids that does not say what completes it")
def completed_not_said(place: Place | None, deal: str) -> Diagnostic:
    """Where nobody bids, nobody makes a bid: the deal must say whether and when it is completed.

    ```clag fails
    clag 1
    game "No contract"
    players 3 to 4
    deal normal
      trump none
      bid none
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Not counted"
    players 3 to 4
    deal normal
      trump none
      bid none
      score tricks
      completed not counted
    schedule 5 cards: normal
    winner highest total, then shared
    ```
    """
    message = f"nobody bids in `{deal}`, and it does not say who completes it"
    help = "add `completed not counted`, or `completed when ...`"
    return Diagnostic("P318", "error", message, place, help)


@problem("P319", "a caller where nobody calls")
def no_caller(place: Place | None, what: str, deal: str) -> Diagnostic:
    """The caller leads or names trump in a deal that has no call.

    ```clag fails
    clag 1
    game "Who calls"
    players 3 to 4
    deal normal
      trump named by caller any suit
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "The dealer calls"
    players 3 to 4
    deal normal
      trump named by dealer any suit
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    ```
    """
    message = f"the caller {what}, but nobody calls in `{deal}`"
    help = "write `dealer` instead of `caller`, or add a `call by` clause"
    return Diagnostic("P319", "error", message, place, help)


@problem("P320", "too many calls")
def too_many_calls(place: Place | None, number: int, most: int) -> Diagnostic:
    """A caller may choose among more combinations than can be gone through.

    ```clag fails
    clag 1
    game "A long menu"
    players 3 to 4
    deal called
      trump none
      bid in turn
      score tricks
      call by dealer any of A1, A2, A3, A4, A5, A6, A7, A8, A9, B1, B2, B3, B4
    twist A1 rank 2 A K Q J 10 9 8 7 6 5 4 3
    twist A2 trump order H C D S
    deal A3 is called
    deal A4 is called
    deal A5 is called
    deal A6 is called
    deal A7 is called
    deal A8 is called
    deal A9 is called
    deal B1 is called
    deal B2 is called
    deal B3 is called
    deal B4 is called
    schedule 5 cards: called
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "A short menu"
    players 3 to 4
    deal called
      trump none
      bid in turn
      score tricks
      call by dealer any of A1, A2
    twist A1 rank 2 A K Q J 10 9 8 7 6 5 4 3
    twist A2 trump order H C D S
    schedule 5 cards: called
    winner highest total, then shared
    ```
    """
    shown = str(number) if number < 10**9 else "more than 1000000000"
    message = f"the caller could choose among {shown} calls"
    help = f"at most {most} calls can be offered: put choices into one group of `at most one of`"
    return Diagnostic("P320", "error", message, place, help)
