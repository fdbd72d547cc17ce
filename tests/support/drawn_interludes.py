"""Random interludes of a score sheet: changes of players, points by hand, one more hand."""

from __future__ import annotations

import random
from dataclasses import replace

from clagdsl.engine.actions import DrawDealer, PickCards
from clagdsl.lang.roster_changes import (
    Adjustment,
    EndMatch,
    Join,
    Leave,
    OneMoreHand,
    PlayAgain,
    RosterChange,
    Seats,
    SitOut,
    Skip,
    TakePlace,
    read_interlude,
)
from clagdsl.scorekeeping.entries import CorrectRoster
from clagdsl.scorekeeping.score_sheet import Sheet


def drawn_interlude(choose: random.Random, sheet: Sheet) -> str:
    """Returns a random interlude, which may be legal or not."""
    if choose.random() < 0.15:
        return drawn_roster_correction(choose, sheet)
    names = (*sheet.names, "Fay", 'Gus "G" after', "Eve")
    one, other = choose.choice(names), choose.choice(names)
    kinds = [deal.name for deal in sheet.game.deals]
    texts = [
        str(Join(one, other)),
        str(Join(choose.choice(names[len(sheet.names) :]), choose.choice(sheet.names))),
        str(TakePlace(one, choose.choice(sheet.names))),
        str(Leave(one)),
        str(SitOut(choose.choice(sheet.names))),
        str(PlayAgain(one)),
        str(Adjustment(one, choose.randint(-9, 9), choose.choice([None, 'beer "spilt" \\', ""]))),
        str(OneMoreHand(choose.choice(kinds), choose.randint(1, 6))),
        str(EndMatch()) if choose.random() < 0.4 else str(Skip(choose.choice([1, 1, 2, 40]))),
    ]
    texts += [str(PlayAgain(sheet.names[line])) for line in sheet.out] * 6
    beside = [text for text in texts if not text.startswith("adjust")]
    changes = [text for text in beside if sheet.why_not(text) is None]
    if choose.random() < 0.15:
        return choose.choice(
            [str(PickCards(choose.randint(0, 9))), str(DrawDealer(one)), drawn_seats(choose, sheet)]
        )
    drawn = choose.choice(changes if changes and choose.random() < 0.7 else texts)
    return corrected_instead(sheet, drawn)


def drawn_seats(choose: random.Random, sheet: Sheet) -> str:
    """Returns a random order of the original players, or of some of everybody on the sheet."""
    first = sheet._moment.setting.names
    names = choose.choice([first, first, sheet.names])
    return str(Seats(tuple(choose.sample(names, len(names)))))


def drawn_roster_correction(choose: random.Random, sheet: Sheet) -> str:
    """Returns a random correction of the changes before a deal; they may stay the same."""
    deal = choose.randint(1, sheet.deal + choose.choice([0, 0, 0, 2]))
    rows = {row.deal: row.beside for row in sheet.view().rows}
    read = [read_interlude(text) for text in rows.get(deal, ())]
    changes = [one for one in read if isinstance(one, RosterChange)]
    names = (*sheet.names, "Fay", "Gus and back")
    one, other = choose.choice(names), choose.choice(names)
    new = [Join(one, other), TakePlace(one, other), Leave(one), SitOut(one), PlayAgain(one)]
    if changes and choose.random() < 0.7:
        changes.pop(choose.randrange(len(changes)))
    if choose.random() < 0.7:
        changes.insert(choose.randint(0, len(changes)), choose.choice(new))
    return str(CorrectRoster(deal, tuple(changes)))


def corrected_instead(sheet: Sheet, drawn: str) -> str:
    """Returns an interlude; every second one with points corrects the last points instead."""
    new = read_interlude(drawn)
    if not isinstance(new, Adjustment) or len(sheet.log) % 2:
        return drawn
    for row in reversed(sheet.rows):
        for text in row.beside:
            old = read_interlude(text)
            if isinstance(old, Adjustment):
                return f"correct {row.deal} {replace(new, player=old.player)}"
    return f"correct {sheet.deal} {drawn}"
