"""Translates scores, limits on bids and trumps in words or in programs' notation into Clag.

A line is a list of values and conditions in any order: `10 if made`, `exact: 10 + bid; wrong: -5`,
`made ? 10 : 0`. A line with any other word is not translated, so that no part of it is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.numerals import ORDINALS
from clagdsl.syntax.hints.bag_of_words import (
    LONGEST_SAYING,
    SIZE_MARK,
    Sense,
    sayings,
    split_size,
    stem,
    value_of,
)
from clagdsl.syntax.hints.foreign_functions import atom
from clagdsl.syntax.hints.phrase_table import Wording, respell

T = TypeVar("T")

TOKEN: Final = re.compile(
    r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+|\*\*|\^|[=!]==?|<>|[<>]=?|&&|\|\||[-+:]=|[-=]>|\S"
)
ASSIGNED: Final = re.compile(
    r"\bscore ?\([a-z, ]*\) ?=(?!=)|\b(?:(?:score|points?|pts)\b\s*(?:[-+:]?=(?!=))?"
    r"|return\b|lambda[^:]*:|const\b|case\b|\bdef\b)"
)
"""Words and signs that introduce a score; they do not affect its value."""
SCORES: Final = re.compile(
    r"\b(?:score\w*|points?|pts|gets?|worth|bonus|give[ns]?|loses?|costs?|penalty)\b", re.IGNORECASE
)
"""Words for points; a line without any is rarely about a score."""
LOOKUP: Final = re.compile(
    r"\s*(?:score|points)[\s=:]*[\[{]([-\d,: ]+)[\]}]\s*\[\s*(bid|tricks)\s*\]\s*;?"
)
"""A list of scores indexed by the bid or the tricks."""
OTHER_HEADS: Final = re.compile(
    r"\s*(?:run|tally|let|param|settle|trick|change|deal|twist|bonus)\b"
)
"""First words of other statements with values and conditions."""
FORMULA: Final = re.compile(r"\s*score(?:[-+*/%() \d]|bid|tricks|cards)+")
"""A score in signs alone, which is meant as it is written."""
UNFINISHED_PRODUCT: Final = re.compile(r"\d\s*[x×*]\s*(?:$|[,;]|(?:if|when|for)\b)", re.IGNORECASE)
"""A number with a sign for a product, but without the other factor."""
QUOTIENT: Final = re.compile(r"/\s*(?:tricks|bid|bids|cards|points|players)\b")
"""A division by a figure, which is not `10/trick`, that is, 10 points for each trick."""
BETWEEN_PLAYERS: Final = re.compile(
    r"\A(?!.*\b(?:score|bids?|tricks?|made)\b).*\bpoints? of (?:the )?difference\b",
    re.IGNORECASE | re.DOTALL,
)
"""The difference of two totals, which is paid when a game ends; not the one from a bid."""
OFF: Final = "abs(bid - tricks)"
STRUCTURE: Final = {
    **dict.fromkeys(("else", "otherwise", "default", "elif"), "else"),
    **dict.fromkeys(("and", "&&"), "and"),
    **dict.fromkeys(("or", "||"), "or"),
    **dict.fromkeys(("if", "when", "for"), "gap"),
    **dict.fromkeys(("then", ",", ";", ":", "{", "}", "->", "=>"), "sep"),
    **dict.fromkeys(("per", "each", "every", "times", "*", "×", "x"), "*"),
    **dict.fromkeys(("minus", "lose", "loses", "costs", "cost", "deduct", "subtract"), "-"),
    **dict.fromkeys(("-", "−", "negative", "penalty", "lost"), "-"),
    **dict.fromkeys(("plus", "+"), ""),
    **dict.fromkeys(("bonus", "extra", "another", "additional", "more"), "bonus"),
    **dict.fromkeys(("=", "==", "===", "equal", "equals"), "="),
    **dict.fromkeys(("!=", "!==", "<>", "≠"), "!="),
    **dict.fromkeys(("<", ">", "<=", ">=", "(", ")", "?", "/", "%", "off", "over", "under"), ""),
    **dict.fromkeys(("^", "**"), "^"),
    **dict.fromkeys(("not", "!"), "not"),
    **dict.fromkeys(("nil", "misere", "null"), "nil"),
    **dict.fromkeys(("unless", "max", "min", "sweep", "missed"), ""),
    **dict.fromkeys(("squared", "²"), "squared"),
}
"""The words and signs between values and conditions; an empty text keeps the word itself."""
MEANS: Final = {
    **dict.fromkeys(("right", "made"), "made"),
    **dict.fromkeys(("trick",), "tricks"),
    **dict.fromkeys(("card",), "cards"),
    **dict.fromkeys(("filler", "count", "score", "give"), ""),
    **dict.fromkeys(("otherwise",), "else"),
    **dict.fromkeys(("plus",), "plus"),
    "equal": "=",
    "zero": "0",
    "one": "1",
}
"""The parts of a score by the senses of the table; empty for senses that may be left out."""
OPERAND: Final = re.compile(
    r"(?:(?<=[-+*/%<>=])\s*|\A\s*(?=\w+\s*[<>!])"
    r"|(?:\b(?:when|if|and|or|not|unless)\b|&&|\|\||[!(])\s*(?=\w+\s*[-+*/%<>=!])"
    r"|(?:\b(?:score|otherwise|else)\b|,)\s*"
    r"(?=\w+\s*(?:[+*/%<>),;]|$|(?:when|if|otherwise|else)\b)))(bids|points)\b"
)
"""A name of formulas that is also a word of sentences, in the place of a value."""
SUMS: Final = frozenset({"bidsum", "pointsum"})
"""The same names in the words of a line, where `bids` is a form of `bid`."""
FOREIGN: Final = frozenset({"with", "using"})
"""Fillers of other lines that change the meaning of a score."""
FILLERS: Final = frozenset(
    ("take", "takes", "took", "taken", "won", "wins", "flat", "points", "point", "wager", "case")
)
NAMES: Final = {"tricks": "tricks", "bid": "bid", "cards": "cards", "off": OFF}
EXCESS: Final = {
    "over": ("tricks - bid", "tricks > bid"),
    "under": ("bid - tricks", "tricks < bid"),
}
COMPLEMENTS: Final = {"made": "not made", "not made": "made"}
COMPARISONS: Final = frozenset({"=", "!=", "<", ">", "<=", ">="})


@dataclass(frozen=True, slots=True)
class Item:
    """A value or a condition of a line, in Clag."""

    text: str
    is_condition: bool = False
    is_otherwise: bool = False
    is_added: bool = False
    begins: bool = False
    """Whether a sign or a word separates it from the item before it."""


class _UnreadableLineError(Exception):
    """Raised if a line contains anything except values and conditions."""


def read_score(text: str) -> list[Wording]:
    """Returns the readings of a line as a score, or an empty list if it has none."""
    table = LOOKUP.fullmatch(text)
    if table is not None:
        pairs = [each.split(":") for each in table[1].replace(" ", "").strip(",").split(",")]
        cases = (
            f"{pair[-1]} when {table[2]} = {pair[0] if pair[1:] else number}"
            for number, pair in enumerate(pairs)
        )
        return [Wording(f"score {', '.join(cases)}, otherwise 0")]
    others = (OTHER_HEADS.match, FORMULA.fullmatch, UNFINISHED_PRODUCT.search, QUOTIENT.search)
    if any(each(text) for each in (*others, BETWEEN_PLAYERS.search)):
        return []
    words = _words(OPERAND.sub(r"\g<0>um", text), SUMS)
    if words is None:
        return []
    try:
        score, case = _formula(_Reader(words).items())
    except _UnreadableLineError:
        return []
    score = re.sub(r"\b(bids|points)um\b", r"\1", score)
    if not SCORES.search(text) and not re.search(
        r"\b(?:made|tricks)\b.*when|when.*\b(?:made|tricks)\b", score
    ):
        return []
    is_formula = " when " in score or OFF in score
    if not is_formula and not re.match(r"\s*score\b", text, re.IGNORECASE):
        return []
    if " when " not in score and "bid" in score and "tricks" not in score:
        return [
            Wording(f"score {score} when made, otherwise 0", "if a missed bid counts nothing"),
            Wording(f"score {score}", "if it counts the same"),
        ]
    return [Wording(f"score {score}", case)]


def formula_names(text: str) -> set[str]:
    """Returns the names in a line that sentences use as well, but that are values here."""
    return set(OPERAND.findall(text))


def read_limit(text: str) -> list[Wording]:
    """Returns the reading of a comparison as a limit on bids, or an empty list if it has none."""
    line = text.lower().replace("_", " ")
    is_last = LAST.match(line) is not None
    line = respell(line, "limit")
    line, size = split_size(line)
    line = line.replace(SIZE_MARK, " ")
    words = _words(line, frozenset({"bidsum", "players"}))
    if words is None or not COMPARISONS.intersection(words):
        return []
    reader = _Reader(words)
    try:
        condition = reader.limit()
    except _UnreadableLineError:
        return []
    condition = re.sub(r"\bbid (!=|=|<=?|>=?) cards - bidsum", r"bids \1 cards", condition)
    condition = re.sub(r"\bbidsum \+ bid\b|\bbid \+ bidsum\b", "bids", condition)
    condition = condition.replace("bidsum", "bids")
    if DOUBTFUL.fullmatch(text.lower()):
        return [
            Wording("last bid keeps bids != cards", "for the sum of the bids"),
            Wording("last bid keeps bid != cards", "for the bid itself"),
        ]
    if is_last:
        condition = condition.replace("bid != cards", "bids != cards")
    condition = re.sub(r"^bid = min\(bid, (\w+)\)$", r"bid <= \1", condition)
    is_total = condition == "bid != cards" and not text.lower().startswith("each")
    if is_total or re.fullmatch(r"bid = \w+", condition):
        return []  # it may be about all bids, or about a bid that nobody chooses
    if not re.search(r"\bbids?\b", condition) or re.search(r"\b(?:made|tricks)\b", condition):
        return []
    which = "last" if is_last or re.search(r"\bbids\b", condition) else "each"
    when = f" when {size}, otherwise free" if size else ""
    return [Wording(f"{which} bid keeps {condition}{when}")]


DOUBTFUL: Final = re.compile(r"\s*last bid (?:!=|<>) cards\s*")
"""A limit that may be about the last bid or about the sum of all bids."""
LAST: Final = re.compile(r"\W*(?:for |if )?(?:the )?(?:last|dealer|final)\b")


def read_trump(text: str) -> list[Wording]:
    """Returns the reading of a line as a trump that depends on the deal, or an empty list."""
    line = text.lower().replace("_", " ")
    rest, condition = split_size(line)
    if condition:
        line = rest.replace(SIZE_MARK, f" if {condition} ")
    for number, word in enumerate(ORDINALS, 1):
        line = line.replace(f" {word} ", f" {number}th ")
    line = respell(line, "trump")
    words = None if "trump" not in text.lower() else _words(line, OF_A_DEAL)
    if words is None:
        return []
    try:
        value, case = _formula(_Reader(words).items())
    except _UnreadableLineError:
        return []
    if " when " not in value or re.search(r"\b(?:made|bid|tricks)\b", value):
        return []
    for number, name in enumerate(TRUMPS):
        value = value.replace(str(FIRST_TRUMP + number), name)
    if case:
        value, case = f"{value.removesuffix('0')}turned", "if a card is turned in the others"
    said = {each for each in re.findall(r"[^\W\d]+", value) if each not in OF_A_DEAL}
    return [Wording(f"trump {value}", case)] if said <= {*TRUMPS, *JOINTS} else []


TRUMPS: Final = ("none", *SUIT_NAMES.values(), "turned", "drawn")
FIRST_TRUMP: Final = 9001
"""The number that represents the first of these in a formula; the next ones follow it."""
JOINTS: Final = ("when", "otherwise", "and", "or", "not")
OF_A_DEAL: Final = frozenset({"cards", "deal", "players"})


def _words(text: str, names: frozenset[str] = frozenset()) -> list[str] | None:
    """Returns the words and signs of a line in the spelling of `KNOWN`; None if one is foreign.

    `names` are further names of values.
    """
    plain = text.lower().replace("’", "'").rstrip(" .")
    plain = respell(plain, "score")
    plain = ASSIGNED.sub(" ", plain)
    tokens = TOKEN.findall(plain)
    words: list[str] = []
    while tokens:
        for count in range(min(LONGEST_SAYING, len(tokens)), 0, -1):
            name = sayings().get(" ".join(map(stem, tokens[:count])))
            if name is not None or count == 1:
                break
        first = tokens[0]
        del tokens[:count]
        if count > 1 and name == "filler":
            continue
        if count == 1 and first in FOREIGN:
            return None
        if count == 1 and first in STRUCTURE:
            words.append(STRUCTURE[first] or first)
        elif count > 1 or first not in FILLERS:
            sense = Sense(name) if name else value_of(stem(first))
            word = sense.value if sense.name == "#" else MEANS.get(sense.name, sense.name)
            if word and word not in KNOWN and word not in names and not word.isdecimal():
                return None
            words += [word] if word else []
    return words


SEPARATORS: Final = frozenset({"sep", "and", "plus", "else"})
MARKS: Final = frozenset({*SEPARATORS, "gap", "?", "=", "unless", "bonus"})
"""Words and signs between values and conditions."""
KNOWN: Final = frozenset(
    {*NAMES, *EXCESS, *MEANS.values(), "made", "missed", *STRUCTURE.values(), *STRUCTURE, "square"}
)


@dataclass(slots=True)
class _Reader:
    """Reads values and conditions from the words of a line."""

    words: Sequence[str]
    index: int = 0
    implied: str = ""
    """The condition that the value read last brings with it, such as `tricks > bid` for `over`."""

    def items(self) -> list[Item]:
        """Returns the values and conditions of the whole line."""
        items: list[Item] = []
        marks: set[str] = set()
        while self.index < len(self.words):
            word = self.words[self.index]
            if word in MARKS:
                self.index += 1
                marks.add(word)
                continue
            # `unless` limits the value before it: `10 when made, unless bid = 0`
            begins = not marks.isdisjoint(SEPARATORS) and "unless" not in marks
            condition = self._try(self._condition)
            if condition is not None:
                text = _negated(condition) if "unless" in marks else condition
                items.append(Item(text, is_condition=True, begins=begins))
                if self._peek() == "*":
                    items[-1:] = self._multiplied(items[-1])
            else:
                is_added = "bonus" in marks or (word == "+" and "else" not in marks)
                self.implied = ""
                text = self._value()
                is_added = is_added or self._peek() == "bonus"
                items.append(Item(text, False, "else" in marks, is_added, begins))
                if self.implied:
                    items.append(Item(self.implied, is_condition=True))
            marks = {"else"} if "else" in marks and condition is not None else set()
            if condition is not None and "else" in marks:
                marks = set()
        if "else" in marks and items and not items[-1].is_condition:
            items[-1] = Item(items[-1].text, is_otherwise=True, begins=True)
        return items

    def limit(self) -> str:
        """Returns the one condition of the whole line."""
        condition = self._condition()
        if self.index < len(self.words):
            raise _UnreadableLineError
        return condition

    def _multiplied(self, condition: Item) -> list[Item]:
        """Reads the factor of a condition, as in `(tricks == bid) * 10 + tricks`."""
        self.index += 1
        items = [Item(self._term(), is_added=True, begins=True), Item(condition.text, True)]
        if self._peek() == "+":
            self.index += 1
            items.insert(0, Item(self._value(), begins=True))
        return items

    def _peek(self, ahead: int = 0) -> str:
        place = self.index + ahead
        return self.words[place] if place < len(self.words) else ""

    def _next(self) -> str:
        word = self._peek()
        self.index += 1
        return word

    def _try(self, read: Callable[[], T]) -> T | None:
        begin = self.index
        try:
            return read()
        except _UnreadableLineError:
            self.index = begin
            return None

    def _closing(self) -> int:
        """Returns the index of the bracket that closes the one before this place."""
        depth = 0
        for index in range(self.index, len(self.words)):
            depth += (self.words[index] == "(") - (self.words[index] == ")")
            if depth < 0:
                return index
        raise _UnreadableLineError

    def _condition(self) -> str:
        parts = [self._simple_condition()]
        while True:
            begin = self.index
            joint = self._peek() if self._peek() in ("and", "or") else ""
            self.index += bool(joint)
            part = self._try(self._simple_condition)
            if part is None:
                self.index = begin
                return _joined(parts)
            parts += [joint or "and", part]

    def _simple_condition(self) -> str:
        word, following = self._peek(), self._peek(1)
        if word == "not":
            self.index += 1
            return _negated(self._simple_condition())
        if word in WORDS_OF_CONDITIONS:
            return self._named_condition()
        if word == "(":
            return self._condition_in_brackets()
        if word == "off" and following.isdecimal():
            self.index += 2
            return f"{OFF} = {following}"
        if {word, following} in ({"0", "bid"}, {"0", "tricks"}):
            self.index += 2
            if self._peek() in ("*", "+", "-"):
                raise _UnreadableLineError
            return f"{following if word == '0' else word} = 0"
        if word == "bid" and following in WORDS_OF_CONDITIONS:
            self.index += 1
            return self._simple_condition()
        return self._comparison()

    def _named_condition(self) -> str:
        """Reads a condition with a name, such as `made`, and the bid next to it."""
        word = self._next()
        if word == "missed" and self._peek() == "made":
            self.index += 1
        zero = self.words[self.index : self.index + 2]
        if word == "made" and "0" in (zero if zero[:1] == ["bid"] else zero[:1]):
            self.index += 2 if "bid" in zero else 1
            return WORDS_OF_CONDITIONS["nil"]
        if self._peek() == "bid" and self._peek(1) not in OPERATORS:
            self.index += 1
        return WORDS_OF_CONDITIONS[word]

    def _condition_in_brackets(self) -> str:
        self.index += 1
        parts = [self._condition()]
        while self._peek() == "sep":
            self.index += 1
            parts += ["and", self._condition()]
        if self._next() != ")":
            raise _UnreadableLineError
        return _joined(parts)

    def _comparison(self) -> str:
        left, sign = self._value(), self._next()
        if sign not in COMPARISONS:
            raise _UnreadableLineError
        right = self._value(joints=("+", "-"))
        self.index += self._peek() == "bid"
        if {left, right} == {"bid", "tricks"} and sign in ("=", "!="):
            return "made" if sign == "=" else "not made"
        return f"{left} {sign} {right}"

    def _has_implied(self) -> bool:
        return bool(self.implied)

    def _value(self, joints: Sequence[str] = ("+", "-", "and", "plus")) -> str:
        result = self._term()
        while self._peek() in joints and not self._has_implied():
            begin = self.index
            sign = self._next()
            term = self._try(self._term)
            if self._has_implied():  # the condition belongs to this term alone
                self.index, self.implied = begin, ""
                return result
            is_word = sign in ("and", "plus")
            # `1 per trick and 10 for a right bid` counts the tricks of a wrong one, too
            ends = is_word and (term or "-")[0] == "-"
            if term is None or ends or (is_word and "tricks" in result and term.isdecimal()):
                self.index = begin
                return result
            result = f"{result} {'+' if is_word else sign} {term}"
        return result

    def _term(self) -> str:
        sign = ""
        while self._peek() in ("-", "+", "bonus"):
            sign = "-" if self._next() == "-" else sign
        if self._peek() == "*":
            return self._amount_for_each(sign)
        result = self._factor()
        while (longer := self._with_factor(result)) is not None:
            result = longer
        return f"-{atom(result) if ' + ' in result else result}" if sign else result

    def _amount_for_each(self, sign: str) -> str:
        """Reads an amount that follows its unit, as in `per trick 1`."""
        self.index += 1
        name = self._factor()
        if not self._peek():
            return name
        while self._peek() in ("+", "-", "gap", "sep"):
            sign = "-" if self._next() == "-" else sign
        return _product(sign, self._factor(), name)

    def _with_factor(self, left: str) -> str | None:
        """Returns a product or quotient that begins with a value; None if no operator follows."""
        word = self._peek()
        match word:
            case "squared" | "square" | "^":
                self.index += 1
                if word == "^" and self._next() != "2":
                    raise _UnreadableLineError
                return f"{atom(left)} * {atom(left)}"
            case "bonus" if self._peek(1) == "*":
                self.index += 1
                return left
            case "*":
                return self._multiplied_value(left)
            case "%" | "/":
                self.index += 1
                divides = word == "%" or self._peek().isdecimal()
                right = self._factor()
                sign = "%" if word == "%" else "//"
                return f"{atom(left)} {sign} {right}" if divides else _product("", left, right)
            case _ if left.isdecimal() and (word in NAMES or word in EXCESS):
                return _product("", left, self._factor())
            case _:
                return None

    def _multiplied_value(self, left: str) -> str:
        """Reads the factor of a value; a condition as factor limits when the value counts."""
        while self._peek() == "*":
            self.index += 1
        if self._peek() in ("gap", "sep", ""):
            return left
        condition = self._try(self._simple_condition)
        if condition is None:
            return _product("", left, self._factor())
        self.implied = condition
        return left

    def _factor(self) -> str:
        word = self._next()
        if word == "-":
            return f"-{self._factor()}"
        if word.isdecimal():
            return word
        if word in NAMES or word in OF_A_DEAL or word in SUMS:
            return NAMES.get(word, word)
        if word in EXCESS:
            value, self.implied = EXCESS[word]
            if self._peek().isdecimal() or self._peek() == "-":
                return _product("", self._factor(), value)
            return f"({value})"
        if word == "square":
            value = self._factor()
            return f"{value} * {value}"
        if word in ("max", "min") and self._peek() == "(":
            self.index += 1
            values = [self._value()]
            while self._peek() == "sep":
                self.index += 1
                values.append(self._value())
            result = f"{word}({', '.join(values)})"
        elif word == "(" and "?" in self.words[self.index : self._closing()]:
            inner = _Reader(self.words[self.index : self._closing()])
            self.index = self._closing()
            result = f"({_formula(inner.items())[0]})"
        elif word == "(":
            result = f"({self._value()})"
        else:
            raise _UnreadableLineError
        if self._next() != ")":
            raise _UnreadableLineError
        return result


OPERATORS: Final = ("+", "*", "/", "^")
WORDS_OF_CONDITIONS: Final = {
    "made": "made",
    "missed": "not made",
    "nil": "bid = 0 and made",
    "sweep": "tricks = cards",
}


def _product(sign: str, left: str, right: str) -> str:
    """Returns a product, without a factor 1."""
    if left == "1":
        return sign + right
    return f"{sign}{left if re.fullmatch('-?[0-9]+', left) else atom(left)} * {atom(right)}"


def _joined(parts: Sequence[str]) -> str:
    """Joins conditions without repeating any."""
    if "or" not in parts:
        parts = " and ".join(parts[::2]).replace(" and ", "\nand\n").splitlines()
    if "bid = 0" in parts:
        made = "not made" if "not made" in parts else "made"
        parts = [made if each in ("tricks = 0", "made") else each for each in parts]
    result = list(parts[:1])
    for joint, part in zip(parts[1::2], parts[2::2], strict=True):
        if part not in result:
            result += [joint, part]
    return " ".join(result)


def _negated(condition: str) -> str:
    """Returns the opposite of a condition."""
    if re.fullmatch(r"[^=!<>]+ = [^=!<>]+", condition):
        return condition.replace(" = ", " != ")
    return COMPLEMENTS.get(condition) or f"not ({condition})"


def _formula(items: Sequence[Item]) -> tuple[str, str]:
    """Returns the score that values and conditions make, and when it is meant."""
    parts = _parts(_with_missed(items))
    cases = [(part.value.text, part.condition) for part in parts if part.condition]
    alone = [part.value for part in parts if not part.condition]
    last = [each.text for each in alone if each.is_otherwise]
    if len(last) > 1:
        raise _UnreadableLineError  # one of the two would be lost
    otherwise = "".join(last)
    alone = [each for each in alone if not each.is_otherwise]
    if not cases:
        if otherwise or not alone or [each.text[0] for each in alone[1:]] not in ([], ["-"]):
            raise _UnreadableLineError
        return " ".join([alone[0].text, *(_added(each.text) for each in alone[1:])]), ""
    if len(alone) > 1 or (alone and otherwise):
        raise _UnreadableLineError
    if alone and alone[0].is_added and alone[0].text == f"-{OFF}":
        return f"{cases[0][0]} - {OFF}", ""
    base = alone[0].text if alone else ""
    case = ""
    *before, (value, condition) = cases
    if base and not before and condition == "not made":
        cases, otherwise = [(base, "made")], value
        base = ""
    elif COMPLEMENTS.get(condition) in [each for _, each in before] and not otherwise:
        if base and (value, condition) == ("0", "not made"):  # the whole score of a missed bid
            before = [(f"{points} {_added(base)}", each) for points, each in before]
            base = ""
        cases, otherwise = before, value
    is_added = any(part.value.is_added for part in parts if part.condition)
    if base and not (is_added or (PER_TRICK.fullmatch(base) and value.isdecimal())):
        if otherwise:
            raise _UnreadableLineError
        otherwise, base = base, ""
    if cases == [("0", "not made")]:
        cases = [("10 + tricks", "made")]
        otherwise, case = "0", "with your own points for a bid made"
    if not otherwise:
        otherwise = "0"
        case = "" if base else "if it counts nothing in the other case"
    inner = ", ".join(f"{value} when {condition}" for value, condition in cases)
    inner = f"{inner}, otherwise {otherwise}"
    return (f"{base} + ({inner})" if base else inner), case


PER_TRICK: Final = re.compile(r"(?:\d+ \* )?tricks")


@dataclass(frozen=True, slots=True)
class Part:
    """A value with its condition, or without one."""

    value: Item
    condition: str = ""


def _parts(items: Sequence[Item]) -> list[Part]:
    """Returns the values of a line, each with the condition next to it."""
    segments: list[list[Item]] = []
    for item in [*items, Item("", is_otherwise=True, begins=True)]:
        if item.is_otherwise and segments[1:] and _is_condition(segments[-1]):
            segments[-2:] = [[*segments[-2], *segments[-1]]]  # `10, if made, otherwise 0`
        if segments and (
            not item.begins
            or (not (item.is_condition or item.is_otherwise) and _is_condition(segments[-1]))
        ):
            segments[-1].append(item)
        elif item.text:
            segments.append([item])
    return [part for segment in segments for part in _parts_of(segment)]


def _is_condition(segment: Sequence[Item]) -> bool:
    return all(each.is_condition for each in segment)


def _parts_of(segment: Sequence[Item]) -> list[Part]:
    """Returns the values between two separators, each with its condition."""
    rest = list(segment)
    begins_with_condition = rest[0].is_condition
    parts = []
    while rest:
        conditions: list[str] = []
        value = None if begins_with_condition else rest.pop(0)
        while rest and rest[0].is_condition:
            conditions += ["and", rest.pop(0).text]
        if value is None:
            if not rest:
                raise _UnreadableLineError
            value = rest.pop(0)
        parts.append(Part(value, _joined(conditions[1:])))
    return parts


def _added(term: str) -> str:
    """Returns a term with the sign that adds it."""
    return f"- {term[1:]}" if term[0] == "-" else f"+ {term}"


def _with_missed(items: Sequence[Item]) -> list[Item]:
    """Returns items in which a difference before a value is the condition that there is one."""
    result = []
    for number, item in enumerate(items):
        following = items[number + 1 : number + 2]
        if item.text == OFF and following and not following[0].is_condition:
            item = Item("not made", is_condition=True)
        result.append(item)
    return result
