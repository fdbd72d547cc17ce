"""The JSON interface of score sheets, for pages that fold the log themselves and work offline.

A page loads the rules by their hash, and posts to `entries`. Invariants in
addition to those of `sync`:

- Entries have consecutive numbers from 1. A page that has all entries up to n has the log up to n.
- An entry that is not made for a player is taken only if the page had seen the whole log
  (`EntryPosition`).

The answer to an entry has the entries since those that the page had `seen`.
"""

from __future__ import annotations

from collections.abc import Iterator

from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.serve.form_fields import WrongFormError
from clagdsl.serve.http import JSON, WebRequest, WebResponse
from clagdsl.serve.keeper_table import (
    KeeperTable,
    LoggedEntry,
    entry_permission,
    why_not_shown,
)
from clagdsl.serve.sync import (
    REASON,
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
from clagdsl.serve.table_events import EntryMade, Member


def entry_json(entry: LoggedEntry) -> JsonObject:
    """Returns an entry of the log; `by` is the name of the phone on which it was made."""
    return {
        "n": entry.number,
        "key": entry.key,
        "entry": entry.entry,
        "for": entry.line,
        "deal": entry.deal,
        "by": entry.by,
        "at": entry.at,
    }


def permission_text(table: KeeperTable, member: Member | None) -> str:
    """Returns the rights of a phone: "everything" as the host, "own" as a player (with tricks and
    trumps), or "nothing".
    """
    if table.is_host(member):
        return "everything"
    return "nothing" if entry_permission(table, member) in ("never", "gone") else "own"


class SheetEvents(TableEvents[KeeperTable]):
    """The entries for one page, and the changes of people and note.

    `key` in the request is the key of the page's last entry, if the page says so.
    """

    def number(self, table: KeeperTable) -> int:
        """Returns the number of entries."""
        return len(table.entries)

    def may(self, table: KeeperTable, member: Member | None) -> str:
        """Returns the rights of a phone."""
        return permission_text(table, member)

    def news(self, table: KeeperTable, _member: Member | None) -> Iterator[str]:
        """Yields the entries that the page lacks."""
        for entry in table.entries[self.after :]:
            yield event_text("entry", json_text(entry_json(entry)), entry.number)

    def is_outdated(self, table: KeeperTable) -> bool:
        """Returns whether the page is of another program, or its log is not the table's."""
        if super().is_outdated(table):
            return True
        last_key = self.request.query.get("key")
        return bool(last_key and self.after) and last_key != table.entries[self.after - 1].key


class KeeperSync(TableSync[KeeperTable]):
    """The state of score sheets, and their entries, as JSON."""

    kind = KeeperTable
    missing = "There is no such score sheet here."

    async def rules(self, request: WebRequest) -> WebResponse:
        """Returns compiled rules by the hash of their text."""
        text = await self.lobby.stored_rules(request.path_params["hash"])
        if text is None:
            return answer(404, {REASON: "There are no such rules here."})
        return WebResponse(text, media_type=JSON, is_immutable=True)

    def state(
        self, table: KeeperTable, member: Member | None, _request: WebRequest, rules: str
    ) -> JsonObject:
        """Returns everything that a page needs to fold the sheet."""
        log: list[JsonValue] = [entry_json(one) for one in table.entries]
        return {
            "kind": "keeper",
            **table_json(table, rules),
            "names": list(table.opened.names),
            "dealer": table.opened.dealer,
            **note_json(table),
            **people_json(table, member, permission_text(table, member), self.codes),
            "number": len(table.entries),
            "log": log,
        }

    def command(self, _table: KeeperTable, posted: PostedEntry) -> EntryMade:
        """Returns the command of an entry; raises WrongFormError if the pages could not show it."""
        why = why_not_shown(posted.entry)
        if why is not None:
            raise WrongFormError(why)
        return EntryMade(posted.entry, posted.position.line, posted.position.deal)

    def news(self, table: KeeperTable, _member: Member | None, posted: PostedEntry) -> JsonObject:
        """Returns the entries since those that the page had seen.

        `n` is the number of its own entry, if that is on the sheet.
        """
        own: JsonObject = {}
        for one in reversed(table.entries):
            if one.key == posted.key:
                own = {"n": one.number}
                break
        new: list[JsonValue] = [entry_json(one) for one in table.entries[posted.position.seen :]]
        return {**own, "number": len(table.entries), "events": new}

    def events(self, request: WebRequest, after: int) -> SheetEvents:
        """Returns the events for a page that has the log up to number `after`."""
        return SheetEvents(request, after, self.codes)
