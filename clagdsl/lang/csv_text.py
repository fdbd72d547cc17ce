"""CSV as spreadsheets write it: the columns of score sheets, and the escaping of formulas."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from clagdsl.lang.frozen import dataclass

FigureColumn: TypeAlias = Literal["bid", "tricks", "total", "points", "score"]
DealColumn: TypeAlias = Literal[
    "deal", "cards", "dealer", "caller", "trump", "taken", "date", "match", "player", "note"
]
Column: TypeAlias = FigureColumn | DealColumn
Figures: TypeAlias = Literal["totals", "points"]
"""The meaning of columns that may hold either running totals or the points of each deal."""


@dataclass(frozen=True, slots=True)
class ColumnKind:
    """A kind of column of a score sheet: the meaning of its cells, and the headings that name it.

    Headings are in lower case with single spaces, as `heading_words` returns them.
    """

    holds: str
    names: str

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings; the first is the one used in documents."""
        return tuple(self.names.split(", "))


FIGURE_COLUMNS: Final[Mapping[FigureColumn, ColumnKind]] = {
    "bid": ColumnKind(
        "the bid",
        "bid, bids, contract, nomination, nominated, predicted, prediction, guess, call, "
        "called, said, declared, estimate, estimated, tricks bid, "
        "tricks called, tricks predicted, predicted tricks",
    ),
    "tricks": ColumnKind(
        "the number of tricks won",
        "tricks, trick, won, taken, took, got, actual, made, tricks won, tricks taken, "
        "tricks made, tricks got, won tricks, actual tricks, number of tricks, no of tricks",
    ),
    "total": ColumnKind(
        "the running total",
        "total, totals, running, running total, cumulative, cumulative score, total score, "
        "total points, running score, grand total",
    ),
    "points": ColumnKind(
        "the points of the deal",
        "points, point, pts, scored, points scored, round score, round points, deal score, "
        "deal points, hand score, hand points",
    ),
    "score": ColumnKind("the points of the deal, or the running total", "score, scores"),
}
"""The columns that each player has; the heading has the player's name before or after."""

DEAL_COLUMNS: Final[Mapping[DealColumn, ColumnKind]] = {
    "deal": ColumnKind(
        "the number of the deal, or its name",
        "deal, round, hand, no, number, #, rnd, rd, deal no, deal number, deal #, round no, "
        "round number, round #, hand no, hand number, hand #",
    ),
    "cards": ColumnKind(
        "the number of cards that each player is dealt",
        "cards, card, cards each, cards per player, cards dealt, number of cards, no of cards, "
        "nr of cards, card count, # cards, hand size, cards in hand, tricks available, "
        "available tricks, possible tricks",
    ),
    "dealer": ColumnKind("the name of the dealer", "dealer, dealt by, dealer name"),
    "caller": ColumnKind("the name of the caller", "caller, called by"),
    "trump": ColumnKind("the trump suit, or the card turned", "trump, trumps, trump suit, suit"),
    "taken": ColumnKind("the seat that took each trick; seats count from 1", "taken, taken by"),
    "date": ColumnKind("the date", "date, played, played on, date played, day"),
    "match": ColumnKind(
        "the number or name of the match",
        "game, match, game id, match id, game no, game number, game #, match no, match number, "
        "match #",
    ),
    "player": ColumnKind("the player, if each player has a row", "player, player name, name"),
    "note": ColumnKind(
        "text, which `replay` ignores",
        "note, notes, remark, remarks, comment, comments, winner, winners, sum of bids, "
        "sum of the bids, bid sum, total bids, total of bids",
    ),
}
"""The columns that occur once for each deal."""

TAKEN_HEADING: Final = DEAL_COLUMNS["taken"].headings[0]

_FIGURE_OF: Final = {word: kind for kind, own in FIGURE_COLUMNS.items() for word in own.headings}
_DEAL_OF: Final = {word: kind for kind, own in DEAL_COLUMNS.items() for word in own.headings}
_BETWEEN: Final = r"\s_\-–—:/|.,()\[\]"
_SIGN: Final = f"[{_BETWEEN}]"
_WORDS: Final = "|".join(
    rf"{_SIGN}*".join(map(re.escape, word.split()))
    for word in sorted(_FIGURE_OF, key=len, reverse=True)
)
_END: Final = r"[\s:.)\]]*\Z"
_NAME_FIRST: Final = re.compile(rf"(.+?)(?:['’]s)?[\s_\-–—:/|.,(\[]+({_WORDS}){_END}", re.I | re.S)
_NAME_LAST: Final = re.compile(rf"({_WORDS}){_SIGN}+(?:of )?(.+)", re.I | re.S)
_JOINED: Final = re.compile(rf"([^\W\d_]+?)({_WORDS})\Z", re.I)
_NAMED_DEAL: Final = re.compile(r"(?:deal|round|hand|rnd) *#? *[0-9]{1,3}|[0-9]{1,3} *cards?", re.I)
"""A deal in a first column whose heading does not name it."""
_NUMBERED_ROW: Final = re.compile(r"[^\W\d_]{0,12}\.? *#? *[0-9]{1,3}")
"""A deal under a heading of any language."""
_LONGEST_HEADING: Final = 150
_LINES_OF_HEAD: Final = 8
"""The number of lines at the beginning of a file in which headings are searched for."""

ENDINGS: Final = (".csv", ".tsv", ".xlsx")
"""The file name endings of score sheets that spreadsheets save."""

DELIMITERS: Final = ",;\t"
_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
_SNIFFED_BYTES: Final = 2000
_SNIFFED_TEXT: Final = 20_000
_SEPARATOR_LINE: Final = re.compile(r"sep=(.)\n")
_NO_DELIMITER: Final = re.compile(r'"(?:[^"]|"")*"|(?<=[0-9]),[0-9]+(?= *[;\t])', re.ASCII)
"""Text in quotation marks, or the decimals of a number in a sheet with another delimiter."""


# --- score sheets -------------------------------------------------------------------------


def to_utf8(data: bytes) -> bytes:
    """Returns the bytes of a sheet as UTF-8, converting UTF-16, which spreadsheets call Unicode.

    Without a byte order mark, UTF-16 is recognised by its zero bytes: every digit and Latin letter
    has one.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    else:
        pairs = len(data[:_SNIFFED_BYTES]) // 2
        first, second = data[:_SNIFFED_BYTES:2].count(0), data[1:_SNIFFED_BYTES:2].count(0)
        if max(first, second) * 2 <= pairs or not pairs:
            return data
        encoding = "utf-16-be" if first > second else "utf-16-le"
    try:
        return data.decode(encoding).encode("utf-8")
    except UnicodeError:
        return data


def detect_delimiter(text: str) -> tuple[str, int]:
    """Returns the delimiter of the cells of a sheet, and the offset at which its rows begin.

    Excel may write the delimiter in a line of its own. Otherwise it is the candidate that occurs
    most often in one of the first lines. A decimal comma before another candidate does not count.
    """
    first = _SEPARATOR_LINE.match(text)
    if first is not None:
        return first[1], first.end()
    lines = [line for line in text[:_SNIFFED_TEXT].split("\n") if line.strip(" ;,\t")]
    plain = [_NO_DELIMITER.sub("", line) for line in lines[:_LINES_OF_HEAD]]
    counts = [(line.count(sign), sign) for line in plain for sign in DELIMITERS]
    return max(counts, key=lambda pair: pair[0], default=(0, DELIMITERS[0]))[1], 0


def heading_words(text: str) -> str:
    """Returns a heading in lower case, with its words separated by single spaces.

    Punctuation and capitals inside the heading separate words.
    """
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text[: _LONGEST_HEADING + 1])
    return " ".join(re.findall(f"#|[^#{_BETWEEN}]+", spaced.casefold()))


def deal_column(text: str) -> DealColumn | None:
    """Returns the column of a deal that a heading names, or None; `... notes` is a note."""
    words = heading_words(text)
    return _DEAL_OF.get(words) or (
        "note" if _DEAL_OF.get(words.rpartition(" ")[2]) == "note" else None
    )


def figure_column(text: str) -> FigureColumn | None:
    """Returns the figure that a heading without a player's name denotes, or None."""
    return _FIGURE_OF.get(heading_words(text))


def player_column(text: str) -> tuple[str, FigureColumn] | None:
    """Returns the player and the figure in a heading (`Ann bid`, `bid_Ann`, `AnnBid`), or None."""
    if len(text) > _LONGEST_HEADING:
        return None
    for heading in (text, re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)):
        for pattern, name, word in ((_NAME_FIRST, 1, 2), (_NAME_LAST, 2, 1)):
            match = pattern.match(heading)
            if match is not None and match[name].strip():
                who = match[name].replace("_", " ").strip(" :")
                if "(" not in who and "[" not in who:
                    who = who.rstrip(")]")
                return " ".join(who.split()), _FIGURE_OF[heading_words(match[word])]
    return None


def joined_column(text: str) -> tuple[str, FigureColumn] | None:
    """Returns the player and the figure in a heading without a space (`Annbid`), or None.

    Many words end like a figure, so somebody else must decide whether it is one.
    """
    match = _JOINED.match(text) if len(text) <= _LONGEST_HEADING else None
    return None if match is None else (match[1], _FIGURE_OF[heading_words(match[2])])


def plain_figure(text: str) -> str:
    """Returns a figure as other programs write it, such as `(10)` or `+30,0 pts`, as `-10` or `30`.

    Any other text is returned unchanged.
    """
    figure = _FIGURE.fullmatch(text.strip())
    if figure is None or bool(figure["open"]) != bool(figure["close"]):
        return text
    is_negative = figure["open"] or figure["sign"] not in ("", "+")
    return f"{'-' if is_negative else ''}{figure['digits']}"


def is_figure(text: str) -> bool:
    """Returns whether a cell is a whole number of any size, in one of the forms of a figure."""
    return re.fullmatch("-?[0-9]+", plain_figure(text), re.ASCII) is not None


_FIGURE: Final = re.compile(
    r"(?P<sign>[+\-\u2212\u2013]?)(?P<open>\(?)(?P<digits>[0-9]+)(?:[.,]0{1,2})?(?P<close>\)?)"
    r"(?: *(?:pts?|points?)\.?)?",
    re.ASCII | re.IGNORECASE,
)


def is_marked_bid(text: str) -> bool:
    """Returns whether a cell is a bid with a mark behind it, such as `2 x`."""
    marked = MARKED_BID.match(text)
    return marked is not None and marked[2].casefold() in MISSED | MADE


MARKED_BID: Final = re.compile(r"([0-9]{1,4})\s*([^0-9\s.,])\Z", re.ASCII)
"""A bid followed by a mark, such as `2 x`."""
MISSED: Final = frozenset("●•⬤○◯⚫✗✘✖×xX-–—*") | {"no", "n", "miss", "missed", "false"}
"""Marks that replace a figure and mean that the bid was missed."""
MADE: Final = frozenset("✓✔☑") | {"yes", "y", "made", "true"}
"""Marks that replace the number of tricks and mean that the bid was made."""


def is_score_sheet(head: bytes) -> bool:
    """Returns whether a file that begins with the bytes `head` is a score sheet.

    Usually one of its first lines has headings for the deals and for figures of players. Otherwise
    its first column names the deals, and the other columns hold numbers or short marks.
    """
    text = to_utf8(head[: len(head) & ~1]).decode("utf-8", "replace").removeprefix("\ufeff")
    text = re.sub(r"[\r\n]+", "\n", text)
    sign, start = detect_delimiter(text)
    lines = [line for line in text[start:].split("\n") if line.strip(" ;,\t")][:_LINES_OF_HEAD]
    rows = [[unescape_formula(cell.strip(' "')) for cell in line.split(sign)] for line in lines]
    for row, below in pairwise([*rows, []]):
        kinds = [deal_column(cell) for cell in row]
        is_numbered = bool(below) and _NUMBERED_ROW.fullmatch(below[0]) is not None
        if (is_numbered or not row[0]) and sum(map(bool, map(player_column, row))) > 1:
            return True
        if kinds[0] is None and below and _NAMED_DEAL.fullmatch(below[0]):
            kinds[0] = "deal"
        if not {"deal", "cards"}.intersection(kinds) or {"seat", "winner"}.issubset(row):
            continue  # the second: matches that `simulate --csv` has written
        figures = any(map(figure_column, [*row, *below]))
        has_two_lines = "" in row or below[:1] == [""]
        if any(map(player_column, row)) or (figures and ("player" in kinds or has_two_lines)):
            return True
        if {"deal", "cards"}.intersection(kinds[:2]) and len(below) == len(row) > 2:
            pairs = zip(kinds, below, strict=True)
            cells = [cell for kind, cell in pairs if kind is None and cell]
            return any(map(is_figure, cells)) and all(
                is_figure(cell) or len(cell) < 5 for cell in cells
            )
    return False


# --- cells --------------------------------------------------------------------------------


def escape_formula(text: str) -> str:
    """Returns the text, after an apostrophe if a spreadsheet would evaluate it as a formula."""
    return f"'{text}" if _is_formula(text) else text


def unescape_formula(text: str) -> str:
    """Returns the original of a text that `escape_formula` escaped."""
    return text[1:] if text.startswith("'") and _is_formula(text) else text


def _is_formula(text: str) -> bool:
    """Returns whether a text is a formula, possibly after apostrophes, and so needs one more."""
    return text.lstrip("'").startswith(_SIGNS)
