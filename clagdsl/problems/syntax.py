"""Problems found while reading a rules file (S101 to S151) or a compiled game (J701 to J709)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import ClassVar, Final

from clagdsl.lang.identifiers import STATEMENTS, VERSIONS, is_word
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import (
    Edit,
    PlacedProblem,
    Problem,
    insert_after,
    insert_before,
    replace_edit,
)
from clagdsl.problems.escape import character_name, excerpt


class FileProblem(Problem):
    """A problem of a whole file, reported at its beginning."""

    name: str

    @property
    def place(self) -> Place:
        return Place(self.name, 1, 1, 1, 1)


class UnreadableFile(FileProblem):
    code = "S101"
    title = "a file that cannot be read"
    reason: str
    message = "cannot read `{name:file}`: {reason}"
    help = "name a file that exists and that you have permission to read"


class NamedAsText(UnreadableFile):
    """Variant of S101: the file exists with `.txt` added to its name."""

    text: str
    help = "there is `{text:file}`: rename it, or give this name"


class NotARulesFile(FileProblem):
    code = "S102"
    title = "not an ordinary file"
    kind: str
    message = "`{name:file}` is {kind}, not a rules file"
    help = "name a file that ends in `.clag`"


class NotAnOrdinaryFile(NotARulesFile):
    """Variant of S102: a folder, device or pipe, whatever kind of file was expected."""

    message = "`{name:file}` is {kind}, not an ordinary file"


class NoRulesText(NotARulesFile):
    """Variant of S102: a text that is not a rules file, so none of it is shown."""

    help = "name a rules file, which begins with `clag 1`"


class SavedByAProgram(NotARulesFile):
    """Variant of S102: a document of a word processor or spreadsheet instead of plain text."""

    help = "save the rules as plain text (UTF-8), with a name that ends in `.clag`"


class OutOfReach(NotARulesFile):
    """Variant of S102: a file that a foreign record is not allowed to read."""

    message = "`{name:file}` is {kind}"
    help = "copy it next to the record, or give `--trust` if you trust the author of the record"


class OnlyBundled(NotARulesFile):
    """Variant of S102: rules from a web page may extend only bundled games, not files."""

    message = "`{name:file}` is {kind}, and rules on a web page cannot extend a file"
    help = "extend a bundled game by its name, such as `extends scottish`, or copy the rules here"


class NoSharedFolder(NotARulesFile):
    """Variant of S102: an assistant that has no folder extends a file."""

    message = "`{name:file}` is {kind}, and the user has not given this assistant a folder"
    help = (
        "write the rules of that file into the text itself, extend a bundled game by its name, such"
        " as `extends scottish`, or ask the user to start `clagdsl mcp --folder DIR`"
    )


class NotInSharedFolder(NotARulesFile):
    """Variant of S102: a file that the folder of an assistant does not have."""

    message = "the folder of the user has no rules file `{name:file}`"
    help = (
        "give a name that `list_files` shows, without a folder in front, or extend a bundled game"
        " by its name, such as `extends scottish`"
    )


class FileTooLarge(FileProblem):
    code = "S103"
    title = "a file that is too large"
    limit: int
    message = "`{name:file}` is larger than {limit:,} bytes"
    help = "name a rules file; the longest bundled one has about 6,000 bytes"


class NotUtf8(PlacedProblem):
    code = "S104"
    title = "a file that is not UTF-8"
    guess: str
    message = "this is not UTF-8 text; {guess}"
    help = "save the file as UTF-8"


class HiddenCharacter(PlacedProblem):
    code = "S105"
    title = "a hidden character"
    character: str
    instead: str = ""
    safe: bool = False

    @property
    def message(self) -> str:
        return f"hidden character {character_name(self.character)} is not allowed"

    @property
    def help(self) -> str:
        if not self.safe:
            return "delete it, or replace it with a space, whichever you mean"
        if self.instead == "\n":
            return "replace it with an ordinary line break"
        if self.instead:
            return "replace it with a space"
        return "delete this character; you may have to retype the words next to it"


class UnknownCharacter(PlacedProblem):
    code = "S110"
    title = "a character without a meaning here"
    character: str
    help: str
    fix: tuple[Edit, ...] = ()
    safe: bool = False

    @property
    def message(self) -> str:
        if self.character.isprintable():
            return f"{excerpt(self.character)} has no meaning here"
        return f"the character {character_name(self.character)} has no meaning here"


class UnclosedText(PlacedProblem):
    code = "S111"
    title = "a text without its closing quotation mark"
    text: str
    message = "this text has no closing quotation mark on its line"

    @property
    def help(self) -> str:
        text = self.likely
        return (
            f'add the closing `"` where the text ends, as in `{text}"`' if text[1:] else 'add a `"`'
        )

    @property
    def fix(self) -> tuple[Edit, ...]:
        column = self.place.column + len(self.likely)
        return insert_after(replace(self.place, end_column=column), '"')

    @property
    def likely(self) -> str:
        """The text before the first word that is unlikely to be part of a name."""
        return AFTER_A_TEXT.split(self.text, maxsplit=1)[0].rstrip()


AFTER_A_TEXT: Final = re.compile(
    r"(?<=\w) *(?= (?:variant|extends|from|assume|as|is)\b| with *$| in\b.*:| #)"
)
"""Words and signs that can follow a text and are unlikely to be part of it."""


class WrongQuotes(PlacedProblem):
    code = "S112"
    title = "quotation marks that are not straight"
    text: str
    help = "write {instead:excerpt}"

    @property
    def message(self) -> str:
        sign = self.text[0]
        if sign == '"':
            return f"{excerpt(self.text)} needs only one quotation mark on each side"
        wrong = QUOTE_NAMES.get(sign, "curly ones")
        return f'use straight quotation marks (`"`), not {wrong}'

    @property
    def instead(self) -> str:
        return f'"{self.text[1:-1].strip(chr(34))}"'

    @property
    def safe(self) -> bool:
        # Two apostrophes in different words do not enclose a text.
        return self.instead != '""' and "#" not in self.text


QUOTE_NAMES: Final = {
    **dict.fromkeys("'", "apostrophes"),
    **dict.fromkeys("`", "backticks"),
    **dict.fromkeys("«»‹›", "angle quotes"),
}
"""The names of the signs that people write for quotation marks, except curly ones."""


class NumberTooLarge(PlacedProblem):
    code = "S113"
    title = "a number that is too large"
    text: str
    message = "the number {text:excerpt} is too large"
    help = "write a number up to 1000000000"


class RunOnNumber(PlacedProblem):
    code = "S114"
    title = "a number joined to something else"
    text: str
    help: str
    instead: str | None = None
    message = "{text:excerpt} is neither a number nor a word"


class NotWholeNumber(RunOnNumber):
    """Variant of S114: a number with a fraction, or with a decimal point or comma."""

    message = "{text:excerpt} {kind}; numbers in Clag are whole"

    @property
    def kind(self) -> str:
        """The fault of the number, as a predicate."""
        if "." in self.text:
            return "has a decimal point"
        return "has a decimal comma" if "," in self.text else "is a fraction"


class SeparatedDigits(RunOnNumber):
    """Variant of S114: a number with separators between its digits."""

    message = "{text:excerpt} has a separator between its digits"


class ForeignSign(PlacedProblem):
    code = "S115"
    title = "a sign from another language"
    sign: str
    mended: str
    sure: bool = False
    """True if a word is certainly an operator: it is between two values and not declared."""
    doubtful: bool = False
    """True if the sign is a dash that may be a separator."""

    @property
    def message(self) -> str:
        if self.mended == "-" and len(self.sign) == 1:  # it looks like the sign to write
            return f"{excerpt(self.sign)}, {character_name(self.sign)}, is not an operator"
        return f"{excerpt(self.sign)} is not an operator"

    @property
    def help(self) -> str:
        if self.doubtful:
            return "write `-` for minus; if it only separates words, write the word that you mean"
        return f"write {excerpt(self.mended)}"

    @property
    def instead(self) -> str:
        return f" {self.mended} " if self.mended[0].isalpha() else self.mended

    @property
    def safe(self) -> bool:
        is_unambiguous = self.sign not in ("=>", "//") and not self.sign.isalpha()
        sizes = self.mended in ("up to", "down to")  # the dealer may be meant to pick a size
        return self.sure or (is_unambiguous and not self.doubtful and not sizes)


class NameTooLong(PlacedProblem):
    code = "S116"
    title = "a name or a text that is too long"
    text: str
    limit: int
    help = "shorten it to at most {limit:,} characters"

    @property
    def message(self) -> str:
        kind = "text" if self.text.startswith('"') else "name"
        return f"this {kind} is longer than {self.limit:,} characters"


class TooManyWords(PlacedProblem):
    code = "S120"
    title = "a file with too many words"
    limit: int
    message = "the file has more than {limit:,} words and signs"
    help = "split the game: one file can build on another with `extends`"


class NestedTooDeep(PlacedProblem):
    code = "S121"
    title = "brackets nested too deeply"
    limit: int
    message = "brackets and operators are nested more than {limit} levels deep here"
    help = "remove unnecessary brackets, or name a part with `let`"


class ExpressionTooLarge(PlacedProblem):
    code = "S122"
    title = "an expression with too many parts"
    limit: int
    message = "this expression has more than {limit} parts"
    help = "name parts of it with `let`"


class EmptyFile(PlacedProblem):
    code = "S130"
    title = "a file with nothing in it"
    message = "the file is empty"
    help = f"begin with `clag {VERSIONS[-1]}` and `game`"


class MissingHeader(PlacedProblem):
    code = "S131"
    title = "a file that does not begin with its version"
    word: str = ""
    version: str = str(VERSIONS[-1])
    whole: Place | None = None
    """The tokens that are meant as the header."""
    sure: bool = True
    """True if these tokens consist of header words only."""
    message = f"a rules file must begin with {' or '.join(f'`clag {each}`' for each in VERSIONS)}"
    help = "write `clag {version}` as the first line"

    @property
    def fix(self) -> tuple[Edit, ...]:
        if self.whole is not None:
            return replace_edit(self.whole, f"clag {self.version}")
        return insert_before(Place(self.place.file, 1, 1, 1, 1), f"clag {self.version}\n")

    @property
    def safe(self) -> bool:
        return self.sure and self.word.lower() in ("clag", f"clag{self.version}", *STATEMENTS)


class OtherVersion(PlacedProblem):
    code = "S132"
    title = "another version of the language"
    version: str
    message = "this version of clagdsl does not support version {version:excerpt} of the language"
    help = f"write `clag {VERSIONS[-1]}`, or use a newer version of clagdsl"
    instead = str(VERSIONS[-1])


class ClauseOutsideADeal(PlacedProblem):
    code = "S133"
    title = "a clause outside a deal"
    word: str
    message = "`{word}` does not belong to any deal"
    ends: Place | None = None
    """An indented statement below a deal's clauses, which ends the deal before this clause."""
    statement: str = ""
    place_labels: ClassVar = {"ends": "this ends the deal"}

    @property
    def help(self) -> str:
        if self.ends is not None:
            return f"move `{self.statement} ...` below all clauses of the deal, or remove it"
        return f"put a line such as `deal normal` or `change normal` before `{self.word}`"


class EmptyDeal(PlacedProblem):
    code = "S134"
    title = "a deal without clauses"
    kind: str
    name: str
    ends: Place | None
    message = "the {kind} {name:excerpt} has no clauses here"
    help = "add a clause, such as `score tricks`"
    place_labels: ClassVar = {"ends": "something else begins here"}


class ReservedWords(PlacedProblem):
    code = "S135"
    title = "words reserved for later"
    text: str
    help: str
    instead: str | None = None
    message = "{text:excerpt} is reserved for a later version of the language"


class ChainedComparison(PlacedProblem):
    code = "S136"
    title = "a chain of comparisons"
    first: Place
    text: str
    middle: str
    message = "comparisons cannot be chained: {text:excerpt} is the second one"
    help = "compare twice: write `and {middle}` before {text:excerpt}"
    place_labels: ClassVar = {"first": "the first comparison"}

    @property
    def fix(self) -> tuple[Edit, ...]:
        return insert_before(self.place, f"and {self.middle} ")


class ColonOrEquals(PlacedProblem):
    code = "S137"
    title = "a colon instead of an equals sign, or the other way round"
    written: str
    expected: str
    safe: bool = True
    message = "expected {expected:excerpt} here, not {written:excerpt}"
    help = "write {expected:excerpt}"
    instead = "{expected}"


class MissingComma(PlacedProblem):
    code = "S138"
    title = "a missing comma"
    text: str
    previous: Place
    safe: bool = True
    twice: bool = False
    message = "a comma is missing before {text:excerpt}"

    @property
    def help(self) -> str:
        either = f", or delete one {excerpt(self.text)}" if self.twice else ""
        return f"write `, {self.text}`{either}"

    @property
    def fix(self) -> tuple[Edit, ...]:
        return insert_after(self.previous, ",")


class MisspeltWord(PlacedProblem):
    code = "S139"
    title = "a misspelt word"
    text: str
    word: str
    safe: bool = False
    message = "{text:excerpt} is not allowed here"
    help = "did you mean `{word}`?"

    @property
    def instead(self) -> str:
        return self.word if is_word(self.text) else f" {self.word} "


class OutOfPlace(PlacedProblem):
    code = "S140"
    title = "something that is not allowed here"
    text: str
    after: str
    may: str
    message = "{text:excerpt} is not allowed {after}"
    help = "expected {may}"


class UnfinishedPhrase(PlacedProblem):
    code = "S141"
    title = "something unfinished"
    text: str
    may: str
    ends: Place | None
    rest: str = ""
    besides: str = ""
    """An alternative to `rest`, which is appended to the help."""
    message = "something is missing after {text:excerpt}"
    place_labels: ClassVar = {"ends": "something else begins here"}

    @property
    def help(self) -> str:
        if self.rest:
            return f"write `{self.rest}` after it{self.besides}"
        return f"expected {self.may}"

    @property
    def fix(self) -> tuple[Edit, ...]:
        return insert_after(self.place, self.rest) if self.rest else ()


class NotACard(PlacedProblem):
    code = "S142"
    title = "not a rank, a suit or a card"
    text: str
    kind: str
    help: str
    instead: str | None = None
    message = "{text:excerpt} is not a {kind}"

    @property
    def safe(self) -> bool:
        # a suit may lack its final -s
        meant = (self.text.lower(), f"{self.text.lower()}s")
        return self.instead is not None and self.instead.lower() in meant


class LoneBracket(PlacedProblem):
    code = "S143"
    title = "an unmatched bracket"
    text: str
    other: Place | None
    place_labels: ClassVar = {"other": "opened here"}

    @property
    def message(self) -> str:
        closes = self.text == ")"
        return (
            "this bracket has no opening bracket" if closes else "a closing bracket is missing here"
        )

    @property
    def help(self) -> str:
        closes = self.text == ")"
        return (
            "delete it, or add `(` where the brackets should begin"
            if closes
            else "add `)` where the brackets should end"
        )


class UnquotedName(PlacedProblem):
    code = "S144"
    title = "a name or a text without quotation marks"
    name: str
    is_text: bool = False
    several: str = ""
    """The advice in case its words are separate names."""
    safe: bool = True

    @property
    def instead(self) -> str | None:
        return None if self.several else f'"{self.name}"'

    @property
    def help(self) -> str:
        one = f"write {excerpt(f'{chr(34)}{self.name}{chr(34)}')}"
        return f"{one}, or, if these are several deals, {self.several}" if self.several else one

    @property
    def message(self) -> str:
        reason = "several words" if " " in self.name else "a hyphen" if "-" in self.name else ""
        return (
            f"{excerpt(self.name)} needs quotation marks"
            if self.is_text or not reason
            else f"the name {excerpt(self.name)} has {reason}, so it needs quotation marks"
        )


class MissingWord(PlacedProblem):
    code = "S145"
    title = "a missing word"
    text: str
    word: str
    safe: bool = True
    gap: Place | None = None
    message = "{word:excerpt} is missing before {text:excerpt}"

    @property
    def help(self) -> str:
        blank = "" if self.text in (",", ":", ")") else " "
        return f"write {excerpt(f'{self.word}{blank}{self.text}')}"

    @property
    def fix(self) -> tuple[Edit, ...]:
        if self.text in (",", ":", ")"):
            return replace_edit(self.gap or _before(self.place), f" {self.word}")
        if self.gap is not None:
            return replace_edit(self.gap, ": " if self.word == ":" else f" {self.word} ")
        return insert_before(self.place, f"{self.word} ")


def _before(place: Place) -> Place:
    return Place(place.file, place.line, place.column, place.line, place.column)


class MissingOperator(PlacedProblem):
    code = "S146"
    title = "two values without an operator between them"
    text: str
    factor: str = ""
    joint: str = "when"
    """The keyword that may connect the values: `when` after a value, `and` in a condition."""
    sign: str = "*"
    """A sign that may connect the values: `=` in a condition without a comparison."""
    message = "there is no operator between {text:excerpt} and the value before it"

    @property
    def help(self) -> str:
        if self.factor:
            return f"to multiply, write `{self.factor} * {self.text}`; to add, write `+`"
        return f"write an operator such as `+` or `{self.sign}`, or `{self.joint}`, between the two"


class MissingOtherwise(PlacedProblem):
    code = "S147"
    title = "a choice without `otherwise`"
    when: Place
    value: str = ""
    message = "this choice has no `otherwise`"
    place_labels: ClassVar = {"when": "the choice begins here"}

    @property
    def help(self) -> str:
        such = f", such as `, otherwise {self.value}`" if self.value else ""
        return f"add `, otherwise` and the value for every other case{such}"

    @property
    def fix(self) -> tuple[Edit, ...]:
        return insert_after(self.place, f", otherwise {self.value}") if self.value else ()


class SuperfluousWord(PlacedProblem):
    code = "S148"
    title = "a superfluous word or sign"
    text: str
    message = "{text:excerpt} does not belong here"
    instead = ""

    @property
    def help(self) -> str:
        return f"delete {excerpt(self.text)}"


class StandsTwice(SuperfluousWord):
    """Variant of S148: a word or number written twice.

    Between two names of a formula, an operator may be missing (`is_value`).
    """

    is_value: bool = False
    message = "{text:excerpt} is written twice"

    @property
    def help(self) -> str:
        delete = f"delete one {excerpt(self.text)}"
        products = f"write `{self.text} * {self.text}` or `{self.text} + {self.text}`"
        return f"{products}, or {delete}" if self.is_value else delete


class TooManyProblems(PlacedProblem):
    code = "S149"
    title = "too many problems"
    severity = "note"
    limit: int
    message = "stopped after {limit} problems; the rest of the file was not checked"
    help = "fix the first ones and check again"


class ForeignPhrase(PlacedProblem):
    code = "S150"
    title = "something that Clag writes differently, or cannot express"
    message: str
    help: str
    fix: tuple[Edit, ...] = ()
    safe: bool = False


class OutsideTheBorder(PlacedProblem):
    code = "S151"
    title = "something outside the scope of the language"
    text: str
    border: str
    message = "{text:excerpt} is outside the scope of the language: {border}"
    help = "leave it out; `clagdsl explain S151` shows what to do instead"


# --- problems of a compiled game: codes J701, J703, J705, J707 and J709 ---------------------------
# Problems in its texts have the codes of a rules file, at their places in these texts.


class NotJson(PlacedProblem):
    code = "J701"
    title = "a compiled game that is not JSON"
    message: str
    help = "compile the rules again: `clagdsl compile FILE -o X.json`"


class OtherForm(PlacedProblem):
    code = "J703"
    title = "JSON that is not a compiled game of this version"
    message: str
    help: str


class WrongTexts(PlacedProblem):
    code = "J705"
    title = "a compiled game with texts that `compile` does not write"
    message: str
    help = "compile the rules again, or see `game.schema.json` for the format"


class CompiledGameDiffers(PlacedProblem):
    code = "J707"
    title = "a compiled game that differs from its texts"
    there: str
    meant: str
    message = "this is {there}, but the rules text in this file compiles to {meant}"
    help = "do not edit a compiled game: change the rules file and compile it again"


class CompactGame(PlacedProblem):
    code = "J709"
    title = "a compact compiled game where rules are needed"
    message = (
        "a compact compiled game is for other programs: it does not contain the texts of the rules"
    )
    help = "compile the rules without `--compact`, or name the rules file itself"
