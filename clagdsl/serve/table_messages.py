"""Messages with which a table refuses a command: facts, with all texts in one place.

A `TableMessage` is a value: which text, and the facts in it. `Text` has every text in English, so a
translation is another mapping from its members. Refusals by the rules of the game are not here:
they are the problems A101 to A902.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from typing import TypeAlias

from clagdsl.lang.frozen import dataclass

Fact: TypeAlias = "str | int | TableMessage"
"""A name, a number, the excerpt of an entry, or a message inside another one."""


class Text(Enum):
    """The texts, with the names of their facts in braces. All begin a sentence in lower case."""

    # about the table and its people
    NO_TABLE = "there is no such table"
    NO_MATCH = "there is no such match"
    TABLE_DELETED = "this table was deleted"
    ALREADY_OPEN = "the table is already open"
    KEY_REUSED = "this page was already used for something else: look at the table again"
    NO_SEAT = "only players with a seat at this table can do that: ask the host for a code"
    HOST_ONLY = "only the host can do that, who can also allow it to everyone with a seat"
    TABLE_FULL = "a table can have at most {most} phones: the host can free seats"
    FOREIGN_CODE = "a phone can only be replaced with its own code"
    HOST_STAYS = "the host cannot leave: make somebody else the host first"
    NO_PHONE = "there is no such phone at this table"
    MEMBER_LEFT = "the player with this code has left the table"

    # about a score sheet
    OWN_CARDS = "this table does not deal cards: its players have their own"
    UNDO_BY_HOST = "this entry was not made on this phone, so only the host can take it back"
    CHANGES_BY_HOST = (
        "only the host can enter corrections, changes of players and points by hand, and can also"
        " allow this to everyone with a seat"
    )
    WATCHING = "you are watching and cannot enter anything: the host can give you a seat"
    GONE_HOME = "this is the phone of {player}, who has gone home"
    OTHER_PHONE = "it is {player}'s turn, and this is {owner}'s phone"
    ENTERED_BY = "{author} entered “{entry}” meanwhile"
    NOT_UNDONE = "{cause}: nothing was taken back"
    ENTERED_MEANWHILE = "{entered} meanwhile"
    ENTRY_STALE = "{now}; {cause}. Your “{entry}” was not entered"
    ENTRY_TOO_LATE = "{now}; your “{entry}” was not entered"

    # about a match whose cards the server deals
    DRAW_FIRST = "the phones have not drawn the deal yet"
    DRAW_MOVED_ON = "the draw of the deal has moved on"
    NO_COMMITMENT = "this commitment is not due now, is used already, or is not a SHA-256"
    NO_REVEAL = "this nonce is not due now, or is not the one of the commitment"
    SERVER_DEALS = "the server deals the cards of this table"
    NOT_YOUR_PAGE = "this page was for {earlier}, and this phone plays for {player} now"
    MOVED_ON = "the table has moved on: {now}. Your {command} did not count"
    ASKED_OTHERWISE = "you are asked something else now"
    NOT_ASKED_ANY_MORE = "nobody is asking that any more"
    ACTION = "“{action}”"
    TAKING_BACK = "attempt to take back"
    CLAIM = "claim"
    REQUEST_TO_TAKE_BACK = "request to take back"
    ANSWER = "answer"
    QUESTION_OPEN = "everybody must answer the open question first"
    DECLINED = "that was declined: play on"
    CLAIM_LATER = "you can claim the rest only on your own turn, while cards are played"
    CLAIM_UNPROVED = "your cards do not prove the claim, and a bot needs a proof: play on"
    CANNOT_AGREE = "{player} has no phone here, and so cannot agree"
    NOBODY_TO_NUDGE = "nobody else has to act"
    TOO_SOON = "not so fast"
    MATCH_OVER = "the match is over"
    BID_WAITS = "you have bid, and the others have not: take your bid back first"
    OTHERS_TURN = "it is {player}'s turn"
    NOTHING_TO_UNDO = (
        "you can take back only your last action, before anybody else acts or a card is shown"
    )
    NOTHING_TO_ASK = "there is nothing in this deal that you could take back"
    NO_SUCH_SEAT = "there is no such seat"
    BOT_PLAYS = "a bot plays this seat"
    PERSON_PLAYS = "a person plays this seat"
    NOT_YOUR_SEAT = "that is not your seat"
    BOT_PLAYS_FOR_YOU = "a bot plays for you: take your seat back first"
    NOT_ASKED = "nobody is asking you that now"

    # the current turn
    DEALER_NOW = "enter the first dealer now"
    FIRST_NOW = "enter the first bidder now"
    TRICKS_NOW = "enter the tricks of deal {deal} now"
    OVER_NOW = "the match is over now"
    BID_NOW = "{player} bids now"
    CALL_NOW = "{player} calls now"
    SIZE_NOW = "{player} picks the number of cards now"
    NAME_NOW = "{player} names trump now"
    AUCTION_NOW = "{player} bids in the auction now"
    PLAYER_NOW = "{player} is next now"
    OTHER_NOW = "deal {deal} needs another entry now"

    # the entry for a turn
    DEALER_ENTERED = "the first dealer was entered"
    FIRST_ENTERED = "the first bidder was entered"
    TRICKS_ENTERED = "the tricks of deal {deal} were entered"
    BID_ENTERED = "{player}'s bid was entered"
    CALL_ENTERED = "{player}'s call was entered"
    SIZE_ENTERED = "{player}'s number of cards was entered"
    NAME_ENTERED = "{player}'s trump was entered"
    AUCTION_ENTERED = "{player}'s bid in the auction was entered"
    OTHER_ENTERED = "something else was entered"


@dataclass(frozen=True, slots=True)
class TableMessage:
    """A message from a table to a person at it: its text, and the facts in it."""

    text: Text
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.value.format(**self.facts)
