"""The log of a match in sentences, and who is where: what the pages show, computed in Node.

Random matches are in `test_sheets_in_node`.
"""

from __future__ import annotations

from typing import Any

import pytest
from support.kept_matches import entered, kept_match
from support.node import ask, whole_json
from support.shown_matches import check_shown
from support.unproved import every_name, table_of, unproved

from clagdsl.scorekeeping.score_sheet import Sheet, new_sheet

PEOPLE = ("Ann", "Bob", "Cai", "Dot", "Eve")


def shown(kept: list[tuple[str, Sheet]]) -> list[dict[str, Any]]:
    """What the pages show of matches by bundled rules."""
    games = {name: whole_json(unproved(name).rules) for name, _ in kept}
    jobs = [
        {
            "kind": "sheet",
            "game": name,
            "players": len(sheet._moment.setting.names),
            "names": sheet._moment.setting.names,
            "dealer": sheet._moment.setting.first_dealer,
            "rules": name,
            "entries": sheet.log,
        }
        for name, sheet in kept
    ]
    return [answer["shown"] for answer in ask(games, jobs)]


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.long)])
def test_the_log_of_a_match_of_every_game(step: int) -> None:
    kept = []
    for number, name in enumerate(every_name()[::step]):
        low, high = unproved(name).rules.players
        state = unproved(name).start(low + number % (high - low + 1), seed=number)
        kept.append((name, kept_match(state, number)[1]))
    for (_, sheet), answer in zip(kept, shown(kept), strict=True):
        check_shown(answer, sheet)


def test_every_kind_of_entry_has_a_sentence() -> None:
    [[kinds, sentences]] = ask({}, [{"kind": "entries"}])
    assert set(kinds) - {"undo", "play"} == set(sentences)


def test_sentences_say_who_did_what() -> None:
    empty = new_sheet(table_of("pagat", 5), PEOPLE, 4, "pagat")
    entries = ["bid 0", "bid 1", "undo", "bid 0", "bid 0", "bid 0", "bid 0"]
    entries += ["won 1 0 0 0 0", "correct 1 won 0 1 0 0 0", 'adjust Bob -5 "late"', "leave Ann"]
    entries += ["join Fay after Eve", 'note "Fay is new"', "bids 0 0 0 0 0", "won 0 0 0 0 2"]
    [answer] = shown([("pagat", entered(empty, *entries))])
    told = [(line["deal"], line["text"], line["names"]) for line in answer["lines"]]
    first, second = list(PEOPLE), [*PEOPLE[1:], "Fay"]
    assert told == [
        (1, "Ann bids 0", ["Ann"]),
        (1, "Bob bids 1", ["Bob"]),
        (1, "Bob bids 0", ["Bob"]),
        (1, "Cai bids 0", ["Cai"]),
        (1, "Dot bids 0", ["Dot"]),
        (1, "Eve bids 0", ["Eve"]),
        (1, "Tricks: Ann 1, Bob 0, Cai 0, Dot 0, Eve 0", first),
        (1, "Corrected. Tricks: Ann 0, Bob 1, Cai 0, Dot 0, Eve 0", first),
        (2, "Bob \N{MINUS SIGN}5 by hand: late", ["Bob"]),
        (2, "Ann goes home", ["Ann"]),
        (2, "Fay sits down at the left of Eve", ["Fay"]),
        (2, "Note: Fay is new", second),
        (2, "Bids: Bob 0, Cai 0, Dot 0, Eve 0, Fay 0", second),
        (2, "Tricks: Bob 0, Cai 0, Dot 0, Eve 0, Fay 2", second),
    ]
    taken_back = [line["takenBack"] for line in answer["lines"]]
    assert taken_back == [None, {"by": "Ann", "at": "time 2"}, *[None] * 12]
    assert answer["attendance"] == [["plays"] * 5 + ["not yet"], ["left", *["plays"] * 5]]
    assert [row[0] for row in answer["totals"]] == [0, 10, None]
    assert [row[5] is None for row in answer["totals"]] == [True, True, False]
    assert answer["places"][0] is None
