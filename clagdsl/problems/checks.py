"""Problems that the checker finds before the proofs: codes C201 to C269."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final, Literal, assert_never

from clagdsl.lang.cards import RANKS, SUIT_NAMES
from clagdsl.lang.numerals import join_words
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import (
    Diagnostic,
    Edit,
    Label,
    PlacedProblem,
    insert_after,
    replace_edit,
)
from clagdsl.problems.escape import excerpt
from clagdsl.problems.foreign_words import FOREIGN_WORDS
from clagdsl.problems.suggestions import (
    ASPECT_WORDS,
    NUMBERS,
    closest_name,
    differs_only_in_case,
    is_misspelling,
    is_one_edit_apart,
    join_names,
    name_in_backticks,
    name_in_file,
    suggest_name,
)
from clagdsl.problems.unsupported import (
    WHO_DEALS,
    UnsupportedRule,
)

_STATEMENTS: Final = {
    "game": 'what the game is called: `game "Clag" variant "..."`',
    "players": "how many can play: `players 3 to 7`",
    "deal": "how a deal goes: `deal normal ...`",
    "schedule": "which deals are played: `schedule 1 up to 7 cards: normal`",
    "winner": "who wins: `winner highest total, then shared`",
}
"""Statements required in every file: their purpose and an example."""

# Examples of the clauses that every deal needs.
_CLAUSES: Final = {
    "trump": "`trump turned` or `trump none`",
    "bid": "`bid in turn`",
    "score": "`score 10 + tricks when made, otherwise 0`",
}

# Types of values, and the help if a value of the type is needed.
_KINDS: Final = {"number": "a number", "truth": "a condition", "word": "a word"}

_KIND_HELP: Final = {
    "number": "write a number, such as `10` or `2 * tricks`",
    "truth": "compare it with something, as in `> 0`",
    "word": "write one of the words that the parameter can have as its value",
}


# Players by their role, who may be written after `from` by mistake.
_AT_THE_TABLE: Final = frozenset({"dealer", "eldest", "caller", "winner", "left", "right"})

# Words for a limit that allows every bid.
_ANY_BID: Final = frozenset(
    {"free", "any", "anything", "all", "everything", "none", "nothing", "unlimited"}
)

_BOOKS: Final = frozenset({"books", "book", "wins"})
"""Other words for tricks."""
_MISSED: Final = frozenset({"failed", "fails", "fail", "missed", "miss", "lost", "set", "unmade"})
_ANSWERS: Final = {"yes": "true", "on": "true", "no": "false", "off": "false"}
"""Answers to a yes-or-no question, with the equivalent parameter value."""

_NOTHING: Final = frozenset({"nothing", "none", "nil", "nought"})
_GAPS: Final = frozenset({"difference", "diff", "distance", "deviation", "gap"})
_COUNTED: Final = {
    **dict.fromkeys(("over", "overtricks", "excess"), "max(0, tricks - bid)"),
    **dict.fromkeys(("under", "undertricks", "short"), "max(0, bid - tricks)"),
}
"""Slang for the amount by which a bid is missed, with the expression."""

_HELD: Final = {
    **dict.fromkeys(("over", "above"), "tricks > bid"),
    **dict.fromkeys(("under", "below", "short", "down"), "tricks < bid"),
    **dict.fromkeys(("exact", "exactly", "right", "hit", "correct"), "made"),
    **dict.fromkeys(("slam", "sweep"), "tricks = cards"),
    "nil": "bid = 0 and tricks = 0",
}
"""Slang for outcomes of a bid, with the condition."""

_TRUMPS: Final = {
    **{suit: f"trump = {suit}" for suit in SUIT_NAMES.values()},
    **dict.fromkeys(("notrump", "notrumps", "no_trump", "no_trumps"), "trump = none"),
}
"""Names that stand for what is trump, with the condition."""
_NEIGHBOURS: Final = frozenset(
    (
        *("left", "right", "previous", "prev", "last"),
        *("neighbour", "neighbor", "neighbours", "neighbors"),
    )
)
_DIFFERENT: Final = frozenset({"other", "others", "unique", "different", "distinct", "differs"})
_SEATS: Final = frozenset({"dealer", "dealers", "deals", "eldest", "leader", "leads"})
_HIGHEST: Final = frozenset({"highest", "biggest", "max"})
_BIDDERS: Final = frozenset({"bid", "bids", "bidder", "bidders", "player"})
_TOTALS: Final = frozenset({"total", "totals"})
_OF_TOTALS: Final = _TOTALS | {"own", "my", "your", "the", "player", "so", "far"}
"""The words of a name that means a player's own total."""

_PACKS: Final = frozenset({"deck", "decks", "pack", "packs"})

_DOUBLE: Final = "write what is doubled, as in `2 * (10 + tricks)`"
_HALF: Final = "write what is halved, as in `tricks // 2`, which rounds down"
_ALONE: Final = (
    "write `makers = 1` for the only player who made the bid, or `most_count = 1` for the only one"
    " with the most tricks"
)
_UNSTATED: Final = {
    **{"double": _DOUBLE, "doubled": _DOUBLE, "twice": _DOUBLE, "half": _HALF},
    **{"alone": _ALONE, "only": _ALONE},
}
"""Advice for words such as `double`, which do not state the amount to which they apply."""

# A name with a square or cube sign at its end.
_RAISED: Final = re.compile(r"(.*[^⁰¹²³⁴-⁹])([²³])", re.DOTALL)


def _range(value: int) -> str:
    """Returns a plausible range for a parameter with this value."""
    return f"in {min(value, 0)} to {max(value, 10)}"


def name_fix(place: Place, name: str, names: Sequence[str]) -> tuple[Edit, ...]:
    """Returns the edit that writes the closest known name, or no edit."""
    suggestion = closest_name(name, names)
    return () if suggestion is None else replace_edit(place, name_in_file(suggestion))


class UnknownNameProblem(PlacedProblem):
    """An unknown name; a similar one may be meant."""

    name: str
    existing: Sequence[str]

    @property
    def fix(self) -> tuple[Edit, ...]:
        return name_fix(self.place, self.name, self.existing)

    @property
    def safe(self) -> bool:
        return differs_only_in_case(self.name, self.existing)


class UnknownDeal(UnknownNameProblem):
    code = "C201"
    title = "an undeclared deal or twist"
    dropped: Place | None
    message = "the rules have no deal called {name:named}"
    label = "not a deal of these rules"
    place_labels: ClassVar = {"dropped": "`{name}` is dropped here"}

    @property
    def help(self) -> str:
        return suggest_name(self.name, self.existing, "name one of")


class UnknownTarget(UnknownDeal):
    """Variant of C201: the name of a deal to change, to drop, or to add another one to."""

    @property
    def help(self) -> str:
        if self.name in _STATEMENTS and self.name != "deal":
            return f"every game needs one: replace it with `change {self.name} ...`"
        return suggest_name(self.name, self.existing, "name one of", NoSinglePlace.help)


class NothingToDropCalled(UnknownTarget):
    """Variant of C201: a name to drop; `existing` has the names that can be dropped."""

    message = "the extended file has nothing called {name:named} that can be dropped"
    label = "nothing to drop"


class UnknownChoice(UnknownDeal):
    """Variant with the same code: an undeclared name in a call; `known` has the valid names."""

    called: str

    @property
    def help(self) -> str:
        name, called = name_in_file(self.name), name_in_file(self.called)
        made = f"declare it, as in `deal {name} is {called} with trump none`"
        return suggest_name(self.name, self.existing, "name one of", made)


class ChoiceNotOffered(UnknownDeal):
    """Variant of C201: an example calls a deal or twist that no call offers."""

    message = "no call offers {name:named}"
    label = "not a choice of a call"
    fix = ()

    @property
    def help(self) -> str:
        if not self.existing:
            return "leave out the call, or write a `call` clause that offers it"
        return f"offer it in a `call` clause, or name one of {join_names(self.existing)}"


class BaseDropped(UnknownDeal):
    """Variant of C201: an inherited deal is dropped although other deals are derived from it."""

    made: Sequence[str] = ()
    message = "{name:named} cannot be dropped: other deals are made from it"
    place_labels: ClassVar = {}

    label = "{derived}"

    @property
    def derived(self) -> str:
        """The deals derived from it, unless the help lists them all."""
        is_listed = set(self.made) <= set(self.existing)
        return "dropped here" if is_listed else f"made from it: {join_names(self.made)}"

    @property
    def help(self) -> str:
        others = join_names(self.existing)
        return f"keep {name_in_backticks(self.name)}; you can drop these deals instead: {others}"

    @property
    def fix(self) -> tuple[Edit, ...]:
        return replace_edit(self.place, "")

    @property
    def safe(self) -> bool:
        return False


class UnknownSource(UnknownNameProblem):
    code = "C202"
    title = "an undeclared source"
    bids: Place | None = None
    """The place after `in turn`, if the "source" is really the player who bids first."""
    header: Place | None = None
    """The version in the header, if that version does not have the words for it."""
    message = "the source `{name}` is not declared in this file"
    label = "not declared"

    @property
    def help(self) -> str:
        if self.bids is not None:
            newer = "" if self.header is None or not self._first else " (needs `clag 2`)"
            first = f"write `bid in turn{self._first}`{newer}"
            return f"`from` names a source; to say who bids first, {first}"
        if self.name in _AT_THE_TABLE:
            return f"`from` names a source, not a player: delete `from {self.name}`"
        line = f'add a line `source {self.name} "..."`'
        return suggest_name(self.name, self.existing, f"{line}, or name", line)

    @property
    def fix(self) -> tuple[Edit, ...]:
        if self.bids is not None:
            newer = () if self.header is None or not self._first else replace_edit(self.header, "2")
            return (*newer, *replace_edit(self.bids, self._first))
        return super().fix

    @property
    def safe(self) -> bool:
        # the player to the dealer's left may equally be meant
        return self.bids is None and super().safe

    @property
    def _first(self) -> str:
        """The option for the first bidder; empty for eldest hand, which is the default."""
        return "" if self.name == "eldest" else f", {self.name} first"


def _past_bid(name: str, names: Sequence[str]) -> str | None:
    """Returns the expression for a bid of others that a name describes, or None."""
    words = set(re.findall("[^\\W_]+", name.lower()))
    if words & _NEIGHBOURS and words <= _NEIGHBOURS | _BIDDERS and "previous_bid" in names:
        return "previous_bid"
    if words & _HIGHEST and words <= _HIGHEST | _BIDDERS and "highest_bid" in names:
        return "bid = highest_bid" if words & {"bidder", "bidders", "player"} else "highest_bid"
    return None


def unsupported_rule(name: str, names: Sequence[str]) -> UnsupportedRule | None:
    """Returns the unsupported rule that an unknown name in an expression suggests, or None."""
    words = set(re.findall("[^\\W_]+", name.lower()))
    if "tricks" not in names:
        return None
    if words & _SEATS and words <= _SEATS | {"is", "the", "first", "last", "not"}:
        return WHO_DEALS
    return None


class UnknownName(UnknownNameProblem):
    code = "C203"
    title = "an unknown name in an expression"
    dropped: Place | None = None
    of_the_language: Sequence[str] = ()
    """The known names that are built in rather than declared by a file."""
    expected: str = ""
    """The required type of value, if it is known."""
    fitting: Sequence[str] = ()
    """The known names of that type, or all if the type is unknown."""
    declared: Sequence[str] = ()
    """All names that the files declare, including those without a value here."""
    place_labels: ClassVar = {"dropped": "`{name}` is dropped here"}
    message = "there is nothing called `{name}` here"
    label = "unknown name"

    @property
    def number(self) -> str:
        """The number as digits if the name is a numeral, else ""."""
        lowered = self.name.lower()
        return str(NUMBERS.index(lowered)) if lowered in NUMBERS else ""

    @property
    def instead(self) -> str | None:
        """The replacement: a number, a product for a square, `true` for a free bid."""
        power = _RAISED.fullmatch(self.name)
        if power is not None:
            return " * ".join([power[1]] * (2 if power[2] == "²" else 3))
        if self.name in _ANY_BID and "bid" in self.existing and "tricks" not in self.existing:
            return "true"
        return (self.number if self.expected == "number" else "") or self._term_for_slang

    @property
    def _term_for_slang(self) -> str | None:
        """The expression for a slang word, or None if the names in it are not known."""
        word = self.name.lower()
        if word in _BOOKS and "tricks" in self.existing:
            return "tricks"
        foreign = (each for each in FOREIGN_WORDS.get(word, ()) if each in self.existing)
        if (meant := next(foreign, None)) is not None:
            return meant
        past_bid = _past_bid(word, self.existing)
        if past_bid is not None:
            return past_bid
        if word in _MISSED and "made" in self.existing:
            return "not made" if self.expected == "truth" else None
        if word in _TRUMPS and "trump" in self.existing and self.expected == "truth":
            return _TRUMPS[word]
        if word in _NOTHING and self.expected == "number":
            return "0"
        both = {"bid", "tricks"} <= set(self.existing)
        if both and word in _HELD and self.expected == "truth":
            return _HELD[word]
        if both and word in _COUNTED:
            return _COUNTED[word]
        role, _, figure = word.partition(".")
        if figure in ("score", "scores", "points") and f"{role}.total" in self.existing:
            return f"{role}.total"
        if word in _GAPS:
            if both:
                return "abs(bid - tricks)"
            if "winner.total" in self.existing:
                return "(winner.total - loser.total)"
        return None

    @property
    def help(self) -> str:
        if self.name.lower() in _GAPS and self.instead == "abs(bid - tricks)":
            return (
                "write `abs(bid - tricks)` for the difference in either direction, "
                "or `(bid - tricks)` if too many tricks should give a negative number"
            )
        if self.instead == "true":
            return (
                "to allow any bid, write `free` as the limit, as in `last bid free`; "
                "after `keeps`, write `true`"
            )
        if self.instead and self._declared_near:
            return (
                f"did you mean {name_in_backticks(self._declared_near)}? If not, write"
                f" `{self.instead}`"
            )
        if self.instead:
            return f"write `{self.instead}`"
        if self.name.lower() in _UNSTATED and not self.fix:
            return _UNSTATED[self.name.lower()]
        if set(re.findall("[^\\W_]+", self.name.lower())) & _DIFFERENT and (
            "same_bids" in self.existing
        ):
            return "write `same_bids = 0` if nobody else has made the same bid"
        if self.name == "free":
            return (
                "`free` is a limit that allows any bid; write a number here, "
                "such as `0` for no points"
            )
        if self._is_own_total:
            return (
                'declare `tally mine = scored "points so far"` before the deals, and write `mine`:'
                " the player's total before this deal"
            )
        if self._meant is None:
            is_number = self.expected == "number" and bool(self.fitting)
            return f"use one of {join_names(self.fitting if is_number else self.existing)}"
        return suggest_name(self.name, self.fitting, "")

    @property
    def _is_own_total(self) -> bool:
        words = set(re.findall("[^\\W_]+", self.name.lower()))
        reads_past = "bid" in self.existing and "scored" not in self.existing
        return reads_past and bool(words & _TOTALS) and words <= _OF_TOTALS

    @property
    def fix(self) -> tuple[Edit, ...]:
        if self._is_own_total or (self.name.lower() in _MISSED and not self.instead):
            return ()
        if self.instead:
            return replace_edit(self.place, self.instead)
        return name_fix(self.place, self.name, self.fitting)

    @property
    def safe(self) -> bool:
        if differs_only_in_case(self.name, self.existing) and not self.instead:
            return True
        return self._declared_near is None and (bool(self.number) or self._is_slip)

    @property
    def _declared_near(self) -> str | None:
        """The declared name that may be meant, even if the word has another meaning."""
        return closest_name(self.name, self.declared)

    @property
    def _is_slip(self) -> bool:
        """True if the name is a typo of exactly one built-in name."""
        if not re.fullmatch(r"[a-z_.]+", self.name):
            return False  # with a digit it may mean something else, as `bid2` does
        near = [each for each in self.existing if is_one_edit_apart(self.name, each)]
        return (
            len(near) == 1
            and near[0] in self.of_the_language
            and near[0] == self._meant
            and is_misspelling(self.name, near[0])
        )

    @property
    def _meant(self) -> str | None:
        if self.name.lower() in _MISSED:
            return None
        return closest_name(self.name, self.fitting)


class NameDropped(UnknownName):
    """Variant of C203: an inherited name is dropped, and inherited rules still use it."""

    used: Place | None = None
    message = "`{name}` cannot be dropped: inherited rules use it"
    label = "dropped here"
    place_labels: ClassVar = {"used": "used here"}
    help = "keep it, or also `change` the rules that use it"
    fix = ()


class NoWordYet(UnknownName):
    """Variant of C203: a rule that the language cannot express yet."""

    rule: UnsupportedRule = WHO_DEALS

    message = "{what_is_wrong}: there is nothing called `{name}` here"

    @property
    def what_is_wrong(self) -> str:
        """The message of the rule."""
        return self.rule.message

    @property
    def help(self) -> str:
        return self.rule.help

    @property
    def fix(self) -> tuple[Edit, ...]:
        return ()

    @property
    def safe(self) -> bool:
        return False


class NameNotHere(PlacedProblem):
    code = "C204"
    title = "a name without a value here"
    name: str
    where: str
    elsewhere: Sequence[str]
    existing: Sequence[str]
    within: str = ""
    """The equivalent limit without a condition, if the name is in a limit's condition."""
    message = "`{name}` has no value {where}"
    label = "not known {where}"

    @property
    def instead(self) -> str | None:
        plural = f"{self.name}s"
        return plural if plural in self.existing else None

    @property
    def help(self) -> str:
        if self.instead:
            return f"write `{self.instead}`"
        if self.within:
            return (
                "a limit is chosen before anybody bids: make this condition part of the limit, "
                f"`{self.within}`"
            )
        there, here = join_words(self.elsewhere), join_names(self.existing)
        return f"it exists only {there}; here you can use {here}"


class UnknownParameter(UnknownNameProblem):
    code = "C205"
    title = "an undeclared parameter"
    message = "the rules have no parameter `{name}`"
    label = "not a parameter"

    @property
    def help(self) -> str:
        none = "leave it out, or declare it with a `param` line"
        return suggest_name(self.name, self.existing, "the parameters are", none)


class UnknownSetting(UnknownParameter):
    """Variant of C205: an example sets something that is not declared; `existing` also has the runs
    and tallies.
    """

    message = "the rules have no parameter, run or tally `{name}`"
    label = "not a parameter, run or tally"

    @property
    def help(self) -> str:
        return suggest_name(self.name, self.existing, "name one of")


class DeclaredTwice(PlacedProblem):
    code = "C206"
    title = "a name declared twice"
    name: str
    first: Place
    message = "the name {name:named} is already taken"
    help = "give one of the two another name"
    label = "declared again"
    place_labels: ClassVar = {"first": "first declared here"}


class ParameterInherited(DeclaredTwice):
    """Variant of C206: the parameter is declared by the file that this one extends."""

    help = (
        "write `change param {name} = ...` to give the inherited parameter another value, or give "
        "this one another name"
    )


class LooksTheSame(PlacedProblem):
    code = "C249"
    title = "two names that look the same"
    severity = "warning"
    name: str
    first: Place
    message = "the name {name:named} looks the same as another one, but is different"
    help = "copy one of them over the other, or give one of them another name"
    label = "has different characters"
    place_labels: ClassVar = {"first": "the other one"}


class BidsOfAll(PlacedProblem):
    code = "C250"
    title = "`bid` and `bids` confused"
    severity = "warning"
    limits_last: bool = False
    """Whether it is `bid` in a limit on the last bid, rather than `bids` compared with tricks."""

    @property
    def message(self) -> str:
        if self.limits_last:
            return "`bid` is the last bid alone, and `bids` is the sum of all bids"
        return "`tricks` counts one player's tricks, but `bids` is the sum of all bids"

    @property
    def help(self) -> str:
        if self.limits_last:
            return "write `bids`, or `0 + bid` if you mean the last bid alone"
        return "write `bid` for the player's own bid, or `0 + bids` if you mean the sum of all bids"

    @property
    def label(self) -> str:
        return "the last bid alone" if self.limits_last else "the sum of all bids"

    @property
    def instead(self) -> str:
        return "bids" if self.limits_last else "bid"


class HidesAName(PlacedProblem):
    code = "C207"
    title = "a name that hides a word of the language"
    name: str
    message = "`{name}` already means something in expressions"
    help = "choose another name, such as `my_{name}`"
    label = "this name is taken"


class DealNeverUsed(PlacedProblem):
    code = "C208"
    title = "a deal or twist that nobody plays"
    name: str
    is_twist: bool
    label = "declared but never used"

    @property
    def message(self) -> str:
        name = name_in_backticks(self.name)
        return (
            f"no call offers the twist {name}"
            if self.is_twist
            else f"the deal {name} is never played"
        )

    @property
    def help(self) -> str:
        name = name_in_backticks(self.name)
        if self.is_twist:
            return f"offer {name} in a `call`, or remove the twist"
        return f"add {name} to the schedule or a `call`, or remove it"


class OrphanedDeals(DealNeverUsed):
    """Variant of C208: inherited deals or twists that a change leaves out."""

    names: Sequence[str]
    change: Literal["schedule", "call", "drop"]
    """A new schedule, a new `call`, or the loss of a `call` with its deal."""
    statement: Place
    """The whole statement that makes the change."""
    with_them: Sequence[str] = ()
    """The parameters and `let` names that only these deals use."""

    label = "left out here"

    @property
    def message(self) -> str:
        names = ", ".join(map(name_in_backticks, self.names))
        if self.is_twist:
            return f"no call offers the twist{'s' if len(self.names) > 1 else ''} {names}"
        if len(self.names) == 1:
            return f"the inherited deal {names} is no longer played"
        return f"inherited deals are no longer played: {names}"

    @property
    def help(self) -> str:
        drop = excerpt(self._drops[0])
        it = "it" if len(self.names) == 1 else "them"
        other = {
            "schedule": f"add {it} to the new schedule",
            "call": f"offer {it} in the new `call`",
            "drop": f"offer {it} in another `call`",
        }[self.change]
        advice = f"write {drop}" if it == "it" else f"drop each of them, as in {drop}"
        return f"{advice}, or {other}"

    @property
    def _drops(self) -> tuple[str, ...]:
        return tuple(f"drop {name_in_file(name)}" for name in self.names)

    @property
    def fix(self) -> tuple[Edit, ...]:
        drops = (*self._drops, *(f"drop {name}" for name in self.with_them))
        return insert_after(self.statement, "".join(f"\n{drop}" for drop in drops))


class NameNeverUsed(PlacedProblem):
    code = "C209"
    title = "an unused name"
    severity = "warning"
    sort: str
    name: str
    message = "nothing uses `{name}`"
    help = "remove the line, or use `{name}` where it belongs"
    label = "this `{sort}` has no effect"


class NameOrphaned(NameNeverUsed):
    """Variant of C209: an inherited name whose uses this file has removed."""

    first: Place
    is_set: bool = False
    help = "write `drop {name}`{here}, or use `{name}` where it belongs"
    message = "nothing uses the inherited `{name}` any more"
    label = "this no longer uses `{name}`"
    place_labels: ClassVar = {"first": "declared here"}

    @property
    def fix(self) -> tuple[Edit, ...]:
        drop = f"drop {self.name}"
        return (
            replace_edit(self.place, drop) if self.is_set else insert_after(self.place, f"\n{drop}")
        )

    @property
    def here(self) -> str:
        """The part of the help that states where to write the `drop`."""
        return " in place of this line" if self.is_set else ""


class WorthNeverScored(NameNeverUsed):
    """Variant of C209: the worth of tricks or cards, which no score uses."""

    message = "nothing scores the points of this `{sort}`"
    help = "write `{name}` in the `score` that should count it, or remove this `{sort}`"
    label = "no deal with this `{sort}` uses `{name}` in its `score`"


class TrickWorthMissing(PlacedProblem):
    code = "C269"
    title = "`card worth` without `trick worth`"
    severity = "warning"
    message = "each trick is still worth 1, in addition to its cards"
    help = "write `trick worth 0` if only cards count, or `trick worth 1` if each trick also counts"
    label = "without `trick worth`"


class NotAWordOfParameter(UnknownNameProblem):
    code = "C210"
    title = "a word that the parameter cannot be"
    message = "the parameter can never be `{name}`"
    label = "never true"

    @property
    def help(self) -> str:
        return suggest_name(self.name, self.existing, "it can be")


class NotARank(NotAWordOfParameter):
    """Variant of C210: a word that is compared with the rank of the winning card."""

    message = "`{name}` is not a rank"

    @property
    def help(self) -> str:
        return "ranks are `A`, `K`, `Q`, `J`, and `10` down to `2`"


class NotATrump(NotAWordOfParameter):
    """Variant of C210: a word that is compared with what is trump."""

    message = "`{name}` is never trump"

    @property
    def help(self) -> str:
        return suggest_name(self.name, self.existing, "trump can be")


class StatementMissing(PlacedProblem):
    code = "C220"
    title = "a missing part of the rules"
    missing: Sequence[str]
    label = "missing in this file"

    @property
    def message(self) -> str:
        first = _STATEMENTS[self.missing[0]].partition(":")[0]
        return f"the rules do not say {first}"

    @property
    def help(self) -> str:
        return "add " + "; and ".join(_STATEMENTS[each].partition(": ")[2] for each in self.missing)

    @property
    def detail(self) -> tuple[str, ...]:
        return tuple(f"missing: {_STATEMENTS[each]}" for each in self.missing[1:])


class DuplicateClause(PlacedProblem):
    code = "C221"
    title = "a statement written twice"
    keyword: str
    first: Place
    message = "`{keyword}` appears twice in this file"
    help = "keep one of the two"
    label = "again here"
    place_labels: ClassVar = {"first": "first here"}
    instead = ""


class AspectTwice(PlacedProblem):
    code = "C222"
    title = "an aspect written twice"
    deal: str
    aspect: str
    first: Place
    label = "again here"
    place_labels: ClassVar = {"first": "first here"}
    instead = ""

    @property
    def message(self) -> str:
        return f"{name_in_backticks(self.deal)} says twice {ASPECT_WORDS[self.aspect]}"

    @property
    def help(self) -> str:
        if self.aspect == "score":
            return (
                "keep one of the two, or combine them into one `score`: add them with `+`, or make "
                "one of them a case with `when`"
            )
        return "keep one of the two"


class AspectMissing(PlacedProblem):
    code = "C223"
    title = "a missing aspect"
    deal: str
    missing: Sequence[str]
    label = "incomplete deal"

    @property
    def message(self) -> str:
        left_open = " and ".join(ASPECT_WORDS[aspect] for aspect in self.missing)
        return f"{name_in_backticks(self.deal)} does not say {left_open}"

    @property
    def help(self) -> str:
        return "add " + ", ".join(_CLAUSES[aspect] for aspect in self.missing)


class CircularDeals(PlacedProblem):
    code = "C224"
    title = "deals made from each other"
    names: Sequence[str]
    label = "this closes the circle"

    @property
    def message(self) -> str:
        return f"{name_in_backticks(self.names[0])} is made from itself"

    @property
    def help(self) -> str:
        first, *others = (name_in_backticks(name) for name in (*self.names, self.names[0]))
        chain = f"{first} is made from {', which is made from '.join(others)}"
        return f"write one of them in full: {chain}"


class ChangesNothing(PlacedProblem):
    code = "C225"
    title = "a clause that changes nothing"
    severity = "warning"
    deal: str
    other: Place
    message = "this clause of {deal:named} changes nothing"
    help = "remove the clause, or change it"
    label = "the same again"
    place_labels: ClassVar = {"other": "already said here"}


class ChoosesNothing(ChangesNothing):
    """Variant of C225: a choice whose values are all the same."""

    message = "this clause of {deal:named} says the same in every case"
    help = "remove the condition, or change one of the cases"


class TwistAsDeal(PlacedProblem):
    code = "C226"
    title = "a twist where a deal is needed"
    name: str
    declared: Place
    message = "{name:named} is a twist, not a deal"
    label = "a whole deal is needed here"
    place_labels: ClassVar = {"declared": "declared as a twist here"}

    @property
    def help(self) -> str:
        return f"make it a deal: `deal {name_in_backticks(self.name).strip('`')} is ... with ...`"


class CannotBeCalled(PlacedProblem):
    code = "C227"
    title = "a choice that cannot be called"
    name: str
    called: str
    message = "{name:named} cannot be called in {called:named}"
    help = "make it from the called deal, as in `is {called} with ...`, or declare it as a `twist`"
    label = "not made from the called deal"


class CallWithinCall(PlacedProblem):
    code = "C228"
    title = "a call within a call"
    name: str
    message = "{name:named} can be called, so it cannot have a call of its own"
    help = "remove this `call`"
    label = "a second call"


class TooManyDeclared(PlacedProblem):
    code = "C229"
    title = "too many of something"
    things: str
    most: int
    message = "there are more than {most} {things}"
    help = "at most {most} are allowed"
    label = "too many"


class UnknownVariant(UnknownNameProblem):
    code = "C230"
    title = "a bundled variant that does not exist"
    files: Sequence[str] = ()
    """The rules files in the same folder."""
    message = "there is no bundled variant called `{name}`"
    label = "not a bundled variant"

    @property
    def file(self) -> str | None:
        """The file in the same folder with a similar name, or None."""
        bundled = closest_name(self.name, self.existing)
        stems = {each.removesuffix(".clag"): each for each in self.files}
        suggestion = closest_name(self.name, [*stems, *([] if bundled is None else [bundled])])
        return stems.get(suggestion or "")

    @property
    def fix(self) -> tuple[Edit, ...]:
        if self.file is not None:
            return replace_edit(self.place, f'"{self.file}"')
        return super().fix

    @property
    def safe(self) -> bool:
        return self.file is None and super().safe

    @property
    def help(self) -> str:
        if self.file is not None:
            return f'name a file in quotation marks, with its ending: `"{self.file}"`'
        return suggest_name(self.name, self.existing, "the bundled variants are")


class ExtendsItself(PlacedProblem):
    code = "C231"
    title = "a file that extends itself"
    name: str
    message = "extending {name:named} leads back to this file"
    help = "extend a file that does not extend this one"
    label = "a circle"


class ChainTooLong(PlacedProblem):
    code = "C232"
    title = "a long chain of files"
    most: int
    message = "there are more than {most} files in this chain of `extends`"
    help = "at most {most} are read; extend a file with a shorter chain"
    label = "one too many"


class UnreadableBase(PlacedProblem):
    code = "C233"
    title = "a file to extend that cannot be read"
    name: str
    why: Diagnostic
    label = "named here"

    @property
    def message(self) -> str:
        return f"{name_in_backticks(self.name)} cannot be extended: {self.why.message}"

    files: Sequence[str] = ()
    """The rules files in the same folder."""
    bundled: str = ""
    """The bundled rules that have the name of the file."""

    @property
    def help(self) -> str:
        if self.bundled:
            return f'write `extends "{self.bundled}"` for the bundled rules'
        near = self._near
        return self.why.help if near is None else f'did you mean `"{near}"`?'

    @property
    def _near(self) -> str | None:
        """The file whose name without its ending is close to the one that was written."""
        files = {file.removesuffix(".clag"): file for file in reversed(self.files)}
        near = closest_name(self.name.removesuffix(".clag"), [*files])
        return None if near is None else files[near]

    @property
    def fix(self) -> tuple[Edit, ...]:
        near = self.bundled or self._near
        return () if near is None else replace_edit(self.place, f'"{near}"')


class NothingToChange(PlacedProblem):
    code = "C234"
    title = "a change in a file that extends nothing"
    message = "this file extends no other rules, so there is nothing to change"
    help = 'name the rules to change in the `game` line: `game "..." extends pagat`'
    label = "nothing to change"


class AlreadyInherited(PlacedProblem):
    code = "C235"
    title = "already in the extended file"
    keyword: str
    change: str
    other: Place
    message = "the file that this one extends already has {keyword:named}"
    help = "write `{change} ...` to replace it"
    label = "again here"
    place_labels: ClassVar = {"other": "inherited from here"}


class DroppedAndDeclared(AlreadyInherited):
    """Variant of C235: the file drops the inherited deal and declares one of the same name."""

    help = (
        "give the new deal a name of its own, or remove the `drop` and write `{change} ...` to "
        "change the inherited deal"
    )


class NothingInherited(PlacedProblem):
    code = "C236"
    title = "nothing to change or drop"
    keyword: str
    message = "the file that this one extends has no `{keyword}`"
    help = "remove this line, or write it without `change`"
    label = "nothing to replace"


class NothingToDrop(NothingInherited):
    """Variant with the same code: a `drop` of a statement that the extended file does not have."""

    help = "remove this line"
    label = "nothing to drop"


class ChangesItsOwn(PlacedProblem):
    code = "C237"
    title = "a change to something in the same file"
    name: str
    declared: Place
    message = "{name:named} is declared in this file"
    help = "make the change where {name:named} is declared"
    label = "not inherited"
    place_labels: ClassVar = {"declared": "declared here"}


class NoSinglePlace(PlacedProblem):
    code = "C238"
    title = "no single place to add to"
    name: str
    places: Sequence[Place]
    help = "write the whole schedule with `change schedule`"

    @property
    def message(self) -> str:
        where = "in more than one place or size" if self.places else "nowhere"
        return f"{name_in_backticks(self.name)} is scheduled {where}"

    @property
    def label(self) -> str:
        return "next to which one?" if self.places else "not in the schedule"

    @property
    def others(self) -> tuple[Label, ...]:
        return tuple(Label(place, "scheduled here") for place in self.places[:3])


class LimitWithoutBids(PlacedProblem):
    code = "C239"
    title = "a limit on bids that nobody chooses"
    severity = "warning"
    deal: str
    bid: Place
    message = "nobody chooses a bid in {deal:named}, so this limit has no effect"
    help = "remove the limit, or write `bid in turn`"
    label = "no effect"
    place_labels: ClassVar = {"bid": "the bids are set here"}
    instead = ""


class NothingTurned(PlacedProblem):
    code = "C251"
    title = "a card shown although none is turned"
    severity = "warning"
    deal: str
    trump: Place
    message = "no card is turned up in {deal:named}, so this has no effect"
    help = "remove it, or write `trump turned`"
    label = "no effect"
    place_labels: ClassVar = {"trump": "trump is set here"}
    instead = ""


class AgainstTheDirection(PlacedProblem):
    code = "C252"
    title = "the deal passes against the direction of play"
    side: str
    due: str
    direction: str
    players: Place | None
    message = "the game goes {direction}, so the deal does not pass to the {side}"
    help = (
        "write `next dealer {due}` (in a house file after `change` and the deal), or change the "
        "direction of play in the `players` line"
    )
    label = "the wrong way round"
    place_labels: ClassVar = {"players": "the direction of play"}


class NeverReached(PlacedProblem):
    code = "C253"
    title = "a class of cards that is never reached"
    kind: str
    before: Place
    message = "a player who reaches `{kind}` has no such card"
    help = "remove it, or move it to an earlier place"
    label = "never reached"
    place_labels: ClassVar = {"before": "a player with such a card plays it here"}


class NeverReachedBefore(NeverReached):
    """Variant of C253, a warning in files of version 1, which accepted such a list."""

    severity = "warning"
    help = "remove it: it never applies"


class DashBetweenNumbers(PlacedProblem):
    code = "C254"
    title = "a dash between two numbers of cards"
    severity = "warning"
    numbers: tuple[int, ...]
    rows: str
    """The rows that may have been meant, in the syntax of rules files."""
    message = "`-` means minus here: {text:excerpt} is {cards}"
    help = "for one deal of each size, write {rows}; for deals of {cards}, write `{size}`"
    label = "one size"

    @property
    def text(self) -> str:
        """The source text with spaces."""
        return " - ".join(map(str, self.numbers))

    @property
    def size(self) -> int:
        """The result of the subtraction, as a number of cards."""
        first, *others = self.numbers
        return first - sum(others)

    @property
    def cards(self) -> str:
        """The number of cards, followed by "card" or "cards"."""
        return f"{self.size} {'card' if self.size == 1 else 'cards'}"


class WrongKindOfValue(PlacedProblem):
    code = "C240"
    title = "a number where a condition is needed, or the other way round"
    expected: str
    actual: str

    @property
    def message(self) -> str:
        return f"expected {_KINDS[self.expected]} here, not {_KINDS[self.actual]}"

    @property
    def help(self) -> str:
        if (self.expected, self.actual) == ("truth", "word"):
            return "compare it with one of the words that it can be"
        return _KIND_HELP[self.expected]

    @property
    def label(self) -> str:
        return f"this is {_KINDS[self.actual]}"

    @property
    def fix(self) -> tuple[Edit, ...]:
        compared = (self.expected, self.actual) == ("truth", "number")
        return insert_after(self.place, " > 0") if compared else ()


class NumberNegated(WrongKindOfValue):
    """Variant of C240: `not bid`, which may mean zero or another bid."""

    help = "`not` needs a condition after it, such as `bid > 0`"
    fix = ()


class ConditionCompared(WrongKindOfValue):
    """Variant with the same code: `made = 1`, where a condition is compared with a number."""

    whole: str = ""
    """The condition that replaces the comparison."""
    comparison: Place | None = None
    help = "a condition is true or false, not a number: write `{whole}`"

    @property
    def fix(self) -> tuple[Edit, ...]:
        return () if self.comparison is None else replace_edit(self.comparison, self.whole)


class ComparedOnce(WrongKindOfValue):
    """Variant of C240: `bid = 3 or 4`, where both numbers should be compared."""

    whole: str = ""
    """The conditions with the comparison repeated."""
    conditions: Place | None = None
    help = "repeat the comparison: write `{whole}`"

    @property
    def fix(self) -> tuple[Edit, ...]:
        return () if self.conditions is None else replace_edit(self.conditions, self.whole)


class NumbersJoined(WrongKindOfValue):
    """Variant of C240: `10 and tricks`, where numbers are joined like conditions."""

    operator: str = "and"
    message = "`{operator}` joins conditions, but these are numbers"
    label = "these are numbers"
    fix = ()

    @property
    def help(self) -> str:
        meant = (
            "write `+` to add them"
            if self.operator == "and"
            else "write only one of them, or choose with `when` and `otherwise`"
        )
        return f"{meant}; for a condition, compare each of them with something"


class NoOrder(PlacedProblem):
    code = "C241"
    title = "a comparison of values without an order"
    operator: str
    kind: str
    help = "use `=` or `!=`"
    label = "neither is larger"

    @property
    def message(self) -> str:
        values = "words" if self.kind == "word" else "truth values"
        return f"{values} cannot be compared with `{self.operator}`"


class ListedTwice(PlacedProblem):
    code = "C242"
    title = "listed twice"
    sort: str
    name: str
    first: Place
    help = "remove one of the two"
    label = "again"
    place_labels: ClassVar = {"first": "first listed here"}

    @property
    def message(self) -> str:
        is_of_pack = self.sort in ("rank", "suit", "card")  # ranks such as `10` have no quotes
        name = f"`{self.name}`" if is_of_pack else name_in_backticks(self.name)
        return f"the {self.sort} {name} is listed twice"

    @property
    def instead(self) -> str | None:
        return "" if self.sort in ("rank", "suit", "card") else None


class NotListed(PlacedProblem):
    code = "C243"
    title = "an order that leaves something out"
    sort: str
    missing: Sequence[str]
    label = "not every {sort} in the pack"

    @property
    def message(self) -> str:
        many = "s" if len(self.missing) > 1 else ""
        return f"the order leaves out the {self.sort}{many} {' '.join(self.missing)}"

    @property
    def help(self) -> str:
        return f"add {' '.join(self.missing)} in the right place, from high to low"


class RangeNeeded(PlacedProblem):
    code = "C244"
    title = "a parameter without a range"
    name: str
    default: int | str
    written: Place
    message = "the parameter `{name}` has no suitable range"
    label = "what can it be?"

    @property
    def help(self) -> str:
        match self.default:
            case bool(truth):
                return f"remove the range: `param {self.name} = {str(truth).lower()}`"
            case int(value):
                return f"give its range: `param {self.name} = {value} {_range(value)}`"
            case str(word) if word.lower() in ("true", "false"):
                return f"write `{word.lower()}`"
            case str(word) if is_misspelling(word.lower(), "true"):
                return "did you mean `true`?"
            case str(word) if is_misspelling(word.lower(), "false"):
                return "did you mean `false`?"
            case str(word) if word.lower() in _ANSWERS:
                return f"write `{_ANSWERS[word.lower()]}`"
            case str(word):
                return f"list the words: `param {self.name} = {word} in {word}, other`"
            case _:
                assert_never(self.default)

    @property
    def fix(self) -> tuple[Edit, ...]:
        match self.default:
            case int(value) if not isinstance(value, bool):
                return insert_after(self.written, f" {_range(value)}")
            case str(word) if word.lower() in ("true", "false"):
                return replace_edit(self.written, word.lower())
            case _:
                return ()


class SettingOutOfRange(PlacedProblem):
    code = "C245"
    title = "a value out of range"
    name: str
    value: int | bool | str
    allowed: str
    help = "it can be {allowed}"
    label = "out of range"

    @property
    def message(self) -> str:
        value = str(self.value).lower() if isinstance(self.value, bool) else self.value
        return f"`{self.name}` cannot be `{value}`"


class EmptyRange(PlacedProblem):
    code = "C246"
    title = "an empty range"
    low: int
    high: int
    message = "the range `{low} to {high}` is the wrong way round"
    help = "write `{high} to {low}`"
    label = "from high to low"
    instead = "{high} to {low}"


class ImpossiblePlayers(PlacedProblem):
    code = "C247"
    title = "an impossible number of players"
    low: int
    high: int
    least: int
    most: int
    numbers: Place
    """The place of the numbers, without the options after them."""
    label = "impossible"

    @property
    def message(self) -> str:
        if self.low > self.high:
            return f"the range `{self.low} to {self.high}` is the wrong way round"
        return "that many players cannot play"

    @property
    def fix(self) -> tuple[Edit, ...]:
        return replace_edit(self.numbers, self.instead)

    @property
    def instead(self) -> str:
        digits = str(self.low)
        if self.low == self.high and self.low > self.most and len(digits) == 2:
            low, high = sorted(map(int, digits))
            if self.least <= low < high:
                return f"players {low} to {high}"
            return f"players {self.most}"
        if self.low > self.high:
            return f"players {self.high} to {self.low}"
        if self.high < self.least:
            return f"players {self.least} to 4"
        low, high = max(self.low, self.least), min(self.high, self.most)
        return f"players {min(low, self.most)} to {max(high, self.least)}"

    @property
    def help(self) -> str:
        if self.low > self.high:
            return f"write `{self.instead}`"
        such = ", such as" if self.high < self.least or self.low > self.most else ":"
        return f"{self.least} to {self.most} can play{such} `{self.instead}`"


class NewerWord(PlacedProblem):
    code = "C248"
    title = "something newer than the version of the file"
    text: str
    since: int
    header: Place
    clashes: tuple[str, ...]
    """The names declared in the game that are keywords of this version."""
    message = "{text:excerpt} needs `clag {since}` here"
    label = "needs a newer version than the file's"
    place_labels: ClassVar = {"header": "the version of this file"}
    safe = True

    @property
    def help(self) -> str:
        version = f"change the first line to `clag {self.since}`"
        if not self.clashes:
            return version
        names = join_words([f"`{name}`" for name in self.clashes], "and")
        words = "a word" if len(self.clashes) == 1 else "words"
        return f"first rename {names}, {words} of `clag {self.since}`; then {version}"

    @property
    def fix(self) -> tuple[Edit, ...]:
        return () if self.clashes else replace_edit(self.header, str(self.since))


class NewerBase(NewerWord):
    """Variant of C248: the extended file has a newer version."""

    message = "{text:excerpt} is in `clag {since}`, a newer version than this file's"


class EqualCardsMissing(PlacedProblem):
    code = "C258"
    title = "no rule for equal cards"
    name: str
    pack: Place
    message = "the pack has several of each card, but `{name}` does not say which of them wins"
    help = "write `equal cards first wins`, `last wins` or `better pack wins`"
    label = "nothing about equal cards"
    place_labels: ClassVar = {"pack": "several of each"}


class NoEqualCards(PlacedProblem):
    code = "C259"
    title = "a rule for equal cards in a pack without any"
    specials: Sequence[str]
    """Special trump cards that the pack has more than once; only `better pack wins` is wrong."""
    label = "there are none"

    @property
    def message(self) -> str:
        if self.specials:
            return f"no {name_in_backticks(self.specials[0])} is from a better pack than another"
        return "no two cards of the pack are equally high"

    @property
    def help(self) -> str:
        several = "give the pack several of each card, as in `2 of each`"
        if self.specials:
            return f"write `first wins` or `last wins`, or {several}"
        return f"remove the clause, or {several}"


class CopiesDistinguishedInSome(PlacedProblem):
    code = "C260"
    title = "equal cards that only some deals tell apart"
    other: Place
    message = (
        "with `better pack wins`, equal cards are written `AH1 AH2`, but only some deals have it"
    )
    help = (
        "write the same clause in every deal; it can depend on parameters and the number of players"
    )
    label = "tells equal cards apart"
    place_labels: ClassVar = {"other": "this deal has a different rule"}


class CaseOfACopy(PlacedProblem):
    code = "C266"
    title = "one copy of equal cards named alone"
    card: str
    message = "{card:named} is one of several equal cards, which all have the same case"
    help = "write `{face}`, which applies to each of them"
    label = "a copy"

    @property
    def face(self) -> str:
        return self.card[:-1]

    @property
    def instead(self) -> str:
        return self.face


class WorthOfACopy(CaseOfACopy):
    """Variant of C266 in `card worth`."""

    points: int
    message = "{card:named} is one of several equal cards, which are all worth the same"
    help = "write `{points} {face}`, which applies to each of them"

    @property
    def instead(self) -> str:
        return f"{self.points} {self.face}"


class TrumpOfACopy(CaseOfACopy):
    """Variant of C266 in `rank of trump`."""

    message = "{card:named} is one of several equal cards, which are all the same trump"


class UnknownSpecial(UnknownNameProblem):
    code = "C261"
    title = "an undeclared special card"
    message = "no special card is called {name:named}"
    label = "not a special card of these rules"

    can_be: bool = True
    """True if a special card may have this name."""
    packed: bool = False
    """True if the name is in the pack statement, not after `on`."""

    number: int = 1
    """The number of such cards in the pack."""
    ranks: str = ""
    """The ranks that a name after `on` stands for."""
    is_trump: bool = False
    """True if a deal ranks the name among the trumps."""
    cards: str = ""
    """Advice that names other words for the place of the name."""
    pack: str = ""
    """Advice on adding the card to the pack; "" if the pack lists it."""

    @property
    def help(self) -> str:
        if self.ranks:
            return f"write the rank instead of its name, as in `on {self.ranks} none`"
        if self._of_each:
            return f"write `{self.number} of each` for {self.number} packs in one"
        if not self.can_be and self.packed:
            return (
                "write the ranks first, as in `pack A K Q J 10 9 8 7`, and `2 of each` for two of "
                "every card; a special card has a name such as `Wizard`"
            )
        if not self.can_be and self.name.removesuffix("s") not in RANKS:
            return f"write {self.cards}"
        rank = self.name.removesuffix("s")
        if rank != self.name and rank in RANKS:
            return (
                f"`{rank}` is a rank, `{rank}S` is the card of spades: write the one that you mean"
            )
        role = "trump" if self.is_trump else "high asks nothing"
        declare = f"declare it, as in `special {self.name} is {role}`{self.pack}"
        return suggest_name(self.name, self.existing, "name one of") if self.existing else declare

    @property
    def fix(self) -> tuple[Edit, ...]:
        if self._of_each:
            return replace_edit(self.place, "of each")
        return name_fix(self.place, self.name, self.existing)

    @property
    def _of_each(self) -> bool:
        """Whether the name stands for whole packs, as in `2 decks`."""
        return self.packed and self.number > 1 and self.name.lower() in _PACKS


class SpecialDropped(UnknownSpecial):
    """Variant of C261: an inherited special card is dropped, and inherited rules still use it."""

    used: Place | None = None
    message = "{name:named} cannot be dropped: inherited rules use it"
    label = "dropped here"
    place_labels: ClassVar = {"used": "used here"}
    help = "keep it, or also `change` the rules that use it"
    fix = ()


class NoNameForACard(PlacedProblem):
    code = "C262"
    title = "an unsuitable name for a special card"
    name: str
    shortest: int
    message = "{name:named} cannot be the name of a card"
    help = "choose one word of {shortest} or more letters with no other meaning, such as `Wizard`"
    label = "too short, or has another meaning"


class SpecialNotInPack(PlacedProblem):
    code = "C263"
    title = "a special card that no pack contains"
    name: str
    message = "{name:named} is declared, but no pack contains it"
    help = "add it to the pack, as in `pack all ranks, 4 {name}`, or remove its declaration"
    label = "in no pack"


class HowManySpecials(PlacedProblem):
    code = "C264"
    title = "an impossible number of special cards"
    name: str
    number: int
    most: int
    message = "a pack cannot have {number} of {name:named}"
    help = "write a number from 1 to {most}, or leave it out"
    label = "too many or none"


class NothingOnSpecial(PlacedProblem):
    code = "C265"
    title = "a special card that can be turned without a rule for trump"
    missing: Sequence[str]
    label = "no case for it"

    @property
    def message(self) -> str:
        names = join_words([f"`{name}`" for name in self.missing], "or")
        return f"if {names} is turned, nothing says what is trump"

    @property
    def help(self) -> str:
        cases = "".join(f", on {name} none" for name in self.missing)
        return f"add `{cases}` to `turned`, or write `named by dealer any suit` instead of `none`"


class TrumpNotRanked(PlacedProblem):
    code = "C276"
    title = "a special card that is a trump without a rank"
    name: str
    deal: str
    listed: str
    """The entries of `rank of trump` with the missing cards."""
    declared: Place | None
    message = "{name:named} is always a trump, but `{deal}` does not rank it"
    help = "write `rank of trump {listed}`, in the order that you want"
    label = "not among the highest trumps"
    place_labels: ClassVar = {"declared": "declared as a trump"}


class PowerRanked(PlacedProblem):
    code = "C277"
    title = "a special card with powers ranked as a trump"
    name: str
    declared: Place | None
    message = "{name:named} has powers of its own, so it cannot be one of the trumps"
    help = "remove it from `rank of trump`, or write `special {name} is trump`"
    label = "ranked as a trump"
    place_labels: ClassVar = {"declared": "its powers"}


class TwoCasesForACard(PlacedProblem):
    code = "C275"
    title = "two cases for a turned card"
    card: str
    case: str
    other_case: str
    first: Place
    wide: str
    """The case that may list its other cards: a rank or a suit."""
    rest: str
    """Those other cards."""
    message = "`{card}` has two cases: `{other_case}` and `{case}`"
    label = "another case for the same card"
    place_labels: ClassVar = {"first": "its first case"}

    @property
    def help(self) -> str:
        if not self.rest:
            return f"remove `{self.wide}`: all of its cards have another case"
        return f"instead of `{self.wide}`, name the other cards one by one: `{self.rest}`"


class HowManyFirstCards(PlacedProblem):
    code = "C268"
    title = "an impossible number of first cards"
    number: int
    most: int
    message = "trump cannot be named from {number} cards of a pack of {most}"
    help = "write a number from 1 to {most}, or remove `from` to deal all cards first"
    label = "too many or none"
