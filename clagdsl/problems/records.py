"""Problems of a record, by itself or against its rules: codes R501 to R603.

A recorded action that the rules forbid has the code of that action (`A202`, `A302`, ...).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import zip_longest
from typing import Final, Literal, TypeAlias

from clagdsl.lang import numerals
from clagdsl.lang.cards import ORDINARY, Card
from clagdsl.lang.csv_text import DEAL_COLUMNS, ENDINGS, Figures
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.numerals import in_words, is_or_are
from clagdsl.lang.record import FigureChange, RowFix
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Diagnostic, Label, PlacedProblem, Problem, Reason
from clagdsl.problems.escape import LONGEST_QUOTED, character_name, escape_invisible, quoted


class UnreadableRecord(PlacedProblem):
    code = "R501"
    title = "the record cannot be read"
    message: str
    help = "give the path of a text file encoded as UTF-8"


class RecordOfAProgram(UnreadableRecord):
    """Variant of R501: a document of a word processor or spreadsheet instead of plain text."""

    help = "save a spreadsheet as CSV, and a record as plain text (UTF-8)"


class UnreadWorkbook(UnreadableRecord):
    """Variant of R501: an Excel workbook without a sheet that can be read."""

    help = "save the sheet as CSV"


class FormulaWithoutValue(UnreadableRecord):
    """Variant of R501: formulas of an Excel workbook without the values that they have."""

    help = "open the workbook in a spreadsheet program and save it again, to store the values"


class RecordNotUtf8(UnreadableRecord):
    """Variant of R501: a text in another encoding, with a guess at the encoding."""

    help = "save the file as UTF-8; in Excel, save the sheet as `CSV UTF-8`"


class UnreadCard(UnreadableRecord):
    """Variant of R501: a pasted score card whose rows cannot be separated."""

    help = "put spaces between the figures, and each row on a line of its own"


class RecordTooLarge(PlacedProblem):
    code = "R502"
    title = "the record is larger than any match"
    counted: str
    most: int
    message = "the record has more than {most:,} {counted}"
    help = "put each match in a file of its own"


class NotToml(PlacedProblem):
    code = "R503"
    title = "the record is not TOML"
    reason: str
    message = "this is not TOML: {reason}"
    help = 'put text in quotes, begin a deal with [[deal]], and write keys as in `bids = "2 0 1"`'


class NotADateInToml(NotToml):
    """Variant of R503: the line of `played`, whose value looks like a date but is not one."""

    help = "write a day of the calendar, without quotes, as in `played = 2025-01-31`"


@dataclass(frozen=True, slots=True)
class MeantKey:
    """A key of records and a description of its value."""

    key: str
    holds: str


_TOTALS: Final = MeantKey("totals", "each player's total after the deal")
_WON: Final = MeantKey("won", "the number of tricks each player won")
_MEANT_KEYS: Final = {
    **dict.fromkeys(("score", "scores", "points", "total", "sum", "sums", "standings"), _TOTALS),
    **dict.fromkeys(("took", "made", "got", "tricks_won", "tricks_taken", "win"), _WON),
}
"""The keys that are meant by other common words."""


class UnknownKey(PlacedProblem):
    code = "R504"
    title = "an unknown key"
    key: str
    allowed: Sequence[str]
    message = "unknown key {key:quoted}"

    @property
    def help(self) -> str:
        meant = _MEANT_KEYS.get(self.key.casefold())
        if meant is not None and meant.key in self.allowed:
            return f"for {meant.holds}, write `{meant.key}`"
        near = get_close_matches(self.key[:LONGEST_QUOTED], self.allowed, 1, 0.5)
        return f"did you mean `{near[0]}`?" if near else f"the keys are {', '.join(self.allowed)}"


class MissingKey(PlacedProblem):
    code = "R505"
    title = "a key is missing"
    key: str
    example: str
    message = "{key} is missing"
    help = "add it, as in `{example}`"


class MissingLastNumber(MissingKey):
    """Variant of R505: the last row of a sheet, which may hold the sums."""

    help = "call the row `total` if it holds the sums, or add `{example}` if it is a deal"


class WrongKindOfEntry(PlacedProblem):
    code = "R506"
    title = "a value of the wrong kind"
    key: str
    expected: str
    example: str
    message = "`{key}` must be {expected}"
    help = "write it as `{example}`"


class UnknownVersion(PlacedProblem):
    code = "R507"
    title = "an unknown version of the record format"
    version: int
    supported: int
    message = "version {version:quoted} of the record format is unknown"
    help = "write `record = {supported}`"


class NewerKey(PlacedProblem):
    code = "R518"
    title = "a key of a later version of the record format"
    key: str
    message = "`{key}` needs version 2 of the record format"
    help = "write `record = 2` at the top"


class WrongRoster(PlacedProblem):
    code = "R519"
    title = "a roster change or an adjustment that is not possible"
    reason: str
    message = "{reason}"
    help = (
        "list the entries in the order of their deals, and name players of the match at that deal"
    )


class WrongNamesInRecord(PlacedProblem):
    code = "R508"
    title = "an invalid list of players"
    message: str
    help = "name 2 to 10 players in seat order, each with a different name"


class NotAPlayer(PlacedProblem):
    code = "R509"
    title = "a name that no player has"
    key: str
    name: str
    players: Sequence[str]
    message = "`{key}` names {name:quoted}, who is not one of the players"

    @property
    def help(self) -> str:
        players = {player.casefold(): player for player in self.players}
        near = get_close_matches(self.name[:LONGEST_QUOTED].casefold(), players, 1, 0.5)
        if near:
            return f"did you mean `{players[near[0]]}`?"
        return f"the players are {', '.join(self.players)}"


class WrongLength(PlacedProblem):
    code = "R510"
    title = "too few or too many entries in a list"
    key: str
    actual: int
    expected: str
    message = "`{key}` has {entries}"

    @property
    def entries(self) -> str:
        """The number of entries in words."""
        return "1 entry" if self.actual == 1 else f"{self.actual} entries"

    @property
    def help(self) -> str:
        has_cards = self.key in ("pack", "turned", "hands", "tricks")
        unknown = "`??` for an unknown card" if has_cards else "`?` for an unknown figure"
        return f"give {self.expected}; write {unknown}"


class WrongTrickLength(WrongLength):
    """Variant of R510: a trick has no cards, or more cards than there are players."""

    message = "`{key}` has a trick with {actual} cards"


class WrongWidth(WrongLength):
    """Variant of R510: a row of a sheet, in which an empty cell represents an unknown value."""

    cells: str
    message = "the row has {cells}"
    help = "give {expected}; leave a cell empty if its value is unknown"


class WrongTakers(WrongLength):
    """Variant of R510: `taken` has more or fewer seats than there are tricks."""

    help = "give {expected}; the number of tricks that each player won belongs in `won`"


class NotAFigure(PlacedProblem):
    code = "R511"
    title = "not a figure"
    key: str
    word: str
    allowed: str
    message = "{word:quoted} is not a figure for `{key}`"
    help = "write {allowed}"


class UnfittingCell(NotAFigure):
    """Variant of R511: a cell of a sheet that contradicts another one, or is not a date."""

    message = "{word:quoted} does not fit in the column `{key}`"


class PointsAgainstTotal(NotAFigure):
    """Variant of R511: points of a deal by which the total does not go up."""

    message = "{word:quoted} under `{key}` does not fit the total"


class MarkAgainstFigures(NotAFigure):
    """Variant of R511: a mark of a bid, such as `x`, that contradicts the figures of its row."""

    message = "{word:quoted} under `{key}` does not fit the other figures"
    help = "{allowed}"


class FigureOfNoMatch(NotAFigure):
    """Variant of R511: a whole number that is too large for any match."""

    largest: int
    message = "{word:quoted} is too large for `{key}`"
    help = "the largest figure is {largest:,}; write {allowed}"


class NotACardOfRecord(PlacedProblem):
    code = "R512"
    title = "not a card"
    word: str
    message = "{word:quoted} is not a card"
    help = "write the rank and then the suit, such as `10H`, or `??` for an unknown card"


class NotAuctionWord(PlacedProblem):
    code = "R517"
    title = "not a bid in an auction"
    word: str
    message = "{word:quoted} is neither an auction bid nor `pass`"
    help = "write a number and a suit, such as `5C`, `6NT` for no trumps, or `pass`"


class NotASuitOrOrder(PlacedProblem):
    code = "R513"
    title = "not a suit, or not an order of the suits"
    key: str
    word: str

    @property
    def message(self) -> str:
        expected = (
            "a suit"
            if self.key == "trump"
            else f"an order of the {in_words(len(ORDINARY.suits))} suits"
        )
        return f"{quoted(self.word)} is not {expected}"

    @property
    def help(self) -> str:
        example = "hearts" if self.key == "trump" else "S H C D"
        return f'write `{self.key} = "{example}"`'


class NotASuitInSheet(NotASuitOrOrder):
    """Variant of R513: a cell of a score sheet."""

    advice: str

    @property
    def help(self) -> str:
        return self.advice


class ContradictingKeys(PlacedProblem):
    code = "R514"
    title = "two keys that exclude each other"
    first: str
    second: str
    message = "the deal has both `{first}` and `{second}`"
    help = "keep only one of them: `{first}` includes `{second}`"


class WrongSheetHead(PlacedProblem):
    code = "R515"
    title = "the headings of a score sheet are not understood"
    message: str
    understood: str
    """The columns that are understood, in words."""

    @property
    def help(self) -> str:
        names = "name the columns `deal`, `Ann bid`, `Ann tricks`, `Ann total` or `Ann points`"
        return names + (
            f"; columns understood: {self.understood}" if self.understood else ", and so on"
        )


class UnreadColumn(WrongSheetHead):
    """Variant of R515: a column without figures, which is not read."""

    severity = "warning"

    @property
    def help(self) -> str:
        return (
            "this column is ignored; if that is right, call it `notes`; columns understood:"
            f" {self.understood}"
        )


class ColumnOfWhom(WrongSheetHead):
    """Variant of R515: a column of figures that may be another player's; no row is judged."""

    @property
    def help(self) -> str:
        return (
            "no row is judged, because this column may be another player's; name it after the"
            " player and the figure, such as `Ann bid`, or call it `notes`; columns understood:"
            f" {self.understood}"
        )


class UndecidedFigures(WrongSheetHead):
    """Variant of R515: columns of names alone, if totals and points fit the rules equally."""

    help = "add `--figures totals` or `--figures points`"


class PlayersLookTheSame(PlacedProblem):
    code = "R516"
    title = "two players whose names look the same"
    severity = "warning"
    name: str
    other: str
    message = "the names {name:quoted} and {other:quoted} look the same: {difference}"
    help = "give one of the players another name; if they are the same player, copy the name"

    @property
    def difference(self) -> str:
        pairs = zip_longest(self.name, self.other, fillvalue="")
        mine, others = next(pair for pair in pairs if pair[0] != pair[1])
        return f"the first has {_character(mine)}, the other has {_character(others)}"


def _character(character: str) -> str:
    return character_name(character) if character else "nothing"


class OtherRules(PlacedProblem):
    code = "R530"
    title = "the rules have changed since the match was recorded"
    severity = "warning"
    recorded: str
    actual: str
    message = "these are not the rules that the match was recorded with ({recorded:quoted})"
    help = 'if the two sets of rules define the same game, write `rules_hash = "{actual}"`'


class WrongTable(PlacedProblem):
    code = "R531"
    title = "the rules do not allow these players or parameters"
    message: str
    help = "give the rules and parameters that you played with"


class WrongTableAfterChange(WrongTable):
    help = (
        "the rules must allow the number of players after each change, even between two changes"
        " before the same deal; replace a player in one change:"
        ' `{{ deal = 5, join = "Eve", for = "Bob" }}`'
    )


class NotScheduled(PlacedProblem):
    code = "R532"
    title = "the schedule has no such deal"
    name: str
    help: str
    message = "{name:quoted} is not a deal of the schedule"


class OtherDeal(NotScheduled):
    """Variant of R532: the number and the label of a row are those of two different deals."""

    number: int
    scheduled: str
    message = "deal {number} of the schedule is {scheduled:quoted}, not {name:quoted}"


class OutOfOrder(PlacedProblem):
    code = "R533"
    title = "the rows are not in the order of the schedule"
    number: int
    before: int
    message = "deal {number} comes after deal {before}"
    help = "keep one row for each deal, in the order of the schedule"


class TooEarly(OutOfOrder):
    """Variant of R533: the row is before rows that are in order."""

    message = "deal {number} comes before deal {before}"


class RecordedTwice(OutOfOrder):
    """Variant of R533: a row above has the same number."""

    message = "deal {number} is recorded twice"


class ReversedRows(OutOfOrder):
    """Variant of R533: a sheet whose rows are all in reverse order, from `number` to `before`."""

    message = "the rows go from deal {number} to deal {before}: the last deal comes first"
    help = "reverse the rows, so that deal {before} comes first"


class WrongNumberOfCards(PlacedProblem):
    code = "R534"
    title = "a number of cards that the schedule does not deal"
    cards: int
    low: int
    high: int
    message = "the number of cards is `{cards}`, but the schedule deals {due}"
    help = "change the number of cards to {due}"

    @property
    def due(self) -> str:
        """The number of cards that should be dealt."""
        return f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"


class WrongTurn(PlacedProblem):
    code = "R535"
    title = "the wrong dealer or caller"
    role: str
    name: str
    due: str
    message = "the {role} is {due:quoted}, not {name:quoted}"

    @property
    def help(self) -> str:
        advice = f'write `{self.role} = "{self.due}"`, or leave it out'
        if _is_csv(self.place):
            advice = f"write `{self.due}`, or leave the cell empty"
        return f"{advice}; if {quoted(self.name)} is right, an earlier entry is wrong"


class NotJudged(PlacedProblem):
    code = "R536"
    title = "a row that cannot be judged"
    severity = "warning"
    key: Literal["calls", "cards"]

    @property
    def message(self) -> str:
        return f"the row does not record {self._missing}"

    @property
    def help(self) -> str:
        if _is_csv(self.place):
            return _column_help(self._missing, self.key, f"{self.key} = …")
        return f"record {self._missing}: `{self.key} = …`"

    @property
    def _missing(self) -> str:
        return "the calls" if self.key == "calls" else "the number of cards"


def _is_csv(place: Place) -> bool:
    """Returns whether a place is in a CSV score sheet, which has only a few columns."""
    return place.file.lower().endswith(ENDINGS)


def _column_help(missing: str, key: str, written: str) -> str:
    """Returns help for information that a CSV sheet lacks: a column for it, if there is one."""
    if key in DEAL_COLUMNS:
        return f"add a column `{key}`"
    return f"a score sheet has no column for {missing}: write a record, with `{written}`"


class NotInDeal(PlacedProblem):
    code = "R537"
    title = "an entry for something that the deal does not have"
    message: str
    help: str


class MissingHistory(PlacedProblem):
    code = "R538"
    title = "a run, tally or figure of a row that the record does not show"
    severity = "warning"
    names: tuple[str, ...]
    players: tuple[str, ...]
    """The players whose history is unknown; empty if it is unknown for all players."""
    help = (
        "record every deal from the first on, with bids and tricks; limits that depend on a missing"
        " value are not checked, and scores are reported only if no value fits them"
    )

    @property
    def message(self) -> str:
        names = numerals.join_words([f"`{name}`" for name in self.names], "and")
        value = "value" if len(self.names) == 1 else "values"
        players = f" for {numerals.join_words([*self.players], 'and')}" if self.players else ""
        return f"the record does not show the {value} of {names}{players} before this deal"


class MissingRowHistory(MissingHistory):
    """Variant of R538: the history restarts with each row of the schedule, at deal `first`."""

    first: int
    help = (
        "record every deal from deal {first} on, where the row of the schedule begins, with bids"
        " and tricks; limits that depend on a missing value are not checked, and scores are"
        " reported only if no value fits them"
    )


class MissingAuction(PlacedProblem):
    code = "R547"
    title = "an auction that is not recorded in full"
    severity = "warning"
    may_be_passed_out: bool = False
    """True if everybody can have passed."""
    message = "the auction of this deal is not recorded in full"

    @property
    def help(self) -> str:
        key = 'auction = "5C pass pass pass"'
        advice = f"record it, as in `{key}`"
        if _is_csv(self.place):
            advice = _column_help("the auction", "auction", key)
        if self.may_be_passed_out:
            advice += ", or write `-` as every bid if everybody passed"
        return f"{advice}; anything that depends on the auction is not judged"


class UnknownAuctionWinner(MissingAuction):
    """Variant of R547: the auction is recorded in full, but not who dealt."""

    message = "the winner of the auction is unknown, because the dealer is unknown"

    help = (
        'add or correct the dealer, as in `dealer = "Ann"`; anything that depends on the auction is'
        " not judged"
    )


class BehindTheEnd(PlacedProblem):
    code = "R545"
    title = "a deal after the end of the match"
    deal: int
    last: int
    condition: str
    message = "deal {deal} is recorded, but the match was over after deal {last}"
    help = "`ends when {condition}` was met: remove the deal, or correct the totals before it"


class MoreTooEarly(PlacedProblem):
    code = "R548"
    title = "one more hand before the match is over"
    number: int
    last: int
    help = "leave `more` out if the deal is in the schedule, or record the deals before it"

    @property
    def message(self) -> str:
        over = f"the match was not over after deal {self.last}"
        if not self.last:
            over = "no deal was played before it"
        return f"deal {self.number} is one more hand, but {over}"


class NotYetOver(PlacedProblem):
    code = "R546"
    title = "a record that ends before the match does"
    severity = "warning"
    last: int
    condition: str
    message = "the match is not over after deal {last}, the last one recorded"
    help = "`ends when {condition}` is not met yet: record the remaining deals"


class WrongSum(PlacedProblem):
    code = "R540"
    title = "the tricks do not add up to the cards"
    actual: int
    cards: int
    message = "the tricks add up to `{actual}`, but `{cards}` {are} played"
    help = "correct the tricks so that they add up to {cards}"

    @property
    def are(self) -> str:
        """The verb for this number of cards."""
        return is_or_are(self.cards)


class WrongTotal(PlacedProblem):
    code = "R541"
    title = "a total that the tricks do not give"
    who: str
    actual: int
    due: int
    tricks: int
    entries: Sequence[str]
    """The entries of the row from which the total follows, such as `the tricks`."""

    @property
    def help(self) -> str:
        return f"correct {numerals.join_words(['the total', *self.entries], 'or')}"

    @property
    def message(self) -> str:
        count = "1 trick makes" if self.tricks == 1 else f"{self.tricks} tricks make"
        return f"{self.who}'s total is `{self.actual}`, but {count} it `{self.due}`"


class WrongPoints(WrongTotal):
    """Variant of R541: a sheet with the points of each deal, or a mark, instead of totals."""

    is_mark: bool
    """True if the points follow from the mark of a missed bid."""

    @property
    def help(self) -> str:
        points = "the mark" if self.is_mark else "the points"
        return f"correct {numerals.join_words([points, *self.entries], 'or')}"

    @property
    def message(self) -> str:
        count = "1 trick makes" if self.tricks == 1 else f"{self.tricks} tricks make"
        return f"{self.who}'s score in the deal is `{self.actual}`, but {count} it `{self.due}`"


class ChangedTotal(WrongTotal):
    """Variant of R541: everyone passed, so no total changes. `entries` is not used."""

    message = "{who}'s total is `{actual}`, but everyone passed, so it remains `{due}`"
    help = "correct the total, or the auction"


class WrongSumBelow(WrongTotal):
    """Variant of R541: the sums below a sheet; `tricks` and `entries` are not used."""

    cells: Literal["rows", "bids", "tricks"]
    """The cells above that add up to the figure."""
    message = "{who} has `{actual}` in the sums at the end, but the {cells} above add up to `{due}`"
    help = "if the figures above are right, write `{due}`, or delete the last row"


class WrongSumInLastRow(WrongSumBelow):
    """Variant of R541: the last row of a sheet, which has no number but most of the sums."""

    help = (
        "if the figures above are right, write `{due}`, or delete the last row; "
        "if the row is a deal, add the deal's number"
    )


class WrongSumBetween(WrongSumBelow):
    """Variant of R541: a row of sums between the deals."""

    message = "{who} has `{actual}` in a row of sums, but the {cells} above add up to `{due}`"
    help = "write `{due}`, or delete the row"


class ImpossibleFigure(PlacedProblem):
    code = "R542"
    title = "a figure that no number of tricks explains"
    who: str
    bid: str
    score: int
    is_possible_alone: bool
    """True if some number of tricks gives the score, or if that is not known."""
    help: str

    @property
    def message(self) -> str:
        after = f" after a bid of {self.bid}" if self.bid else ""
        if self.is_possible_alone:
            score = f"{self.who}'s score of `{self.score}`{after}"
            return f"{score} does not fit the other figures of the row"
        return f"{self.who} cannot score `{self.score}`{after}: no number of tricks fits the row"


class ImpossibleRow(PlacedProblem):
    code = "R543"
    title = "an impossible row"
    suspects: Sequence[str]
    help = "compare the figures of the row with the sheet"

    @property
    def message(self) -> str:
        if not self.suspects:
            return "no division of the tricks fits the row"
        who = numerals.join_words([*self.suspects], "or")
        return f"no division of the tricks fits the row: the figures of {who} do not fit the others"


class OnlyForbiddenBids(ImpossibleRow):
    """Variant of R543: every combination of unrecorded bids would violate a limit."""

    message = (
        "no division of the tricks fits the row: the limits forbid all bids that fit its other"
        " figures"
    )


class TooMuchToInfer(PlacedProblem):
    code = "R544"
    title = "a row whose tricks would take too long to infer"
    severity = "warning"
    message = "the tricks of this row are not inferred: there are too many possibilities to try"

    @property
    def help(self) -> str:
        where = "in columns such as `Ann tricks`" if _is_csv(self.place) else "`won = …`"
        return f"record the tricks that each player won: {where}"


class ImpossibleBetween(PlacedProblem):
    code = "R549"
    title = "totals that the deals in between cannot give"
    number: int
    """The number of the deal in between, or of the last deal."""

    @property
    def message(self) -> str:
        return (
            f"no division of the tricks in deal {self.number} fits these totals and the ones before"
        )

    @property
    def help(self) -> str:
        return f"compare the totals with the sheet, or add the figures of deal {self.number}"


MOST_TOTALS_LISTED: Final = 8
"""The maximum number of totals that a help lists."""


class ImpossibleGain(ImpossibleBetween):
    """Variant of R549: one player's total, which no scores since the last known total give."""

    who: str
    before: int
    total: int
    first: int
    possible: Sequence[int]
    """The only totals that the player can have, in ascending order, though not all of them need be
    possible; empty if another total is wrong.
    """

    @property
    def message(self) -> str:
        between = "and" if self.number == self.first + 1 else "to"
        deals = f"deals {self.first} {between} {self.number}"
        return f"no scores in {deals} take {self.who} from `{self.before}` to `{self.total}`"

    @property
    def help(self) -> str:
        compare = "compare the totals with the sheet"
        if not self.possible:
            return compare
        if len(self.possible) > MOST_TOTALS_LISTED:
            ends = f"below `{self.possible[0]}` or above `{self.possible[-1]}`"
            return f"no total {ends} is possible; {compare}"
        due = numerals.join_words([f"`{total}`" for total in self.possible], "or")
        return f"the total can only be {due}; {compare}"


class WrongHand(PlacedProblem):
    code = "R550"
    title = "a hand of the wrong size"
    who: str
    actual: int
    cards: int
    message = "the number of cards in {who}'s hand is {actual}, but each player is dealt {cards}"
    help = "write `??` for each unknown card"


class CardTwice(PlacedProblem):
    code = "R551"
    title = "a card that is in two places"
    card: Card
    where: str
    message = "`{card}` is {where}"
    help = "correct one of them, or write `??` for an unknown card"


class CardNotThere(PlacedProblem):
    code = "R552"
    title = "a card that is not in the pack"
    card: Card
    message = "`{card}` is not in the pack of these rules"
    help = "write the card that was dealt, or `??` if it is unknown"


class WrongTrump(PlacedProblem):
    code = "R553"
    title = "a turned card or a trump that does not fit the deal"
    message: str
    help: str


class NotFollowed(PlacedProblem):
    code = "R556"
    title = "a trick whose leader is unknown"
    severity = "warning"
    message: str
    help = "record the hands, the turned card and every card played"


class OtherTricks(PlacedProblem):
    """A number of tricks that contradicts the cards; `allowed` is in ascending order."""

    code = "R557"
    title = "the recorded tricks contradict the cards"
    who: str
    actual: int
    allowed: Sequence[int]
    message = "the cards show that {who} won {due}, not `{actual}`"

    @property
    def due(self) -> str:
        """The number of tricks that the player won, as far as the cards show it."""
        least, most = self.allowed[0], self.allowed[-1]
        if least == most:
            return f"`{least}`"
        if self.actual < least:
            return f"at least `{least}`"
        return f"at most `{most}`" if self.actual > most else _alternatives(_figures(self.allowed))

    help = "correct the tricks or the cards"


class ImpossiblePlay(PlacedProblem):
    code = "R559"
    title = "cards that cannot have been played like this"
    message = "the cards cannot have been played like this: no line of play fits all of them"
    help = "correct the hands or the tricks; write `??` for an unknown card"


class ImpossibleDivision(ImpossiblePlay):
    """Variant of R559: each number of tricks is possible, but not all of them together."""

    message = "no line of play with these cards divides the tricks like this"
    help = "correct the tricks or the cards; write `?` for an unknown number"


class ImpossibleTakers(ImpossiblePlay):
    """Variant of R559: without `taken`, the recorded play would be possible."""

    message = "no line of play with these cards gives each trick to its seat in `taken`"
    help = "correct `taken` or the cards"


class OtherTaker(OtherTricks):
    """Variant of R557: the cards show that another seat took the trick."""

    trick: int
    message = "trick {trick} went to {who}, seat {due}, not to seat `{actual}`"
    help = "correct `taken` or the cards"


class OtherCount(OtherTricks):
    """Variant of R557: the number of tricks contradicts `taken`."""

    message = "`taken` shows that {who} won {due}, not `{actual}`"
    help = "correct the tricks or `taken`"


class WrongTrick(PlacedProblem):
    code = "R558"
    title = "too few or too many cards in the tricks"
    message: str
    help = "list the cards of every trick, from the leader"


class NotComplete(Problem):
    code = "R560"
    title = "a record from which the match cannot be rebuilt"
    place: Place | None
    message: str
    help = "record every hand or pack, and every card played; `clagdsl replay` checks a score sheet"


class NotOfSeed(PlacedProblem):
    code = "R561"
    title = "the cards are not those that the seed deals"
    number: int
    seed: int
    message = "these are not the cards that seed {seed} deals in deal {number}"
    help = "correct the cards or the seed; a match dealt by hand has no `seed`"


class DrawnOtherwise(PlacedProblem):
    code = "R562"
    title = "the first bidder is not the player that the seed draws"
    number: int
    seed: int
    due: str
    message = "seed {seed} draws {due:quoted} to bid first in deal {number}"
    help = "correct the name or the seed; a match dealt by hand has no `seed`"


class OtherCommitment(PlacedProblem):
    code = "R563"
    title = "the commitment does not match the seed and the salt"
    due: str
    message = "the commitment does not match: the SHA-256 of the seed and the salt is {due}"
    help = "another seed or salt was used than promised, or one of the three values is mistyped"


class OtherDraw(PlacedProblem):
    code = "R564"
    title = "the seed is not the one that everybody drew"
    message: str
    help = "a nonce or the seed was changed after the draw, or one of the values is mistyped"


class NotFinished(PlacedProblem):
    code = "R571"
    title = "a match that is not finished"
    severity = "warning"
    last: int
    deals: int
    is_version_1: bool
    """Whether the record is in version 1, which does not have `ended`."""

    @property
    def help(self) -> str:
        change = "change `record = 1` to `record = 2`, and " if self.is_version_1 else ""
        where = "it" if self.is_version_1 else "`record = 2`"
        return (
            "finish the match to have it counted;"
            f" if you stopped there on purpose, {change}add the line `ended = true` below {where}"
        )

    @property
    def message(self) -> str:
        last = f"the last deal recorded is {self.last} of {self.deals}"
        return f"the match is not counted: {last if self.last else 'no deal is recorded'}"


class SheetNotFinished(NotFinished):
    """Variant of R571: a CSV sheet, which cannot show that the players stopped early."""

    rules: str
    figures: Figures | None

    @property
    def help(self) -> str:
        from shlex import quote

        file, rules = self.place.file, quote(self.rules)
        record = file.rpartition(".")[0] + ".toml"
        figures = f" --figures {self.figures}" if self.figures else ""
        command = f"clagdsl replay {quote(file)} --rules {rules}{figures} -o {quote(record)}"
        return (
            "finish the match to have it counted; if you stopped there on purpose, run"
            f" `{command}`, change the first line of the new file to `record = 2`, and add the line"
            " `ended = true` below it"
        )


class MissingMatchEnd(PlacedProblem):
    code = "R572"
    title = "a record that does not show how the match ended"
    severity = "warning"
    reason: str
    message = "the match is not counted: {reason}"
    help = "record every deal with its totals, as far as they are known"


class SameMatch(PlacedProblem):
    code = "R573"
    title = "a match that is recorded twice"
    severity = "warning"
    other: str
    message = "this is the same match as in {other:quoted}, so it is counted once"
    help = "remove one of the two, or give each its own `note` if they are different matches"


class TwoUnderOneName(PlacedProblem):
    code = "R574"
    title = "two players of a match under one name"
    name: str
    first: str
    second: str
    message = (
        "{first:quoted} and {second:quoted} play in the same match, but both are {name:quoted} in"
        " the file of names"
    )
    help = "remove the name of one of them from that file"


class WrongOtherNames(PlacedProblem):
    code = "R575"
    title = "a file of names that cannot be used"
    reason: str
    message = "{reason}"
    help = (
        "on each line, write a player and that player's other names:"
        ' `Annabel = ["Annie", "Bella"]`'
    )


class NamesAlike(PlacedProblem):
    code = "R576"
    title = "two names that may be one player"
    severity = "warning"
    name: str
    other: str
    message = "{name:quoted} and {other:quoted} are counted as two players"
    help = "if they are the same player, join the names with `--alias FILE`, or correct the records"


class UnusableRulesOfRecord(PlacedProblem):
    code = "R601"
    title = "the rules that a record names cannot be used"
    message: str
    help = "name a bundled variant or a path, or give `--rules FILE`"


class RulesOutOfReach(UnusableRulesOfRecord):
    """Variant of R601: the record is not allowed to read the file."""

    help = "copy them next to the record, give `--rules FILE`, or `--trust` if you trust its author"


class NotResumable(PlacedProblem):
    code = "R602"
    title = "a match without a seed cannot be resumed"
    message = "the record has no `seed`, so the cards to come are unknown"
    help = "add the seed that dealt the match, such as `seed = 7`, or start a new match"


class NothingToReview(PlacedProblem):
    code = "R603"
    title = "a record with no decision to review"
    reason: str
    message = "{reason}, so there is no decision to review"
    help = (
        "record it, or review a complete match, such as one saved by `play -o` or played in the"
        " browser"
    )


def with_fixes(
    diagnostic: Diagnostic, fixes: Sequence[RowFix], label: str, *, is_complete: bool
) -> Diagnostic:
    """Returns a problem of a row with the possible corrections as its help.

    `label` is the label of the row. `is_complete` is False if there may be more corrections.
    """
    help = fixes_text(fixes, label, is_complete=is_complete)
    if diagnostic.others:  # the place of a rule that the row violates
        help = f"{help}; otherwise, {diagnostic.help}"
    return replace(diagnostic, help=help)


def fixes_text(fixes: Sequence[RowFix], label: str, *, is_complete: bool) -> str:
    """Returns the possible corrections of the row with this label in words.

    `is_complete` is False if there may be more corrections.
    """
    sure = [fix for fix in fixes if fix.confirmed]
    confirmed = _corrections_text(sure, label)
    others = _corrections_text([fix for fix in fixes if not fix.confirmed], label)
    if confirmed:
        confirmed += f" (the next row confirms {'this' if len(sure) == 1 else 'each of these'})"
    text = f"{confirmed}, or {others}" if confirmed and others else confirmed or others
    count = len(fixes[0].changes)
    figures = "one figure" if count == 1 else f"{count} figures"
    more = "" if is_complete else "; there may be more fixes, because not all could be tried"
    return f"change {figures} and the row fits: {text}{more}"


def without_fixes(diagnostic: Diagnostic) -> Diagnostic:
    """Returns a problem of a row whose help says that there are too many corrections."""
    help = f"{diagnostic.help}; no fix is shown, because there are too many possibilities"
    return replace(diagnostic, help=help)


_MOST_FIXES: Final = 8
"""The maximum number of corrected cells listed, and of values listed for one cell."""


def _corrections_text(fixes: Sequence[RowFix], label: str) -> str:
    """Returns corrections in words; those that differ only in their last value are merged."""
    cells: dict[str, list[str]] = {}
    for fix in fixes:
        *first, last = fix.changes
        before = ", ".join(f"{_where(change, label)} `{change.value}`" for change in first)
        where = f"{before} and {_where(last, label)}" if before else _where(last, label)
        cells.setdefault(where, []).append(f"`{last.value}`")
    parts = [f"{where} {_alternatives(values)}" for where, values in cells.items()]
    hidden = sum(map(len, [*cells.values()][_MOST_FIXES:]))
    parts[_MOST_FIXES:] = [f"{hidden} more"] if hidden else []
    return ", or ".join(parts)


def _where(change: FigureChange, label: str) -> str:
    """Returns a description of a figure; its row is named unless it has the given label."""
    if change.trick is not None:
        return f"trick {change.trick} to seat"
    row = "" if change.row == label else f" in row {quoted(change.row)}"
    return f"{escape_invisible(change.player)}'s {change.cell}{row} to"


def _figures(values: Sequence[int]) -> list[str]:
    return [f"`{value}`" for value in values]


def _alternatives(values: Sequence[str]) -> str:
    shown = list(values[:_MOST_FIXES])
    if len(values) > _MOST_FIXES:
        shown.append(f"{len(values) - _MOST_FIXES} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def refused_action(place: Place, who: str, reason: Reason) -> Diagnostic:
    """Returns the diagnostic of a recorded action that the rules forbid."""
    message = f"{who}: {reason.reason}" if who else reason.reason
    return _refusal(place, message, "correct the record", reason)


MissingKeyOfRow: TypeAlias = Literal[
    "dealer", "later dealer", "wrong dealer", "first", "caller", "auction"
]
"""The key of a row that would show which player bid first.

A `later dealer` is missing from a row after a named dealer; a `wrong dealer` is in the row, but
contradicts the rows before.
"""

_WHO_BEGAN: Final[Mapping[MissingKeyOfRow, tuple[str, str, str]]] = {
    "dealer": ("whoever dealt", "the dealer", "write the first `dealer`"),
    "later dealer": ("whoever dealt", "", "write the `dealer` of the row"),
    "wrong dealer": ("whoever dealt", "", "correct the `dealer` of the row"),
    "first": ("whoever bid first", "the first bidder", "add `first = …` to the row"),
    "caller": ("whoever called", "the caller", "add `caller = …` to the row"),
    "auction": (
        "whoever won the auction",
        "the auction",
        "add the whole `auction = …` to the row",
    ),
}
"""For each key: the subject, the information that a CSV file may lack, and the advice."""


def refused_row(
    place: Place, reason: Reason, come_to: int | None, missing: MissingKeyOfRow
) -> Diagnostic:
    """Returns the diagnostic of recorded bids that are illegal whichever player bid first.

    `come_to` is the sum of the bids, or None if no limit depends on it.
    """
    whoever, unknown, advice = _WHO_BEGAN[missing]
    sum_of_bids = "" if come_to is None else f": they add up to `{come_to}`"
    message = f"{whoever}, the bids break a limit{sum_of_bids}"
    if unknown and _is_csv(place):
        advice = _column_help(unknown, missing, f"{missing} = …")
    return _refusal(
        place, message, f"{advice} to see whose bid it is; then correct the record", reason
    )


def _refusal(place: Place, message: str, help: str, reason: Reason) -> Diagnostic:
    others = (Label(reason.place, "the rule"),) if reason.place else ()
    cited = f"; source of the rule: {reason.source}" if reason.source else ""
    return Diagnostic(
        reason.code,
        "error",
        message,
        place,
        help=f"{help}, or the rules that it is checked against{cited}",
        others=others,
    )
