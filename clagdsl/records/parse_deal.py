"""Parses one deal of a record from its TOML table."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final, Literal, TypeAlias, TypeVar

from clagdsl import problems
from clagdsl.engine.actions import read_names
from clagdsl.lang.cards import (
    ORDINARY,
    Card,
    Suit,
    is_special,
    read_card,
    read_suit,
    short_cards,
    short_plays,
    special_card,
)
from clagdsl.lang.identifiers import is_word
from clagdsl.lang.limits import SHORTEST_CARD_NAME
from clagdsl.lang.pack import MOST_CARDS
from clagdsl.lang.policies.bid import AuctionWord, read_word
from clagdsl.lang.record import (
    NEW_DEAL_KEYS,
    RecordedBid,
    RecordedCard,
    RecordedDeal,
    RecordedFigure,
    RecordedPlay,
)
from clagdsl.lang.source import Place
from clagdsl.lang.special_cards import join_special_plays, read_special_play
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.records.toml_spans import MOST_PROBLEMS, RecordPlaces

DEAL_KEYS: Final = (
    "deal",
    "scheduled",
    "label",
    "cards",
    "dealer",
    "caller",
    "pack",
    "hands",
    "turned_before",
    "turned",
    "calls",
    "auction",
    "trump",
    "order",
    "first",
    "bids",
    "blind",
    "looked",
    "more",
    "tricks",
    "taken",
    "won",
    "totals",
)
# Bounds: letters of a text, letters of a long list, a total, a number of tricks.
MOST_TEXT: Final = 1_000
MOST_LIST_TEXT: Final = 20_000
"""The maximum length of a list; enough for every card of the largest pack, and for an auction with
all bids.
"""
MOST_FIGURE: Final = 10**12 - 1
MOST_COUNT: Final = 10**4 - 1
_FIGURE: Final = re.compile(r"-?[0-9]{1,12}\Z", re.ASCII)
_WITH_COMMAS: Final = re.compile(r"(?:-|\?|-?[0-9]+)(?:[,;](?:-|\?|-?[0-9]+))+\Z", re.ASCII)
_COUNT: Final = re.compile(r"[0-9]{1,4}\Z", re.ASCII)
_WORD: Final = re.compile(r"[0-9A-Za-z?-]{1,12}\Z", re.ASCII)
MOST_WORDS: Final = 20
"""The maximum number of items in a list for which an error suggests the text to write instead."""
_WHOLE: Final = re.compile(r"[0-9]+\Z", re.ASCII)

T = TypeVar("T")


def _few_words(value: object) -> str:
    """Returns the text to write in place of a short list of numbers or words, or
    an empty string.
    """
    if not isinstance(value, list) or len(value) > MOST_WORDS:
        return ""
    short_values = [item for item in value if not isinstance(item, int) or abs(item) <= MOST_FIGURE]
    words = [str(item) for item in short_values if isinstance(item, str) or type(item) is int]
    good = len(words) == len(value) and all(map(_WORD.match, words))
    return " ".join(words) if good else ""


def parse_bid(word: str) -> RecordedBid | None:
    """Returns a bid as written on a score sheet, or None if the word is not one."""
    if word == "-":
        return "-"
    if word == "?":
        return "?"
    return int(word) if _COUNT.match(word) else None


def parse_total(word: str) -> tuple[RecordedFigure] | None:
    """Returns a total as `(total,)`, or `(None,)` for `?`; None if the word is not a total."""
    if word == "?":
        return (None,)
    return (int(word),) if _FIGURE.match(word) else None


def parse_count(word: str) -> tuple[RecordedFigure] | None:
    """Returns a number of tricks as `(number,)`, or `(None,)` for `?`; None for other words."""
    if word == "?":
        return (None,)
    return (int(word),) if _COUNT.match(word) else None


def parse_taker(word: str, players: int) -> int | None:
    """Returns the 0-based seat for a 1-based seat number, or None if the word is not one."""
    seat = int(word) - 1 if _COUNT.match(word) else -1
    return seat if 0 <= seat < players else None


def wrong_taker(place: Place, word: str, players: int) -> Diagnostic:
    """Returns the error that a word is not a player's seat number."""
    allowed = f"the seat that took the trick, from `1` to `{players}`"
    return problems.records.NotAFigure(place, "taken", word, allowed).diagnostic()


def expected_takers_text(tricks: int) -> str:
    """Returns a phrase that describes the required contents of `taken`."""
    if tricks == 1:
        return "the seat that took the one trick"
    return f"the seat that took each of the {tricks} tricks"


def wrong_figure(place: Place, key: str, word: str, allowed: str) -> Diagnostic:
    """Returns the error that a word is not a bid, number of tricks or total, or that it is a number
    that is too large.
    """
    if _WITH_COMMAS.match(word):
        allowed = f"`{re.sub('[,;]', ' ', word)}`, with spaces between the figures"
    signed = key in ("total", "totals", "points")
    most = MOST_FIGURE if signed else MOST_COUNT
    digits = word.removeprefix("-") if signed else word
    if _WHOLE.match(digits) and len(digits.lstrip("0")) > len(str(most)):
        return problems.records.FigureOfNoMatch(place, key, word, allowed, most).diagnostic()
    return problems.records.NotAFigure(place, key, word, allowed).diagnostic()


def parse_card_or_unknown(word: str) -> tuple[RecordedCard] | None:
    """Returns a card as `(card,)`, or `(None,)` for `??`; None if the word is not a card."""
    if word == "??":
        return (None,)
    card = read_card(word)
    if card is None and is_word(word) and len(word) >= SHORTEST_CARD_NAME:
        card = special_card(word)  # whether there is such a card is checked against the rules
    return None if card is None else (card,)


def parse_play(word: str) -> RecordedPlay | None:
    """Returns a card played, with the face of a wild (`2H=AC`); None if the word is not a play."""
    written, equals, face_text = word.partition("=")
    parsed = parse_card_or_unknown(written)
    if parsed is None:
        return None
    (card,) = parsed
    if not equals:
        return RecordedPlay(card)
    face = read_card(face_text)
    if card is not None and is_special(card):
        face = read_special_play(card.rank, face_text)
    return None if face is None else RecordedPlay(card, face)


class DealReader:
    """Builds a `RecordedDeal` from a table and collects the problems found."""

    Deal: TypeAlias = RecordedDeal

    def __init__(
        self,
        table: dict[str, object],
        index: int,
        following: int,
        players: tuple[str, ...],
        places: RecordPlaces,
        diagnostics: list[Diagnostic],
        version: int,
    ) -> None:
        self.table = table
        self.index = index
        self.following = following
        self.players = players
        self.places = places
        self.problems = diagnostics
        self.version = version

    def read(self) -> RecordedDeal:
        """Returns the deal, without any entries that could not be parsed."""
        for key in [key for key in self.table if key not in DEAL_KEYS][:MOST_PROBLEMS]:
            place = self.places.key(self.index, key)
            self.problems.append(problems.records.UnknownKey(place, key, DEAL_KEYS).diagnostic())
        for key in NEW_DEAL_KEYS if self.version == 1 else ():
            if key in self.table:
                place = self.places.key(self.index, key)
                self.problems.append(problems.records.NewerKey(place, key).diagnostic())
        more = self._is_extra_hand()
        if "deal" not in self.table and ("label" not in self.table or "scheduled" in self.table):
            place = self.places.deal(self.index)
            self.problems.append(
                problems.records.MissingKey(
                    place, "the deal's number", f"deal = {self.following}"
                ).diagnostic()
            )
        for first, second in (
            ("pack", "hands"),
            ("pack", "turned"),
            ("pack", "turned_before"),
            ("order", "trump"),
        ):
            if first in self.table and second in self.table:
                place = self.places.key(self.index, second)
                self.problems.append(
                    problems.records.ContradictingKeys(place, first, second).diagnostic()
                )
        turned = self._words(
            "turned", 'turned = "4C"', parse_card_or_unknown, self._report_card, single=True
        )
        before = self._words(
            "turned_before",
            'turned_before = "AS AH"',
            parse_card_or_unknown,
            self._report_card,
        )
        pack = self._words(
            "pack",
            'pack = "2C KD …"',
            parse_card_or_unknown,
            self._report_card,
            most=MOST_LIST_TEXT,
        )
        if pack is not None and len(pack) > MOST_CARDS:
            self._check_length("pack", len(pack), MOST_CARDS, f"at most {MOST_CARDS} cards")
        fewest = max(1, len(self.players))
        if pack is not None and len(pack) < fewest:
            self._check_length(
                "pack", len(pack), fewest, "the whole pack, at least one card for each player"
            )
        return RecordedDeal(
            number=self._number("deal", "deal = 7"),
            scheduled=self._number("scheduled", "scheduled = 7"),
            label=self._text("label", 'label = "nt"'),
            cards=self._number("cards", "cards = 5"),
            dealer=self._player("dealer"),
            caller=self._player("caller"),
            pack=None if pack is None else tuple(card for (card,) in pack),
            hands=self._hands(),
            turned=turned[0][0] if turned else None,
            turned_before=None if before is None else tuple(card for (card,) in before),
            calls=self._calls(),
            auction=self._auction(),
            trump=self._trump(),
            order=self._order(),
            first=self._player("first"),
            bids=self._figures("bids", parse_bid, "a whole number, `-` or `?`"),
            blind=self._blind(),
            looked=self._player("looked"),
            more=more,
            tricks=self._tricks(),
            taken=self._taken(),
            won=self._flat(self._figures("won", parse_count, "a whole number or `?`")),
            totals=self._flat(self._figures("totals", parse_total, "a whole number or `?`")),
        )

    def _report_wrong_kind(self, key: str, expected: str, example: str) -> None:
        place = self.places.value(self.index, key)
        self.problems.append(
            problems.records.WrongKindOfEntry(place, key, expected, example).diagnostic()
        )

    def _number(self, key: str, example: str) -> int | None:
        value = self.table.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 500:
            meant = re.fullmatch(r"\s*([1-9][0-9]{0,2})(?:\.0)?\s*", str(value), re.ASCII)
            if meant is not None and int(meant[1]) <= 500:  # in quotes, or with a decimal point
                example = f"{key} = {meant[1]}"
            self._report_wrong_kind(key, "a whole number from 1 to 500", example)
            return None
        return value

    def _is_extra_hand(self) -> bool:
        """Returns whether the deal is an extra hand after the scheduled deals."""
        value = self.table.get("more", False)
        if not isinstance(value, bool):
            self._report_wrong_kind("more", "true or false", "more = true")
        for key, example in (
            ("deal", f"deal = {self.following}"),
            ("label", 'label = "normal"'),
            ("cards", "cards = 7"),
        ):
            if value is True and key not in self.table:
                place, missing = self.places.deal(self.index), f"`{key}` of one more hand"
                self.problems.append(
                    problems.records.MissingKey(place, missing, example).diagnostic()
                )
        return value is True

    def _text(self, key: str, example: str, most: int = MOST_TEXT) -> str | None:
        value = self.table.get(key)
        if value is None:
            return None
        if isinstance(value, str) and len(value) <= most:
            return value
        words = _few_words(value)
        if words:
            example = f'{key} = "{words}"'
        self._report_wrong_kind(key, f"a text of at most {most} characters", example)
        return None

    def _player(self, key: str) -> str | None:
        name = self._text(key, f'{key} = "Ann"')
        if name is not None and self.players and name not in self.players:
            place = self.places.value(self.index, key)
            self.problems.append(
                problems.records.NotAPlayer(place, key, name, self.players).diagnostic()
            )
            return None
        return name

    def _blind(self) -> tuple[str, ...] | None:
        """Returns the names of the players who bid blind, without duplicates."""
        names = self._list("blind", 'blind = ["Ann"]')
        if names is None:
            return None
        for place, name in enumerate(names[:MOST_PROBLEMS]):
            if self.players and name not in self.players:
                where = self.places.cell(self.index, "blind", place)
                problem = problems.records.NotAPlayer(where, "blind", name, self.players)
                self.problems.append(problem.diagnostic())
        return tuple(name for name in dict.fromkeys(names) if name in self.players)

    def _words(
        self,
        key: str,
        example: str,
        parse: Callable[[str], T | None],
        report: Callable[[str, int, str], Diagnostic],
        *,
        single: bool = False,
        most: int = MOST_TEXT,
    ) -> tuple[T, ...] | None:
        """Returns the words of a value, each parsed by `parse`; reports those that are invalid."""
        text = self._text(key, example, most)
        if text is None:
            return None
        words = short_cards(text).split()
        if single and len(words) != 1:
            self._check_length(key, len(words), 1, "one card")
        kept = []
        for number, word in enumerate(words):
            value = parse(word)
            if value is None:
                self.problems.append(report(key, number, word))
            else:
                kept.append(value)
        return tuple(kept) if len(kept) == len(words) else None

    def _report_card(self, key: str, number: int, word: str) -> Diagnostic:
        return problems.records.NotACardOfRecord(
            self.places.cell(self.index, key, number), word
        ).diagnostic()

    def _auction(self) -> tuple[AuctionWord, ...] | None:
        """Returns the words of the auction, as in `5C pass 6H pass`."""
        example = 'auction = "5C pass pass pass"'
        words = self._words(
            "auction", example, read_word, self._report_auction_word, most=MOST_LIST_TEXT
        )
        return None if words is None else tuple(word for (word,) in words)

    def _report_auction_word(self, key: str, number: int, word: str) -> Diagnostic:
        place = self.places.cell(self.index, key, number)
        return problems.records.NotAuctionWord(place, word).diagnostic()

    def _check_length(self, key: str, length: int, expected: int, words: str) -> None:
        if length != expected:
            place = self.places.value(self.index, key)
            self.problems.append(
                problems.records.WrongLength(place, key, length, words).diagnostic()
            )

    def _figures(
        self, key: str, parse: Callable[[str], T | None], allowed: str
    ) -> tuple[T, ...] | None:
        def report(key: str, number: int, word: str) -> Diagnostic:
            place = self.places.cell(self.index, key, number)
            return wrong_figure(place, key, word, allowed)

        figures = self._words(key, f'{key} = "2 0 1"', parse, report)
        if figures is not None and self.players:
            expected = f"one figure for each of the {len(self.players)} players"
            self._check_length(key, len(figures), len(self.players), expected)
        return figures

    def _taken(self) -> tuple[int, ...] | None:
        """Returns the 0-based seat that took each trick; the text has 1-based seats."""
        players = len(self.players) or 10  # missing players are reported elsewhere

        def report(key: str, number: int, word: str) -> Diagnostic:
            return wrong_taker(self.places.cell(self.index, key, number), word, players)

        parse = partial(parse_taker, players=players)
        return self._words("taken", 'taken = "2 1 3"', parse, report)

    @staticmethod
    def _flat(
        figures: tuple[tuple[RecordedFigure], ...] | None,
    ) -> tuple[RecordedFigure, ...] | None:
        return None if figures is None else tuple(figure for (figure,) in figures)

    def _list(self, key: str, example: str) -> list[str] | None:
        value = self.table.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            self._report_wrong_kind(key, "a list of texts", example)
            return None
        return value

    def _hands(self) -> tuple[tuple[RecordedCard, ...], ...] | None:
        texts = self._list("hands", 'hands = ["2H AC", "…"]')
        if texts is None:
            return None
        if self.players:
            self._check_length("hands", len(texts), len(self.players), "one hand for each player")
        return tuple(
            tuple(card for (card,) in self._parse_cards("hands", seat, text, parse_card_or_unknown))
            for seat, text in enumerate(texts[:10])
        )

    def _tricks(self) -> tuple[tuple[RecordedPlay, ...], ...] | None:
        counts = self._counted_tricks()
        if counts:
            cards = "the cards of each trick; the number of tricks for each player belongs in `won`"
            self._report_wrong_kind("tricks", cards, f'won = "{counts}"')
            return None
        texts = self._list("tricks", 'tricks = ["AC 2C 5C", "…"]')
        if texts is None:
            return None
        if len(texts) > MOST_CARDS:
            self._check_length("tricks", len(texts), MOST_CARDS, f"at most {MOST_CARDS} tricks")
        tricks = []
        for number, text in enumerate(texts[:MOST_CARDS]):
            plays = self._parse_cards("tricks", number, text, parse_play)
            length = len(short_plays(join_special_plays(text)).split())
            if self.players and not 1 <= length <= len(self.players):
                place = self.places.cell(self.index, "tricks", number)
                expected = "one card for each player who played, from the leader on"
                self.problems.append(
                    problems.records.WrongTrickLength(
                        place, "tricks", length, expected
                    ).diagnostic()
                )
            tricks.append(plays)
        return tuple(tricks)

    def _counted_tricks(self) -> str:
        """Returns the numbers of tricks if `tricks` contains them instead of cards, else an empty
        string.
        """
        value = self.table.get("tricks")
        words = value if isinstance(value, str) else _few_words(value)
        figures = words[:MOST_TEXT].split()
        return " ".join(figures) if all(map(parse_count, figures)) else ""

    def _parse_cards(
        self, key: str, row: int, text: str, read: Callable[[str], T | None]
    ) -> tuple[T, ...]:
        kept = []
        for word in short_plays(join_special_plays(text)).split(None, MOST_CARDS)[:MOST_CARDS]:
            value = read(word)
            if value is None:
                self.problems.append(
                    problems.records.NotACardOfRecord(
                        self.places.cell(self.index, key, row), word
                    ).diagnostic()
                )
            else:
                kept.append(value)
        return tuple(kept)

    def _calls(self) -> tuple[str, ...] | None:
        text = self._text("calls", 'calls = "Precedence, Nuloss"')
        if text is None:
            return None
        return read_names(text)

    def _trump(self) -> Suit | Literal["none"] | None:
        text = self._text("trump", 'trump = "hearts"')
        if text is not None and text.strip() == "none":
            return "none"
        suit = None if text is None else read_suit(text.strip())
        if text is not None and suit is None:
            place = self.places.value(self.index, "trump")
            self.problems.append(
                problems.records.NotASuitOrOrder(place, "trump", text).diagnostic()
            )
        return suit

    def _order(self) -> tuple[Suit, ...] | None:
        text = self._text("order", 'order = "S H C D"')
        if text is None:
            return None
        suits = tuple(suit for word in text.split() if (suit := read_suit(word)) is not None)
        whole = sorted(suits) == sorted(ORDINARY.suits[: len(suits)])  # or of a smaller pack
        if len(text.split()) != len(suits) or not suits or not whole:
            place = self.places.value(self.index, "order")
            self.problems.append(
                problems.records.NotASuitOrOrder(place, "order", text).diagnostic()
            )
            return None
        return suits


def complete_cards(hand: tuple[RecordedCard, ...]) -> tuple[Card, ...] | None:
    """Returns the cards of a hand, or None if any card of it is unknown."""
    cards = tuple(card for card in hand if card is not None)
    return cards if len(cards) == len(hand) else None
