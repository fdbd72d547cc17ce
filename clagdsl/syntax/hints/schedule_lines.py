"""Reads rows of a schedule that are written in words or in the notation of programs.

Such a line may contain only numbers, directions and fillers.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from clagdsl.lang.numerals import NUMERALS
from clagdsl.syntax.hints.phrase_table import Wording
from clagdsl.syntax.hints.rewrites import run

DEALS: Final = re.compile(
    r"(?:(?<=\d):|(?<=card):|(?<=cards):|(?<=card) |(?<=cards) ) *([^\W\d]\w*(?:, ?[^\W\d]\w*)*)$",
    re.IGNORECASE,
)
"""The names of deals after a row."""
PROGRESSION: Final = re.compile(r"\.\.\.|…|\b(?:and so on|etc\.?|and so forth)\b")
HALF_OPEN: Final = re.compile(r"\brange\s*\(\s*(\d+)\s*,\s*(\d+)\s*(,\s*-1\s*)?\)")
REPEATED: Final = re.compile(
    r"^(?:repeat )?(\d+|players?)(?: of)?"
    r"(?: times:?| ?:| \*| x| ×|x| (?:deal|round|hand|game)s?(?: of| with| at)?)"
    r"\s*(\d+) cards?(?: each)?$"
)
PER_PLAYER: Final = re.compile(
    r"(?:,\s*)?(?:\b(?:as many as|one|once|1) )?\b(?:per|for each|for every|each) player\b:?"
    r"|\bfor \w+ in players\b:?"
)
LOOP: Final = re.compile(r"^for\s*\(?\w* ?\w+\s*=\s*(\d+)\s*;\s*\w+\s*(<=?|>=?)\s*(\d+)\s*;.*$")
COUNTER: Final = re.compile(
    r"^for (?:each )?[a-z] in\b|^for [a-z] (?:from|=)|^for \b|^[a-z]+ ?=(?!=)"
)
FILLERS: Final = re.compile(
    r"\b(?:we|cards?|rounds?|deals?|hands?|games?|(?:each|every) player|each|every(?:body|one)|all"
    r"|gets?|the|an?|of|with|start(?:s|ing)?|begin(?:s|ning)?|go(?:es)?|from|again|at|is|are|play"
    r"|dealt|first|second|third|time|next|it|in|on|finish|end|till?|until|schedule|more|last|then"
    r"|and|back)\b"
)
NUMBERS: Final = re.compile(r"\d+")
SPLIT: Final = re.compile(r"[,;]|\bthen\b|\band\b")


def read_rows(text: str) -> list[Wording]:
    """Returns the readings of a line as a schedule, or an empty list if it has none."""
    line = re.sub(r"^(?:schedule |then )", "", " ".join(text.split()), flags=re.IGNORECASE)
    sizes, colon, names = line.rpartition(":") if ":" in line else (line, "", "")
    for number, word in enumerate(NUMERALS):
        sizes = re.sub(rf"\b{word}\b", str(number), sizes, flags=re.IGNORECASE)
    line = f"{sizes}{colon}{names}"
    named = DEALS.search(line)
    deals = named[1] if named and not FILLERS.search(named[1].lower()) else "normal"
    line = (line[: named.start()] if named and deals == named[1] else line).rstrip(" .;:").lower()
    line = HALF_OPEN.sub(lambda each: f"{each[1]} to {int(each[2]) + (1 if each[3] else -1)}", line)
    line = LOOP.sub(_as_run, line)
    line, per_player = PER_PLAYER.subn("", line)
    line = re.sub(r"[\[\]{}()]", " ", COUNTER.sub("", line))
    line = " ".join(line.split())
    if per_player:
        numbers = NUMBERS.findall(line)
        size = re.search(r"(\d+) cards?", line)
        fits = size is not None and len(numbers) <= 2 and not _rest(line)
        return [_row(f"repeat players times {size[1]}", deals)] if size and fits else []
    repeated = REPEATED.fullmatch(line)
    if repeated is not None:
        return [_row(f"repeat {repeated[1]} times {repeated[2]}", deals)]
    if _rest(PROGRESSION.sub(" ", line)):
        return []
    return _runs(line, deals)


def _as_run(loop: re.Match[str]) -> str:
    """Returns the first and the last number of a program's loop as a run."""
    last = int(loop[3]) + {"<": -1, ">": 1}.get(loop[2], 0)
    return f"{loop[1]} to {last}"


def _rest(line: str) -> str:
    """Returns a line without numbers, directions and fillers; empty if nothing else is in it."""
    plain = FILLERS.sub(" ", NUMBERS.sub(" ", line))
    return re.sub(r"\b(?:up|down|to|through|thru)\b|[\s,;.…\-–—:+]", "", plain)


def _row(sizes: str, deals: str) -> Wording:
    return Wording(f"schedule {sizes} {'card' if sizes.endswith('times 1') else 'cards'}: {deals}")


def _runs(line: str, deals: str) -> list[Wording]:
    """Returns the runs of sizes that the numbers of a line form, or an empty list."""
    numbers = [int(each) for each in NUMBERS.findall(line)]
    steps = {after - before for before, after in pairwise(numbers)}
    parts = [NUMBERS.findall(each) for each in SPLIT.split(line) if NUMBERS.search(each)]
    if PROGRESSION.search(line) and len(numbers) > 2:
        steps = {numbers[1] - numbers[0]}
    elif len(parts) > 1 and all(len(each) == 2 for each in parts):
        rows = [f"{run(*each)} cards: {deals}" for each in parts if each[0] != each[1]]
        return [Wording(f"schedule {' then '.join(rows)}")] if len(rows) == len(parts) else []
    elif len(numbers) == 2:
        return [_row(run(*parts[0]), deals)] if len(parts) == 1 else []
    elif len(numbers) == 3 and (numbers[1] - numbers[0]) * (numbers[2] - numbers[1]) < 0:
        first, middle, last = map(str, numbers)
        step = 1 if numbers[2] > numbers[1] else -1
        once = f"schedule {run(first, middle)} cards: {deals} then "
        return [
            Wording(
                f"{once}{run(str(numbers[1] + step), last)} cards: {deals}",
                "to deal the size at the turn once",
            ),
            Wording(f"{once}{run(middle, last)} cards: {deals}", "to deal it twice"),
        ]
    if len(numbers) < 3 or len(steps) != 1 or 0 in steps:
        return []
    step = abs(steps.pop())
    by = f" by {step}" if step > 1 else ""
    return [_row(f"{run(str(numbers[0]), str(numbers[-1]))}{by}", deals)]
