"""What a person is told in the terminal, and what comes of what they type."""

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.engine_games import GAMES, one_deal, random_match
from support.engine_twins import other_packs, replayed
from support.loaded import loaded
from support.play_matches import (
    VARIANTS,
    Table,
    before_deal,
    picking,
    seeded,
    showing_of,
    typed,
)
from support.samples import every_nth

from clagdsl.cli._lines import columns_of
from clagdsl.cli.play.board import sheet_lines
from clagdsl.cli.play.command import Sitting, refusal_lines, resume_sitting
from clagdsl.cli.play.command_parser import Ask, Do, Unclear, Why, read_command
from clagdsl.engine.actions import (
    Action,
    Bid,
    MakeCall,
    NameOrder,
    NameTrump,
    PickCards,
    Play,
    PlayTop,
)
from clagdsl.engine.events import DealScored, all_decisions
from clagdsl.engine.state import State
from clagdsl.engine.view_legality import why_not_in_view
from clagdsl.lang.cards import PACK, SUITS
from clagdsl.lang.rules import Game
from clagdsl.problems.escape import escape_invisible
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import replay
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record

COLOURS = re.compile(r"\x1b\[[0-9;]*m")

# --- whole matches ------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("players", [4, 7])
def test_a_whole_match_can_be_played(name: str, players: int) -> None:
    state = loaded(name).start(players=players, seed=players)
    table = Table(state, 2, picking(random.Random(players)))
    assert table.run() == "over"
    assert table.state.over
    assert any("Final standings: 1. " in line for line in table.lines)
    stakes = any("pence for each point" in line for line in table.lines)
    assert stakes == (table.state.game.settlement is not None and any(table.state.payments))
    told = [line for line in table.lines if not line.startswith("call> ")]  # typed, not told
    assert [line for line in told if columns_of(line) > 80] == []
    assert not any("not understood" in line or re.match("A[0-9]", line) for line in table.lines)
    record = parse_record(write_record(table.state.record())).record
    assert record is not None
    assert replay(record, state.game) == table.state
    assert replay_sheet(record, state.game).agrees
    # Every action was kept, each after the one before.
    assert len(table.saved) == len(decisions_of(table.state))
    assert table.saved[-1] == table.state


def decisions_of(state: State) -> list[Action]:
    return all_decisions(state.events)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(2, 6), st.integers(0, 10**6))
def test_deals_of_every_kind_can_be_played(name: str, players: int, seed: int) -> None:
    rules: Game = GAMES[name]
    players = max(players, rules.players[0])
    table = Table(seeded(rules, players, seed, 0), seed % players, picking(random.Random(seed)))
    assert table.run() == "over"
    assert [line for line in table.lines if columns_of(line) > 80] == []


def test_ten_players_fit() -> None:
    rules = replace(one_deal("normal", 5), players=(2, 10))
    table = Table(seeded(rules, 10, 1, 0), 9, picking(random.Random(1)))
    assert table.run() == "over"
    assert [line for line in table.lines if columns_of(line) > 80] == []
    (row,) = [line for line in table.lines if line.startswith("  1 nor 5")]
    assert len(row.split()) == 3 + 2 * 10


@pytest.mark.parametrize(
    ("columns", "room", "parts"),
    [
        (60, 60, {7: 2, 10: 2}),
        (45, 45, {7: 3, 10: 2}),
        (20, 40, {7: 4, 10: 3}),
        (79, 79, {7: 1, 10: 2}),
        (80, 80, {7: 1, 10: 1}),
        (200, 80, {7: 1, 10: 1}),
    ],
)
@pytest.mark.parametrize("players", [7, 10])
def test_a_narrow_terminal_has_room_for_everybody(
    monkeypatch: pytest.MonkeyPatch, columns: int, room: int, parts: dict[int, int], players: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    # COLUMNS is taken off a terminal as well
    monkeypatch.setattr("sys.stdout.isatty", lambda: players == 7)
    rules = replace(one_deal("normal", 5), players=(2, 10))
    table = Table(seeded(rules, players, 1, 0), players - 1, picking(random.Random(1)))
    assert table.run() == "over"
    wide = max(map(columns_of, table.lines))
    assert wide <= room
    assert wide > room - 10  # no more is broken than has to be
    state = table.state
    sheet = sheet_lines(showing_of(state, players - 1), state.view(players - 1).events)
    heads = [line for line in sheet if line.startswith("bid")]
    rows = [line for line in sheet if line.startswith("  1 ")]
    assert len(heads) == len(rows) == parts[players]
    cells = [cell for row in rows for cell in re.findall(r"[\d/]+ +-?\d+", row.partition(" 5")[2])]
    scored = next(event for event in state.events if isinstance(event, DealScored))
    assert [int(cell.split()[1]) for cell in cells] == list(scored.totals)


@pytest.mark.parametrize(("columns", "name"), [(60, "Highest Number 5"), (52, "Highest N 5")])
def test_the_name_of_a_deal_has_the_room_that_figures_leave(
    monkeypatch: pytest.MonkeyPatch, columns: int, name: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    rules = replace(one_deal("Highest Number", 5), players=(2, 10))
    *_, state = random_match(rules, 4, 1)
    lines = sheet_lines(showing_of(state, 0), state.view(0).events)
    assert lines[-1].startswith(f"  1 {name}")
    assert max(map(columns_of, lines)) <= columns


@pytest.mark.parametrize("name", ["pagat", "raf"])
def test_colour_adds_nothing_but_colour(name: str) -> None:
    lines = []
    for colour in (False, True):
        state = loaded(name).start(players=4, seed=1)
        table = Table(state, 0, picking(random.Random(1)), colour=colour)
        table.run()
        lines.append(table.lines)
    assert not any("\x1b" in line for line in lines[0])
    assert any("\x1b" in line for line in lines[1])
    assert [COLOURS.sub("", line) for line in lines[1]] == lines[0]


def test_suits_are_letters_where_signs_cannot_be_shown() -> None:
    state = loaded("pagat").start(players=4, seed=1)
    table = Table(state, 0, picking(random.Random(1)), signs=False)
    table.run()
    assert all(line.isascii() for line in table.lines)


# --- nothing that the seat may not know ---------------------------------------------------

EVERYTHING: tuple[Action, ...] = (
    *map(Play, PACK),
    *(Play(card, face) for card in PACK[::5] for face in PACK[::7]),
    PlayTop(),
    *map(PlayTop, PACK[::3]),
    *map(Bid, range(-1, 20)),
    *map(PickCards, range(-1, 9)),
    *map(NameTrump, SUITS),
    NameOrder(SUITS),
    NameOrder(SUITS[:2]),
    MakeCall(()),
    MakeCall(("Blind", "Misere")),
)


def answers(state: State, seat: int) -> list[list[str]]:
    view, showing = state.view(seat), showing_of(state, seat)
    reasons = [why_not_in_view(view, state.table, action) for action in EVERYTHING]
    return [[] if reason is None else refusal_lines(showing, reason) for reason in reasons]


def check_answers(rules: Game, players: int, seed: int) -> int:
    choose = random.Random(seed)
    states = list(random_match(rules, players, seed, by_hand=True))
    compared = 0
    for state in choose.sample(states, min(8, len(states))):
        seat = state.actor
        if not isinstance(seat, int):
            continue
        twin = replayed(state, other_packs(state, seat, choose))
        if twin is not None and twin.events != state.events:
            assert answers(twin, seat) == answers(state, seat)
            compared += 1
    return compared


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(3, 6), st.integers(0, 10**6))
def test_no_answer_tells_what_a_seat_cannot_see(name: str, players: int, seed: int) -> None:
    check_answers(GAMES[name], players, seed)


@pytest.mark.parametrize("name", ["Roll 'Em", "Shuffled", "Wild Stack", "Blind", "Half Blind"])
def test_no_answer_tells_the_top_card(name: str) -> None:
    assert sum(check_answers(one_deal(name), 4, seed) for seed in range(4)) > 10


@pytest.mark.parametrize(("name", "deal"), [("foss", 12), ("foss", 13), ("pagat", 11)])
def test_cards_that_nobody_may_look_at_are_not_shown(name: str, deal: int) -> None:
    state = before_deal(name, deal, 4, 1)
    table = Table(state, 0, typed([]))
    table.run()
    hand = next(line for line in table.lines if line.startswith("  hand"))
    assert hand == "  hand      7 cards, face down"
    shown = set(re.findall("(?:10|[2-9AKQJ])[♠♥♦♣]", "\n".join(table.lines)))
    assert len(shown) <= 1  # at most the card turned


def test_the_top_card_is_played_by_top_alone() -> None:
    state = before_deal("foss", 13, 4, 1)
    top = str(state.hands[0][0])
    other = str(state.hands[0][1])
    lines = ["0", f"why {top}", f"why {other}", top, "why top as AC", "why top"]
    table = Table(state, 0, typed(lines))
    table.run()
    refused = [line for line in table.lines if line.startswith("A")]
    assert refused[:3] == ["A303: only the top card can be played, whatever it is: `play top`"] * 3
    assert refused[3] == "A305: the top card is not wild: no card is wild in this deal"
    assert "`play top` is allowed." in table.lines
    assert len(table.state.hands[0]) == 7


# --- undo ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pagat", "raf"])
def test_all_can_be_undone_and_done_again(name: str) -> None:
    state = loaded(name).start(players=4, seed=3)
    choose = picking(random.Random(3))
    often = iter(range(40))
    first = Table(state, 1, lambda table: choose(table) if next(often, 40) < 40 else None)
    assert first.run() == "end of input"
    done = first.conversation.sitting.earlier
    assert len(done) == 40
    back = Table(first.state, 1, typed([]))
    back.conversation.sitting = resume_sitting(first.state, 1)
    assert back.conversation.sitting == first.conversation.sitting
    back.answer = typed(["undo"] * 41)
    back.run()
    assert back.state == done[0]
    assert "There is nothing to undo." in back.lines
    assert back.saved[-1] == back.state


def test_what_was_undone_is_told_again() -> None:
    state = loaded("foss").start(players=3, seed=3)
    table = Table(state, 0, typed(["0", "", "undo", ""]))
    table.run()
    assert sum(line.startswith("Trick 1:") for line in table.lines) == 2
    assert sum(line.startswith("Deal 1 is scored:") for line in table.lines) == 2
    assert "Undone: your last decision is open again." in table.lines


@pytest.mark.parametrize("name", every_nth(VARIANTS, 3))
def test_a_match_goes_on_from_a_record(name: str) -> None:
    whole = Table(loaded(name).start(players=4, seed=5), 3, picking(random.Random(5)))
    whole.run()
    for state in whole.saved[:: len(whole.saved) // 2]:
        record = parse_record(write_record(state.record())).record
        assert record is not None
        sitting = resume_sitting(replay(record, state.game), 3)
        assert sitting.state == state
        decided = [one for one in sitting.earlier if one.actor == 3]
        assert len(decided) == len(sitting.earlier)
        for action in decisions_of(whole.state)[len(decisions_of(state)) :]:
            if sitting.is_to_move:
                sitting = sitting.after_action(action)
            else:
                after = sitting.after_bot_action()
                assert after is not None
                sitting = after
        assert sitting.state == whole.state


def test_a_match_that_goes_on_begins_with_its_sheet() -> None:
    state = before_deal("foss", 5, 4, 1)
    table = Table(state, 0, typed([]))
    table.run()
    assert table.lines[0] == "The match so far:"
    assert table.lines[2].startswith("  1 normal 1")
    assert any(line.startswith("== Deal 5") for line in table.lines)
    assert not any(line.startswith("== Deal 4") for line in table.lines)


def test_trouble_with_saving_is_told_once() -> None:
    table = Table(loaded("foss").start(players=3, seed=1), 0, typed(["0", "", "0"]))
    table.trouble = "the disk is full"
    table.run()
    told = [line for line in table.lines if "not saved" in line]
    assert told == ["The match is not saved: the disk is full"]
    assert table.state.deal == 2


# --- what is typed ------------------------------------------------------------------------


def moment(name: str, deal: int, phase: str) -> tuple[State, int]:
    state = before_deal(name, deal, 4, 2)
    while state.phase != phase:
        state = state.apply(state.legal()[0])
    seat = state.actor
    assert isinstance(seat, int)
    return state, seat


MOMENTS = {
    "size": ("raf", 1, "size"),
    "call": ("raf", 1, "call"),
    "name": ("pagat", 14, "name"),
    "bid": ("foss", 5, "bid"),
    "play": ("foss", 5, "play"),
    "wild": ("pagat", 12, "play"),
    "top": ("foss", 13, "play"),
}


@pytest.mark.parametrize(
    ("when", "text", "command"),
    [
        ("size", "5", Do(PickCards(5))),
        ("size", " cards  5 ", Do(PickCards(5))),
        ("call", "1 4", Do(MakeCall(("Trumps", "Nuloss")))),
        ("call", "8,2", Do(MakeCall(("Descending Madness", "No Trumps")))),
        ("call", "no trumps, BLIND", Do(MakeCall(("No Trumps", "Blind")))),
        ("call", "call Trumps", Do(MakeCall(("Trumps",)))),
        ("call", "call", Do(MakeCall(()))),
        ("call", "none", Do(MakeCall(()))),
        ("call", "9", Do(MakeCall(("9",)))),
        ("call", "Trumps,,Blind", Unclear("Trumps,,Blind")),
        ("name", "h", Do(NameTrump("H"))),
        ("name", "Hearts", Do(NameTrump("H"))),
        ("name", "♣", Do(NameTrump("C"))),
        ("name", "trump s", Do(NameTrump("S"))),
        ("name", "shcd", Do(NameOrder(("S", "H", "C", "D")))),
        ("name", "order s h C d", Do(NameOrder(("S", "H", "C", "D")))),
        ("bid", "2", Do(Bid(2))),
        ("bid", "bid -1", Do(Bid(-1))),
        ("bid", "why 9", Why(Bid(9))),
        ("bid", "5h", Do(Play(PACK[22]))),
        ("bid", "two", Unclear("two")),
        ("bid", "why", Unclear("why")),
        ("bid", "", Ask("table")),
        ("play", "as", Do(Play(PACK[0]))),
        ("play", "play A♠", Do(Play(PACK[0]))),
        ("play", "why th", Why(Play(PACK[17]))),
        ("play", "sa", Do(Play(PACK[0]))),
        ("play", "play ace of spades", Do(Play(PACK[0]))),
        ("play", "3", Do(Bid(3))),
        ("wild", "2h as ac", Do(Play(PACK[25], PACK[39]))),
        ("wild", "2H=AC", Do(Play(PACK[25], PACK[39]))),
        ("wild", "two of hearts as ace of clubs", Do(Play(PACK[25], PACK[39]))),
        ("wild", "2H AC", Unclear("2H AC")),
        ("wild", "2H as", Unclear("2H as")),
        ("wild", "2H as XC", Unclear("2H as XC")),
        ("top", "", Do(PlayTop())),
        ("top", "Top", Do(PlayTop())),
        ("top", "play top as AS", Do(PlayTop(PACK[0]))),
        ("play", "U", Ask("undo")),
        ("play", "score", Ask("score")),
        ("play", "?", Ask("help")),
        ("play", "hand", Ask("table")),
        ("play", "Rules", Ask("rules")),
        ("play", "Q", Ask("quit")),
    ],
)
def test_what_is_typed_is_understood(when: str, text: str, command: object) -> None:
    state, seat = moment(*MOMENTS[when])
    view = state.view(seat)
    assert read_command(text, view, showing_of(state, seat).rules(view)) == command


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(sorted(MOMENTS)), st.lists(st.text(max_size=30), max_size=5))
def test_anything_may_be_typed(when: str, lines: list[str]) -> None:
    state, seat = moment(*MOMENTS[when])
    table = Table(state, seat, typed(lines))
    assert table.run() in ("end of input", "left")
    # The person's own line is shown by whoever reads it.
    told = [line for line in table.lines if "> " not in line]
    assert escape_invisible("".join(told)) == "".join(told)


WORDS = "why play bid trump order call cards top as = AS 2H 10c th x 0 3 99 -1 h shcd Blind , ?"
LINES = st.lists(st.sampled_from(WORDS.split()), max_size=5).map(" ".join)


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(sorted(MOMENTS)),
    st.lists(LINES, max_size=6),
)
def test_any_words_may_be_typed(when: str, lines: list[str]) -> None:
    state, seat = moment(*MOMENTS[when])
    table = Table(state, seat, typed(lines))
    assert table.run() in ("end of input", "left")
    assert [line for line in table.lines if columns_of(line) > 80 and "> " not in line] == []


def test_a_sitting_without_others_to_play_waits() -> None:
    state, seat = moment(*MOMENTS["bid"])
    assert Sitting(state, seat).after_bot_action() is None
    assert Sitting(state, seat).before_last_decision() is None
