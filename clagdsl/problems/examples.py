"""What running the examples of a rules file can find wrong: codes E401 to E410."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.source import Place
from clagdsl.problems.model import Diagnostic, Label, problem


def _rule(place: Place | None, text: str) -> tuple[Label, ...]:
    return () if place is None else (Label(place, text),)


@problem("E401", "an example whose score the rules do not give")
def wrong_score(
    place: Place,
    said: Sequence[int],
    given: Sequence[int],
    scene: str,
    rule: Place | None,
    detail: tuple[str, ...],
) -> Diagnostic:
    """An example says what a player scores, and the rules give another score.

    One of the two is wrong: the source that the example cites decides.

    ```clag fails
    clag 1
    game "Two points a trick"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score 10 + 2 * tricks when made, otherwise 0
    schedule 5 cards: normal
    winner highest total, then shared
    example "two of two" in normal: bid 2 tricks 2 scores 12
    ```

    ```clag mended
    clag 1
    game "Two points a trick"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score 10 + 2 * tricks when made, otherwise 0
    schedule 5 cards: normal
    winner highest total, then shared
    example "two of two" in normal: bid 2 tricks 2 scores 14
    ```
    """
    ours, theirs = (" ".join(map(str, figures)) for figures in (given, said))
    message = f"the example says {theirs}; {scene} the rules give {ours}"
    help = f"write `scores {ours}`, or change the score"
    others = _rule(rule, "this gives the score")
    return Diagnostic("E401", "error", message, place, help, others=others, detail=detail)


@problem("E402", "an example whose bid the rules treat otherwise")
def wrong_bid(
    place: Place, bid: int, allowed: bool, scene: str, reason: str, rule: Place | None
) -> Diagnostic:
    """An example says that a bid may or may not be made, and the rules say the opposite.

    ```clag fails
    clag 1
    game "No hook"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    example "the hook" in normal for 3 players: bids 1 1 then may not bid 3
    ```

    ```clag mended
    clag 1
    game "A hook"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      last bid keeps bids != cards
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    example "the hook" in normal for 3 players: bids 1 1 then may not bid 3
    ```
    """
    said = "may" if allowed else "may not"
    ours = reason if allowed else f"{scene} the bid is legal"
    message = f"the example says that {bid} {said} be bid; {ours}"
    help = f"write `may {'not ' if allowed else ''}bid {bid}`, or change the limits on bids"
    others = _rule(rule, "this rule decides")
    return Diagnostic("E402", "error", message, place, help, others=others)


@problem("E403", "an example whose trick another card wins")
def wrong_winner(
    place: Place, said: str, given: str, reason: str, rule: Place | None
) -> Diagnostic:
    """An example says which card wins a trick, and by the rules another one does.

    ```clag fails
    clag 1
    game "Trumps win"
    players 3 to 4
    deal normal
      trump turned
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    example "the ace" in normal: trump hearts cards KS AS 2H won by AS
    ```

    ```clag mended
    clag 1
    game "Trumps win"
    players 3 to 4
    deal normal
      trump turned
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    example "the trump" in normal: trump hearts cards KS AS 2H won by 2H
    ```
    """
    message = f"the example says that `{said}` wins; by the rules {reason}"
    help = f"write `won by {given}`, or change the rule that decides"
    others = _rule(rule, "this rule decides")
    return Diagnostic("E403", "error", message, place, help, others=others)


@problem("E404", "an example whose card the rules treat otherwise")
def wrong_play(
    place: Place, card: str, allowed: bool, reason: str, rule: Place | None
) -> Diagnostic:
    """An example says that a card may or may not be played, and the rules say the opposite.

    ```clag fails
    clag 1
    game "Follow suit"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    example "a revoke" in normal: cards KS hand 2S 9H may play 9H
    ```

    ```clag mended
    clag 1
    game "Follow suit"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    example "a revoke" in normal: cards KS hand 2S 9H may not play 9H
    ```
    """
    said = "may" if allowed else "may not"
    message = f"the example says that `{card}` {said} be played; by the rules {reason}"
    help = f"write `may {'not ' if allowed else ''}play {card}`, or change the rules"
    others = _rule(rule, "this rule decides")
    return Diagnostic("E404", "error", message, place, help, others=others)


@problem("E405", "an example whose payment the rules do not give")
def wrong_payment(
    place: Place, said: int, given: int, scene: str, rule: Place | None
) -> Diagnostic:
    """An example says what a loser pays the winner, and `settle` gives another amount.

    ```clag fails
    clag 1
    game "Five a point"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    settle loser pays winner 5 * (winner.total - loser.total)
    example "ten points" : loser total 20 pays 40 to winner total 30
    ```

    ```clag mended
    clag 1
    game "Five a point"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    settle loser pays winner 5 * (winner.total - loser.total)
    example "ten points" : loser total 20 pays 50 to winner total 30
    ```
    """
    message = f"the example says that the loser pays {said}; {scene} the rules give {given}"
    help = f"write `pays {given}`, or change the settlement"
    others = _rule(rule, "this gives the amount")
    return Diagnostic("E405", "error", message, place, help, others=others)


@problem("E406", "an example whose winners are others by the rules")
def wrong_winners(
    place: Place, said: Sequence[bool], given: Sequence[bool], rule: Place | None
) -> Diagnostic:
    """An example says who wins a match, and by the rules somebody else does.

    ```clag fails
    clag 1
    game "The higher total"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    example "who wins" : totals 30 20 10 wins no yes no
    ```

    ```clag mended
    clag 1
    game "The higher total"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    example "who wins" : totals 30 20 10 wins yes no no
    ```
    """
    ours, theirs = (_yes_or_no(wins) for wins in (given, said))
    message = f"the example says `wins {theirs}`; the rules give `wins {ours}`"
    help = f"write `wins {ours}`, or change who wins the match"
    others = _rule(rule, "this decides who wins")
    return Diagnostic("E406", "error", message, place, help, others=others)


def _yes_or_no(wins: Sequence[bool]) -> str:
    return " ".join("yes" if each else "no" for each in wins)


@problem("E407", "an example whose deal is another one in the schedule")
def wrong_deal(
    place: Place, number: int, said: str, given: str | None, scene: str, rule: Place | None
) -> Diagnostic:
    """An example says which deal comes at some number, and the schedule has another one there.

    ```clag fails
    clag 1
    game "Up to seven"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 1 up to 7 cards: normal
    winner highest total, then shared
    example "the third" : number 3 is normal with 4 cards
    ```

    ```clag mended
    clag 1
    game "Up to seven"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 1 up to 7 cards: normal
    winner highest total, then shared
    example "the third" : number 3 is normal with 3 cards
    ```
    """
    ours = f"it is {given}" if given else "there is no such deal"
    message = f"the example says that number {number} is {said}; {scene} {ours}"
    help = f"write `number {number} is {given}`" if given else "name a number of the schedule"
    others = _rule(rule, "the schedule stands here")
    return Diagnostic("E407", "error", message, place, help, others=others)


@problem("E408", "an example that leaves open what its outcome depends on")
def left_open(place: Place, what: str, help: str) -> Diagnostic:
    """The rules give different answers, depending on something that the example does not say.

    Where an example does not say the number of cards or players, it has to hold for all with
    which the deal is dealt.

    ```clag fails
    clag 1
    game "A point a card"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score cards when made, otherwise 0
    schedule 1 up to 7 cards: normal
    winner highest total, then shared
    example "made" in normal: bid 1 tricks 1 scores 5
    ```

    ```clag mended
    clag 1
    game "A point a card"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score cards when made, otherwise 0
    schedule 1 up to 7 cards: normal
    winner highest total, then shared
    example "made" in normal with 5 cards: bid 1 tricks 1 scores 5
    ```
    """
    return Diagnostic("E408", "error", what, place, help)


@problem("E409", "an example that cannot happen")
def cannot_happen(place: Place, what: str, help: str) -> Diagnostic:
    """What an example describes can never come about at the table.

    Tricks that do not sum to the cards, a card played twice, a bid that was not allowed, a deal
    with a number of cards with which it is never dealt: an example like that shows nothing.

    ```clag fails
    clag 1
    game "Five tricks"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    example "six tricks" in normal for 3 players: bids 1 1 1 tricks 3 2 1 scores 3 2 1
    ```

    ```clag mended
    clag 1
    game "Five tricks"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    example "five tricks" in normal for 3 players: bids 1 1 1 tricks 2 2 1 scores 2 2 1
    ```
    """
    return Diagnostic("E409", "error", what, place, help)


@problem("E410", "an example that does not suit the deal")
def does_not_suit(place: Place, what: str, help: str, rule: Place | None) -> Diagnostic:
    """An example leaves out what its deal needs, or says what its deal does not have.

    A trick of a deal with trumps needs the trump suit; a deal in which nobody bids has no bids.

    ```clag fails
    clag 1
    game "Which trump"
    players 3 to 4
    deal normal
      trump turned
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    example "the ace" in normal: cards KS AS 2H won by AS
    ```

    ```clag mended
    clag 1
    game "Which trump"
    players 3 to 4
    deal normal
      trump turned
      bid in turn
      score tricks
    schedule 5 cards: normal
    winner highest total, then shared
    example "the ace" in normal: trump clubs cards KS AS 2H won by AS
    ```
    """
    others = _rule(rule, "the rule stands here")
    return Diagnostic("E410", "error", what, place, help, others=others)
