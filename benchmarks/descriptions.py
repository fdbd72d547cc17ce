"""Grades rules files against rules described in ordinary words, with facts worked out by hand.

Give an author, human or model, the text of a description, and grade the file that comes back. The
facts were worked out from the text alone, never with clagdsl, so they measure whether the file says
what was described. Grading uses only the public Python interface.

    python benchmarks/descriptions.py list
    python benchmarks/descriptions.py show NAME                # The text to give to an author.
    python benchmarks/descriptions.py grade NAME FILE.clag     # [--json]
    python benchmarks/descriptions.py grade FOLDER             # Each NAME.clag in it.

Exits with 1 if a fact does not hold, and with 2 if the request is wrong. No fact holds of a file
with errors. In every fact the players are A, B, C ... around the table, the last of them deals
first, and numbers for all players are in that order. In a fact about allowed bids, the bids so far
are in the order of bidding, and `entries` come before them, from the start of that deal.
"""

import argparse
import json
import sys
import tempfile
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import clagdsl

FOLDER = Path(__file__).parent / "descriptions"
LETTERS = "ABCDEFGHIJ"
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


class WrongRequestError(Exception):
    """One line for the user: what is wrong with the arguments or with a description."""


@dataclass(frozen=True, slots=True)
class Description:
    """Rules in ordinary words, and what follows from them."""

    name: str
    title: str
    text: str
    facts: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Result:
    """Whether a fact holds of a file; `found` is what the file says instead."""

    fact: Mapping[str, Any]
    holds: bool
    found: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"fact": dict(self.fact), "holds": self.holds, "found": self.found}


@dataclass(frozen=True, slots=True)
class Grade:
    """The results for one file; `error` is why the file does not check."""

    name: str
    results: tuple[Result, ...]
    error: str = ""

    @property
    def held(self) -> int:
        return sum(result.holds for result in self.results)

    def to_json(self) -> dict[str, Any]:
        facts = [result.to_json() for result in self.results]
        return {"name": self.name, "error": self.error, "held": self.held, "facts": facts}


@dataclass(frozen=True, slots=True)
class File:
    """A rules file that checks."""

    path: Path
    game: clagdsl.PlayableGame

    def sheet(self, players: int, entries: list[str]) -> clagdsl.Sheet:
        """Returns the score sheet after these entries; the last player deals first."""
        names = list(LETTERS[:players])
        sheet = self.game.keep(names, dealer=names[-1])
        for entry in entries:
            sheet = sheet.apply(entry)
        return sheet

    def state(self, players: int, deal: int) -> clagdsl.State:
        """Returns a match at the first decision of a deal; deals before it are played at random."""
        names = list(LETTERS[:players])
        state = self.game.start(names=names, dealer=names[-1], seed=1)
        while state.deal < deal and not state.over:
            state = state.apply(clagdsl.random_action(state))
        return state

    def broken_example(self, scene: str, fact: str) -> str:
        """Returns the checker's report of an example in this game; empty if it holds."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "fact.clag"
            path.write_text(
                f'clag 2\ngame "Fact" extends "{self.path.resolve().as_posix()}"\n'
                f'example "fact" {scene}: {fact}\n',
                "utf-8",
            )
            try:
                clagdsl.load(path)
            except clagdsl.RulesError as error:
                return first_error(error)
        return ""

    def scene(self, fact: Mapping[str, Any]) -> str:
        """Returns the scene of an example in the deal of a fact."""
        deal = self.game.deals(fact["players"])[fact["deal"] - 1]
        cards = f" with {deal.cards} cards" if deal.cards else ""
        calling = f" calling {fact['calling']}" if "calling" in fact else ""
        players = f"for {fact['players']} players"
        return f'in "{deal.name}" as number {deal.number}{cards} {players}{calling}'


def first_error(error: clagdsl.RulesError) -> str:
    worst = next(problem for problem in error.diagnostics if problem.severity == "error")
    return f"{worst.code}: {worst.message}"


def compare(found: object, expected: object) -> str:
    """Returns nothing if both are the same, otherwise the value found."""
    return "" if found == expected else str(found)


def judge_players(file: File, fact: Mapping[str, Any]) -> str:
    return compare(list(file.game.rules.players), fact["allowed"])


def judge_deals(file: File, fact: Mapping[str, Any]) -> str:
    deals = file.game.deals(fact["players"])
    return compare([deal.cards or "picked" for deal in deals], fact["cards"])


def scheduled_trump(file: File, fact: Mapping[str, Any]) -> str:
    """Returns the trump of the deal of a fact; `open` if that is settled at the table."""
    trump = file.game.deals(fact["players"])[fact["deal"] - 1].trump
    if trump is None:
        return "open"
    return (
        f"order {' '.join(trump)}"
        if len(trump) > 1
        else "".join(SUITS[suit] for suit in trump) or "none"
    )


def judge_trump(file: File, fact: Mapping[str, Any]) -> str:
    return compare(scheduled_trump(file, fact), fact["trump"])


def judge_score(file: File, fact: Mapping[str, Any]) -> str:
    figures = {
        name: fact[name] for name in ("points", "taken", "blind", "trump", "cards") if name in fact
    }
    scores = file.game.score(fact["deal"], bids=fact.get("bids"), tricks=fact["tricks"], **figures)
    return compare(list(scores), fact["scores"])


def judge_bids(file: File, fact: Mapping[str, Any]) -> str:
    skipped = [f"skip {fact['deal'] - 1}"] if fact["deal"] > 1 else []
    bids = [f"bid {bid}" for bid in fact["bids"]]
    sheet = file.sheet(fact["players"], [*skipped, *fact.get("entries", ()), *bids])
    words = [entry.split() for entry in sheet.legal()]
    found = sorted(int(word[1]) for word in words if word[0] == "bid" and len(word) == 2)
    return compare(found, fact["next"])


def judge_sizes(file: File, fact: Mapping[str, Any]) -> str:
    words = [entry.split() for entry in file.sheet(fact["players"], []).legal()]
    return compare([int(word[1]) for word in words if word[0] == "cards"], fact["next"])


def judge_pack(file: File, fact: Mapping[str, Any]) -> str:
    return compare(len(file.state(fact["players"], 1).table.deck.cards), fact["cards"])


def judge_leader(file: File, fact: Mapping[str, Any]) -> str:
    state = file.state(fact["players"], 1)
    first = LETTERS[state.actor]
    for action in fact["actions"]:
        state = state.apply(action)
    expected = first if fact["leader"] == "first bidder" else fact["leader"]
    return compare(LETTERS[state.actor] if state.phase == "play" else state.phase, expected)


def judge_sees(file: File, fact: Mapping[str, Any]) -> str:
    state = file.state(fact["players"], fact["deal"])
    view = state.view(state.actor)
    seen = {"cards": len(view.hand), "turned": bool(view.turned)}
    return compare(seen, {name: fact[name] for name in seen})


def judge_match(file: File, fact: Mapping[str, Any]) -> str:
    sheet = file.sheet(fact["players"], fact["entries"])
    figures = {
        "totals": list(sheet.totals),
        "over": sheet.phase == "over",
        "winners": [LETTERS[line] for line in sheet.winners],
        "dealer": LETTERS[sheet.dealer] if sheet.phase != "over" else "",
        "payments": list(sheet.payments),
    }
    differences = [
        f"{name} {figures[name]}"
        for name in figures
        if name in fact and figures[name] != fact[name]
    ]
    return ", ".join(differences)


def judge_trick(file: File, fact: Mapping[str, Any]) -> str:
    text = f"{trump_text(file, fact)}cards {fact['cards']} won by card {fact['place']}"
    return file.broken_example(file.scene(fact), text)


def judge_play(file: File, fact: Mapping[str, Any]) -> str:
    table = f"cards {fact['cards']} " if "cards" in fact else ""
    broken = "broken " if fact.get("broken") else ""
    verb = "may play" if fact["may"] else "may not play"
    text = f"{trump_text(file, fact)}{broken}{table}hand {fact['hand']} {verb} {fact['card']}"
    return file.broken_example(file.scene(fact), text)


def judge_turned(file: File, fact: Mapping[str, Any]) -> str:
    return file.broken_example(file.scene(fact), f"turned {fact['cards']} trump {fact['trump']}")


def judge_winners(file: File, fact: Mapping[str, Any]) -> str:
    totals = fact["totals"]
    parts = ["totals", *map(str, totals)]
    for name in ("failed", "completed"):
        parts += [name, *map(str, fact[name])] if name in fact else []
    parts += ["wins", *("yes" if seat in fact["winners"] else "no" for seat in LETTERS)]
    text = " ".join(parts[: len(parts) - len(LETTERS) + len(totals)])
    return file.broken_example(f"for {len(totals)} players", text)


def trump_text(file: File, fact: Mapping[str, Any]) -> str:
    """Returns the trump of the fact, or the trump that the file's schedule has in its deal."""
    trump = fact.get("trump") or scheduled_trump(file, fact)
    return "" if trump == "open" else f"{'' if ' ' in trump else 'trump '}{trump} "


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of fact: how it is judged, and the fields that it must and may have."""

    judge: Callable[[File, Mapping[str, Any]], str]
    fields: frozenset[str]
    more: frozenset[str] = frozenset()


def kind(judge: Callable[[File, Mapping[str, Any]], str], fields: str, more: str = "") -> Kind:
    return Kind(judge, frozenset(fields.split()), frozenset(more.split()))


KINDS = {
    "players": kind(judge_players, "allowed"),
    "deals": kind(judge_deals, "players cards"),
    "trump": kind(judge_trump, "players deal trump"),
    "score": kind(judge_score, "deal tricks scores", "bids points taken blind trump cards"),
    "bids": kind(judge_bids, "deal players bids next", "entries"),
    "sizes": kind(judge_sizes, "players next"),
    "pack": kind(judge_pack, "players cards"),
    "leader": kind(judge_leader, "players actions leader"),
    "sees": kind(judge_sees, "deal players cards turned"),
    "match": kind(judge_match, "players entries", "totals over winners dealer payments"),
    "trick": kind(judge_trick, "deal players cards place", "trump calling"),
    "play": kind(judge_play, "deal players hand card may", "cards trump broken"),
    "turned": kind(judge_turned, "deal players cards trump"),
    "winners": kind(judge_winners, "totals winners", "failed completed"),
}


def read_description(path: Path) -> Description:
    """Reads one description; raises WrongRequestError if it is not well-formed."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise WrongRequestError(f"{path.name}: {error}") from None
    if set(data) != {"title", "text", "facts"}:
        raise WrongRequestError(f"{path.name}: expected title, text and facts")
    for number, fact in enumerate(data["facts"], 1):
        fields = set(fact) - {"kind", "because"}
        expected = KINDS.get(fact.get("kind"))
        if expected is None or "because" not in fact:
            raise WrongRequestError(f"{path.name}: fact {number} needs a known kind and because")
        if not expected.fields <= fields <= expected.fields | expected.more:
            raise WrongRequestError(f"{path.name}: fact {number} has the wrong fields")
    return Description(path.stem, data["title"], data["text"].strip(), tuple(data["facts"]))


def description_names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def find_description(name: str) -> Description:
    if name not in description_names():
        raise WrongRequestError(f"no description is called `{name}`: `list` shows their names")
    return read_description(FOLDER / f"{name}.toml")


def judge(file: File, fact: Mapping[str, Any]) -> Result:
    """Judges one fact; a file that has no answer to it does not have the fact."""
    try:
        found = KINDS[fact["kind"]].judge(file, fact)
    except (clagdsl.ArgumentError, clagdsl.IllegalAction) as error:
        found = str(error)
    except IndexError:
        found = "there is no such deal"
    return Result(fact, not found, found)


def grade(description: Description, path: Path) -> Grade:
    """Grades one file against a description."""
    if not path.is_file():
        raise WrongRequestError(f"{path}: no such file")
    try:
        file = File(path, clagdsl.load(path))
    except clagdsl.RulesError as error:
        results = tuple(Result(fact, False, "the file has errors") for fact in description.facts)
        return Grade(description.name, results, first_error(error))
    except clagdsl.ClagError as error:
        raise WrongRequestError(f"{path}: {error}") from None
    return Grade(description.name, tuple(judge(file, fact) for fact in description.facts))


def grade_all(arguments: list[str]) -> list[Grade]:
    """Grades NAME FILE, or each file of a FOLDER that is named after a description."""
    if len(arguments) == 2:
        return [grade(find_description(arguments[0]), Path(arguments[1]))]
    folder = Path(arguments[0])
    if len(arguments) > 2 or not folder.is_dir():
        raise WrongRequestError("give a NAME and a FILE, or a FOLDER of files NAME.clag")
    names = [name for name in description_names() if (folder / f"{name}.clag").is_file()]
    if not names:
        raise WrongRequestError(f"{folder}: no file is named after a description")
    return [grade(find_description(name), folder / f"{name}.clag") for name in names]


def fact_text(fact: Mapping[str, Any]) -> str:
    fields = (f"{key} {value}" for key, value in fact.items() if key not in {"kind", "because"})
    return f"{fact['kind']}: {', '.join(fields)}"


def print_grades(grades: list[Grade]) -> None:
    for graded in grades:
        print(f"{graded.name}: {graded.held} of {len(graded.results)} facts hold")
        if graded.error:
            print(f"  the file has errors: {graded.error}")
            continue
        for result in graded.results:
            print(f"  {'holds' if result.holds else 'FAILS'}  {fact_text(result.fact)}")
            if not result.holds:
                print(f"         found: {result.found}")
                print(f"         because: {result.fact['because']}")
    if len(grades) > 1:
        whole = sum(graded.held == len(graded.results) for graded in grades)
        held = sum(graded.held for graded in grades)
        facts = sum(len(graded.results) for graded in grades)
        print(f"{len(grades)} files, {whole} with all facts; {held} of {facts} facts hold")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="list the descriptions")
    commands.add_parser("show", help="print the text of a description").add_argument("name")
    grading = commands.add_parser("grade", help="grade NAME FILE, or a FOLDER of files NAME.clag")
    grading.add_argument("what", nargs="+")
    grading.add_argument("--json", action="store_true", help="print the grades as JSON")
    given = parser.parse_args(arguments)
    try:
        if given.command == "list":
            for name in description_names():
                described = find_description(name)
                print(f"{name:<20} {described.title} ({len(described.facts)} facts)")
            return 0
        if given.command == "show":
            print(find_description(given.name).text)
            return 0
        grades = grade_all(given.what)
    except WrongRequestError as error:
        print(error, file=sys.stderr)
        return 2
    if given.json:
        print(json.dumps([graded.to_json() for graded in grades], indent=1, ensure_ascii=False))
    else:
        print_grades(grades)
    return 0 if all(graded.held == len(graded.results) for graded in grades) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
