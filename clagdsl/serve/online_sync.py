"""The JSON interface of matches: each phone gets what its seat may see, whole, after every action.

A page draws `now` and folds nothing, so a page that missed something needs no history. It posts to
`acts`. In addition to the invariants of `sync`:

- `now` is made from the engine's view of the seat (`online_now`). So positions that are equal to a
  seat give equal bytes. That holds for refusals and for the order of events, too.
- Phones that see the same share one text (`MatchTexts`).

The answer to an act has `now`, and in `seen` what has happened since the page's `now`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import time_ns
from typing import Final, get_args

from clagdsl.engine.actions import Bid
from clagdsl.engine.events import decision_of, seen_by
from clagdsl.lang.json_schema import to_json
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.serve.http import WebRequest, WebResponse
from clagdsl.serve.join_codes import JoinCodes
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.match_log import LogLine, count_lines, match_log
from clagdsl.serve.online_now import MatchSeen, event_fields, match_json
from clagdsl.serve.online_table import OnlineTable, Sign, SignName
from clagdsl.serve.rate_limit import EntryRateLimit
from clagdsl.serve.replies import sentence
from clagdsl.serve.sync import (
    REASON,
    MalformedBodyError,
    PostedEntry,
    TableEvents,
    TableSync,
    answer,
    event_text,
    json_text,
    note_json,
    people_json,
    table_json,
)
from clagdsl.serve.table_events import (
    ActionMade,
    ActionTakenBack,
    DrawCommand,
    DrawContinued,
    Member,
    NonceCommitted,
    NonceRevealed,
    QuestionAnswered,
    RestClaimed,
    SeatCommand,
    UndoAsked,
)

UNDO: Final = "undo"
"""The entry that takes back the seat's last action."""
_SIGNS: Final[dict[str, SignName]] = {f"sign {name}": name for name in get_args(SignName)}
"""The signs that a seat may give, by entry."""
_DRAW: Final = re.compile("(commit|reveal|go on) ([0-9]{1,4}) ?([0-9a-f]*)")
"""The entries in the draw of the seed: `commit 1 COMMITMENT`, `reveal 1 NONCE`, `go on 1`."""
MOST_CACHED: Final = 1000
"""Maximum number of tables whose texts are cached."""


def match_seen(table: OnlineTable, seat: int | None) -> MatchSeen:
    """Returns all data from which the pages of a match are made, for a seat or for everybody."""
    view = table.view(seat)
    is_person = seat is not None and table.policies[seat] is None
    early = [one.action for one in table.early_bids if one.seat == seat]
    return MatchSeen(
        view,
        table.state.table,
        table.names,
        table.policies,
        tuple(table.member_of(name) is not None for name in table.names),
        table.acting_seats,
        table.waiting_seats,
        early[0].number if early and isinstance(early[0], Bid) else None,
        table.contracts,
        table.places,
        table.legal_in(view) if is_person else (),
    )


def permission_text(table: OnlineTable, member: Member | None) -> str:
    """Returns the rights of a phone: "own" if it has a seat that no bot plays, else "nothing"."""
    seat = table.seat_of(member)
    return "nothing" if seat is None or table.policies[seat] is not None else "own"


def command_of(seat: int, entry: str) -> SeatCommand | DrawCommand:
    """Returns the command that a seat enters: an action, or one of the words about the table."""
    drawn = _DRAW.fullmatch(entry)
    if drawn is not None:
        number = int(drawn[2])
        match drawn[1]:
            case "commit":
                return NonceCommitted(seat, number, drawn[3])
            case "reveal":
                return NonceRevealed(seat, number, drawn[3])
            case _:
                return DrawContinued(seat, number)
    match entry:
        case "undo":
            return ActionTakenBack(seat)
        case "claim":
            return RestClaimed(seat)
        case "ask undo":
            return UndoAsked(seat)
        case "agree" | "play on":
            return QuestionAnswered(seat, entry == "agree")
        case _:
            return ActionMade(seat, entry)


def question_json(table: OnlineTable, seat: int | None) -> JsonObject:
    """Returns the question to everybody, or the questions that a seat may ask; {} without any."""
    question = table.question
    if question is not None:
        waits = list(table.asked_seats)
        undo = _action_to_undo(table, question.seat, seat) if question.about == "undo" else {}
        return {
            "question": {"about": question.about, "seat": question.seat, "waits": waits, **undo}
        }
    if seat is None or table.policies[seat] is not None:
        return {}
    may = list(table.may_ask(seat))
    return {"may_ask": may} if may else {}


def _action_to_undo(table: OnlineTable, seat: int, viewer: int | None) -> JsonObject:
    """Returns the action that a seat asks to take back, and the number of actions after it."""
    after = 0
    for event in reversed(seen_by(viewer, table.state.events)):
        action = decision_of(event)
        if action is not None and getattr(event, "seat", None) == seat:
            return {"action": str(action), "after": after}
        after += action is not None
    return {}


def line_json(line: LogLine, table: OnlineTable) -> JsonObject:
    """Returns a line of the log: its number, author and text, and the fields of the event."""
    line_fields: JsonObject = {"n": line.number, "text": line.text, "by": line.by}
    if line.event is None:
        return line_fields
    return {**line_fields, **event_fields(line.event, dict(enumerate(table.contracts, 1)))}


@dataclass(frozen=True, slots=True)
class MatchViewer:
    """A viewer's seat and permission, the only differences between the pages of a match."""

    seat: int | None
    may_take_back: bool


def viewer_of(table: OnlineTable, member: Member | None) -> MatchViewer:
    """Returns a member as a viewer of the match."""
    return MatchViewer(table.seat_of(member), table.may_take_back(member))


class MatchTexts:
    """The current states of matches as texts, made once for all phones that see the same."""

    def __init__(self) -> None:
        self._cache: dict[str, tuple[OnlineTable, dict[tuple[MatchViewer, int], str]]] = {}

    def text(self, table: OnlineTable, member: Member | None, after: int) -> str:
        """Returns the state as a member sees it, as JSON, with the lines after number `after`."""
        cached = self._cache.get(table.name)
        if cached is None or cached[0] is not table:
            self._cache.pop(table.name, None)
            while len(self._cache) >= MOST_CACHED:
                self._cache.pop(next(iter(self._cache)))
            cached = self._cache[table.name] = (table, {})
        key = (viewer_of(table, member), after)
        text = cached[1].get(key)
        if text is None:
            text = cached[1][key] = json_text(now_json(table, *key))
        return text


def now_json(table: OnlineTable, viewer: MatchViewer, after: int) -> JsonObject:
    """Returns the state as a viewer sees it, with the lines of the log after number `after`.

    As long as the phones draw the seed, it is only the state of the draw, the same for everybody.
    """
    draw = table.draw
    if draw is not None and table.is_drawing:
        return {"n": table.number, "draw": draw.json(table.people_seats), "lines": 0, "seen": []}
    lines: list[JsonValue] = [line_json(one, table) for one in match_log(table, viewer.seat, after)]
    return {
        "n": table.number,
        **match_json(match_seen(table, viewer.seat)),
        **({UNDO: True} if viewer.may_take_back else {}),
        **question_json(table, viewer.seat),
        **({"signs": to_json(table.signs)} if table.signs else {}),
        **({"secret": table.secret.text} if table.state.over else {}),
        "lines": count_lines(table),
        "seen": lines,
    }


class MatchEvents(TableEvents[OnlineTable]):
    """The states for one page, and the changes of people and note."""

    def __init__(
        self, request: WebRequest, after: int, codes: JoinCodes, texts: MatchTexts
    ) -> None:
        super().__init__(request, after, codes)
        self._texts = texts

    def number(self, table: OnlineTable) -> int:
        """Returns the number of the table's events."""
        return table.number

    def may(self, table: OnlineTable, member: Member | None) -> str:
        """Returns the rights of a phone."""
        return permission_text(table, member)

    def news(self, table: OnlineTable, member: Member | None) -> Iterator[str]:
        """Yields the whole state as the member sees it."""
        yield event_text("now", self._texts.text(table, member, self.after), table.number)


class MatchSync(TableSync[OnlineTable]):
    """The state of matches, and the actions in them, as JSON."""

    kind = OnlineTable
    missing = "There is no such match here."

    def __init__(self, lobby: Lobby, codes: JoinCodes, limit: EntryRateLimit) -> None:
        super().__init__(lobby, codes, limit)
        self._texts = MatchTexts()

    def state(
        self, table: OnlineTable, member: Member | None, request: WebRequest, rules: str
    ) -> JsonObject:
        """Returns everything that a page needs to draw the match.

        `after` in the query is the number up to which the page has the log.
        """
        after = request.query.get("after", "")
        since = int(after) if after.isascii() and after.isdigit() and len(after) < 9 else 0
        return {
            "kind": "online",
            **table_json(table, rules),
            "names": list(table.names),
            "direction": table.state.game.direction,
            "commitment": table.commitment,
            **({} if table.draw is None else {"draw": table.draw.json(table.people_seats)}),
            **note_json(table),
            **people_json(table, member, permission_text(table, member), self.codes),
            **now_json(table, viewer_of(table, member), since),
        }

    async def wall(self, request: WebRequest) -> WebResponse:
        """Returns the public state, even to the browser of a player."""
        return await self.now(replace(request, cookies={}))

    def command(self, _table: OnlineTable, posted: PostedEntry) -> SeatCommand | DrawCommand:
        """Returns the command of an entry; raises MalformedBodyError if it is for no seat."""
        seat = posted.position.line
        if seat is None:
            raise MalformedBodyError("`for` is missing")
        return command_of(seat, posted.entry)

    async def _enter(
        self, table: OnlineTable, posted: PostedEntry, member: Member | None
    ) -> WebResponse:
        sign = _SIGNS.get(posted.entry)
        if sign is None:
            return await super()._enter(table, posted, member)
        seat = table.seat_of(member)
        if seat is None or seat != posted.position.line:
            return answer(403, {REASON: sentence("that is not your seat")})
        why = await self.lobby.give_sign(table.name, Sign(time_ns() // 1_000_000, seat, sign))
        return answer(201, {}) if why is None else answer(422, {REASON: sentence(str(why))})

    def news(self, table: OnlineTable, member: Member | None, posted: PostedEntry) -> JsonObject:
        """Returns the state as the member sees it now."""
        return {"now": now_json(table, viewer_of(table, member), posted.position.seen)}

    def events(self, request: WebRequest, after: int) -> MatchEvents:
        """Returns the events for a page that knows everything up to number `after`."""
        return MatchEvents(request, after, self.codes, self._texts)
