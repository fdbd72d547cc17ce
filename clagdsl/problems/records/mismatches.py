"""What can be wrong between a record and the rules.  Each docstring is the page of its code.

A recorded action that the rules forbid has the code of that action (`A202`, `A302`, ...); here is
everything else.
"""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.source import Place
from clagdsl.problems.actions.reasons import Reason
from clagdsl.problems.model import Diagnostic, Label, problem
from clagdsl.problems.records.texts import shown


def forbidden(place: Place, who: str, reason: Reason) -> Diagnostic:
    """The problem that a recorded action is one that the rules forbid."""
    others = (Label(reason.place, "the rule"),) if reason.place else ()
    cited = f"; {reason.source}" if reason.source else ""
    return Diagnostic(
        reason.code,
        "error",
        f"{who}: {reason.reason}" if who else reason.reason,
        place,
        help=f"correct what was recorded, or the rules that it is held against{cited}",
        others=others,
    )


@problem("R530", "the rules have changed since the match was recorded", "warning")
def other_rules(place: Place, recorded: str, found: str) -> Diagnostic:
    """The fingerprint in the record is not that of the rules it is held against.

    The match may have been played by an older text of the rules. Whatever disagrees below may
    come from that.

    ```toml fails
    record = 1
    rules = "foss"
    rules_hash = "sha256:0"
    players = ["Ann", "Bob", "Cai"]
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    ```
    """
    return Diagnostic(
        "R530",
        "warning",
        f"the rules are not those the match was recorded with ({shown(recorded)})",
        place,
        help=f'if they play the same, write `rules_hash = "{found}"`',
    )


@problem("R531", "the rules are not for this table")
def wrong_table(place: Place, reason: str) -> Diagnostic:
    """The rules are for another number of players, or do not allow a parameter of the record.

    ```toml fails
    record = 1
    rules = "pagat"
    players = ["Ann", "Bob", "Cai"]
    ```

    ```toml mended
    record = 1
    rules = "pagat"
    players = ["Ann", "Bob", "Cai", "Dee"]
    ```
    """
    return Diagnostic(
        "R531", "error", reason, place, help="name the rules and parameters that were played by"
    )


@problem("R532", "the schedule has no such deal")
def not_scheduled(place: Place, name: str, known: str) -> Diagnostic:
    """A row is for a number or a label that the schedule does not have, or for both of two deals.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    label = "no trumps"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    label = "nt"
    ```
    """
    return Diagnostic(
        "R532", "error", f"{shown(name)} is not a deal of the schedule", place, help=known
    )


@problem("R533", "the rows are not in the order of the schedule")
def out_of_order(place: Place, number: int, before: int) -> Diagnostic:
    """A deal stands after a later one, or twice.

    Every row is judged from the totals in the row before it.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 2

    [[deal]]
    deal = 1
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1

    [[deal]]
    deal = 2
    ```
    """
    return Diagnostic(
        "R533",
        "error",
        f"deal {number} stands after deal {before}",
        place,
        help="keep one row for each deal, in the order of the schedule",
    )


@problem("R534", "the number of cards is not the deal's")
def wrong_cards(place: Place, cards: int, low: int, high: int) -> Diagnostic:
    """The record has another number of cards than the schedule, or than its own hands.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 3
    cards = 4
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 3
    cards = 3
    ```
    """
    due = f"{low}" if low == high else f"{low} to {high}"
    return Diagnostic(
        "R534", "error", f"`{cards}` cards, but {due} are dealt here", place, help=f"deal {due}"
    )


@problem("R535", "somebody else deals or calls")
def wrong_turn(place: Place, what: str, name: str, due: str) -> Diagnostic:
    """The dealer or the caller is not the one who follows from the deals before.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    dealer = "Cai"

    [[deal]]
    deal = 1
    dealer = "Bob"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    dealer = "Cai"

    [[deal]]
    deal = 1
    dealer = "Cai"
    ```
    """
    return Diagnostic(
        "R535",
        "error",
        f"the {what} is {shown(due)}, not {shown(name)}",
        place,
        help=f'write `{what} = "{due}"`, or leave it out',
    )


@problem("R536", "a row that cannot be judged", "warning")
def not_judged(place: Place, reason: str) -> Diagnostic:
    """Something is not recorded without which the row has no score: mostly what was called.

    ```toml fails
    record = 1
    rules = "raf"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    cards = 3
    bids = "1 1 0"
    totals = "12 12 0"
    ```

    ```toml mended
    record = 1
    rules = "raf"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    cards = 3
    calls = "Trumps"
    bids = "1 1 0"
    totals = "12 12 0"
    ```
    """
    return Diagnostic(
        "R536", "warning", reason, place, help="record what was called in the deal: `calls = …`"
    )


@problem("R537", "the deal has no such thing")
def not_in_deal(place: Place, reason: str, mend: str) -> Diagnostic:
    """The record holds bids where none are made, a fixed bid that is another, and so on.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    label = "mnt"
    bids = "0 1 0"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    label = "mnt"
    bids = "- - -"
    ```
    """
    return Diagnostic("R537", "error", reason, place, help=mend)


@problem("R540", "the tricks do not come to the cards")
def wrong_sum(place: Place, found: int, cards: int) -> Diagnostic:
    """The tricks of all players together are as many as each was dealt cards.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 2
    bids = "0 1 0"
    won = "1 1 1"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 2
    bids = "0 1 0"
    won = "0 1 1"
    ```
    """
    return Diagnostic(
        "R540",
        "error",
        f"the tricks come to `{found}`, but `{cards}` are played",
        place,
        help=f"tricks that sum to {cards}",
    )


@problem("R541", "a total that the tricks do not give")
def wrong_total(place: Place, who: str, found: int, due: int, tricks: int) -> Diagnostic:
    """The total before, plus the score for these tricks, is not the total that was written.

    Every row is judged from the totals written in the row before, so that one slip is reported
    once.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = "0 1 1"
    won = "0 1 0"
    totals = "10 13 0"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = "0 1 1"
    won = "0 1 0"
    totals = "10 12 0"
    ```
    """
    count = "1 trick makes" if tricks == 1 else f"{tricks} tricks make"
    return Diagnostic(
        "R541",
        "error",
        f"{who} has `{found}` after the deal, but {count} it `{due}`",
        place,
        help=f"write `{due}`, or correct the tricks or the bid",
    )


@problem("R542", "a figure that no number of tricks explains")
def impossible_cell(place: Place, who: str, bid: str, score: int, possible: str) -> Diagnostic:
    """With this bid no number of tricks brings the points that the total went up or down by.

    The other players' figures fit each other; without this player the row is possible.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = "0 1 1"
    totals = "10 10 0"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = "0 1 1"
    totals = "10 12 0"
    ```
    """
    after = f" after a bid of {bid}" if bid else ""
    return Diagnostic(
        "R542",
        "error",
        f"{who} cannot score `{score}`{after}: no number of tricks fits the row",
        place,
        help=possible,
    )


@problem("R543", "a row that cannot be")
def impossible_row(place: Place, suspects: Sequence[str]) -> Diagnostic:
    """Each figure by itself is possible, but together they are not the tricks of one deal.

    Which of them is wrong cannot be told from the row.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = "0 1 1"
    totals = "10 12 12"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = "0 1 1"
    totals = "10 12 0"
    ```
    """
    names = ", ".join(suspects)
    text = f"one figure is wrong, of {names}" if suspects else "more than one figure is wrong"
    return Diagnostic(
        "R543",
        "error",
        f"no tricks fit the whole row: {text}",
        place,
        help="compare the bids and totals of the row with the sheet",
    )


@problem("R544", "a row that would take too long to infer", "warning")
def too_much_to_infer(place: Place) -> Diagnostic:
    """There are more possible divisions of the tricks than are tried for one record.

    It takes many unknown bids or tricks of different value.

    ```clag with friday.clag
    clag 1
    game "Kitchen" variant "Friday"
    players 3 to 4
    deal normal
      trump none
      bid in turn
      score 10 + bids + makers when made, otherwise 0
    schedule 12 cards: normal
    winner highest total, then shared
    ```

    ```toml fails
    record = 1
    rules = "friday.clag"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    totals = "10 0 0"
    ```

    ```toml mended
    record = 1
    rules = "friday.clag"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = "5 6 0"
    won = "4 7 1"
    totals = "0 0 0"
    ```
    """
    return Diagnostic(
        "R544",
        "warning",
        "the tricks of this row are not inferred: there is too much to try",
        place,
        help="record the tricks that each player won: `won = …`",
    )
